"""Games, their clauses and their odds: readable without signing in."""

from functools import lru_cache
from typing import Annotated, Any, TypedDict

from litestar import Router, get
from litestar.params import FromPath, QueryParameter

from punto.floor.clock import today
from punto.odds.document import odds_document
from punto.odds.question import ask
from punto.rules.chinese import in_chinese
from punto.rules.clauses import clauses_of, find_clause
from punto.rules.documents import (
    ClauseDocument,
    GameDocument,
    ReadingDocument,
    clause_document,
    game_document,
)
from punto.rules.games import find_game, games_in_force
from punto.web.game_names import game_named


class ReadingView(ReadingDocument):
    """A reading with its answer in Chinese."""

    chinese: str


class ClauseView(TypedDict):
    """A clause in both languages, what enforces it and which tests show it."""

    clause: str
    kind: str
    summary: str
    chinese: str
    enforced_by: list[str]
    tests: list[str]
    readings: list[ReadingView]


@get("/games", sync_to_thread=False, summary="All games")
def list_games() -> list[GameDocument]:
    """Every game with its edition, wagers, decks and layouts."""
    return [game_document(game) for game in games_in_force(today())]


@get("/games/{game:str}", sync_to_thread=False, summary="One game")
def show_game(game: FromPath[str]) -> GameDocument:
    """A game with its edition, wagers, decks and layouts."""
    return game_document(game_named(game))


@get("/games/{game:str}/clauses", sync_to_thread=False, summary="A game's clauses")
def list_clauses(game: FromPath[str]) -> list[ClauseView]:
    """Every clause in our words, what enforces it and which tests show it."""
    return _clauses(game_named(game).ref)


@get("/games/{game:str}/clauses/{clause:str}", sync_to_thread=False, summary="One clause")
def show_clause(game: FromPath[str], clause: FromPath[str]) -> ClauseView:
    """A clause in our words, what enforces it and which tests show it."""
    return _in_both(clause_document(find_clause(game_named(game), clause)))


@lru_cache(maxsize=64)
def _clauses(game: str) -> list[ClauseView]:
    return [_in_both(clause_document(each)) for each in clauses_of(find_game(game))]


def _in_both(clause: ClauseDocument) -> ClauseView:
    """Add the Chinese text to a clause and to the readings that apply to it."""
    readings: list[ReadingView] = [
        {**each, "chinese": in_chinese(each["answer"])} for each in clause["readings"]
    ]
    return {**clause, "chinese": in_chinese(clause["summary"]), "readings": readings}


@get("/games/{game:str}/odds", sync_to_thread=True, summary="A game's exact odds")
def show_odds(
    game: FromPath[str],
    decks: Annotated[int, QueryParameter(description="Number of decks, 4 to 10.")] = 8,
) -> dict[str, Any]:
    """Every wager of a game priced exactly for a full shoe."""
    return _odds(game_named(game).ref, decks)


@lru_cache(maxsize=64)
def _odds(game: str, decks: int) -> dict[str, Any]:
    return odds_document(ask(find_game(game), decks=decks))


game_routes = Router(
    "",
    route_handlers=[list_games, show_game, list_clauses, show_clause, show_odds],
    tags=["law"],
)
