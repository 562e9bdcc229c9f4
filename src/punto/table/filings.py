"""Reports filed: held until the position that resolves them confirms or dismisses them."""

from punto.refusals import Reason, Refused
from punto.rules.irregularities import Irregularity
from punto.rules.staff import reaches
from punto.table import cases
from punto.table import commands as c
from punto.table import events as e
from punto.table.acting_positions import in_position
from punto.table.authority import resolves
from punto.table.direct_remedies import has_direct_remedy, take_up
from punto.table.evolve import evolve, evolve_all
from punto.table.people import Origin, Staff
from punto.table.power_failure import decide_interrupted
from punto.table.preconditions import case_waiting
from punto.table.report_sources import check_possible
from punto.table.state import Case, State, Waits

Events = tuple[e.Event, ...]


def report(state: State, command: c.Report, origin: Origin) -> Events:
    """Resolve a report at once where its reporter may; else hold the round and file it.

    What could not be taken up now is refused to every reporter. A wrong display always waits: its
    correction says what was shown.
    """
    if state.case is None:
        check_possible(state, command.irregularity)
    resolved = _take_up(state, command, origin)
    check_possible(state, command.irregularity)  # after what is said of a case that waits
    resolver = resolves(state, command.irregularity)
    assert resolver.position is not None, "an irregularity is resolved by staff"
    assert isinstance(origin.by, Staff), "checked before"
    held = in_position(state, origin.by, origin.at_ms).position
    can_resolve = reaches(state.ranks, held, resolver.position)
    if can_resolve and command.irregularity is not Irregularity.WRONG_DISPLAY:
        return resolved
    _refuse_a_second(state)
    return (
        e.ReportFiled(
            irregularity=command.irregularity,
            filed_by=origin.by.id,
            resolver=resolver.position,
            reconstructable=command.reconstructable,
            side=command.side,
            patron=command.patron,
            card=command.card,
            note=command.note,
            together=command.together,
            place=command.place,
            clause=resolver.clause,
        ),
    )


def confirm_report(state: State, command: c.ConfirmReport, origin: Origin) -> Events:
    """Apply the clause to what was reported."""
    filed = _filed(case_waiting(state, command))
    if filed.irregularity is Irregularity.WRONG_DISPLAY:
        raise Refused(
            Reason.NO_SUCH_CASE,
            "Correct the display (correct-display), or dismiss the report.",
            clause=state.game.cite(filed.clause),
        )
    confirmed = e.ReportConfirmed(
        irregularity=filed.irregularity,
        surveillance=command.surveillance,
        clause=filed.clause,
        why=command.why,
    )
    changed = command.reconstructable
    reported = c.Report(
        filed.irregularity,
        reconstructable=filed.reconstructable if changed is None else changed,
        side=filed.side,
        patron=filed.patron,
        card=filed.card,
        note=filed.note,
        together=filed.together,
        place=filed.place,
    )
    return (confirmed, *_take_up(evolve(state, confirmed), reported, origin))


def decide_case(state: State, command: c.Decide, origin: Origin) -> Events:
    """Decide what waits for a decision; of a power failure that no clause covers, also a report.

    Such a report leads to nothing but this decision, which therefore confirms it. A case that the
    report interrupted goes on waiting: the decision is not about that.
    """
    case, failed = state.case, Irregularity.POWER_FAILURE
    is_filed = case is not None and case.irregularity is failed  # it opens no other case
    if not is_filed or state.round is None or state.game.procedure(failed) is not None:
        return cases.decide_case(state, command, origin)
    confirmed = confirm_report(
        state, c.ConfirmReport(command.why, surveillance=command.surveillance), origin
    )
    return (*confirmed, *decide_interrupted(evolve_all(state, confirmed), command))


def dismiss_report(state: State, command: c.DismissReport, origin: Origin) -> Events:
    """The round goes on where the report held it."""
    filed = _filed(case_waiting(state, command))
    return (
        e.ReportDismissed(
            irregularity=filed.irregularity,
            surveillance=command.surveillance,
            clause=filed.clause,
            why=command.why,
        ),
    )


def _take_up(state: State, command: c.Report, origin: Origin) -> Events:
    if has_direct_remedy(state, command.irregularity):
        return take_up(state, command, origin)
    return cases.report(state, command)


def _filed(case: Case) -> e.ReportFiled:
    assert case.report is not None, "what waits for confirmation is a report"
    return case.report


def _refuse_a_second(state: State) -> None:
    """One report waits at a time; the person who resolves it sees the rest then."""
    if state.case is not None and state.case.waits is Waits.CONFIRMATION:
        raise Refused(
            Reason.CASE_PENDING,
            "First {irregularity} must be resolved: it waits for confirmation.",
            clause=state.game.cite(state.case.clause),
            irregularity=state.case.irregularity,
        )
