"""Checks every frame of every seat against what that seat may know, card by card.

The permitted knowledge is computed here from the journal's events, not from the views: a card code
in a frame where it must not be, or once too often, is detected.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec import Struct

from punto.journal.codec import recorded
from punto.journal.store import Store
from punto.rules.hands import Side
from punto.table import events as e

CODE = re.compile(r'"([A23456789TJQK][SHDC])"')


class Lying(Struct):
    """A card on the table: what it is, and who may know."""

    card: str
    face_up: bool
    squeezed_by: set[str]


class Known(Struct):
    """What lies open after an event."""

    hands: dict[Side, list[tuple[str, bool, frozenset[str]]]]
    finished: tuple[tuple[int, tuple[str, ...]], ...]  # the last ten: number, cards; void ones bare
    told: tuple[str, ...]  # codes that the event itself tells everybody


def truth(store: Store, table: str) -> Iterator[tuple[int, Known]]:
    """After each event of a table, what may be known; from the events alone."""
    hands: dict[Side, list[Lying]] = {side: [] for side in Side}
    finished: list[tuple[int, tuple[str, ...]]] = []
    number = 0
    with store.begin_read() as transaction:
        for entry in transaction.entries(table):
            for each in recorded(entry) if not entry.refusal else ():
                told: Iterable[str | None] = ()
                match each.event:
                    case e.BettingOpened(round=number):
                        hands = {side: [] for side in Side}
                    case e.CardDrawn(side=side, card=card, face_up=face_up):
                        hands[side].append(Lying(card or "", face_up, set()))
                        told = (card,) if face_up else ()
                    case e.CardsSqueezed(side=side, patron=patron):
                        for lying in hands[side]:
                            lying.squeezed_by.add(patron)
                    case e.CardsExposed(side=side, cards=cards):
                        for lying, turned in zip(hands[side], cards, strict=True):
                            lying.face_up = lying.face_up or turned is not None
                        told = cards
                    case e.RoundSettled(cards=cards):
                        finished.append((number, cards))
                        hands, told = {side: [] for side in Side}, cards
                    case e.RoundVoided():
                        finished.append((number, ()))
                        hands = {side: [] for side in Side}
                    case e.ShoeRevealed(order=order):
                        told = order
                lie = {
                    side: [(c.card, c.face_up, frozenset(c.squeezed_by)) for c in cards]
                    for side, cards in hands.items()
                }
                codes = tuple(code for code in told if code)
                yield each.seq, Known(lie, tuple(finished[-10:]), codes)


def leaks(frames: Iterable[str], known: dict[int, Known], person: str) -> Iterator[str]:
    """What a seat was sent that it may not know; `person` is empty where nobody squeezes there.

    Each document of a frame is held to what may stand in it: the table has no card that does not
    lie open, for its squeezer neither. Nothing outside the documents has a card at all.
    """
    for frame in frames:
        said: dict[str, Any] = msgspec.json.decode(frame)
        if said["type"] == "ping":
            continue
        mine, table, done = (said.pop(part, None) for part in ("mine", "table", "done"))
        yield from _more(said, said, ())
        if done:
            yield from _more(done, said, [known[each["seq"]].told for each in done["events"]])
        if mine:
            yield from _more(mine, said, _own(known[mine["seq"]], person))
        if table:
            yield from _more(table, said, _open(table, known))


def _open(table: dict[str, Any], known: dict[int, Known]) -> Iterator[tuple[str, ...]]:
    """What lies open, as often as a table may say it."""
    now = known[table["seq"]]
    lies_open = [tuple(card for card, up, _ in hand if up) for hand in now.hands.values()]
    yield from (known[each["seq"]].told for each in table["events"])
    yield from (cards for _, cards in now.finished)
    yield from lies_open
    if table["hands"]:  # what lies open, or the last round, once more
        yield from lies_open
        yield from (cards for _, cards in now.finished[-1:])


def _own(now: Known, person: str) -> Iterator[tuple[str, ...]]:
    """The hands that this person squeezes."""
    for hand in now.hands.values():
        if person and any(person in squeezed_by and not up for _, up, squeezed_by in hand):
            yield tuple(card for card, up, squeezed_by in hand if up or person in squeezed_by)


def _more(
    document: dict[str, Any], said: dict[str, Any], told: Iterable[tuple[str, ...]]
) -> Iterator[str]:
    text = msgspec.json.encode(document).decode()
    allowed = Counter(code for codes in told for code in codes)
    extra = Counter(CODE.findall(text)) - allowed
    if extra:
        yield f"{dict(extra)} in {said['type']} {document.get('seq')}: {text[:300]}"
