"""Tables to test with: rounds played through a host, and money to play them with."""

from collections.abc import Iterable, Iterator
from itertools import count
from random import Random
from typing import Any

from msgspec.structs import replace

from punto.floor.host import Host
from punto.floor.kept import Kept
from punto.ledger.cage import commands as cage
from punto.rules.games import find_game
from punto.rules.shoe import full_shoe
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.configuration import Configuration, usual_configuration
from punto.table.keeping import seal
from punto.table.people import Patron, Staff
from punto.table.prompt import Step, next_step
from punto.table.state import State

DEALER = Staff("dealer", Position.DEALER)
CASHIER = Staff("cashier", Position.DEALER)
MANAGER = Staff("manager", Position.PIT_MANAGER)
CREDITS = "rapid-no-commission"  # a game whose stakes are made with credits

ids = count(1)


def configuration(game: str = "tiger") -> Configuration:
    usual = usual_configuration(find_game(game), min_cents=1000, max_cents=100_000)
    return replace(usual, positions=50) if game == CREDITS else usual


def opened(host: Host, table: str, game: str = "tiger", shoe: str = "") -> None:
    """Open a table and load a shoe that nobody has sealed."""
    host.ask(table, f"open{next(ids)}", c.OpenTable(configuration(game), by=MANAGER))
    host.ask(table, f"load{next(ids)}", c.LoadShoe(shoe or f"{table}-shoe", by=DEALER))


def stake(who: str, cents: int = 1000, wager: str = "banker", position: int = 1) -> c.PlaceStake:
    """Chips that the dealer records."""
    return c.PlaceStake(who, wager, position, cents, by=DEALER)


def bet(seat: int, cents: int = 1000, wager: str = "banker") -> c.PlaceStake:
    """A stake from a patron's credits, at the terminal of that number."""
    return c.PlaceStake(f"seat{seat}", wager, seat, cents, by=Patron(f"seat{seat}"))


def shuffled(seed: int, decks: int = 8) -> list[str]:
    cards = [card.code for card in full_shoe(decks)]
    Random(seed).shuffle(cards)
    return cards


def routine(state: State, cards: Iterator[str]) -> c.Command | None:
    """What a dealer does next at a table where all is regular; None between rounds."""
    match next_step(state).step:
        case Step.CLOSE_BETTING:
            return c.CloseBetting(by=DEALER)
        case Step.DRAW:
            return c.DrawCard(next(cards), by=DEALER)
        case Step.ANNOUNCE_TOTALS:
            return c.AnnounceTotals(by=DEALER)
        case Step.ANNOUNCE_OUTCOME:
            return c.AnnounceOutcome(by=DEALER)
        case _:
            return None


def play_round(
    host: Host, table: str, cards: Iterator[str], stakes: Iterable[c.PlaceStake] = ()
) -> None:
    """One round from the call for bets to its settlement."""
    host.ask(table, f"bet{next(ids)}", c.OpenBetting(by=DEALER))
    for placed in stakes:
        host.ask(table, f"stake{next(ids)}", placed)
    while (command := routine(host.state(table), cards)) is not None:
        host.ask(table, f"deal{next(ids)}", command)


def play_sealed_shoe(host: Host, table: str, seed: int, rounds: int) -> None:
    """A shoe sealed before, played a few rounds, retired and revealed."""
    order, salt, name = tuple(shuffled(seed)), f"salt{seed}", f"sealed{seed}"
    host.ask(table, f"load{next(ids)}", c.LoadShoe(name, commitment=seal(order, salt), by=DEALER))
    cards = iter(order)
    for _ in range(rounds):
        play_round(host, table, cards, [stake("seat1", 1000)])
    host.ask(table, f"retire{next(ids)}", c.RetireShoe(by=DEALER))
    host.ask(table, f"reveal{next(ids)}", c.RevealShoe(name, order, salt, by=DEALER))


def is_same(one: Kept[Any], other: Kept[Any]) -> bool:
    """Whether a stream stands the same; where the last stakes began is known only nearly."""
    return replace(one, before_stakes=0) == replace(other, before_stakes=0)


def fund(host: Host, *patrons: str, cents: int = 1_000_000) -> None:
    """Credits bought at the cage."""
    for who in patrons:
        host.ask_cage(f"fund{next(ids)}", cage.BuyCredits(who, cents, by=CASHIER))
