"""What a case waits for: one row a kind of wait, with who ends it, by which command and clause."""

from collections.abc import Mapping
from enum import Enum

from msgspec import Struct

from punto.messages import Message
from punto.rules.irregularities import Irregularity
from punto.rules.outcome import Winner
from punto.table import commands as c
from punto.table import events as e
from punto.table.forms import Field, Form
from punto.table.state import Case, Waits


class Who(Enum):
    """Whose word ends a wait; `table/authority.py` says which position that is at a table."""

    RESOLVER = "resolver"  # the position that resolves the irregularity reported
    TABLE_RESOLVER = "table-resolver"  # the one the table is set to
    PATRONS = "patrons"  # those with an option, or staff who pass on their answers
    OVERSEER = "overseer"  # the one who oversees the replacement of missing cards
    DECIDER = "decider"  # the one who decides what is referred


class Wait(Struct, frozen=True):
    """How one kind of wait ends."""

    step: str  # the prompt's name for it
    task: Message  # what is to be done
    who: Who
    form: Form  # what ends it
    events: tuple[type, ...]  # these happen only while a case waits so
    instead: Form | None = None  # ends it too
    clause: str = ""  # its own, where it is not the clause of the case

    @property
    def forms(self) -> tuple[Form, ...]:
        """Every command that ends it, the usual one first."""
        return (self.form,) if self.instead is None else (self.form, self.instead)


WHY = Field("why")
WHY_IF_ANY = Field("why", required=False)
YES_OR_NO = ("true", "false")
CARDS_IF_ANY = Field("cards", required=False)
DISMISS = Form(c.DismissReport(""), (WHY,))
WAITS: Mapping[Waits, Wait] = {
    Waits.CONFIRMATION: Wait(
        "confirm-report",
        Message.of("confirm or dismiss the report"),
        Who.RESOLVER,
        Form(c.ConfirmReport(), (WHY_IF_ANY,)),
        (e.ReportConfirmed, e.ReportDismissed),
        DISMISS,
    ),
    Waits.OPTION: Wait(
        "answer-option",
        Message.of("the patrons who are asked choose"),
        Who.PATRONS,
        Form(c.AnswerOption(""), (Field("withdraw", required=False),)),
        (e.OptionAnswered, e.OptionLapsed),
        Form(c.LapseOption()),
    ),
    Waits.CARDS_IN_ORDER: Wait(
        "reconstruct",
        Message.of("put the cards in order"),
        Who.TABLE_RESOLVER,
        Form(c.Reconstruct(()), (Field("cards"), WHY_IF_ANY)),
        (),
    ),
    # A patron gone with cards: each step has a clause of its own.
    Waits.SETTING_ASIDE: Wait(
        "set-aside",
        Message.of("set aside the cards that are left"),
        Who.OVERSEER,
        Form(c.SetAside(), (CARDS_IF_ANY,)),
        (e.CardsSetAside,),
        clause="5.11.1",
    ),
    Waits.SORTING: Wait(
        "sort",
        Message.of("sort and count the cards"),
        Who.OVERSEER,
        Form(c.SortCards({}), (Field("counts"),)),
        (e.CardsSorted,),
        clause="5.11.2",
    ),
    Waits.REPLACEMENT: Wait(
        "replace",
        Message.of("replace the missing cards"),
        Who.OVERSEER,
        Form(c.ReplaceMissing(), (CARDS_IF_ANY,)),
        (e.MissingReplaced,),
        clause="5.11.3",
    ),
    Waits.DECISION: Wait(
        "decide",
        Message.of("decide what happens"),
        Who.DECIDER,
        Form(c.Decide(void=False, why=""), (Field("void", choices=YES_OR_NO), WHY, CARDS_IF_ANY)),
        (e.Decided,),
    ),
}
# The report of a wrong display is confirmed by its correction, which says what was shown.
WRONG_DISPLAY = Wait(
    "correct-display",
    Message.of("correct the display or dismiss the report"),
    Who.TABLE_RESOLVER,
    Form(c.CorrectDisplay(0, ""), (Field("shown", choices=tuple(each.value for each in Winner)),)),
    (),
    DISMISS,
)
ENDS: Mapping[type, Waits] = {
    type(form.command): waits for waits, wait in WAITS.items() for form in wait.forms
}
ENDED_BY: Mapping[type, Waits] = {
    event: waits for waits, wait in WAITS.items() for event in wait.events
}


def wait_of(case: Case) -> Wait:
    """What ends the wait of this case."""
    if case.irregularity is Irregularity.WRONG_DISPLAY:  # it is only ever a report
        return WRONG_DISPLAY
    return WAITS[case.waits]
