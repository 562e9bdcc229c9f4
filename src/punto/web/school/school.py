"""The running school: its records, the practice tables and the papers in hand."""

from collections.abc import Callable
from secrets import token_hex
from threading import Lock, RLock
from typing import Any, TypeVar

from punto import __version__
from punto.floor.clock import Clock, today
from punto.floor.host import Host
from punto.floor.submission import Submission
from punto.journal.codec import decode_command
from punto.journal.people.people import Person
from punto.journal.store import Store
from punto.journal.streams import SCHOOL
from punto.refusals import Reason, Refused
from punto.rules.games import find_game
from punto.rules.staff import USUAL_RANKS, Position, reaches
from punto.school.class_report import Sat
from punto.school.examinations import commands as c
from punto.school.examinations import events as e
from punto.school.examinations.decide import others_of
from punto.school.examinations.decide_in_hand import (
    TRAINER,
    check_may_sit,
    check_not_sat,
    check_question,
    find_in_hand,
)
from punto.school.examinations.papers_in_hand import answers_of, paper_key, seconds_of
from punto.school.examinations.state import State, find_examination
from punto.school.items import Answer
from punto.school.papers import Paper, grade_paper
from punto.table.people import Staff
from punto.web.school.practice_tables import PracticeTable, read_table_id
from punto.web.school.sittings import OpenedQuestion, Sitting, drawn

TABLES_MAX = 2_000  # practice tables in memory; the one not used for longest is dropped
PER_STUDENT_MAX = 8  # of these beside those of papers in hand
OPENER = Staff("school", Position.ASSISTANT_CASINO_MANAGER)
T = TypeVar("T")


