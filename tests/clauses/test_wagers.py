"""Which wagers each game has, when each wins or loses, and exactly what it pays."""

import pytest

from punto.refusals import Reason, Refused
from punto.rules.game import Game
from punto.rules.outcome import Winner
from punto.rules.settlement import Result, Stake, settle
from tests.clauses import rounds
from tests.clauses.rounds import HUNDRED, profit, read, stake
from tests.clauses.shows import DT, NC, RAPID, TIGER, TNC, shows

PAIR_WAGERS = ("player-pair", "banker-pair")
TIGER_WAGERS = ("tiger", "small-tiger", "big-tiger", "tiger-pair", "tiger-tie")
DRAGON_WAGERS = ("dragon-tiger", "big-dragon", "small-dragon", "big-tiger", "small-tiger")
SIDE_WAGERS = {
    NC: PAIR_WAGERS,
    RAPID: PAIR_WAGERS,
    TNC: TIGER_WAGERS,
    TIGER: TIGER_WAGERS,
    DT: DRAGON_WAGERS,
}


@shows(
    {NC: "3.5", RAPID: "3.5", TNC: "3.5", TIGER: ("3.5", "3.6"), DT: ("3.5", "3.6")},
    {NC: ("2.2.1", "2.2.2", "2.2.3", "2.2.4")},
    {TNC: tuple(f"2.2.{n}" for n in range(1, 9)), TIGER: tuple(f"2.2.{n}" for n in range(1, 9))},
    {DT: tuple(f"2.2.{n}" for n in range(1, 9))},
)
def test_the_wagers_of_the_game_and_no_others(game: Game, clause: str) -> None:
    offered = [wager.id for wager in game.wagers]
    assert sorted(offered) == sorted(("player", "banker", "tie", *SIDE_WAGERS[game.id]))
    foreign = "dragon-tiger" if game.id != DT else "tiger-pair"
    with pytest.raises(Refused) as refusal:
        stake(game, rounds.TIE_ON_SIX, foreign)
    assert refusal.value.reason is Reason.UNKNOWN_WAGER
    assert refusal.value.clause == f"{game.id} 3.5"


@shows({NC: "3.5", RAPID: "3.5", TNC: "3.5", TIGER: ("3.5", "3.6"), DT: ("3.5", "3.6")})
def test_each_wager_may_be_staked_alone_or_with_all_others(game: Game, clause: str) -> None:
    outcome = read(game, rounds.BANKER_SIX_TWO_CARDS).outcome
    together = settle(game, outcome, [Stake(wager.id, HUNDRED) for wager in game.wagers]).lines
    alone = [settle(game, outcome, [Stake(wager.id, HUNDRED)]).lines[0] for wager in game.wagers]
    assert list(together) == alone


@shows({NC: "3.10", RAPID: "3.10", TNC: "3.10", TIGER: "3.16", DT: "3.15"})
def test_the_higher_total_wins(game: Game, clause: str) -> None:
    assert read(game, rounds.PLAYER_NINE_OVER_EIGHT).outcome.winner is Winner.PLAYER
    assert read(game, rounds.BANKER_FIVE_OVER_ONE).outcome.winner is Winner.BANKER
    lost = stake(game, rounds.BANKER_FIVE_OVER_ONE, "player")
    assert (lost.result, lost.profit_cents, lost.clause) == (Result.LOSE, -HUNDRED, clause)
    lost = stake(game, rounds.PLAYER_NINE_OVER_EIGHT, "banker")
    assert (lost.result, lost.profit_cents, lost.clause) == (Result.LOSE, -HUNDRED, clause)


@shows({NC: "3.10.1", RAPID: "3.10.1", TNC: "3.10.1", TIGER: "3.16.1", DT: "3.15.1"})
def test_a_tie_pushes_player_and_banker(game: Game, clause: str) -> None:
    for cards in (rounds.TIE_ON_SIX, rounds.TIE_ON_SEVEN):
        for wager in ("player", "banker"):
            pushed = stake(game, cards, wager)
            assert (pushed.result, pushed.profit_cents) == (Result.PUSH, 0)
            assert pushed.returned_cents == HUNDRED
            assert pushed.clause == clause
        assert stake(game, cards, "tie").result is Result.WIN


@shows(
    {NC: "1.1.7", RAPID: "1.1.8", TNC: "1.1.8", TIGER: ("1.1.11", "1.1.12")},
    {DT: ("1.1.13", "1.1.14")},
)
def test_tie_wins_on_equal_totals_only(game: Game, clause: str) -> None:
    assert profit(game, rounds.TIE_ON_SEVEN, "tie") == 8 * HUNDRED
    lost = stake(game, rounds.BANKER_SIX_TWO_CARDS, "tie")
    assert lost.profit_cents == -HUNDRED
    assert read(game, rounds.TIE_ON_SEVEN).outcome.winner is Winner.TIE


