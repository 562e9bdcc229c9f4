"""When each kind of event is possible: at a closed table, between rounds, in a round."""

from typing import get_args

import pytest
from msgspec.structs import replace

from punto.rules.game import Method
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity, Option
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table import events as e
from punto.table.evolve import Corrupt, evolve
from punto.table.shoe_events import Contributor
from punto.table.state import CLOSED, State
from tests.table.starting_states import (
    BETTING,
    DEALING,
    DEALT,
    LOADED,
    METHOD_A,
    OPEN,
    SETTLED,
    TIGER,
    after,
    draw,
    report,
    stake,
)
from tests.table.state_parts import in_round, shoe

LATE = Irregularity.POWER_FAILURE
BETWEEN_ROUNDS: list[e.Event] = [
    e.ConfigurationChanged(TIGER),
    e.TableClosed(),
    e.ShoeLoaded("two", 8, True, ""),
    e.ContributionMade("seat1", Contributor.PATRON, "ab" * 32),
    e.ContributionsClosed(0),
    e.ContributionRevealed("seat1", Contributor.PATRON, "ab" * 32),
    e.ContributionsMissing("one", ("patron seat1",)),
    e.CardsBurned("AS", 1),
    e.ShoeRetired("one"),
    e.BettingOpened(2),
    e.MethodChosen(Method.A),
    e.SettlementReversed(1, SETTLED.finished[-1].lines),
    e.DealerSignedOff("dealer"),
]
IN_A_ROUND: list[e.Event] = [
    e.StakePlaced(3, "seat1", "tie", 1, 100, False),
    e.StakeChanged(1, "seat1", "player", 100, 10_00),
    e.StakeWithdrawn(1, "seat1", "player", 10_00),
    e.DecreaseAsked(Side.PLAYER, 1),
    e.LateStakeFound("seat1", "player", 1, 100),
    e.LateWithdrawalFound(1, "seat1", "player", 100, 10_00),
    e.BettingClosed(),
    e.BettingReopened(),
    e.CardDrawn(Side.PLAYER, "AS", True),
    e.CutCardAppeared(True),
    e.HandPassed(Side.PLAYER, "seat1"),
    e.HandRefused(Side.PLAYER, "seat1"),
    e.HandlerChosen(Side.PLAYER, "seat1"),
    e.HandRetrieved(Side.PLAYER),
    e.FirstRevealedChosen(Side.PLAYER),
    e.CardsSqueezed(Side.PLAYER, "seat1"),
    e.CardsExposed(Side.PLAYER, ("9S", "KS")),
    e.TotalsAnnounced(9, 8),
    e.OptionOffered(LATE, Option.WITHDRAW_ALL, ("seat1",), (1,)),
    e.OptionAnswered("seat1", ()),
    e.OptionLapsed(("seat1",)),
    e.CardsReconstructed(("9S", "8S", "KS", "KH")),
    e.CardsSetAside((None, None)),
    e.CardsSorted({}, ()),
    e.MissingReplaced(()),
    e.DeviceGiven("seat1", False),
]
ANY_TIME: list[e.Event] = [
    e.ShoeRevealed("one", (), ""),
    e.SealContradicted("one", (1,)),
    e.RoundSettled(1, (), 0, 0, ()),
    e.RoundVoided(1, ()),
    e.DisplayCorrected(1, "tie", "player"),
    e.DeviceReturned("seat1"),
    e.IrregularityReported(LATE),
    e.ReportFiled(LATE, "dealer", Position.PIT_MANAGER),
    e.ReportConfirmed(LATE),
    e.ReportDismissed(LATE),
    e.ActingStarted("robin", Position.PIT_MANAGER, 1, "boss"),
    e.ActingEnded("robin", Position.PIT_MANAGER),
    e.ActedAs("robin", Position.PIT_MANAGER, 1, "boss"),
    e.DealerSignedOn("robin"),
    e.CaseOpened(LATE, "option"),
    e.CaseClosed(LATE),
    e.Decided(LATE, True),
]


def corrupt(state: State, event: e.Event) -> str:
    with pytest.raises(Corrupt) as found:
        evolve(state, event)
    return str(found.value)


def named(event: e.Event) -> str:
    return type(event).__name__


