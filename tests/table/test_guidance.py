"""Guidance says of every irregularity what the engine then does: nothing less, nothing more."""

from itertools import product

import pytest
from msgspec.structs import replace

from punto.refusals import Reason, Refused
from punto.rules.games import GAMES
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity as I  # noqa: N817
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.configuration import usual_configuration
from punto.table.decide import decide
from punto.table.guidance import GROUPS, Fact, Guide, guides, resolver
from punto.table.people import Staff
from punto.table.settings import settings
from punto.table.state import CLOSED, State
from tests.table.given import (
    ANYBODY,
    BETTING,
    DEALING,
    DEALT,
    LOADED,
    METHOD_A,
    METHOD_C,
    OLDER,
    TIGER,
    after,
    draw,
    opened,
    report,
    stake,
)

FACE_DOWN = after(METHOD_A, stake(), c.CloseBetting, *draw("2C", "2D", "3H", "AS"))
HELD = after(FACE_DOWN, lambda by: c.PassCards(Side.PLAYER, "seat1", by=by))
OLDER_CLOSED = after(opened(OLDER), c.OpenBetting, stake(), c.CloseBetting)
MOMENTS = (LOADED, BETTING, DEALING, DEALT, FACE_DOWN, HELD, METHOD_C, OLDER_CLOSED)


def guide(state: State, kind: I) -> Guide:
    return next(each for each in guides(state) if each.irregularity is kind)


def test_every_irregularity_is_in_one_group() -> None:
    grouped = [kind for kinds in GROUPS.values() for kind in kinds]
    assert sorted(grouped) == sorted(I)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_table_knows_the_irregularities_of_its_game(game: object) -> None:
    law = next(each for each in GAMES if each is game)
    known = {each.irregularity for each in guides(opened(usual_configuration(law)))}
    written = {each.irregularity for each in law.procedures}
    assert known == written | {I.POWER_FAILURE, I.NOT_COVERED}
    assert guides(CLOSED) == ()


@pytest.mark.parametrize("state", MOMENTS)
def test_what_is_offered_is_taken_and_what_is_not_is_refused(state: State) -> None:
    """Every report that could be made, against what was said of it beforehand."""
    patrons = ("", "seat1", "seat2")
    for each in guides(state):
        if each.command not in ("report", ""):
            continue
        taken = [
            (side, patron)
            for side, patron in product((None, *Side), patrons)
            if decided(state, c.Report(each.irregularity, side=side, patron=patron, by=ANYBODY))
        ]
        assert bool(taken) == (each.not_now is None), each.irregularity
        if Fact.SIDE in each.needed:
            assert {side for side, _ in taken} == set(each.sides)
        if each.not_now is not None:
            assert each.not_now.sentence.endswith(".")


def decided(state: State, command: c.Command) -> bool:
    try:
        return bool(decide(state, command))
    except Refused as refused:
        return refused.reason is Reason.APPROVAL_NEEDED


@pytest.mark.parametrize("state", MOMENTS)
def test_the_lowest_position_named_may_and_the_one_below_may_not(state: State) -> None:
    for each in guides(state):
        if each.command != "report" or each.not_now is not None:
            continue
        about = next(
            (side, patron)
            for side, patron in product((None, *Side), ("", *each.patrons))
            if decided(state, c.Report(each.irregularity, side=side, patron=patron, by=ANYBODY))
        )
        for position in Position:
            by = Staff("somebody", position)
            command = c.Report(each.irregularity, side=about[0], patron=about[1], by=by)
            assert decided(state, command) == (position >= each.position), each.irregularity


def test_a_second_person_is_named_where_much_money_is_on_the_table() -> None:
    much = after(opened(replace(TIGER, approval_cents=50_00)), c.OpenBetting)
    assert not guide(after(much, stake(cents=49_00)), I.FOREIGN_CARDS).second
    assert guide(after(much, stake(cents=50_00)), I.FOREIGN_CARDS).second


def test_the_cut_card_first_is_told_in_its_private_zones_alone() -> None:
    assert guide(BETTING, I.CUT_CARD_FIRST).not_now is not None
    first = after(METHOD_C, stake(), c.CloseBetting)
    assert guide(first, I.CUT_CARD_FIRST).command == "report-cut-card"
    out = after(first, c.ReportCutCard)
    assert guide(out, I.CUT_CARD_FIRST).command == "allow-first-card-withdrawal"


def test_a_case_says_who_resolves_it_by_what() -> None:
    assert resolver(DEALT) is None
    odd = after(DEALT, report(I.NOT_COVERED))
    assert resolver(odd) == ("decide", Position.GAMING_SHIFT_MANAGER)
    assert guide(odd, I.FACE_UP_IN_DEVICE).not_now is not None
    older = after(OLDER_CLOSED, *draw("2C"), report(I.WRONG_NUMBER_OF_CARDS, reconstructable=True))
    assert resolver(older) == ("reconstruct", Position.PIT_MANAGER)


def choices(state: State, name: str) -> dict[str, tuple[Position, Reason | None]]:
    found = next(each for each in settings(state) if each.name == name)
    return {
        each.value: (each.position, each.not_now.reason if each.not_now else None)
        for each in found.choices
    }


def test_settings_name_who_may_and_why_not_now() -> None:
    manager, highest = Position.PIT_MANAGER, Position.ASSISTANT_CASINO_MANAGER
    assert choices(LOADED, "limits") == {"": (manager, None)}
    assert choices(LOADED, "method") == {
        "A": (manager, None),
        "B": (manager, None),
        "C": (highest, Reason.INCONSISTENT_CONFIGURATION),
    }
    assert choices(LOADED, "approval_cents") == {"": (Position.GAMING_SHIFT_MANAGER, None)}
    assert choices(LOADED, "decks") == {"": (manager, Reason.SHOE_IN_USE)}
    assert choices(BETTING, "limits") == {"": (manager, Reason.ROUND_IN_PLAY)}
    assert settings(CLOSED) == ()
