"""Layouts: the table layouts a document names and the playing positions printed on each."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Layout:
    """A layout with its printed name and range of positions, None if the document prints none."""

    name: str
    clause: str
    positions: tuple[int, int] | None = None


def diagrams(letters: str, clause: str) -> tuple[Layout, ...]:
    """Return diagrams printed without a number of positions."""
    return tuple(Layout(f"Diagram {letter}", clause) for letter in letters)


def appendices(letters: str, clause: str, *, but: dict[str, tuple[int, int]]) -> tuple[Layout, ...]:
    """Return appendices with 1 to 8 positions, except the letters listed in `but`.

    >>> appendices("AD", "2.2", but={"D": (5, 9)})[1]
    Layout(name='Appendix D', clause='2.2', positions=(5, 9))
    """
    return tuple(
        Layout(f"Appendix {letter}", clause, but.get(letter, (1, 8))) for letter in letters
    )