def test_every_kind_of_event_has_its_time() -> None:
    listed = {type(event) for event in (*BETWEEN_ROUNDS, *IN_A_ROUND, *ANY_TIME)}
    assert listed | {e.TableOpened} == set(get_args(e.Event))


@pytest.mark.parametrize("event", [*BETWEEN_ROUNDS, *IN_A_ROUND, *ANY_TIME], ids=named)
def test_nothing_happens_at_a_closed_table(event: e.Event) -> None:
    assert corrupt(CLOSED, event).endswith("cannot be: the table is closed")


@pytest.mark.parametrize("state", [OPEN, BETTING, SETTLED])
def test_an_open_table_is_not_opened(state: State) -> None:
    assert corrupt(state, e.TableOpened(TIGER)).endswith("cannot be: the table is open")


@pytest.mark.parametrize("event", BETWEEN_ROUNDS, ids=named)
def test_in_a_round_a_table_is_not_kept(event: e.Event) -> None:
    for state in (BETTING, DEALING, DEALT):
        assert corrupt(state, event).endswith("cannot be: a round is in play")


@pytest.mark.parametrize("event", IN_A_ROUND, ids=named)
def test_between_rounds_nothing_of_a_round_happens(event: e.Event) -> None:
    for state in (OPEN, LOADED, SETTLED):
        assert corrupt(state, event).endswith("cannot be: no round is in play")


@pytest.mark.parametrize(
    "event", [e.CardsBurned("AS", 1), e.ShoeRetired("one"), e.BettingOpened(1)], ids=named
)
def test_without_a_shoe_nothing_of_a_shoe_happens(event: e.Event) -> None:
    assert corrupt(OPEN, event).endswith("cannot be: there is no shoe")


LINES = SETTLED.finished[-1].lines
UNREAD = after(METHOD_A, stake(), c.CloseBetting, *draw(None, "2D", None, "AS"))
LEFT = after(
    UNREAD,
    c.PassCards(Side.PLAYER, "seat1"),
    report(Irregularity.PATRON_LEFT_WITH_CARDS, patron="seat1"),
)
ASIDE = evolve(LEFT, e.CardsSetAside(("4H", None)))
SORTED = evolve(ASIDE, e.CardsSorted({}, ("2C", "3H", "6C")))
ONE_UNREAD = evolve(SORTED, e.CardsExposed(Side.PLAYER, ("2C", None)))
NEXT_ASIDE = in_round(DEALING, set_aside=("9S", None))
UNREAD_ASIDE = in_round(DEALING, set_aside=(None,))
VOID = after(BETTING, report(Irregularity.FOREIGN_CARDS))
VOID_LINES = VOID.finished[-1].lines
DRAWN = e.CardDrawn(Side.PLAYER, "9S", True)


def with_left(state: State, left: int) -> State:
    return replace(state, shoe=shoe(state, gone=8 * 52 - left))


POSSIBLE: list[tuple[State, e.Event]] = [
    (OPEN, e.ShoeLoaded("two", 1, True, "")),
    (LOADED, e.CardsBurned("AS", 0)),
    (LOADED, e.CardsBurned("AS", 8 * 52 - 1)),
    (BETTING, e.StakePlaced(3, "seat1", "tie", 1, 1, False)),
    (BETTING, e.StakeChanged(1, "seat1", "player", 1, 10_00)),
    (with_left(DEALING, 1), DRAWN),
    (with_left(NEXT_ASIDE, 0), replace(DRAWN, from_set_aside=True)),
    (UNREAD_ASIDE, replace(DRAWN, from_set_aside=True)),
    (UNREAD_ASIDE, e.CardDrawn(Side.PLAYER, None, False, from_set_aside=True)),
    (UNREAD, e.CardsExposed(Side.PLAYER, ("2C", None))),
    (UNREAD, e.CardsExposed(Side.BANKER, (None, "AS"))),
    (with_left(DEALT, 1), e.CardsReconstructed(("9S", "8S", "KS", "KH", None))),
    (with_left(LEFT, 2), e.CardsSetAside((None, None))),
    (SORTED, e.MissingReplaced(("2C", "3H"))),
    (ONE_UNREAD, e.MissingReplaced(("3H",))),
    (SETTLED, e.RoundVoided(1, LINES, corrects=True, dealer="staff")),
    (SETTLED, e.SettlementReversed(1, LINES)),
]

