"""Conditions and definitions of wagers: what holds, what is wrong with a bad one."""

import pytest

from punto.rules.games import GAMES
from punto.rules.outcome import Outcome, Pairs, Winner, outcomes
from punto.rules.wagers import CONDITIONS, Pays, Wager, When, faults, verdicts

SIX_OVER_FIVE = Outcome(5, 6, 3, 2, Pairs.BANKER)


@pytest.mark.parametrize(
    ("field", "right", "wrong"),
    [
        ("winner", Winner.BANKER, Winner.TIE),
        ("player_total", 5, 6),
        ("banker_total", 6, 5),
        ("player_cards", 3, 2),
        ("banker_cards", 2, 3),
        ("cards", 5, 4),
        ("margin", 1, 2),
        ("pairs", Pairs.BANKER, Pairs.BOTH),
    ],
)
def test_each_condition_is_heeded(field: str, right: object, wrong: object) -> None:
    assert field in CONDITIONS
    assert When(**{field: right}).holds(SIX_OVER_FIVE)  # type: ignore[arg-type]
    assert not When(**{field: wrong}).holds(SIX_OVER_FIVE)  # type: ignore[arg-type]
    assert When(**{field: (wrong, right)}).holds(SIX_OVER_FIVE)  # type: ignore[arg-type]
    assert not When(**{field: (wrong,)}).holds(SIX_OVER_FIVE)  # type: ignore[arg-type]
    assert not When(**{field: ()}).holds(SIX_OVER_FIVE)


def test_conditions_are_joined_by_and() -> None:
    assert When(winner=Winner.BANKER, banker_total=6).holds(SIX_OVER_FIVE)
    assert not When(winner=Winner.BANKER, banker_total=7).holds(SIX_OVER_FIVE)
    assert not When(winner=Winner.PLAYER, banker_total=6).holds(SIX_OVER_FIVE)
    assert all(When().holds(outcome) for outcome in outcomes())


def test_naturals() -> None:
    natural_tie = Outcome(9, 9, 2, 2, Pairs.NONE)
    assert natural_tie.natural is Winner.TIE
    assert Outcome(9, 8, 2, 2, Pairs.NONE).natural is Winner.PLAYER
    assert Outcome(3, 8, 2, 2, Pairs.NONE).natural is Winner.BANKER
    assert Outcome(7, 6, 2, 2, Pairs.NONE).natural is None
    assert Outcome(9, 8, 3, 3, Pairs.NONE).natural is None
    assert Outcome(9, 8, 3, 2, Pairs.NONE).natural is None
    assert When(natural=Winner.TIE).holds(natural_tie)
    assert not When(natural=Winner.TIE).holds(SIX_OVER_FIVE)
    assert not When(natural=(Winner.PLAYER, Winner.BANKER)).holds(SIX_OVER_FIVE)


def test_margin_is_the_distance() -> None:
    assert Outcome(9, 2, 2, 2, Pairs.NONE).margin == Outcome(2, 9, 2, 2, Pairs.NONE).margin == 7


def wager(*lines: Pays, push: When | None = None, name: str = "new", title: str = "New") -> Wager:
    return Wager(name, title, lines, loses_by="", push=push)


WINS_SIX = Pays("1 to 1", When(banker_total=6), "")
WINS_TWO_CARDS = Pays("2 to 1", When(banker_cards=2), "")
IMPOSSIBLE = Pays("2 to 1", When(winner=Winner.TIE, margin=3), "")


@pytest.mark.parametrize(
    ("bad", "sentences"),
    [
        (wager(WINS_SIX, name=" "), ["A wager needs an id and a name."]),
        (wager(WINS_SIX, title=" "), ["A wager needs an id and a name."]),
        (wager(), ["Wager 'new' has no pay line, so it could never win."]),
        (
            wager(WINS_SIX, WINS_TWO_CARDS),
            ["In wager 'new' line 2 (2 to 1) overlaps line 1 (1 to 1)."],
        ),
        (wager(IMPOSSIBLE), ["In wager 'new' no round can ever satisfy line 1 (2 to 1)."]),
        (
            wager(WINS_SIX, push=When(player_total=6)),
            ["In wager 'new' the push overlaps line 1 (1 to 1)."],
        ),
        (
            wager(WINS_SIX, push=When(cards=7)),
            ["In wager 'new' no round can ever satisfy the push."],
        ),
    ],
)
def test_faults_are_told(bad: Wager, sentences: list[str]) -> None:
    assert faults(bad) == sentences


def test_the_games_have_no_faults() -> None:
    assert [faults(each) for game in GAMES for each in game.wagers if faults(each)] == []


def test_verdicts_agree_with_the_lines() -> None:
    for game in GAMES:
        for each in game.wagers:
            for outcome, verdict in zip(outcomes(), verdicts(each), strict=True):
                assert verdict.line is each.line_for(outcome)
                assert verdict.pushes == (verdict.line is None and each.pushes(outcome))
                if verdict.line is not None:
                    assert verdict.clause == verdict.line.clause
                else:
                    assert verdict.clause == (each.pushes_by if verdict.pushes else each.loses_by)
