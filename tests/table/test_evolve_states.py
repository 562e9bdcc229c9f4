"""The whole state after each event: everything it changes, and nothing else."""

import pytest
from msgspec.structs import replace

from punto.rules.game import Method
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity as I  # noqa: N817
from punto.rules.irregularities import Option
from punto.table import commands as c
from punto.table import events as e
from punto.table.evolve import evolve
from punto.table.shared_order import first_seed
from punto.table.state import CLOSED, Case, Round, Shoe, Stake, State, Waits
from tests.envelope import Given
from tests.table.starting_states import (
    BETTING,
    DEALT,
    LOADED,
    METHOD_C,
    OPEN,
    OPEN_SEALED,
    SEAL,
    SETTLED,
    SHOE,
    TIGER,
    after,
    report,
    stake,
)
from tests.table.state_parts import case, in_round, play, shoe

PLAYER, BANKER = Side.PLAYER, Side.BANKER
WITH_DEVICE = after(METHOD_C, stake(), c.GiveDevice("seat1", True))
WITHOUT_ROUND = after(WITH_DEVICE, report(I.FOREIGN_CARDS))
SECOND = replace(SETTLED, round=Round(2, dealer="staff"), rounds=2)
SEALED = after(OPEN_SEALED, Given(c.LoadShoe("one", commitment=SEAL), SHOE))
ASKED = after(BETTING, report(I.POWER_FAILURE))
NEW_METHOD = replace(TIGER, method=Method.A)

