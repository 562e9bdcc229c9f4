"""For operators: liveness, readiness and metrics."""

from litestar import MediaType, Response, Router, get
from litestar.openapi.datastructures import ResponseSpec
from msgspec import Struct

from punto.web.auth.guards import TheCasino, works_or_watches


@get("/health", sync_to_thread=False, summary="Is the process up?")
def health(casino: TheCasino) -> dict[str, object]:
    """Yes, if this answers; also lists warnings for the operator."""
    warning = casino.store.warning()
    return {"up": True, "warnings": [warning] if warning else []}


class Ready(Struct, frozen=True):
    """Whether a stake would be accepted, and if not, why; halted tables have a damaged journal."""

    ready: bool
    why: str
    locked: tuple[str, ...]
    halted: tuple[str, ...]


@get(
    "/ready",
    sync_to_thread=True,
    summary="Would a stake be accepted?",
    responses={503: ResponseSpec(Ready, generate_examples=False, description="It would not.")},
)
def ready(casino: TheCasino) -> Response[Ready]:
    """Tested with a commit of its own, at most once a second; 503 if it fails."""
    found = casino.readiness.check()
    halted = tuple(sorted(casino.host.halted))
    answer = Ready(found.is_ready, found.why, found.locked, halted)
    return Response(answer, status_code=200 if found.is_ready else 503)


@get(
    "/metrics",
    sync_to_thread=True,
    guards=[works_or_watches],
    media_type=MediaType.TEXT,
    summary="Counts for Prometheus",
)
def metrics(casino: TheCasino) -> Response[str]:
    """Entries and events of each stream, and halted tables."""
    lines = [
        "# HELP punto_entries_total Commands recorded, refusals too.",
        "# TYPE punto_entries_total counter",
    ]
    with casino.store.begin_read() as transaction:
        found = [(stream, transaction.head(stream)) for stream in transaction.streams()]
    lines += [f'punto_entries_total{{stream="{name}"}} {head.number}' for name, head in found]
    lines += [
        "# HELP punto_events_total Events recorded.",
        "# TYPE punto_events_total counter",
    ]
    lines += [f'punto_events_total{{stream="{name}"}} {head.seq}' for name, head in found]
    lines += [
        "# HELP punto_halted_tables Tables that are closed because their journal is damaged.",
        "# TYPE punto_halted_tables gauge",
        f"punto_halted_tables {len(casino.host.halted)}",
    ]
    text = "\n".join(lines) + "\n"
    return Response(text, media_type="text/plain; version=0.0.4")


health_routes = Router("", route_handlers=[health, ready, metrics], tags=["health"])
