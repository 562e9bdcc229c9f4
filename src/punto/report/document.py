"""A manuscript as plain JSON values, every block with its type: the typesetters' input."""

from dataclasses import fields, is_dataclass
from typing import Any

from punto.report.blocks import Group, Manuscript

Document = dict[str, Any]


def manuscript_document(manuscript: Manuscript) -> Document:
    """Return the manuscript as JSON, field by field.

    >>> from punto.report.blocks import Facts
    >>> empty = Manuscript("Sheet", "Title", "", Facts(()), (), "", "")
    >>> manuscript_document(empty)["facts"]
    {'type': 'Facts', 'rows': [], 'exact': False}
    """
    document: Document = _plain(manuscript)
    return document


def _plain(value: object) -> Any:
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    if is_dataclass(value):
        named = {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
        if isinstance(value, Group):
            named["short"] = value.short
        return {"type": type(value).__name__, **named}
    return value
