"""Events verified per second, in one process and on all cores, and a host's start-up time."""

from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from bench.clock import Row, rates, row
from bench.journals import write_journal
from punto.floor.host import Host
from punto.floor.stream import new_stream, replay
from punto.journal.codec import Head, follow
from punto.journal.store import Store
from punto.journal.verify.journal import Verification
from punto.sim.workers import cores

EVENTS = 100_000


def rows(events: int = EVENTS) -> list[Row]:
    """Write a journal and measure it."""
    with TemporaryDirectory(dir=Path.cwd()) as folder:
        path = str(Path(folder) / "proofs.journal")
        store = Store(path)
        store.create()
        write_journal(store, events)
        store.close()
        return measure(path)


def measure(journal: str, repeats: int = 3) -> list[Row]:
    """Measure verification and start-up of a SQLite journal."""
    store = Store(journal)

    def alone() -> int:
        return _proved(store, 0)

    def on_all_cores() -> int:
        return _proved(store, cores())

    def chain_alone() -> int:
        return _chained(store)

    one, every, chain = rates(alone, on_all_cores, chain_alone, repeats=repeats)
    than = "read and hashed only"
    found = [
        row("verify, one process", one, chain, "events/s", than),
        row(f"verify, {cores()} cores", every, chain, "events/s", than),
        _start_up(store),
    ]
    store.close()
    return found


def _proved(store: Store, workers: int) -> int:
    with store.begin_read() as transaction:
        proof = Verification(transaction, workers=workers)
        faults = list(proof.faults())
    assert not faults, faults[:3]
    return proof.events


def _chained(store: Store) -> int:
    """Run the minimum of any verification: read every entry and recompute its hash."""
    heads: dict[str, Head] = {}
    with store.begin_read() as transaction:
        for entry in transaction.everything():
            heads[entry.stream] = follow(heads.get(entry.stream, Head()), entry)
    return sum(head.seq for head in heads.values())


def _start_up(store: Store) -> Row:
    """Measure a host's start from snapshots, against replaying one table from its first entry."""
    start = perf_counter()
    host = Host(store)
    ours = perf_counter() - start
    host.stop()
    assert not host.halted
    with store.begin_read() as transaction:
        events = sum(transaction.head(stream).seq for stream in transaction.streams())
        table = host.tables()[0]
        start = perf_counter()
        whole = replay(new_stream(table), transaction.entries(table))
        theirs = perf_counter() - start
    assert whole.state == host.state(table)
    return (
        f"start-up, {events:,} events, {len(host.tables())} tables",
        f"{ours:.2f} s",
        f"{theirs:.2f} s (one of them without its snapshot)",
        f"{ours / theirs:.3f}",
    )


def main() -> None:
    """Measure a new journal of any length, or an existing one."""
    asked = ArgumentParser(description=__doc__)
    asked.add_argument("--events", type=int, default=EVENTS)
    asked.add_argument("--journal", default="")
    asked.add_argument("--repeats", type=int, default=3)
    said = asked.parse_args()
    for line in measure(said.journal, said.repeats) if said.journal else rows(said.events):
        print(" | ".join(line))


if __name__ == "__main__":
    main()
