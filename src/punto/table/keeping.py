"""Keeping a table: opened, set, closed; its shoes loaded, burned, retired and revealed."""

from hashlib import sha256

from punto.refusals import Reason, Refused
from punto.rules.cards import parse_card
from punto.table import commands as c
from punto.table import events as e
from punto.table.configuration import check_configuration
from punto.table.requirements import no_case, no_round, open_table
from punto.table.state import State

Events = tuple[e.Event, ...]


def open_the_table(state: State, command: c.OpenTable) -> Events:
    check_configuration(command.configuration)
    return (e.TableOpened(configuration=command.configuration, clause="2.1"),)


def change_configuration(state: State, command: c.ChangeConfiguration) -> Events:
    """Between rounds only; another game or other decks need the shoe out first."""
    now = open_table(state)
    no_case(state)
    no_round(state)
    wanted = command.configuration
    if state.shoe is not None and (wanted.game, wanted.decks) != (now.game, now.decks):
        raise Refused(
            Reason.SHOE_IN_USE, "Retire the shoe before the game or the number of decks changes."
        )
    check_configuration(wanted)
    clause = state.game.stakes_per_area_clause
    restricts = clause and wanted.stakes_per_area != now.stakes_per_area
    return (
        e.ConfigurationChanged(
            configuration=wanted, clause=f"{clause}.1" if restricts else "", why=command.why
        ),
    )


def close_table(state: State, command: c.CloseTable) -> Events:
    no_case(state)
    no_round(state)
    if state.shoe is not None:
        raise Refused(Reason.SHOE_IN_USE, "Retire the shoe before the table closes.")
    return (e.TableClosed(),)


def load_shoe(state: State, command: c.LoadShoe) -> Events:
    config = open_table(state)
    no_round(state)
    if state.shoe is not None:
        raise Refused(Reason.SHOE_IN_USE, "Retire the shoe in use first.")
    if command.shoe in state.retired:
        raise Refused(Reason.SHOE_IN_USE, f"{command.shoe!r} names a shoe whose seal is unopened.")
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
            clause="2.1",
        ),
    )


def burn_cards(state: State, command: c.BurnCards) -> Events:
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
    first = parse_card(command.first)
    worth = first.points or 10
    if command.count != worth:
        raise Refused(
            Reason.CARD_CONTRADICTS,
            f"After {first} {worth} cards are burned, not {command.count}.",
            clause="reading burn",
        )
    return (e.CardsBurned(first=first.code, count=command.count, clause="reading burn"),)


def retire_shoe(state: State, command: c.RetireShoe) -> Events:
    no_case(state)
    no_round(state)
    if state.shoe is None:
        raise Refused(Reason.SHOE_NEEDED, "There is no shoe to retire.")
    void = bool(state.finished) and state.finished[-1].void and state.finished[-1].shoe_in_use
    clause = state.shoe.must_replace or (state.game.new_cards_clause if void else "")
    return (e.ShoeRetired(shoe=state.shoe.id, clause=clause, why=command.why),)


def reveal_shoe(state: State, command: c.RevealShoe) -> Events:
    """Open the seal of a retired shoe; an order that does not match it is refused."""
    sealed = state.retired.get(command.shoe)
    if sealed is None:
        raise Refused(Reason.SHOE_NEEDED, f"No retired shoe {command.shoe!r} is still sealed.")
    if seal(command.order, command.salt) != sealed:
        raise Refused(Reason.SEAL_BROKEN, "This order and salt do not match what was sealed.")
    return (e.ShoeRevealed(shoe=command.shoe, order=command.order, salt=command.salt),)


def seal(order: tuple[str, ...], salt: str) -> str:
    """The commitment to a shoe's order: nobody can tell the order from it, nor change it after.

    >>> seal(("AS", "KD"), "salt")[:8]
    '7eb30119'
    """
    return sha256(f"{salt}:{' '.join(order)}".encode()).hexdigest()
