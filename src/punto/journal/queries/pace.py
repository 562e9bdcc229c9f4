"""Pace: rounds an hour by table or dealer, seconds of each step, and what time lost is worth."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

import sqlalchemy as sa

from punto.journal.codec import decode_events
from punto.journal.entry_index import IndexKind
from punto.journal.projections.fold import PLAY
from punto.journal.projections.lookup import NEVER, last_before_position, read_play
from punto.journal.queries.luck import Laws
from punto.journal.queries.reports import tables_of
from punto.journal.queries.round_steps import RoundSteps, round_steps
from punto.journal.read_transaction import ReadTransaction
from punto.journal.schema import entry_index
from punto.ledger.totals import PlayTotals, subtract_play, sum_play
from punto.table import events as e

ROUNDS = 60  # the last ones of a table, about an hour of play
HOUR_MS = 3_600_000
USUAL_TARGET = 60  # rounds an hour, of a table that is set to none


class Pace(NamedTuple):
    """The last rounds of a table, or of a dealer there: the time of each step, and their worth."""

    table: str
    rounds: int
    betting_ms: int
    dealing_ms: int  # from the close of betting to the last card
    settling_ms: int  # from the last card to the settlement
    waiting_ms: int  # from a settlement to the next opening, breaks left out
    theoretical_cents: Fraction  # of those rounds
    target: int  # rounds an hour
    dealer: str = ""  # of all these rounds; empty for the table's
    ended_ms: int = 0  # the last of them

    @property
    def taken_ms(self) -> int:
        return self.betting_ms + self.dealing_ms + self.settling_ms + self.waiting_ms

    @property
    def rounds_an_hour(self) -> Fraction | None:
        return Fraction(self.rounds * HOUR_MS, self.taken_ms) if self.taken_ms else None

    @property
    def is_behind(self) -> bool:
        pace = self.rounds_an_hour
        return pace is not None and pace < self.target

    @property
    def lost_an_hour_cents(self) -> Fraction:
        """The theoretical win an hour that is missed by dealing fewer rounds than the target."""
        pace = self.rounds_an_hour
        if pace is None or pace >= self.target:
            return Fraction(0)
        return (self.target - pace) * self.theoretical_cents / self.rounds

    @property
    def longest_step(self) -> str:
        """Where most of the time goes, the betting time left aside: patrons need it to play."""
        steps = {
            "dealing": self.dealing_ms,
            "settling": self.settling_ms,
            "waiting": self.waiting_ms,
        }
        return max(steps, key=steps.__getitem__)


def table_paces(
    transaction: ReadTransaction,
    tables: Sequence[str] | None = None,
    rounds: int = ROUNDS,
    target: int | None = None,
) -> Iterator[Pace]:
    """The pace of each table over its last rounds, read from these rounds alone.

    It is compared with `target`; without one, with what each table is set to.
    """
    wanted = tables_of(transaction, tables)
    laws = Laws(transaction, wanted)
    for table in wanted:
        played = round_steps(transaction, table, rounds)
        if played:
            play = _play(transaction, table, played[0].position, NEVER)
            aim = target_of(transaction, table) if target is None else target
            yield from _paces(laws, table, aim, {"": (played, play)})


def dealer_paces(
    transaction: ReadTransaction,
    tables: Sequence[str] | None = None,
    rounds: int = ROUNDS,
    target: int | None = None,
) -> Iterator[Pace]:
    """The pace of each dealer at each table, over the last rounds of the table."""
    wanted = tables_of(transaction, tables)
    laws = Laws(transaction, wanted)
    for table in wanted:
        played = round_steps(transaction, table, rounds)
        if not played:
            continue
        dealers = _dealers(transaction, table, played)
        parts: dict[str, tuple[list[RoundSteps], PlayTotals]] = {}
        ends = [*(each.position for each in played[1:]), NEVER]
        whose = zip(dealers, played, ends, strict=True)
        for dealer, run in groupby(whose, key=lambda each: each[0]):
            rows = list(run)
            play = _play(transaction, table, rows[0][1].position, rows[-1][2])
            before, sums = parts.get(dealer, ([], PlayTotals()))
            steps = [*before, *(row[1] for row in rows)]
            parts[dealer] = steps, sum_play((sums, play))
        aim = target_of(transaction, table) if target is None else target
        yield from _paces(laws, table, aim, parts)


def target_of(transaction: ReadTransaction, table: str) -> int:
    """The rounds an hour that a table is set to, or the usual number."""
    config = transaction.last_configuration(table)
    return (config.rounds_an_hour if config is not None else None) or USUAL_TARGET


def _paces(
    laws: Laws,
    table: str,
    target: int,
    parts: dict[str, tuple[list[RoundSteps], PlayTotals]],
) -> Iterator[Pace]:
    for dealer, (steps, play) in parts.items():
        ended = [each for each in steps if each.ended_ms]
        if not ended:
            continue
        yield Pace(
            table,
            len(ended),
            sum(each.betting_ms for each in ended),
            sum(each.dealing_ms for each in ended),
            sum(each.settling_ms for each in ended),
            sum(each.waiting_ms for each in ended),
            laws.theory(play)[0],
            target,
            dealer,
            ended[-1].ended_ms,
        )


def _play(transaction: ReadTransaction, table: str, first: int, end: int) -> PlayTotals:
    """What was played from one position up to another."""
    keys = [(table, PLAY, first), (table, PLAY, end)]
    before, after = map(read_play, last_before_position(transaction.connection, keys))
    return subtract_play(after, before)


def _dealers(transaction: ReadTransaction, table: str, played: Iterable[RoundSteps]) -> list[str]:
    """Who dealt each of these rounds: the last to sign on before its first card."""
    rounds = list(played)
    signed = entry_index.c.stream == table, entry_index.c.kind == IndexKind.DEALER.value
    numbers = sa.select(entry_index.c.number).where(*signed)
    before = numbers.where(entry_index.c.number <= rounds[0].number)
    since = numbers.where(entry_index.c.number > rounds[0].number)
    found = [
        *transaction.connection.execute(
            before.order_by(entry_index.c.number.desc()).limit(1)
        ).scalars(),
        *transaction.connection.execute(since.order_by(entry_index.c.number)).scalars(),
    ]
    marks = [(number, _signed_on(transaction, table, number)) for number in found]
    places = [number for number, dealer in marks if dealer]
    names = [dealer for _, dealer in marks if dealer]
    chosen = (bisect_right(places, each.first_card or each.last) for each in rounds)
    return [names[place - 1] if place else "" for place in chosen]


def _signed_on(transaction: ReadTransaction, table: str, number: int) -> str:
    entry = transaction.entry(table, number)
    events = decode_events(entry) if entry is not None else ()
    return next((each.dealer for each in events if isinstance(each, e.DealerSignedOn)), "")
