"""The time of each step of a round, from the times of its entries."""

from pathlib import Path

from punto.floor.clock import Clock
from punto.floor.host import Host
from punto.journal.queries.pace import table_paces
from punto.journal.queries.round_steps import PAUSE_MS
from punto.journal.store import Store
from tests.floor.tables import opened, play_round, shuffled, stake


class SteppingClock(Clock):
    """Every look is a second later."""

    def __init__(self) -> None:
        super().__init__()
        self.at_ms = 1_794_787_200_000

    def now_ms(self) -> int:
        self.at_ms += 1000
        return self.at_ms


def test_steps_add_up_and_a_break_is_left_out(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "casino.journal"))
    store.create()
    clock = SteppingClock()
    host = Host(store, clock)
    opened(host, "t1")
    began = clock.at_ms
    for number in range(3):
        play_round(host, "t1", iter(shuffled(number)), [stake("seat1", 3000, "tie")])
        if number == 1:
            clock.at_ms += PAUSE_MS  # the dealer is relieved
    ended = clock.at_ms
    host.stop()
    with store.begin_read() as transaction:
        (found,) = table_paces(transaction)
    store.close()
    assert found.rounds == 3
    assert found.betting_ms >= 3 * 2000  # a stake and the close of each
    assert min(found.dealing_ms, found.settling_ms) > 0
    assert found.taken_ms <= ended - began - PAUSE_MS
    assert found.taken_ms >= ended - began - PAUSE_MS - 5000  # all but before the first opening
    pace = found.rounds_an_hour
    assert pace is not None
    assert pace == 3 * 3_600_000 / found.taken_ms
    each = found.theoretical_cents / 3
    assert found._replace(target=int(pace)).lost_an_hour_cents == 0
    behind = found._replace(target=int(pace) + 10)
    assert behind.lost_an_hour_cents == (int(pace) + 10 - pace) * each > 0
    assert behind.is_behind
