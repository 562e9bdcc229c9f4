"""How a game is played, for newcomers: worked out from the law that deals and settles it."""

from functools import lru_cache

from litestar import Router, get
from litestar.params import FromPath
from msgspec import Struct

from punto.rules.cards import RANKS
from punto.rules.hands import NATURAL_FROM
from punto.rules.play_guide import example_rounds, player_draws_on, table_of_play
from punto.web.game_names import game_named
from punto.web.views.hands import HandView


class BankerRow(Struct, frozen=True):
    """Whether Banker draws on a total of two cards."""

    total: int
    after_stand: bool  # where Player has no third card
    against: tuple[int, ...]  # the points of Player's third card that it draws against


class ExampleView(Struct, frozen=True):
    """A round in which a pay line of a wager wins."""

    wager: str
    line: int  # the place of the line in the wager's pay table, from 0
    player: HandView
    banker: HandView


class PlayGuideView(Struct, frozen=True):
    """Card values, the table of play and an example for each pay line."""

    points: dict[str, int]  # by a rank's letter
    natural_from: int
    player_draws_on: tuple[int, ...]
    banker: tuple[BankerRow, ...]
    examples: tuple[ExampleView, ...]


@get("/games/{game:str}/how-to-play", sync_to_thread=True, summary="How a game is played")
def show_play_guide(game: FromPath[str]) -> PlayGuideView:
    """Card values, who draws a third card, and an example round for every pay line."""
    return _guide(game, game_named(game).ref)


@lru_cache(maxsize=32)
def _guide(name: str, _ref: str) -> PlayGuideView:
    """The guide of the game that a name means now, in the edition of the reference."""
    game = game_named(name)
    rounds = example_rounds(game)
    hands = {
        key: [
            HandView(tuple(card.code for card in hand.cards), hand.total)
            for hand in (dealt.player, dealt.banker)
        ]
        for key, dealt in rounds.items()
    }
    return PlayGuideView(
        {rank.letter: rank.points for rank in RANKS},
        NATURAL_FROM,
        player_draws_on(),
        tuple(
            BankerRow(total, draws[0], tuple(at for at, draw in enumerate(draws[1:]) if draw))
            for total, draws in table_of_play()
        ),
        tuple(
            ExampleView(wager.id, at, *hands[wager.id, at])
            for wager in game.wagers
            for at in range(len(wager.lines))
            if (wager.id, at) in hands
        ),
    )


play_guide_routes = Router("", route_handlers=[show_play_guide], tags=["law"])
