"""Subscribers are woken by PostgreSQL notifications alone: polling is disabled here."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count
from time import monotonic, sleep

import psycopg
import pytest

from punto.floor import feed
from punto.floor.host import Host
from punto.journal import commit_notices
from punto.journal.codec import Recorded
from punto.journal.commit_notices import CHANNEL
from punto.journal.store import Store
from punto.journal.verify.journal import verify
from punto.journal.write_transaction import WriteTransaction
from punto.table import commands as c
from tests.envelope import Given
from tests.floor.tables import DEALER, opened, stake
from tests.new_journal import new_database
from tests.submission import ask, submit

NEVER_S = 3_600.0
PATIENCE_S = 60.0
BEGUN = 4  # events of a table whose betting is open: opened, shoe, dealer, betting
CHANGES = 500  # of each host at each table
TABLES = ("t1", "t2", "t3")


@pytest.fixture
def journal(postgresql: str) -> str:
    """Notices are PostgreSQL's; followers of a SQLite file look, as in the other tests."""
    return new_database(postgresql)


@pytest.fixture(autouse=True)
def never(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feed, "POLL_S", NEVER_S)
    monkeypatch.setattr(feed, "BACKSTOP_S", NEVER_S)


@pytest.fixture
def hosts(journal: str, store: Store) -> Iterator[tuple[Host, Host]]:
    """Two, as two processes have them; both know the tables already."""
    first = Host(store)
    for table in TABLES:
        opened(first, table)
        ask(first, table, "bets", Given(c.OpenBetting(), DEALER))
    with other_host(journal) as second:
        yield first, second
    first.stop()


@contextmanager
def other_host(journal: str) -> Iterator[Host]:
    store = Store(journal)
    host = Host(store)
    yield host
    host.stop()
    store.close()


def listeners(journal: str) -> list[int]:
    """The server's own processes that listen for this journal."""
    with psycopg.connect(journal, autocommit=True) as connection:
        found = connection.execute(
            "SELECT pid FROM pg_stat_activity WHERE query = 'LISTEN \"' || "
            f"{CHANNEL} || '\"'".encode()
        )
        return [row[0] for row in found]


def cut_off(journal: str) -> list[int]:
    """End every listener's connection, and see that it has ended; which they were."""
    wait_until(lambda: len(listeners(journal)) == 2)
    old = listeners(journal)
    with psycopg.connect(journal, autocommit=True) as connection:
        connection.execute("SELECT pg_terminate_backend(pid) FROM unnest(%s::int[]) pid", [old])
    wait_until(lambda: not set(old) & set(listeners(journal)))
    return old


def wait_until(true: Callable[[], bool]) -> None:
    deadline = monotonic() + PATIENCE_S
    while not true():
        assert monotonic() < deadline
        sleep(0.01)


def test_what_one_host_commits_reaches_the_others_followers(hosts: tuple[Host, Host]) -> None:
    first, second = hosts
    follower = second.follow("t1", after=BEGUN)
    with ThreadPoolExecutor(1) as pool:
        for number in range(5):
            waiting = pool.submit(follower.take, PATIENCE_S)
            sleep(0.05)  # it has looked, found nothing, and waits
            records = ask(first, "t1", f"s{number}", stake(f"seat{number}", position=number + 1))
            assert waiting.result() == records


def test_what_was_committed_while_nobody_listened_is_caught_up(
    journal: str, hosts: tuple[Host, Host]
) -> None:
    first, second = hosts
    follower = second.follow("t1", after=BEGUN)
    assert follower.take(0.2) == ()
    old = cut_off(journal)
    records = ask(first, "t1", "unheard", stake("seat1"))
    assert follower.take(PATIENCE_S) == records
    wait_until(lambda: len(listeners(journal)) == 2)
    assert not set(old) & set(listeners(journal))
    records = ask(first, "t1", "heard", stake("seat2"))
    assert follower.take(PATIENCE_S) == records


