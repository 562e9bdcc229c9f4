"""Composition: the number of unseen cards of each rank, on which exact odds depend."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from operator import index

from punto.refusals import Reason, Refused
from punto.rules.cards import COPIES_PER_DECK_OF_A_RANK, DECK, RANKS, Card, Rank, print_cards

# The games are dealt from at most ten decks, which also keeps every count inside 64 bits.
DECKS_MIN, DECKS_MAX = 4, 10

_LETTERS = {rank.letter: rank for rank in RANKS} | {"10": Rank.TEN}
_PLACES = {rank: place for place, rank in enumerate(RANKS)}
_ENTRY = re.compile(r"(10|[A2-9TJQK])\s*=\s*(-?\d{1,9})", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Composition:
    """The unseen cards by rank, ace to king: what a card counter with perfect memory knows.

    >>> Composition.of_decks(8).cards
    416
    """

    counts: tuple[int, ...]
    # The same by card, in the order of DECK, if suits are known too.
    by_card: tuple[int, ...] | None = field(default=None, repr=False, compare=False)

    def __post_init__(self) -> None:
        if len(self.counts) != len(RANKS):
            raise Refused(
                Reason.UNREADABLE_SHOE,
                "A shoe is a count for each of {ranks} ranks, not {counts} counts.",
                ranks=len(RANKS),
                counts=len(self.counts),
            )
        try:
            whole = tuple(map(index, self.counts))  # NumPy's whole numbers become Python's
        except TypeError:
            raise Refused(
                Reason.IMPOSSIBLE_COUNT,
                "A shoe holds whole cards, not {counts}.",
                counts=str(self.counts),
            ) from None
        object.__setattr__(self, "counts", whole)
        if min(whole) < 0 or max(whole) > DECKS_MAX * COPIES_PER_DECK_OF_A_RANK:
            for rank, count in zip(RANKS, whole, strict=True):
                _check_count(rank, count, DECKS_MAX)
        if self.by_card is not None:
            self._check_suits(self.by_card)

    def _check_suits(self, by_card: tuple[int, ...]) -> None:
        sums = dict.fromkeys(RANKS, 0)
        for card, count in zip(DECK, by_card, strict=True):
            sums[card.rank] += count
        if min(by_card) < 0:
            raise Refused(
                Reason.TOO_MANY_COPIES,
                "More {card} are seen than it held.",
                card=print_cards([DECK[by_card.index(min(by_card))]]),
            )
        if tuple(sums.values()) != self.counts:
            raise Refused(Reason.UNREADABLE_SHOE, "The cards by suit do not add up to the ranks.")

    @property
    def cards(self) -> int:
        return sum(self.counts)

    @property
    def absent(self) -> tuple[Rank, ...]:
        """The ranks with no card left."""
        return tuple(rank for rank, count in zip(RANKS, self.counts, strict=True) if count == 0)

    @property
    def decks(self) -> int | None:
        """The number of decks, if this is a full shoe that the games allow."""
        decks, rest = divmod(self.counts[0], COPIES_PER_DECK_OF_A_RANK)
        whole = rest == 0 and len(set(self.counts)) == 1 and DECKS_MIN <= decks <= DECKS_MAX
        return decks if whole else None

    def __getitem__(self, rank: Rank) -> int:
        return self.counts[_PLACES[rank]]

    def __str__(self) -> str:
        """The text form that `Composition.parse` reads.

        >>> str(Composition.parse("9=1, A=2"))
        'A=2,9=1'
        """
        named = zip(RANKS, self.counts, strict=True)
        return ",".join(f"{rank.letter}={count}" for rank, count in named if count)

    @staticmethod
    def of_decks(decks: int) -> "Composition":
        """Whole decks, within the number that the games allow."""
        if not DECKS_MIN <= decks <= DECKS_MAX:
            raise Refused(
                Reason.DECKS_OUT_OF_RANGE,
                "The games are dealt from {fewest} to {most} decks, not {decks}.",
                fewest=DECKS_MIN,
                most=DECKS_MAX,
                decks=decks,
            )
        return _whole_decks(decks)

    @staticmethod
    def parse(text: str, decks: int = DECKS_MAX) -> "Composition":
        """Read counts by rank; a rank that is not named has no card left.

        >>> Composition.parse("A=2, 10=3, k=1").counts
        (2, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 1)
        """
        return Composition.of(parse_counts(text), decks)

    @staticmethod
    def of(named: Mapping[Rank, int], decks: int = DECKS_MAX) -> "Composition":
        """Counts by rank, at most what this number of decks holds."""
        for rank, count in named.items():
            _check_count(rank, count, decks)
        return Composition(tuple(named.get(rank, 0) for rank in RANKS))

    def without(self, seen: Iterable[Card], decks: int = DECKS_MAX) -> "Composition":
        """The shoe without these seen cards, which come from this number of decks.

        >>> from punto.rules.cards import parse_cards
        >>> Composition.of_decks(8).without(parse_cards("8H 9D 8S"))[Rank.EIGHT]
        30
        """
        copies = Counter(seen)
        if not copies:
            return self
        for card, count in copies.items():
            if count > decks:
                raise Refused(
                    Reason.TOO_MANY_COPIES,
                    "{card} is seen {count} times, and {decks} decks hold {decks}.",
                    card=print_cards([card]),
                    count=count,
                    decks=decks,
                )
        left = self.less(Counter(card.rank for card in copies.elements()))
        if self.by_card is None:
            return left
        by_card = tuple(
            count - copies[card] for card, count in zip(DECK, self.by_card, strict=True)
        )
        return Composition(left.counts, by_card)

    def less(self, gone: Mapping[Rank, int]) -> "Composition":
        """The shoe without these numbers of cards of each rank.

        >>> Composition.of_decks(8).less({Rank.ACE: 2})[Rank.ACE]
        30
        """
        if not gone:
            return self
        for rank, count in gone.items():
            _check_count(rank, count, DECKS_MAX)
            if count > self[rank]:
                raise Refused(
                    Reason.TOO_MANY_COPIES,
                    "{count} cards of rank {rank} are seen; the shoe held {held}.",
                    count=count,
                    rank=rank.letter,
                    held=self[rank],
                )
        by_card = None if any(gone.values()) else self.by_card
        return Composition(tuple(self[rank] - gone.get(rank, 0) for rank in RANKS), by_card)


def parse_counts(text: str) -> dict[Rank, int]:
    """Read the counts of the ranks that are named."""
    return read_counts(text.split(","))


def read_counts(entries: Iterable[str]) -> dict[Rank, int]:
    """Read counts by rank, each entry as A=32."""
    named: dict[Rank, int] = {}
    for each in entries:
        rank, count = _read_entry(each)
        if rank in named:
            raise Refused(
                Reason.UNREADABLE_SHOE,
                "The shoe names the {rank} twice; name it once.",
                rank=rank.letter,
            )
        named[rank] = count
    return named


@lru_cache(maxsize=1024)  # a batch repeats the same few hundred entries
def _read_entry(text: str) -> tuple[Rank, int]:
    entry = _ENTRY.fullmatch(text.strip())
    if entry is None:
        raise Refused(
            Reason.UNREADABLE_SHOE,
            "{text!r} is not a rank and its count; write a shoe as A=32,2=32,…,K=32 with"
            " A23456789TJQK for the ranks.",
            text=text.strip()[:30],
        )
    return _LETTERS[entry[1].upper()], int(entry[2])


@lru_cache(maxsize=DECKS_MAX)
def _whole_decks(decks: int) -> Composition:
    return Composition((decks * COPIES_PER_DECK_OF_A_RANK,) * len(RANKS), (decks,) * len(DECK))


def _check_count(rank: Rank, count: int, decks: int) -> None:
    most = decks * COPIES_PER_DECK_OF_A_RANK
    if not 0 <= count <= most:
        raise Refused(
            Reason.IMPOSSIBLE_COUNT,
            "A shoe cannot hold {count} cards of rank {rank}: {decks} decks hold from 0 to {most}.",
            count=count,
            rank=rank.letter,
            decks=decks,
            most=most,
        )
