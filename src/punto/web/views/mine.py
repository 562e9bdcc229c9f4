"""What of a table is one person's own: their stakes, lines, credits, and what they may do."""

from collections.abc import Collection, Iterable, Mapping

from msgspec import Struct

from punto.journal.people.people import Kind, Person
from punto.rules.hands import Side
from punto.table.events import Paid
from punto.table.handlers import holder, owed
from punto.table.legal.moves import may, methods
from punto.table.people import Actor
from punto.table.prompt import next_step
from punto.table.state import Finished, Stake, State
from punto.table.visibility import seen_by
from punto.web.views.table import PromptView, prompt_view
from punto.web.wire import actor

SETTLED_MAX = 2  # rounds whose lines someone is sent; the others are asked for


class MeView(Struct, frozen=True):
    """The person who looks."""

    id: str
    kind: str
    position: str = ""
    credits_cents: int | None = None  # a patron's own; None where they were not looked up


class SettledView(Struct, frozen=True):
    """A round that is over, and how one's own stakes were settled."""

    number: int
    lines: tuple[Paid, ...]


class Mine(Struct, frozen=True):
    """What is one person's own after the event of this number; an older one says nothing new.

    `me.credits_cents` is None where nothing has moved them. A turn, cards, hands held, the device
    and an option are a patron's, where the moment concerns them.
    """

    seq: int
    me: MeView
    stakes: tuple[Stake, ...]
    settled: tuple[SettledView, ...]  # of the last rounds
    may: tuple[str, ...]  # the commands that they may give now
    methods: tuple[str, ...] = ()  # the other methods of dealing that they may choose now
    turn: PromptView | None = None  # what comes next, where it is theirs to do
    cards: Mapping[str, tuple[str, ...]] = {}  # hands of which they see more than others do
    holds: tuple[str, ...] = ()  # hands whose cards they hold
    has_device: bool = False
    is_asked: bool = False  # whether they may take stakes back: `withdrawable`
    withdrawable: tuple[int, ...] = ()


def mine_view(
    table: str, seq: int, state: State, person: Person, credits_cents: int | None = None
) -> Mine:
    """What of this table is this person's own."""
    stakes, settled = own_stakes(state, person), own_lines(state.finished, person)
    me, allowed = me_view(person, credits_cents), may_view(table, state, person)
    if not plays(person):
        return Mine(seq, me, stakes, settled, allowed, _methods(table, state, person))
    play, case, prompt = state.round, state.case, next_step(state)
    public, seen = seen_by(state, ""), seen_by(state, person.id)
    sides = (side.value for side in Side)
    return Mine(
        seq,
        me,
        stakes,
        settled,
        allowed,
        turn=prompt_view(prompt, person) if person.id in prompt.patrons else None,
        cards={
            side: getattr(seen, side)
            for side in sides
            if play is not None and getattr(seen, side) != getattr(public, side)
        },
        holds=tuple(
            side.value
            for side in Side
            if play is not None and play.hand(side) and holder(state, play, side) == person.id
        ),
        has_device=state.device == person.id,
        is_asked=case is not None and person.id in case.asked,
        withdrawable=tuple(
            each.id for each in stakes if case is not None and each.id in case.withdrawable
        ),
    )


def plays(person: Person) -> bool:
    """Whether someone can have stakes."""
    return person.kind in (Kind.PATRON, Kind.GUEST)


def own_stakes(state: State, person: Person) -> tuple[Stake, ...]:
    """A patron's stakes in play."""
    if state.round is None or not plays(person):
        return ()
    return tuple(each for each in state.round.stakes.values() if each.patron == person.id)


def own_lines(finished: Iterable[Finished], person: Person) -> tuple[SettledView, ...]:
    """A patron's lines of the last rounds that they had a stake in."""
    if not plays(person):
        return ()
    found = (
        SettledView(each.number, tuple(line for line in each.lines if line.patron == person.id))
        for each in finished
    )
    return tuple(each for each in found if each.lines)[-SETTLED_MAX:]


def may_view(table: str, state: State, person: Person) -> tuple[str, ...]:
    """The commands that this person may give now; where there are none, the prompt says why."""
    acts = _acts(person, table)
    return may(state, acts) if acts is not None else ()


def _methods(table: str, state: State, person: Person) -> tuple[str, ...]:
    acts = _acts(person, table)
    return tuple(each.value for each in methods(state, acts)) if acts is not None else ()


def _acts(person: Person, table: str) -> Actor | None:
    return actor(person) if person.kind is not Kind.DEVICE and person.at(table) else None


def me_view(person: Person, credits_cents: int | None = None) -> MeView:
    """A person as they see themselves."""
    position = person.position.title if person.position else ""
    return MeView(person.id, person.kind.value, position, credits_cents)


def concerned(state: State) -> Collection[str] | None:
    """The patrons who are sent more than their stakes and lines; None: ask of each."""
    play = state.round
    if state.case is not None:
        return None
    named = {state.device, *next_step(state).patrons}
    if play is not None:
        named.update(play.handlers.values(), *(dealt.seen_by for dealt in play.cards))
        named.update(owed(state, play, side).patron for side in Side)
        named.update(*play.refused.values(), (due.patron for due in play.chosen.values()))
    return named - {""}
