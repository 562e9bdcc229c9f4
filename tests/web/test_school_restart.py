"""A paper in hand survives a server that is killed: the student goes on where they were."""

from pathlib import Path

from punto.client import Client
from punto.floor.practice_house import PracticeHouse
from punto.journal.people.people import Kind
from punto.journal.store import Store
from punto.rules.staff import Position
from punto.school.catalogue import find_drill, full_answers
from punto.school.examinations.decide_in_hand import find_in_hand
from punto.school.examinations.papers_in_hand import PaperInHand
from punto.school.examinations.state import State
from punto.school.items import Topic
from punto.web.app import make_app
from punto.web.school.practice_tables import PracticeTable
from punto.web.school.sittings import Sitting
from punto.web.server import in_thread, opened
from tests.cli.run import punto
from tests.web.nodes import Node
from tests.web.school_served import work
from tests.web.served import PASSWORD, closed_clients, come_in

WEIGHTS = {"card-values": 2, "payment": 1, "situations": 1, "rounds": 1}
SECONDS = 600


def prepare(journal: str) -> None:
    """A school with a student and an examination."""
    with opened(journal, school="School") as (casino, _):
        casino.sessions.add("ana", Kind.STAFF, PASSWORD, Position.DEALER)
        casino.sessions.add("tara", Kind.STAFF, PASSWORD, Position.PIT_SUPERVISOR)
        with in_thread(make_app(casino)) as address, closed_clients():
            seconds = {"payment": SECONDS}
            come_in(address, "tara").set_examination("tiger", weights=WEIGHTS, seconds=seconds)


class OnDisk:
    """The records of a school, read from its journal by another process than the server."""

    def __init__(self, journal: str) -> None:
        self._journal = journal

    @property
    def state(self) -> State:
        store = Store(self._journal)
        try:
            return PracticeHouse(store).state()
        finally:
            store.close()

    @property
    def paper(self) -> PaperInHand:
        return find_in_hand(self.state, 1, "ana")

    @property
    def sitting(self) -> Sitting:
        return Sitting(self.state.examinations[1], "ana", self.paper)

    def find_question(self, topic: Topic) -> int:
        """The number of the question on a topic: those of the table test are in any order."""
        topics = [find_drill(each.kind).topic for each in self.paper.questions]
        return topics.index(topic) + 1

    def work(self, client: Client, question: int, most: int = 80) -> None:
        """Do what is right at the table of a question."""

        def find() -> PracticeTable:
            table = self.sitting.table(question)
            assert table is not None, "the question was opened, and is answered at a table"
            return table

        work(client, f"examination-1-{question}", find, most)

    def answer(self, client: Client, question: int) -> None:
        client.open_question(1, question)
        client.answer_question(1, question, full_answers(self.sitting.item(question)))


def signed_in(node: Node) -> Client:
    node.wait()
    client = Client(node.address)
    client.sign_in("ana", PASSWORD)
    return client


def test_a_student_goes_on_after_the_server_was_killed_in_mid_paper(tmp_path: Path) -> None:
    journal = str(tmp_path / "school.journal")
    prepare(journal)
    disk = OnDisk(journal)
    node = Node(journal, school=True)
    try:
        with signed_in(node) as ana:
            ana.start_paper(1)
            disk.answer(ana, 1)
            first = ana.open_question(1, 3)  # against the clock, and not answered yet
            whole_round = disk.find_question(Topic.ROUNDS)  # it takes many steps
            situation = disk.find_question(Topic.SITUATIONS)  # it may take one
            shown = ana.open_question(1, whole_round)
            disk.work(ana, whole_round, most=2)
            tried = ana.practice_table(shown.table).tries
            before = disk.paper
            seen = ana.start_paper(1).questions
        node.kill()
        assert tried == 2
        assert disk.paper == before
        node = Node(journal, school=True)
        with signed_in(node) as ana:
            assert [each.in_hand for each in ana.examinations()] == [True]
            again = ana.start_paper(1).questions
            assert [(each.topic, each.is_opened, each.is_answered) for each in again] == [
                (each.topic, each.is_opened, each.is_answered) for each in seen
            ]
            assert ana.open_question(1, 1).answers == before.answers[1]
            later = ana.open_question(1, 3)
            assert (later.question, later.table) == (first.question, first.table)
            assert first.seconds_left is not None
            assert later.seconds_left is not None
            assert later.seconds_left <= first.seconds_left <= SECONDS
            assert ana.practice_table(shown.table).tries == tried
            assert disk.paper == before, "looking at it again changes nothing on record"
            for question in (2, 3):
                disk.answer(ana, question)
            ana.open_question(1, situation)
            for question in (situation, whole_round):
                disk.work(ana, question)
            paper = disk.paper
            took = paper.answered_ms[3] - before.opened_ms[3]
            done = ana.hand_in(1)
            assert done.result.got == done.result.of
            assert done.questions[2].seconds == -(-took // 1000)
        node.kill()
        assert punto("verify", journal).code == 0
        assert disk.state.in_hand == {}
        assert disk.state.papers[1].has_passed
    finally:
        if node.process.poll() is None:
            node.kill()
