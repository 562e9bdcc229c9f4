"""Reports on the network: pages of statements, luck, and events after a position."""

from collections.abc import Iterator

import pytest

from punto import __version__
from punto.journal.queries.luck import By
from punto.refusals import Reason
from punto.web.api import luck
from punto.web.api.banks import BankView
from punto.web.api.event_log import EventLog
from punto.web.api.ledger import ReportView
from punto.web.api.luck import REPORTS_A_MINUTE, LuckView
from tests.web.books_place import Place
from tests.web.served import SetClock, served

MANAGER = "gaming-shift-manager"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    folder, clock = tmp_path_factory.mktemp("reports"), SetClock()
    with served(folder, clock=clock) as (casino, address):
        yield Place(casino, address, folder, clock)


def test_pages_of_a_statement_are_the_whole_of_it(place: Place) -> None:
    path = "ledger/statement?account=patron:seat1"
    whole = place.get(MANAGER, f"{path}&limit=1000", ReportView)
    assert whole.next is None
    assert len(whole.rows) > 5
    rows: list[object] = []
    before = ""
    while True:
        page = place.get(MANAGER, f"{path}&limit=2{before}", ReportView)
        assert len(page.rows) <= 3  # with what is brought forward
        rows = [*page.rows[1:], *rows]
        if page.next is None:
            break
        before = f"&before={page.next}"
    assert rows == list(whole.rows[1:])
    assert place.no(MANAGER, f"{path}&before=soon") is Reason.UNREADABLE_REQUEST


@pytest.mark.parametrize("by", list(By))
def test_luck_adds_up(place: Place, by: By) -> None:
    found = place.get(MANAGER, f"reports/luck?by={by.value}", LuckView)
    assert found.heading.version == __version__
    meters = place.get(MANAGER, "meters", ReportView).rows
    assert found.total["handle_cents"] == sum(row["handle_cents"] for row in meters) > 0
    assert found.total["win_cents"] == sum(row["win_cents"] for row in meters)
    if by is not By.SHIFT:  # no bank was opened before some of the rounds
        assert found.total["handle_cents"] == sum(row["handle_cents"] for row in found.rows)
    expected = sum(row["expected_cents"] for row in meters)
    assert abs(found.total["theoretical_cents"] - expected) <= len(meters)
    last = found.points[-1]
    assert (last.win_cents, last.rounds) == (found.total["win_cents"], found.total["rounds"])
    assert last.low_cents <= last.theoretical_cents <= last.high_cents


def test_luck_takes_no_time_from_the_process_that_commits(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    def compute(*_: object) -> None:
        raise AssertionError("it was computed beside the writer")

    monkeypatch.setattr(luck, "luck_report", compute)
    monkeypatch.setattr(luck, "luck_points", compute)
    assert place.get(MANAGER, "reports/luck", LuckView).rows


def test_luck_of_a_person_has_times_on_quarters(place: Place) -> None:
    path = "reports/luck?by=patron&since_ms=900001"
    assert place.no(MANAGER, path) is Reason.UNREADABLE_REQUEST
    assert place.no("dealer", "reports/luck") is Reason.NOT_AUTHORISED


@pytest.mark.parametrize("report", ["luck", "pace"])
def test_costly_reports_are_limited_by_person(place: Place, report: str) -> None:
    asked = [place.status("pit-manager", f"reports/{report}") for _ in range(REPORTS_A_MINUTE + 5)]
    assert asked == [200] * REPORTS_A_MINUTE + [429] * 5
    assert place.status("assistant-casino-manager", f"reports/{report}") == 200


def test_a_bank_says_what_made_it(place: Place) -> None:
    head = place.get(MANAGER, "tables/t1/bank", BankView).heading
    assert (head.version, head.time_zone) == (__version__, "UTC")


def test_events_after_a_position_are_each_sent_once(place: Place) -> None:
    whole = place.get(MANAGER, "events?limit=500", EventLog)
    assert not whole.more
    assert {event.stream for event in whole.events} >= {"t1", "cage"}
    assert not any("seal" in event.fields for event in whole.events)
    found: list[object] = []
    after, more = 0, True
    while more:
        page = place.get(MANAGER, f"events?limit=7&after={after}", EventLog)
        found += page.events
        after, more = page.after, page.more
    assert found == list(whole.events)
    assert after == whole.after
    assert place.get(MANAGER, f"events?after={after}", EventLog).events == ()
    assert place.no("dealer", "events") is Reason.NOT_AUTHORISED


def test_pace_says_where_the_time_of_a_round_goes(place: Place) -> None:
    found = place.get(MANAGER, "reports/pace?target=1000", ReportView)
    assert found.heading is not None
    assert {row["table"] for row in found.rows} >= {"t1"}
    for row in found.rows:
        assert row["rounds"] > 0
        assert row["longest"] in ("dealing", "settling", "waiting")
        assert all(float(row[step]) >= 0 for step in ("betting", "dealing", "settling", "waiting"))
