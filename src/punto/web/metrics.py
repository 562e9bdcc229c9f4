"""The metrics of one node for Prometheus, read from what the floor and the web count anyway."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from prometheus_client import GCCollector, PlatformCollector, ProcessCollector
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    InfoMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector, CollectorRegistry

from punto import __version__
from punto.floor.audit_writer import logged
from punto.floor.measurements import Histogram
from punto.floor.stream import StreamState
from punto.journal.errors import Corrupt, Unavailable
from punto.journal.streams import CAGE, SCHOOL
from punto.table.state import State
from punto.web.casino import Casino
from punto.web.edge.socket_counts import SocketCounts

STATES = ("closed", "idle", "betting", "dealing", "held", "halted")


class NodeCollector(Collector):
    """Makes the metrics when Prometheus asks for them."""

    def __init__(self, casino: Casino, sockets: SocketCounts) -> None:
        self._casino = casino
        self._sockets = sockets
        self._is_ready = True

    def describe(self) -> Iterable[Metric]:
        return ()  # so that registering it asks the database nothing

    def collect(self) -> Iterator[Metric]:
        yield InfoMetricFamily("punto_build", "The version.", value={"version": __version__})
        yield from self._traffic()
        yield from self._floor()
        yield from self._database()
        yield from self._journal()

    def _traffic(self) -> Iterator[Metric]:
        traffic = self._casino.traffic
        labels = ("method", "route", "status")
        yield _histogram(
            "punto_request_seconds", "Time to answer a request.", traffic.requests, labels
        )
        yield _counter(
            "punto_refusals", "Refusals sent to clients.", traffic.refusals, label="reason"
        )
        yield _gauge("punto_sockets", "Open sockets.", self._sockets.open)
        yield _counter(
            "punto_sockets_closed",
            "Sockets closed; too-slow are subscribers that were dropped.",
            traffic.sockets_closed,
            label="why",
        )
        yield _counter(
            "punto_notices",
            "Significant events that are in no entry, such as failed sign-ins.",
            logged,
            label="kind",
        )

    def _floor(self) -> Iterator[Metric]:
        host = self._casino.host
        found = host.measurements
        yield _histogram(
            "punto_command_seconds",
            "From a command's arrival at the queue to its answer.",
            found.commands,
            ("kind",),
        )
        yield _counter(
            "punto_commands_refused", "Commands refused.", found.refusals, label="reason"
        )
        yield _counter(
            "punto_commands_failed", "Commands that were not decided.", found.failures, label="why"
        )
        yield _histogram("punto_commit_seconds", "Time of a commit.", found.commit_seconds)
        yield _histogram("punto_commit_commands", "Commands in a commit.", found.commit_sizes)
        yield _gauge("punto_queued_commands", "Commands that wait for a commit.", host.queued)
        yield _gauge("punto_waited_seconds", "Age of the oldest of them.", host.waited_s())
        yield _gauge(
            "punto_listening", "1 if other nodes' commits are notified.", int(host.is_listening)
        )
        yield _gauge(
            "punto_clock_seconds", "The node's time of day.", self._casino.clock.now_ms() / 1000
        )

    def _database(self) -> Iterator[Metric]:
        self._is_ready = self._casino.readiness.check().is_ready
        yield _gauge("punto_ready", "1 if a stake would be accepted.", int(self._is_ready))
        pool = self._casino.store.pool()
        disk = self._casino.store.disk()
        if disk is not None:
            yield _gauge("punto_disk_free_bytes", "Free space beside the journal.", disk.free)
            yield _gauge("punto_disk_size_bytes", "Size of that file system.", disk.size)
        yield _gauge("punto_pool_used", "Database connections in use.", pool.used)
        yield _gauge("punto_pool_size", "Database connections that may be open.", pool.most)

    def _journal(self) -> Iterator[Metric]:
        casino = self._casino
        halted = casino.host.halted
        yield _gauge(
            "punto_halted_tables", "Tables closed because their journal is damaged.", len(halted)
        )
        streams = list(self._streams() if self._is_ready else self._seen())
        entries = CounterMetricFamily(
            "punto_entries", "Commands recorded, refusals too.", labels=("stream",)
        )
        events = CounterMetricFamily("punto_events", "Events recorded.", labels=("stream",))
        age = GaugeMetricFamily(
            "punto_head_age_seconds", "Time since the last entry.", labels=("stream",)
        )
        is_open = GaugeMetricFamily(
            "punto_table_open", "1 if the table is open.", labels=("stream",)
        )
        states = Counter(dict.fromkeys(STATES, 0))
        now_ms = casino.clock.now_ms()
        for stream in streams:
            name = stream.stream
            entries.add_metric((name,), stream.head.number)
            events.add_metric((name,), stream.head.seq)
            age.add_metric((name,), max(0, now_ms - stream.at_ms) / 1000)
            if name not in (CAGE, SCHOOL):
                state = "halted" if name in halted else table_state(stream.state)
                states[state] += 1
                is_open.add_metric((name,), int(state not in ("closed", "halted")))
        yield from (entries, events, age, is_open)
        yield _labelled_gauge("punto_tables", "Tables by state.", states, "state")

    def _seen(self) -> Iterator[StreamState[State]]:
        """The tables as this node last saw them."""
        host = self._casino.host
        seen = (host.last_seen(name) for name in (*host.tables(), *host.halted))
        return (each for each in seen if each is not None)

    def _streams(self) -> Iterator[StreamState[State]]:
        """Every stream as it stands on disk; other nodes may have written to it."""
        host = self._casino.host
        try:
            with self._casino.store.begin_read() as transaction:
                heads = {name: transaction.head(name) for name in transaction.streams()}
        except Unavailable:
            yield from self._seen()
            return
        for name, head in heads.items():
            seen = host.last_seen(name)
            if name in host.halted:
                if seen is not None:
                    yield seen
            elif seen is not None and seen.head.number >= head.number:
                yield seen
            else:
                try:
                    yield host.look(name)
                except (Corrupt, Unavailable):
                    continue  # the next command for it halts it


def table_state(state: State) -> str:
    """What a table is doing, in a word."""
    if state.configuration is None:
        return "closed"
    if state.case is not None or state.is_interrupted:
        return "held"
    if state.round is None:
        return "idle"
    return "betting" if state.round.betting_open else "dealing"


def make_registry(casino: Casino, sockets: SocketCounts) -> CollectorRegistry:
    """The metrics of one node: its own, and those of its process."""
    registry = CollectorRegistry()
    registry.register(NodeCollector(casino, sockets))
    ProcessCollector(registry=registry)
    PlatformCollector(registry=registry)
    GCCollector(registry=registry)
    return registry


def _gauge(name: str, about: str, value: float) -> Metric:
    return GaugeMetricFamily(name, about, value=value)


def _labelled_gauge(name: str, about: str, values: Mapping[str, int], label: str) -> Metric:
    family = GaugeMetricFamily(name, about, labels=(label,))
    for each, value in values.items():
        family.add_metric((each,), value)
    return family


def _counter(name: str, about: str, counts: Mapping[str, int], *, label: str) -> Metric:
    family = CounterMetricFamily(name, about, labels=(label,))
    for each, value in list(counts.items()):
        family.add_metric((each,), value)
    return family


def _histogram(name: str, about: str, histogram: Histogram, labels: tuple[str, ...] = ()) -> Metric:
    family = HistogramMetricFamily(name, about, labels=labels)
    for values, series in list(histogram.series.items()):
        total, buckets = 0, []
        for bound, count in zip((*series.bounds, "+Inf"), list(series.counts), strict=True):
            total += count
            buckets.append((str(bound), float(total)))
        family.add_metric(values, buckets, series.total)
    return family
