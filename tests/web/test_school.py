"""The school on the network: drills, practice tables, examinations and the class."""

from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import unquote

import msgspec
import pytest

from punto.client import Client
from punto.floor.submission import Submission
from punto.journal.people.people import Kind, Person
from punto.journal.verify.journal import Verification
from punto.refusals import Reason, Refused
from punto.rules.games import GAMES, find_game
from punto.rules.irregularities import Irregularity
from punto.rules.staff import Position
from punto.school.catalogue import full_answers
from punto.school.examinations.commands import DrillAnswer
from punto.table import commands as c
from punto.table.configuration import usual_configuration
from punto.table.people import Staff
from punto.web.casino import Casino
from tests.sample import sample
from tests.web.school_served import school_served, students, work_to_the_end
from tests.web.served import SetClock, everybody, served

SHORT = {"card-values": 1, "payment": 1, "situations": 1, "rounds": 1}
OWN = """game tiger
open
stake seat1 player 100
close
draw 9C 8D
# student
report foreign-cards by pit-manager
void                                     # 5.1.1
"""


class Place:
    """A school with its people."""

    def __init__(self, casino: Casino, people: dict[str, Client], clock: SetClock) -> None:
        self.casino, self.people, self.clock = casino, people, clock


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    clock = SetClock()
    with school_served(tmp_path_factory.mktemp("school"), clock) as (casino, address):
        yield Place(casino, students(address), clock)


def finish(place: Place, client: Client, table: str) -> None:
    work_to_the_end(place.casino, client, table)


def test_a_house_that_is_no_school_says_so(tmp_path: Path) -> None:
    with served(tmp_path) as (casino, address):
        people = everybody(casino, address)
        for name, said in (("dealer", "punto serve --school"), ("patron", "for the Dealer")):
            with pytest.raises(Refused, match=said):
                people[name].school()


def test_drills_come_with_answers_and_are_recorded_with_their_marks(place: Place) -> None:
    ana = place.people["ana"]
    drills = ana.drills("tiger", ("card-values",), 4)
    assert {each.question.topic for each in drills} == {"card-values"}
    answers = []
    for each in drills:
        right = {one.part: one.right for one in each.solutions}
        answers.append(DrillAnswer(each.game, each.kind, each.seed, right, 7))
    name = drills[0].question.parts[0].name
    wrong = msgspec.structs.replace(answers[0], answers={name: ("99",)})
    graded = ana.record_drills([wrong, *answers[1:]])
    assert [all(mark.is_right for mark in each.marks) for each in graded] == [
        False,
        True,
        True,
        True,
    ]
    lost = graded[0].marks[0]
    assert lost.solution.clauses[0].says.english
    assert lost.solution.clauses[0].says.chinese
    (progress,) = [each for each in ana.progress("tiger") if each.topic == "card-values"]
    assert (progress.got, progress.of, progress.seconds, progress.asked) == (3, 4, 28, 4)
    place.clock.at_ms += 120_000
    assert ana.drills("tiger", ("card-values",), 1)[0].kind == wrong.kind
    place.people["bo"].record_drills(answers[:1])


def test_every_kind_of_drill_is_sent_in_both_languages(place: Place) -> None:
    school = place.people["ana"].school()
    assert len(school.games) == 5
    for game in school.games:
        for drill in place.people["ana"].drills(game.id, (), 12):
            assert drill.question.text.chinese != drill.question.text.english
            assert {each.part for each in drill.solutions} == {
                part.name for part in drill.question.parts
            }


def test_a_situation_is_worked_through_the_console_and_replayed(place: Place) -> None:
    ana = place.people["ana"]
    view = ana.start_situation("tiger", "foreign-cards")
    assert view.description.english.startswith("A card turns up")
    assert view.push.table is not None
    assert view.push.mine is not None
    assert "report" in view.push.mine.may
    guide = ana.practice_irregularities(view.id)
    assert "foreign-cards" in {each.irregularity for each in guide.irregularities}
    tried = ana.act(view.id, c.LoadShoe("another"))
    assert tried.refused is not None
    assert ana.hint(view.id).says.english.startswith("reported: foreign cards")
    filed = ana.act(view.id, c.Report(Irregularity.FOREIGN_CARDS))
    assert filed.refused is None
    assert filed.events[0].type == "report-filed"
    finish(place, ana, view.id)
    done = ana.finish_situation(view.id)
    lost = [mark.solution.part for mark in done.points if not mark.is_right]
    assert lost == ["lawful"]
    assert done.own[0].refused is not None
    assert done.right[0].says.chinese == "报告发现外来牌（赌区经理）"
    assert ana.practice_events(view.id)
    actions = {each.action for each in ana.practice_payouts(view.id).payouts}
    # A void round leaves every bet; if the cards are found between rounds, the last one is paid.
    assert actions == {"leave"} or actions & {"pay", "take"}
    with pytest.raises(Refused):
        place.people["bo"].practice_table(view.id)


