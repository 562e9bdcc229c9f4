"""Void rounds, stakes outside the limits, layouts and ranks of staff, by clause."""

from itertools import permutations

import pytest

from punto.money import Cents
from punto.refusals import Reason, Refused
from punto.rules.game import Game
from punto.rules.irregularities import Irregularity, Remedy
from punto.rules.settlement import Limits, Result, Settlement, Stake, settle, settle_void
from punto.rules.staff import Position, Power
from tests.clauses import rounds
from tests.clauses.rounds import HUNDRED, read
from tests.clauses.shows import DT, NC, RAPID, TIGER, TNC, shows

VOIDED_BY = {
    "5.1.1": (Irregularity.FOREIGN_CARDS,),
    "5.2": (Irregularity.WRONG_NUMBER_OF_CARDS, Irregularity.SHOE_ORDER_ALTERED),
    "5.3": (Irregularity.DRAWN_TOGETHER_IN_INITIAL_DEAL, Irregularity.TOO_FEW_CARDS),
    "5.4": (Irregularity.SHOE_ORDER_ALTERED,),
    "5.5": (Irregularity.TOO_FEW_CARDS,),
    "5.8.2.1": (Irregularity.DRAWN_TOGETHER_IN_INITIAL_DEAL,),
    "5.12.2": (Irregularity.ALTERED_BY_MOVING_DEVICE,),
}


@shows(
    dict.fromkeys((NC, RAPID, TNC), ("5.1.1", "5.2", "5.3", "5.4", "5.5")),
    dict.fromkeys((TIGER, DT), ("5.1.1", "5.2", "5.3", "5.8.2.1", "5.12.2")),
)
def test_a_void_round_returns_every_stake(game: Game, clause: str) -> None:
    stakes = [Stake(wager.id, HUNDRED) for wager in game.wagers]
    found = [each for each in VOIDED_BY[clause] if cited(game, each) == clause]
    assert len(found) == 1
    settlement = settle_void(game, found[0], stakes)
    assert settlement.net_cents == 0
    assert [line.returned_cents for line in settlement.lines] == [HUNDRED] * len(stakes)
    assert {line.result for line in settlement.lines} == {Result.VOID}
    assert {line.clause for line in settlement.lines} == {clause}


def cited(game: Game, irregularity: Irregularity) -> str | None:
    procedure = game.procedure(irregularity)
    return procedure.clause if procedure else None


@shows({TNC: "5.1", TIGER: "5.1", DT: "5.1"})
def test_extra_and_missing_cards_void(game: Game, clause: str) -> None:
    assert settle_void(game, Irregularity.EXTRA_OR_MISSING_CARDS, []).lines == ()
    unshuffled = game.procedure(Irregularity.UNSHUFFLED_CARDS)
    assert (unshuffled is not None) == (game.id != TNC)


@shows({NC: "5.1", RAPID: "5.1"})
def test_only_foreign_cards_void(game: Game, clause: str) -> None:
    assert settle_void(game, Irregularity.FOREIGN_CARDS, []).lines == ()
    for other in (Irregularity.EXTRA_OR_MISSING_CARDS, Irregularity.UNSHUFFLED_CARDS):
        with pytest.raises(Refused) as refusal:
            settle_void(game, other, [])
        assert refusal.value.reason is Reason.NOT_COVERED


def test_what_does_not_void_is_not_voided() -> None:
    from punto.rules.games import GAMES

    for game in GAMES:
        for procedure in game.procedures:
            if procedure.remedy in (Remedy.VOID, Remedy.VOID_UNLESS_RECONSTRUCTED):
                continue
            with pytest.raises(Refused) as refusal:
                settle_void(game, procedure.irregularity, [Stake("player", HUNDRED)])
            assert refusal.value.reason is Reason.NOT_COVERED


LIMITS = {
    "player": Limits(Cents(50_00), Cents(1000_00)),
    "tie": Limits(Cents(20_00), Cents(200_00)),
}


def settle_within(
    game: Game, cards: str, *stakes: tuple[str, int], before: bool = False
) -> Settlement:
    staked = [Stake(wager, Cents(cents)) for wager, cents in stakes]
    return settle(
        game, read(game, cards).outcome, staked, limits=LIMITS, under_minimum_before=before
    )


@shows({TIGER: "5.14", DT: "5.14"})
def test_under_the_minimum_counts_once(game: Game, clause: str) -> None:
    won = settle_within(game, rounds.PLAYER_NINE_OVER_EIGHT, ("player", 10_00))
    assert (won.lines[0].result, won.lines[0].profit_cents) == (Result.WIN, 10_00)
    assert won.lines[0].limit_clause == clause
    assert won.under_minimum_found
    lost = settle_within(game, rounds.BANKER_FIVE_OVER_ONE, ("player", 49_80))
    assert (lost.lines[0].result, lost.lines[0].returned_cents) == (Result.LOSE, 0)
    for cards in (rounds.PLAYER_NINE_OVER_EIGHT, rounds.BANKER_FIVE_OVER_ONE, rounds.TIE_ON_SIX):
        again = settle_within(game, cards, ("player", 10_00), before=True).lines[0]
        assert (again.result, again.profit_cents) == (Result.RETURNED, 0)
        assert (again.returned_cents, again.clause) == (10_00, clause)


