"""What a table is set to: game, decks, layout, limits, method; refused when inconsistent."""

from collections.abc import Mapping
from enum import Enum

from msgspec import Struct

from punto.money import AMOUNT_CENTS_MAX, Cents, print_amount
from punto.refusals import Reason, Refused
from punto.rules.game import Game, Method, Zone
from punto.rules.games import find_game
from punto.rules.layouts import Layout
from punto.rules.settlement import check_unit
from punto.rules.shoe import check_decks

STAKES_PER_AREA_MAX = 3
TERMINALS_MAX = 10_000  # of a game whose document names no number


class Funding(Enum):
    """How stakes are made: from credits at a terminal, or in chips that staff record."""

    CREDITS = "credits"
    CHIPS = "chips"


class Timekeeper(Enum):
    """Who closes betting."""

    DEALER = "dealer"
    CLOCK = "clock"


class Range(Struct, frozen=True):
    """The displayed minimum and maximum of a wager."""

    min_cents: int
    max_cents: int


class Configuration(Struct, frozen=True, kw_only=True):
    """Everything a table is set to."""

    game: str
    edition: str
    decks: int
    layout: str
    positions: int
    limits: Mapping[str, Range]
    zone: Zone = Zone.MAIN
    method: Method = Method.B
    currency: str = "SGD"
    unit_cents: int = 100
    differential_cents: int | None = None
    stakes_per_area: int = STAKES_PER_AREA_MAX
    burn: bool = False
    cut_cards_from_end: int = 14
    rounds_after_cut: int = 0
    funding: Funding = Funding.CHIPS
    timekeeper: Timekeeper = Timekeeper.DEALER
    approval_cents: int | None = None  # from here on a void or correction needs a second person


def usual_configuration(
    game: Game, min_cents: int = 1000, max_cents: int = 1_000_000
) -> Configuration:
    """A table of this game as it would usually stand, every wager within the same limits."""
    return Configuration(
        game=game.id,
        edition=game.edition,
        decks=8,
        layout=game.layouts[0].name,
        positions=8,
        limits={wager.id: Range(min_cents, max_cents) for wager in game.wagers},
        funding=Funding.CREDITS if game.electronic else Funding.CHIPS,
    )


def check_configuration(config: Configuration) -> Game:
    """Refuse a configuration that its game does not allow, and say which part of it."""
    game = find_game(config.game)
    check_decks(game, config.decks)
    for wager in config.limits:
        game.wager(wager)
    check_unit(game, Cents(config.unit_cents))
    if config.edition != game.edition:
        raise _inconsistent(
            game, f"{game.title} is in force as {game.edition}, not {config.edition!r}"
        )
    _check_layout(game, config)
    _check_method(game, config)
    _check_limits(game, config)
    if not 1 <= config.stakes_per_area <= STAKES_PER_AREA_MAX:
        raise _inconsistent(game, "an area takes one to three stakes", game.stakes_per_area_clause)
    if config.differential_cents is not None and config.differential_cents < 0:
        raise _inconsistent(game, "a table differential is zero or more")
    if config.approval_cents is not None and not 0 <= config.approval_cents <= AMOUNT_CENTS_MAX:
        raise _inconsistent(game, "a second approval is needed from zero or more on")
    if game.electronic and config.funding is not Funding.CREDITS:
        raise _inconsistent(
            game, "its stakes are made with credits at terminals", game.terminals_clause
        )
    deepest = config.decks * 52 // 2
    if not 0 <= config.cut_cards_from_end <= deepest:
        raise _inconsistent(game, f"the cut card lies 0 to {deepest} cards from the end")
    if not 0 <= config.rounds_after_cut <= 10:
        raise _inconsistent(game, "at most ten rounds follow the one in which the cut card comes")
    return game


def find_layout(game: Game, name: str) -> Layout:
    """The game's layout of this name."""
    for layout in game.layouts:
        if layout.name == name:
            return layout
    names = ", ".join(layout.name for layout in game.layouts)
    raise _inconsistent(game, f"its layouts are {names}, not {name[:40]!r}", "2.2")


def _check_layout(game: Game, config: Configuration) -> None:
    layout = find_layout(game, config.layout)
    fewest, most = layout.positions or (1, TERMINALS_MAX)
    if not fewest <= config.positions <= most:
        raise _inconsistent(
            game, f"{layout.name} has {fewest} to {most} positions, not {config.positions}", "2.2"
        )


def _check_method(game: Game, config: Configuration) -> None:
    if config.method not in game.methods:
        raise _inconsistent(game, f"it does not know method {config.method.value}")
    if config.method is Method.C and not config.zone.hlga:
        raise _inconsistent(game, "method C is for the Paiza Club and the Ruby Room only", "3.9.2")


def _check_limits(game: Game, config: Configuration) -> None:
    for wager in game.wagers:
        limits = config.limits.get(wager.id)
        if limits is None:
            raise _inconsistent(game, f"{wager.id} needs a minimum and a maximum")
        for cents in (limits.min_cents, limits.max_cents):
            unit = config.unit_cents
            if not unit <= cents <= AMOUNT_CENTS_MAX or cents % unit:
                raise _inconsistent(
                    game,
                    f"the limits of {wager.id} are multiples of {print_amount(unit)},"
                    f" unlike {print_amount(cents)}",
                )
        if limits.min_cents > limits.max_cents:
            raise _inconsistent(game, f"the minimum of {wager.id} is above its maximum")


def _inconsistent(game: Game, what: str, clause: str = "") -> Refused:
    return Refused(
        Reason.INCONSISTENT_CONFIGURATION,
        f"This table cannot be set so for {game.title}: {what}.",
        clause=game.cite(clause) if clause else None,
    )
