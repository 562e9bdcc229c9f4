"""Ruin and programmes: closed forms, published figures, and every stopping point tried."""

from fractions import Fraction

import pytest

from punto.odds.composition import Composition
from punto.odds.distribution import distribution
from punto.refusals import Refused
from punto.risk.plan import Plan
from punto.risk.programme import best_stops, rebate_coefficient, rebate_losses, roll_chips
from punto.risk.result import RoundResult, round_result
from punto.risk.ruin import find_ruin
from punto.risk.session import run_session
from punto.rules.games import find_game

TIGER = find_game("tiger")


def alone(wager: str, cents: int = 100) -> RoundResult:
    return round_result(distribution(Composition.of_decks(8)), {TIGER.wager(wager): cents})


def classic_ruin(result: RoundResult, bankroll: int, goal: int) -> float:
    """Gambler's ruin of an even-money wager, by the textbook formula."""
    ratio = float(result.probability(-100) / result.probability(100))
    return float((ratio ** (bankroll + goal) - ratio**bankroll) / (ratio ** (bankroll + goal) - 1))


@pytest.mark.parametrize(("bankroll", "goal"), [(1, 1), (10, 5), (50, 50), (7, 200)])
def test_ruin_is_the_gamblers(bankroll: int, goal: int) -> None:
    player = alone("player")
    found = find_ruin(player, bankroll * 100, goal * 100)
    chance = classic_ruin(player, bankroll, goal)
    assert found.chance == pytest.approx(chance, rel=1e-10)
    # Wald: the expected loss is the expected number of rounds times the edge.
    lost = bankroll * chance - goal * (1 - chance)
    assert found.rounds == pytest.approx(lost * 100 / -float(player.mean), rel=1e-8)


def test_without_a_goal_ruin_is_certain_and_takes_bankroll_over_edge() -> None:
    player = alone("player")
    found = find_ruin(player, 5000)
    assert found.chance == 1
    assert found.rounds == pytest.approx(5000 / -float(player.mean), rel=1e-9)


def test_ruin_is_the_limit_of_long_sessions() -> None:
    banker = alone("banker")
    found = find_ruin(banker, 1000, 500)
    long = run_session(Plan(banker, rounds=5000, bankroll=1000, stop_win=500))
    assert long.ruined == pytest.approx(found.chance, rel=1e-9)
    assert long.rounds == pytest.approx(found.rounds, rel=1e-9)


def test_a_bankroll_too_fine_to_solve_for_is_refused() -> None:
    with pytest.raises(Refused, match="amounts"):
        find_ruin(alone("banker"), 10_000_000, 10_000_000)


def test_rolling_chips_as_published() -> None:
    """Jacobson, "The Mathematics of Non-Negotiable Chip Programs" (apheat.net, 18 June 2014): a
    chip that is staked on Player and Banker in turn is played 2.211 times. "Risk Analysis of
    Baccarat NN Programs: Confidence Intervals" (29 June 2014): 500 chips take 1,105 rounds, 27.6
    hours at 40 rounds an hour."""
    rolling = roll_chips([(alone("player"), 1), (alone("banker"), 1)], Fraction(1, 100))
    assert round(float(rolling.plays), 3) == 2.211
    assert int(500 * rolling.plays) == 1105
    assert round(float(500 * rolling.plays) / 40, 1) == 27.6
    assert rolling.keeps == rolling.break_even - Fraction(1, 100)


def test_rolling_chips_played_out() -> None:
    """A chip is staked until it is lost: the sum over all numbers of plays."""
    banker = alone("banker")
    lost = banker.probability(-100)
    rolling = roll_chips([(banker, 1)], Fraction(1, 50))
    plays = sum(n * float((1 - lost) ** (n - 1) * lost) for n in range(1, 400))
    assert float(rolling.plays) == pytest.approx(plays, rel=1e-12)
    assert rolling.edge == -banker.mean / 100 / lost


def test_the_loss_rebate_coefficient_as_published() -> None:
    """Jacobson, "The Third Loss Rebate Theorem" (16 February 2014): 0.0055690 for 20 %."""
    assert f"{rebate_coefficient(0.2)[2]:.7f}" == "0.0055690"


@pytest.mark.parametrize("rebate", [0.05, 0.1, 0.15, 0.2, 0.3])
def test_no_stopping_points_do_better(rebate: float) -> None:
    """Every pair of points on an even-money wager, by the textbook formula."""
    player = alone("player")

    def value(loss: int, win: int) -> float:
        ruined = classic_ruin(player, loss, win)
        return (1 - ruined) * win - ruined * loss * (1 - rebate)

    tried = {(loss, win): value(loss, win) for loss in range(1, 40) for win in range(1, 40)}
    best = best_stops(player, rebate)
    most = max(tried.values())
    if most <= 0:
        assert best.value == 0
        return
    assert best.value / 100 == pytest.approx(most, rel=1e-9)
    assert tried[best.loss // 100, best.win // 100] == pytest.approx(most, rel=1e-9)


def test_small_stakes_approach_the_continuous_limit() -> None:
    """A large rebate puts the points many stakes away, where the closed form is close."""
    banker = alone("banker")
    scale = float(banker.variance) / (2 * -float(banker.mean))
    best = best_stops(banker, 0.5)
    loss, win, value = (each * scale for each in rebate_coefficient(0.5))
    assert best.loss == pytest.approx(loss, rel=0.05)
    assert best.win == pytest.approx(win, rel=0.05)
    assert best.value == pytest.approx(value, rel=0.01)


def test_the_break_even_rebate_leaves_nothing() -> None:
    spread = run_session(Plan(alone("banker"), rounds=100)).spread
    even = rebate_losses(spread, 0.1).break_even
    assert even is not None
    assert rebate_losses(spread, even).keeps == pytest.approx(0, abs=1e-9)
    assert rebate_losses(spread, 0.1).keeps > 0
