"""Verbs of a script that are not the table's: its staff, its clock, credits, a shoe played down."""

from collections.abc import Callable

from punto.money import parse_amount
from punto.refusals import Reason, Refused
from punto.rules.staff import POSITIONS
from punto.table.people import Staff
from punto.table.scripts.shoes import play_down
from punto.table.scripts.stage import Stage
from punto.table.scripts.times import read_time

Words = tuple[str, ...]


def _staff(stage: Stage, words: Words) -> None:
    """`staff dana pit-supervisor`: a member of staff by name, and the position they hold."""
    name, position = words
    stage.staff[name] = Staff(name, POSITIONS[position])


def _time(stage: Stage, words: Words) -> None:
    """`time 21:30`: what follows is done then; a clock does not go back."""
    (text,) = words
    at = read_time(text)
    if at < stage.at:
        raise ValueError(text)
    stage.at = at


def _buy_in(stage: Stage, words: Words) -> None:
    """`buy-in seat1 500`: from now on stakes come out of credits."""
    patron, amount = words
    stage.buy_in(patron, parse_amount(amount, stage.config.digits))


def _cash_out(stage: Stage, words: Words) -> None:
    patron, amount = words
    stage.purses.cash_out(patron, parse_amount(amount, stage.config.digits))


SCENES: dict[str, Callable[[Stage, Words], None]] = {
    "staff": _staff,
    "time": _time,
    "buy-in": _buy_in,
    "cash-out": _cash_out,
    "play-down": play_down,
}


def set_scene(stage: Stage, verb: str, words: Words) -> None:
    """Do what a line says that is no command to the table."""
    try:
        SCENES[verb](stage, words)
    except (IndexError, ValueError, KeyError):
        raise Refused(
            Reason.UNREADABLE_REQUEST, "The words after {verb!r} are not understood.", verb=verb
        ) from None
