"""Stakes pushed to many subscribers: throttled, never duplicated, always in order."""

import asyncio
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import msgspec
import pytest

from punto.floor.stream import new_stream
from punto.journal.archive.archive import last_position, remove_archived, write_archive
from punto.journal.codec import Recorded
from punto.journal.people.people import Kind, Person
from punto.journal.streams import CAGE
from punto.ledger.cage import commands as cage
from punto.table import commands as c
from punto.table.people import Patron
from punto.web.casino import Casino
from punto.web.live import live_table
from punto.web.live.frames import Push
from punto.web.live.live_table import LiveTable, Update
from punto.web.live.live_tables import LiveTables
from punto.web.live.subscribers import TOO_SLOW, Subscriber, Subscription
from punto.web.server import opened
from tests.envelope import Given
from tests.floor.tables import CASHIER, DEALER, MANAGER
from tests.submission import ask
from tests.web.served import credits_table

PEOPLE = 7
FAR = 10**15  # milliseconds: later than anything here
ids = count(1)


@pytest.fixture
def casino(tmp_path: Path) -> Iterator[Casino]:
    with opened(str(tmp_path / "house.journal")) as (made, _):
        ask(made.host, "t1", "open", Given(c.OpenTable(credits_table()), MANAGER))
        ask(made.host, "t1", "load", Given(c.LoadShoe("first"), DEALER))
        for number in range(PEOPLE):
            ask(
                made.host,
                CAGE,
                f"fund{number}",
                Given(cage.BuyCredits(f"p{number}", 90_000), CASHIER),
            )
        ask(made.host, "t1", "bets", Given(c.OpenBetting(), DEALER))
        yield made


def staked(casino: Casino) -> tuple[Recorded, ...]:
    """Everybody stakes once."""
    made: tuple[Recorded, ...] = ()
    for number in range(PEOPLE):
        who = f"p{number}"
        command = Given(c.PlaceStake(who, "banker", number % 7 + 1, 1000), Patron(who))
        made += ask(casino.host, "t1", f"s{next(ids)}", command)
    return made


def updated(casino: Casino, records: tuple[Recorded, ...]) -> Update:
    return Update(records, casino.host.state("t1"), {}, None)


def frames(subscriber: Subscriber) -> list[Push]:
    return [
        msgspec.json.decode(subscriber.waiting.get_nowait(), type=Push)
        for _ in range(subscriber.waiting.qsize())
    ]


def crowd(casino: Casino) -> tuple[LiveTable, list[Subscriber]]:
    table = LiveTable(casino, casino.host.look("t1"))
    subscribers = [
        Subscriber(Person(f"p{n}", Kind.GUEST), "", Subscription()) for n in range(PEOPLE)
    ]
    for subscriber in subscribers:
        table.join(subscriber)
    return table, subscribers


def waiting(subscribers: list[Subscriber]) -> list[int]:
    return [subscriber.waiting.qsize() for subscriber in subscribers]


def test_stakes_are_told_a_few_at_a_time(casino: Casino, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_table, "PUSH_BATCH", 3)

    async def publish() -> None:
        table, subscribers = crowd(casino)
        table._publish(updated(casino, staked(casino)))
        assert waiting(subscribers) == [1, 1, 1, 0, 0, 0, 0]
        await asyncio.sleep(0)
        assert waiting(subscribers) == [1, 1, 1, 1, 1, 1, 0]
        await asyncio.sleep(0)
        assert waiting(subscribers) == [1] * PEOPLE
        await asyncio.sleep(0.01)
        for number, subscriber in enumerate(subscribers):
            (sent,) = frames(subscriber)
            assert sent.seq == table.seq
            assert sent.events == ()
            assert sent.mine is not None
            assert [each.patron for each in sent.mine.stakes] == [f"p{number}"]

    asyncio.run(publish())


def test_what_comes_next_waits_for_none_and_overtakes_nothing(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_table, "PUSH_BATCH", 2)

    async def publish() -> None:
        table, subscribers = crowd(casino)
        table._publish(updated(casino, staked(casino)))
        first = table.seq
        closed = ask(casino.host, "t1", "close", Given(c.CloseBetting(), DEALER))
        table._publish(updated(casino, closed))
        late = Subscriber(Person("late", Kind.GUEST), "", Subscription())
        table.join(late)
        assert waiting(subscribers) == [2] * PEOPLE
        await asyncio.sleep(0.01)  # the few that were left are not told again
        for subscriber in subscribers:
            sent = frames(subscriber)
            assert [each.seq for each in sent] == [first, table.seq]
            assert [len(each.events) for each in sent] == [0, 1]
        assert not late.waiting.qsize()

    asyncio.run(publish())


def test_who_comes_while_the_crowd_is_told_has_it_in_their_snapshot(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_table, "PUSH_BATCH", 1)

    async def come() -> None:
        table, _ = crowd(casino)
        table._publish(updated(casino, staked(casino)))
        here = LiveTables(casino)
        here._tables["t1"] = table
        person = Person("p0", Kind.GUEST)
        _, subscriber, snapshot = await here.join("t1", person, "", None, Subscription())
        await asyncio.sleep(0.05)
        assert snapshot.seq == table.seq
        assert snapshot.mine is not None
        assert len(snapshot.mine.stakes) == 1
        assert not subscriber.waiting.qsize()

    asyncio.run(come())


