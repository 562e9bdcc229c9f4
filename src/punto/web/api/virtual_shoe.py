"""The virtual shoe of a table that people deal: shuffled and sealed by the server."""

from litestar import Router, post
from litestar.params import FromPath, JSONBody
from msgspec import Struct
from msgspec.structs import replace

from punto.floor.dealer import AUTOMATIC, VIRTUAL_SHOE, Dealer
from punto.floor.devices import Device, ShuffledShoe
from punto.floor.event_log import EventLog
from punto.floor.submission import Submission
from punto.journal.codec import Recorded
from punto.journal.people.people import Person
from punto.journal.sealed_shoes import SealedShoes
from punto.table import commands as c
from punto.table.configuration import CardSource
from punto.table.legal.virtual_shoe import check_from_shoe
from punto.table.people import Machine
from punto.table.prompt import Step, next_step
from punto.web.api.tables import Done, done
from punto.web.auth.guards import AskingRequest, TheCasino, person_of, plays_or_works
from punto.web.casino import Casino
from punto.web.wire import actor

_log = EventLog("punto.commands")

STEPS_MAX = 3  # a shoe is retired, its seal opened, another one loaded


class Nothing(Struct, frozen=True, forbid_unknown_fields=True):
    """An empty body: the table knows its next step."""


@post(
    "/tables/{table:str}/virtual-shoe",
    status_code=200,
    sync_to_thread=True,
    guards=[plays_or_works],
    summary="Load the virtual shoe, or draw from it",
)
def deal_virtually(
    request: AskingRequest, casino: TheCasino, table: FromPath[str], data: JSONBody[Nothing]
) -> Done:
    """Does the next step if it is loading a shoe, burning cards or drawing a card.

    For a dealer, who at a table that deals itself has to take it over first, or in method C for the
    patron who controls the device. The order is sealed before the first card and published after
    the last. The step applies to the state it was sent for, so two concurrent requests draw one
    card.
    """
    person = person_of(request)
    casino.check_table(table, person)
    casino.spend(person, table)
    casino.check_there(table)
    records: list[Recorded] = []
    for _ in range(STEPS_MAX):
        before = next_step(casino.host.look(table).state).step
        records += _step(casino, table, person)
        after = next_step(casino.host.look(table).state).step
        if before is not Step.LOAD_SHOE or after is not Step.LOAD_SHOE:
            break
    _log.info("command-done", command="virtual-shoe", seq=records[-1].seq if records else None)
    return done(records, person)


def _step(casino: Casino, table: str, person: Person) -> list[Recorded]:
    seen = casino.host.look(table)
    number, seals = seen.head.number, SealedShoes(casino.store, table)
    records: list[Recorded] = []
    check_from_shoe(seen.state, actor(person))

    def give(command: c.Command, by: Machine) -> None:
        submission = Submission(table, f"virtual-{number}", by, command, after=number)
        records.extend(casino.host.submit_and_wait(submission))

    def load(decks: int) -> Device:
        return ShuffledShoe(decks, save=seals.save)

    config = seen.state.configuration
    automatic = config is not None and config.card_source is CardSource.AUTOMATIC
    by = replace(AUTOMATIC if automatic else VIRTUAL_SHOE, pressed_by=person.id)
    Dealer(give, lambda: seen.state, load, by=by, seals=seals).step()
    return records


virtual_shoe_routes = Router("", route_handlers=[deal_virtually], tags=["tables"])
