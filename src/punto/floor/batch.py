"""One commit: the commands that wait together, decided in order, written in one transaction."""

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

from punto.journal.codec import (
    SCHEMA,
    Record,
    chain,
    decode_event,
    encode_command,
    encode_event,
)
from punto.journal.store import Answer, Head, Writing
from punto.ledger.accounts import Account
from punto.ledger.postings import postings
from punto.ledger.transfers import Transfer, applied
from punto.refusals import Reason, Refused
from punto.table.commands import Command
from punto.table.configuration import Funding
from punto.table.decide import decide
from punto.table.events import Event
from punto.table.evolve import Corrupt, evolve, evolve_all
from punto.table.people import Staff
from punto.table.state import CLOSED, State


class Submission(Struct, frozen=True):
    """A command for a table, under an id that makes it happen once."""

    table: str
    id: str
    command: Command


class Kept(Struct, frozen=True):
    """A table as this process last saw it."""

    head: Head = Head()
    state: State = CLOSED


class Told(Struct, frozen=True):
    """The answer to a submission: what it made happen, or why not."""

    records: tuple[Record, ...] = ()
    refused: Refused | None = None


def catch_up(writing: Writing, table: str, kept: Kept) -> Kept:
    """The table as it stands on disk: what others have written since is taken in first."""
    head, state = kept.head, kept.state
    for record in writing.records(table, after=head.seq):
        if record.seq != head.seq + 1 or chain(head.hash, record) != record.hash:
            raise Corrupt(f"record {record.seq} of {table} does not follow the one before")
        state = evolve(state, decode_event(record))
        head = Head(record.seq, record.hash)
    return Kept(head, state)


class Batch:
    """Several submissions on their way into one transaction."""

    def __init__(self, writing: Writing, kept: dict[str, Kept]) -> None:
        self.writing = writing
        self.kept = kept
        self.told: list[Told] = []
        self._before: dict[str, dict[str, Answer]] = {}
        self._balances: dict[Account, int] = {}
        self._known: set[Account] = set()
        self._records: list[Record] = []
        self._transfers: list[tuple[str, int, tuple[Transfer, ...]]] = []
        self._answers: dict[str, list[Answer]] = {}

    def look_up(self, submissions: Iterable[Submission]) -> None:
        """Read, once for all, what was answered before to any of these ids."""
        by_table: dict[str, list[str]] = {}
        for each in submissions:
            by_table.setdefault(each.table, []).append(each.id)
        for table, ids in by_table.items():
            self._before[table] = self.writing.answered(table, ids)

    def take(self, submission: Submission, at_ms: int) -> None:
        """Decide one submission; its answer is kept, and what it writes waits for the end."""
        asked = encode_command(submission.command)
        before = self._before[submission.table].get(submission.id)
        if before is not None:
            self.told.append(self._again(submission, before, asked))
            return
        kept = self.kept[submission.table]
        try:
            events = decide(kept.state, submission.command)
            moved = self._moved(submission.table, kept.state, events)
        except Refused as refused:
            answer = Answer(submission.id, asked, refusal=_packed(refused))
            self.told.append(Told(refused=refused))
        else:
            records = _chained(kept.head, submission, events, at_ms)
            last = records[-1] if records else None
            head = Head(last.seq, last.hash) if last else kept.head
            self.kept[submission.table] = Kept(head, evolve_all(kept.state, events))
            self._records += records
            if moved:
                self._transfers.append((submission.table, head.seq, moved))
            answer = Answer(submission.id, asked, kept.head.seq + 1, head.seq)
            self.told.append(Told(tuple(records)))
        self._before[submission.table][submission.id] = answer
        self._answers.setdefault(submission.table, []).append(answer)

    def write(self) -> None:
        """Write everything, in the order that the foreign keys ask for."""
        self.writing.append(self._records)
        self.writing.set_balances(self._balances, self._known)
        for table, seq, moved in self._transfers:
            self.writing.add_transfers(table, seq, moved)
        for table, answers in self._answers.items():
            self.writing.add_answers(table, answers)

    def _moved(self, table: str, state: State, events: tuple[Event, ...]) -> tuple[Transfer, ...]:
        funding = state.configuration.funding if state.configuration else Funding.CHIPS
        moved = postings(table, funding, events)
        wanted = {account for each in moved for account in (each.source, each.target)}
        unread = wanted - set(self._balances)
        if unread:
            found = self.writing.balances(unread)
            self._known |= set(found)
            self._balances |= dict.fromkeys(unread, 0) | found
        self._balances = applied(self._balances, moved)
        return moved

    def _again(self, submission: Submission, before: Answer, asked: bytes) -> Told:
        if before.asked != asked:
            sentence = "This id was used before for something else: use a new one."
            return Told(refused=Refused(Reason.ID_USED_BEFORE, sentence))
        if before.refusal is not None:
            return Told(refused=_unpacked(before.refusal))
        waiting = [
            record
            for record in self._records
            if record.stream == submission.table and record.command == submission.id
        ]
        if waiting or before.last_seq < before.first_seq:
            return Told(tuple(waiting))
        count = before.last_seq - before.first_seq + 1
        found = self.writing.records(submission.table, before.first_seq - 1, count)
        return Told(tuple(found))


def _chained(
    head: Head, submission: Submission, events: tuple[Event, ...], at_ms: int
) -> list[Record]:
    by = submission.command.by
    rank = by.position.value if isinstance(by, Staff) else 0
    made: list[Record] = []
    before = head.hash
    for place, event in enumerate(events, start=1):
        record = Record(
            submission.table,
            head.seq + place,
            at_ms,
            by.id,
            rank,
            submission.id,
            SCHEMA,
            encode_event(event),
            b"",
        )
        before = chain(before, record)
        made.append(msgspec.structs.replace(record, hash=before))
    return made


def _packed(refused: Refused) -> bytes:
    said: dict[str, Any] = {
        "reason": refused.reason.value,
        "sentence": refused.sentence,
        "clause": refused.clause,
    }
    return msgspec.json.encode(said)


def _unpacked(data: bytes) -> Refused:
    said = msgspec.json.decode(data)
    return Refused(Reason(said["reason"]), said["sentence"], clause=said["clause"])
