"""Streams: random words for each block of rounds, and unbiased positions drawn from them.

**Generators.** A block has 33 generators xoshiro256++ (Blackman and Vigna), each with 256 bits of
state from numpy's `SeedSequence`, which hashes (seed, block) through a pool of 128 bits. So among
a million blocks the chance that two start in the same state is below 2⁻⁸⁸, and that two others
overlap anywhere in their cycle of 2²⁵⁶ words is below 2⁻¹⁹⁰. Thirty-two generators are read in
turn, which the compiler vectorises; the last is used only to redraw rejected places.

**Places.** To draw from r₁ and then r₂ cards take 32 random bits x (Brackett-Rozinsky and Lemire,
*Batched ranged random integer generation*, 2024): the high half of the 64-bit product x·r₁ is the
first place, the low half times r₂ gives the second in the same way. Both are exactly uniform and
independent if the low half left at the end is at least 2³² mod r₁r₂; otherwise both are drawn
again. The exact test is needed only when it is below r₁r₂, at most once in about 25,000 draws.
"""

from functools import cache

import numpy as np

from punto.sim.compiled import Shorts, U, Words, compiled, inlined

LANES = 32
QUARTER_MAX = 130  # a quarter of the cards of ten decks
RANGES = 6  # rows of `ranges`: two places and their product, for each half of a word

_HALF, _LOW = U(32), U(0xFFFFFFFF)


def seed_block(seed: int, block: int) -> tuple[Words, Words]:
    """Return the states of a block's generators: those read in turn, and the spare one."""
    sequence = np.random.SeedSequence(seed, spawn_key=(block,))
    states = sequence.generate_state(4 * (LANES + 1), np.uint64).astype(np.uint64)
    return states[: 4 * LANES], states[4 * LANES :]


@cache
def ranges_of(cards: int, drawn: int) -> Words:
    """Return the ranges that each word of a shoe is drawn over.

    Word w of a shoe whose quarter has q words serves the cards w, w + q, w + 2q and w + 3q of the
    deal; when k cards are gone the next comes from the `cards` - k that remain.
    """
    quarter = -(-drawn // 4)
    ranges = np.ones((RANGES, QUARTER_MAX), np.uint64)
    for word in range(quarter):
        first, second, third, fourth = (max(cards - word - i * quarter, 1) for i in range(4))
        ranges[:, word] = first, second, first * second, third, fourth, third * fourth
    return ranges.ravel()


@inlined
def _rotate(word: np.uint64, bits: int) -> np.uint64:
    return (word << U(bits)) | (word >> U(64 - bits))


@compiled
def fill_words(states: Words, words: Words, steps: int) -> None:
    """Read every generator in turn, `steps` times."""
    for step in range(steps):
        base = U(step) * U(LANES)
        for lane in range(LANES):
            i = U(lane)
            a, b = states[i], states[i + U(LANES)]
            c, d = states[i + U(2 * LANES)], states[i + U(3 * LANES)]
            words[base + i] = _rotate(a + d, 23) + a
            shifted = b << U(17)
            c ^= a
            d ^= b
            b ^= c
            a ^= d
            states[i], states[i + U(LANES)] = a, b
            states[i + U(2 * LANES)], states[i + U(3 * LANES)] = c ^ shifted, _rotate(d, 45)


@compiled
def next_word(state: Words) -> np.uint64:
    """Return the next word of one generator."""
    a, b, c, d = state[U(0)], state[U(1)], state[U(2)], state[U(3)]
    word: np.uint64 = _rotate(a + d, 23) + a
    shifted = b << U(17)
    c ^= a
    d ^= b
    state[U(1)], state[U(0)] = b ^ c, a ^ d
    state[U(2)], state[U(3)] = c ^ shifted, _rotate(d, 45)
    return word


@compiled
def fill_places(words: Words, ranges: Words, places: Shorts, quarter: int) -> bool:
    """Draw the places of one shoe; return whether any of them may have to be redrawn."""
    doubtful = U(0)
    for word in range(quarter):
        i = U(word)
        product = (words[i] & _LOW) * ranges[i]
        places[i] = product >> _HALF
        product = (product & _LOW) * ranges[i + U(QUARTER_MAX)]
        places[i + U(QUARTER_MAX)] = product >> _HALF
        doubtful |= U((product & _LOW) < ranges[i + U(2 * QUARTER_MAX)])
        product = (words[i] >> _HALF) * ranges[i + U(3 * QUARTER_MAX)]
        places[i + U(2 * QUARTER_MAX)] = product >> _HALF
        product = (product & _LOW) * ranges[i + U(4 * QUARTER_MAX)]
        places[i + U(3 * QUARTER_MAX)] = product >> _HALF
        doubtful |= U((product & _LOW) < ranges[i + U(5 * QUARTER_MAX)])
    return bool(doubtful)


@compiled
def redraw_places(words: Words, ranges: Words, places: Shorts, quarter: int, spare: Words) -> None:
    """Redraw, from the spare generator, the places that would not be uniform."""
    for word in range(quarter):
        for half in range(2):
            first = U(3 * half * QUARTER_MAX + word)
            bits = words[U(word)] >> _HALF if half else words[U(word)] & _LOW
            product = bits * ranges[first]
            rest = (product & _LOW) * ranges[first + U(QUARTER_MAX)] & _LOW
            bound = ranges[first + U(2 * QUARTER_MAX)]
            threshold = (U(1) << _HALF) % bound
            while rest < threshold:
                product = (next_word(spare) >> _HALF) * ranges[first]
                place = U(2 * half * QUARTER_MAX + word)
                places[place] = product >> _HALF
                product = (product & _LOW) * ranges[first + U(QUARTER_MAX)]
                places[place + U(QUARTER_MAX)] = product >> _HALF
                rest = product & _LOW
