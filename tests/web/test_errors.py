"""How HTTP and sockets present a reason, and the reason each failure maps to."""

import re
from pathlib import Path

import pytest

import punto
from punto.journal.errors import Busy, Conflict, Unavailable, words_for
from punto.refusals import Kind, Reason, Refused
from punto.table.evolve import Corrupt
from punto.web.errors import (
    RETRY_AFTER_S,
    close_code,
    refusal_from,
    refusal_of,
    refusal_view,
    status_of,
)

FAILURES = [
    (Unavailable(words_for("database or disk is full")), Reason.UNAVAILABLE, 503),
    (Busy("a lock"), Reason.UNAVAILABLE, 503),
    (Conflict("UNIQUE constraint failed: entries.number"), Reason.CONFLICT, 409),
    (Corrupt("the hash of entry 7 does not follow from what it says"), Reason.HALTED, 503),
    (KeyError("inside"), Reason.INTERNAL, 500),
]


@pytest.mark.parametrize(("trouble", "reason", "status"), FAILURES)
def test_a_failure_has_a_reason_of_its_own(trouble: Exception, reason: Reason, status: int) -> None:
    refused = refusal_of(trouble)
    assert (refused.reason, status_of(refused.reason)) == (reason, status)
    assert refused.reason.kind is Kind.HOUSE
    assert refused.sentence.endswith(".") or reason is Reason.UNAVAILABLE
    assert close_code(reason) == 1013
    if reason is not Reason.UNAVAILABLE:
        assert str(trouble) not in refused.sentence, "what is inside is for the log"


def test_only_what_passes_by_itself_is_tried_again() -> None:
    assert set(RETRY_AFTER_S) == {Reason.UNAVAILABLE, Reason.CONFLICT, Reason.TOO_OFTEN}


@pytest.mark.parametrize("reason", list(Reason))
def test_status_and_close_code_follow_from_the_kind(reason: Reason) -> None:
    allowed = {
        Kind.REQUEST: {400, 404, 409},
        Kind.PERSON: {401, 403},
        Kind.MOMENT: {409, 429},
        Kind.HOUSE: {409, 500, 503},
    }
    assert status_of(reason) in allowed[reason.kind]
    again = reason.kind is Kind.HOUSE or reason is Reason.TOO_OFTEN
    assert close_code(reason) == (1013 if again else 4403)


def test_a_refusal_comes_back_as_it_was_sent() -> None:
    refused = Refused(Reason.NO_ROUND, "{table} has had no round.", clause="tiger 3.1", table="t1")
    again = refusal_from(refusal_view(refused))
    assert (again.reason, again.message, again.clause) == (
        refused.reason,
        refused.message,
        refused.clause,
    )


def test_nothing_else_classifies_reasons() -> None:
    """A list of reasons anywhere but here and in the enum is a second classification."""
    source = Path(punto.__file__).parent
    listed = re.compile(r"[({\[]\s*(?:Reason\.\w+\s*,\s*){3,}")
    found = [
        path.relative_to(source).as_posix()
        for path in source.rglob("*.py")
        if listed.search(path.read_text(encoding="utf-8"))
    ]
    assert set(found) <= {
        "web/errors.py",
        "floor/dealer.py",  # which refusals are about the card that was drawn
    }
