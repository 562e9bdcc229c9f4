"""The five games, one short file each with a record per edition: data only, clause by clause."""

from datetime import date

from punto.rules.editions import Editions
from punto.rules.game import Game
from punto.rules.games import (
    dragon_tiger_no_commission,
    no_commission,
    rapid_no_commission,
    tiger,
    tiger_no_commission,
)
from punto.rules.made_up_games import DEFINED_BY, base_id, find_made_up, is_made_up, make_up

EDITIONS = Editions(
    (
        no_commission.GAME,
        rapid_no_commission.GAME,
        tiger_no_commission.GAME,
        tiger.GAME,
        dragon_tiger_no_commission.GAME,
    )
)

GAMES: tuple[Game, ...] = EDITIONS.in_force()  # each in its newest edition


def find_game(name: str, on: date | None = None) -> Game:
    """Return a game by id, with or without an edition; without one, the edition in force on a day.

    The law reads no clock: the caller passes the day. Without a day it is the newest edition.

    >>> find_game("tiger").ref, find_game("tiger@2") is find_game("tiger")
    ('tiger@2', True)
    """
    if not is_made_up(name):
        return EDITIONS.find(name, on)
    ref, _, definitions = name.partition(DEFINED_BY)
    if definitions:
        game_id, _, edition = ref.partition("@")
        make_up(EDITIONS.find(f"{base_id(game_id)}@{edition}"), definitions)
    return find_made_up(ref)


def find_edition(game_id: str, edition: str) -> Game | None:
    """Return one edition of a game by its id or printed name, None if there is none.

    >>> find_edition("tiger", "Version 2") is find_edition("tiger", "2")
    True
    """
    return EDITIONS.named(game_id, edition)


def find_law(game_id: str, edition: str, definitions: str = "") -> Game | None:
    """Return an approved edition, or the made-up game of one that these wagers define.

    None where there is no such edition, or where the name is not that of these wagers.
    """
    base = EDITIONS.named(base_id(game_id) if definitions else game_id, edition)
    if base is None or not definitions:
        return base
    made_up = make_up(base, definitions)
    return made_up if made_up.id == game_id else None


def editions_of(game_id: str) -> tuple[Game, ...]:
    """Return a game's editions, oldest first; refuse an unknown game."""
    return EDITIONS.known(game_id)


def games_in_force(on: date) -> tuple[Game, ...]:
    """Return every game in the edition in force on a day."""
    return EDITIONS.in_force(on)


def every_edition() -> tuple[Game, ...]:
    """Return every edition of every game, including those not yet in force."""
    return tuple(EDITIONS)
