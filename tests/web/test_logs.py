"""The log: one line an event with who and from where, outages with their ends, and its alarms."""

import json
import logging
import re
import sqlite3
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import httpx
import pytest

from punto.floor.alarms import LOOK_MS, STUCK_MS
from punto.journal.notices import NoticeKind
from punto.journal.people.people import Kind
from punto.refusals import Refused
from punto.rules.games import find_game
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.configuration import usual_configuration
from punto.web.casino import Casino
from punto.web.log_lines import BoundedForeign
from tests.web.log_capture import PATIENCE_S, Captured, Line, captured
from tests.web.served import PASSWORD, SetClock, add_everybody, caller, come_in, served

ROOT = Path(__file__).parents[2]
FIRST = ["time", "level", "node", "event"]
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


@pytest.fixture(scope="module")
def clock() -> SetClock:
    return SetClock()


@pytest.fixture(scope="module")
def log() -> Iterator[Captured]:
    with captured() as found:
        yield found


@pytest.fixture(scope="module")
def place(
    tmp_path_factory: pytest.TempPathFactory, log: Captured, clock: SetClock
) -> Iterator[tuple[Casino, str, Path]]:
    folder = tmp_path_factory.mktemp("logs")
    with served(folder, clock=clock) as (casino, address):
        add_everybody(casino)
        yield casino, address, folder / "house.journal"


def test_every_line_is_one_object_with_time_level_node_and_event(
    place: tuple[Casino, str, Path], log: Captured
) -> None:
    assert log.lines
    for line in log.lines:
        assert list(line)[:4] == FIRST
        assert TIME.fullmatch(line["time"])
        assert line["level"] in ("debug", "info", "warning", "error")
        assert line["node"] == "node-1"


def test_a_failed_sign_in_carries_the_address_in_the_log_and_in_the_audit_log(
    place: tuple[Casino, str, Path], log: Captured
) -> None:
    _, address, _ = place
    with pytest.raises(Refused):
        caller(address).sign_in("pit-manager", "wrong horse battery")
    line = log.wait_for("sign-in-failed")
    assert (line["person"], line["address"], line["level"]) == (
        "pit-manager",
        "127.0.0.1",
        "warning",
    )
    boss = come_in(address, "assistant-casino-manager")
    (event,) = boss.significant_events(kind="sign-in-failed").events
    assert (event.actor, event.address) == ("pit-manager", "127.0.0.1")
    assert log.wait_for("signed-in")["person"] == "assistant-casino-manager"


def test_a_change_of_an_account_carries_who_and_from_where(
    place: tuple[Casino, str, Path], log: Captured
) -> None:
    _, address, _ = place
    boss = come_in(address, "assistant-casino-manager")
    boss.add_patron("newcomer", PASSWORD)
    line = log.wait_for("account-made", lambda line: line["about"] == "newcomer")
    assert (line["person"], line["address"]) == ("assistant-casino-manager", "127.0.0.1")
    assert len(line["request"]) == 16
    (event,) = boss.significant_events(kind="account-made", limit=1).events
    assert event.address == "127.0.0.1"


def test_what_staff_do_is_logged_with_person_address_table_and_request(
    place: tuple[Casino, str, Path], log: Captured
) -> None:
    _, address, _ = place
    boss = come_in(address, "pit-manager")
    config = usual_configuration(find_game("tiger"), min_cents=1000, max_cents=100_000)
    boss.give("t1", c.OpenTable(config))
    with pytest.raises(Refused):
        boss.give("t1", c.OpenTable(config))
    done = log.wait_for("command-done", lambda line: line["table"] == "t1")
    assert (done["person"], done["address"], done["command"]) == (
        "pit-manager",
        "127.0.0.1",
        "open-table",
    )
    refused = log.wait_for("command-refused")
    assert refused["why"] == "table-open"
    assert done["request"] != refused["request"]
    with pytest.raises(Refused):
        boss.give("t1", c.CloseBetting())  # straight to the host, which answers from its own thread
    line = log.wait_for("command-refused", lambda line: line["command"] == "close-betting")
    assert (line["address"], len(line["request"])) == ("127.0.0.1", 16)


