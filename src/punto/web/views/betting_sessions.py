"""Sessions and programmes as the pages show them: a plan's results as plots and figures.

Amounts are decimal strings. A chance is a number between 0 and 1 with its percentage beside it.
"""

from dataclasses import replace
from fractions import Fraction

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from punto.money import print_amount
from punto.odds.composition import Composition
from punto.odds.distribution import distribution
from punto.refusals import Refused
from punto.risk.plan import Plan
from punto.risk.programme import best_stops, rebate_losses, roll_chips
from punto.risk.result import round_result
from punto.risk.ruin import find_ruin
from punto.risk.session import Session, run_session
from punto.risk.spread import Spread
from punto.rules.wagers import Wager

WORK_MAX = 100_000_000  # additions of one run; a page's answer takes about four times as many
TRANSFORM_MAX = 1 << 18  # points
SAMPLED_ROUNDS_MAX = 4_000_000  # in all simulated sessions of a plan together
SAMPLES_MAX = 20_000
STEPS_SAMPLED = 2  # of the course, if it has to be simulated
BARS_MAX = 60
WIDE = 10  # bars in the middle at least, where a choice of widths is compared
WIDTHS_MAX = 64  # tried
STEPS_MAX = 8  # of the course of a session
QUANTILES = (0.005, 0.025, 0.05, 0.25, 0.5, 0.75, 0.95, 0.975, 0.995)
LEVELS = (0.95, 0.99)


class Share(Struct, frozen=True):
    """A chance, also as a percentage of four decimals."""

    value: float
    percent: str


class Bar(Struct, frozen=True):
    """The chance of a result from `low` to `high`, both included."""

    low: str
    high: str
    share: Share


class Quantile(Struct, frozen=True):
    """The smallest result that is not exceeded with this chance."""

    chance: str  # in percent
    result: str


class CourseStep(Struct, frozen=True):
    """Results after a number of rounds: the median, the middle 90 %, and the chance to be ahead."""

    rounds: int
    low: str
    middle: str
    high: str
    ahead: Share


class HoldRange(Struct, frozen=True):
    """The central range that contains this percentage of the house's wins."""

    percent: str
    low: str
    high: str
    hold_low: str  # in percent of the money staked
    hold_high: str


class RuinView(Struct, frozen=True):
    """Play without a limit on rounds: the chances of ruin and stop-win, and the mean rounds."""

    ruin: Share
    goal: Share
    rounds: str | None


class RebateView(Struct, frozen=True):
    """A rebate on losses: what the house keeps, and the patron's best stopping points."""

    expected_win: str
    given_back: str
    keeps: str
    break_even: Share | None
    stop_loss: str | None
    stop_win: str | None
    patron_expects: str | None


class KeepsView(Struct, frozen=True):
    """Rolling chips or commission on turnover: what the house wins, pays and keeps per unit."""

    wins: Share
    pays: Share
    keeps: Share
    plays: str | None  # how often a rolling chip is staked until it is lost


class SessionView(Struct, frozen=True):
    """The distribution of a plan's results, and the method that computed it."""

    game: str
    decks: int
    staked: str
    rounds: int
    method: str  # convolution, fourier-transform or simulation
    samples: int | None
    expected: str
    standard_deviation: str
    expected_rounds: str
    ahead: Share
    even: Share
    behind: Share
    ends: dict[str, Share]
    quantiles: tuple[Quantile, ...]
    bars: tuple[Bar, ...]
    course: tuple[CourseStep, ...]
    hold: tuple[HoldRange, ...]
    without_end: RuinView | None
    loss_rebate: RebateView | None
    rolling: KeepsView | None
    turnover: KeepsView | None


class Programmes(Struct, frozen=True):
    """The programmes to price, as shares."""

    loss_rebate: Fraction | None = None
    rolling: Fraction | None = None
    turnover: Fraction | None = None


def session_view(
    game: str, decks: int, stakes: dict[Wager, int], plan: Plan, programmes: Programmes
) -> SessionView:
    """Everything that the page shows of a plan."""
    session = _run(plan)
    spread = session.spread
    flat = plan.is_flat and not plan.has_stops
    return SessionView(
        game,
        decks,
        print_amount(plan.stake(0)),
        plan.rounds,
        session.how.value,
        session.samples or None,
        _money(spread.mean),
        _money(spread.deviation),
        f"{session.rounds:.1f}",
        share(spread.ahead),
        share(spread.even),
        share(spread.behind),
        {
            "stop-win": share(session.won_out),
            "stop-loss": share(session.lost_out),
            "ruin": share(session.ruined),
        },
        tuple(Quantile(f"{q * 100:g}", print_amount(spread.quantile(q))) for q in QUANTILES),
        bars(spread),
        _course(session),
        _hold(session) if flat else (),
        _without_end(plan),
        None if programmes.loss_rebate is None else _loss_rebate(session, programmes.loss_rebate),
        None if programmes.rolling is None else _rolling(decks, stakes, programmes.rolling),
        None if programmes.turnover is None else _turnover(plan, programmes.turnover),
    )


