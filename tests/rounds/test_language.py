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
    "events say amounts, times and positions as other lines do": (
        "game tiger currency=KWD unit=0.020\nstaff dana dealer\nopen\nstake seat1 tie 10.020\n"
        "records stake-placed seat1 tie 10.020\nrecords stake-placed 10020\nstake seat2 tie 20\n"
        "records stake-placed seat2 20\nacting dana as pit-manager until 09:05\n"
        "records acting-started dana pit-manager 09:05\n"
        "report foreign-cards by pit-supervisor\nrecords report-filed pit-manager"
    ),
    "the reason of a report is checked as any other": (
        "game tiger\nopen\nclose\nreport not-covered by dealer because a fight\n"
        "records irregularity-reported not-covered because a fight\n"
        "decide continue because it is over\nreport foreign-cards by dealer because it is red\n"
        "records report-filed foreign-cards because it is red"
    ),
    "a reason may end with by and a word that is no one's name": (
        "game tiger\nstaff dana pit-manager\nopen\nstake bob tie 10\nclose\n"
        "report foreign-cards by dealer because it was put there by mistake\n"
        "records report-filed because it was put there by mistake\n"
        "dismiss because it was reported by mistake\nrecords report-dismissed because it was"
        " reported by mistake\nreport not-covered because a fight by dealer\n"
        "decide continue surveillance it was moved by hand because it can be seen\n"
        'records decided "it was moved by hand" because it can be seen\n'
        "report foreign-cards because it is red by dealer\n"
        "dismiss surveillance camera 4 because it is ours by dana\n"
        "records report-dismissed because it is ours\nreport power-failure\n"
        "answer bob stay by bob"
    ),
    "a reading agrees with the clauses it is about": (
        "game no-commission\nrefuse configure unit=0.01 unit-not-exact # reading exact-money\n"
        "open\nstake seat1 tie 10\nclose\ndraw 2C 5D 3H KH\n"
        "report drawn-together-in-initial-deal by dealer\nnext confirm-report # 5.3\nconfirm\n"
        "void # reading initial-deal-four\nsettle seat1 tie void # reading void-returns-all"
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


@pytest.mark.parametrize("word", ["tie 101", "100", "player", "pit-manager", "because of"])
def test_words_that_an_event_does_not_say(word: str) -> None:
    script = f"game tiger\nopen\nstake seat1 tie 10\nrecords stake-placed {word}"
    found = play_all(script, ScriptPurses())[1]
    assert [each.line.verb for each in found] == ["records"]


@pytest.mark.parametrize(
    "line",
    [
        "void # reading exact-money",
        "settle seat1 tie void # reading remaining-stakes",
        "void # 5.4",
        "refuse draw 2C no-round # reading cut-card",
        "records round-voided # reading nothing",
    ],
)
def test_a_reading_about_other_clauses_is_another_claim(line: str) -> None:
    script = f"game no-commission\nopen\nstake seat1 tie 10\nclose\nreport foreign-cards\n{line}"
    found = play_all(script, ScriptPurses())[1]
    assert [each.line.text for each in found] == [line]
