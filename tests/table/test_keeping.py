"""Keeping a table: what is recorded of its shoes and its device, and what is refused of them."""

from hashlib import sha256

import pytest
from msgspec.structs import replace

from punto.refusals import Reason
from punto.rules.game import Method
from punto.rules.irregularities import Irregularity
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table import events as e
from punto.table.decide import decide
from punto.table.keeping import seal
from punto.table.people import Patron, Staff
from punto.table.state import CLOSED, State
from tests.table.given import (
    ANYBODY,
    BETTING,
    LOADED,
    METHOD_A,
    METHOD_C,
    OLDER,
    OPEN,
    SETTLED,
    TIGER,
    after,
    draw,
    opened,
    refused,
    report,
    stake,
)

DEALER = Staff("dealer", Position.DEALER)
BURNING = opened(replace(TIGER, burn=True))
ORDER = ("AS", "KD")
SEALED = after(OPEN, lambda by: c.LoadShoe("one", commitment=seal(ORDER, "salt"), by=by))
RETIRED = after(SEALED, c.RetireShoe)
REFERRED = after(LOADED, report(Irregularity.NOT_COVERED))
WITH_DEVICE = after(METHOD_C, stake(), lambda by: c.GiveDevice("seat1", by=by))


def cited(state: State, command: c.Command) -> tuple[Reason, str | None]:
    refusal = refused(state, command)
    return refusal.reason, refusal.clause


def test_a_table_is_opened_and_its_shoe_loaded_by_the_clause_on_cards() -> None:
    assert decide(CLOSED, c.OpenTable(TIGER, by=ANYBODY)) == (e.TableOpened(TIGER, clause="2.1"),)
    six = opened(replace(TIGER, decks=6))
    load = c.LoadShoe("two", commitment="seal", by=DEALER)
    assert decide(after(six, c.RetireShoe), load) == (
        e.ShoeLoaded("two", 6, True, "seal", clause="2.1"),
    )
    odd = c.LoadShoe("two", backs_alike=False, by=DEALER)
    assert cited(OPEN, odd) == (Reason.INCONSISTENT_CONFIGURATION, "tiger 2.1")
    assert decide(OPEN, c.CloseTable(by=ANYBODY)) == (e.TableClosed(),)


def test_a_sealed_shoe_keeps_its_name_until_it_is_opened() -> None:
    assert cited(RETIRED, c.LoadShoe("one", by=DEALER)) == (Reason.SHOE_IN_USE, None)
    reveal = c.RevealShoe("one", ORDER, "salt", by=DEALER)
    assert decide(RETIRED, reveal) == (e.ShoeRevealed("one", ORDER, "salt"),)
    shown = after(RETIRED, lambda by: reveal)
    assert decide(shown, c.LoadShoe("one", by=DEALER))
    refusal = refused(shown, reveal)
    assert refusal.reason is Reason.SHOE_NEEDED
    assert "'one'" in refusal.sentence
    assert "'one'" in refused(RETIRED, c.LoadShoe("one", by=DEALER)).sentence


def test_a_seal_is_the_digest_of_salt_and_order() -> None:
    assert seal(ORDER, "salt") == sha256(b"salt:AS KD").hexdigest()


def test_the_seal_of_a_shoe_in_use_is_not_opened() -> None:
    reveal = c.RevealShoe("one", ORDER, "salt", by=DEALER)
    assert cited(SEALED, reveal) == (Reason.SHOE_NEEDED, None)
    assert cited(RETIRED, replace(reveal, salt="pepper")) == (Reason.SEAL_BROKEN, None)


@pytest.mark.parametrize(
    "command",
    [c.CloseTable(by=ANYBODY), c.RetireShoe(by=DEALER), c.ChooseMethod(Method.A, by=ANYBODY)],
)
def test_a_table_waits_while_something_is_referred(command: c.Command) -> None:
    assert cited(REFERRED, command) == (Reason.CASE_PENDING, "tiger 6.1")
    assert decide(LOADED, c.RetireShoe(by=DEALER)), "else a shoe may go at any time"


def test_another_shoe_may_be_loaded_while_something_is_referred() -> None:
    waiting = after(OPEN, report(Irregularity.NOT_COVERED))
    assert decide(waiting, c.LoadShoe("one", by=DEALER))


@pytest.mark.parametrize("command", [c.RetireShoe(by=DEALER), c.BurnCards("7S", 7, by=DEALER)])
def test_without_a_shoe_none_is_retired_or_burned(command: c.Command) -> None:
    assert cited(OPEN, command) == (Reason.SHOE_NEEDED, None)


@pytest.mark.parametrize(("first", "count"), [("7S", 7), ("AS", 1), ("KD", 10), ("TH", 10)])
def test_as_many_cards_are_burned_as_the_first_counts(first: str, count: int) -> None:
    burned = e.CardsBurned(first, count, clause="reading burn")
    assert decide(BURNING, c.BurnCards(first, count, by=DEALER)) == (burned,)
    for wrong in (count - 1, count + 1):
        burn = c.BurnCards(first, wrong, by=DEALER)
        assert cited(BURNING, burn) == (Reason.CARD_CONTRADICTS, "reading burn")
    after_it = after(BURNING, lambda by: c.BurnCards(first, count, by=by))
    assert after_it.shoe is not None
    assert (after_it.shoe.gone, after_it.shoe.seen) == (count + 1, {first: 1})
    for state in (after_it, LOADED):
        again = c.BurnCards(first, count, by=DEALER)
        assert cited(state, again) == (Reason.SHOE_IN_USE, "reading burn")
    betting = after(after_it, c.OpenBetting)
    assert cited(betting, c.BurnCards("7S", 7, by=DEALER))[0] is Reason.ROUND_IN_PLAY


