"""The host, on SQLite and PostgreSQL: durable before answering, exactly once, no table owner."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count

import pytest

from punto.floor import batch
from punto.floor.clock import Clock
from punto.floor.host import Host
from punto.floor.stream import new_stream, recover, replay
from punto.journal.errors import Unavailable
from punto.journal.store import Store
from punto.journal.verify.journal import verify
from punto.ledger.accounts import patron
from punto.refusals import Reason, Refused
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table import events as e
from punto.table.people import Staff
from tests.envelope import Given
from tests.floor.tables import (
    CREDITS,
    DEALER,
    bet,
    configuration,
    fund,
    ids,
    opened,
    play_round,
    play_sealed_shoe,
    routine,
    shuffled,
    stake,
)
from tests.submission import ask, submit

SHIFT_MANAGER = Staff("shift", Position.GAMING_SHIFT_MANAGER)


def faults(store: Store) -> list[str]:
    with store.begin_read() as transaction:
        return [str(fault) for fault in verify(transaction)]


def test_rounds_are_recorded_paid_and_proved(store: Store, host: Host) -> None:
    opened(host, "t1")
    cards = iter(shuffled(1))
    for number in range(5):
        play_round(host, "t1", cards, [stake("seat1"), stake(f"seat{number}", 2000, "tie")])
    assert host.state("t1").rounds == 5
    assert faults(store) == []


def test_a_refused_opening_makes_no_table(store: Store, host: Host) -> None:
    for name in ("junk-1", "junk-2"):
        with pytest.raises(Refused):
            ask(host, name, "open", Given(c.OpenTable(configuration()), DEALER))
    opened(host, "t1")
    with store.begin_read() as transaction:
        assert "junk-1" not in transaction.streams()
        assert transaction.head("junk-1").number == 0
    assert faults(store) == []


def test_what_is_told_is_on_disk(store: Store, host: Host) -> None:
    opened(host, "t1")
    _, record = ask(host, "t1", "b1", Given(c.OpenBetting(), DEALER))  # first, who deals
    with store.begin_read() as transaction:
        head = transaction.head("t1")
    assert (record.seq, record.command, record.actor) == (head.seq, "b1", "dealer")
    assert isinstance(record.event, e.BettingOpened)


def test_the_same_id_has_one_effect_and_one_answer(store: Store, host: Host) -> None:
    opened(host, "t1")
    ask(host, "t1", "b1", Given(c.OpenBetting(), DEALER))
    first = ask(host, "t1", "s1", stake("seat1"))
    assert ask(host, "t1", "s1", stake("seat1")) == first
    assert len(host.state("t1").round.stakes) == 1  # type: ignore[union-attr]
    late = submit(host, "t1", "s1", stake("seat1", 2000)).result()
    assert late.refused is not None
    assert late.refused.reason is Reason.ID_USED_BEFORE
    with store.begin_read() as transaction:
        assert transaction.head("t1").seq == first[-1].seq


def test_a_refusal_is_remembered_too(host: Host) -> None:
    opened(host, "t1")
    with pytest.raises(Refused) as first:
        ask(host, "t1", "s1", stake("seat1"))
    ask(host, "t1", "b1", Given(c.OpenBetting(), DEALER))
    with pytest.raises(Refused) as second:  # though it would be taken now
        ask(host, "t1", "s1", stake("seat1"))
    assert (first.value.reason, str(first.value), first.value.clause) == (
        second.value.reason,
        str(second.value),
        second.value.clause,
    )
    ask(host, "t1", "s2", stake("seat1"))


def test_the_same_id_twice_in_one_commit(host: Host) -> None:
    opened(host, "t1")
    ask(host, "t1", "b1", Given(c.OpenBetting(), DEALER))
    waiting = [submit(host, "t1", "s1", stake("seat1")) for _ in range(20)]
    assert len({future.result().records for future in waiting}) == 1


def test_credits_are_the_patrons_own_and_end_at_zero(store: Store, host: Host) -> None:
    fund(host, "seat1", cents=2500)
    opened(host, "t1", CREDITS)
    ask(host, "t1", "b1", Given(c.OpenBetting(), DEALER))
    ask(host, "t1", "s1", bet(1, 2000))
    with pytest.raises(Refused) as refused:
        ask(host, "t1", "s2", bet(1, 1000, "player"))
    assert refused.value.reason is Reason.NOT_ENOUGH_CREDITS
    with pytest.raises(Refused):
        ask(host, "t1", "s3", bet(2, 1000))
    with store.begin_read() as transaction:
        assert transaction.balances([patron("seat1"), patron("seat2")]) == {patron("seat1"): 500}
    assert faults(store) == []


def test_commands_that_wait_together_share_a_commit_across_tables(
    store: Store, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    for table in ("t1", "t2"):
        opened(host, table)
        ask(host, table, f"{table}b", Given(c.OpenBetting(), DEALER))
    commits = count()
    write = batch.Batch.write

    def counting(self: batch.Batch) -> None:
        next(commits)
        write(self)

    monkeypatch.setattr(batch.Batch, "write", counting)
    waiting = [
        submit(host, table, f"{table}s{n}", stake(f"seat{n % 8}", position=n % 8 + 1))
        for n in range(16)
        for table in ("t1", "t2")
    ]
    assert all(future.result().refused is None for future in waiting)
    assert next(commits) < 16
    assert faults(store) == []


def test_two_hosts_serve_one_table_in_turn(store: Store, hosts: Callable[[], Host]) -> None:
    one, other = hosts(), hosts()
    opened(one, "t1")
    cards = iter(shuffled(3))
    for number in range(4):
        play_round((one, other)[number % 2], "t1", cards, [stake("seat1")])
    ask(other, "t1", "b9", Given(c.OpenBetting(), DEALER))
    ask(one, "t1", "s9", stake("seat1"))
    assert one.state("t1").rounds == 5
    assert faults(store) == []


def test_a_table_comes_back_exactly_where_it_stood(
    store: Store, hosts: Callable[[], Host], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("punto.journal.snapshots.SNAPSHOT_EVERY", 7)
    host = hosts()
    opened(host, "t1")
    cards = iter(shuffled(4))
    for _ in range(3):
        play_round(host, "t1", cards, [stake("seat1"), stake("seat2", 5000, "tie")])
        assert hosts().state("t1") == host.state("t1")
    ask(host, "t1", "again", Given(c.OpenBetting(), DEALER))
    ask(host, "t1", "held", stake("seat1", 7000))
    while (command := routine(host.state("t1"), cards)) is not None:
        assert hosts().state("t1") == host.state("t1")  # in every phase of the round
        ask(host, "t1", f"more{next(ids)}", command)
    with store.begin_read() as transaction:
        whole = replay(new_stream("t1"), transaction.entries("t1"))
        assert recover(transaction, "t1") == whole
        snapshot = transaction.snapshot("t1")
    assert snapshot is not None
    assert whole.head.number - snapshot.head.number < 7
    assert faults(store) == []


def test_a_sealed_shoe_is_followed_to_its_reveal(store: Store, host: Host) -> None:
    opened(host, "t1")
    ask(host, "t1", "out", Given(c.RetireShoe(), DEALER))
    play_sealed_shoe(host, "t1", seed=6, rounds=4)
    assert faults(store) == []


def test_a_clock_set_back_never_turns_a_tables_time_back(
    store: Store, hosts: Callable[[], Host], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(hosts(), "t1")
    monkeypatch.setattr("punto.floor.clock.time_ns", lambda: 5_000_000)
    assert Clock().now_ms() == 5
    ask(hosts(), "t1", "b1", Given(c.OpenBetting(), DEALER))
    with store.begin_read() as transaction:
        times = [entry.at_ms for entry in transaction.entries("t1")]
    assert times == sorted(times)
    assert times[0] > 5


def test_one_patron_at_two_tables_from_two_hosts_never_waits_for_ever(
    store: Store, hosts: Callable[[], Host]
) -> None:
    """Two tables move the same patrons' money in opposite order, at the same time."""
    both = {"t1": hosts(), "t2": hosts()}
    fund(both["t1"], *(f"seat{n}" for n in range(1, 9)))
    for table, host in both.items():
        opened(host, table, CREDITS)

    def play(table: str) -> None:
        cards = iter(shuffled(5))
        seats = range(1, 9) if table == "t1" else range(8, 0, -1)
        for turn in range(6):
            host = both[table]
            ask(host, table, f"{table}-{turn}", Given(c.OpenBetting(), DEALER))
            waiting = [submit(host, table, f"{table}-{turn}-{n}", bet(n)) for n in seats]
            assert all(each.result(60).refused is None for each in waiting)
            while (command := routine(host.state(table), cards)) is not None:
                ask(host, table, f"more{next(ids)}", command)

    with ThreadPoolExecutor(2) as threads:
        for done in [threads.submit(play, table) for table in both]:
            done.result(120)
    assert faults(store) == []


