"""A table opened, set to something else and closed: by which clause, and when not."""

from typing import Any

import pytest
from msgspec.structs import replace

from punto.refusals import Reason
from punto.rules.games import find_game
from punto.rules.irregularities import Irregularity as I  # noqa: N817
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table import events as e
from punto.table.configuration import CardSource, Configuration, usual_configuration
from punto.table.decide import ORDER_OF_WORK
from punto.table.people import Approval, Staff
from punto.table.state import CLOSED, State
from tests.envelope import Given, decide_given
from tests.table.starting_states import (
    ANYBODY,
    BETTING,
    LOADED,
    OLDER,
    OPEN,
    TIGER,
    after,
    cited,
    opened,
    report,
)
from tests.table.virtual_shoes import loaded

SECOND = Approval(Staff("second", Position.GAMING_SHIFT_MANAGER))
CARD_SOURCE = "reading card-source"
SEALED = replace(TIGER, card_source=CardSource.SEALED)
TWO_TO_AN_AREA = replace(TIGER, stakes_per_area=2)
DRAGON = usual_configuration(find_game("dragon-tiger-no-commission"))
HELD = after(OPEN, report(I.NOT_COVERED))


def opening(config: Configuration) -> Given:
    return Given(c.OpenTable(config), ANYBODY, approval=SECOND)


def setting(config: Configuration) -> Given:
    return Given(c.ChangeConfiguration(config, why="asked"), ANYBODY, approval=SECOND)


@pytest.mark.parametrize(
    ("before", "wanted", "clause"),
    [
        (None, TIGER, "2.1"),
        (None, SEALED, "2.1"),
        (TIGER, TIGER, "2.1"),
        (TIGER, SEALED, CARD_SOURCE),
        (SEALED, TIGER, CARD_SOURCE),
        (SEALED, replace(SEALED, decks=6), "2.1"),
    ],
)
def test_a_table_is_opened_by_the_clause_on_decks_or_on_another_card_source(
    before: Configuration | None, wanted: Configuration, clause: str
) -> None:
    state = CLOSED if before is None else after(CLOSED, opening(before), c.CloseTable)
    assert decide_given(state, opening(wanted)) == (e.TableOpened(wanted, clause=clause),)


@pytest.mark.parametrize(
    ("now", "wanted", "clause"),
    [
        (TIGER, TIGER, ""),
        (TIGER, replace(TIGER, decks=6), ""),
        (TIGER, TWO_TO_AN_AREA, "3.7.1"),
        (TWO_TO_AN_AREA, TIGER, "3.7.1"),
        (TWO_TO_AN_AREA, replace(DRAGON, stakes_per_area=1), "3.7.1"),
        # What this number says in an older game is about another matter.
        (TWO_TO_AN_AREA, OLDER, ""),
        (OLDER, TWO_TO_AN_AREA, "3.7.1"),
        (OLDER, TIGER, ""),
        (TIGER, SEALED, CARD_SOURCE),
        (TIGER, replace(SEALED, stakes_per_area=2), CARD_SOURCE),
    ],
)
def test_a_table_is_set_by_a_clause_of_the_game_it_is_set_to(
    now: Configuration, wanted: Configuration, clause: str
) -> None:
    state = after(CLOSED, opening(now))
    changed = e.ConfigurationChanged(wanted, clause=clause, why="asked")
    assert decide_given(state, setting(wanted)) == (changed,)


CUT: list[dict[str, Any]] = [{"cut_cards_from_end": 15}, {"rounds_after_cut": 1}, {"burn": True}]


@pytest.mark.parametrize("cut", CUT, ids=str)
def test_how_a_virtual_shoe_is_cut_stays_as_it_was_sealed(cut: dict[str, Any]) -> None:
    virtual = loaded(CardSource.SEALED)
    assert virtual.configuration is not None
    wanted = replace(virtual.configuration, **cut)
    assert cited(virtual, setting(wanted)) == (Reason.SHOE_IN_USE, "reading cut-card")
    assert decide_given(after(virtual, c.RetireShoe), setting(wanted))
    assert decide_given(LOADED, setting(replace(TIGER, **cut))), "staff see where it lies"
    same = replace(virtual.configuration, betting_seconds=30)
    assert decide_given(virtual, setting(same))


@pytest.mark.parametrize(
    ("state", "given", "reason", "clause"),
    [
        (LOADED, setting(replace(TIGER, decks=6)), Reason.SHOE_IN_USE, ORDER_OF_WORK),
        (LOADED, setting(DRAGON), Reason.SHOE_IN_USE, ORDER_OF_WORK),
        (LOADED, setting(SEALED), Reason.SHOE_IN_USE, CARD_SOURCE),
        (LOADED, Given(c.CloseTable(), ANYBODY), Reason.SHOE_IN_USE, ORDER_OF_WORK),
        (BETTING, setting(TWO_TO_AN_AREA), Reason.ROUND_IN_PLAY, ORDER_OF_WORK),
        (BETTING, Given(c.CloseTable(), ANYBODY), Reason.ROUND_IN_PLAY, ORDER_OF_WORK),
        (HELD, setting(TWO_TO_AN_AREA), Reason.CASE_PENDING, "tiger 6.1"),
        (HELD, Given(c.CloseTable(), ANYBODY), Reason.CASE_PENDING, "tiger 6.1"),
        (OPEN, setting(replace(TIGER, decks=3)), Reason.DECKS_OUT_OF_RANGE, "tiger 2.1"),
        (CLOSED, opening(replace(TIGER, decks=3)), Reason.DECKS_OUT_OF_RANGE, "tiger 2.1"),
    ],
)
def test_a_table_is_set_and_closed_between_rounds_shoes_and_cases(
    state: State, given: Given, reason: Reason, clause: str | None
) -> None:
    assert cited(state, given) == (reason, clause)


def test_a_table_is_closed_without_a_shoe() -> None:
    assert decide_given(OPEN, Given(c.CloseTable(), ANYBODY)) == (e.TableClosed(),)
    closed = after(OPEN, c.CloseTable)
    assert closed.closed_as == OPEN.configuration
    assert after(closed, opening(TIGER)) == OPEN, "how it was set matters while it is closed"
    assert decide_given(opened(TIGER), setting(TWO_TO_AN_AREA)), "the shoe does not matter there"
