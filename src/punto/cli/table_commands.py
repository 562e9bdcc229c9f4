"""A table's command written as words: its name, then NAME=VALUE for each field."""

import re
from collections.abc import Hashable, Iterable
from typing import Any, cast, get_origin

import msgspec

from punto.refusals import Reason, Refused
from punto.web.asking import TABLE_COMMANDS
from punto.web.outside import outer_type


def command_of(name: str, fields: Iterable[str]) -> dict[str, Any]:
    """The command as it goes over the wire; refused, with its fields, where it is none.

    >>> command_of("place-stake", ["patron=p", "wager=tie", "position=1", "amount=10.00"])["amount"]
    '10.00'
    >>> command_of("reconstruct", ["cards=2C 5D"])["cards"]
    ('2C', '5D')
    """
    inner = TABLE_COMMANDS.get(name)
    if inner is None:
        known = ", ".join(sorted(TABLE_COMMANDS))
        raise Refused(
            Reason.UNREADABLE_REQUEST, f"There is no command {name[:40]!r}: it is one of {known}."
        )
    kind: type[Any] = outer_type(cast(Hashable, inner))
    known_fields = {field.name: field.type for field in msgspec.structs.fields(kind)}
    said: dict[str, Any] = {"type": name}
    for text in fields:
        field, equals, value = text.partition("=")
        if not equals or field not in known_fields:
            raise _unknown(name, known_fields, text)
        said[field] = _value(value, known_fields[field])
    try:
        made: dict[str, Any] = msgspec.to_builtins(msgspec.convert(said, kind, strict=False))
    except msgspec.ValidationError as fault:
        raise Refused(Reason.UNREADABLE_REQUEST, f"{name}: {fault}.") from None
    return made


def _value(text: str, kind: Any) -> Any:
    if text[:1] in ("[", "{"):
        try:
            return msgspec.json.decode(text)
        except msgspec.DecodeError:
            raise Refused(Reason.UNREADABLE_REQUEST, f"{text[:40]!r} is no JSON.") from None
    if get_origin(kind) is tuple:
        return [word for word in re.split(r"[\s,]+", text) if word]
    return text


def _unknown(name: str, known: Iterable[str], text: str) -> Refused:
    fields = ", ".join(known)
    what = f"its fields are {fields}" if fields else "it has no fields"
    return Refused(
        Reason.UNREADABLE_REQUEST, f"{name} takes NAME=VALUE, not {text[:40]!r}: {what}."
    )
