"""Spaced repetition: what was wrong comes back soon, what was right later."""

from datetime import UTC, datetime, timedelta

import msgspec

from punto.rules.games import find_game
from punto.school.repetition import Progress, memory_key, order_by_need, review

TIGER = find_game("tiger")
NOON = datetime(2026, 11, 17, 12, tzinfo=UTC)
KEY = memory_key(TIGER, "who-draws")


def answered(*answers: bool) -> tuple[Progress, datetime]:
    """Progress after answers that were each given when they were due, and the last time."""
    progress, now = Progress(), NOON
    for is_right in answers:
        memory = progress.memories.get(KEY)
        now = memory.due if memory else now
        progress = review(progress, KEY, now, is_right=is_right, seconds=7)
    return progress, now


def wait(*answers: bool) -> timedelta:
    progress, now = answered(*answers)
    return progress.memories[KEY].due - now


def test_what_was_wrong_comes_back_sooner_than_what_was_right() -> None:
    assert wait(False) < wait(True) < wait(True, True) < wait(True, True, True)
    assert wait(True, True, True) > timedelta(days=1)
    assert wait(True, True, True, False) < timedelta(hours=1)


def test_how_often_and_how_fast_is_counted_and_survives_json() -> None:
    progress, _ = answered(True, False, True)
    memory = progress.memories[KEY]
    assert (memory.asked, memory.right, memory.seconds) == (3, 2, 21)
    assert msgspec.json.decode(msgspec.json.encode(progress), type=Progress) == progress


def test_due_kinds_come_first_then_new_ones_then_those_that_can_wait() -> None:
    progress = review(Progress(), memory_key(TIGER, "who-won"), NOON, is_right=False)
    progress = review(progress, KEY, NOON - timedelta(days=1), is_right=False)
    later = review(progress, memory_key(TIGER, "burn"), NOON, is_right=True)
    kinds = ["burn", "card-points", "who-won", "who-draws"]
    now = NOON + timedelta(minutes=5)
    assert order_by_need(later, TIGER, kinds, now) == [
        "who-draws",
        "who-won",
        "card-points",
        "burn",
    ]
