"""Chip tables: what the dealer must take and pay for a settled round, in order, and the tray.

A round ends when the losing stakes are collected and the winning ones paid: so first all that is
taken, then all that is paid, each from position to position as the positions are numbered and
within one in the order of the layout. Within that order no clause decides; this is our own.
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
    LEAVE = "leave"  # the stake, or the rest of it, stays its patron's


class Payout(Struct, frozen=True):
    """One movement of the dealer's hand, or a stake that is left alone."""

    action: Action
    position: int
    patron: str
    wager: str
    stake: int
    cents: int
    pays: str = ""
    clause: str = ""


def payouts(finished: Finished) -> tuple[Payout, ...]:
    """Everything to do for a finished round, in the order to do it."""
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
    """By how much the tray grows, below zero for shrinks, when all of it is done."""
    signs = {Action.TAKE: 1, Action.PAY: -1, Action.LEAVE: 0}
    return sum(signs[each.action] * each.cents for each in found)


def tray_cents(balances: Balances, table: str) -> int:
    """What should lie in the tray."""
    return balances.get(bank(table), 0)
