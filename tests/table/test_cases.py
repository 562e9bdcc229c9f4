"""Cases, step by step: what each step records and cites, and when it is refused."""

import pytest
from msgspec.structs import replace

from punto.refusals import Reason
from punto.rules.game import Zone
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity as I  # noqa: N817
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table import events as e
from punto.table.people import Staff
from punto.table.power_failure import WHO_DECIDES as ELSEWHERE
from punto.table.state import State
from tests.envelope import Given, decide_given
from tests.table.starting_states import (
    ANYBODY,
    BETTING,
    DEALING,
    DEALT,
    LOADED,
    METHOD_A,
    OLDER,
    OPEN,
    SETTLED,
    TIGER,
    after,
    cited,
    draw,
    opened,
    refused,
    report,
    stake,
)

NATURAL = ("9S", "8S", "KS", "KH")
OPEN_HANDS = ("2C", "2D", "3H", "AS")
OLDER_BETTING = after(opened(OLDER), c.OpenBetting, stake())
OLDER_DEALT = after(OLDER_BETTING, c.CloseBetting, *draw(*OPEN_HANDS))
OLDER_SETTLED = after(
    OLDER_BETTING, c.CloseBetting, *draw(*NATURAL), c.AnnounceTotals, c.AnnounceOutcome
)
WRONG_ORDER = after(DEALT, report(I.DEALT_IN_WRONG_ORDER))
REFERRED = after(DEALT, report(I.NOT_COVERED))


def given(command: c.Command) -> Given:
    return Given(command, ANYBODY)


def test_a_reconstruction_says_why_and_what_surveillance_saw() -> None:
    order = ("8S", "9S", "KS", "KH")
    command = c.Reconstruct(order, why="on the video", surveillance="camera 3")
    assert decide_given(WRONG_ORDER, given(command)) == (
        e.CardsReconstructed(order, "camera 3", (1, 2, 3, 4), clause="5.7", why="on the video"),
        e.CaseClosed(I.DEALT_IN_WRONG_ORDER, clause="5.7"),
    )


def test_a_decision_says_why_and_what_surveillance_saw() -> None:
    goes_on = c.Decide(False, "on the video", surveillance="camera 3")
    assert decide_given(REFERRED, given(goes_on)) == (
        e.Decided(I.NOT_COVERED, False, "camera 3", "staff", clause="6.1", why="on the video"),
        e.CaseClosed(I.NOT_COVERED, clause="6.1"),
    )


def test_a_finished_round_is_put_right_or_stands_as_it_was_dealt() -> None:
    wrong = after(OLDER_SETTLED, report(I.WRONG_NUMBER_OF_CARDS, reconstructable=True))
    for cards, stands in (
        ((), NATURAL),
        ((None,) * 4, NATURAL),
        (("8S", "9S", "KS", "KH"), ("8S", "9S", "KS", "KH")),
    ):
        events = decide_given(wrong, given(c.Reconstruct(cards)))
        settled = next(each for each in events if isinstance(each, e.RoundSettled))
        assert settled.cards == stands
        assert events[-1] == e.CaseClosed(I.WRONG_NUMBER_OF_CARDS, clause="5.2")


def test_stakes_that_certain_cards_decided_are_not_offered_back() -> None:
    """Player's pair is out before the cards whose order is in question."""
    table = after(opened(TIGER), c.OpenBetting, stake(), stake("seat2", "tiger-pair"))
    dealt = after(table, c.CloseBetting, *draw("2C", "3D", "2H", "KS"), c.AnnounceTotals)
    held = after(dealt, *draw("4H"), report(I.DRAWN_TOGETHER_AFTER_INITIAL_DEAL))
    seen = c.Decide(False, "seen", ("2C", "3D", "2H", "KS", "5H", "4H"))
    decided, ordered, offered = decide_given(held, given(seen))
    assert isinstance(decided, e.Decided)
    assert isinstance(ordered, e.CardsReconstructed)
    assert isinstance(offered, e.OptionOffered)
    assert (offered.patrons, offered.withdrawable) == (("seat1",), (1,))