def test_calls_and_acknowledgements_are_logged_with_person_address_and_table(
    place: tuple[Casino, str, Path], log: Captured
) -> None:
    _, address, _ = place
    come_in(address, "dealer").call_pit("t1", note="a spilt drink")
    line = log.wait_for("pit-called")
    assert (line["person"], line["address"], line["table"]) == ("dealer", "127.0.0.1", "t1")
    boss = come_in(address, "pit-manager")
    (event,) = boss.significant_events(kind="pit-called").events
    assert event.address == "127.0.0.1"
    boss.acknowledge(event.id)
    line = log.wait_for("acknowledged")
    assert (line["person"], line["address"], line["about"]) == (
        "pit-manager",
        "127.0.0.1",
        event.id,
    )


def test_an_answer_names_its_request_and_takes_no_id_from_strangers(
    place: tuple[Casino, str, Path],
) -> None:
    _, address, _ = place
    found = httpx.get(f"{address}/health", headers={"X-Request-ID": "mine"})
    assert re.fullmatch(r"[0-9a-f]{16}", found.headers["x-request-id"])


def test_a_trusted_proxys_id_is_kept(tmp_path: Path) -> None:
    with served(tmp_path, proxies=("127.0.0.1",)) as (_, address):
        given = {"X-Request-ID": "abc-1", "X-Forwarded-For": "192.0.2.7"}
        assert httpx.get(f"{address}/health", headers=given).headers["x-request-id"] == "abc-1"
        made_up = {"X-Request-ID": "a b"}
        assert httpx.get(f"{address}/health", headers=made_up).headers["x-request-id"] != "a b"


def test_an_outage_of_the_database_is_logged_and_its_end_too(
    place: tuple[Casino, str, Path], log: Captured
) -> None:
    _, address, journal = place
    with sqlite3.connect(journal) as other:
        other.execute("BEGIN IMMEDIATE")
        assert ready(address, 503)
        assert "level" in log.wait_for("not-ready")
        other.rollback()
    other.close()
    assert ready(address, 200)
    again = log.wait_for("ready-again")
    assert again["was"] == log.of("not-ready")[-1]["why"]


def ready(address: str, wanted: int) -> bool:
    deadline = monotonic() + PATIENCE_S
    while monotonic() < deadline:
        if httpx.get(f"{address}/ready", timeout=30).status_code == wanted:
            return True
        sleep(0.1)
    return False


def test_a_table_that_stands_still_is_logged_and_when_it_moves_again(
    place: tuple[Casino, str, Path], log: Captured, clock: SetClock
) -> None:
    _, address, _ = place
    clock.at_ms += STUCK_MS + LOOK_MS
    assert log.wait_for("table-stuck")["table"] == "t1"
    boss = come_in(address, "pit-manager")
    boss.give("t1", c.CloseTable())
    clock.at_ms += LOOK_MS
    assert log.wait_for("table-moves-again")["table"] == "t1"


# The alarms of docs/operations.md, computed from the lines alone, as a collector would.


def probing(lines: list[Line], within: str) -> dict[str, int]:
    """People with more than 20 denied requests in one minute."""
    counts: Counter[str] = Counter()
    for line in lines:
        if line["event"] == within:
            counts[str(line.get("person", ""))] += line.get("count", 1)
    return {who: count for who, count in counts.items() if count > 20}


def open_outages(lines: list[Line], began: str, ended: str) -> bool:
    """Whether an outage has begun and not ended."""
    found = [line["event"] for line in lines if line["event"] in (began, ended)]
    return bool(found) and found[-1] == began


