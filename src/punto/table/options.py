"""Options: patrons who may take stakes back are asked, answer or let it lapse."""

from punto.refusals import Reason, Refused
from punto.rules.certainty import decided_wagers, outcomes_left
from punto.rules.hands import Side
from punto.rules.irregularities import Option, Procedure
from punto.table import commands as c
from punto.table import events as e
from punto.table.betting import withdrawn
from punto.table.requirements import case_waiting, round_in_play
from punto.table.state import Case, Round, State, Waits

Events = tuple[e.Event, ...]


def offer(state: State, procedure: Procedure) -> Events:
    """Ask every patron who has a stake that may be taken back; nobody is asked for nothing.

    A stake already won or lost by what lies face up stays (reading remaining-stakes).
    """
    if procedure.option is Option.NONE:
        return ()
    play = round_in_play(state)
    decided = decided_now(state, play)
    open_stakes = [stake for stake in play.stakes.values() if stake.wager not in decided]
    if not open_stakes:
        return ()
    return (
        e.OptionOffered(
            irregularity=procedure.irregularity,
            option=procedure.option,
            patrons=tuple(dict.fromkeys(stake.patron for stake in open_stakes)),
            withdrawable=tuple(stake.id for stake in open_stakes),
            clause=procedure.option_clause or procedure.clause,
        ),
    )


def answer_option(state: State, command: c.AnswerOption) -> Events:
    """One patron's answer: the stakes taken back, all or none where the clause says so."""
    case = case_waiting(state, Waits.OPTION)
    play = round_in_play(state)
    if command.patron not in case.asked:
        raise Refused(
            Reason.NO_SUCH_CASE,
            f"{command.patron} has no option to answer.",
            clause=_cite(state, case),
        )
    own = {
        each
        for each in case.withdrawable
        if each in play.stakes and play.stakes[each].patron == command.patron
    }
    taken = set(command.withdraw)
    if not taken <= own:
        raise Refused(
            Reason.UNKNOWN_STAKE,
            f"{command.patron} may withdraw {_listed(own)} only.",
            clause=_cite(state, case),
        )
    if case.option is Option.WITHDRAW_ALL and taken and taken != own:
        raise Refused(
            Reason.ALL_OR_NOTHING,
            f"{command.patron} withdraws all of {_listed(own)}, or none.",
            clause=_cite(state, case),
        )
    answered = e.OptionAnswered(
        patron=command.patron, withdrawn=tuple(sorted(taken)), clause=case.clause
    )
    return (answered, *(withdrawn(play.stakes[each], case.clause) for each in sorted(taken)))


def lapse_option(state: State, command: c.LapseOption) -> Events:
    case = case_waiting(state, Waits.OPTION)
    return (e.OptionLapsed(patrons=case.asked, clause=case.clause),)


def decided_now(state: State, play: Round) -> frozenset[str]:
    """The wagers that what lies face up has already won or lost for certain."""
    seen = [[dealt.shown for dealt in play.hand(side)] for side in Side]
    player, banker = ([*hand, None, None, None] for hand in seen)
    left = outcomes_left((player[0], player[1], player[2]), (banker[0], banker[1], banker[2]))
    return decided_wagers(state.game, left)


def _listed(stakes: set[int]) -> str:
    return "stake " + " and ".join(str(each) for each in sorted(stakes))


def _cite(state: State, case: Case) -> str:
    return state.game.cite(case.clause)