@pytest.mark.parametrize(
    ("kind", "together", "order", "stands"),
    [
        (I.DRAWN_TOGETHER_ORDER_KNOWN, (3, 4), ("2C", "2D", "AS", "3H"), True),
        (I.DRAWN_TOGETHER_ORDER_KNOWN, (3, 4), ("2D", "2C", "3H", "AS"), False),
        (I.DRAWN_TOGETHER_AFTER_INITIAL_DEAL, (), ("2D", "2C", "3H", "AS"), False),
        (I.DEALT_IN_WRONG_ORDER, (), ("2D", "2C", "3H", "AS"), True),
    ],
)
def test_where_no_clause_covers_it_other_cards_keep_their_places_too(
    kind: I, together: tuple[int, ...], order: tuple[str, ...], stands: bool
) -> None:
    held = after(OLDER_DEALT, report(kind, together=together))
    decided = given(c.Decide(False, "seen", order))
    if stands:
        assert e.CardsReconstructed(
            order, named=(1, 2, 3, 4), clause="reading who-decides"
        ) in decide_given(held, decided)
    else:
        assert cited(held, decided) == (Reason.CARD_CONTRADICTS, "reading who-decides")


@pytest.mark.parametrize("cards", [(), ("9S", "8S")])
def test_what_a_game_has_no_clause_on_is_checked_in_a_round_only(cards: tuple[str, ...]) -> None:
    kind = I.DRAWN_TOGETHER_AFTER_INITIAL_DEAL
    playing = after(OLDER_BETTING, c.CloseBetting, *draw(*cards))
    early = cited(playing, given(report(kind)))
    assert early == (Reason.NO_SUCH_CASE, "reading who-decides")
    assert cited(OLDER_BETTING, given(report(kind))) == early
    noted, held = decide_given(OLDER_SETTLED, given(report(kind)))
    assert (noted.clause, held.clause) == ("reading who-decides",) * 2
    assert isinstance(held, e.CaseOpened)


HLGA = opened(replace(TIGER, zone=Zone.RUBY_ROOM))
CUT_FIRST = after(HLGA, c.OpenBetting, stake(), c.CloseBetting, c.ReportCutCard)
IN_THE_OPEN = after(DEALING, c.ReportCutCard)
CUT_LATER = after(HLGA, c.OpenBetting, stake(), c.CloseBetting, *draw("9S"), c.ReportCutCard)
NOT_CUT = after(HLGA, c.OpenBetting, stake(), c.CloseBetting)


def test_stakes_may_be_withdrawn_when_the_cut_card_came_first_in_the_hlga() -> None:
    allowed = given(c.AllowFirstCardWithdrawal("asked"))
    noted, offered = decide_given(CUT_FIRST, allowed)
    assert noted == e.IrregularityReported(I.CUT_CARD_FIRST, clause="3.22.1", why="asked")
    assert isinstance(offered, e.OptionOffered)
    for state in (IN_THE_OPEN, CUT_LATER, NOT_CUT, after(CUT_FIRST, *draw("9S"))):
        assert cited(state, allowed) == (Reason.NO_SUCH_CASE, "tiger 3.22.1")
    older = after(OLDER_BETTING, c.CloseBetting, c.ReportCutCard)
    refusal = refused(older, allowed)
    assert (refusal.reason, refusal.clause) == (Reason.NO_SUCH_CASE, "reading cut-card")
    assert refusal.sentence.startswith("No Commission")


def test_when_the_power_fails_stakes_are_offered_back_until_a_wager_is_decided() -> None:
    (decided,) = decide_given(DEALT, given(report(I.POWER_FAILURE)))
    assert decided == e.IrregularityReported(I.POWER_FAILURE, clause="5.17.2")
    noted, offered = decide_given(DEALING, given(report(I.POWER_FAILURE)))
    assert noted == e.IrregularityReported(I.POWER_FAILURE, clause="5.17.1")
    assert (type(offered), offered.clause) == (e.OptionOffered, "5.17.1")


