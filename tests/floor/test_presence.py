"""Recent presence at a table."""

from punto.floor.presence import Presence
from tests.floor.fake_clock import HOUR_MS, FakeClock


def test_presence_is_recent_and_per_table() -> None:
    clock = FakeClock()
    presence = Presence(clock, recent_ms=60_000)
    assert not presence.seated("t1")
    presence.note("t1", "seat1")
    presence.leave("t2", "seat1")
    clock.set(HOUR_MS)
    clock.move(60_000)
    assert presence.seated("t1")
    assert not presence.seated("t2")
    clock.move(1)
    assert not presence.seated("t1")
