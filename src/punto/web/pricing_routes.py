"""Odds of any shoe, and of wagers that a visitor makes up: asked by anybody, within limits."""

from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

import msgspec
from litestar import Router, get, post
from litestar.middleware.rate_limit import RateLimitConfig
from litestar.openapi.spec import Example
from litestar.params import Body, FromPath
from msgspec import Meta, Struct

from punto.odds.composition import parse_counts
from punto.odds.custom import define_wager, vocabulary
from punto.odds.question import ask
from punto.rules.cards import parse_cards
from punto.rules.games import find_game
from punto.rules.shoe import USUAL_DECKS
from punto.rules.wagers import CONDITIONS, Wager
from punto.web.pricing import ShoeOdds, shoe_odds

# A shoe takes some 50 ms and a wager of many lines some 20 ms: so much a person may cost.
ASKED_A_MINUTE = 120
OWN_WAGERS_MAX = 4
LINES_MAX = 12
GONE_MAX = 100  # characters: every rank with its count
CARDS_SEEN_MAX = 1_600  # characters: ten decks, typed
NAME_MAX = 60
PAYS_MAX = 24

if TYPE_CHECKING:
    Condition: TypeAlias = Any
else:
    # What a line may ask about, word for word as the law has it.
    Condition = msgspec.defstruct(
        "Condition",
        [(name, tuple[Literal[tuple(vocabulary(name))], ...] | None, None) for name in CONDITIONS],
        frozen=True,
        forbid_unknown_fields=True,
        namespace={"__doc__": "All of it must hold; a field is satisfied by any of its values."},
        module=__name__,
    )


class OwnLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of a made-up wager: what it pays, and when."""

    pays: Annotated[str, Meta(max_length=PAYS_MAX)]
    when: Condition


class OwnWager(Struct, frozen=True, forbid_unknown_fields=True):
    """A made-up wager; what no line pays and no push returns is lost."""

    id: Annotated[str, Meta(max_length=40)]
    name: Annotated[str, Meta(max_length=NAME_MAX)]
    # Lists, not tuples: of a limited tuple Litestar says that anything may be in it.
    lines: Annotated[list[OwnLine], Meta(max_length=LINES_MAX)]
    push: Condition | None = None


class ShoeAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """Full decks; cards that are gone by rank, as A=2,K=1; cards seen, as 9H TD; further wagers."""

    decks: int = USUAL_DECKS
    gone: Annotated[str, Meta(max_length=GONE_MAX)] = ""
    seen: Annotated[str, Meta(max_length=CARDS_SEEN_MAX)] = ""
    wagers: Annotated[list[OwnWager], Meta(max_length=OWN_WAGERS_MAX)] = []


class ConditionView(Struct, frozen=True):
    """Something that a line may ask about, and the values it may have."""

    name: str
    values: tuple[int | str, ...]


ASKED = Example(
    summary="Eight decks without two aces and a nine, and a wager of one's own",
    value={
        "decks": 8,
        "gone": "A=2",
        "seen": "9H",
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


@get("/conditions", sync_to_thread=False, summary="What a wager may ask about")
def list_conditions() -> list[ConditionView]:
    """The vocabulary of every wager's lines: each field of an outcome and its values."""
    return [ConditionView(name, tuple(vocabulary(name))) for name in CONDITIONS]


@post(
    "/games/{game:str}/odds",
    status_code=200,
    sync_to_thread=True,
    summary="Exact odds of any shoe, and of wagers of one's own",
)
def price_shoe(game: FromPath[str], data: Annotated[ShoeAsked, Body(examples=[ASKED])]) -> ShoeOdds:
    """Every deal of the cards that are left is counted; nothing is kept of what was asked."""
    own = [_define(each) for each in data.wagers]
    question = ask(
        find_game(game),
        decks=data.decks,
        gone=parse_counts(data.gone) if data.gone else {},
        seen=parse_cards(data.seen),
        extra=own,
    )
    return shoe_odds(question, own)


def _define(asked: OwnWager) -> Wager:
    """The wager as a definition file would state it; refused by the same words."""
    definition: dict[str, Any] = {
        "id": asked.id,
        "name": asked.name,
        "lines": [{"pays": line.pays, "when": _named(line.when)} for line in asked.lines],
    }
    if asked.push is not None:
        definition["push"] = _named(asked.push)
    return define_wager(definition)


def _named(condition: Any) -> dict[str, list[int | str]]:
    told = msgspec.structs.asdict(condition)
    return {name: list(values) for name, values in told.items() if values is not None}


_limit = RateLimitConfig(("minute", ASKED_A_MINUTE)).middleware
_asked = Router("", route_handlers=[price_shoe], middleware=[_limit])
pricing_routes = Router("", route_handlers=[list_conditions, _asked], tags=["law"])
