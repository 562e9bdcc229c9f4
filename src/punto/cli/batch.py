"""Batches: one JSON object a line in, one a line out, in order; a bad line never stops the rest."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, Any

from punto.cli.output import print_json_line
from punto.refusals import Reason, Refused

Request = dict[str, Any]


def run_batch(path: str, answer: Callable[[Request], Any]) -> int:
    """Answer each line of a file, `-` for standard input; 1 when any line was refused."""
    refused = 0
    with _opened(path) as lines:
        for line in lines:
            if not line.strip():
                continue
            try:
                print_json_line(answer(read_request(line)))
            except Refused as refusal:
                refused += 1
                print_json_line({"error": str(refusal), "reason": refusal.reason.value})
    return 1 if refused else 0


def read_request(line: str) -> Request:
    """Read one line; numbers keep their digits, so no amount passes through a float.

    >>> read_request('{"stakes": {"tiger": 12.50}}')
    {'stakes': {'tiger': '12.50'}}
    """
    try:
        value = json.loads(
            line,
            parse_float=str,
            parse_int=str,
            parse_constant=str,
            object_pairs_hook=_without_repeats,
        )
    except (ValueError, RecursionError):
        raise Refused(Reason.UNREADABLE_REQUEST, "The line is not a JSON object.") from None
    if not isinstance(value, dict):
        raise Refused(Reason.UNREADABLE_REQUEST, "The line is not a JSON object.")
    return value


def take(request: Request, key: str, kind: type, default: Any = None) -> Any:
    """A request's value under a key, of the right kind; refused when missing without a default."""
    value = request.get(key, default)
    if not isinstance(value, kind):
        wanted = "an object" if kind is dict else "a string"
        raise Refused(Reason.UNREADABLE_REQUEST, f"The line needs {key!r} as {wanted}.")
    return value


def check_keys(request: Request, known: set[str]) -> None:
    """Refuse keys nobody reads: a misspelt one would otherwise be ignored in silence."""
    if strange := sorted(set(request) - known):
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            f"The line has an unknown key {strange[0][:40]!r};"
            f" it may have {', '.join(sorted(known))}.",
        )


def _without_repeats(pairs: list[tuple[str, Any]]) -> Request:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise Refused(Reason.UNREADABLE_REQUEST, "The line has the same key twice.")
    return found


@contextmanager
def _opened(path: str) -> Iterator[IO[str]]:
    if path == "-":
        if sys.stdin is None:  # closed before we started
            raise Refused(Reason.UNREADABLE_REQUEST, "There is no standard input to read.")
        sys.stdin.reconfigure(encoding="utf-8-sig", errors="replace")  # type: ignore[union-attr]
        yield sys.stdin
        return
    try:
        # Some editors begin a file with a byte order mark; it is no part of the first line.
        handle = open(path, encoding="utf-8-sig", errors="replace")  # noqa: PTH123, SIM115
    except OSError as error:
        raise Refused(
            Reason.UNREADABLE_REQUEST, f"The file {path!r} cannot be read: {error.strerror}."
        ) from None
    with handle:
        yield handle
