"""A journal as rows for analysts: rounds, cards, stakes, payments, transfers and events.

Every row has the position of its entry, so an export can go on where another ended.
"""

from collections.abc import Iterator
from typing import Any, TypeAlias

import sqlalchemy as sa

from punto.journal.codec import Entry, decode_events, read_entry
from punto.journal.entry_index import IndexEntry
from punto.journal.queries.audit import NOT_SIGNIFICANT
from punto.journal.read_transaction import COLUMNS, ReadTransaction
from punto.journal.schema import entries, entry_index, transfers
from punto.journal.streams import CAGE
from punto.ledger.postings import counted_cents
from punto.rules.cards import parse_card
from punto.rules.round import deal_round
from punto.table import events as e

AT_ONCE = 20_000  # entries of one part

Rows: TypeAlias = dict[str, list[tuple[Any, ...]]]  # by data set, as its columns say

# The columns of each data set after `position`, `at_ms` and `stream`: name, type, what it is.
ENVELOPE = (
    ("position", "int64", "of the entry, over all tables: the cursor of an export"),
    ("at_ms", "int64", "when, in milliseconds since 1970, UTC"),
    ("stream", "string", "the table, or `cage`"),
)
DATA_SETS: dict[str, tuple[tuple[str, str, str], ...]] = {
    "rounds": (
        ("round", "int64", "its number at the table"),
        ("kind", "string", "`settled`, `voided`, or `reversed` by a correction"),
        ("edition", "string", "the rule document"),
        ("outcome", "string", "`player`, `banker` or `tie`; null unless settled"),
        ("player", "int64", "total"),
        ("banker", "int64", "total"),
        ("corrects", "bool", "whether it replaces an earlier settlement"),
        ("dealer", "string", "who dealt it; null of a reversal"),
    ),
    "cards": (
        ("round", "int64", "its number at the table"),
        ("place", "int64", "in the order dealt, from 0"),
        ("card", "string", "rank and suit"),
    ),
    "stakes": (
        ("kind", "string", "`placed`, `changed` or `withdrawn`"),
        ("stake", "int64", "its number at the table"),
        ("patron", "string", ""),
        ("wager", "string", ""),
        ("cents", "int64", "what stands after it; withdrawn: what was withdrawn"),
    ),
    "payments": (
        ("round", "int64", "its number at the table"),
        ("sign", "int64", "1, or -1 if a correction reverses it: multiply by it"),
        ("stake", "int64", "its number at the table"),
        ("patron", "string", ""),
        ("wager", "string", ""),
        ("cents", "int64", "the stake"),
        ("counted_cents", "int64", "the part that counted: the handle"),
        ("result", "string", "win, lose, push, void or returned"),
        ("profit_cents", "int64", "the patron's; the table's win is its negative"),
        ("returned_cents", "int64", "to the patron"),
        ("clause", "string", "that paid"),
    ),
    "transfers": (
        ("place", "int64", "within its entry"),
        ("source", "string", "account"),
        ("target", "string", "account"),
        ("cents", "int64", "above zero"),
        ("purpose", "string", ""),
        ("stake", "int64", "0 if none"),
        ("wager", "string", "empty if none"),
    ),
    "irregularities": (
        ("irregularity", "string", ""),
        ("clause", "string", ""),
        ("actor", "string", "who reported it"),
    ),
    "significant_events": (
        ("kind", "string", "as in the audit log"),
        ("actor", "string", ""),
        ("round", "int64", "0 if none"),
        ("cents", "int64", "0 if none"),
    ),
}


def export_parts(
    transaction: ReadTransaction, after: int = 0, at_once: int = AT_ONCE
) -> Iterator[tuple[int, Rows]]:
    """The rows after a position, part by part, each with the last position in it."""
    while True:
        query = sa.select(*COLUMNS).where(entries.c.position > after)
        found = transaction.connection.execute(
            query.order_by(entries.c.position).limit(at_once)
        ).all()
        if not found:
            return
        some = [read_entry(row) for row in found]
        last = some[-1].position
        rows: Rows = {name: [] for name in DATA_SETS}
        for entry in some:
            _add(rows, entry)
        _add_transfers(transaction, rows, after, last)
        _add_significant(transaction, rows, after, last)
        yield last, rows
        after = last


def _add(rows: Rows, entry: Entry) -> None:
    if entry.stream == CAGE:
        return
    at = (entry.position, entry.at_ms, entry.stream)
    for event in decode_events(entry):
        match event:
            case e.StakePlaced():
                rows["stakes"].append((*at, "placed", *_stake(event)))
            case e.StakeChanged():
                rows["stakes"].append((*at, "changed", *_stake(event)))
            case e.StakeWithdrawn():
                rows["stakes"].append((*at, "withdrawn", *_stake(event)))
            case e.IrregularityReported(irregularity=which, clause=clause):
                rows["irregularities"].append((*at, which.value, clause, entry.actor))
            case e.RoundSettled() | e.RoundVoided() | e.SettlementReversed():
                _add_round(rows, at, entry.edition, event)
            case _:
                pass


def _stake(event: Any) -> tuple[Any, ...]:
    return event.stake, event.patron, event.wager, event.cents


def _add_round(rows: Rows, at: tuple[Any, ...], edition: str, event: Any) -> None:
    outcome = player = banker = None
    kind, sign, corrects = "voided", 1, bool(getattr(event, "corrects", False))
    if isinstance(event, e.SettlementReversed):
        kind, sign = "reversed", -1
    elif isinstance(event, e.RoundSettled):
        kind, player, banker = "settled", event.player, event.banker
        dealt = deal_round(iter([parse_card(card) for card in event.cards]))
        outcome = None if dealt is None else dealt.outcome.winner.value
        rows["cards"] += [(*at, event.round, *each) for each in enumerate(event.cards)]
    dealer = getattr(event, "dealer", "") or None
    row = (*at, event.round, kind, edition, outcome, player, banker, corrects, dealer)
    rows["rounds"].append(row)
    rows["payments"] += [
        (
            *at,
            event.round,
            sign,
            line.stake,
            line.patron,
            line.wager,
            line.cents,
            counted_cents(line),
            line.result.value,
            line.profit_cents,
            line.returned_cents,
            line.clause,
        )
        for line in event.lines
    ]


def _add_transfers(transaction: ReadTransaction, rows: Rows, after: int, last: int) -> None:
    columns = [
        *(transfers.c.position, entries.c.at_ms, entries.c.stream, transfers.c.place),
        *(transfers.c.source, transfers.c.target, transfers.c.cents, transfers.c.purpose),
        *(transfers.c.stake, transfers.c.wager),
    ]
    query = (
        sa.select(*columns)
        .join_from(transfers, entries, transfers.c.position == entries.c.position)
        .where(transfers.c.position > after, transfers.c.position <= last)
        .order_by(transfers.c.position, transfers.c.place)
    )
    rows["transfers"] += [tuple(row) for row in transaction.connection.execute(query)]


def _add_significant(transaction: ReadTransaction, rows: Rows, after: int, last: int) -> None:
    columns = [entry_index.c[name] for name in IndexEntry.__struct_fields__]
    query = sa.select(*columns).where(
        entry_index.c.position > after,
        entry_index.c.position <= last,
        entry_index.c.kind.not_in(NOT_SIGNIFICANT),
    )
    ordered = query.order_by(entry_index.c.position, entry_index.c.kind)
    rows["significant_events"] += [
        (row.position, row.at_ms, row.stream, row.kind, row.actor, row.round, row.cents)
        for row in transaction.connection.execute(ordered)
    ]
