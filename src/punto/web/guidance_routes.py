"""Irregularities as guided steps, for the consoles: what a table knows, and the case in hand."""

from typing import Annotated

from litestar import Router, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from punto.journal.notices import Matter, Notice, keep_notices
from punto.journal.people import Person
from punto.refusals import Refused
from punto.rules.chinese import in_chinese
from punto.rules.clauses import find_clause
from punto.rules.game import Game
from punto.rules.irregularities import Irregularity
from punto.rules.readings import readings
from punto.rules.staff import Position
from punto.table.approvals import APPROVES
from punto.table.guidance import Fact, Guide, guides, resolver
from punto.table.state import State
from punto.web.entrance import TheHouse, dealers, person_of
from punto.web.examples import answers
from punto.web.refusing import No, no
from punto.web.table_routes import AskingRequest
from punto.web.views import AnnouncementView

NOTE_CHARACTERS_MAX = 200
READING = "reading "


class FactView(Struct, frozen=True):
    """Something a report says: whether it has to, and what it can be now where that is known."""

    name: str
    required: bool
    choices: tuple[str, ...] = ()


class GuideView(Struct, frozen=True):
    """One irregularity: what its clause says and does, who takes it up, what it asks, why not now.

    `command` takes it up; it is empty where the table sees to it by itself. `second` is the
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
    not_now: No | None


class CaseGuide(Struct, frozen=True):
    """The case in hand: what it waits for, by which command, and who may give it."""

    irregularity: str
    clause: str
    says: AnnouncementView
    remedy: str
    waits: str
    option: str
    command: str
    position: str
    yours: bool


class Guidance(Struct, frozen=True):
    """The case in hand, and every irregularity that this table's game knows, by group."""

    table: str
    seq: int
    case: CaseGuide | None
    irregularities: tuple[GuideView, ...]


class CallWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """Why somebody at the table calls the pit."""

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
}


@get(
    "/tables/{table:str}/irregularities",
    sync_to_thread=True,
    guards=[dealers],
    summary="Irregularities as guided steps",
    responses=answers(Guidance, GUIDANCE),
)
def show_guidance(request: AskingRequest, house: TheHouse, table: FromPath[str]) -> Guidance:
    """What can be reported now and what each report asks, who may take it up, what its clause
    says in both languages, and what the case in hand waits for."""
    person = person_of(request)
    house.check_table(table, person)
    house.check_there(table)
    kept = house.host.look(table)
    found = tuple(_guide(kept.state, each, person) for each in guides(kept.state))
    return Guidance(table, kept.head.seq, _case(kept.state, person), found)


@post(
    "/tables/{table:str}/calls",
    status_code=200,
    sync_to_thread=True,
    guards=[dealers],
    summary="Call the pit to a table",
)
def call_pit(
    request: AskingRequest, house: TheHouse, table: FromPath[str], data: JSONBody[CallWanted]
) -> dict[str, bool]:
    """It is noted as a significant event, and the pit's console shows it until acknowledged."""
    person = person_of(request)
    house.check_table(table, person)
    house.check_there(table)
    what = data.irregularity.value if data.irregularity else ""
    after = {"irregularity": what, "note": data.note}
    now_ms = house.clock.now_ms()
    called = Notice(Matter.PIT_CALLED, now_ms, person.id, table, what, None, after)
    keep_notices(house.store, [called])
    return {"done": True}


def _guide(state: State, guide: Guide, person: Person) -> GuideView:
    return GuideView(
        guide.irregularity.value,
        guide.group.value,
        guide.clause,
        clause_text(state.game, guide.clause),
        guide.remedy.value,
        guide.option.value,
        guide.position.title,
        _yours(person, guide.position),
        guide.command,
        tuple(_facts(guide)),
        APPROVES.title if guide.second else "",
        no(guide.not_now) if isinstance(guide.not_now, Refused) else None,
    )


def _facts(guide: Guide) -> list[FactView]:
    choices = {Fact.SIDE: tuple(each.value for each in guide.sides), Fact.PATRON: guide.patrons}
    named = [(fact, True) for fact in guide.needed] + [(fact, False) for fact in guide.welcome]
    return [FactView(fact.value, must, choices.get(fact, ())) for fact, must in named]


def _case(state: State, person: Person) -> CaseGuide | None:
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
        _yours(person, position),
    )


def _yours(person: Person, lowest: Position) -> bool:
    return person.position is not None and person.position >= lowest


def clause_text(game: Game, clause: str) -> AnnouncementView:
    """What a clause says, or the reading that stands in for one, in our words."""
    if clause.startswith(READING):
        english = readings()[clause.removeprefix(READING)].answer
    else:
        english = find_clause(game, clause).summary
    return AnnouncementView(english, in_chinese(english))


guidance_routes = Router("", route_handlers=[show_guidance, call_pit], tags=["tables"])
