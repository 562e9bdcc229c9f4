"""Cards typed or scanned, one code a line, from a keyboard, a serial line or a socket."""

from typing import Protocol

from punto.refusals import Reason, Refused
from punto.rules.cards import parse_card

LINE_MAX = 200  # characters; a line without an end must not fill the memory


class Lines(Protocol):
    """A source of lines: an open file, or a `Line`."""

    def readline(self, limit: int, /) -> str:
        """The next line, with its newline; empty at the end of the input."""

    def close(self) -> None:
        """Close the input."""


class TypedCards:
    """Reads a card each time one is drawn; blank lines are skipped.

    A line that is not a card is refused and consumed, so that the card can be scanned again.

    >>> from io import StringIO
    >>> TypedCards(StringIO("10h\\n")).draw()
    'TH'
    """

    commitment = ""  # the order of physical cards is not known

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._number = 0

    def mix(self, seed: str) -> None:
        """Do nothing: physical cards are already in order."""

    def go_to(self, gone: int) -> None:
        """Do nothing: the person at the table draws the right card."""

    def draw(self) -> str:
        """Wait for a card to be typed or scanned, and return its code."""
        while text := self._line():
            word = text.strip()
            if word:
                return self._read(word)
        raise Refused(
            Reason.CARD_MISSING,
            "No card came after line {number}: the input has ended.",
            number=self._number,
        )

    def close(self) -> None:
        """Close the input; a thread waiting for a card gets a refusal."""
        self._lines.close()

    def reveal(self) -> None:
        """Return None: nothing was sealed."""

    def _line(self) -> str:
        try:
            text = self._lines.readline(LINE_MAX)
        except UnicodeDecodeError:
            raise Refused(
                Reason.UNREADABLE_CARD,
                "Line {number} is not text: scan the card again.",
                number=self._number + 1,
            ) from None
        self._number += bool(text)
        return text

    def _read(self, word: str) -> str:
        try:
            return parse_card(word).code
        except Refused as refusal:
            raise Refused(
                refusal.reason,
                "Line {number}: {wrong}",
                number=self._number,
                wrong=refusal.message,
            ) from None
