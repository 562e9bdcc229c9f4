"""A practice house on a real port, with a trainer, an examiner and students."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from punto.client import Client
from punto.floor.clock import Clock
from punto.journal.people.people import Kind, Person
from punto.rules.staff import Position
from punto.school.acts import commands_of
from punto.school.patrons import is_answer
from punto.table.people import Staff
from punto.table.scripts.actors import by_usual_actor
from punto.web.app import make_app
from punto.web.casino import Casino
from punto.web.edge.request_budget import RequestBudget
from punto.web.school.practice_tables import PracticeTable
from punto.web.server import in_thread, opened
from tests.web.served import MANY_REQUESTS, PASSWORD, caller, closed_clients, come_in

STAFF = {
    "tara": Position.PIT_SUPERVISOR,  # a trainer
    "omar": Position.PIT_MANAGER,  # an examiner
    "ana": Position.DEALER,
    "bo": Position.DEALER,
}


@contextmanager
def school_served(folder: Path, clock: Clock | None = None) -> Iterator[tuple[Casino, str]]:
    """A school on a new practice journal, and its address."""
    journal = str(folder / "school.journal")
    with opened(journal, clock=clock, school="School") as (casino, _):
        app = make_app(
            casino,
            sign_ins_a_minute=10_000,
            requests=RequestBudget(MANY_REQUESTS, MANY_REQUESTS),
        )
        for name, position in STAFF.items():
            casino.sessions.add(name, Kind.STAFF, PASSWORD, position)
        with in_thread(app) as address, closed_clients():
            yield casino, address


def students(address: str) -> dict[str, Client]:
    """Everyone of the school, signed in, and a stranger."""
    return {**{name: come_in(address, name) for name in STAFF}, "stranger": caller(address)}


def find_table(casino: Casino, name: str, student: str) -> PracticeTable:
    """A student's practice table in the server's own memory."""
    assert casino.school is not None, "this is a school"
    return casino.school.table(name, Person(student, Kind.STAFF))


def work_to_the_end(casino: Casino, client: Client, table: str) -> None:
    """Do at a practice table what is right, through the network: the perfect student."""
    student = client.me().id
    work(client, table, lambda: find_table(casino, table, student))


def work(client: Client, table: str, find: Callable[[], PracticeTable], most: int = 80) -> None:
    """Do what is right at a practice table, for so many lines; `find` is the table as it stands."""
    for _ in range(most):
        own = find()
        line = own._right_line()
        if not line:
            return
        if is_answer(line):
            assert client.practice_table(table).at_seat is not None
            view = client.act(table, patron=line.split()[0])
            assert view.refused is None, (line, view.refused)
            continue
        is_report = line.startswith("report")
        if not is_report and client.practice_table(table).supplied is not None:
            view = client.act(table)
        else:
            by, commands = commands_of(own.stage, line)
            command, usual = by_usual_actor(own.stage.state, commands[0])
            giver = by or usual
            view = client.act(table, command, giver.id if isinstance(giver, Staff) else "dealer")
        assert view.refused is None, (line, view.refused)
    assert most < 80, "the situation does not come to an end"
