"""Invalid text and numbers in any command never reach the journal."""

from collections.abc import Iterator, Mapping
from enum import Enum
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import replace

from punto.floor.command_text import clean_command, clean_submission
from punto.floor.host import Host
from punto.floor.submission import Submission
from punto.journal.store import Store
from punto.journal.streams import CAGE
from punto.journal.verify.journal import verify
from punto.ledger.cage import commands as cage
from punto.refusals import Reason, Refused
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.people import Staff
from punto.text import clean_text
from tests.envelope import Given
from tests.floor.tables import fund, opened
from tests.submission import ask, submit

BOSS = Staff("boss", Position.ASSISTANT_CASINO_MANAGER)
UNSOUND = (
    "a\x00b",
    "a\nb",
    "\x1b[2J",
    "\x7f",
    "\x85",
    "\u202eevil",
    "\u200b",
    "\u2028",
    "\ud800",
    "\ue000",
    "\U000e0001",
    "x" * 60_000,
)

SOUND = {"account": "patron:seat1"}  # text that is not a plain name


def made(kind: Any, name: str = "") -> Any:
    """A value of a type, as full as it can be."""
    origin, parts = get_origin(kind), get_args(kind)
    if kind is str:
        return SOUND.get(name, "seat1")
    if kind in (int, bool):
        return kind(1)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return next(iter(kind))
    if isinstance(kind, type) and issubclass(kind, Struct):
        return kind(**{each: made(hint, each) for each, hint in get_type_hints(kind).items()})
    if origin in (Union, UnionType):
        return made(next(each for each in parts if each is not type(None)), name)
    if origin is tuple:
        return tuple(made(each, name) for each in parts if each is not ...)
    assert issubclass(origin, Mapping), kind
    return {made(parts[0], name): made(parts[1], name)}


COMMANDS = tuple(made(each) for each in (*get_args(c.Command), *get_args(cage.Command)))


def variants(value: Any, text: str) -> Iterator[Any]:
    """A value with each piece of text in it exchanged, one at a time."""
    if type(value) is str:
        yield text
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            for other in variants(getattr(value, name), text):
                yield replace(value, **{name: other})
    elif isinstance(value, tuple):
        for place, each in enumerate(value):
            for other in variants(each, text):
                yield (*value[:place], other, *value[place + 1 :])
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from ({other: each} for other in variants(key, text))
            yield from ({key: other} for other in variants(each, text))


@pytest.mark.parametrize("command", COMMANDS, ids=lambda each: type(each).__name__)
def test_unsound_text_is_refused_in_every_place_of_every_command(command: Any) -> None:
    submission = Submission("t1", "a", BOSS, command)
    assert clean_submission(submission) is submission
    tried = 0
    for text in UNSOUND:
        others = [replace(submission, command=other) for other in variants(command, text)]
        others += [replace(submission, by=other) for other in variants(BOSS, text)]
        for other in others:
            with pytest.raises(Refused) as refused:
                clean_submission(other)
            assert refused.value.reason in (Reason.UNREADABLE_REQUEST, Reason.UNKNOWN_ACCOUNT)
            tried += 1
    assert tried >= len(UNSOUND)  # who gives it, if nothing else


@pytest.mark.parametrize("name", ["x:y", "Anna", " seat1", "seat1 ", "", "seat\u0661", "é"])
def test_a_patron_whose_money_moves_is_named_as_accounts_are(name: str) -> None:
    for command in (
        cage.BuyCredits(name, 100),
        cage.CashOut(name, 100, "ab" * 32),
        cage.RedeemVoucher(name, "ab" * 32),
        cage.PayClaim("t1", name, 100),
        c.PlaceStake(name, "banker", 1, 1000),
    ):
        with pytest.raises(Refused, match="small letters"):
            clean_command(command)


@pytest.mark.parametrize(
    "name", ["patron:x:y:z", "patron:A b", "bank:T1", "claims:t1:Anna", "patron:a\x00"]
)
def test_an_account_is_named_by_names(name: str) -> None:
    with pytest.raises(Refused):
        clean_command(cage.Adjust(name, 100, "a slip"))
    clean_command(cage.Adjust("claims:t1:seat1", 100, "a slip"))


@pytest.mark.parametrize("number", [2**53 + 1, -(2**63), 10**30])
def test_no_number_is_larger_than_every_program_can_write(number: int) -> None:
    for command in (
        c.CorrectRound(number, ("9H",), "misread"),
        c.WithdrawStake(number),
        c.RemoveStakes((1, number), "late"),
        c.PlaceStake("seat1", "banker", number, 1000),
        cage.BuyCredits("seat1", number),
        c.SortCards({"9H": number}),
    ):
        with pytest.raises(Refused, match="too large"):
            clean_command(command)


def test_lists_are_bounded() -> None:
    with pytest.raises(Refused, match="fewer items"):
        clean_command(c.RemoveStakes(tuple(range(5000)), "late"))


def test_text_is_written_in_one_normal_form() -> None:
    spoken = clean_command(cage.Adjust("cage", 100, "cafe\u0301"))
    assert spoken.why == "caf\u00e9"
    assert clean_command(c.Decide(True, "牌被撕破了")).why == "牌被撕破了"


@given(st.text(max_size=200))
def test_what_is_taken_is_clean_already(text: str) -> None:
    try:
        cleaned = clean_text(text, "why", 500)
    except Refused:
        return
    assert clean_text(cleaned, "why", 500) == cleaned
    assert "\x00" not in cleaned
    assert cleaned.encode().decode() == cleaned


def test_the_host_writes_nothing_of_it(store: Store, host: Host) -> None:
    opened(host, "t1")
    fund(host, "seat1")
    with store.begin_read() as transaction:
        before = transaction.position()
    for text in UNSOUND:
        receipt = submit(host, CAGE, "a", Given(cage.BuyCredits(text, 100), BOSS)).result()
        assert receipt.refused is not None
        receipt = submit(host, "t1", "b", Given(c.RetireShoe(text), BOSS)).result()
        assert receipt.refused is not None
        receipt = submit(host, "t1", text, Given(c.RetireShoe("worn"), BOSS)).result()
        assert receipt.refused is not None
        assert receipt.refused.reason is Reason.UNREADABLE_REQUEST
    ask(host, "t1", "c", Given(c.RetireShoe("cafe\u0301"), BOSS))
    with store.begin_read() as transaction:
        assert transaction.position() == before + 1
        assert "caf\u00e9".encode() in list(transaction.entries("t1"))[-1].command
        assert list(verify(transaction)) == []
