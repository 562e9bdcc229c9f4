"""Shapes as the outside has them: money in decimal strings, vouchers by their codes.

Inside, a field that ends in `cents` is a whole number of minor units; outside it goes by the name
without that ending (`cents` alone is `amount`) and is a decimal string. Inside, a voucher is known
by its seal; outside, by its code, which goes no further than this.
"""

from collections.abc import Mapping
from enum import Enum
from functools import cache, lru_cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import NODEFAULT, Struct

from punto.ledger.cage.vouchers import read_code
from punto.money import parse_amount, print_amount
from punto.refusals import Reason, Refused

# Who gives a command, when, and who approved it, is not theirs to say.
FROM_THE_SERVER = ("by", "at", "approval")


def outer_name(name: str) -> str:
    """How a field is called outside.

    >>> [outer_name(each) for each in ("cents", "min_cents", "purchase_cents_max", "seal", "why")]
    ['amount', 'min', 'purchase_max', 'code', 'why']
    """
    if name == "seal":
        return "code"
    if name == "cents":
        return "amount"
    return name.replace("_cents", "")


def is_money(name: str) -> bool:
    """Whether a field holds minor units."""
    return name == "cents" or "_cents" in name


@cache
def outer_type(inner: Any) -> Any:
    """The type a value of this type has outside; structs take no field they do not know."""
    if isinstance(inner, type) and issubclass(inner, Struct):
        return _outer_struct(inner)
    origin, parts = get_origin(inner), get_args(inner)
    if origin in (Union, UnionType):
        return Union[tuple(outer_type(part) for part in parts)]  # noqa: UP007  (made at run time)
    if origin is tuple:
        made = tuple(outer_type(part) if part is not ... else ... for part in parts)
        return tuple.__class_getitem__(made)
    if origin is not None and issubclass(origin, Mapping):
        return dict.__class_getitem__((parts[0], outer_type(parts[1])))
    return inner


def _outer_struct(inner: type[Struct]) -> type[Struct]:
    hints = get_type_hints(inner)
    fields: list[Any] = []
    for field in msgspec.structs.fields(inner):
        if field.name in FROM_THE_SERVER:
            continue
        kind = hints[field.name]
        optional = type(None) in get_args(kind)
        money = str | None if optional else str
        kind = money if is_money(field.name) else outer_type(kind)
        default = field.default
        if default is NODEFAULT and field.default_factory is NODEFAULT:
            fields.append((outer_name(field.name), kind))
        elif is_money(field.name) and default is not None:
            fields.append((outer_name(field.name), kind, print_amount(default)))
        else:
            made = default if default is not NODEFAULT else field.default_factory()
            fields.append((outer_name(field.name), kind, made))
    config = inner.__struct_config__
    return msgspec.defstruct(
        inner.__name__,
        sorted(fields, key=len),  # those without a default come first
        tag=config.tag,
        tag_field=config.tag_field,
        frozen=True,
        forbid_unknown_fields=True,
        kw_only=True,
        namespace={"__doc__": inner.__doc__},
    )


def inward(value: Any, inner: Any) -> dict[str, Any]:
    """The fields of an outer struct as the inner one takes them, as plain values."""
    made: dict[str, Any] = {}
    for name, outer, money in _names(inner):
        given = getattr(value, outer)
        if name == "seal":
            given = read_code(given)
        elif money:
            given = None if given is None else read_amount(given)
        elif type(given) not in _PLAIN:
            given = _inward(given)
        made[name] = given
    return made


@cache
def _names(inner: type[Struct]) -> tuple[tuple[str, str, bool], ...]:
    """The fields a client fills in: inside, outside, and whether it is money."""
    return tuple(each for each in _all_names(inner) if each[0] not in FROM_THE_SERVER)


_INNER: dict[type, type[Struct]] = {}


def inner_of(outer: type, inner: type[Struct]) -> None:
    """Remember which struct this one stands for."""
    _INNER[outer] = inner


def _inward(given: Any) -> Any:
    if isinstance(given, Struct) and type(given) in _INNER:
        inner = _INNER[type(given)]
        return inner(**inward(given, inner))
    if isinstance(given, dict):
        return {key: _inward(each) for key, each in given.items()}
    return given


@lru_cache(maxsize=4096)  # chips come in few sizes
def read_amount(text: str) -> int:
    """A decimal amount, zero and below zero too: what may be so is the engine's to say.

    >>> read_amount("50"), read_amount("0.00"), read_amount("-1.50")
    (5000, 0, -150)
    """
    below = text.startswith("-")
    digits = text.removeprefix("-")
    if digits and len(digits) <= 40 and not digits.strip("0.") and digits.count(".") <= 1:
        return 0
    if digits.startswith("-"):
        raise Refused(Reason.UNREADABLE_AMOUNT, "Write an amount as 100 or 100.50.")
    cents = parse_amount(digits)
    return -cents if below else cents


def outward(value: Any) -> Any:
    """A record as plain values with outer names and decimal money."""
    kind: Any = type(value)
    if kind in _PLAIN:
        return value
    if isinstance(value, Struct):
        tag = value.__struct_config__.tag
        made = {} if tag is None else {value.__struct_config__.tag_field: tag}
        for name, outer, money in _all_names(kind):
            each = getattr(value, name)
            made[outer] = print_amount(each) if money and type(each) is int else outward(each)
        return made
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return {_key(key): outward(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [outward(each) for each in value]
    return msgspec.to_builtins(value)


def _key(key: Any) -> Any:
    return key.value if isinstance(key, Enum) else key


_PLAIN = frozenset((str, int, bool, type(None)))


@cache
def _all_names(inner: type[Struct]) -> tuple[tuple[str, str, bool], ...]:
    return tuple(
        (field.name, outer_name(field.name), is_money(field.name))
        for field in msgspec.structs.fields(inner)
    )
