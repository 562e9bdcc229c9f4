"""An answer that is the same for everyone, computed once as long as nothing changes."""

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class SharedAnswer(Generic[T]):
    """The last answer, and what it was computed from; others wait while it is computed."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._known: tuple[Hashable, T] | None = None

    def get(self, basis: Hashable, compute: Callable[[], T]) -> T:
        """The answer for this basis, computed if it is not the last one.

        >>> answer = SharedAnswer[list[int]]()
        >>> answer.get(1, lambda: [7]) is answer.get(1, lambda: [8])
        True
        """
        with self._lock:
            if self._known is None or self._known[0] != basis:
                self._known = basis, compute()
            return self._known[1]
