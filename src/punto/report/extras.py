"""Extras: the optional libraries that sheets need, and the refusal if one is missing."""

from importlib import import_module
from types import ModuleType

from punto.refusals import Reason, Refused

# By file ending.
LIBRARIES: dict[str, tuple[str, ...]] = {
    ".html": ("jinja2", "matplotlib"),
    ".pdf": ("typst", "matplotlib"),
    ".svg": ("matplotlib",),
    ".xlsx": ("xlsxwriter", "matplotlib"),
}


def require(library: str, what: str) -> ModuleType:
    """Import a library of the `report` extra; refuse a missing one, saying how to install it.

    >>> require("nonsense", "A plot")
    Traceback (most recent call last):
    ...
    punto.refusals.Refused: A plot needs nonsense; install it with pip install 'punto[report]'.
    """
    try:
        return import_module(library)
    except ImportError:
        raise Refused(
            Reason.MISSING_EXTRA,
            "{what} needs {library}; install it with pip install 'punto[report]'.",
            what=what,
            library=library,
        ) from None
