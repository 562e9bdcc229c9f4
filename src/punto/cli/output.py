"""How commands print: JSON for programs, rich text for people, plain text in a pipe."""

import json
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console


def print_json(value: Any) -> None:
    """One JSON document on standard output, readable in a terminal and compact in a pipe."""
    indent = 2 if sys.stdout.isatty() else None
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=indent) + "\n")


def print_json_line(value: Any) -> None:
    """One JSON object on a line of its own, for batches; sent at once, for who waits for it."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n")
    sys.stdout.flush()


def console() -> "Console":
    """The terminal, in colour where it has colour; NO_COLOR and pipes make it plain."""
    from rich.console import Console  # late: a --json run never needs it

    return Console(highlight=False, soft_wrap=not sys.stdout.isatty())
