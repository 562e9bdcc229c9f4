"""What comes next at a table: one step, who takes it by which command, and why.

It is derived from the state alone.
"""

from enum import Enum

from msgspec import Struct
from msgspec.structs import replace

from punto.messages import Message
from punto.rules.game import Method
from punto.rules.games import GAMES
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity, Remedy
from punto.table import commands as c
from punto.table.card_source import source_of
from punto.table.configuration import CardSource, Configuration, Funding, usual_configuration
from punto.table.deal import exposing_clause
from punto.table.dealers import taken_over_by
from punto.table.device import may_draw
from punto.table.forms import Field, Form, Giver
from punto.table.handlers import owed
from punto.table.shared_order import READING as SHARED_ORDER
from punto.table.shoe_events import Contributor, contributor_key, patron_of_key
from punto.table.stakes import differential_excess
from punto.table.state import Case, Round, Shoe, State
from punto.table.waits import CARDS_IF_ANY, WHY, WHY_IF_ANY, YES_OR_NO, wait_of

AFTER_INITIAL_DEAL = Irregularity.DRAWN_TOGETHER_AFTER_INITIAL_DEAL


class Step(Enum):
    """The kinds of next step."""

    OPEN_TABLE = "open-table"
    LOAD_SHOE = "load-shoe"
    CONTRIBUTE = "contribute"
    CLOSE_CONTRIBUTIONS = "close-contributions"
    REVEAL_CONTRIBUTIONS = "reveal-contributions"
    BURN = "burn"
    OPEN_BETTING = "open-betting"
    CLOSE_BETTING = "close-betting"
    DECREASE = "decrease"
    PASS_DEVICE = "pass-device"
    DRAW = "draw"
    PASS = "pass"
    CHOOSE_FIRST = "choose-first"
    EXPOSE = "expose"
    ANNOUNCE_TOTALS = "announce-totals"
    ANNOUNCE_OUTCOME = "announce-outcome"
    CONFIRM_REPORT = "confirm-report"
    CORRECT_DISPLAY = "correct-display"
    ANSWER_OPTION = "answer-option"
    RECONSTRUCT = "reconstruct"
    SET_ASIDE = "set-aside"
    SORT = "sort"
    REPLACE = "replace"
    DECIDE = "decide"


class Prompt(Struct, frozen=True):
    """The next step, for a console to show; any one of the commands brings the table on."""

    step: Step
    message: Message
    commands: tuple[Form, ...]
    clause: str = ""
    side: Side | None = None
    patrons: tuple[str, ...] = ()

    @property
    def why(self) -> str:
        """Why it is next, in English."""
        return str(self.message)


def next_step(state: State) -> Prompt:
    """The one step that brings the table on."""
    config, play = state.configuration, state.round
    if config is None:
        opened = Form(c.OpenTable(usual_configuration(GAMES[0])), (Field("configuration"),))
        return Prompt(Step.OPEN_TABLE, Message.of("The table is closed."), (opened,))
    if state.case is not None:
        return _waiting(state, config, state.case)
    if play is None:
        return _between_rounds(state)
    if play.betting_open:
        excess = differential_excess(state, play)
        if excess is not None:
            forms = _decreasing(play, excess[0])
            why = Message.of("The table differential is exceeded.")
            return Prompt(Step.DECREASE, why, forms, "5.18", excess[0])
        why = Message.of("Betting is open.")
        return Prompt(Step.CLOSE_BETTING, why, (Form(c.CloseBetting()),), "3.2")
    return _dealing(state, play)


def displayed_round(state: State) -> int:
    """The round that a display shows: the last one finished, or the first while it is in play."""
    if state.finished:
        return state.finished[-1].number
    return state.round.number if state.round else 0


def _waiting(state: State, config: Configuration, case: Case) -> Prompt:
    wait = wait_of(case)
    irregularity, task = case.irregularity, wait.task
    why = Message.of("On hold for {irregularity}: {task}.", irregularity=irregularity, task=task)
    forms = (*_ending(state, config, case, wait.form), *wait.forms[1:])
    clause = wait.clause or case.clause
    return Prompt(Step(wait.step), why, forms, clause, patrons=case.asked)


