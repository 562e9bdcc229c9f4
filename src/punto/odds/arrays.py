"""Shoes as arrays or tables: read from NumPy, pandas, Polars or Arrow, and checked card by card."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from punto.odds.composition import DECKS_MAX
from punto.odds.program import Ints
from punto.refusals import Reason, Refused
from punto.rules.cards import COPIES_PER_DECK_OF_A_RANK, RANKS

LETTERS = tuple(rank.letter for rank in RANKS)


def read_shoes(shoes: Any, decks: int = DECKS_MAX) -> Ints:
    """Read rows of counts, ace to king; they must be whole numbers, and nothing is rounded.

    An array or list has a row of thirteen counts for each shoe. A table (pandas, Polars, Arrow, or
    arrays by name) has a column for each rank, `A` to `K`; its other columns are ignored.

    >>> read_shoes([[4] * 13]).shape
    (1, 13)
    >>> read_shoes([[31.9] * 13])
    Traceback (most recent call last):
    ...
    punto.refusals.Refused: Row 0 of the shoes has 31.9 cards of rank A; it must be a whole number.
    """
    counts = _columns(shoes) if _is_table(shoes) else _whole(_array(shoes), LETTERS)
    most = decks * COPIES_PER_DECK_OF_A_RANK
    if counts.size and not 0 <= counts.min() <= counts.max() <= most:
        row, rank = np.argwhere((counts < 0) | (counts > most))[0].tolist()
        raise Refused(
            Reason.IMPOSSIBLE_COUNT,
            "Row {row} of the shoes has {count} cards of rank {rank}; {decks} decks"
            " hold from 0 to {most}.",
            row=row,
            count=counts[row, rank],
            rank=LETTERS[rank],
            decks=decks,
            most=most,
        )
    return np.ascontiguousarray(counts, np.int64)


def _is_table(shoes: Any) -> bool:
    return isinstance(shoes, Mapping) or hasattr(shoes, "columns")


def _columns(table: Any) -> NDArray[Any]:
    """The thirteen columns of a table, side by side."""
    names = table if isinstance(table, Mapping) else getattr(table, "column_names", None)
    held = set(map(str, table.columns if names is None else names))
    named = {letter: "10" if letter == "T" and "T" not in held else letter for letter in LETTERS}
    if missing := [letter for letter, name in named.items() if name not in held]:
        raise Refused(
            Reason.UNREADABLE_SHOE,
            "A table of shoes has a column for each rank, A to K; {missing!r} is missing.",
            missing=missing[0],
        )
    # Combined only after each is checked: NumPy would convert them all to one type.
    whole = [_whole(np.asarray(table[name])[:, None], letter) for letter, name in named.items()]
    return np.concatenate(whole, axis=1)


def _array(shoes: Any) -> NDArray[Any]:
    try:
        array = np.asarray(shoes)
    except ValueError:
        array = np.empty(0)  # rows of different lengths
    if array.ndim != 2 or array.shape[1] != len(RANKS):
        raise Refused(
            Reason.UNREADABLE_SHOE,
            "Shoes come as rows of {ranks} counts, not in the shape {shape}.",
            ranks=len(RANKS),
            shape=str(array.shape),
        )
    return array


def _whole(counts: NDArray[Any], ranks: Sequence[str]) -> NDArray[Any]:
    """Check that counts are whole numbers; floating point such as 32.0 is accepted."""
    if counts.dtype.kind in "iu":
        return counts
    if counts.dtype.kind == "f":
        with np.errstate(invalid="ignore"):
            is_whole = (np.trunc(counts) == counts) & (np.abs(counts) < 2**53)
    else:
        every = [
            isinstance(count, int | np.integer)
            and not isinstance(count, bool)
            and abs(int(count)) < 2**53
            for count in counts.ravel().tolist()
        ]
        is_whole = np.array(every, np.bool_).reshape(counts.shape)
    if not is_whole.all():
        row, rank = np.argwhere(~is_whole)[0].tolist()
        raise Refused(
            Reason.IMPOSSIBLE_COUNT,
            "Row {row} of the shoes has {count} cards of rank {rank}; it must be a whole number.",
            row=row,
            count=str(counts[row, rank])[:40],
            rank=ranks[rank],
        )
    return counts.astype(np.int64)
