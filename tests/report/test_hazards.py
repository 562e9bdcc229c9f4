"""Hold, covariances, payouts, options and protection: each figure against another way to it."""

from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from math import comb

import pytest

from punto.money import Cents
from punto.odds.composition import Composition
from punto.odds.distribution import distribution as law
from punto.odds.option_costs import option_cost
from punto.odds.question import ask
from punto.odds.stakes import prospect
from punto.report.blocks import Paragraph, Table
from punto.report.hazard_sections import irregularities, protection
from punto.report.hazards import LEVELS, LIMIT, SAMPLES, guard, holds, largest_payout
from punto.rules.cards import DECK, RANKS, parse_cards
from punto.rules.games import GAMES, find_game
from punto.rules.holdings import facts
from punto.rules.outcome import outcomes
from punto.rules.round import deal_round
from punto.rules.settlement import Stake, settle
from punto.rules.wagers import Verdict, decide_wager
from punto.sim.card_protection import play_cards
from punto.sim.deal_rules import Dealing
from punto.sim.protection import protect
from tests.report.page import shows, value
from tests.report.sheets import on_cards, page, sheet

TIGER = find_game("tiger")


def binomial_range(wins: Fraction, pays: int, rounds: int, level: float) -> tuple[int, int]:
    """The house's win in units between the two tails, from binomial chances added up."""
    tail, chance = (1 - level) / 2, float(wins)
    below, found = 0.0, list[int]()
    for number in range(rounds + 1):  # wins of the patron: the house's worst side is many
        below += comb(rounds, number) * chance**number * (1 - chance) ** (rounds - number)
        while len(found) < 2 and below >= (tail, 1 - tail)[len(found)]:
            found.append(rounds - number * (pays + 1))
    return found[1], found[0]


@pytest.mark.parametrize(("wager", "pays"), [("tie", 8), ("big-tiger", 50), ("small-tiger", 22)])
def test_hold_ranges_are_those_of_the_binomial(wager: str, pays: int) -> None:
    """A wager of one line and no push: the sum is binomial, however skewed."""
    price = ask(TIGER, decks=8).price(wager)
    found = {(each.rounds, each.level): each for each in holds(price)}
    assert set(found) == {(rounds, level) for rounds in SAMPLES for level in LEVELS}
    for rounds in (100, 1000):
        for level in LEVELS:
            low, high = binomial_range(price.hit_rate, pays, rounds, level)
            each = found[rounds, level]
            assert (each.low * rounds, each.high * rounds) == (Fraction(low), Fraction(high))


def test_covariances_give_the_variance_of_stakes_together() -> None:
    distribution, made = ask(TIGER, decks=8).distribution, sheet("tiger").covariances
    stakes = {wager: 1 + number for number, wager in enumerate(TIGER.wagers)}
    together = sum(
        one_units * two_units * made[one.id, two.id]
        for one, one_units in stakes.items()
        for two, two_units in stakes.items()
    )
    assert together == prospect(distribution, stakes).variance
    table = page("tiger").table("Wager", *(wager.title for wager in TIGER.wagers))
    for one, (_, cells) in zip(TIGER.wagers, table.rows, strict=True):
        for two, text in zip(TIGER.wagers, cells[1:], strict=True):
            assert shows(text, made[one.id, two.id])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_largest_payout_is_that_of_settlement(game: object) -> None:
    from punto.rules.game import Game

    assert isinstance(game, Game)
    distribution = ask(game, decks=8).distribution
    unit = Cents(game.unit_cents * 100)
    worst = max(
        settle(game, outcome, [Stake(wager.id, unit) for wager in game.wagers]).net_cents
        for outcome, count in zip(outcomes(), distribution.counts, strict=True)
        if count
    )
    found = largest_payout(distribution, game.wagers)
    assert found.units == Fraction(worst, unit)


