"""Card readers: every read has a number, so that one that was repeated or lost is found."""

from typing import Annotated

from msgspec import Meta, Struct

from punto.floor.host import Host
from punto.journal.codec import Recorded, decode_refusal, recorded
from punto.journal.reads import ReadEntry, find_read, last_read, read_id
from punto.journal.store import Store
from punto.refusals import Reason, Refused
from punto.rules.cards import parse_card
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.people import Actor, Patron, Staff
from punto.table.prompt import Step, next_step
from punto.table.state import State

NUMBER_MAX = 2**53 - 1  # the largest whole number that every program counts up to

Number = Annotated[int, Meta(ge=1, le=NUMBER_MAX)]
Code = Annotated[str, Meta(min_length=1, max_length=20, pattern=r"^[ -~]+$")]


class Read(Struct, frozen=True, forbid_unknown_fields=True):
    """A code with its reader's number; `heard` is the refused read that somebody has seen to."""

    number: Number
    code: Code
    heard: Number | None = None


class Taken(Struct, frozen=True):
    """What became of a read; `again` where it had been taken before and was only told again."""

    number: int
    expected: int | None  # the number that comes next; any will do where None
    again: bool = False
    records: tuple[Recorded, ...] = ()
    refused: Refused | None = None


class Reads:
    """Takes reads to tables; what was taken is known from the journal alone."""

    def __init__(self, host: Host, store: Store) -> None:
        self._host = host
        self._store = store

    def expected(self, table: str, reader: str) -> int | None:
        """The number of the next read: any, where all reads before were archived."""
        with self._store.reading() as reading:
            last = last_read(reading, table, reader)
            return _next(last, archived=last is None and table in reading.openings().streams)

    def take(self, table: str, reader: str, read: Read) -> Taken:
        """Deal a card that was read, once; waits until it is on disk.

        What the table refuses is recorded, and its number is used. What is refused here, because
        the number cannot be right, leaves no trace.
        """
        with self._store.reading() as reading:
            before = find_read(reading, table, reader, read.number)
            last = last_read(reading, table, reader)
            archived = last is None and table in reading.openings().streams
        expected = _next(last, archived=archived)
        try:
            if before is not None:
                return _again(before, read, expected)
            check_read(read, last, expected)
        except Refused as refused:
            return Taken(read.number, expected, refused=refused)
        command = meant(self._host.look(table).state, read.code, reader)
        told = self._host.submit(table, read_id(reader, read.number), command).result()
        return Taken(read.number, read.number + 1, False, told.records, told.refused)


def meant(state: State, code: str, reader: str) -> c.Command:
    """What a code means at a table now: the card that is burned first, or one that is drawn.

    Whether a card is due at all is the table's to say. A card that a patron draws in method C is
    read by the device, and it is the patron who drew it (3.12.1).
    """
    by = Staff(reader, Position.DEALER)
    if next_step(state).step is Step.BURN:
        return burned(code, by)
    return c.DrawCard(plain(code), by=Patron(state.device) if state.device else by)


def burned(code: str, by: Actor) -> c.BurnCards:
    """The first card of a shoe, and unseen as many as it counts."""
    try:
        first = parse_card(code)
    except Refused:
        return c.BurnCards(code, 1, by=by)  # the table says what is wrong with it
    return c.BurnCards(first.code, first.points or 10, by=by)


def plain(code: str) -> str:
    """A code as the table writes it; one that is no card's is left as it is.

    >>> plain("10h"), plain("HELLO")
    ('TH', 'HELLO')
    """
    try:
        return parse_card(code).code
    except Refused:
        return code


def _next(last: ReadEntry | None, *, archived: bool) -> int | None:
    if last is None:
        return None if archived else 1
    return last.number + 1


def _again(before: ReadEntry, read: Read, expected: int | None) -> Taken:
    """The answer that was given before, so long as the same was read."""
    if plain(before.code) != plain(read.code):
        raise Refused(
            Reason.ID_USED_BEFORE,
            f"Read {read.number} was another card: call a supervisor before you go on.",
        )
    refused = decode_refusal(before.entry)
    records = () if refused else recorded(before.entry)
    return Taken(read.number, expected, True, records, refused)


def check_read(read: Read, last: ReadEntry | None, expected: int | None) -> None:
    """Refuse a read that leaves one out, or that follows a refused one nobody has seen to."""
    if expected is not None and read.number != expected:
        raise Refused(
            Reason.READ_MISSING,
            f"Read {expected} is expected, not {read.number}: send that one, or call a supervisor.",
        )
    if last is not None and last.entry.refusal and read.heard != last.number:
        # Else the card after one that could not be read would be dealt in its place.
        raise Refused(
            Reason.READ_UNHEARD,
            f"Read {last.number} was refused: see to it, then send the next with heard:"
            f" {last.number}.",
        )
