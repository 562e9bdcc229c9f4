"""Table settings as options; an option that is not given leaves its setting unchanged."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from cyclopts import Parameter

from punto.cli.arguments import WHOLE, read_time, read_whole
from punto.money import parse_amount
from punto.refusals import Reason, Refused
from punto.rules.staff import POSITIONS


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings of a table; amounts are in its currency."""

    edition: Annotated[str | None, Parameter(help="The edition of its document, as 2.")] = None
    next_edition: Annotated[
        str | None, Parameter(help="The edition that follows; none to take that back.")
    ] = None
    next_edition_from: Annotated[
        str | None,
        Parameter(help="From when, UTC: 2031-03-01T00:00; by default when it comes into force."),
    ] = None
    decks: Annotated[int | None, WHOLE, Parameter(help="How many decks, 4 to 10.")] = None
    layout: Annotated[str | None, Parameter(help="The layout's name.")] = None
    positions: Annotated[int | None, WHOLE, Parameter(help="How many positions.")] = None
    min: Annotated[str | None, Parameter(help="The minimum of every wager.")] = None
    max: Annotated[str | None, Parameter(help="The maximum of every wager.")] = None
    limit: Annotated[
        tuple[str, ...],
        Parameter(help="One wager's limits as WAGER=MIN..MAX; give it again for each."),
    ] = ()
    funding: Annotated[str | None, Parameter(help="chips or credits.")] = None
    method: Annotated[str | None, Parameter(help="A, B or C.")] = None
    zone: Annotated[str | None, Parameter(help="main, paiza-club or ruby-room.")] = None
    timekeeper: Annotated[str | None, Parameter(help="Who closes betting: dealer or clock.")] = None
    betting_seconds: Annotated[
        str | None, Parameter(help="How long betting is open, by the clock; none for the house's.")
    ] = None
    rounds_an_hour: Annotated[
        str | None, Parameter(help="The target below which the pit is alerted; none for none.")
    ] = None
    card_source: Annotated[
        str | None, Parameter(help="Where its cards come from: physical, sealed or automatic.")
    ] = None
    ranks: Annotated[
        str | None,
        Parameter(help="All five positions from the lowest on, as dealer,pit-supervisor,…"),
    ] = None
    currency: Annotated[str | None, Parameter(help="As SGD.")] = None
    unit: Annotated[str | None, Parameter(help="What every stake is a multiple of.")] = None
    differential: Annotated[
        str | None, Parameter(help="The table differential; none for no such limit.")
    ] = None
    stakes_per_area: Annotated[int | None, WHOLE, Parameter(help="1 to 3.")] = None
    burn: Annotated[
        bool | None, Parameter(help="Burn cards of a fresh shoe.", negative="--no-burn")
    ] = None
    cut_cards_from_end: Annotated[int | None, WHOLE, Parameter(help="Where the cut card lies.")] = (
        None
    )
    rounds_after_cut: Annotated[
        int | None, WHOLE, Parameter(help="Rounds after the one in which it comes.")
    ] = None


NO_CHANGE = Settings()
PLAIN = (
    "edition",
    "decks",
    "layout",
    "positions",
    "funding",
    "method",
    "zone",
    "timekeeper",
    "card_source",
    "currency",
    "stakes_per_area",
    "burn",
    "cut_cards_from_end",
    "rounds_after_cut",
)


def changed(now: Mapping[str, Any], settings: Settings) -> dict[str, Any]:
    """Return a configuration with the given settings applied."""
    said = {name: getattr(settings, name) for name in PLAIN}
    wanted = {**now, **{name: each for name, each in said.items() if each is not None}}
    if settings.unit is not None:
        wanted["unit_cents"] = parse_amount(settings.unit)
    if settings.differential is not None:
        none = settings.differential == "none"
        wanted["differential_cents"] = None if none else parse_amount(settings.differential)
    if settings.betting_seconds is not None:
        text = settings.betting_seconds
        wanted["betting_seconds"] = None if text == "none" else read_whole(text, "A betting time")
    if settings.rounds_an_hour is not None:
        text = settings.rounds_an_hour
        wanted["rounds_an_hour"] = None if text == "none" else read_whole(text, "A target")
    if settings.ranks is not None:
        wanted["ranks"] = _read_ranks(settings.ranks)
    if settings.next_edition is not None:
        following = "" if settings.next_edition == "none" else settings.next_edition
        wanted |= {"next_edition": following, "next_edition_from_ms": None}
    if settings.next_edition_from is not None:
        wanted["next_edition_from_ms"] = read_time(settings.next_edition_from)
    ends = {"min_cents": settings.min, "max_cents": settings.max}
    for_all = {name: parse_amount(each) for name, each in ends.items() if each is not None}
    limits = {wager: {**each, **for_all} for wager, each in wanted["limits"].items()}
    for text in settings.limit:
        wager, _, span = text.partition("=")
        least, dots, most = span.partition("..")
        if wager not in limits or not (least and dots and most):
            raise Refused(
                Reason.UNREADABLE_REQUEST,
                "Write limits as WAGER=MIN..MAX with one of {limits}, not {text!r}.",
                limits=limits,
                text=text[:40],
            )
        limits[wager] = {"min_cents": parse_amount(least), "max_cents": parse_amount(most)}
    return {**wanted, "limits": limits}


def _read_ranks(text: str) -> list[int]:
    """Read the order of positions, as `dealer,pit-supervisor,…`."""
    names = text.split(",")
    if not set(names) <= set(POSITIONS):
        raise Refused(
            Reason.UNREADABLE_REQUEST, "A position is one of {positions}.", positions=POSITIONS
        )
    return [POSITIONS[name].value for name in names]
