"""One commit: a batch of submissions, decided in order and written in one transaction."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from punto.floor.command_rates import RefusalBudget
from punto.floor.stream import StreamState, only_stakes
from punto.floor.submission import Receipt, Submission
from punto.floor.unapproved_changes import TooMuchAlone, UnapprovedChanges
from punto.journal.codec import (
    SCHEMA,
    Entry,
    Events,
    Head,
    Recorded,
    actor_columns,
    chained,
    decode_refusal,
    encode_approval,
    encode_command,
    encode_events,
    encode_refusal,
    encode_state,
    is_same,
    kind_of_command,
    recorded,
)
from punto.journal.decisions import DECISION_VERSION, edition_of
from punto.journal.errors import Conflict
from punto.journal.projections.commit import TotalsOfBatch
from punto.journal.snapshots import is_snapshot_due
from punto.journal.streams import Command, State, funding_of, kind_of
from punto.journal.transfer_rows import Stands, stands_after
from punto.journal.write_transaction import WriteTransaction
from punto.ledger.accounts import CAGE, VOUCHERS, Account, bank, held, patron
from punto.ledger.bounds import transferred
from punto.ledger.cage import commands as cage
from punto.ledger.postings import purse_of
from punto.ledger.transfers import Transfer
from punto.refusals import Reason, Refused
from punto.table import commands as table
from punto.table.people import Origin, Patron
from punto.table.state import State as TableState


class AccountsNotLocked(Exception):  # noqa: N818  (not an error: the host retries with these too)
    """Money would move on accounts that were not locked when the batch began."""

    def __init__(self, accounts: set[Account]) -> None:
        super().__init__(", ".join(sorted(account.name for account in accounts)))
        self.accounts = accounts


class Books(dict[Account, int]):
    """Balances as they stand in a batch; reading one that was not locked raises."""

    def __missing__(self, account: Account) -> int:
        raise AccountsNotLocked({account})

    def get(self, account: Account, default: object = None) -> int:
        return self[account]


class Batch:
    """Submissions that are decided and written in one transaction."""

    def __init__(
        self,
        transaction: WriteTransaction,
        streams: dict[str, StreamState[Any]],
        submissions: Sequence[Submission],
        now_ms: int,
        also: Iterable[Account] = (),
        refusals: RefusalBudget | None = None,
        changes: UnapprovedChanges | None = None,
    ) -> None:
        """Read everything needed to decide these, at once; `streams` are as they stand on disk.

        All accounts are locked together in one order, so that no two batches deadlock, and before
        positions are allocated, so that money moves in the order of positions.
        """
        self.streams = streams
        self.records: list[Recorded] = []
        self._entries: list[Entry] = []
        self._refusals = refusals
        self._changes = changes
        self._transaction = transaction
        self._now_ms = now_ms
        self._began = {name: stream.head.number for name, stream in streams.items()}
        self._answered = transaction.answered((each.stream, each.id) for each in submissions)
        accounts = _accounts(streams, submissions) | set(also)
        found = transaction.balances(accounts)
        self._known = set(found)
        self._books = Books(dict.fromkeys(accounts, 0) | found)
        self._changed: set[Account] = set()
        self._transfers: list[tuple[int, tuple[Transfer, ...], Stands]] = []
        self._totals = TotalsOfBatch()
        self._positions = iter(transaction.positions(len(submissions)))

    def take(self, submission: Submission) -> Receipt:
        """Decide one submission, to be written by `write`; raising changes nothing."""
        command = encode_command(submission.command)
        before = self._answered.get((submission.stream, submission.id))
        if before is not None:
            return answer_again(before, submission, command)
        stream = self.streams[submission.stream]
        if submission.after is not None and _moved_on(stream, submission.command, submission.after):
            raise Conflict(f"{submission.stream} has moved on: reload it and try again.")
        at_ms = max(self._now_ms, stream.at_ms)  # a stream's time never runs backwards
        refused: Refused | None = None
        after: Mapping[Account, int] = {}
        try:
            origin = Origin(submission.by, at_ms, submission.approval)
            events, state, moved, after = self._apply(stream, submission.command, origin)
        except TooMuchAlone as too_much:  # not the table's own rule, so it is in no entry of it
            return Receipt(refused=too_much, is_recorded=False)
        except Refused as reason:
            if not (self._is_known(stream) and self._is_recorded(submission)):
                return Receipt(refused=reason, is_recorded=False)
            refused, events, state, moved = reason, (), stream.state, ()
        refusal = encode_refusal(refused) if refused else b""
        edition = edition_of(stream.state, state)
        entry = self._entry(submission, stream.head, at_ms, command, refusal, events, edition)
        self._totals.add(entry, stream.state, events)
        self._add(stream, entry, state, events)
        if moved:
            self._transfers.append((entry.position, moved, stands_after(moved, after)))
        records = recorded(entry, events)
        self.records += records
        return Receipt(records, refused, balances=after)

    def write(self) -> None:
        """Write everything, in the order that the foreign keys require."""
        self._transaction.append(self._entries)
        changed = {account: self._books[account] for account in self._changed}
        self._transaction.set_balances(changed, self._known)
        self._transaction.add_transfers(self._transfers)
        self._totals.write(self._transaction)
        for name, stream in self.streams.items():
            if is_snapshot_due(stream.state, self._began[name], stream.head.number):
                self._transaction.save_snapshot(name, stream.head, encode_state(stream.state))

    def _entry(
        self,
        submission: Submission,
        head: Head,
        at_ms: int,
        command: bytes,
        refusal: bytes,
        events: Events,
        edition: str,
    ) -> Entry:
        actor, rank, role, pressed_by = actor_columns(submission.by)
        entry = Entry(
            position=next(self._positions),
            stream=submission.stream,
            number=head.number + 1,
            id=submission.id,
            at_ms=at_ms,
            actor=actor,
            rank=rank,
            role=role,
            pressed_by=pressed_by,
            approval=encode_approval(submission.approval),
            kind=kind_of_command(submission.command),
            command=command,
            refusal=refusal,
            events=encode_events(events),
            seq=head.seq + len(events),
            edition=edition,
            decision_version=DECISION_VERSION,
            schema=SCHEMA,
        )
        return chained(head.hash, entry)

    def _apply(
        self, stream: StreamState[Any], command: Command, origin: Origin
    ) -> tuple[Events, State, tuple[Transfer, ...], Mapping[Account, int]]:
        """Decide a command, evolve the state and move the money, if every balance allows it."""
        kind, state = kind_of(stream.stream), stream.state
        events = kind.decide(state, self._books, command, origin)
        if self._changes is not None:
            self._changes.check(stream.stream, state, command, origin, events)
        moved = kind.postings(stream.stream, state, events, self._books)
        for event in events:
            state = kind.evolve(state, event)
        after = transferred(self._books, moved)
        self._books |= after
        self._changed |= after.keys()
        return events, state, moved, after

    def _add(self, before: StreamState[Any], entry: Entry, state: State, events: Events) -> None:
        self._entries.append(entry)
        self.streams[entry.stream] = StreamState(
            entry.stream,
            Head(entry.number, entry.seq, entry.hash),
            state,
            entry.at_ms,
            entry.actor if events else before.actor,
            before.last_non_stake_entry if only_stakes(events) else entry.number,
            entry.number if events else before.changed,
        )
        self._answered[entry.stream, entry.id] = entry

    def _is_known(self, stream: StreamState[Any]) -> bool:
        """Whether the table exists: a refusal must not create one."""
        return stream.head.number > 0 or not isinstance(stream.state, TableState)

    def _is_recorded(self, submission: Submission) -> bool:
        """Whether a refusal is recorded: a patron's own are, within the refusal budget."""
        by = submission.by
        if self._refusals is None or not isinstance(by, Patron):
            return True
        if not submission.id.startswith(f"{by.id}/"):  # from a card reader the patron controls
            return True
        return self._refusals.take(submission.stream, by.id)


