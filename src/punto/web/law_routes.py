"""What anybody may read: games, clauses, odds."""

from functools import lru_cache
from typing import Annotated, Any

from litestar import Router, get
from litestar.params import FromPath, QueryParameter

from punto.odds.document import odds_document
from punto.odds.question import ask
from punto.rules.chinese import in_chinese
from punto.rules.clauses import clauses, find_clause
from punto.rules.documents import clause_document, game_document
from punto.rules.games import GAMES, find_game


@get("/games", sync_to_thread=False, summary="The games there are")
def list_games() -> list[dict[str, Any]]:
    """Every game with its edition, wagers, decks and layouts."""
    return [game_document(game) for game in GAMES]


@get("/games/{game:str}", sync_to_thread=False, summary="One game")
def show_game(game: FromPath[str]) -> dict[str, Any]:
    """A game with its edition, wagers, decks and layouts."""
    return game_document(find_game(game))


@get("/games/{game:str}/clauses", sync_to_thread=False, summary="A game's clauses")
def list_clauses(game: FromPath[str]) -> list[dict[str, Any]]:
    """Every clause in our words, what enforces it and which tests show it."""
    return [_in_both(clause_document(each)) for each in clauses(find_game(game).id)]


@get("/games/{game:str}/clauses/{clause:str}", sync_to_thread=False, summary="One clause")
def show_clause(game: FromPath[str], clause: FromPath[str]) -> dict[str, Any]:
    """A clause in our words, what enforces it and which tests show it."""
    return _in_both(clause_document(find_clause(find_game(game), clause)))


def _in_both(clause: dict[str, Any]) -> dict[str, Any]:
    """A clause with its words in Chinese, and those of the readings that bear on it."""
    readings = [each | {"chinese": in_chinese(each["answer"])} for each in clause["readings"]]
    return clause | {"chinese": in_chinese(clause["summary"]), "readings": readings}


@get("/games/{game:str}/odds", sync_to_thread=True, summary="A game's exact odds")
def show_odds(
    game: FromPath[str],
    decks: Annotated[int, QueryParameter(description="How many decks, 4 to 10.")] = 8,
) -> dict[str, Any]:
    """Every wager of a game priced exactly for a full shoe."""
    return _odds(find_game(game).id, decks)


@lru_cache(maxsize=64)
def _odds(game: str, decks: int) -> dict[str, Any]:
    return odds_document(ask(find_game(game), decks=decks))


law = Router(
    "",
    route_handlers=[list_games, show_game, list_clauses, show_clause, show_odds],
    tags=["law"],
)
