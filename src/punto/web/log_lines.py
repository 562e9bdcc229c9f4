"""How the log is written: one line an event, as text or as JSON, with who asked from where."""

import json
import logging
import sys
from collections import Counter
from collections.abc import Callable
from contextvars import ContextVar
from datetime import UTC, datetime
from time import monotonic
from typing import IO, Any

from litestar.types import Scope
from msgspec import Struct

from punto.floor.command_rates import Buckets, Rate
from punto.floor.event_log import FACTS
from punto.web.edge.addresses import network_of

LEVELS = ("debug", "info", "warning", "error")
FORMATS = ("text", "json")
FOREIGN = Rate(5, 5 / 60)  # lines of one kind from a library
FIRST = ("time", "level", "node", "event", "request", "person", "address", "table")


class Served(Struct, frozen=True):
    """The request that is being served."""

    id: str
    scope: Scope

    def facts(self) -> dict[str, Any]:
        """Who asked, from where, and about which table, as far as it is known yet."""
        client = self.scope.get("client")
        return {
            "request": self.id,
            "person": getattr(self.scope.get("user"), "id", ""),
            "address": network_of(client[0]) if client else "",
            "table": str((self.scope.get("path_params") or {}).get("table", "")),
        }


served: ContextVar[Served | None] = ContextVar("served", default=None)


def line_of(record: logging.LogRecord, node: str) -> dict[str, Any]:
    """The fields of an event's line, without the empty ones.

    An event states its own person, address and table; the rest come from the request.
    """
    is_event = hasattr(record, FACTS)
    request = served.get()
    found: dict[str, Any] = {
        "time": _time(record.created),
        "level": record.levelname.lower(),
        "node": node,
        "event": record.msg if is_event else "log",
        **(request.facts() if request is not None else {}),
    }
    facts = getattr(record, FACTS) if is_event else _foreign(record)
    found |= {name: value for name, value in facts.items() if value not in ("", None)}
    if record.exc_info:
        found["traceback"] = logging.Formatter().formatException(record.exc_info)
    ordered = [*FIRST, *(name for name in found if name not in FIRST)]
    return {name: found[name] for name in ordered if found.get(name) not in ("", None)}


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def __init__(self, node: str) -> None:
        super().__init__()
        self._node = node

    def format(self, record: logging.LogRecord) -> str:
        return json.dumps(line_of(record, self._node), default=str, separators=(",", ":"))


class TextLines(logging.Formatter):
    """Time, level, node and event, then `name=value` for the rest, quoted where needed."""

    def __init__(self, node: str) -> None:
        super().__init__()
        self._node = node

    def format(self, record: logging.LogRecord) -> str:
        fields = line_of(record, self._node)
        first = [_shown(fields.pop(name)) for name in ("time", "level", "node", "event")]
        return " ".join([*first, *(f"{name}={_shown(each)}" for name, each in fields.items())])


class SafeHandler(logging.StreamHandler[IO[str]]):
    """Drops lines that cannot be written: a full disk must not stop a table."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  (logging's own name)
        pass


class BoundedForeign(logging.Filter):
    """Lets a few lines a minute of each kind through from libraries, and counts the others.

    What strangers send can make a library write a line each time. The next line that is written
    says how many were not.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        super().__init__()
        self._lines = Buckets(FOREIGN, clock)
        self._left_out: Counter[str] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        if hasattr(record, FACTS):
            return True
        kind = f"{record.name} {record.levelname} {str(record.msg)[:80]}"
        if record.exc_info and record.exc_info[0] is not None:
            kind += f" {record.exc_info[0].__name__} {str(record.exc_info[1])[:80]}"
        if not self._lines.take(kind):
            self._left_out[kind] += 1
            return False
        record.left_out = self._left_out.pop(kind, 0)
        return True


def configure_log(
    node: str, form: str = "text", level: str = "info", stream: IO[str] | None = None
) -> logging.Handler:
    """Send every event of this process to standard error, or to `stream`."""
    handler = SafeHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines(node) if form == "json" else TextLines(node))
    handler.addFilter(BoundedForeign())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)  # of the libraries
    logging.getLogger("punto").setLevel(level.upper())
    return handler


def _foreign(record: logging.LogRecord) -> dict[str, Any]:
    """The facts of a library's own line."""
    left_out = getattr(record, "left_out", 0)
    return {"logger": record.name, "message": record.getMessage(), "left_out": left_out or ""}


def _shown(value: Any) -> str:
    """A value on one line, as JSON where it is more than a plain word.

    >>> _shown("t1"), _shown("two words"), _shown("a\\nb"), _shown({"failures": 3})
    ('t1', '"two words"', '"a\\\\nb"', '{"failures": 3}')
    """
    text = value if isinstance(value, str) else json.dumps(value, default=str)
    is_plain = isinstance(value, str) and text.isprintable() and not set(' "=') & set(text)
    return text if is_plain or not isinstance(value, str) else json.dumps(text)


def _time(seconds: float) -> str:
    """A time in UTC, to the millisecond.

    >>> _time(1800000000.25)
    '2027-01-15T08:00:00.250Z'
    """
    found = datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")
    return found.replace("+00:00", "Z")
