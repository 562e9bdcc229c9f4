"""Exact odds of any shoe, including custom wagers; rate-limited, without signing in."""

from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

import msgspec
from litestar import Request, Router, get, post
from litestar.openapi.spec import Example
from litestar.params import Body, FromPath
from msgspec import Meta, Struct

from punto.odds.composition import parse_counts
from punto.odds.custom import define_wager
from punto.odds.knowledge import PLACES, Knowledge
from punto.odds.question import ask
from punto.refusals import Reason, Refused
from punto.rules.cards import parse_cards
from punto.rules.games import GAMES, find_game
from punto.rules.shoe import USUAL_DECKS
from punto.rules.wager_language import vocabulary
from punto.rules.wagers import CONDITIONS, Wager
from punto.web.views.odds import ShoeOdds, shoe_odds
from punto.web.work_routes import costly, work_out

# A shoe takes about 50 ms and a wager with many lines about 20 ms.
REQUESTS_A_MINUTE = 120
OWN_WAGERS_MAX = 4
LINES_MAX = 12
GONE_MAX = 100  # characters: every rank with its count
CARDS_SEEN_MAX = 1_600  # characters: ten decks, typed
NAME_MAX = 60
PAYS_MAX = 24
KNOWN_MAX = 120  # characters: places and every card
ARRANGEMENTS_MAX = 12  # of cards known as a set; each takes some 100 ms

if TYPE_CHECKING:
    Condition: TypeAlias = Any
else:
    # The conditions of a pay line, by the names that the rules use.
    Condition = msgspec.defstruct(
        "Condition",
        [(name, tuple[Literal[tuple(vocabulary(name))], ...] | None, None) for name in CONDITIONS],
        frozen=True,
        forbid_unknown_fields=True,
        namespace={"__doc__": "All of it must hold; a field is satisfied by any of its values."},
        module=__name__,
    )


class OwnLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A pay line of a custom wager: what it pays, and when."""

    pays: Annotated[str, Meta(max_length=PAYS_MAX)]
    when: Condition


class OwnWager(Struct, frozen=True, forbid_unknown_fields=True):
    """A custom wager; a stake that no line pays and no push returns is lost."""

    id: Annotated[str, Meta(max_length=40)]
    name: Annotated[str, Meta(max_length=NAME_MAX)]
    # A list, because Litestar's schema of a tuple with a maximum length has no item type.
    lines: Annotated[list[OwnLine], Meta(max_length=LINES_MAX)]
    push: Condition | None = None


class OddsRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Full decks, cards gone by rank, as A=2,K=1, cards seen, as 9H TD, and custom wagers.

    `known` says what the next cards are, as 3=7 (the third is a seven), 3=7H (of hearts), 1=6789
    (one of these) or 1+3=7K (face down in an unknown order).
    """

    decks: int = USUAL_DECKS
    gone: Annotated[str, Meta(max_length=GONE_MAX)] = ""
    seen: Annotated[str, Meta(max_length=CARDS_SEEN_MAX)] = ""
    known: Annotated[list[Annotated[str, Meta(max_length=KNOWN_MAX)]], Meta(max_length=PLACES)] = []
    wagers: Annotated[list[OwnWager], Meta(max_length=OWN_WAGERS_MAX)] = []


class ConditionView(Struct, frozen=True):
    """A condition of a pay line, and its possible values."""

    name: str
    values: tuple[int | str, ...]


EXAMPLE = Example(
    summary="Eight decks without two aces and a nine, and a custom wager",
    value={
        "decks": 8,
        "gone": "A=2",
        "seen": "9H",
        "known": ["1=6789"],
        "wagers": [
            {
                "id": "lucky-nine",
                "name": "Lucky Nine",
                "lines": [
                    {"pays": "10 to 1", "when": {"winner": ["player"], "player_total": [9]}},
                ],
            }
        ],
    },
)


@get("/conditions", sync_to_thread=False, summary="Conditions of pay lines")
def list_conditions() -> list[ConditionView]:
    """Every field of an outcome that a pay line can test, and its values."""
    return [ConditionView(name, tuple(vocabulary(name))) for name in CONDITIONS]


@post(
    "/games/{game:str}/odds",
    status_code=200,
    summary="Exact odds of any shoe, including custom wagers",
)
async def price_shoe(
    request: Request[Any, Any, Any],
    game: FromPath[str],
    data: Annotated[OddsRequest, Body(examples=[EXAMPLE])],
) -> ShoeOdds:
    """Counts every deal of the remaining cards; requests are not stored."""
    return await work_out(request, answer_question, game, data)


def answer_question(game: str, data: OddsRequest) -> ShoeOdds:
    """Compute the answer; runs in the worker process."""
    own = [_define(each) for each in data.wagers]
    known = Knowledge.parse(data.known)
    if len(list(islice(known.arrangements(), ARRANGEMENTS_MAX + 1))) > ARRANGEMENTS_MAX:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "Cards known as a set may have at most {most} orders here: name fewer of them.",
            most=ARRANGEMENTS_MAX,
        )
    question = ask(
        find_game(game),
        decks=data.decks,
        gone=parse_counts(data.gone) if data.gone else {},
        seen=parse_cards(data.seen),
        known=known,
        extra=own,
    )
    return shoe_odds(question, own)


def prepare_odds() -> None:
    """Compute a full shoe of every game, so that imports and caches are warm."""
    for game in GAMES:
        answer_question(game.id, OddsRequest())


def _define(wager: OwnWager) -> Wager:
    """Define the wager as a definition file would, with the same refusals."""
    definition: dict[str, Any] = {
        "id": wager.id,
        "name": wager.name,
        "lines": [{"pays": line.pays, "when": _named(line.when)} for line in wager.lines],
    }
    if wager.push is not None:
        definition["push"] = _named(wager.push)
    return define_wager(definition)


def _named(condition: Any) -> dict[str, list[int | str]]:
    fields = msgspec.structs.asdict(condition)
    return {name: list(values) for name, values in fields.items() if values is not None}


_costly = costly(price_shoe, "odds", REQUESTS_A_MINUTE)
odds_routes = Router("", route_handlers=[list_conditions, _costly], tags=["law"])
