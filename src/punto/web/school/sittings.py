"""A paper in hand: which questions a student has opened and answered, by the house's clock.

Nothing of it is on record before it is handed in.
"""

from threading import RLock

from msgspec import Struct

from punto.refusals import Reason, Refused
from punto.rules.games import find_game
from punto.school.catalogue import find_drill, solve
from punto.school.difference import draw_difference_paper
from punto.school.drills.situations import LINE
from punto.school.examinations.events import ExaminationSet
from punto.school.items import AT_TABLE, Answer, Item
from punto.school.papers import Paper, draw_paper
from punto.web.school.practice_tables import PracticeTable
from punto.web.school.questions import TABLE_TEST, QuestionView, question_view

ANSWER_CHARACTERS_MAX = 200


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
    """One student's paper of one examination, until it is handed in."""

    def __init__(self, set_paper: ExaminationSet, student: str) -> None:
        self.set_paper = set_paper
        self.student = student
        self.lock = RLock()
        self.paper = drawn(set_paper, student)
        count = len(self.paper.questions)
        self._items: list[Item | None] = [None] * count
        self._opened_ms: list[int] = [0] * count
        self._took_ms: list[int] = [0] * count
        self.answers: list[dict[str, Answer]] = [{} for _ in range(count)]
        self.tables: dict[int, PracticeTable] = {}

    def item(self, number: int) -> Item:
        """A question with its answers, worked out when it is first opened."""
        if not 1 <= number <= len(self._items):
            raise Refused(
                Reason.NOTHING_THERE,
                "The paper has questions 1 to {most}.",
                most=len(self._items),
            )
        found = self._items[number - 1]
        if found is None:
            found = self._items[number - 1] = solve(self.paper.questions[number - 1])
        return found

    def open(self, number: int, now_ms: int) -> OpenedQuestion:
        """Show a question; its clock starts when it is first shown."""
        item = self.item(number)
        if not self._opened_ms[number - 1]:
            self._opened_ms[number - 1] = now_ms
        if item.topic in AT_TABLE and number not in self.tables:
            self.tables[number] = PracticeTable(self.student, item, now_ms, is_examined=True)
        table = self.tables.get(number)
        return OpenedQuestion(
            number,
            question_view(item),
            self._left(number, now_ms),
            self.answers[number - 1],
            table.id if table else "",
        )

    def answer(self, number: int, given: dict[str, Answer], now_ms: int) -> None:
        """Take the answers to a question; a later answer replaces the one before."""
        item = self.item(number)
        if not self._opened_ms[number - 1]:
            raise Refused(Reason.CONFLICT, "Open the question before you answer it.")
        if item.topic in AT_TABLE:
            raise Refused(Reason.UNREADABLE_REQUEST, "This question is answered at its table.")
        names = {part.name for part in item.parts}
        if any(name not in names for name in given) or any(
            len(word) > ANSWER_CHARACTERS_MAX for answer in given.values() for word in answer
        ):
            raise Refused(Reason.UNREADABLE_REQUEST, "Answer the parts that the question has.")
        self.answers[number - 1] = given
        self._took_ms[number - 1] = max(1, now_ms - self._opened_ms[number - 1])

    def hand_in(self, now_ms: int) -> tuple[tuple[dict[str, Answer], ...], tuple[int, ...]]:
        """The answers to every question, and the seconds that each took."""
        for number, table in self.tables.items():
            self.answers[number - 1] = {LINE: tuple(table.lines)}
            self._took_ms[number - 1] = max(1, table.used_ms - self._opened_ms[number - 1])
        return tuple(self.answers), tuple(-(-each // 1000) for each in self._took_ms)

    def view(self, now_ms: int) -> SittingView:
        """Which questions there are, without any of them."""
        lines = tuple(
            SittingLine(
                number,
                topic_of(self.paper.questions[number - 1].kind),
                bool(self._opened_ms[number - 1]),
                bool(self.answers[number - 1])
                or (number in self.tables and bool(self.tables[number].lines)),
                self._left(number, now_ms),
            )
            for number in range(1, len(self._items) + 1)
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
        opened = self._opened_ms[number - 1]
        return max(0, limit - (now_ms - opened) // 1000) if opened else limit


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
