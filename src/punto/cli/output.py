"""How commands print: JSON for programs, rich text for people, plain text in a pipe."""

import json
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table


def print_json(value: Any) -> None:
    """One JSON document on standard output, readable in a terminal and compact in a pipe."""
    indent = 2 if sys.stdout.isatty() else None
    sys.stdout.write(json.dumps(value, ensure_ascii=_ascii_only(), indent=indent) + "\n")


def print_json_line(value: Any) -> None:
    """One JSON object on a line of its own, for batches; sent at once, for who waits for it."""
    line = json.dumps(value, ensure_ascii=_ascii_only(), separators=(",", ":"))
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def console() -> "Console":
    """The terminal, in colour where it has colour; NO_COLOR and pipes make it plain."""
    from rich.console import Console  # late: a --json run never needs it

    return Console(highlight=False, soft_wrap=not sys.stdout.isatty())


def print_table(out: "Console", table: "Table") -> None:
    """A table at its full width: a narrow terminal wraps the line, and no figure is cut short."""
    table.width = out.measure(table, options=out.options.update(width=10_000)).maximum
    out.print(table, soft_wrap=True)


def _ascii_only() -> bool:
    """Whether standard output could not take every character, as in an old locale."""
    return not sys.stdout.encoding.lower().startswith("utf")
