"""Knowledge: what is known of the next six cards, place by place or as a set of face-down cards.

Places are numbered in drawn order: 1 and 3 go to Player, 2 and 4 to Banker, 5 and 6 are the third
cards if the round takes them. Card 5 is the fifth card of the shoe whether or not it is drawn.
A card is known by its rank, or by rank and suit; suits matter to wagers on suits alone.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import permutations, product

from punto.messages import Message
from punto.refusals import Reason, Refused
from punto.rules.cards import DECK, RANKS, SUITS, Card, Rank

PLACES = 6
ANY_RANK: frozenset[Rank | Card] = frozenset(RANKS)

_ENTRY = re.compile(r"(\d(?:\+\d)*)\s*=\s*([A2-9TJQK10SHDC\s,]+)", re.ASCII | re.IGNORECASE)
_KIND = re.compile(r"([A2-9TJQK])([SHDC]?)", re.ASCII)

Kind = Rank | Card  # any card of a rank, or one card
Allowed = tuple[frozenset[Kind], ...]  # what each of the six places may hold
_KINDS: dict[str, Kind] = {rank.letter: rank for rank in RANKS} | {c.code: c for c in DECK}


@dataclass(frozen=True, slots=True)
class CardSet:
    """Face-down cards: these places hold these cards, but in an order that is not known."""

    places: tuple[int, ...]  # from 1
    kinds: tuple[Kind, ...]  # all ranks, or all cards


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What is known of the next six cards, while they are still counted as part of the shoe.

    >>> print(Knowledge.parse(["3=7H", "1=6789", "2+4=K9"]))
    1=6789, 3=7H, 2+4=9K
    """

    allowed: Allowed = (ANY_RANK,) * PLACES
    sets: tuple[CardSet, ...] = ()

    def __post_init__(self) -> None:
        if len(self.allowed) != PLACES:
            raise _unreadable(
                Message.of(
                    "There are {places} places for cards, not {count}",
                    places=PLACES,
                    count=len(self.allowed),
                )
            )
        taken = Counter(place for each in self.sets for place in each.places)
        taken.update(place for place in range(1, PLACES + 1) if self._is_known(place))
        if twice := sorted(place for place, times in taken.items() if times > 1):
            raise _unreadable(
                Message.of("Card {place} is named twice; name it once", place=twice[0])
            )
        for each in self.sets:
            if len(each.places) != len(each.kinds):
                raise _unreadable(
                    Message.of(
                        "{places} places hold {places} cards, not {cards}",
                        places=len(each.places),
                        cards=len(each.kinds),
                    )
                )
            if len({isinstance(kind, Card) for kind in each.kinds}) > 1:
                raise _unreadable(
                    Message.of("Name every face-down card with its suit, or none of them")
                )

    def __bool__(self) -> bool:
        """Whether anything is known."""
        return bool(self.sets) or any(kinds != ANY_RANK for kinds in self.allowed)

    @property
    def names_suits(self) -> bool:
        """Whether the suit of any card is known."""
        named = (*self.allowed, *(each.kinds for each in self.sets))
        return any(isinstance(kind, Card) for kinds in named for kind in kinds)

    def __str__(self) -> str:
        known = [
            f"{place}={_letters(self.allowed[place - 1])}"
            for place in range(1, PLACES + 1)
            if self._is_known(place)
        ]
        known += [f"{'+'.join(map(str, each.places))}={_letters(each.kinds)}" for each in self.sets]
        return ", ".join(known)

    @staticmethod
    def parse(entries: Iterable[str]) -> "Knowledge":
        """Read entries as 3=7 (card 3 is a seven), 3=7H (of hearts), 1=6789 (one of these) or
        1+3=7K (both of them).

        >>> bool(Knowledge.parse([])), Knowledge.parse(["5=10"]).last_place
        (False, 5)
        """
        allowed: dict[int, frozenset[Kind]] = {}
        sets: list[CardSet] = []
        for text in entries:
            entry = _ENTRY.fullmatch(text.strip())
            if entry is None:
                raise _unreadable(
                    Message.of(
                        "{text!r} is not a card and what is known of it", text=text.strip()[:30]
                    )
                )
            places = tuple(map(int, entry[1].split("+")))
            if strange := [place for place in places if not 1 <= place <= PLACES]:
                raise _unreadable(
                    Message.of(
                        "There is no card {place} in a round; there are 1 to 6", place=strange[0]
                    )
                )
            kinds = _kinds(entry[2])
            if len(places) > 1:
                sets.append(CardSet(tuple(sorted(places)), kinds))
            elif places[0] in allowed:
                raise _unreadable(
                    Message.of("Card {place} is named twice; name it once", place=places[0])
                )
            else:
                allowed[places[0]] = frozenset(kinds)
        every = range(1, PLACES + 1)
        return Knowledge(tuple(allowed.get(place, ANY_RANK) for place in every), tuple(sets))

    @property
    def last_place(self) -> int:
        """The last place about which something is known; 0 if nothing is."""
        places = [place for each in self.sets for place in each.places]
        places += [place for place in range(1, PLACES + 1) if self._is_known(place)]
        return max(places, default=0)

    def arrangements(self) -> Iterator[Allowed]:
        """The possible arrangements of the sets; exactly one of them is the case."""
        orders = [
            sorted(set(permutations(each.kinds)), key=lambda kinds: [*map(_order, kinds)])
            for each in self.sets
        ]
        for chosen in product(*orders):
            allowed = list(self.allowed)
            for each, order in zip(self.sets, chosen, strict=True):
                for place, kind in zip(each.places, order, strict=True):
                    allowed[place - 1] = frozenset({kind})
            yield tuple(allowed)

    def _is_known(self, place: int) -> bool:
        return self.allowed[place - 1] != ANY_RANK