def test_nobody_can_take_a_command_back_and_stop_the_host_by_it(host: Host) -> None:
    """A terminal that goes away gives its answers up; the others get theirs."""
    opened(host, "t1")
    ask(host, "t1", "b1", Given(c.OpenBetting(), DEALER))
    for number in range(30):
        futures = [
            submit(host, "t1", f"s{number}-{n}", stake("seat1", 1000, "tie")) for n in range(3)
        ]
        assert [each.cancel() for each in futures] == [False] * 3
        assert all(each.result(60) for each in futures)
    submit(host, "t1", "s99", stake("seat2")).result(60)


def test_what_is_asked_of_a_host_that_has_stopped_is_answered(hosts: Callable[[], Host]) -> None:
    host = hosts()
    opened(host, "t1")
    futures = [
        submit(host, "t1", f"b{number}", Given(c.OpenBetting(), DEALER)) for number in range(50)
    ]
    host.stop()
    late = submit(host, "t1", "late", Given(c.OpenBetting(), DEALER))
    assert all(each.done() for each in futures)
    assert futures[0].result().refused is None
    with pytest.raises(Unavailable, match="The floor is closing: try again when it is open"):
        late.result(60)


def test_cards_of_a_corrected_round_are_counted_as_they_were_seen_at_last(
    store: Store, host: Host
) -> None:
    """Eight kings of hearts were other kings after all, so a ninth may still come."""
    opened(host, "t1")
    for number in range(1, 10):
        suit = "SHDC"[number % 4]
        rest = (f"7{suit}", f"9{suit}", f"2{suit}")
        play_round(host, "t1", iter(("KH", *rest)), [stake("seat1")])
        truly = (f"K{'SDC'[number % 3]}", *rest)
        correct = Given(c.CorrectRound(number, truly, "as surveillance saw it"), SHIFT_MANAGER)
        ask(host, "t1", f"correct{number}", correct)
    assert faults(store) == []
