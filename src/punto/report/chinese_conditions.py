"""Conditions in Simplified Chinese: how the phrases of `conditions` are put together.

Parts are separated by semicolons, alternatives by "or"; "not" and brackets go before and around.
"""

import re
from collections.abc import Callable

from punto.report.conditions import FACTS

Find = Callable[[str], str | None]

_FACTS = {
    "first_two": "首两张共 {} 点",
    "third": "第三张牌：{}",
    "pair": "首两张对子：{}",
    "ranks": "首两张为 {}",
    "all_ranks": "全部牌为 {}",
    "kinds": "点数种数：{}",
    "highest": "最大牌：{}",
    "first_two_suits": "首两张花色数：{}",
    "suits": "花色数：{}",
    "colours": "颜色：{}",
}
_VALUES = {
    "none": "无",
    "mixed": "红黑相杂",
    "coloured": "同色不同花",
    "perfect": "同花",
    "red": "红",
    "black": "黑",
}
_SIDES = {"Player": "闲", "Banker": "庄"}
_NAMES = {english: _FACTS[name] for name, english in FACTS.items()}
_ASKED = "|".join(map(re.escape, _NAMES))
_FACT = re.compile(rf"(Player|Banker)'s ({_ASKED}) (\w+(?:(?:, | or )\w+)*)")
_CLOSE = re.compile(r"(?<=[\u4e00-\u9fff]) | (?=[\u4e00-\u9fff]+$)")  # no space between words
_NUMBERS = re.compile(r"[\d–]+(?:(?:, | or )[\d–]+)+")


def say_fact(english: str, find: Find) -> str | None:
    """One part of a condition that no template has: a hand's cards, a negation, brackets, numbers.

    >>> say_fact("Player's third card 8 or none", {}.get), say_fact("8 or 9", {}.get)
    ('闲第三张牌：8 或无', '8 或 9')
    """
    fact = _FACT.fullmatch(english)
    if fact is not None:
        values = re.sub(r"\b[a-z]{3,}\b", lambda word: _VALUES[word[0]], _either(fact[3]))
        return _SIDES[fact[1]] + _NAMES[fact[2]].format(_CLOSE.sub("", values))
    if english[:4].lower() == "not ":
        inside = find(english[4:])
        return None if inside is None else f"非{inside}"
    if _NUMBERS.fullmatch(english):
        return _either(english)
    if english.startswith("(") and english.endswith(")") and ") or (" not in english:
        inside = find(english[1:-1])
        return None if inside is None else f"（{inside}）"
    return None


def say_together(english: str, find: Find) -> str | None:
    """Several parts of a condition, or two alternatives; None where they are no such thing.

    >>> words = {"Player wins": "闲胜", "naturals tie": "天牌和局"}
    >>> say_together("Player wins; naturals tie", words.get)
    '闲胜；天牌和局'
    """
    parts = _parts(english)
    if len(parts) > 1:
        found = [find(part) for part in parts]
        said = (chinese or part for chinese, part in zip(found, parts, strict=True))
        return "；".join(said) if any(found) else None
    first, _, last = english.rpartition(" or ")
    pair = [find(each) for each in (first, last)] if first else [None]
    return None if None in pair else f"{pair[0]}或{pair[1]}"


def _either(values: str) -> str:
    return values.replace(", ", "、").replace(" or ", " 或 ")


def _parts(english: str) -> list[str]:
    """The parts of a phrase, split at semicolons outside brackets.

    >>> _parts("a; (b; c); d")
    ['a', '(b; c)', 'd']
    """
    found, depth = [""], 0
    for piece in re.split(r"(; |\(|\))", english):
        depth += (piece == "(") - (piece == ")")
        if piece == "; " and not depth:
            found.append("")
        else:
            found[-1] += piece
    return found
