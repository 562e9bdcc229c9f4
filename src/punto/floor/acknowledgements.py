"""Acknowledgements: who has seen which significant event, folded from the chained notices."""

from collections.abc import Iterable
from threading import Lock

from msgspec import Struct

from punto.floor.audit_writer import log_notice
from punto.journal.notices import CHAIN, Notice, Noticed, NoticeKind, add_notices
from punto.journal.queries.audit import acknowledged_after
from punto.journal.store import Store


class Acknowledged(Struct, frozen=True):
    """Who acknowledged a significant event, and when."""

    by: str
    at_ms: int


class Acknowledgements:
    """A cache of all acknowledgements; each query first reads what any process has added."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, Acknowledged] = {}
        self._last = 0
        self._lock = Lock()

    def of(self, events: Iterable[str]) -> dict[str, Acknowledged]:
        """The acknowledgements of these events, by event id."""
        with self._store.begin_read() as transaction:
            self._fold(acknowledged_after(transaction.connection, self._last))
        return {each: self._known[each] for each in events if each in self._known}

    def add(self, event: str, by: str, table: str, now_ms: int) -> Acknowledged:
        """Record an acknowledgement and return it, or the earlier one if there is one."""
        new: list[Notice] = []
        with self._store.begin_write([CHAIN]) as transaction:
            self._fold(acknowledged_after(transaction.connection, self._last))
            if event not in self._known:
                new.append(Notice(NoticeKind.ACKNOWLEDGED, now_ms, by, table, event))
                add_notices(transaction.connection, new)
        for each in new:
            log_notice(each)
        return self.of([event])[event]

    def _fold(self, found: Iterable[Noticed]) -> None:
        with self._lock:
            for each in found:
                notice = each.notice
                self._known.setdefault(notice.about, Acknowledged(notice.actor, notice.at_ms))
                self._last = max(self._last, each.number)
