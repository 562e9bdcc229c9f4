"""Which money moves when something happens at a table: the only place that says so."""

from collections.abc import Iterable

from msgspec.structs import replace

from punto.ledger.accounts import Account, bank, chips, claims, held, patron
from punto.ledger.transfers import Purpose, Transfer
from punto.table import events as e
from punto.table.configuration import Funding


def postings(table_id: str, funding: Funding, events: Iterable[e.Event]) -> tuple[Transfer, ...]:
    """The transfers that the events of one command cause, in order.

    A correction goes through the patron's claims: what was paid is reversed against them and what
    is due is paid into them. What is left above zero is handed over; what is below stays owed.
    """
    moved: list[Transfer] = []
    for event in events:
        match event:
            case e.StakePlaced():
                purse = purse_of(table_id, funding, event.patron)
                moved += _into_play(table_id, purse, event.stake, event.wager, event.cents)
            case e.StakeChanged():
                purse = purse_of(table_id, funding, event.patron)
                more = event.cents - event.was_cents
                if more > 0:
                    moved += _into_play(table_id, purse, event.stake, event.wager, more)
                elif more < 0:
                    moved += _out_of_play(table_id, purse, event.stake, event.wager, -more)
            case e.StakeWithdrawn():
                purse = purse_of(table_id, funding, event.patron)
                moved += _out_of_play(table_id, purse, event.stake, event.wager, event.cents)
            case e.SettlementReversed():
                for line in event.lines:
                    moved += _reversed(_settled(table_id, claims(line.patron), line))
            case e.RoundSettled() | e.RoundVoided():
                for line in event.lines:
                    purse = purse_of(table_id, funding, line.patron)
                    moved += _settled(
                        table_id, claims(line.patron) if event.corrects else purse, line
                    )
            case _:
                pass  # moves no money
    return (*moved, *_handed_over(table_id, funding, moved))


def purse_of(table_id: str, funding: Funding, patron_id: str) -> Account:
    """Where a patron's money comes from and goes to: credits, or chips outside the tray."""
    return patron(patron_id) if funding is Funding.CREDITS else chips(table_id)


def _into_play(
    table_id: str, purse: Account, stake: int, wager: str, cents: int
) -> Iterable[Transfer]:
    return (Transfer(purse, held(table_id), cents, Purpose.STAKE, stake, wager),)


def _out_of_play(
    table_id: str, purse: Account, stake: int, wager: str, cents: int
) -> Iterable[Transfer]:
    return (Transfer(held(table_id), purse, cents, Purpose.RETURN, stake, wager),)


def _settled(table_id: str, purse: Account, line: e.Paid) -> list[Transfer]:
    """A stake's end: posted to the table, returned, or in part each; winnings from the bank."""
    on_table, house = held(table_id), bank(table_id)
    lost = max(-line.profit_cents, 0)
    back = line.cents - lost
    return [
        Transfer(source, target, cents, purpose, line.stake, line.wager)
        for source, target, cents, purpose in (
            (on_table, house, lost, Purpose.LOSS),
            (on_table, purse, back, Purpose.RETURN),
            (house, purse, max(line.profit_cents, 0), Purpose.WINNINGS),
        )
        if cents
    ]


def _reversed(transfers: list[Transfer]) -> list[Transfer]:
    return [
        replace(each, source=each.target, target=each.source, purpose=Purpose.REVERSAL)
        for each in reversed(transfers)
    ]


def _handed_over(table_id: str, funding: Funding, moved: list[Transfer]) -> list[Transfer]:
    """What a correction leaves in a patron's favour."""
    due: dict[str, int] = {}
    for each in moved:
        if each.target.kind == "claims":
            due[each.target.owner] = due.get(each.target.owner, 0) + each.cents
        if each.source.kind == "claims":
            due[each.source.owner] = due.get(each.source.owner, 0) - each.cents
    return [
        Transfer(claims(who), purse_of(table_id, funding, who), cents, Purpose.CORRECTION)
        for who, cents in due.items()
        if cents > 0
    ]
