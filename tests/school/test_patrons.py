"""Patrons who act of their own accord: the table says what is allowed, and answers are graded."""

from collections import defaultdict

import pytest

from punto.messages import CHINESE, word_in
from punto.refusals import Refused
from punto.rules.clauses import find_clause
from punto.rules.game import Game
from punto.rules.games import GAMES, find_game
from punto.school.catalogue import full_answers, grade_item, make_item, solve
from punto.school.drills.rounds import acts_of
from punto.school.items import Fact, Item, Mark, Question
from punto.school.patrons import ALLOW, DENY, Deed, Moment, describe_act, is_answer

TIGER = find_game("tiger")
SCENE = ("game tiger@2", "open", "stake seat1 player 100", "stake seat2 banker 50")
ROUNDS = 40


def round_with(*acts: str, scene: tuple[str, ...] = SCENE) -> Item:
    facts: dict[str, Fact] = {"scene": scene, "seed": "s", "remark": 0, "acts": acts}
    return solve(Question("deal-round", scene[0].split()[1], facts))


def marks_of(item: Item, *lines: str) -> dict[str, Mark]:
    return {mark.part: mark for mark in grade_item(item, {"line": lines})}


def right_lines(item: Item) -> list[str]:
    return list(full_answers(item)["line"])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_patrons_act_at_every_stage_and_only_where_a_clause_says_what_is_right(game: Game) -> None:
    answers: defaultdict[Deed, set[str]] = defaultdict(set)
    moments = set()
    for seed in range(ROUNDS):
        item = make_item(game, "deal-round", f"patrons {seed}")
        acts = {act.patron: act for act in acts_of(item.question.facts)}
        assert len(acts) == 3
        moments |= {act.moment for act in acts.values()}
        for line in filter(is_answer, right_lines(item)):
            said, patron = line.split()
            answers[acts[patron].deed].add(said)
        for mark in grade_item(item, full_answers(item)):
            assert mark.is_right
            if mark.part.startswith("patron-answered"):
                own = [each for each in mark.clauses if not each.startswith("reading")]
                assert own
                assert all(find_clause(game, each) for each in own)
        for act in acts.values():
            english, chinese = str(describe_act(act)), word_in(CHINESE, describe_act(act))
            assert english != chinese
            assert "seat" not in english
    assert moments == set(Moment)
    assert answers[Deed.STAKE] == answers[Deed.TAKE_BACK] == {ALLOW, DENY}
    # The electronic game has no cards in reach and no clause about them.
    assert (Deed.LEAN_OVER in answers) == (not game.electronic)


def test_a_patron_who_leans_over_is_refused_and_the_clause_says_why() -> None:
    item = round_with("dealt lean-over seat4 squeeze player by seat4")
    right = right_lines(item)
    at = right.index("deny seat4")
    assert all(mark.is_right for mark in marks_of(item, *right).values())
    assert marks_of(item, *right)["patron-answered seat4"].clauses == ("3.11.2",)
    allowed = marks_of(item, *right[:at], "allow seat4", *right[at + 1 :])
    lost = {name for name, mark in allowed.items() if not mark.is_right}
    assert lost == {"patron-answered seat4", "lawful"}
    assert allowed["lawful"].given == ("allow seat4",)


def test_a_patron_is_answered_before_the_table_goes_on() -> None:
    item = round_with("dealt lean-over seat4 squeeze player by seat4")
    right = right_lines(item)
    at = right.index("deny seat4")
    ignored = marks_of(item, *(line for line in right if line != "deny seat4"))
    assert [name for name, mark in ignored.items() if not mark.is_right] == [
        "patron-answered seat4"
    ]
    late = marks_of(item, *right[:at], right[at + 1], "deny seat4", *right[at + 2 :])
    lost = [name for name, mark in late.items() if not mark.is_right]
    assert lost == ["patron-answered seat4", "lawful"]


def test_what_is_allowed_is_done_at_the_table_and_must_not_be_refused() -> None:
    item = round_with(
        "betting stake seat3 stake seat3 tie 50", "closed stake seat5 stake seat5 tie 50"
    )
    right = right_lines(item)
    assert [line for line in right if is_answer(line)] == ["allow seat3", "deny seat5"]
    turned_away = marks_of(item, *(line.replace("allow", "deny") for line in right))
    assert [name for name, mark in turned_away.items() if not mark.is_right] == [
        "patron-answered seat3"
    ]
    assert marks_of(item, *right)["patron-answered seat5"].clauses == ("5.4",)


def test_the_same_act_is_judged_by_the_method_that_is_dealt() -> None:
    """In method A the patron who is due the cards may decline them; nobody else may (3.10.3)."""
    scene = ("game tiger@2 method=A", *SCENE[1:])
    for patron, said in (("seat1", ALLOW), ("seat2", DENY)):
        item = round_with(f"dealt decline {patron} decline player {patron}", scene=scene)
        assert f"{said} {patron}" in right_lines(item)


@pytest.mark.parametrize("act", ["", "dealt", "noon stake seat1 x", "dealt dance seat1 x"])
def test_an_act_that_makes_no_sense_is_refused(act: str) -> None:
    with pytest.raises(Refused):
        round_with(act)


def test_nobody_is_answered_who_does_nothing() -> None:
    item = round_with()
    marks = marks_of(item, "deny seat4", *right_lines(item))
    assert [name for name, mark in marks.items() if not mark.is_right] == ["lawful"]
