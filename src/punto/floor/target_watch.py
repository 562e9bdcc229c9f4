"""Alerts the pit to a table that deals fewer rounds an hour than its target."""

from collections.abc import Callable

from punto.floor.clock import Clock
from punto.floor.host import Host
from punto.journal.errors import Corrupt, Unavailable
from punto.journal.notices import Notice, NoticeKind
from punto.journal.queries.audit import AuditFilter, significant_notices
from punto.journal.queries.pace import HOUR_MS, Pace, table_paces
from punto.journal.queries.round_steps import PAUSE_MS
from punto.journal.read_transaction import ReadTransaction
from punto.journal.store import Store

LOOK_MS = 60_000
ROUNDS = 20  # the last ones, by which a table is judged
ROUNDS_MIN = 10  # fewer say nothing yet


class TargetWatch:
    """Notes a table that falls behind, once an hour at most, and again after it kept up."""

    def __init__(
        self, host: Host, store: Store, clock: Clock, note: Callable[[Notice], object]
    ) -> None:
        self._host = host
        self._store = store
        self._clock = clock
        self._note = note
        self._looked_ms = 0
        self._behind: set[str] = set()

    def look(self) -> None:
        """Look at every open table with a target, now and then."""
        now_ms = self._clock.now_ms()
        if now_ms - self._looked_ms < LOOK_MS:
            return
        self._looked_ms = now_ms
        tables = [table for table in self._host.tables() if self._has_target(table)]
        if not tables:
            return
        try:
            with self._store.begin_read() as transaction:
                for pace in table_paces(transaction, tables, ROUNDS):
                    self._judge(transaction, pace, now_ms)
        except (Unavailable, Corrupt):
            return  # what is wrong is reported elsewhere

    def _has_target(self, table: str) -> bool:
        seen = self._host.last_seen(table)
        config = None if seen is None else seen.state.configuration
        return config is not None and config.rounds_an_hour is not None

    def _judge(self, transaction: ReadTransaction, pace: Pace, now_ms: int) -> None:
        if pace.rounds < ROUNDS_MIN or now_ms - pace.ended_ms > PAUSE_MS:
            return  # too few rounds, or a break
        if not pace.is_behind:
            self._behind.discard(pace.table)
        elif pace.table not in self._behind:
            self._behind.add(pace.table)
            if not _is_known(transaction, pace.table, now_ms):
                self._note(_notice(pace, now_ms))


def _is_known(transaction: ReadTransaction, table: str, now_ms: int) -> bool:
    """Whether another node, or this one before it was started again, has just noted it."""
    wanted = AuditFilter(
        kinds=frozenset((NoticeKind.BEHIND_TARGET.value,)),
        streams=(table,),
        since_ms=now_ms - HOUR_MS,
    )
    return bool(significant_notices(transaction, wanted, None, 1))


def _notice(pace: Pace, now_ms: int) -> Notice:
    rounds = pace.rounds_an_hour
    assert rounds is not None, "a table that is behind has a pace"
    about = (
        f"{float(rounds):.1f} rounds an hour, target {pace.target};"
        f" most time goes to {pace.longest_step}"
    )
    after = {
        "rounds_an_hour": f"{float(rounds):.1f}",
        "target": pace.target,
        "longest": pace.longest_step,
        "lost_an_hour_cents": round(pace.lost_an_hour_cents),
    }
    return Notice(NoticeKind.BEHIND_TARGET, now_ms, "", pace.table, about, None, after)
