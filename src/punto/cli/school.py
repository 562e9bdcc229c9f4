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
from punto.cli.school_files import drawn_paper, read_json, read_lines_file, read_text, sat_paper
from punto.cli.school_view import (
    print_csv,
    print_marks,
    print_questions,
    print_report,
    report_document,
)
from punto.messages import word_in
from punto.refusals import Reason, Refused
from punto.rules.game import Game
from punto.school.catalogue import drills_of, find_drill, grade_item, make_item
from punto.school.chance import Chance
from punto.school.class_report import class_report
from punto.school.documents import (
    LANGUAGES,
    graded_document,
    mark_document,
    paper_document,
    question_document,
    read_answers,
)
from punto.school.items import Item, Topic
from punto.school.papers import PASS_PERCENT, Plan, grade_paper, items_of, usual_plan
from punto.school.phrases import TOPICS, approved, recorded, score, total

COUNT_MAX = 200
ROUND = "deal-round"
Seed = Annotated[str, Parameter(help="The same seed gives the same questions; any text.")]
Language = Annotated[str, Parameter(help="en or zh.")]
AnswersFile = Annotated[
    str,
    Parameter(
        allow_leading_hyphen=True,
        help="A JSON list with the answers, to be graded; - is standard input.",
    ),
]
PracticeJournal = Annotated[str, Parameter(help="A practice journal: a file, or an address.")]
Who = Annotated[str, Parameter(name="--as", help="Who does it.")]
PositionName = Annotated[str, Parameter(help="Their position, as pit-manager.")]
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
            print_questions(shown)
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
        print_marks(items, marked, language)
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
    since: Annotated[
        str,
        Parameter(help="A short paper on what changed since this edition, as tiger@2."),
    ] = "",
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
    paper = drawn_paper(plan, seed, student, is_own=own, since=since)
    items = items_of(paper)
    if not answers:
        if json:
            print_json(paper_document(paper, items, language, since))
        else:
            print_questions([question_document(item, language) for item in items])
        return 0
    given = _answers(items, read_json(answers))
    graded = grade_paper(paper, given)
    if json:
        print_json(graded_document(paper, items, given, graded, language, since))
    else:
        marked = [
            [mark_document(item, mark, language) for mark in marks]
            for item, marks in zip(items, graded.marks, strict=True)
        ]
        print_marks(items, marked, language)
        out = console()
        for topic, each in graded.by_topic.items():
            name, marks = word_in(language, TOPICS[topic]), word_in(language, score(each))
            out.print(f"{name:<20}{marks:>10}", markup=False)
        out.print(
            word_in(language, total(graded.total, has_passed=graded.has_passed)), markup=False
        )
    return 0 if graded.has_passed else 1


def situation_school(
    game: Annotated[str, Parameter(help="The game's id; not needed with --script.")] = "",
    irregularity: Annotated[
        str,
        Parameter(help="What happens, as device-reset; deal-round has only patrons who act."),
    ] = "",
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
        return school_situations.play_written(read_text(script), given, language, json=json)
    if not game or not irregularity:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "Name a game and what happens, as tiger device-reset, or a --script.",
        )
    kind = irregularity if irregularity == ROUND else f"situation-{irregularity}"
    item = make_item(game_today(game), kind, seed or secrets.token_hex(4))
    return school_situations.play(item, given, language, json=json)


def results_school(
    *files: Annotated[
        Path,
        Parameter(help="Graded papers, as punto school paper --json prints, or practice journals."),
    ],
    csv: Annotated[
        bool, Parameter(help="Print a row a paper and topic, for spreadsheets.")
    ] = False,
    language: Language = "en",
    json: Json = False,
) -> int:
    """Sum up the papers of a class, each graded again; 1 if a paper's marks were altered."""
    check_language(language)
    if not files:
        raise Refused(Reason.UNREADABLE_REQUEST, "Name the graded papers of a class.")
    from punto.cli import school_records  # late: the others need no database

    papers, altered = [], []
    for path in files:
        if school_records.is_journal(path):
            papers += school_records.papers_on_record(str(path))
            continue
        sat, agrees = sat_paper(path)
        papers.append(sat)
        altered += [] if agrees else [str(path)]
    report = class_report(papers)
    if csv:
        print_csv(report)
    elif json:
        print_json({"altered": altered, **report_document(report)})
    else:
        print_report(report, language)
        for name in altered:
            console().print(f"{name}: its marks are not those of its answers.", markup=False)
    return 1 if altered else 0


def record_school(
    journal: PracticeJournal,
    paper: Annotated[Path, Parameter(help="A graded paper, as punto school paper --json prints.")],
    /,
    *,
    who: Who = "",
    position: PositionName = "pit-supervisor",
    language: Language = "en",
    json: Json = False,
) -> None:
    """Put a graded paper on record in a practice journal, which is made if there is none."""
    check_language(language)
    from punto.cli import school_records  # late: the others need no database

    done = school_records.record(journal, paper, school_records.staff_named(who, position))
    if json:
        print_json(done)
        return
    said = recorded(done["paper"], done["student"], has_passed=done["passed"])
    console().print(word_in(language, said), markup=False)


def approve_school(
    journal: PracticeJournal,
    number: Annotated[int, WHOLE, Parameter(help="The paper's number.")],
    /,
    *,
    who: Who = "",
    position: PositionName = "pit-manager",
    language: Language = "en",
    json: Json = False,
) -> None:
    """Approve a paper on record as its examiner: one that was passed earns its certificate."""
    check_language(language)
    from punto.cli import school_records  # late: the others need no database

    by = school_records.staff_named(who, position)
    sat = school_records.approve(journal, number, by).papers[number]
    if json:
        print_json({"paper": number, "student": sat.student, "certified": sat.has_passed})
        return
    said = approved(number, sat.student, sat.game, has_passed=sat.has_passed)
    console().print(word_in(language, said), markup=False)


def certificates_school(journal: PracticeJournal, /, *, json: Json = False) -> None:
    """List the certificates on record, and which are void because their edition was replaced."""
    from punto.cli import school_records  # late: the others need no database

    found = school_records.certificates(journal)
    if json:
        print_json(found)
        return
    for each in found:
        line = f"{each['student']:<20}{each['game']:<32}paper {each['paper']:<6}{each['standing']}"
        console().print(line, markup=False)


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
