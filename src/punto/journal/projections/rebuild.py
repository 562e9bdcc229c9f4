"""Projections made again from a sound journal: running totals, and the balances after transfers."""

from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa

from punto.journal.codec import NO_EVENTS, decode_events, decode_opening
from punto.journal.projections.fold import Fold, fold_from, pending_of
from punto.journal.projections.tags import TagRow, tags_of
from punto.journal.schema import quarter_totals, round_tags, totals, transfers
from punto.journal.streams import kind_of
from punto.journal.write_transaction import WriteTransaction

AT_ONCE = 1000  # rows written at once


def rebuild_projections(transaction: WriteTransaction) -> int:
    """Replace all projections; return how many rows of totals there are.

    Those of archived entries stay: the journal has nothing to make them from.
    """
    openings = transaction.openings()
    after = openings.books.position
    execute = transaction.connection.execute
    execute(sa.delete(totals).where(totals.c.position > after))
    execute(sa.delete(round_tags).where(round_tags.c.position > after))
    execute(sa.delete(quarter_totals).where(quarter_totals.c.position > after))
    fold = fold_from({stream: each.totals for stream, each in openings.streams.items()})
    states = {
        stream: decode_opening(stream, each.state) for stream, each in openings.streams.items()
    }
    written, rows, tags = 0, list[Any](), list[TagRow]()
    for row in _rows(transaction, fold, states, tags):
        rows.append(row)
        if len(rows) == AT_ONCE:
            written += _write(transaction, fold, rows, tags)
    written += _write(transaction, fold, rows, tags)
    _set_balances(transaction, dict(openings.books.cents))
    return written


def _rows(
    transaction: WriteTransaction, fold: Fold, states: dict[str, Any], tags: list[TagRow]
) -> Iterator[Any]:
    for entry in transaction.everything():
        if entry.events == NO_EVENTS:
            continue
        kind = kind_of(entry.stream)
        state = before = states.get(entry.stream, kind.start)
        events = decode_events(entry)
        for event in events:
            state = kind.evolve(state, event)
        states[entry.stream] = state
        change = pending_of(entry, before, events)
        if change is not None:
            tags += tags_of(entry, events)
            yield from fold.take(change)


def _write(transaction: WriteTransaction, fold: Fold, rows: list[Any], tags: list[TagRow]) -> int:
    transaction.add_totals(rows)
    transaction.add_tags(tags)
    transaction.set_quarters(fold.quarter_rows())
    count = len(rows) + len(fold.quarters)
    rows.clear()
    tags.clear()
    fold.quarters.clear()
    return count


def _set_balances(transaction: WriteTransaction, stands: dict[str, int]) -> None:
    """Set the balances after each transfer where they are not what the transfers come to."""
    wrong: list[dict[str, int]] = []
    for position, place, source, target, cents, _, _, _, *stored in transaction.transfers():
        stands[source] = stands.get(source, 0) - cents
        stands[target] = stands.get(target, 0) + cents
        due = [stands[source], stands[target]]
        if stored != due:
            wrong.append({"at": position, "nth": place, "left": due[0], "right": due[1]})
    if wrong:
        this = sa.and_(
            transfers.c.position == sa.bindparam("at"), transfers.c.place == sa.bindparam("nth")
        )
        values: dict[str, Any] = {
            "source_cents": sa.bindparam("left"),
            "target_cents": sa.bindparam("right"),
        }
        transaction.connection.execute(sa.update(transfers).where(this).values(values), wrong)
