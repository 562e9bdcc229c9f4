"""Questions as data, their right answers from the law, and the marks of an answer."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct

from punto.messages import Message
from punto.refusals import Reason, Refused

Fact: TypeAlias = str | int | tuple[str, ...]
Facts: TypeAlias = Mapping[str, Fact]
Answer: TypeAlias = tuple[str, ...]
Answers: TypeAlias = Mapping[str, Sequence[str]]  # by the name of the part


class Topic(StrEnum):
    """What is examined. A paper has so many questions of a topic, and marks are added up by topic.

    A mark belongs to the topic of what it examines: of a question on an irregularity, who resolves
    it is a matter of authority.
    """

    CARD_VALUES = "card-values"
    DRAWING = "drawing"
    OUTCOME = "outcome"
    WAGERS = "wagers"
    PAYMENT = "payment"
    ANNOUNCEMENTS = "announcements"
    SHOE = "shoe"
    HANDLING = "handling"
    STAKES = "stakes"
    AUTHORITY = "authority"
    IRREGULARITIES = "irregularities"
    SITUATIONS = "situations"
    ROUNDS = "rounds"


AT_TABLE = (Topic.SITUATIONS, Topic.ROUNDS)  # answered by what is done at a practice table


class Form(StrEnum):
    """How a part is answered."""

    CHOICE = "choice"  # one of the choices
    CHOICES = "choices"  # those of the choices that apply, in any order; none if none does
    ORDER = "order"  # those of the choices that apply, in the right order
    NUMBER = "number"
    AMOUNT = "amount"  # in minor units
    LINES = "lines"  # by what was done at a table
    CHIPS = "chips"  # as 2x100 1x25, in whole units of the currency; any that make the amount


class Question(Struct, frozen=True):
    """What is asked: a kind of drill, the game in its edition, and the facts of the case."""

    kind: str
    game: str
    facts: Facts


class Part(Struct, frozen=True):
    """One point to be answered, for one mark, with its right answer and why it is right."""

    name: str
    form: Form
    right: Answer
    choices: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()  # clause numbers, or `reading` and the name of a reading
    why: Message | None = None
    chinese: tuple[str, ...] = ()  # the choices in Chinese, where the law itself words them
    topic: Topic | None = None  # of what it examines; that of the question if it says none


class Solution(Struct, frozen=True):
    """A question in words, and its parts."""

    text: Message
    parts: tuple[Part, ...]


class Item(Struct, frozen=True):
    """A question with all that the law says about it."""

    question: Question
    topic: Topic
    text: Message
    parts: tuple[Part, ...]

    @property
    def clauses(self) -> tuple[str, ...]:
        """Every clause that the right answers rest on."""
        return tuple(dict.fromkeys(each for part in self.parts for each in part.clauses))


class Mark(Struct, frozen=True):
    """What one part of an answer earns."""

    part: str
    given: Answer
    right: Answer
    is_right: bool
    clauses: tuple[str, ...]
    why: Message | None = None
    topic: Topic | None = None  # that of the question if it says none


def grade(item: Item, answers: Answers) -> tuple[Mark, ...]:
    """Mark an answer part by part; a part without an answer earns nothing."""
    names = [part.name for part in item.parts]
    unknown = next((each for each in answers if each not in names), None)
    if unknown is not None:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "This question has no part {part!r}; its parts are {names}.",
            part=unknown[:60],
            names=names,
        )
    return tuple(_mark(part, tuple(answers.get(part.name, ()))) for part in item.parts)


def right_answers(item: Item) -> dict[str, Answer]:
    """The answer that earns every mark."""
    return {part.name: part.right for part in item.parts}


def _mark(part: Part, given: Answer) -> Mark:
    is_right = is_right_answer(part, given)
    return Mark(part.name, given, part.right, is_right, part.clauses, part.why, part.topic)


def is_right_answer(part: Part, given: Answer) -> bool:
    """Whether an answer to a part is right, in the form in which it is given."""
    match part.form:
        case Form.CHOICES:
            return sorted(given) == sorted(part.right)
        case Form.NUMBER | Form.AMOUNT:
            return len(given) == 1 and _number(given[0]) == int(part.right[0])
        case Form.CHIPS:
            return chips_total(given, part.choices) == chips_total(part.right, part.choices)
        case _:
            return given == part.right


def _number(text: str) -> int | None:
    digits = text.strip().removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 20 else None


def chips_total(given: Answer, values: tuple[str, ...]) -> int | None:
    """What chips come to; None where they are not understood or not of these values.

    >>> chips_total(("2x100", "1x25"), ("100", "25"))
    225
    """
    total = 0
    for text in given:
        count, times, value = text.partition("x")
        number = _number(count)
        if not times or number is None or number < 0 or value not in values:
            return None
        total += number * int(value)
    return total
