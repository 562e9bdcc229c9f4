"""Alarms for operators that no event reports: tables that stand still, a disk that fills up."""

from punto.floor.clock import Clock
from punto.floor.event_log import EventLog, Outage
from punto.floor.host import Host
from punto.journal.errors import Corrupt, Unavailable
from punto.journal.store import Store

LOOK_MS = 10_000
STUCK_MS = 600_000  # an open table that records nothing for so long
DISK_FREE_MIN = 20  # per cent

_log = EventLog("punto.floor")


class Alarms:
    """Logs when something stands still or fills up, and when that is over."""

    def __init__(self, host: Host, store: Store, clock: Clock) -> None:
        self._host = host
        self._store = store
        self._clock = clock
        self._looked_ms = 0
        self._stuck: dict[str, Outage] = {}
        self._disk = Outage(_log, "disk-filling", "disk-has-space-again")

    def look(self) -> None:
        """Look at every table this node has seen, and at the journal's disk, now and then."""
        now_ms = self._clock.now_ms()
        if now_ms - self._looked_ms < LOOK_MS:
            return
        self._looked_ms = now_ms
        for table in self._host.tables():
            stuck = self._stuck.get(table)
            if self._is_stuck(table, now_ms):
                if stuck is None:
                    names = "table-stuck", "table-moves-again"
                    stuck = self._stuck[table] = Outage(_log, *names, table=table)
                stuck.begin(f"no entry for {STUCK_MS // 60_000} minutes")
            elif stuck is not None:
                stuck.end()
        disk = self._store.disk()
        if disk is not None and disk.free * 100 < disk.size * DISK_FREE_MIN:
            self._disk.begin(f"less than {DISK_FREE_MIN} % free")
        else:
            self._disk.end()

    def _is_stuck(self, table: str, now_ms: int) -> bool:
        seen = self._host.last_seen(table)
        if seen is None or now_ms - seen.at_ms < STUCK_MS:
            return False
        try:
            seen = self._host.look(table)  # another node may have written to it
        except (Unavailable, Corrupt):
            return False
        return seen.state.configuration is not None and now_ms - seen.at_ms >= STUCK_MS
