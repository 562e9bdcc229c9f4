"""What is found after "No more bets" at a chip table: stakes and withdrawals that came late."""

from punto.messages import Amount
from punto.money import AMOUNT_CENTS_MAX
from punto.refusals import Reason, Refused
from punto.rules.irregularities import Irregularity
from punto.table import commands as c
from punto.table import events as e
from punto.table.configuration import Funding
from punto.table.people import Origin
from punto.table.preconditions import open_table, round_in_play
from punto.table.stakes import check_position, find_stake
from punto.table.state import Round, State

Events = tuple[e.Event, ...]


def record_late_stake(state: State, command: c.RecordLateStake, origin: Origin) -> Events:
    """Chips found on the layout that came late: not honoured, and returned to their patron."""
    check_late(state, Irregularity.LATE_STAKE)
    config = open_table(state)
    state.game.wager(command.wager)
    check_position(state, config, command.position)
    _check_amount(command.cents, AMOUNT_CENTS_MAX, config.digits)
    return (
        e.LateStakeFound(
            patron=command.patron,
            wager=command.wager,
            position=command.position,
            cents=command.cents,
            clause=late_clause(state, Irregularity.LATE_STAKE),
            why=command.why,
        ),
    )


def record_late_withdrawal(state: State, command: c.RecordLateWithdrawal, origin: Origin) -> Events:
    """Chips taken off late: the stake is still won or lost as it stood at the call."""
    play = check_late(state, Irregularity.LATE_WITHDRAWAL)
    stake = find_stake(play, command.stake)
    _check_amount(command.cents, stake.cents, open_table(state).digits)
    return (
        e.LateWithdrawalFound(
            stake=stake.id,
            patron=stake.patron,
            wager=stake.wager,
            cents=command.cents,
            stands_cents=stake.cents,
            clause=late_clause(state, Irregularity.LATE_WITHDRAWAL),
            why=command.why,
        ),
    )


def late_clause(state: State, kind: Irregularity) -> str:
    """The game's clause on what comes late."""
    procedure = state.game.procedure(kind)
    assert procedure is not None, "every game has a clause on what comes late"
    return procedure.clause


def check_late(state: State, kind: Irregularity) -> Round:
    """The round whose betting is closed; at terminals nothing late is ever on the table."""
    play, clause = round_in_play(state), state.game.cite(late_clause(state, kind))
    if play.betting_open:
        raise Refused(Reason.BETTING_OPEN, "Nothing is late while betting is open.", clause=clause)
    if open_table(state).funding is Funding.CREDITS:
        raise Refused(
            Reason.NO_SUCH_CASE, "At terminals what comes late is refused at once.", clause=clause
        )
    return play


def _check_amount(cents: int, most: int, digits: int) -> None:
    if cents <= 0:
        raise Refused(Reason.AMOUNT_NOT_POSITIVE, "Say how much it was.")
    if cents > most:
        raise Refused(Reason.AMOUNT_TOO_LARGE, "It was {most} at most.", most=Amount(most, digits))
