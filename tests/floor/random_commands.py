"""Random concurrent commands for a floor: a table of credits, one of chips, and the cage.

Commands are based on the last state seen, and submitted concurrently, out of order, to any host;
some are retried, and some ids are reused for another command.
"""

from collections import Counter
from collections.abc import Sequence, Sized
from concurrent.futures import Future
from itertools import count
from random import Random
from typing import Any, NamedTuple

from msgspec.structs import replace

from punto.floor.host import Host
from punto.floor.submission import Receipt
from punto.floor.unapproved_changes import TooMuchAlone
from punto.journal.codec import Entry, decode_events, decode_refusal
from punto.journal.errors import Unavailable
from punto.journal.read_transaction import ReadTransaction
from punto.journal.streams import CAGE
from punto.ledger.accounts import Account
from punto.ledger.cage import commands as cage
from punto.ledger.cage import events as ce
from punto.rules.games import find_game
from punto.table import commands as c
from punto.table import events as e
from punto.table.configuration import usual_configuration
from punto.table.state import State
from tests.envelope import Given
from tests.floor.recounted_totals import RecountedTotals
from tests.ledger.sequences import BOSS, PATRONS, something
from tests.ledger.test_cage import anything
from tests.submission import ask, submit
from tests.table.any_commands import anybody

TABLES = {"t1": "rapid-no-commission", "t2": "tiger"}
BY_CREDITS = "t1"
AGAIN, OTHERWISE, BY_ANYBODY = 0.1, 0.03, 0.05
TRIES = 10
SPREAD = 0.3  # how often several hosts are used at once: on SQLite they wait for each other

Sent = tuple[str, str, Given]  # stream, id, command


class Looked(NamedTuple):
    """A table as it was last seen."""

    state: State
    moved: Sized


