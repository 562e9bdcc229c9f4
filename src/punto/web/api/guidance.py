"""Irregularities as guided steps, for the consoles: what a table knows, and the case in hand."""

import asyncio
from typing import Annotated

from litestar import Router, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct
from msgspec.structs import replace

from punto.floor.audit_writer import log_notice
from punto.journal.notices import Notice, NoticeKind, write_notices
from punto.journal.people.people import Person
from punto.refusals import Reason, Refused
from punto.rules.chinese import in_chinese
from punto.rules.clauses import find_clause
from punto.rules.game import Game
from punto.rules.irregularities import Irregularity
from punto.rules.readings import readings
from punto.rules.staff import Position, reaches
from punto.table.acting_positions import in_position
from punto.table.approvals import APPROVES
from punto.table.legal.irregularities import (
    Fact,
    Guide,
    case_needs_second,
    guides,
    interruption,
    resolver,
)
from punto.table.people import Staff
from punto.table.state import State
from punto.text import clean_text
from punto.web.api.tables import look_at
from punto.web.auth.guards import AskingRequest, TheCasino, dealers, person_of
from punto.web.casino import Casino
from punto.web.errors import RefusalView, refusal_view
from punto.web.openapi.examples import answers
from punto.web.views.option_values import OptionWorth, option_in_hand, price_options
from punto.web.views.table import AnnouncementView
from punto.web.work_pool import WorkPool
from punto.web.work_routes import asker_of

NOTE_CHARACTERS_MAX = 200
READING = "reading "
REPORT = "report"
SEES_WORTH = Position.PIT_MANAGER  # the lowest position that sees what an option is worth


class FactView(Struct, frozen=True):
    """Something a report says: whether it has to, and what it can be now where that is known."""

    name: str
    required: bool
    choices: tuple[str, ...] = ()


class GuideView(Struct, frozen=True):
    """One irregularity: what its clause says and does, who takes it up, what it asks, why not now.

    `command` takes it up: a report, or one of its own for those who may resolve it. `second` is the
    position of a second person who has to approve it, by the money on the table now.
    """

    irregularity: str
    group: str
    clause: str
    says: AnnouncementView
    remedy: str
    option: str
    position: str
    yours: bool
    command: str
    facts: tuple[FactView, ...]
    second: str
    not_now: RefusalView | None


class CaseGuide(Struct, frozen=True):
    """The case in hand: what it waits for, by which command, and who may give it.

    `worth` is what an option is worth to each patron who is asked, for the pit alone. `second` is
    the position of a second person who has to approve a void or other cards, by the money on the
    table now.
    """

    irregularity: str
    clause: str
    says: AnnouncementView
    remedy: str
    waits: str
    option: str
    command: str
    position: str
    yours: bool
    second: str
    worth: tuple[OptionWorth, ...] = ()


class InterruptionView(Struct, frozen=True):
    """After a power failure the round goes on; `command` voids it where its cards are lost.

    `second` is the position of a second person who has to approve it, by the money on the table.
    """

    clause: str
    says: AnnouncementView
    command: str
    position: str
    yours: bool
    second: str


class ActingView(Struct, frozen=True):
    """A member of staff who acts in a position, until when, and who gave it."""

    person: str
    position: str
    until_ms: int
    given_by: str


class Guidance(Struct, frozen=True):
    """The case in hand, every irregularity that this table's game knows, and who acts as what."""

    table: str
    seq: int
    case: CaseGuide | None
    irregularities: tuple[GuideView, ...]
    acting: tuple[ActingView, ...] = ()
    interruption: InterruptionView | None = None


class CallRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Why someone at the table calls the pit."""

    irregularity: Irregularity | None = None
    note: Annotated[str, Meta(max_length=NOTE_CHARACTERS_MAX)] = ""


GUIDANCE = {
    "table": "t1",
    "seq": 97,
    "case": None,
    "irregularities": [
        {
            "irregularity": "shoe-order-altered",
            "group": "device",
            "clause": "5.2",
            "says": {"english": "The round is void unless …", "chinese": "除非……，否则该局作废。"},
            "remedy": "void-unless-reconstructed",
            "option": "none",
            "position": "Pit Manager",
            "yours": False,
            "command": "report",
            "facts": [{"name": "reconstructable", "required": True, "choices": []}],
            "second": "",
            "not_now": None,
        }
    ],
    "acting": [
        {
            "person": "dana",
            "position": "Pit Manager",
            "until_ms": 1_760_000_000_000,
            "given_by": "max",
        }
    ],
    "interruption": None,
}


@get(
    "/tables/{table:str}/irregularities",
    guards=[dealers],
    summary="Irregularities as guided steps",
    responses=answers(Guidance, GUIDANCE),
)
async def show_guidance(
    request: AskingRequest, casino: TheCasino, table: FromPath[str]
) -> Guidance:
    """What can be reported now and what each report asks, who may take it up, what its clause
    says in both languages, and what the case in hand waits for.

    A Pit Manager sees what an option is worth to each patron who is asked. After a power failure
    that no clause covers, `interruption` offers to void the round until it ends."""
    person = person_of(request)
    guidance, state = await asyncio.to_thread(_guidance, casino, table, person)
    held = _held(state, person, casino.clock.now_ms())
    asked = option_in_hand(state) if _yours(state, held, SEES_WORTH) else None
    if guidance.case is None or asked is None:
        return guidance
    pool: WorkPool = request.app.state.odds
    try:
        worth = await pool.run(asker_of(request), price_options, asked)
    except Refused:  # too many ask for odds: the guide does without
        return guidance
    return replace(guidance, case=replace(guidance.case, worth=worth))


def _guidance(casino: Casino, table: str, person: Person) -> tuple[Guidance, State]:
    """All of the guide that takes no working out, and the state it was read from."""
    stream = look_at(casino, table, person)
    now_ms = casino.clock.now_ms()
    return guidance_of(table, stream.head.seq, stream.state, person, now_ms), stream.state


def guidance_of(table: str, seq: int, state: State, person: Person, now_ms: int) -> Guidance:
    """The guide for a person at a table as it stands."""
    held = _held(state, person, now_ms)
    return Guidance(
        table,
        seq,
        _case(state, held),
        tuple(_guide(state, each, held) for each in guides(state)),
        _acting(state, now_ms),
        _interruption(state, held),
    )


@post(
    "/tables/{table:str}/calls",
    status_code=200,
    sync_to_thread=True,
    guards=[dealers],
    summary="Call the pit to a table",
)
def call_pit(
    request: AskingRequest, casino: TheCasino, table: FromPath[str], data: JSONBody[CallRequest]
) -> dict[str, bool]:
    """It is noted as a significant event, and the pit's console shows it until acknowledged."""
    person = person_of(request)
    casino.check_table(table, person)
    casino.check_there(table)
    if not casino.call_budget.take(person.id):
        raise Refused(Reason.TOO_OFTEN, "You have called the pit many times: wait a moment.")
    what = data.irregularity.value if data.irregularity else ""
    note = clean_text(data.note, "note", NOTE_CHARACTERS_MAX)
    after = {"irregularity": what, "note": note}
    now_ms = casino.clock.now_ms()
    called = Notice(NoticeKind.PIT_CALLED, now_ms, person.id, table, what, None, after)
    write_notices(casino.store, [called])
    log_notice(called)
    return {"done": True}


def _held(state: State, person: Person, now_ms: int) -> Position | None:
    """The position that a person holds or acts in at this table now."""
    if person.position is None:
        return None
    return in_position(state, Staff(person.id, person.position), now_ms).position


def _acting(state: State, now_ms: int) -> tuple[ActingView, ...]:
    return tuple(
        ActingView(person, each.position.title, each.until, each.given_by)
        for person, each in sorted(state.acting.items())
        if now_ms < each.until
    )


def _guide(state: State, guide: Guide, held: Position | None) -> GuideView:
    yours = _yours(state, held, guide.position)
    return GuideView(
        guide.irregularity.value,
        guide.group.value,
        guide.clause,
        clause_text(state.game, guide.clause),
        guide.remedy.value,
        guide.option.value,
        guide.position.title,
        yours,
        guide.command if yours else REPORT,  # the rest of the staff report it
        tuple(_facts(guide)),
        APPROVES.title if guide.second else "",
        refusal_view(guide.not_now) if isinstance(guide.not_now, Refused) else None,
    )


def _facts(guide: Guide) -> list[FactView]:
    choices = {Fact.SIDE: tuple(each.value for each in guide.sides), Fact.PATRON: guide.patrons}
    named = [(fact, True) for fact in guide.needed] + [(fact, False) for fact in guide.welcome]
    return [FactView(fact.value, must, choices.get(fact, ())) for fact, must in named]


def _case(state: State, held: Position | None) -> CaseGuide | None:
    waiting = resolver(state)
    if state.case is None or waiting is None:
        return None
    case, (command, position) = state.case, waiting
    procedure = state.game.procedure(case.irregularity)
    return CaseGuide(
        case.irregularity.value,
        case.clause,
        clause_text(state.game, case.clause),
        procedure.remedy.value if procedure else "decide",
        case.waits.value,
        case.option.value,
        command,
        position.title,
        _yours(state, held, position),
        APPROVES.title if case_needs_second(state) else "",
    )


def _interruption(state: State, held: Position | None) -> InterruptionView | None:
    offer = interruption(state)
    if offer is None:
        return None
    return InterruptionView(
        offer.clause,
        clause_text(state.game, offer.clause),
        offer.command,
        offer.position.title,
        _yours(state, held, offer.position),
        APPROVES.title if offer.second else "",
    )


def _yours(state: State, held: Position | None, lowest: Position) -> bool:
    return held is not None and reaches(state.ranks, held, lowest)


def clause_text(game: Game, clause: str) -> AnnouncementView:
    """What a clause says, or the reading that stands in for one, in our words."""
    if clause.startswith(READING):
        english = readings()[clause.removeprefix(READING)].answer
    else:
        english = find_clause(game, clause).summary
    return AnnouncementView(english, in_chinese(english))


guidance_routes = Router("", route_handlers=[show_guidance, call_pit], tags=["tables"])
