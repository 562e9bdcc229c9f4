"""Examinations on record: graded again by whoever verifies, and never among real books."""

from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa

from punto.floor.host import Host
from punto.floor.practice_house import PracticeHouse
from punto.floor.submission import Submission
from punto.journal.errors import Unavailable
from punto.journal.packing import pack, unpack
from punto.journal.store import Store
from punto.journal.streams import SCHOOL, is_table
from punto.journal.verify.journal import Verification
from punto.refusals import Refused
from punto.rules.games import find_game
from punto.rules.staff import Position
from punto.school import written
from punto.school.catalogue import full_answers, make_item, solve
from punto.school.difference import changed_clauses, draw_difference_paper
from punto.school.examinations import commands as c
from punto.school.examinations.decide import decide
from punto.school.examinations.decide_in_hand import find_in_hand
from punto.school.examinations.papers_in_hand import answers_of, seconds_of
from punto.school.examinations.state import (
    EMPTY,
    Standing,
    State,
    evolve,
    standing,
    tally_key,
)
from punto.school.items import Topic
from punto.school.papers import Paper, Plan, draw_paper, items_of
from punto.table import commands as table
from punto.table.configuration import usual_configuration
from punto.table.people import Origin, Patron, Staff
from punto.web.school.sittings import drawn
from tests.rules.later import LATER, later_edition

TIGER = find_game("tiger")
PLAN = Plan(TIGER.ref, {Topic.CARD_VALUES: 2, Topic.STAKES: 2})
DANA = Staff("dana", Position.PIT_SUPERVISOR)
OMAR = Staff("omar", Position.PIT_MANAGER)
OPEN = c.OpenSchool("the school")


def sat(
    student: str, *, is_right: bool = True, since: str = "", paper: Paper | None = None
) -> c.RecordPaper:
    """A student's paper, all right or left blank."""
    drawn = paper or draw_paper(PLAN, "autumn", student)
    answers = [full_answers(item) for item in items_of(drawn)] if is_right else []
    return c.RecordPaper(
        student, drawn.plan, "autumn", False, drawn.questions, tuple(answers), "0.1", since
    )


def after(*given: tuple[c.Command, Staff], start: State = EMPTY) -> State:
    state = start
    for command, by in given:
        for event in decide(state, command, Origin(by)):
            state = evolve(state, event)
    return state


CERTIFIED = after((OPEN, DANA), (sat("ana"), DANA), (c.ApprovePaper(1), OMAR))


def test_a_passed_and_approved_paper_earns_a_certificate() -> None:
    assert standing(CERTIFIED, "ana", TIGER) is Standing.VALID
    assert standing(CERTIFIED, "bo", TIGER) is Standing.NONE
    assert CERTIFIED.papers[1].approved_by == "omar"
    failed = after((sat("bo", is_right=False), DANA), (c.ApprovePaper(2), OMAR), start=CERTIFIED)
    assert failed.papers[2].approved_by == "omar"
    assert standing(failed, "bo", TIGER) is Standing.NONE


@pytest.mark.parametrize(
    ("state", "command", "by", "said"),
    [
        (EMPTY, sat("ana"), DANA, "First the school's records"),
        (EMPTY, c.ApprovePaper(1), OMAR, "First the school's records"),
        (EMPTY, c.OpenSchool(" "), DANA, "A name has"),
        (CERTIFIED, OPEN, DANA, "open already"),
        (CERTIFIED, sat(""), DANA, "A name has"),
        (CERTIFIED, c.ApprovePaper(7), OMAR, "no paper 7"),
        (CERTIFIED, c.ApprovePaper(1), OMAR, "omar has approved"),
    ],
)
def test_what_cannot_be_recorded_is_refused(
    state: State, command: c.Command, by: Staff, said: str
) -> None:
    with pytest.raises(Refused, match=said):
        decide(state, command, Origin(by))


def test_the_examiner_is_somebody_else_and_of_some_position() -> None:
    waiting = after((OPEN, DANA), (sat("omar"), OMAR))
    for by, said in ((DANA, "Pit Manager or above"), (OMAR, "somebody else")):
        with pytest.raises(Refused, match=said):
            decide(waiting, c.ApprovePaper(1), Origin(by))
    with pytest.raises(Refused, match="for staff to keep"):
        decide(waiting, c.ApprovePaper(1), Origin(Patron("ana")))


