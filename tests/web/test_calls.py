"""A filed report calls the people who may resolve it, from any client."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from punto.client import Client
from punto.ledger.cage import commands as cage
from punto.refusals import Reason, Refused
from punto.rules.irregularities import Irregularity as I  # noqa: N817
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.acting_positions import without_lapsed
from punto.table.evolve import evolve_all
from punto.table.legal.moves import may
from punto.table.people import Staff
from punto.web.casino import Casino
from tests.envelope import Given, decide_given
from tests.floor.fake_clock import HOUR_MS, FakeClock
from tests.table.starting_states import TIGER, opened
from tests.web.served import credits_table, everybody, open_session, served


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Casino, str]]:
    with served(tmp_path_factory.mktemp("calls")) as found:
        yield found


@pytest.fixture(scope="module")
def people(place: tuple[Casino, str]) -> dict[str, Client]:
    return everybody(*place)


def begin(people: dict[str, Client], table: str, approval_cents: int | None = None) -> None:
    config = credits_table()
    if approval_cents is not None:
        config = replace(config, approval_cents=approval_cents)
    people["pit-manager"].give(table, c.OpenTable(config))
    dealer = people["dealer"]
    dealer.give_cage(cage.BuyCredits("patron", 20_000))
    dealer.give(table, c.LoadShoe("one"))
    dealer.give(table, c.OpenBetting())
    people["patron"].give(table, c.PlaceStake("patron", "banker", 1, 1000))
    dealer.give(table, c.CloseBetting())
    dealer.give(table, c.DrawCard("2C"))


def called(client: Client, table: str) -> list[str]:
    return [each.irregularity for each in client.calls() if each.table == table]


def alerted(client: Client, table: str) -> list[str]:
    return [each.id for each in client.alerts() if each.table == table and "irreg" in each.kind]


RESOLUTIONS = (
    (I.FOREIGN_CARDS, c.DismissReport("one of ours")),
    (I.FACE_UP_IN_DEVICE, c.ConfirmReport()),
    (I.WRONG_DISPLAY, c.CorrectDisplay(1, "tie")),
    (I.SHOE_ORDER_ALTERED, c.ConfirmReport()),
)


def test_a_report_calls_until_it_is_resolved(people: dict[str, Client]) -> None:
    begin(people, "called")
    dealer, supervisor, manager = (
        people[each] for each in ("dealer", "pit-supervisor", "pit-manager")
    )
    for kind, resolution in RESOLUTIONS:
        dealer.give("called", c.Report(kind, note="look"))
        (call,) = (each for each in manager.pit().calls if each.table == "called")
        assert (call.irregularity, call.reported_by, call.note) == (kind, "dealer", "look")
        assert (call.position, call.yours, call.at_ms > 0) == ("Pit Manager", True, True)
        (seen,) = (each for each in supervisor.pit().calls if each.table == "called")
        assert not seen.yours
        assert called(manager, "called") == [kind.value]
        assert called(dealer, "called") == called(supervisor, "called") == []
        assert len(alerted(manager, "called")) == 1
        manager.give("called", resolution)
        assert called(manager, "called") == []
        assert alerted(manager, "called") == []


def test_an_alert_of_a_report_is_acknowledged_and_the_call_stays(people: dict[str, Client]) -> None:
    begin(people, "seen")
    manager = people["pit-manager"]
    people["dealer"].give("seen", c.Report(I.FACE_UP_IN_DEVICE))
    (alert,) = alerted(manager, "seen")
    manager.acknowledge(alert)
    assert alerted(manager, "seen") == []
    assert called(manager, "seen") == [I.FACE_UP_IN_DEVICE.value]


def test_what_is_referred_calls_the_position_that_decides(people: dict[str, Client]) -> None:
    begin(people, "referred")
    people["dealer"].give("referred", c.Report(I.NOT_COVERED, note="odd"))
    assert called(people["pit-manager"], "referred") == []
    shift = people["gaming-shift-manager"]
    assert called(shift, "referred") == [I.NOT_COVERED.value]
    shift.give("referred", c.Decide(void=False, why="nothing"))
    assert called(shift, "referred") == []


def test_a_call_reaches_nobody_of_another_table(
    place: tuple[Casino, str], people: dict[str, Client]
) -> None:
    begin(people, "ours")
    stranger = open_session(*place, "outsider", Position.PIT_MANAGER, "another")
    people["dealer"].give("ours", c.Report(I.FACE_UP_IN_DEVICE))
    assert called(stranger, "ours") == []
    assert not [each for each in stranger.pit().calls if each.table == "ours"]


def test_a_person_who_acts_in_the_position_is_called(
    place: tuple[Casino, str], people: dict[str, Client]
) -> None:
    begin(people, "acting")
    manager, supervisor = people["pit-manager"], people["pit-supervisor"]
    until = place[0].clock.now_ms() + 3_600_000
    manager.give("acting", c.ActAs("pit-supervisor", Position.PIT_MANAGER, until))
    people["dealer"].give("acting", c.Report(I.FACE_UP_IN_DEVICE))
    assert called(supervisor, "acting") == [I.FACE_UP_IN_DEVICE.value]
    supervisor.give("acting", c.ConfirmReport())
    assert called(supervisor, "acting") == []


def test_a_confirmed_void_of_much_money_is_approved_by_a_second_person(
    people: dict[str, Client],
) -> None:
    begin(people, "much", approval_cents=500)
    people["dealer"].give("much", c.Report(I.FOREIGN_CARDS))
    with pytest.raises(Refused) as refused:
        people["pit-manager"].give("much", c.ConfirmReport())
    assert refused.value.reason is Reason.APPROVAL_NEEDED
    shift = people["gaming-shift-manager"]
    (waiting,) = (each for each in shift.approvals() if each.table == "much")
    shift.approve(waiting.id)
    assert people["dealer"].table("much").round is None


def test_a_person_who_acts_in_the_approving_position_approves_until_it_lapses(
    place: tuple[Casino, str], people: dict[str, Client]
) -> None:
    begin(people, "lent", approval_cents=500)
    shift, supervisor = people["gaming-shift-manager"], people["pit-supervisor"]
    until = place[0].clock.now_ms() + 3_600_000
    people["dealer"].give("lent", c.Report(I.FOREIGN_CARDS))
    with pytest.raises(Refused):
        people["pit-manager"].give("lent", c.ConfirmReport())
    assert not [each for each in supervisor.approvals() if each.table == "lent"]
    assert "confirm-report" not in supervisor.mine("lent").may
    acting = c.ActAs("pit-supervisor", Position.GAMING_SHIFT_MANAGER, until)
    shift.give("lent", acting)
    assert "confirm-report" in supervisor.mine("lent").may
    (waiting,) = (each for each in supervisor.approvals() if each.table == "lent")
    supervisor.approve(waiting.id)
    recorded = [each.type for each in shift.round("lent", 1).events]
    assert "acted-as" in recorded
    assert "round-voided" in recorded


def may_set_limits(person: Client, table: str) -> bool:
    (limits,) = (each for each in person.settings(table).settings if each.name == "limits")
    return any(choice.yours for choice in limits.choices)


def test_settings_are_a_persons_own_only_until_the_position_lapses(
    place: tuple[Casino, str], people: dict[str, Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    manager, supervisor = people["pit-manager"], people["pit-supervisor"]
    manager.give("set", c.OpenTable(credits_table()))
    assert not may_set_limits(supervisor, "set")
    until = place[0].clock.now_ms() + HOUR_MS
    manager.give("set", c.ActAs("pit-supervisor", Position.PIT_MANAGER, until))
    for now_ms, lasts in ((until - 1, True), (until, False)):
        monkeypatch.setattr(place[0], "clock", FakeClock(now_ms))
        assert may_set_limits(supervisor, "set") is lasts


def test_a_lapsed_position_is_offered_nothing() -> None:
    ended = opened(TIGER)
    boss = Staff("boss", max(Position))
    lent = Given(c.ActAs("sue", Position.PIT_MANAGER, 1_000), boss)
    state = evolve_all(ended, decide_given(ended, lent))
    sue = Staff("sue", Position.DEALER)
    assert "choose-method" in may(without_lapsed(state, 999), sue)
    assert "choose-method" not in may(without_lapsed(state, 1_000), sue)
