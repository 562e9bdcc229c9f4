"""What is done with a shoe: loaded, burned, retired, its seal opened."""

from collections import Counter
from hashlib import sha256

from punto.refusals import Reason, Refused
from punto.rules.cards import DECK, parse_card
from punto.rules.irregularities import Irregularity
from punto.table import commands as c
from punto.table import events as e
from punto.table.card_source import READING, is_virtual, loaded_source
from punto.table.contributions import check_order_fixed, missing_contributions
from punto.table.people import Actor, Origin, Staff
from punto.table.preconditions import no_case, no_round, open_table
from punto.table.shared_order import dealt_order
from punto.table.state import UNREAD, State, Waits

Events = tuple[e.Event, ...]
CODES = frozenset(card.code for card in DECK)


def load_shoe(state: State, command: c.LoadShoe, origin: Origin) -> Events:
    config = open_table(state)
    no_round(state)
    if state.shoe is not None:
        raise Refused(Reason.SHOE_IN_USE, "Retire the shoe in use first.")
    if command.shoe in state.retired:
        raise Refused(
            Reason.SHOE_IN_USE, "{shoe!r} names a shoe whose seal is unopened.", shoe=command.shoe
        )
    if not command.backs_alike:
        raise Refused(
            Reason.INCONSISTENT_CONFIGURATION,
            "All cards must have backs of one colour and design.",
            clause=state.game.cite("2.1"),
        )
    return (
        e.ShoeLoaded(
            shoe=command.shoe,
            decks=config.decks,
            backs_alike=command.backs_alike,
            commitment=command.commitment,
            source=loaded_source(origin.by),
            takes_contributions=bool(command.commitment),
            clause="2.1",
        ),
    )


def burn_cards(state: State, command: c.BurnCards, origin: Origin) -> Events:
    config = open_table(state)
    no_round(state)
    shoe = state.shoe
    if shoe is None:
        raise Refused(Reason.SHOE_NEEDED, "Load a shoe first.")
    if not config.burn or shoe.gone:
        raise Refused(
            Reason.SHOE_IN_USE,
            "Only a fresh shoe at a table that burns is burned.",
            clause="reading burn",
        )
    check_order_fixed(shoe)
    first = parse_card(command.first)
    worth = first.points or 10
    if command.count != worth:
        raise Refused(
            Reason.CARD_CONTRADICTS,
            "After {card} {worth} cards are burned, not {count}.",
            clause="reading burn",
            card=first,
            worth=worth,
            count=command.count,
        )
    return (e.CardsBurned(first=first.code, count=command.count, clause="reading burn"),)


def retire_shoe(state: State, command: c.RetireShoe, origin: Origin) -> Events:
    no_case(state)
    no_round(state)
    if state.shoe is None:
        raise Refused(Reason.SHOE_NEEDED, "There is no shoe to retire.")
    void = bool(state.finished) and state.finished[-1].void and state.finished[-1].shoe_in_use
    clause = state.shoe.must_replace or (state.game.new_cards_clause if void else "")
    retired = e.ShoeRetired(
        shoe=state.shoe.id, undealt=_undealt(state, origin.by), clause=clause, why=command.why
    )
    return (*missing_contributions(state.shoe), retired)


def _undealt(state: State, by: Actor) -> int:
    """The cards of a virtual shoe that could be dealt on, where a person chose to retire it."""
    shoe, config = state.shoe, open_table(state)
    assert shoe is not None, "the one that is retired"
    over = shoe.must_replace or shoe.rounds_after_cut > config.rounds_after_cut
    return shoe.left if isinstance(by, Staff) and is_virtual(shoe) and not over else 0


def reveal_shoe(state: State, command: c.RevealShoe, origin: Origin) -> Events:
    """Open the seal of a retired shoe; an order that does not match it, or no shoe, is refused."""
    sealed = state.retired.get(command.shoe)
    if sealed is None:
        raise Refused(
            Reason.SHOE_NEEDED, "No retired shoe {shoe!r} is still sealed.", shoe=command.shoe
        )
    if seal(command.order, command.salt) != sealed:
        raise Refused(Reason.SEAL_BROKEN, "This order and salt do not match what was sealed.")
    if not is_whole_decks(command.order):
        raise Refused(
            Reason.SEAL_BROKEN,
            "What was sealed was not a shoe of whole decks.",
            clause=state.game.cite("2.1"),
        )
    revealed = e.ShoeRevealed(shoe=command.shoe, order=command.order, salt=command.salt)
    order = dealt_order(command.order, state.retired_seeds.get(command.shoe, ""))
    wrong = _places_contradicted(state.retired_dealt.get(command.shoe, ""), order)
    if not wrong:
        return (revealed,)
    contradicted = e.SealContradicted(shoe=command.shoe, places=wrong, clause=READING)
    if state.case is not None:
        return (revealed, contradicted)
    # The table is held until the position that decides what no clause covers has decided.
    referral = state.game.procedure(Irregularity.NOT_COVERED)
    held = e.CaseOpened(
        irregularity=Irregularity.NOT_COVERED,
        waits_for=Waits.DECISION.value,
        clause=referral.clause if referral else "reading who-decides",
    )
    return (revealed, contradicted, held)


def is_whole_decks(order: tuple[str, ...]) -> bool:
    """Whether an order holds every card of a deck, and each as often as the others.

    >>> is_whole_decks(("AS", "KD"))
    False
    """
    counts = Counter(order)
    return set(counts) == CODES and len(set(counts.values())) == 1


def _places_contradicted(dealt: str, order: tuple[str, ...]) -> tuple[int, ...]:
    """The places, 1 for the first, at which another card was dealt than was due.

    >>> _places_contradicted("AS??2C", ("AS", "KD", "3C"))
    (3,)
    """
    codes = [dealt[at : at + 2] for at in range(0, len(dealt), 2)]
    return tuple(
        place
        for place, code in enumerate(codes, 1)
        if code != UNREAD and (place > len(order) or order[place - 1] != code)
    )


def seal(order: tuple[str, ...], salt: str) -> str:
    """The commitment to a shoe's order: no one can tell the order from it, nor change it after.

    >>> seal(("AS", "KD"), "salt")[:8]
    '7eb30119'
    """
    return sha256(f"{salt}:{' '.join(order)}".encode()).hexdigest()
