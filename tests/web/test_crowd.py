"""A crowd told of stakes: a few at a time, nothing twice, nothing out of order."""

import asyncio
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import msgspec
import pytest

from punto.floor.kept import begun
from punto.journal.archive import last_position, remove_archived, write_archive
from punto.journal.codec import Recorded
from punto.journal.people import Kind, Person
from punto.ledger.cage import commands as cage
from punto.table import commands as c
from punto.table.people import Patron
from punto.web import live_table
from punto.web.house import House
from punto.web.live import Live
from punto.web.live_table import LiveTable, News
from punto.web.serving import opened
from punto.web.watcher import TOO_SLOW, Wants, Watcher
from tests.floor.tables import CASHIER, DEALER, MANAGER
from tests.web.served import credits_table

PEOPLE = 7
FAR = 10**15  # milliseconds: later than anything here
ids = count(1)


class Told(msgspec.Struct):
    seq: int
    events: list[dict[str, object]]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with opened(str(tmp_path / "house.journal")) as (made, _):
        made.host.ask("t1", "open", c.OpenTable(credits_table(), by=MANAGER))
        made.host.ask("t1", "load", c.LoadShoe("first", by=DEALER))
        for number in range(PEOPLE):
            made.host.ask_cage(f"fund{number}", cage.BuyCredits(f"p{number}", 90_000, by=CASHIER))
        made.host.ask("t1", "bets", c.OpenBetting(by=DEALER))
        yield made


def staked(house: House) -> tuple[Recorded, ...]:
    """Everybody stakes once."""
    made: tuple[Recorded, ...] = ()
    for number in range(PEOPLE):
        who = f"p{number}"
        command = c.PlaceStake(who, "banker", number % 7 + 1, 1000, by=Patron(who))
        made += house.host.ask("t1", f"s{next(ids)}", command)
    return made


def news(house: House, records: tuple[Recorded, ...]) -> News:
    return News(records, house.host.state("t1"), {}, None)


def frames(watcher: Watcher) -> list[Told]:
    return [
        msgspec.json.decode(watcher.waiting.get_nowait(), type=Told)
        for _ in range(watcher.waiting.qsize())
    ]


def crowd(house: House) -> tuple[LiveTable, list[Watcher]]:
    table = LiveTable(house, house.host.look("t1"))
    watchers = [Watcher(Person(f"p{n}", Kind.GUEST), "", Wants()) for n in range(PEOPLE)]
    for watcher in watchers:
        table.join(watcher)
    return table, watchers


def waiting(watchers: list[Watcher]) -> list[int]:
    return [watcher.waiting.qsize() for watcher in watchers]


def test_stakes_are_told_a_few_at_a_time(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_table, "A_FEW", 3)

    async def tell() -> None:
        table, watchers = crowd(house)
        table._hear(news(house, staked(house)))
        assert waiting(watchers) == [1, 1, 1, 0, 0, 0, 0]
        await asyncio.sleep(0)
        assert waiting(watchers) == [1, 1, 1, 1, 1, 1, 0]
        await asyncio.sleep(0)
        assert waiting(watchers) == [1] * PEOPLE
        await asyncio.sleep(0.01)
        for number, watcher in enumerate(watchers):
            (told,) = frames(watcher)
            assert told.seq == table.seq
            assert [event["fields"]["patron"] for event in told.events] == [f"p{number}"]  # type: ignore[index]

    asyncio.run(tell())


def test_what_comes_next_waits_for_none_and_overtakes_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_table, "A_FEW", 2)

    async def tell() -> None:
        table, watchers = crowd(house)
        table._hear(news(house, staked(house)))
        first = table.seq
        table._hear(news(house, house.host.ask("t1", "close", c.CloseBetting(by=DEALER))))
        late = Watcher(Person("late", Kind.GUEST), "", Wants())
        table.join(late)
        assert waiting(watchers) == [2] * PEOPLE
        await asyncio.sleep(0.01)  # the few that were left are not told again
        for watcher in watchers:
            told = frames(watcher)
            assert [each.seq for each in told] == [first, table.seq]
            assert [len(each.events) for each in told] == [1, 1]
        assert not late.waiting.qsize()

    asyncio.run(tell())


def test_who_comes_while_the_crowd_is_told_has_it_in_their_snapshot(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_table, "A_FEW", 1)

    async def come() -> None:
        table, _ = crowd(house)
        table._hear(news(house, staked(house)))
        here = Live(house)
        here._tables["t1"] = table
        person = Person("p0", Kind.GUEST)
        _, watcher, snapshot = await here.join("t1", person, "", None, Wants())
        await asyncio.sleep(0.05)
        assert snapshot.seq == table.seq
        assert snapshot.view.round is not None
        assert len(snapshot.view.round.stakes) == 1
        assert not watcher.waiting.qsize()

    asyncio.run(come())


def test_sockets_of_a_table_that_cannot_be_followed_on_are_ended(tmp_path: Path) -> None:
    journal = str(tmp_path / "archived.journal")
    with opened(journal) as (house, _):
        house.host.ask("t1", "open", c.OpenTable(credits_table(), by=MANAGER))
        house.host.ask("t1", "load", c.LoadShoe("first", by=DEALER))
        house.host.ask("t1", "retire", c.RetireShoe(by=DEALER))
        with house.store.reading() as reading:
            archived = write_archive(reading, last_position(reading, FAR), tmp_path / "old.gz")
        remove_archived(house.store, archived)
        house.host.ask("t1", "again", c.LoadShoe("second", by=DEALER))

    async def follow(house: House) -> int:
        table = LiveTable(house, begun("t1"))  # as it was before what is archived now
        watcher = Watcher(Person("p0", Kind.GUEST), "", Wants())
        table.join(watcher)
        table.start()
        code = await asyncio.wait_for(watcher.ended, 10)
        assert table.ended
        return code

    with opened(journal) as (house, _):
        assert asyncio.run(follow(house)) == TOO_SLOW


def test_stakes_wait_to_be_told_together_until_somebody_comes(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_table, "RUSH_S", 60.0)

    async def come() -> None:
        table, watchers = crowd(house)
        table.start()
        first = await asyncio.to_thread(staked, house)
        told = await asyncio.wait_for(watchers[0].waiting.get(), 10)
        assert msgspec.json.decode(told, type=Told).events[0]["seq"] == first[0].seq
        then = await asyncio.to_thread(staked, house)
        await asyncio.sleep(0.5)
        assert waiting(watchers)[0] == 0
        table.join(Watcher(Person("late", Kind.GUEST), "", Wants()))
        told = await asyncio.wait_for(watchers[0].waiting.get(), 10)
        assert msgspec.json.decode(told, type=Told).events[-1]["seq"] == then[0].seq
        assert table.state == house.host.state("t1")
        table.end()

    asyncio.run(come())
