"""The running school: its records, the practice tables and the papers in hand."""

from collections.abc import Callable
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
from punto.school.examinations.decide import TRAINER
from punto.school.examinations.state import State, find_examination, has_sat
from punto.school.papers import Paper, grade_paper
from punto.table.people import Staff
from punto.web.school.practice_tables import PracticeTable
from punto.web.school.sittings import Sitting

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
        if person.position is None:
            raise Refused(Reason.NOT_AUTHORISED, "This is for staff.")
        return self._give(f"{person.id}/{key}", Staff(person.id, person.position), command)

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
        """A student's own practice table."""
        with self._lock:
            found = self._tables.get(name)
            if found is None:
                tables = (each for one in self._sittings.values() for each in one.tables.values())
                found = next((each for each in tables if each.id == name), None)
        if found is None or found.student != person.id:
            raise Refused(
                Reason.NOTHING_THERE, "There is no such practice table: start a situation again."
            )
        return found

    # Papers in hand

    def start(self, number: int, person: Person) -> Sitting:
        """Start a student's paper of an examination, or go on with it."""
        with self._lock:
            found = self._sittings.get((number, person.id))
        if found is not None:
            return found
        state = self.state()
        set_paper = find_examination(state, number)
        if has_sat(state, number, person.id):
            raise Refused(
                Reason.CONFLICT,
                "{student} has sat examination {number} already.",
                student=person.id,
                number=number,
            )
        made = Sitting(set_paper, person.id)
        with self._lock:
            return self._sittings.setdefault((number, person.id), made)

    def sitting(self, number: int, person: Person) -> Sitting:
        """The paper that a student has in hand."""
        with self._lock:
            found = self._sittings.get((number, person.id))
        if found is None:
            raise Refused(Reason.NOTHING_THERE, "Start the examination first.")
        return found

    def hand_in(self, number: int, person: Person) -> int:
        """Put a student's paper on record; returns its number there."""
        sitting = self.sitting(number, person)
        with sitting.lock:
            paper = sitting.paper
            answers, seconds = sitting.hand_in(self.clock.now_ms())
            command = c.RecordPaper(
                person.id,
                paper.plan,
                paper.seed,
                paper.is_own,
                paper.questions,
                answers,
                __version__,
                sitting.set_paper.since,
                seconds,
                number,
            )
            (graded,) = self.submit(person, f"examination-{number}", command)
        assert isinstance(graded, e.PaperGraded), "what a recorded paper leads to"
        with self._lock:
            self._sittings.pop((number, person.id), None)
        return graded.number

    # Records

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
