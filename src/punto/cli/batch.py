"""Batches: one JSON object per line in and out, in order; a bad line does not stop the rest.

Line n of the output answers line n of the input: an empty line is answered by an empty line, and
the `id` of a line is returned as the first key of its answer, even if it is refused.
"""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, Any

from punto.cli.output import json_line, print_line
from punto.refusals import Reason, Refused

Request = dict[str, Any]


class Number(str):
    """A number in its original digits, as a string, so that no amount passes through a float."""

    __slots__ = ()


def run_batch(path: str, answer: Callable[[Request], Any]) -> int:
    """Answer each line of a file, `-` for standard input; return 1 if any line was refused."""
    refused = 0
    is_waited_for = path == "-"  # a program may write a line and wait for its answer
    with _opened(path) as lines:
        for line in lines:
            if not line.strip():
                print_line("", flush=is_waited_for)
                continue
            request_id: str | None = None
            try:
                request = read_request(line)
                request_id = take_id(request)
                found = answer(request)
            except Refused as refusal:
                refused += 1
                found = {"error": str(refusal), "reason": refusal.reason.value}
            text = json_line(found)
            if request_id is not None:
                text = f'{{"id":{request_id},{text[1:]}'
            print_line(text, flush=is_waited_for)
    return 1 if refused else 0


def take_id(request: Request) -> str | None:
    """Remove and return a line's id, as JSON with the digits it was written with.

    >>> take_id({"id": Number("1.50")}), take_id({"id": "a"}), take_id({})
    ('1.50', '"a"', None)
    """
    if "id" not in request:
        return None
    found = request.pop("id")
    if isinstance(found, Number):
        return str(found)
    if isinstance(found, str):
        return json_line(found)
    raise Refused(Reason.UNREADABLE_REQUEST, "The line's 'id' must be a string or a number.")


def read_request(line: str) -> Request:
    """Read one line; numbers keep their digits, so no amount passes through a float.

    >>> read_request('{"stakes": {"tiger": 12.50}}')
    {'stakes': {'tiger': '12.50'}}
    """
    try:
        value = json.loads(
            line,
            parse_float=Number,
            parse_int=Number,
            parse_constant=str,
            object_pairs_hook=_without_repeats,
        )
    except (ValueError, RecursionError):
        raise Refused(Reason.UNREADABLE_REQUEST, "The line is not a JSON object.") from None
    if not isinstance(value, dict):
        raise Refused(Reason.UNREADABLE_REQUEST, "The line is not a JSON object.")
    return value


def take(request: Request, key: str, kind: type, default: Any = None) -> Any:
    """Return a request's value; refuse one of the wrong type, or missing without a default."""
    value = request.get(key, default)
    if not isinstance(value, kind):
        wanted = "an object" if kind is dict else "a string"
        raise Refused(
            Reason.UNREADABLE_REQUEST, "The line needs {key!r} as {wanted}.", key=key, wanted=wanted
        )
    return value


def check_keys(request: Request, known: set[str]) -> None:
    """Refuse unknown keys: a misspelt one would otherwise be silently ignored."""
    if strange := sorted(set(request) - known):
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "The line has an unknown key {strange!r}; it may have {known}.",
            strange=strange[0][:40],
            known=sorted(known | {"id"}),
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
        # Some editors write a byte order mark; it is not part of the first line.
        handle = open(path, encoding="utf-8-sig", errors="replace")  # noqa: PTH123, SIM115
    except OSError as error:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "The file {path!r} cannot be read: {strerror}.",
            path=path,
            strerror=error.strerror,
        ) from None
    with handle:
        yield handle
