"""Every possible sequence: the production engine against the independent implementation."""

from collections import Counter
from dataclasses import astuple
from fractions import Fraction
from itertools import product

import pytest

from punto.money import Cents
from punto.rules.cards import RANKS, Card, Rank, Suit
from punto.rules.drawing import next_draw
from punto.rules.game import Game
from punto.rules.games import GAMES
from punto.rules.hands import Side
from punto.rules.outcome import Pairs, outcomes
from punto.rules.round import deal_round
from punto.rules.settlement import Result, Settled, Stake, settle
from tests.rules.oracle import pays, play
from tests.sample import sample

BY_VALUE = [Card(rank, Suit.SPADES) for rank in (Rank.TEN, *RANKS[:9])]


@pytest.mark.parametrize("first", sample(range(10)))
def test_every_sequence_of_six_values(first: int) -> None:
    """A tenth of the million each, through the engine that deals at the tables."""
    for rest in product(range(10), repeat=5):
        values = (first, *rest)
        dealt = deal_round(iter([BY_VALUE[value] for value in values]))
        assert dealt is not None
        outcome = dealt.outcome
        expected = play(values)
        assert (
            outcome.player_total,
            outcome.banker_total,
            outcome.player_cards,
            outcome.banker_cards,
        ) == expected
        assert [card.points for card in dealt.cards] == list(values[: len(dealt.cards)])


def test_no_fewer_cards_ever_complete_a_round() -> None:
    for values in product(range(10), repeat=4):
        complete = sum(play((*values, 0, 0))[2:]) == 4
        dealt = deal_round(iter([BY_VALUE[value] for value in values]))
        assert (dealt is not None) == complete


# One card of each rank at each of the first four places, third cards by value.
INITIAL = list(product(RANKS, repeat=4))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_wager_on_every_initial_deal_and_third_cards(game: Game) -> None:
    """All rank patterns of four cards with third cards chosen to vary: each line hit and missed."""
    hits: Counter[tuple[str, object]] = Counter()
    stakes = [Stake(wager.id, Cents(100)) for wager in game.wagers]
    seen: dict[object, list[object]] = {}
    for number, ranks in enumerate(INITIAL):
        for third, fourth in ((number % 10, number // 10 % 10), (7, 4), (4, 1)):
            cards = [Card(rank, Suit.HEARTS) for rank in ranks]
            dealt = deal_round(iter([*cards, BY_VALUE[third], BY_VALUE[fourth]]))
            assert dealt is not None
            values = (*(card.points for card in cards), third, fourth)
            won = play(values)
            expected = [
                pays(game.id, stake.wager, [rank.letter for rank in ranks], won) for stake in stakes
            ]
            key = dealt.outcome
            if key not in seen:
                seen[key] = [_result(line) for line in settle(game, key, stakes).lines]
            assert seen[key] == expected
            hits.update(zip((stake.wager for stake in stakes), expected, strict=True))
    for wager in game.wagers:
        assert hits[wager.id, None] > 0, "never lost"
        for line in wager.lines:
            fraction = str(Fraction(line.odds.numerator, line.odds.denominator))
            assert hits[wager.id, fraction] > 0, "a line never hit"


# Ranks for the first four places that make just these pairs.
RANKS_WITH = {
    Pairs.NONE: ["2", "3", "4", "5"],
    Pairs.PLAYER: ["2", "3", "2", "5"],
    Pairs.BANKER: ["2", "3", "4", "3"],
    Pairs.BOTH: ["2", "3", "2", "3"],
    Pairs.TWIN: ["2", "2", "2", "2"],
}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_all_wagers_on_all_outcomes(game: Game) -> None:
    stakes = [Stake(wager.id, Cents(100)) for wager in game.wagers]
    for outcome in outcomes():
        *won, pairs = astuple(outcome)
        expected = [pays(game.id, stake.wager, RANKS_WITH[pairs], tuple(won)) for stake in stakes]
        assert [_result(line) for line in settle(game, outcome, stakes).lines] == expected


def _result(line: Settled) -> object:
    if line.result is Result.WIN:
        assert line.odds is not None
        assert line.profit_cents == 100 * Fraction(line.odds.numerator, line.odds.denominator)
        return str(Fraction(line.profit_cents, 100))
    if line.result is Result.PUSH:
        return "push"
    assert line.profit_cents == -100
    return None


def test_the_set_of_outcomes_is_closed_and_reached() -> None:
    """All rank patterns with all third cards reach exactly the outcomes there are."""
    reached = set()
    for p1, b1, p2, b2 in product(RANKS, repeat=4):
        pairs = Pairs.NONE
        if p1 is p2 and b1 is b2:
            pairs = Pairs.TWIN if p1 is b1 else Pairs.BOTH
        elif p1 is p2:
            pairs = Pairs.PLAYER
        elif b1 is b2:
            pairs = Pairs.BANKER
        reached.add((p1.points, b1.points, p2.points, b2.points, pairs))
    found = {
        (*play((*four, third, fourth)), pairs)
        for *four, pairs in reached
        for third in range(10)
        for fourth in range(10)
    }
    table = outcomes()
    assert {
        (each.player_total, each.banker_total, each.player_cards, each.banker_cards, each.pairs)
        for each in table
    } == found
    assert len(table) == 779
    assert [each.index for each in table] == list(range(779))


@pytest.mark.parametrize("third", range(10))
def test_next_draw_says_who_and_why_in_every_state(third: int) -> None:
    for p, b in product(range(10), range(10)):
        draw = next_draw((p, 0, third), (b, 0)) if p < 6 and b < 8 else next_draw((p, 0), (b, 0))
        assert draw.why.endswith(".")
        assert draw.side in (None, Side.PLAYER, Side.BANKER)
