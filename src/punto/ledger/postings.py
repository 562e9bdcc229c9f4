"""Postings: the transfers that table events cause, defined only here.

A stake is pending while it is held. Its settlement posts the part that counted, lost to the bank
or returned, and voids the rest; winnings come from the bank. A correction goes through the
patron's claims account: earlier payments are reversed against it entry by entry, and the corrected
ones are paid into it. A positive balance is paid to the patron; a negative one stays owed.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import assert_never

from punto.ledger.accounts import Account, Kind, bank, chips, claims, held, patron
from punto.ledger.transfers import Balances, Purpose, Transfer, changes, reverse
from punto.money import Odds
from punto.rules.settlement import Result
from punto.table import events as e
from punto.table.configuration import Funding

NOTHING: Mapping[Account, int] = {}
CLAIMS = Kind.CLAIMS.value
SETTLING = frozenset((e.RoundSettled, e.RoundVoided, e.SettlementReversed))


def postings(
    table_id: str,
    funding: Funding,
    events: Iterable[e.Event],
    books: Balances = NOTHING,
) -> tuple[Transfer, ...]:
    """Return the transfers that the events of one command cause, in order.

    Only claims balances are read from the books: a patron who still owes from one correction
    receives only what a later one leaves above that debt.
    """
    moved: list[Transfer] = []
    settled = False
    for event in events:
        moved += _posted(table_id, funding, event)
        settled = settled or type(event) in SETTLING
    if settled:
        moved += _handed_over(table_id, funding, moved, books)
    return tuple(moved)


def purse_of(table_id: str, funding: Funding, patron_id: str) -> Account:
    """Return the account a patron stakes from and is paid to: credits, or chips in circulation."""
    return patron(patron_id) if funding is Funding.CREDITS else chips(table_id)


def _posted(table_id: str, funding: Funding, event: e.Event) -> Sequence[Transfer]:
    match event:  # most frequent events first
        case e.StakePlaced(cents=cents):
            return _staked(table_id, funding, event, cents)
        case (
            e.CardDrawn()
            | e.BettingOpened()
            | e.BettingClosed()
            | e.TotalsAnnounced()
            | e.TableOpened()
            | e.ConfigurationChanged()
            | e.TableClosed()
            | e.ShoeLoaded()
            | e.ContributionMade()
            | e.ContributionsClosed()
            | e.ContributionRevealed()
            | e.ContributionsMissing()
            | e.CardsBurned()
            | e.ShoeRetired()
            | e.ShoeRevealed()
            | e.SealContradicted()
            | e.DecreaseAsked()
            | e.BettingReopened()
            | e.CutCardAppeared()
            | e.HandPassed()
            | e.HandRefused()
            | e.HandlerChosen()
            | e.HandRetrieved()
            | e.FirstRevealedChosen()
            | e.CardsSqueezed()
            | e.CardsExposed()
            | e.DisplayCorrected()
            | e.MethodChosen()
            | e.DeviceGiven()
            | e.DeviceReturned()
            | e.IrregularityReported()
            | e.LateStakeFound()
            | e.LateWithdrawalFound()
            | e.ReportFiled()
            | e.ReportConfirmed()
            | e.ReportDismissed()
            | e.ActingStarted()
            | e.ActingEnded()
            | e.ActedAs()
            | e.DealerSignedOn()
            | e.DealerSignedOff()
            | e.OptionOffered()
            | e.OptionAnswered()
            | e.OptionLapsed()
            | e.CaseOpened()
            | e.CaseClosed()
            | e.CardsReconstructed()
            | e.CardsSetAside()
            | e.CardsSorted()
            | e.MissingReplaced()
            | e.Decided()
        ):
            return ()  # moves no money; any resulting stake changes are separate events
        case e.StakeChanged(cents=cents, was_cents=before):
            return _staked(table_id, funding, event, cents - before)
        case e.StakeWithdrawn(cents=cents):
            return _staked(table_id, funding, event, -cents)
        case (
            e.RoundSettled(lines=lines, corrects=corrects)
            | e.RoundVoided(lines=lines, corrects=corrects)
        ):
            on_table, house = held(table_id), bank(table_id)
            return [
                each
                for line in lines
                for each in _settled(
                    on_table,
                    house,
                    claims(table_id, line.patron)
                    if corrects
                    else purse_of(table_id, funding, line.patron),
                    line,
                )
            ]
        case e.SettlementReversed(lines=lines):
            on_table, house = held(table_id), bank(table_id)
            return [
                reverse(each)
                for line in reversed(lines)
                for each in reversed(_settled(on_table, house, claims(table_id, line.patron), line))
            ]
        case _:
            assert_never(event)


def _staked(
    table_id: str,
    funding: Funding,
    event: e.StakePlaced | e.StakeChanged | e.StakeWithdrawn,
    more_cents: int,
) -> tuple[Transfer, ...]:
    """Return the transfer for a change of a pending stake; negative means a withdrawal."""
    purse, on_table = purse_of(table_id, funding, event.patron), held(table_id)
    if more_cents > 0:
        into = Transfer(purse, on_table, more_cents, Purpose.STAKE, event.stake, event.wager)
        return (into,)
    if more_cents < 0:
        back = Transfer(on_table, purse, -more_cents, Purpose.WITHDRAWAL, event.stake, event.wager)
        return (back,)
    return ()


def _settled(on_table: Account, house: Account, purse: Account, line: e.Paid) -> list[Transfer]:
    """Return the transfers that settle a stake: lost or returned, voided rest, winnings."""
    counted, stake, wager = counted_cents(line), line.stake, line.wager
    moved: list[Transfer] = []
    if counted and line.result is Result.LOSE:
        moved.append(Transfer(on_table, house, counted, Purpose.LOSS, stake, wager))
    elif counted:
        moved.append(Transfer(on_table, purse, counted, Purpose.RETURN, stake, wager))
    if counted != line.cents:
        moved.append(Transfer(on_table, purse, line.cents - counted, Purpose.VOID, stake, wager))
    if line.profit_cents > 0:
        moved.append(Transfer(house, purse, line.profit_cents, Purpose.WINNINGS, stake, wager))
    return moved


def counted_cents(line: e.Paid) -> int:
    """Return how much of a stake counted: less than all of it if it was above the maximum.

    A push above the maximum counts in full: all of it is returned, and its line does not record
    how much was at risk.

    >>> over = e.Paid(1, "seat1", "tie", 600, Result.WIN, "8 to 1", 4000, 4600, "4.2", "5.15")
    >>> counted_cents(over)
    500
    """
    match line.result:
        case Result.LOSE:
            return -line.profit_cents
        case Result.WIN:
            odds = Odds.parse(line.pays)
            return line.profit_cents * odds.denominator // odds.numerator
        case Result.PUSH:
            return line.cents
        case Result.VOID | Result.RETURNED:
            return 0
        case _:
            assert_never(line.result)


def _handed_over(
    table_id: str, funding: Funding, moved: list[Transfer], books: Balances
) -> list[Transfer]:
    """Return the transfers that pay out a correction in the patron's favour, net of debts."""
    through = [each for each in moved if CLAIMS in (each.source.kind, each.target.kind)]
    handed: list[Transfer] = []
    if not through:
        return handed
    for account, change in changes(through).items():
        due = books.get(account, 0) + change if account.kind == CLAIMS else 0
        if due > 0:
            purse = purse_of(table_id, funding, account.owner.partition(":")[2])
            handed.append(Transfer(account, purse, due, Purpose.CORRECTION))
    return handed
