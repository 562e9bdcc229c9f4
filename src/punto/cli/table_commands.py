"""Commands of tables and the cage in text form: the name, then NAME=VALUE for each field."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, get_args, get_origin

import msgspec

from punto.money import parse_amount
from punto.refusals import Reason, Refused
from punto.table.commands import Command

COMMANDS: dict[str, type[Any]] = {
    str(each.__struct_config__.tag): each for each in get_args(Command)
}
CENTS, AMOUNT = "cents", "amount"  # people write 10.00, which is 1000 cents


def command_of(
    name: str, fields: Iterable[str], commands: Mapping[str, type[Any]] = COMMANDS
) -> dict[str, Any]:
    """Return the command in wire form; refuse an invalid one, listing its fields.

    >>> command_of("place-stake", ["patron=p", "wager=tie", "position=1", "amount=10.00"])["cents"]
    1000
    >>> command_of("reconstruct", ["cards=2C 5D"])["cards"]
    ('2C', '5D')
    """
    kind = commands.get(name)
    if kind is None:
        known = ", ".join(sorted(commands))
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "There is no command {name!r}: it is one of {known}.",
            name=name[:40],
            known=known,
        )
    known_fields = {
        AMOUNT if field.name == CENTS else field.name: field.type
        for field in msgspec.structs.fields(kind)
    }
    said: dict[str, Any] = {"type": name}
    for text in fields:
        field, equals, value = text.partition("=")
        if not equals or field not in known_fields:
            raise _unknown(name, known_fields, text)
        if field == AMOUNT:
            said[CENTS] = parse_amount(value)
        else:
            said[field] = _value(value, known_fields[field])
    try:
        made: dict[str, Any] = msgspec.to_builtins(msgspec.convert(said, kind, strict=False))
    except msgspec.ValidationError as fault:
        raise Refused(
            Reason.UNREADABLE_REQUEST, "{name}: {fault}.", name=name, fault=fault
        ) from None
    return made


def _value(text: str, kind: Any) -> Any:
    if text[:1] in ("[", "{"):
        try:
            return msgspec.json.decode(text)
        except msgspec.DecodeError:
            raise Refused(
                Reason.UNREADABLE_REQUEST, "{text!r} is no JSON.", text=text[:40]
            ) from None
    if get_origin(kind) is tuple:
        return [word for word in re.split(r"[\s,]+", text) if word]
    return text


def _unknown(name: str, known: Iterable[str], text: str) -> Refused:
    fields = ", ".join(known)
    what = f"its fields are {fields}" if fields else "it has no fields"
    return Refused(
        Reason.UNREADABLE_REQUEST,
        "{name} takes NAME=VALUE, not {text!r}: {what}.",
        name=name,
        text=text[:40],
        what=what,
    )
