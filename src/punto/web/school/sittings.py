"""A paper in hand: which questions a student has opened and answered, by the house's clock.

It is in the journal, so that a student goes on where they were after the server was started again.
"""

from threading import RLock

from msgspec import Struct

from punto.refusals import Reason, Refused
from punto.rules.games import find_game
from punto.school.catalogue import find_drill, solve
from punto.school.difference import draw_difference_paper
from punto.school.examinations.decide_in_hand import check_question
from punto.school.examinations.events import ExaminationSet
from punto.school.examinations.papers_in_hand import PaperInHand
from punto.school.items import AT_TABLE, Answer, Item
from punto.school.papers import Paper, draw_paper
from punto.web.school.practice_tables import PracticeTable
from punto.web.school.questions import TABLE_TEST, QuestionView, question_view


class SittingLine(Struct, frozen=True):
    """A question of a paper in hand: its topic, and whether it was opened and answered."""

    number: int
    topic: str
    is_opened: bool
    is_answered: bool
    seconds_left: int | None  # None where the question has no time limit


class SittingView(Struct, frozen=True):
    """A paper in hand."""

    examination: int
    name: str
    game: str
    pass_percent: int
    questions: tuple[SittingLine, ...]


class OpenedQuestion(Struct, frozen=True):
    """A question that was opened; `table` is the practice table where it is answered at one."""

    number: int
    question: QuestionView
    seconds_left: int | None
    answers: dict[str, tuple[str, ...]]  # as given so far
    table: str = ""


class Sitting:
    """One student's paper of one examination as the journal has it, until it is handed in.

    Only what can be worked out again is in memory: solved questions and the practice tables.
    """

    def __init__(self, set_paper: ExaminationSet, student: str, paper: PaperInHand) -> None:
        self.set_paper = set_paper
        self.student = student
        self.paper = paper  # as it stands in the journal
        self.lock = RLock()
        self._items: dict[int, Item] = {}
        self._tables: dict[int, PracticeTable] = {}

    def item(self, number: int) -> Item:
        """A question with its answers, worked out when it is first opened."""
        check_question(self.paper, number)
        if number not in self._items:
            self._items[number] = solve(self.paper.questions[number - 1])
        return self._items[number]

    def is_open(self, number: int) -> bool:
        return number in self.paper.opened_ms

    def table(self, number: int) -> PracticeTable | None:
        """The table of a question that was opened, with all that was done at it."""
        if not self.is_open(number) or self.item(number).topic not in AT_TABLE:
            return None
        lines = self.paper.lines.get(number, ())
        found = self._tables.get(number)
        if found is None or tuple(found.lines) != lines:
            of_paper = (self.set_paper.number, number)
            at_ms = self.paper.opened_ms[number]
            found = PracticeTable(self.student, self.item(number), at_ms, paper=of_paper)
            found.play_again(lines, at_ms)
            self._tables[number] = found
        return found

    def forget_table(self, number: int) -> None:
        """Drop a table whose last act is not on record."""
        self._tables.pop(number, None)

    def opened(self, number: int, now_ms: int) -> OpenedQuestion:
        """A question that was opened, without its answers."""
        table = self.table(number)
        return OpenedQuestion(
            number,
            question_view(self.item(number)),
            self._left(number, now_ms),
            self.paper.answers.get(number, {}),
            table.id if table else "",
        )

    def check_answers(self, number: int, given: dict[str, Answer]) -> None:
        """Refuse answers to parts that the question does not have."""
        names = {part.name for part in self.item(number).parts}
        if any(name not in names for name in given):
            raise Refused(Reason.UNREADABLE_REQUEST, "Answer the parts that the question has.")

    def view(self, now_ms: int) -> SittingView:
        """Which questions there are, without any of them."""
        lines = tuple(
            SittingLine(
                number,
                topic_of(question.kind),
                self.is_open(number),
                number in self.paper.answered_ms,
                self._left(number, now_ms),
            )
            for number, question in enumerate(self.paper.questions, start=1)
        )
        plan = self.paper.plan
        return SittingView(
            self.set_paper.number, self.set_paper.name, plan.game, plan.pass_percent, lines
        )

    def _left(self, number: int, now_ms: int) -> int | None:
        topic = find_drill(self.paper.questions[number - 1].kind).topic
        limit = self.paper.plan.seconds.get(topic)
        if limit is None:
            return None
        opened = self.paper.opened_ms.get(number)
        return limit if opened is None else max(0, limit - (now_ms - opened) // 1000)


def drawn(found: ExaminationSet, student: str) -> Paper:
    """A student's paper of an examination."""
    if found.since:
        return draw_difference_paper(
            find_game(found.since),
            find_game(found.plan.game),
            found.seed,
            student,
            pass_percent=found.plan.pass_percent,
        )
    return draw_paper(found.plan, found.seed, student, is_own=found.is_own)


def topic_of(kind: str) -> str:
    """The topic that a student reads for a kind of question; of a table test not which."""
    topic = find_drill(kind).topic
    return TABLE_TEST if topic in AT_TABLE else topic.value
