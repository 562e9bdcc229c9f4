"""Converts the network's amounts in minor units to the command line's decimal strings."""

from collections.abc import Mapping
from typing import Any

from punto.money import print_amount


def with_decimals(document: Any, digits: int) -> Any:
    """Return a document with every amount as a decimal, under its name without the unit.

    >>> with_decimals({"cents": 1050, "limits": {"tie": {"min_cents": 500}}, "seq": 7}, 2)
    {'amount': '10.50', 'limits': {'tie': {'min': '5.00'}}, 'seq': 7}
    >>> with_decimals({"staked_cents": {"tie": 500}, "lines": [{"profit_cents": -5}]}, 0)
    {'staked': {'tie': '500'}, 'lines': [{'profit': '-5'}]}
    """
    if isinstance(document, Mapping):
        return {
            _name(name): _decimal(each, digits) if _is_money(name) else with_decimals(each, digits)
            for name, each in document.items()
        }
    if isinstance(document, list | tuple):
        return [with_decimals(each, digits) for each in document]
    return document


def _is_money(name: object) -> bool:
    return isinstance(name, str) and (name == "cents" or "_cents" in name)


def _name(name: Any) -> Any:
    if not _is_money(name):
        return name
    return "amount" if name == "cents" else name.replace("_cents", "")


def _decimal(value: Any, digits: int) -> Any:
    if isinstance(value, Mapping):
        return {name: _decimal(each, digits) for name, each in value.items()}
    return print_amount(value, digits) if isinstance(value, int) else value
