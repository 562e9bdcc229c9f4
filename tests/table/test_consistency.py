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
from tests.envelope import Given
from tests.table.starting_states import (
    BETTING,
    DEALING,
    DEALT,
    LOADED,
    METHOD_A,
    METHOD_C,
    OLDER,
    OPEN,
    OPEN_SEALED,
    SEAL,
    SETTLED,
    SHOE,
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

SEALED = after(OPEN_SEALED, Given(c.LoadShoe("one", commitment=SEAL), SHOE))
IN_C = after(METHOD_C, c.GiveDevice("seat1", without_stake=True))
OLDER_OPEN = after(CLOSED, c.OpenTable(OLDER))
FACE_DOWN = after(METHOD_A, stake(), c.CloseBetting, *draw("2C", "2D", "3H", "AS"))
CARDS = ("9S", "8S", "KS", "KH")
TOTALS = after(DEALT, c.AnnounceTotals)
NO_GAME = "there is no such game, or not in that edition"
NO_STAKE = "there is no such stake"
NOTHING = "nobody staked, or nothing"
NOT_DUE = "no card is due to that hand"
OTHERS = "other stakes were placed"
POSSIBLE += [
    (LOADED, e.ShoeRetired("one", undealt=416)),
    (FACE_DOWN, e.CardsSqueezed(Side.PLAYER, "seat1")),
    (IN_C, e.DeviceReturned("seat1")),
    (IN_C, e.DeviceGiven("seat2", False)),
    (OLDER_OPEN, e.MethodChosen(Method.B)),
    (DEALING, e.LateStakeFound("seat1", "player", 1, 1)),
    (DEALING, e.LateWithdrawalFound(1, "seat1", "player", 10_00, 10_00)),
    (DEALING, e.BettingReopened()),
    (TOTALS, e.RoundSettled(1, CARDS, 9, 8, LINES, dealer="staff")),
]
WRONG_STAKES: list[tuple[int, str, str, int]] = [
    (9, "seat1", "player", 10_00),
    (1, "seat2", "player", 10_00),
    (1, "seat1", "banker", 10_00),
    (1, "seat1", "player", 9_00),
]
IMPOSSIBLE += [
    *(
        (state, event(config), why)
        for state, event in ((CLOSED, e.TableOpened), (OPEN, e.ConfigurationChanged))
        for config, why in (
            (replace(TIGER, edition="Version 9"), NO_GAME),
            (replace(TIGER, game="faro"), NO_GAME),
            (replace(TIGER, game="test-tiger-000000000000", test_wagers="[{}]"), NO_GAME),
            (replace(TIGER, ranks=TIGER.ranks[:-1]), "positions are not ranked so"),
        )
    ),
    (LOADED, e.ShoeLoaded("two", 8, True, ""), "a shoe is in use"),
    (OPEN, e.ShoeLoaded("two", 0, True, ""), "a shoe is in use"),
    (SEALED, e.CardsBurned("AS", 1), "the order of the shoe is not fixed"),
    (LOADED, e.CardsBurned("AS", -1), "so many cards are not left"),
    (LOADED, e.CardsBurned("AS", 8 * 52), "so many cards are not left"),
    (LOADED, e.CardsBurned("XX", 1), "there is no such card"),
    (LOADED, e.ShoeRetired("one", undealt=415), "another number of cards is left"),
    (LOADED, e.ShoeRetired("two"), "another shoe is in use"),
    (LOADED, e.ShoeRevealed("one", (), ""), "no such shoe is sealed"),
    (SEALED, e.BettingOpened(1), "the order of the shoe is not fixed"),
    *(
        (SETTLED, e.BettingOpened(number), "rounds are numbered one after another")
        for number in (1, 3)
    ),
    (DEALING, e.StakePlaced(3, "seat1", "tie", 1, 1, False), "betting is closed"),
    *(
        (
            BETTING,
            e.StakePlaced(number, "seat1", "tie", 1, 1, False),
            "stakes are numbered one after another",
        )
        for number in (2, 4)
    ),
    (BETTING, e.StakePlaced(3, "seat1", "tie", 1, 0, False), NOTHING),
    (BETTING, e.StakePlaced(3, "", "tie", 1, 1, False), NOTHING),
    (DEALING, e.StakeChanged(1, "seat1", "player", 1, 10_00), "betting is closed"),
    (BETTING, e.StakeChanged(1, "seat1", "player", 0, 10_00), NO_STAKE),
    *(
        (BETTING, e.StakeChanged(stake, patron, wager, 1, was), NO_STAKE)
        for stake, patron, wager, was in WRONG_STAKES
    ),
    *((BETTING, e.StakeWithdrawn(*wrong), NO_STAKE) for wrong in WRONG_STAKES),
    *(
        (DEALING, e.LateWithdrawalFound(stake, patron, wager, 1, stands), NO_STAKE)
        for stake, patron, wager, stands in WRONG_STAKES
    ),
    (DEALING, e.LateWithdrawalFound(1, "seat1", "player", 10_01, 10_00), NO_STAKE),
    (DEALING, e.LateWithdrawalFound(1, "seat1", "player", 0, 10_00), NOTHING),
    (BETTING, e.LateWithdrawalFound(1, "seat1", "player", 1, 10_00), "betting is open"),
    (BETTING, e.LateStakeFound("seat1", "player", 1, 1), "betting is open"),
    (DEALING, e.LateStakeFound("seat1", "player", 1, 0), NOTHING),
    (DEALING, e.LateStakeFound("", "player", 1, 1), NOTHING),
    (DEALING, e.BettingClosed(), "betting is closed"),
    (DEALING, e.DecreaseAsked(Side.PLAYER, 1), "betting is closed"),
    (BETTING, e.BettingReopened(), "betting is open"),
    (BETTING, DRAWN, NOT_DUE),
    (DEALING, replace(DRAWN, side=Side.BANKER), NOT_DUE),
    (TOTALS, DRAWN, NOT_DUE),
    (FACE_DOWN, DRAWN, NOT_DUE),
    (DEALING, replace(DRAWN, card="XX"), "there is no such card"),
    (DEALING, replace(DRAWN, from_set_aside=True), "cards set aside are drawn first"),
    (FACE_DOWN, e.HandPassed(Side.PLAYER, ""), "nobody is named"),
    (FACE_DOWN, e.HandRefused(Side.PLAYER, ""), "nobody is named"),
    (FACE_DOWN, e.HandlerChosen(Side.PLAYER, ""), "nobody is named"),
    (FACE_DOWN, e.CardsSqueezed(Side.PLAYER, ""), "no card of that hand lies face down"),
    (DEALT, e.CardsSqueezed(Side.PLAYER, "seat1"), "no card of that hand lies face down"),
    *(
        (FACE_DOWN, e.CardsExposed(Side.PLAYER, cards), "the hand has another number of cards")
        for cards in ((), ("2C",), ("2C", "3H", "4H"), (None, None))
    ),
    (FACE_DOWN, e.TotalsAnnounced(5, 3), "totals are not due"),
    (TOTALS, e.TotalsAnnounced(9, 8), "totals are not due"),
    *(
        (state, e.RoundSettled(number, CARDS, 9, 8, LINES), "another round is in play, or none")
        for state, number in ((TOTALS, 2), (SETTLED, 1))
    ),
    (TOTALS, e.RoundSettled(1, CARDS[:3], 9, 8, LINES), "other cards were dealt"),
    (
        FACE_DOWN,
        e.RoundSettled(1, ("2C", "2D", "3H", "AS"), 5, 3, LINES[:1]),
        "other cards were dealt",
    ),
    (TOTALS, e.RoundSettled(1, CARDS, 9, 8, LINES[:1], dealer="staff"), OTHERS),
    (
        SETTLED,
        e.RoundSettled(1, ("XX",), 9, 8, LINES, corrects=True),
        "there is no such card",
    ),
    (SETTLED, e.RoundSettled(1, CARDS, 9, 8, LINES[:1], corrects=True, dealer="staff"), OTHERS),
    (SETTLED, e.RoundVoided(1, LINES[:1], corrects=True, dealer="staff"), OTHERS),
    (SETTLED, e.RoundVoided(2, LINES, corrects=True), "no such round was settled lately"),
    *(
        (state, e.RoundVoided(number, LINES), "another round is in play, or none")
        for state, number in ((BETTING, 2), (SETTLED, 1))
    ),
    (BETTING, e.RoundVoided(1, VOID_LINES[::-1], dealer="staff"), OTHERS),
    (SETTLED, e.SettlementReversed(1, LINES[:1]), "no such round was settled so"),
    (SETTLED, e.SettlementReversed(2, LINES), "no such round was settled so"),
    (OLDER_OPEN, e.MethodChosen(Method.A), "the game has no such method"),
    (BETTING, e.DeviceGiven("seat1", False), "nobody can take the device"),
    (METHOD_C, e.DeviceGiven("", False), "nobody can take the device"),
    (IN_C, e.DeviceReturned("seat2"), "another has the device"),
    (METHOD_C, e.DeviceReturned(""), "another has the device"),
]


@pytest.mark.parametrize(("state", "event"), POSSIBLE)
def test_the_last_that_can_have_happened_is_taken_up(state: State, event: e.Event) -> None:
    assert isinstance(evolve(state, event), State)


@pytest.mark.parametrize(("state", "event", "why"), IMPOSSIBLE)
def test_the_first_that_cannot_is_corrupt(state: State, event: e.Event, why: str) -> None:
    assert corrupt(state, event) == f"{type(event).__name__} cannot be: {why}"
