"""Every figure in the printed sheet, read back from the page, is the engine's."""

from fractions import Fraction
from math import sqrt

import pytest

from punto.odds.question import ask
from punto.odds.removal import effects_of_removal
from punto.odds.summary import cards_per_round, winners, wins_by_total
from punto.rules.cards import RANKS
from punto.rules.games import GAMES, find_game
from punto.rules.outcome import Winner
from tests.report.page import shows, value
from tests.report.sheets import lucky, page, sheet
from tests.sample import sample

GAME_IDS = [game.id for game in GAMES]


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_every_pay_line_stands_with_its_clause_and_probability(game_id: str) -> None:
    table = page(game_id).table("Pays", "Clause", "Exact probability")
    for price in ask(find_game(game_id), decks=8).prices.values():
        wager = price.wager
        rows = [cells for group, cells in table.rows if group == wager.title]
        lines = rows[: len(price.lines)]
        for priced, (_, pays, clause, exact, decimal, one_in, profit) in zip(
            price.lines, lines, strict=True
        ):
            assert (pays, clause) == (priced.line.pays, priced.line.clause)
            assert value(exact) == priced.probability
            assert shows(decimal, priced.probability)
            assert shows(one_in, 1 / priced.probability)
            assert shows(profit, priced.probability * priced.profit)
        *push, loss, total = rows[len(price.lines) :]
        assert [cells[1:4] for cells in push] == (
            [["push", wager.pushes_by, f"{price.push}"]] if price.push else []
        )
        assert loss[1:4] == ["loses", wager.loses_by, f"{price.loss_rate}"]
        assert (total[0], total[3]) == ("Total", "1")
        assert shows(total[6], price.ev)


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_results_and_measures_are_the_prices(game_id: str) -> None:
    results = page(game_id).table("House edge", "Hit rate", "Volatility index")
    moments = page(game_id).table("Expected profit", "Variance", "Skewness")
    rates = page(game_id).table("Wins", "Pushes", "Loses")
    prices = list(ask(find_game(game_id), decks=8).prices.values())
    for price, (_, result), (_, moment), (_, rate) in zip(
        prices, results.rows, moments.rows, rates.rows, strict=True
    ):
        assert result[0] == moment[0] == rate[0] == price.wager.title
        deviation = sqrt(price.variance)
        assert all(map(shows, result[1:4], (price.house_edge, 1 + price.ev, price.hit_rate)))
        assert shows(result[4], deviation)
        assert float(value(result[5])) == pytest.approx(1.6448536 * deviation, abs=2e-5)
        assert all(map(shows, moment[1:3], (price.ev, price.variance)))
        assert shows(moment[3], deviation)
        assert float(value(moment[4])) == pytest.approx(price.skewness, abs=1e-6)
        assert shows(rate[1], price.hit_rate)
        assert rate[2] == "–" if price.push == 0 else shows(rate[2], price.push)
        assert shows(rate[4], price.house_edge)


def test_fractions_are_exact() -> None:
    found = page("tiger").table("Figure", "Exact value").column("Exact value")
    for price in ask(find_game("tiger"), decks=8).prices.values():
        title = price.wager.title
        assert value(found[title, "Expected profit"]) == price.ev
        assert value(found[title, "Variance"]) == price.variance
        assert value(found[title, "Hit rate"]) == price.hit_rate
        assert value(found[title, "Loss rate"]) == price.loss_rate


@pytest.mark.parametrize("game_id", ["no-commission", "dragon-tiger-no-commission"])
def test_edges_by_decks_are_those_of_each_shoe(game_id: str) -> None:
    table = page(game_id).table("4 decks", "10 decks")
    for decks in range(4, 11):
        prices = ask(find_game(game_id), decks=decks).prices.values()
        column = table.column(f"{decks} decks")
        for price in prices:
            assert shows(column["", price.wager.title], price.house_edge * 100)


def test_effects_of_removal_are_the_engine_s() -> None:
    question = ask(find_game("tiger"), decks=8)
    effects = effects_of_removal(question.shoe, question.wagers)
    table = page("tiger").table("Wager", "A", "T", "K")
    for wager in question.wagers:
        for rank in RANKS:
            printed = table.column(rank.letter)["", wager.title]
            assert shows(printed, effects[wager.id][rank] * 10_000)


def test_the_round_is_the_law_s() -> None:
    distribution = ask(find_game("tiger"), decks=8).distribution
    found = page("tiger").table("Event", "Exact probability").column("Exact probability")
    ends = {"Player wins": Winner.PLAYER, "Banker wins": Winner.BANKER, "The hands tie": Winner.TIE}
    assert {Fraction(found["", name]) for name in ends} == set(winners(distribution).values())
    cards = cards_per_round(distribution)
    assert f"{cards.numerator}/{cards.denominator} = " in page("tiger").text if cards else False
    totals = page("tiger").table("Total", "0", "9")
    ties = next(cells for _, cells in totals.rows if cells[0] == "Tie on")
    assert all(map(shows, ties[1:], wins_by_total(distribution)[Winner.TIE]))


def test_the_simulation_stands_beside_the_exact_values() -> None:
    trial = sheet("tiger").trial
    table = page("tiger").table("Simulated", "Exact", "z")
    for price, (_, cells) in zip(sheet("tiger").prices, table.rows, strict=True):
        estimate = trial.tested[price.wager.id]
        assert shows(cells[1], estimate.ev)
        assert shows(cells[2], price.ev)
        assert shows(cells[3], estimate.stderr)
        assert shows(cells[4], estimate.z)
    assert "agrees with the exact values" in page("tiger").text
    assert sum(trial.counts) == trial.rounds_tested <= trial.rounds == 200_000


@pytest.mark.parametrize("game_id", sample([None, "tiger"]))
def test_a_custom_wager_is_priced_alone_and_beside_a_game(game_id: str | None) -> None:
    custom = (lucky(),)
    table = page(game_id, 6, custom).table("Pays", "Clause", "Exact probability")
    rows = [cells for group, cells in table.rows if group == "Lucky Nine"]
    price = ask(decks=6, extra=custom).prices["lucky-nine"]
    assert [value(cells[3]) for cells in rows] == [
        *(line.probability for line in price.lines),
        price.push,
        price.loss_rate,
        1,
    ]
    assert {cells[2] for cells in rows[:-1]} == {"custom"}
    assert rows[0][0] == "Three-card nine"
    assert rows[1][0].startswith("Banker wins; pairs of different ranks")
    assert game_id or "Player Pair" not in page(None, 6, custom).text