def _moved_on(stream: StreamState[Any], command: Command, after: int) -> bool:
    """Whether the stream has changed since entry `after`.

    Stakes do not count against closing betting, so a rush of them cannot keep it open; refusals
    never count, so a flood of them cannot keep a dealer from dealing.
    """
    is_close = isinstance(command, table.CloseBetting)
    last = stream.last_non_stake_entry if is_close else stream.changed
    return not last <= after <= stream.head.number


def _accounts(
    streams: Mapping[str, StreamState[Any]], submissions: Sequence[Submission]
) -> set[Account]:
    """The accounts these will most likely move; others raise AccountsNotLocked when needed."""
    wanted: set[Account] = set()
    # A stake moves only its patron's money; any other command may end the round.
    ending = {each.stream for each in submissions if not isinstance(each.command, table.STAKING)}
    for name, stream in streams.items():
        if isinstance(stream.state, TableState):
            wanted |= {held(name), bank(name)}
            wanted |= _purses(name, stream.state) if name in ending else set()
    for submission in submissions:
        state = streams[submission.stream].state
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
    stake = state.round.stakes.get(number)  # None if it is placed in this same batch
    return {purse_of(stream, funding_of(state), stake.patron)} if stake else set()


def _purses(stream: str, state: TableState) -> set[Account]:
    stakes = state.round.stakes.values() if state.round else ()
    return {purse_of(stream, funding_of(state), stake.patron) for stake in stakes}


def answer_again(before: Entry, submission: Submission, command: bytes) -> Receipt:
    """The answer given before to the same command; refused if its id was for another one."""
    if not is_same(before, submission.by, encode_approval(submission.approval), command):
        refused = Refused(
            Reason.ID_USED_BEFORE, "This id was used before for something else: use a new one."
        )
        return Receipt(refused=refused)
    return receipt_of(before)


def receipt_of(entry: Entry) -> Receipt:
    """The receipt for what an entry recorded."""
    refused = decode_refusal(entry)
    return Receipt(() if refused else recorded(entry), refused)
