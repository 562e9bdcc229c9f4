"""Conditions and definitions of wagers: when they hold, and the faults of bad ones."""

from itertools import product

import pytest

from punto.refusals import Reason, Refused
from punto.rules.cards import parse_cards
from punto.rules.games import GAMES
from punto.rules.hands import Side
from punto.rules.holdings import HandIs, facts
from punto.rules.outcome import Outcome, Pairs, Winner, outcomes
from punto.rules.wagers import CONDITIONS, Pays, Wager, When, decide_wager, faults, verdicts

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


YES, NO = When(winner=Winner.BANKER), When(winner=Winner.PLAYER)
OF_CARDS = When(hands=(HandIs(Side.PLAYER, "colours", ("red",)),))
RED, BLACK = (facts(parse_cards(cards), parse_cards("7S 9S")) for cards in ("2H 3D TH", "2S 3C TS"))


def test_conditions_inside_a_condition() -> None:
    for parts in product((YES, NO), repeat=2):
        held = [part is YES for part in parts]
        assert When(any_of=parts).holds(SIX_OVER_FIVE) is any(held)
        assert When(all_of=parts).holds(SIX_OVER_FIVE) is all(held)
        assert When(none_of=parts).holds(SIX_OVER_FIVE) is not any(held)
    for kind in ("any_of", "all_of", "none_of"):
        assert When(**{kind: ()}).holds(SIX_OVER_FIVE)
    assert not When(winner=Winner.TIE, any_of=(YES,), none_of=(NO,)).holds(SIX_OVER_FIVE)


@pytest.mark.parametrize("kind", ["any_of", "all_of", "none_of"])
def test_conditions_on_cards_inside_a_condition(kind: str) -> None:
    inside = When(**{kind: (OF_CARDS,)})  # type: ignore[arg-type]
    assert inside.needs_cards
    assert When(**{kind: (NO, inside)}).needs_cards  # type: ignore[arg-type]
    assert not When(**{kind: (YES, NO)}).needs_cards  # type: ignore[arg-type]
    assert inside.holds(SIX_OVER_FIVE, RED) is (kind != "none_of")
    assert inside.holds(SIX_OVER_FIVE, BLACK) is (kind == "none_of")


def test_every_condition_on_the_cards_must_hold_and_without_cards_none_does() -> None:
    both = When(
        hands=(HandIs(Side.PLAYER, "colours", ("red",)), HandIs(Side.BANKER, "first_two", (6,)))
    )
    assert both.needs_cards
    assert not When(winner=Winner.BANKER).needs_cards
    assert both.holds(SIX_OVER_FIVE, RED)
    assert not both.holds(SIX_OVER_FIVE, BLACK)
    assert not both.holds(SIX_OVER_FIVE)
    assert not OF_CARDS.holds(SIX_OVER_FIVE, None)


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
    assert [str(each) for each in faults(bad)] == sentences


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


def test_a_wager_needs_cards_where_any_line_or_its_push_does() -> None:
    red = When(hands=(HandIs(Side.PLAYER, "colours", ("red",)),))
    tie = When(winner=Winner.TIE)

    def needs(*lines: When, push: When | None = None) -> bool:
        paid = tuple(Pays("1 to 1", when, "x") for when in lines)
        return Wager("w", "W", paid, "x", push).needs_cards

    assert needs(tie, red)
    assert needs(red, tie)
    assert needs(tie, push=red)
    assert not needs(tie)
    assert not needs(tie, push=tie)


def test_a_wager_on_cards_has_no_verdict_by_the_outcome_alone() -> None:
    red = When(hands=(HandIs(Side.PLAYER, "colours", ("red",)),))
    with pytest.raises(Refused) as refused:
        verdicts(Wager("red", "Red", (Pays("1 to 1", red, "x"),), "x"))
    assert refused.value.reason is Reason.UNSOUND_WAGER
    assert refused.value.sentence == (
        "Wager 'red' looks at the cards themselves, and here only outcomes are known;"
        " price it with punto odds."
    )


def test_without_the_cards_a_wager_on_cards_loses() -> None:
    on_red = Wager("red", "Red", (Pays("1 to 1", OF_CARDS, "1"),), "2")
    pushes_on_red = Wager("blue", "Blue", (Pays("1 to 1", NO, "1"),), "2", OF_CARDS, "3")
    assert on_red.line_for(SIX_OVER_FIVE, RED) is on_red.lines[0]
    assert on_red.line_for(SIX_OVER_FIVE) is None
    assert pushes_on_red.pushes(SIX_OVER_FIVE, RED)
    assert not pushes_on_red.pushes(SIX_OVER_FIVE)
    for wager, clause in ((on_red, "1"), (pushes_on_red, "3")):
        assert decide_wager(wager, SIX_OVER_FIVE, RED).clause == clause
        assert decide_wager(wager, SIX_OVER_FIVE).clause == "2"
