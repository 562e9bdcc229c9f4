"""Who has been at a table lately."""

from punto.floor.presence import Presence
from tests.floor.hands import HOUR_MS, Hands


def test_presence_is_lately_and_at_that_table() -> None:
    clock = Hands()
    presence = Presence(clock, lately_ms=60_000)
    assert not presence.seated("t1")
    presence.hear("t1", "seat1")
    presence.leave("t2", "seat1")
    clock.set(HOUR_MS)
    clock.move(60_000)
    assert presence.seated("t1")
    assert not presence.seated("t2")
    clock.move(1)
    assert not presence.seated("t1")
