"""The language of scripts: what is done by itself, and words that are no words of a line."""

import pytest

from punto.ledger.script_purses import ScriptPurses
from punto.refusals import Reason, Refused
from punto.table.scripts import play_all

ORDERED = """game no-commission
open
stake seat1 player 100
close
draw 2C 5D 2H KH 4S
report drawn-together-order-known
decide continue 2C 5D 2H KH 4S because the camera shows it
"""
ALL_OUT = ORDERED.replace(" 4S", " 4S 4C")

AGREE = {
    "a table is opened for its settings": "game tiger\nconfigure limits=20..50\nopen",
    "a table is opened for its first shoe": "game tiger\nshoe first\nrecords shoe-loaded first",
    "a closed table stays closed": (
        "game tiger\nopen-table\nclose-table\nrefuse shoe first table-closed\nnext open-table"
    ),
    "a refused line changes nothing": (
        "game tiger\nopen\nclose\nrefuse draw 9C 8D KH KS 2C card-not-allowed    # 3.15\n"
        "sees everyone |\ndraw 9C\nsees everyone 9C |"
    ),
    "a wager without a stake": (
        "game tiger\nopen\nstake seat1 tie 100\nclose\nreport power-failure\n"
        "refuse answer seat1 withdraw player unknown-stake\noffer seat1"
    ),
    "a card on its own hand is drawn as any other": (
        "game tiger\nopen\nclose\ndraw 9C on player\nnext draw banker\n"
        "draw 8D on banker\ndraw KH KS\nrefuse draw 2C on player card-not-allowed"
    ),
    "no one is asked": "game tiger\nopen\nclose\noffer no one\noffer nobody",
    "settle lays the cards that are out": ALL_OUT + "settle seat1 player -100",
    "so does the outcome": ALL_OUT + "outcome\nbalance seat1 -100",
    "a script may lay them itself": ORDERED + "draw 4S\ndraw 4C\nsettle seat1 player -100",
    "without naming them": ORDERED + "draw\ndraw 4C\nsettle seat1 player -100",
    "another card comes after them": (
        ORDERED + "draw 6H\nsees everyone 2C 2H 4S | 5D KH 6H\nsettle seat1 player +100"
    ),
    "but where it is refused": ORDERED + "refuse draw 6H card-contradicts # reading card-source",
}


@pytest.mark.parametrize("what", AGREE)
def test_what_is_done_by_itself(what: str) -> None:
    assert play_all(AGREE[what], ScriptPurses())[1] == []


@pytest.mark.parametrize(
    "line",
    [
        "stake seat1 tiger 100 onbehalf",
        "stake seat1 tiger 100 on 3",
        "late-stake seat1 tiger 100 3",
        "pass player seat1 seat2",
        "first banker player",
        "method",
        "device seat1 with-stake",
        "shoe second backs-same",
        "allow-squeezing banker friend of seat3",
        "sort all KD",
        "report foreign-cards 2C 3C",
        "answer seat1 withdraw",
        "answer seat1 stay tiger",
        "answer seat1 leave",
    ],
)
def test_words_that_do_not_fit(line: str) -> None:
    with pytest.raises(Refused) as caught:
        play_all(f"game tiger\nopen\n{line}\n", ScriptPurses())
    assert caught.value.reason is Reason.UNREADABLE_REQUEST
    verb = line.split()[0]
    assert str(caught.value) == f"Line 3: The words after {verb!r} are not understood."
