"""Large voids and corrections need a second, different person of sufficient position."""

import pytest
from msgspec.structs import replace

from punto.messages import Amount
from punto.refusals import Reason, Refused
from punto.rules.irregularities import Irregularity
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table import events as e
from punto.table.approvals import check_second, round_meant
from punto.table.configuration import WHO_DECIDES
from punto.table.decide import decide
from punto.table.evolve import evolve_all
from punto.table.people import Approval, Origin, Staff
from punto.table.settings_currency import in_currency
from punto.table.state import CHANGES_COUNTED, ROUNDS_REMEMBERED, State
from tests.envelope import Given, decide_given
from tests.table.starting_states import READER, TIGER, after, draw, opened, refused, stake

MANAGER = Staff("manager", Position.PIT_MANAGER)
SHIFT = Staff("shift", Position.GAMING_SHIFT_MANAGER)
CASINO = Staff("casino", Position.ASSISTANT_CASINO_MANAGER)
STAKED = 3000  # seat1 10.00 on Player, seat2 20.00 on Banker

WRONG = Given(c.CorrectRound(1, ("9S", "8S", "KS", "KD"), "the tape"), CASINO)
FOREIGN = Given(c.Report(Irregularity.FOREIGN_CARDS), CASINO)


def table(limit_cents: int | None) -> State:
    """A round in play with 30.00 on it, all its cards drawn."""
    set_so = opened(replace(TIGER, approval_cents=limit_cents))
    staked = (stake(), stake("seat2", "banker", 2000))
    drawn = draw("9S", "8S", "KS", "KH")
    return after(set_so, c.OpenBetting, *staked, c.CloseBetting, *drawn)


def betting_closed(limit_cents: int | None) -> State:
    set_so = opened(replace(TIGER, approval_cents=limit_cents))
    return after(set_so, c.OpenBetting, stake(), stake("seat2", "banker", 2000), c.CloseBetting)


def settled(limit_cents: int | None) -> State:
    return after(table(limit_cents), c.AnnounceTotals, c.AnnounceOutcome)


def approved(command: Given, by: Staff = SHIFT, number: int = 1) -> Given:
    return replace(command, approval=Approval(by, number))


@pytest.mark.parametrize("limit_cents", [0, 1, STAKED])
def test_a_void_at_the_limit_or_above_needs_a_second_person(limit_cents: int) -> None:
    state = table(limit_cents)
    assert refused(state, FOREIGN).reason is Reason.APPROVAL_NEEDED
    events = decide_given(state, approved(FOREIGN))
    assert [type(event) for event in events] == [e.IrregularityReported, e.RoundVoided]


@pytest.mark.parametrize("limit_cents", [None, STAKED + 1])
def test_below_the_limit_one_person_is_enough(limit_cents: int | None) -> None:
    assert len(decide_given(table(limit_cents), FOREIGN)) == 2


@pytest.mark.parametrize(
    "report",
    [
        Given(c.Report(Irregularity.DRAWN_TOGETHER_ORDER_KNOWN), CASINO),
        Given(c.Report(Irregularity.DEVICE_RESET), CASINO),
    ],
    ids=lambda report: report.command.irregularity,
)
def test_an_option_to_withdraw_much_needs_a_second_person(report: Given) -> None:
    """The stakes may be on a wager that has lost by the cards in view."""
    reset = report.command.irregularity is Irregularity.DEVICE_RESET
    for limit_cents in (1, STAKED):
        state = betting_closed(limit_cents) if reset else table(limit_cents)
        assert refused(state, report).reason is Reason.APPROVAL_NEEDED
        assert any(
            isinstance(each, e.OptionOffered) for each in decide_given(state, approved(report))
        )
    assert decide_given(betting_closed(STAKED + 1) if reset else table(STAKED + 1), report)


def test_a_correction_is_measured_by_what_was_paid_and_will_be() -> None:
    """Player 9 to 8 with a stake of 10.00 gave 20.00 back beside the 20.00 that were lost."""
    assert refused(settled(4000), WRONG).reason is Reason.APPROVAL_NEEDED
    assert decide_given(settled(4001), WRONG)
    # As a tie at 9 to 9 both stakes go back, which is less; what was paid before still counts.
    tie = WRONG.changed(cards=("9S", "9H", "KS", "KD"))
    assert refused(settled(4000), tie).reason is Reason.APPROVAL_NEEDED
    assert decide_given(settled(4000), approved(tie))


