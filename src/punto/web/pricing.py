"""Odds as pages print them: each exact fraction with its decimals, so that no browser divides."""

from collections.abc import Iterable
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

from msgspec import Struct

from punto.odds.assumptions import assumptions
from punto.odds.composition import DECKS_MAX, DECKS_MIN, Composition
from punto.odds.document import print_fraction
from punto.odds.law import Law, law
from punto.odds.price import LinePrice, Price, prices
from punto.odds.question import Question
from punto.odds.summary import cards_per_round, winners, wins_by_total
from punto.rules.cards import RANKS
from punto.rules.wagers import Wager
from punto.web.felt_routes import when_view

DECIMALS = 12
LAWS_KEPT = 256  # 6 KB each: who takes cards out one by one asks about the same shoes again


class Exact(Struct, frozen=True):
    """A figure: its fraction in lowest terms, and twelve decimals of it, half to even."""

    fraction: str
    decimal: str


class Chance(Struct, frozen=True):
    """A probability, also as a percentage of four decimals and as one in so many, if ever."""

    fraction: str
    decimal: str
    percent: str
    one_in: str | None


class EdgeView(Struct, frozen=True):
    """What the house keeps of a stake on average; less than nothing where the patron is ahead."""

    fraction: str
    decimal: str
    percent: str


class EdgeAt(Struct, frozen=True):
    """The house edge with so many full decks."""

    decks: int
    edge: EdgeView


class PricedLine(Struct, frozen=True):
    """A pay line and how often it pays; `when` names only what it asks about."""

    pays: str
    when: dict[str, Any]
    clause: str
    chance: Chance


class PricedWager(Struct, frozen=True):
    """A wager priced for a shoe, and its edge for every number of full decks."""

    id: str
    title: str
    own: bool  # the caller's, not the game's
    edge: EdgeView
    standard_deviation: str
    wins: Chance
    loses: Chance
    pushes: Chance
    pushes_when: dict[str, Any] | None
    pushes_by: str
    lines: tuple[PricedLine, ...]
    by_decks: tuple[EdgeAt, ...]


class RankLeft(Struct, frozen=True):
    """How many cards of a rank are still to come."""

    rank: str
    cards: int


class ShoeOdds(Struct, frozen=True):
    """The next round from a shoe: who wins, on which total, and what every wager is worth."""

    game: str
    decks: int
    cards: int
    left: tuple[RankLeft, ...]  # ace to king
    deals: str
    void: Chance
    winners: dict[str, Chance]
    by_total: dict[str, tuple[Chance, ...]]  # won, or tied, on each total from 0 to 9
    cards_per_round: Exact | None
    wagers: tuple[PricedWager, ...]
    assumptions: tuple[str, ...]


def shoe_odds(question: Question, own: Iterable[Wager]) -> ShoeOdds:
    """What a question about a game's shoe comes to; `own` are the caller's among the wagers."""
    assert question.game is not None
    assert question.decks is not None
    found = _law(question.shoe)
    drawn = cards_per_round(found)
    theirs = frozenset(wager.id for wager in own)
    edges = [prices(each, question.wagers) for each in _full_shoes()]
    return ShoeOdds(
        question.game.id,
        question.decks,
        question.shoe.cards,
        tuple(RankLeft(rank.letter, question.shoe[rank]) for rank in RANKS),
        str(found.deals),
        chance(Fraction(found.void, found.deals)),
        {winner.value: chance(share) for winner, share in winners(found).items()},
        {
            winner.value: tuple(map(chance, by_total))
            for winner, by_total in wins_by_total(found).items()
        },
        None if drawn is None else Exact(print_fraction(drawn), decimal(drawn)),
        tuple(
            _priced(price, full, own=price.wager.id in theirs)
            for price, full in zip(
                prices(found, question.wagers), zip(*edges, strict=True), strict=True
            )
        ),
        tuple(assumptions(found, question.game)),
    )


def _priced(price: Price, full: tuple[Price, ...], *, own: bool) -> PricedWager:
    wager = price.wager
    return PricedWager(
        wager.id,
        wager.title,
        own,
        edge_view(price.house_edge),
        f"{price.standard_deviation:.4f}",
        chance(price.hit_rate),
        chance(price.loss_rate),
        chance(price.push),
        when_view(wager.push) if wager.push else None,
        wager.pushes_by,
        tuple(map(_line, price.lines)),
        tuple(
            EdgeAt(decks, edge_view(each.house_edge))
            for decks, each in zip(_decks(), full, strict=True)
        ),
    )


def _line(priced: LinePrice) -> PricedLine:
    line = priced.line
    return PricedLine(line.pays, when_view(line.when), line.clause, chance(priced.probability))


def chance(value: Fraction) -> Chance:
    """A probability as it is printed.

    >>> chance(Fraction(1, 3))
    Chance(fraction='1/3', decimal='0.333333333333', percent='33.3333', one_in='3.00')
    """
    rarity = decimal(1 / value, 2) if value else None
    return Chance(print_fraction(value), decimal(value), decimal(value * 100, 4), rarity)


def edge_view(value: Fraction) -> EdgeView:
    return EdgeView(print_fraction(value), decimal(value), decimal(value * 100, 4))


def decimal(value: Fraction, places: int = DECIMALS) -> str:
    """So many decimals, half to even, in whole numbers to the last digit.

    >>> decimal(Fraction(-1, 8), 2), decimal(Fraction(-1, 1000), 2), decimal(Fraction(41, 2), 1)
    ('-0.12', '0.00', '20.5')
    """
    scaled = round(value * 10**places)
    whole, part = divmod(abs(scaled), 10**places)
    return f"{'-' if scaled < 0 else ''}{whole}.{part:0{places}d}"


def _decks() -> range:
    return range(DECKS_MIN, DECKS_MAX + 1)


@cache
def _full_shoes() -> tuple[Law, ...]:
    return tuple(law(Composition.of_decks(decks)) for decks in _decks())


_law = lru_cache(maxsize=LAWS_KEPT)(law)
