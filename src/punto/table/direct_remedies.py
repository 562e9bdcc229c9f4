"""Irregularities that also have a command of their own, taken up here when they are reported.

Late chips, limits, the differential, the cut card as the first card, a wrong display: the command
may be given at once, without a report. A report of one is taken as any other.
"""

from collections.abc import Callable, Mapping

from punto.refusals import Reason, Refused
from punto.rules.irregularities import Irregularity, Procedure
from punto.table import commands as c
from punto.table import events as e
from punto.table.cases import allow_first_card_withdrawal, note_report
from punto.table.late import check_late
from punto.table.people import Origin
from punto.table.preconditions import no_case, round_in_play
from punto.table.settlement import correction_clause
from punto.table.stakes import ask_to_decrease
from punto.table.state import State

Events = tuple[e.Event, ...]
I = Irregularity  # noqa: E741  (short where the table below is read as a table)


def has_direct_remedy(state: State, kind: Irregularity) -> bool:
    """Whether it is taken up here: what a game has no clause on is referred instead."""
    return kind is I.WRONG_DISPLAY or (kind in REMEDIES and state.game.procedure(kind) is not None)


def take_up(state: State, command: c.Report, origin: Origin) -> Events:
    """What a report of it comes to, from someone who may resolve it.

    A wrong display comes to nothing yet: its correction has to say what was shown.
    """
    no_case(state)
    if command.irregularity is I.WRONG_DISPLAY:
        _check_displayed(state)
        return ()
    procedure = state.game.procedure(command.irregularity)
    assert procedure is not None, "what no clause covers is referred"
    return REMEDIES[command.irregularity](state, command, procedure, origin)


def _late(state: State, command: c.Report, procedure: Procedure, origin: Origin) -> Events:
    """Not honoured, by the clause itself; the chips are recorded by a command of their own."""
    if round_in_play(state).betting_open:
        raise Refused(
            Reason.NO_SUCH_CASE,
            "Betting is still open.",
            clause=state.game.cite(procedure.clause),
        )
    check_late(state, command.irregularity)
    return (note_report(command, procedure.clause),)


def _outside_limits(
    state: State, command: c.Report, procedure: Procedure, origin: Origin
) -> Events:
    """Noted now; the clause is applied to the stake when the round is settled."""
    round_in_play(state)
    return (note_report(command, procedure.clause),)


def _differential(state: State, command: c.Report, procedure: Procedure, origin: Origin) -> Events:
    asked = ask_to_decrease(state, c.AskToDecrease(), origin)
    return (note_report(command, procedure.clause), *asked)


def _cut_card_first(
    state: State, command: c.Report, procedure: Procedure, origin: Origin
) -> Events:
    play, shoe = round_in_play(state), state.shoe
    assert shoe is not None, "a round is opened with a shoe only"
    if not shoe.cut_card_out and not play.cards:
        raise Refused(
            Reason.NO_SUCH_CASE,
            "First say that the cut card is out (report-cut-card).",
            clause=state.game.cite(procedure.clause),
        )
    return allow_first_card_withdrawal(state, c.AllowFirstCardWithdrawal(command.note), origin)


def _check_displayed(state: State) -> None:
    if state.round is None and not state.finished:
        raise Refused(
            Reason.NO_ROUND,
            "No round has been played that a display could show.",
            clause=state.game.cite(correction_clause(state.game)),
        )


REMEDIES: Mapping[Irregularity, Callable[[State, c.Report, Procedure, Origin], Events]] = {
    I.LATE_STAKE: _late,
    I.LATE_WITHDRAWAL: _late,
    I.UNDER_MINIMUM: _outside_limits,
    I.OVER_MAXIMUM: _outside_limits,
    I.DIFFERENTIAL_EXCEEDED: _differential,
    I.CUT_CARD_FIRST: _cut_card_first,
}
