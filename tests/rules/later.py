"""A fictional later edition for tests only: Tie pays 9 to 1, one procedure changed."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest

from punto.journal.verify import independent_settlement
from punto.rules import games
from punto.rules.game import Amendment
from punto.rules.games import tiger
from punto.rules.irregularities import Irregularity, Remedy
from punto.rules.wagers import Pays

NINE = Pays("9 to 1", tiger.TIE.lines[0].when, clause="4.1")
TIE = replace(tiger.TIE, lines=(NINE,))

LATER = replace(
    tiger.GAME,
    edition="Version 3",
    effective=date(2031, 3, 1),
    wagers=tuple(TIE if wager.id == "tie" else wager for wager in tiger.GAME.wagers),
    procedures=tuple(
        replace(each, remedy=Remedy.VOID)
        if each.irregularity is Irregularity.FACE_UP_IN_DEVICE
        else each
        for each in tiger.GAME.procedures
    ),
    amendments={
        "4.1": Amendment("enforced", "Player pays 1 to 1, Banker 0.95 to 1, Tie 9 to 1."),
        "5.6": Amendment("enforced", "A card found face up in the device voids the round."),
    },
)
PRICES = independent_settlement.PRICES[tiger.GAME.ref]._replace(tie=Fraction(9))


@contextmanager
def later_edition() -> Iterator[None]:
    """Let there be the later edition, in this process and for this long."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(games, "EDITIONS", games.EDITIONS.extended(LATER))
        patch.setitem(independent_settlement.PRICES, LATER.ref, PRICES)
        yield