def test_a_shoe_is_retired_by_the_clause_that_asks_for_other_cards() -> None:
    void = after(BETTING, report(Irregularity.FOREIGN_CARDS))
    older = after(opened(OLDER), c.OpenBetting, report(Irregularity.FOREIGN_CARDS))
    altered = after(METHOD_C, report(Irregularity.ALTERED_BY_MOVING_DEVICE))
    fresh = after(void, c.RetireShoe, lambda by: c.LoadShoe("one", by=by))
    void_again = after(fresh, c.OpenBetting, report(Irregularity.FOREIGN_CARDS))
    played = after(void, c.OpenBetting, c.CloseBetting, *draw("9S", "8S", "KS", "KH"))
    played = after(played, c.AnnounceTotals, c.AnnounceOutcome)
    for state, clause in (
        (LOADED, ""),
        (SETTLED, ""),
        (void, "5.13"),
        (older, ""),
        (altered, "5.12.2"),
        (fresh, ""),
        (void_again, "5.13"),
        (played, ""),
    ):
        assert decide(state, c.RetireShoe("worn", by=DEALER)) == (
            e.ShoeRetired("one", clause=clause, why="worn"),
        )


def test_a_method_is_chosen_between_rounds_where_the_game_knows_it() -> None:
    chosen = c.ChooseMethod(Method.A, "asked", by=ANYBODY)
    assert decide(LOADED, chosen) == (e.MethodChosen(Method.A, clause="3.9.2", why="asked"),)
    assert cited(BETTING, chosen) == (Reason.ROUND_IN_PLAY, "tiger 3.9.2")
    assert cited(opened(OLDER), chosen) == (Reason.METHOD_NOT_ALLOWED, None)
    in_round = after(opened(OLDER), c.OpenBetting)
    assert cited(in_round, chosen) == (Reason.ROUND_IN_PLAY, None)


def test_the_device_goes_to_a_patron_with_a_stake_or_by_leave() -> None:
    staked = after(METHOD_C, stake())
    assert decide(staked, c.GiveDevice("seat1", why="asked", by=DEALER)) == (
        e.DeviceGiven("seat1", False, clause="3.12.1", why="asked"),
    )
    by_leave = c.GiveDevice("seat2", without_stake=True, why="asked", by=ANYBODY)
    assert decide(staked, by_leave) == (e.DeviceGiven("seat2", True, clause="3.12.2", why="asked"),)
    without = c.GiveDevice("seat2", by=ANYBODY)
    assert cited(staked, without) == (Reason.NOT_AUTHORISED, "tiger 3.12.2")


def test_the_device_stays_where_it_is() -> None:
    give = c.GiveDevice("seat2", without_stake=True, by=ANYBODY)
    assert cited(WITH_DEVICE, give) == (Reason.NOT_THE_HANDLER, "tiger 3.12.8")
    again = c.GiveDevice("seat1", by=DEALER)
    assert decide(WITH_DEVICE, again), "who has it may be told so once more"
    asked = after(WITH_DEVICE, report(Irregularity.POWER_FAILURE))
    assert cited(asked, again)[0] is Reason.CASE_PENDING
    dealt = after(METHOD_C, stake(), c.CloseBetting, *draw("9S"))
    assert cited(dealt, again) == (Reason.ROUND_IN_PLAY, None)


@pytest.mark.parametrize(
    ("state", "clause"),
    [
        (BETTING, "tiger 3.9.1"),
        (METHOD_A, "tiger 3.9.1"),
        (after(opened(OLDER), c.OpenBetting), None),
    ],
)
def test_but_in_method_c_the_dealer_keeps_the_device(state: State, clause: str | None) -> None:
    for without_stake in (True, False):
        give = c.GiveDevice("seat1", without_stake, by=ANYBODY)
        assert cited(state, give) == (Reason.METHOD_NOT_ALLOWED, clause)


def test_the_device_is_given_up_by_whoever_has_it() -> None:
    for by in (Patron("seat1"), DEALER):
        assert decide(WITH_DEVICE, c.GiveUpDevice(by=by)) == (
            e.DeviceReturned("seat1", clause="3.12.8.1"),
        )
    assert cited(METHOD_C, c.GiveUpDevice(by=DEALER)) == (Reason.NOT_THE_HANDLER, None)


def test_a_patron_draws_in_view_and_with_a_stake() -> None:
    closed = after(WITH_DEVICE, c.CloseBetting)
    hidden = c.DrawCard("9S", in_view=False, by=Patron("seat1"))
    assert cited(closed, hidden) == (Reason.NOT_AUTHORISED, "tiger 3.12.4")
    left = after(WITH_DEVICE, lambda by: c.WithdrawStake(1, by=by), c.CloseBetting)
    assert cited(left, replace(hidden, in_view=True)) == (Reason.NOT_AUTHORISED, "tiger 3.12.2")
    begun = after(closed, lambda by: c.DrawCard("9S", by=Patron("seat1")))
    failed = after(
        begun,
        report(Irregularity.POWER_FAILURE),
        lambda by: c.AnswerOption("seat1", (1,), by=by),
    )
    assert failed.round is not None
    assert not failed.round.stakes
    assert decide(failed, replace(hidden, in_view=True)), "who has begun goes on"
    by_dealer = after(METHOD_C, c.CloseBetting)
    assert decide(by_dealer, replace(hidden, by=DEALER)), "the dealer's own drawing is seen"
