"""When an irregularity can be reported: each has its time in a round, and is refused before it."""

from punto.messages import Message
from punto.refusals import Reason, Refused
from punto.rules.cards import parse_card
from punto.rules.drawing import next_draw
from punto.rules.game import Method
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity
from punto.table import commands as c
from punto.table.handlers import holder, next_handler
from punto.table.state import INITIAL_CARDS, Round, State

I = Irregularity  # noqa: E741  (short where the cases below are read as a table)
DRAWN_TOGETHER = (
    I.DRAWN_TOGETHER_ORDER_KNOWN,
    I.DRAWN_TOGETHER_IN_INITIAL_DEAL,
    I.DRAWN_TOGETHER_AFTER_INITIAL_DEAL,
)


def check_stage(state: State, play: Round, command: c.Report) -> None:
    """Refuse an irregularity that cannot be now, or that does not say what it is about."""
    kind = command.irregularity
    procedure = state.game.procedure(kind)
    assert procedure is not None, "what no clause covers is checked by check_drawn_together alone"
    check_drawn_together(state, play, command, procedure.clause)
    wrong = _too_early_or_late(state, play, kind) or _about_nothing(state, play, command)
    if wrong:
        raise Refused.of(Reason.NO_SUCH_CASE, wrong, state.game.cite(procedure.clause))
    if command.card:
        parse_card(command.card)


def check_drawn_together(state: State, play: Round, command: c.Report, clause: str) -> None:
    """Refuse a report of cards drawn together that cannot have been, or not at that stage.

    All of the first four belong to the initial deal, whenever it comes to light that some of
    them were drawn together (reading initial-deal-four).
    """
    if command.irregularity not in DRAWN_TOGETHER:
        return
    wrong = _not_drawn_together(play, command)
    if wrong:
        raise Refused.of(Reason.NO_SUCH_CASE, wrong, state.game.cite(clause))


def _not_drawn_together(play: Round, command: c.Report) -> Message | None:
    if play.betting_open:
        return Message.of("Betting is still open.")
    places = command.together
    if places:
        in_a_row = tuple(range(places[0], places[0] + len(places)))
        if len(places) < 2 or places[0] < 1 or places != in_a_row:
            return Message.of(
                "Say which cards came out together: two or more places in a row, as 3 4."
            )
        if places[0] > len(play.cards) + 1:
            return Message.of("Card {place} cannot have been drawn yet.", place=places[0])
    match command.irregularity:
        case I.DRAWN_TOGETHER_IN_INITIAL_DEAL if places and places[0] > INITIAL_CARDS:
            return Message.of("None of these cards belongs to the initial deal.")
        case I.DRAWN_TOGETHER_AFTER_INITIAL_DEAL if not play.initial_deal_done:
            return Message.of("The initial deal is not over.")
        case I.DRAWN_TOGETHER_AFTER_INITIAL_DEAL if places and places[0] <= INITIAL_CARDS:
            return Message.of("The first four cards belong to the initial deal.")
        case _:
            return None


def _too_early_or_late(state: State, play: Round, kind: Irregularity) -> Message | None:
    match kind:
        case I.FACE_UP_IN_DEVICE | I.DEALT_IN_WRONG_ORDER | I.WRONG_NUMBER_OF_CARDS:
            return None if play.cards else Message.of("No card of this round has been drawn yet.")
        case I.TOO_FEW_CARDS:
            shoe = state.shoe
            assert shoe is not None, "a round is opened with a shoe only"
            enough = shoe.left + len(play.set_aside) >= fewest_cards_due(play)
            return Message.of("The cards left can still finish the round.") if enough else None
        case I.DEVICE_RESET if play.betting_open:
            return Message.of("Betting is still open.")
        case I.DEVICE_RESET if any(dealt.face_up or dealt.seen_by for dealt in play.cards):
            return Message.of("A card has been seen, so betting cannot open again.")
        case I.EXPOSED_BY_MOVING_DEVICE | I.ALTERED_BY_MOVING_DEVICE:
            return (
                None
                if state.method is Method.C
                else Message.of("The device moves in method C only.")
            )
        case _:
            return None


def fewest_cards_due(play: Round) -> int:
    """The fewest cards that could still finish the round, whatever they are."""
    if not play.initial_deal_done:
        return INITIAL_CARDS - len(play.cards)
    due = play.due()
    if due is None or due.side is None:
        return 0
    if due.side is Side.BANKER:
        return 1
    player, banker = play.points(Side.PLAYER), play.points(Side.BANKER)
    after = (next_draw((*player, third), banker).side for third in range(10))
    return 2 if all(side is Side.BANKER for side in after) else 1


def _about_nothing(state: State, play: Round, command: c.Report) -> Message | None:
    match command.irregularity:
        case I.HANDLER_ABSENT:
            return _held_by_nobody(state, play, command.side)
        case I.PASSED_TO_WRONG_PATRON:
            return _rightly_passed(state, play, command)
        case I.EXPOSED_OR_NOT_PASSED:
            return None if command.side is not None else Message.of("Say which hand.")
        case I.PATRON_LEFT_WITH_CARDS:
            return _nothing_missing(state, play, command.patron)
        case _:
            return None


def _held_by_nobody(state: State, play: Round, side: Side | None) -> Message | None:
    """In method C the patron with the device has every hand that was not passed on."""
    if side is not None and play.hand(side) and holder(state, play, side):
        return None
    return Message.of("Nobody holds the cards of that hand.")


def _rightly_passed(state: State, play: Round, command: c.Report) -> Message | None:
    """Cards went astray when someone has them who is not due them; the report names whom."""
    if command.side is None:
        return Message.of("Say which hand.")
    if not play.initial_deal_done or all(card.face_up for card in play.hand(command.side)):
        return Message.of("{side} has no cards that lie face down to be passed.", side=command.side)
    has_them = command.patron or play.handlers.get(command.side, "")
    if not has_them:
        return Message.of("Say who has the cards.")
    if has_them == next_handler(state, play, command.side):
        return Message.of("{patron} is due these cards.", patron=has_them)
    return None


def _nothing_missing(state: State, play: Round, patron: str) -> Message | None:
    sides = [side for side in Side if patron and holder(state, play, side) == patron]
    hidden = [card for side in sides for card in play.hand(side) if not card.face_up]
    if not hidden:
        return Message.of("That patron holds no cards that lie face down.")
    if all(card.card for card in hidden):
        return Message.of(
            "The device has read those cards: report the handler absent and expose them."
        )
    for card in play.cards:
        if card.side not in sides and card.card is None:
            return Message.of(
                "First the {side} cards are exposed: the missing ones are told from all others.",
                side=card.side,
            )
    return None
