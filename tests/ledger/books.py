"""Books kept alongside a table, and their invariants after every command."""

from collections.abc import Iterable

from punto.ledger.accounts import CAGE, Account, held, patron
from punto.ledger.postings import postings
from punto.ledger.stakes import Life, stakes_of
from punto.ledger.transfers import Purpose, Transfer, applied, trial_balance
from punto.rules.settlement import Result
from punto.table import events as e
from punto.table.configuration import Funding
from punto.table.evolve import evolve_all
from punto.table.state import CLOSED, State
from tests.envelope import Given, decide_given

TABLE = "t1"


class Books:
    """A table, the balances that follow from it, and a plain count of what each stake is owed."""

    def __init__(self, patrons: Iterable[str] = (), credits_cents: int = 0) -> None:
        self.state: State = CLOSED
        self.balances: dict[Account, int] = {}
        self.moved: list[Transfer] = []
        self.accepted = 0
        self.lines: dict[int, e.Paid] = {}  # how each stake stands settled
        for who in sorted(patrons):
            self.post((Transfer(CAGE, patron(who), credits_cents, Purpose.CREDITS),))

    def give(self, command: Given) -> tuple[e.Event, ...]:
        """Decide, post and evolve as one; a refusal of any changes nothing."""
        before = self.state
        events = decide_given(before, command)
        config = before.configuration
        moved = postings(TABLE, config.funding if config else Funding.CHIPS, events, self.balances)
        self.post(moved)
        self.state = evolve_all(before, events)
        self._follow(events)
        self.accepted += 1
        self.check()
        return events

    def post(self, moved: tuple[Transfer, ...]) -> None:
        self.balances = applied(self.balances, moved)
        self.moved += moved

    def check(self) -> None:
        """Everything that must hold of the books, whatever happened."""
        assert trial_balance(self.balances) == 0
        assert all(cents >= 0 for account, cents in self.balances.items() if not account.house)
        play = self.state.round
        in_play = {} if play is None else {each.id: each.cents for each in play.stakes.values()}
        assert self.balances.get(held(TABLE), 0) == sum(in_play.values())
        for number, books in stakes_of(self.moved).items():
            assert books.pending_cents == in_play.get(number, 0)
            assert (books.life is Life.PENDING) == (number in in_play)
            line = self.lines.get(number)
            if line is not None:
                assert books.staked_cents == line.cents
                assert books.profit_cents == line.profit_cents
                given = books.returned_cents + books.voided_cents + books.winnings_cents
                assert given == line.returned_cents
                assert books.counted_cents <= books.staked_cents
                if line.result in (Result.VOID, Result.RETURNED):
                    assert books.life is Life.VOIDED
                elif not line.limit_clause:
                    assert books.life is Life.POSTED
        for account, cents in self.balances.items():
            assert account.kind != "claims" or cents <= 0, "what is due is handed over at once"

    def _follow(self, events: tuple[e.Event, ...]) -> None:
        for event in events:
            if isinstance(event, e.RoundSettled | e.RoundVoided):
                self.lines |= {line.stake: line for line in event.lines}
