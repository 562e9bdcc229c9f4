"""Options: who has one, what may be withdrawn, and in which order it is returned."""

import pytest

from punto.refusals import Reason
from punto.rules.games import find_game
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity as I  # noqa: N817
from punto.rules.irregularities import Option
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table import events as e
from punto.table.configuration import usual_configuration
from punto.table.decide import decide
from punto.table.options import decided_in_place, decided_now
from punto.table.people import Patron, Staff
from punto.table.state import Dealt, Round, State
from tests.envelope import Given, decide_given
from tests.rules.made_up import lucky_game
from tests.rules.oracle import pays, play
from tests.table import state_parts
from tests.table.starting_states import LOADED, OLDER, Act, after, draw, opened, refused, report

DEALER = Staff("dealer", Position.DEALER)


def placed(number: int, patron: str, wager: str = "player") -> Given:
    return Given(c.PlaceStake(patron, wager, number % 8 + 1, 10_00), DEALER)


EIGHT = after(
    LOADED,
    c.OpenBetting,
    placed(1, "seat1"),
    *(placed(number, "seat2") for number in range(2, 8)),
    placed(8, "seat1", "tie"),
    c.CloseBetting,
)
ASKED = after(EIGHT, report(I.DEVICE_RESET))


def test_everybody_with_an_open_stake_is_asked_once() -> None:
    assert decide(EIGHT, c.Report(I.DEVICE_RESET), Staff("pit", Position.PIT_MANAGER))[1] == (
        e.OptionOffered(
            I.DEVICE_RESET,
            Option.WITHDRAW_ANY,
            ("seat1", "seat2"),
            (1, 2, 3, 4, 5, 6, 7, 8),
            clause="5.9",
        )
    )


def test_stakes_go_back_in_the_order_they_were_placed() -> None:
    for taken in ((1, 8), (8, 1), (8, 1, 8)):
        answer = Given(c.AnswerOption("seat1", taken), Patron("seat1"))
        assert decide_given(ASKED, answer) == (
            e.OptionAnswered("seat1", (1, 8), clause="5.9"),
            e.StakeWithdrawn(1, "seat1", "player", 10_00, clause="5.9"),
            e.StakeWithdrawn(8, "seat1", "tie", 10_00, clause="5.9"),
        )


def test_what_staff_answer_is_on_a_patrons_behalf() -> None:
    asked = after(ASKED, Given(c.AnswerOption("seat1", (1,)), Patron("seat1")))
    assert decide(asked, c.AnswerOption("seat2", (2,)), DEALER) == (
        e.OptionAnswered("seat2", (2,), on_behalf=True, clause="5.9"),
        e.StakeWithdrawn(2, "seat2", "player", 10_00, on_behalf=True, clause="5.9"),
        e.BettingReopened(clause="5.9"),
        e.CaseClosed(I.DEVICE_RESET, clause="5.9"),
    )


def test_only_ones_own_stakes_go_back() -> None:
    refusal = refused(ASKED, Given(c.AnswerOption("seat1", (1, 2)), DEALER))
    assert (refusal.reason, refusal.clause) == (Reason.UNKNOWN_STAKE, "tiger 5.9")
    assert refusal.sentence == "seat1 may withdraw bets 1, 8 only."


def test_all_or_none_go_back_where_the_clause_says_so() -> None:
    failed = after(EIGHT, report(I.POWER_FAILURE))
    refusal = refused(failed, Given(c.AnswerOption("seat1", (8,)), DEALER))
    assert (refusal.reason, refusal.clause) == (Reason.ALL_OR_NOTHING, "tiger 5.17.1")
    assert refusal.sentence == "seat1 withdraws all of bets 1, 8, or none."
    for taken in ((), (1, 8)):
        assert decide(failed, c.AnswerOption("seat1", taken), DEALER)


def test_whoever_was_not_asked_or_has_answered_has_nothing_to_answer() -> None:
    answered = after(ASKED, c.AnswerOption("seat1"))
    for patron in ("seat1", "seat3"):
        refusal = refused(answered, Given(c.AnswerOption(patron), DEALER))
        assert (refusal.reason, refusal.clause) == (Reason.NO_SUCH_CASE, "tiger 5.9")


@pytest.mark.parametrize(
    "cards", ["", "9S 8S", "2C 5D 2H KH", "9S 8S KS KH", "2C 5D 2H KH 4S", "2C 5D 2H KH 4S AH"]
)
def test_before_reconstruction_every_stake_of_every_patron_is_open(cards: str) -> None:
    asked = after(EIGHT, *drawn(cards), report(I.DRAWN_TOGETHER_ORDER_KNOWN))
    assert asked.case is not None
    assert asked.case.asked == ("seat1", "seat2")
    assert asked.case.withdrawable == (1, 2, 3, 4, 5, 6, 7, 8)


def drawn(cards: str) -> list[Act]:
    """These cards, the totals announced where there are more than four."""
    codes = cards.split()
    totals: list[Act] = [c.AnnounceTotals] if len(codes) > 4 else []
    return [*draw(*codes[:4]), *totals, *draw(*codes[4:])]


RANKS = "A23456789TJQK"
VALUES = {rank: min(value, 10) % 10 for value, rank in enumerate(RANKS, 1)}


