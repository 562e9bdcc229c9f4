"""Chip tables: what the dealer takes and pays for a settled round, in order, and the tray.

A round ends when the losing stakes are collected and the winning ones paid: so all collections come
first, then all payments, each by position number and then in the order of the layout. No clause
prescribes the order within each of the two steps; it is our own.
"""

from collections.abc import Iterable
from enum import Enum

from msgspec import Struct

from punto.ledger.accounts import bank
from punto.ledger.postings import counted_cents
from punto.ledger.transfers import Balances
from punto.rules.settlement import Result
from punto.table.state import Finished


class Action(Enum):
    """What the dealer does with chips."""

    TAKE = "take"
    PAY = "pay"
    LEAVE = "leave"  # the stake, or the rest of it, stays with the patron


class Payout(Struct, frozen=True):
    """One chip movement by the dealer, or a stake that is left in place."""

    action: Action
    position: int
    patron: str
    wager: str
    stake: int
    cents: int
    pays: str = ""
    clause: str = ""


def payouts(finished: Finished) -> tuple[Payout, ...]:
    """Return every action for a finished round, in order."""
    places = {stake.id: stake.position for stake in finished.stakes}
    wagers = [wager.id for wager in finished.game.wagers]
    found: list[Payout] = []
    for line in finished.lines:
        about = (places[line.stake], line.patron, line.wager, line.stake)
        lost = counted_cents(line) if line.result is Result.LOSE else 0
        won = max(line.profit_cents, 0)
        clause = line.limit_clause or line.clause
        for action, cents, pays, by in (
            (Action.TAKE, lost, "", line.clause),
            (Action.PAY, won, line.pays, line.clause),
            (Action.LEAVE, line.cents - lost, "", clause),
        ):
            if cents:
                found.append(Payout(action, *about, cents, pays, by))
    order = list(Action)
    return tuple(
        sorted(
            found,
            key=lambda each: (
                order.index(each.action),
                each.position,
                wagers.index(each.wager),
                each.stake,
            ),
        )
    )


def tray_change_cents(found: Iterable[Payout]) -> int:
    """Return the net change of the tray after all actions, negative if it shrinks."""
    signs = {Action.TAKE: 1, Action.PAY: -1, Action.LEAVE: 0}
    return sum(signs[each.action] * each.cents for each in found)


def tray_cents(balances: Balances, table: str) -> int:
    """Return the amount that should be in the tray."""
    return balances.get(bank(table), 0)
