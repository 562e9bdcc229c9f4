"""What may be seen of the cards, by whom: derived from the state and from nothing else."""

from msgspec import Struct

from punto.rules.hands import Side
from punto.table.state import Dealt, State

HIDDEN = "??"


class SeenHands(Struct, frozen=True):
    """Both hands as one person sees them: a code for each card, `??` for one that is hidden."""

    player: tuple[str, ...]
    banker: tuple[str, ...]


def seen_by(state: State, patron: str = "") -> SeenHands:
    """The cards as a patron sees them; without one, as everybody does, staff and displays too."""
    if state.round is None:
        return SeenHands((), ())
    player, banker = (
        tuple(_seen(dealt, patron) for dealt in state.round.hand(side)) for side in Side
    )
    return SeenHands(player, banker)


def _seen(dealt: Dealt, patron: str) -> str:
    if dealt.card and (dealt.face_up or patron in dealt.seen_by):
        return dealt.card
    return HIDDEN
