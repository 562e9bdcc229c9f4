"""A class: how far everyone is, which clauses are weak, and what is missed most often."""

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from punto.school.items import Mark, Topic
from punto.school.papers import Graded, Paper, Score

SHOWN = 10  # of the weakest clauses and kinds


class Sat(Struct, frozen=True):
    """A paper that a student sat, graded."""

    student: str
    paper: Paper
    graded: Graded


class Missed(Struct, frozen=True):
    """How often marks were lost that rest on a clause, or are of a kind of question."""

    game: str
    name: str
    missed: int
    asked: int


class ClassReport(Struct, frozen=True):
    """What a trainer wants to know of a class."""

    papers: tuple[Sat, ...]
    ready: tuple[str, ...]  # whose last paper was passed
    by_topic: dict[Topic, Score]
    weak_clauses: tuple[Missed, ...]
    missed_kinds: tuple[Missed, ...]


def class_report(papers: Sequence[Sat], shown: int = SHOWN) -> ClassReport:
    """Sum up the papers of a class, in the order they were sat."""
    clauses: Counter[tuple[str, str]] = Counter()
    clauses_missed: Counter[tuple[str, str]] = Counter()
    kinds: Counter[tuple[str, str]] = Counter()
    kinds_missed: Counter[tuple[str, str]] = Counter()
    by_topic: dict[Topic, Score] = {}
    last = {sat.student: sat.graded.has_passed for sat in papers}
    for sat in papers:
        game = sat.paper.plan.game
        for topic, score in sat.graded.by_topic.items():
            before = by_topic.get(topic, Score(0, 0))
            by_topic[topic] = Score(before.got + score.got, before.of + score.of)
        for question, marks in zip(sat.paper.questions, sat.graded.marks, strict=True):
            right = sum(mark.is_right for mark in marks)
            kinds[game, question.kind] += len(marks)
            kinds_missed[game, question.kind] += len(marks) - right
            for clause, is_right in _by_clause(marks):
                clauses[game, clause] += 1
                clauses_missed[game, clause] += not is_right
    return ClassReport(
        tuple(papers),
        tuple(student for student, has_passed in last.items() if has_passed),
        by_topic,
        _worst(clauses_missed, clauses, shown),
        _worst(kinds_missed, kinds, shown),
    )


def _by_clause(marks: Sequence[Mark]) -> list[tuple[str, bool]]:
    """Each mark once for every clause that it rests on."""
    return [(clause, mark.is_right) for mark in marks for clause in mark.clauses]


def _worst(
    missed: Counter[tuple[str, str]], asked: Counter[tuple[str, str]], shown: int
) -> tuple[Missed, ...]:
    """Those missed most often, by their share; of equal shares the one asked more often."""
    found = [Missed(*key, missed[key], asked[key]) for key in asked if missed[key]]
    found.sort(key=lambda each: (-each.missed * 10_000 // each.asked, -each.asked, each.name))
    return tuple(found[:shown])
