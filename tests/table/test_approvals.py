"""Voids and corrections of much money need a second person, of position, who is another."""

import pytest
from msgspec.structs import replace

from punto.refusals import Reason, Refused
from punto.rules.irregularities import Irregularity
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table import events as e
from punto.table.decide import decide
from punto.table.people import Approval, Staff
from punto.table.state import State
from tests.table.given import TIGER, after, draw, opened, refused, stake

MANAGER = Staff("manager", Position.PIT_MANAGER)
SHIFT = Staff("shift", Position.GAMING_SHIFT_MANAGER)
CASINO = Staff("casino", Position.ASSISTANT_CASINO_MANAGER)
STAKED = 3000  # seat1 10.00 on Player, seat2 20.00 on Banker

WRONG = c.CorrectRound(1, ("9S", "8S", "KS", "KD"), "the tape", by=CASINO)
FOREIGN = c.Report(Irregularity.FOREIGN_CARDS, by=CASINO)


def table(limit_cents: int | None) -> State:
    """A round in play with 30.00 on it, all its cards drawn."""
    set_so = opened(replace(TIGER, approval_cents=limit_cents))
    staked = (stake(), stake("seat2", "banker", 2000))
    drawn = draw("9S", "8S", "KS", "KH")
    return after(set_so, c.OpenBetting, *staked, c.CloseBetting, *drawn)


def settled(limit_cents: int | None) -> State:
    return after(table(limit_cents), c.AnnounceTotals, c.AnnounceOutcome)


def approved(command: c.Command, by: Staff = SHIFT, number: int = 1) -> c.Command:
    return replace(command, approval=Approval(by, number))


@pytest.mark.parametrize("limit_cents", [0, 1, STAKED])
def test_a_void_at_the_limit_or_above_needs_a_second_person(limit_cents: int) -> None:
    state = table(limit_cents)
    assert refused(state, FOREIGN).reason is Reason.APPROVAL_NEEDED
    events = decide(state, approved(FOREIGN))
    assert [type(event) for event in events] == [e.IrregularityReported, e.RoundVoided]


@pytest.mark.parametrize("limit_cents", [None, STAKED + 1])
def test_below_the_limit_one_person_is_enough(limit_cents: int | None) -> None:
    assert len(decide(table(limit_cents), FOREIGN)) == 2


def test_a_correction_is_measured_by_what_was_paid_and_will_be() -> None:
    """Player 9 to 8 with a stake of 10.00 gave 20.00 back beside the 20.00 that were lost."""
    assert refused(settled(4000), WRONG).reason is Reason.APPROVAL_NEEDED
    assert decide(settled(4001), WRONG)
    # As a tie at 9 to 9 both stakes go back, which is less; what was paid before still counts.
    tie = replace(WRONG, cards=("9S", "9H", "KS", "KD"))
    assert refused(settled(4000), tie).reason is Reason.APPROVAL_NEEDED
    assert decide(settled(4000), approved(tie))


@pytest.mark.parametrize(
    ("approval", "why"),
    [
        (None, "second person"),
        (Approval(CASINO, 1), "Nobody approves what they ask"),
        (Approval(Staff("casino", Position.GAMING_SHIFT_MANAGER), 1), "Nobody approves"),
        (Approval(MANAGER, 1), "not for a Pit Manager"),
        (Approval(SHIFT, 2), "Round 2 was approved, not round 1"),
        (Approval(SHIFT), "Round 0 was approved"),
    ],
)
@pytest.mark.parametrize("command", [WRONG, FOREIGN], ids=["correct", "void"])
def test_only_another_of_position_for_this_very_round(
    command: c.CorrectRound | c.Report, approval: Approval | None, why: str
) -> None:
    state = settled(1) if command is WRONG else table(1)
    no = refused(state, replace(command, approval=approval))
    assert no.reason is Reason.APPROVAL_NEEDED
    assert why in no.sentence


def test_a_decision_to_void_needs_it_and_a_decision_to_go_on_does_not() -> None:
    waiting = after(table(1), lambda by: c.Report(Irregularity.NOT_COVERED, note="?", by=by))
    void = c.Decide(void=True, why="cannot be told", by=CASINO)
    assert refused(waiting, void).reason is Reason.APPROVAL_NEEDED
    assert decide(waiting, approved(void))
    assert decide(waiting, replace(void, void=False))


def test_cards_that_cannot_be_void_the_round_at_once_and_ask_nobody() -> None:
    """A ninth nine of spades is nobody's choice."""
    state = after(opened(replace(TIGER, approval_cents=0)), c.OpenBetting, stake(), c.CloseBetting)
    assert state.shoe is not None
    full = replace(state, shoe=replace(state.shoe, seen={"9S": 8}, gone=8))
    events = decide(full, c.DrawCard("9S", by=MANAGER))
    assert any(isinstance(event, e.RoundVoided) for event in events)


def test_a_round_is_measured_by_the_limit_it_was_played_under() -> None:
    state = settled(1)
    assert state.configuration is not None
    eased = replace(state.configuration, approval_cents=None)
    later = after(state, lambda by: c.ChangeConfiguration(eased, why="easier", by=by))
    assert refused(later, WRONG).reason is Reason.APPROVAL_NEEDED


def test_whoever_needs_approval_cannot_do_away_with_it() -> None:
    state = settled(1)
    assert state.configuration is not None
    eased = c.ChangeConfiguration(
        replace(state.configuration, approval_cents=10**9), why="easier", by=MANAGER
    )
    assert refused(state, eased).reason is Reason.NOT_AUTHORISED
    assert decide(state, replace(eased, by=SHIFT))


def test_any_other_reason_comes_first() -> None:
    state = settled(1)
    assert refused(state, replace(WRONG, round=99)).reason is Reason.NO_ROUND
    assert refused(state, replace(WRONG, by=Staff("x", Position.DEALER))).reason is (
        Reason.NOT_AUTHORISED
    )


def test_a_limit_below_zero_is_none() -> None:
    with pytest.raises(Refused) as refusal:
        opened(replace(TIGER, approval_cents=-1))
    assert refusal.value.reason is Reason.INCONSISTENT_CONFIGURATION
