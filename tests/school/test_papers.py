"""Papers: drawn from a seed, weighted by topic, and graded to the last mark."""

from random import Random

import pytest
from msgspec.structs import replace

from punto.refusals import Reason, Refused
from punto.rules.game import Game
from punto.rules.games import GAMES, find_game
from punto.school.catalogue import full_answers
from punto.school.items import Topic
from punto.school.papers import Paper, Plan, draw_paper, grade_paper, items_of, usual_plan
from tests.school.students import guess

TIGER = find_game("tiger")
SHORT = Plan(TIGER.ref, {Topic.CARD_VALUES: 2, Topic.AUTHORITY: 2}, 75)


def perfect(paper: Paper) -> list[dict[str, tuple[str, ...]]]:
    return [full_answers(item) for item in items_of(paper)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_perfect_student_has_full_marks_and_one_who_guesses_fails(game: Game) -> None:
    paper = draw_paper(usual_plan(game), "class of autumn")
    graded = grade_paper(paper, perfect(paper))
    assert graded.has_passed
    assert graded.total.got == graded.total.of > 50
    assert set(graded.by_topic) == set(paper.plan.weights)
    chance = Random(7)
    guessed = grade_paper(paper, [guess(item, chance) for item in items_of(paper)])
    assert not guessed.has_passed
    assert 0 < guessed.total.got < guessed.total.of


def test_a_seed_gives_the_same_paper_and_a_student_may_have_their_own() -> None:
    assert draw_paper(SHORT, "monday") == draw_paper(SHORT, "monday")
    drawn = {repr(draw_paper(SHORT, seed).questions) for seed in ("monday", "tuesday")}
    own = {repr(draw_paper(SHORT, "monday", name, is_own=True).questions) for name in ("ana", "bo")}
    same = {repr(draw_paper(SHORT, "monday", name).questions) for name in ("ana", "bo")}
    assert (len(drawn), len(own), len(same)) == (2, 2, 1)


def test_the_weights_say_how_many_questions_there_are_of_each_topic() -> None:
    plan = Plan(TIGER.ref, {Topic.CARD_VALUES: 3, Topic.HANDLING: 5, Topic.SHOE: 0})
    topics = [item.topic for item in items_of(draw_paper(plan, "weights"))]
    assert topics == [Topic.CARD_VALUES] * 3 + [Topic.HANDLING] * 5


def test_a_mark_belongs_to_the_topic_of_what_it_examines() -> None:
    plan = Plan(TIGER.ref, {Topic.IRREGULARITIES: 60})
    paper = draw_paper(plan, "topics")
    graded = grade_paper(paper, perfect(paper))
    resolvers = [each for marks in graded.marks for each in marks if each.part == "resolver"]
    assert graded.by_topic[Topic.AUTHORITY].of >= len(resolvers) > 10
    assert sum(each.of for each in graded.by_topic.values()) == graded.total.of
    wrong = [
        {**each, "resolver": ("waiter",)} if "resolver" in each else each for each in perfect(paper)
    ]
    lost = grade_paper(paper, wrong).by_topic
    assert {topic for topic, each in lost.items() if each.got < each.of} == {Topic.AUTHORITY}
    assert lost[Topic.AUTHORITY].of - lost[Topic.AUTHORITY].got == len(resolvers)


def test_every_kind_of_a_topic_is_asked_before_one_is_asked_again() -> None:
    paper = draw_paper(Plan(TIGER.ref, {Topic.CARD_VALUES: 4}), "kinds")
    kinds = [question.kind for question in paper.questions]
    assert set(kinds[:2]) == set(kinds[2:]) == {"card-points", "hand-total"}


def test_the_pass_mark_is_met_exactly_or_not_at_all() -> None:
    paper = draw_paper(SHORT, "pass mark")
    right = perfect(paper)
    three = [*right[:3], {}]
    assert grade_paper(paper, three).has_passed
    assert grade_paper(paper, right[:3]).total == grade_paper(paper, three).total
    assert not grade_paper(paper, right[:2]).has_passed
    assert not grade_paper(replace(paper, plan=replace(SHORT, pass_percent=76)), three).has_passed


@pytest.mark.parametrize(
    "plan",
    [
        replace(SHORT, pass_percent=0),
        replace(SHORT, pass_percent=101),
        replace(SHORT, weights={Topic.SHOE: 0}),
        replace(SHORT, weights={Topic.SHOE: -1, Topic.WAGERS: 4}),
        replace(SHORT, weights={Topic.SHOE: 501}),
        replace(SHORT, weights={Topic.SITUATIONS: 30, Topic.ROUNDS: 11}),
        Plan("no-commission", {Topic.HANDLING: 1}),
    ],
)
def test_a_plan_that_no_paper_can_be_drawn_by_is_refused(plan: Plan) -> None:
    with pytest.raises(Refused) as refused:
        draw_paper(plan, "seed")
    assert refused.value.reason is Reason.UNREADABLE_REQUEST


def test_more_answers_than_questions_are_refused() -> None:
    paper = draw_paper(SHORT, "seed")
    with pytest.raises(Refused, match="4 questions"):
        grade_paper(paper, [{}] * 5)


def test_an_answer_after_the_time_allowed_earns_nothing() -> None:
    plan = Plan(TIGER.ref, {Topic.CARD_VALUES: 2, Topic.OUTCOME: 1}, 75, {Topic.CARD_VALUES: 20})
    paper = draw_paper(plan, "clock")
    graded = grade_paper(paper, perfect(paper), (20, 21, 500))
    assert [all(mark.is_right for mark in marks) for marks in graded.marks] == [True, False, True]
    why = graded.marks[1][0].why
    assert str(why) == "Answered after 21 seconds; 20 were allowed."
    assert grade_paper(paper, perfect(paper)).total.got == 3
    for seconds in (0, 3601):
        with pytest.raises(Refused, match="time limit"):
            draw_paper(replace(plan, seconds={Topic.OUTCOME: seconds}), "clock")


def test_the_table_test_comes_last_and_mixes_rounds_with_and_without_irregularities() -> None:
    plan = Plan(TIGER.ref, {Topic.SITUATIONS: 3, Topic.ROUNDS: 3, Topic.OUTCOME: 1})
    orders = set()
    for seed in range(4):
        kinds = [each.kind for each in draw_paper(plan, f"mixed {seed}").questions]
        assert kinds[0] == "who-won"
        orders.add(tuple(each == "deal-round" for each in kinds[1:]))
        assert kinds.count("deal-round") == 3
    assert len(orders) > 1
