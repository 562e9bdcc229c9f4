"""Questions, marks and papers as documents for programs; amounts as decimal strings."""

from collections.abc import Mapping, Sequence
from typing import Any

from punto.messages import CHINESE, ENGLISH, Message, word_in
from punto.money import parse_amount, print_amount
from punto.refusals import Reason, Refused
from punto.rules.game import Game
from punto.rules.games import find_game
from punto.school.citations import summary
from punto.school.items import AT_TABLE, Answer, Answers, Form, Item, Mark, Part
from punto.school.labels import label, part_label
from punto.school.papers import Graded, Paper, Score

HIDDEN = ("happened", "irregularity")  # of a situation: the student has to recognise it
LANGUAGES = (ENGLISH, CHINESE)


def question_document(item: Item, language: str = ENGLISH) -> dict[str, Any]:
    """A question as a student sees it: without its answers, and without what gives them away."""
    hidden = HIDDEN if item.topic in AT_TABLE else ()
    parts = () if item.topic in AT_TABLE else item.parts
    return {
        "kind": item.question.kind,
        "topic": item.topic.value,
        "game": item.question.game,
        "question": word_in(language, item.text),
        "facts": {name: fact for name, fact in item.question.facts.items() if name not in hidden},
        "parts": [
            {
                "name": part.name,
                "title": word_in(language, part_label(part.name)),
                "form": part.form.value,
                "choices": list(part.choices),
                "labels": choice_labels(part, language),
            }
            for part in parts
        ],
    }


def choice_labels(part: Part, language: str = ENGLISH) -> list[str]:
    """The choices of a part as people read them."""
    if part.chinese:
        return list(part.chinese if language == CHINESE else part.choices)
    return [word_in(language, label(each)) for each in part.choices]


def mark_document(item: Item, mark: Mark, language: str = ENGLISH) -> dict[str, Any]:
    """What one part earned, with the right answer, the clauses and what they say."""
    game = find_game(item.question.game)
    form = next((part.form for part in item.parts if part.name == mark.part), Form.CHOICE)
    return {
        "part": mark.part,
        "given": written_answer(form, mark.given),
        "right": written_answer(form, mark.right),
        "is_right": mark.is_right,
        "why": worded(mark.why, language),
        "clauses": [clause_document(game, each, language) for each in mark.clauses],
    }


def clause_document(game: Game, clause: str, language: str = ENGLISH) -> dict[str, str]:
    """A clause or reading with what it says, in our own words."""
    said = summary(game, clause, chinese=language == CHINESE)
    return {"clause": clause, "says": said}


def worded(message: Message | None, language: str = ENGLISH) -> str:
    """A message in a language; nothing where there is none."""
    return word_in(language, message) if message is not None else ""


def written_answer(form: Form, answer: Answer) -> list[str]:
    """An answer as people write it: amounts as decimals."""
    if form is Form.AMOUNT:
        return [print_amount(int(each)) if _is_cents(each) else each for each in answer]
    return list(answer)


def _is_cents(text: str) -> bool:
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdigit()


def read_answers(item: Item, given: Any) -> dict[str, Answer]:
    """Read the answers to one question: an object of part names, each with a word or a list."""
    if not isinstance(given, Mapping):
        raise _not_answers()
    forms = {part.name: part for part in item.parts}
    return {str(name): _read_answer(forms.get(str(name)), each) for name, each in given.items()}


def _read_answer(part: Part | None, given: Any) -> Answer:
    words = (given,) if isinstance(given, str | int) else given
    if not isinstance(words, Sequence) or not all(isinstance(each, str | int) for each in words):
        raise _not_answers()
    answer = tuple(str(each) for each in words)
    if part is None or part.form is not Form.AMOUNT:
        return answer
    return tuple(_cents(each) for each in answer)


def _cents(text: str) -> str:
    """An amount in minor units; zero is nothing moved, and what is no amount stays as it is."""
    if not text.strip("0.") and text.strip():
        return "0"
    try:
        return str(parse_amount(text))
    except Refused:
        return f"{text[:40]} is no amount"


def _not_answers() -> Refused:
    return Refused(
        Reason.UNREADABLE_REQUEST,
        "Answers are a list of objects, each with its parts by name, as"
        ' [{{"total": "7"}}, {{"draws": "banker"}}].',
    )


def answers_document(answers: Sequence[Answers]) -> list[dict[str, list[str]]]:
    """Answers as they were given, in minor units."""
    return [{name: list(each) for name, each in given.items()} for given in answers]


def paper_document(
    paper: Paper, items: Sequence[Item], language: str = ENGLISH, since: str = ""
) -> dict[str, Any]:
    """A paper as a student sees it; `since` is the edition before, where it is on what changed."""
    return {
        **_plan_document(paper, since),
        "questions": [question_document(item, language) for item in items],
    }


def graded_document(
    paper: Paper,
    items: Sequence[Item],
    answers: Sequence[Answers],
    graded: Graded,
    language: str = ENGLISH,
    since: str = "",
) -> dict[str, Any]:
    """A paper with its marks, and the answers that can be graded again."""
    return {
        **_plan_document(paper, since),
        "passed": graded.has_passed,
        "marks": score_document(graded.total),
        "topics": {topic.value: score_document(each) for topic, each in graded.by_topic.items()},
        "answers": answers_document(answers),
        "questions": [
            {
                **question_document(item, language),
                "marks": [mark_document(item, mark, language) for mark in marks],
            }
            for item, marks in zip(items, graded.marks, strict=True)
        ],
    }


def score_document(score: Score) -> dict[str, int]:
    return {"got": score.got, "of": score.of}


def _plan_document(paper: Paper, since: str) -> dict[str, Any]:
    return {
        "game": paper.plan.game,
        "since": since,
        "seed": paper.seed,
        "student": paper.student,
        "own_paper": paper.is_own,
        "weights": {topic.value: count for topic, count in paper.plan.weights.items()},
        "pass_percent": paper.plan.pass_percent,
    }
