"""Situations: the right line earns every point, and each mistake costs its own."""

import pytest

from punto.refusals import Refused
from punto.rules.game import Game
from punto.rules.games import GAMES
from punto.school.catalogue import drills_of, full_answers, grade_item, make_item, solve
from punto.school.items import Question, Topic
from punto.school.situations import Situation, assess, hint, right_line
from punto.school.written import assess_written, read_written

SCENE = (
    "game tiger@2",
    "open",
    "stake seat1 player 100",
    "stake seat2 banker 50",
    "stake seat2 tie 20",
    "close",
    "draw 2C",
)
POWER = Situation(
    "tiger@2",
    SCENE,
    "report power-failure",
    ("answer seat1 stay", "answer seat2 withdraw all"),
    "cards",
)
RIGHT = ("report power-failure by pit-manager", "answer seat1 stay", "answer seat2 withdraw all")
REST = ("draw", "draw", "draw", "totals")


def finish(situation: Situation, lines: tuple[str, ...]) -> tuple[str, ...]:
    """These lines, and then whatever the hint says to the end."""
    done = list(lines)
    while line := hint(situation, done)[0]:
        done.append(line)
    return tuple(done)


def lost(situation: Situation, lines: tuple[str, ...]) -> list[str]:
    return [mark.part for mark in assess(situation, lines).marks if not mark.is_right]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_right_line_earns_every_point(game: Game) -> None:
    for drill in drills_of(game, Topic.SITUATIONS):
        item = make_item(game, drill.kind, "situation")
        marks = grade_item(item, full_answers(item))
        assert all(mark.is_right for mark in marks), drill.kind
        assert [mark.part for mark in marks] == [part.name for part in item.parts]


def test_a_situation_in_which_nothing_is_done_earns_no_point_but_for_being_lawful() -> None:
    item = make_item(GAMES[0], "situation-foreign-cards", "situation")
    assert [mark.part for mark in grade_item(item, {}) if mark.is_right] == ["lawful"]


def test_hints_lead_through_the_whole_situation() -> None:
    assert lost(POWER, finish(POWER, ())) == []


def test_the_dealer_may_report_and_the_pit_manager_confirm() -> None:
    called = ("report power-failure by dealer", "confirm by pit-manager", *RIGHT[1:])
    assert lost(POWER, finish(POWER, called)) == []


def test_what_is_omitted_costs_its_point() -> None:
    assert "taken-up" in lost(POWER, ("draw", "draw"))
    assert lost(POWER, RIGHT[:2]) == [
        "option-answered seat2",
        "stake-withdrawn",
        "round-settled",
        "finished",
    ]
    lapsed = finish(POWER, (RIGHT[0], "lapse"))
    assert set(lost(POWER, lapsed)) == {
        "option-answered seat1",
        "option-answered seat2",
        "stake-withdrawn",
    }


def test_what_is_done_too_late_costs_its_point() -> None:
    assert lost(POWER, finish(POWER, ("draw", *RIGHT))) == ["in-time"]


def test_what_is_tried_and_refused_costs_a_point_with_the_clause() -> None:
    tried = (RIGHT[0], "draw 5D", "answer seat2 withdraw tie", *RIGHT[1:])
    marks = {mark.part: mark for mark in assess(POWER, finish(POWER, tried)).marks}
    assert not marks["lawful"].is_right
    assert marks["lawful"].given == ("draw 5D", "answer seat2 withdraw tie")
    assert "5.17.1" in marks["lawful"].clauses
    assert sum(not mark.is_right for mark in marks.values()) == 1


def test_the_wrong_answer_for_a_patron_costs_that_patrons_point() -> None:
    wrong = finish(POWER, (RIGHT[0], "answer seat1 stay", "answer seat2 stay"))
    assert "option-answered seat2" in lost(POWER, wrong)
    assert "option-answered seat1" not in lost(POWER, wrong)


def test_another_irregularity_than_what_happened_is_not_taken_for_it() -> None:
    assert {"taken-up", "in-time", "as-it-was"} <= set(lost(POWER, ("report foreign-cards",)))


def test_a_report_that_is_not_as_it_was_costs_its_point() -> None:
    shoe = Situation("tiger@2", SCENE, "report shoe-order-altered reconstructable", (), "cards")
    assert lost(shoe, finish(shoe, ("report shoe-order-altered reconstructable",))) == []
    assert "as-it-was" in lost(shoe, ("report shoe-order-altered",))


def test_the_right_line_follows_the_tables_prompts() -> None:
    lines = [turn.line for turn in right_line(POWER).turns]
    assert lines[:3] == ["report power-failure", "answer seat1 stay", "answer seat2 withdraw all"]
    assert lines[-1] == "outcome"


@pytest.mark.parametrize(
    "facts",
    [
        {"scene": SCENE, "happened": "draw 2C", "said": (), "seed": ""},
        {"scene": SCENE, "happened": "", "said": (), "seed": ""},
        {"scene": SCENE, "happened": "report power-failure", "said": ()},
        {"scene": "open", "happened": "report power-failure", "said": (), "seed": ""},
    ],
)
def test_a_situation_that_makes_no_sense_is_refused(facts: dict[str, str]) -> None:
    with pytest.raises(Refused):
        solve(Question("situation-power-failure", "tiger@2", facts))


def test_a_situation_is_answered_by_a_line_of_some_length() -> None:
    item = make_item(GAMES[0], "situation-foreign-cards", "1")
    with pytest.raises(Refused, match="answered by its line"):
        grade_item(item, {"lines": ()})
    with pytest.raises(Refused, match="At most"):
        grade_item(item, {"line": ("totals",) * 81})


WRITTEN = """game tiger
open
stake seat1 player 100
stake seat2 banker 50
close
draw 9C 8D KH
# student
report foreign-cards by pit-manager      # 5.1
void                                     # 5.1.1
settle seat1 player void
balance seat2 0
"""


def written_marks(*lines: str) -> dict[str, bool]:
    marks, _ = assess_written(read_written(WRITTEN), lines)
    return {mark.part: mark.is_right for mark in marks}


def test_a_trainers_situation_is_marked_by_its_own_line_and_expectations() -> None:
    assert set(written_marks("report foreign-cards by pit-manager").values()) == {True}
    assert written_marks("draw KS", "totals", "outcome") == {
        "round-voided": False,
        "in-time": False,
        "void                                     # 5.1.1": False,
        "settle seat1 player void": False,
        "balance seat2 0": False,
        "lawful": True,
    }


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (WRITTEN.replace("# student\n", ""), "one line"),
        (WRITTEN.replace("void   ", "offer seat1 "), "contradicts this situation: line 9"),
        (WRITTEN.split("report")[0], "what is right to do"),
        ("# student", "begins with the line"),
    ],
)
def test_a_trainers_situation_is_checked_before_it_is_used(text: str, said: str) -> None:
    with pytest.raises(Refused, match=said):
        read_written(text)
