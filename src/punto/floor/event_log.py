"""The log: one record an event, with a name that programs can count and facts beside it.

What a line looks like is decided where the process is started: `web/log_lines.py`.
"""

import logging
from typing import Any

FACTS = "facts"  # the attribute of a log record that carries an event's facts


class EventLog:
    """Writes events to one logger of the standard library."""

    def __init__(self, name: str) -> None:
        self._logger = logging.getLogger(name)

    def debug(self, event: str, **facts: Any) -> None:
        self._write(logging.DEBUG, event, facts)

    def info(self, event: str, **facts: Any) -> None:
        self._write(logging.INFO, event, facts)

    def warning(self, event: str, **facts: Any) -> None:
        self._write(logging.WARNING, event, facts)

    def error(self, event: str, fault: BaseException | None = None, **facts: Any) -> None:
        """Log an error, with the traceback of its cause if there is one."""
        self._write(logging.ERROR, event, facts, fault)

    def _write(
        self, level: int, event: str, facts: dict[str, Any], fault: BaseException | None = None
    ) -> None:
        if self._logger.isEnabledFor(level):
            self._logger.log(level, event, extra={FACTS: facts}, exc_info=fault)


class Outage:
    """Logs the beginning of an outage once for each reason, and its end."""

    def __init__(self, log: EventLog, began: str, ended: str, **facts: Any) -> None:
        self._log = log
        self._began = began
        self._ended = ended
        self._facts = facts
        self.why = ""

    def begin(self, why: str) -> bool:
        """Log a reason that was not logged last; returns whether it was new."""
        if why == self.why:
            return False
        self.why = why
        self._log.warning(self._began, **self._facts, why=why)
        return True

    def end(self) -> None:
        """Log that it is over, if it had begun."""
        if self.why:
            self._log.info(self._ended, **self._facts, was=self.why)
            self.why = ""
