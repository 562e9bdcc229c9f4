"""The register is complete: every clause, every dotted name, every test, every reading."""

import json
from functools import reduce
from importlib import import_module
from pathlib import Path

import pytest

from punto.refusals import Reason, Refused
from punto.rules.clauses import Clause, Kind, clauses, find_clause
from punto.rules.games import GAMES
from punto.rules.readings import readings, readings_for
from punto.rules.register import load_toml
from tests.clauses.register import WRITTEN, shown, text

NUMBERS: dict[str, list[str]] = json.loads(
    (Path(__file__).parent / "numbers.json").read_text(encoding="utf-8")
)
EVERY = [clause for game in GAMES for clause in clauses(game.id)]


def test_all_392_numbers_in_document_order() -> None:
    assert {game.id: [each.number for each in clauses(game.id)] for game in GAMES} == NUMBERS
    assert len(EVERY) == 392


@pytest.mark.parametrize("clause", EVERY, ids=lambda each: f"{each.game} {each.number}")
def test_a_clause_says_what_it_is_and_what_enforces_it(clause: Clause) -> None:
    assert clause.summary.endswith(".")
    assert len(clause.summary) <= 400
    if clause.kind is Kind.INFORMATIVE:
        assert not clause.enforced_by
        return
    assert clause.enforced_by
    for name in clause.enforced_by:
        assert resolve(name) is not None
    assert clause.tests, "what is enforced or recorded must be shown by a test"


def test_a_clause_lists_the_tests_that_show_it() -> None:
    showing = shown()
    for each in EVERY:
        assert each.tests == tuple(showing[each.game].get(each.number, ()))
    assert len(set(EVERY)) == 392, "a clause holds nothing that could change"


def test_a_number_the_document_does_not_have_is_refused() -> None:
    with pytest.raises(Refused) as refusal:
        find_clause(GAMES[0], "9." + "9" * 50)
    assert refusal.value.reason is Reason.UNKNOWN_CLAUSE
    assert str(refusal.value) == (
        f"No Commission Baccarat has no clause '9.{'9' * 38}';"
        " punto rules no-commission@6 lists them all."
    )


def test_the_register_lists_the_tests_there_are() -> None:
    assert WRITTEN.read_text(encoding="utf-8") == text(), "run make register"


def test_no_test_shows_a_clause_that_does_not_exist() -> None:
    for game, numbers in shown().items():
        assert set(numbers) <= set(NUMBERS[game])


def test_every_clause_that_a_game_cites_exists() -> None:
    for game in GAMES:
        cited = {line.clause for wager in game.wagers for line in wager.lines}
        cited |= {wager.loses_by for wager in game.wagers}
        cited |= {wager.pushes_by for wager in game.wagers if wager.push}
        cited |= {each.clause for each in game.procedures} | set(game.drawing.values())
        cited |= {each.clause for each in game.grants if not each.clause.startswith("reading ")}
        cited |= {layout.clause for layout in game.layouts}
        cited |= {game.decks_clause, game.wagers_clause, game.winner_clause}
        cited |= {game.hlga_clause, game.stakes_per_area_clause, game.terminals_clause} - {""}
        cited |= {game.limits_clause, game.new_cards_clause} - {""}
        cited |= {each.option_clause for each in game.procedures} - {""}
        assert cited <= set(NUMBERS[game.id])


def test_readings_and_clauses_name_each_other() -> None:
    for name, reading in readings().items():
        assert reading.id == name
        assert all((reading.question, reading.answer, reading.why))
        said = load_toml("readings")[name]
        assert (reading.question, reading.answer, reading.why) == (
            said["question"],
            said["answer"],
            said["why"],
        )
    claimed = {
        (name, game, number)
        for name, reading in readings().items()
        for game, numbers in reading.clauses.items()
        for number in numbers
    }
    assert claimed == {(name, each.game, each.number) for each in EVERY for name in each.readings}


def test_the_readings_of_a_game() -> None:
    for game in GAMES:
        bearing = {name for each in clauses(game.id) for name in each.readings}
        assert {reading.id for reading in readings_for(game.id)} == bearing
    assert bearing < set(readings())


def test_powers_resting_on_a_reading_name_one_that_exists() -> None:
    for game in GAMES:
        for grant in game.grants:
            if grant.clause.startswith("reading "):
                assert grant.clause.removeprefix("reading ") in readings()


def resolve(name: str) -> object:
    """The object of a dotted name: the longest prefix that is a module, then attributes."""
    parts = name.split(".")
    for cut in range(len(parts), 0, -1):
        try:
            module = import_module(".".join(parts[:cut]))
        except ModuleNotFoundError:
            continue
        return reduce(getattr, parts[cut:], module)
    raise AssertionError(f"{name} names nothing")
