"""A second, independently written settlement: what stakes win in an edition, from the cards.

It shares no table and no function with the engine's, so that a fault in either shows.
"""

from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from punto.journal.verify.independent_wagers import win_independently

_VALUES = {"T": 0, "J": 0, "Q": 0, "K": 0, "A": 1} | {str(n): n for n in range(2, 10)}


class Prices(NamedTuple):
    """The odds to one of an edition's wagers; an edition has only some of them."""

    player: Fraction = Fraction(1)
    banker: Fraction = Fraction(1)
    banker_six: Fraction = Fraction(1, 2)  # Banker, won with a total of six
    tie: Fraction = Fraction(8)
    pair: Fraction = Fraction(11)
    tiger_tie: Fraction = Fraction(35)
    tiger_pairs: tuple[Fraction, Fraction, Fraction] = (Fraction(4), Fraction(20), Fraction(100))
    tiger: tuple[Fraction, Fraction] = (Fraction(12), Fraction(20))  # two cards, three
    small_tiger: Fraction = Fraction(22)
    big_tiger: Fraction = Fraction(50)
    small_dragon: Fraction = Fraction(15)
    big_dragon: Fraction = Fraction(30)
    dragon_tiger: tuple[Fraction, ...] = (Fraction(30), Fraction(40), Fraction(100))


PUSH = Fraction(0)
COMMISSION = Fraction(95, 100)

# By edition. One that has been in force never changes: rounds were paid by it.
PRICES: dict[str, Prices] = {
    "no-commission@6": Prices(),
    "rapid-no-commission@5": Prices(),
    "tiger-no-commission@3": Prices(),
    "tiger@2": Prices(banker=COMMISSION, banker_six=COMMISSION),
    "dragon-tiger-no-commission@2023-12-07": Prices(),
}


def settle_independently(
    edition: str, codes: tuple[str, ...], definitions: str = ""
) -> dict[str, Fraction | None]:
    """What one unit on each wager wins; zero if it pushes, None if it loses.

    `definitions` are those of a made-up game's custom wagers; its edition is the approved one.
    """
    prices = PRICES[edition]
    player, banker = _hands(codes)
    ours, theirs = sum(_VALUES[c[0]] for c in player) % 10, sum(_VALUES[c[0]] for c in banker) % 10
    pair_left, pair_right = player[0][0] == player[1][0], banker[0][0] == banker[1][0]
    twin = player[0][0] == banker[0][0]
    for_banker = prices.banker_six if theirs == 6 else prices.banker
    wins: dict[str, Fraction | None] = {
        "player": _on_hand(ours, theirs, prices.player),
        "banker": _on_hand(theirs, ours, for_banker),
        "tie": prices.tie if ours == theirs else None,
        "player-pair": prices.pair if pair_left else None,
        "banker-pair": prices.pair if pair_right else None,
        "tiger-tie": prices.tiger_tie if ours == theirs == 6 else None,
        "tiger-pair": _tiger_pair(prices, pair_left, pair_right, twin),
        "tiger": None,
        "small-tiger": None,
        "big-tiger": None,
        "dragon-tiger": None,
        "small-dragon": None,
        "big-dragon": None,
    }
    if theirs == 6 and ours < 6:
        two = len(banker) == 2
        wins["tiger"] = prices.tiger[0 if two else 1]
        wins["small-tiger" if two else "big-tiger"] = (
            prices.small_tiger if two else prices.big_tiger
        )
    if ours == 7 and theirs < 7:
        two = len(player) == 2
        wins["small-dragon" if two else "big-dragon"] = (
            prices.small_dragon if two else prices.big_dragon
        )
        if theirs == 6:
            wins["dragon-tiger"] = prices.dragon_tiger[len(codes) - 4]
    return wins | win_independently(definitions, player, banker) if definitions else wins


def _hands(codes: tuple[str, ...]) -> tuple[list[str], list[str]]:
    player, banker = [codes[0], codes[2]], [codes[1], codes[3]]
    total = (_VALUES[codes[0][0]] + _VALUES[codes[2][0]]) % 10
    rest = list(codes[4:])
    if total < 6 and rest:
        player.append(rest.pop(0))
    return player, banker + rest


def _on_hand(own: int, other: int, odds: Fraction) -> Fraction | None:
    if own == other:
        return PUSH
    return odds if own > other else None


def _tiger_pair(prices: Prices, left: bool, right: bool, same: bool) -> Fraction | None:
    single, double, twin = prices.tiger_pairs
    if left and right:
        return twin if same else double
    return single if left or right else None


class Staked(NamedTuple):
    """A stake as it was placed."""

    id: int
    patron: str
    wager: str
    cents: int


def settle_minimum_independently(
    stakes: Iterable[Staked],
    wins: Mapping[str, Fraction | None],
    minimum_cents: Mapping[str, int],
    used_up: Collection[str],
) -> tuple[set[int], set[str]]:
    """The stakes returned because they are under the minimum, and the patrons who have used up
    their one exception after the round (5.14); `used_up` are those who had before it.

    >>> ten = {"tie": 1000}
    >>> settle_minimum_independently([Staked(1, "a", "tie", 500)], {"tie": None}, ten, ())
    (set(), {'a'})
    """
    returned: set[int] = set()
    before, after = set(used_up), set(used_up)
    for stake in stakes:
        if stake.cents >= minimum_cents.get(stake.wager, 0):
            continue
        if stake.patron in before:
            returned.add(stake.id)
        elif wins.get(stake.wager) != PUSH:
            after.add(stake.patron)
    return returned, after
