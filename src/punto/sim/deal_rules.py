"""Dealing: how rounds are dealt from a shoe: decks, burn, cut card, rounds after it."""

from dataclasses import dataclass

from punto.refusals import Reason, Refused
from punto.rules.shoe import USUAL_DECKS

CARDS_PER_DECK = 52
ROUND_CARDS_MIN, ROUND_CARDS_MAX = 4, 6
BURNED_MAX = 1 + 10  # a ten or a face, and ten more cards
USUAL_CUT = 14


@dataclass(frozen=True, slots=True)
class Dealing:
    """One way of dealing shoes.

    The cut card lies `cut` cards from the end. A round that starts with exactly those cards left
    meets the cut card first; wherever in a round it appears, that round is completed and is the
    shoe's last, apart from `after_cut` more (reading cut-card). With `burn` the first card is
    turned up and as many cards as its value, ten for tens and faces, are discarded unseen
    (reading burn).

    >>> Dealing().last_start, Dealing().rounds_sure, Dealing(burn=True).rounds_sure
    (402, 68, 66)
    """

    decks: int = USUAL_DECKS
    cut: int = USUAL_CUT
    burn: bool = False
    after_cut: int = 0

    def __post_init__(self) -> None:
        if not 4 <= self.decks <= 10:
            raise Refused(
                Reason.DECKS_OUT_OF_RANGE,
                "A shoe holds 4 to 10 decks, not {decks}.",
                decks=self.decks,
            )
        if not 0 <= self.after_cut <= 10:
            raise Refused(
                Reason.UNREADABLE_REQUEST,
                "A table deals 0 to 10 rounds after the cut card's, not {after_cut}.",
                after_cut=self.after_cut,
            )
        fewest, most = self.cut_range
        if not fewest <= self.cut <= most:
            raise Refused(
                Reason.UNREADABLE_REQUEST,
                "With {decks} decks the cut card lies {fewest} to {most} cards from the end,"
                " so that the last round can be completed; not {cut}.",
                decks=self.decks,
                fewest=fewest,
                most=most,
                cut=self.cut,
            )

    @property
    def cards(self) -> int:
        return self.decks * CARDS_PER_DECK

    @property
    def cut_range(self) -> tuple[int, int]:
        """The valid cuts: enough cards for the last rounds, and one round before the cut card."""
        return ROUND_CARDS_MAX * (1 + self.after_cut), self.cards - self.first_start_max

    @property
    def first_start_max(self) -> int:
        """The most cards that can be gone before the first round."""
        return BURNED_MAX if self.burn else 0

    @property
    def last_start(self) -> int:
        """The most cards that can be gone for another round to start before the cut card."""
        return self.cards - self.cut

    @property
    def drawn(self) -> int:
        """The most cards that can be dealt from a shoe; the rest need no shuffling."""
        return self.last_start + ROUND_CARDS_MAX * (1 + self.after_cut)

    @property
    def rounds_sure(self) -> int:
        """The number of rounds that every shoe has before the cut card, whatever its cards.

        Each of them has exactly the distribution of a first round, because the cards are
        exchangeable and these rounds are always dealt. Rounds beyond are dealt only if the earlier
        ones took few cards, which is the cut-card effect.
        """
        return (self.last_start - self.first_start_max) // ROUND_CARDS_MAX + 1

    @property
    def rounds_max(self) -> int:
        """The most rounds that a shoe can have."""
        return self.last_start // ROUND_CARDS_MIN + 1 + self.after_cut
