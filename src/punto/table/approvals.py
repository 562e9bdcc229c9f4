"""Second approval: voids, corrections and adjustments of much money need two people.

The documents are silent on it, so this is the operator's own rule. A round is measured by the
limit it was played under: nobody does away with it afterwards.
"""

from punto.money import print_amount
from punto.refusals import Reason, Refused
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table import events as e
from punto.table.state import State

APPROVES = Position.GAMING_SHIFT_MANAGER  # the lowest position whose yes counts


def check_approval(state: State, command: c.Command, events: tuple[e.Event, ...]) -> None:
    """Refuse a void or a correction that moves much money, where no second person approved it.

    What the cards themselves make void is void at once: nobody chose it.
    """
    if not isinstance(command, c.Approvable):
        return
    for event in events:
        if isinstance(event, e.RoundVoided | e.RoundSettled | e.SettlementReversed):
            # A small stake may have won much, or win much once it is corrected.
            cents = sum(max(line.cents, line.returned_cents) for line in event.lines)
            check_second(command, _limit_cents(state, event.round), cents, event.round)


def check_second(
    command: c.Approvable, limit_cents: int | None, cents: int, number: int = 0
) -> None:
    """Refuse a command over so much that no second person of sufficient position approved."""
    if limit_cents is None or cents < limit_cents:
        return
    approval = command.approval
    if approval is None:
        raise _needed(
            f"It is about {print_amount(cents)}: a second person has to approve it,"
            f" a {APPROVES.title} or above."
        )
    if approval.by.id == command.by.id:
        raise _needed("Nobody approves what they ask for themselves: ask a second person.")
    if approval.by.position < APPROVES:
        raise _needed(
            f"This is for a {APPROVES.title} to approve, not for a {approval.by.position.title}."
        )
    if approval.round != number:
        raise _needed(f"Round {approval.round} was approved, not round {number}: ask again.")


def round_meant(state: State, command: c.Command) -> int:
    """The round a command is about as the table stands: the one named, in play, or the last."""
    if isinstance(command, c.CorrectRound):
        return command.round
    if state.round is not None:
        return state.round.number
    return state.finished[-1].number if state.finished else 0


def _limit_cents(state: State, number: int) -> int | None:
    """The limit that a round is played under, or was."""
    for each in state.finished:
        if each.number == number:
            return each.configuration.approval_cents
    return state.configuration.approval_cents if state.configuration else None


def _needed(sentence: str) -> Refused:
    return Refused(Reason.APPROVAL_NEEDED, sentence)
