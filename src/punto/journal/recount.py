"""A second settlement, written on its own: what stakes come to, from the cards alone.

It shares no table and no function with the one that pays, so that a fault in either shows.
"""

from fractions import Fraction
from functools import cache

_VALUES = {"T": 0, "J": 0, "Q": 0, "K": 0, "A": 1} | {str(n): n for n in range(2, 10)}


def recount(game: str, codes: tuple[str, ...]) -> dict[str, Fraction | None]:
    """What one unit on each wager wins; zero when it pushes, None when it loses."""
    player, banker = _hands(codes)
    ours, theirs = sum(_VALUES[c[0]] for c in player) % 10, sum(_VALUES[c[0]] for c in banker) % 10
    pair_left, pair_right = player[0][0] == player[1][0], banker[0][0] == banker[1][0]
    wins: dict[str, Fraction | None] = {
        "player": _on_hand(ours, theirs, _odds(1)),
        "banker": _on_hand(theirs, ours, _banker_odds(game, theirs)),
        "tie": _odds(8) if ours == theirs else None,
        "player-pair": _odds(11) if pair_left else None,
        "banker-pair": _odds(11) if pair_right else None,
        "tiger-tie": _odds(35) if ours == theirs == 6 else None,
        "tiger-pair": _tiger_pair(pair_left, pair_right, player[0][0] == banker[0][0]),
        "tiger": None,
        "small-tiger": None,
        "big-tiger": None,
        "dragon-tiger": None,
        "small-dragon": None,
        "big-dragon": None,
    }
    if theirs == 6 and ours < 6:
        two = len(banker) == 2
        wins["tiger"] = _odds(12 if two else 20)
        wins["small-tiger" if two else "big-tiger"] = _odds(22 if two else 50)
    if ours == 7 and theirs < 7:
        two = len(player) == 2
        wins["small-dragon" if two else "big-dragon"] = _odds(15 if two else 30)
        if theirs == 6:
            wins["dragon-tiger"] = _odds({4: 30, 5: 40, 6: 100}[len(codes)])
    return wins


def _hands(codes: tuple[str, ...]) -> tuple[list[str], list[str]]:
    player, banker = [codes[0], codes[2]], [codes[1], codes[3]]
    total = (_VALUES[codes[0][0]] + _VALUES[codes[2][0]]) % 10
    rest = list(codes[4:])
    if total < 6 and rest:
        player.append(rest.pop(0))
    return player, banker + rest


def _on_hand(own: int, other: int, odds: Fraction) -> Fraction | None:
    if own == other:
        return _odds(0)
    return odds if own > other else None


def _banker_odds(game: str, total: int) -> Fraction:
    if game == "tiger":
        return _odds(95, 100)
    return _odds(1, 2) if total == 6 else _odds(1)


def _tiger_pair(left: bool, right: bool, same: bool) -> Fraction | None:
    if left and right:
        return _odds(100 if same else 20)
    return _odds(4) if left or right else None


@cache
def _odds(profit: int, to: int = 1) -> Fraction:
    return Fraction(profit, to)  # made once: to make a fraction takes longer than to use it
