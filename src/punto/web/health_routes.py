"""What those who run the house ask: is it up, is it ready, what does it count."""

from litestar import MediaType, Response, Router, get

from punto.web.entrance import TheHouse, works_or_watches


@get("/health", sync_to_thread=False, summary="Is the process up?")
def health() -> dict[str, bool]:
    """Yes, where this answers."""
    return {"up": True}


@get("/ready", sync_to_thread=True, summary="Can it take commands?")
def ready(house: TheHouse) -> dict[str, object]:
    """Whether the database answers, and which tables are halted because of damage."""
    with house.store.reading() as reading:
        streams = len(reading.streams())
    return {"ready": True, "streams": streams, "halted": sorted(house.host.halted)}


@get(
    "/metrics",
    sync_to_thread=True,
    guards=[works_or_watches],
    media_type=MediaType.TEXT,
    summary="Counts for Prometheus",
)
def metrics(house: TheHouse) -> Response[str]:
    """Entries and events of each stream, halted tables."""
    lines = [
        "# HELP punto_entries_total Commands recorded, refusals too.",
        "# TYPE punto_entries_total counter",
    ]
    with house.store.reading() as reading:
        found = [(stream, reading.head(stream)) for stream in reading.streams()]
    lines += [f'punto_entries_total{{stream="{name}"}} {head.number}' for name, head in found]
    lines += [
        "# HELP punto_events_total Events recorded.",
        "# TYPE punto_events_total counter",
    ]
    lines += [f'punto_events_total{{stream="{name}"}} {head.seq}' for name, head in found]
    lines += [
        "# HELP punto_halted_tables Tables that are closed because their journal is damaged.",
        "# TYPE punto_halted_tables gauge",
        f"punto_halted_tables {len(house.host.halted)}",
    ]
    text = "\n".join(lines) + "\n"
    return Response(text, media_type="text/plain; version=0.0.4")


health_routes = Router("", route_handlers=[health, ready, metrics], tags=["health"])
