"""A script's lines: a verb, its words, and behind # the clauses the line shows."""

import re
import shlex

from msgspec import Struct

from punto.refusals import Reason, Refused

_QUOTED = re.compile(r"[\"'\\]")
_CLAUSE = re.compile(r"reading [a-z-]+|\d+(?:\.\d+)+")


class Line(Struct, frozen=True):
    """One line that says something; a clause is a number, or `reading` and a reading's name."""

    number: int
    text: str
    verb: str
    words: tuple[str, ...]
    clauses: tuple[str, ...]

    @property
    def numbers(self) -> tuple[str, ...]:
        """The document's own clauses among those the line shows."""
        return tuple(clause for clause in self.clauses if clause[0].isdigit())


def read_lines(script: str) -> list[Line]:
    """The lines of a script, blank ones and pure comments left out.

    >>> read_lines("open    # 3.1")[0].clauses
    ('3.1',)
    >>> read_lines("void    # reading void-returns-all, 5.5")[0].clauses
    ('reading void-returns-all', '5.5')
    """
    found = []
    for number, text in enumerate(script.splitlines(), start=1):
        said, _, comment = text.partition("#")
        try:  # most lines have nothing to unquote, and splitting them is much quicker
            words = shlex.split(said) if _QUOTED.search(said) else said.split()
        except ValueError:
            raise Refused(
                Reason.UNREADABLE_REQUEST,
                "Line {number} has a quotation mark without its pair.",
                number=number,
            ) from None
        if words:
            clauses = tuple(_CLAUSE.findall(comment))
            found.append(Line(number, text.strip(), words[0], tuple(words[1:]), clauses))
    return found