def test_who_has_had_the_answer_is_not_pushed_the_same_again(casino: Casino) -> None:
    """In a rush every stake has an answer with everything in it; other sockets have not had it."""

    async def publish() -> None:
        table, subscribers = crowd(casino)
        phone = Subscriber(subscribers[0].person, "", Subscription())
        table.join(phone)
        records = staked(casino)
        table.mine(subscribers[0], 89_000, records[-1].seq)  # answered, credits included
        table.mine(subscribers[1], None, records[-1].seq)  # answered, and credits not known
        table._publish(updated(casino, records))
        await asyncio.sleep(0.01)
        assert waiting(subscribers) == [0, *[1] * (PEOPLE - 1)]
        (sent,) = frames(phone)
        assert sent.mine is not None
        assert [each.patron for each in sent.mine.stakes] == ["p0"]
        table._publish(updated(casino, staked(casino)))  # without an answer yet
        await asyncio.sleep(0.01)
        assert waiting(subscribers) == [1, *[2] * (PEOPLE - 1)]

    asyncio.run(publish())


def test_what_goes_wrong_at_one_socket_keeps_no_other_from_its_push(casino: Casino) -> None:
    async def publish() -> None:
        table, subscribers = crowd(casino)

        def fail(frame: bytes) -> bool:
            raise RuntimeError("its connection is broken")

        subscribers[2].write = fail
        closed = ask(casino.host, "t1", "close", Given(c.CloseBetting(), DEALER))
        table._publish(updated(casino, closed))
        assert waiting(subscribers) == [1, 1, 0, 1, 1, 1, 1]
        assert subscribers[2].ended.result() == TOO_SLOW
        assert table.seq == closed[-1].seq

    asyncio.run(publish())


def test_frames_are_written_at_once_and_never_overtake_those_that_wait() -> None:
    async def send() -> None:
        written: list[bytes] = []
        keeps_up = True

        def write(frame: bytes) -> bool:
            if keeps_up:
                written.append(frame)
            return keeps_up

        subscriber = Subscriber(Person("p0", Kind.GUEST), "", Subscription())
        subscriber.put(b"before it is open")
        subscriber.write = write
        subscriber.put(b"second")
        assert (written, subscriber.waiting.qsize()) == ([], 2)
        while not subscriber.waiting.empty():
            subscriber.waiting.get_nowait()
        subscriber.put(b"third")
        assert (written, subscriber.waiting.qsize()) == ([b"third"], 0)
        subscriber.sending_since = 1.0  # one that waited is being sent
        subscriber.put(b"fourth")
        subscriber.sending_since = None
        subscriber.waiting.get_nowait()
        keeps_up = False
        subscriber.put(b"fifth")
        assert (written, subscriber.waiting.qsize()) == ([b"third"], 1)

    asyncio.run(send())


def test_sockets_of_a_table_that_cannot_be_followed_on_are_ended(tmp_path: Path) -> None:
    journal = str(tmp_path / "archived.journal")
    with opened(journal) as (casino, _):
        ask(casino.host, "t1", "open", Given(c.OpenTable(credits_table()), MANAGER))
        ask(casino.host, "t1", "load", Given(c.LoadShoe("first"), DEALER))
        ask(casino.host, "t1", "retire", Given(c.RetireShoe(), DEALER))
        with casino.store.begin_read() as transaction:
            archived = write_archive(
                transaction, last_position(transaction, FAR), tmp_path / "old.gz"
            )
        remove_archived(casino.store, archived)
        ask(casino.host, "t1", "again", Given(c.LoadShoe("second"), DEALER))

    async def follow(casino: Casino) -> int:
        table = LiveTable(casino, new_stream("t1"))  # as it was before what is archived now
        subscriber = Subscriber(Person("p0", Kind.GUEST), "", Subscription())
        table.join(subscriber)
        table.start()
        code = await asyncio.wait_for(subscriber.ended, 60)
        assert table.ended
        return code

    with opened(journal) as (casino, _):
        assert asyncio.run(follow(casino)) == TOO_SLOW


def test_stakes_wait_to_be_told_together_until_somebody_comes(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_table, "STAKES_WAIT_S", 60.0)

    async def come() -> None:
        table, subscribers = crowd(casino)
        table.start()
        first = await asyncio.to_thread(staked, casino)
        sent = msgspec.json.decode(await subscribers[0].waiting.get(), type=Push)
        assert sent.mine is not None
        assert [each.id for each in sent.mine.stakes] == [getattr(first[0].event, "stake")]  # noqa: B009
        then = await asyncio.to_thread(staked, casino)
        await asyncio.sleep(0.5)
        assert waiting(subscribers)[0] == 0
        table.join(Subscriber(Person("late", Kind.GUEST), "", Subscription()))
        sent = msgspec.json.decode(await subscribers[0].waiting.get(), type=Push)
        assert sent.mine is not None
        assert sent.mine.stakes[-1].id == getattr(then[0].event, "stake")  # noqa: B009
        assert table.state == casino.host.state("t1")
        table.end()

    asyncio.run(come())
