"""Every frame of every seat held to what that seat may know at that moment, card by card.

What may be known is worked out here from the journal's events alone, not by the views: a code that
stands in a frame where it must not, or once too often, is found.
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
    with store.reading() as reading:
        for entry in reading.entries(table):
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
    """What a seat was sent that it may not know; `person` is empty where nobody squeezes there."""
    for frame in frames:
        said = msgspec.json.decode(frame)
        if said["type"] == "answer":
            yield from _more(frame, said, [known[each["seq"]].told for each in _done(said)])
            continue
        now = known[said["seq"]]
        told = [known[each["seq"]].told for each in said["events"]]
        told += [cards for _, cards in now.finished]
        if said["view"]["hands"]:  # what lies open, or the last round, once more
            told += [cards for _, cards in now.finished[-1:]]
            told += [tuple(card for card, up, _ in hand if up) for hand in now.hands.values()]
        for side in Side:
            told.append(
                tuple(
                    card
                    for card, face_up, squeezed_by in now.hands[side]
                    if card and (face_up or (person and person in squeezed_by))
                )
            )
        yield from _more(frame, said, told)


def _done(answer: dict[str, Any]) -> list[dict[str, Any]]:
    return answer["done"]["events"] if answer["done"] else []


def _more(frame: str, said: dict[str, Any], told: Iterable[tuple[str, ...]]) -> Iterator[str]:
    allowed = Counter(code for codes in told for code in codes)
    extra = Counter(CODE.findall(frame)) - allowed
    if extra:
        yield f"{dict(extra)} in {said['type']} {said.get('seq')}: {frame[:300]}"
