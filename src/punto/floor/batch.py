"""One commit: the commands that wait together, decided in order, written in one transaction."""

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from punto.floor.kept import Kept
from punto.journal.codec import (
    SCHEMA,
    Entry,
    Events,
    Head,
    Recorded,
    chained,
    decode_refusal,
    encode_command,
    encode_events,
    encode_refusal,
    encode_state,
    recorded,
)
from punto.journal.failures import Conflict
from punto.journal.writing import Writing
from punto.ledger.accounts import Account, bank, held
from punto.ledger.postings import claims_touched, postings, purse_of
from punto.ledger.transfers import Transfer, applied
from punto.refusals import Reason, Refused
from punto.table import commands as c
from punto.table.configuration import Funding
from punto.table.decide import decide
from punto.table.evolve import evolve_all
from punto.table.people import Staff
from punto.table.state import State

SNAPSHOT_EVERY = 500  # entries of a table


class Submission(Struct, frozen=True):
    """A command for a table, under an id that makes it happen once."""

    table: str
    id: str
    command: c.Command
    after: int | None = None  # decided only while this is the table's last entry


class Told(Struct, frozen=True):
    """The answer to a submission: what it made happen, or why not."""

    records: tuple[Recorded, ...] = ()
    refused: Refused | None = None


class NotRead(Exception):  # noqa: N818  (the batch begins anew, having read these too)
    """Money would move on accounts that were not locked at the beginning."""

    def __init__(self, accounts: set[Account]) -> None:
        super().__init__(", ".join(sorted(account.name for account in accounts)))
        self.accounts = accounts


class Batch:
    """Several submissions on their way into one transaction."""

    def __init__(
        self,
        writing: Writing,
        kept: dict[str, Kept],
        submissions: Sequence[Submission],
        now_ms: int,
        also: Iterable[Account] = (),
    ) -> None:
        """Read, once for all, what deciding these needs; `kept` is the tables as they stand.

        Accounts are locked all together in one order, so that no two batches wait for each other,
        and before positions are taken, so that the order of positions is the order of the money.
        """
        self.kept = kept
        self.records: list[Recorded] = []
        self._entries: list[Entry] = []
        self._writing = writing
        self._now_ms = now_ms
        self._began = {table: each.head.number for table, each in kept.items()}
        self._answered = {
            table: writing.answered(table, (each.id for each in submissions if each.table == table))
            for table in kept
        }
        accounts = _accounts(kept, submissions) | set(also)
        found = writing.balances(accounts)
        self._known = set(found)
        self._balances = dict.fromkeys(accounts, 0) | found
        self._changed: set[Account] = set()
        self._transfers: list[tuple[str, int, tuple[Transfer, ...]]] = []
        self._positions = iter(writing.positions(len(submissions)))

    def take(self, submission: Submission) -> Told:
        """Decide one submission; what it writes waits for the end. Raising leaves no trace."""
        asked = encode_command(submission.command)
        before = self._answered[submission.table].get(submission.id)
        if before is not None:
            return answer_again(before, asked)
        kept = self.kept[submission.table]
        if submission.after not in (None, kept.head.number):
            raise Conflict(f"{submission.table} has moved on: look again.")
        at_ms = max(self._now_ms, kept.at_ms)  # a table's time never runs backwards
        refusal, state = b"", kept.state
        events: Events = ()
        moved: tuple[Transfer, ...] = ()
        refused: Refused | None = None
        try:
            events = decide(kept.state, replace(submission.command, at=at_ms))
            moved = self._moved(submission.table, kept.state, events)
        except Refused as reason:
            refused, refusal, events = reason, encode_refusal(reason), ()
        else:
            state = evolve_all(kept.state, events)
        entry = self._entry(submission, kept.head, at_ms, asked, refusal, events)
        self._keep(entry, state, moved)
        records = recorded(entry, events)
        self.records += records
        return Told(records, refused)

    def write(self) -> None:
        """Write everything, in the order that the foreign keys ask for."""
        self._writing.append(self._entries)
        changed = {account: self._balances[account] for account in self._changed}
        self._writing.set_balances(changed, self._known)
        self._writing.add_all_transfers(self._transfers)
        for table, kept in self.kept.items():
            if kept.head.number // SNAPSHOT_EVERY > self._began[table] // SNAPSHOT_EVERY:
                self._writing.save_snapshot(table, kept.head, encode_state(kept.state))

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
            stream=submission.table,
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

    def _keep(self, entry: Entry, state: State, moved: tuple[Transfer, ...]) -> None:
        if moved:
            touched = _touched(moved)
            self._balances |= applied({each: self._balances[each] for each in touched}, moved)
            self._changed |= touched
            self._transfers.append((entry.stream, entry.number, moved))
        self._entries.append(entry)
        head = Head(entry.number, entry.seq, entry.hash)
        self.kept[entry.stream] = Kept(head, state, entry.at_ms)
        self._answered[entry.stream][entry.id] = entry

    def _moved(self, table: str, state: State, events: Events) -> tuple[Transfer, ...]:
        """The transfers of these events; refused where a patron's credits do not cover them."""
        claimed = claims_touched(table, events)
        self._must_know(claimed)
        owed = {account: self._balances[account] for account in claimed}
        moved = postings(table, _funding(state), events, owed)
        touched = _touched(moved)
        self._must_know(touched)
        applied({each: self._balances[each] for each in touched}, moved)
        return moved

    def _must_know(self, accounts: Iterable[Account]) -> None:
        unread = set(accounts) - self._balances.keys()
        if unread:
            raise NotRead(unread)


def _accounts(kept: dict[str, Kept], submissions: Iterable[Submission]) -> set[Account]:
    """The accounts that these will most likely move; the few others are found as NotRead."""
    wanted: set[Account] = set()
    for table, each in kept.items():
        stakes = each.state.round.stakes.values() if each.state.round else ()
        wanted |= {held(table), bank(table)}
        wanted |= {purse_of(table, _funding(each.state), stake.patron) for stake in stakes}
    for submission in submissions:
        match submission.command:
            case c.PlaceStake(patron=patron):
                funding = _funding(kept[submission.table].state)
                wanted.add(purse_of(submission.table, funding, patron))
            case _:
                pass
    return wanted


def _touched(moved: Iterable[Transfer]) -> set[Account]:
    return {account for each in moved for account in (each.source, each.target)}


def _funding(state: State) -> Funding:
    return state.configuration.funding if state.configuration else Funding.CHIPS


def answer_again(before: Entry, asked: bytes) -> Told:
    """The answer that was given before to the same command."""
    if before.asked != asked:
        sentence = "This id was used before for something else: use a new one."
        return Told(refused=Refused(Reason.ID_USED_BEFORE, sentence))
    refused = decode_refusal(before)
    return Told(() if refused else recorded(before), refused)
