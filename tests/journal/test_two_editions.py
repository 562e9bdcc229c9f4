"""One journal with rounds under two editions and by two decision versions of the engine."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from punto.floor.clock import Clock
from punto.floor.host import Host
from punto.journal.codec import Entry, decode_events
from punto.journal.decisions import DECISION_VERSION
from punto.journal.queries.reports import table_meters
from punto.journal.queries.round import find_round
from punto.journal.store import Store
from punto.journal.verify import independent_settlement
from punto.journal.verify.journal import Verification
from punto.table import commands as c
from punto.table import events as e
from punto.table.configuration import law_of
from tests.envelope import Given
from tests.floor.tables import DEALER, MANAGER, opened, play_round, stake
from tests.journal.forgery import forge, with_events
from tests.journal.test_decision_versions import NEXT, set_version
from tests.rules.later import LATER, later_edition
from tests.submission import ask

TIED = ("7S", "7H", "KS", "KH")
OLD = "old"  # a table of old entries, played with chips


@pytest.fixture(autouse=True)
def _later(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The engine of the next version, with a later edition of a game."""
    set_version(monkeypatch, NEXT)
    with later_edition():
        yield


class Hand:
    """A clock that is set by hand; every look at it is a millisecond later."""

    def __init__(self) -> None:
        self.at_ms = LATER.in_force_ms - 60_000
        self._more = count()

    def now_ns(self) -> int:
        return (self.at_ms + next(self._more)) * 1_000_000


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What an earlier engine wrote, gone on with over the day an edition comes into force."""
    path = tmp_path_factory.mktemp("editions") / "casino.journal"
    hand = Hand()
    store = Store(str(path))
    store.create()
    host = Host(store, Clock(wall_ns=hand.now_ns, steady_ns=hand.now_ns))
    opened(host, OLD)
    for seat in range(1, 5):
        play_round(host, OLD, iter(TIED), [stake(f"seat{seat}", 1000, "tie")])
    opened(host, "t1")
    ask(host, "t1", "retire", Given(c.RetireShoe(), DEALER))
    host.stop()
    with later_edition(), pytest.MonkeyPatch.context() as patch:
        set_version(patch, NEXT)
        host = Host(store, Clock(wall_ns=hand.now_ns, steady_ns=hand.now_ns))
        config = host.state("t1").configuration
        assert config is not None
        scheduled = replace(config, next_edition=LATER.edition_id)
        ask(host, "t1", "next", Given(c.ChangeConfiguration(scheduled, "a new document"), MANAGER))
        ask(host, "t1", "load", Given(c.LoadShoe("t1-fourth"), DEALER))
        play_round(host, "t1", iter(TIED), [stake("seat5", 1000, "tie")])
        hand.at_ms = LATER.in_force_ms
        play_round(host, "t1", iter(TIED), [stake("seat5", 1000, "tie")])
        host.stop()
        store.close()
    return path


@pytest.fixture
def store(written: Path, tmp_path: Path) -> Iterator[Store]:
    path = tmp_path / "copy.journal"
    path.write_bytes(written.read_bytes())
    path.chmod(0o600)
    copy = Store(str(path))
    yield copy
    copy.close()


def verified(store: Store) -> tuple[list[str], Verification]:
    with store.begin_read() as transaction:
        proved = Verification(transaction)
        faults = [str(fault) for fault in proved.faults()]
    return faults, proved


def test_it_is_proved_each_entry_by_its_own_law(store: Store) -> None:
    with store.begin_read() as transaction:
        laws = {(each.edition, each.decision_version) for each in transaction.everything()}
        old = sum(each.decision_version == DECISION_VERSION for each in transaction.everything())
    assert laws == {("tiger@2", DECISION_VERSION), ("tiger@2", NEXT), ("tiger@3", NEXT)}
    faults, proved = verified(store)
    assert faults == []
    assert (proved.checked, proved.redecided) == (old, proved.entries - old)
    assert old > 30
    assert proved.redecided > 15


def test_each_round_is_paid_by_the_edition_it_was_played_under(store: Store) -> None:
    with store.begin_read() as transaction:
        last = max(
            event.round
            for entry in transaction.entries("t1")
            for event in decode_events(entry)
            if isinstance(event, e.RoundSettled)
        )
        paid = {}
        for entry in transaction.entries("t1"):
            for event in decode_events(entry):
                if isinstance(event, e.RoundSettled):
                    paid[event.round - last] = (entry.edition, event.lines[0].pays)
    assert paid == {-1: ("tiger@2", "8 to 1"), 0: ("tiger@3", "9 to 1")}


def _more_for_the_winner(event: Any) -> Any:
    """One payment of a round, a cent more."""
    if not isinstance(event, e.RoundSettled) or not event.lines:
        return event
    line = event.lines[0]
    more = replace(line, profit_cents=line.profit_cents + 1, returned_cents=line.returned_cents + 1)
    return replace(event, lines=(more, *event.lines[1:]))


def test_one_old_payment_altered_is_caught(store: Store) -> None:
    """A cent, with the chain, the index, the transfers and the balances rewritten."""

    def altered(entry: Entry) -> Entry:
        return with_events(entry, _more_for_the_winner)

    forge(store, altered, OLD)
    faults, proved = verified(store)
    assert len(faults) > 0
    assert all(fault.startswith(OLD) for fault in faults)
    assert any("was paid" in fault for fault in faults)
    assert proved.checked > 30


def test_a_payment_of_the_new_edition_by_the_old_odds_is_caught(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second settlement has prices of each edition."""
    monkeypatch.setitem(
        independent_settlement.PRICES, LATER.ref, independent_settlement.PRICES["tiger@2"]
    )
    faults, _ = verified(store)
    assert len(faults) == 1
    assert "was paid 9000 and came back as 10000, not 8000 and 9000" in faults[0]


def test_an_edition_the_second_settlement_does_not_know(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(independent_settlement.PRICES, LATER.ref)
    faults, _ = verified(store)
    assert len(faults) == 1
    assert faults[0].endswith("the second settlement has no prices of tiger@3")


def test_meters_stand_beside_the_edges_of_each_edition(store: Store) -> None:
    with store.begin_read() as transaction:
        ties = [
            each.comparison
            for each in table_meters(transaction, ["t1"])
            if each.comparison.meter.wager == "tie"
        ]
    assert len(ties) == 2
    assert len({each.edge for each in ties}) == 2


def test_the_configuration_of_a_round_names_its_edition(store: Store) -> None:
    with store.begin_read() as transaction:
        settings = transaction.settings("t1")
        assert [law_of(config).ref for _, config in settings][-1] == "tiger@3"
        assert find_round(transaction, "nowhere", 1) is None
