"""One commit: the commands that wait together, decided in order, written in one transaction."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from punto.floor.kept import Kept, only_stakes
from punto.journal.codec import (
    SCHEMA,
    Entry,
    Events,
    Head,
    Recorded,
    asks_the_same,
    chained,
    decode_refusal,
    encode_command,
    encode_events,
    encode_refusal,
    encode_state,
    recorded,
)
from punto.journal.failures import Conflict
from punto.journal.streams import Command, State, funding_of, kind_of
from punto.journal.writing import Writing
from punto.ledger.accounts import CAGE, VOUCHERS, Account, bank, held, patron
from punto.ledger.cage import commands as cage
from punto.ledger.postings import purse_of
from punto.ledger.transfers import Transfer, applied
from punto.refusals import Reason, Refused
from punto.table import commands as table
from punto.table.people import Staff
from punto.table.state import State as TableState

SNAPSHOT_EVERY = 500  # entries of a stream


class Submission(Struct, frozen=True):
    """A command for a table or the cage, under an id that makes it happen once."""

    stream: str
    id: str
    command: Command
    after: int | None = None  # decided only while this is the stream's last entry


class Told(Struct, frozen=True):
    """The answer to a submission: what it made happen, or why not."""

    records: tuple[Recorded, ...] = ()
    refused: Refused | None = None


class NotRead(Exception):  # noqa: N818  (the batch begins anew, having read these too)
    """Money would move on accounts that were not locked at the beginning."""

    def __init__(self, accounts: set[Account]) -> None:
        super().__init__(", ".join(sorted(account.name for account in accounts)))
        self.accounts = accounts


class Books(dict[Account, int]):
    """Balances as they stand in a batch; one that was not read is not zero, it is NotRead."""

    def __missing__(self, account: Account) -> int:
        raise NotRead({account})

    def get(self, account: Account, default: object = None) -> int:
        return self[account]


class Batch:
    """Several submissions on their way into one transaction."""

    def __init__(
        self,
        writing: Writing,
        kept: dict[str, Kept[Any]],
        submissions: Sequence[Submission],
        now_ms: int,
        also: Iterable[Account] = (),
    ) -> None:
        """Read, once for all, what deciding these needs; `kept` is the streams as they stand.

        Accounts are locked all together in one order, so that no two batches wait for each other,
        and before positions are taken, so that the order of positions is the order of the money.
        """
        self.kept = kept
        self.records: list[Recorded] = []
        self._entries: list[Entry] = []
        self._writing = writing
        self._now_ms = now_ms
        self._began = {stream: each.head.number for stream, each in kept.items()}
        self._answered = writing.answered((each.stream, each.id) for each in submissions)
        accounts = _accounts(kept, submissions) | set(also)
        found = writing.balances(accounts)
        self._known = set(found)
        self._books = Books(dict.fromkeys(accounts, 0) | found)
        self._changed: set[Account] = set()
        self._transfers: list[tuple[str, int, tuple[Transfer, ...]]] = []
        self._positions = iter(writing.positions(len(submissions)))

    def take(self, submission: Submission) -> Told:
        """Decide one submission; what it writes waits for the end. Raising leaves no trace."""
        asked = encode_command(submission.command)
        before = self._answered.get((submission.stream, submission.id))
        if before is not None:
            return answer_again(before, asked)
        kept = self.kept[submission.stream]
        if submission.after is not None and _moved_on(kept, submission.command, submission.after):
            raise Conflict(f"{submission.stream} has moved on: look again.")
        at_ms = max(self._now_ms, kept.at_ms)  # a stream's time never runs backwards
        refused: Refused | None = None
        try:
            events, state, moved = self._happens(kept, replace(submission.command, at=at_ms))
        except Refused as reason:
            refused, events, state, moved = reason, (), kept.state, ()
        refusal = encode_refusal(refused) if refused else b""
        entry = self._entry(submission, kept.head, at_ms, asked, refusal, events)
        self._keep(entry, state, kept.before_stakes if only_stakes(events) else entry.number)
        if moved:
            self._transfers.append((entry.stream, entry.number, moved))
        records = recorded(entry, events)
        self.records += records
        return Told(records, refused)

    def write(self) -> None:
        """Write everything, in the order that the foreign keys ask for."""
        self._writing.append(self._entries)
        changed = {account: self._books[account] for account in self._changed}
        self._writing.set_balances(changed, self._known)
        self._writing.add_all_transfers(self._transfers)
        for stream, kept in self.kept.items():
            every = _snapshot_every(kept.state)
            if kept.head.number // every > self._began[stream] // every:
                self._writing.save_snapshot(stream, kept.head, encode_state(kept.state))

    def _entry(
        self,
        submission: Submission,
        head: Head,
        at_ms: int,
        asked: bytes,
        refusal: bytes,
        events: Events,
    ) -> Entry:
        by = submission.command.by
        entry = Entry(
            position=next(self._positions),
            stream=submission.stream,
            number=head.number + 1,
            id=submission.id,
            at_ms=at_ms,
            actor=by.id,
            rank=by.position.value if isinstance(by, Staff) else 0,
            schema=SCHEMA,
            seq=head.seq + len(events),
            asked=asked,
            refusal=refusal,
            events=encode_events(events),
        )
        return chained(head.hash, entry)

    def _happens(
        self, kept: Kept[Any], command: Command
    ) -> tuple[Events, State, tuple[Transfer, ...]]:
        """What a command makes happen; money moves last, where every account can bear it."""
        kind, state = kind_of(kept.stream), kept.state
        events = kind.decide(state, self._books, command)
        moved = kind.postings(kept.stream, state, events, self._books)
        for event in events:
            state = kind.evolve(state, event)
        touched = {account for each in moved for account in (each.source, each.target)}
        self._books |= applied({each: self._books[each] for each in touched}, moved)
        self._changed |= touched
        return events, state, moved

    def _keep(self, entry: Entry, state: State, before_stakes: int) -> None:
        self._entries.append(entry)
        head = Head(entry.number, entry.seq, entry.hash)
        self.kept[entry.stream] = Kept(
            entry.stream, head, state, entry.at_ms, entry.actor, before_stakes
        )
        self._answered[entry.stream, entry.id] = entry


def _snapshot_every(state: State) -> int:
    """After how many entries: seldom where a thousand people's rounds are remembered."""
    lines = sum(len(each.lines) for each in state.finished) if isinstance(state, TableState) else 0
    return max(SNAPSHOT_EVERY, lines // 4)


def _moved_on(kept: Kept[Any], command: Command, after: int) -> bool:
    """Whether more has happened than was seen; a rush of stakes does not keep betting open."""
    if isinstance(command, table.CloseBetting):
        return not kept.before_stakes <= after <= kept.head.number
    return after != kept.head.number


def _accounts(kept: Mapping[str, Kept[Any]], submissions: Sequence[Submission]) -> set[Account]:
    """The accounts that these will most likely move; the few others are found as NotRead."""
    wanted: set[Account] = set()
    # A stake moves its patron's money alone; whatever else is asked may end the round.
    ending = {each.stream for each in submissions if not isinstance(each.command, table.STAKING)}
    for stream, each in kept.items():
        if isinstance(each.state, TableState):
            wanted |= {held(stream), bank(stream)}
            wanted |= _purses(stream, each.state) if stream in ending else set()
    for submission in submissions:
        state = kept[submission.stream].state
        match submission.command:
            case table.PlaceStake(patron=who) if isinstance(state, TableState):
                wanted.add(purse_of(submission.stream, funding_of(state), who))
            case table.ChangeStake(stake=number) | table.WithdrawStake(stake=number):
                wanted |= _purse_of_stake(submission.stream, state, number)
            case cage.BuyCredits(patron=who):
                wanted |= {CAGE, patron(who)}
            case cage.RedeemVoucher(patron=who) | cage.CashOut(patron=who):
                wanted |= {VOUCHERS, patron(who)}
            case _:
                pass
    return wanted


def _purse_of_stake(stream: str, state: State, number: int) -> set[Account]:
    if not isinstance(state, TableState) or state.round is None:
        return set()
    stake = state.round.stakes.get(number)  # one that is placed in this very batch is NotRead
    return {purse_of(stream, funding_of(state), stake.patron)} if stake else set()


def _purses(stream: str, state: TableState) -> set[Account]:
    stakes = state.round.stakes.values() if state.round else ()
    return {purse_of(stream, funding_of(state), stake.patron) for stake in stakes}


def answer_again(before: Entry, asked: bytes) -> Told:
    """The answer that was given before to the same command."""
    if not asks_the_same(before, asked):
        sentence = "This id was used before for something else: use a new one."
        return Told(refused=Refused(Reason.ID_USED_BEFORE, sentence))
    refused = decode_refusal(before)
    return Told(() if refused else recorded(before), refused)
