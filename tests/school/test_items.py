"""Questions: made from chance, answered by the law, graded part by part."""

from functools import cache

import msgspec
import pytest

from punto.refusals import Refused
from punto.rules.cards import parse_cards
from punto.rules.clauses import find_clause
from punto.rules.game import Game
from punto.rules.games import GAMES, find_game
from punto.rules.hands import Hand
from punto.rules.readings import readings
from punto.school.catalogue import DRILLS, drills_of, make_item, make_question, solve
from punto.school.chance import Chance
from punto.school.citations import summary
from punto.school.items import (
    AT_TABLE,
    Fact,
    Form,
    Item,
    Part,
    Question,
    Topic,
    grade,
    right_answers,
)

TIGER, OLD = find_game("tiger"), find_game("no-commission")
SEED = "believed"


@cache
def one_of_each(game_id: str) -> list[Item]:
    """A question of every kind that a game has."""
    game = find_game(game_id)
    kinds = (each.kind for each in drills_of(game) if each.topic not in AT_TABLE)
    return [make_item(game, kind, SEED) for kind in kinds]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_questions_survive_json_and_are_answered_by_their_facts_alone(game: Game) -> None:
    for item in one_of_each(game.id):
        assert make_question(game, item.question.kind, SEED) == item.question
        written = msgspec.json.encode(item.question)
        read = msgspec.json.decode(written, type=Question)
        assert solve(read) == item


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_right_answer_is_among_the_choices_and_cites_clauses_that_exist(game: Game) -> None:
    known = readings()
    for item in one_of_each(game.id):
        assert item.parts
        for part in item.parts:
            if part.form in (Form.CHOICE, Form.CHOICES, Form.ORDER):
                assert set(part.right) <= set(part.choices), (item.question, part)
            for clause in part.clauses:
                if clause.startswith("reading "):
                    assert clause.removeprefix("reading ") in known
                else:
                    find_clause(game, clause)
                assert summary(game, clause)
                assert summary(game, clause, chinese=True) != summary(game, clause)


def test_totals_agree_with_a_sum_on_paper() -> None:
    for seed in range(40):
        item = make_item(OLD, "hand-total", str(seed))
        cards = parse_cards(str(item.question.facts["cards"]))
        worth = ["0A23456789".find(card.rank.letter) for card in cards]
        assert item.parts[0].right == (str(sum(max(each, 0) for each in worth) % 10),)
        assert Hand(cards).total == int(item.parts[0].right[0])


def settled(lines: str) -> dict[str, tuple[str, ...]]:
    scene = tuple(lines.splitlines())
    game = find_game(scene[0].split()[1])
    return right_answers(solve(Question("settle-layout", game.ref, {"scene": scene})))


def test_a_layout_is_settled_with_half_pay_in_the_dealers_order() -> None:
    answers = settled(
        """game no-commission@6
open
stake seat5 banker 100
stake seat1 player 40
stake seat3 banker 25
stake seat3 tie 10
close
draw 2C 5D 3H AH KD"""
    )
    assert answers == {
        "1 seat5 banker action": ("pay",),
        "1 seat5 banker amount": ("5000",),
        "2 seat1 player action": ("take",),
        "2 seat1 player amount": ("4000",),
        "3 seat3 banker action": ("pay",),
        "3 seat3 banker amount": ("1250",),
        "4 seat3 tie action": ("take",),
        "4 seat3 tie amount": ("1000",),
        "order": ("2 seat1 player", "4 seat3 tie", "3 seat3 banker", "1 seat5 banker"),
    }


def test_a_layout_is_settled_with_commission_and_pushes() -> None:
    head = "game tiger@2\nopen\nstake seat1 banker 100\nclose\n"
    assert settled(f"{head}draw 2C 5D 3H AH KD")["1 seat1 banker amount"] == ("9500",)
    tied = settled(f"{head}draw 9C 9D KH KS")
    assert tied["1 seat1 banker action"] == ("leave",)
    assert tied["order"] == ()


def procedure(lines: str, act: str) -> Item:
    scene = tuple(lines.splitlines())
    game = find_game(scene[0].split()[1])
    facts: dict[str, Fact] = {
        "scene": scene,
        "act": f"report {act}",
        "irregularity": act.split()[0],
    }
    return solve(Question(f"procedure-{act.split()[0]}", game.ref, facts))


DEALT = "open\nstake seat1 player 100\nstake seat2 tie 50\nclose\ndraw 2C 5D"


