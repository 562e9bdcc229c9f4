"""Options: who is asked, what may be taken back, and in which order it goes back."""

import pytest

from punto.refusals import Reason
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity as I  # noqa: N817
from punto.rules.irregularities import Option
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table import events as e
from punto.table.decide import decide
from punto.table.options import decided_now
from punto.table.people import Patron, Staff
from punto.table.state import Dealt, Round
from tests.table.given import LOADED, OLDER, after, draw, opened, refused, report

DEALER = Staff("dealer", Position.DEALER)


def placed(number: int, patron: str, wager: str = "player") -> c.PlaceStake:
    return c.PlaceStake(patron, wager, number % 8 + 1, 10_00, by=DEALER)


EIGHT = after(
    LOADED,
    c.OpenBetting,
    lambda by: placed(1, "seat1"),
    *(lambda by, number=number: placed(number, "seat2") for number in range(2, 8)),
    lambda by: placed(8, "seat1", "tie"),
    c.CloseBetting,
)
ASKED = after(EIGHT, report(I.DEVICE_RESET))


def test_everybody_with_an_open_stake_is_asked_once() -> None:
    assert decide(EIGHT, c.Report(I.DEVICE_RESET, by=Staff("pit", Position.PIT_MANAGER)))[1] == (
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
        answer = c.AnswerOption("seat1", taken, by=Patron("seat1"))
        assert decide(ASKED, answer) == (
            e.OptionAnswered("seat1", (1, 8), clause="5.9"),
            e.StakeWithdrawn(1, "seat1", "player", 10_00, clause="5.9"),
            e.StakeWithdrawn(8, "seat1", "tie", 10_00, clause="5.9"),
        )


def test_only_ones_own_stakes_go_back() -> None:
    refusal = refused(ASKED, c.AnswerOption("seat1", (1, 2), by=DEALER))
    assert (refusal.reason, refusal.clause) == (Reason.UNKNOWN_STAKE, "tiger 5.9")
    assert refusal.sentence == "seat1 may withdraw stake 1 and 8 only."


def test_all_or_none_go_back_where_the_clause_says_so() -> None:
    failed = after(EIGHT, report(I.POWER_FAILURE))
    refusal = refused(failed, c.AnswerOption("seat1", (8,), by=DEALER))
    assert (refusal.reason, refusal.clause) == (Reason.ALL_OR_NOTHING, "tiger 5.17.1")
    assert refusal.sentence == "seat1 withdraws all of stake 1 and 8, or none."
    for taken in ((), (1, 8)):
        assert decide(failed, c.AnswerOption("seat1", taken, by=DEALER))


def test_whoever_was_not_asked_or_has_answered_has_nothing_to_answer() -> None:
    answered = after(ASKED, lambda by: c.AnswerOption("seat1", by=by))
    for patron in ("seat1", "seat3"):
        refusal = refused(answered, c.AnswerOption(patron, by=DEALER))
        assert (refusal.reason, refusal.clause) == (Reason.NO_SUCH_CASE, "tiger 5.9")


def test_a_stake_won_or_lost_by_what_lies_open_stays() -> None:
    natural = after(EIGHT, *draw("9S", "8S", "KS", "KH"), report(I.DRAWN_TOGETHER_ORDER_KNOWN))
    assert natural.case is not None
    assert not natural.case.asked
    half = after(EIGHT, *draw("9S", "8S"), report(I.DRAWN_TOGETHER_ORDER_KNOWN))
    assert half.case is not None
    assert half.case.withdrawable == (1, 2, 3, 4, 5, 6, 7, 8)


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
