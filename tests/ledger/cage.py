"""A cage with its books, driven by commands, and the invariants of both."""

from punto.ledger.accounts import VOUCHERS, Account
from punto.ledger.cage import events as e
from punto.ledger.cage.evolve import evolve
from punto.ledger.cage.postings import postings
from punto.ledger.cage.state import EMPTY, State
from punto.ledger.transfers import Transfer, applied, trial_balance
from punto.rules.staff import Position
from punto.table.people import Staff
from tests.envelope import Given, decide_given_at_cage

BOSS = Staff("boss", Position.ASSISTANT_CASINO_MANAGER)


class Cage:
    """The state, the balances and all transfers so far."""

    def __init__(self) -> None:
        self.state: State = EMPTY
        self.books: dict[Account, int] = {}
        self.moved: list[Transfer] = []

    def give(self, *commands: Given) -> e.Event:
        """Decide, post and evolve; the last event of the last command."""
        for command in commands:
            events = decide_given_at_cage(self.state, self.books, command)
            for event in events:
                self.post(*postings(event))
                self.state = evolve(self.state, event)
            self.check()
        return events[-1]

    def post(self, *moved: Transfer) -> None:
        self.books = applied(self.books, moved)
        self.moved += moved

    def check(self) -> None:
        assert trial_balance(self.books) == 0
        assert all(cents >= 0 for account, cents in self.books.items() if not account.house)
        open_cents = sum(voucher.cents for voucher in self.state.vouchers.values())
        assert self.books.get(VOUCHERS, 0) == open_cents
