"""What may be seen of the cards and of the shoe, by whom: derived from the state alone.

Of the cards that are left only their number is shown: no seed, no sealed order, and no count by
rank, which is for the pit alone (`web/api/protection.py`).
"""

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


class SeenShoe(Struct, frozen=True):
    """The shoe in use as everybody sees it: how far it has gone, and its seal."""

    id: str
    decks: int
    cards_left: int
    commitment: str
    cut_card_out: bool


def seen_shoe(state: State) -> SeenShoe | None:
    """The shoe as everybody sees it; None where none is loaded."""
    shoe = state.shoe
    if shoe is None:
        return None
    return SeenShoe(shoe.id, shoe.decks, shoe.left, shoe.commitment, shoe.cut_card_out)