def _ending(state: State, config: Configuration, case: Case, form: Form) -> tuple[Form, ...]:
    """What ends the wait of a case, with what is known of it."""
    procedure = state.game.procedure(case.irregularity)
    fields = form.fields
    match form.command:
        case c.AnswerOption():
            asked = [replace(form, command=c.AnswerOption(each)) for each in case.asked]
            own = [each.by(patron) for each, patron in zip(asked, case.asked, strict=True)]
            # With chips staff pass the answers on (reading on-behalf).
            return (*own, *(asked if config.funding is Funding.CHIPS else ()))
        case c.CorrectDisplay() as correct:
            return (replace(form, command=replace(correct, round=displayed_round(state))),)
        case c.ConfirmReport():
            if procedure is not None and procedure.remedy is Remedy.VOID_UNLESS_RECONSTRUCTED:
                # While another case waits, a round is void or the report is dismissed.
                choices = YES_OR_NO[1:] if case.interrupted else YES_OR_NO
                fields = (*fields, Field("reconstructable", required=False, choices=choices))
        case c.Reconstruct() if case.round:
            fields = (CARDS_IF_ANY, WHY_IF_ANY)  # a finished round may stand as dealt
        case c.Decide() if procedure and case.irregularity is AFTER_INITIAL_DEAL:
            fields = (WHY, Field("cards"))  # their order is fixed, and the round played on
        case c.Decide() if state.round is None:
            fields = (WHY,)  # there is nothing to void or to put in order
    return (replace(form, fields=fields),)


def _decreasing(play: Round, side: Side) -> tuple[Form, ...]:
    """The dealer asks for decreases; when that was not enough, stakes may be removed."""
    ask = Form(c.AskToDecrease())
    if play.decrease_asked is not side:
        return (ask,)
    on_side = (str(each.id) for each in play.stakes.values() if each.wager == side.value)
    return (Form(c.RemoveStakes(()), (Field("stakes", choices=tuple(on_side)),)), ask)


def _between_rounds(state: State) -> Prompt:
    config, shoe = state.configuration, state.shoe
    assert config is not None, "asked of an open table only"
    if shoe is None:
        return Prompt(Step.LOAD_SHOE, Message.of("There is no shoe."), _loading(state, config))
    retire = (Form(c.RetireShoe()),)
    if shoe.must_replace:
        why = Message.of("The cards must be replaced.")
        return Prompt(Step.LOAD_SHOE, why, retire, shoe.must_replace)
    if shoe.rounds_after_cut > config.rounds_after_cut:
        why = Message.of("The cut card has come out.")
        return Prompt(Step.LOAD_SHOE, why, retire, "reading cut-card")
    if shoe.left == 0:
        return Prompt(Step.LOAD_SHOE, Message.of("No card is left."), retire)
    if shoe.is_order_open:
        return _ordering(state, shoe)
    if config.burn and not shoe.gone:
        why = Message.of("The first cards of a shoe are burned.")
        fields = (Field("first"), Field("count"))
        burn = _supplied(state, shoe, Form(c.BurnCards("", 0), fields))
        return Prompt(Step.BURN, why, (burn,), "reading burn")
    why = Message.of("The table is ready for a round.")
    return Prompt(Step.OPEN_BETTING, why, (Form(c.OpenBetting()),), "3.1")


def _loading(state: State, config: Configuration) -> tuple[Form, ...]:
    """A shoe of cards to be read, or one that the house's device seals, as the table is set."""
    physical = Form(c.LoadShoe(""), (Field("shoe"),))
    sealed = Form(c.LoadShoe(""), from_shoe=True)
    match config.card_source:
        case CardSource.PHYSICAL:
            return (physical,)
        case CardSource.SEALED:
            return (sealed,)
        case CardSource.AUTOMATIC if taken_over_by(state):
            return (sealed,)
        case CardSource.AUTOMATIC:
            return (replace(physical, giver=Giver.DEVICE),)


def _supplied(state: State, shoe: Shoe, form: Form) -> Form:
    """A command that names a card, given by where the cards of this shoe come from."""
    match source_of(shoe):
        case CardSource.PHYSICAL:
            return form
        case CardSource.SEALED:
            return replace(form, fields=(), from_shoe=True)
        case CardSource.AUTOMATIC if form.patron or taken_over_by(state):
            return replace(form, fields=(), from_shoe=True)
        case CardSource.AUTOMATIC:
            return replace(form, giver=Giver.DEVICE)