@pytest.mark.parametrize(
    ("approval", "why"),
    [
        (None, "second person"),
        (Approval(CASINO, 1), "Nobody approves what they ask"),
        (Approval(Staff("casino", Position.GAMING_SHIFT_MANAGER), 1), "Nobody approves"),
        (Approval(MANAGER, 1), "not for the Pit Manager"),
        (Approval(SHIFT, 2), "Round 2 was approved, not round 1"),
        (Approval(SHIFT), "Round 0 was approved"),
    ],
)
@pytest.mark.parametrize("command", [WRONG, FOREIGN], ids=["correct", "void"])
def test_only_another_of_position_for_this_very_round(
    command: Given, approval: Approval | None, why: str
) -> None:
    state = settled(1) if command is WRONG else table(1)
    no = refused(state, replace(command, approval=approval))
    assert no.reason is Reason.APPROVAL_NEEDED
    assert why in no.sentence


def test_what_was_approved_for_a_round_approves_nothing_without_one() -> None:
    """The cage measures its commands so: no round is theirs."""
    check_second(Origin(CASINO, approval=Approval(SHIFT)), 100, 100)
    with pytest.raises(Refused, match="Round 2 was approved, not round 0") as refusal:
        check_second(Origin(CASINO, approval=Approval(SHIFT, 2)), 100, 100)
    assert refusal.value.reason is Reason.APPROVAL_NEEDED


@pytest.mark.parametrize("limit_cents", [None, STAKED + 1])
def test_what_was_approved_for_one_round_voids_no_other(limit_cents: int | None) -> None:
    """However little the other is about: nobody said yes to that one."""
    later = after(settled(limit_cents), c.OpenBetting, stake(), c.CloseBetting)
    no = refused(later, approved(FOREIGN))
    assert (no.reason, "not round 2" in no.sentence) == (Reason.APPROVAL_NEEDED, True)
    assert decide_given(later, approved(FOREIGN, number=2))


def test_nobody_approves_in_a_position_that_the_asker_gave_them() -> None:
    """Else the asker would make their own second person."""
    dealer = Staff("dealer", Position.DEALER)
    lend = Given(c.ActAs("dealer", Position.GAMING_SHIFT_MANAGER, 1000), CASINO, at_ms=1)
    state = evolve_all(table(1), decide_given(table(1), lend))
    no = refused(state, replace(approved(FOREIGN, dealer), at_ms=2))
    assert (no.reason, "your own word" in no.sentence) == (Reason.APPROVAL_NEEDED, True)
    lent = evolve_all(table(1), decide_given(table(1), replace(lend, by=SHIFT)))
    assert decide_given(lent, replace(approved(FOREIGN, dealer), at_ms=2))


def test_a_decision_to_void_needs_it_and_a_decision_to_go_on_does_not() -> None:
    waiting = after(table(1), c.Report(Irregularity.NOT_COVERED, note="?"))
    void = Given(c.Decide(void=True, why="cannot be told"), CASINO)
    assert refused(waiting, void).reason is Reason.APPROVAL_NEEDED
    assert decide_given(waiting, approved(void))
    assert decide_given(waiting, void.changed(void=False))


def test_cards_that_cannot_be_void_the_round_at_once_and_ask_nobody() -> None:
    """A ninth nine of spades that a reader reads is nobody's choice."""
    state = after(opened(replace(TIGER, approval_cents=0)), c.OpenBetting, stake(), c.CloseBetting)
    assert state.shoe is not None
    full = replace(state, shoe=replace(state.shoe, seen={"9S": 8}, gone=8))
    events = decide(full, c.DrawCard("9S"), READER)
    assert any(isinstance(event, e.RoundVoided) for event in events)


def test_a_round_is_measured_by_the_limit_it_was_played_under() -> None:
    state = settled(1)
    assert state.configuration is not None
    eased = replace(state.configuration, approval_cents=None)
    change = Given(c.ChangeConfiguration(eased, why="easier"), CASINO)
    later = evolve_all(state, decide_given(state, approved(change, number=0)))
    assert refused(later, WRONG).reason is Reason.APPROVAL_NEEDED


