"""A console's commands at a practice table count as the lines of a script do."""

import pytest

from punto.refusals import Refused
from punto.rules.games import find_game
from punto.rules.irregularities import Irregularity
from punto.school.acts import commands_of, write_act
from punto.school.catalogue import full_answers, grade_item, make_item
from punto.school.drills.rounds import acts_of
from punto.school.items import Mark
from punto.school.scenes import play_scene
from punto.school.situations import assess, right_line
from punto.table import commands as c
from tests.school.test_situations import POWER, finish

TIGER = find_game("tiger")
REPORT = c.Report(Irregularity.POWER_FAILURE)


def lost(marks: tuple[Mark, ...]) -> list[str]:
    return [mark.part for mark in marks if not mark.is_right]


def as_commands(lines: tuple[str, ...]) -> tuple[str, ...]:
    """The same lines as a console would give them, in the positions that usually do."""
    stage = play_scene(POWER.scene)
    made = []
    for line in lines:
        by, commands = commands_of(stage, line)
        made.append(write_act("pit-manager" if by is None else by.id, commands[0]))
        stage.usual(commands[0], by)
    return tuple(made)


def test_commands_earn_the_points_that_the_same_lines_earn() -> None:
    lines = tuple(turn.line for turn in right_line(POWER).turns)
    acts = (write_act("pit-manager", REPORT), *as_commands(lines)[1:])
    assert lost(assess(POWER, acts[:3] + lines[3:]).marks) == []
    first = (write_act("dealer", REPORT), write_act("pit-manager", c.ConfirmReport()))
    assert lost(assess(POWER, finish(POWER, first)).marks) == []


def test_a_report_of_something_else_and_a_refused_command_cost_their_points() -> None:
    wrong = write_act("pit-manager", c.Report(Irregularity.FOREIGN_CARDS))
    assert "taken-up" in lost(assess(POWER, (wrong,)).marks)
    refused = write_act("dealer", c.OpenBetting())
    assert lost(assess(POWER, (refused, *finish(POWER, ()))).marks) == ["lawful"]


@pytest.mark.parametrize(
    "line", ["{", '{"by":"nobody","command":{"type":"open-betting"}}', '{"by":"dealer"}']
)
def test_what_is_no_command_is_refused(line: str) -> None:
    with pytest.raises(Refused):
        assess(POWER, (line,))


def test_a_regular_round_is_dealt_to_its_end_and_nothing_is_reported() -> None:
    item = make_item(TIGER, "deal-round", "plain")
    right = full_answers(item)
    assert lost(grade_item(item, right)) == []
    unanswered = [f"patron-answered {act.patron}" for act in acts_of(item.question.facts)]
    assert lost(grade_item(item, {})) == ["finished", "nothing-reported", *unanswered]
    report = write_act("pit-manager", c.Report(Irregularity.FOREIGN_CARDS))
    assert "nothing-reported" in lost(grade_item(item, {"line": ("close", report)}))
    with pytest.raises(Refused, match="answered by its line"):
        grade_item(item, {"other": ()})