def test_the_largest_payout_counts_wagers_on_cards() -> None:
    """Every order of seven cards, settled wager by wager."""
    cards = parse_cards("KH QH 8H 2D 3S 3C 6D")
    counts = tuple(sum(card.rank is rank for card in cards) for rank in RANKS)
    shoe = Composition(counts, tuple(cards.count(card) for card in DECK))
    wagers = (*TIGER.wagers, *on_cards())
    nets = []
    for order in permutations(cards, 6):
        dealt = deal_round(iter(order))
        assert dealt is not None
        hands = facts(dealt.player.cards, dealt.banker.cards)
        verdicts = [decide_wager(wager, dealt.outcome, hands) for wager in wagers]
        nets.append(sum(map(paid, verdicts), Fraction(0)))
    found = largest_payout(law(shoe), wagers)
    assert (found.wagers, found.outcome) == (wagers, None)
    assert found.units == max(nets)
    assert found.probability == Fraction(nets.count(max(nets)), len(nets))


def paid(verdict: Verdict) -> Fraction:
    if verdict.line is None:
        return Fraction(0 if verdict.pushes else -1)
    return Fraction(verdict.line.odds.numerator, verdict.line.odds.denominator)


def test_a_sheet_names_the_wagers_that_are_left_out() -> None:
    suited, third = on_cards()
    text = page("no-commission", 8, on_cards()).text
    count = len(find_game("no-commission").wagers) + 2
    assert f"With one unit on each of {count} wagers at once" in text
    question = ask(TIGER, decks=8, extra=on_cards())
    guarded = guard(question, 64, 1)
    assert guarded is not None
    assert set(guarded.exposures) == {*(wager.id for wager in TIGER.wagers), suited.id}
    made = replace(sheet("tiger"), question=question, guarded=guarded)
    _, left_out = protection(made).blocks
    assert isinstance(left_out, Paragraph)
    assert f"Not studied: {third.title}. Rounds of wagers" in left_out.text
    *_, uncounted = irregularities(made).blocks
    assert isinstance(uncounted, Paragraph)
    assert f"Not counted: {suited.title}." in uncounted.text
    assert all(isinstance(each, Table) for each in protection(sheet("tiger")).blocks)


def test_perfect_play_on_a_wager_on_cards_is_that_of_the_simulation() -> None:
    suited, _ = on_cards()
    guarded = guard(ask(None, decks=8, extra=[suited]), 64, 1)
    assert guarded is not None
    found = protect([suited], Dealing(8), shoes=64, seed=1, by_shoe=play_cards)
    assert guarded.exposures == {suited.id: found.exposure(suited, guarded.cut)}
    assert guarded.recommended_by_wager[suited.id] == found.recommended_cut(LIMIT)


def test_options_are_priced_wager_by_wager() -> None:
    table = page("tiger").table("Wager", "5.8.1", "5.17.1")
    assert table.columns[1:] == [
        "5.8.1",
        "5.8.2.2",
        "5.9",
        "3.22.1",
        "5.17.1",
    ]
    shoe = ask(TIGER, decks=8).shoe
    for each in sheet("tiger").options[2:]:
        clause = each.procedure.option_clause or each.procedure.clause
        cost = option_cost(TIGER, each.procedure.irregularity, {"banker": 1}, shoe).mean
        assert each.means["banker"] == cost
        assert shows(table.column(clause)["", "Banker"], cost)
    assert "No clause lets patrons withdraw" in page("no-commission").text


def test_protection_says_that_it_is_simulated() -> None:
    table = page("tiger").table("Favourable", "Units per 100 rounds")
    guarded = sheet("tiger").guarded
    assert guarded is not None
    assert f"simulated over {guarded.shoes} shoes" in table.caption
    for wager, (_, cells) in zip(TIGER.wagers, table.rows, strict=True):
        assert cells[0] == wager.title
        units = guarded.exposures[wager.id].units_per_100
        assert float(value(cells[3].split(" ± ")[0])) == pytest.approx(units.value, abs=6e-4)
