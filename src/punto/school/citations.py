"""Which clauses an answer rests on: those the law cites, or enforces by the register."""

from collections.abc import Iterable

from punto.rules.chinese import in_chinese
from punto.rules.clauses import Clause, Kind, clauses_of
from punto.rules.game import Game
from punto.rules.readings import readings
from punto.table.events import Event

READING = "reading "
PROCEDURAL = ("3", "5", "6")  # the sections on play, irregularities and authority
GAMES_CACHED = 32
_cached: dict[int, tuple[Game, tuple[Clause, ...]]] = {}  # a game is no key: it has mappings


def bare(game: Game, clause: str | None) -> tuple[str, ...]:
    """A clause as refusals cite it, without the game's id; nothing where none is cited.

    >>> from punto.rules.games import find_game
    >>> bare(find_game("tiger"), "tiger 5.4"), bare(find_game("tiger"), None)
    (('5.4',), ())
    """
    return (clause.removeprefix(f"{game.id} "),) if clause else ()


def cited(game: Game, events: Iterable[Event]) -> tuple[str, ...]:
    """The clauses by which something happened."""
    found = (each for event in events for each in bare(game, event.clause))
    return tuple(dict.fromkeys(found))


def enforced(game: Game, *names: str) -> tuple[str, ...]:
    """The procedural clauses that the register says each of these parts of the law enforces.

    >>> from punto.rules.games import find_game
    >>> enforced(find_game("tiger"), "rules.cards.Rank")
    ('3.3.1', '3.3.2')
    """
    wanted = {f"punto.{name}" for name in names}
    return tuple(
        clause.number for clause in _section_clauses(game) if wanted <= set(clause.enforced_by)
    )


def enclosing(game: Game, clause: str) -> tuple[str, ...]:
    """The clause with those around it that say something of their own: 3.7.1 lies in 3.7."""
    numbers = {each.number for each in procedural_clauses(game)}
    parts = clause.split(".")
    around = (".".join(parts[:length]) for length in range(2, len(parts)))
    return (*(each for each in around if each in numbers), clause)


def procedural_clauses(game: Game) -> tuple[Clause, ...]:
    """The clauses of sections 3, 5 and 6 that people or software carry out."""
    return tuple(clause for clause in _section_clauses(game) if clause.kind is not Kind.INFORMATIVE)


def _section_clauses(game: Game) -> tuple[Clause, ...]:
    """The clauses of the procedural sections; cached, for every answer asks for them."""
    found = _cached.get(id(game))
    if found is None or found[0] is not game:
        if len(_cached) >= GAMES_CACHED:
            _cached.clear()
        every = clauses_of(game)
        clauses = tuple(each for each in every if each.number.split(".")[0] in PROCEDURAL)
        found = _cached[id(game)] = (game, clauses)
    return found[1]


def summary(game: Game, clause: str, *, chinese: bool = False) -> str:
    """What a clause or a reading says, in our own words; empty for one the game does not have."""
    if clause.startswith(READING):
        found = readings().get(clause.removeprefix(READING))
        said = found.answer if found else ""
    else:
        said = next((each.summary for each in clauses_of(game) if each.number == clause), "")
    return in_chinese(said) if chinese else said
