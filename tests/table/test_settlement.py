"""Settling: payments and stored state, loss of the device, limits of a correction."""

import pytest
from msgspec.structs import replace

from punto.refusals import Reason
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity
from punto.rules.settlement import Result
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table import events as e
from punto.table.configuration import usual_configuration
from punto.table.decide import decide
from punto.table.people import Patron, Staff
from punto.table.state import State
from tests.envelope import Given, decide_given
from tests.rules.made_up import lucky_game
from tests.table.starting_states import (
    ANYBODY,
    BETTING,
    DEALT,
    LOADED,
    METHOD_C,
    OLDER,
    READER,
    SETTLED,
    TIGER,
    Act,
    after,
    cited,
    draw,
    opened,
    report,
    stake,
)

PLAYER_WINS = ("9S", "8S", "KS", "KH")
BANKER_WINS = ("8S", "9S", "KS", "KH")
TIE = ("9S", "9H", "KS", "KH")


def corrected(cards: tuple[str, ...], number: int = 1) -> Given:
    return Given(c.CorrectRound(number, cards, "misread"), ANYBODY)


def test_a_round_is_settled_line_by_line_in_the_order_staked() -> None:
    (settled,) = decide(after(DEALT, c.AnnounceTotals), c.AnnounceOutcome(), ANYBODY)
    won = e.Paid(1, "seat1", "player", 10_00, Result.WIN, "1 to 1", 10_00, 20_00, "4.1")
    lost = e.Paid(2, "seat2", "banker", 20_00, Result.LOSE, "", -20_00, 0, "3.16")
    assert settled == e.RoundSettled(
        1, PLAYER_WINS, 9, 8, (won, lost), clause="3.16", dealer="staff"
    )


def test_a_void_round_gives_every_stake_back() -> None:
    reported, voided = decide(
        BETTING, c.Report(Irregularity.FOREIGN_CARDS, note="blue back"), ANYBODY
    )
    lines = (
        e.Paid(1, "seat1", "player", 10_00, Result.VOID, "", 0, 10_00, "5.1.1"),
        e.Paid(2, "seat2", "banker", 20_00, Result.VOID, "", 0, 20_00, "5.1.1"),
    )
    assert voided == e.RoundVoided(1, lines, clause="5.1.1", why="blue back", dealer="staff")
    assert reported.clause == "5.1.1"


def settled_in_c(*stakes: Act, cards: tuple[str, ...]) -> tuple[e.Event, ...]:
    """The end of a round whose cards seat1 drew."""
    state = after(METHOD_C, *stakes, c.GiveDevice("seat1", True), c.CloseBetting)
    seat1 = Patron("seat1")
    for card in cards:
        state = after(state, Given(c.DrawCard(card), READER))
    for side in Side:
        state = after(state, Given(c.ExposeCards(side), seat1))
    return decide(after(state, c.AnnounceTotals), c.AnnounceOutcome(), ANYBODY)


@pytest.mark.parametrize(
    ("stakes", "cards", "lost"),
    [
        ([], BANKER_WINS, False),
        ([stake("seat2")], BANKER_WINS, False),
        ([stake()], BANKER_WINS, True),
        ([stake()], PLAYER_WINS, False),
        ([stake()], TIE, False),
        ([stake(), stake(wager="banker")], BANKER_WINS, True),
        ([stake(wager="tie")], BANKER_WINS, True),
        ([stake(wager="tie"), stake("seat2", "tiger")], BANKER_WINS, True),
        ([stake(), stake(wager="tie")], PLAYER_WINS, False),
        ([stake(), stake(wager="tie")], TIE, False),
        ([stake(wager="tie"), stake(wager="tiger")], TIE, False),
        ([stake(wager="banker"), stake(wager="tiger-pair")], ("4S", "7S", "4H", "KH"), True),
        ([stake(wager="player"), stake(wager="tiger-pair")], ("4S", "7S", "4H", "KH"), False),
        ([stake(wager="tie"), stake(wager="tiger")], BANKER_WINS, True),
    ],
)
def test_the_device_is_lost_with_a_stake_on_a_hand_or_with_all_others(
    stakes: list[Act], cards: tuple[str, ...], lost: bool
) -> None:
    events = settled_in_c(*stakes, cards=cards)
    returned = (e.DeviceReturned("seat1", clause="3.12.8.2"),) if lost else ()
    assert events[1:] == returned