@pytest.mark.sweep
def test_thousands_of_events_from_both_sides_with_the_listeners_cut_off_in_between(
    journal: str, store: Store, hosts: tuple[Host, Host]
) -> None:
    for table in TABLES:
        for number in (1, 2):
            ask(hosts[0], table, f"s{number}", stake(f"seat{number}", position=number + 1))
    expected = BEGUN + 2 + 2 * CHANGES
    with ThreadPoolExecutor(12) as pool:
        following = [
            pool.submit(followed, host, table, expected) for host in hosts for table in TABLES
        ]
        writing = [
            pool.submit(change, host, table, number)
            for number, host in enumerate(hosts, 1)
            for table in TABLES
        ]
        for _ in range(2):
            cut_off(journal)
        for each in writing:
            each.result()
        seen = [each.result() for each in following]
    for records in seen:
        assert [record.seq for record in records] == list(range(1, expected + 1))
    assert seen[:3] == seen[3:]
    with store.begin_read() as reading:
        assert [str(fault) for fault in verify(reading)] == []


def change(host: Host, table: str, number: int) -> None:
    """One stake changed again and again, some commands on their way together."""
    amounts = count(1_100, 100)
    for turn in range(0, CHANGES, 10):
        futures = [
            submit(
                host,
                table,
                f"host{number}-{turn + each}",
                Given(c.ChangeStake(number, next(amounts)), DEALER),
            )
            for each in range(10)
        ]
        for future in futures:
            assert future.result().refused is None


def followed(host: Host, table: str, until: int) -> list[Recorded]:
    follower, found = host.follow(table), list[Recorded]()
    while follower.seq < until:
        more = follower.take(PATIENCE_S)
        assert more, f"{table} stopped at {follower.seq} of {until}"
        found += more
    return found


def test_a_notice_too_long_to_be_sent_names_nobody_and_wakes_all(
    hosts: tuple[Host, Host], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commit_notices, "PAYLOAD_BYTES_MAX", 10)
    first, second = hosts
    follower = second.follow("t1", after=BEGUN)
    assert follower.take(0.2) == ()
    records = ask(first, "t1", "s", stake("seat1"))
    assert follower.take(PATIENCE_S) == records


def test_a_notice_that_is_lost_is_made_good_by_a_slow_look(
    hosts: tuple[Host, Host], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = hosts
    follower = second.follow("t1", after=BEGUN)
    assert follower.take(0.5) == ()
    monkeypatch.setattr(WriteTransaction, "announce", lambda *_: None)
    records = ask(first, "t1", "s", stake("seat1"))
    assert follower.take(0.5) == ()  # as it would be without notices: this is what they are for
    monkeypatch.setattr(feed, "BACKSTOP_S", 0.1)
    assert follower.take(PATIENCE_S) == records


def test_a_false_notice_is_looked_into_once(
    store: Store, hosts: tuple[Host, Host], monkeypatch: pytest.MonkeyPatch
) -> None:
    feeds = hosts[0]._feeds
    follower = hosts[0].follow("t1", after=BEGUN)
    assert follower.take(0.3) == ()
    looks, reading = count(), store.begin_read
    monkeypatch.setattr(store, "begin_read", lambda: (next(looks), reading())[1])
    feeds.notify({"t1": 10**9})
    assert follower.take(0.5) == ()
    assert next(looks) <= 2


def test_what_cannot_be_read_may_be_about_anything() -> None:
    assert commit_notices.read("nonsense") == commit_notices.Commit("", {})
    assert commit_notices.read('{"by":"x","ends":{"t1":"many"}}').ends == {}
    many = {f"table-{number}": number for number in range(1_000)}
    assert commit_notices.read(commit_notices.written("x", many)) == commit_notices.Commit("x", {})
    few = {"t1": 5, "cage": 9}
    assert commit_notices.read(commit_notices.written("x", few)) == commit_notices.Commit("x", few)
