"""The clauses and readings in Simplified Chinese, keyed by their exact English text.

A clause whose English text changes therefore loses its translation until it is translated again;
a test names any such clause.
"""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files


@cache
def _register() -> Mapping[str, str]:
    path = files("punto.rules").joinpath("register", "chinese.json")
    found: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return found


def in_chinese(english: str) -> str:
    """Return the Chinese translation, or the English text if there is none.

    >>> in_chinese("Tens, jacks, queens and kings count zero.")
    '十、J、Q、K 计零点。'
    """
    return _register().get(english, english)


def translated() -> frozenset[str]:
    """Return every English text that has a translation."""
    return frozenset(_register())
