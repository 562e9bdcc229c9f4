"""Cards typed or scanned, one code a line: a keyboard wedge, a serial line or a socket's file."""

from typing import Protocol

from punto.refusals import Reason, Refused
from punto.rules.cards import parse_card

LINE_MAX = 200  # characters; a line without an end must not fill the memory


class Lines(Protocol):
    """Anything that gives lines: an open file, or a `Line`."""

    def readline(self, limit: int, /) -> str:
        """The next line, with its end; nothing at the end of all of them."""

    def close(self) -> None:
        """Read no more."""


class TypedCards:
    """Reads a card whenever one is drawn; blank lines are passed over.

    A line that is no card is refused and left behind, so that the card can be scanned again.

    >>> from io import StringIO
    >>> TypedCards(StringIO("10h\\n")).draw()
    'TH'
    """

    commitment = ""  # nobody knows the order of a shoe of cards on the felt

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._number = 0

    def go_to(self, gone: int) -> None:
        """Whoever holds the cards knows which comes next; burned ones are not typed."""

    def draw(self) -> str:
        """The next card's code, once somebody has typed or scanned it."""
        while text := self._line():
            word = text.strip()
            if word:
                return self._read(word)
        raise Refused(
            Reason.CARD_MISSING, f"No card came after line {self._number}: the input has ended."
        )

    def close(self) -> None:
        """Let go of the input; whoever waits for a card is told."""
        self._lines.close()

    def reveal(self) -> None:
        """Nothing was sealed."""

    def _line(self) -> str:
        try:
            text = self._lines.readline(LINE_MAX)
        except UnicodeDecodeError:
            raise Refused(
                Reason.UNREADABLE_CARD, f"Line {self._number + 1} is not text: scan the card again."
            ) from None
        self._number += bool(text)
        return text

    def _read(self, word: str) -> str:
        try:
            return parse_card(word).code
        except Refused as refusal:
            sentence = f"Line {self._number}: {refusal.sentence}"
            raise Refused(refusal.reason, sentence) from None
