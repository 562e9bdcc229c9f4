"""What a person sees of a table, in two documents: the table itself, and what is theirs alone.

The table is the same for all staff, and the same for everybody else. Staff see whose stakes lie
where; everybody else sees the sums. Cards and shoe go through `table/visibility.py`. No balance
but one's own is ever put into a view.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from punto.currencies import minor_digits
from punto.floor.countdown import BettingTime
from punto.journal.people.people import Kind, Person
from punto.messages import CHINESE, Message, word_in
from punto.rules.game import Method
from punto.rules.hands import Side
from punto.table.announcements import Announcement
from punto.table.configuration import Configuration
from punto.table.dealers import deals_itself
from punto.table.events import Paid
from punto.table.forms import Field, Form, Giver
from punto.table.handlers import holder
from punto.table.prompt import Prompt, next_step
from punto.table.state import Case, Finished, Round, Stake, State
from punto.table.visibility import SeenShoe, seen_by, seen_shoe
from punto.web.views.hands import HandsView, lying_hands

ANOTHER = "another patron"
ANOTHERS_TURN = Message.of("It is another player's turn.")
HIDDEN_ROUND = ()  # a void round's cards were perhaps never all turned up
PUBLIC = Person("", Kind.GUEST)  # a patron whom nothing concerns


class CurrencyView(Struct, frozen=True):
    """The currency of every amount in a document, and the digits that its minor unit takes."""

    code: str
    digits: int


class AnnouncementView(Struct, frozen=True):
    """What is called out."""

    english: str
    chinese: str


class EventView(Struct, frozen=True):
    """An event as one person may see it; its amounts are in minor units."""

    seq: int
    at_ms: int
    type: str
    fields: Mapping[str, Any]
    said: AnnouncementView | None = None
    by: str = ""  # for staff only


class RoundView(Struct, frozen=True):
    """The round in play; `??` stands for a card that does not lie face up."""

    number: int
    betting_open: bool
    player: tuple[str, ...]
    banker: tuple[str, ...]
    totals_announced: bool
    stakes: tuple[Stake, ...]  # for staff only
    staked_cents: Mapping[str, int]  # on each wager, by all together
    handled: bool  # whether patrons handle cards, by the method in use
    holders: Mapping[str, str]  # who holds a hand's cards
    down: Mapping[str, tuple[int, ...]]  # which cards of a hand lie face down


class CaseView(Struct, frozen=True):
    """An irregularity that waits for something."""

    irregularity: str
    clause: str
    waits: str
    option: str  # how much of their stakes patrons may withdraw
    asked: tuple[str, ...]
    withdrawable: tuple[int, ...]  # for staff only, as are the candidates
    candidates: tuple[str, ...]


class FinishedView(Struct, frozen=True):
    """A round that is over; staff see the lines of the newest."""

    number: int
    cards: tuple[str, ...]
    void: bool
    lines: tuple[Paid, ...]


class FormView(Struct, frozen=True):
    """A command to be given as it stands, once the fields named are filled in.

    `giver` is staff, a patron (`patron`) or a device. With `from_shoe` it is not given but asked of
    the virtual shoe, which says its cards.
    """

    command: dict[str, Any]
    fields: tuple[Field, ...]
    giver: Giver
    patron: str
    from_shoe: bool


class PromptView(Struct, frozen=True):
    """What comes next at the table, and the commands any one of which would do it.

    Staff see all of them, a patron their own.
    """

    step: str
    why: str
    chinese: str  # the same
    clause: str
    side: str
    patrons: tuple[str, ...]
    commands: tuple[FormView, ...]


class TableView(Struct, frozen=True):
    """A table after the event of this number: the same for all staff, and for everybody else."""

    table: str
    seq: int
    open: bool
    game: str
    edition: str
    method: str
    currency: CurrencyView
    configuration: Configuration | None
    prompt: PromptView
    shoe: SeenShoe | None
    round: RoundView | None
    case: CaseView | None
    finished: tuple[FinishedView, ...]
    hands: HandsView | None  # what lies open, read by the law, once totals are announced
    device: str  # who controls it, in method C
    dealt_by: str  # "software", or "staff" where it does not deal itself or was taken over
    dealer: str  # who is signed on, for staff only
    betting_ms_left: int | None  # None where no clock closes betting
    betting_ms: int | None  # how long it is open in all
    after: int | None = None  # `events` is all that happened since this event; None: it is not
    events: tuple[EventView, ...] = ()


def table_view(
    table: str,
    seq: int,
    state: State,
    person: Person,
    *,
    betting: BettingTime | None = None,
    after: int | None = None,
    events: tuple[EventView, ...] = (),
) -> TableView:
    """The table as staff see it where this is one of them, else as everybody does."""
    person = person if is_staff(person) else PUBLIC
    config = state.configuration
    return TableView(
        table=table,
        seq=seq,
        open=config is not None,
        game=config.game if config else "",
        edition=config.edition if config else "",
        method=state.method.value,
        currency=currency_view(config.currency if config else ""),
        configuration=configuration_view(config, person) if config else None,
        prompt=prompt_view(next_step(state), person),
        shoe=seen_shoe(state),
        round=_round(state, state.round, person) if state.round else None,
        case=_case(state.case, person) if state.case else None,
        finished=tuple(
            _finished(each, is_staff(person) and each is state.finished[-1])
            for each in state.finished
        ),
        hands=lying_hands(state),
        device=name_of(state.device, person),
        dealt_by="software" if deals_itself(config, state.dealer) else "staff",
        dealer=state.dealer if is_staff(person) else "",
        betting_ms_left=betting.left_ms if betting else None,
        betting_ms=betting.of_ms if betting else None,
        after=after,
        events=events,
    )


def currency_view(code: str) -> CurrencyView:
    """A currency by its code."""
    return CurrencyView(code, minor_digits(code))


def configuration_view(config: Configuration, person: Person) -> Configuration:
    """How a table is set; from which amount on two people have to agree is for staff."""
    return config if is_staff(person) else replace(config, approval_cents=None)


def is_staff(person: Person) -> bool:
    """Whether a person is staff; a device sees what the public sees."""
    return person.kind is Kind.STAFF


def name_of(patron: str, person: Person) -> str:
    """The patron's name, shown to staff and to themselves only."""
    if not patron or is_staff(person) or patron == person.id:
        return patron
    return ANOTHER


