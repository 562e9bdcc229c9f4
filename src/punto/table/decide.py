"""May this be done now, by this person? `decide` answers with what happens, or refuses."""

from collections.abc import Callable
from typing import Any

from punto.table import (
    betting,
    cases,
    dealing,
    device,
    handling,
    keeping,
    missing,
    options,
    settling,
)
from punto.table import commands as c
from punto.table.approvals import check_approval
from punto.table.authority import check_authority
from punto.table.events import Event
from punto.table.requirements import check_words, closed_table, open_table
from punto.table.state import State

Decider = Callable[[State, Any], tuple[Event, ...]]


def _then_go_on(answer: Decider) -> Decider:
    """An answer to an option; the last one lets the round go on."""

    def decider(state: State, command: Any) -> tuple[Event, ...]:
        return cases.after_answer(state, answer(state, command))

    return decider


DECIDERS: dict[type, Decider] = {
    c.OpenTable: keeping.open_the_table,
    c.ChangeConfiguration: keeping.change_configuration,
    c.CloseTable: keeping.close_table,
    c.LoadShoe: keeping.load_shoe,
    c.BurnCards: keeping.burn_cards,
    c.RetireShoe: keeping.retire_shoe,
    c.RevealShoe: keeping.reveal_shoe,
    c.OpenBetting: betting.open_betting,
    c.PlaceStake: betting.place_stake,
    c.ChangeStake: betting.change_stake,
    c.WithdrawStake: betting.withdraw_stake,
    c.CloseBetting: betting.close_betting,
    c.AskToDecrease: betting.ask_to_decrease,
    c.RemoveStakes: betting.remove_stakes,
    c.DrawCard: dealing.draw_card,
    c.ExposeCards: dealing.expose_cards,
    c.AnnounceTotals: dealing.announce_totals,
    c.AnnounceOutcome: dealing.announce_outcome,
    c.ReportCutCard: dealing.report_cut_card,
    c.PassCards: handling.pass_cards,
    c.RefuseCards: handling.refuse_cards,
    c.ChooseHandler: handling.choose_handler,
    c.AllowSqueezing: handling.allow_squeezing,
    c.ChooseFirstRevealed: handling.choose_first_revealed,
    c.SqueezeCards: handling.squeeze_cards,
    c.ChooseMethod: device.choose_method,
    c.GiveDevice: device.give_device,
    c.GiveUpDevice: device.give_up_device,
    c.AllowFirstCardWithdrawal: cases.allow_first_card_withdrawal,
    c.Report: cases.report,
    c.Reconstruct: cases.reconstruct,
    c.Decide: cases.decide_case,
    c.AnswerOption: _then_go_on(options.answer_option),
    c.LapseOption: _then_go_on(options.lapse_option),
    c.SetAside: missing.set_aside,
    c.SortCards: missing.sort_cards,
    c.ReplaceMissing: missing.replace_missing,
    c.CorrectRound: settling.correct_round,
    c.CorrectDisplay: settling.correct_display,
}


def decide(state: State, command: c.Command) -> tuple[Event, ...]:
    """What happens when somebody gives this command now; a refused one changes nothing."""
    check_words(command)
    if type(command) is c.OpenTable:
        closed_table(state)
    else:
        open_table(state)
    check_authority(state, command)
    device.check_control(state, command)
    events = DECIDERS[type(command)](state, command)
    check_approval(state, command, events)
    return events