CHANGES: list[tuple[str, State, e.Event, State]] = [
    (
        "a table is opened by its method",
        CLOSED,
        e.TableOpened(NEW_METHOD),
        State(configuration=NEW_METHOD, method=Method.A),
    ),
    (
        "another method ends a patron's control of the device",
        WITHOUT_ROUND,
        e.ConfigurationChanged(NEW_METHOD),
        replace(
            WITHOUT_ROUND,
            configuration=NEW_METHOD,
            method=Method.A,
            device="",
            device_without_stake=False,
        ),
    ),
    (
        "the same method leaves the device where it is",
        WITHOUT_ROUND,
        e.ConfigurationChanged(replace(TIGER, method=Method.C)),
        replace(WITHOUT_ROUND, configuration=replace(TIGER, method=Method.C)),
    ),
    (
        "and how the patron came by it",
        replace(WITHOUT_ROUND, device_without_stake=False),
        e.ConfigurationChanged(replace(TIGER, method=Method.C)),
        replace(
            WITHOUT_ROUND,
            configuration=replace(TIGER, method=Method.C),
            device_without_stake=False,
        ),
    ),
    (
        "a closed table has no device",
        WITHOUT_ROUND,
        e.TableClosed(),
        replace(
            WITHOUT_ROUND,
            configuration=None,
            device="",
            device_without_stake=False,
            dealer="",
            closed_as=WITHOUT_ROUND.configuration,
        ),
    ),
    (
        "a shoe is loaded",
        OPEN,
        e.ShoeLoaded("one", 6, True, "seal"),
        replace(OPEN, shoe=Shoe("one", 6, "seal")),
    ),
    (
        "burned cards are gone, and the first is seen",
        LOADED,
        e.CardsBurned("7S", 7),
        replace(LOADED, shoe=shoe(LOADED, gone=8, seen={"7S": 1})),
    ),
    (
        "a shoe without a seal is forgotten",
        SETTLED,
        e.ShoeRetired("one"),
        replace(
            SETTLED,
            shoe=None,
            finished=(replace(SETTLED.finished[0], shoe_in_use=False),),
        ),
    ),
    (
        "a sealed shoe is remembered until it is opened",
        replace(SEALED, retired={"zero": "wax"}),
        e.ShoeRetired("one"),
        replace(
            SEALED,
            shoe=None,
            retired={"zero": "wax", "one": SEAL},
            retired_dealt={"one": ""},
            retired_seeds={"one": first_seed(SEAL, "one")},
        ),
    ),
    (
        "a seal is opened",
        replace(OPEN, retired={"zero": "wax", "one": SEAL}),
        e.ShoeRevealed("zero", (), ""),
        replace(OPEN, retired={"one": SEAL}),
    ),
    ("a round begins", SETTLED, e.BettingOpened(2), SECOND),
    (
        "a stake is placed",
        BETTING,
        e.StakePlaced(3, "seat3", "tie", 3, 5_00, True),
        replace(
            BETTING,
            stakes=3,
            round=play(
                BETTING,
                stakes={**play(BETTING).stakes, 3: Stake(3, "seat3", "tie", 3, 5_00, 3)},
                seats={1: "seat1", 3: "seat3"},
            ),
        ),
    ),
    (
        "a raised stake is completed anew",
        BETTING,
        e.StakeChanged(1, "seat1", "player", 10_01, 10_00),
        replace(
            BETTING,
            stakes=3,
            round=play(
                BETTING,
                stakes={**play(BETTING).stakes, 1: Stake(1, "seat1", "player", 1, 10_01, 3)},
            ),
        ),
    ),
    (
        "a stake left as it is keeps its place",
        BETTING,
        e.StakeChanged(1, "seat1", "player", 10_00, 10_00),
        BETTING,
    ),
    (
        "with the first stake at a position goes its owner",
        BETTING,
        e.StakeWithdrawn(1, "seat1", "player", 10_00),
        in_round(BETTING, stakes={2: Stake(2, "seat2", "banker", 1, 20_00, 2)}, seats={1: "seat2"}),
    ),
    (
        "a side is asked to decrease",
        BETTING,
        e.DecreaseAsked(BANKER, 1),
        in_round(BETTING, decrease_asked=BANKER),
    ),
    (
        "betting closes, and nobody is asked to decrease any more",
        in_round(BETTING, decrease_asked=BANKER),
        e.BettingClosed(),
        in_round(BETTING, betting_open=False),
    ),
    (
        "a method is chosen",
        WITHOUT_ROUND,
        e.MethodChosen(Method.B),
        replace(
            WITHOUT_ROUND,
            configuration=replace(WITHOUT_ROUND.configuration, method=Method.B),  # type: ignore[type-var]
            method=Method.B,
            device="",
            device_without_stake=False,
        ),
    ),
    (
        "the device goes to a patron",
        METHOD_C,
        e.DeviceGiven("seat1", True),
        replace(METHOD_C, device="seat1", device_without_stake=True),
    ),
    (
        "the device comes back",
        WITH_DEVICE,
        e.DeviceReturned("seat1"),
        replace(WITH_DEVICE, device="", device_without_stake=False),
    ),
    (
        "an option is offered",
        BETTING,
        e.OptionOffered(I.DEVICE_RESET, Option.WITHDRAW_ANY, ("seat1",), (1,), clause="5.9"),
        replace(
            BETTING,
            case=Case(I.DEVICE_RESET, "5.9", Waits.OPTION, Option.WITHDRAW_ANY, ("seat1",), (1,)),
        ),
    ),
    (
        "one of two has answered",
        ASKED,
        e.OptionAnswered("seat1", ()),
        replace(ASKED, case=case(ASKED, asked=("seat2",))),
    ),
    (
        "nobody answers any more",
        ASKED,
        e.OptionLapsed(("seat1", "seat2")),
        replace(ASKED, case=case(ASKED, asked=())),
    ),
    (
        "a case of the round in play",
        DEALT,
        e.CaseOpened(I.NOT_COVERED, "decision", clause="6.1"),
        replace(DEALT, case=Case(I.NOT_COVERED, "6.1", Waits.DECISION)),
    ),
    (
        "a case of the round before",
        SETTLED,
        e.CaseOpened(I.NOT_COVERED, "decision", clause="6.1"),
        replace(SETTLED, case=Case(I.NOT_COVERED, "6.1", Waits.DECISION, round=1)),
    ),
    ("a case is closed", ASKED, e.CaseClosed(I.POWER_FAILURE), replace(ASKED, case=None)),
]


@pytest.mark.parametrize(
    ("before", "event", "later"),
    [pytest.param(*each[1:], id=each[0]) for each in CHANGES],
)
def test_what_happens_when(before: State, event: e.Event, later: State) -> None:
    assert evolve(before, event) == later