def staked_on_all(game: str) -> State:
    """Betting closed with one patron's stake on every wager of a game."""
    table = after(opened(usual_configuration(find_game(game))), c.OpenBetting)
    for number, wager in enumerate(table.game.wagers):
        table = after(table, placed(number, "seat1", wager.id))
    return after(table, c.CloseBetting)


STAKED = {game: staked_on_all(game) for game in ("tiger", "dragon-tiger-no-commission")}


@pytest.mark.parametrize("game", STAKED)
@pytest.mark.parametrize("rank", RANKS)
@pytest.mark.parametrize("laid_out", [0, 1, 2])
def test_the_first_four_alone_decide_while_later_cards_are_out_of_order(
    game: str, rank: str, laid_out: int
) -> None:
    """However many third cards lie open: what remains is what their places still decide."""
    table = STAKED[game]
    four = ["2C", f"{rank}D", "2H", "KH"]
    if max(play_out(four, (0, 0))[:2]) > 7 and play_out(four, (0, 0))[2] == 2:
        return  # a natural: no later card comes
    later = ["4S", "AH"][:laid_out]
    if laid_out == 2 and play_out(four, (4, 1))[3] == 2:
        return  # Banker stands
    out = after(table, *drawn(" ".join(four + later)), report(I.DRAWN_TOGETHER_AFTER_INITIAL_DEAL))
    decided = after(out, c.Decide(False, "so they lay", (*four, "AH", "4S")))
    assert decided.case is not None
    assert table.round is not None
    remaining = {table.round.stakes[each].wager for each in decided.case.withdrawable}
    ranks = [code[0] for code in four]
    for wager in table.game.wagers:
        results = {
            pays(game, wager.id, ranks, play_out(four, (one, two)))
            for one in range(10)
            for two in range(10)
        }
        certain = results == {None} or not results & {None, "push"}
        assert (wager.id not in remaining) == certain, wager.id


def play_out(four: list[str], thirds: tuple[int, int]) -> tuple[int, int, int, int]:
    return play((*(VALUES[code[0]] for code in four), *thirds))


@pytest.mark.parametrize("moved", ["5D 2C 2H KH 4S AH", "2C 5D KH 2H AH 4S", "2C 5D 2H 4S KH AH"])
def test_the_pit_manager_orders_later_cards_only(moved: str) -> None:
    out = after(EIGHT, *drawn("2C 5D 2H KH 4S AH"), report(I.DRAWN_TOGETHER_AFTER_INITIAL_DEAL))
    manager = Staff("pit", Position.PIT_MANAGER)
    refusal = refused(out, Given(c.Decide(False, "so", tuple(moved.split())), manager))
    assert (refusal.reason, refusal.clause) == (Reason.CARD_CONTRADICTS, "tiger 5.8.2.2")


def lying(player: str, banker: str) -> Round:
    """A round with these cards on the table, `??` for one that lies face down."""
    cards = tuple(
        Dealt(side, "9S" if code == "??" else code, code != "??")
        for side, codes in ((Side.PLAYER, player), (Side.BANKER, banker))
        for code in codes.split()
    )
    return Round(1, cards=cards)


ALL = {"player", "banker", "tie", "player-pair", "banker-pair"}


@pytest.mark.parametrize(
    ("player", "banker", "decided"),
    [
        ("", "", set()),
        ("2C", "", set()),
        ("2C ??", "", set()),
        ("?? 2C", "", set()),
        ("2C 3H", "?? ??", {"player-pair"}),
        ("2C 2H", "?? ??", {"player-pair"}),
        ("?? ??", "2D AS", {"banker-pair"}),
        ("?? ??", "2D ??", set()),
        ("?? ??", "?? 2D", set()),
        ("AH 4H", "5D 2S", {"player-pair", "banker-pair"}),
        ("AH 4H 4C", "5D 2S", ALL),
        ("AH 4H ??", "5D 2S", {"player-pair", "banker-pair"}),
        ("3C 3H", "2D 3S", {"player-pair", "banker-pair"}),
        ("3C 3H", "2D 3S 3D", ALL),
        ("3C 3H", "2D 3S ??", {"player-pair", "banker-pair"}),
        ("9S KS", "8S KH", ALL),
    ],
)
def test_what_lies_open_decides_these_wagers(player: str, banker: str, decided: set[str]) -> None:
    assert decided_now(opened(OLDER), lying(player, banker)) == decided


@pytest.mark.parametrize(
    ("together", "decided"), [((), False), ((5, 6), False), ((6, 7), True)], ids=str
)
def test_cards_that_came_out_before_those_drawn_together_decide_wagers(
    together: tuple[int, ...], decided: bool
) -> None:
    """By the reading remaining-stakes; with the fifth card Player has 9, which no 6 beats."""
    closed = after(LOADED, c.OpenBetting, c.CloseBetting)
    five = after(closed, *draw("2C", "2D", "3H", "AS"), c.AnnounceTotals, *draw("4H"))
    found = decided_in_place(five, state_parts.play(five, together=together))
    assert ("big-tiger" in found) is decided


def test_a_wager_on_the_suits_of_a_hand_is_decided_by_that_hand() -> None:
    table = after(opened(usual_configuration(lucky_game())), c.OpenBetting, c.CloseBetting)
    for cards, decided in ((("9D", "8S", "KH", "KS"), True), (("9S", "8D", "KS", "KH"), False)):
        natural = after(table, *draw(*cards))
        assert ("red-player" in decided_now(natural, state_parts.play(natural))) is decided
