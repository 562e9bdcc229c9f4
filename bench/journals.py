"""A journal such as a floor leaves: several games, full tables, sealed shoes, some refusals."""

from collections.abc import Iterator
from concurrent.futures import Future
from itertools import count, islice
from random import Random
from typing import Any

from punto.floor.batch import Told
from punto.floor.host import Host
from punto.journal.store import Store
from punto.journal.streams import CAGE, Command
from punto.ledger.cage import commands as cage
from punto.rules.games import find_game
from punto.rules.round import deal_round
from punto.rules.shoe import full_shoe
from punto.table import commands as c
from punto.table.configuration import Funding
from punto.table.keeping import seal
from tests.floor.tables import CASHIER, DEALER, MANAGER, bet, configuration, stake

GAMES = ("tiger", "tiger-no-commission", "rapid-no-commission", "dragon-tiger-no-commission")
SEATS, STAKES = 7, 3  # patrons at a table, and stakes of each in a round
ROUNDS_A_SHOE = 55
CREDITS_CENTS = 1_000_000  # bought by every patron for every shoe; some are out of them before
TOGETHER = 500  # commands handed in before the first is waited for

Given = tuple[str, Command]  # for which stream


def write_journal(store: Store, events: int, tables: int = 6, seed: int = 1) -> int:
    """Play tables side by side until there are about so many events; how many there are."""
    host, given, numbers = Host(store), floor(tables, seed), count(1)
    done = 0
    while done < events:
        waiting = [submit(host, f"c{next(numbers)}", *each) for each in islice(given, TOGETHER)]
        done += sum(len(future.result().records) for future in waiting)
    host.stop()
    assert not host.halted, host.halted
    return done


def floor(tables: int, seed: int = 1, seats: int = SEATS, stakes: int = STAKES) -> Iterator[Given]:
    """What is asked at so many tables, without end, in turns."""
    asked = [
        play_table(f"t{n}", GAMES[n % len(GAMES)], seats, stakes, Random(f"{seed}/{n}"))
        for n in range(tables)
    ]
    while True:
        for table in asked:
            yield next(table)


def play_table(table: str, game: str, seats: int, stakes: int, chance: Random) -> Iterator[Given]:
    """What is asked at one table: shoe after shoe, each sealed, played, retired and revealed."""
    setting = configuration(game)
    yield table, c.OpenTable(setting, by=MANAGER)
    for number in count(1):
        for seat in range(1, seats + 1) if setting.funding is Funding.CREDITS else ():
            yield CAGE, cage.BuyCredits(f"seat{seat}", CREDITS_CENTS, by=CASHIER)
        for command in _shoe(game, seats, stakes, chance, number):
            yield table, command


def submit(host: Host, command_id: str, stream: str, command: Any) -> Future[Told]:
    """Hand a command in where it belongs."""
    if stream == CAGE:
        return host.submit_to_cage(command_id, command)
    return host.submit(stream, command_id, command)


def _shoe(game: str, seats: int, stakes: int, chance: Random, number: int) -> Iterator[c.Command]:
    cards = full_shoe(8)
    chance.shuffle(cards)
    order, salt = tuple(card.code for card in cards), f"{chance.getrandbits(128):032x}"
    yield c.LoadShoe(f"shoe{number}", commitment=seal(order, salt), by=DEALER)
    left = iter(cards)
    for _ in range(ROUNDS_A_SHOE):
        dealt = deal_round(left)
        assert dealt is not None
        yield from _round(game, seats, stakes, chance, [card.code for card in dealt.cards])
    yield c.RetireShoe(by=DEALER)
    yield c.RevealShoe(f"shoe{number}", order, salt, by=DEALER)


def _round(
    game: str, seats: int, stakes: int, chance: Random, cards: list[str]
) -> Iterator[c.Command]:
    yield c.OpenBetting(by=DEALER)
    yield from _stakes(game, seats, stakes, chance)
    yield c.CloseBetting(by=DEALER)
    if chance.random() < 0.3:
        yield stake("seat1")  # too late: refused
    for place, card in enumerate(cards):
        if place == 4:
            yield c.AnnounceTotals(by=DEALER)
        yield c.DrawCard(card, by=DEALER)
    if len(cards) == 4:
        yield c.AnnounceTotals(by=DEALER)
    yield c.AnnounceOutcome(by=DEALER)


def _stakes(game: str, seats: int, stakes: int, chance: Random) -> Iterator[c.Command]:
    wagers = [wager.id for wager in find_game(game).wagers]
    at_terminals = configuration(game).funding is Funding.CREDITS
    for seat in range(1, seats + 1):
        for wager in chance.sample(wagers, stakes):
            cents = 1000 * chance.randint(1, 20)
            if at_terminals:
                yield bet(seat, cents, wager)
            else:
                yield stake(f"seat{seat}", cents, wager, position=seat)