def test_a_power_failure_that_no_clause_covers_is_noted_at_any_stage() -> None:
    """Also while something else waits, a report too."""
    failed = given(report(I.POWER_FAILURE, note="seen"))
    noted = e.IrregularityReported(I.POWER_FAILURE, note="seen", clause=ELSEWHERE)
    waiting = after(OLDER_DEALT, report(I.NOT_COVERED))
    filed = after(OLDER_DEALT, Given(report(I.FOREIGN_CARDS), Staff("dina", Position.DEALER)))
    for state in (opened(OLDER), OLDER_BETTING, OLDER_DEALT, OLDER_SETTLED, waiting, filed):
        assert decide_given(state, failed) == (noted,)


FACE_DOWN = after(METHOD_A, stake(), c.CloseBetting, *draw(*OPEN_HANDS))
FIRST_UP = after(FACE_DOWN, report(I.EXPOSED_OR_NOT_PASSED, side=Side.PLAYER, place=1))
HALF_READ = after(METHOD_A, stake(), c.CloseBetting, *draw(None, "2D", "3H", "AS"))


@pytest.mark.parametrize(
    ("state", "card", "place", "shown"),
    [
        (FACE_DOWN, "", 1, ("2C", None)),
        (FACE_DOWN, "", 2, (None, "3H")),
        (HALF_READ, "KD", 0, ("KD", None)),
        (HALF_READ, "KD", 1, ("KD", None)),
        (HALF_READ, "", 2, (None, "3H")),
        (FIRST_UP, "", 2, ("2C", "3H")),
    ],
)
def test_a_card_turned_up_by_mistake_is_shown_and_the_rest_of_its_hand_is_not(
    state: State, card: str, place: int, shown: tuple[str | None, ...]
) -> None:
    about = report(I.EXPOSED_OR_NOT_PASSED, side=Side.PLAYER, card=card, place=place)
    noted, exposed = decide_given(state, given(about))
    assert isinstance(noted, e.IrregularityReported)
    assert exposed == e.CardsExposed(Side.PLAYER, shown, clause="5.7.1")


@pytest.mark.parametrize(
    ("state", "card", "place"),
    [
        (FACE_DOWN, "2C", 1),
        (FACE_DOWN, "2C", 0),
        (FACE_DOWN, "", 3),
        (HALF_READ, "KD", 2),
        (HALF_READ, "", 1),
        (DEALT, "", 1),
        (DEALT, "KD", 0),
    ],
)
def test_only_a_card_that_lies_face_down_is_turned_up_by_mistake(
    state: State, card: str, place: int
) -> None:
    about = report(I.EXPOSED_OR_NOT_PASSED, side=Side.PLAYER, card=card, place=place)
    assert cited(state, given(about)) == (Reason.CARD_CONTRADICTS, "reading card-source")


def test_a_last_copy_may_be_turned_up_by_mistake_but_not_one_more() -> None:
    assert HALF_READ.shoe is not None
    seen = replace(HALF_READ, shoe=replace(HALF_READ.shoe, seen={"3H": 8, "KD": 7, "4D": 8}))
    for card, place, last in (
        ("", 2, e.CardsExposed),
        ("KD", 1, e.CardsExposed),
        ("4D", 1, e.RoundVoided),
    ):
        about = report(I.EXPOSED_OR_NOT_PASSED, side=Side.PLAYER, card=card, place=place)
        assert isinstance(decide_given(seen, given(about))[-1], last)


@pytest.mark.parametrize(
    ("state", "kind", "clause"),
    [
        (LOADED, I.POWER_FAILURE, "tiger 5.17.1"),
        (LOADED, I.DEALT_IN_WRONG_ORDER, "tiger 5.7"),
        (SETTLED, I.DEVICE_RESET, "tiger 5.9"),
        (OPEN, I.ALTERED_BY_MOVING_DEVICE, "tiger 5.12.2"),
        (opened(OLDER), I.WRONG_NUMBER_OF_CARDS, "no-commission 5.2"),
        (opened(OLDER), I.TOO_FEW_CARDS, "no-commission 5.5"),
    ],
)
def test_between_rounds_there_is_nothing_to_put_right(state: State, kind: I, clause: str) -> None:
    assert cited(state, given(report(kind))) == (Reason.NO_ROUND, clause)
    assert decide_given(BETTING, given(report(I.FOREIGN_CARDS)))
