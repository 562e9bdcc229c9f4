"""Editions of a game: the names each is found by, and which is in force on a day."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from typing import Any

import pytest

from punto.money import Cents
from punto.odds.comparison import edge_changes
from punto.refusals import Reason, Refused
from punto.rules.clauses import clauses, clauses_of, find_clause
from punto.rules.comparison import Difference, differences
from punto.rules.drawing import DrawRule
from punto.rules.editions import Editions
from punto.rules.game import Amendment, Method
from punto.rules.games import (
    GAMES,
    editions_of,
    every_edition,
    find_edition,
    find_game,
    games_in_force,
)
from punto.rules.games.tiger import GAME
from punto.rules.irregularities import Irregularity as I  # noqa: N817
from punto.rules.irregularities import Option
from punto.rules.outcome import Outcome, Pairs
from punto.rules.settlement import Stake, settle
from punto.rules.staff import Position, Power
from punto.rules.wagers import Wager
from tests.rules.later import LATER, later_edition

DAY = timedelta(days=1)


@pytest.fixture
def later() -> Iterator[None]:
    with later_edition():
        yield


def test_every_edition_is_found_by_its_names() -> None:
    refs = [game.ref for game in every_edition()]
    assert refs == [
        "no-commission@6",
        "rapid-no-commission@5",
        "tiger-no-commission@3",
        "tiger@2",
        "dragon-tiger-no-commission@2023-12-07",
    ]
    for game in every_edition():
        assert find_game(game.ref) is game
        assert find_edition(game.id, game.edition) is game
        assert find_edition(game.id, game.edition_id) is game
        assert find_game(game.id, game.effective) is game


@pytest.mark.parametrize("name", ["tiger@", "tiger@3", "tiger@02", "tiger@2@2", "tiger@2 "])
def test_an_edition_that_there_is_not_is_refused_with_those_there_are(name: str) -> None:
    with pytest.raises(Refused) as refused:
        find_game(name)
    assert refused.value.reason is Reason.UNKNOWN_GAME
    assert "tiger@2" in str(refused.value)


@pytest.mark.parametrize("name", ["", "@2", "Tiger", "lion@2"])
def test_a_game_that_there_is_not_is_refused(name: str) -> None:
    with pytest.raises(Refused) as refused:
        find_game(name)
    assert "no-commission, rapid-no-commission" in str(refused.value)


def test_it_is_in_force_from_its_day_on(later: None) -> None:
    assert [game.ref for game in editions_of("tiger")] == ["tiger@2", "tiger@3"]
    assert find_game("tiger", LATER.effective - DAY).ref == "tiger@2"
    assert find_game("tiger", LATER.effective) is LATER
    assert find_game("tiger") is LATER
    assert find_game("tiger@2", LATER.effective).ref == "tiger@2"
    assert find_game("tiger", date(1990, 1, 1)).ref == "tiger@2"
    assert LATER in games_in_force(LATER.effective)
    assert games_in_force(LATER.effective - DAY) == GAMES


def test_outside_of_a_test_there_is_no_such_edition() -> None:
    with later_edition():
        pass
    assert find_edition("tiger", "3") is None


def test_it_comes_into_force_at_midnight_in_singapore() -> None:
    from datetime import datetime
    from zoneinfo import ZoneInfo

    for game in (*every_edition(), LATER):
        day = game.effective
        midnight = datetime(day.year, day.month, day.day, tzinfo=ZoneInfo("Asia/Singapore"))
        assert game.in_force_ms == int(midnight.timestamp()) * 1000


def test_it_pays_by_its_own_lines(later: None) -> None:
    tie = Outcome(7, 7, 2, 2, Pairs.NONE)
    for name, cents in (("tiger@2", 800), ("tiger@3", 900)):
        line = settle(find_game(name), tie, [Stake("tie", Cents(100))]).lines[0]
        assert line.profit_cents == cents


def test_its_clauses_are_the_registers_as_amended(later: None) -> None:
    before, after = clauses_of(find_game("tiger@2")), clauses_of(LATER)
    assert before == clauses("tiger")
    assert [clause.number for clause in before] == [clause.number for clause in after]
    changed = [one.number for one, other in zip(before, after, strict=True) if one != other]
    assert changed == ["4.1", "5.6"]
    assert "9 to 1" in find_clause(LATER, "4.1").summary


def test_a_clause_struck_or_added_by_an_edition() -> None:
    new = Amendment("recorded", "Something new.")
    amended = replace(LATER, amendments={"5.6": None, "5.8.3": new})
    numbers = [clause.number for clause in clauses_of(amended)]
    assert "5.6" not in numbers
    assert numbers.index("5.8.2.2") + 1 == numbers.index("5.8.3")
    assert numbers.index("5.8.3") + 1 == numbers.index("5.9")
    struck = replace(LATER, amendments={"5.6": None})
    assert clauses_of(struck) == tuple(each for each in clauses("tiger") if each.number != "5.6")


def test_what_differs(later: None) -> None:
    found = differences(find_game("tiger@2"), LATER)
    assert [(each.part, each.name) for each in found] == [
        ("document", "edition"),
        ("document", "in force"),
        ("clause", "4.1"),
        ("clause", "5.6"),
        ("pay line", "tie on winner tie"),
        ("procedure", "face-up-in-device"),
    ]
    assert found[4] == Difference("pay line", "tie on winner tie", "8 to 1 by 4.1", "9 to 1 by 4.1")
    assert found[5].before.startswith("continue by 5.6")
    assert found[5].after.startswith("void by 5.6")
    assert differences(LATER, LATER) == []


def test_every_part_is_compared() -> None:
    changed: dict[I, dict[str, Any]] = {
        I.POWER_FAILURE: {"option": Option.WITHDRAW_ANY, "option_clause": ""},
        I.HANDLER_ABSENT: {"authority": Position.PIT_MANAGER},
    }
    other = replace(
        GAME,
        title="Odd Baccarat",
        edition="Version 7",
        effective=date(2030, 1, 2),
        decks=(6, 8),
        layouts=GAME.layouts[:2],
        methods=(Method.B,),
        winner_clause="3.17",
        drawing={DrawRule.NATURAL: "3.14", DrawRule.COMPLETE: "3.15"},
        limits_clause="",
        stakes_per_area_clause="3.8",
        wagers=tuple(_odd(wager) for wager in GAME.wagers if wager.id != "tiger-tie"),
        procedures=tuple(
            replace(each, **changed.get(each.irregularity, {}))
            for each in GAME.procedures
            if each.irregularity is not I.FACE_UP_IN_DEVICE
        ),
        grants=tuple(
            replace(each, position=Position.DEALER) if each.power is Power.ALLOW_SQUEEZING else each
            for each in GAME.grants
            if each.power is not Power.CHOOSE_HANDLER
        ),
        amendments={"5.6": None, "6.4": Amendment("recorded", "Something new.")},
    )
    found = [(each.part, each.name, each.before, each.after) for each in differences(GAME, other)]
    layouts = "Appendix A (1, 8), Appendix B (1, 8)"
    drawing = "DEAL_PLAYER 3.13.1, DEAL_BANKER 3.13.2, NATURAL 3.15, PLAYER_THIRD 3.15"
    on_tie = "pushes on winner tie by 3.16.1"
    assert [(*each[:2], each[2][: len(drawing)], each[3]) for each in found[:10]] == [
        ("document", "title", "Tiger Baccarat", "Odd Baccarat"),
        ("document", "edition", "Version 2", "Version 7"),
        ("document", "in force", "2019-10-08", "2030-01-02"),
        ("document", "decks", "4 to 10, by 2.1", "6 to 8, by 2.1"),
        (
            "document",
            "layouts",
            f"{layouts}, Appendix C (1, 8), Appendix D (1, 9)"[: len(drawing)],
            layouts,
        ),
        ("document", "methods", "A, B, C", "B"),
        ("document", "winner", "3.16", "3.17"),
        ("document", "drawing", drawing, "NATURAL 3.14, COMPLETE 3.15"),
        ("document", "limits", "3.5.1", ""),
        ("document", "stakes per area", "3.7", "3.8"),
    ]
    assert found[10:] == [
        ("clause", "5.6", f"enforced: {find_clause(GAME, '5.6').summary}", ""),
        ("clause", "6.4", "", "recorded: Something new."),
        ("wager", "banker", f"Banker: loses by 3.16; {on_tie}", f"House: loses by 3.99; {on_tie}"),
        ("wager", "tiger-tie", "Tiger Tie: loses by 1.1.15", ""),
        ("pay line", "tiger-pair on pairs player or banker", "4 to 1 by 4.2", ""),
        ("pay line", "tiger-tie on winner tie, player total 6", "35 to 1 by 4.3", ""),
        ("procedure", "face-up-in-device", "continue by 5.6", ""),
        (
            "procedure",
            "handler-absent",
            "dealer-exposes by 5.10, resolved by Dealer",
            "dealer-exposes by 5.10, resolved by Pit Manager",
        ),
        (
            "procedure",
            "power-failure",
            "continue by 5.17, withdraw-all by 5.17.1",
            "continue by 5.17, withdraw-any by 5.17",
        ),
        ("power", Power.CHOOSE_HANDLER.value, "Pit Supervisor by 3.10.4.1", ""),
        ("power", Power.ALLOW_SQUEEZING.value, "Pit Manager by 3.21", "Dealer by 3.21"),
    ]
    printed = differences(find_game("no-commission"), find_game("rapid-no-commission"))
    assert ("Diagram A", "Player Terminal") in {
        (each.before.split(",")[0], each.after) for each in printed
    }


def _odd(wager: Wager) -> Wager:
    match wager.id:
        case "banker":
            return replace(wager, title="House", loses_by="3.99")
        case "tiger-pair":
            return replace(wager, lines=wager.lines[1:])
        case _:
            return wager


def test_what_it_does_to_the_edge(later: None) -> None:
    """A unit more on every tie: the edge falls by the chance of a tie, exactly."""
    from punto.odds.question import ask

    changes = {each.wager: each for each in edge_changes(find_game("tiger@2"), LATER, 8)}
    tie = ask(LATER, decks=8).price("tie").hit_rate
    assert changes.pop("tie").change == -tie
    assert {each.change for each in changes.values()} == {Fraction(0)}


def test_games_that_have_other_wagers_are_compared_too() -> None:
    changes = {
        each.wager: each
        for each in edge_changes(find_game("no-commission"), find_game("tiger-no-commission"), 8)
    }
    assert changes["player-pair"].after is None
    assert changes["tiger"].before is None
    assert changes["tiger"].change is None


def test_editions_stand_in_the_order_they_come_into_force() -> None:
    known = Editions([replace(LATER, title="Tiger of later days"), GAME])
    assert [game.edition_id for game in known.of("tiger")] == ["2", "3"]
    assert known.find("tiger").ref == "tiger@3"
    with pytest.raises(Refused) as refusal:
        known.find("tiger@" + "9" * 50)
    assert refusal.value.sentence == (
        f"Tiger of later days has no edition '{'9' * 40}'; it has tiger@2, tiger@3."
    )
