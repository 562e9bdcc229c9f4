"""The seals of vouchers that were used, remembered for ever in little space.

A used code must never be issued again, or an old paper ticket would be worth money. Each seal is
remembered by 72 bits of its hash; the chance that a new code is taken for a used one by mistake is
nil, and it would only be refused.
"""

from collections.abc import Mapping
from hashlib import sha256
from typing import TypeAlias

PARTS = 2  # hexadecimal digits by which seals are divided into parts, so that a copy is cheap
DIGITS = 16  # further digits remembered of each
SEPARATOR = "."

UsedSeals: TypeAlias = Mapping[str, str]


def add_seal(used: UsedSeals, seal: str) -> UsedSeals:
    """The used seals with one more.

    >>> is_used(add_seal({}, "a"), "a"), is_used(add_seal({}, "a"), "b")
    (True, False)
    """
    part, digits = _place(seal)
    return {**used, part: used.get(part, "") + digits + SEPARATOR}


def is_used(used: UsedSeals, seal: str) -> bool:
    """Whether a voucher with this seal was used before."""
    part, digits = _place(seal)
    return digits + SEPARATOR in used.get(part, "")


def count_used(used: UsedSeals) -> int:
    """How many seals were used.

    >>> count_used(add_seal(add_seal({}, "a"), "b"))
    2
    """
    return sum(map(len, used.values())) // (DIGITS + len(SEPARATOR))


def _place(seal: str) -> tuple[str, str]:
    digest = sha256(seal.encode("utf-8", "surrogatepass")).hexdigest()
    return digest[:PARTS], digest[PARTS : PARTS + DIGITS]