class Floor:
    """Hosts of one journal, the commands sent to them, and what each patron must then own."""

    def __init__(self, hosts: Sequence[Host]) -> None:
        self.hosts = list(hosts)
        self.given: list[Sent] = []
        self.receipts: dict[tuple[str, str], Receipt] = {}
        self.worth: Counter[str] = Counter()  # credits and claims of a patron
        self.counted: Counter[str] = Counter()
        self._ids = count(1)
        self._read: Counter[str] = Counter()  # entries read of each stream
        self.totals = RecountedTotals()

    def open(self) -> None:
        """Open both tables and their banks, and give everybody something to play with."""
        for who in PATRONS:
            buys = Given(cage.BuyCredits(who, 500_000), BOSS)
            ask(self.hosts[0], CAGE, f"fund-{who}", buys)
        for table, game in TABLES.items():
            config = usual_configuration(find_game(game), 2_000, 50_000)
            ask(self.hosts[0], table, "open", Given(c.OpenTable(config), BOSS))
            opener = Given(cage.OpenBank(table, 1_000_000, "supervisor"), BOSS)
            ask(self.hosts[0], CAGE, f"open-{table}", opener)

    def ask_together(self, chance: Random, number: int) -> None:
        """Submit this many commands before waiting for any; then everything must agree."""
        sent = [self._next(chance) for _ in range(number)]
        chance.shuffle(sent)
        hosts = self.hosts if chance.random() < SPREAD else [chance.choice(self.hosts)]
        waiting = [(each, self._submit(chance.choice(hosts), each)) for each in sent]
        for each, future in waiting:
            self._take(each, self._answered(each, future))

    def go_on(self, chance: Random, number: int) -> None:
        """Ask one thing after the other of one table, so that its rounds come to an end."""
        table = chance.choice(tuple(TABLES))
        for _ in range(number):
            sent = self._new(table, self._at(table, chance))
            self._take(sent, self._answered(sent, self._submit(self.hosts[0], sent)))

    def check(self, transaction: ReadTransaction) -> None:
        """Receipts match the journal, patrons own what the events say, totals are their sums."""
        for stream in (CAGE, *TABLES):
            for entry in transaction.entries(stream, after=self._read[stream]):
                self._read[stream] = entry.number
                self._agree(entry)
                if stream != CAGE:
                    self.totals.take(entry)
        self.totals.check(transaction, tuple(TABLES))
        balances = transaction.balances()
        assert sum(balances.values()) == 0
        assert all(cents >= 0 for account, cents in balances.items() if not account.house)
        owned: Counter[str] = Counter()
        for account, cents in balances.items():
            owned[_owner(account)] += cents
        for who in PATRONS:
            assert owned[who] == self.worth[who], who

    def _next(self, chance: Random) -> Sent:
        dice = chance.random()
        if self.given and dice < AGAIN:
            return chance.choice(self.given)
        stream = chance.choice((CAGE, BY_CREDITS, "t2", "t2", BY_CREDITS))
        command: Any = self._at_cage(chance) if stream == CAGE else self._at(stream, chance)
        if chance.random() < BY_ANYBODY:
            command = replace(command, by=anybody(chance))
        if self.given and dice < AGAIN + OTHERWISE:
            used = chance.choice(self.given)
            if used[0] == stream:
                return (stream, used[1], command)
        return self._new(stream, command)

    def _new(self, stream: str, command: Given) -> Sent:
        sent = (stream, f"c{next(self._ids)}", command)
        self.given.append(sent)
        return sent

    def _at(self, table: str, chance: Random) -> Given:
        return something(Looked(self.hosts[0].state(table), self.given), chance)

    def _at_cage(self, chance: Random) -> Given:
        return anything(self.hosts[0].cage().vouchers, chance)

    def _submit(self, host: Host, sent: Sent) -> Future[Receipt]:
        return submit(host, *sent)

    def _answered(self, sent: Sent, future: Future[Receipt]) -> Receipt:
        """The answer; on a machine that is slow to give the lock, of another try."""
        for _ in range(TRIES - 1):
            try:
                return future.result(60)
            except Unavailable:
                future = self._submit(self.hosts[0], sent)
        return future.result(60)

    def _take(self, sent: Sent, receipt: Receipt) -> None:
        stream, command_id, _ = sent
        word = receipt.refused.reason.value if receipt.refused else "done"
        self.counted[word] += 1
        if word == "id-used-before":
            return
        if isinstance(receipt.refused, TooMuchAlone):  # not recorded: a retry is added up anew
            return
        first = self.receipts.setdefault((stream, command_id), receipt)
        assert first.records == receipt.records, "a retry got another answer"
        assert str(first.refused) == str(receipt.refused)

    def _agree(self, entry: Entry) -> None:
        receipt = self.receipts.get((entry.stream, entry.id))
        if receipt is not None:
            assert str(receipt.refused) == str(decode_refusal(entry))
            assert tuple(each.event for each in receipt.records) == decode_events(entry)
        for event in decode_events(entry):
            for who, cents in _gains(entry.stream, event):
                self.worth[who] += cents


def _owner(account: Account) -> str:
    """The patron whose credits or claims these are."""
    match account.kind:
        case "patron":
            return account.owner
        case "claims" if account.owner.startswith(f"{BY_CREDITS}:"):
            return account.owner.partition(":")[2]
        case _:
            return ""


def _gains(stream: str, event: Any) -> list[tuple[str, int]]:
    """By how much an event makes patrons richer; said again, apart from the books."""
    match event:
        case (
            ce.CreditsBought(patron=who, cents=cents) | ce.VoucherRedeemed(patron=who, cents=cents)
        ):
            return [(who, cents)]
        case ce.VoucherIssued(patron=who, cents=cents):
            return [(who, -cents)]
        case ce.ClaimPaid(table=table, patron=who, cents=cents, from_credits=from_credits):
            if table == BY_CREDITS:
                return [(who, 0 if from_credits else cents)]
            return [(who, -cents)] if from_credits else []
        case ce.Adjusted(account=name, cents=cents):
            kind, _, who = name.partition(":")
            return [(who, cents)] if kind == "patron" else []
    if stream != BY_CREDITS:
        return []
    match event:
        case e.StakePlaced(patron=who, cents=cents):
            return [(who, -cents)]
        case e.StakeChanged(patron=who, cents=cents, was_cents=before):
            return [(who, before - cents)]
        case e.StakeWithdrawn(patron=who, cents=cents):
            return [(who, cents)]
        case e.RoundSettled(lines=lines) | e.RoundVoided(lines=lines):
            return [(line.patron, line.returned_cents) for line in lines]
        case e.SettlementReversed(lines=lines):
            return [(line.patron, -line.returned_cents) for line in lines]
        case _:
            return []
