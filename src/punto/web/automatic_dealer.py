"""The automatic dealer of one table of the casino."""

from functools import partial

from punto.floor.automatic import AutomaticTable
from punto.floor.devices import ShuffledShoe
from punto.floor.worker import Turn
from punto.journal.sealed_shoes import SealedShoes
from punto.web.casino import Casino


def automatic_turn(casino: Casino, table: str) -> Turn:
    """The turn of a new automatic dealer at this table; it seals shoes and saves their orders."""
    seals = SealedShoes(casino.store, table)
    dealer = AutomaticTable(
        casino.host,
        table,
        partial(ShuffledShoe, save=seals.save),
        casino.countdown(table),
        casino.presence.seated,
        dealing_times=casino.dealing_times,
        seals=seals,
        clock=casino.clock,
    )
    return dealer.turn