def test_whoever_needs_approval_cannot_do_away_with_it() -> None:
    state = settled(1)
    assert state.configuration is not None
    eased = Given(
        c.ChangeConfiguration(replace(state.configuration, approval_cents=10**9), why="easier"),
        MANAGER,
    )
    assert refused(state, eased).reason is Reason.NOT_AUTHORISED
    alone = replace(eased, by=SHIFT)
    assert refused(state, alone).reason is Reason.APPROVAL_NEEDED
    assert decide_given(state, approved(alone, CASINO, number=0))
    stricter = alone.changed(configuration=replace(state.configuration, approval_cents=0))
    assert decide_given(state, stricter)


@pytest.mark.parametrize(("currency", "digits"), [("SGD", 2), ("KWD", 3)])
def test_the_amount_in_question_is_printed_in_the_tables_currency(
    currency: str, digits: int
) -> None:
    state = opened(in_currency(replace(TIGER, approval_cents=0), currency))
    assert state.configuration is not None
    eased = replace(state.configuration, approval_cents=1)
    no = refused(state, Given(c.ChangeConfiguration(eased, why="easier"), CASINO))
    assert no.facts["amount"] == Amount(0, digits)
    played = after(state, c.OpenBetting, stake(cents=10**digits * 10), c.CloseBetting)
    assert refused(played, FOREIGN).facts["amount"] == Amount(10**digits * 10, digits)


def test_any_other_reason_comes_first() -> None:
    state = settled(1)
    assert refused(state, WRONG.changed(round=99)).reason is Reason.NO_ROUND
    assert refused(state, replace(WRONG, by=Staff("x", Position.DEALER))).reason is (
        Reason.NOT_AUTHORISED
    )


def test_a_limit_below_zero_is_none() -> None:
    with pytest.raises(Refused) as refusal:
        opened(replace(TIGER, approval_cents=-1))
    assert refusal.value.reason is Reason.INCONSISTENT_CONFIGURATION


def test_small_changes_of_several_rounds_are_added_up() -> None:
    """Else one person turns a large sum in small parts: rounds of 40.00, and a limit of 100.00."""
    state = settled(100_00)
    for _ in range(2):
        state = after(state, c.OpenBetting, stake(), stake("seat2", "banker", 2000))
        state = after(state, c.CloseBetting, *draw("9S", "8S", "KS", "KH"))
        state = after(state, c.AnnounceTotals, c.AnnounceOutcome)
    for number in (1, 2):
        state = evolve_all(state, decide_given(state, WRONG.changed(round=number)))
    third = WRONG.changed(round=3)
    assert refused(state, third).reason is Reason.APPROVAL_NEEDED
    assert decide_given(state, approved(third, number=3))


def test_rounds_without_stakes_do_not_let_a_change_be_forgotten() -> None:
    """Else a dealer deals a few empty rounds, and the sum of small changes begins again."""
    state = settled(100_00)
    state = evolve_all(state, decide_given(state, WRONG))

    def without_stakes(state: State, suit: str) -> State:
        dealt = after(state, c.OpenBetting, c.CloseBetting, *draw(*(f"{n}{suit}" for n in "98KQ")))
        return after(dealt, c.AnnounceTotals, c.AnnounceOutcome)

    for suit in "SHDC" * 3:
        state = without_stakes(state, suit)
    assert state.rounds > ROUNDS_REMEMBERED + 1
    assert [number for number, _ in state.small_changes] == [1]
    staked = after(state, c.OpenBetting, stake(cents=60_00), c.CloseBetting)
    assert refused(staked, FOREIGN).reason is Reason.APPROVAL_NEEDED
    for rounds, counted in ((CHANGES_COUNTED - 1, [1]), (CHANGES_COUNTED, [])):
        later = without_stakes(replace(state, rounds=rounds), "S")
        assert [number for number, _ in later.small_changes] == counted


def test_a_void_is_added_to_the_corrections_before_it() -> None:
    state = settled(100_00)
    corrected = evolve_all(state, decide_given(state, WRONG))
    closed = (c.OpenBetting, stake(cents=60_00), c.CloseBetting)
    assert len(decide_given(after(state, *closed), FOREIGN)) == 2
    assert refused(after(corrected, *closed), FOREIGN).reason is Reason.APPROVAL_NEEDED


