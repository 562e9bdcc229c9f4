"""How a table is set, as options: what is not said stays as it is."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from cyclopts import Parameter

from punto.cli.arguments import WHOLE
from punto.refusals import Reason, Refused


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Settings:
    """Everything a table can be set to; amounts are in its currency."""

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
    "decks",
    "layout",
    "positions",
    "funding",
    "method",
    "zone",
    "timekeeper",
    "currency",
    "unit",
    "stakes_per_area",
    "burn",
    "cut_cards_from_end",
    "rounds_after_cut",
)


def changed(now: Mapping[str, Any], settings: Settings) -> dict[str, Any]:
    """A configuration with what was said put in."""
    said = {name: getattr(settings, name) for name in PLAIN}
    wanted = {**now, **{name: each for name, each in said.items() if each is not None}}
    if settings.differential is not None:
        none = settings.differential == "none"
        wanted["differential"] = None if none else settings.differential
    ends = {"min": settings.min, "max": settings.max}
    for_all = {name: amount for name, amount in ends.items() if amount is not None}
    limits = {wager: {**each, **for_all} for wager, each in wanted["limits"].items()}
    for text in settings.limit:
        wager, _, span = text.partition("=")
        least, dots, most = span.partition("..")
        if wager not in limits or not (least and dots and most):
            raise Refused(
                Reason.UNREADABLE_REQUEST,
                f"Write limits as WAGER=MIN..MAX with one of {', '.join(limits)},"
                f" not {text[:40]!r}.",
            )
        limits[wager] = {"min": least, "max": most}
    return {**wanted, "limits": limits}
