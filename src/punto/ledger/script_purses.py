"""The books of a round script: the real cage and postings, for one table."""

from collections.abc import Sequence

from punto.ledger.accounts import Account, patron
from punto.ledger.bounds import transferred
from punto.ledger.cage import commands as cage
from punto.ledger.cage import decide as cage_decide
from punto.ledger.cage.evolve import evolve
from punto.ledger.cage.postings import postings as cage_postings
from punto.ledger.cage.state import State as Cage
from punto.ledger.postings import postings
from punto.rules.staff import Position
from punto.table import events as e
from punto.table.configuration import Funding
from punto.table.people import Staff
from punto.table.state import State

TABLE = "script"
CASHIER = Staff("cashier", max(Position))


class ScriptPurses:
    """Patrons' credits, moved by the real cage and table."""

    def __init__(self) -> None:
        self._cage = Cage()
        self._books: dict[Account, int] = {}
        self._vouchers = 0

    def buy_in(self, patron: str, cents: int) -> None:
        self._give(cage.BuyCredits(patron, cents))

    def cash_out(self, patron: str, cents: int) -> None:
        self._vouchers += 1
        self._give(cage.CashOut(patron, cents, f"voucher{self._vouchers}"))

    def credits(self, patron_id: str) -> int:
        return self._books.get(patron(patron_id), 0)

    def post(self, state: State, events: Sequence[e.Event]) -> None:
        """Post the events' transfers; refuse a stake beyond a patron's credits."""
        if state.configuration is None or state.configuration.funding is not Funding.CREDITS:
            return
        moved = postings(TABLE, Funding.CREDITS, events, self._books)
        self._books.update(transferred(self._books, moved))

    def _give(self, command: cage.Command) -> None:
        events = cage_decide.decide(self._cage, self._books, command, CASHIER)
        for event in events:
            self._books.update(transferred(self._books, cage_postings(event)))
            self._cage = evolve(self._cage, event)
