"""The log of a running server, as an operator's collector reads it: a JSON object a line."""

import io
import json
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic, sleep
from typing import Any

from punto.web.log_lines import configure_log

PATIENCE_S = 60.0
Line = dict[str, Any]


class Captured:
    """Lines that were logged so far."""

    def __init__(self, stream: io.StringIO) -> None:
        self._stream = stream

    @property
    def text(self) -> str:
        return self._stream.getvalue()

    @property
    def lines(self) -> list[Line]:
        return [json.loads(line) for line in self.text.splitlines()]

    def of(self, event: str) -> list[Line]:
        return [line for line in self.lines if line["event"] == event]

    def wait_for(self, event: str, wanted: Callable[[Line], bool] = lambda _: True) -> Line:
        """The first line of an event, which may still be on its way."""
        deadline = monotonic() + PATIENCE_S
        while monotonic() < deadline:
            for line in self.of(event):
                if wanted(line):
                    return line
            sleep(0.02)
        raise AssertionError(f"no {event} in {self.text}")


@contextmanager
def captured(form: str = "json", level: str = "info") -> Iterator[Captured]:
    """Capture the log as `punto serve --log-format json` writes it."""
    root = logging.getLogger()
    before, levels = list(root.handlers), (root.level, logging.getLogger("punto").level)
    stream = io.StringIO()
    configure_log("node-1", form, level, stream)
    try:
        yield Captured(stream)
    finally:
        root.handlers = before
        root.setLevel(levels[0])
        logging.getLogger("punto").setLevel(levels[1])
