"""`punto school`: drills, situations and papers on the games' rules, and the results of a class."""

import secrets
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from punto.cli import arguments
from punto.cli.arguments import WHOLE, Json
from punto.cli.editions import game_today
from punto.cli.output import console, print_json
from punto.cli.school_files import read_json, read_lines_file, read_text, sat_paper
from punto.refusals import Reason, Refused
from punto.rules.game import Game
from punto.school.catalogue import drills_of, find_drill, grade_item, make_item
from punto.school.chance import Chance
from punto.school.class_report import ClassReport, class_report
from punto.school.documents import (
    LANGUAGES,
    graded_document,
    mark_document,
    paper_document,
    question_document,
    read_answers,
    score_document,
)
from punto.school.items import Item, Topic
from punto.school.papers import PASS_PERCENT, Plan, draw_paper, grade_paper, items_of, usual_plan

COUNT_MAX = 200
Seed = Annotated[str, Parameter(help="The same seed gives the same questions; any text.")]
Language = Annotated[str, Parameter(help="en or zh.")]
AnswersFile = Annotated[
    str,
    Parameter(
        allow_leading_hyphen=True,
        help="A JSON list with the answers, to be graded; - is standard input.",
    ),
]
TopicName = Annotated[str, Parameter(help="Questions of one topic, as payment.")]


def drill_school(
    game: arguments.Game,
    /,
    *,
    topic: TopicName = "",
    kind: Annotated[str, Parameter(help="Questions of one kind, as who-draws.")] = "",
    count: Annotated[int, WHOLE, Parameter(help="How many questions.")] = 10,
    seed: Seed = "",
    answers: AnswersFile = "",
    progress: Annotated[
        str,
        Parameter(help="A .json file with a student's progress: what was wrong comes back first."),
    ] = "",
    language: Language = "en",
    json: Json = False,
) -> int:
    """Ask questions on a game's rules; graded at once, every mistake with its clause."""
    chosen = game_today(game)
    check_language(language)
    if not 1 <= count <= COUNT_MAX:
        raise Refused(Reason.UNREADABLE_REQUEST, "Ask from 1 to {most} questions.", most=COUNT_MAX)
    seed = seed or secrets.token_hex(4)
    kinds, kept = _kinds(chosen, topic, kind), None
    if progress:
        from punto.cli.school_progress import ProgressFile  # late: few use it

        kept = ProgressFile(progress)
        items = _drawn(chosen, kept.order(chosen, kinds)[:count], count, seed)
    else:
        items = _drawn(chosen, _shuffled(kinds, seed), count, seed)
    if not answers and sys.stdin.isatty() and not json:
        from punto.cli.school_dialogue import ask_all  # late: few commands talk

        return ask_all(chosen, items, language, kept)
    if not answers:
        shown = [question_document(item, language) for item in items]
        if json:
            print_json({"game": chosen.ref, "seed": seed, "questions": shown})
        else:
            _print_questions(shown)
        return 0
    given = _answers(items, read_json(answers))
    earned = [grade_item(item, each) for item, each in zip(items, given, strict=True)]
    if kept is not None:
        for item, marks in zip(items, earned, strict=True):
            kept.record(chosen, item, marks)
        kept.write()
    marked = [
        [mark_document(item, mark, language) for mark in marks]
        for item, marks in zip(items, earned, strict=True)
    ]
    if json:
        asked = [
            {**question_document(item, language), "marks": marks}
            for item, marks in zip(items, marked, strict=True)
        ]
        print_json({"game": chosen.ref, "seed": seed, "questions": asked})
    else:
        _print_marks(items, marked, language)
    return 0


def paper_school(
    game: arguments.Game,
    /,
    *,
    seed: Seed,
    student: Annotated[str, Parameter(help="Whose paper it is.")] = "",
    own: Annotated[bool, Parameter(help="Every student has a paper of their own.")] = False,
    weight: Annotated[
        tuple[str, ...],
        Parameter(help="TOPIC=N: so many questions of a topic; give it again for each topic."),
    ] = (),
    pass_percent: Annotated[
        int, WHOLE, Parameter(name="--pass", help="The pass mark, in percent.")
    ] = PASS_PERCENT,
    answers: AnswersFile = "",
    language: Language = "en",
    json: Json = False,
) -> int:
    """Draw a paper from a seed, or grade the answers to it; 1 if it is not passed."""
    chosen = game_today(game)
    check_language(language)
    plan = usual_plan(chosen, pass_percent)
    if weight:
        plan = Plan(chosen.ref, dict(map(_weight, weight)), pass_percent)
    paper = draw_paper(plan, seed, student, is_own=own)
    items = items_of(paper)
    if not answers:
        if json:
            print_json(paper_document(paper, items, language))
        else:
            _print_questions([question_document(item, language) for item in items])
        return 0
    given = _answers(items, read_json(answers))
    graded = grade_paper(paper, given)
    if json:
        print_json(graded_document(paper, items, given, graded, language))
    else:
        marked = [
            [mark_document(item, mark, language) for mark in marks]
            for item, marks in zip(items, graded.marks, strict=True)
        ]
        _print_marks(items, marked, language)
        verdict = "passed" if graded.has_passed else "not passed"
        score = graded.total
        out = console()
        for name, each in graded.by_topic.items():
            out.print(f"{name.value:<16}{each.got:>5} of {each.of}", markup=False)
        out.print(f"{score.got} of {score.of} marks: {verdict}.", markup=False)
    return 0 if graded.has_passed else 1


