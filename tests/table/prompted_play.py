"""Follows the table's prompts until the round is over."""

from random import Random
from typing import Any

from msgspec.structs import replace

from punto.refusals import Reason, Refused
from punto.rules.cards import parse_card
from punto.rules.game import Method
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity
from punto.rules.round import deal_round
from punto.table import commands as c
from punto.table import events as e
from punto.table.approvals import round_meant
from punto.table.configuration import CardSource
from punto.table.contributions import key_of
from punto.table.dealers import taken_over_by
from punto.table.forms import Form, Giver
from punto.table.people import AUTOMATIC_DEALER, Approval, Machine, Patron, Role, Staff
from punto.table.prompt import Step, next_step
from punto.table.shoes import seal
from punto.table.state import State
from tests.envelope import Given, decide_given
from tests.table.any_commands import GESTURES, SECOND, awaited_contributions, stake
from tests.table.any_configuration import configuration
from tests.table.authority_oracle import rightful
from tests.table.machine import Table

BOUND = 80  # commands from anywhere to the end of a round


def obey(table: Table, chance: Random) -> Given:
    """One of the commands that the table's own prompt asks for, completed, mostly the usual one."""
    forms = next_step(table.state).commands
    usual = chance.random() < 0.7
    return complete(table, forms[0] if usual else chance.choice(forms), chance)


def finish(table: Table, chance: Random) -> int:
    """Obey until a round is settled or void; how many commands it took."""
    for taken in range(1, BOUND + 1):
        command = obey(table, chance)
        step = next_step(table.state)
        answer = table.give(command)
        if isinstance(answer, Refused):
            assert step.step in (Step.SORT, Step.REPLACE), f"{step} leads nowhere: {answer}"
            # The count does not come out: there are extra or missing cards (5.1).
            extra = c.Report(Irregularity.EXTRA_OR_MISSING_CARDS)
            answer = table.give(Given(extra, rightful(table.state, extra).somebody()))
            assert not isinstance(answer, Refused)
        if any(_ends_round(event) for event in answer):
            return taken
    raise AssertionError(f"no end after {BOUND} commands: {next_step(table.state)}")


def _ends_round(event: e.Event) -> bool:
    return isinstance(event, e.RoundSettled | e.RoundVoided)


def complete(table: Table, form: Form, chance: Random) -> Given:
    """The command of a form with its fields filled in, by the one whom it is addressed to."""
    state = table.state
    command: Any
    if isinstance(form.command, c.LoadShoe):
        command = _load(table, chance, sealed=form.from_shoe)
    elif form.from_shoe or _deals_itself(state, form):  # a virtual shoe says what it gives
        names = {"card"} if isinstance(form.command, c.DrawCard) else {"first", "count"}
        command = replace(
            form.command, **{each: _fill(table, form, each, chance) for each in names}
        )
    else:
        filled = [each.name for each in form.fields if each.required or chance.random() < 0.9]
        values = {name: _fill(table, form, name, chance) for name in filled}
        command = replace(form.command, **values)
    if form.from_shoe or form.giver is Giver.DEVICE:
        return Given(command, _machine(state, form))
    if form.giver is Giver.PATRON:
        return Given(command, Patron(form.patron))
    if isinstance(command, c.RevealContribution):
        revealed = _awaited(table, form)
        return Given(command, revealed.by)
    given = Given(command, rightful(state, command).somebody())
    while isinstance(command, c.Contribute) and key_of(given.by) in state.barred:
        given = replace(given, by=replace(given.by, id=f"{given.by.id}+"))  # somebody else
    # A table may be opened otherwise than it was, and other cards may be about much: two people.
    if isinstance(command, c.OpenTable) or _needs_second(state, given):
        return replace(given, approval=Approval(SECOND.by, round_meant(state, command)))
    return given


def _needs_second(state: State, given: Given) -> bool:
    try:
        decide_given(state, given)
    except Refused as refused:
        return refused.reason is Reason.APPROVAL_NEEDED
    return False


