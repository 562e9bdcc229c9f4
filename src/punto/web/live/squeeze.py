"""Bends: relays how far a patron has bent a squeezed card to the others who watch.

Bends are not recorded, because nothing depends on them: squeezing and turning are commands. A bend
says where the card is held and how far it is bent, never its face.
"""

import asyncio
from collections.abc import Callable
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from punto.rules.hands import Side
from punto.table.handlers import holder
from punto.table.state import State

BENDS_A_SECOND = 15  # of one hand, to each subscriber
FRAMES_A_SECOND = 3_000  # to all subscribers together: with many, each gets fewer

Grip = Literal[
    "top",
    "top-right",
    "right",
    "bottom-right",
    "bottom",
    "bottom-left",
    "left",
    "top-left",
]


class Bend(Struct, frozen=True, tag="bend", forbid_unknown_fields=True):
    """A card of a hand, the edge or corner it is held by, how far it is bent, and its tilt."""

    side: Side
    card: Annotated[int, Meta(ge=0, le=2)]
    grip: Grip
    far: Annotated[int, Meta(ge=0, le=1000)]  # thousandths of the whole card
    tilt: Annotated[int, Meta(ge=-45, le=45)]  # degrees


def may_bend(state: State, patron: str, bend: Bend) -> bool:
    """Whether the card lies face down and this patron holds and squeezes it."""
    play = state.round
    if not patron or play is None or holder(state, play, bend.side) != patron:
        return False
    hand = play.hand(bend.side)
    if bend.card >= len(hand):
        return False
    dealt = hand[bend.card]
    return not dealt.face_up and patron in dealt.seen_by


class Bends:
    """The latest bend of each hand at a table, sent at a limited rate."""

    def __init__(self, send: Callable[[str, Bend, bytes], int]) -> None:
        self._send = send  # takes the patron, the bend and its frame; returns how many got it
        self._loop = asyncio.get_running_loop()
        self._latest: dict[Side, tuple[str, Bend]] = {}
        self._due: dict[Side, asyncio.TimerHandle] = {}
        self._next_at: dict[Side, float] = {}

    def update(self, patron: str, bend: Bend) -> None:
        """Take a bend; one that is too early waits, and is replaced by a later one."""
        side = bend.side
        self._latest[side] = patron, bend
        if side not in self._due:
            wait_s = max(0.0, self._next_at.get(side, 0.0) - self._loop.time())
            self._due[side] = self._loop.call_later(wait_s, self._send_latest, side)

    def _send_latest(self, side: Side) -> None:
        del self._due[side]
        patron, bend = self._latest.pop(side)
        sent = self._send(patron, bend, msgspec.json.encode(bend))
        pause_s = max(1 / BENDS_A_SECOND, sent / FRAMES_A_SECOND)
        self._next_at[side] = self._loop.time() + pause_s
