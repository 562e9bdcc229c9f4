"""Commands per second at a table, decided and evolved, against plain dicts without rules."""

import json
from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from bench.clock import Row, rates, row
from punto.rules.games import find_game
from punto.rules.round import deal_round
from punto.rules.shoe import full_shoe
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.configuration import Funding, usual_configuration
from punto.table.decide import decide
from punto.table.evolve import evolve_all
from punto.table.people import Actor, Patron, Staff
from punto.table.state import CLOSED, State
from tests.envelope import Given

ROUNDS = 60
CROWD = 1_000
DEALER = Staff("dealer", Position.DEALER)
MANAGER = Staff("manager", Position.PIT_MANAGER)
WAGERS = ("player", "tie", "tiger", "banker", "tiger-pair", "small-tiger")
CROWD_WAGERS = ("player", "tie", "banker-pair")


def rows() -> list[Row]:
    """Measure rounds of Tiger with six patrons, and one of the electronic game with a thousand."""
    table, stream = ready("tiger"), list(_rounds())
    hall, crowd = ready("rapid-no-commission"), [Given(c.OpenBetting(), DEALER), *_crowd()]

    def ours() -> int:
        return play(table, stream)

    def by_hand() -> int:
        return _plainly(stream)

    def crowded() -> int:
        return play(hall, crowd)

    def crowd_by_hand() -> int:
        return _plainly(crowd)

    decided, plain, staked, crowd_plain = rates(ours, by_hand, crowded, crowd_by_hand)
    than = "dict updates and a JSON line, no rules"
    return [
        row("table: decide and evolve, 6 patrons", decided, plain, "commands/s", than),
        row("table: 1,000 patrons, 3 stakes each", staked, crowd_plain, "commands/s", "same"),
    ]


def ready(game: str) -> State:
    """Return an open table with a shoe."""
    config = usual_configuration(find_game(game))
    positions = CROWD if config.funding is Funding.CREDITS else config.positions
    opened = Given(c.OpenTable(replace(config, positions=positions)), MANAGER)
    return after(CLOSED, opened, Given(c.LoadShoe("one"), DEALER))


def after(state: State, *commands: Given) -> State:
    for command in commands:
        state = evolve_all(state, decide(state, command.command, command.by))
    return state


def play(state: State, commands: list[Given]) -> int:
    """Give every command to the table; how many there were."""
    after(state, *commands)
    return len(commands)


def _rounds() -> Iterator[Given]:
    """As a dealer enters them: betting opened, twelve stakes, closed, cards, totals, outcome."""
    chance = Random(1)
    shoe = full_shoe(8)
    chance.shuffle(shoe)
    cards = iter(shoe)
    for _ in range(ROUNDS):
        dealt = deal_round(cards)
        assert dealt is not None
        yield Given(c.OpenBetting(), DEALER)
        for place in range(12):
            patron = f"seat{place % 6 + 1}"
            cents = 1000 + 100 * place
            yield Given(c.PlaceStake(patron, WAGERS[place % 6], place % 6 + 1, cents), DEALER)
        yield Given(c.CloseBetting(), DEALER)
        for place, card in enumerate(dealt.cards):
            if place == 4:
                yield Given(c.AnnounceTotals(), DEALER)
            yield Given(c.DrawCard(card.code), DEALER)
        if len(dealt.cards) == 4:
            yield Given(c.AnnounceTotals(), DEALER)
        yield Given(c.AnnounceOutcome(), DEALER)


def _crowd() -> Iterator[Given]:
    for patron in range(CROWD):
        by: Actor = Patron(f"seat{patron}")
        for wager in CROWD_WAGERS:
            yield Given(c.PlaceStake(f"seat{patron}", wager, patron + 1, 10_00), by)
    yield Given(c.CloseBetting(), DEALER)
    for card in ("9S", "8S", "KS", "KH"):
        yield Given(c.DrawCard(card), DEALER)
    yield Given(c.AnnounceTotals(), DEALER)
    yield Given(c.AnnounceOutcome(), DEALER)


def _plainly(commands: list[Given]) -> int:
    """What a table without any rule would do: keep the latest in dicts, write each as a line."""
    stakes: dict[int, dict[str, object]] = {}
    cards: list[str | None] = []
    lines: list[str] = []
    for given in commands:
        command = given.command
        match command:
            case c.PlaceStake(patron=patron, wager=wager, position=position, cents=cents):
                event: dict[str, object] = {
                    "stake": len(stakes),
                    "patron": patron,
                    "wager": wager,
                    "position": position,
                    "cents": cents,
                }
                stakes[len(stakes)] = event
            case c.DrawCard(card=card):
                cards.append(card)
                event = {"card": card}
            case c.AnnounceOutcome():
                event = {"cards": cards, "stakes": list(stakes)}
                stakes, cards = {}, []
            case _:
                event = {"type": type(command).__name__}
        lines.append(json.dumps(event))
    return len(lines)
