"""How the school is printed: questions, marks with their clauses, and a class."""

import csv
import sys
from collections.abc import Sequence
from typing import Any

from punto.cli.output import console
from punto.messages import word_in
from punto.school.class_report import ClassReport
from punto.school.documents import question_document, score_document
from punto.school.items import Item
from punto.school.labels import part_label
from punto.school.papers import Score
from punto.school.phrases import MISSED, WEAK_CLAUSES, result, score, verdict


def print_questions(questions: Sequence[dict[str, Any]]) -> None:
    """Print questions with their scenes, and what each part may be answered by."""
    out = console()
    for number, asked in enumerate(questions, 1):
        out.print(f"{number}. {asked['question']}", markup=False)
        for line in asked["facts"].get("scene", ()):
            out.print(f"     {line}", markup=False)
        for part in asked["parts"]:
            choices = f": {choices_of(part)}" if part["choices"] else ""
            out.print(f"   {part['name']} ({part['form']}){choices}", markup=False)


def choices_of(part: dict[str, Any]) -> str:
    """The choices of a part to answer with, each with what it means where that is another word."""
    return ", ".join(
        value if value.replace("-", " ") == name.lower() else f"{value} ({name})"
        for value, name in zip(part["choices"], part["labels"], strict=True)
    )


def print_marks(items: Sequence[Item], marked: Any, language: str) -> None:
    """Print which questions were right, and of the others the right answer with its clauses."""
    out = console()
    for number, (item, marks) in enumerate(zip(items, marked, strict=True), 1):
        lost = [mark for mark in marks if not mark["is_right"]]
        question = question_document(item, language)["question"]
        found = word_in(language, verdict(is_right=not lost))
        out.print(f"{number}. {found}: {question}", markup=False)
        for mark in lost:
            right, part = ", ".join(mark["right"]) or "-", part_label(mark["part"])
            said = f"   {word_in(language, part)}: {right}. {mark['why']}"
            out.print(said.rstrip(), markup=False)
            for clause in mark["clauses"]:
                out.print(f"     {clause['clause']} {clause['says']}", markup=False)


def report_document(report: ClassReport) -> dict[str, Any]:
    """A class as a document for programs."""
    return {
        "papers": [
            {
                "student": sat.student,
                "game": sat.paper.plan.game,
                "seed": sat.paper.seed,
                "passed": sat.graded.has_passed,
                "marks": score_document(sat.graded.total),
            }
            for sat in report.papers
        ],
        "ready": list(report.ready),
        "topics": {topic.value: score_document(each) for topic, each in report.by_topic.items()},
        "weak_clauses": [
            {"game": each.game, "clause": each.name, "missed": each.missed, "asked": each.asked}
            for each in report.weak_clauses
        ],
        "missed_kinds": [
            {"game": each.game, "kind": each.name, "missed": each.missed, "asked": each.asked}
            for each in report.missed_kinds
        ],
    }


def print_report(report: ClassReport, language: str) -> None:
    """Print who has passed, and what is weak."""
    out = console()
    for sat in report.papers:
        marks = word_in(language, score(sat.graded.total))
        passed = word_in(language, result(has_passed=sat.graded.has_passed))
        name = sat.student or "-"
        out.print(f"{name:<20}{sat.paper.plan.game:<30}{marks:>12} {passed}", markup=False)
    for title, found in ((WEAK_CLAUSES, report.weak_clauses), (MISSED, report.missed_kinds)):
        if found:
            out.print(word_in(language, title), markup=False)
        for each in found:
            missed = word_in(language, score(Score(each.missed, each.asked)))
            out.print(f"  {each.game} {each.name}: {missed}", markup=False)


def print_csv(report: ClassReport) -> None:
    """Print a row for each paper and topic."""
    rows = csv.writer(sys.stdout, lineterminator="\n")
    rows.writerow(("student", "game", "seed", "passed", "topic", "got", "of"))
    for sat in report.papers:
        about = (sat.student, sat.paper.plan.game, sat.paper.seed, sat.graded.has_passed)
        for topic, each in sat.graded.by_topic.items():
            rows.writerow((*about, topic.value, each.got, each.of))
