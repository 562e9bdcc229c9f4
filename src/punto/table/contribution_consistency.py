"""What cannot have happened to the order of a sealed shoe: digests and values that do not fit."""

import re
from collections.abc import Callable
from typing import Any

from punto.table import events as e
from punto.table.case_consistency import shoe_of
from punto.table.contributions import digest_of
from punto.table.shoe_events import contributor_key
from punto.table.state import State

DIGITS = re.compile(r"[0-9a-f]{64}")


def _made(state: State, event: e.ContributionMade) -> str:
    shoe = shoe_of(state)
    if not shoe.is_order_open or shoe.contributions_closed:
        return "the shoe takes no contribution"
    if any(each.contributor == _key(event) for each in shoe.contributions):
        return "they had contributed before"
    return "" if DIGITS.fullmatch(event.digest) else "that is no digest"


def _closed(state: State, event: e.ContributionsClosed) -> str:
    shoe = shoe_of(state)
    if not shoe.is_order_open or shoe.contributions_closed:
        return "the shoe takes no contribution"
    return "" if event.contributors == len(shoe.contributions) else "so many did not contribute"


def _revealed(state: State, event: e.ContributionRevealed) -> str:
    shoe = shoe_of(state)
    if not shoe.is_order_open or not shoe.contributions_closed:
        return "no value is awaited"
    digests = {each.contributor: each.digest for each in shoe.contributions if not each.value}
    if digests.get(_key(event)) != digest_of(event.value):
        return "the value does not match a digest"
    return "" if DIGITS.fullmatch(event.value) else "that is no contribution"


def _missing(state: State, event: e.ContributionsMissing) -> str:
    shoe = shoe_of(state)
    awaited = shoe.unrevealed if shoe.contributions_closed else ()
    if event.shoe != shoe.id or not event.contributors == awaited != ():
        return "other values are missing"
    known = set(event.barred) <= set(event.contributors)
    fits = known and (event.barred_shoes > 0) is bool(event.barred)
    return "" if fits else "none of those who are barred withheld a value"


def _key(event: e.ContributionMade | e.ContributionRevealed) -> str:
    return contributor_key(event.kind, event.contributor)


CONTRIBUTION_DETAILS: dict[type, Callable[[State, Any], str]] = {
    e.ContributionMade: _made,
    e.ContributionsClosed: _closed,
    e.ContributionRevealed: _revealed,
    e.ContributionsMissing: _missing,
}
