"""The stakes of single rounds, read from the running totals around them."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from heapq import heapify, heappop, heappush
from typing import NamedTuple, TypeAlias

import sqlalchemy as sa

from punto.journal.codec import decode_events, read_entry
from punto.journal.projections.fold import PLAY, decode_totals
from punto.journal.projections.lookup import last_before_position, read_play
from punto.journal.read_transaction import COLUMNS, ReadTransaction, one_of
from punto.journal.schema import entries, round_tags, totals
from punto.ledger.postings import counted_cents
from punto.ledger.totals import PlayTotals, dealer_subject, law_key, patron_subject, subtract_play
from punto.table import events as e
from punto.table.configuration import law_of

Stakes: TypeAlias = dict[str, int]
Rounds: TypeAlias = list[tuple[str, Stakes]]  # the law of each round, and its stakes by wager


class Span(NamedTuple):
    """Rounds of one table: those whose totals changed after one position, up to another."""

    table: str
    after: int
    until: int


def span_rounds(transaction: ReadTransaction, spans: Iterable[Span], wager: str = "") -> Rounds:
    """Every round of these spans, or its stakes on one wager; negative if one was voided later."""
    found: Rounds = []
    for span in spans:
        keys = [(span.table, PLAY, span.after + 1)]
        before = read_play(last_before_position(transaction.connection, keys)[0])
        query = sa.select(totals.c.content).where(
            totals.c.stream == span.table,
            totals.c.subject == PLAY,
            totals.c.position > span.after,
            totals.c.position <= span.until,
        )
        for (content,) in transaction.rows(query.order_by(totals.c.position)):
            after = decode_totals(content)
            found += _difference(before, after, wager)
            before = after
    return found


def _difference(before: PlayTotals, after: PlayTotals, wager: str = "") -> Rounds:
    changed = subtract_play(after, before)
    found: Rounds = []
    for key, law in changed.laws.items():
        stakes = {
            each: cents
            for each, cents in law.handle.items()
            if cents and (not wager or each == wager)
        }
        if stakes:
            found.append((key, stakes))
    return found


def large_rounds(
    transaction: ReadTransaction, spans: Sequence[Span], most: int, wager: str = ""
) -> Rounds:
    """The largest rounds of spans that are too long to be read, found by halving them.

    The fourth powers of stakes add up, so the half that holds more of them is searched first. Those
    of the stakes on one wager are at most the square of their squares, which add up too.
    """
    found: Rounds = []
    heap: list[tuple[int, int, Span, PlayTotals, PlayTotals]] = []
    for place, span in enumerate(spans):
        last = _last_position(transaction, span)
        low, high = _plays(transaction, span.table, (span.after, last))
        heap.append(
            (-_fourth(low, high, wager), place, Span(span.table, span.after, last), low, high)
        )
    heapify(heap)
    number = len(heap)
    while heap and len(found) < most:
        mass, _, span, low, high = heappop(heap)
        if not mass:
            break
        if high.rounds - low.rounds <= 1 or span.until - span.after <= 1:
            found += _difference(low, high, wager)
            continue
        middle = (span.after + span.until) // 2
        (between,) = _plays(transaction, span.table, (middle,))
        for part, one, other in (
            (Span(span.table, span.after, middle), low, between),
            (Span(span.table, middle, span.until), between, high),
        ):
            number += 1
            mass = _fourth(one, other, wager)
            if mass or (not wager and other.rounds != one.rounds):
                heappush(heap, (-mass, number, part, one, other))
    return found


def _fourth(before: PlayTotals, after: PlayTotals, wager: str = "") -> int:
    """The fourth powers of the stakes between two totals, of all laws; at most, of one wager."""
    changed = subtract_play(after, before).laws.values()
    whole = sum(law.fourth for law in changed)
    if not wager:
        return whole
    squares = sum(law.products.get(f"{wager} {wager}", 0) for law in changed)
    return min(whole, squares * squares)


def _plays(transaction: ReadTransaction, table: str, positions: Iterable[int]) -> list[PlayTotals]:
    """The totals of a table's play after positions."""
    keys = [(table, PLAY, position + 1) for position in positions]
    return [read_play(each) for each in last_before_position(transaction.connection, keys)]


def _last_position(transaction: ReadTransaction, span: Span) -> int:
    query = sa.select(sa.func.max(totals.c.position)).where(
        totals.c.stream == span.table,
        totals.c.subject == PLAY,
        totals.c.position <= span.until,
    )
    return transaction.connection.execute(query).scalar() or 0


def person_rounds(
    transaction: ReadTransaction, spans: Iterable[Span], subject: str, most: int
) -> Rounds:
    """The stakes of a patron, or of a dealer's rounds, in these spans; so many of each table.

    The tag of a person's rounds is the subject of their totals.
    """
    found: Rounds = []
    for span in spans:
        tags = (
            sa.select(round_tags.c.position)
            .where(
                round_tags.c.stream == span.table,
                round_tags.c.tag == subject,
                round_tags.c.position > span.after,
                round_tags.c.position <= span.until,
            )
            .order_by(round_tags.c.round.desc())
            .limit(most)
        )
        positions = transaction.connection.execute(tags).scalars().all()
        these = one_of(entries.c.position, positions, transaction.dialect)
        settings = transaction.settings(span.table)
        numbers = [number for number, _ in settings]
        for row in transaction.connection.execute(sa.select(*COLUMNS).where(these)):
            entry = read_entry(row)
            for event in decode_events(entry):
                if isinstance(event, e.RoundSettled):
                    config = settings[bisect_right(numbers, entry.number) - 1][1]
                    stakes = _own(event, subject)
                    key = law_key(law_of(config).ref, config.decks)
                    found += [(key, stakes)] if stakes else []
    return found


def _own(event: e.RoundSettled, subject: str) -> Stakes:
    """The stakes that counted of a patron, or of all patrons for the round's dealer, by wager."""
    is_dealers = subject == dealer_subject(event.dealer)
    stakes: Stakes = {}
    for line in event.lines:
        is_own = is_dealers or subject == patron_subject(line.patron)
        counted = counted_cents(line) if is_own else 0
        if counted:
            stakes[line.wager] = stakes.get(line.wager, 0) + counted
    return stakes