NOTHING = Knowledge()


def agrees(card: Card, kinds: frozenset[Kind]) -> bool:
    """Whether a card is one of these.

    >>> agrees(Card(Rank.SEVEN, SUITS[0]), frozenset({Rank.SEVEN}))
    True
    """
    return card.rank in kinds or card in kinds


def known_cards(kinds: Iterable[Kind]) -> Knowledge:
    """Knowledge of the first cards of the round, in drawn order.

    >>> print(known_cards([Rank.SEVEN, Rank.KING]))
    1=7, 2=K
    """
    held: list[frozenset[Kind]] = [frozenset({kind}) for kind in kinds]
    return Knowledge((*held, *(ANY_RANK,) * (PLACES - len(held))))


def contradicted(known: Knowledge) -> Refused:
    """The refusal of knowledge that contradicts the shoe."""
    return Refused(
        Reason.IMPOSSIBLE_COUNT,
        "The shoe does not hold the cards that are known: {known}.",
        known=known,
    )


def _kinds(text: str) -> tuple[Kind, ...]:
    letters = "".join(text.upper().replace("10", "T").replace(",", " ").split())
    if not letters or _KIND.sub("", letters):
        raise _unreadable(Message.of("{text!r} names no ranks", text=text.strip()[:30]))
    return tuple(_KINDS[each[0]] for each in _KIND.finditer(letters))


def _letters(kinds: Iterable[Kind]) -> str:
    ordered = sorted(kinds, key=_order)
    return "".join(kind.code if isinstance(kind, Card) else kind.letter for kind in ordered)


def _order(kind: Kind) -> tuple[int, int]:
    """The order in which kinds are listed: by rank, any suit first."""
    if isinstance(kind, Card):
        return RANKS.index(kind.rank), SUITS.index(kind.suit)
    return RANKS.index(kind), -1


def _unreadable(what: Message) -> Refused:
    return Refused(
        Reason.UNREADABLE_CARD,
        "{what}; write what is known as 3=7, 3=7H, 1=6789 or, for face-down cards, 1+3=7K.",
        what=what,
    )