class School:
    """What the routes of a practice house work with."""

    def __init__(self, store: Store, host: Host, clock: Clock) -> None:
        self._store = store
        self._host = host
        self.clock = clock
        self._lock = RLock()
        self._tables: dict[str, PracticeTable] = {}
        self._sittings: dict[tuple[int, str], Sitting] = {}
        self._papers: dict[int, c.RecordPaper] = {}
        self._graded: dict[int, Sat] = {}
        self._read_to = 0
        self._reading = Lock()

    def open(self, name: str) -> None:
        """Open the records of a new practice journal."""
        if not self.state().is_open:
            self._give("open", OPENER, c.OpenSchool(name))

    def state(self) -> State:
        """The records as they stand on disk."""
        found: Any = self._host.look(SCHOOL).state
        assert isinstance(found, State), "the only stream of a practice journal"
        return found

    def submit(self, person: Person, key: str, command: c.Command) -> tuple[e.Event, ...]:
        """Record a command of a member of staff under an idempotency key."""
        return self._give(f"{person.id}/{key}", self._staff(person), command)

    @staticmethod
    def _staff(person: Person) -> Staff:
        if person.position is None:
            raise Refused(Reason.NOT_AUTHORISED, "This is for staff.")
        return Staff(person.id, person.position)

    def _give(self, key: str, by: Staff, command: c.Command) -> tuple[e.Event, ...]:
        given: Any = command  # a submission is typed for tables and the cage
        records: Any = self._host.submit_and_wait(Submission(SCHOOL, key, by, given))
        return tuple(each.event for each in records)

    # Practice tables

    def add_table(self, make: Callable[[], PracticeTable]) -> PracticeTable:
        """Start a practice table; a student's oldest beyond their share is dropped."""
        table = make()
        with self._lock:
            own = [
                each
                for each in self._tables.values()
                if each.student == table.student and not each.is_examined
            ]
            for each in sorted(own, key=lambda one: one.used_ms)[: len(own) + 1 - PER_STUDENT_MAX]:
                del self._tables[each.id]
            if len(self._tables) >= TABLES_MAX:
                del self._tables[min(self._tables.values(), key=lambda one: one.used_ms).id]
            self._tables[table.id] = table
        return table

    def table(self, name: str, person: Person) -> PracticeTable:
        """A student's own practice table: of the paper in hand, or for practice."""
        with self._lock:
            found = self._tables.get(name)
        of_paper = read_table_id(name)
        if of_paper and paper_key(of_paper[0], person.id) in self.state().in_hand:
            sitting = self.sitting(of_paper[0], person)
            with sitting.lock:
                found = sitting.table(of_paper[1])
        if found is None or found.student != person.id:
            raise Refused(
                Reason.NOTHING_THERE, "There is no such practice table: start a situation again."
            )
        return found

    # Papers in hand

    def start(self, number: int, person: Person) -> Sitting:
        """Start a student's paper of an examination, or go on with it."""
        state = self.state()
        if paper_key(number, person.id) not in state.in_hand:
            set_paper = find_examination(state, number)
            check_not_sat(state, number, person.id)
            check_may_sit(state, set_paper, self._staff(person))
            paper = drawn(set_paper, person.id)
            command = c.StartPaper(number, paper.plan, paper.questions)
            self.submit(person, f"start-{number}", command)
        return self.sitting(number, person)

    def sitting(self, number: int, person: Person) -> Sitting:
        """The paper that a student has in hand."""
        state = self.state()
        paper = find_in_hand(state, number, person.id)
        with self._lock:
            found = self._sittings.get((number, person.id))
            if found is None:
                found = Sitting(find_examination(state, number), person.id, paper)
                self._sittings[number, person.id] = found
        found.paper = paper
        return found

    def open_question(self, number: int, question: int, person: Person) -> OpenedQuestion:
        """Show a question; its clock starts when it is first shown."""
        sitting = self.sitting(number, person)
        with sitting.lock:
            check_question(sitting.paper, question)
            if not sitting.is_open(question):
                key = f"open-{number}-{question}"
                self.submit(person, key, c.OpenQuestion(number, question))
                sitting = self.sitting(number, person)
            return sitting.opened(question, self.clock.now_ms())

    def answer_question(
        self, number: int, question: int, answers: dict[str, Answer], person: Person
    ) -> Sitting:
        """Take the answers to a question; a later answer replaces the one before."""
        sitting = self.sitting(number, person)
        with sitting.lock:
            check_question(sitting.paper, question)
            if sitting.is_open(question):
                sitting.check_answers(question, answers)
            self.submit(person, token_hex(12), c.AnswerQuestion(number, question, answers))
            return self.sitting(number, person)

    def record_lines(self, table: PracticeTable, before: int, person: Person) -> None:
        """Record what was done or tried at the table of a paper since it had so many lines."""
        if table.paper is None:
            return
        number, question = table.paper
        sitting = self.sitting(number, person)
        try:
            for place, line in enumerate(table.lines[before:], start=before + 1):
                key = f"act-{number}-{question}-{place}"
                self.submit(person, key, c.ActAtTable(number, question, place, line))
        except BaseException:
            sitting.forget_table(question)  # it is played again from what is on record
            raise

    def hand_in(self, number: int, person: Person) -> int:
        """Put a student's paper on record with its marks; returns its number there."""
        sitting = self.sitting(number, person)
        with sitting.lock:
            paper, found = sitting.paper, sitting.set_paper
            command = c.RecordPaper(
                person.id,
                paper.plan,
                found.seed,
                found.is_own,
                paper.questions,
                answers_of(paper),
                __version__,
                found.since,
                seconds_of(paper),
                number,
            )
            (graded,) = self.submit(person, token_hex(12), command)
        assert isinstance(graded, e.PaperGraded), "what a recorded paper leads to"
        with self._lock:
            self._sittings.pop((number, person.id), None)
        return graded.number

    def check_no_paper(self, person: Person) -> None:
        """Refuse practice to a student who has a paper in hand: drills come with their answers."""
        if any(key.partition("/")[2] == person.id for key in self.state().in_hand):
            raise Refused(
                Reason.CONFLICT, "You have a paper in hand: hand it in before you practise."
            )

    # Records

    def approve(self, number: int, person: Person, key: str) -> None:
        """Approve a paper; refused to someone who could have acted as its student or setter."""
        state = self.state()
        others = others_of(state, number) if number in state.papers else set()
        separation, now_ms = self._host.separation, self.clock.now_ms()
        for other in sorted(others - {person.id}):
            if separation.are_connected(person.id, other, now_ms):
                raise Refused(
                    Reason.NOT_AUTHORISED,
                    "{connected} Ask someone else.",
                    connected=separation.sentence(other),
                )
        self.submit(person, key, c.ApprovePaper(number))

    def paper(self, number: int) -> c.RecordPaper:
        """A paper on record, with its questions and answers."""
        self._read_papers()
        found = self._papers.get(number)
        if found is None:
            raise Refused(
                Reason.NOTHING_THERE, "There is no paper {number} on record.", number=number
            )
        return found

    def sat(self, number: int) -> Sat:
        """A paper on record, graded again by the law of its edition."""
        known = self._graded.get(number)
        if known is None:
            command = self.paper(number)
            paper = Paper(
                command.plan, command.seed, command.student, command.is_own, command.questions
            )
            graded = grade_paper(paper, command.answers, command.seconds)
            known = self._graded[number] = Sat(command.student, paper, graded)
        return known

    def _read_papers(self) -> None:
        """Read the papers that were recorded since the last time."""
        with self._reading, self._store.begin_read() as transaction:
            for entry in transaction.entries(SCHOOL, after=self._read_to):
                command: Any = decode_command(entry)
                if isinstance(command, c.RecordPaper) and not entry.refusal:
                    self._papers[len(self._papers) + 1] = command
                self._read_to = entry.number

    def every_paper(self) -> list[tuple[int, Sat]]:
        """Every paper on record, graded, in the order they were recorded."""
        self._read_papers()
        return [(number, self.sat(number)) for number in sorted(self._papers)]


def is_trainer(person: Person) -> bool:
    """Whether a person may set papers and see a class."""
    return person.position is not None and reaches(USUAL_RANKS, person.position, TRAINER)


def game_today(name: str) -> str:
    """A game's edition in force today, by its name."""
    return find_game(name, today()).ref
