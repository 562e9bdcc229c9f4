"""The theory of stakes against a simulation of the same stakes, and a planted bias that shows."""

from fractions import Fraction
from math import sqrt
from random import Random

import pytest

from punto.ledger.totals import LawTotals, Played, PlayTotals, add_play
from punto.risk.luck import How, LawMoments, Luck, assess, is_dominated, law_moments
from punto.rules.games import find_game

GAMES = ("tiger", "no-commission", "dragon-tiger-no-commission")


def random_rounds(law: LawMoments, rounds: int, chance: Random) -> list[dict[str, int]]:
    wagers = [wager.id for wager in law.game.wagers]
    return [
        {wager: 1000 * chance.randint(1, 9) for wager in chance.sample(wagers, 3)}
        for _ in range(rounds)
    ]


def counted(rounds: list[dict[str, int]], key: str) -> LawTotals:
    """The totals of these rounds, as a commit adds them up."""
    play = PlayTotals()
    for stakes in rounds:
        wagers = {wager: (cents, 0) for wager, cents in stakes.items()}
        change = Played(key, 1, False, len(stakes), wagers, {})
        play = add_play(play, change, len(stakes), wagers, 1)
    return play.laws[key]


def draw(law: LawMoments, stakes: dict[str, int], chance: Random) -> int:
    """The house's win of one round, its cards drawn by the exact law of the shoe."""
    result = law.result(stakes)
    return -chance.choices(list(result.weights), list(result.weights.values()))[0]


@pytest.mark.parametrize("name", GAMES)
def test_mean_deviation_and_tail_agree_with_a_simulation(name: str) -> None:
    chance = Random(f"luck {name}")
    law = law_moments(find_game(name), 8)
    rounds = random_rounds(law, 12, chance)
    totals = counted(rounds, "x/8")
    mean, variance = law.theoretical_cents(totals.handle), law.variance(totals.products)
    results = [law.result(stakes) for stakes in rounds]
    # Exactly the sum over rounds, whose own distributions have the covariances in them.
    assert mean == -sum((each.mean for each in results), Fraction(0))
    assert variance == sum((each.variance for each in results), Fraction(0))
    samples = 4000
    drawn = [
        [-net for net in chance.choices(list(r.weights), list(r.weights.values()), k=samples)]
        for r in results
    ]
    wins = [sum(each) for each in zip(*drawn, strict=True)]
    found_mean = sum(wins) / samples
    found_deviation = sqrt(sum((win - found_mean) ** 2 for win in wins) / samples)
    error = sqrt(variance) / sqrt(samples)
    assert abs(found_mean - mean) < 4 * error
    assert abs(found_deviation / sqrt(variance) - 1) < 0.15
    for win in (sorted(wins)[samples // 50], sorted(wins)[samples * 9 // 10]):
        luck = assess(12, sum(totals.handle.values()), win, mean, variance, largest=results)
        assert luck.how is How.EXACT
        share = sum(each <= win for each in wins) / samples
        assert abs(luck.at_most - share) < 4 * sqrt(share * (1 - share) / samples) + 0.005
    assert luck.low_cents < mean < luck.high_cents


def test_many_equal_rounds_are_nearly_normal_and_few_are_not() -> None:
    law = law_moments(find_game("no-commission"), 8)
    one = law.result({"banker": 10_000})
    mean, variance = -one.mean, one.variance
    exact = assess(400, 0, 0, 400 * mean, 400 * variance, largest=[one] * 400)
    normal = assess(400, 0, 0, 400 * mean, 400 * variance)
    assert normal.how is How.NORMAL
    assert abs(exact.at_most - normal.at_most) < 0.03
    assert is_dominated(3 * 10**12 + 400 * 10**4, 3 * 10**24 + 400 * 10**8)
    assert not is_dominated(400 * 10**8, 400 * 10**16)


def test_a_few_large_rounds_among_small_ones() -> None:
    """The largest are convolved, and the rest is normal: as all of them convolved."""
    law = law_moments(find_game("no-commission"), 8)
    small, large = law.result({"player": 1000}), law.result({"tie": 500_000})
    every = [small] * 150 + [large] * 2
    mean = -sum((each.mean for each in every), Fraction(0))
    variance = sum((each.variance for each in every), Fraction(0))
    whole = assess(152, 0, 900_000, mean, variance, largest=every)
    mixed = assess(152, 0, 900_000, mean, variance, largest=[large] * 2, is_whole=False)
    normal = assess(152, 0, 900_000, mean, variance)
    assert (whole.how, mixed.how) == (How.EXACT, How.MIXED)
    assert abs(whole.at_most - mixed.at_most) < 0.01
    assert abs(whole.at_most - normal.at_most) > 0.05  # the normal one is wrong here


def test_the_difference_is_mix_and_luck() -> None:
    law = law_moments(find_game("no-commission"), 8)
    handle = {"banker": 100_000, "tie": 20_000}
    theory = law.theoretical_cents(handle)
    usual = law.edges["banker"]
    luck = assess(9, 120_000, 2_000, theory, Fraction(10**9), usual_hold=usual)
    assert luck.mix_cents is not None
    assert luck.mix_cents + luck.luck_cents == luck.win_cents - 120_000 * usual
    assert luck.mix_cents == 20_000 * (law.edges["tie"] - usual)


def biased(law: LawMoments, rounds: int, chance: Random, bias: float) -> Luck:
    """Equal stakes on Player at a table where Player wins too often by so many in a hundred."""
    one = law.result({"player": 1000})
    nets, weights = list(one.weights), [float(each) for each in one.weights.values()]
    moved = bias * sum(weights)
    weights = [
        weight + (moved if net > 0 else -moved if net < 0 else 0)
        for net, weight in zip(nets, weights, strict=True)
    ]
    win = -sum(chance.choices(nets, weights, k=rounds))
    return assess(rounds, 1000 * rounds, win, -rounds * one.mean, rounds * one.variance)


def test_a_planted_bias_shows_after_the_rounds_that_theory_says() -> None:
    """One per cent of rounds moved from lost to won is 0.02 stakes a round: 4 deviations away
    after (4 / 0.02 × 0.9513)² = 36,200 rounds; with three more to spare it is always seen."""
    law = law_moments(find_game("no-commission"), 8)
    one = law.result({"player": 1000})
    needed = round((7 * sqrt(one.variance) / (0.02 * 1000)) ** 2)
    seen = [biased(law, needed, Random(seed), 0.01).z or 0 for seed in range(8)]
    fair = [biased(law, needed, Random(seed), 0.0).z or 0 for seed in range(8)]
    assert all(z < -4 for z in seen)
    assert all(abs(z) < 4 for z in fair)
    early = [biased(law, needed // 200, Random(seed), 0.01).z or 0 for seed in range(8)]
    assert any(z > -2 for z in early)  # too few rounds to say
