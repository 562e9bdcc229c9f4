"""The entry index: where in the journal rounds, shoes and significant events are.

It is derived from each entry when that is written, and `punto verify` derives it again. Queries
use it to find entries, and read the facts from the entries themselves.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from enum import StrEnum
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import asdict

from punto.journal.codec import STAFF, Entry, Events, decode_events, decode_refusal, read_entry
from punto.journal.errors import Corrupt
from punto.journal.read_transaction import COLUMNS, CONFIGURED, ReadTransaction
from punto.journal.schema import entries, entry_index
from punto.ledger.cage import events as cage
from punto.refusals import Reason
from punto.table import events as e
from punto.table.card_source import READING as CARD_SOURCE
from punto.text import is_person_name


class IndexKind(StrEnum):
    """The kind of an index entry."""

    ROUND = "round"  # betting opened
    SHOE = "shoe"  # loaded
    REVEAL = "reveal"  # a shoe's seal was opened
    OUTCOME = "outcome"  # a round was settled or voided, or that was corrected
    VOID = "void"
    CORRECTION = "correction"
    OVERRIDE = "override"
    CONFIGURATION = CONFIGURED
    IRREGULARITY = "irregularity"
    DEALER = "dealer"  # one signed on or off
    ACTING = "acting"  # a person acts, or has acted, in another position
    ADJUSTMENT = "adjustment"
    VARIANCE = "variance"
    DENIED = "denied-command"
    BROKEN_SEAL = "broken-seal"
    CONTRIBUTION_MISSING = "contribution-missing"  # a shoe could not be dealt without a value
    CARD_SOURCE = "card-source"  # a table's cards come from somewhere else
    SHOE_ABANDONED = "shoe-abandoned"  # a person retired a virtual shoe that could be dealt on
    APPROVAL_ASKED = "approval-asked"
    APPROVAL_GIVEN = "approval-given"
    CREDITS_ISSUED = "credits-issued"  # by staff, for cash
    PAID_OUT = "paid-out"  # a voucher issued or paid by staff
    CHIPS_SOLD = "chips-sold"  # by staff, for cash
    CLAIM_PAID = "claim-paid"  # cash that staff took for what a patron owed


class IndexEntry(Struct, frozen=True, gc=False):
    """A row of the index: that an entry holds something of this kind."""

    position: int
    kind: str
    stream: str
    number: int
    at_ms: int
    actor: str
    round: int = 0
    cents: int = 0  # the largest win of an outcome; the amount of a void, adjustment, …


# Commands by which senior staff override the usual procedure.
OVERRIDES = frozenset(
    (
        "decide",
        "remove-stakes",
        "choose-handler",
        "allow-squeezing",
        "allow-first-card-withdrawal",
        "give-device",
        "reconstruct",
        "replace-missing",
    )
)
REFUSALS = {
    Reason.NOT_AUTHORISED: IndexKind.DENIED,
    Reason.NOT_YOURS: IndexKind.DENIED,
    Reason.NOT_THE_CARD_SOURCE: IndexKind.DENIED,
    Reason.SEAL_BROKEN: IndexKind.BROKEN_SEAL,
    Reason.APPROVAL_NEEDED: IndexKind.APPROVAL_ASKED,
}
# Events that are indexed.
MARKED = frozenset(
    (
        e.ShoeLoaded,
        e.ShoeRetired,
        e.ShoeRevealed,
        e.SealContradicted,
        e.ContributionsMissing,
        e.BettingOpened,
        e.RoundSettled,
        e.RoundVoided,
        e.SettlementReversed,
        e.DisplayCorrected,
        e.IrregularityReported,
        e.LateStakeFound,
        e.LateWithdrawalFound,
        e.ReportFiled,
        e.ReportDismissed,
        e.ActingStarted,
        e.ActingEnded,
        e.ActedAs,
        e.DealerSignedOn,
        e.DealerSignedOff,
        e.TableOpened,
        e.ConfigurationChanged,
        e.TableClosed,
        e.MethodChosen,
        cage.LimitsSet,
        cage.Adjusted,
        cage.BankClosed,
        cage.DropCounted,
        cage.CreditsBought,
        cage.ChipsBought,
        cage.VoucherIssued,
        cage.VoucherPaid,
        cage.ClaimPaid,
    )
)
# Most entries hold none of them: this finds out without decoding.
_EVENTS = re.compile(
    rb'"type":"(?:%b)"' % "|".join(str(each.__struct_config__.tag) for each in MARKED).encode()
)
_STAKE = "place-stake"
_AT_ONCE = 1000  # rows read or written at once


def index_entries_of(entry: Entry, events: Events | None = None) -> tuple[IndexEntry, ...]:
    """The index entries of an entry; none if it cannot be decoded.

    Pass its events if they are already decoded.
    """
    if entry.kind == _STAKE and not entry.refusal:
        return ()  # an accepted stake, as most entries are
    try:
        found = dict(_refused(entry) if entry.refusal else _done(entry, events))
    except (Corrupt, TypeError):
        return ()
    if not found:
        return ()
    return tuple(
        IndexEntry(
            entry.position,
            kind.value,
            entry.stream,
            entry.number,
            entry.at_ms,
            entry.actor,
            number,
            cents,
        )
        for kind, (number, cents) in sorted(found.items())
    )


def _refused(entry: Entry) -> Iterator[tuple[IndexKind, tuple[int, int]]]:
    refusal = decode_refusal(entry)
    if refusal is not None and refusal.reason in REFUSALS:
        yield REFUSALS[refusal.reason], (0, 0)


def _done(entry: Entry, events: Events | None) -> Iterator[tuple[IndexKind, tuple[int, int]]]:
    if entry.kind in OVERRIDES:
        yield IndexKind.OVERRIDE, (0, 0)
    if entry.approval:
        yield IndexKind.APPROVAL_GIVEN, (0, 0)
    if events is None:
        events = decode_events(entry) if _EVENTS.search(entry.events) else ()
    for event in events:
        if type(event) in MARKED:
            yield from _issued(entry, event)
            yield from _happened(event)


def _issued(entry: Entry, event: Any) -> Iterator[tuple[IndexKind, tuple[int, int]]]:
    """Money that a member of staff issued or paid; not a patron or a machine."""
    if entry.role != STAFF or not is_person_name(entry.actor):
        return
    match event:
        case cage.CreditsBought(cents=cents):
            yield IndexKind.CREDITS_ISSUED, (0, cents)
        case cage.ChipsBought(cents=cents):
            yield IndexKind.CHIPS_SOLD, (0, cents)
        case cage.VoucherIssued(cents=cents) | cage.VoucherPaid(cents=cents):
            yield IndexKind.PAID_OUT, (0, cents)
        case cage.ClaimPaid(cents=cents, from_credits=False):
            yield IndexKind.CLAIM_PAID, (0, cents)
        case _:
            pass


def _happened(event: Any) -> Iterator[tuple[IndexKind, tuple[int, int]]]:
    match event:
        case e.BettingOpened(round=number):
            yield IndexKind.ROUND, (number, 0)
        case e.ShoeLoaded():
            yield IndexKind.SHOE, (0, 0)
        case e.ShoeRevealed():
            yield IndexKind.REVEAL, (0, 0)
        case e.ShoeRetired() if event.undealt:
            yield IndexKind.SHOE_ABANDONED, (0, 0)
        case e.SealContradicted():
            yield IndexKind.BROKEN_SEAL, (0, 0)
        case e.ContributionsMissing():
            yield IndexKind.CONTRIBUTION_MISSING, (0, 0)
        case e.RoundSettled(round=number, lines=lines):
            yield IndexKind.OUTCOME, (number, _most_won(lines))
        case e.RoundVoided(round=number, lines=lines):
            yield IndexKind.OUTCOME, (number, 0)
            yield IndexKind.VOID, (number, sum(line.cents for line in lines))
        case e.SettlementReversed(round=number, lines=lines):
            yield IndexKind.CORRECTION, (number, sum(line.cents for line in lines))
        case e.DisplayCorrected(round=number):
            yield IndexKind.CORRECTION, (number, 0)
        case e.ActingStarted() | e.ActingEnded() | e.ActedAs():
            yield IndexKind.ACTING, (0, 0)
        case e.DealerSignedOn() | e.DealerSignedOff():
            yield IndexKind.DEALER, (0, 0)
        case e.LateStakeFound(cents=cents) | e.LateWithdrawalFound(cents=cents):
            yield IndexKind.IRREGULARITY, (0, cents)
        case e.IrregularityReported() | e.ReportFiled() | e.ReportDismissed():
            yield IndexKind.IRREGULARITY, (0, 0)
        case e.TableOpened() | e.ConfigurationChanged() | e.TableClosed() | e.MethodChosen():
            yield IndexKind.CONFIGURATION, (0, 0)
            if event.clause == CARD_SOURCE:
                yield IndexKind.CARD_SOURCE, (0, 0)
        case cage.LimitsSet():
            yield IndexKind.CONFIGURATION, (0, 0)
        case cage.Adjusted(cents=cents):
            yield IndexKind.ADJUSTMENT, (0, abs(cents))
        case cage.BankClosed() | cage.DropCounted() if event.counted_cents != event.book_cents:
            yield IndexKind.VARIANCE, (0, abs(event.counted_cents - event.book_cents))
        case _:
            pass


def _most_won(lines: Iterable[e.Paid]) -> int:
    """The largest net win of one patron."""
    won: dict[str, int] = {}
    for line in lines:
        won[line.patron] = won.get(line.patron, 0) + line.profit_cents
    return max(0, *won.values()) if won else 0


def index_entries(connection: sa.Connection) -> None:
    """Rebuild the whole index."""
    connection.execute(sa.delete(entry_index))
    found: list[dict[str, Any]] = []
    whole = connection.execute(_everything(), execution_options={"yield_per": _AT_ONCE})
    for entry in (read_entry(row) for row in whole):
        found += map(asdict, index_entries_of(entry))
        if len(found) >= _AT_ONCE:
            connection.execute(sa.insert(entry_index), found)
            found = []
    if found:
        connection.execute(sa.insert(entry_index), found)


class RecordedIndex:
    """The stored index entries of some streams, up to a position."""

    def __init__(self, transaction: ReadTransaction, streams: Collection[str], until: int) -> None:
        columns = [entry_index.c[name] for name in IndexEntry.__struct_fields__]
        # The concatenation keeps the database from using the index on streams and then sorting.
        these = sa.and_((entry_index.c.stream + "").in_(streams), entry_index.c.position <= until)
        ordered = sa.select(*columns).where(these)
        ordered = ordered.order_by(entry_index.c.position, entry_index.c.kind)
        self._rows: Iterator[Any] = iter(transaction.rows(ordered))
        self._next = next(self._rows, None)

    def of(self, position: int) -> tuple[IndexEntry, ...]:
        """Those up to this position that were not returned before."""
        if self._next is None or self._next[0] > position:
            return ()
        found: list[IndexEntry] = []
        while self._next is not None and self._next[0] <= position:
            found.append(IndexEntry(*self._next))
            self._next = next(self._rows, None)
        return tuple(found)

    def rest(self) -> Iterator[IndexEntry]:
        """Those that were not returned by `of`."""
        while self._next is not None:
            yield IndexEntry(*self._next)
            self._next = next(self._rows, None)


def _everything() -> sa.Select[Any]:
    """All entries except accepted stakes, the majority, which are never indexed."""
    taken = sa.and_(entries.c.kind == _STAKE, entries.c.refusal == b"")
    return sa.select(*COLUMNS).where(sa.not_(taken)).order_by(entries.c.position)
