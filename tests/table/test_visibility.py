"""Visibility of cards: never a face-down one, except to the person who squeezed it."""

import pytest

from punto.table.scripts import play_script
from punto.table.state import CLOSED
from punto.table.visibility import SeenHands, SeenShoe, seen_by, seen_shoe

A = """
game tiger method=A
open
stake seat1 player 100
stake seat2 banker 100
close
draw 2C 5D 3H AH
"""
HIDDEN = ("??", "??")


def seen(script: str, patron: str = "") -> SeenHands:
    return seen_by(play_script(script).state, patron)


def test_nothing_is_seen_where_there_is_no_round() -> None:
    assert seen_by(CLOSED) == SeenHands((), ())
    assert seen("game tiger\nopen-table") == SeenHands((), ())


def test_the_device_reads_and_nobody_sees() -> None:
    for patron in ("", "seat1", "seat2", "dealer", "pit-manager"):
        assert seen(A, patron) == SeenHands(HIDDEN, HIDDEN)


def test_having_cards_is_not_seeing_them() -> None:
    assert seen(A + "pass player seat1", "seat1") == SeenHands(HIDDEN, HIDDEN)


@pytest.mark.parametrize("patron", ["", "seat2", "dealer", "nobody"])
def test_only_the_one_who_squeezed_sees(patron: str) -> None:
    squeezed = A + "pass player seat1\nsqueeze player"
    assert seen(squeezed, "seat1") == SeenHands(("2C", "3H"), HIDDEN)
    assert seen(squeezed, patron) == SeenHands(HIDDEN, HIDDEN)


def test_squeezing_shows_the_cards_that_lay_there_and_not_the_next() -> None:
    later = A + (
        "pass player seat1\npass banker seat2\nfirst player\nsqueeze player\n"
        "expose player\nexpose banker\ntotals\ndraw KD"
    )
    assert seen(later, "seat1") == SeenHands(("2C", "3H", "??"), ("5D", "AH"))
    assert seen(later) == SeenHands(("2C", "3H", "??"), ("5D", "AH"))


def test_cards_nobody_has_read_are_not_seen_even_squeezed() -> None:
    unread = A.replace("2C 5D 3H AH", "?? ?? ?? ??") + "pass player seat1\nsqueeze player"
    assert seen(unread, "seat1") == SeenHands(HIDDEN, HIDDEN)


def test_one_who_gave_the_cards_back_has_seen_them_all_the_same() -> None:
    passed_on = A + "pass player seat1\nsqueeze player\ndecline player seat1"
    assert seen(passed_on, "seat1") == SeenHands(("2C", "3H"), HIDDEN)


def test_cards_set_aside_are_in_nobodys_sight() -> None:
    aside = "game tiger\nopen\nstake seat1 player 100\nclose\ndraw 2C 2D 3H AS\n"
    aside += "report drawn-together-after-initial-deal\n"
    aside += "decide continue 2C 2D 3H AS 8H 4C because chance\nlapse"
    for patron in ("", "seat1"):
        assert seen(aside, patron) == SeenHands(("2C", "3H"), ("2D", "AS"))


def test_a_reconstruction_keeps_what_was_seen_and_shows_nothing_new() -> None:
    put_right = A + (
        "pass player seat1\nsqueeze player\nreport dealt-in-wrong-order\nreconstruct ?? ?? ?? ??"
    )
    assert seen(put_right, "seat1") == SeenHands(("2C", "3H"), HIDDEN)
    assert seen(put_right) == SeenHands(HIDDEN, HIDDEN)


def test_of_the_cards_left_only_their_number_is_seen() -> None:
    state = play_script(A).state
    assert seen_shoe(CLOSED) is None
    assert state.shoe is not None
    assert seen_shoe(state) == SeenShoe(state.shoe.id, 8, 8 * 52 - 4, state.shoe.commitment, False)
