"""The PostgreSQL listener: a thread that receives other processes' commit notices."""

from threading import Event, Thread

from punto.floor.event_log import EventLog, Outage
from punto.floor.feed import Feeds
from punto.journal.commit_notices import subscribe
from punto.journal.errors import Unavailable
from punto.journal.store import Store

STOP_S = 0.2  # how often it checks whether to stop
RETRY_S = 0.5  # before reconnecting after the connection was lost

_log = EventLog("punto.floor")


class Listener:
    """Passes notices on to the feeds, which poll often while the listener is disconnected."""

    def __init__(self, store: Store, feeds: Feeds, node: str) -> None:
        self._store = store
        self._feeds = feeds
        self._node = node
        self._stopping = Event()
        self._thread = Thread(target=self._run, name="listener", daemon=True)
        self._outage = Outage(_log, "not-listening", "listening-again")

    @property
    def is_listening(self) -> bool:
        return not self._outage.why

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self._listen()
            except Unavailable as failure:
                self._pause(str(failure))
            except Exception as bug:  # feeds poll often meanwhile, and miss nothing
                self._pause(f"Internal error, {type(bug).__name__}: call support.")

    def _pause(self, why: str) -> None:
        """Wait before reconnecting; log each reason once."""
        self._feeds.listener_lost()
        self._outage.begin(why)
        self._stopping.wait(RETRY_S)

    def _listen(self) -> None:
        with subscribe(self._store.engine) as subscription:
            # Earlier commits are on disk and later ones are notified, so one look misses nothing.
            self._feeds.listener_connected()
            self._outage.end()
            while not self._stopping.is_set():
                for notice in subscription.notices(STOP_S):
                    if notice.by != self._node:
                        self._feeds.notify(notice.ends)
