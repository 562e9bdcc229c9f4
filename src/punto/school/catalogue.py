"""The catalogue of drills: every kind of question that the school can ask."""

from collections.abc import Mapping

from punto.refusals import Reason, Refused
from punto.rules.game import Game
from punto.rules.games import find_game
from punto.school.chance import Chance
from punto.school.drills import (
    authority,
    calls,
    cards,
    handling,
    irregularities,
    outcomes,
    payments,
    rounds,
    shoes,
    situations,
    stakes,
    steps,
)
from punto.school.drills.drill import Drill
from punto.school.drills.rounds import right_round
from punto.school.drills.situations import LINE, right_answer
from punto.school.items import Answer, Answers, Item, Mark, Question, Topic, right_answers

DRILLS: Mapping[str, Drill] = {
    drill.kind: drill
    for room in (
        cards,
        steps,
        outcomes,
        payments,
        calls,
        shoes,
        handling,
        stakes,
        authority,
        irregularities,
        situations,
        rounds,
    )
    for drill in room.DRILLS
}


def find_drill(kind: str) -> Drill:
    """The drill of this kind, or refuse one that there is not."""
    found = DRILLS.get(kind)
    if found is None:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "There is no drill {kind!r}; the drills are {known}.",
            kind=kind[:40],
            known=tuple(DRILLS),
        )
    return found


def drills_of(game: Game, topic: Topic | None = None) -> tuple[Drill, ...]:
    """The drills that a game has something for, of one topic or of all."""
    return tuple(
        drill for drill in DRILLS.values() if drill.applies(game) and topic in (None, drill.topic)
    )


def make_item(game: Game, kind: str, seed: str) -> Item:
    """A question of this kind, made from a seed, with its right answers."""
    return solve(make_question(game, kind, seed))


def make_question(game: Game, kind: str, seed: str) -> Question:
    """A question of this kind, made from a seed."""
    drill = find_drill(kind)
    if not drill.applies(game):
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "{game} has nothing for the drill {kind!r}.",
            game=game.title,
            kind=kind,
        )
    facts = drill.make(game, Chance(f"{seed}/{game.ref}/{kind}"))
    return Question(kind, game.ref, facts)


def solve(question: Question) -> Item:
    """A question with its right answers, worked out by the law."""
    drill = find_drill(question.kind)
    game = find_game(question.game)
    solution = drill.solve(game, question.facts)
    return Item(question, drill.topic, solution.text, solution.parts)


def grade_item(item: Item, answers: Answers) -> tuple[Mark, ...]:
    """Mark the answers to a question: part by part, or a line that was played at a table."""
    return find_drill(item.question.kind).grade(item, answers)


def full_answers(item: Item) -> dict[str, Answer]:
    """The answers that earn every mark."""
    if item.topic is Topic.SITUATIONS:
        return {LINE: right_answer(item)}
    if item.topic is Topic.ROUNDS:
        return {LINE: right_round(item)}
    return right_answers(item)
