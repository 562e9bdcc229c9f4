"""Folds cage events into the state, apart from balances. No policy; every event is handled."""

from typing import assert_never

from msgspec.structs import replace

from punto.ledger.cage import events as e
from punto.ledger.cage.state import State, Voucher
from punto.ledger.cage.used_seals import add_seal, is_used
from punto.table.evolve import Corrupt


def evolve(state: State, event: e.Event) -> State:
    """Return the state after one event."""
    match event:
        case e.VoucherIssued(patron=patron, cents=cents, seal=seal):
            if seal in state.vouchers or is_used(state.used, seal):
                raise Corrupt("a voucher was issued twice")
            return replace(state, vouchers={**state.vouchers, seal: Voucher(patron, cents)})
        case e.VoucherRedeemed(cents=cents, seal=seal) | e.VoucherPaid(cents=cents, seal=seal):
            voucher = state.vouchers.get(seal)
            if voucher is None or voucher.cents != cents:
                raise Corrupt("a voucher was taken that was not open for so much")
            rest = {each: open_ for each, open_ in state.vouchers.items() if each != seal}
            return replace(state, vouchers=rest, used=add_seal(state.used, seal))
        case e.BankOpened(table=table):
            if table in state.banks:
                raise Corrupt(f"the bank of {table} was opened twice")
            return replace(state, banks=state.banks | {table})
        case e.BankClosed(table=table):
            if table not in state.banks:
                raise Corrupt(f"the bank of {table} was closed but not open")
            return replace(state, banks=state.banks - {table})
        case e.LimitsSet(limits=limits):
            return replace(state, limits=limits)
        case (
            e.CreditsBought()
            | e.BankFilled()
            | e.BankCredited()
            | e.ChipsBought()
            | e.DropCounted()
            | e.ClaimPaid()
            | e.Adjusted()
        ):
            return state  # moves money only
        case _:
            assert_never(event)