def _deals_itself(state: State, form: Form) -> bool:
    """Whether the automatic dealer gives this, with the card that is next."""
    automatic = state.shoe is not None and state.shoe.source is CardSource.AUTOMATIC
    says_cards = isinstance(form.command, c.DrawCard | c.BurnCards)
    return automatic and says_cards and form.giver is Giver.DEVICE


def _machine(state: State, form: Form) -> Machine:
    config = state.configuration
    if config is not None and config.card_source is CardSource.AUTOMATIC:
        presser = form.patron or taken_over_by(state)
        return Machine(AUTOMATIC_DEALER, Role.DEALER, pressed_by=presser)
    return Machine("device", Role.SHOE if form.from_shoe else Role.READER, pressed_by=form.patron)


def _load(table: Table, chance: Random, *, sealed: bool) -> c.LoadShoe:
    GESTURES[c.LoadShoe](table, chance)  # prepares the cards
    commitment = seal(table.prepared, "salt") if sealed else ""
    return c.LoadShoe(f"shoe{len(table.events)}", commitment=commitment)


def _awaited(table: Table, form: Form) -> Given:
    """The value that this form asks for, from the person who committed to it."""
    for given in awaited_contributions(table):
        by = given.by
        if by.id == form.patron if form.patron else isinstance(by, Staff):
            return given
    raise AssertionError("a value is awaited that nobody knows")


def _fill(table: Table, form: Form, name: str, chance: Random) -> Any:
    """What somebody who sees the table would write into this field."""
    state, command = table.state, form.command
    choices = next((each.choices for each in form.fields if each.name == name), ())
    match name:
        case "configuration":
            return configuration(chance)
        case "digest":
            return GESTURES[c.Contribute](table, chance).digest
        case "value":
            return _awaited(table, form).command.value
        case "first" | "card":
            read = table.device_reads or state.method is not Method.A
            virtual = state.shoe is not None and state.shoe.source is not CardSource.PHYSICAL
            return table.top(chance) if read or virtual or name == "first" else None
        case "count":
            return parse_card(table.top(chance)).points or 10
        case "stakes":
            return tuple(map(int, choices))
        case "cards":
            return _cards(table, command)
        case "counts":
            return table.sorted()
        case "why":
            return "as surveillance saw it"
        case "void" | "reconstructable":
            return chance.choice(choices) == "true"
        case "shown":
            return next(each for each in choices if each != _outcome(state, command))
        case "withdraw":
            case, play = state.case, state.round
            assert case is not None
            assert play is not None
            assert isinstance(command, c.AnswerOption)
            own = (each for each in play.stakes.values() if each.patron == command.patron)
            return tuple(each.id for each in own if each.id in case.withdrawable)
        case _:
            raise AssertionError(f"nobody knows what to write for {name}")


def _cards(table: Table, command: c.Command) -> tuple[str | None, ...]:
    state = table.state
    source = state.shoe.source if state.shoe else None
    match command:
        case c.ExposeCards(side=side):
            return table.unread(side)
        case c.SetAside():
            reads = table.device_reads and source is CardSource.PHYSICAL
            return table.next_two() if reads else (None, None)
        case c.ReplaceMissing():
            return tuple(code for each in Side for code in table.unread(each))
        case c.Reconstruct() if state.case is not None and state.case.round:
            last = state.finished[-1]
            return last.cards if last.source is CardSource.PHYSICAL else ()
        case _:
            return table.told_order()


def _outcome(state: State, command: c.Command) -> str:
    """What the round came to that a display showed; nothing while it is in play."""
    assert isinstance(command, c.CorrectDisplay)
    found = next((each for each in state.finished if each.number == command.round), None)
    if found is None or found.void:
        return ""
    dealt = deal_round(iter([parse_card(code) for code in found.cards]))
    assert dealt is not None
    return dealt.outcome.winner.value


def stakes(table: Table, chance: Random, count: int) -> None:
    """Some stakes, those refused too."""
    for _ in range(count):
        placed = stake(table, chance)
        table.give(Given(placed, rightful(table.state, placed).somebody()))
