"""Who proves which stream: this process, or worker processes that share the tables out."""

import gc
from collections import deque
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from itertools import islice
from multiprocessing import get_context
from typing import Any, NamedTuple

from msgspec.structs import astuple

from punto.journal.codec import Entry
from punto.journal.failures import Unavailable
from punto.journal.openings import Opening, Openings
from punto.journal.proof import Elsewhere, Proof, Proved
from punto.journal.reading import Reading, Snapshot
from punto.journal.streams import CAGE
from punto.ledger.transfers import Balances

AT_ONCE = 2000  # entries read before they are shared out
AHEAD = 12  # how many such parts are on their way

Parcel = list[tuple[Any, ...]]  # entries or what they come to, as plain tuples: quick to send


class Start(NamedTuple):
    """What is known of a stream beforehand."""

    snapshot: Snapshot | None
    opening: Opening | None


Starts = Mapping[str, Start]


def starts(reading: Reading, openings: Openings) -> Starts:
    """What is known of every stream."""
    return {
        stream: Start(reading.snapshot(stream), openings.streams.get(stream))
        for stream in reading.streams()
    }


def collect_seldom() -> None:
    """For a process that only proves: records come and go by the million, none in a cycle."""
    gc.freeze()
    gc.set_threshold(100_000)


class Proofs:
    """Proofs of several streams."""

    def __init__(self, begins: Starts, books: Balances) -> None:
        self.starts = begins
        self._books = books
        self._of: dict[str, Proof] = {}

    def take(self, entry: Entry) -> Proved:
        return self._proof(entry.stream).take(entry)

    def ends(self) -> dict[str, Opening]:
        """Every stream as it stands after what was proved here."""
        return {stream: self._proof(stream).end for stream in self.starts}

    def _proof(self, stream: str) -> Proof:
        proof = self._of.get(stream)
        if proof is None:
            snapshot, opening = self.starts[stream]
            proof = self._of[stream] = Proof(stream, snapshot, self._books, opening)
        return proof


def prove_entries(
    reading: Reading, here: Proofs, workers: int = 0, until: int | None = None
) -> Iterator[tuple[Entry, Proved]]:
    """Every entry in the order of positions, or up to one, with what it comes to.

    Each is proved only when the one before has been taken, so its books may be moved in between.
    """
    if not workers:
        return ((entry, here.take(entry)) for entry in reading.everything(until))
    return _shared_out(reading, here, workers)


def _shared_out(reading: Reading, here: Proofs, workers: int) -> Iterator[tuple[Entry, Proved]]:
    """Each table is one worker's; the cage needs the books, so it is proved here in its turn."""
    with ExitStack() as stack:
        crew = [
            stack.enter_context(
                ProcessPoolExecutor(
                    1, get_context("spawn"), initializer=_begin, initargs=(here.starts,)
                )
            )
            for _ in range(workers)
        ]
        whose = _shares(reading, workers)
        entries = reading.everything()
        ahead: deque[tuple[list[Entry], dict[int, Future[Parcel]]]] = deque()
        while True:
            while len(ahead) < AHEAD and (some := list(islice(entries, AT_ONCE))):
                ahead.append((some, _send(crew, whose, some)))
            if not ahead:
                return
            some, parcels = ahead.popleft()
            proved = {worker: _received(parcel) for worker, parcel in parcels.items()}
            for entry in some:
                at_cage = entry.stream == CAGE
                yield (
                    entry,
                    here.take(entry) if at_cage else Proved(*next(proved[whose[entry.stream]])),
                )


def _shares(reading: Reading, workers: int) -> dict[str, int]:
    """Which worker proves which table: the longest first, each to whoever has least to do."""
    lengths = {stream: reading.head(stream).number for stream in reading.streams()}
    load = dict.fromkeys(range(workers), 0)
    whose: dict[str, int] = {}
    for stream in sorted(lengths.keys() - {CAGE}, key=lambda each: -lengths[each]):
        whose[stream] = min(load, key=lambda worker: load[worker])
        load[whose[stream]] += lengths[stream]
    return whose


def _send(
    crew: list[ProcessPoolExecutor], whose: Mapping[str, int], some: list[Entry]
) -> dict[int, Future[Parcel]]:
    parcels: dict[int, Parcel] = {}
    for entry in some:
        if entry.stream != CAGE:
            parcels.setdefault(whose[entry.stream], []).append(astuple(entry))
    return {worker: crew[worker].submit(_take, parcel) for worker, parcel in parcels.items()}


def _received(parcel: Future[Parcel]) -> Iterator[tuple[Any, ...]]:
    try:
        return iter(parcel.result())
    except BrokenProcessPool:
        raise Unavailable(
            "Not all of it was proved, for a worker was ended: verify again, with fewer workers."
        ) from None


# What follows runs in a worker.

_proofs = Proofs({}, Elsewhere())


def _begin(begins: Starts) -> None:
    _proofs.starts = begins
    collect_seldom()


def _take(parcel: Parcel) -> Parcel:
    return [tuple(_proofs.take(Entry(*entry))) for entry in parcel]
