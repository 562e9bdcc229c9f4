"""Validation of a command's text and numbers, before it is decided or written.

The checks are here and not in `decide`, so that older journals remain provable when they change.
"""

from collections.abc import Mapping
from typing import Any, TypeVar, get_args

from msgspec import Struct
from msgspec.structs import replace

from punto.floor.submission import Submission
from punto.ledger.cage import commands as cage
from punto.refusals import Reason, Refused
from punto.rules.made_up_games import DEFINITIONS_CHARACTERS_MAX
from punto.table import commands as table
from punto.text import (
    LABEL_CHARACTERS_MAX,
    NOTE_CHARACTERS_MAX,
    TABLE_NAME,
    check_person_name,
    clean_text,
    is_person_name,
    is_plain,
)

ID_CHARACTERS_MAX = 200
NUMBER_MAX = 2**53  # JSON readers hold integers exactly up to here; the books bound money further
ITEMS_MAX = 1040  # twice the cards of ten decks

# Fields that take more than a label.
LONGER = {
    "why": NOTE_CHARACTERS_MAX,
    "note": NOTE_CHARACTERS_MAX,
    "test_wagers": DEFINITIONS_CHARACTERS_MAX,
}
# Commands that move a patron's money: their patron must have a valid account name.
MONEY_OF = (
    table.PlaceStake,
    cage.BuyCredits,
    cage.RedeemVoucher,
    cage.CashOut,
    cage.PayClaim,
)
AT_CAGE = frozenset(get_args(cage.Command))
S = TypeVar("S", bound=Struct)


def clean_submission(submission: Submission) -> Submission:
    """The submission with its text in normal form; refused if it is invalid."""
    given = submission.id
    if not 1 <= len(given) <= ID_CHARACTERS_MAX or not given.isascii() or not given.isprintable():
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "A command's id has 1 to {most} letters and digits.",
            most=ID_CHARACTERS_MAX,
        )
    command, by = clean_command(submission.command), _clean_struct(submission.by)
    if command is submission.command and by is submission.by:
        return submission
    return replace(submission, command=command, by=by)


def clean_command(command: S) -> S:
    """The command with its text in normal form; refused if its text or a number is invalid."""
    cleaned = _clean_struct(command)
    if isinstance(command, MONEY_OF):
        check_person_name(command.patron, "a patron's name")
    if isinstance(command, cage.Adjust):
        _check_account(command.account)
    if type(command) in AT_CAGE:
        at = getattr(command, "table", None)
        if at is not None:
            _check_table(at)
        witness = getattr(command, "witness", "")
        if witness:  # decide says whether one is needed
            check_person_name(witness, "the name of the witness")
    return cleaned


def _check_table(name: str) -> None:
    if TABLE_NAME.fullmatch(name) is None:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "{name!r} names no table: use small letters, digits, - and _.",
            name=name[:40],
        )


def _check_account(name: str) -> None:
    """Refuse an account unless every part after its kind is a table's or a person's name."""
    _, _, owner = name.partition(":")
    parts = owner.split(":") if owner else []
    if len(parts) > 2 or not all(
        TABLE_NAME.fullmatch(part) or is_person_name(part) for part in parts
    ):
        raise Refused(Reason.UNKNOWN_ACCOUNT, "{name!r} is no account's name.", name=name[:40])


def _clean_struct(value: S) -> S:
    changed: dict[str, Any] = {}
    for name in value.__struct_fields__:
        before = getattr(value, name)
        if type(before) is str and len(before) <= LABEL_CHARACTERS_MAX and is_plain(before):
            continue  # as nearly all text is
        after = _clean(name, before)
        if after is not before:
            changed[name] = after
    return replace(value, **changed) if changed else value


def _clean(name: str, value: Any) -> Any:
    kind = type(value)
    if kind is str:
        longest = LONGER.get(name, LABEL_CHARACTERS_MAX)
        return clean_text(value, name.replace("_", " "), longest)
    if kind is int:
        if not -NUMBER_MAX <= value <= NUMBER_MAX:
            raise Refused(
                Reason.UNREADABLE_REQUEST,
                "The number of {name} is too large.",
                name=name.replace("_", " "),
            )
        return value
    if isinstance(value, Struct):
        return _clean_struct(value)
    if isinstance(value, tuple | list | Mapping):
        return _clean_items(name, value)
    return value


def _clean_items(name: str, value: Any) -> Any:
    if len(value) > ITEMS_MAX:
        raise Refused(
            Reason.UNREADABLE_REQUEST, "Write {name} in fewer items.", name=name.replace("_", " ")
        )
    if isinstance(value, Mapping):
        cleaned: Any = {_clean(name, key): _clean(name, each) for key, each in value.items()}
    else:
        cleaned = type(value)(_clean(name, each) for each in value)
    return value if cleaned == value else cleaned
