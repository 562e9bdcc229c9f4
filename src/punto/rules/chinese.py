"""The clauses and readings in Simplified Chinese, found by the very words of the English ones.

So a clause that is worded anew has no Chinese words until it is translated again, and a test says
which one that is.
"""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files


@cache
def _register() -> Mapping[str, str]:
    path = files("punto.rules") / "register" / "chinese.json"
    found: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return found


def in_chinese(english: str) -> str:
    """The same in Chinese; the English words where nobody has translated them.

    >>> in_chinese("Tens, jacks, queens and kings count zero.")
    '十、J、Q、K 计零点。'
    """
    return _register().get(english, english)


def translated() -> frozenset[str]:
    """Everything that has Chinese words."""
    return frozenset(_register())
