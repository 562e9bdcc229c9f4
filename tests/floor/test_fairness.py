"""The shuffle is fair at 99 % confidence, its tests are exact, and bad shuffles are detected."""

from collections import Counter
from random import Random

import numpy as np
import pytest

from punto.floor.devices.shuffle import CARDS_MAX, shuffle
from tests.floor import biased_shuffles, dieharder
from tests.floor.fairness import gather
from tests.floor.shuffles import CARDS, batches, fair


def test_the_shuffle_is_fair_at_99_percent() -> None:
    """One run in a hundred of a fair shuffle looks odd; the same oddity in two runs is a fault.

    The chance is seeded, so that the answer is the same every time.
    """
    odd = [set(gather(CARDS, batches(_seeded(seed), 4000)).faults()) for seed in (2024, 2025)]
    assert odd[0] & odd[1] == set()


def _seeded(seed: int) -> biased_shuffles.Shuffle:
    chance = Random(seed).randbytes
    return lambda cards: shuffle(range(cards), chance)


def test_the_shuffle_is_fair_on_the_operating_systems_chance() -> None:
    """At a confidence that a fair one fails once in a million runs."""
    assert gather(CARDS, batches(fair, 1000)).faults(0.999999) == []


@pytest.mark.parametrize(
    ("bad", "shuffles", "by"),
    [
        (biased_shuffles.by_remainder_of(10, Random(1).randbytes), 6000, "position × copy"),
        (biased_shuffles.swapping_with_any(Random(2)), 4000, "position × copy"),
        (biased_shuffles.never_staying(Random(3)), 6000, "position × copy"),
        (
            biased_shuffles.seeded_by_the_time(iter(np.arange(0, 9, 0.01)).__next__),
            200,
            "duplicates",
        ),
        (biased_shuffles.cut_and_riffled(Random(4)), 200, "rising runs"),
    ],
    ids=["remainder", "swapped with any", "never staying", "seeded by the time", "seven riffles"],
)
def test_a_bad_shuffle_is_found(bad: biased_shuffles.Shuffle, shuffles: int, by: str) -> None:
    assert by in gather(CARDS, batches(bad, shuffles)).faults()


def test_a_fair_shuffle_looks_odd_as_often_as_the_tests_say() -> None:
    """The tests on a good shuffle of one deck: one run in ten is below a chance of a tenth."""
    chance = np.random.default_rng(7)
    runs, below = 400, Counter[str]()
    for _ in range(runs):
        pack = np.tile(np.arange(52, dtype=np.uint16), (1000, 1))
        for name, found in gather(52, [chance.permuted(pack, axis=1)]).chances().items():
            below[name] += found < 0.1
    del below["duplicates"]
    for name, count in below.items():
        assert 20 <= count <= 64, f"{name}: {count} of {runs}, and 40 were due"


def test_every_order_of_a_small_pack_is_as_likely() -> None:
    found: dict[str, int] = {}
    chance = Random(11).randbytes
    for _ in range(24_000):
        order = "".join(shuffle("ABCD", chance))
        found[order] = found.get(order, 0) + 1
    assert len(found) == 24
    assert sum((count - 1000) ** 2 / 1000 for count in found.values()) < 41.6  # 23 degrees, 99 %


def test_a_place_too_large_is_drawn_again() -> None:
    """Rejection, not a remainder: of 0 to 3, the place 3 of three is passed over."""
    words = np.array([3, 3, 1, 0] + [0] * 1020, np.dtype("=u2")).tobytes()
    assert shuffle("ABC", lambda _: words) == ["C", "A", "B"]


def test_a_shuffle_keeps_every_card_and_leaves_the_pack_alone() -> None:
    pack = ["AS", "KD", "AS"]
    assert sorted(shuffle(pack)) == ["AS", "AS", "KD"]
    assert pack == ["AS", "KD", "AS"]
    assert shuffle([]) == []
    assert shuffle(["AS"]) == ["AS"]
    with pytest.raises(ValueError, match="at most"):
        shuffle(range(CARDS_MAX + 1))


def test_the_places_that_a_shuffle_drew_are_read_back_out_of_its_order() -> None:
    """What dieharder is fed: drawn again from these places, the pack comes to the same order."""
    orders = np.array([_seeded(5)(CARDS) for _ in range(3)], np.uint16)
    for order, places in zip(orders, dieharder.places_drawn(orders), strict=True):
        pack = list(range(CARDS))
        for last in range(CARDS - 1, 0, -1):
            place = int(places[last])
            assert place <= last
            pack[last], pack[place] = pack[place], pack[last]
        assert pack == order.tolist()


def test_the_bytes_for_dieharder_are_as_likely_as_each_other() -> None:
    found = np.frombuffer(next(dieharder.drawn_bytes(_seeded(6), CARDS)), np.uint8)
    counts = np.bincount(found, minlength=256)
    due = len(found) / 256
    assert len(found) > 50_000
    assert ((counts - due) ** 2 / due).sum() < 316.9  # 255 degrees, 99.5 %


@pytest.mark.skipif(not dieharder.installed(), reason="dieharder is not installed")
def test_dieharder_finds_remainders_and_passes_the_shuffle() -> None:
    options = ("-d", "102", "-p", "40", "-t", "10000")  # fewer than 25 fail any source

    def words(make: biased_shuffles.Shuffle) -> list[str]:
        return [each.word for each in dieharder.ask(dieharder.drawn_bytes(make, CARDS), options)]

    good, bad = words(fair), words(biased_shuffles.by_remainder_of(10))
    assert len(good) == len(bad) == 30
    if "FAILED" in good:  # so few samples are now and then; a source that is bad fails again
        good = words(fair)
    assert "FAILED" not in good
    assert "FAILED" in bad
