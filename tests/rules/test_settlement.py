"""Settlement: money conserved, profit exact, order irrelevant, invalid stakes never paid."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.money import AMOUNT_CENTS_MAX, Cents, print_amount
from punto.refusals import Reason, Refused
from punto.rules.game import Game
from punto.rules.games import GAMES, find_game
from punto.rules.irregularities import Irregularity
from punto.rules.outcome import Outcome, outcomes
from punto.rules.settlement import (
    Limits,
    Result,
    Settlement,
    Stake,
    check_unit,
    settle,
    settle_void,
)

TIGER = find_game("tiger")
ANY = outcomes()[0]

games = st.sampled_from(GAMES)
any_outcome = st.sampled_from(outcomes())


@st.composite
def staked(draw: st.DrawFn) -> tuple[Game, Outcome, list[Stake]]:
    game = draw(games)
    most = AMOUNT_CENTS_MAX // game.unit_cents
    stake = st.builds(
        lambda wager, units: Stake(wager.id, Cents(units * game.unit_cents)),
        st.sampled_from(game.wagers),
        st.integers(1, most),
    )
    return game, draw(any_outcome), draw(st.lists(stake, max_size=12))


def moved(settlement: Settlement) -> tuple[int, int, int]:
    """Staked, given back to the patron, and the patron's gain."""
    lines = settlement.lines
    return (
        sum(line.stake_cents for line in lines),
        sum(line.returned_cents for line in lines),
        settlement.net_cents,
    )


@given(staked())
def test_money_is_conserved(case: tuple[Game, Outcome, list[Stake]]) -> None:
    game, outcome, stakes = case
    settlement = settle(game, outcome, stakes)
    put_in, given_back, net = moved(settlement)
    assert put_in == sum(stake.cents for stake in stakes)
    assert given_back - put_in == net
    for line in settlement.lines:
        assert line.returned_cents == line.stake_cents + line.profit_cents
        assert line.returned_cents >= 0


@given(staked())
def test_profit_is_exact_and_follows_the_line(case: tuple[Game, Outcome, list[Stake]]) -> None:
    game, outcome, stakes = case
    for stake, line in zip(stakes, settle(game, outcome, stakes).lines, strict=True):
        wager = game.wager(stake.wager)
        paying = wager.line_for(outcome)
        if paying is not None:
            odds = Fraction(paying.odds.numerator, paying.odds.denominator)
            assert line.result is Result.WIN
            assert line.profit_cents == stake.cents * odds
            assert (line.odds, line.clause) == (paying.odds, paying.clause)
        elif wager.pushes(outcome):
            assert (line.result, line.profit_cents) == (Result.PUSH, 0)
            assert (line.odds, line.clause) == (None, wager.pushes_by)
        else:
            assert (line.result, line.profit_cents) == (Result.LOSE, -stake.cents)
            assert (line.odds, line.clause) == (None, wager.loses_by)


@given(staked(), st.randoms(use_true_random=False))
def test_order_has_no_effect(case: tuple[Game, Outcome, list[Stake]], chance: object) -> None:
    game, outcome, stakes = case
    order = list(range(len(stakes)))
    chance.shuffle(order)  # type: ignore[attr-defined]
    straight = settle(game, outcome, stakes).lines
    shuffled = settle(game, outcome, [stakes[n] for n in order]).lines
    assert [straight[n] for n in order] == list(shuffled)


@given(staked(), st.integers(1, 10**6), st.integers(1, 10**6))
def test_within_a_maximum_no_more_than_it_is_at_risk(
    case: tuple[Game, Outcome, list[Stake]], low: int, more: int
) -> None:
    game, outcome, stakes = case
    if game.procedure(Irregularity.OVER_MAXIMUM) is None:
        return
    limit = Limits(Cents(1), Cents(low * more * game.unit_cents))
    limits = dict.fromkeys((wager.id for wager in game.wagers), limit)
    settlement = settle(game, outcome, stakes, limits=limits)
    capped = [Stake(stake.wager, min(stake.cents, limit.max_cents)) for stake in stakes]
    plain = settle(game, outcome, capped)
    assert settlement.net_cents == plain.net_cents
    put_in, given_back, net = moved(settlement)
    assert given_back - put_in == net


@given(staked())
def test_a_void_round_moves_no_money(case: tuple[Game, Outcome, list[Stake]]) -> None:
    game, _, stakes = case
    settlement = settle_void(game, Irregularity.TOO_FEW_CARDS, stakes)
    put_in, given_back, net = moved(settlement)
    assert (given_back, net) == (put_in, 0)
    assert all(line.odds is None and line.limit_clause == "" for line in settlement.lines)


