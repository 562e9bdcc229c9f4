"""What a floor is asked by chance, all at once: a table of credits, one of chips, and the cage.

Commands are made from what was last seen, and handed in together, out of order, to any host; some
are given again, and some ids are used again for something else.
"""

from collections import Counter
from collections.abc import Sequence, Sized
from concurrent.futures import Future
from itertools import count
from random import Random
from typing import Any, NamedTuple

from msgspec.structs import replace

from punto.floor.batch import Told
from punto.floor.host import Host
from punto.journal.codec import Entry, decode_events, decode_refusal
from punto.journal.reading import Reading
from punto.journal.streams import CAGE, Command
from punto.ledger.accounts import Account
from punto.ledger.cage import commands as cage
from punto.ledger.cage import events as ce
from punto.rules.games import find_game
from punto.table import commands as c
from punto.table import events as e
from punto.table.configuration import usual_configuration
from punto.table.state import State
from tests.ledger.sequences import BOSS, PATRONS, something
from tests.ledger.test_cage import anything
from tests.table.gestures import anybody

TABLES = {"t1": "rapid-no-commission", "t2": "tiger"}
BY_CREDITS = "t1"
AGAIN, OTHERWISE, BY_ANYBODY = 0.1, 0.03, 0.05
SPREAD = 0.3  # how often several hosts are asked at once: on SQLite they wait for each other

Asked = tuple[str, str, Command]  # stream, id, command


class Looked(NamedTuple):
    """A table as it was last seen."""

    state: State
    moved: Sized


class Floor:
    """Hosts of one journal, what was asked of them, and what each patron must then own."""

    def __init__(self, hosts: Sequence[Host]) -> None:
        self.hosts = list(hosts)
        self.given: list[Asked] = []
        self.told: dict[tuple[str, str], Told] = {}
        self.worth: Counter[str] = Counter()  # credits and claims of a patron
        self.counted: Counter[str] = Counter()
        self._ids = count(1)
        self._read: Counter[str] = Counter()  # entries read of each stream

    def open(self) -> None:
        """Open both tables and their banks, and give everybody something to play with."""
        for who in PATRONS:
            buys = cage.BuyCredits(who, 500_000, by=BOSS)
            self.hosts[0].ask_cage(f"fund-{who}", buys)
        for table, game in TABLES.items():
            config = usual_configuration(find_game(game), 2_000, 50_000)
            self.hosts[0].ask(table, "open", c.OpenTable(config, by=BOSS))
            opener = cage.OpenBank(table, 1_000_000, "supervisor", by=BOSS)
            self.hosts[0].ask_cage(f"open-{table}", opener)

    def ask_together(self, chance: Random, number: int) -> None:
        """Hand so many commands in before waiting for any; then everything must agree."""
        asked = [self._next(chance) for _ in range(number)]
        chance.shuffle(asked)
        hosts = self.hosts if chance.random() < SPREAD else [chance.choice(self.hosts)]
        waiting = [(each, self._submit(chance.choice(hosts), each)) for each in asked]
        for each, future in waiting:
            self._take(each, future.result(60))

    def go_on(self, chance: Random, number: int) -> None:
        """Ask one thing after the other of one table, so that its rounds come to an end."""
        table = chance.choice(tuple(TABLES))
        for _ in range(number):
            asked = self._new(table, self._at(table, chance))
            self._take(asked, self._submit(self.hosts[0], asked).result(60))

    def check(self, reading: Reading) -> None:
        """What was told is what is written, and patrons own what the events say."""
        for stream in (CAGE, *TABLES):
            for entry in reading.entries(stream, after=self._read[stream]):
                self._read[stream] = entry.number
                self._agree(entry)
        balances = reading.balances()
        assert sum(balances.values()) == 0
        assert all(cents >= 0 for account, cents in balances.items() if not account.house)
        owned: Counter[str] = Counter()
        for account, cents in balances.items():
            owned[_owner(account)] += cents
        for who in PATRONS:
            assert owned[who] == self.worth[who], who

    def _next(self, chance: Random) -> Asked:
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

    def _new(self, stream: str, command: Command) -> Asked:
        asked = (stream, f"c{next(self._ids)}", command)
        self.given.append(asked)
        return asked

    def _at(self, table: str, chance: Random) -> c.Command:
        return something(Looked(self.hosts[0].state(table), self.given), chance)

    def _at_cage(self, chance: Random) -> cage.Command:
        return anything(self.hosts[0].cage().vouchers, chance)

    def _submit(self, host: Host, asked: Asked) -> Future[Told]:
        stream, command_id, command = asked
        submit: Any = host.submit_to_cage if stream == CAGE else host.submit
        found: Future[Told] = (
            submit(command_id, command) if stream == CAGE else submit(stream, command_id, command)
        )
        return found

    def _take(self, asked: Asked, told: Told) -> None:
        stream, command_id, _ = asked
        word = told.refused.reason.value if told.refused else "done"
        self.counted[word] += 1
        if word == "id-used-before":
            return
        first = self.told.setdefault((stream, command_id), told)
        assert first.records == told.records, "asked again, it was told otherwise"
        assert str(first.refused) == str(told.refused)

    def _agree(self, entry: Entry) -> None:
        told = self.told.get((entry.stream, entry.id))
        if told is not None:
            assert str(told.refused) == str(decode_refusal(entry))
            assert tuple(each.event for each in told.records) == decode_events(entry)
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
