"""Listening: a thread that hears what other processes commit, and listens anew when cut off."""

from logging import getLogger
from threading import Event, Thread

from punto.floor.feed import Feeds
from punto.journal.announcing import hearing
from punto.journal.failures import Unavailable
from punto.journal.store import Store

STOP_S = 0.2  # how soon it ends when told to
AGAIN_S = 0.5  # before listening anew after the connection was lost

_log = getLogger(__name__)


class Listener:
    """Tells feeds where to look. While it hears nothing, they look often, as without it."""

    def __init__(self, store: Store, feeds: Feeds, node: str) -> None:
        self._store = store
        self._feeds = feeds
        self._node = node
        self._stopping = Event()
        self._thread = Thread(target=self._run, name="listener", daemon=True)
        self._told = ""

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self._listen()
            except Unavailable as away:
                self._rest(str(away))
            except Exception as mistake:  # one of ours: followers look often, and miss nothing
                self._rest(f"A mistake of ours, {type(mistake).__name__}: call for support.")

    def _rest(self, why: str) -> None:
        """Be deaf for a moment; say why once."""
        self._feeds.deaf()
        if why != self._told:
            self._told = why
            _log.warning("Not listening to other nodes: %s", why)
        self._stopping.wait(AGAIN_S)

    def _listen(self) -> None:
        with hearing(self._store.engine) as ear:
            # What was committed before this is on disk, what comes after is heard: look once.
            self._feeds.hears()
            self._told = ""
            while not self._stopping.is_set():
                for notice in ear.notices(STOP_S):
                    if notice.by != self._node:
                        self._feeds.hear(notice.ends)