@shows({NC: "4.1", RAPID: "4.1", TNC: "4.1", DT: "4.1"})
def test_banker_on_six_is_paid_half(game: Game, clause: str) -> None:
    for cards in (rounds.BANKER_SIX_TWO_CARDS, rounds.BANKER_SIX_THREE_CARDS):
        won = stake(game, cards, "banker")
        assert (won.profit_cents, won.clause) == (HUNDRED // 2, clause)
        assert won.odds is not None
        assert won.odds.text == "1 to 2"
    assert profit(game, rounds.BANKER_FIVE_OVER_ONE, "banker") == HUNDRED


@shows({TIGER: ("1.1.2", "4.1")})
def test_banker_pays_five_percent_less_whatever_the_total(game: Game, clause: str) -> None:
    for cards in (rounds.BANKER_SIX_TWO_CARDS, rounds.BANKER_FIVE_OVER_ONE):
        won = stake(game, cards, "banker")
        assert (won.profit_cents, won.clause) == (95_00, "4.1")


@shows({NC: "4.1", RAPID: "4.1", TNC: "4.1", TIGER: "4.1", DT: "4.1"})
def test_player_and_tie_pay_by_the_table(game: Game, clause: str) -> None:
    won = stake(game, rounds.PLAYER_NINE_OVER_EIGHT, "player")
    assert (won.profit_cents, won.returned_cents, won.clause) == (HUNDRED, 2 * HUNDRED, clause)
    won = stake(game, rounds.TIE_ON_SIX, "tie")
    assert (won.profit_cents, won.clause) == (8 * HUNDRED, clause)


@shows({NC: ("1.1.4", "3.8", "3.8.1", "4.1"), RAPID: ("1.1.4", "3.8", "3.8.1", "4.1")})
def test_player_pair(game: Game, clause: str) -> None:
    for cards in (rounds.PLAYER_PAIR_ONLY, rounds.BOTH_PAIRS, rounds.TWIN_PAIRS):
        assert profit(game, cards, "player-pair") == 11 * HUNDRED
    for cards in (rounds.BANKER_PAIR_ONLY, rounds.TEN_WITH_KING):
        lost = stake(game, cards, "player-pair")
        assert (lost.profit_cents, lost.clause) == (-HUNDRED, "3.8.1")


@shows({NC: ("1.1.4", "3.8", "3.8.2", "4.1"), RAPID: ("1.1.4", "3.8", "3.8.2", "4.1")})
def test_banker_pair(game: Game, clause: str) -> None:
    for cards in (rounds.BANKER_PAIR_ONLY, rounds.BOTH_PAIRS, rounds.TWIN_PAIRS):
        assert profit(game, cards, "banker-pair") == 11 * HUNDRED
    for cards in (rounds.PLAYER_PAIR_ONLY, rounds.TEN_WITH_KING):
        lost = stake(game, cards, "banker-pair")
        assert (lost.profit_cents, lost.clause) == (-HUNDRED, "3.8.2")


@shows({TNC: ("1.1.9", "3.11", "4.3"), TIGER: ("1.1.13", "3.17", "4.3")})
def test_tiger(game: Game, clause: str) -> None:
    assert profit(game, rounds.BANKER_SIX_TWO_CARDS, "tiger") == 12 * HUNDRED
    assert profit(game, rounds.BANKER_SIX_THREE_CARDS, "tiger") == 20 * HUNDRED
    for cards in (rounds.TIE_ON_SIX, rounds.BANKER_FIVE_OVER_ONE, rounds.DRAGON_TIGER_FOUR_CARDS):
        lost = stake(game, cards, "tiger")
        assert lost.result is Result.LOSE
        assert lost.clause in ("1.1.9", "1.1.13")


@shows({TNC: ("1.1.7", "3.12", "4.3"), TIGER: ("1.1.8", "3.18", "4.3"), DT: ("1.1.10", "4.3")})
def test_small_tiger(game: Game, clause: str) -> None:
    assert profit(game, rounds.BANKER_SIX_TWO_CARDS, "small-tiger") == 22 * HUNDRED
    for cards in (rounds.BANKER_SIX_THREE_CARDS, rounds.TIE_ON_SIX, rounds.BANKER_FIVE_OVER_ONE):
        assert stake(game, cards, "small-tiger").result is Result.LOSE


@shows({TNC: ("1.1.1", "3.13", "4.3"), TIGER: ("1.1.1", "3.19", "4.3"), DT: ("1.1.2", "4.3")})
def test_big_tiger(game: Game, clause: str) -> None:
    assert profit(game, rounds.BANKER_SIX_THREE_CARDS, "big-tiger") == 50 * HUNDRED
    for cards in (rounds.BANKER_SIX_TWO_CARDS, rounds.TIE_ON_SIX, rounds.BANKER_FIVE_OVER_ONE):
        assert stake(game, cards, "big-tiger").result is Result.LOSE


@shows({TNC: ("1.1.11", "3.10.1", "3.14", "4.3"), TIGER: ("1.1.15", "3.16.1", "3.20", "4.3")})
def test_tiger_tie(game: Game, clause: str) -> None:
    assert profit(game, rounds.TIE_ON_SIX, "tiger-tie") == 35 * HUNDRED
    for cards in (rounds.TIE_ON_SEVEN, rounds.BANKER_SIX_TWO_CARDS):
        lost = stake(game, cards, "tiger-tie")
        assert lost.result is Result.LOSE
        assert lost.clause in ("1.1.11", "1.1.15")


@shows({TNC: ("1.1.10", "1.1.10.1", "3.8", "4.2"), TIGER: ("1.1.14", "1.1.14.1", "3.14", "4.2")})
def test_single_tiger_pair(game: Game, clause: str) -> None:
    for cards in (rounds.PLAYER_PAIR_ONLY, rounds.BANKER_PAIR_ONLY):
        won = stake(game, cards, "tiger-pair")
        assert (won.profit_cents, won.clause) == (4 * HUNDRED, "4.2")
    assert profit(game, rounds.TEN_WITH_KING, "tiger-pair") == -HUNDRED


@shows({TNC: ("1.1.10", "1.1.10.2", "4.2"), TIGER: ("1.1.14", "1.1.14.2", "4.2")})
def test_double_tiger_pair(game: Game, clause: str) -> None:
    assert profit(game, rounds.BOTH_PAIRS, "tiger-pair") == 20 * HUNDRED


@shows({TNC: ("1.1.10", "1.1.10.3", "4.2"), TIGER: ("1.1.14", "1.1.14.3", "4.2")})
def test_twin_tiger_pair(game: Game, clause: str) -> None:
    assert profit(game, rounds.TWIN_PAIRS, "tiger-pair") == 100 * HUNDRED


@shows({DT: ("1.1.3", "4.2")})
def test_dragon_tiger(game: Game, clause: str) -> None:
    assert profit(game, rounds.DRAGON_TIGER_SIX_CARDS, "dragon-tiger") == 100 * HUNDRED
    assert profit(game, rounds.DRAGON_TIGER_PLAYER_DREW, "dragon-tiger") == 40 * HUNDRED
    assert profit(game, rounds.DRAGON_TIGER_BANKER_DREW, "dragon-tiger") == 40 * HUNDRED
    assert profit(game, rounds.DRAGON_TIGER_FOUR_CARDS, "dragon-tiger") == 30 * HUNDRED
    for cards in (rounds.TIE_ON_SEVEN, rounds.BANKER_SIX_TWO_CARDS, rounds.PLAYER_NINE_OVER_EIGHT):
        lost = stake(game, cards, "dragon-tiger")
        assert (lost.result, lost.clause) == (Result.LOSE, "1.1.3")


@shows({DT: ("1.1.1", "4.3")})
def test_big_dragon(game: Game, clause: str) -> None:
    assert profit(game, rounds.DRAGON_TIGER_SIX_CARDS, "big-dragon") == 30 * HUNDRED
    assert profit(game, rounds.DRAGON_TIGER_PLAYER_DREW, "big-dragon") == 30 * HUNDRED
    for cards in (rounds.DRAGON_TIGER_FOUR_CARDS, rounds.DRAGON_TIGER_BANKER_DREW):
        assert profit(game, cards, "big-dragon") == -HUNDRED
    assert profit(game, rounds.TIE_ON_SEVEN, "big-dragon") == -HUNDRED


@shows({DT: ("1.1.9", "4.3")})
def test_small_dragon(game: Game, clause: str) -> None:
    assert profit(game, rounds.DRAGON_TIGER_FOUR_CARDS, "small-dragon") == 15 * HUNDRED
    assert profit(game, rounds.DRAGON_TIGER_BANKER_DREW, "small-dragon") == 15 * HUNDRED
    for cards in (rounds.DRAGON_TIGER_SIX_CARDS, rounds.DRAGON_TIGER_PLAYER_DREW):
        assert profit(game, cards, "small-dragon") == -HUNDRED
    assert profit(game, rounds.TIE_ON_SEVEN, "small-dragon") == -HUNDRED