def _ordering(state: State, shoe: Shoe) -> Prompt:
    """What comes next while the order of a sealed shoe is open."""
    if shoe.contributions_closed:
        why = Message.of("The contributions to the order of the shoe are revealed.")
        patrons = tuple(filter(None, map(patron_of_key, shoe.unrevealed)))
        reveal = Form(c.RevealContribution(""), (Field("value"),))
        reveals = [reveal.by(each) for each in patrons]
        if len(patrons) < len(shoe.unrevealed):
            reveals.append(reveal)
        forms = (*reveals, Form(c.RetireShoe()))
        return Prompt(Step.REVEAL_CONTRIBUTIONS, why, forms, SHARED_ORDER, patrons=patrons)
    if shoe.contributions:
        why = Message.of(
            "Contributions to the order of the shoe are closed when everyone has had time."
        )
        close = (Form(c.CloseContributions()),)
        return Prompt(Step.CLOSE_CONTRIBUTIONS, why, close, SHARED_ORDER)
    why = Message.of("A player or the dealer contributes to the order of the shoe.")
    contribute = Form(c.Contribute(""), (Field("digest"),))
    dealer = taken_over_by(state)
    if contributor_key(Contributor.STAFF, dealer) in state.barred:
        why = Message.of(
            "{dealer} withheld a contribution: the table is given back, or someone else"
            " contributes.",
            dealer=dealer,
        )
        return Prompt(Step.CONTRIBUTE, why, (Form(c.SignOffDealer()), contribute), SHARED_ORDER)
    return Prompt(Step.CONTRIBUTE, why, (contribute,), SHARED_ORDER)


def _dealing(state: State, play: Round) -> Prompt:
    due = play.due()
    if due is None:
        return _revealing(state, play)
    clause = state.game.draw_clause(due)
    if play.initial_deal_done and not play.totals_announced:
        why = Message.of("Four cards are dealt and face up.")
        return Prompt(Step.ANNOUNCE_TOTALS, why, (Form(c.AnnounceTotals()),), clause)
    if due.side is None:
        return Prompt(Step.ANNOUNCE_OUTCOME, due.message, (Form(c.AnnounceOutcome()),), clause)
    who = (state.device,) if state.device else ()
    if not may_draw(state, play):
        why = Message.of(
            "{patron} has no bet: the device is passed on, or drawing allowed without.",
            patron=state.device,
        )
        give_up = Form(c.GiveUpDevice())
        forms = (give_up, give_up.by(state.device))
        return Prompt(Step.PASS_DEVICE, why, forms, "3.12.2", patrons=who)
    return Prompt(Step.DRAW, due.message, (_drawing(state, play),), clause, due.side, who)


def _drawing(state: State, play: Round) -> Form:
    """The next card: drawn by the patron with the device or by staff, named by its source."""
    shoe = state.shoe
    assert shoe is not None, "a round is opened with a shoe only"
    draw = Form(c.DrawCard())
    if state.device:
        draw = draw.by(state.device)
    if play.set_aside and play.set_aside[0] is not None:
        return draw  # it has been read
    if source_of(shoe) is not CardSource.PHYSICAL:
        return _supplied(state, shoe, draw)
    named = Field("card", required=state.method is not Method.A)
    if state.device:  # in method C a device reads what the patron draws (3.12.1)
        return Form(c.DrawCard(), (named,), Giver.DEVICE, state.device)
    return replace(draw, fields=(named,))


def _revealing(state: State, play: Round) -> Prompt:
    hidden = [side for side in Side if not all(dealt.face_up for dealt in play.hand(side))]
    for side in hidden:
        to = owed(state, play, side)
        if to.patron:
            why = Message.of("{patron} is due the {side} cards.", patron=to.patron, side=side)
            forms = (Form(c.PassCards(side, to.patron)),)
            return Prompt(Step.PASS, why, forms, to.clause, side, (to.patron,))
    if state.method is Method.A and not play.totals_announced:
        if play.first_revealed is None and play.handlers:
            why = Message.of("The dealer says which hand is revealed first.")
            choices = tuple(Form(c.ChooseFirstRevealed(side)) for side in Side)
            return Prompt(Step.CHOOSE_FIRST, why, choices, "3.10.6")
        if play.first_revealed in hidden:
            hidden = [play.first_revealed]
    side = hidden[0]
    holder = play.handlers.get(side, "")
    why = Message.of("The dealer exposes the {side} cards.", side=side)
    if holder:
        why = Message.of("{patron} exposes the {side} cards.", patron=holder, side=side)
    clause = exposing_clause(state, play, side)
    patrons = (holder,) if holder else ()
    return Prompt(Step.EXPOSE, why, _exposing(play, side, holder), clause, side, patrons)


def _exposing(play: Round, side: Side, holder: str) -> tuple[Form, ...]:
    """A hand turned up; staff say which cards they are that no device has read."""
    unread = any(dealt.card is None for dealt in play.hand(side))
    cards = (Field("cards"),) if unread else ()
    if not holder:
        return (Form(c.ExposeCards(side), cards),)
    turned = Form(c.ExposeCards(side, turned_by=holder), cards)
    back = Form(c.RefuseCards(side, holder))
    absent = Form(c.Report(Irregularity.HANDLER_ABSENT, side=side))
    own = turned if unread else Form(c.ExposeCards(side)).by(holder)
    return (own, back.by(holder), back, absent)
