"""Test tables: rounds played through a host, and credits to play them with."""

from collections.abc import Iterable, Iterator
from itertools import count
from random import Random
from typing import Any

from msgspec.structs import replace

from punto.floor.dealer import VIRTUAL_SHOE
from punto.floor.host import Host
from punto.floor.stream import StreamState
from punto.journal.streams import CAGE
from punto.ledger.cage import commands as cage
from punto.rules.games import find_game
from punto.rules.shoe import full_shoe
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.configuration import CardSource, Configuration, usual_configuration
from punto.table.people import Approval, Patron, Staff
from punto.table.prompt import Step, next_step
from punto.table.shoes import seal
from punto.table.state import State
from tests.envelope import Given
from tests.submission import ask
from tests.table.order_oracle import contributing, mixed

DEALER = Staff("dealer", Position.DEALER)
CASHIER = Staff("cashier", Position.DEALER)
MANAGER = Staff("manager", Position.PIT_MANAGER)
SECOND = Approval(Staff("second", Position.GAMING_SHIFT_MANAGER))
CREDITS = "rapid-no-commission"  # a game whose stakes are made with credits

VALUE = "5eed" * 16  # what is contributed to a sealed shoe

ids = count(1)


def configuration(game: str = "tiger", source: CardSource = CardSource.PHYSICAL) -> Configuration:
    usual = usual_configuration(find_game(game), min_cents=1000, max_cents=100_000)
    usual = replace(usual, card_source=source)
    return replace(usual, positions=50) if game == CREDITS else usual


def opened(host: Host, table: str, game: str = "tiger", shoe: str = "") -> None:
    """Open a table and load a shoe that nobody has sealed."""
    ask(host, table, f"open{next(ids)}", Given(c.OpenTable(configuration(game)), MANAGER))
    ask(host, table, f"load{next(ids)}", Given(c.LoadShoe(shoe or f"{table}-shoe"), DEALER))


def stake(who: str, cents: int = 1000, wager: str = "banker", position: int = 1) -> Given:
    """Chips that the dealer records."""
    return Given(c.PlaceStake(who, wager, position, cents), DEALER)


def bet(seat: int, cents: int = 1000, wager: str = "banker") -> Given:
    """A stake from a patron's credits, at the terminal of that number."""
    return Given(c.PlaceStake(f"seat{seat}", wager, seat, cents), Patron(f"seat{seat}"))


def shuffled(seed: int, decks: int = 8) -> list[str]:
    cards = [card.code for card in full_shoe(decks)]
    Random(seed).shuffle(cards)
    return cards


def routine(state: State, cards: Iterator[str]) -> Given | None:
    """What a dealer does next at a table where all is regular; None between rounds."""
    match next_step(state).step:
        case Step.CLOSE_BETTING:
            return Given(c.CloseBetting(), DEALER)
        case Step.DRAW:
            sealed = state.shoe is not None and state.shoe.commitment
            return Given(c.DrawCard(next(cards)), VIRTUAL_SHOE if sealed else DEALER)
        case Step.ANNOUNCE_TOTALS:
            return Given(c.AnnounceTotals(), DEALER)
        case Step.ANNOUNCE_OUTCOME:
            return Given(c.AnnounceOutcome(), DEALER)
        case _:
            return None


def play_round(host: Host, table: str, cards: Iterator[str], stakes: Iterable[Given] = ()) -> None:
    """One round from the call for bets to its settlement."""
    ask(host, table, f"bet{next(ids)}", Given(c.OpenBetting(), DEALER))
    for placed in stakes:
        ask(host, table, f"stake{next(ids)}", placed)
    while (command := routine(host.state(table), cards)) is not None:
        ask(host, table, f"deal{next(ids)}", command)


def play_sealed_shoe(host: Host, table: str, seed: int, rounds: int) -> None:
    """A shoe sealed before, played a few rounds, retired and revealed."""
    reveal = retire_sealed_shoe(host, table, seed, rounds)
    ask(host, table, f"reveal{next(ids)}", reveal)


def retire_sealed_shoe(host: Host, table: str, seed: int, rounds: int) -> Given:
    """A shoe sealed before, played a few rounds and retired; the command that opens its seal."""
    set_source(host, table, CardSource.SEALED)
    order, salt, name = tuple(shuffled(seed)), f"salt{seed}", f"sealed{seed}"
    ask(
        host,
        table,
        f"load{next(ids)}",
        Given(c.LoadShoe(name, commitment=seal(order, salt)), VIRTUAL_SHOE),
    )
    for command in contributing(VALUE, DEALER):
        ask(host, table, f"contribute{next(ids)}", command)
    cards = iter(mixed(order, seal(order, salt), name, [VALUE]))
    for _ in range(rounds):
        play_round(host, table, cards, [stake("seat1", 1000)])
    ask(host, table, f"retire{next(ids)}", Given(c.RetireShoe(), DEALER))
    return Given(c.RevealShoe(name, order, salt), VIRTUAL_SHOE)


def set_source(host: Host, table: str, source: CardSource) -> None:
    """Two people set where the cards of a table come from, between shoes."""
    now = host.look(table).state.configuration
    assert now is not None
    if now.card_source is not source:
        change = c.ChangeConfiguration(replace(now, card_source=source))
        boss = Staff("boss", Position.ASSISTANT_CASINO_MANAGER)
        ask(host, table, f"source{next(ids)}", Given(change, boss, approval=SECOND))


def is_same(one: StreamState[Any], other: StreamState[Any]) -> bool:
    """Whether a stream stands the same; which entry changed it last is known only nearly."""
    nearly = {"last_non_stake_entry": 0, "changed": 0, "actor": ""}
    return replace(one, **nearly) == replace(other, **nearly)


def fund(host: Host, *patrons: str, cents: int = 1_000_000) -> None:
    """Credits bought at the cage; a second person approves them, however much it is."""
    for who in patrons:
        bought = Given(cage.BuyCredits(who, cents), CASHIER, approval=SECOND)
        ask(host, CAGE, f"fund{next(ids)}", bought)
