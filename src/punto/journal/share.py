"""Proof of several streams: a share of a journal, or all of it."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple, TypeAlias

from msgspec import Struct

from punto.journal.books import Changes, RecordedTransfers, changes_of, differences
from punto.journal.codec import Entry, Head
from punto.journal.landmarks import Landmark, RecordedLandmarks, landmarks_of
from punto.journal.openings import Opening, Openings
from punto.journal.proof import Fault, Proof, Unposted
from punto.journal.reading import Reading, Snapshot, TransferRow
from punto.ledger.transfers import Balances

MARKED_WRONG = "its landmarks are not what it comes to"


class Start(NamedTuple):
    """What is known of a stream beforehand."""

    snapshot: Snapshot | None = None
    opening: Opening | None = None


Starts = Mapping[str, Start]


def starts(reading: Reading, openings: Openings) -> Starts:
    """What is known of every stream."""
    return {
        stream: Start(reading.snapshot(stream), openings.streams.get(stream))
        for stream in reading.streams()
    }


class Trouble(Struct, frozen=True):
    """What a few entries come to beside the money they move."""

    faults: tuple[Fault, ...] = ()
    broken: bool = False  # nothing of its stream can be proved from here on
    unposted: Unposted | None = None  # what it moves only the books tell
    recorded: tuple[TransferRow, ...] = ()  # of one that is unposted


# What an entry comes to beyond its own stream: its position, stream and number, by how much it
# changes accounts, and its trouble if any. Plain tuples: processes tell each other millions.
Step: TypeAlias = tuple[int, str, int, Changes, Trouble | None]


class Ended(NamedTuple):
    """What is known of a share at its end."""

    heads: dict[str, Head]
    seen: list[str]  # streams whose saved head was met
    left_over: dict[str, int]  # entries of transfers that are recorded after a stream's end
    faults: list[Fault]
    entries: int


class Share:
    """Some streams of a journal on their way to being proved."""

    def __init__(
        self,
        reading: Reading,
        begins: Starts,
        books: Balances,
        saved_heads: Mapping[str, bytes],
        until: int,
    ) -> None:
        self.entries = 0
        self._reading = reading
        self._until = until
        self._saved = saved_heads
        self._seen: list[str] = []
        self._proofs = {
            stream: Proof(stream, snapshot, books, opening)
            for stream, (snapshot, opening) in begins.items()
        }
        self._recorded: dict[str, RecordedTransfers] = {}
        self._landmarks = RecordedLandmarks(reading, begins, until)
        self._stray: list[Landmark] = []

    def unproved(self) -> Iterator[Entry]:
        """The entries of this share in the order of positions: `take` each in its turn."""
        return self._reading.everything(self._until, tuple(self._proofs))

    def take(self, entry: Entry) -> Step:
        """Prove the next entry."""
        self.entries += 1
        position, stream, number = entry.position, entry.stream, entry.number
        proved = self._proofs[stream].take(entry)
        moved, faults = proved.moved, proved.faults
        marks = self._landmarks.of(position)
        if marks:
            marks = self._own(entry, marks)
        if proved.broken:
            return position, stream, number, (), Trouble(faults, broken=True)
        if self._landmarks.are_kept and marks != landmarks_of(entry, proved.events):
            faults += (Fault(stream, number, MARKED_WRONG),)
        if self._saved.get(stream) == entry.hash:
            self._seen.append(stream)
        if stream not in self._recorded:
            self._recorded[stream] = RecordedTransfers(self._reading.transfers(stream))
        recorded = self._recorded[stream].of(number)
        if proved.unposted is not None:
            trouble = Trouble(faults, unposted=proved.unposted, recorded=recorded)
            return position, stream, number, (), trouble
        if moved != recorded:
            wrong = differences(moved, recorded)
            faults += tuple(Fault(stream, number, what) for what in wrong)
        return position, stream, number, changes_of(moved), Trouble(faults) if faults else None

    def _own(self, entry: Entry, found: tuple[Landmark, ...]) -> tuple[Landmark, ...]:
        """Those of these landmarks that are the entry's; those of none are kept for the end."""
        if all(mark.stream == entry.stream and mark.number == entry.number for mark in found):
            return found
        here = entry.stream, entry.number
        self._stray += [mark for mark in found if (mark.stream, mark.number) != here]
        return tuple(mark for mark in found if (mark.stream, mark.number) == here)

    def ends(self) -> dict[str, Opening]:
        """Every stream as it stands after what was proved."""
        return {stream: proof.end for stream, proof in self._proofs.items()}

    def ended(self) -> Ended:
        """What can be said only at the end."""
        left_over: dict[str, int] = {}
        for stream, recorded in self._recorded.items():
            # What was written since is for the next who asks.
            after = recorded.after(self._reading.head(stream).number)
            if after is not None and not self._proofs[stream].broken:
                left_over[stream] = after
        heads = {stream: proof.head for stream, proof in self._proofs.items()}
        stray = [
            Fault(mark.stream, mark.number, MARKED_WRONG)
            for mark in (*self._stray, *self._landmarks.rest())
            if not self._proofs[mark.stream].broken
        ]
        return Ended(heads, self._seen, left_over, stray, self.entries)
