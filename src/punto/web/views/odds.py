"""Odds as pages show them: each exact fraction with its decimals, so that no browser divides."""

from collections.abc import Iterable
from fractions import Fraction
from functools import cache, lru_cache

from msgspec import Struct

from punto.odds.assumptions import assumptions
from punto.odds.composition import DECKS_MAX, DECKS_MIN, Composition
from punto.odds.distribution import Distribution, distribution
from punto.odds.document import print_fraction
from punto.odds.price import LinePrice, Price, prices
from punto.odds.question import Question
from punto.odds.summary import cards_per_round, winners, wins_by_total
from punto.rules.cards import RANKS
from punto.rules.wagers import Wager
from punto.web.api.paytables import when_view

DECIMALS = 12
DISTRIBUTIONS_CACHED = 256  # 6 KB each; removing cards one by one revisits the same shoes


class Exact(Struct, frozen=True):
    """A figure: its fraction in lowest terms, and twelve decimals of it, half to even."""

    fraction: str
    decimal: str


class Chance(Struct, frozen=True):
    """A probability, also as a percentage with four decimals and as "one in N" if not zero."""

    fraction: str
    decimal: str
    percent: str
    one_in: str | None


class EdgeView(Struct, frozen=True):
    """The average share of a stake that the house keeps; negative if the patron has the edge."""

    fraction: str
    decimal: str
    percent: str


class EdgeAt(Struct, frozen=True):
    """The house edge with this many full decks."""

    decks: int
    edge: EdgeView


class PricedLine(Struct, frozen=True):
    """A pay line and how often it pays; `when` has only the fields that matter."""

    pays: str
    when: dict[str, list[str | int]]
    clause: str
    chance: Chance


class PricedWager(Struct, frozen=True):
    """A wager priced for a shoe, and its edge for every number of full decks."""

    id: str
    title: str
    own: bool  # defined by the caller, not the game
    edge: EdgeView
    standard_deviation: str
    wins: Chance
    loses: Chance
    pushes: Chance
    pushes_when: dict[str, list[str | int]] | None
    pushes_by: str
    lines: tuple[PricedLine, ...]
    by_decks: tuple[EdgeAt, ...]


class RankLeft(Struct, frozen=True):
    """How many cards of a rank are left."""

    rank: str
    cards: int


class ShoeOdds(Struct, frozen=True):
    """The next round from a shoe: chances by winner and total, and every wager priced."""

    game: str
    decks: int
    cards: int
    left: tuple[RankLeft, ...]  # ace to king
    known: tuple[str, ...]  # what is known of the next cards, as 3=7
    deals: str
    void: Chance
    winners: dict[str, Chance]
    by_total: dict[str, tuple[Chance, ...]]  # won, or tied, on each total from 0 to 9
    cards_per_round: Exact | None
    wagers: tuple[PricedWager, ...]
    assumptions: tuple[str, ...]


def shoe_odds(question: Question, own: Iterable[Wager]) -> ShoeOdds:
    """Answer a question about a game's shoe; `own` are the caller's own wagers among them."""
    assert question.game is not None
    assert question.decks is not None
    found = _cached_distribution(question.shoe, question.known)
    drawn = cards_per_round(found)
    theirs = frozenset(wager.id for wager in own)
    edges = [prices(each, question.wagers) for each in _full_shoes()]
    return ShoeOdds(
        question.game.id,
        question.decks,
        question.shoe.cards,
        tuple(RankLeft(rank.letter, question.shoe[rank]) for rank in RANKS),
        tuple(filter(None, str(question.known).split(", "))),
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
    """A probability as it is shown.

    >>> chance(Fraction(1, 3))
    Chance(fraction='1/3', decimal='0.333333333333', percent='33.3333', one_in='3.00')
    """
    rarity = decimal(1 / value, 2) if value else None
    return Chance(print_fraction(value), decimal(value), decimal(value * 100, 4), rarity)


def edge_view(value: Fraction) -> EdgeView:
    return EdgeView(print_fraction(value), decimal(value), decimal(value * 100, 4))


def decimal(value: Fraction, places: int = DECIMALS) -> str:
    """A fraction with this many decimals, rounded half to even with integers only.

    >>> decimal(Fraction(-1, 8), 2), decimal(Fraction(-1, 1000), 2), decimal(Fraction(41, 2), 1)
    ('-0.12', '0.00', '20.5')
    """
    scaled = round(value * 10**places)
    whole, part = divmod(abs(scaled), 10**places)
    return f"{'-' if scaled < 0 else ''}{whole}.{part:0{places}d}"


def _decks() -> range:
    return range(DECKS_MIN, DECKS_MAX + 1)


@cache
def _full_shoes() -> tuple[Distribution, ...]:
    return tuple(distribution(Composition.of_decks(decks)) for decks in _decks())


_cached_distribution = lru_cache(maxsize=DISTRIBUTIONS_CACHED)(distribution)
