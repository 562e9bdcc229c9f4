"""Files of the school: answers, lines and graded papers, read and graded again."""

import json
import sys
from pathlib import Path
from typing import Any

from punto.refusals import Reason, Refused
from punto.rules.games import find_game
from punto.school.class_report import Sat
from punto.school.difference import draw_difference_paper
from punto.school.documents import score_document
from punto.school.items import Topic
from punto.school.papers import Paper, Plan, draw_paper, grade_paper


def read_text(name: str) -> str:
    """The text of a file, or of standard input."""
    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError, ValueError):
        raise Refused(
            Reason.UNREADABLE_REQUEST, "{name!r} cannot be read.", name=name[:80]
        ) from None


def read_json(name: str) -> Any:
    """The JSON of a file, or of standard input."""
    try:
        return json.loads(read_text(name))
    except (ValueError, RecursionError):
        raise Refused(Reason.UNREADABLE_REQUEST, "{name!r} is not JSON.", name=name[:80]) from None


def read_lines_file(name: str) -> list[str]:
    """The lines of a file that say something."""
    return [line.strip() for line in read_text(name).splitlines() if line.strip()]


def drawn_paper(plan: Plan, seed: str, student: str, *, is_own: bool, since: str) -> Paper:
    """A paper from its seed, on everything or on what changed since an edition."""
    if not since:
        return draw_paper(plan, seed, student, is_own=is_own)
    one, other = find_game(since), find_game(plan.game)
    return draw_difference_paper(one, other, seed, student, pass_percent=plan.pass_percent)


def sat_paper(path: Path) -> tuple[Sat, bool]:
    """A graded paper graded again, and whether it says the same marks."""
    paper, answers, _, document = read_paper(path)
    marks = [[mark["is_right"] for mark in asked["marks"]] for asked in document["questions"]]
    said = (document["marks"], document["passed"])
    graded = grade_paper(paper, answers)
    found = [[mark.is_right for mark in each] for each in graded.marks]
    agrees = found == marks and said == (score_document(graded.total), graded.has_passed)
    return Sat(paper.student, paper, graded), agrees


def read_paper(path: Path) -> tuple[Paper, list[dict[str, tuple[str, ...]]], str, Any]:
    """A graded paper drawn again, its answers, the edition it compares with, and the document."""
    document = read_json(str(path))
    try:
        weights = {Topic(name): int(count) for name, count in document["weights"].items()}
        plan = Plan(str(document["game"]), weights, int(document["pass_percent"]))
        student, own = str(document["student"]), bool(document["own_paper"])
        answers = [
            {str(name): tuple(map(str, each)) for name, each in given.items()}
            for given in document["answers"]
        ]
        seed, since = str(document["seed"]), str(document["since"])
        _ = [[mark["is_right"] for mark in asked["marks"]] for asked in document["questions"]]
        _ = document["marks"], document["passed"]
    except (AttributeError, KeyError, TypeError, ValueError):
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "{path!r} is not a graded paper, as punto school paper --answers --json prints it.",
            path=str(path)[:80],
        ) from None
    paper = drawn_paper(plan, seed, student, is_own=own, since=since)
    return paper, answers, since, document
