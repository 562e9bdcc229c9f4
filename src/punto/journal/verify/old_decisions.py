"""Checks of an entry that an earlier version of the engine decided.

It is not decided again, because decisions may have been corrected since. Its events are checked one
by one against the command, the state before them and the cards.
"""

from collections.abc import Iterator
from typing import Any

from punto.journal.codec import Entry, Events, decode_refusal
from punto.journal.streams import Command
from punto.rules.settlement import Result
from punto.table import events as e
from punto.table.state import Finished, Stake, State

# Fields that a command and the event it causes have in common.
SHARED_FIELDS = (
    "patron",
    "wager",
    "position",
    "cents",
    "account",
    "table",
    "shoe",
    "commitment",
    "configuration",
    "student",
    "seed",
    "since",
)


def contradictions_of_command(entry: Entry, command: Command, events: Events) -> Iterator[str]:
    """What is wrong with the recorded answer to a command."""
    if entry.refusal:
        decode_refusal(entry)  # one that cannot be read is Corrupt
        if events:
            yield "it was refused, and yet something happened"
        return
    if not events:
        yield "nothing happened, and yet it was not refused"
        return
    first: Any = events[0]
    for name in SHARED_FIELDS:
        wanted, happened = getattr(command, name, None), getattr(first, name, None)
        if wanted is not None and happened is not None and wanted != happened:
            yield f"the command and what happened name another {name}"


def contradictions_of_payment(state: State, event: e.Event) -> Iterator[str]:
    """What is wrong with the lines of a settled or void round, apart from the odds."""
    if not isinstance(event, e.RoundSettled | e.RoundVoided):
        return
    finished = next((each for each in state.finished if each.number == event.round), None)
    stakes = _stakes(state, finished)
    for line in event.lines:
        stake = stakes.get(line.stake)
        same = stake is not None and (stake.patron, stake.wager, stake.cents) == (
            line.patron,
            line.wager,
            line.cents,
        )
        if not same:
            yield f"stake {line.stake} is settled otherwise than it was placed"
        if isinstance(event, e.RoundVoided):
            if (line.result, line.profit_cents, line.returned_cents) != (
                Result.VOID,
                0,
                line.cents,
            ):
                yield f"stake {line.stake} of a void round did not go back as it was"
        elif line.result is not _result(line):
            yield f"stake {line.stake} is called {line.result}, but is {_result(line)}"


def _stakes(state: State, finished: Finished | None) -> dict[int, Stake]:
    if finished is not None:
        return {stake.id: stake for stake in finished.stakes}
    return dict(state.round.stakes) if state.round is not None else {}


def _result(line: e.Paid) -> Result:
    """The result that a settled stake's money implies; a returned one looks like a push."""
    if line.profit_cents > 0:
        return Result.WIN
    if line.profit_cents < 0:
        return Result.LOSE
    return Result.RETURNED if line.result is Result.RETURNED else Result.PUSH
