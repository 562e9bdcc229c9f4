"""Invariants of all records of the law: immutable and consistently named."""

from collections.abc import Callable
from dataclasses import is_dataclass
from enum import Enum
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType

import pytest

import punto.money
import punto.rules
from punto.money import Odds
from punto.rules.clauses import Kind, clauses
from punto.rules.drawing import DrawRule, next_draw
from punto.rules.game import Game, Zone
from punto.rules.games import find_game
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity, Option, Remedy
from punto.rules.outcome import Winner, outcome_index, outcomes
from punto.rules.readings import readings
from punto.rules.settlement import Result
from punto.rules.wagers import When, verdicts


def law() -> list[ModuleType]:
    names = [each.name for each in walk_packages(punto.rules.__path__, "punto.rules.")]
    return [punto.money, *map(import_module, names)]


RECORDS = [
    each
    for module in law()
    for each in vars(module).values()
    if isinstance(each, type) and is_dataclass(each) and each.__module__ == module.__name__
]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.__name__)
def test_a_record_is_frozen_and_slotted(record: type) -> None:
    assert record.__dataclass_params__.frozen  # type: ignore[attr-defined]
    if record is not Game:  # which keeps what it works out in its dictionary
        assert "__slots__" in vars(record)


def test_a_condition_names_its_fields() -> None:
    with pytest.raises(TypeError):
        When(Winner.TIE)  # type: ignore[call-arg]


@pytest.mark.parametrize(
    "words",
    [DrawRule, Irregularity, Kind, Option, Remedy, Result, Side, Winner, Zone],
    ids=lambda words: words.__name__,
)
def test_a_word_is_written_as_it_is_named(words: type[Enum]) -> None:
    """Journals, terminals and scripts hold the written word."""
    assert [each.value for each in words] == [each.name.lower().replace("_", "-") for each in words]


@pytest.mark.parametrize(
    "work",
    [
        lambda: clauses("tiger"),
        readings,
        outcomes,
        outcome_index,
        lambda: verdicts(find_game("tiger").wagers[0]),
        lambda: next_draw((5, 0, 3), (5, 0)),
        lambda: Odds.parse("0.95 to 1"),
    ],
)
def test_what_never_changes_is_worked_out_once(work: Callable[[], object]) -> None:
    assert work() is work()
