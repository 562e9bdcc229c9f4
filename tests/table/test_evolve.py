"""State changes by events, and impossible events: none is ever ignored."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from punto.rules.game import Method
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity, Option
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table import events as e
from punto.table.evolve import Corrupt, evolve
from punto.table.state import CLOSED, State
from tests.table.sequences import play
from tests.table.starting_states import (
    BETTING,
    DEALING,
    DEALT,
    LOADED,
    METHOD_C,
    OLDER,
    OPEN,
    SETTLED,
    TIGER,
    after,
    draw,
    stake,
)

ODD = replace(TIGER, game="nonsense")

# Recorded beside what follows from them; and what may be said twice.
RECORDED = (
    e.SettlementReversed,
    e.DisplayCorrected,
    e.IrregularityReported,
    e.ActedAs,
    e.LateStakeFound,
    e.LateWithdrawalFound,
    e.Decided,
)
SAID_AGAIN = (
    e.ActingStarted,
    e.ConfigurationChanged,
    e.MethodChosen,
    e.DeviceGiven,
    e.StakeChanged,
    e.DecreaseAsked,
    e.HandPassed,
    e.HandRetrieved,
    e.HandlerChosen,
    e.FirstRevealedChosen,
    e.CardsSqueezed,
    e.CardsExposed,
    e.OptionOffered,
    e.CaseOpened,
    e.CardsReconstructed,
)


PASSING = after(
    after(LOADED, c.ChooseMethod(Method.A), c.OpenBetting, stake()),
    c.CloseBetting,
    *draw("9S", "8S", "KS", "KH"),
)
ASKED = after(BETTING, c.Report(Irregularity.POWER_FAILURE))
LINES = SETTLED.finished[-1].lines

FILED = evolve(BETTING, e.ReportFiled(Irregularity.FOREIGN_CARDS, "dealer", Position.PIT_MANAGER))
STANDING_IN = evolve(BETTING, e.ActingStarted("robin", Position.PIT_MANAGER, 5, "boss"))
IMPOSSIBLE: list[tuple[State, e.Event]] = [
    *((state, e.TableOpened(TIGER)) for state in (OPEN, BETTING, SETTLED)),
    (CLOSED, e.TableOpened(ODD)),
    (CLOSED, e.TableClosed()),
    (OPEN, e.ConfigurationChanged(ODD)),
    (BETTING, e.ConfigurationChanged(TIGER)),
    (BETTING, e.TableClosed()),
    (LOADED, e.ShoeLoaded("two", 8, True, "")),
    (OPEN, e.ShoeLoaded("two", 0, True, "")),
    (OPEN, e.CardsBurned("AS", 1)),
    (LOADED, e.CardsBurned("XX", 1)),
    (LOADED, e.CardsBurned("AS", 8 * 52)),
    (LOADED, e.CardsBurned("AS", -1)),
    (OPEN, e.ShoeRetired("one")),
    (LOADED, e.ShoeRetired("two")),
    (DEALING, e.ShoeRetired("one")),
    (LOADED, e.ShoeRevealed("one", (), "")),
    (OPEN, e.BettingOpened(1)),
    (LOADED, e.BettingOpened(2)),
    (BETTING, e.BettingOpened(2)),
    (LOADED, e.StakePlaced(1, "seat1", "tie", 1, 100, False)),
    (DEALING, e.StakePlaced(3, "seat1", "tie", 1, 100, False)),
    (BETTING, e.StakePlaced(2, "seat1", "tie", 1, 100, False)),
    (BETTING, e.StakePlaced(3, "", "tie", 1, 100, False)),
    (BETTING, e.StakePlaced(3, "seat1", "tie", 1, 0, False)),
    (BETTING, e.StakeChanged(3, "seat1", "player", 100, 10_00)),
    (BETTING, e.StakeChanged(1, "seat1", "player", 0, 10_00)),
    (BETTING, e.StakeChanged(1, "seat3", "player", 100, 10_00)),
    (BETTING, e.StakeChanged(1, "seat1", "tie", 100, 10_00)),
    (BETTING, e.StakeChanged(1, "seat1", "player", 100, 20_00)),
    (DEALING, e.StakeChanged(1, "seat1", "player", 100, 10_00)),
    (BETTING, e.StakeWithdrawn(3, "seat1", "player", 10_00)),
    (BETTING, e.StakeWithdrawn(1, "seat3", "player", 10_00)),
    (BETTING, e.StakeWithdrawn(1, "seat1", "tie", 10_00)),
    (BETTING, e.StakeWithdrawn(1, "seat1", "player", 20_00)),
    (DEALING, e.DecreaseAsked(Side.PLAYER, 1)),
    (DEALING, e.BettingClosed()),
    (BETTING, e.BettingReopened()),
    (BETTING, e.CardDrawn(Side.PLAYER, "AS", True)),
    (DEALING, e.CardDrawn(Side.BANKER, "AS", True)),
    (DEALING, e.CardDrawn(Side.PLAYER, "1S", True)),
    (DEALING, e.CardDrawn(Side.PLAYER, "AS", True, from_set_aside=True)),
    (DEALT, e.CardDrawn(Side.PLAYER, "AS", True)),
    (PASSING, e.CardDrawn(Side.PLAYER, "AS", True)),
    (DEALING, e.HandPassed(Side.PLAYER, "")),
    (DEALING, e.HandRefused(Side.PLAYER, "")),
    (DEALING, e.HandlerChosen(Side.PLAYER, "")),
    (DEALING, e.CardsSqueezed(Side.PLAYER, "seat1")),
    (DEALT, e.CardsSqueezed(Side.PLAYER, "seat1")),
    (PASSING, e.CardsSqueezed(Side.PLAYER, "")),
    (PASSING, e.CardsExposed(Side.PLAYER, ("9S",))),
    (PASSING, e.CardsExposed(Side.PLAYER, (None, None))),
    (PASSING, e.CardsExposed(Side.PLAYER, ("9S", "KH"))),
    (DEALING, e.TotalsAnnounced(0, 0)),
    (PASSING, e.TotalsAnnounced(9, 8)),
    (after(DEALT, c.AnnounceTotals), e.TotalsAnnounced(9, 8)),
    (BETTING, e.RoundSettled(1, (), 0, 0, (), dealer="staff")),
    (DEALT, e.RoundSettled(2, ("9S", "8S", "KS", "KH"), 9, 8, LINES, dealer="staff")),
    (DEALT, e.RoundSettled(1, ("9S", "8S", "KS", "KD"), 9, 8, LINES, dealer="staff")),
    (DEALT, e.RoundSettled(1, ("9S", "8S", "KS", "KH"), 9, 8, LINES[:1], dealer="staff")),
    (PASSING, e.RoundSettled(1, ("9S", "8S", "KS", "KH"), 9, 8, LINES[:1], dealer="staff")),
    (SETTLED, e.RoundSettled(1, ("9S", "8S", "KS", "KH"), 9, 8, LINES, dealer="staff")),
    (
        SETTLED,
        e.RoundSettled(2, ("9S", "8S", "KS", "KH"), 9, 8, LINES, corrects=True, dealer="staff"),
    ),
    (
        SETTLED,
        e.RoundSettled(1, ("9S", "8S", "KS", "XX"), 9, 8, LINES, corrects=True, dealer="staff"),
    ),
    (SETTLED, e.RoundSettled(1, ("9S", "8S", "KS", "KH"), 9, 8, (), corrects=True, dealer="staff")),
    (BETTING, e.RoundVoided(1, (), dealer="staff")),
    (BETTING, e.RoundVoided(2, LINES, dealer="staff")),
    (SETTLED, e.RoundVoided(1, LINES, dealer="staff")),
    (SETTLED, e.RoundVoided(2, LINES, corrects=True, dealer="staff")),
    (SETTLED, e.RoundVoided(1, LINES[:1], corrects=True, dealer="staff")),
    (SETTLED, e.SettlementReversed(2, LINES)),
    (SETTLED, e.SettlementReversed(1, LINES[:1])),
    (DEALT, e.SettlementReversed(1, LINES)),
    (after(SETTLED, c.OpenBetting), e.SettlementReversed(1, LINES)),
    (BETTING, e.MethodChosen(Method.A)),
    (
        after(CLOSED, c.OpenTable(OLDER)),
        e.MethodChosen(Method.A),
    ),
    (LOADED, e.DeviceGiven("seat1", False)),
    (BETTING, e.DeviceGiven("seat1", False)),
    (METHOD_C, e.DeviceGiven("", False)),
    (BETTING, e.DeviceReturned("seat1")),
    (BETTING, e.DeviceReturned("")),
    (BETTING, e.OptionOffered(Irregularity.POWER_FAILURE, Option.WITHDRAW_ALL, ("seat1",), (7,))),
    (BETTING, e.OptionOffered(Irregularity.POWER_FAILURE, Option.WITHDRAW_ALL, (), ())),
    (BETTING, e.OptionAnswered("seat1", ())),
    (ASKED, e.OptionAnswered("seat3", ())),
    (BETTING, e.OptionLapsed(("seat1",))),
    (BETTING, e.CaseOpened(Irregularity.NOT_COVERED, "nonsense")),
    (BETTING, e.CaseOpened(Irregularity.NOT_COVERED, "confirmation")),
    (BETTING, e.LateStakeFound("seat1", "player", 1, 100)),
    (DEALT, e.LateStakeFound("seat1", "player", 1, 0)),
    (DEALT, e.LateWithdrawalFound(9, "seat1", "player", 100, 10_00)),
    (DEALT, e.LateWithdrawalFound(1, "seat1", "player", 100, 11_00)),
    (DEALT, e.LateWithdrawalFound(1, "seat1", "player", 11_00, 10_00)),
    (BETTING, e.ReportConfirmed(Irregularity.FOREIGN_CARDS)),
    (ASKED, e.ReportDismissed(Irregularity.FOREIGN_CARDS)),
    (FILED, e.ReportConfirmed(Irregularity.DEVICE_RESET)),
    (FILED, e.ReportFiled(Irregularity.DEVICE_RESET, "dealer", Position.PIT_MANAGER)),
    (BETTING, e.ReportFiled(Irregularity.DEVICE_RESET, "", Position.PIT_MANAGER)),
    (BETTING, e.ActingStarted("robin", Position.PIT_MANAGER, 5, "robin")),
    (BETTING, e.ActingEnded("robin", Position.PIT_MANAGER)),
    (STANDING_IN, e.ActingEnded("robin", Position.GAMING_SHIFT_MANAGER)),
    (STANDING_IN, e.ActedAs("robin", Position.PIT_MANAGER, 6, "boss")),
    (STANDING_IN, e.ActedAs("robin", Position.PIT_MANAGER, 5, "robin")),
    (STANDING_IN, e.ActedAs("sam", Position.PIT_MANAGER, 5, "boss")),
    (BETTING, e.CaseClosed(Irregularity.NOT_COVERED)),
    (ASKED, e.CaseClosed(Irregularity.NOT_COVERED)),
    (DEALT, e.CardsReconstructed(("9S", "8S", "KS"))),
    (DEALT, e.CardsReconstructed(("9S", "8S", "KS", "KD"))),
    (DEALT, e.CardsReconstructed(("9S", "8S", "KS", "KH", "XX"))),
    (DEALT, e.CardsReconstructed(("9S", "8S", "KS", "KH") * 110)),
    (DEALT, e.CardsSetAside((None, None))),
    (ASKED, e.CardsSetAside((None, None))),
    (ASKED, e.CardsSorted({}, ())),
    (ASKED, e.MissingReplaced(())),
    (ASKED, e.Decided(Irregularity.POWER_FAILURE, True)),
    (BETTING, e.Decided(Irregularity.POWER_FAILURE, True)),
]


@pytest.mark.parametrize(
    ("state", "event"), IMPOSSIBLE, ids=[type(event).__name__ for _, event in IMPOSSIBLE]
)
def test_what_cannot_have_happened_is_corrupt(state: State, event: e.Event) -> None:
    with pytest.raises(Corrupt, match=type(event).__name__):
        evolve(state, event)


def test_any_event_on_any_state_is_taken_up_or_corrupt() -> None:
    """Events of one table on the states of another, some of them with a part changed."""
    chance = Random(4)
    states: list[State] = [CLOSED]
    events: list[e.Event] = []
    for seed in range(40):
        state = CLOSED
        for event in play(seed).events:
            state = evolve(state, event)
            states.append(state)
            events.append(event)
    corrupt = 0
    for _ in range(20_000):
        state, event = chance.choice(states), chance.choice(events)
        if chance.random() < 0.5:
            event = _changed(event, chance)
        try:
            later = evolve(state, event)
        except Corrupt:
            corrupt += 1
            continue
        assert isinstance(later, State)
        is_said_again = isinstance(event, SAID_AGAIN) or getattr(event, "corrects", False)
        assert later != state or is_said_again or isinstance(event, RECORDED), event
    assert 5_000 < corrupt < 19_000


def _changed(event: e.Event, chance: Random) -> e.Event:
    """The event with one part of it made another."""
    field = chance.choice(event.__struct_fields__)
    old = getattr(event, field)
    new: Any = old
    match old:
        case bool():
            new = not old
        case int():
            new = chance.choice((old + 1, old - 1, 0, -5, 10**12))
        case str():
            new = chance.choice(("", "AS", "XX", "seat1", "option"))
        case tuple():
            new = chance.choice(((), old[1:], old + old, old[::-1]))
        case Side():
            new = Side.BANKER if old is Side.PLAYER else Side.PLAYER
        case None:
            new = "AS" if field == "card" else old
    return replace(event, **{field: new})
