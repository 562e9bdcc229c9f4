"""Each command is tried with the values that the table has, by the person or the device it is for.

`test_legal.py` compares what is offered with what is accepted, over random sequences.
"""

from typing import Any

import pytest
from msgspec.structs import replace

from punto.refusals import Reason, Refused
from punto.rules.game import Method, Zone
from punto.rules.games import GAMES, find_game
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity as I  # noqa: N817
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.authority import authority
from punto.table.configuration import CardSource, Funding, usual_configuration
from punto.table.legal.answers import is_open, refusal
from punto.table.legal.moves import Move, may, moves
from punto.table.people import Actor, Approval, Machine, Patron, Role, Staff
from punto.table.state import CLOSED, State
from tests.envelope import Given
from tests.table.order_oracle import digest
from tests.table.starting_states import (
    ANYBODY,
    BETTING,
    DEALING,
    LOADED,
    METHOD_A,
    METHOD_C,
    OPEN,
    OPEN_SEALED,
    READER,
    SEAL,
    SETTLED,
    SHOE,
    TIGER,
    after,
    draw,
    opened,
    report,
    stake,
)
from tests.table.virtual_shoes import dealt, loaded

DEALER, SEAT1, SEAT2 = Staff("dealer", Position.DEALER), Patron("seat1"), Patron("seat2")
MACHINES = {role: Machine("machine", role) for role in Role}
SEALED, AUTOMATIC, PHYSICAL = CardSource.SEALED, CardSource.AUTOMATIC, CardSource.PHYSICAL
ZEROS = "0" * 64
PIT = Position.PIT_MANAGER
TURNED = (*tuple(Position)[:3], *tuple(Position)[:2:-1])  # the Gaming Shift Manager is the highest
FACE_DOWN = after(METHOD_A, stake(), c.CloseBetting, *draw(None, "3H", None, "AS"))
HELD = after(FACE_DOWN, c.PassCards(Side.PLAYER, "seat1"))
# A round in which staff may stake, as they are tried; of two kinds the first that is possible.
AT_BETTING = (
    c.PlaceStake("-", "banker", 1, 1),
    c.ChangeStake(1, 1),
    c.WithdrawStake(1),
    c.ExposeCards(Side.PLAYER, ()),
    c.SqueezeCards(Side.PLAYER),
    c.RefuseCards(Side.PLAYER, "-"),
    c.Contribute(ZEROS),
    c.RevealContribution(ZEROS),
    c.GiveUpDevice(),
    c.AnswerOption("-"),
    c.OpenTable(TIGER),
    c.ChangeConfiguration(TIGER, "-"),
    c.CloseTable(),
    c.LoadShoe("-"),
    c.CloseContributions(),
    c.BurnCards("AS", 1),
    c.RetireShoe(),
    c.OpenBetting(),
    c.CloseBetting(),
    c.PassCards(Side.PLAYER, "seat1"),
    c.ChooseHandler(Side.PLAYER, "-", "-"),
    c.AllowSqueezing(Side.PLAYER, "-", why="-"),
    c.ChooseFirstRevealed(Side.PLAYER),
    c.GiveDevice("seat1"),
    c.AnnounceTotals(),
    c.AnnounceOutcome(),
    c.ReportCutCard(),
    c.AllowFirstCardWithdrawal("-"),
    c.ChooseMethod(Method.A, "-"),
    c.Report(I.FOREIGN_CARDS),
    c.RecordLateStake("-", "banker", 1, 1),
    c.RecordLateWithdrawal(1, 1),
    c.ActAs("-", Position.DEALER, 8),
    c.SignOnDealer(),
    c.SignOffDealer(),
    c.ConfirmReport(),
    c.DismissReport("-"),
    c.LapseOption(),
    c.Reconstruct(()),
    c.SetAside(),
    c.SortCards({}),
    c.ReplaceMissing(),
    c.Decide(True, "-"),
    c.AskToDecrease(),
    c.RemoveStakes(()),
    c.CorrectDisplay(1, "player"),
    c.DrawCard(),
)


def move(state: State, by: Actor, kind: type) -> Move:
    return next(each for each in moves(state, by) if type(each.command) is kind)


def kinds(state: State, by: Actor) -> set[type]:
    return {type(each.command) for each in moves(state, by)}


