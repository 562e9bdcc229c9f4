"""A floor with one automatic table, whose clock the tests move."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from punto.floor.automatic import AutomaticTable
from punto.floor.countdown import Countdown
from punto.floor.dealing_times import DealingTimes
from punto.floor.devices import Device, ShuffledShoe
from punto.floor.host import Host
from punto.floor.presence import Presence
from punto.floor.worker import Retrying
from punto.journal.codec import recorded
from punto.journal.sealed_shoes import SealedShoes
from punto.journal.store import Store
from punto.journal.verify.journal import verify
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table import events as e
from punto.table.configuration import CardSource, Configuration
from punto.table.people import Staff
from tests.envelope import Given
from tests.floor.fake_clock import FakeClock
from tests.floor.tables import configuration
from tests.submission import ask
from tests.table.order_oracle import mixed

BOSS = Staff("boss", Position.ASSISTANT_CASINO_MANAGER)
DEALING_TIMES = DealingTimes(
    betting_ms=20_000,
    card_ms=1_000,
    call_ms=500,
    contributing_ms=0,
    revealing_ms=0,
    outcome_ms=5_000,
)


class Floor:
    """A floor with one automatic table and a clock to move."""

    def __init__(self, store: Store, config: Configuration | None = None) -> None:
        self.store = store
        self.clock = FakeClock()
        self.host = Host(store, self.clock)
        self.presence = Presence(self.clock)
        self.warnings: list[str] = []
        if self.host.look("t1").state.configuration is None:
            config = replace(config or configuration(), card_source=CardSource.AUTOMATIC)
            ask(self.host, "t1", "open", Given(c.OpenTable(config), BOSS))

    def table(
        self, device: Device | None = None, dealing_times: DealingTimes = DEALING_TIMES
    ) -> Retrying:
        seals = SealedShoes(self.store, "t1")
        table = AutomaticTable(
            self.host,
            "t1",
            (lambda _: device) if device else partial(ShuffledShoe, save=seals.save),
            Countdown(self.host, self.store, "t1", dealing_times.betting_ms, self.clock),
            self.presence.seated,
            dealing_times=dealing_times,
            seals=seals,
            device=device,
            clock=self.clock,
        )
        return Retrying("t1", table.turn, lambda _, sentence: self.warnings.append(sentence))

    def play(self, turn: Retrying, until: Callable[[], bool]) -> None:
        """Take turns, and let the time pass that each turn returns."""
        for _ in range(2000):
            if until():
                return
            self.clock.move(turn())
        raise AssertionError("it did not come to this")

    def kinds(self) -> list[str]:
        return [type(each.event).__name__ for each in self.records()]

    def records(self) -> list[Any]:
        with self.store.begin_read() as transaction:
            return [each for entry in transaction.entries("t1") for each in recorded(entry)]

    def faults(self) -> list[str]:
        with self.store.begin_read() as transaction:
            return [str(fault) for fault in verify(transaction)]


def check_cards(floor: Floor, values: Sequence[str] = ()) -> None:
    """The cards came in the order that was sealed, each once."""
    shoe = floor.host.look("t1").state.shoe
    assert shoe is not None
    sealed = SealedShoes(floor.store, "t1").find(shoe.commitment)
    assert sealed is not None
    drawn = [each.event.card for each in floor.records() if isinstance(each.event, e.CardDrawn)]
    due = mixed(sealed.order, shoe.commitment, shoe.id, values)
    assert drawn == due[: len(drawn)]
    assert len(drawn) >= 4
    assert floor.faults() == []
