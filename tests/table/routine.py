"""The honest way on: people who do what the table says comes next, until the round is over."""

from random import Random

from msgspec.structs import replace

from punto.refusals import Refused
from punto.rules.cards import parse_card
from punto.rules.game import Method
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity
from punto.table import commands as c
from punto.table import events as e
from punto.table.people import Patron
from punto.table.prompt import Prompt, Step, next_step
from tests.table.gestures import GESTURES, NOBODY, configuration, stake
from tests.table.machine import Table
from tests.table.rightful import rightful

BOUND = 80  # commands from anywhere to the end of a round


def obey(table: Table, chance: Random) -> c.Command:
    """The command that the table's own prompt asks for, by somebody who may give it."""
    prompt = next_step(table.state)
    command = _asked(table, prompt, chance)
    if prompt.step is Step.EXPOSE and prompt.patrons:
        return replace(command, by=Patron(prompt.patrons[0]))
    return replace(command, by=rightful(table.state, command).somebody())


def finish(table: Table, chance: Random) -> int:
    """Obey until a round is settled or void; how many commands it took."""
    for taken in range(1, BOUND + 1):
        command = obey(table, chance)
        step = next_step(table.state)
        answer = table.give(command)
        if isinstance(answer, Refused):
            assert step.step in (Step.SORT, Step.REPLACE), f"{step} leads nowhere: {answer}"
            # The count does not come out: there are extra or missing cards (5.1).
            extra = c.Report(Irregularity.EXTRA_OR_MISSING_CARDS, by=NOBODY)
            answer = table.give(replace(extra, by=rightful(table.state, extra).somebody()))
            assert not isinstance(answer, Refused)
        if any(_ends_round(event) for event in answer):
            return taken
    raise AssertionError(f"no end after {BOUND} commands: {next_step(table.state)}")


def _ends_round(event: e.Event) -> bool:
    return isinstance(event, e.RoundSettled | e.RoundVoided)


def _asked(table: Table, prompt: Prompt, chance: Random) -> c.Command:
    state, play, case = table.state, table.state.round, table.state.case
    side = prompt.side or Side.PLAYER
    match prompt.step:
        case Step.OPEN_TABLE:
            return c.OpenTable(configuration(chance), by=NOBODY)
        case Step.LOAD_SHOE if state.shoe is not None:
            return c.RetireShoe(by=NOBODY)
        case Step.LOAD_SHOE:
            load = GESTURES[c.LoadShoe](table, chance)
            return replace(load, shoe=f"shoe{len(table.events)}", backs_alike=True)
        case Step.BURN:
            first = table.top(chance)
            return c.BurnCards(first, parse_card(first).points or 10, by=NOBODY)
        case Step.OPEN_BETTING:
            return c.OpenBetting(by=NOBODY)
        case Step.CLOSE_BETTING:
            return c.CloseBetting(by=NOBODY)
        case Step.DECREASE:
            assert play is not None
            if play.decrease_asked is not prompt.side:
                return c.AskToDecrease(by=NOBODY)
            on_side = [each.id for each in play.stakes.values() if each.wager == side.value]
            return c.RemoveStakes(tuple(on_side), by=NOBODY)
        case Step.PASS_DEVICE:
            return c.GiveUpDevice(by=NOBODY)
        case Step.DRAW:
            read = table.device_reads or state.method is not Method.A
            return c.DrawCard(table.top(chance) if read else None, by=NOBODY)
        case Step.PASS:
            return c.PassCards(side, prompt.patrons[0], by=NOBODY)
        case Step.CHOOSE_FIRST:
            return c.ChooseFirstRevealed(chance.choice(tuple(Side)), by=NOBODY)
        case Step.EXPOSE:
            return c.ExposeCards(side, table.turned(side), by=NOBODY)
        case Step.ANNOUNCE_TOTALS:
            return c.AnnounceTotals(by=NOBODY)
        case Step.ANNOUNCE_OUTCOME:
            return c.AnnounceOutcome(by=NOBODY)
        case Step.ANSWER_OPTION:
            if chance.random() < 0.5:
                return c.LapseOption(by=NOBODY)
            return c.AnswerOption(prompt.patrons[0], by=NOBODY)
        case Step.RECONSTRUCT:
            assert case is not None
            cards = state.finished[-1].cards if case.round else table.in_order()
            return c.Reconstruct(cards, by=NOBODY)
        case Step.SET_ASIDE:
            return c.SetAside(table.next_two() if table.device_reads else (None, None), by=NOBODY)
        case Step.SORT:
            return c.SortCards(table.sorted(), by=NOBODY)
        case Step.REPLACE:
            missing = tuple(code for each in Side for code in table.unread(each))
            return c.ReplaceMissing(missing, by=NOBODY)
        case Step.DECIDE:
            return c.Decide(False, "as surveillance saw it", table.in_order(), by=NOBODY)


def stakes(table: Table, chance: Random, count: int) -> None:
    """Some stakes, those refused too."""
    for _ in range(count):
        placed = stake(table, chance)
        table.give(replace(placed, by=rightful(table.state, placed).somebody()))