def test_stakes_may_come_one_by_one() -> None:
    stakes = [Stake("player", Cents(100)), Stake("tiger", Cents(20))]
    assert settle(TIGER, ANY, iter(stakes)) == settle(TIGER, ANY, stakes)


def test_no_stakes_settle_to_nothing() -> None:
    assert settle(TIGER, ANY, []) == Settlement(())
    assert settle(TIGER, ANY, []).net_cents == 0


@pytest.mark.parametrize(
    ("wager", "cents", "reason"),
    [
        ("nonsense", 100, Reason.UNKNOWN_WAGER),
        ("nonsense", -100, Reason.UNKNOWN_WAGER),
        ("tiger", 0, Reason.AMOUNT_NOT_POSITIVE),
        ("tiger", -20, Reason.AMOUNT_NOT_POSITIVE),
        ("tiger", 10, Reason.NOT_A_MULTIPLE),
        ("banker", 21, Reason.NOT_A_MULTIPLE),
        ("player", 30, Reason.NOT_A_MULTIPLE),
        ("tiger", AMOUNT_CENTS_MAX + 20, Reason.AMOUNT_TOO_LARGE),
    ],
)
def test_one_bad_stake_and_none_is_paid(wager: str, cents: int, reason: Reason) -> None:
    with pytest.raises(Refused) as refusal:
        settle(TIGER, ANY, [Stake("player", Cents(100)), Stake(wager, Cents(cents))])
    assert refusal.value.reason is reason
    with pytest.raises(Refused):
        settle_void(TIGER, Irregularity.TOO_FEW_CARDS, [Stake(wager, Cents(cents))])


def test_the_largest_stake_settles_exactly() -> None:
    line = settle(TIGER, ANY, [Stake("banker", AMOUNT_CENTS_MAX)]).lines[0]
    assert line.stake_cents == AMOUNT_CENTS_MAX


def test_the_unit_sentence_names_amount_wager_and_unit() -> None:
    with pytest.raises(Refused) as refusal:
        settle(TIGER, ANY, [Stake("banker", Cents(50))], unit_cents=Cents(100))
    assert str(refusal.value) == (
        "Bets are made in units of 1.00: 0.50 on banker is not a multiple of it. (tiger 4.1)"
    )


@pytest.mark.parametrize(("game", "unit"), [("tiger", 20), ("no-commission", 2)])
def test_a_unit_must_pay_every_line_whole(game: str, unit: int) -> None:
    chosen = find_game(game)
    assert chosen.unit_cents == unit
    assert check_unit(chosen, Cents(unit)) == unit
    assert check_unit(chosen, Cents(unit * 5)) == unit * 5
    for bad in (0, -unit, unit // 2, unit + 1):
        with pytest.raises(Refused) as refusal:
            check_unit(chosen, Cents(bad))
        assert refusal.value.reason is Reason.UNIT_NOT_EXACT
        assert refusal.value.clause == f"{game} 4.1"
        assert refusal.value.sentence == (
            f"A stake unit of {print_amount(bad)} cannot pay every line of {chosen.title} exactly;"
            f" use a multiple of 0.{unit:02d}."
        )


def test_where_every_line_pays_whole_cents_the_unit_is_one() -> None:
    player_only = replace(TIGER, wagers=TIGER.wagers[:1])
    assert check_unit(player_only, Cents(1)) == 1


def test_limits_of_another_wager_do_not_bind() -> None:
    limits = {"tie": Limits(Cents(1000), Cents(2000))}
    settlement = settle(TIGER, ANY, [Stake("player", Cents(20))], limits=limits)
    assert settlement.lines[0].limit_clause == ""
    assert not settlement.under_minimum_found


def test_the_memory_of_a_stake_under_the_minimum_is_carried_on() -> None:
    assert settle(TIGER, ANY, [], under_minimum_before=True).under_minimum_found


def test_outside_the_limits_an_older_game_says_whom_to_ask() -> None:
    limits = {"player": Limits(Cents(1000), Cents(2000))}
    with pytest.raises(Refused) as refusal:
        settle(find_game("no-commission"), ANY, [Stake("player", Cents(20))], limits=limits)
    assert refusal.value.sentence == (
        "No Commission Baccarat has no clause for a stake outside the limits"
        " (0.20 on player): ask a Pit Manager."
    )


def test_a_game_says_which_irregularity_it_cannot_void_for() -> None:
    with pytest.raises(Refused) as refusal:
        settle_void(TIGER, Irregularity.WRONG_NUMBER_OF_CARDS, [])
    assert str(refusal.value) == (
        "Tiger Baccarat has no clause that voids a round for wrong number of cards."
    )
