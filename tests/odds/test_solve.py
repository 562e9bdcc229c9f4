"""Solved pay lines: at the solved odds, a wager has exactly the requested edge."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from punto.money import Odds
from punto.odds.composition import Composition
from punto.odds.distribution import distribution
from punto.odds.price import price
from punto.odds.solve import printable, solve_line, with_pays
from punto.refusals import Reason, Refused
from punto.rules.cards import Rank
from punto.rules.games import GAMES, find_game

EIGHT = distribution(Composition.of_decks(8))
LINES = [
    (game.id, wager.id, number)
    for game in GAMES
    for wager in game.wagers
    for number, _ in enumerate(wager.lines, 1)
]


@pytest.mark.parametrize(("game", "wager", "line"), LINES)
def test_asking_for_the_edge_there_is_gives_the_odds_there_are(
    game: str, wager: str, line: int
) -> None:
    priced = price(EIGHT, find_game(game).wager(wager))
    found = solve_line(priced, line, priced.house_edge)
    assert found.pays == priced.lines[line - 1].profit
    if found.pays.denominator == 1 or found.pays < 1:
        assert found.edge_at_nearest == priced.house_edge


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(LINES), st.fractions(Fraction(-1, 2), Fraction(1, 100)))
def test_paid_the_nearest_odds_it_has_the_edge_it_says(
    place: tuple[str, str, int], edge: Fraction
) -> None:
    game, wager, line = place
    priced = price(EIGHT, find_game(game).wager(wager))
    found = solve_line(priced, line, edge)
    assert found.nearest is not None
    again = price(EIGHT, with_pays(priced.wager, line, found.nearest))
    assert again.house_edge == found.edge_at_nearest
    odds = Odds.parse(found.nearest)
    step = Fraction(1, 2) if found.pays >= 1 else Fraction(1, 100)
    assert abs(Fraction(odds.numerator, odds.denominator) - found.pays) <= step


def test_odds_beyond_print_are_still_exact() -> None:
    tie = price(EIGHT, find_game("tiger").wager("tie"))
    found = solve_line(tie, 1, Fraction(-(10**7)))
    assert found.nearest is None
    assert found.edge_at_nearest is None
    assert tie.lines[0].probability * found.pays - tie.loss_rate == 10**7


def test_an_edge_out_of_reach_is_refused() -> None:
    tiger = price(EIGHT, find_game("tiger").wager("tiger"))
    with pytest.raises(Refused, match="Even if line 2 of 'tiger' paid nothing") as refusal:
        solve_line(tiger, 2, Fraction(6, 10))
    assert refusal.value.reason is Reason.EDGE_OUT_OF_REACH
    sixless = price(distribution(Composition.of({Rank.KING: 30}, 8)), tiger.wager)
    with pytest.raises(Refused, match="never pays") as refusal:
        solve_line(sixless, 1, Fraction(1, 10))
    assert refusal.value.reason is Reason.EDGE_OUT_OF_REACH


@pytest.mark.parametrize("line", [-1, 0, 3])
def test_a_line_there_is_not_is_refused(line: int) -> None:
    with pytest.raises(Refused, match=f"and no line {line}"):
        solve_line(price(EIGHT, find_game("tiger").wager("tiger")), line, Fraction(0))


@pytest.mark.parametrize(
    ("pays", "text"),
    [
        (Fraction(0), "0.01 to 1"),
        (Fraction(1, 2), "0.50 to 1"),
        (Fraction(999, 1000), "1 to 1"),
        (Fraction(1), "1 to 1"),
        (Fraction(14, 10), "1 to 1"),
        (Fraction(16, 10), "2 to 1"),
        (Fraction(999_999), "999999 to 1"),
        (Fraction(1_000_000), None),
    ],
)
def test_what_a_felt_would_print(pays: Fraction, text: str | None) -> None:
    assert printable(pays) == text
    if text is not None:
        Odds.parse(text)
