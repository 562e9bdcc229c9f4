"""A host's memory is bounded, and no caller waits forever after a stop, cancel or halt."""

from collections.abc import Iterator
from concurrent.futures import Future
from threading import Thread

import pytest
import sqlalchemy as sa

from punto.floor import feed, host
from punto.floor.host import Host
from punto.floor.submission import Receipt
from punto.journal.errors import Unavailable
from punto.journal.schema import entries
from punto.journal.store import Store
from punto.journal.verify.shoes import Shoes
from punto.table import commands as c
from punto.table import events as e
from punto.table.evolve import Corrupt
from punto.table.state import CLOSED
from tests.envelope import Given
from tests.floor.tables import DEALER, opened, play_round, shuffled, stake
from tests.submission import ask, submit

SOON_S = 60.0


@pytest.fixture
def one(store: Store) -> Iterator[Host]:
    one = Host(store)
    yield one
    one.stop()


def test_a_command_that_was_handed_in_is_done_whoever_gives_up(one: Host) -> None:
    opened(one, "t1")
    waiting = [submit(one, "t1", f"b{n}", Given(c.OpenBetting(), DEALER)) for n in range(200)]
    assert not any(future.cancel() for future in waiting)
    assert all(future.result(SOON_S) for future in waiting)
    assert submit(one, "t1", "after", Given(c.OpenBetting(), DEALER)).result(SOON_S).refused


def test_a_host_that_has_stopped_says_so(store: Store) -> None:
    gone = Host(store)
    gone.stop()
    failure = submit(gone, "t1", "late", Given(c.OpenBetting(), DEALER)).exception(SOON_S)
    assert isinstance(failure, Unavailable)
    assert str(failure) == "The floor is closing: try again when it is open."


def test_whoever_asks_while_a_host_stops_is_answered(store: Store) -> None:
    for _ in range(20):
        going = Host(store)
        waiting: list[Future[Receipt]] = []

        def asking(going: Host = going, into: list[Future[Receipt]] = waiting) -> None:
            into += [submit(going, "t1", f"x{n}", Given(c.CloseTable(), DEALER)) for n in range(30)]

        thread = Thread(target=asking)
        thread.start()
        going.stop()
        thread.join()
        for future in waiting:
            failure = future.exception(SOON_S)
            assert failure is None or isinstance(failure, Unavailable)
        assert len(waiting) == 30


def test_more_than_can_wait_are_turned_away(one: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host, "WAITING_MAX", 0)
    failure = submit(one, "t1", "b1", Given(c.OpenBetting(), DEALER)).exception(SOON_S)
    assert str(failure) == "Too many commands are waiting: try again in a moment."


def test_a_halted_table_asked_again_and_again_holds_on_to_nothing(store: Store) -> None:
    first = Host(store)
    opened(first, "t1")
    first.stop()
    with store.begin_write([]) as transaction:
        transaction.connection.execute(sa.update(entries).values(events=b"[]"))
    again = Host(store)
    for number in range(5):
        with pytest.raises(Corrupt, match="the hash of entry 1"):
            ask(again, "t1", f"b{number}", Given(c.OpenBetting(), DEALER))
    again.stop()
    assert again.halted["t1"].__traceback__ is None
    assert again.halted["t1"].__context__ is None


def test_names_made_up_are_not_remembered(
    store: Store, one: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed, "QUIET_MAX", 3)
    waiting = [submit(one, f"no{n}", "b1", Given(c.OpenBetting(), DEALER)) for n in range(30)]
    assert all(future.result(SOON_S).refused for future in waiting)
    for number in range(20):
        assert one.follow(f"nowhere{number}").take() == ()
    again = Host(store)
    for each in (one, again):
        assert each.tables() == []
        assert each._streams == {}
        assert len(each._feeds._ends) <= 3
        assert len(each._feeds._looked_at) <= 3
    receipt = submit(again, "no1", "b1", Given(c.OpenBetting(), DEALER)).result(SOON_S)
    assert receipt.refused is not None  # the answer that it was given before
    again.stop()


def test_events_of_tables_long_quiet_are_read_from_the_journal(
    one: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed, "TABLES_MAX", 2)
    for table in ("t1", "t2", "t3"):
        opened(one, table)
    play_round(one, "t2", iter(shuffled(1)), [stake("seat1")])
    opened(one, "t4")
    assert list(one._feeds._recent) == ["t2", "t4"]
    for table in ("t1", "t2", "t3", "t4"):
        found = one.follow(table).take()
        assert [record.seq for record in found] == list(range(1, len(found) + 1))
        assert len(found) >= 2


def test_of_a_shoe_without_a_seal_verify_remembers_no_places() -> None:
    shoes = Shoes()
    for number in range(3):
        loaded = e.ShoeLoaded(shoe=f"s{number}", decks=8, backs_alike=True, commitment="")
        assert shoes.follow(CLOSED, loaded) == ""
    assert shoes._places == {}
    assert shoes._seals == {}
