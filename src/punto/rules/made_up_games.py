"""Made-up games: an approved document with custom wagers beside its own, for test houses only.

A made-up game is named by what it is made of, `test-tiger-3f9a0c12be45`: the approved game and a
digest of the definitions. So a name means one game for good, wherever it is met, and no approved
game can be mistaken for one.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from typing import Any

from punto.refusals import Reason, Refused
from punto.rules.game import Game
from punto.rules.wager_language import add_wagers, define_wager

PREFIX = "test-"
DEFINED_BY = "#"  # in a portable name, between the game and its definitions
DIGEST_CHARACTERS = 12
DEFINITIONS_CHARACTERS_MAX = 20_000

# What this process has met, by every name that a game goes by. A name has only one meaning.
_known: dict[str, Game] = {}


def write_definitions(definitions: Sequence[Mapping[str, Any]]) -> str:
    """Definitions on one line of ASCII, the same for the same wagers, as a journal keeps them."""
    return json.dumps(list(definitions), separators=(",", ":"), sort_keys=True)


def is_made_up(name: str) -> bool:
    """Whether a game of this name is a made-up one."""
    return name.startswith(PREFIX)


def base_id(name: str) -> str:
    """The id of the approved game that a made-up one is named after.

    >>> base_id("test-tiger-3f9a0c12be45"), base_id("tiger")
    ('tiger', 'tiger')
    """
    return name.removeprefix(PREFIX).rpartition("-")[0] if is_made_up(name) else name


def make_up(base: Game, definitions: str) -> Game:
    """The approved game with these wagers beside its own; refused where they are unsound.

    >>> from punto.rules.games import find_game
    >>> nine = {"id": "nine", "name": "Nine", "lines": [{"pays": "9 to 1", "when": {"margin": 9}}]}
    >>> game = make_up(find_game("tiger"), write_definitions([nine]))
    >>> game.id, game.title, game.wagers[-1].title
    ('test-tiger-d77302c9ed21', 'TEST GAME Tiger Baccarat with Nine', 'Nine')
    """
    name = _name(base, definitions)
    found = _known.get(f"{name}@{base.edition_id}")
    if found is not None and found.definitions == definitions:
        return found
    if len(definitions) > DEFINITIONS_CHARACTERS_MAX:
        raise Refused(
            Reason.UNREADABLE_WAGER,
            "Define the wagers of a test game in at most {most} characters.",
            most=DEFINITIONS_CHARACTERS_MAX,
        )
    own = tuple(map(define_wager, _read(definitions)))
    game = replace(
        base,
        id=name,
        title=f"TEST GAME {base.title} with {', '.join(each.title for each in own)}",
        wagers=add_wagers(base.wagers, own),
        base=base.id,
        definitions=definitions,
    )
    _known[game.id] = _known[game.ref] = _known[f"{game.id}@{game.edition}"] = game
    return game


def portable_name(game: Game) -> str:
    """A name by which `find_game` finds the game in any process, whether it has met it or not."""
    return game.ref if game.is_approved else f"{game.ref}{DEFINED_BY}{game.definitions}"


def find_made_up(name: str) -> Game:
    """A made-up game that this process has met, by id or with its edition."""
    found = _known.get(name)
    if found is None:
        raise Refused(
            Reason.UNKNOWN_GAME,
            "There is no test game {game!r} here: open its table first.",
            game=name[:60],
        )
    return found


@lru_cache(maxsize=64)
def _digest(definitions: str) -> str:
    return sha256(definitions.encode()).hexdigest()[:DIGEST_CHARACTERS]


def _name(base: Game, definitions: str) -> str:
    return f"{PREFIX}{base.id}-{_digest(definitions)}"


def _read(definitions: str) -> list[Mapping[str, Any]]:
    try:
        found = json.loads(definitions)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, list) or not found or not all(isinstance(e, dict) for e in found):
        raise Refused(
            Reason.UNREADABLE_WAGER, "The wagers of a test game are a list of definitions in JSON."
        )
    return found
