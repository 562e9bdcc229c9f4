"""Sessions against fractions computed from the definition, and against random play."""

from collections import defaultdict
from fractions import Fraction
from typing import Any

import pytest

from punto.odds.composition import Composition
from punto.odds.distribution import Distribution, distribution
from punto.refusals import Refused
from punto.risk import session as sessions
from punto.risk.plan import Plan
from punto.risk.result import RoundResult, round_result
from punto.risk.samples import sample_session
from punto.risk.session import How, run_session
from punto.rules.game import Game
from punto.rules.games import GAMES, find_game
from tests.risk import oracle

Settings = dict[str, Any]

STAKES = {
    "no-commission": {"banker": 2000, "tie": 1000},
    "rapid-no-commission": {"player": 1000, "player-pair": 500},
    "tiger-no-commission": {"banker": 2000, "tiger": 1000},
    "tiger": {"banker": 2000, "tiger-pair": 1000},
    "dragon-tiger-no-commission": {"banker": 2000, "dragon-tiger": 500},
}


@pytest.fixture(scope="module")
def whole() -> Distribution:
    return distribution(Composition.of_decks(8))


def result_of(found: Distribution, game_id: str, stakes: dict[str, int]) -> RoundResult:
    game = find_game(game_id)
    return round_result(found, {game.wager(wager): cents for wager, cents in stakes.items()})


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_one_round_is_what_settlement_pays(game: Game, whole: Distribution) -> None:
    stakes = STAKES[game.id]
    found = result_of(whole, game.id, stakes)
    once = oracle.one_round(game, whole, stakes)
    assert {net: found.probability(net) for net in found.weights} == once
    mean = sum((net * share for net, share in once.items()), Fraction(0))
    assert found.mean == mean
    assert found.variance == sum((net - mean) ** 2 * share for net, share in once.items())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize(
    "settings",
    [
        {"rounds": 1},
        {"rounds": 5},
        {"rounds": 6, "stop_win": 3000},
        {"rounds": 6, "stop_loss": 5000},
        {"rounds": 7, "bankroll": 7000},
        {"rounds": 6, "bankroll": 9000, "stop_loss": 6000, "stop_win": 2500},
        {"rounds": 5, "multiples": (1, 2, 4)},
        {"rounds": 6, "multiples": (1, 3), "bankroll": 14_000, "table_max": 6000},
    ],
    ids=str,
)
def test_sessions_are_what_fractions_say(
    game: Game, settings: Settings, whole: Distribution
) -> None:
    stakes = STAKES[game.id]
    plan = Plan(result_of(whole, game.id, stakes), **settings)
    exact = oracle.play(plan, oracle.one_round(game, whole, stakes))
    found = run_session(plan)
    assert found.how is How.CONVOLUTION
    by_result: defaultdict[int, Fraction] = defaultdict(Fraction)
    by_end: defaultdict[str, Fraction] = defaultdict(Fraction)
    rounds = ruin_rounds = Fraction(0)
    for (result, end, number), chance in exact.items():
        by_result[result] += chance
        by_end[end] += chance
        rounds += number * chance
        ruin_rounds += number * chance if end == "ruined" else 0
    chances = dict(zip(found.spread.results.tolist(), found.spread.chances.tolist(), strict=True))
    for result, chance in by_result.items():
        assert chances.pop(result) == pytest.approx(float(chance), rel=1e-12)
    assert not any(chances.values())
    assert found.rounds == pytest.approx(float(rounds), rel=1e-12)
    ends = found.won_out, found.lost_out, found.ruined
    said = [float(by_end[end]) for end in ("won", "lost", "ruined")]
    assert ends == pytest.approx(said, rel=1e-12)
    if by_end["ruined"]:
        mean = float(ruin_rounds / by_end["ruined"])
        assert found.ruin_rounds == pytest.approx(mean, rel=1e-12)


def test_far_tails_keep_their_digits(whole: Distribution) -> None:
    """A hundred losses in a row: one chance in 10^35, right to twelve digits."""
    player = result_of(whole, "tiger", {"player": 100})
    found = run_session(Plan(player, rounds=100))
    all_lost = player.probability(-100) ** 100
    assert found.spread.at_most(-10_000) == pytest.approx(float(all_lost), rel=1e-12)


def test_the_transform_agrees_with_convolution(
    whole: Distribution, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = Plan(result_of(whole, "tiger", {"banker": 2000, "tiger": 1000}), rounds=300)
    exact = run_session(plan).spread
    monkeypatch.setattr(sessions, "WORK_MAX", 0)
    found = run_session(plan)
    assert found.how is How.TRANSFORM
    assert found.spread.interval(0.99) == exact.interval(0.99)
    assert found.spread.ahead == pytest.approx(exact.ahead, abs=1e-11)
    assert found.spread.mean == pytest.approx(float(plan.result.mean * 300), rel=1e-9)


@pytest.mark.parametrize(
    "settings",
    [
        {"rounds": 80},
        {"rounds": 150, "bankroll": 60_000, "stop_win": 30_000},
        {"rounds": 60, "multiples": (1, 2, 4, 8), "bankroll": 150_000, "table_max": 24_000},
    ],
    ids=str,
)
def test_play_at_random_agrees(settings: Settings, whole: Distribution) -> None:
    plan = Plan(result_of(whole, "tiger", {"banker": 4000, "tiger-pair": 1000}), **settings)
    exact, sampled = run_session(plan), sample_session(plan, 100_000, seed=5)
    assert sampled.stderr is not None
    assert abs(sampled.spread.mean - exact.spread.mean) < 5 * sampled.stderr
    assert sampled.rounds == pytest.approx(exact.rounds, rel=0.01)
    for mine, theirs in (
        (exact.spread.ahead, sampled.spread.ahead),
        (exact.won_out, sampled.won_out),
        (exact.ruined, sampled.ruined),
    ):
        assert abs(mine - theirs) < 5 * (mine * (1 - mine) / 100_000) ** 0.5 + 1e-9
    assert sample_session(plan, 1000, seed=5).spread.mean == pytest.approx(
        sample_session(plan, 1000, seed=5).spread.mean
    )


def test_a_session_out_of_reach_is_simulated_and_says_so(
    whole: Distribution, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "WORK_MAX", 0)
    plan = Plan(result_of(whole, "tiger", {"banker": 2000}), rounds=50, stop_win=10_000)
    found = run_session(plan, samples=2000)
    assert (found.how, found.samples) == (How.SIMULATION, 2000)


@pytest.mark.parametrize(
    "settings",
    [
        {"rounds": 0},
        {"rounds": 10, "bankroll": 100},
        {"rounds": 10, "stop_win": 0},
        {"rounds": 10, "multiples": ()},
        {"rounds": 10, "multiples": (0,)},
        {"rounds": 10, "table_max": 100},
    ],
    ids=str,
)
def test_a_plan_that_cannot_be_played_is_refused(settings: Settings, whole: Distribution) -> None:
    with pytest.raises(Refused):
        Plan(result_of(whole, "tiger", {"banker": 2000}), **settings)


def test_a_stake_that_cannot_be_paid_exactly_is_refused(whole: Distribution) -> None:
    with pytest.raises(Refused, match="cannot be paid exactly"):
        result_of(whole, "tiger", {"banker": 2010})
