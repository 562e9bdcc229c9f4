"""What comes next at a table: one step, who takes it and why, derived from the state alone."""

from enum import Enum

from msgspec import Struct

from punto.rules.game import Method
from punto.rules.hands import Side
from punto.table.betting import differential_excess
from punto.table.dealing import exposing_clause
from punto.table.device import may_draw
from punto.table.handling import owed
from punto.table.state import Round, State, Waits


class Step(Enum):
    """The kinds of next step."""

    OPEN_TABLE = "open-table"
    LOAD_SHOE = "load-shoe"
    BURN = "burn"
    OPEN_BETTING = "open-betting"
    CLOSE_BETTING = "close-betting"
    DECREASE = "decrease"
    PASS_DEVICE = "pass-device"
    DRAW = "draw"
    PASS = "pass"
    CHOOSE_FIRST = "choose-first"
    EXPOSE = "expose"
    ANNOUNCE_TOTALS = "announce-totals"
    ANNOUNCE_OUTCOME = "announce-outcome"
    ANSWER_OPTION = "answer-option"
    RECONSTRUCT = "reconstruct"
    SET_ASIDE = "set-aside"
    SORT = "sort"
    REPLACE = "replace"
    DECIDE = "decide"


class Prompt(Struct, frozen=True):
    """The next step, for a console to show."""

    step: Step
    why: str
    clause: str = ""
    side: Side | None = None
    patrons: tuple[str, ...] = ()


WAITING = {
    Waits.OPTION: Step.ANSWER_OPTION,
    Waits.CARDS_IN_ORDER: Step.RECONSTRUCT,
    Waits.SETTING_ASIDE: Step.SET_ASIDE,
    Waits.SORTING: Step.SORT,
    Waits.REPLACEMENT: Step.REPLACE,
    Waits.DECISION: Step.DECIDE,
}

# A patron gone with cards: each step has a clause of its own.
MISSING_CARDS = {
    Waits.SETTING_ASIDE: "5.11.1",
    Waits.SORTING: "5.11.2",
    Waits.REPLACEMENT: "5.11.3",
}


def next_step(state: State) -> Prompt:
    """The one step that brings the table on."""
    config, case, play = state.configuration, state.case, state.round
    if config is None:
        return Prompt(Step.OPEN_TABLE, "The table is closed.")
    if case is not None:
        why = f"{case.irregularity} waits for {case.waits.value.replace('-', ' ')}."
        clause = MISSING_CARDS.get(case.waits, case.clause)
        return Prompt(WAITING[case.waits], why, clause, patrons=case.asked)
    if play is None:
        return _between_rounds(state)
    if play.betting_open:
        excess = differential_excess(state, play)
        if excess is not None:
            return Prompt(Step.DECREASE, "The table differential is exceeded.", "5.18", excess[0])
        return Prompt(Step.CLOSE_BETTING, "Betting is open.", "3.2")
    return _dealing(state, play)


def _between_rounds(state: State) -> Prompt:
    config, shoe = state.configuration, state.shoe
    assert config is not None, "asked of an open table only"
    if shoe is None:
        return Prompt(Step.LOAD_SHOE, "There is no shoe.")
    if shoe.must_replace:
        return Prompt(Step.LOAD_SHOE, "The cards must be replaced.", shoe.must_replace)
    if shoe.rounds_after_cut > config.rounds_after_cut:
        return Prompt(Step.LOAD_SHOE, "The cut card has come out.", "reading cut-card")
    if shoe.left == 0:
        return Prompt(Step.LOAD_SHOE, "No card is left.")
    if config.burn and not shoe.gone:
        return Prompt(Step.BURN, "The first cards of a shoe are burned.", "reading burn")
    return Prompt(Step.OPEN_BETTING, "The table is ready for a round.", "3.1")


def _dealing(state: State, play: Round) -> Prompt:
    due = play.due()
    if due is None:
        return _revealing(state, play)
    clause = state.game.draw_clause(due)
    if play.initial_deal_done and not play.totals_announced:
        return Prompt(Step.ANNOUNCE_TOTALS, "Four cards are dealt and face up.", clause)
    if due.side is None:
        return Prompt(Step.ANNOUNCE_OUTCOME, due.why, clause)
    if not may_draw(state, play):
        why = f"{state.device} has no stake: the device is passed on, or drawing allowed without."
        return Prompt(Step.PASS_DEVICE, why, "3.12.2", patrons=(state.device,))
    who = (state.device,) if state.device else ()
    return Prompt(Step.DRAW, due.why, clause, due.side, who)


def _revealing(state: State, play: Round) -> Prompt:
    hidden = [side for side in Side if not all(dealt.face_up for dealt in play.hand(side))]
    for side in hidden:
        to = owed(state, play, side)
        if to.patron:
            why = f"{to.patron} is due the {side.title} cards."
            return Prompt(Step.PASS, why, to.clause, side, (to.patron,))
    if state.method is Method.A and not play.totals_announced:
        if play.first_revealed is None and play.handlers:
            return Prompt(
                Step.CHOOSE_FIRST, "The dealer says which hand is revealed first.", "3.10.6"
            )
        if play.first_revealed in hidden:
            hidden = [play.first_revealed]
    side = hidden[0]
    holder = play.handlers.get(side, "")
    why = f"{holder or 'The dealer'} exposes the {side.title} cards."
    clause = exposing_clause(state, play, side)
    return Prompt(Step.EXPOSE, why, clause, side, (holder,) if holder else ())
