"""What cannot have happened in a case, and why: the closest that cannot beside what can."""

import pytest

from punto.rules.irregularities import Irregularity as I  # noqa: N817
from punto.rules.irregularities import Option
from punto.rules.staff import Position
from punto.table import events as e
from punto.table.evolve import Corrupt, evolve
from punto.table.state import State
from tests.table.starting_states import BETTING, DEALT, after, report

ASKED = after(BETTING, report(I.POWER_FAILURE))  # seat1 and seat2
FILED = evolve(BETTING, e.ReportFiled(I.FOREIGN_CARDS, "dealer", Position.PIT_MANAGER))
GIVEN = e.ActingStarted("robin", Position.PIT_MANAGER, 5, "boss")
STANDING_IN = evolve(BETTING, GIVEN)
WAITS_FOR_ORDER = evolve(DEALT, e.CaseOpened(I.DEALT_IN_WRONG_ORDER, "cards-in-order"))

POSSIBLE: list[tuple[State, e.Event]] = [
    (BETTING, e.OptionOffered(I.POWER_FAILURE, Option.WITHDRAW_ALL, ("seat1",), ())),
    (BETTING, e.OptionOffered(I.POWER_FAILURE, Option.WITHDRAW_ALL, ("seat1",), (1, 2))),
    (ASKED, e.OptionAnswered("seat2", ())),
    (ASKED, e.OptionAnswered("seat2", (2,))),
    (ASKED, e.OptionLapsed(("seat1", "seat2"))),
    (ASKED, e.ReportFiled(I.DEVICE_RESET, "dealer", Position.PIT_MANAGER)),
    (FILED, e.ReportConfirmed(I.FOREIGN_CARDS)),
    (FILED, e.ReportDismissed(I.FOREIGN_CARDS)),
    (BETTING, GIVEN),
    (STANDING_IN, e.ActingEnded("robin", Position.PIT_MANAGER)),
    (STANDING_IN, e.ActedAs("robin", Position.PIT_MANAGER, 5, "boss")),
    *(
        (BETTING, e.CaseOpened(I.NOT_COVERED, waits))
        for waits in ("option", "cards-in-order", "setting-aside", "sorting", "decision")
    ),
    (WAITS_FOR_ORDER, e.CaseClosed(I.DEALT_IN_WRONG_ORDER)),
    (WAITS_FOR_ORDER, e.CardsReconstructed(("8S", "9S", "KS", "KH"))),
    (WAITS_FOR_ORDER, e.CardsReconstructed(("8S", "9S", "KS", "KH"), named=(1, 4))),
    (WAITS_FOR_ORDER, e.CardsReconstructed(("9S", "8S", "KS", "KH", "2C"))),
]

NO_STAKES = "no such stakes are on the table"
NO_PLACE = "there is no such place"
OTHERS_ASKED = "other patrons were asked, or none"
NO_POSITION = "no person was given a position"
ACTS_NOT = "that person acts in no such position"
IMPOSSIBLE: list[tuple[State, e.Event, str]] = [
    (BETTING, e.OptionOffered(I.POWER_FAILURE, Option.WITHDRAW_ALL, ("seat1",), (1, 3)), NO_STAKES),
    (BETTING, e.OptionOffered(I.POWER_FAILURE, Option.WITHDRAW_ALL, (), (1,)), NO_STAKES),
    (ASKED, e.OptionAnswered("seat3", ()), "that patron was not asked"),
    (ASKED, e.OptionAnswered("seat2", (3,)), NO_STAKES),
    *(
        (WAITS_FOR_ORDER, e.CardsReconstructed(("8S", "9S", "KS", "KH"), named=named), NO_PLACE)
        for named in ((0,), (5,), (1, 5))
    ),
    (ASKED, e.OptionLapsed(()), OTHERS_ASKED),
    (ASKED, e.OptionLapsed(("seat1",)), OTHERS_ASKED),
    (
        evolve(evolve(ASKED, e.OptionAnswered("seat1", ())), e.OptionAnswered("seat2", ())),
        e.OptionLapsed(()),
        OTHERS_ASKED,
    ),
    (FILED, e.ReportFiled(I.DEVICE_RESET, "d", Position.PIT_MANAGER), "another report waits"),
    (ASKED, e.ReportFiled(I.DEVICE_RESET, "", Position.PIT_MANAGER), "another report waits"),
    (FILED, e.ReportConfirmed(I.DEVICE_RESET), "another irregularity was reported"),
    (FILED, e.ReportDismissed(I.DEVICE_RESET), "another irregularity was reported"),
    (BETTING, e.ActingStarted("", Position.PIT_MANAGER, 5, "boss"), NO_POSITION),
    (BETTING, e.ActingStarted("robin", Position.PIT_MANAGER, 5, ""), NO_POSITION),
    (BETTING, e.ActingStarted("boss", Position.PIT_MANAGER, 5, "boss"), NO_POSITION),
    (STANDING_IN, e.ActingEnded("sam", Position.PIT_MANAGER), ACTS_NOT),
    (STANDING_IN, e.ActingEnded("robin", Position.DEALER), ACTS_NOT),
    (STANDING_IN, e.ActedAs("sam", Position.PIT_MANAGER, 5, "boss"), ACTS_NOT),
    (STANDING_IN, e.ActedAs("robin", Position.DEALER, 5, "boss"), ACTS_NOT),
    (STANDING_IN, e.ActedAs("robin", Position.PIT_MANAGER, 4, "boss"), ACTS_NOT),
    (STANDING_IN, e.ActedAs("robin", Position.PIT_MANAGER, 5, "sam"), ACTS_NOT),
    (BETTING, e.CaseOpened(I.NOT_COVERED, "confirmation"), "nothing waits for that"),
    (BETTING, e.CaseOpened(I.NOT_COVERED, ""), "nothing waits for that"),
    (WAITS_FOR_ORDER, e.CaseClosed(I.NOT_COVERED), "no such case is open"),
    (BETTING, e.CaseClosed(I.NOT_COVERED), "no such case is open"),
    (
        WAITS_FOR_ORDER,
        e.CardsReconstructed(("9S", "8S", "KS", "KH", "1S")),
        "there is no such card",
    ),
]


@pytest.mark.parametrize(("state", "event"), POSSIBLE)
def test_what_can_have_happened_is_taken_up(state: State, event: e.Event) -> None:
    assert evolve(state, event) != state or isinstance(event, e.ActedAs)


@pytest.mark.parametrize(("state", "event", "why"), IMPOSSIBLE)
def test_what_cannot_is_corrupt(state: State, event: e.Event, why: str) -> None:
    with pytest.raises(Corrupt) as found:
        evolve(state, event)
    assert str(found.value) == f"{type(event).__name__} cannot be: {why}"