def _names(patrons: Iterable[str], person: Person) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name_of(each, person) for each in patrons))


def prompt_view(prompt: Prompt, person: Person) -> PromptView:
    """What comes next, as this person may see it."""
    about_others = any(each != person.id for each in prompt.patrons)
    why = ANOTHERS_TURN if about_others and not is_staff(person) else prompt.message
    side = prompt.side.value if prompt.side else ""
    names = _names(prompt.patrons, person)
    forms = tuple(
        form_view(each) for each in prompt.commands if is_staff(person) or _is_own(each, person)
    )
    step, chinese = prompt.step.value, word_in(CHINESE, why)
    return PromptView(step, str(why), chinese, prompt.clause, side, names, forms)


def form_view(form: Form) -> FormView:
    """A form as it is sent: of the command, only what is known."""
    to_fill = {each.name for each in form.fields}
    known = {
        name: value for name, value in to_builtins(form.command).items() if name not in to_fill
    }
    return FormView(known, form.fields, form.giver, form.patron, form.from_shoe)


def _is_own(form: Form, person: Person) -> bool:
    """Whether this is for them: their command, or what they draw and a reader names."""
    return form.giver is not Giver.STAFF and form.patron == person.id


def _round(state: State, play: Round, person: Person) -> RoundView:
    seen = seen_by(state, "")
    staked: dict[str, int] = {}
    for stake in play.stakes.values():
        staked[stake.wager] = staked.get(stake.wager, 0) + stake.cents
    return RoundView(
        number=play.number,
        betting_open=play.betting_open,
        player=seen.player,
        banker=seen.banker,
        totals_announced=play.totals_announced,
        stakes=tuple(play.stakes.values()) if is_staff(person) else (),
        staked_cents=staked,
        handled=state.method is not Method.B,
        holders={
            side.value: name_of(who, person)
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


def _case(case: Case, person: Person) -> CaseView:
    staff = is_staff(person)
    return CaseView(
        case.irregularity.value,
        case.clause,
        case.waits.value,
        case.option.value,
        _names(case.asked, person),
        tuple(case.withdrawable) if staff else (),
        case.candidates if staff else (),
    )


def _finished(round_: Finished, with_lines: bool) -> FinishedView:
    cards = HIDDEN_ROUND if round_.void else round_.cards
    return FinishedView(round_.number, cards, round_.void, round_.lines if with_lines else ())


def announcement_view(said: Announcement | None) -> AnnouncementView | None:
    return None if said is None else AnnouncementView(said.english, said.chinese)
