"""Configurations of tables: any that a game allows, and some that none does."""

from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from punto.rules.game import Game, Method, Zone
from punto.rules.games import GAMES
from punto.rules.staff import Position
from punto.table.configuration import (
    CardSource,
    Configuration,
    Funding,
    Range,
    Timekeeper,
    usual_configuration,
)

ABSURD_WORDS = ("", " ", "nobody", "XX", "player", "1H", "🂡", "a" * 200, "10h", "\x00")
ABSURD_NUMBERS = (0, -1, 1, 7, 10**6, 10**15, -(10**30), 10**30)


def configuration(chance: Random, game: Game | None = None) -> Configuration:
    """A table that its game allows."""
    game = game or chance.choice((*GAMES, *GAMES[3:], *GAMES[3:]))  # more of the two with methods
    zone = chance.choice((*Zone, Zone.PAIZA_CLUB))
    methods = [each for each in game.methods if each is not Method.C or zone.hlga]
    methods += [each for each in methods if each is not Method.B]
    layout = chance.choice(game.layouts)
    fewest, most = layout.positions or (1, 20)
    funding = chance.choice(tuple(Funding))
    newer = len(game.methods) > 1  # only these documents limit areas and know a differential
    return replace(
        usual_configuration(game, 1000, 50_000),
        zone=zone,
        method=chance.choice(methods),
        layout=layout.name,
        positions=chance.randint(fewest, most),
        decks=chance.randint(*game.decks),
        unit_cents=chance.choice((100, 500, game.unit_cents * 5)),
        differential_cents=chance.choice((None, None, None, 0, 5000)) if newer else None,
        stakes_per_area=chance.choice((None, 1, 2, 3)) if newer else None,
        burn=chance.random() < 0.2,
        cut_cards_from_end=chance.choice((0, 14, 104)),
        rounds_after_cut=chance.choice((0, 0, 1, 3)),
        funding=Funding.CREDITS if game.electronic else funding,
        timekeeper=chance.choice(tuple(Timekeeper)),
        card_source=chance.choice((CardSource.PHYSICAL, *CardSource)),
        resolver=chance.choice((Position.PIT_MANAGER, Position.PIT_MANAGER, *Position)),
    )


def any_configuration(chance: Random) -> Configuration:
    config = configuration(chance)
    if chance.random() < 0.7:
        return config
    wrong: tuple[tuple[str, Sequence[Any]], ...] = (
        ("game", ABSURD_WORDS),
        ("edition", ABSURD_WORDS),
        ("decks", ABSURD_NUMBERS),
        ("layout", ABSURD_WORDS),
        ("positions", ABSURD_NUMBERS),
        ("limits", ({}, {"player": Range(1, 2)}, {**config.limits, "x": Range(1000, 2000)})),
        ("limits", (dict.fromkeys(config.limits, Range(2000, 1000)),)),
        ("method", tuple(Method)),
        ("unit_cents", ABSURD_NUMBERS),
        ("differential_cents", ABSURD_NUMBERS),
        ("stakes_per_area", ABSURD_NUMBERS),
        ("cut_cards_from_end", ABSURD_NUMBERS),
        ("rounds_after_cut", ABSURD_NUMBERS),
        ("funding", tuple(Funding)),
    )
    field, values = chance.choice(wrong)
    return replace(config, **{field: chance.choice(values)})
