"""Students: a perfect one, one who guesses, and those who believe one wrong thing about the law.

A mistaken student works every question out by a law that is wrong in one place. Where the wrong
law cannot play the scene of a question at all, the student has seen it played and answers rightly.
"""

from collections.abc import Callable
from contextlib import suppress
from random import Random

import pytest

from punto.refusals import Refused
from punto.rules.game import Game
from punto.school import catalogue
from punto.school.drills.situations import LINE
from punto.school.items import AT_TABLE, Answer, Form, Item, Question, right_answers
from punto.table import configuration
from punto.table.scripts import play

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


def mistaken_answers(questions: list[Question], game: Game, belief: Belief) -> list[Answers]:
    """The answers of somebody who believes this; empty where the wrong law knows none."""
    given: list[Answers] = []
    with pytest.MonkeyPatch.context() as patch:
        wrong = belief(patch, game) or game
        patch.setattr(catalogue, "find_game", lambda name: wrong)
        patch.setattr(play, "find_game", lambda name, on=None: wrong)
        patch.setattr(configuration, "find_law", lambda *name: wrong)
        for question in questions:
            answers: Answers = {}
            with suppress(Refused, AssertionError, LookupError, ValueError):
                answers = right_answers(catalogue.solve(question))
            given.append(answers)
    return given
