"""A situation on the command line: the scene is shown, lines are played, points are printed."""

import sys
from collections.abc import Sequence
from typing import Any

from punto.cli.output import console, print_json
from punto.messages import word_in
from punto.rules.games import find_game
from punto.school.course import Course
from punto.school.documents import mark_document, question_document
from punto.school.drills.drill import lines_of
from punto.school.drills.rounds import Dealt, acts_of, assess_round, next_line_of_round
from punto.school.drills.situations import situation_of
from punto.school.items import Item, Mark, Topic
from punto.school.labels import part_label
from punto.school.phrases import (
    ASK_LINES,
    NOTHING_LEFT,
    patron_act,
    patron_reply,
    refused_line,
    right_line,
    verdict,
)
from punto.school.situations import Assessed, assess, hint
from punto.school.written import assess_written, read_written

HINT = "?"


def play(item: Item, given: Sequence[str] | None, language: str, *, json: bool) -> int:
    """Show a situation, or play a student's lines in it and print the points."""
    asked = question_document(item, language)
    is_round = item.topic is Topic.ROUNDS
    scene = lines_of(item.question.facts)
    said = patron_lines(item, language) if is_round else _replies(item, language)
    if given is None and sys.stdin.isatty() and not json:
        _show(asked["question"], scene, said)
        given = _lines(lambda done: _hint(item, done), language)
    if given is None:
        if json:
            print_json(asked)
        else:
            _show(asked["question"], scene, said)
        return 0
    assessed: Assessed | Dealt
    if is_round:
        assessed = assess_round(find_game(item.question.game), item.question.facts, given)
    else:
        assessed = assess(situation_of(item.question), given)
    marks = [mark_document(item, mark, language) for mark in assessed.marks]
    right = [turn.line for turn in assessed.right.turns]
    if json:
        print_json(
            {**asked, "points": marks, "line": _course(assessed.course), "right_line": right}
        )
    else:
        _print_points(marks, assessed.course, right, language)
    return 0 if all(mark.is_right for mark in assessed.marks) else 1


def _replies(item: Item, language: str) -> list[str]:
    said = situation_of(item.question).said
    return [word_in(language, patron_reply(line)) for line in said]


def patron_lines(item: Item, language: str) -> list[str]:
    """What patrons do of their own accord, at which stage, and how it is answered."""
    return [word_in(language, patron_act(act)) for act in acts_of(item.question.facts)]


def _hint(item: Item, done: Sequence[str]) -> str:
    """The next right line after these."""
    if item.topic is Topic.ROUNDS:
        return next_line_of_round(find_game(item.question.game), item.question.facts, done)
    return hint(situation_of(item.question), done)[0]


def play_written(text: str, given: Sequence[str] | None, language: str, *, json: bool) -> int:
    """The same with a trainer's own situation, which is checked first."""
    written = read_written(text)
    if given is None:
        if json:
            print_json({"game": written.game, "scene": list(written.scene)})
        else:
            _show("", written.scene, ())
        return 0
    marks, course = assess_written(written, given)
    points = [_plain(written.game, mark, language) for mark in marks]
    if json:
        answer = {"game": written.game, "points": points, "line": _course(course)}
        print_json({**answer, "right_line": list(written.right)})
    else:
        _print_points(points, course, list(written.right), language)
    return 0 if all(mark.is_right for mark in marks) else 1


def _plain(game: str, mark: Mark, language: str) -> dict[str, Any]:
    from punto.school.documents import clause_document, worded

    law = find_game(game)
    return {
        "part": mark.part,
        "is_right": mark.is_right,
        "why": worded(mark.why, language),
        "clauses": [clause_document(law, each, language) for each in mark.clauses],
    }


def _course(course: Course) -> list[dict[str, str]]:
    return [
        {"line": turn.line, "refused": str(turn.refused) if turn.refused else ""}
        for turn in course.turns
    ]


def _show(sentence: str, scene: Sequence[str], said: Sequence[str]) -> None:
    out = console()
    for line in scene:
        out.print(f"  {line}", markup=False)
    if sentence:
        out.print(sentence, markup=False)
    for line in said:
        out.print(f"  {line}", markup=False)


def _lines(hinted: Any, language: str) -> list[str]:
    """Lines typed until an empty one; a question mark asks for the next right one."""
    console().print(word_in(language, ASK_LINES), markup=False)
    done: list[str] = []
    while line := input("> ").strip():
        if line == HINT:
            console().print(hinted(done) or word_in(language, NOTHING_LEFT), markup=False)
        else:
            done.append(line)
    return done


def _print_points(
    points: Sequence[dict[str, Any]], course: Course, right: list[str], language: str
) -> None:
    out = console()
    for point in points:
        clauses = ", ".join(each["clause"] for each in point["clauses"])
        found = word_in(language, verdict(is_right=point["is_right"]))
        part = word_in(language, part_label(point["part"]))
        out.print(f"{found:<6}{part:<40}{clauses}".rstrip(), markup=False)
    for turn in course.refusals:
        assert turn.refused is not None, "only those"
        said = refused_line(turn.line, turn.refused.message)
        out.print(word_in(language, said), markup=False)
    out.print(word_in(language, right_line(right)), markup=False)
