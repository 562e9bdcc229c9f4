"""Certainty in an unfinished round, against every way it could end."""

from itertools import product

import pytest

from punto.rules.cards import RANKS, Card, Rank, Suit, parse_card
from punto.rules.certainty import Seen, decided_wagers, outcomes_left
from punto.rules.game import Game
from punto.rules.games import GAMES, find_game
from punto.rules.outcome import Outcome, Pairs, outcomes
from punto.rules.settlement import Result, Stake, settle
from tests.rules.made_up import lucky_game
from tests.rules.oracle import play

BY_VALUE = (Rank.TEN, *RANKS[:9])
ANY_RANK = [Card(rank, Suit.SPADES) for rank in RANKS]
ANY_VALUE = [Card(rank, Suit.SPADES) for rank in BY_VALUE]


def see(text: str) -> Seen:
    """Three cards, a dash for one that nobody has seen."""
    first, second, third = (None if each == "-" else parse_card(each) for each in text.split())
    return first, second, third


def endings(player: Seen, banker: Seen) -> set[Outcome]:
    """Every ending, one by one: each unseen card dealt as each rank, a third card as each value."""
    in_order = player[0], banker[0], player[1], banker[1]
    initial = [[card] if card else ANY_RANK for card in in_order]
    third_of_player, third_of_banker = (
        [card.points] if card else [each.points for each in ANY_VALUE]
        for card in (player[2], banker[2])
    )
    found = set()
    for p1, b1, p2, b2 in product(*initial):
        pairs = Pairs.NONE
        if p1.rank is p2.rank:
            pairs = Pairs.PLAYER
        if b1.rank is b2.rank:
            pairs = Pairs.BANKER if pairs is Pairs.NONE else Pairs.BOTH
        if p1.rank is b1.rank and pairs is Pairs.BOTH:
            pairs = Pairs.TWIN
        four = p1.points, b1.points, p2.points, b2.points
        player_stands = (p1.points + p2.points) % 10 > 5
        for third, sixth in product(third_of_player, third_of_banker):
            # The oracle takes cards in order: where Player stands, Banker's third comes fifth.
            rest = (sixth, 0) if player_stands else (third, sixth)
            found.add(Outcome(*play((*four, *rest)), pairs))
    return found


@pytest.mark.parametrize(
    ("player", "banker"),
    [
        ("4S 4C -", "4H 4D -"),
        ("2S 3C -", "4H - -"),
        ("2S - -", "- 4D -"),
        ("- 9C -", "- 8D -"),
        ("6S KC -", "2H 3D -"),
        ("6S KC -", "2H 3D 7S"),
        ("2S 3C 7D", "2H 3D -"),
        ("2S 3C 8D", "2H AD -"),
        ("2S 3C 7D", "2H 3D 4S"),
        ("2S 3C -", "2H 3D 4S"),
        ("KS KC 5D", "- - -"),
        ("- - -", "2H 2C 3S"),
        ("9S KC -", "2H 3D -"),
    ],
)
def test_what_a_round_can_still_come_to(player: str, banker: str) -> None:
    assert outcomes_left(see(player), see(banker)) == endings(see(player), see(banker))


def test_with_nothing_seen_anything_can_happen() -> None:
    nothing = see("- - -")
    left = outcomes_left(nothing, nothing)
    assert left == set(outcomes())
    assert isinstance(left, frozenset)
    for game in GAMES:
        assert decided_wagers(game, left) == set()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_finished_round_decides_all_but_a_push(game: Game) -> None:
    stakes = [Stake(wager.id, game.unit_cents) for wager in game.wagers]
    for outcome in outcomes():
        lines = settle(game, outcome, stakes).lines
        decided = {line.wager for line in lines if line.result is not Result.PUSH}
        assert decided_wagers(game, [outcome]) == decided


@pytest.mark.parametrize(
    ("player", "banker", "decided"),
    [
        ("9S KC -", "8H KD -", "all"),
        ("9S KC -", "9H KD -", "all but player banker"),
        ("9S KC -", "- - -", "tiger small-tiger big-tiger tiger-tie"),
        ("6S KC -", "2H 3D -", "tiger small-tiger big-tiger tiger-pair"),
        ("7S KC -", "6H KD -", "all"),
        ("2S 3C -", "7H KD -", "tiger small-tiger big-tiger tiger-pair tiger-tie"),
    ],
)
def test_what_is_decided_before_the_end(player: str, banker: str, decided: str) -> None:
    tiger = find_game("tiger")
    every = {wager.id for wager in tiger.wagers}
    expected = every - set(decided.split()) if decided.startswith("all") else set(decided.split())
    assert decided_wagers(tiger, outcomes_left(see(player), see(banker))) == expected


def test_wagers_on_cards_are_left_to_those_who_see_the_cards() -> None:
    assert decided_wagers(lucky_game(), [Outcome(9, 0, 2, 2, Pairs.NONE)]) >= {"lucky-nine"}
    assert "red-player" not in decided_wagers(lucky_game(), [Outcome(9, 0, 2, 2, Pairs.NONE)])
