"""When each kind of event can have happened: at a closed table, between rounds, in a round."""

from typing import get_args

import pytest

from punto.rules.game import Method
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity, Option
from punto.table import events as e
from punto.table.evolve import Corrupt, evolve
from punto.table.state import CLOSED, State
from tests.table.given import BETTING, DEALING, DEALT, LOADED, OPEN, SETTLED, TIGER

LATE = Irregularity.POWER_FAILURE
BETWEEN_ROUNDS: list[e.Event] = [
    e.ConfigurationChanged(TIGER),
    e.TableClosed(),
    e.ShoeLoaded("two", 8, True, ""),
    e.CardsBurned("AS", 1),
    e.ShoeRetired("one"),
    e.BettingOpened(2),
    e.MethodChosen(Method.A),
    e.SettlementReversed(1, SETTLED.finished[-1].lines),
]
IN_A_ROUND: list[e.Event] = [
    e.StakePlaced(3, "seat1", "tie", 1, 100, False),
    e.StakeChanged(1, 100),
    e.StakeWithdrawn(1, "seat1", 10_00),
    e.DecreaseAsked(Side.PLAYER, 1),
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
    e.RoundSettled(1, (), 0, 0, ()),
    e.RoundVoided(1, ()),
    e.DisplayCorrected(1, "tie", "player"),
    e.DeviceReturned("seat1"),
    e.IrregularityReported(LATE),
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
