"""What a student sees of an irregularity: one sentence each, which does not name it."""

from collections.abc import Callable, Mapping

from punto.messages import Message
from punto.rules.irregularities import Irregularity
from punto.school.labels import label
from punto.table.commands import Report

I = Irregularity  # noqa: E741  (short where the table below is read as a table)

SEEN: Mapping[Irregularity, Message] = {
    I.FOREIGN_CARDS: Message.of("A card turns up that is not of the decks in use."),
    I.EXTRA_OR_MISSING_CARDS: Message.of("The decks prove to hold a card too many or too few."),
    I.UNSHUFFLED_CARDS: Message.of("It comes out that these cards were never shuffled."),
    I.WRONG_NUMBER_OF_CARDS: Message.of("One hand has been dealt too many or too few cards."),
    I.DRAWN_TOGETHER_ORDER_KNOWN: Message.of(
        "Two cards came out at once, and which was first can be told."
    ),
    I.DRAWN_TOGETHER_IN_INITIAL_DEAL: Message.of(
        "Two of the first four cards came out at once, and which was first cannot be told."
    ),
    I.DRAWN_TOGETHER_AFTER_INITIAL_DEAL: Message.of(
        "After the first four cards two came out at once, and which was first cannot be told."
    ),
    I.SHOE_ORDER_ALTERED: Message.of("The cards in the device were disturbed."),
    I.TOO_FEW_CARDS: Message.of("The device holds fewer cards than this round needs."),
    I.LATE_STAKE: Message.of("Chips were put down after the call."),
    I.LATE_WITHDRAWAL: Message.of("Chips were taken off after the call."),
    I.FACE_UP_IN_DEVICE: Message.of("A card is seen lying face up in the device."),
    I.DEALT_IN_WRONG_ORDER: Message.of("The cards on the table were laid in the wrong order."),
    I.PASSED_TO_WRONG_PATRON: Message.of("Cards were given to a patron who is not due them."),
    I.EXPOSED_OR_NOT_PASSED: Message.of(
        "The dealer turned up a hand that should have been passed."
    ),
    I.DEVICE_RESET: Message.of("After a dealer's error the electronic device has to be reset."),
    I.HANDLER_ABSENT: Message.of("The patron who holds a hand is not at the table."),
    I.PATRON_LEFT_WITH_CARDS: Message.of(
        "A patron walked off with cards that nothing and no one has read."
    ),
    I.EXPOSED_BY_MOVING_DEVICE: Message.of("A card showed while the device was passed on."),
    I.ALTERED_BY_MOVING_DEVICE: Message.of("The device fell while it was passed on."),
    I.CUT_CARD_FIRST: Message.of(
        "The cut card came before the first card, and patrons ask for their stakes."
    ),
    I.UNDER_MINIMUM: Message.of("A stake on the layout is below the minimum."),
    I.OVER_MAXIMUM: Message.of("A stake on the layout is above the maximum."),
    I.POWER_FAILURE: Message.of("The lights and the displays go out, and come back."),
    I.DIFFERENTIAL_EXCEEDED: Message.of("One hand holds far more money than the other."),
    I.DAMAGED_CARD: Message.of("A card is bent."),
    I.NOT_COVERED: Message.of("A drink is spilt over the layout."),
    I.WRONG_DISPLAY: Message.of("The display shows another outcome than the cards."),
}


AT_SEAT: Mapping[Irregularity, Callable[[Message, Report], Message]] = {
    I.PATRON_LEFT_WITH_CARDS: lambda patron, report: Message.of(
        "{patron} gets up and walks off with cards that nothing and no one has read.", patron=patron
    ),
    I.PASSED_TO_WRONG_PATRON: lambda patron, report: Message.of(
        "{patron}, who is not due them, was given the {hand} cards.",
        patron=patron,
        hand=report.side,
    ),
}


def describe(report: Report, *, may_be_put_right: bool) -> Message:
    """What is seen, with the hand, the patron and the cards that it is about."""
    at_seat = AT_SEAT.get(report.irregularity)
    if at_seat is not None and report.patron:
        return at_seat(label(report.patron), report)
    about = _about(report, may_be_put_right=may_be_put_right)
    if about is None:
        return SEEN[report.irregularity]
    return Message.of("{seen} {about}", seen=SEEN[report.irregularity], about=about)


def _about(report: Report, *, may_be_put_right: bool) -> Message | None:
    if report.side is not None and report.patron:
        return Message.of(
            "It is about {hand} and {patron}.", hand=report.side, patron=report.patron
        )
    if report.side is not None:
        return Message.of("It is about {hand}.", hand=report.side)
    if report.patron:
        return Message.of("It is about {patron}.", patron=report.patron)
    if report.together:
        return Message.of("These are cards {places}.", places=report.together)
    if not may_be_put_right:
        return None
    if report.reconstructable:
        return Message.of("The cards can be put right.")
    return Message.of("The cards cannot be put right.")