def test_staff_are_tried_with_every_command_once_in_this_order() -> None:
    tried = moves(BETTING, ANYBODY, at_ms=7)
    assert tuple(each.command for each in tried) == AT_BETTING
    assert tried[0].by == ANYBODY
    assert len({each.by for each in tried}) == 1
    assert may(BETTING, ANYBODY) == (
        "place-stake",
        "change-stake",
        "withdraw-stake",
        "close-betting",
        "report-cut-card",
        "report",
        "act-as",
        "correct-display",
    )


def test_a_patron_is_tried_with_ones_own_commands_and_stakes_alone() -> None:
    assert [each.command for each in moves(BETTING, SEAT2)] == [
        c.PlaceStake("seat2", "banker", 1, 1),
        c.ChangeStake(2, 1),
        c.WithdrawStake(2),
        c.ExposeCards(Side.PLAYER, ()),
        c.SqueezeCards(Side.PLAYER),
        c.RefuseCards(Side.PLAYER, "seat2"),
        c.Contribute(ZEROS),
        c.RevealContribution(ZEROS),
        c.GiveUpDevice(),
        c.AnswerOption("seat2"),
        c.DrawCard(),
    ]
    assert not {c.ChangeStake, c.WithdrawStake} & kinds(BETTING, Patron("seat3"))


def test_stakes_are_changed_from_the_first_that_is_left() -> None:
    left = after(BETTING, c.WithdrawStake(1), stake("seat3", "tie"))
    assert move(left, ANYBODY, c.ChangeStake).command == c.ChangeStake(2, 1)
    assert move(left, ANYBODY, c.WithdrawStake).command == c.WithdrawStake(2)
    assert move(left, ANYBODY, c.RecordLateWithdrawal).command == c.RecordLateWithdrawal(2, 1)
    none = after(LOADED, c.OpenBetting)
    assert not {c.ChangeStake, c.WithdrawStake, c.RecordLateWithdrawal} & kinds(none, ANYBODY)


def test_a_position_may_be_shared_where_it_is_no_terminal() -> None:
    config = replace(TIGER, funding=Funding.CREDITS, positions=1)
    state = after(opened(config), c.OpenBetting, Given(stake(), SEAT1))
    assert "place-stake" in may(state, SEAT2)
    waiting = opened(usual_configuration(find_game("rapid-no-commission")))
    assert not move(waiting, SEAT1, c.PlaceStake).is_open, "between rounds no terminal is taken"


@pytest.mark.parametrize("state", [CLOSED, OPEN], ids=["closed", "open"])
def test_nothing_is_tried_of_stakes_where_there_is_no_round(state: State) -> None:
    about_one = {c.ChangeStake, c.WithdrawStake, c.RecordLateWithdrawal}
    assert not about_one & kinds(state, ANYBODY)
    assert move(state, ANYBODY, c.PassCards).command == c.PassCards(Side.PLAYER, "-")
    assert move(state, ANYBODY, c.RefuseCards).command == c.RefuseCards(Side.PLAYER, "-")
    assert move(state, ANYBODY, c.GiveDevice).command == c.GiveDevice("-")


@pytest.mark.parametrize(
    ("role", "given"),
    [
        (Role.READER, {c.DrawCard, c.BurnCards}),
        (Role.SHOE, {c.DrawCard, c.BurnCards, c.LoadShoe, c.RetireShoe}),
    ],
)
def test_a_machine_is_tried_with_its_own_commands_alone(role: Role, given: set[type]) -> None:
    assert kinds(OPEN_SEALED, MACHINES[role]) == given


def test_only_the_automatic_dealer_is_tried_with_the_rest_of_dealing() -> None:
    given = kinds(OPEN_SEALED, MACHINES[Role.DEALER])
    assert {c.DrawCard, c.OpenBetting, c.AnnounceOutcome, c.SignOffDealer} <= given
    assert not {c.PlaceStake, c.Report, c.CloseTable} & given


