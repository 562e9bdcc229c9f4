"""Feeds: a subscriber gets every event once, in order, whichever process wrote it."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from itertools import count
from pathlib import Path
from threading import Thread
from time import monotonic, sleep

import pytest

from punto.floor import feed
from punto.floor.host import Host
from punto.journal.codec import Recorded
from punto.journal.read_transaction import ReadTransaction
from punto.journal.store import Store
from punto.table import commands as c
from tests.envelope import Given
from tests.floor.tables import DEALER, opened, play_round, shuffled, stake
from tests.submission import ask


def follow_all(host: Host, after: int, until: int, found: list[Recorded]) -> None:
    following = host.follow("t1", after)
    while following.seq < until:
        found.extend(following.take(wait_s=5.0))


def test_a_feed_has_no_gap_and_no_duplicate(store: Store, hosts: Callable[[], Host]) -> None:
    writer, reader = hosts(), hosts()
    opened(writer, "t1")
    until = 70
    followed: list[tuple[Host, int]] = [
        (host, n) for host in (writer, reader) for n in (0, 1, 2, 33)
    ]
    found: list[list[Recorded]] = [[] for _ in followed]
    threads = [
        Thread(target=follow_all, args=(host, after, until, into), daemon=True)
        for (host, after), into in zip(followed, found, strict=True)
    ]
    for thread in threads:
        thread.start()
    cards = iter(shuffled(8))
    number = 0
    while number < until:
        play_round((writer, reader)[number // 2 % 2], "t1", cards, [stake("seat1")])
        with store.begin_read() as transaction:
            number = transaction.head("t1").seq
    for thread in threads:
        thread.join(60)
    for (_, after), records in zip(followed, found, strict=True):
        numbers = [record.seq for record in records]
        assert numbers == list(range(after + 1, numbers[-1] + 1))
        assert numbers[-1] >= until


def test_many_who_wait_at_a_quiet_table_look_at_the_journal_together(
    store: Store, hosts: Callable[[], Host], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where this process has seen nothing happen yet."""
    opened(hosts(), "t1")
    quiet, looks = hosts(), count()
    with store.begin_read() as transaction:
        last = transaction.head("t1").seq
    reading_before = store.begin_read

    def counted() -> AbstractContextManager[ReadTransaction]:
        next(looks)
        return reading_before()

    monkeypatch.setattr(store, "begin_read", counted)
    with ThreadPoolExecutor(20) as threads:
        waiting = [threads.submit(quiet.follow("t1", last).take, 1.5) for _ in range(20)]
        assert [each.result(60) for each in waiting] == [()] * 20
    assert next(looks) < 100  # each by itself would make 300


def test_quiet_tables_of_a_file_share_one_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their cost does not grow with their number; what another process writes is still found."""
    monkeypatch.setattr(feed, "BACKSTOP_S", 3600.0)
    store = Store(str(tmp_path / "casino.journal"))
    store.create()
    writer, reader = Host(store), Host(store)
    names = [f"t{number}" for number in range(40)]
    for name in names:
        opened(writer, name)
    feeds = [reader.follow(name) for name in names]
    for _ in range(3):  # what has happened, and twice that there is no more
        for each in feeds:
            each.take()
    looks, begin_read = count(), store.begin_read

    def counted() -> AbstractContextManager[ReadTransaction]:
        next(looks)
        return begin_read()

    monkeypatch.setattr(store, "begin_read", counted)
    started = monotonic()
    for _ in range(5):
        sleep(feed.POLL_S)
        assert not any(each.take() for each in feeds)
    assert next(looks) <= 2 + (monotonic() - started) / feed.POLL_S
    ask(writer, names[7], "o", Given(c.OpenBetting(), DEALER))
    assert feeds[7].take(wait_s=60.0)
    assert [each.table for each in feeds if each.take()] == []
    for host in (writer, reader):
        host.stop()
    store.close()


def test_a_feed_from_within_an_entry_begins_with_the_rest_of_it(host: Host) -> None:
    opened(host, "t1")
    cards = iter(shuffled(8))
    play_round(host, "t1", cards, [stake("seat1")])
    everything = host.follow("t1").take()
    for after in range(len(everything)):
        assert host.follow("t1", after).take() == everything[after:]
    assert host.follow("t1", len(everything)).take() == ()
