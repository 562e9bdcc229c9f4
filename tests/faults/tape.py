"""One ordered record of a run: writes, syncs, answers and published events."""

from threading import Lock
from typing import Any

from msgspec import Struct


class Created(Struct, frozen=True):
    """A name was made in the folder, for a new file."""

    name: str
    file: int


class Deleted(Struct, frozen=True):
    """A name was taken out of the folder."""

    name: str


class Wrote(Struct, frozen=True):
    """Bytes were handed to the operating system; they are not on the disk yet."""

    file: int
    offset: int
    data: bytes


class Truncated(Struct, frozen=True):
    """A file was cut to a size; neither is that on the disk yet."""

    file: int
    size: int


class Synced(Struct, frozen=True):
    """A file is on the disk as it was when the sync began: that place of the tape."""

    file: int
    began: int
    folder: bool  # the folder was synced with it: names that were made or deleted


class FolderSynced(Struct, frozen=True):
    """The folder is on the disk as it was at that place of the tape."""

    began: int


class Told(Struct, frozen=True):
    """Somebody is about to be told something: an answer, an event, that the journal was made."""

    what: Any


Touched = Created | Deleted | Wrote | Truncated
Happened = Touched | Synced | FolderSynced | Told


class Tape:
    """What happened, in the one order in which it happened."""

    def __init__(self) -> None:
        self.happened: list[Happened] = []
        self._lock = Lock()

    def add(self, what: Happened) -> None:
        with self._lock:
            self.happened.append(what)

    def __len__(self) -> int:
        return len(self.happened)
