"""A queue in which askers take turns, and that refuses those first who send most."""

from collections import deque
from typing import Generic, TypeVar

T = TypeVar("T")


class QueueFullError(Exception):
    """No more of this asker's items are taken."""


class FairQueue(Generic[T]):
    """Waiting items by asker, in bounded number.

    >>> queue = FairQueue[str](waiting_max=3, per_asker_max=2)
    >>> [queue.add(asker, f"{asker}{at}") for at in (1, 2) for asker in "a"]
    [None, None]
    >>> queue.add("b", "b1"), queue.add("c", "c1")
    (None, 'a2')
    >>> [queue.next() for _ in range(4)]
    ['a1', 'b1', 'c1', None]
    """

    def __init__(self, waiting_max: int, per_asker_max: int) -> None:
        self._waiting_max = waiting_max
        self._per_asker_max = per_asker_max
        self._askers: dict[str, deque[T]] = {}  # the first is next
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self, asker: str, item: T) -> T | None:
        """Queue an item; returns another one that was dropped to make room, if it was full."""
        mine = len(self._askers.get(asker, ()))
        if mine >= self._per_asker_max:
            raise QueueFullError
        dropped = None
        if len(self) >= self._waiting_max:
            most = max(self._askers.values(), key=len, default=None)
            if most is None or len(most) <= mine + 1:
                raise QueueFullError
            dropped = most.pop()
            self._count -= 1
        self._askers.setdefault(asker, deque()).append(item)
        self._count += 1
        return dropped

    def next(self) -> T | None:
        """Take the next item out of the queue."""
        for asker, items in self._askers.items():
            item = items.popleft()
            self._count -= 1
            del self._askers[asker]
            if items:
                self._askers[asker] = items  # at the end: the others' turn
            return item
        return None
