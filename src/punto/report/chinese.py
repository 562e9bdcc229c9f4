"""A manuscript in Simplified Chinese: every sentence found by the very words of the English one.

`chinese.json` holds templates; what stands in a placeholder is translated too where it has
words of its own. Names that a designer gave, ids, hashes and the letters in plots stay as they are.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

from punto.report.blocks import Manuscript, Plot
from punto.report.chinese_conditions import say_fact, say_together
from punto.rules.chinese import in_chinese
from punto.rules.chinese import translated as clauses_translated

_PLACE = re.compile(r"\{(\w+)\}")
_DAY = re.compile(r"(\d{1,2}) (\w+) (\d{4})")
_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)


def translate(manuscript: Manuscript) -> Manuscript:
    """The same manuscript in Chinese."""
    found: Manuscript = _walk(manuscript)
    return replace(found, language="zh-Hans")


def say(english: str) -> str:
    """A text in Chinese; as it is where no one has translated it.

    >>> say("8 decks, 416 cards"), say("Banker wins; Banker total 6"), say("Lucky Nine")
    ('8 副，416 张', '庄胜；庄 6 点', 'Lucky Nine')
    """
    found = _found(english)
    return english if found is None else found


def _found(english: str) -> str | None:
    words = _words()
    if english in words:
        return words[english]
    if english in clauses_translated():
        return in_chinese(english)
    day = _DAY.fullmatch(english)
    if day is not None and day[2] in _MONTHS:
        return f"{day[3]} 年 {_MONTHS.index(day[2]) + 1} 月 {day[1]} 日"
    fact = say_fact(english, _found)
    if fact is not None:
        return fact
    for pattern, chinese in _patterns():
        match = pattern.fullmatch(english)
        if match is not None:
            filled = {name: say(text) for name, text in match.groupdict().items()}
            return chinese.format(**filled)
    together = say_together(english, _found)
    if together is not None or ", " not in english:
        return together
    parts = english.split(", ")
    return "、".join(map(say, parts)) if any(map(_found, parts)) else None


def _walk(value: Any) -> Any:
    if isinstance(value, str):
        return say(value)
    if isinstance(value, tuple):
        return tuple(_walk(each) for each in value)
    if is_dataclass(value) and not isinstance(value, type):
        keep = ("svg",) if isinstance(value, Plot) else ()
        changed = {
            field.name: _walk(getattr(value, field.name))
            for field in fields(value)
            if field.name not in keep and type(getattr(value, field.name)) in (str, tuple)
        }
        inner = {
            field.name: _walk(getattr(value, field.name))
            for field in fields(value)
            if is_dataclass(getattr(value, field.name))
        }
        return replace(value, **changed, **inner)
    return value


@cache
def _words() -> Mapping[str, str]:
    text = files("punto.report").joinpath("chinese.json").read_text(encoding="utf-8")
    found: dict[str, str] = json.loads(text)
    return found


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    """The templates with placeholders: those that leave least open first."""
    found = []
    ordered = sorted(_words().items(), key=lambda each: (each[0].count("{"), -len(each[0])))
    for english, chinese in ordered:
        if _PLACE.search(english):
            parts = _PLACE.split(english)
            source = "".join(
                f"(?P<{part}>[^;]+?)" if place % 2 else re.escape(part)
                for place, part in enumerate(parts)
            )
            found.append((re.compile(source), chinese))
    return tuple(found)
