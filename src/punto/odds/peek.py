"""Peek: the value of seeing cards before staking, fully or only by groups of ranks.

A patron who sees them stakes one unit on the best wager, or sits out if even that has an expected
loss.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from punto.odds.composition import Composition
from punto.odds.distribution import CARDS_MAX, distribution
from punto.odds.knowledge import ANY_RANK, PLACES, Knowledge
from punto.odds.known import warm_known
from punto.odds.price import prices
from punto.refusals import Reason, Refused
from punto.rules.cards import RANKS, Rank
from punto.rules.wagers import Wager

Groups = tuple[frozenset[Rank], ...]

EVERY_RANK: Groups = tuple(frozenset({rank}) for rank in RANKS)
CASES_MAX = 3000
CASES_BEFORE_COMPILING = 30


@dataclass(frozen=True, slots=True)
class Case:
    """What may be seen, its probability, and the best wager then."""

    known: Knowledge
    probability: Fraction
    best: Wager
    ev: Fraction


@dataclass(frozen=True, slots=True)
class Peek:
    """All cases of what may be seen; exactly one of them happens."""

    cases: tuple[Case, ...]

    @property
    def value(self) -> Fraction:
        """The expected profit of a round for a patron who may sit out."""
        return sum((case.probability * case.ev for case in self.cases if case.ev > 0), Fraction(0))

    @property
    def value_always_staking(self) -> Fraction:
        """The expected profit of a round for a patron who always stakes."""
        return sum((case.probability * case.ev for case in self.cases), Fraction(0))

    @property
    def staked(self) -> Fraction:
        """The share of rounds in which the best wager favours the patron."""
        return sum((case.probability for case in self.cases if case.ev > 0), Fraction(0))


def look(shoe: Composition, places: Sequence[int], groups: Groups, wagers: Iterable[Wager]) -> Peek:
    """Price the best wager for everything that these places may show.

    >>> from punto.rules.games import find_game
    >>> player, banker, *_ = find_game("tiger").wagers
    >>> first = look(Composition.of_decks(8), [1], EVERY_RANK, [player, banker])
    >>> round(float(first.value), 6)
    0.067647
    """
    offered = tuple(wagers)
    number = len(groups) ** len(places)
    if number > CASES_MAX:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "Seeing {places} cards in {groups} groups makes {number} cases; ask for at"
            " most {most}, with fewer cards or fewer groups.",
            places=len(places),
            groups=len(groups),
            number=number,
            most=CASES_MAX,
        )
    if number >= CASES_BEFORE_COMPILING:
        warm_known()
    deals = _deals(shoe)
    cases = []
    for seen in product(groups, repeat=len(places)):
        held = dict(zip(places, seen, strict=True))
        known = Knowledge(tuple(held.get(place, ANY_RANK) for place in range(1, PLACES + 1)))
        try:
            given = distribution(shoe, known)
        except Refused as impossible:  # the shoe does not hold such cards
            if impossible.reason is Reason.IMPOSSIBLE_COUNT and max(places) <= shoe.cards:
                continue
            raise
        best = max(prices(given, offered), key=lambda price: price.ev)
        cases.append(Case(known, Fraction(given.deals, deals), best.wager, best.ev))
    return Peek(tuple(cases))


def read_places(text: str) -> tuple[int, ...]:
    """Read places, as 1 or 1234.

    >>> read_places("12")
    (1, 2)
    """
    places = tuple(int(digit) for digit in text if digit.isascii() and digit.isdigit())
    right = len(places) == len(text) and all(1 <= place <= PLACES for place in places)
    if not right or not places or len(set(places)) < len(places):
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "{text!r} does not say which cards are seen; write places as 1 or 1234.",
            text=text[:20],
        )
    return places


def read_groups(text: str) -> Groups:
    """Read groups of ranks, separated by commas; the ranks not named are one more group.

    >>> [len(group) for group in read_groups("6789")]
    [4, 9]
    """
    given = [Knowledge.parse([f"1={each}"]) for each in text.split(",")]
    if any(each.names_suits for each in given):
        raise Refused(Reason.UNREADABLE_REQUEST, "Groups are of ranks, as 6789, without suits.")
    named = [frozenset(rank for rank in RANKS if rank in each.allowed[0]) for each in given]
    if sum(map(len, named)) > len(frozenset().union(*named)):
        raise Refused(Reason.UNREADABLE_REQUEST, "A rank is in two groups; put it into one.")
    rest = frozenset(RANKS).difference(*named)
    return (*named, rest) if rest else tuple(named)


def _deals(shoe: Composition) -> int:
    """The ordered deals of a shoe, whatever is known."""
    deals = 1
    for dealt in range(min(shoe.cards, CARDS_MAX)):
        deals *= shoe.cards - dealt
    return deals