def test_a_paper_has_questions_on_its_own_game_and_no_more_answers() -> None:
    paper = sat("ana")
    other = draw_paper(Plan("no-commission@6", {Topic.OUTCOME: 1}), "x").questions
    wrong = (
        msgspec.structs.replace(paper, questions=()),
        msgspec.structs.replace(paper, questions=other, answers=()),
        msgspec.structs.replace(paper, questions=paper.questions[:1]),
    )
    for command in wrong:
        with pytest.raises(Refused):
            decide(CERTIFIED, command, Origin(DANA))


def test_a_replaced_edition_voids_the_certificate_until_the_difference_is_passed() -> None:
    assert changed_clauses(TIGER, LATER) == {"4.1", "5.6"}
    with later_edition():
        assert standing(CERTIFIED, "ana", LATER) is Standing.VOID
        paper = draw_difference_paper(TIGER, LATER, "renewal", "ana", count=3)
        assert {question.game for question in paper.questions} == {"tiger@3"}
        for item in items_of(paper):
            assert {"4.1", "5.6"} & set(item.clauses)
        renewal = sat("ana", since=TIGER.ref, paper=paper)
        renewed = after((renewal, DANA), (c.ApprovePaper(2), OMAR), start=CERTIFIED)
        assert standing(renewed, "ana", LATER) is Standing.VALID
        newcomer = after((sat("bo", since=TIGER.ref, paper=paper), DANA), start=CERTIFIED)
        with pytest.raises(Refused, match="no certificate of tiger@2"):
            decide(newcomer, c.ApprovePaper(2), Origin(OMAR))
    with pytest.raises(Refused, match="changes nothing"):
        draw_difference_paper(TIGER, TIGER, "renewal")


def test_a_paper_on_a_difference_is_on_two_editions_of_one_game() -> None:
    """A certificate of one game is no short way to that of another."""
    other = find_game("no-commission")
    with pytest.raises(Refused, match="replaced no no-commission@6"):
        draw_difference_paper(other, TIGER, "renewal")
    with later_edition():
        with pytest.raises(Refused, match="replaced no tiger@3"):
            draw_difference_paper(LATER, TIGER, "renewal")
        for since in (other.ref, LATER.ref):
            for command in (sat("ana", since=since), c.SetExamination(PLAN, "x", False, since)):
                with pytest.raises(Refused, match=f"replaced no {since}"):
                    decide(CERTIFIED, command, Origin(DANA))


def recorded(journal: str) -> Store:
    store = Store(journal)
    store.create()
    house = PracticeHouse(store)
    house.give("open", DANA, OPEN)
    house.give("paper-1", DANA, sat("ana"))
    house.give("paper-2", DANA, sat("bo", is_right=False))
    house.give("approve-1", OMAR, c.ApprovePaper(1))
    assert timeless(house.state()) == after(
        (OPEN, DANA),
        (sat("ana"), DANA),
        (sat("bo", is_right=False), DANA),
        (c.ApprovePaper(1), OMAR),
    )
    return store


def timeless(state: State) -> State:
    """The records as they would be at the beginning of time."""
    papers = {
        number: msgspec.structs.replace(each, at_ms=0) for number, each in state.papers.items()
    }
    assert all(each.at_ms for each in state.papers.values())
    return msgspec.structs.replace(state, papers=papers)


def faults(store: Store) -> list[str]:
    with store.begin_read() as transaction:
        return [str(fault) for fault in Verification(transaction).faults()]


def test_records_are_proved_by_grading_again_and_one_altered_mark_is_found(tmp_path: Path) -> None:
    store = recorded(str(tmp_path / "practice"))
    assert faults(store) == []
    with pytest.raises(Refused, match="omar has approved"):
        PracticeHouse(store).give("again", OMAR, c.ApprovePaper(1))
    first = PracticeHouse(store).give("paper-1", DANA, sat("ana"))
    assert [each.seq for each in first] == [2], "the same key is recorded once"
    with store.engine.begin() as connection:
        query = sa.text("SELECT events FROM entries WHERE number = 3")
        events = msgspec.json.decode(unpack(connection.execute(query).scalar_one()))
        events[0]["total"]["got"] += 1
        forged = pack(msgspec.json.encode(events))
        connection.execute(
            sa.text("UPDATE entries SET events = :events WHERE number = 3"), {"events": forged}
        )
    found = faults(store)
    assert any(fault.startswith(f"{SCHOOL} entry 3") for fault in found), found
    store.close()


