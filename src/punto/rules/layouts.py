"""Layouts: the named felts of a document and the playing positions each is printed with."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Layout:
    """A layout by its printed name; positions are the printed range, None where none is printed."""

    name: str
    clause: str
    positions: tuple[int, int] | None = None


def diagrams(letters: str, clause: str) -> tuple[Layout, ...]:
    """Diagrams printed without a number of positions."""
    return tuple(Layout(f"Diagram {letter}", clause) for letter in letters)


def appendices(letters: str, clause: str, *, but: dict[str, tuple[int, int]]) -> tuple[Layout, ...]:
    """Appendices printed with 1 to 8 positions but for the letters that say otherwise.

    >>> appendices("AD", "2.2", but={"D": (5, 9)})[1]
    Layout(name='Appendix D', clause='2.2', positions=(5, 9))
    """
    return tuple(
        Layout(f"Appendix {letter}", clause, but.get(letter, (1, 8))) for letter in letters
    )
