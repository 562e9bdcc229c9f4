"""Which kinds of question examine which clause, by making questions until every one is found."""

from collections import defaultdict

from punto.rules.game import Game
from punto.school.catalogue import drills_of, make_item
from punto.school.citations import procedural_clauses
from punto.school.items import AT_TABLE

EACH = 2  # questions of every kind, and more of those that ask about many clauses
MANY = {"wager-result": 60, "who-draws": 30, "due-cards": 20, "take-device": 8, "draw-by": 12}
MOST = 80  # of those kinds that ask about many clauses, until none is missing
SLOW = ("rounds-after-cut", "earlier-rounds", "settle-layout")
RARE = (
    "procedure-drawn-together-in-initial-deal",
    "procedure-power-failure",
    "steps-patron-left-with-cards",
)


def examined(game: Game) -> dict[str, set[str]]:
    """Every clause that questions of a game rest on, with the kinds that ask about it."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    kinds = [each.kind for each in drills_of(game) if each.topic not in AT_TABLE]
    for kind in kinds:
        for seed in range(MANY.get(kind, EACH)):
            for clause in make_item(game, kind, f"coverage {seed}").clauses:
                found[clause].add(kind)
    for seed in range(max(MANY.values()), max(MANY.values()) + MOST):
        if not gaps(game, found):
            break
        for kind in kinds:
            if _is_searched(kind) and gaps(game, found):
                for clause in make_item(game, kind, f"coverage {seed}").clauses:
                    found[clause].add(kind)
    return dict(found)


def _is_searched(kind: str) -> bool:
    """Whether more questions of a kind may find more clauses; one procedure has few."""
    is_procedure = kind.startswith(("procedure-", "steps-"))
    return kind in RARE or not (is_procedure or kind in SLOW)


def gaps(game: Game, found: dict[str, set[str]]) -> list[str]:
    """The procedural clauses that no question examines."""
    return [each.number for each in procedural_clauses(game) if each.number not in found]