def test_the_recommended_alarms_can_be_computed_from_the_log(
    place: tuple[Casino, str, Path], log: Captured, clock: SetClock
) -> None:
    casino, address, _ = place
    casino.sessions.add("prober", Kind.STAFF, PASSWORD, Position.DEALER)
    prober = come_in(address, "prober")
    assert probing(log.lines, "denied") == {}
    for _ in range(25):
        assert prober.http.get("/api/v1/significant-events").status_code == 403
    casino.audit_writer.flush(everything=True)
    assert probing(log.lines, "denied") == {"prober": 25}
    assert probing(log.lines, "request-denied")["prober"] == 25
    (event,) = [each for each in log.of("denied") if each.get("person") == "prober"][:1]
    assert event["address"] == "127.0.0.1"
    page = (ROOT / "docs/operations.md").read_text(encoding="utf-8")
    for began, ended in re.findall(r"`([a-z-]+)` … `([a-z-]+)`", page):
        assert not open_outages(log.lines, began, ended), began


def test_the_page_names_events_that_are_logged_somewhere() -> None:
    page = (ROOT / "docs/operations.md").read_text(encoding="utf-8")
    source = "".join(path.read_text() for path in (ROOT / "src/punto").rglob("*.py"))
    pairs = re.findall(r"`([a-z-]+)` … `([a-z-]+)`", page)
    assert len(pairs) >= 7
    for name in {name for pair in pairs for name in pair}:
        assert f'"{name}"' in source, name
    for kind in NoticeKind:
        assert kind.value in page


def test_text_lines_have_one_line_an_event_whatever_is_in_them() -> None:
    from punto.floor.event_log import EventLog

    with captured("text") as log:
        EventLog("punto.test").warning("request-denied", path="/a\x85b\n2026 all is well", n=1)
        EventLog("punto.test").error("internal-error", ValueError("two\nlines"))
        EventLog("punto.test").debug("request")
    first, second = log.text.splitlines()
    assert first.endswith('request-denied path="/a\\u0085b\\n2026 all is well" n=1')
    assert "internal-error traceback=" in second


def test_json_lines_carry_tracebacks_and_the_lines_of_libraries() -> None:
    import logging

    with captured() as log:
        logging.getLogger("uvicorn.error").warning("%s left", "someone")
    (line,) = log.lines
    assert (line["event"], line["logger"], line["message"]) == (
        "log",
        "uvicorn.error",
        "someone left",
    )
    assert json.dumps(line)


def test_lines_of_libraries_are_bounded_and_counted() -> None:
    """uvicorn writes one for every request that it cannot read, whoever sends them."""
    now_s = [0.0]
    bounded = BoundedForeign(lambda: now_s[0])

    def lines(times: int, name: str = "uvicorn.error", level: int = logging.WARNING) -> list[int]:
        made = [
            logging.LogRecord(name, level, "", 0, "Invalid HTTP request received.", (), None)
            for _ in range(times)
        ]
        return [getattr(each, "left_out", 0) for each in made if bounded.filter(each)]

    assert lines(100) == [0] * 5
    assert lines(3, "other") == [0] * 3, "each kind by itself"
    now_s[0] += 60
    assert lines(100) == [95, 0, 0, 0, 0]
    assert lines(100, level=logging.ERROR) == [0] * 5, "errors too"


def test_errors_of_libraries_are_of_one_kind_if_they_say_the_same() -> None:
    """A client can make a library fail as often as it likes: the text of the error tells kinds."""
    bounded = BoundedForeign(lambda: 0.0)

    def failed(why: str) -> bool:
        raised = (ValueError, ValueError(why), None)
        about = ("uvicorn.error", logging.ERROR, "", 0, "It failed.", ())
        return bounded.filter(logging.LogRecord(*about, exc_info=raised))

    assert [failed("invalid start byte") for _ in range(7)] == [True] * 5 + [False] * 2
    assert failed("something else")
