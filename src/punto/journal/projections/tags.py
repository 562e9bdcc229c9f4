"""Tags of rounds: which rounds of a table had an outcome, a wager, a patron or a dealer.

They say where to look: a correction may give a round another outcome, so the entries have the last
word. What a round is tagged with is never taken back.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from hashlib import blake2b
from typing import TypeAlias

import sqlalchemy as sa

from punto.journal.codec import Entry
from punto.journal.read_transaction import ReadTransaction
from punto.journal.schema import round_tags
from punto.rules.cards import parse_card
from punto.rules.round import deal_round
from punto.table import events as e

VOID = "void"
CORRECTED = "corrected"  # its outcome may be another than it is tagged with

TagRow: TypeAlias = tuple[str, str, int, int]  # stream, tag, round, position of the entry

_WHOLE = 1 << 128


def outcome_tag(outcome: str) -> str:
    return f"outcome:{outcome}"


def wager_tag(wager: str) -> str:
    return f"wager:{wager}"


def patron_tag(patron: str) -> str:
    return f"patron:{patron}"


def dealer_tag(dealer: str) -> str:
    return f"dealer:{dealer}"


def tags_of(entry: Entry, events: Iterable[object]) -> list[TagRow]:
    """The tags that an entry gives to rounds, in order and each once."""
    found: set[tuple[str, int]] = set()
    for event in events:
        if isinstance(event, e.RoundSettled | e.RoundVoided):
            found |= {(tag, event.round) for tag in _tags(event)}
    return [(entry.stream, tag, number, entry.position) for tag, number in sorted(found)]


def _tags(event: e.RoundSettled | e.RoundVoided) -> Iterator[str]:
    if event.corrects:
        yield CORRECTED
        return
    yield outcome_tag(VOID if isinstance(event, e.RoundVoided) else _winner(event.cards))
    if event.dealer:
        yield dealer_tag(event.dealer)
    for line in event.lines:
        yield wager_tag(line.wager)
        yield patron_tag(line.patron)


def _winner(cards: tuple[str, ...]) -> str:
    dealt = deal_round(iter([parse_card(card) for card in cards]))
    return "" if dealt is None else dealt.outcome.winner.value  # an old forged one may be anything


def tagged_rounds(
    transaction: ReadTransaction,
    table: str,
    tags: Sequence[Collection[str]],
    bounds: Sequence[sa.ColumnElement[bool]],
    limit: int,
) -> list[int]:
    """The last rounds within bounds that have one of each collection of tags, latest first.

    The rounds of the first collection are gone through, so it should be the rarest.
    """
    found: set[int] = set()
    for tag in tags[0]:
        query = sa.select(round_tags.c.round).where(
            round_tags.c.stream == table, round_tags.c.tag == tag, *bounds
        )
        for place, others in enumerate(tags[1:]):
            other = round_tags.alias(f"other_{place}")
            has = sa.exists().where(
                other.c.stream == table,
                other.c.tag.in_(sorted(others)),
                other.c.round == round_tags.c.round,
            )
            query = query.where(has)
        rows = transaction.connection.execute(
            query.order_by(round_tags.c.round.desc()).limit(limit)
        )
        found.update(rows.scalars())
    return sorted(found, reverse=True)[:limit]


class TagSum:
    """A sum over rows that is the same in any order, to compare sets too large to hold."""

    def __init__(self) -> None:
        self.sums: dict[str, int] = {}  # by stream

    def add(self, rows: Iterable[TagRow]) -> None:
        for row in rows:
            digest = blake2b(repr(tuple(row)).encode(), digest_size=16).digest()
            sums = self.sums
            sums[row[0]] = (sums.get(row[0], 0) + int.from_bytes(digest, "big")) % _WHOLE


def stored_sum(
    transaction: ReadTransaction, streams: Iterable[str], after: int, until: int
) -> TagSum:
    """The sum over the stored tags of entries within these positions."""
    found = TagSum()
    query = sa.select(round_tags).where(
        round_tags.c.stream.in_(list(streams)),
        round_tags.c.position > after,
        round_tags.c.position <= until,
    )
    found.add(transaction.rows(query))
    return found
