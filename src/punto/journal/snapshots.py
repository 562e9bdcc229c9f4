"""Snapshots of a stream's state: how often they are made, written, read and checked."""

from hashlib import sha256

import sqlalchemy as sa
from msgspec import Struct

from punto.journal.codec import Head
from punto.journal.schema import snapshots
from punto.journal.streams import State
from punto.ledger.cage.state import State as CageState
from punto.ledger.cage.used_seals import count_used
from punto.table.state import State as TableState

SNAPSHOT_EVERY = 500  # entries of a stream


class Snapshot(Struct, frozen=True):
    """A stream's state at a head: a cache, which can be rebuilt from the entries."""

    head: Head
    state: bytes
    digest: bytes

    @property
    def whole(self) -> bool:
        """Whether its digest is right."""
        return self.digest == snapshot_digest(self.head, self.state)


def snapshot_digest(head: Head, state: bytes) -> bytes:
    """The digest by which a damaged snapshot is detected."""
    return sha256(b"%d:%d:%b%b" % (head.number, head.seq, head.hash, state)).digest()


def is_snapshot_due(state: State, before: int, number: int) -> bool:
    """Whether a commit that took a stream from one entry to another is to save its state.

    A large state is saved less often.
    """
    every = max(SNAPSHOT_EVERY, _size(state) // 4)
    return number // every > before // every


def _size(state: State) -> int:
    """How many parts of a state grow with history: lines of rounds, or used vouchers."""
    if isinstance(state, TableState):
        return sum(len(each.lines) for each in state.finished)
    return count_used(state.used) if isinstance(state, CageState) else 0


def read_snapshot(connection: sa.Connection, stream: str) -> Snapshot | None:
    """The snapshot of a stream, if there is one."""
    saved = snapshots.c
    query = sa.select(saved.number, saved.seq, saved.hash, saved.state, saved.digest)
    row = connection.execute(query.where(saved.stream == stream)).first()
    return None if row is None else Snapshot(Head(*row[:3]), row.state, row.digest)


def write_snapshot(connection: sa.Connection, stream: str, head: Head, state: bytes) -> None:
    """Save a stream's state, replacing the snapshot before."""
    connection.execute(sa.delete(snapshots).where(snapshots.c.stream == stream))
    connection.execute(
        sa.insert(snapshots).values(
            stream=stream,
            number=head.number,
            seq=head.seq,
            hash=head.hash,
            state=state,
            digest=snapshot_digest(head, state),
        )
    )
