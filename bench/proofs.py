"""Events proved a second, in one process and on all cores, and how soon a journal is served."""

from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from bench.clock import Row, rates, row
from bench.journals import write_journal
from punto.floor.host import Host
from punto.floor.kept import begun, replay
from punto.journal.codec import Head, follow
from punto.journal.store import Store
from punto.journal.verify import Verification
from punto.sim.workers import cores

EVENTS = 100_000


def rows(events: int = EVENTS) -> list[Row]:
    """A journal made for this, measured."""
    with TemporaryDirectory(dir=Path.cwd()) as folder:
        path = str(Path(folder) / "proofs.journal")
        store = Store(path)
        store.create()
        write_journal(store, events)
        store.close()
        return measure(path)


def measure(journal: str, repeats: int = 3) -> list[Row]:
    """What a journal on SQLite is proved and served with."""
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
    with store.reading() as reading:
        proof = Verification(reading, workers=workers)
        faults = list(proof.faults())
    assert not faults, faults[:3]
    return proof.events


def _chained(store: Store) -> int:
    """The least that any proof does: every entry read, and its hash made again."""
    heads: dict[str, Head] = {}
    with store.reading() as reading:
        for entry in reading.everything():
            heads[entry.stream] = follow(heads.get(entry.stream, Head()), entry)
    return sum(head.seq for head in heads.values())


def _start_up(store: Store) -> Row:
    """A host's start from snapshots, against going through one table from its first entry."""
    start = perf_counter()
    host = Host(store)
    ours = perf_counter() - start
    host.stop()
    assert not host.halted
    with store.reading() as reading:
        events = sum(reading.head(stream).seq for stream in reading.streams())
        table = host.tables()[0]
        start = perf_counter()
        whole = replay(begun(table), reading.entries(table))
        theirs = perf_counter() - start
    assert whole.state == host.state(table)
    return (
        f"start-up, {events:,} events, {len(host.tables())} tables",
        f"{ours:.2f} s",
        f"{theirs:.2f} s (one of them without its snapshot)",
        f"{ours / theirs:.3f}",
    )


def main() -> None:
    """Measure a journal of any length, or one that is there already."""
    asked = ArgumentParser(description=__doc__)
    asked.add_argument("--events", type=int, default=EVENTS)
    asked.add_argument("--journal", default="")
    asked.add_argument("--repeats", type=int, default=3)
    said = asked.parse_args()
    for line in measure(said.journal, said.repeats) if said.journal else rows(said.events):
        print(" | ".join(line))


if __name__ == "__main__":
    main()
