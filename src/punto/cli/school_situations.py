"""A situation on the command line: the scene is shown, lines are played, points are printed."""

import sys
from collections.abc import Sequence
from typing import Any

from punto.cli.output import console, print_json
from punto.rules.games import find_game
from punto.school.course import Course
from punto.school.documents import mark_document, question_document
from punto.school.drills.situations import situation_of
from punto.school.items import Item, Mark
from punto.school.situations import assess, hint
from punto.school.written import assess_written, read_written

HINT = "?"


def play(item: Item, given: Sequence[str] | None, language: str, *, json: bool) -> int:
    """Show a situation, or play a student's lines in it and print the points."""
    asked = question_document(item, language)
    situation = situation_of(item.question)
    if given is None and sys.stdin.isatty() and not json:
        _show(asked["question"], situation.scene, situation.said)
        given = _lines(lambda done: hint(situation, done)[0])
    if given is None:
        if json:
            print_json(asked)
        else:
            _show(asked["question"], situation.scene, situation.said)
        return 0
    assessed = assess(situation, given)
    marks = [mark_document(item, mark, language) for mark in assessed.marks]
    right = [turn.line for turn in assessed.right.turns]
    if json:
        print_json(
            {**asked, "points": marks, "line": _course(assessed.course), "right_line": right}
        )
    else:
        _print_points(marks, assessed.course, right)
    return 0 if all(mark.is_right for mark in assessed.marks) else 1


def play_written(text: str, given: Sequence[str] | None, *, json: bool) -> int:
    """The same with a trainer's own situation, which is checked first."""
    written = read_written(text)
    if given is None:
        if json:
            print_json({"game": written.game, "scene": list(written.scene)})
        else:
            _show("", written.scene, ())
        return 0
    marks, course = assess_written(written, given)
    points = [_plain(written.game, mark) for mark in marks]
    if json:
        answer = {"game": written.game, "points": points, "line": _course(course)}
        print_json({**answer, "right_line": list(written.right)})
    else:
        _print_points(points, course, list(written.right))
    return 0 if all(mark.is_right for mark in marks) else 1


def _plain(game: str, mark: Mark) -> dict[str, Any]:
    from punto.school.documents import clause_document, worded

    law = find_game(game)
    return {
        "part": mark.part,
        "is_right": mark.is_right,
        "why": worded(mark.why),
        "clauses": [clause_document(law, each) for each in mark.clauses],
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
        out.print(f"  asked, this patron would say: {line}", markup=False)


def _lines(hinted: Any) -> list[str]:
    """Lines typed until an empty one; a question mark asks for the next right one."""
    console().print("What do you do? One line at a time; ? for a hint, an empty line to end.")
    done: list[str] = []
    while line := input("> ").strip():
        if line == HINT:
            console().print(hinted(done) or "nothing is left to do", markup=False)
        else:
            done.append(line)
    return done


def _print_points(points: Sequence[dict[str, Any]], course: Course, right: Sequence[str]) -> None:
    out = console()
    for point in points:
        clauses = ", ".join(each["clause"] for each in point["clauses"])
        verdict = "yes" if point["is_right"] else "no"
        out.print(f"{verdict:<4}{point['part']:<32}{clauses}".rstrip(), markup=False)
    for turn in course.refusals:
        out.print(f"refused: {turn.line}: {turn.refused}", markup=False)
    out.print(f"The right line: {'; '.join(right)}.", markup=False)