UNDER = after(LOADED, c.OpenBetting, stake("b", cents=5_00), stake("a", cents=5_00))


def finish(state: State, cards: tuple[str, ...] = PLAYER_WINS) -> State:
    return after(state, c.CloseBetting, *draw(*cards), c.AnnounceTotals, c.AnnounceOutcome)


def test_whoever_was_once_under_the_minimum_is_remembered() -> None:
    once = finish(UNDER)
    assert once.under_minimum == ("a", "b")
    again = after(once, c.OpenBetting, stake("a", cents=5_00), stake("c", cents=5_00))
    twice = finish(again)
    assert twice.under_minimum == ("a", "b", "c")
    results = [line.result for line in twice.finished[-1].lines]
    assert results == [Result.RETURNED, Result.WIN]
    void = after(again, report(Irregularity.FOREIGN_CARDS))
    assert void.under_minimum == ("a", "b"), "a void round is no first time"


def test_a_correction_pays_as_if_the_round_were_played_now_for_the_first_time() -> None:
    once = finish(UNDER)
    back, settled = decide_given(once, corrected(TIE))
    assert isinstance(back, e.SettlementReversed)
    assert isinstance(settled, e.RoundSettled)
    assert (back.round, back.clause, back.why) == (1, "6.3", "misread")
    assert (settled.cards, settled.player, settled.banker) == (TIE, 9, 9)
    assert (settled.corrects, settled.clause, settled.why) == (True, "6.3", "misread")
    assert [line.result for line in settled.lines] == [Result.PUSH, Result.PUSH]
    assert settled.under_minimum == (), "a push uses nothing up"
    assert after(once, corrected(TIE)).under_minimum == ()
    twice = finish(after(once, c.OpenBetting, stake("a", cents=5_00)))
    (line,) = after(twice, corrected(TIE, 2)).finished[-1].lines
    assert line.result is Result.RETURNED, "it was not the first time"


def test_a_push_under_the_minimum_leaves_the_one_time_for_a_later_round() -> None:
    pushed = finish(UNDER, TIE)
    assert pushed.under_minimum == ()
    assert [line.result for line in pushed.finished[-1].lines] == [Result.PUSH, Result.PUSH]
    lost = finish(after(pushed, c.OpenBetting, stake("a", cents=5_00)), BANKER_WINS)
    assert lost.under_minimum == ("a",)
    assert lost.finished[-1].lines[0].result is Result.LOSE


def test_a_correction_remembers_as_if_the_round_had_been_settled_so() -> None:
    lost = finish(UNDER, BANKER_WINS)
    later = finish(after(lost, c.OpenBetting, stake("c", cents=5_00), stake("a", cents=5_00)))
    assert later.under_minimum == ("a", "b", "c")
    pushed = after(later, corrected(TIE, 1))
    assert pushed.under_minimum == ("c",), "c's was paid since; a's was returned, not collected"
    again = after(pushed, corrected(PLAYER_WINS, 1))
    assert again.under_minimum == ("a", "b", "c")


def test_a_round_settled_on_these_cards_stays_settled() -> None:
    assert cited(SETTLED, corrected(PLAYER_WINS)) == (Reason.NO_SUCH_CASE, "tiger 6.3")
    assert cited(finish(UNDER), corrected(PLAYER_WINS)) == (Reason.NO_SUCH_CASE, "tiger 5.16")
    typed = tuple(card.lower() for card in PLAYER_WINS)
    assert cited(SETTLED, corrected(typed))[0] is Reason.NO_SUCH_CASE


def test_a_round_stays_settled_by_the_clause_of_the_game_it_was() -> None:
    """Though the table is set to a game with no such clause since."""
    retired = after(finish(UNDER), c.RetireShoe)
    older = after(retired, c.ChangeConfiguration(OLDER))
    assert cited(older, corrected(PLAYER_WINS)) == (Reason.NO_SUCH_CASE, "tiger 5.16")
    assert [each.clause for each in decide_given(older, corrected(TIE))] == ["6.3", "6.3"]


def test_what_is_not_remembered_or_was_void_is_not_corrected() -> None:
    assert cited(SETTLED, corrected(TIE, 2)) == (Reason.NO_ROUND, "tiger 6.3")
    void = after(BETTING, report(Irregularity.FOREIGN_CARDS))
    assert cited(void, corrected(TIE)) == (Reason.NO_ROUND, "reading void-returns-all")
    for state, reason in (
        (after(SETTLED, c.OpenBetting), Reason.ROUND_IN_PLAY),
        (after(SETTLED, report(Irregularity.NOT_COVERED)), Reason.CASE_PENDING),
    ):
        assert cited(state, corrected(TIE))[0] is reason


