"""Composition: how many cards of each rank are still to come; all that exact odds depend on."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from punto.refusals import Reason, Refused
from punto.rules.cards import COPIES_PER_DECK_OF_A_RANK, RANKS, Card, Rank, print_cards

# The games are dealt from at most ten decks, which also keeps every count inside 64 bits.
DECKS_MIN, DECKS_MAX = 4, 10

_LETTERS = {rank.letter: rank for rank in RANKS} | {"10": Rank.TEN}
_ENTRY = re.compile(r"(10|[A2-9TJQK])\s*=\s*(-?\d{1,9})", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Composition:
    """The unseen cards by rank, ace to king: what a card counter would know with perfect memory.

    >>> Composition.of_decks(8).cards
    416
    """

    counts: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.counts) != len(RANKS):
            raise Refused(
                Reason.UNREADABLE_SHOE,
                f"A shoe is a count for each of {len(RANKS)} ranks, not {len(self.counts)} counts.",
            )
        for rank, count in zip(RANKS, self.counts, strict=True):
            _check_count(rank, count, DECKS_MAX)

    @property
    def cards(self) -> int:
        return sum(self.counts)

    @property
    def absent(self) -> tuple[Rank, ...]:
        """The ranks of which no card is left."""
        return tuple(rank for rank, count in zip(RANKS, self.counts, strict=True) if count == 0)

    @property
    def decks(self) -> int | None:
        """The number of decks a game could have filled this shoe with, nothing missing."""
        decks, rest = divmod(self.counts[0], COPIES_PER_DECK_OF_A_RANK)
        whole = rest == 0 and len(set(self.counts)) == 1 and DECKS_MIN <= decks <= DECKS_MAX
        return decks if whole else None

    def __getitem__(self, rank: Rank) -> int:
        return self.counts[RANKS.index(rank)]

    def __str__(self) -> str:
        """As it is typed, and as `Composition.parse` reads it.

        >>> str(Composition.parse("9=1, A=2"))
        'A=2,9=1'
        """
        named = zip(RANKS, self.counts, strict=True)
        return ",".join(f"{rank.letter}={count}" for rank, count in named if count)

    @staticmethod
    def of_decks(decks: int) -> "Composition":
        """Whole decks, as many as the games allow."""
        if not DECKS_MIN <= decks <= DECKS_MAX:
            raise Refused(
                Reason.DECKS_OUT_OF_RANGE,
                f"The games are dealt from {DECKS_MIN} to {DECKS_MAX} decks, not {decks}.",
            )
        return Composition((decks * COPIES_PER_DECK_OF_A_RANK,) * len(RANKS))

    @staticmethod
    def parse(text: str, decks: int = DECKS_MAX) -> "Composition":
        """Read counts by rank; a rank that is not named has no card left.

        >>> Composition.parse("A=2, 10=3, k=1").counts
        (2, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 1)
        """
        return Composition.of(parse_counts(text), decks)

    @staticmethod
    def of(named: Mapping[Rank, int], decks: int = DECKS_MAX) -> "Composition":
        """Counts by rank, at most as many as that many decks hold."""
        for rank, count in named.items():
            _check_count(rank, count, decks)
        return Composition(tuple(named.get(rank, 0) for rank in RANKS))

    def without(self, seen: Iterable[Card], decks: int = DECKS_MAX) -> "Composition":
        """What is left once these cards, of that many decks, have been seen.

        >>> from punto.rules.cards import parse_cards
        >>> Composition.of_decks(8).without(parse_cards("8H 9D 8S"))[Rank.EIGHT]
        30
        """
        copies = Counter(seen)
        for card, count in copies.items():
            if count > decks:
                raise Refused(
                    Reason.TOO_MANY_COPIES,
                    f"{print_cards([card])} is seen {count} times, and {decks} decks hold {decks}.",
                )
        return self.less(Counter(card.rank for card in copies.elements()))

    def less(self, gone: Mapping[Rank, int]) -> "Composition":
        """What is left without so many cards of each rank.

        >>> Composition.of_decks(8).less({Rank.ACE: 2})[Rank.ACE]
        30
        """
        for rank, count in gone.items():
            _check_count(rank, count, DECKS_MAX)
            if count > self[rank]:
                raise Refused(
                    Reason.TOO_MANY_COPIES,
                    f"{count} cards of rank {rank.letter} are seen; the shoe held {self[rank]}.",
                )
        return Composition(tuple(self[rank] - gone.get(rank, 0) for rank in RANKS))


def parse_counts(text: str) -> dict[Rank, int]:
    """Read counts by rank, as many ranks as are named."""
    return read_counts(text.split(","))


def read_counts(entries: Iterable[str]) -> dict[Rank, int]:
    """Read counts by rank, each entry as A=32."""
    named: dict[Rank, int] = {}
    for each in entries:
        entry = _ENTRY.fullmatch(each.strip())
        if entry is None:
            raise Refused(
                Reason.UNREADABLE_SHOE,
                f"{each.strip()[:30]!r} is not a rank and its count; "
                "write a shoe as A=32,2=32,…,K=32 with A23456789TJQK for the ranks.",
            )
        rank = _LETTERS[entry[1].upper()]
        if rank in named:
            raise Refused(
                Reason.UNREADABLE_SHOE, f"The shoe names the {rank.letter} twice; name it once."
            )
        named[rank] = int(entry[2])
    return named


def _check_count(rank: Rank, count: int, decks: int) -> None:
    most = decks * COPIES_PER_DECK_OF_A_RANK
    if not 0 <= count <= most:
        raise Refused(
            Reason.IMPOSSIBLE_COUNT,
            f"A shoe cannot hold {count} cards of rank {rank.letter}: "
            f"{decks} decks hold from 0 to {most}.",
        )
