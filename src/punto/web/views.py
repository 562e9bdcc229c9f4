"""What a person sees of a table: the only place that decides it, and nothing but functions.

Staff see whose stakes lie where; everybody else sees their own and the sums. Cards go through
`table/sight.py`. No seed, no sealed order, no count of the cards that are left by rank, and no
balance but one's own is ever put into a view.
"""

from collections.abc import Collection, Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from punto.journal.people import Kind, Person
from punto.money import print_amount
from punto.rules.hands import Side
from punto.table.announcements import Announcement
from punto.table.configuration import Configuration
from punto.table.events import Paid
from punto.table.handling import holder, owed
from punto.table.people import Actor
from punto.table.prompt import Prompt, next_step
from punto.table.sight import seen_by
from punto.table.state import Case, Finished, Round, Shoe, Stake, State
from punto.web.asking import actor
from punto.web.hands import HandsView, lying_hands
from punto.web.may import May, may
from punto.web.outside import outward

ANOTHER = "another patron"
HIDDEN_ROUND = ()  # a void round's cards were perhaps never all turned up


class StakeView(Struct, frozen=True):
    """A stake in play; `patron` is told to staff and to its owner."""

    id: int
    patron: str
    wager: str
    position: int
    amount: str


class RoundView(Struct, frozen=True):
    """The round in play; `??` stands for a card this person may not see."""

    number: int
    betting_open: bool
    player: tuple[str, ...]
    banker: tuple[str, ...]
    totals_announced: bool
    stakes: tuple[StakeView, ...]
    staked: Mapping[str, str]  # on each wager, by all together
    holders: Mapping[str, str]  # who holds a hand's cards
    down: Mapping[str, tuple[int, ...]]  # which cards of a hand lie face down, seen or not


class ShoeView(Struct, frozen=True):
    """The shoe in use: how far it has gone, and its seal."""

    id: str
    decks: int
    cards_left: int
    commitment: str
    cut_card_out: bool


class CaseView(Struct, frozen=True):
    """An irregularity that waits for something."""

    irregularity: str
    clause: str
    waits: str
    option: str  # how much of their stakes patrons who are asked may take back
    asked: tuple[str, ...]
    withdrawable: tuple[int, ...]
    candidates: tuple[str, ...]


class LineView(Struct, frozen=True):
    """One stake as it was settled."""

    stake: int
    patron: str
    wager: str
    amount: str
    result: str
    pays: str
    profit: str
    returned: str
    clause: str


class FinishedView(Struct, frozen=True):
    """A round that is over, with the lines that are this person's to see."""

    number: int
    cards: tuple[str, ...]
    void: bool
    lines: tuple[LineView, ...]


class PromptView(Struct, frozen=True):
    """What comes next at the table."""

    step: str
    why: str
    clause: str
    side: str
    patrons: tuple[str, ...]


class MeView(Struct, frozen=True):
    """The person who looks."""

    id: str
    kind: str
    position: str = ""
    credits: str | None = None  # a patron's own


class TableView(Struct, frozen=True):
    """A table as one person sees it after the event of this number, and what they may do."""

    table: str
    seq: int
    open: bool
    game: str
    edition: str
    method: str
    configuration: Mapping[str, object]
    prompt: PromptView
    shoe: ShoeView | None
    round: RoundView | None
    case: CaseView | None
    finished: tuple[FinishedView, ...]
    hands: HandsView | None  # what lies open, read by the law, once totals are announced
    device: str  # who controls it, in method C
    betting_ms_left: int | None
    me: MeView
    may: May


def face_view(
    table: str, seq: int, state: State, person: Person, betting_ms_left: int | None = None
) -> TableView:
    """A table but for anybody's stakes, lines, credits, and what they may do.

    It is the same for all staff, and for everybody else but those whom it concerns.
    """
    config = state.configuration
    return TableView(
        table=table,
        seq=seq,
        open=config is not None,
        game=config.game if config else "",
        edition=config.edition if config else "",
        method=state.method.value,
        configuration=configuration_view(config, person) if config else {},
        prompt=_prompt(next_step(state), person),
        shoe=_shoe(state.shoe),
        round=_round(state, state.round, person) if state.round else None,
        case=_case(state.case, state.round, person) if state.case else None,
        finished=(),
        hands=lying_hands(state),
        device=_name(state.device, person),
        betting_ms_left=betting_ms_left,
        me=me_view(person),
        may=May(()),
    )


def configuration_view(config: Configuration, person: Person) -> dict[str, object]:
    """How a table is set; from which amount on two people have to agree is for staff."""
    shown: dict[str, object] = outward(config)
    if not is_staff(person):
        shown.pop("approval", None)
    return shown


def table_view(
    table: str,
    seq: int,
    state: State,
    person: Person,
    *,
    credits_cents: int | None = None,
    betting_ms_left: int | None = None,
) -> TableView:
    """The table as this person may see it."""
    face = face_view(table, seq, state, person, betting_ms_left)
    play, staff = state.round, is_staff(person)
    stakes = play.stakes.values() if play else ()
    seen = tuple(stake_view(each) for each in stakes if staff or _own(each, person))
    return replace(
        face,
        round=replace(face.round, stakes=seen) if face.round else None,
        finished=tuple(
            finished_view(each, _lines_of(each, person, newest=each is state.finished[-1]))
            for each in state.finished
        ),
        me=me_view(person, credits_cents),
        may=may_view(table, state, person, face.prompt),
    )


