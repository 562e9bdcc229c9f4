"""Punto runs, proves and prices casino baccarat from its approved rule documents.

`punto.game("tiger")` is the way in; docs/library.md shows what it offers. Nothing heavy is loaded
before it is asked for.
"""

__version__ = "0.1.0"

_FROM = {
    "Knowledge": "punto.odds.knowledge",
    "Refused": "punto.refusals",
    "GameHandle": "punto.library.handle",
    "game": "punto.library.handle",
    "games": "punto.library.handle",
}


def __getattr__(name: str) -> object:
    """Load a name of the library when it is first used."""
    from importlib import import_module

    if name not in _FROM:
        raise AttributeError(f"module 'punto' has no attribute {name!r}")
    return getattr(import_module(_FROM[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_FROM])
