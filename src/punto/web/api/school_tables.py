"""Situations at practice tables: started, worked through the console, finished and replayed."""

from secrets import token_hex
from typing import Annotated

from litestar import Router, get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Struct

from punto.journal.people.people import Person
from punto.refusals import Reason, Refused
from punto.rules.games import find_game
from punto.school.catalogue import drills_of, make_item
from punto.school.chance import Chance
from punto.school.examinations import commands as c
from punto.school.items import Item, Topic
from punto.school.written import Written, read_written
from punto.table.commands import Command
from punto.web.api.guidance import Guidance, guidance_of
from punto.web.api.payouts import PayoutsView, payouts_of
from punto.web.api.school_drills import school_of
from punto.web.api.tables import Key
from punto.web.auth.guards import (
    AskingRequest,
    TheCasino,
    dealers,
    person_of,
    pit_supervisors,
)
from punto.web.casino import Casino
from punto.web.school.practice_tables import (
    DEALER,
    PracticeTable,
    PracticeView,
    check_position,
    description_of,
    person_in,
)
from punto.web.school.replays import FinishedSituation, replay_item, replay_written
from punto.web.school.school import School, game_today
from punto.web.views.table import AnnouncementView, EventView

LONG = "situation-too-few-cards"  # its scene is a whole shoe: only where it is asked for
Position = Annotated[
    str, QueryParameter(max_length=40, description="The position of staff to look from.")
]
ROUND = "deal-round"
WRITTEN = AnnouncementView("Do what this situation asks for.", "请按此情景的要求处理。")


class SituationRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A game and perhaps an irregularity, else any; or a trainer's own situation by name.

    `deal-round` for the irregularity is a round in which only the patrons act.
    """

    game: str = ""
    irregularity: str = ""
    script: str = ""


class ActRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A command of the console, and the position in which it is given.

    Or the answer to a patron who acts: `allow` or `deny`. With neither, the patrons or the device
    do what is theirs to do next.
    """

    position: str = DEALER
    command: Command | None = None
    patron: str = ""


class Hint(Struct, frozen=True):
    """The next right act in words, and how often a hint was asked for."""

    says: AnnouncementView
    hints: int


class ScriptRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A trainer's own situation, as a round script with a line `# student`."""

    name: str
    script: str


class ScriptLine(Struct, frozen=True):
    """A trainer's own situation."""

    name: str
    game: str
    added_by: str


@post(
    "/school/tables",
    status_code=201,
    sync_to_thread=True,
    guards=[dealers],
    summary="Start a situation",
)
def start_situation(
    request: AskingRequest, casino: TheCasino, data: JSONBody[SituationRequest]
) -> PracticeView:
    """A practice table at which something happens, described as a person would see it."""
    school, person = school_of(casino), person_of(request)
    school.check_no_paper(person)
    source, now_ms = _source(school, data), school.clock.now_ms()
    table = school.add_table(lambda: PracticeTable(person.id, source, now_ms, script=data.script))
    return view_of(table, DEALER)


def _source(school: School, data: SituationRequest) -> Item | Written:
    if data.script:
        found = school.state().situations.get(data.script)
        if found is None:
            raise Refused(
                Reason.NOTHING_THERE, "There is no situation {name!r}.", name=data.script[:60]
            )
        return read_written(found.script)
    game, seed = find_game(game_today(data.game)), token_hex(6)
    if data.irregularity == ROUND:
        return make_item(game, ROUND, seed)
    if data.irregularity:
        return make_item(game, f"situation-{data.irregularity}", seed)
    kinds = [each.kind for each in drills_of(game, Topic.SITUATIONS) if each.kind != LONG]
    kinds.append(ROUND)
    return make_item(game, Chance(seed).pick(kinds), seed)


def view_of(
    table: PracticeTable,
    position: str,
    events: tuple[EventView, ...] = (),
    refused: Refused | None = None,
) -> PracticeView:
    """A practice table as its student sees it."""
    description = WRITTEN if isinstance(table.source, Written) else description_of(table.source)
    return table.view(position, description, events, refused)


def _own(casino: Casino, name: str, person: Person) -> PracticeTable:
    return school_of(casino).table(name, person)


@get(
    "/school/tables/{table:str}", sync_to_thread=True, guards=[dealers], summary="A practice table"
)
def show_practice(
    request: AskingRequest, casino: TheCasino, table: FromPath[str], position: Position = DEALER
) -> PracticeView:
    """The caller's own practice table, as it is seen from a position of staff."""
    check_position(position)
    found = _own(casino, table, person_of(request))
    with found.lock:
        return view_of(found, position)


