"""Power failures in games with no clause on them: the round resumes, and is void by decision only.

Reading power-failure-elsewhere. Games with a clause of their own have a procedure, see `cases`.
"""

from punto.refusals import Reason, Refused
from punto.rules.irregularities import Irregularity
from punto.table import commands as c
from punto.table import events as e
from punto.table.dealers import dealt_by
from punto.table.settlement import void_round
from punto.table.state import State

WHO_DECIDES = "reading power-failure-elsewhere"


def decide_interrupted(state: State, command: c.Decide) -> tuple[e.Event, ...]:
    """The round goes on as it stood, or is void because its cards cannot be established."""
    if command.cards:
        raise Refused(
            Reason.NO_SUCH_CASE,
            "The round resumes with the cards it has: none are to be put in order.",
            clause=WHO_DECIDES,
        )
    failure = Irregularity.POWER_FAILURE
    decided = e.Decided(
        irregularity=failure,
        void=command.void,
        surveillance=command.surveillance,
        clause=WHO_DECIDES,
        why=command.why,
        dealer=dealt_by(state),
    )
    if not command.void:
        return (decided,)
    return (decided, *void_round(state, failure, clause=WHO_DECIDES, why=command.why)[1:])
