"""A plain dealer: the same random words, dealt by hand with real cards and the rules themselves.

It shares only the source of random words (numpy's SeedSequence) and the rules with the kernels.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from punto.rules.cards import DECK, RANKS, Card
from punto.rules.round import deal_round
from punto.sim.deal_rules import Dealing

MASK = 2**64 - 1
IN_TURN = 32


def rotate(word: int, bits: int) -> int:
    return (word << bits | word >> (64 - bits)) & MASK


@dataclass
class Xoshiro:
    """xoshiro256++ as its authors print it."""

    s: list[int]

    def next(self) -> int:
        s = self.s
        result = (rotate((s[0] + s[3]) & MASK, 23) + s[0]) & MASK
        t = s[1] << 17 & MASK
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotate(s[3], 45)
        return result


def draw_two(bits: int, first: int, second: int) -> tuple[int, int] | None:
    """Two places from 32 bits, or None if they would not be uniform."""
    place, rest = divmod(bits * first, 2**32)
    other, rest = divmod(rest * second, 2**32)
    return None if rest < 2**32 % (first * second) else (place, other)


@dataclass
class Dealer:
    """Deals the shoes of one block, eight at a time as the kernels do."""

    dealing: Dealing
    seed: int
    block: int
    generators: list[Xoshiro] = field(init=False)
    spare: Xoshiro = field(init=False)

    def __post_init__(self) -> None:
        sequence = np.random.SeedSequence(self.seed, spawn_key=(self.block,))
        words = [int(word) for word in sequence.generate_state(4 * (IN_TURN + 1), np.uint64)]
        lanes = words[: 4 * IN_TURN]
        self.generators = [Xoshiro(lanes[lane::IN_TURN]) for lane in range(IN_TURN)]
        self.spare = Xoshiro(words[4 * IN_TURN :])

    def shoes(self) -> Iterator[list[Card]]:
        """Shuffled shoes without end: the cards each can give, in order."""
        quarter = -(-self.dealing.drawn // 4)
        while True:
            turns = -(-8 * quarter // IN_TURN)
            words = [each.next() for _ in range(turns) for each in self.generators]
            for shoe in range(8):
                yield self._shuffle(words[shoe * quarter : (shoe + 1) * quarter])

    def _shuffle(self, words: list[int]) -> list[Card]:
        cards, quarter = self.dealing.cards, len(words)
        places = [0] * (4 * quarter)
        for number, word in enumerate(words):
            for half, bits in enumerate((word % 2**32, word >> 32)):
                at = number + 2 * half * quarter
                sizes = max(cards - at, 1), max(cards - at - quarter, 1)
                two = draw_two(bits, *sizes)
                while two is None:
                    two = draw_two(self.spare.next() >> 32, *sizes)
                places[at], places[at + quarter] = two
        pile = [DECK[card % 13] for card in range(cards)]  # ranks in order; suits decide nothing
        drawn = []
        for place in places[: self.dealing.drawn]:
            drawn.append(pile[place])
            pile[place] = pile[-1]
            pile.pop()
        return drawn


@dataclass(frozen=True)
class DealtRound:
    gone: int
    unseen: tuple[int, ...]
    outcome: int


def deal_shoe(dealing: Dealing, shoe: list[Card]) -> list[DealtRound]:
    """A shoe dealt as a dealer would: burn, play, watch for the cut card, play on as agreed."""
    unseen = dict.fromkeys(RANKS, 4 * dealing.decks)
    gone = 0
    if dealing.burn:
        unseen[shoe[0].rank] -= 1
        gone = 1 + (shoe[0].points or 10)
    cut_card_at = dealing.cards - dealing.cut  # it comes out before the card of this number
    rounds: list[DealtRound] = []
    to_deal = -1  # the cut card has not come
    while to_deal:
        dealt = deal_round(iter(shoe[gone:]))
        assert dealt is not None
        rounds.append(DealtRound(gone, tuple(unseen.values()), dealt.outcome.index))
        for card in dealt.cards:
            unseen[card.rank] -= 1
            if gone == cut_card_at:
                to_deal = 1 + dealing.after_cut
            gone += 1
        to_deal -= to_deal > 0
    return rounds
