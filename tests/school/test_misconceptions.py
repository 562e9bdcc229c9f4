"""A student with one wrong belief loses marks of the topic it is about, and no others."""

from functools import cache

import pytest

from punto.rules.games import find_game
from punto.school.catalogue import drills_of, make_item, solve
from punto.school.items import AT_TABLE, Item, Question, Topic, grade
from tests.school.beliefs import MISCONCEPTIONS, Misconception
from tests.school.students import mistaken_answers

LONG = ("procedure-too-few-cards", "rounds-after-cut", "cards-taken-away")  # scenes
EACH = 10  # questions of every kind
ANSWERED_PERCENT = 90  # of the questions, at least, a wrong law has an answer to


@cache
def questions_of_every_kind(game_id: str) -> list[Item]:
    game = find_game(game_id)
    return [
        make_item(game, drill.kind, f"believed {number}")
        for drill in drills_of(game)
        for number in range(EACH)
        if drill.topic not in AT_TABLE and drill.kind not in LONG
    ]


def items(wrong: Misconception) -> list[Item]:
    """Questions of every kind, and one on just what is believed where chance makes few."""
    game = find_game(wrong.game)
    own = [solve(Question(wrong.kind, game.ref, wrong.facts))] if wrong.facts else []
    return [*own, *questions_of_every_kind(wrong.game)]


@pytest.mark.parametrize("wrong", MISCONCEPTIONS, ids=lambda wrong: wrong.name)
def test_a_wrong_belief_costs_the_marks_of_its_topic_alone(wrong: Misconception) -> None:
    asked = items(wrong)
    given = mistaken_answers([item.question for item in asked], find_game(wrong.game), wrong.belief)
    lost: dict[Topic, set[str]] = {}
    for item, answers in zip(asked, given, strict=True):
        for mark in grade(item, answers) if answers else ():
            if not mark.is_right:
                lost.setdefault(mark.topic or item.topic, set()).add(item.question.kind)
    assert set(lost) == {wrong.topic}, lost
    assert wrong.kind in lost[wrong.topic], "it does not show"
    assert 100 * sum(map(bool, given)) >= ANSWERED_PERCENT * len(given)


def test_the_beliefs_are_spread_over_the_topics_and_each_is_named_once() -> None:
    names = [each.name for each in MISCONCEPTIONS]
    assert len(names) == len(set(names)) >= 30
    spread = {each.topic for each in MISCONCEPTIONS}
    assert spread == set(Topic) - {*AT_TABLE, Topic.OUTCOME, Topic.SHOE}
