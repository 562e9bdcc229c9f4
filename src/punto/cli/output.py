"""How commands print: JSON for programs, rich text for people, plain text in a pipe."""

import json
import re
import sys
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from msgspec.json import Encoder
    from rich.console import Console
    from rich.table import Table

# The two encoders differ in escapes and in small numbers: 1e-05 is 0.00001 to the fast one.
_MAY_DIFFER = b"\\", b"e-", b"0.0000"
_DIFFERS = re.compile(rb"\\|[0-9]e-|0\.0000")


def print_json(value: Any) -> None:
    """Print one JSON document on standard output, indented in a terminal and compact in a pipe."""
    indent = 2 if sys.stdout.isatty() else None
    sys.stdout.write(json.dumps(value, ensure_ascii=_ascii_only(), indent=indent) + "\n")


def json_line(value: Any) -> str:
    """Return a value as JSON without spaces, for batches."""
    is_ascii_only = _ascii_only()
    if not is_ascii_only:
        try:
            fast = _encoder().encode(value)
        except (TypeError, UnicodeEncodeError):
            is_ascii_only = True  # a lone surrogate can only be written as an escape
        else:
            if not any(mark in fast for mark in _MAY_DIFFER) or not _DIFFERS.search(fast):
                return fast.decode()
    return json.dumps(value, ensure_ascii=is_ascii_only, separators=(",", ":"))


def print_line(text: str, *, flush: bool) -> None:
    """Print a line of a batch, flushed if a program may be waiting for it."""
    sys.stdout.write(text + "\n")
    if flush:
        sys.stdout.flush()


def console() -> "Console":
    """Return the console, in colour if the terminal has it; plain with NO_COLOR or in a pipe."""
    from rich.console import Console  # late: a --json run never needs it

    return Console(highlight=False, soft_wrap=not sys.stdout.isatty())


def print_table(out: "Console", table: "Table") -> None:
    """Print a table at full width: a narrow terminal wraps lines, and no figure is truncated."""
    table.width = out.measure(table, options=out.options.update(width=10_000)).maximum
    out.print(table, soft_wrap=True)


@cache
def _encoder() -> "Encoder":
    from msgspec.json import Encoder  # late: few commands need it

    return Encoder()


def _ascii_only() -> bool:
    """Whether standard output cannot encode every character, as in a legacy locale."""
    return not (sys.stdout.encoding or "").lower().startswith("utf")
