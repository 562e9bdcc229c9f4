"""A journal such as a floor leaves: several games, full tables, sealed shoes, some refusals."""

from collections.abc import Iterator
from itertools import chain, count, zip_longest
from random import Random

from punto.floor.host import Host
from punto.journal.store import Store
from punto.rules.games import find_game
from punto.rules.round import deal_round
from punto.rules.shoe import full_shoe
from punto.table import commands as c
from punto.table.configuration import Funding
from punto.table.keeping import seal
from tests.floor.tables import DEALER, MANAGER, bet, configuration, fund, stake

GAMES = ("tiger", "tiger-no-commission", "rapid-no-commission", "dragon-tiger-no-commission")
SEATS, STAKES = 7, 3  # patrons at a table, and stakes of each in a round
ROUNDS_A_SHOE = 55
CREDITS_CENTS = 10**12  # enough to lose for a million rounds
TOGETHER = 500  # commands handed in before the first is waited for

Given = tuple[str, str, c.Command]


def write_journal(store: Store, events: int, tables: int = 6, seed: int = 1) -> int:
    """Play tables side by side until there are about so many events; how many there are."""
    fund(store, *(f"seat{n}" for n in range(1, SEATS + 1)), cents=CREDITS_CENTS)
    host = Host(store)
    done = 0
    for some in _together(floor(tables, seed)):
        told = [host.submit(*given) for given in some]
        done += sum(len(future.result().records) for future in told)
        if done >= events:
            break
    host.stop()
    assert not host.halted, host.halted
    return done


def floor(tables: int, seed: int = 1) -> Iterator[Given]:
    """What is asked at so many tables, without end, in turns."""
    each = [
        play_table(f"t{n}", GAMES[n % len(GAMES)], Random(f"{seed}/{n}")) for n in range(tables)
    ]
    return (given for turn in zip_longest(*each) for given in turn if given is not None)


def play_table(table: str, game: str, chance: Random) -> Iterator[Given]:
    """What is asked at one table: shoe after shoe, each sealed, played, retired and revealed."""
    numbers = count(1)
    setting = c.OpenTable(configuration(game), by=MANAGER)
    shoes = chain.from_iterable(_shoe(game, chance, n) for n in count(1))
    for command in chain([setting], shoes):
        yield table, f"{table}-{next(numbers)}", command


def _shoe(game: str, chance: Random, number: int) -> Iterator[c.Command]:
    cards = full_shoe(8)
    chance.shuffle(cards)
    order, salt = tuple(card.code for card in cards), f"{chance.getrandbits(128):032x}"
    yield c.LoadShoe(f"shoe{number}", commitment=seal(order, salt), by=DEALER)
    left = iter(cards)
    for _ in range(ROUNDS_A_SHOE):
        dealt = deal_round(left)
        assert dealt is not None
        yield from _round(game, chance, [card.code for card in dealt.cards])
    yield c.RetireShoe(by=DEALER)
    yield c.RevealShoe(f"shoe{number}", order, salt, by=DEALER)


def _round(game: str, chance: Random, cards: list[str]) -> Iterator[c.Command]:
    yield c.OpenBetting(by=DEALER)
    yield from _stakes(game, chance)
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


def _stakes(game: str, chance: Random) -> Iterator[c.Command]:
    wagers = [wager.id for wager in find_game(game).wagers]
    at_terminals = configuration(game).funding is Funding.CREDITS
    for seat in range(1, SEATS + 1):
        for wager in chance.sample(wagers, STAKES):
            cents = 1000 * chance.randint(1, 20)
            if at_terminals:
                yield bet(seat, cents, wager)
            else:
                yield stake(f"seat{seat}", cents, wager, position=seat)


def _together(given: Iterator[Given]) -> Iterator[list[Given]]:
    while True:
        yield [next(given) for _ in range(TOGETHER)]