def test_staff_load_and_burn_by_the_device_that_holds_the_shoe() -> None:
    device = Machine("-", Role.SHOE, "dealer")
    load = c.LoadShoe("-", commitment=ZEROS)
    assert move(OPEN_SEALED, DEALER, c.LoadShoe) == Move(load, device, None)
    assert move(OPEN_SEALED, MACHINES[Role.SHOE], c.LoadShoe).command == load
    burn = c.BurnCards("AS", 1)
    assert move(loaded(SEALED, burn=True), DEALER, c.BurnCards) == Move(burn, device, None)
    assert move(loaded(PHYSICAL, burn=True), DEALER, c.BurnCards) == Move(burn, DEALER, None)
    itself = after(CLOSED, c.OpenTable(replace(TIGER, card_source=AUTOMATIC)))
    assert not move(itself, DEALER, c.LoadShoe).is_open
    taken = after(itself, Given(c.SignOnDealer(), DEALER))
    dealer = Machine("-", Role.DEALER, "dealer")
    assert move(taken, DEALER, c.LoadShoe) == Move(load, dealer, None)
    assert not move(taken, Staff("other", Position.DEALER), c.LoadShoe).is_open


def test_a_card_is_named_where_one_is_due_and_has_to_be_named() -> None:
    named, unnamed = c.DrawCard("AS"), c.DrawCard()
    sealed, physical = dealt(loaded(SEALED), SEALED, 2), dealt(loaded(PHYSICAL), PHYSICAL, 2)
    assert move(sealed, DEALER, c.DrawCard) == Move(named, Machine("-", Role.SHOE, "dealer"), None)
    assert move(physical, DEALER, c.DrawCard) == Move(named, DEALER, None)
    machine = MACHINES[Role.SHOE]
    assert move(sealed, machine, c.DrawCard) == Move(named, machine, None)
    by_device = dealt(loaded(SEALED, Method.C), SEALED, 1, device=True)
    drawn = Move(named, Machine("-", Role.SHOE, "seat1"), None)
    assert move(by_device, SEAT1, c.DrawCard) == drawn
    for state, by in ((sealed, SEAT1), (by_device, SEAT2), (LOADED, DEALER)):
        refused = move(state, by, c.DrawCard)
        assert refused.command == unnamed
        assert not refused.is_open
    face_down = after(METHOD_A, stake(), c.CloseBetting)
    assert move(face_down, DEALER, c.DrawCard) == Move(unnamed, DEALER, None), "no one sees it"


def acts_until(until: int) -> State:
    """A dealer acts as Pit Manager, who chooses the method, until this time."""
    return after(LOADED, Given(c.ActAs("dealer", Position.PIT_MANAGER, until), ANYBODY, until - 1))


@pytest.mark.parametrize(("at_ms", "may_choose"), [(9, True), (10, False)])
def test_a_position_that_one_acts_in_counts_until_it_ends(at_ms: int, may_choose: bool) -> None:
    assert ("choose-method" in may(acts_until(10), DEALER, at_ms)) is may_choose


@pytest.mark.parametrize(("until", "counts"), [(1, True), (0, False)])
def test_without_a_time_every_position_counts_that_someone_was_given(
    until: int, counts: bool
) -> None:
    """Times are milliseconds since 1970."""
    state = acts_until(until)
    choose = c.ChooseMethod(Method.A)
    assert ("choose-method" in may(state, DEALER)) is counts
    assert move(state, DEALER, c.ChooseMethod).is_open is counts
    assert (refusal(state, choose, DEALER) is None) is counts
    senior = replace(state, acting={"dealer": replace(state.acting["dealer"], position=PIT)})
    given = authority(senior, c.ActAs("dealer", Position.DEALER, 5)).position
    assert given is (PIT if counts else Position.DEALER)


def test_unread_cards_are_turned_by_the_dealer_or_by_the_patron_who_has_them() -> None:
    unread = c.ExposeCards(Side.PLAYER, ("AS", "AS"))
    not_yet = move(FACE_DOWN, SEAT1, c.ExposeCards)
    assert (not_yet.command, not_yet.is_open) == (unread, False)
    assert move(HELD, SEAT1, c.ExposeCards).command == unread
    one_read = after(METHOD_A, stake(), c.CloseBetting, *draw(None, "3H", "KS", "AS"))
    assert move(one_read, SEAT1, c.ExposeCards).command == c.ExposeCards(Side.PLAYER, ("AS",))
    by_dealer = move(after(HELD, c.ChooseFirstRevealed(Side.PLAYER)), DEALER, c.ExposeCards)
    assert by_dealer.command == replace(unread, turned_by="seat1")
    assert by_dealer.is_open