def may_view(table: str, state: State, person: Person, prompt: PromptView | None = None) -> May:
    """What this person may do now; the reason why not is the one they are told of the table."""
    found = may(state, _acts(person, table))
    if found.why and person.kind is not Kind.DEVICE:
        return May((), (prompt or _prompt(next_step(state), person)).why)
    return found


def me_view(person: Person, credits_cents: int | None = None) -> MeView:
    """A person as they see themselves."""
    return MeView(
        person.id,
        person.kind.value,
        person.position.title if person.position else "",
        None if credits_cents is None else print_amount(credits_cents),
    )


def is_staff(person: Person) -> bool:
    """Whether somebody works here; a device is nobody's eyes but the public's."""
    return person.kind is Kind.STAFF


def _acts(person: Person, table: str) -> Actor | None:
    return actor(person) if person.kind is not Kind.DEVICE and person.at(table) else None


def _name(patron: str, person: Person) -> str:
    """Whom this is about, told to staff and to themselves."""
    if not patron or is_staff(person) or patron == person.id:
        return patron
    return ANOTHER


def _names(patrons: Iterable[str], person: Person) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_name(each, person) for each in patrons))


def _prompt(prompt: Prompt, person: Person) -> PromptView:
    about_others = any(each != person.id for each in prompt.patrons)
    why = "It is another patron's turn." if about_others and not is_staff(person) else prompt.why
    side = prompt.side.value if prompt.side else ""
    names = _names(prompt.patrons, person)
    return PromptView(prompt.step.value, why, prompt.clause, side, names)


def _shoe(shoe: Shoe | None) -> ShoeView | None:
    if shoe is None:
        return None
    return ShoeView(shoe.id, shoe.decks, shoe.left, shoe.commitment, shoe.cut_card_out)


def _round(state: State, play: Round, person: Person) -> RoundView:
    seen = seen_by(state, "" if is_staff(person) else person.id)
    staked: dict[str, int] = {}
    for stake in play.stakes.values():
        staked[stake.wager] = staked.get(stake.wager, 0) + stake.cents
    return RoundView(
        number=play.number,
        betting_open=play.betting_open,
        player=seen.player,
        banker=seen.banker,
        totals_announced=play.totals_announced,
        stakes=(),
        staked={wager: print_amount(cents) for wager, cents in staked.items()},
        holders={
            side.value: _name(who, person)
            for side in Side
            if play.hand(side) and (who := holder(state, play, side))
        },
        down={
            side.value: tuple(
                place for place, dealt in enumerate(play.hand(side)) if not dealt.face_up
            )
            for side in Side
        },
    )


def _own(stake: Stake, person: Person) -> bool:
    return person.kind in (Kind.PATRON, Kind.GUEST) and stake.patron == person.id


def stake_view(stake: Stake) -> StakeView:
    """A stake as its owner sees it."""
    amount = print_amount(stake.cents)
    return StakeView(stake.id, stake.patron, stake.wager, stake.position, amount)


def _case(case: Case, play: Round | None, person: Person) -> CaseView:
    stakes = play.stakes if play else {}
    mine = tuple(
        each
        for each in case.withdrawable
        if is_staff(person) or (each in stakes and _own(stakes[each], person))
    )
    return CaseView(
        case.irregularity.value,
        case.clause,
        case.waits.value,
        case.option.value,
        _names(case.asked, person),
        mine,
        case.candidates if is_staff(person) else (),
    )


def finished_view(round_: Finished, lines: Iterable[Paid]) -> FinishedView:
    """A round that is over, with these of its lines."""
    cards = HIDDEN_ROUND if round_.void else round_.cards
    return FinishedView(round_.number, cards, round_.void, tuple(map(line_view, lines)))


def line_view(line: Paid) -> LineView:
    return LineView(
        line.stake,
        line.patron,
        line.wager,
        print_amount(line.cents),
        line.result.value,
        line.pays,
        print_amount(line.profit_cents),
        print_amount(line.returned_cents),
        line.clause,
    )


def _lines_of(round_: Finished, person: Person, *, newest: bool) -> Iterable[Paid]:
    """Whose lines of a round somebody sees: staff all those of the newest, others their own."""
    if is_staff(person):
        return round_.lines if newest else ()
    return (line for line in round_.lines if line.patron == person.id)


def concerned(state: State) -> Collection[str] | None:
    """The patrons who see more of a table than any other does, beside stakes; None: ask of each."""
    play = state.round
    if state.case is not None:
        return None
    named = {state.device, *next_step(state).patrons}
    if play is not None:
        named.update(play.handlers.values(), *(dealt.seen_by for dealt in play.cards))
        named.update(owed(state, play, side).patron for side in Side)
        named.update(*play.refused.values(), (due.patron for due in play.chosen.values()))
    return named - {""}


class AnnouncementView(Struct, frozen=True):
    """What is called out."""

    english: str
    chinese: str


def announcement_view(said: Announcement | None) -> AnnouncementView | None:
    return None if said is None else AnnouncementView(said.english, said.chinese)
