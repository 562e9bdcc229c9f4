"""A student with one wrong belief loses the marks of that topic, and no others."""

from functools import cache

import pytest

from punto.rules.games import find_game
from punto.school.catalogue import drills_of, make_item, solve
from punto.school.items import AT_TABLE, Item, Question, Topic, grade
from tests.school.beliefs import MISCONCEPTIONS, Misconception
from tests.school.students import mistaken_answers

LONG = ("procedure-too-few-cards", "rounds-after-cut", "cards-taken-away")  # scenes
MORE = 10  # questions of the kind in which a belief must show


@cache
def one_of_each(game_id: str) -> list[Item]:
    game = find_game(game_id)
    return [
        make_item(game, drill.kind, "believed")
        for drill in drills_of(game)
        if drill.topic not in AT_TABLE and drill.kind not in LONG
    ]


def items(wrong: Misconception) -> list[Item]:
    """A question of every kind, and more of the kind in which the belief must show."""
    game = find_game(wrong.game)
    if wrong.facts:
        return [solve(Question(wrong.kind, game.ref, wrong.facts)), *one_of_each(wrong.game)]
    more = (make_item(game, wrong.kind, f"believed {number}") for number in range(MORE))
    return [*more, *one_of_each(wrong.game)]


@pytest.mark.parametrize("wrong", MISCONCEPTIONS, ids=lambda wrong: wrong.name)
def test_a_wrong_belief_costs_the_marks_of_its_topic_alone(wrong: Misconception) -> None:
    asked = items(wrong)
    questions = [item.question for item in asked]
    given = mistaken_answers(questions, find_game(wrong.game), wrong.belief)
    lost: dict[Topic, set[str]] = {}
    for item, answers in zip(asked, given, strict=True):
        if answers and not all(mark.is_right for mark in grade(item, answers)):
            lost.setdefault(item.topic, set()).add(item.question.kind)
    assert wrong.kind in {kind for kinds in lost.values() for kind in kinds}, "it does not show"
    assert set(lost) == set(wrong.topics), lost


def test_most_cost_marks_in_one_topic_and_none_in_more_than_two() -> None:
    costs = [len(each.topics) for each in MISCONCEPTIONS]
    assert max(costs) == 2
    assert costs.count(1) >= 27


def test_there_are_many_of_them_and_each_is_named_once() -> None:
    names = [each.name for each in MISCONCEPTIONS]
    assert len(names) == len(set(names)) >= 30