def share(value: float | Fraction) -> Share:
    """A chance as it is printed.

    >>> share(0.25)
    Share(value=0.25, percent='25.0000')
    """
    return Share(float(value), f"{float(value) * 100:.4f}")


def bars(spread: Spread, most: int = BARS_MAX) -> tuple[Bar, ...]:
    """A histogram: the middle 99.9 % in at most `most` bars, including one for each tail.

    Results of equal stakes come in clusters. Bars of a width that does not suit them hold now one
    cluster and now two, so a width is chosen with which neighbours differ least.
    """
    reached = np.flatnonzero(spread.chances > 0)
    first = int(np.searchsorted(spread.results, spread.quantile(0.0005)))
    last = int(np.searchsorted(spread.results, spread.quantile(0.9995)))
    width = _smoothest(spread.chances[first : last + 1], -(-(last - first + 1) // (most - 2)) or 1)
    starts = list(range(first, last + 1, width))
    edges = [(int(reached[0]), first - 1)] if reached[0] < first else []
    edges += [(start, min(start + width - 1, last)) for start in starts]
    edges += [(last + 1, int(reached[-1]))] if reached[-1] > last else []
    return tuple(
        Bar(
            print_amount(int(spread.results[low])),
            print_amount(int(spread.results[high])),
            share(float(spread.chances[low : high + 1].sum())),
        )
        for low, high in edges
    )


def _smoothest(chances: NDArray[np.float64], least: int) -> int:
    """The width from the least to three times that whose bars bend least from one to the next."""

    def roughness(width: int) -> float:
        whole = len(chances) // width * width
        tops = chances[:whole].reshape(-1, width).sum(axis=1) / width  # for each result: comparable
        return float(np.abs(np.diff(tops, 2)).sum()) if len(tops) > WIDE else np.inf

    return min(range(least, 3 * least, -(-2 * least // WIDTHS_MAX)), key=roughness)


def _run(plan: Plan) -> Session:
    samples = max(1, min(SAMPLES_MAX, SAMPLED_ROUNDS_MAX // plan.rounds))
    return run_session(plan, samples=samples, work_max=WORK_MAX, transform_max=TRANSFORM_MAX)


def _course(session: Session) -> tuple[CourseStep, ...]:
    """Results on the way, in even steps."""
    plan = session.plan
    steps = min(STEPS_SAMPLED if session.samples else STEPS_MAX, plan.rounds)
    found = []
    for step in range(1, steps + 1):
        rounds = plan.rounds * step // steps
        spread = (session if step == steps else _run(replace(plan, rounds=rounds))).spread
        low, middle, high = (print_amount(spread.quantile(q)) for q in (0.05, 0.5, 0.95))
        found.append(CourseStep(rounds, low, middle, high, share(spread.ahead)))
    return tuple(found)


def _hold(session: Session) -> tuple[HoldRange, ...]:
    handle = session.plan.stake(0) * session.plan.rounds
    found = []
    for level in LEVELS:
        low, high = session.spread.interval(level)
        found.append(
            HoldRange(
                f"{level * 100:g}",
                print_amount(-high),
                print_amount(-low),
                f"{-high / handle * 100:.4f}",
                f"{-low / handle * 100:.4f}",
            )
        )
    return tuple(found)


def _without_end(plan: Plan) -> RuinView | None:
    if not plan.is_flat or plan.bankroll is None:
        return None
    try:
        ruin = find_ruin(plan.result, plan.bankroll, plan.stop_win)
    except Refused:  # too many amounts to solve for
        return None
    rounds = None if ruin.rounds == float("inf") else f"{ruin.rounds:.1f}"
    return RuinView(share(ruin.chance), share(ruin.goal_chance), rounds)


def _loss_rebate(session: Session, rebate: Fraction) -> RebateView:
    given = rebate_losses(session.spread, float(rebate))
    try:
        best = best_stops(session.plan.result, float(rebate))
    except Refused:  # no edge, or too many amounts to solve for
        best = None
    return RebateView(
        _money(given.win),
        _money(given.given_back),
        _money(given.keeps),
        None if given.break_even is None else share(given.break_even),
        None if best is None else print_amount(best.loss),
        None if best is None else print_amount(best.win),
        None if best is None else _money(best.value),
    )


def _rolling(decks: int, stakes: dict[Wager, int], rebate: Fraction) -> KeepsView:
    found = distribution(Composition.of_decks(decks))
    alone = [(round_result(found, {wager: cents}), cents) for wager, cents in stakes.items()]
    rolling = roll_chips(alone, rebate)
    return KeepsView(
        share(rolling.edge), share(rebate), share(rolling.keeps), f"{float(rolling.plays):.4f}"
    )


def _turnover(plan: Plan, commission: Fraction) -> KeepsView:
    edge = -plan.result.mean / plan.result.staked
    return KeepsView(share(edge), share(commission), share(edge - commission), None)


def _money(cents: float) -> str:
    """An expectation in money, rounded to two decimals.

    >>> _money(-105.79), _money(-0.2)
    ('-1.06', '0.00')
    """
    return f"{round(cents) / 100:.2f}" if round(cents) else "0.00"