def test_cards_are_passed_to_and_refused_by_the_patron_they_are_due_to() -> None:
    for by in (DEALER, SEAT1):
        assert move(FACE_DOWN, by, c.RefuseCards).command == c.RefuseCards(Side.PLAYER, "seat1")
    assert move(FACE_DOWN, SEAT2, c.RefuseCards).command == c.RefuseCards(Side.PLAYER, "seat2")
    assert move(FACE_DOWN, DEALER, c.PassCards).command == c.PassCards(Side.PLAYER, "seat1")
    more = after(METHOD_A, stake("seat2"), stake(cents=20_00), c.CloseBetting)
    assert move(more, DEALER, c.PassCards).command == c.PassCards(Side.PLAYER, "seat1")
    with_device = after(METHOD_C, stake(), stake("seat2"), c.GiveDevice("seat1"), c.CloseBetting)
    drawn = after(with_device, *(Given(each, READER) for each in draw("9S", "8S", "KS", "KH")))
    to_other = c.PassCards(Side.PLAYER, "seat2")
    assert move(drawn, DEALER, c.PassCards).command == to_other
    passed = after(drawn, to_other)
    assert move(passed, DEALER, c.RefuseCards).command == c.RefuseCards(Side.PLAYER, "seat2")


def test_the_device_is_given_to_a_patron_with_a_stake_and_else_as_an_exception() -> None:
    staked = after(METHOD_C, stake("seat2"), stake("seat1"))
    assert move(staked, DEALER, c.GiveDevice) == Move(c.GiveDevice("seat2"), DEALER, None)
    exception = c.GiveDevice("-", without_stake=True, why="-")
    assert move(METHOD_C, ANYBODY, c.GiveDevice) == Move(exception, ANYBODY, None)
    given = after(staked, c.GiveDevice("seat1"))
    assert move(given, DEALER, c.GiveDevice).command == c.GiveDevice("seat1")


def test_where_patrons_stake_at_terminals_staff_do_not() -> None:
    state = after(opened(usual_configuration(find_game("rapid-no-commission"))), c.OpenBetting)
    assert move(state, SEAT1, c.PlaceStake).command == c.PlaceStake("seat1", "banker", 1, 1)
    assert "place-stake" in may(state, SEAT1)
    assert "place-stake" not in may(state, ANYBODY)


def test_the_options_of_patrons_are_answered_one_after_another() -> None:
    asked = after(DEALING, report(I.POWER_FAILURE))
    assert move(asked, ANYBODY, c.AnswerOption) == Move(c.AnswerOption("seat1"), ANYBODY, None)
    once = after(asked, c.AnswerOption("seat1"))
    assert move(once, ANYBODY, c.AnswerOption) == Move(c.AnswerOption("seat2"), ANYBODY, None)
    for patron in (SEAT1, SEAT2):
        assert move(asked, patron, c.AnswerOption).command == c.AnswerOption(patron.id)
    assert not move(once, SEAT1, c.AnswerOption).is_open


def test_a_contribution_is_tried_with_a_digest_of_its_own() -> None:
    fresh = after(OPEN_SEALED, Given(c.LoadShoe("one", commitment=SEAL), SHOE))
    assert move(fresh, SEAT1, c.Contribute) == Move(c.Contribute(ZEROS), SEAT1, None)
    taken = after(fresh, Given(c.Contribute(ZEROS), SEAT1))
    next_one = c.Contribute("0" * 63 + "1")
    assert move(taken, SEAT2, c.Contribute) == Move(next_one, SEAT2, None)
    other = after(fresh, Given(c.Contribute(digest("a" * 64)), SEAT1))
    assert move(other, SEAT2, c.Contribute) == Move(c.Contribute(ZEROS), SEAT2, None)


def test_the_seal_of_a_retired_shoe_is_opened_by_the_device() -> None:
    retired = after(loaded(SEALED), c.RetireShoe)
    assert not move(retired, ANYBODY, c.RevealShoe).is_open
    opens = move(retired, MACHINES[Role.SHOE], c.RevealShoe)
    assert opens.command == c.RevealShoe("one", (), "")
    assert opens.is_open
    assert c.RevealShoe not in kinds(loaded(SEALED), MACHINES[Role.SHOE])