def test_a_procedure_says_who_resolves_it_and_whom_it_asks() -> None:
    item = procedure(f"game tiger@2\n{DEALT}", "power-failure")
    assert right_answers(item) == {
        "resolver": ("pit-manager",),
        "becomes": ("option",),
        "asked": ("seat1", "seat2"),
    }
    assert "5.17.1" in item.clauses
    void = procedure(f"game tiger@2\n{DEALT}", "foreign-cards")
    assert right_answers(void)["becomes"] == ("void",)
    assert {"5.1", "5.1.1"} <= set(void.clauses)


def test_every_topic_has_drills_and_a_kind_is_of_one_topic() -> None:
    topics = {drill.topic for drill in DRILLS.values()}
    assert topics == set(Topic)
    assert {drill.topic for drill in drills_of(OLD)} == topics - {Topic.HANDLING}


@pytest.mark.parametrize(
    "question",
    [
        Question("riddle", TIGER.ref, {}),
        Question("card-points", TIGER.ref, {}),
        Question("card-points", TIGER.ref, {"card": "XX"}),
        Question("who-draws", TIGER.ref, {"player": "9C", "banker": 3}),
        Question("first-four-cards", TIGER.ref, {"place": "one"}),
        Question("lowest-position", OLD.ref, {"power": "remove-stakes"}),
        Question("position-may", TIGER.ref, {"power": "announce", "position": "waiter"}),
        Question("settle-layout", TIGER.ref, {"scene": ("game no-commission@6", "open")}),
        Question("next-step", TIGER.ref, {"scene": (f"game {TIGER.ref}", "draw 2C")}),
        Question("stake-late", TIGER.ref, {"scene": (f"game {TIGER.ref}",), "act": "sing"}),
        Question("stake-late", TIGER.ref, {"scene": (f"game {TIGER.ref}",), "act": ""}),
        Question("steps-not-covered", TIGER.ref, {"scene": (f"game {TIGER.ref}",)}),
        Question("card-points", "chess", {"card": "2C"}),
    ],
)
def test_a_question_that_makes_no_sense_is_refused(question: Question) -> None:
    with pytest.raises(Refused):
        solve(question)


def test_a_drill_is_refused_where_the_game_has_nothing_for_it() -> None:
    with pytest.raises(Refused, match="nothing for the drill"):
        make_item(OLD, "due-cards", "1")


def test_a_part_is_right_in_the_way_of_its_form() -> None:
    item = Item(
        Question("any", TIGER.ref, {}),
        Topic.WAGERS,
        make_item(OLD, "card-points", "1").text,
        (
            Part("set", Form.CHOICES, ("a", "b"), ("a", "b", "c")),
            Part("row", Form.ORDER, ("a", "b"), ("a", "b", "c")),
            Part("sum", Form.AMOUNT, ("1250",)),
            Part("chips", Form.CHIPS, ("1x25",), ("25", "5", "1")),
        ),
    )

    def right(**answers: tuple[str, ...]) -> set[str]:
        return {mark.part for mark in grade(item, answers) if mark.is_right}

    assert right(set=("b", "a"), row=("b", "a"), sum=("1250",), chips=("5x5",)) == {
        "set",
        "sum",
        "chips",
    }
    assert right(row=("a", "b"), sum=("1250.0",), chips=("5x5", "1x100")) == {"row"}
    assert right(set=("a", "b", "b"), sum=("x",), chips=("-5x5",)) == set()
    with pytest.raises(Refused, match="no part 'sets'"):
        right(sets=("a",))


def test_chance_follows_from_its_seed_alone() -> None:
    assert [Chance("a").below(1000) for _ in range(2)] == [Chance("a").below(1000)] * 2
    one, other = Chance("a"), Chance("a")
    one.below(10)
    assert one.apart("x").below(10**6) == other.apart("x").below(10**6)
    assert sorted(Chance("b").some(range(9), 9)) == list(range(9))
    counts = [0] * 6
    dice = Chance("dice")
    for _ in range(6000):
        counts[dice.below(6)] += 1
    assert all(850 < count < 1150 for count in counts)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_void_round_and_the_one_before_it_are_both_asked_about(game: Game) -> None:
    items = [make_item(game, "earlier-rounds", f"both {number}") for number in range(6)]
    assert {item.parts[0].right for item in items} == {("stand",), ("void",)}
