"""What must be so before a command can be taken up: each check refuses with its reason."""

import re
from collections.abc import Callable
from typing import Any

from punto.refusals import Reason, Refused
from punto.rules.games import editions_of
from punto.rules.made_up_games import base_id
from punto.rules.outcome import Winner
from punto.table import commands as c
from punto.table.acting_positions import LONGEST_MS
from punto.table.configuration import Configuration
from punto.table.contributions import check_order_fixed
from punto.table.people import Origin
from punto.table.state import Case, Round, State
from punto.table.waits import ENDS

SEAL = re.compile(r"[0-9a-f]{64}")
OUTCOMES = frozenset(winner.value for winner in Winner)


def check_words(command: c.Command, origin: Origin) -> None:
    """A command says whom, why and what it is about, whatever the table makes of it."""
    if type(command) is c.ActAs:
        _names_a_person_and_a_time(command, origin)
    check = WORDS.get(type(command))
    if check is not None:
        check(command)


def _names_a_patron(command: Any) -> None:
    if not command.patron.strip():
        raise Refused(Reason.UNREADABLE_REQUEST, "Say which patron.")


def _says_why(command: c.Decide) -> None:
    if not command.why.strip():
        raise Refused(Reason.UNREADABLE_REQUEST, "Say why it is decided so.")


def _says_why_dismissed(command: c.DismissReport) -> None:
    if not command.why.strip():
        raise Refused(Reason.UNREADABLE_REQUEST, "Say why there was no irregularity.")


def _names_a_person_and_a_time(command: c.ActAs, origin: Origin) -> None:
    if not command.person.strip():
        raise Refused(Reason.UNREADABLE_REQUEST, "Say which member of staff.")
    if not origin.at_ms < command.until <= origin.at_ms + LONGEST_MS:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "A person acts in a position until a time within the next 24 hours.",
        )


def _shows_an_outcome(command: c.CorrectDisplay) -> None:
    if command.shown not in OUTCOMES:
        raise Refused(Reason.UNREADABLE_REQUEST, "A display shows player, banker or tie.")


def _names_a_game(command: c.OpenTable | c.ChangeConfiguration) -> None:
    config = command.configuration
    editions_of(base_id(config.game) if config.test_wagers else config.game)


def _has_a_seal(command: c.LoadShoe) -> None:
    if command.commitment and SEAL.fullmatch(command.commitment) is None:
        raise Refused(Reason.UNREADABLE_REQUEST, "A seal is 64 hexadecimal digits in lower case.")


def _has_a_digest(command: c.Contribute) -> None:
    if SEAL.fullmatch(command.digest) is None:
        raise Refused(Reason.UNREADABLE_REQUEST, "A digest is 64 hexadecimal digits in lower case.")


def _has_a_value(command: c.RevealContribution) -> None:
    if SEAL.fullmatch(command.value) is None:
        raise Refused(
            Reason.UNREADABLE_REQUEST, "A contribution is 64 hexadecimal digits in lower case."
        )


WORDS: dict[type, Callable[[Any], None]] = {
    c.OpenTable: _names_a_game,
    c.LoadShoe: _has_a_seal,
    c.Contribute: _has_a_digest,
    c.RevealContribution: _has_a_value,
    c.ChangeConfiguration: _names_a_game,
    # About someone; a report may be about no one.
    c.PlaceStake: _names_a_patron,
    c.RecordLateStake: _names_a_patron,
    c.PassCards: _names_a_patron,
    c.RefuseCards: _names_a_patron,
    c.ChooseHandler: _names_a_patron,
    c.AllowSqueezing: _names_a_patron,
    c.GiveDevice: _names_a_patron,
    c.AnswerOption: _names_a_patron,
    c.Decide: _says_why,
    c.DismissReport: _says_why_dismissed,
    c.CorrectDisplay: _shows_an_outcome,
}


def closed_table(state: State) -> None:
    if state.configuration is not None:
        raise Refused(Reason.TABLE_OPEN, "This table is open already.")


def open_table(state: State) -> Configuration:
    if state.configuration is None:
        raise Refused(Reason.TABLE_CLOSED, "This table is not open.")
    return state.configuration


def no_case(state: State) -> None:
    """Nothing goes on while an irregularity waits for something."""
    if state.case is not None:
        raise Refused(
            Reason.CASE_PENDING,
            "First {irregularity} must be resolved: it waits for {waits}.",
            clause=state.game.cite(state.case.clause),
            irregularity=state.case.irregularity,
            waits=state.case.waits,
        )


def case_waiting(state: State, command: c.Command) -> Case:
    """The case that waits for this command."""
    waits = ENDS[type(command)]
    if state.case is None or state.case.waits is not waits:
        raise Refused(
            Reason.NO_SUCH_CASE,
            "No irregularity waits for {waits}.",
            clause=None if state.case is None else state.game.cite(state.case.clause),
            waits=waits,
        )
    return state.case


def round_in_play(state: State) -> Round:
    if state.round is None:
        raise Refused(
            Reason.NO_ROUND,
            "There is no round in play: open betting first.",
            clause=state.game.cite("3.1"),
        )
    return state.round


def no_round(state: State) -> None:
    if state.round is not None:
        raise Refused(Reason.ROUND_IN_PLAY, "This waits until the round in play is finished.")


def dealing_round(state: State) -> Round:
    """The round in play with its betting closed and no irregularity open."""
    no_case(state)
    play = round_in_play(state)
    if play.betting_open:
        raise Refused(
            Reason.BETTING_OPEN,
            'First "No more bets" must be called.',
            clause=state.game.cite("3.2"),
        )
    return play


def shoe_to_play(state: State) -> None:
    """A shoe is there, and another round may begin with it."""
    shoe, config = state.shoe, open_table(state)
    if shoe is None:
        raise Refused(Reason.SHOE_NEEDED, "Load a shoe first.")
    if shoe.must_replace:
        raise Refused(
            Reason.SHOE_NEEDED,
            "The cards must be replaced before the next round.",
            clause=state.game.cite(shoe.must_replace),
        )
    if shoe.rounds_after_cut > config.rounds_after_cut:
        raise Refused(
            Reason.SHOE_NEEDED,
            "The cut card has come out: load a new shoe.",
            clause="reading cut-card",
        )
    if shoe.left == 0:
        raise Refused(Reason.SHOE_NEEDED, "No card is left: load a new shoe.")
    check_order_fixed(shoe)
    if config.burn and not shoe.gone:
        raise Refused(
            Reason.BURN_NEEDED, "Burn the first cards of the shoe.", clause="reading burn"
        )
