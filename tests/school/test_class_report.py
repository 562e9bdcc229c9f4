"""A class of thirty: who is ready, which clauses are weak, what is missed most often."""

from random import Random

from punto.rules.games import find_game
from punto.school.catalogue import full_answers
from punto.school.class_report import Sat, class_report
from punto.school.items import Topic
from punto.school.papers import Plan, draw_paper, grade_paper, items_of
from tests.school.students import guess

GAME = find_game("no-commission")
PLAN = Plan(GAME.ref, {Topic.CARD_VALUES: 2, Topic.OUTCOME: 2, Topic.AUTHORITY: 1}, 60)
PAPER = draw_paper(PLAN, "thirty")
ITEMS = items_of(PAPER)


def paper_of(student: str, *, knows: bool) -> Sat:
    """A paper of somebody who knows everything, or everything but card values."""
    answers = [
        full_answers(item) if knows or item.topic is not Topic.CARD_VALUES else {} for item in ITEMS
    ]
    return Sat(student, PAPER, grade_paper(PAPER, answers))


def test_a_class_of_thirty_is_summed_up() -> None:
    papers = [paper_of(f"student {number}", knows=number < 20) for number in range(30)]
    report = class_report(papers)
    assert len(report.papers) == 30
    assert set(report.ready) == {each.student for each in papers if each.graded.has_passed}
    values = report.by_topic[Topic.CARD_VALUES]
    assert (values.got, values.of) == (40, 60)
    assert report.by_topic[Topic.OUTCOME].got == report.by_topic[Topic.OUTCOME].of
    assert {each.name for each in report.weak_clauses} <= {"3.3.1", "3.3.2", "3.4.1", "3.4.2"}
    assert all(3 * each.missed == each.asked for each in report.weak_clauses)
    assert {each.name for each in report.missed_kinds} <= {"card-points", "hand-total"}


def test_the_last_paper_says_who_is_ready_and_the_worst_comes_first() -> None:
    chance = Random(5)
    guessed = grade_paper(PAPER, [guess(item, chance) for item in ITEMS])
    blank = Sat("ana", PAPER, grade_paper(PAPER, []))
    report = class_report([blank, paper_of("ana", knows=True), Sat("bo", PAPER, guessed), blank])
    assert "ana" not in report.ready
    assert "ana" in class_report([blank, paper_of("ana", knows=True)]).ready
    shares = [each.missed * 10_000 // each.asked for each in report.weak_clauses]
    assert shares == sorted(shares, reverse=True)
    assert len(class_report([blank], shown=2).missed_kinds) == 2
    assert class_report([paper_of("ana", knows=True)]).weak_clauses == ()
