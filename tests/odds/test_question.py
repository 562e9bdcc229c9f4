"""Questions: which shoe is meant, and the stated assumptions about it."""

import pytest

from punto.odds.assumptions import assumptions
from punto.odds.composition import parse_counts
from punto.odds.question import ask
from punto.refusals import Reason, Refused
from punto.rules.cards import RANKS, Rank, parse_cards
from punto.rules.game import Game
from punto.rules.games import GAMES, find_game
from punto.rules.irregularities import Irregularity


def test_eight_decks_unless_said_otherwise() -> None:
    assert ask().decks == 8
    assert ask(find_game("tiger"), decks=5).shoe.cards == 260


def test_what_the_shoe_was_filled_with_is_told_only_where_it_is_known() -> None:
    whole = dict.fromkeys(RANKS, 24)
    assert ask(left=whole).decks == 6
    assert ask(left=whole, seen=parse_cards("AH")).decks == 6
    assert ask(left=whole, decks=8).decks == 8
    assert ask(left=whole | {Rank.ACE: 23}).decks is None


def test_a_shoe_of_unknown_decks_may_hold_any_copies_of_ten() -> None:
    """Four of a rank left in a long shoe may well be four of one suit."""
    left = dict.fromkeys(RANKS, 4)
    assert ask(left=left, seen=parse_cards("AH AH AH AH")).shoe[Rank.ACE] == 0
    with pytest.raises(Refused, match="seen 5 times"):
        ask(left=dict.fromkeys(RANKS, 16), decks=4, seen=parse_cards("AH " * 5))


def test_decks_are_those_of_the_game_whatever_else_is_said() -> None:
    left = parse_counts("A=4")
    for shoe in (None, left):
        for game in (None, find_game("tiger")):
            for decks in (3, 11):
                with pytest.raises(Refused) as refusal:
                    ask(game, decks=decks, left=shoe)
                assert refusal.value.reason is Reason.DECKS_OUT_OF_RANGE
                assert refusal.value.clause == (game and "tiger 2.1")


def test_a_wager_not_asked_about_has_no_price() -> None:
    with pytest.raises(Refused) as refusal:
        ask(find_game("tiger")).price("dragon-tiger")
    assert refusal.value.reason is Reason.UNKNOWN_WAGER


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_running_out_of_cards_cites_the_clause_of_the_game(game: Game) -> None:
    procedure = game.procedure(Irregularity.TOO_FEW_CARDS)
    assert procedure is not None
    told = assumptions(ask(game, left=parse_counts("A=5")).distribution, game)
    assert f"({game.cite(procedure.clause)})" in told[-1]


def test_assumptions_name_what_is_assumed_and_nothing_else() -> None:
    assert assumptions(ask(left=parse_counts("A=1")).distribution)[0].endswith(
        "the one unseen card is equally likely."
    )
    assert len(assumptions(ask().distribution)) == 1
    assert len(assumptions(ask(left=dict.fromkeys(RANKS[:12], 4)).distribution)) == 2
    small = assumptions(ask(left=parse_counts("A=2,K=3")).distribution)
    assert len(small) == 3
    assert "clause" not in small[2]
    assert "void" in small[2]
