"""Records of a table as they are before anything is said, and its words as they are written.

Journals hold events without their defaults, and snapshots hold states; so a default is law for all
that was written before its field was there.
"""

from enum import Enum
from typing import Any

import pytest
from msgspec import Struct, to_builtins

from punto.rules.games import find_game
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity
from punto.table import commands as c
from punto.table import dealer_events, shoe_events
from punto.table.configuration import CardSource, Funding, Timekeeper, usual_configuration
from punto.table.forms import Field, Form, Giver
from punto.table.legal.irregularities import Fact, Group
from punto.table.prompt import Step
from punto.table.shoe_events import Contributor
from punto.table.state import (
    Case,
    Contribution,
    Dealt,
    Due,
    Finished,
    Round,
    Shoe,
    State,
    Waits,
)
from punto.table.waits import Who

SAID: dict[str, Any] = {"clause": "", "why": ""}
SET = usual_configuration(find_game("tiger"))
RECORDS: list[tuple[Struct, dict[str, Any]]] = [
    (
        State(),
        {
            "configuration": None,
            "method": "B",
            "shoe": None,
            "retired": {},
            "retired_dealt": {},
            "retired_seeds": {},
            "barred": {},
            "round": None,
            "case": None,
            "rounds": 0,
            "stakes": 0,
            "finished": (),
            "small_changes": (),
            "under_minimum": (),
            "device": "",
            "device_without_stake": False,
            "acting": {},
            "dealer": "",
            "closed_as": None,
        },
    ),
    (
        Shoe("one", 8),
        {
            "id": "one",
            "decks": 8,
            "commitment": "",
            "gone": 0,
            "seen": {},
            "unturned": (),
            "cut_card_out": False,
            "rounds_after_cut": 0,
            "must_replace": "",
            "source": None,
            "seed": "",
            "contributions": (),
            "contributions_closed": False,
            "order_fixed": False,
            "dealt": "",
        },
    ),
    (
        Round(7),
        {
            "number": 7,
            "betting_open": True,
            "stakes": {},
            "seats": {},
            "cards": (),
            "totals_announced": False,
            "handlers": {},
            "chosen": {},
            "refused": {},
            "kept": (),
            "first_revealed": None,
            "decrease_asked": None,
            "cut_card_first": False,
            "set_aside": (),
            "replaced": False,
            "power_failed": False,
            "together": (),
            "taken_back_cents": 0,
            "cards_named": False,
            "dealer": "",
        },
    ),
    (
        Finished(7, (), (), (), False, SET),
        {
            "number": 7,
            "cards": (),
            "stakes": (),
            "lines": (),
            "void": False,
            "configuration": to_builtins(SET),
            "under_minimum_before": (),
            "shoe_in_use": True,
            "source": None,
            "dealer": "",
            "changed_cents": 0,
        },
    ),
    (
        Case(Irregularity.POWER_FAILURE, "5.1", Waits.DECISION),
        {
            "irregularity": "power-failure",
            "clause": "5.1",
            "waits": "decision",
            "option": "none",
            "asked": (),
            "withdrawable": (),
            "candidates": (),
            "round": 0,
            "report": None,
            "interrupted": None,
        },
    ),
    (
        Dealt(Side.PLAYER, "AS", True),
        {"side": "player", "card": "AS", "face_up": True, "seen_by": ()},
    ),
    (Due(), {"patron": "", "clause": ""}),
    (
        Contribution("patron ann", "0" * 64),
        {"contributor": "patron ann", "digest": "0" * 64, "value": ""},
    ),
    (Field("why"), {"name": "why", "required": True, "choices": ()}),
    (
        Form(c.LapseOption()),
        {
            "command": {"type": "lapse-option"},
            "fields": (),
            "giver": "staff",
            "patron": "",
            "from_shoe": False,
        },
    ),
    (
        shoe_events.ShoeLoaded("one", 8, True, ""),
        {
            "type": "shoe-loaded",
            "shoe": "one",
            "decks": 8,
            "backs_alike": True,
            "commitment": "",
            "source": None,
            "takes_contributions": False,
            **SAID,
        },
    ),
    (
        shoe_events.ContributionsMissing("one", ()),
        {
            "type": "contributions-missing",
            "shoe": "one",
            "contributors": (),
            "barred": (),
            "barred_shoes": 0,
            **SAID,
        },
    ),
    (
        shoe_events.ShoeRetired("one"),
        {"type": "shoe-retired", "shoe": "one", "undealt": 0, **SAID},
    ),
    (
        dealer_events.DealerSignedOn("dan"),
        {"type": "dealer-signed-on", "dealer": "dan", "relieves": "", **SAID},
    ),
]


def written(record: Struct) -> dict[str, Any]:
    """All fields of a record, defaults too, with its tag if it has one."""
    tag = record.__struct_config__.tag
    fields = {name: to_builtins(getattr(record, name)) for name in record.__struct_fields__}
    return fields if tag is None else {"type": tag, **fields}


@pytest.mark.parametrize(("record", "stated"), RECORDS, ids=lambda each: type(each).__name__)
def test_a_record_without_more_said(record: Struct, stated: dict[str, Any]) -> None:
    assert written(record) == stated


@pytest.mark.parametrize(
    "words",
    [CardSource, Contributor, Fact, Funding, Giver, Group, Step, Timekeeper, Waits, Who],
    ids=lambda words: words.__name__,
)
def test_a_word_is_written_as_it_is_named(words: type[Enum]) -> None:
    """Journals, pages and scripts hold the written word."""
    assert [each.value for each in words] == [each.name.lower().replace("_", "-") for each in words]
