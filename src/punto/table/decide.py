"""May this be done now, by this person? `decide` answers with what happens, or refuses."""

from collections.abc import Callable
from typing import Any

from punto.refusals import Refused
from punto.table import (
    acting_positions,
    cases,
    contributions,
    deal,
    dealers,
    device,
    filings,
    handlers,
    late,
    lifecycle,
    missing_cards,
    options,
    settlement,
    shoes,
    stakes,
)
from punto.table import commands as c
from punto.table.approvals import approved_through, check_approval
from punto.table.authority import acts_through, check_authority
from punto.table.card_source import check_source
from punto.table.events import Event
from punto.table.evolve_round import with_dealer
from punto.table.people import Actor, Approval, Origin
from punto.table.preconditions import check_words, closed_table, open_table
from punto.table.state import State

ORDER_OF_WORK = (
    "reading order-of-work"  # what the documents presume, refused by no clause of theirs
)

Decider = Callable[[State, Any, Origin], tuple[Event, ...]]


def _then_go_on(answer: Decider) -> Decider:
    """An answer to an option; the last one lets the round go on."""

    def decider(state: State, command: Any, origin: Origin) -> tuple[Event, ...]:
        return cases.after_answer(state, answer(state, command, origin))

    return decider


DECIDERS: dict[type, Decider] = {
    c.OpenTable: lifecycle.open_the_table,
    c.ChangeConfiguration: lifecycle.change_configuration,
    c.CloseTable: lifecycle.close_table,
    c.LoadShoe: shoes.load_shoe,
    c.Contribute: contributions.contribute,
    c.CloseContributions: contributions.close_contributions,
    c.RevealContribution: contributions.reveal_contribution,
    c.BurnCards: shoes.burn_cards,
    c.RetireShoe: shoes.retire_shoe,
    c.RevealShoe: shoes.reveal_shoe,
    c.OpenBetting: stakes.open_betting,
    c.PlaceStake: stakes.place_stake,
    c.ChangeStake: stakes.change_stake,
    c.WithdrawStake: stakes.withdraw_stake,
    c.RecordLateStake: late.record_late_stake,
    c.RecordLateWithdrawal: late.record_late_withdrawal,
    c.CloseBetting: stakes.close_betting,
    c.AskToDecrease: stakes.ask_to_decrease,
    c.RemoveStakes: stakes.remove_stakes,
    c.DrawCard: deal.draw_card,
    c.ExposeCards: deal.expose_cards,
    c.AnnounceTotals: deal.announce_totals,
    c.AnnounceOutcome: deal.announce_outcome,
    c.ReportCutCard: deal.report_cut_card,
    c.PassCards: handlers.pass_cards,
    c.RefuseCards: handlers.refuse_cards,
    c.ChooseHandler: handlers.choose_handler,
    c.AllowSqueezing: handlers.allow_squeezing,
    c.ChooseFirstRevealed: handlers.choose_first_revealed,
    c.SqueezeCards: handlers.squeeze_cards,
    c.ChooseMethod: device.choose_method,
    c.GiveDevice: device.give_device,
    c.GiveUpDevice: device.give_up_device,
    c.AllowFirstCardWithdrawal: cases.allow_first_card_withdrawal,
    c.Report: filings.report,
    c.ConfirmReport: filings.confirm_report,
    c.DismissReport: filings.dismiss_report,
    c.ActAs: acting_positions.act_as,
    c.EndActing: acting_positions.end_acting,
    c.SignOnDealer: dealers.sign_on_dealer,
    c.SignOffDealer: dealers.sign_off_dealer,
    c.Reconstruct: cases.reconstruct,
    c.Decide: filings.decide_case,
    c.AnswerOption: _then_go_on(options.answer_option),
    c.LapseOption: _then_go_on(options.lapse_option),
    c.SetAside: missing_cards.set_aside,
    c.SortCards: missing_cards.sort_cards,
    c.ReplaceMissing: missing_cards.replace_missing,
    c.CorrectRound: settlement.correct_round,
    c.CorrectDisplay: settlement.correct_display,
}


def decide(
    state: State,
    command: c.Command,
    by: Actor,
    at_ms: int = 0,
    approval: Approval | None = None,
) -> tuple[Event, ...]:
    """What happens when someone gives this command now; a refused one changes nothing."""
    try:
        return _decide(state, command, Origin(by, at_ms, approval))
    except Refused as refusal:
        refusal.clause = refusal.clause or ORDER_OF_WORK
        raise


def _decide(state: State, command: c.Command, origin: Origin) -> tuple[Event, ...]:
    check_words(command, origin)
    if type(command) is c.OpenTable:
        closed_table(state)
    else:
        open_table(state)
    check_authority(state, command, origin)
    dealers.check_dealer(state, command, origin.by)
    device.check_control(state, command)
    check_source(state, command, origin.by)
    is_dealing = type(command) in dealers.BY_DEALING
    signed = dealers.sign_on_by_dealing(state, command, origin.by) if is_dealing else ()
    dealt = with_dealer(state, signed[0]) if signed else state
    events = (*signed, *DECIDERS[type(command)](dealt, command, origin))
    check_approval(state, command, origin, events)
    return (*_acted(state, command, origin), *events) if state.acting else events


def _acted(state: State, command: c.Command, origin: Origin) -> tuple[Event, ...]:
    """Who of those this rests on acted in another position than their own."""
    people = (acts_through(state, command, origin), approved_through(state, command, origin))
    return tuple(acting_positions.acted_as(state, each, origin.at_ms) for each in people if each)
