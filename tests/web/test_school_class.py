"""A class of thirty students sits one examination at once, over real connections."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest

from punto.client import Client
from punto.journal.people.people import Kind, Person
from punto.journal.verify.journal import Verification
from punto.rules.staff import Position
from punto.school.catalogue import full_answers
from punto.web.casino import Casino
from tests.school.students import guess
from tests.web.school_served import school_served, students, work_to_the_end
from tests.web.served import open_session

STUDENTS = 30
WEIGHTS = {"card-values": 2, "drawing": 2, "payment": 1, "situations": 1, "rounds": 1}


def sit(casino: Casino, client: Client, name: str, number: int, *, knows: bool) -> None:
    """Sit a paper: one who knows the law answers by it, another guesses and lets the table be."""
    assert casino.school is not None
    chance = Random(name)
    drills = client.drills("tiger", ("card-values",), 2)
    assert len(drills) == 2
    for line in client.start_paper(number).questions:
        opened = client.open_question(number, line.number)
        if opened.table:
            if knows:
                work_to_the_end(casino, client, opened.table)
            continue
        item = casino.school.sitting(number, Person(name, Kind.STAFF)).item(line.number)
        given = full_answers(item) if knows else guess(item, chance)
        client.answer_question(number, line.number, given)
    client.hand_in(number)


@pytest.mark.sweep
def test_thirty_students_sit_an_examination_at_once(tmp_path: Path) -> None:
    with school_served(tmp_path) as (casino, address):
        people = students(address)
        trainer = people["tara"]
        number = trainer.set_examination("tiger", weights=WEIGHTS, own_papers=True).number
        names = [f"student-{each}" for each in range(STUDENTS)]
        clients = [open_session(casino, address, name, Position.DEALER) for name in names]
        with ThreadPoolExecutor(STUDENTS) as pool:
            sitting = [
                pool.submit(sit, casino, client, name, number, knows=at % 3 > 0)
                for at, (name, client) in enumerate(zip(names, clients, strict=True))
            ]
            for each in sitting:
                each.result(180)
        report = trainer.class_report()
        ready = {each.student: each.is_ready for each in report.students}
        assert ready == {name: at % 3 > 0 for at, name in enumerate(names)}
        assert set(report.ready) == {name for name, passed in ready.items() if passed}
        assert report.weak_clauses
        assert casino.school is not None
        drawn = {repr(each.questions) for each in casino.school._papers.values()}
        assert len(drawn) == STUDENTS
        with casino.store.begin_read() as transaction:
            assert list(Verification(transaction).faults()) == []
