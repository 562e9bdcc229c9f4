"""Custom wagers of a test table, decided a second time: from the cards and the definitions alone.

It shares no table and no function with the engine, so that a fault in either shows.
"""

import json
import re
from fractions import Fraction
from typing import Any

Definition = dict[str, Any]
Facts = dict[str, object]

_POINTS = {"T": 0, "J": 0, "Q": 0, "K": 0, "A": 1} | {str(n): n for n in range(2, 10)}
_ORDER = "A23456789TJQK"
_PAYS = re.compile(r"(\d+(?:\.\d+)?) to (\d+)")


def win_independently(definitions: str, player: list[str], banker: list[str]) -> dict[str, Any]:
    """What one unit on each custom wager wins; zero when it pushes, None when it loses.

    >>> nine = '[{"id":"nine","lines":[{"pays":"9 to 1","when":{"player_total":9}}]}]'
    >>> win_independently(nine, ["4S", "5H"], ["KS", "7D"])
    {'nine': Fraction(9, 1)}
    """
    facts = _facts(player, banker)
    return {each["id"]: _wins(each, facts) for each in json.loads(definitions)}


def _wins(definition: Definition, facts: Facts) -> Fraction | None:
    for line in definition["lines"]:
        if _holds(line["when"], facts):
            return _odds(line["pays"])
    pushes = definition.get("push") or []
    pushes = pushes if isinstance(pushes, list) else [pushes]
    return Fraction(0) if any(_holds(each, facts) for each in pushes) else None


def _odds(pays: str) -> Fraction:
    found = _PAYS.fullmatch(pays)
    if found is None:
        raise ValueError(f"odds of {pays!r}")
    return Fraction(found[1]) / int(found[2])


def _holds(condition: Definition, facts: Facts) -> bool:
    for name, wanted in condition.items():
        several = wanted if isinstance(wanted, list) else [wanted]
        if name == "any":
            fits = any(_holds(each, facts) for each in several)
        elif name == "all":
            fits = all(_holds(each, facts) for each in several)
        elif name == "not":
            fits = not any(_holds(each, facts) for each in several)
        else:
            fits = facts[name] in [_plain(name, each) for each in several]
        if not fits:
            return False
    return True


def _plain(name: str, word: object) -> object:
    """A value as the facts have it: ranks as letters, in order."""
    if name.endswith(("_third", "_highest", "ranks")) and word != "none":
        letters = str(word).upper().replace("10", "T")
        return "".join(sorted(letters, key=_ORDER.index))
    return word


def _facts(player: list[str], banker: list[str]) -> Facts:
    ours, theirs = _total(player), _total(banker)
    winner = "tie" if ours == theirs else "player" if ours > theirs else "banker"
    is_natural = len(player) == len(banker) == 2 and max(ours, theirs) > 7
    left, right = (hand[0][0] == hand[1][0] for hand in (player, banker))
    pairs = {(False, False): "none", (True, False): "player", (False, True): "banker"}
    both = "twin" if player[0][0] == banker[0][0] else "both"
    facts: Facts = {
        "winner": winner,
        "player_total": ours,
        "banker_total": theirs,
        "player_cards": len(player),
        "banker_cards": len(banker),
        "cards": len(player) + len(banker),
        "margin": abs(ours - theirs),
        "natural": winner if is_natural else None,
        "pairs": pairs.get((left, right), both),
    }
    for side, hand in (("player", player), ("banker", banker)):
        facts |= {f"{side}_{name}": value for name, value in _hand_facts(hand).items()}
    return facts


def _hand_facts(hand: list[str]) -> Facts:
    ranks, suits = [code[0] for code in hand], [code[1] for code in hand]
    colours = {"red" if suit in "HD" else "black" for suit in suits}
    in_order = sorted(ranks, key=_ORDER.index)
    return {
        "first_two": _total(hand[:2]),
        "third": ranks[2] if len(hand) > 2 else "none",
        "pair": _pair(hand[0], hand[1]),
        "ranks": "".join(sorted(ranks[:2], key=_ORDER.index)),
        "all_ranks": "".join(in_order),
        "kinds": len(set(ranks)),
        "highest": in_order[-1],
        "first_two_suits": len(set(suits[:2])),
        "suits": len(set(suits)),
        "colours": "mixed" if len(colours) > 1 else colours.pop(),
    }


def _pair(one: str, two: str) -> str:
    if one[0] != two[0]:
        return "none"
    if one[1] == two[1]:
        return "perfect"
    return "coloured" if (one[1] in "HD") == (two[1] in "HD") else "mixed"


def _total(hand: list[str]) -> int:
    return sum(_POINTS[code[0]] for code in hand) % 10