def test_a_position_is_given_for_the_time_to_come_and_ended_for_who_has_one() -> None:
    acting = after(LOADED, c.ActAs("robin", Position.PIT_MANAGER, 10))
    given = {type(each.command): each for each in moves(acting, ANYBODY, 5)}
    assert given[c.ActAs].command == c.ActAs("-", Position.DEALER, 6)
    assert given[c.ActAs].refused is None
    assert given[c.EndActing] == Move(c.EndActing("robin"), ANYBODY, None)
    assert c.EndActing not in kinds(LOADED, ANYBODY)


def test_only_a_command_with_values_may_be_given_with_others() -> None:
    refused = Refused(Reason.NOT_A_MULTIPLE, "Stake a multiple of the unit.")
    assert is_open(c.ChangeStake(1, 1), refused)
    assert not is_open(c.CloseTable(), refused)
    assert not is_open(c.ChangeStake(1, 1), Refused(Reason.NO_ROUND, "Open betting first."))


def test_what_was_referred_is_decided_void_or_in_order_where_it_cannot_be_void() -> None:
    odd = after(DEALING, report(I.NOT_COVERED))
    assert move(odd, ANYBODY, c.Decide) == Move(c.Decide(True, "-"), ANYBODY, None)
    five = after(DEALING, *draw("2C", "3D", "KH", "KS"), c.AnnounceTotals, *draw("4H"))
    together = after(five, report(I.DRAWN_TOGETHER_AFTER_INITIAL_DEAL, together=(5, 6)))
    in_order = move(together, ANYBODY, c.Decide)
    assert (in_order.command, in_order.is_open) == (c.Decide(False, "-"), True)


def test_the_last_round_is_corrected_and_its_display_by_what_it_did_not_show() -> None:
    assert move(SETTLED, ANYBODY, c.CorrectRound).command == c.CorrectRound(1, (), "-")
    assert move(SETTLED, ANYBODY, c.CorrectRound).is_open
    assert move(SETTLED, ANYBODY, c.CorrectDisplay).command == c.CorrectDisplay(1, "banker")
    twice = after(SETTLED, c.OpenBetting, c.CloseBetting, *draw("9S", "9D", "KS", "KH"))
    twice = after(twice, c.AnnounceTotals, c.AnnounceOutcome)
    assert move(twice, ANYBODY, c.CorrectRound).command == c.CorrectRound(2, (), "-")


def test_a_closed_table_is_opened_as_it_was_or_as_tables_usually_are() -> None:
    usual = usual_configuration(GAMES[0])
    assert move(CLOSED, ANYBODY, c.OpenTable) == Move(c.OpenTable(usual), ANYBODY, None)
    before = replace(TIGER, zone=Zone.RUBY_ROOM, method=Method.C, approval_cents=5)
    closed = after(CLOSED, c.OpenTable(before), c.CloseTable)
    assert move(closed, ANYBODY, c.OpenTable) == Move(c.OpenTable(before), ANYBODY, None)
    pit = Staff("pit", PIT)  # may not open a table of method C
    assert move(closed, pit, c.OpenTable) == Move(
        c.OpenTable(replace(usual, approval_cents=5)), pit, None
    )


@pytest.mark.parametrize(
    ("guarded", "approval"),
    [
        ({"card_source": SEALED}, None),
        ({"ranks": TURNED}, Approval(Staff("second", Position.GAMING_SHIFT_MANAGER))),
    ],
    ids=["card source", "ranks"],
)
def test_what_two_people_change_stays_as_it_was_where_a_table_is_opened(
    guarded: dict[str, Any], approval: Approval | None
) -> None:
    before = replace(TIGER, zone=Zone.RUBY_ROOM, method=Method.C, **guarded)
    opens = Given(c.OpenTable(before), ANYBODY, approval=approval)
    closed = after(CLOSED, opens, c.CloseTable)
    pit = Staff("pit", PIT)
    assert move(closed, pit, c.OpenTable) == Move(
        c.OpenTable(replace(usual_configuration(GAMES[0]), **guarded)), pit, None
    )
