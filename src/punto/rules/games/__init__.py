"""The five games, one short file each: data only, every line with its clause."""

from punto.refusals import Reason, Refused
from punto.rules.game import Game
from punto.rules.games import (
    dragon_tiger_no_commission,
    no_commission,
    rapid_no_commission,
    tiger,
    tiger_no_commission,
)

GAMES: tuple[Game, ...] = (
    no_commission.GAME,
    rapid_no_commission.GAME,
    tiger_no_commission.GAME,
    tiger.GAME,
    dragon_tiger_no_commission.GAME,
)

_BY_ID: dict[str, Game] = {game.id: game for game in GAMES}


def find_game(game_id: str) -> Game:
    """The game of this id; an unknown one is refused with the ids there are."""
    game = _BY_ID.get(game_id)
    if game is None:
        raise Refused(
            Reason.UNKNOWN_GAME,
            f"There is no game {game_id[:40]!r}; the games are {', '.join(_BY_ID)}.",
        )
    return game