@shows({TIGER: "5.14", DT: "5.14"})
def test_all_stakes_of_one_round_under_the_minimum_are_treated_alike(
    game: Game, clause: str
) -> None:
    for stakes in permutations((("tie", 10_00), ("player", 10_00), ("tie", 12_00))):
        first = settle_within(game, rounds.PLAYER_NINE_OVER_EIGHT, *stakes)
        assert {(line.wager, line.result) for line in first.lines} == {
            ("tie", Result.LOSE),
            ("player", Result.WIN),
        }
        assert first.under_minimum_found
        later = settle_within(game, rounds.PLAYER_NINE_OVER_EIGHT, *stakes, before=True)
        assert {line.result for line in later.lines} == {Result.RETURNED}


@shows({TIGER: "5.14", DT: "5.14"})
def test_a_push_under_the_minimum_uses_nothing_up(game: Game, clause: str) -> None:
    pushed = settle_within(game, rounds.TIE_ON_SIX, ("player", 10_00))
    assert pushed.lines[0].result is Result.PUSH
    assert not pushed.under_minimum_found
    for stakes in permutations((("player", 10_00), ("tie", 10_00))):
        both = settle_within(game, rounds.TIE_ON_SIX, *stakes)
        results = {line.wager: line.result for line in both.lines}
        assert results == {"player": Result.PUSH, "tie": Result.WIN}
        assert both.under_minimum_found


@shows({TIGER: "5.14", DT: "5.14"})
def test_at_the_minimum_nothing_is_remembered(game: Game, clause: str) -> None:
    exact = settle_within(game, rounds.TIE_ON_SIX, ("player", 50_00), before=False)
    assert not exact.under_minimum_found
    assert exact.lines[0].limit_clause == ""


@shows({TIGER: "5.15", DT: "5.15"})
def test_over_the_maximum_counts_to_the_maximum(game: Game, clause: str) -> None:
    won = settle_within(game, rounds.PLAYER_NINE_OVER_EIGHT, ("player", 1500_00)).lines[0]
    assert (won.profit_cents, won.returned_cents) == (1000_00, 2500_00)
    assert (won.clause, won.limit_clause) == ("4.1", clause)
    lost = settle_within(game, rounds.BANKER_FIVE_OVER_ONE, ("player", 1500_00)).lines[0]
    assert (lost.profit_cents, lost.returned_cents) == (-1000_00, 500_00)
    pushed = settle_within(game, rounds.TIE_ON_SIX, ("player", 1500_00)).lines[0]
    assert (pushed.profit_cents, pushed.returned_cents) == (0, 1500_00)
    exact = settle_within(game, rounds.PLAYER_NINE_OVER_EIGHT, ("player", 1000_00)).lines[0]
    assert (exact.profit_cents, exact.limit_clause) == (1000_00, "")


@pytest.mark.parametrize("cents", [10_00, 1500_00])
@pytest.mark.parametrize("game_id", [NC, RAPID, TNC])
def test_older_games_have_no_clause_for_stakes_outside_the_limits(game_id: str, cents: int) -> None:
    from punto.rules.games import find_game

    with pytest.raises(Refused) as refusal:
        settle_within(find_game(game_id), rounds.TIE_ON_SIX, ("player", cents))
    assert refusal.value.reason is Reason.NOT_COVERED
    assert refusal.value.clause == "reading who-decides"


@shows({NC: "2.2", TNC: "2.2", TIGER: "2.2", DT: "2.2", RAPID: "2.2"})
def test_layouts_as_printed(game: Game, clause: str) -> None:
    printed = {
        NC: [(f"Diagram {letter}", None) for letter in "ABCDEF"],
        RAPID: [("Player Terminal", None)],
        TNC: [*[(f"Appendix {x}", (1, 8)) for x in "ABC"], ("Appendix D", (5, 9)), E],
        TIGER: [*first_five(), *[(f"Appendix {x}", (1, 8)) for x in "FG"]],
        DT: [*first_five(), *[(f"Appendix {x}", (1, 8)) for x in "FGHIJK"]],
    }
    assert [(layout.name, layout.positions) for layout in game.layouts] == printed[game.id]
    assert {layout.clause for layout in game.layouts} == {clause}


E = ("Appendix E", (8, 16))


def first_five() -> list[tuple[str, tuple[int, int]]]:
    return [*[(f"Appendix {x}", (1, 8)) for x in "ABC"], ("Appendix D", (1, 9)), E]


@shows({TIGER: "6.2", DT: "6.2"})
def test_positions_rank_from_dealer_up(game: Game, clause: str) -> None:
    assert [position.title for position in sorted(Position)] == [
        "Dealer",
        "Pit Supervisor",
        "Pit Manager",
        "Gaming Shift Manager",
        "Assistant Casino Manager",
    ]
    assert list(Position) == [1, 2, 3, 4, 5]
    grant = game.grant(Power.ALLOW_METHOD_C)
    assert grant is not None
    assert grant.position is max(Position)
