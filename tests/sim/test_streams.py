"""Random words are xoshiro256++'s own, and places drawn from them are uniform."""

import numpy as np

from punto.sim.streams import (
    LANES,
    QUARTER_MAX,
    RANGES,
    fill_places,
    fill_words,
    next_word,
    redraw_places,
    seed_block,
)
from tests.sim.dealer import Xoshiro, draw_two

# The first words from the state 1, 2, 3, 4, as the reference implementation gives them.
REFERENCE = (
    41943041,
    58720359,
    3588806011781223,
    3591011842654386,
    9228616714210784205,
    9973669472204895162,
)


def test_words_are_those_of_the_reference_implementation() -> None:
    state = np.array([1, 2, 3, 4], np.uint64)
    assert tuple(int(next_word(state)) for _ in REFERENCE) == REFERENCE


def test_generators_are_read_in_turn() -> None:
    states, _ = seed_block(7, 3)
    plain = [Xoshiro([int(word) for word in states[lane::LANES]]) for lane in range(LANES)]
    words = np.zeros(5 * LANES, np.uint64)
    fill_words(states, words, 5)
    assert words.tolist() == [each.next() for _ in range(5) for each in plain]


def test_blocks_and_seeds_have_streams_of_their_own() -> None:
    first_words = {
        int(word)
        for seed in (0, 1, 2**64 - 1)
        for block in (0, 1, 10**9)
        for states in seed_block(seed, block)
        for word in states
    }
    assert len(first_words) == 9 * 4 * (LANES + 1)


def test_places_of_awkward_ranges_are_redrawn_until_uniform() -> None:
    """Ranges whose product is 3/4 of 2³² would be visibly uneven without rejection."""
    first, second, quarter = 3, 2**30, QUARTER_MAX
    ranges = np.zeros((RANGES, QUARTER_MAX), np.uint64)
    ranges[:] = np.array([[first], [second], [first * second]] * 2)
    generator = np.random.default_rng(11)
    spare = np.array([1, 2, 3, 4], np.uint64)
    plain_spare = Xoshiro([1, 2, 3, 4])
    counts = np.zeros(first, np.int64)
    for _ in range(200):
        words = generator.integers(0, 2**64, quarter, np.uint64)
        places = np.zeros(4 * QUARTER_MAX, np.uint16)
        assert fill_places(words, ranges.ravel(), places, quarter)
        redraw_places(words, ranges.ravel(), places, quarter, spare)
        for number, word in enumerate(words.tolist()):
            for half, bits in enumerate((word % 2**32, word >> 32)):
                two = draw_two(bits, first, second)
                while two is None:
                    two = draw_two(plain_spare.next() >> 32, first, second)
                assert places[2 * half * QUARTER_MAX + number] == two[0]
                counts[two[0]] += 1
    assert np.abs(counts / counts.sum() - 1 / first).max() < 0.01  # 52,000 draws: 5 deviations
