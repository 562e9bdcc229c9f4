"""A changed decision is detected, and requires a new decision version."""

import pytest

from punto.journal.decisions import DECISION_VERSION, RELEASED_VERSION
from punto.refusals import Reason, Refused
from punto.table import commands as c
from punto.table import decide
from punto.table import events as e
from punto.table.people import Origin
from punto.table.state import State
from tests.decisions import recorded as digests


@pytest.fixture(scope="module")
def now() -> digests.Digests:
    return digests.decided()


def test_what_is_decided_is_what_this_version_decided(now: digests.Digests) -> None:
    names = digests.changed(digests.recorded(), now)
    assert not names, digests.advice(names)


def test_enough_is_recorded(now: digests.Digests) -> None:
    before = digests.recorded()
    assert sum(name.startswith("sequence-") for name in before) == digests.SEQUENCES
    assert sum(name.startswith("cage-") for name in before) == digests.AT_CAGE
    comparable = [name for name in before if before[name].split()[0] == now.get(name, "?")[:16]]
    assert len(comparable) > 200


def _cites_another_clause(
    state: State, command: c.OpenBetting, origin: Origin
) -> tuple[e.Event, ...]:
    raise Refused(Reason.SHOE_NEEDED, "Load a shoe first.", clause="tiger 9.9")


def test_one_refusal_decided_otherwise_is_noticed(
    now: digests.Digests, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(decide.DECIDERS, c.OpenBetting, _cites_another_clause)
    names = digests.changed(now, digests.decided())
    assert len(names) > 100
    assert "make decisions" in digests.advice(names)


def test_a_script_that_was_rewritten_is_another() -> None:
    before = {"a": "1111 2222", "b": "1111 2222", "c": "1111 2222", "gone": "1 2"}
    now = {"a": "1111 2222", "b": "3333 4444", "c": "1111 5555", "new": "1 2"}
    assert digests.changed(before, now) == ["c"]


def test_the_advice_says_whether_the_version_has_to_be_raised(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(digests, "RELEASED_VERSION", DECISION_VERSION - 1)
    assert "raise DECISION_VERSION" not in digests.advice(["a"])
    monkeypatch.setattr(digests, "RELEASED_VERSION", DECISION_VERSION)
    assert "raise DECISION_VERSION" in digests.advice(["a"])
    assert RELEASED_VERSION <= DECISION_VERSION