@post(
    "/school/tables/{table:str}/acts",
    status_code=200,
    sync_to_thread=True,
    guards=[dealers],
    summary="Act at a practice table",
)
def act(
    request: AskingRequest, casino: TheCasino, table: FromPath[str], data: JSONBody[ActRequest]
) -> PracticeView:
    """The table decides as a real one does; what it refuses changes nothing, and is noted."""
    school, person = school_of(casino), person_of(request)
    found = school.table(table, person)
    with found.lock:
        before, refused = len(found.lines), None
        events: tuple[EventView, ...] = ()
        try:
            events = _act(found, data, school.clock.now_ms())
        except Refused as answer:
            if answer.reason is Reason.UNREADABLE_REQUEST:
                raise
            refused = answer
        school.record_lines(found, before, person)
        return view_of(found, data.position, events, refused)


def _act(table: PracticeTable, data: ActRequest, now_ms: int) -> tuple[EventView, ...]:
    check_position(data.position)
    if data.command is not None:
        return table.give(data.position, data.command, now_ms)
    return table.answer_patron(data.patron, now_ms) if data.patron else table.supply(now_ms)


@get(
    "/school/tables/{table:str}/irregularities",
    sync_to_thread=True,
    guards=[dealers],
    summary="Irregularities at a practice table as guided steps",
)
def show_practice_guidance(
    request: AskingRequest, casino: TheCasino, table: FromPath[str], position: Position = DEALER
) -> Guidance:
    """The console's guide, as at a real table."""
    check_position(position)
    found = _own(casino, table, person_of(request))
    with found.lock:
        state, now_ms = found.stage.state, casino.clock.now_ms()
        return guidance_of(found.id, found.seq, state, person_in(position), now_ms)


@get(
    "/school/tables/{table:str}/payouts",
    sync_to_thread=True,
    guards=[dealers],
    summary="Takes and payments at a practice table",
)
def show_practice_payouts(
    request: AskingRequest, casino: TheCasino, table: FromPath[str]
) -> PayoutsView:
    """For the last round: first the stakes taken, then the payments, position by position."""
    found = _own(casino, table, person_of(request))
    with found.lock:
        return payouts_of(found.id, found.stage.state, casino.currency)


class PracticeEvents(Struct, frozen=True):
    """What has happened at a practice table."""

    events: tuple[EventView, ...]


@get(
    "/school/tables/{table:str}/events",
    sync_to_thread=True,
    guards=[dealers],
    summary="What happened at a practice table",
)
def show_practice_events(
    request: AskingRequest, casino: TheCasino, table: FromPath[str]
) -> PracticeEvents:
    """Everything since the student took the table over."""
    found = _own(casino, table, person_of(request))
    with found.lock:
        return PracticeEvents(found.events())


@post(
    "/school/tables/{table:str}/hint",
    status_code=200,
    sync_to_thread=True,
    guards=[dealers],
    summary="A hint",
)
def ask_hint(request: AskingRequest, casino: TheCasino, table: FromPath[str]) -> Hint:
    """The next right act; in an examination there are none."""
    found = _own(casino, table, person_of(request))
    with found.lock:
        return Hint(found.ask_hint(), found.hints)


@post(
    "/school/tables/{table:str}/finish",
    status_code=200,
    sync_to_thread=True,
    guards=[dealers],
    summary="Finish a situation",
)
def finish_situation(
    request: AskingRequest, casino: TheCasino, table: FromPath[str]
) -> FinishedSituation:
    """The points with their clauses, and the right line beside one's own.

    The table test of an examination is finished by handing in the paper.
    """
    found = _own(casino, table, person_of(request))
    if found.is_examined:
        raise Refused(Reason.NOT_AUTHORISED, "Hand in the paper to see how the table test went.")
    with found.lock:
        if isinstance(found.source, Written):
            return replay_written(found.source, tuple(found.lines))
        return replay_item(found.source, tuple(found.lines))


@post(
    "/school/situations",
    status_code=201,
    sync_to_thread=True,
    guards=[pit_supervisors],
    summary="Add a situation of one's own",
)
def add_situation(
    request: AskingRequest, casino: TheCasino, data: JSONBody[ScriptRequest], key: Key
) -> ScriptLine:
    """A trainer's round script; it is played first, and refused where the table contradicts it."""
    person = person_of(request)
    school_of(casino).submit(person, key, c.AddSituation(data.name, data.script))
    added = school_of(casino).state().situations[data.name]
    return ScriptLine(added.name, added.game, added.added_by)


@get(
    "/school/situations",
    sync_to_thread=True,
    guards=[dealers],
    summary="The trainers' own situations",
)
def list_situations(casino: TheCasino) -> list[ScriptLine]:
    """Situations that trainers have written, by name."""
    found = school_of(casino).state().situations
    return [ScriptLine(each.name, each.game, each.added_by) for each in found.values()]


school_table_routes = Router(
    "",
    route_handlers=[
        start_situation,
        show_practice,
        act,
        show_practice_guidance,
        show_practice_payouts,
        show_practice_events,
        ask_hint,
        finish_situation,
        add_situation,
        list_situations,
    ],
    tags=["school"],
)