def test_practice_and_real_books_are_never_in_one_journal(tmp_path: Path) -> None:
    store = recorded(str(tmp_path / "practice"))
    with pytest.raises(Unavailable, match="practice journal"):
        Host(store)
    store.close()
    real = Store(str(tmp_path / "real"))
    real.create()
    host = Host(real)
    opened = table.OpenTable(usual_configuration(TIGER))
    host.submit_and_wait(Submission("t1", "k", Staff("boss", Position.PIT_MANAGER), opened))
    host.stop()
    with pytest.raises(Refused, match="real house"):
        PracticeHouse(real).give("open", DANA, OPEN)
    assert not is_table(SCHOOL)
    real.close()


def started(state: State, number: int, student: str) -> c.StartPaper:
    paper = drawn(state.examinations[number], student)
    return c.StartPaper(number, paper.plan, paper.questions)


def answered(state: State, number: int, by: Staff) -> State:
    """The records after a student has answered every question of an examination rightly."""
    start = started(state, number, by.id)
    state = after((start, by), start=state)
    for at, question in enumerate(start.questions, start=1):
        given = full_answers(solve(question))
        state = after((c.OpenQuestion(number, at), by), start=state)
        state = after((c.AnswerQuestion(number, at, given), by), start=state)
    return state


def handed_in(state: State, number: int, student: str, **other: object) -> c.RecordPaper:
    """What a student hands in of the paper in hand."""
    paper, found = find_in_hand(state, number, student), state.examinations[number]
    command = c.RecordPaper(
        student,
        paper.plan,
        found.seed,
        found.is_own,
        paper.questions,
        answers_of(paper),
        "0.1",
        found.since,
        seconds_of(paper),
        number,
    )
    return msgspec.structs.replace(command, **other)


def test_a_paper_of_an_examination_is_the_one_that_was_set_and_is_sat_once() -> None:
    ana = Staff("ana", Position.DEALER)
    with pytest.raises(Refused, match="for a trainer"):
        after((c.SetExamination(PLAN, "secret", True), ana), start=CERTIFIED)
    state = after((c.SetExamination(PLAN, "secret", True), DANA), start=CERTIFIED)
    state = answered(state, 1, ana)
    right = handed_in(state, 1, "ana")
    other = msgspec.structs.replace(PLAN, pass_percent=1)
    blank = ({}, *right.answers[1:])
    for change, said in (
        ({"plan": other}, "not that of examination 1"),
        ({"seed": "chosen"}, "not that of examination 1"),
        ({"is_own": False}, "not that of examination 1"),
        ({"questions": right.questions[::-1]}, "not that of examination 1"),
        ({"seconds": (1,)}, "seconds that it took"),
        ({"seconds": (9, *right.seconds[1:])}, "not what was answered"),
        ({"answers": blank}, "not what was answered"),
        ({"examination": 2}, "no examination 2"),
        ({"student": "bo"}, "Start the examination first"),
    ):
        with pytest.raises(Refused, match=said):
            decide(state, msgspec.structs.replace(right, **change), Origin(ana))
    with pytest.raises(Refused, match="Start the examination first"):
        decide(state, right, Origin(DANA))
    done = after((right, ana), start=state)
    assert done.papers[2].examination == 1
    assert done.papers[2].got == done.papers[2].of
    assert done.in_hand == {}
    for again in (right, started(state, 1, "ana")):
        with pytest.raises(Refused, match="has sat examination 1"):
            decide(done, again, Origin(ana))


ANA = Staff("ana", Position.DEALER)
TABLE_PLAN = Plan(TIGER.ref, {Topic.CARD_VALUES: 1, Topic.ROUNDS: 1}, 80, {Topic.CARD_VALUES: 20})


