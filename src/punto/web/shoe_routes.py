"""The virtual shoe of a table that people deal: shuffled and sealed here, drawn by a dealer."""

from litestar import Router, post
from litestar.params import FromPath, JSONBody
from msgspec import Struct

from punto.floor.dealer import Dealer
from punto.floor.devices import Device, ShuffledShoe
from punto.journal.codec import Recorded
from punto.journal.people import Person
from punto.journal.sealed import SealedShoes
from punto.refusals import Reason, Refused
from punto.table import commands as c
from punto.table.prompt import Step, next_step
from punto.table.state import State
from punto.web.asking import actor
from punto.web.entrance import TheHouse, person_of, plays_or_works
from punto.web.house import House
from punto.web.table_routes import AskingRequest, Done, done
from punto.web.views import is_staff

FROM_A_SHOE = (Step.LOAD_SHOE, Step.BURN, Step.DRAW)
STEPS_MAX = 3  # a shoe is retired, its seal opened, another one loaded


class Nothing(Struct, frozen=True, forbid_unknown_fields=True):
    """There is nothing to say: the table knows what comes next."""


@post(
    "/tables/{table:str}/virtual-shoe",
    status_code=200,
    sync_to_thread=True,
    guards=[plays_or_works],
    summary="Load the virtual shoe, or draw from it",
)
def deal_virtually(
    request: AskingRequest, house: TheHouse, table: FromPath[str], data: JSONBody[Nothing]
) -> Done:
    """The next step is done where it is a shoe to load, cards to burn or a card to draw.

    A dealer does it, or the patron who controls the device, in method C.
    The order is sealed before its first card and told after its last, as at automatic tables. What
    is done is done for the table as it was seen, so asking twice at once draws one card.
    """
    person = person_of(request)
    house.check_table(table, person)
    house.check_there(table)
    records: list[Recorded] = []
    for _ in range(STEPS_MAX):
        before = next_step(house.host.look(table).state).step
        records += _step(house, table, person)
        after = next_step(house.host.look(table).state).step
        if before is not Step.LOAD_SHOE or after is not Step.LOAD_SHOE:
            break
    return done(records, person)


def _step(house: House, table: str, person: Person) -> list[Recorded]:
    seen = house.host.look(table)
    number, seals = seen.head.number, SealedShoes(house.store, table)
    told: list[Recorded] = []
    _check(seen.state, person)

    def ask(command: c.Command) -> None:
        told.extend(house.host.ask(table, f"virtual-{number}", command, after=number))

    def load(decks: int) -> Device:
        return ShuffledShoe(decks, keep=seals.keep)

    Dealer(ask, lambda: seen.state, load, by=actor(person), seals=seals).step()
    return told


def _check(state: State, person: Person) -> None:
    """Refuse what no shoe is needed for, and cards of a shoe that lies on the table."""
    prompt = next_step(state)
    if not is_staff(person) and prompt.patrons != (person.id,):
        raise Refused(Reason.NOT_AUTHORISED, "This is for a Dealer to do, not for a patron.")
    if prompt.step not in FROM_A_SHOE or prompt.patrons not in ((), (person.id,)):
        raise Refused(Reason.CARD_NOT_ALLOWED, f"No card is due from you now: {prompt.why}")
    if prompt.step is not Step.LOAD_SHOE and not (state.shoe and state.shoe.commitment):
        raise Refused(
            Reason.SHOE_NEEDED, "The shoe in use is no virtual one: type or scan its cards."
        )


shoe_routes = Router("", route_handlers=[deal_virtually], tags=["tables"])
