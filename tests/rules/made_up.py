"""A test game with custom wagers on totals and on suits."""

from punto.rules.game import Game
from punto.rules.games import find_game
from punto.rules.made_up_games import make_up, write_definitions
from punto.rules.wager_language import read_definitions

WAGERS = """
[[wager]]
id = "lucky-nine"
name = "Lucky Nine"
lines = [{ pays = "10 to 1", when = { winner = "player", player_total = 9 } }]
push = { winner = "tie" }

[[wager]]
id = "red-player"
name = "Red Player"
lines = [{ pays = "3 to 2", when = { player_colours = "red" } }]
push = { player_colours = "black" }
"""


def lucky_game(base: str = "tiger", wagers: str = WAGERS) -> Game:
    return make_up(find_game(base), write_definitions(read_definitions(wagers)))
