"""The cut card: where it lies in a shoe that software deals, and its coming out."""

from punto.rules.irregularities import Irregularity
from punto.table import events as e
from punto.table.card_source import is_virtual
from punto.table.preconditions import open_table
from punto.table.state import Round, State


def cut_card_lies_next(state: State) -> bool:
    """A virtual shoe is dealt by software, which knows where the cut card lies."""
    shoe = state.shoe
    assert shoe is not None, "a round is opened with a shoe only"
    lies_there = shoe.left <= open_table(state).cut_cards_from_end
    return is_virtual(shoe) and not shoe.cut_card_out and lies_there


def cut_card_out(state: State, play: Round) -> e.CutCardAppeared:
    """It is taken away and the round is played to its end."""
    cut = state.game.procedure(Irregularity.CUT_CARD_FIRST)
    clause = cut.clause.removesuffix(".1") if cut else "reading cut-card"
    return e.CutCardAppeared(first_of_round=not play.cards, clause=clause)
