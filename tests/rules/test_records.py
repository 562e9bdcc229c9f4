"""Invariants of all records of the law: immutable, consistently named, and with these defaults."""

from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType

import pytest

import punto.money
import punto.rules
from punto.money import Cents, Odds
from punto.rules.clauses import Kind, clauses
from punto.rules.drawing import DrawRule, next_draw
from punto.rules.game import Amendment, Game, Method, Zone
from punto.rules.games import find_game
from punto.rules.hands import Hand, Side
from punto.rules.holdings import Field, SuitDetail
from punto.rules.irregularities import Irregularity, Option, Procedure, Remedy
from punto.rules.layouts import Layout
from punto.rules.outcome import Winner, outcome_index, outcomes
from punto.rules.readings import readings
from punto.rules.settlement import Result, Settled, Settlement
from punto.rules.wagers import Pays, Wager, When, verdicts


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


# What a record has where nothing else is said; every other field has to be given.
DEFAULTS: dict[type, dict[str, object]] = {
    Amendment: {"enforced_by": (), "readings": ()},
    Field: {"suits": SuitDetail.NONE, "waits": True},
    Game: {
        "methods": (Method.B,),
        "decks": (4, 10),
        "decks_clause": "2.1",
        "hlga_clause": "",
        "stakes_per_area_clause": "",
        "limits_clause": "",
        "new_cards_clause": "",
        "terminals_clause": "",
        "acting_clause": "",
        "amendments": {},
        "base": "",
        "definitions": "",
    },
    Hand: {"cards": ()},
    Layout: {"positions": None},
    Pays: {"title": ""},
    Procedure: {"option": Option.NONE, "authority": None, "option_clause": ""},
    Wager: {"push": None, "pushes_by": ""},
    When: {
        "winner": None,
        "player_total": None,
        "banker_total": None,
        "player_cards": None,
        "banker_cards": None,
        "cards": None,
        "margin": None,
        "natural": None,
        "pairs": None,
        "any_of": None,
        "all_of": None,
        "none_of": None,
        "hands": None,
    },
}


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.__name__)
def test_what_a_record_has_where_nothing_is_said(record: type) -> None:
    found: dict[str, object] = {}
    for field in fields(record):
        if field.default is not MISSING:
            found[field.name] = field.default
        elif field.default_factory is not MISSING:
            found[field.name] = field.default_factory()
    assert found == DEFAULTS.get(record, {})


def test_a_settlement_was_limited_by_nothing_unless_it_is_said() -> None:
    plain = Settled("tie", Cents(5), Result.LOSE, None, Cents(-5), Cents(0), "4.1")
    assert plain.limit_clause == ""
    assert not Settlement((plain,)).under_minimum_found


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
