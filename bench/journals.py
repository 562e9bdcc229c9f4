"""Realistic journals: several games, full tables, sealed shoes, some refusals."""

from collections.abc import Iterator
from itertools import count, islice
from random import Random

from punto.floor.clock import Clock
from punto.floor.dealer import VIRTUAL_SHOE
from punto.floor.host import Host
from punto.journal.store import Store
from punto.journal.streams import CAGE
from punto.ledger.cage import commands as cage
from punto.rules.cards import parse_card
from punto.rules.games import find_game
from punto.rules.round import deal_round
from punto.rules.shoe import full_shoe
from punto.table import commands as c
from punto.table.configuration import CardSource, Funding
from punto.table.contributions import digest_of
from punto.table.shared_order import dealt_order, first_seed, next_seed
from punto.table.shoes import seal
from tests.envelope import Given
from tests.floor.tables import CASHIER, DEALER, MANAGER, bet, configuration, stake
from tests.submission import submit

GAMES = ("tiger", "tiger-no-commission", "rapid-no-commission", "dragon-tiger-no-commission")
SEATS, STAKES = 7, 3  # patrons at a table, and stakes of each in a round
ROUNDS_A_SHOE = 55
CREDITS_CENTS = 1_000_000  # bought by every patron for every shoe; some run out earlier
TOGETHER = 500  # commands submitted before waiting for the first

Asked = tuple[str, Given]  # for which stream


def write_journal(
    store: Store, events: int, tables: int = 6, seed: int = 1, clock: Clock | None = None
) -> int:
    """Play tables in parallel until there are about `events` events; return how many."""
    host, given, numbers = Host(store, clock), floor(tables, seed), count(1)
    done = 0
    while done < events:
        waiting = [
            submit(host, stream, f"c{next(numbers)}", each)
            for stream, each in islice(given, TOGETHER)
        ]
        happened = sum(len(future.result().records) for future in waiting)
        assert happened, "every command was refused"
        done += happened
    host.stop()
    assert not host.halted, host.halted
    return done


def floor(tables: int, seed: int = 1, seats: int = SEATS, stakes: int = STAKES) -> Iterator[Asked]:
    """What is asked at so many tables, without end, in turns."""
    asked = [
        play_table(f"t{n}", GAMES[n % len(GAMES)], seats, stakes, Random(f"{seed}/{n}"))
        for n in range(tables)
    ]
    while True:
        for table in asked:
            yield next(table)


def play_table(table: str, game: str, seats: int, stakes: int, chance: Random) -> Iterator[Asked]:
    """What is asked at one table: shoe after shoe, each sealed, played, retired and revealed."""
    setting = configuration(game, CardSource.SEALED)
    yield table, Given(c.OpenTable(setting), MANAGER)
    for number in count(1):
        for seat in range(1, seats + 1) if setting.funding is Funding.CREDITS else ():
            yield CAGE, Given(cage.BuyCredits(f"seat{seat}", CREDITS_CENTS), CASHIER)
        for command in _shoe(game, seats, stakes, chance, number):
            yield table, command


def _shoe(game: str, seats: int, stakes: int, chance: Random, number: int) -> Iterator[Given]:
    cards = full_shoe(8)
    chance.shuffle(cards)
    order, salt = tuple(card.code for card in cards), f"{chance.getrandbits(128):032x}"
    name = f"shoe{number}"
    value = f"{chance.getrandbits(256):064x}"
    yield Given(c.LoadShoe(name, commitment=seal(order, salt)), VIRTUAL_SHOE)
    yield Given(c.Contribute(digest_of(value)), DEALER)
    yield Given(c.CloseContributions(), DEALER)
    yield Given(c.RevealContribution(value), DEALER)
    seed = next_seed(first_seed(seal(order, salt), name), value)
    left = iter([parse_card(code) for code in dealt_order(order, seed)])
    for _ in range(ROUNDS_A_SHOE):
        dealt = deal_round(left)
        assert dealt is not None
        yield from _round(game, seats, stakes, chance, [card.code for card in dealt.cards])
    yield Given(c.RetireShoe(), DEALER)
    yield Given(c.RevealShoe(name, order, salt), VIRTUAL_SHOE)


def _round(game: str, seats: int, stakes: int, chance: Random, cards: list[str]) -> Iterator[Given]:
    yield Given(c.OpenBetting(), DEALER)
    yield from _stakes(game, seats, stakes, chance)
    yield Given(c.CloseBetting(), DEALER)
    if chance.random() < 0.3:
        yield stake("seat1")  # too late: refused
    for place, card in enumerate(cards):
        if place == 4:
            yield Given(c.AnnounceTotals(), DEALER)
        yield Given(c.DrawCard(card), VIRTUAL_SHOE)
    if len(cards) == 4:
        yield Given(c.AnnounceTotals(), DEALER)
    yield Given(c.AnnounceOutcome(), DEALER)


def _stakes(game: str, seats: int, stakes: int, chance: Random) -> Iterator[Given]:
    wagers = [wager.id for wager in find_game(game).wagers]
    at_terminals = configuration(game).funding is Funding.CREDITS
    for seat in range(1, seats + 1):
        for wager in chance.sample(wagers, stakes):
            cents = 1000 * chance.randint(1, 20)
            if at_terminals:
                yield bet(seat, cents, wager)
            else:
                yield stake(f"seat{seat}", cents, wager, position=seat)
