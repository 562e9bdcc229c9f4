"""Students: a perfect one, one who guesses, and those who believe one wrong thing about the law.

A mistaken student works every question out by a law that is wrong in one place. The table of a
question is what the student sees: it was brought there by the law itself. A question in which
something happens that the wrong law rules out leaves the student without an answer.
"""

from collections.abc import Callable
from contextlib import suppress
from copy import copy
from functools import cache
from random import Random

import pytest

from punto.refusals import Refused
from punto.rules.game import Game
from punto.school import catalogue
from punto.school.drills import drill
from punto.school.drills.drill import lines_of
from punto.school.drills.situations import LINE
from punto.school.items import AT_TABLE, Answer, Form, Item, Question, right_answers
from punto.school.scenes import Lines, play_scene
from punto.table import configuration
from punto.table.scripts import play
from punto.table.scripts.stage import Stage

Answers = dict[str, Answer]
Belief = Callable[[pytest.MonkeyPatch, Game], Game | None]  # None: the game's own data are believed


def guess(item: Item, chance: Random) -> Answers:
    """An answer by somebody who knows the form of the questions and nothing else."""
    if item.topic in AT_TABLE:
        return {LINE: (chance.choice(("totals", "outcome", "close", "draw")),)}
    return {part.name: _guess(part.form, part.choices, chance) for part in item.parts}


def _guess(form: Form, choices: tuple[str, ...], chance: Random) -> Answer:
    match form:
        case Form.CHOICE:
            return (chance.choice(choices),)
        case Form.CHOICES | Form.ORDER:
            return tuple(chance.sample(choices, chance.randint(0, len(choices))))
        case Form.CHIPS:
            return (f"{chance.randint(1, 20)}x{chance.choice(choices)}",)
        case Form.NUMBER:
            return (str(chance.randint(0, 9)),)
        case Form.AMOUNT:
            return (str(chance.randint(0, 40) * 2500),)
        case Form.LINES:
            return ()


@cache
def _seen(lines: Lines) -> Stage:
    """A table as the law itself brought it there: called before anything wrong is believed."""
    return play_scene(lines)


def seen_scenes(questions: list[Question]) -> dict[Lines, Stage]:
    """The tables of questions, also before the last thing was done at them."""
    scenes = [lines_of(each.facts) for each in questions if "scene" in each.facts]
    return {lines: _seen(lines) for scene in scenes for lines in (scene, scene[:-1]) if lines}


def _copy(stage: Stage) -> Stage:
    found = copy(stage)
    found.events = list(stage.events)
    return found


def mistaken_answers(questions: list[Question], game: Game, belief: Belief) -> list[Answers]:
    """The answers of somebody who believes this; empty where the wrong law knows none."""
    given: list[Answers] = []
    seen = seen_scenes(questions)
    with pytest.MonkeyPatch.context() as patch:
        wrong = belief(patch, game) or game
        patch.setattr(drill, "play_scene", lambda lines: _copy(seen[lines]))
        patch.setattr(catalogue, "find_game", lambda name: wrong)
        patch.setattr(play, "find_game", lambda name, on=None: wrong)
        patch.setattr(configuration, "find_law", lambda *name: wrong)
        for question in questions:
            answers: Answers = {}
            with suppress(Refused, AssertionError, LookupError, ValueError):
                answers = right_answers(catalogue.solve(question))
            given.append(answers)
    return given
