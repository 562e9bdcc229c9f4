"""What each wait of a case is for, against a second statement of the whole table."""

import pytest

from punto.rules.irregularities import Irregularity
from punto.table import commands as c
from punto.table import events as e
from punto.table.forms import Field, Form, Giver
from punto.table.state import Case, Waits
from punto.table.waits import ENDED_BY, ENDS, WAITS, WRONG_DISPLAY, Wait, Who, wait_of

# The prompt's name, what is to be done, by whom, the commands that end it with the fields that are
# to be filled in (`?` where they may be left out), the events that only happen then, the clause.
Row = tuple[str, str, str, tuple[tuple[c.Command, str], ...], set[type], str]
DISMISS = (c.DismissReport(why=""), "why")
ROWS: dict[str, Row] = {
    "confirmation": (
        "confirm-report",
        "confirm or dismiss the report",
        "resolver",
        ((c.ConfirmReport(why=""), "why?"), DISMISS),
        {e.ReportConfirmed, e.ReportDismissed},
        "",
    ),
    "option": (
        "answer-option",
        "the patrons who are asked choose",
        "patrons",
        ((c.AnswerOption(patron="", withdraw=()), "withdraw?"), (c.LapseOption(), "")),
        {e.OptionAnswered, e.OptionLapsed},
        "",
    ),
    "cards-in-order": (
        "reconstruct",
        "put the cards in order",
        "table-resolver",
        ((c.Reconstruct(cards=(), why=""), "cards why?"),),
        set(),
        "",
    ),
    "setting-aside": (
        "set-aside",
        "set aside the cards that are left",
        "overseer",
        ((c.SetAside(cards=(None, None)), "cards?"),),
        {e.CardsSetAside},
        "5.11.1",
    ),
    "sorting": (
        "sort",
        "sort and count the cards",
        "overseer",
        ((c.SortCards(counts={}), "counts"),),
        {e.CardsSorted},
        "5.11.2",
    ),
    "replacement": (
        "replace",
        "replace the missing cards",
        "overseer",
        ((c.ReplaceMissing(cards=()), "cards?"),),
        {e.MissingReplaced},
        "5.11.3",
    ),
    "decision": (
        "decide",
        "decide what happens",
        "decider",
        ((c.Decide(void=False, why="", cards=()), "void=true/false why cards?"),),
        {e.Decided},
        "",
    ),
}
DISPLAY: Row = (
    "correct-display",
    "correct the display or dismiss the report",
    "table-resolver",
    ((c.CorrectDisplay(round=0, shown=""), "shown=player/banker/tie"), DISMISS),
    set(),
    "",
)


def written(field: Field) -> str:
    assert isinstance(field.choices, tuple)
    choices = f"={'/'.join(field.choices)}" if field.choices else ""
    return f"{field.name}{choices}{'' if field.required else '?'}"


def row(wait: Wait) -> Row:
    forms = tuple((form.command, " ".join(map(written, form.fields))) for form in wait.forms)
    return wait.step, str(wait.task), wait.who.value, forms, {*wait.events}, wait.clause


def test_every_wait_is_stated() -> None:
    assert {waits.value: row(wait) for waits, wait in WAITS.items()} == ROWS
    assert [each.value for each in Waits] == list(ROWS)
    assert {each.value for each in Who} == {row[2] for row in ROWS.values()}


def test_staff_give_what_ends_a_wait_unless_it_is_said() -> None:
    for wait in (*WAITS.values(), WRONG_DISPLAY):
        for form in wait.forms:
            assert form == Form(form.command, form.fields, Giver.STAFF, "", False)


def test_the_usual_command_comes_first() -> None:
    for wait in (*WAITS.values(), WRONG_DISPLAY):
        assert wait.forms[0] is wait.form
        assert wait.forms[1:] == (() if wait.instead is None else (wait.instead,))


@pytest.mark.parametrize("waits", Waits, ids=lambda waits: waits.value)
def test_a_wrong_display_is_corrected_whatever_else_a_case_waits_for(waits: Waits) -> None:
    display = wait_of(Case(Irregularity.WRONG_DISPLAY, "", waits))
    assert row(display) == DISPLAY
    assert wait_of(Case(Irregularity.POWER_FAILURE, "", waits)) is WAITS[waits]


def test_each_command_and_event_ends_one_wait() -> None:
    for waits, wait in WAITS.items():
        assert {kind for kind, ended in ENDED_BY.items() if ended is waits} == {*wait.events}
        ending = {kind for kind, ended in ENDS.items() if ended is waits}
        assert ending == {type(form.command) for form in wait.forms}
