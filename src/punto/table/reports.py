"""When an irregularity can be reported: each has its time in a round, and is refused before it."""

from punto.refusals import Reason, Refused
from punto.rules.cards import parse_card
from punto.rules.game import Method
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity
from punto.table import commands as c
from punto.table.handling import next_handler
from punto.table.state import Round, State

I = Irregularity  # noqa: E741  (short where the cases below are read as a table)


def check_stage(state: State, play: Round, command: c.Report) -> None:
    """Refuse an irregularity that cannot be now, or that does not say what it is about."""
    kind = command.irregularity
    sentence = _too_early_or_late(state, play, kind) or _about_nothing(state, play, command)
    if sentence:
        procedure = state.game.procedure(kind)
        assert procedure is not None, "what no clause covers is not checked"
        raise Refused(Reason.NO_SUCH_CASE, sentence, clause=state.game.cite(procedure.clause))
    if command.card:
        parse_card(command.card)


def _too_early_or_late(state: State, play: Round, kind: Irregularity) -> str:
    match kind:
        case I.FACE_UP_IN_DEVICE | I.DEALT_IN_WRONG_ORDER | I.WRONG_NUMBER_OF_CARDS:
            return "" if play.cards else "No card of this round has been drawn yet."
        case I.DRAWN_TOGETHER_ORDER_KNOWN:
            return "Betting is still open." if play.betting_open else ""
        case I.DRAWN_TOGETHER_IN_INITIAL_DEAL:
            return "The initial deal is over." if play.initial_deal_done else ""
        case I.DRAWN_TOGETHER_AFTER_INITIAL_DEAL:
            return "" if play.initial_deal_done else "The initial deal is not over."
        case I.DEVICE_RESET if play.betting_open:
            return "Betting is still open."
        case I.DEVICE_RESET if any(dealt.face_up or dealt.seen_by for dealt in play.cards):
            return "A card has been seen, so betting cannot open again."
        case I.EXPOSED_BY_MOVING_DEVICE | I.ALTERED_BY_MOVING_DEVICE:
            return "" if state.method is Method.C else "The device moves in method C only."
        case _:
            return ""


def _about_nothing(state: State, play: Round, command: c.Report) -> str:
    match command.irregularity:
        case I.HANDLER_ABSENT:
            return "" if command.side in play.handlers else "Nobody holds the cards of that hand."
        case I.PASSED_TO_WRONG_PATRON:
            return _rightly_passed(state, play, command)
        case I.EXPOSED_OR_NOT_PASSED:
            return "" if command.side is not None else "Say which hand."
        case I.PATRON_LEFT_WITH_CARDS:
            return _nothing_missing(play, command.patron)
        case _:
            return ""


def _rightly_passed(state: State, play: Round, command: c.Report) -> str:
    """Cards went astray when somebody has them who is not due them; the report names whom."""
    if command.side is None:
        return "Say which hand."
    if not play.initial_deal_done or all(card.face_up for card in play.hand(command.side)):
        return f"{command.side.title} has no cards that lie face down to be passed."
    has_them = command.patron or play.handlers.get(command.side, "")
    if not has_them:
        return "Say who has the cards."
    if has_them == next_handler(state, play, command.side):
        return f"{has_them} is due these cards."
    return ""


def _nothing_missing(play: Round, patron: str) -> str:
    sides = [side for side in Side if play.handlers.get(side) == patron]
    hidden = [card for side in sides for card in play.hand(side) if not card.face_up]
    if not hidden:
        return "That patron holds no cards that lie face down."
    if all(card.card for card in hidden):
        return "The device has read those cards: report the handler absent and expose them."
    for card in play.cards:
        if card.side not in sides and card.card is None:
            hand = card.side.title
            return f"First the {hand} cards are exposed: the missing ones are told from all others."
    return ""
