"""A shoe as its cards go: burned, counted, dealt, retired, and its seal opened."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from punto.rules.irregularities import Irregularity
from punto.table import events as e
from punto.table.shared_order import first_seed, next_seed
from punto.table.shoe_events import contributor_key
from punto.table.state import UNREAD, Contribution, Shoe, State

BARRED_MAX = 1_000  # people; the latest


def burned(shoe: Shoe, first: str, count: int) -> Shoe:
    """The shoe after its first card and so many unseen ones were burned."""
    return replace(
        shoe,
        gone=shoe.gone + 1 + count,
        seen=counted(shoe.seen, [first]),
        dealt=dealt_with(shoe, first, *[None] * count),
    )


def new_shoe(event: e.ShoeLoaded) -> Shoe:
    """The shoe that was loaded."""
    seed = first_seed(event.commitment, event.shoe) if event.takes_contributions else ""
    return Shoe(event.shoe, event.decks, event.commitment, source=event.source, seed=seed)


def with_cards_gone(shoe: Shoe, event: e.IrregularityReported) -> Shoe:
    """The shoe after a report: its cards are replaced if a patron left with some (5.11.5)."""
    gone = event.irregularity is Irregularity.PATRON_LEFT_WITH_CARDS and event.clause == "5.11"
    return replace(shoe, must_replace="5.11.5") if gone else shoe


def with_contribution(
    state: State,
    shoe: Shoe,
    event: e.ContributionMade | e.ContributionsClosed | e.ContributionRevealed,
) -> State:
    """The table after a digest, the end of contributions, or a value; the last fixes the order."""
    match event:
        case e.ContributionMade(contributor=contributor, kind=kind, digest=digest):
            made = Contribution(contributor_key(kind, contributor), digest)
            return replace(state, shoe=replace(shoe, contributions=(*shoe.contributions, made)))
        case e.ContributionsClosed():
            return _with_order_fixed(state, replace(shoe, contributions_closed=True))
        case e.ContributionRevealed(contributor=contributor, kind=kind, value=value):
            key = contributor_key(kind, contributor)
            contributions = tuple(
                replace(each, value=value) if each.contributor == key else each
                for each in shoe.contributions
            )
            return _with_order_fixed(state, replace(shoe, contributions=contributions))


def with_missing(state: State, event: e.ContributionsMissing) -> State:
    """The table after contributors withheld their values."""
    barred = {**state.barred, **dict.fromkeys(event.barred, event.barred_shoes)}
    return replace(state, barred=dict(list(barred.items())[-BARRED_MAX:]))


def _with_order_fixed(state: State, shoe: Shoe) -> State:
    """The table once every value is known: one shoe less for those barred from contributing.

    Only such shoes count: a spoiled one would shorten the bar of those who spoiled another.
    """
    if shoe.unrevealed:
        return replace(state, shoe=shoe)
    seed = shoe.seed
    for each in shoe.contributions:  # as they were committed to, whatever order they came in
        seed = next_seed(seed, each.value)
    shoe = replace(shoe, seed=seed, contributions=(), order_fixed=True)
    barred = {who: left - 1 for who, left in state.barred.items() if left > 1}
    return replace(state, shoe=shoe, barred=barred)


def counted(seen: Mapping[str, int], cards: Iterable[str]) -> Mapping[str, int]:
    """How often each card was seen, with these."""
    after = dict(seen)
    for card in cards:
        after[card] = after.get(card, 0) + 1
    return after


def dealt_with(shoe: Shoe, *cards: str | None) -> str:
    """What a sealed shoe has dealt, with these cards; of other shoes it is not recorded."""
    return shoe.dealt + "".join(card or UNREAD for card in cards) if shoe.commitment else ""


def without_shoe(state: State, shoe: Shoe) -> State:
    """The table after its shoe was retired; a sealed one is remembered until it is opened."""
    after = replace(
        state,
        shoe=None,
        finished=tuple(replace(each, shoe_in_use=False) for each in state.finished),
    )
    if not shoe.commitment:
        return after
    return replace(
        after,
        retired={**state.retired, shoe.id: shoe.commitment},
        retired_dealt={**state.retired_dealt, shoe.id: shoe.dealt},
        retired_seeds={**state.retired_seeds, shoe.id: shoe.seed},
    )


def with_seal_opened(state: State, name: str) -> State:
    """The table after the seal of a retired shoe was opened."""
    return replace(
        state,
        retired={shoe: seal for shoe, seal in state.retired.items() if shoe != name},
        retired_dealt={shoe: each for shoe, each in state.retired_dealt.items() if shoe != name},
        retired_seeds={shoe: each for shoe, each in state.retired_seeds.items() if shoe != name},
    )