@pytest.mark.parametrize("position", ["croupier", "", "dealer%00", "pit-manager%0A"])
def test_a_position_that_does_not_exist_is_refused_wherever_it_is_named(
    place: Place, position: str
) -> None:
    ana = place.people["ana"]
    table = ana.start_situation("tiger", "foreign-cards").id
    given = unquote(position)
    for ask in (
        lambda: ana.practice_table(table, position),
        lambda: ana.practice_irregularities(table, position),
        lambda: ana.act(table, c.LoadShoe("another"), given),
        lambda: ana.act(table, position=given),
        lambda: ana.act(table, position=given, patron="allow"),
    ):
        with pytest.raises(Refused) as refused:
            ask()
        assert refused.value.reason is Reason.UNREADABLE_REQUEST


@pytest.mark.parametrize("game", [each.id for each in GAMES])
def test_patrons_act_at_the_table_and_are_allowed_or_refused(place: Place, game: str) -> None:
    ana = place.people["ana"]
    view = ana.start_situation(game, "deal-round")
    assert view.at_seat is not None
    assert view.at_seat.waits
    assert view.at_seat.says.english != view.at_seat.says.chinese
    assert ana.hint(view.id).says.english.startswith(view.at_seat.says.english)
    with pytest.raises(Refused, match="No patron waits"):
        ana.act(view.id, patron="perhaps")
    finish(place, ana, view.id)
    done = ana.finish_situation(view.id)
    assert done.got == done.of
    assert sum("patron" in mark.solution.part for mark in done.points) == 3
    spoken = [each.says.english for each in done.own if each.says.english.endswith("refused.")]
    assert spoken
    with pytest.raises(Refused, match="No patron waits"):
        ana.act(view.id, patron="allow")


def test_a_patron_who_leaves_with_cards_does_so_at_their_seat(place: Place) -> None:
    ana = place.people["ana"]
    view = ana.start_situation("tiger", "patron-left-with-cards")
    assert view.at_seat is not None
    assert not view.at_seat.waits
    number = view.at_seat.patron.removeprefix("seat")
    assert view.at_seat.says.english.startswith(f"Seat {number} gets up and walks off")


@pytest.mark.parametrize("game", sample(each.id for each in GAMES))
def test_every_situation_can_be_worked_to_its_end_with_the_console(place: Place, game: str) -> None:
    ana = place.people["ana"]
    (line,) = [each for each in ana.school().games if each.id == game]
    for irregularity in line.irregularities:
        if irregularity == "too-few-cards":
            continue
        view = ana.start_situation(game, irregularity)
        finish(place, ana, view.id)
        done = ana.finish_situation(view.id)
        lost = [mark.solution.part for mark in done.points if not mark.is_right]
        assert lost == [], (irregularity, lost, [each.says.english for each in done.own])


def sit(place: Place, client: Client, number: int, *, slow: int = 0) -> None:
    """Answer every question of a paper rightly; `slow` is a question answered too late."""
    assert place.casino.school is not None
    sitting = client.start_paper(number)
    for line in sitting.questions:
        opened = client.open_question(number, line.number)
        own = place.casino.school.sitting(number, Person(client.me().id, Kind.STAFF))
        if opened.table:
            finish(place, client, opened.table)
        else:
            if line.number == slow:
                place.clock.at_ms += 31_000
            answers = full_answers(own.item(line.number))
            client.answer_question(number, line.number, answers)


def _set(trainer: Client) -> int:
    seconds = {"payment": 30}
    set_paper = trainer.set_examination("tiger", weights=SHORT, name="Autumn", seconds=seconds)
    return set_paper.number


