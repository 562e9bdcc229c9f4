"""Examinations on record: papers put into a practice journal, approved, and their certificates."""

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from punto import __version__
from punto.cli.editions import game_today
from punto.cli.school_files import read_paper
from punto.refusals import Reason, Refused
from punto.rules.staff import POSITIONS
from punto.school.class_report import Sat
from punto.school.examinations import commands as c
from punto.school.examinations.state import State, standing
from punto.school.papers import Paper, grade_paper
from punto.table.people import Staff

if TYPE_CHECKING:
    from punto.floor.practice_house import PracticeHouse

SQLITE = b"SQLite format 3"  # how its files begin


@contextmanager
def practice_house(journal: str, *, creates: bool = False) -> "Iterator[PracticeHouse]":
    """Open a practice journal; refuse one that does not exist, unless it is to be made."""
    from punto.floor.practice_house import PracticeHouse  # late: drills need no database
    from punto.journal.errors import Unavailable
    from punto.journal.store import Store

    if "://" not in journal and not Path(journal).is_file() and not creates:
        raise Refused(
            Reason.UNREADABLE_REQUEST, "There is no journal {journal!r}.", journal=journal[:80]
        )
    try:
        store = Store(journal)
        try:
            if creates:
                store.create()
            yield PracticeHouse(store)
        finally:
            store.close()
    except Unavailable as failure:
        raise Refused(
            Reason.UNREADABLE_REQUEST, "{journal}: {why}", journal=journal[:80], why=str(failure)
        ) from None


def staff_named(name: str, position: str) -> Staff:
    """The member of staff who does this."""
    found = POSITIONS.get(position)
    if found is None or not name:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "Say who you are, as --as dana --position pit-manager; the positions are {known}.",
            known=tuple(POSITIONS),
        )
    return Staff(name, found)


def record(journal: str, path: Path, by: Staff) -> dict[str, Any]:
    """Put a graded paper on record; the same file is recorded once."""
    paper, answers, since, _ = read_paper(path)
    command = c.RecordPaper(
        paper.student,
        paper.plan,
        paper.seed,
        paper.is_own,
        paper.questions,
        tuple(answers),
        __version__,
        since,
    )
    key = sha256(path.read_bytes()).hexdigest()[:32]
    with practice_house(journal, creates=True) as house:
        if not house.state().is_open:
            house.give("open", by, c.OpenSchool("school"))
        (graded,) = (each.event for each in house.give(f"paper-{key}", by, command))
    return {
        "paper": graded.number,  # type: ignore[union-attr]
        "student": graded.student,  # type: ignore[union-attr]
        "passed": graded.has_passed,  # type: ignore[union-attr]
    }


def approve(journal: str, number: int, by: Staff) -> State:
    """Approve a paper as the second person; the records as they stand then."""
    with practice_house(journal) as house:
        house.give(f"approve-{number}-{by.id}", by, c.ApprovePaper(number))
        return house.state()


def is_journal(path: Path) -> bool:
    """Whether a file is a practice journal, and not a paper."""
    try:
        with path.open("rb") as file:
            return file.read(len(SQLITE)) == SQLITE
    except OSError:
        return False


def papers_on_record(journal: str) -> list[Sat]:
    """Every paper of a practice journal, graded again, in the order they were recorded."""
    from punto.cli.journals import opened
    from punto.journal.codec import decode_command
    from punto.journal.streams import SCHOOL

    found: list[Sat] = []
    with opened(journal) as transaction:
        for entry in transaction.entries(SCHOOL, after=0):
            command: Any = decode_command(entry)
            if isinstance(command, c.RecordPaper) and not entry.refusal:
                paper = Paper(
                    command.plan, command.seed, command.student, command.is_own, command.questions
                )
                found.append(Sat(command.student, paper, grade_paper(paper, command.answers)))
    return found


def certificates(journal: str) -> list[dict[str, Any]]:
    """Every certificate, and whether it is of the edition in force today."""
    with practice_house(journal) as house:
        state = house.state()
    return [
        {
            "student": each.student,
            "game": each.game,
            "paper": each.number,
            "approved_by": state.papers[each.number].approved_by,
            "standing": standing(
                state, each.student, game_today(each.game.partition("@")[0])
            ).value,
        }
        for each in state.certificates.values()
    ]
