"""A luck report as rows, and as points of a plot."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import sqrt

from msgspec import Struct

from punto.journal.projections.fold import PLAY
from punto.journal.projections.lookup import last_before_time, read_play
from punto.journal.queries.luck import By, Group, Laws
from punto.journal.queries.reports import Times, period_played, tables_of
from punto.journal.read_transaction import ReadTransaction
from punto.ledger.book_reports import Cell, Report, print_share
from punto.ledger.totals import subtract_play, sum_play
from punto.messages import Amount
from punto.risk.luck import NORMAL_95, Luck

POINTS = 60  # of a plot
AMOUNTS = ("handle", "win", "theoretical", "deviation", "low", "high", "mix", "luck")


class Point(Struct, frozen=True):
    """A moment of a plot: the win so far beside its theory, in minor units."""

    at_ms: int
    rounds: int
    win_cents: int
    theoretical_cents: int
    low_cents: int
    high_cents: int


def luck_document(by: By, rows: Iterable[Group], total: Group) -> Report:
    """Handle, win, hold, theory, deviation, interval, mix, luck and chances of each group."""
    columns = (
        *(by.value, "rounds", "handle", "win", "hold", "theoretical", "theoretical hold"),
        *("deviation", "z", "low", "high", "mix", "luck", "at most", "at least", "how"),
    )
    return Report(
        f"Luck by {by.value}",
        columns,
        tuple(_row(group) for group in rows),
        _row(total),
        AMOUNTS,
    )


def _row(group: Group) -> tuple[Cell, ...]:
    luck = group.luck
    return (
        group.name,
        luck.rounds,
        Amount(luck.handle_cents),
        Amount(luck.win_cents),
        print_share(luck.win_cents, luck.handle_cents),
        Amount(round(luck.theoretical_cents)),
        print_share(round(luck.theoretical_cents), luck.handle_cents),
        Amount(round(luck.deviation_cents)),
        _print_z(luck),
        Amount(luck.low_cents),
        Amount(luck.high_cents),
        None if luck.mix_cents is None else Amount(round(luck.mix_cents)),
        Amount(round(luck.luck_cents)),
        _percent(luck.at_most),
        _percent(luck.at_least),
        luck.how.value,
    )


def _print_z(luck: Luck) -> str | None:
    return None if luck.z is None else f"{luck.z:.2f}"


def _percent(chance: float) -> str:
    """A chance in percent; a very small one keeps its size."""
    return f"{chance * 100:.2f} %" if chance >= 0.0001 or not chance else f"{chance * 100:.1e} %"


def luck_points(
    transaction: ReadTransaction, tables: Sequence[str] | None, times: Times
) -> list[Point]:
    """The win so far beside its theory, at moments of a period that are equally far apart."""
    wanted = tables_of(transaction, tables)
    first, last = period_played(transaction, wanted, times)
    if first >= last:
        return []
    laws = Laws(transaction, wanted)
    moments = [first + (last - first) * place // POINTS for place in range(POINTS + 1)]
    keys = [(table, PLAY, moment) for moment in moments for table in wanted]
    found = [read_play(each) for each in last_before_time(transaction.connection, keys)]
    count = len(wanted)
    begun = found[:count]
    points: list[Point] = []
    for place, moment in enumerate(moments):
        now = found[place * count : (place + 1) * count]
        play = sum_play(subtract_play(*each) for each in zip(now, begun, strict=True))
        win, variance = laws.theory(play)
        points.append(_point(moment, play.rounds, play.win_cents, win, variance))
    return points


def _point(at_ms: int, rounds: int, win_cents: int, theory: Fraction, variance: Fraction) -> Point:
    half = NORMAL_95 * sqrt(max(float(variance), 0.0))  # negative where rounds were reversed
    low, high = round(float(theory) - half), round(float(theory) + half)
    return Point(at_ms, rounds, win_cents, round(theory), low, high)