def situation_school(
    game: Annotated[str, Parameter(help="The game's id; not needed with --script.")] = "",
    irregularity: Annotated[str, Parameter(help="What happens, as device-reset.")] = "",
    /,
    *,
    script: Annotated[str, Parameter(help="A trainer's situation, a round script.")] = "",
    seed: Seed = "",
    lines: Annotated[
        str,
        Parameter(
            allow_leading_hyphen=True,
            help="A file with what the student does, line by line; - is standard input.",
        ),
    ] = "",
    language: Language = "en",
    json: Json = False,
) -> int:
    """Act at a practice table at which something goes wrong; 1 if a point is lost."""
    from punto.cli import school_situations  # late: drills do not need it

    check_language(language)
    given = read_lines_file(lines) if lines else None
    if script:
        return school_situations.play_written(read_text(script), given, json=json)
    if not game or not irregularity:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "Name a game and what happens, as tiger device-reset, or a --script.",
        )
    item = make_item(game_today(game), f"situation-{irregularity}", seed or secrets.token_hex(4))
    return school_situations.play(item, given, language, json=json)


def results_school(
    *files: Annotated[Path, Parameter(help="Graded papers, as punto school paper --json prints.")],
    json: Json = False,
) -> int:
    """Sum up the papers of a class, each graded again; 1 if a paper's marks were altered."""
    if not files:
        raise Refused(Reason.UNREADABLE_REQUEST, "Name the graded papers of a class.")
    read = [(str(path), *sat_paper(path)) for path in files]
    altered = [path for path, _, agrees in read if not agrees]
    report = class_report([sat for _, sat, _ in read])
    if json:
        print_json({"altered": altered, **_report_document(report)})
    else:
        _print_report(report)
        for path in altered:
            console().print(f"{path}: its marks are not those of its answers.", markup=False)
    return 1 if altered else 0


def check_language(language: str) -> None:
    """Refuse a language that questions are not worded in."""
    if language not in LANGUAGES:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "Questions are worded in en or zh, not {language!r}.",
            language=language[:20],
        )


def _kinds(game: Game, topic: str, kind: str) -> list[str]:
    if kind:
        return [find_drill(kind).kind]
    if topic and topic not in set(Topic):
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "There is no topic {topic!r}; the topics are {known}.",
            topic=topic[:40],
            known=tuple(each.value for each in Topic),
        )
    found = [drill.kind for drill in drills_of(game, Topic(topic) if topic else None)]
    if not found:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "{game} has no questions on {topic}.",
            game=game.title,
            topic=topic,
        )
    return found


def _shuffled(kinds: list[str], seed: str) -> list[str]:
    return Chance(f"{seed}/drill").some(kinds, len(kinds))


def _drawn(game: Game, kinds: list[str], count: int, seed: str) -> list[Item]:
    """So many questions in the order of their kinds, every kind before one comes again."""
    return [make_item(game, kinds[at % len(kinds)], f"{seed}/{at}") for at in range(count)]


def _answers(items: Iterable[Item], given: Any) -> list[dict[str, tuple[str, ...]]]:
    asked = list(items)
    if not isinstance(given, list) or len(given) > len(asked):
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "There are {count} questions, and the answers are a list of at most so many.",
            count=len(asked),
        )
    padded = [*given, *({} for _ in range(len(asked) - len(given)))]
    return [read_answers(item, each) for item, each in zip(asked, padded, strict=True)]


def _weight(text: str) -> tuple[Topic, int]:
    name, equals, count = text.partition("=")
    if not equals or name not in set(Topic):
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "{text!r} is not a weight; write it as payment=5, with a topic of {known}.",
            text=text[:40],
            known=tuple(each.value for each in Topic),
        )
    return Topic(name), arguments.read_whole(count, "The weight")


def _print_questions(questions: list[dict[str, Any]]) -> None:
    out = console()
    for number, asked in enumerate(questions, 1):
        out.print(f"{number}. {asked['question']}", markup=False)
        for line in asked["facts"].get("scene", ()):
            out.print(f"     {line}", markup=False)
        for part in asked["parts"]:
            choices = f": {', '.join(part['choices'])}" if part["choices"] else ""
            out.print(f"   {part['name']} ({part['form']}){choices}", markup=False)


def _print_marks(items: list[Item] | tuple[Item, ...], marked: Any, language: str) -> None:
    out = console()
    for number, (item, marks) in enumerate(zip(items, marked, strict=True), 1):
        lost = [mark for mark in marks if not mark["is_right"]]
        question = question_document(item, language)["question"]
        out.print(f"{number}. {'right' if not lost else 'wrong'}: {question}", markup=False)
        for mark in lost:
            right = ", ".join(mark["right"]) or "-"
            out.print(f"   {mark['part']}: {right}. {mark['why']}".rstrip(), markup=False)
            for clause in mark["clauses"]:
                out.print(f"     {clause['clause']} {clause['says']}", markup=False)


def _report_document(report: ClassReport) -> dict[str, Any]:
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


def _print_report(report: ClassReport) -> None:
    out = console()
    for sat in report.papers:
        score, verdict = sat.graded.total, "passed" if sat.graded.has_passed else "not passed"
        name = sat.student or "-"
        out.print(
            f"{name:<20}{sat.paper.plan.game:<30}{score.got:>5} of {score.of:<5}{verdict}",
            markup=False,
        )
    for title, found in (("Weak clauses", report.weak_clauses), ("Missed", report.missed_kinds)):
        if found:
            out.print(f"{title}:", markup=False)
        for each in found:
            out.print(f"  {each.game} {each.name}: {each.missed} of {each.asked}", markup=False)