IMPOSSIBLE: list[tuple[State, e.Event, str]] = [
    (with_left(DEALING, 0), DRAWN, "no card is left"),
    (NEXT_ASIDE, DRAWN, "cards set aside are drawn first"),
    (
        NEXT_ASIDE,
        e.CardDrawn(Side.PLAYER, "8S", True, from_set_aside=True),
        "another card was set aside",
    ),
    (
        NEXT_ASIDE,
        e.CardDrawn(Side.PLAYER, None, True, from_set_aside=True),
        "another card was set aside",
    ),
    (after(DEALING, c.ReportCutCard), e.CutCardAppeared(False), "the cut card is out"),
    (UNREAD, e.CardsExposed(Side.PLAYER, ("2C", "XX")), "there is no such card"),
    (UNREAD, e.CardsExposed(Side.BANKER, (None, "2D")), "other cards were read"),
    (after(DEALING, *draw("9S", "8S", "KS")), e.TotalsAnnounced(9, 8), "totals are not due"),
    (VOID, e.SettlementReversed(1, VOID_LINES), "no such round was settled so"),
    (
        VOID,
        e.RoundVoided(1, VOID_LINES, corrects=True, dealer="staff"),
        "no such round was settled lately",
    ),
    (
        VOID,
        e.RoundSettled(
            1, ("9S", "8S", "KS", "KH"), 9, 8, VOID_LINES, corrects=True, dealer="staff"
        ),
        "no such round was settled lately",
    ),
    (
        after(SETTLED, c.OpenBetting),
        e.RoundVoided(1, LINES, corrects=True, dealer="staff"),
        "no such round was settled lately",
    ),
    (
        after(SETTLED, c.OpenBetting),
        e.RoundSettled(1, ("9S", "8S", "KS", "KH"), 9, 8, LINES, corrects=True, dealer="staff"),
        "no such round was settled lately",
    ),
    (
        with_left(DEALT, 0),
        e.CardsReconstructed(("9S", "8S", "KS", "KH", None)),
        "another number of cards was drawn",
    ),
    (
        in_round(DEALT, set_aside=("2C", None)),
        e.CardsReconstructed(("9S", "8S", "KS", "KH")),
        "a card that was drawn is not among them",
    ),
    (
        in_round(DEALT, set_aside=(None, None)),
        e.CardsReconstructed(("9S", "8S", "KS", "KH", "2C")),
        "another number of cards was drawn",
    ),
    (with_left(LEFT, 1), e.CardsSetAside((None, None)), "so many cards are not left"),
    (LEFT, e.CardsSetAside((None, "XX")), "there is no such card"),
    (ASIDE, e.CardsSorted({}, ("XX",)), "there is no such card"),
    (SORTED, e.MissingReplaced(("2C",)), "another number of cards is missing"),
    (SORTED, e.MissingReplaced(("2C", "3H", "6C")), "another number of cards is missing"),
    (ONE_UNREAD, e.MissingReplaced(("2C", "2D", "AS")), "another number of cards is missing"),
    (SORTED, e.MissingReplaced(("2C", "XX")), "there is no such card"),
    (LEFT, e.CardsSorted({}, ()), "nothing waits for sorting"),
    (ASIDE, e.MissingReplaced(("2C", "3H")), "nothing waits for replacement"),
    (SORTED, e.CardsSetAside((None, None)), "nothing waits for setting-aside"),
    (LEFT, e.OptionAnswered("seat1", ()), "nothing waits for option"),
    (LEFT, e.OptionLapsed(()), "nothing waits for option"),
    (LEFT, e.Decided(LATE, True), "nothing waits for decision"),
]


@pytest.mark.parametrize(("state", "event"), POSSIBLE)
def test_the_last_that_can_have_happened_is_taken_up(state: State, event: e.Event) -> None:
    assert isinstance(evolve(state, event), State)


@pytest.mark.parametrize(("state", "event", "why"), IMPOSSIBLE)
def test_the_first_that_cannot_is_corrupt(state: State, event: e.Event, why: str) -> None:
    assert corrupt(state, event) == f"{type(event).__name__} cannot be: {why}"
