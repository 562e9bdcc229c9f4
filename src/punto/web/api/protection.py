"""The protection view: the edge of every wager for the remaining shoe, for the pit only.

It knows the cards dealt face up, as a patron with a perfect memory would. Cards face down count as
unseen, even if a reader has read them.
"""

from collections import Counter
from functools import lru_cache

from litestar import Router, get
from litestar.params import FromPath
from msgspec import Struct

from punto.odds.composition import Composition
from punto.odds.distribution import distribution
from punto.odds.document import print_fraction
from punto.odds.price import prices
from punto.refusals import Reason, Refused
from punto.rules.cards import parse_card
from punto.rules.games import find_game
from punto.table.configuration import law_of
from punto.table.evolve_round import hidden_cards
from punto.table.state import State
from punto.web.api.tables import look_at
from punto.web.auth.guards import AskingRequest, TheCasino, person_of, pit_managers
from punto.web.openapi.examples import answers


class WagerEdge(Struct, frozen=True):
    """A wager's exact edge for the unseen cards, and for a full shoe."""

    wager: str
    title: str
    ev: str  # num/den, to the patron, for one unit
    house_edge: float
    full_edge: float
    favours_patron: bool


class Protection(Struct, frozen=True):
    """A shoe as seen by someone who remembers every card turned up."""

    table: str
    seq: int
    game: str
    shoe: str
    decks: int
    cards_left: int  # in the shoe
    unseen: int  # in the shoe, burned or face down
    wagers: tuple[WagerEdge, ...]


PROTECTION = {
    "table": "t1",
    "seq": 97,
    "game": "tiger",
    "shoe": "shoe-7",
    "decks": 8,
    "cards_left": 410,
    "unseen": 410,
    "wagers": [
        {
            "wager": "tie",
            "title": "Tie",
            "ev": "-7/50",
            "house_edge": 0.14,
            "full_edge": 0.143596,
            "favours_patron": False,
        }
    ],
}


@get(
    "/tables/{table:str}/protection",
    sync_to_thread=True,
    guards=[pit_managers],
    summary="The edge of each wager for the remaining shoe",
    responses=answers(Protection, PROTECTION),
)
def show_protection(request: AskingRequest, casino: TheCasino, table: FromPath[str]) -> Protection:
    """Exact, given the cards dealt face up; never for patrons, guests, displays or dealers."""
    current = look_at(casino, table, person_of(request))
    shoe, config = current.state.shoe, current.state.configuration
    if shoe is None or config is None:
        raise Refused(Reason.SHOE_NEEDED, "There is no shoe at this table.")
    unseen = unseen_cards(current.state)
    return Protection(
        table,
        current.head.seq,
        config.game,
        shoe.id,
        shoe.decks,
        shoe.left,
        unseen.cards,
        edges(law_of(config).ref, unseen, unseen.by_card, shoe.decks),
    )


def unseen_cards(state: State) -> Composition:
    """The cards of the shoe that were never face up."""
    shoe, play = state.shoe, state.round
    assert shoe is not None, "the table has a shoe"
    seen = Counter(shoe.seen)
    seen.subtract(shoe.unturned)
    if play is not None:
        seen.subtract(hidden_cards(play))
    turned = [parse_card(code) for code, count in seen.items() for _ in range(max(0, count))]
    return Composition.of_decks(shoe.decks).without(turned, shoe.decks)


@lru_cache(maxsize=256)
def edges(
    game: str, unseen: Composition, by_card: tuple[int, ...] | None, decks: int
) -> tuple[WagerEdge, ...]:
    """Every wager of a game priced for these cards and for full decks."""
    # Shoes with the same ranks are equal, so the suits are a separate part of the key.
    wagers = find_game(game).wagers
    full = {
        each.wager.id: each for each in prices(distribution(Composition.of_decks(decks)), wagers)
    }
    return tuple(
        WagerEdge(
            each.wager.id,
            each.wager.title,
            print_fraction(each.ev),
            float(each.house_edge),
            float(full[each.wager.id].house_edge),
            each.house_edge < 0,
        )
        for each in prices(distribution(unseen), wagers)
    )


protection_routes = Router("", route_handlers=[show_protection], tags=["pit"])
