"""Published figures, to the last printed digit."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from punto.odds.composition import Composition
from punto.odds.distribution import distribution
from punto.odds.price import price
from punto.odds.summary import cards_per_round
from punto.rules.games import find_game
from punto.rules.outcome import Winner
from punto.rules.wagers import When

PUBLISHED = json.loads((Path(__file__).parent / "published.json").read_text(encoding="utf-8"))
EIGHT = distribution(Composition.of_decks(8))
COUNTS = {
    "player_wins_8": When(winner=Winner.PLAYER),
    "banker_wins_8": When(winner=Winner.BANKER),
    "ties_8": When(winner=Winner.TIE),
    "banker_six_two_cards_8": When(winner=Winner.BANKER, banker_total=6, banker_cards=2),
    "banker_six_three_cards_8": When(winner=Winner.BANKER, banker_total=6, banker_cards=3),
    "tie_on_six_8": When(winner=Winner.TIE, banker_total=6),
    "player_seven_8": When(winner=Winner.PLAYER, player_total=7),
}
EDGES = [
    (game, int(decks), wager, percent)
    for game, by_decks in PUBLISHED["house_edge_percent"].items()
    for decks, by_wager in by_decks.items()
    for wager, percent in by_wager.items()
]


def test_nothing_published_is_left_out() -> None:
    assert set(PUBLISHED) == {
        "about",
        "deals_8_decks",
        "house_edge_percent",
        "cards_per_round_8",
        *COUNTS,
    }
    assert len(EDGES) == 2 * (8 + 8 + 5 + 8 + 5)


def test_deals() -> None:
    assert EIGHT.deals == int(PUBLISHED["deals_8_decks"])


@pytest.mark.parametrize("name", COUNTS)
def test_counts(name: str) -> None:
    assert EIGHT.count(COUNTS[name]) == int(PUBLISHED[name])


def test_cards_per_round() -> None:
    assert cards_per_round(EIGHT) == Fraction(PUBLISHED["cards_per_round_8"])


@pytest.mark.parametrize(("game", "decks", "wager", "percent"), EDGES)
def test_house_edges(game: str, decks: int, wager: str, percent: float) -> None:
    edge = price(distribution(Composition.of_decks(decks)), find_game(game).wager(wager)).house_edge
    assert abs(edge * 100 - Fraction(str(percent))) <= Fraction(1, 2_000_000)
