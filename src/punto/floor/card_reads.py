"""Card reads: numbered by the reader, so that a repeated or lost one is detected."""

from typing import Annotated

from msgspec import Meta, Struct

from punto.floor.host import Host
from punto.floor.submission import Submission, make_future
from punto.journal.codec import Recorded, decode_refusal, recorded
from punto.journal.queries.card_reads import ReadEntry, find_read, last_read, read_id
from punto.journal.store import Store
from punto.refusals import Reason, Refused
from punto.rules.cards import parse_card
from punto.table import commands as c
from punto.table.people import Machine, Role
from punto.table.prompt import Step, next_step
from punto.table.state import State

NUMBER_MAX = 2**53 - 1  # the largest integer that JSON readers hold exactly

Number = Annotated[int, Meta(ge=1, le=NUMBER_MAX)]
Code = Annotated[str, Meta(min_length=1, max_length=20, pattern=r"^[ -~]+$(?!\n)")]


class Read(Struct, frozen=True, forbid_unknown_fields=True):
    """A card code with its number; `acknowledged` is a refused read that a person has handled."""

    number: Number
    code: Code
    acknowledged: Number | None = None


class Taken(Struct, frozen=True):
    """The result of a read; `again` if it had been taken before and the answer is repeated."""

    number: int
    expected: int | None  # the next number; None if any will do
    again: bool = False
    records: tuple[Recorded, ...] = ()
    refused: Refused | None = None


class Reads:
    """Submits reads to tables; the journal alone says which were taken."""

    def __init__(self, host: Host, store: Store) -> None:
        self._host = host
        self._store = store

    def expected(self, table: str, reader: str) -> int | None:
        """The number of the next read; None (any) if all earlier reads are archived."""
        with self._store.begin_read() as transaction:
            last = last_read(transaction, table, reader)
            return _next(last, archived=last is None and table in transaction.openings().streams)

    def take(self, table: str, reader: str, read: Read) -> Taken:
        """Deal the card that was read, once, and wait until it is on disk.

        A read that the table refuses is recorded and uses up its number. A read refused here,
        because of its number, is not recorded.
        """
        with self._store.begin_read() as transaction:
            before = find_read(transaction, table, reader, read.number)
            last = last_read(transaction, table, reader)
            archived = last is None and table in transaction.openings().streams
        expected = _next(last, archived=archived)
        try:
            if before is not None:
                return _again(before, read, expected)
            check_read(read, last, expected)
        except Refused as refused:
            return Taken(read.number, expected, refused=refused)
        state = self._host.look(table).state
        by = Machine(reader, Role.READER, _pressed_by(state))
        future, reply = make_future()
        given = Submission(table, read_id(reader, read.number), by, meant(state, read.code))
        self._host.submit(given, reply)
        receipt = future.result()
        following = read.number + 1 if receipt.is_recorded else expected
        return Taken(read.number, following, False, receipt.records, receipt.refused)


def meant(state: State, code: str) -> c.BurnCards | c.DrawCard:
    """The command that a code stands for: the first card burned, or a card drawn.

    Whether a card is due at all is for the table to decide.
    """
    if next_step(state).step is Step.BURN:
        return burned(code)
    return c.DrawCard(plain(code))


def _pressed_by(state: State) -> str:
    """The patron who controls the device in method C, where the device reads the card (3.12.1)."""
    return "" if next_step(state).step is Step.BURN else state.device


def burned(code: str) -> c.BurnCards:
    """Burn the first card of a shoe, then as many cards unseen as its value."""
    try:
        first = parse_card(code)
    except Refused:
        return c.BurnCards(code, 1)  # the table refuses it
    return c.BurnCards(first.code, first.points or 10)


def plain(code: str) -> str:
    """The code in the table's form; unchanged if it is not a card's.

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
    """The answer given before, provided that the same card was read."""
    if plain(before.code) != plain(read.code):
        raise Refused(
            Reason.ID_USED_BEFORE,
            "Read {number} was another card: call a supervisor before you go on.",
            number=read.number,
        )
    refused = decode_refusal(before.entry)
    records = () if refused else recorded(before.entry)
    return Taken(read.number, expected, True, records, refused)


def check_read(read: Read, last: ReadEntry | None, expected: int | None) -> None:
    """Refuse a read that skips a number, or that follows an unacknowledged refusal."""
    if expected is not None and read.number != expected:
        raise Refused(
            Reason.READ_MISSING,
            "Read {expected} is expected, not {number}: send that one, or call a supervisor.",
            expected=expected,
            number=read.number,
        )
    if last is not None and last.entry.refusal and read.acknowledged != last.number:
        # Otherwise the next card would be dealt in place of the one that could not be read.
        raise Refused(
            Reason.READ_UNHEARD,
            "Read {number} was refused: handle it, then send the next with acknowledged: {number}.",
            number=last.number,
        )