def test_an_examination_is_set_sat_approved_and_certified(place: Place) -> None:
    tara, omar, ana, bo = (place.people[name] for name in ("tara", "omar", "ana", "bo"))
    with pytest.raises(Refused, match="Pit Supervisor"):
        ana.set_examination("tiger")
    number = _set(tara)
    assert [each.seed for each in ana.examinations()] == [""]
    assert tara.examinations()[0].seed
    with pytest.raises(Refused, match="Start the examination"):
        ana.open_question(number, 1)
    sitting = ana.start_paper(number)
    assert [each.topic for each in sitting.questions] == [
        "card-values",
        "payment",
        "table",
        "table",
    ]
    assert [each.seconds_left for each in sitting.questions] == [None, 30, None, None]
    with pytest.raises(Refused, match="Open the question"):
        ana.answer_question(number, 1, {})
    ana.open_question(number, 2)
    place.clock.at_ms += 10_000
    assert ana.start_paper(number).questions[1].seconds_left == 20
    sit(place, ana, number)
    done = ana.hand_in(number)
    assert (done.result.passed, done.result.got) == (True, done.result.of)
    assert done.questions[2].replay is not None
    with pytest.raises(Refused, match="has sat"):
        ana.start_paper(number)
    sit(place, bo, number, slow=2)
    late = bo.hand_in(number)
    assert not any(mark.is_right for mark in late.questions[1].marks)
    assert late.questions[1].seconds == 31
    assert "were allowed" in str(late.questions[1].marks[0].solution.why)
    with pytest.raises(Refused, match="for a trainer"):
        bo.result(done.result.number)
    assert [each.student for each in bo.results()] == ["bo"]
    assert [each.student for each in tara.results()] == ["ana", "bo"]
    for client, said in ((tara, "Pit Manager"), (ana, "Pit Manager")):
        with pytest.raises(Refused, match=said):
            client.approve_result(done.result.number)
    assert omar.approve_result(done.result.number).approved_by == "omar"
    (certificate,) = ana.certificates()
    assert (certificate.standing, certificate.approved_by) == ("valid", "omar")
    assert bo.certificates() == []
    report = tara.class_report()
    assert {each.student: each.is_ready for each in report.students} == {
        "ana": True,
        "bo": late.result.passed,
    }
    assert report.weak_clauses[0].says.chinese
    assert report.missed_kinds
    assert "1,ana,tiger@2,True,omar,card-values,1,1" in tara.export_class().splitlines()
    with pytest.raises(Refused):
        ana.class_report()
    with pytest.raises(Refused):
        ana.export_class()
    with place.casino.store.begin_read() as transaction:
        assert list(Verification(transaction).faults()) == []


def test_a_trainer_adds_situations_that_the_table_agrees_with(place: Place) -> None:
    tara, ana = place.people["tara"], place.people["ana"]
    with pytest.raises(Refused, match="contradicts"):
        tara.add_situation("wrong", OWN.replace("close\n", ""))
    assert tara.add_situation("foreign", OWN).game == "tiger@2"
    assert [each.name for each in ana.situations()] == ["foreign"]
    view = ana.start_situation(script="foreign")
    finish(place, ana, view.id)
    done = ana.finish_situation(view.id)
    assert done.got == done.of > 2
    with pytest.raises(Refused, match="no situation"):
        ana.start_situation(script="other")


def test_a_practice_house_has_no_tables_and_takes_no_money(place: Place) -> None:
    command = c.OpenTable(usual_configuration(find_game("tiger")))
    omar = Staff("omar", Position.PIT_MANAGER)
    with pytest.raises(Refused, match="practice house"):
        place.casino.host.submit_and_wait(Submission("t1", "open", omar, command))
    assert place.people["omar"].tables() == []
    with pytest.raises(Refused, match="no guests"):
        place.people["stranger"].sign_in_as_guest()


def test_what_is_one_students_is_out_of_reach_of_the_others(place: Place) -> None:
    """Every route of a practice house with an object in its path, tried by another student."""
    tara, ana, bo = (place.people[name] for name in ("tara", "ana", "bo"))
    table = ana.start_situation("tiger", "foreign-cards").id
    number = tara.set_examination("tiger", weights={"card-values": 1}).number
    ana.start_paper(number)
    ana.open_question(number, 1)
    of_table: list[Callable[[], object]] = [
        lambda: bo.practice_table(table),
        lambda: bo.act(table, c.CloseBetting()),
        lambda: bo.practice_irregularities(table),
        lambda: bo.practice_payouts(table),
        lambda: bo.practice_events(table),
        lambda: bo.hint(table),
        lambda: bo.finish_situation(table),
    ]
    for call in of_table:
        with pytest.raises(Refused, match="no such practice table"):
            call()
    of_paper: list[Callable[[], object]] = [
        lambda: bo.open_question(number, 1),
        lambda: bo.answer_question(number, 1, {}),
        lambda: bo.hand_in(number),
    ]
    for call in of_paper:
        with pytest.raises(Refused, match="Start the examination"):
            call()
    done = ana.hand_in(number).result.number
    with pytest.raises(Refused, match="for a trainer"):
        bo.result(done)
    with pytest.raises(Refused, match="Pit Manager"):
        bo.approve_result(done)
