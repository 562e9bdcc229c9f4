"""Detail: which facts about the cards a wager depends on, and how hands are classified by them."""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from punto.rules.cards import Card
from punto.rules.hands import Side, point_total
from punto.rules.holdings import FIELDS, Hands, SuitDetail, Value
from punto.rules.outcome import Outcome, pairs_of
from punto.rules.wagers import CONDITIONS, Wager, When


class Start(NamedTuple):
    """The first two cards of a hand, reduced to the facts that matter."""

    total: int
    pair: str | None  # the rank of the pair, if pairs matter
    facts: tuple[Hashable, ...]


class Final(NamedTuple):
    """A final hand, reduced to the facts that matter."""

    total: int
    cards: int
    pair: str | None
    facts: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Detail:
    """The facts about the cards that some wagers depend on."""

    tested: tuple[tuple[str, tuple[Value, ...]], ...]  # fields with their values
    by_rank: bool
    suits: SuitDetail
    pairs: bool
    thirds: bool  # whether anything beyond the first two cards of each hand matters

    @property
    def fields(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for name, _ in self.tested))

    def start(self, one: Card, two: Card) -> Start:
        """Classify the first two cards of a hand."""
        pair = one.rank.letter if self.pairs and one.rank is two.rank else None
        facts = tuple(FIELDS[name].start(one, two) for name in self.fields)
        return Start(point_total((one.points, two.points)), pair, facts)

    def finish(self, start: Start, third: Card | None) -> Final:
        """Classify a hand with its third card, or without one."""
        total = start.total if third is None else point_total((start.total, third.points))
        named = zip(self.fields, start.facts, strict=True)
        facts = tuple(FIELDS[name].finish(fact, third) for name, fact in named)
        return Final(total, 2 if third is None else 3, start.pair, facts)

    def key(self, final: Final) -> tuple[Hashable, ...]:
        """A key that is equal for hands that no condition distinguishes."""
        facts = dict(zip(self.fields, final.facts, strict=True))
        satisfied = tuple(facts[name] in values for name, values in self.tested)
        return final.total, final.cards, final.pair, satisfied

    def final(self, hand: tuple[Card, ...]) -> Final:
        """Classify a complete hand."""
        return self.finish(self.start(hand[0], hand[1]), hand[2] if len(hand) == 3 else None)

    def read(self, player: Final, banker: Final) -> tuple[Outcome, Hands]:
        """Both hands in the form that conditions test."""
        pairs = pairs_of(player.pair, banker.pair)
        outcome = Outcome(player.total, banker.total, player.cards, banker.cards, pairs)
        fields = self.fields
        facts = {
            side: dict(zip(fields, final.facts, strict=True))
            for side, final in ((Side.PLAYER, player), (Side.BANKER, banker))
        }
        return outcome, facts


# Rounds distinguished by their outcomes, and by nothing else.
OUTCOMES_ALONE = Detail((), by_rank=True, suits=SuitDetail.NONE, pairs=True, thirds=True)


def detail_of(*wagers: Wager) -> Detail:
    """The detail that the conditions of some wagers need."""
    conditions = [line.when for wager in wagers for line in wager.lines]
    conditions += [wager.push for wager in wagers if wager.push is not None]
    parts = [part for when in conditions for part in every_part(when)]
    facts = {(each.field, each.values) for part in parts for each in part.hands or ()}
    tested = {name for part in parts for name in CONDITIONS if getattr(part, name) is not None}
    fields = [FIELDS[name] for name, _ in facts]
    return Detail(
        tested=tuple(sorted(facts, key=repr)),
        by_rank="pairs" in tested or any(field.by_rank for field in fields),
        suits=max((field.suits for field in fields), default=SuitDetail.NONE),
        pairs="pairs" in tested,
        thirds=bool(tested - {"pairs"}) or any(field.waits for field in fields),
    )


def looks_at_suits(wager: Wager) -> bool:
    """Whether a wager distinguishes cards of one rank.

    >>> from punto.rules.games import find_game
    >>> looks_at_suits(find_game("tiger").wager("tiger-pair"))
    False
    """
    return wager.needs_cards and detail_of(wager).suits is not SuitDetail.NONE


def every_part(when: When) -> Iterator[When]:
    """A condition and all conditions nested in it."""
    yield when
    for inside in (when.any_of, when.all_of, when.none_of):
        for part in inside or ():
            yield from every_part(part)