def test_a_paper_in_hand_is_on_record_with_the_time_of_every_step() -> None:
    state = after((c.SetExamination(TABLE_PLAN, "secret", False), DANA), start=CERTIFIED)

    def do(command: c.Command, at_ms: int) -> None:
        nonlocal state
        for event in decide(state, command, Origin(ANA, at_ms=at_ms)):
            state = evolve(state, event)

    do(started(state, 1, "ana"), 1_000)
    do(c.OpenQuestion(1, 1), 5_000)
    do(c.AnswerQuestion(1, 1, {"points": ("3",)}), 9_001)
    do(c.AnswerQuestion(1, 1, {"points": ("4",)}), 17_000)
    do(c.OpenQuestion(1, 2), 20_000)
    do(c.ActAtTable(1, 2, 1, "close"), 21_000)
    do(c.ActAtTable(1, 2, 2, "draw"), 22_500)
    paper = find_in_hand(state, 1, "ana")
    assert answers_of(paper) == ({"points": ("4",)}, {"line": ("close", "draw")})
    assert seconds_of(paper) == (12, 3)
    written = msgspec.json.encode(state)
    assert msgspec.json.decode(written, type=State) == state, "a snapshot holds it"


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (c.StartPaper(1, TABLE_PLAN, ()), "in hand already"),
        (c.OpenQuestion(1, 1), "open already"),
        (c.OpenQuestion(1, 3), "questions 1 to 2"),
        (c.OpenQuestion(1, 0), "questions 1 to 2"),
        (c.OpenQuestion(2, 1), "Start the examination"),
        (c.AnswerQuestion(1, 2, {}), "Open the question"),
        (c.AnswerQuestion(1, 1, {"points": ("9" * 201,)}), "parts that the question has"),
        (c.AnswerQuestion(1, 1, {"points": ("9",) * 61}), "parts that the question has"),
        (c.ActAtTable(1, 1, 1, "close"), "has no table"),
        (c.ActAtTable(1, 2, 1, "close"), "Open the question"),
    ],
)
def test_what_cannot_be_done_with_a_paper_in_hand_is_refused(command: c.Command, said: str) -> None:
    state = after((c.SetExamination(TABLE_PLAN, "secret", False), DANA), start=CERTIFIED)
    state = after((started(state, 1, "ana"), ANA), (c.OpenQuestion(1, 1), ANA), start=state)
    with pytest.raises(Refused, match=said):
        decide(state, command, Origin(ANA))
    with pytest.raises(Refused, match="Start the examination"):
        decide(state, c.OpenQuestion(1, 1), Origin(OMAR))


def test_a_line_at_a_table_has_its_place_and_another_paper_is_not_started() -> None:
    state = after((c.SetExamination(TABLE_PLAN, "secret", False), DANA), start=CERTIFIED)
    other = started(state, 1, "ana").questions[:1]
    with pytest.raises(Refused, match="not that of examination 1"):
        decide(state, c.StartPaper(1, TABLE_PLAN, other), Origin(ANA))
    state = after((started(state, 1, "ana"), ANA), (c.OpenQuestion(1, 2), ANA), start=state)
    with pytest.raises(Refused, match="answered at its table"):
        decide(state, c.AnswerQuestion(1, 2, {}), Origin(ANA))
    state = after((c.ActAtTable(1, 2, 1, "close"), ANA), start=state)
    for place in (1, 3):
        with pytest.raises(Refused, match="Something else was done"):
            decide(state, c.ActAtTable(1, 2, place, "draw"), Origin(ANA))


def test_an_examination_on_the_difference_renews_a_certificate() -> None:
    ana = Staff("ana", Position.DEALER)
    with later_edition():
        plan = Plan(LATER.ref, {Topic.OUTCOME: 1})
        renewal = c.SetExamination(plan, "renewal", False, TIGER.ref)
        state = after((renewal, DANA), start=CERTIFIED)
        state = answered(state, 1, ana)
        right = handed_in(state, 1, "ana")
        sat_again = after((right, ana), (c.ApprovePaper(2), OMAR), start=state)
        assert standing(sat_again, "ana", LATER) is Standing.VALID


def test_drills_are_graded_again_from_their_seeds() -> None:
    item = make_item(TIGER, "card-points", "s")
    right = c.DrillAnswer(TIGER.ref, "card-points", "s", full_answers(item), 4)
    wrong = msgspec.structs.replace(right, answers={"points": ("99",)}, seconds=-5)
    state = after((c.RecordDrills((right, wrong)), DANA), start=CERTIFIED)
    tally = state.drills["dana"][tally_key(TIGER.ref, "card-points")]
    assert (tally.got, tally.of, tally.seconds) == (1, 2, 4)
    assert [is_right for _, is_right in tally.reviews] == [True, False]
    assert set(state.clauses["dana"].values()) == {(1, 2)}
    with pytest.raises(Refused, match="1 to 50 answers"):
        decide(state, c.RecordDrills(()), Origin(DANA))


@pytest.mark.parametrize(
    "script",
    [
        "game tiger\n" + "play-down to KS\nretire\n" * 2 + "# student\nopen\n",
        "game tiger\n" + "PLAY-DOWN to KS\nretire\n" * 2 + "# student\nopen\n",
        "game tiger\n" + "\n" * 199 + "# student\nopen\n",
    ],
)
def test_a_situation_that_would_take_long_to_play_is_not_played(
    script: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The writer would play it, and no one else could write meanwhile."""
    monkeypatch.setattr(written, "play_all", lambda *_, **__: pytest.fail("played"))
    with pytest.raises(Refused, match="at most 200 lines, and plays a shoe down once"):
        after((c.AddSituation("long", script), DANA), start=CERTIFIED)
