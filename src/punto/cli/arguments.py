"""Arguments shared by several commands: their types, parsing and help."""

from collections.abc import Sequence
from datetime import UTC, datetime, time
from typing import Annotated, Any

from cyclopts import Parameter, Token

from punto.refusals import Reason, Refused


def read_whole(text: str, what: str) -> int:
    """Read a whole number, digits only; nothing is rounded.

    >>> read_whole("8", "decks")
    8
    """
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 20):
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "{what} must be a whole number, not {text!r}.",
            what=what,
            text=text[:40],
        )
    return int(text)


def split_stake(text: str) -> tuple[str, str]:
    """WAGER=AMOUNT in its two parts.

    >>> split_stake("tiger=100")
    ('tiger', '100')
    """
    wager, equals, amount = text.partition("=")
    if not equals:
        raise Refused(
            Reason.UNREADABLE_AMOUNT,
            "{text!r} is not a stake; write it as tiger=100.",
            text=text[:40],
        )
    return wager.strip(), amount


def read_time(text: str) -> int:
    """Read a time in UTC, in milliseconds.

    >>> read_time("1970-01-01T00:01")
    60000
    """
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "{text!r} is no time; write it in UTC as 2026-11-15 or 2026-11-15T06:00.",
            text=text[:40],
        ) from None
    return int(moment.replace(tzinfo=moment.tzinfo or UTC).timestamp()) * 1000


def read_time_of_day(text: str) -> int:
    """Read a time of day, in milliseconds after midnight."""
    try:
        moment = time.fromisoformat(text)
    except ValueError:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "{text!r} is no time of day; write it as 06:00.",
            text=text[:40],
        ) from None
    return (moment.hour * 60 + moment.minute) * 60_000


def _whole(type_: Any, tokens: Sequence[Token]) -> int:
    token = tokens[0]
    return read_whole(token.value, token.keyword or "The number")


def _seed(type_: Any, tokens: Sequence[Token]) -> int:
    seed = _whole(type_, tokens)
    if seed < 0:  # the generator treats -8 as 8, so two seeds would give the same output
        raise Refused(
            Reason.UNREADABLE_REQUEST, "A seed is a whole number from 0, not {seed}.", seed=seed
        )
    return seed


WHOLE = Parameter(converter=_whole, allow_leading_hyphen=True)

Game = Annotated[str, Parameter(help="The game's id, as tiger or tiger@2; see punto games.")]
Decks = Annotated[int, WHOLE, Parameter(help="How many decks the shoe holds, 4 to 10.")]
Seed = Annotated[
    int | None,
    Parameter(
        converter=_seed, allow_leading_hyphen=True, help="The same seed gives the same cards."
    ),
]
Stakes = Annotated[
    tuple[str, ...],
    Parameter(name="--stake", help="A stake as WAGER=AMOUNT; give it again for each stake."),
]
Batch = Annotated[
    str | None,
    Parameter(
        allow_leading_hyphen=True,
        help="A file of JSON lines to answer one by one; - is standard input.",
    ),
]
Json = Annotated[bool, Parameter(name="--json", help="Print JSON for programs.")]