def test_an_option_is_added_to_the_changes_before_it_and_counts_once_it_is_taken() -> None:
    """Else a patron is let off many small stakes that have lost by the cards in view."""
    together = Given(c.Report(Irregularity.DRAWN_TOGETHER_ORDER_KNOWN), CASINO)
    corrected = evolve_all(settled(65_00), decide_given(settled(65_00), WRONG))
    again = (c.OpenBetting, stake(), stake("seat2", "banker", 2000), c.CloseBetting)
    cards = draw("9S", "8S", "KS", "KH")
    assert refused(after(corrected, *again, *cards), together).reason is Reason.APPROVAL_NEEDED
    offered = after(settled(65_00), *again, *cards, together)
    assert offered.case is not None
    took, stayed = offered.case.withdrawable[1:], ()
    for withdrawn, cents in ((took, 20_00), (stayed, 0)):
        answers = (c.AnswerOption("seat2", withdrawn), c.AnswerOption("seat1", ()))
        done = after(offered, *answers, c.Reconstruct(("9S", "8S", "KS", "KH")))
        assert done.round is not None
        assert done.round.taken_back_cents == cents
        finished = after(done, c.AnnounceTotals, c.AnnounceOutcome).finished[-1]
        assert finished.changed_cents == cents


def test_who_resolves_is_not_changed_by_closing_a_table_and_opening_it_otherwise() -> None:
    strict = replace(TIGER, resolver=Position.ASSISTANT_CASINO_MANAGER)
    closed = after(opened(strict), c.RetireShoe, c.CloseTable)
    eased = Given(c.OpenTable(TIGER), MANAGER)
    assert refused(closed, eased).reason is Reason.NOT_AUTHORISED
    assert decide_given(closed, replace(eased, by=CASINO))


def test_what_two_people_approved_is_not_added_to_what_one_does_later() -> None:
    """Rounds of 40.00 as corrected and 30.00 as staked, at a limit of just the first."""
    state = settled(40_00)
    corrected = evolve_all(state, decide_given(state, approved(WRONG)))
    again = (c.OpenBetting, stake(), stake("seat2", "banker", 2000), c.CloseBetting)
    assert len(decide_given(after(corrected, *again), FOREIGN)) == 2


def test_what_one_person_changed_without_a_limit_counts_once_there_is_one() -> None:
    state = settled(None)
    assert state.configuration is not None
    limited = c.ChangeConfiguration(replace(state.configuration, approval_cents=70_00), why="safe")
    again = (limited, c.OpenBetting, stake(), stake("seat2", "banker", 2000), c.CloseBetting)
    assert len(decide_given(after(state, *again), FOREIGN)) == 2
    corrected = after(state, WRONG, *again)
    assert refused(corrected, FOREIGN).reason is Reason.APPROVAL_NEEDED


ABOUT_A_ROUND: list[c.Command] = [
    c.Report(Irregularity.FOREIGN_CARDS),
    c.ConfirmReport(),
    c.Reconstruct(()),
    c.SetAside(),
    c.ReplaceMissing(),
    c.Decide(void=True, why="seen"),
]


@pytest.mark.parametrize("command", ABOUT_A_ROUND, ids=lambda command: type(command).__name__)
def test_the_round_in_play_is_meant_or_else_the_last(command: c.Command) -> None:
    in_play = table(None)
    assert [round_meant(state, command) for state in (opened(TIGER), in_play)] == [0, 1]
    over = settled(None)
    assert round_meant(over, command) == 1
    assert round_meant(after(over, c.OpenBetting), command) == 2


def test_a_correction_names_its_round_and_settings_are_about_none() -> None:
    assert round_meant(table(None), c.CorrectRound(7, (), "")) == 7
    for command in (c.ChangeConfiguration(TIGER), c.OpenTable(TIGER), c.AnnounceTotals()):
        assert round_meant(table(None), command) == 0


def test_our_reading_asks_for_a_second_person_over_an_amount() -> None:
    with pytest.raises(Refused) as refusal:
        check_second(Origin(CASINO), 100, 100)
    assert refusal.value.clause == WHO_DECIDES
