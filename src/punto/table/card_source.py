"""Where a card's face may come from: the table's card source, and no other actor.

A physical shoe is read by a reader or by the staff. The order of a virtual shoe is known to the
house's device alone, and that of a table that deals itself to the automatic dealer alone; there a
face that a person names is refused, right or wrong. A patron never names a face (reading
card-source).
"""

from punto.messages import Message
from punto.refusals import Reason, Refused
from punto.table import commands as c
from punto.table.configuration import CardSource, Configuration
from punto.table.people import Actor, Machine, Patron, Role, Staff
from punto.table.state import Finished, Shoe, State

READING = "reading card-source"
READS = (c.DrawCard, c.BurnCards)
SUPPLIES = (c.LoadShoe, *READS, c.RetireShoe, c.RevealShoe)
DEALS = (
    *SUPPLIES,
    c.CloseContributions,
    c.OpenBetting,
    c.CloseBetting,
    c.AskToDecrease,
    c.PassCards,
    c.ChooseFirstRevealed,
    c.ExposeCards,
    c.AnnounceTotals,
    c.AnnounceOutcome,
    c.GiveUpDevice,
    c.RefuseCards,
    c.SignOffDealer,
)
# The commands that each machine gives, and no others.
GIVES = {Role.READER: READS, Role.SHOE: SUPPLIES, Role.DEALER: DEALS}
# Only these say anything of cards.
OF_CARDS = frozenset(
    (
        c.LoadShoe,
        c.RevealShoe,
        c.BurnCards,
        c.DrawCard,
        c.ExposeCards,
        c.Report,
        c.Reconstruct,
        c.Decide,
        c.SetAside,
        c.SortCards,
        c.ReplaceMissing,
        c.CorrectRound,
    )
)

CUT_CARD = Message.of("The virtual shoe knows where its cut card lies: it comes out there.")

NAMED = {
    CardSource.PHYSICAL: Message.of("The card reader or the staff say which card it is."),
    CardSource.SEALED: Message.of("The virtual shoe alone says which card it is."),
    CardSource.AUTOMATIC: Message.of("The automatic dealer alone says which card it is."),
}


def check_source(state: State, command: c.Command, by: Actor) -> None:
    """Refuse a face, a seal or an order from an actor that is not where the cards come from."""
    if type(command) not in OF_CARDS:  # so that stakes pass quickly
        return
    match command:
        case c.LoadShoe():
            _check_loading(state, command, by)
        case c.RevealShoe():
            if not isinstance(by, Machine):  # a reader gives no such command
                raise _refused(Message.of("The house's device opens the seals of its shoes."))
        case c.CorrectRound(round=number):
            # The sealed order is the truth: there is nothing that people could correct.
            _check_finished(state, number)
        case c.Reconstruct() if state.case is not None and state.case.round:
            if names_cards(command):
                _check_finished(state, state.case.round)
        case _:
            if state.shoe is not None and names_cards(command):
                _check_actor(source_of(state.shoe), by)


def names_cards(command: c.Command) -> bool:
    """Whether a command says what the face of a card is."""
    match command:
        case c.DrawCard(card=card) | c.Report(card=card) | c.BurnCards(first=card):
            return bool(card)
        case (
            c.ExposeCards(cards=cards)
            | c.Reconstruct(cards=cards)
            | c.Decide(cards=cards)
            | c.SetAside(cards=cards)
            | c.ReplaceMissing(cards=cards)
            | c.SortCards(counts=cards)
        ):
            return any(cards)
        case _:
            return False


def source_of(shoe: Shoe | Finished) -> CardSource:
    """A shoe's card source; one loaded before sources were recorded is known by its seal."""
    if shoe.source is not None:
        return shoe.source
    sealed = isinstance(shoe, Shoe) and shoe.commitment
    return CardSource.SEALED if sealed else CardSource.PHYSICAL


def is_virtual(shoe: Shoe | Finished) -> bool:
    """Whether software deals it, in an order that no person can change."""
    return source_of(shoe) is not CardSource.PHYSICAL


def loaded_source(by: Actor) -> CardSource:
    """The card source of a shoe that this actor loads."""
    if isinstance(by, Machine):
        return CardSource.AUTOMATIC if by.role is Role.DEALER else CardSource.SEALED
    return CardSource.PHYSICAL


def can_name(source: CardSource, by: Actor) -> bool:
    """Whether this actor is the card source.

    >>> can_name(CardSource.PHYSICAL, Machine("reader-1", Role.READER))
    True
    >>> can_name(CardSource.PHYSICAL, Patron("seat1"))
    False
    """
    match source:
        case CardSource.PHYSICAL:
            return isinstance(by, Staff) or _is_machine(by, Role.READER)
        case CardSource.SEALED:
            return _is_machine(by, Role.SHOE)
        case CardSource.AUTOMATIC:
            return _is_machine(by, Role.DEALER)


def _is_machine(by: Actor, role: Role) -> bool:
    return isinstance(by, Machine) and by.role is role


def _check_loading(state: State, command: c.LoadShoe, by: Actor) -> None:
    """Staff load physical shoes; a seal is the house's device's to set."""
    source = loaded_source(by)
    if source is CardSource.PHYSICAL and command.commitment:
        raise _refused(Message.of("Only the house's device seals a shoe: load it without a seal."))
    if source is CardSource.SEALED and not command.commitment:
        raise _refused(Message.of("A virtual shoe is sealed before it is loaded."))
    assert state.configuration is not None, "checked before"
    check_set_to(state.configuration, source)


def check_set_to(config: Configuration, source: CardSource) -> None:
    """Refuse a shoe of another card source than the table is set to."""
    if config.card_source is not source:
        raise Refused(
            Reason.NOT_AUTHORISED,
            "This table is set to {wanted} cards: no other shoe is loaded here.",
            clause=READING,
            wanted=config.card_source,
        )


def _check_finished(state: State, number: int) -> None:
    for each in state.finished:
        if each.number == number and is_virtual(each):
            raise _refused(
                Message.of(
                    "The order of round {number} was sealed, and stands as it was dealt.",
                    number=number,
                )
            )


def _check_actor(source: CardSource, by: Actor) -> None:
    if isinstance(by, Patron):
        raise _refused(Message.of("A patron does not say which card it is."))
    if not can_name(source, by):
        raise _refused(NAMED[source])


def _refused(message: Message) -> Refused:
    return Refused.of(Reason.NOT_THE_CARD_SOURCE, message, READING)
