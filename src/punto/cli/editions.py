"""Game names on the command line: with an edition, or in the edition in force today."""

from punto.floor.clock import today
from punto.rules.game import Game
from punto.rules.games import find_game


def game_today(name: str) -> Game:
    """Return `tiger@2` in that edition, `tiger` in the edition in force today."""
    return find_game(name, today())
