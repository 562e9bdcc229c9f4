"""Rate limits on commands and recorded refusals, with a test clock."""

import pytest

from punto.floor import command_rates
from punto.floor.command_rates import (
    PAUSE_S_MAX,
    Buckets,
    CommandBudget,
    Rate,
    RefusalBudget,
    RefusalPace,
)


class Seconds:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


def taken(buckets: Buckets, key: str, tries: int) -> int:
    return sum(buckets.take(key) for _ in range(tries))


def test_a_bucket_gives_its_burst_then_its_rate() -> None:
    clock = Seconds()
    buckets = Buckets(Rate(10, 2), clock)
    assert taken(buckets, "a", 100) == 10
    clock.now_s += 3
    assert taken(buckets, "a", 100) == 6
    clock.now_s += 3600
    assert taken(buckets, "a", 100) == 10
    clock.now_s -= 3600  # a steady clock never does; even so nothing is given for it
    assert taken(buckets, "a", 100) == 0


def test_what_costs_more_takes_more_and_says_when_there_is_enough() -> None:
    clock = Seconds()
    buckets = Buckets(Rate(10, 2), clock)
    assert buckets.spend("a", 8) == 0
    assert buckets.spend("a", 6) == 2.0
    clock.now_s += 2
    assert buckets.spend("a", 6) == 0
    buckets.charge("a", 4)  # known only afterwards
    assert buckets.spend("a", 1) == 2.5
    buckets.charge("a", 1_000)
    assert buckets.spend("a", 0.5) == 5.25, "a debt is never more than a burst"


def test_each_key_has_its_own_and_few_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command_rates, "KEYS_MAX", 5)
    buckets = Buckets(Rate(1, 0), Seconds())
    assert [taken(buckets, str(number), 2) for number in range(50)] == [1] * 50
    assert len(buckets._buckets) == 5


def test_patrons_cannot_use_up_what_staff_have() -> None:
    budget = CommandBudget(Rate(5, 0), Rate(5, 0), Rate(12, 0), Seconds())
    patrons = [budget.take(f"p{n % 3}", "t1", is_patron=True) for n in range(60)]
    assert sum(patrons) == 12  # of the table, which is less than each of theirs together
    assert budget.take("p9", "t2", is_patron=True)
    assert sum(budget.take("dealer", "t1", is_patron=False) for _ in range(9)) == 5


def test_refusals_are_recorded_for_each_patron_and_each_table() -> None:
    clock = Seconds()
    refusals = RefusalBudget(Rate(3, 1), Rate(7, 0), clock)
    assert sum(refusals.take("t1", "anna") for _ in range(50)) == 3
    assert sum(refusals.take("t2", "anna") for _ in range(50)) == 3
    assert sum(refusals.take("t1", f"guest-{n}") for n in range(50)) == 4
    clock.now_s += 1
    assert refusals.take("t2", "anna")


def test_who_is_refused_often_is_read_slowly() -> None:
    """By themselves, by a guest's address, and by the table; others are not slowed."""
    clock = Seconds()
    rates = {"patron": Rate(3, 1), "address": Rate(5, 2), "table": Rate(9, 4)}
    pace = RefusalPace(**rates, clock=clock)
    assert [pace.pause_s("a", "t1") for _ in range(4)] == [0, 0, 0, 1]
    assert pace.pause_s("a", "t1") == PAUSE_S_MAX, "never longer"
    guests = [pace.pause_s(f"g{number}", "t2", "198.51.100.1") for number in range(6)]
    assert guests == [0, 0, 0, 0, 0, 0.5]
    assert [pace.pause_s(f"b{number}", "t1") for number in range(5)] == [0, 0, 0, 0, 0.25]
    assert pace.pause_s("b0", "t3") == 0
    clock.now_s += 60
    assert pace.pause_s("a", "t1", "198.51.100.1") == 0