@pytest.mark.parametrize(("seen", "fits"), [(7, True), (8, False)])
def test_a_correction_names_cards_that_can_have_been_there(seen: int, fits: bool) -> None:
    assert SETTLED.shoe is not None
    state = replace(SETTLED, shoe=replace(SETTLED.shoe, seen={**SETTLED.shoe.seen, "9H": seen}))
    if fits:
        assert decide_given(state, corrected(TIE))
    else:
        assert cited(state, corrected(TIE)) == (Reason.TOO_MANY_COPIES, "tiger 2.1")
        retired = after(state, c.RetireShoe)
        assert decide_given(retired, corrected(TIE))
        other = after(retired, c.LoadShoe("two"))
        assert other.shoe is not None
        worn = replace(other, shoe=replace(other.shoe, seen={"9H": 8}))
        assert decide_given(worn, corrected(TIE)), "its cards came from another shoe"


def test_a_card_that_the_round_had_is_not_counted_twice() -> None:
    assert SETTLED.shoe is not None
    last = replace(SETTLED, shoe=replace(SETTLED.shoe, seen={"9S": 8, "KS": 8, "KH": 8, "8S": 8}))
    assert decide_given(last, corrected(BANKER_WINS))
    twice = ("9S", "9S", "KS", "KH")
    assert cited(last, corrected(twice)) == (Reason.TOO_MANY_COPIES, "tiger 2.1")


@pytest.mark.parametrize(
    ("config", "clause", "cited_clause"),
    [(TIGER, "6.3", "tiger 6.3"), (OLDER, "reading corrections", "reading corrections")],
)
def test_a_wrong_display_is_corrected_by_the_cards(
    config: object, clause: str, cited_clause: str
) -> None:
    played = finish(after(opened(config), c.OpenBetting))  # type: ignore[arg-type]
    assert decide(played, c.CorrectDisplay(1, "tie"), ANYBODY) == (
        e.DisplayCorrected(1, "tie", "player", clause=clause),
    )
    right = Given(c.CorrectDisplay(1, "player"), ANYBODY)
    assert cited(played, right) == (Reason.NO_SUCH_CASE, cited_clause)
    void = after(opened(config), c.OpenBetting, report(Irregularity.FOREIGN_CARDS))  # type: ignore[arg-type]
    assert decide_given(void, right) == (e.DisplayCorrected(1, "player", "void", clause=clause),)
    assert cited(void, Given(c.CorrectDisplay(9, "tie"), ANYBODY))[0] is Reason.NO_ROUND


def test_a_correction_says_what_surveillance_saw() -> None:
    seen = Given(c.CorrectRound(1, TIE, "misread", surveillance="camera 3"), ANYBODY)
    reversed_, _ = decide_given(SETTLED, seen)
    assert isinstance(reversed_, e.SettlementReversed)
    assert reversed_.surveillance == "camera 3"


def test_a_correction_of_the_display_confirms_the_report_of_it_and_no_other() -> None:
    dealer = Staff("dina", Position.DEALER)
    correction = Given(c.CorrectDisplay(1, "tie"), ANYBODY)
    shown = after(SETTLED, Given(report(Irregularity.WRONG_DISPLAY), dealer))
    confirmed, corrected = decide_given(shown, correction)
    assert confirmed == e.ReportConfirmed(Irregularity.WRONG_DISPLAY, clause="reading who-decides")
    assert isinstance(corrected, e.DisplayCorrected)
    for other in (
        after(SETTLED, Given(report(Irregularity.FOREIGN_CARDS), dealer)),
        after(SETTLED, report(Irregularity.NOT_COVERED)),
    ):
        assert [type(each) for each in decide_given(other, correction)] == [e.DisplayCorrected]


@pytest.mark.parametrize(
    ("cards", "result"),
    [(("9D", "8S", "KH", "KS"), Result.WIN), (("8S", "9D", "KS", "KH"), Result.PUSH)],
)
def test_a_wager_on_suits_is_settled_by_the_cards(cards: tuple[str, ...], result: Result) -> None:
    table = opened(usual_configuration(lucky_game()))
    played = finish(after(table, c.OpenBetting, stake(wager="red-player")), cards)
    assert [line.result for line in played.finished[-1].lines] == [result]
