"""Extras: the libraries that only sheets need, and what to do where one is missing."""

from importlib import import_module
from types import ModuleType

from punto.refusals import Reason, Refused

# By the ending of the file that needs them.
LIBRARIES: dict[str, tuple[str, ...]] = {
    ".html": ("jinja2", "matplotlib"),
    ".pdf": ("typst", "matplotlib"),
    ".svg": ("matplotlib",),
}


def require(library: str, what: str) -> ModuleType:
    """Import a library of the `report` extra; a missing one is told with its remedy.

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
            f"{what} needs {library}; install it with pip install 'punto[report]'.",
        ) from None
