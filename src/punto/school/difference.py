"""The short paper on what a later edition changes: questions that rest on the changed clauses."""

from punto.refusals import Reason, Refused
from punto.rules.comparison import differences
from punto.rules.game import Game
from punto.school.catalogue import drills_of, find_drill, make_item
from punto.school.chance import Chance
from punto.school.items import AT_TABLE, Question
from punto.school.papers import PASS_PERCENT, Paper, Plan

QUESTIONS = 10
TRIES = 40  # of each kind of question


def changed_clauses(one: Game, other: Game) -> frozenset[str]:
    """The clauses whose text or effect differs in the second edition."""
    found = {each.name for each in differences(one, other) if each.part == "clause"}
    for game, rival in ((one, other), (other, one)):
        for wager in game.wagers:
            same = any(each == wager for each in rival.wagers)
            found |= set() if same else {line.clause for line in wager.lines}
        found |= {each.clause for each in game.procedures if each not in rival.procedures}
        found |= {each.clause for each in game.grants if each not in rival.grants}
    return frozenset(found)


def check_earlier(one: Game, other: Game) -> None:
    """Refuse a paper on a difference that is none between two editions of one game."""
    if one.id != other.id or one.effective > other.effective:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "{other} has replaced no {one}: name an earlier edition of the same game.",
            other=other.ref,
            one=one.ref,
        )


def draw_difference_paper(
    one: Game,
    other: Game,
    seed: str,
    student: str = "",
    *,
    count: int = QUESTIONS,
    pass_percent: int = PASS_PERCENT,
) -> Paper:
    """Draw a paper in the later edition on what it changes; refuse where it changes nothing."""
    check_earlier(one, other)
    changed = changed_clauses(one, other)
    found: list[Question] = []
    chance = Chance(f"{seed}/{one.ref}/{other.ref}")
    kinds = [each.kind for each in drills_of(other) if each.topic not in AT_TABLE]
    for attempt in range(TRIES if changed else 0):
        for kind in chance.some(kinds, len(kinds)):
            item = make_item(other, kind, f"{chance.seed}/{attempt}")
            if set(item.clauses) & changed:
                found.append(item.question)
            if len(found) == count:
                return _paper(other, found, seed, student, pass_percent)
    if not found:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "{other} changes nothing in {one} that a question could ask about.",
            other=other.ref,
            one=one.ref,
        )
    return _paper(other, found, seed, student, pass_percent)


def _paper(
    game: Game, questions: list[Question], seed: str, student: str, pass_percent: int
) -> Paper:
    topics = [find_drill(question.kind).topic for question in questions]
    weights = {topic: topics.count(topic) for topic in dict.fromkeys(topics)}
    plan = Plan(game.ref, weights, pass_percent)
    return Paper(plan, seed, student, False, tuple(questions))
