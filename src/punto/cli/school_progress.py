"""A student's progress file: what was asked, how it went, and when it is due again."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from punto.cli.output_files import PRIVATE, check_target, write_whole
from punto.refusals import Reason, Refused
from punto.rules.game import Game
from punto.school.items import Item, Mark

if TYPE_CHECKING:
    pass


class ProgressFile:
    """A progress file, read at the start and written when questions were answered."""

    def __init__(self, name: str) -> None:
        try:
            from punto.school.repetition import Progress  # late: an extra
        except ImportError:
            raise Refused(
                Reason.MISSING_EXTRA,
                "Progress needs one more package: pip install 'punto[school]'.",
            ) from None
        self._path: Path = check_target(name, (".json", ".progress"))
        self.progress: Progress = Progress()
        if self._path.exists():
            try:
                self.progress = msgspec.json.decode(self._path.read_bytes(), type=Progress)
            except (OSError, msgspec.MsgspecError):
                raise Refused(
                    Reason.UNREADABLE_REQUEST, "{name!r} is no progress file.", name=name[:80]
                ) from None

    def order(self, game: Game, kinds: Sequence[str]) -> list[str]:
        """Kinds in the order they should be asked now."""
        from punto.floor.clock import utc_now
        from punto.school.repetition import order_by_need

        return order_by_need(self.progress, game, kinds, utc_now())

    def record(self, game: Game, item: Item, marks: Sequence[Mark], seconds: int = 0) -> None:
        """Note how a question was answered: right if every part was."""
        from punto.floor.clock import utc_now
        from punto.school.repetition import memory_key, review

        is_right = all(mark.is_right for mark in marks)
        key = memory_key(game, item.question.kind)
        self.progress = review(self.progress, key, utc_now(), is_right=is_right, seconds=seconds)

    def write(self) -> None:
        write_whole(self._path, msgspec.json.encode(self.progress), PRIVATE)
