"""Contributions that cannot have been made, closed, revealed or missed, and why."""

import pytest
from msgspec.structs import replace

from punto.table import commands as c
from punto.table import events as e
from punto.table.evolve import Corrupt, evolve, evolve_all
from punto.table.shoe_events import Contributor
from punto.table.state import State
from tests.envelope import Given
from tests.table.order_oracle import digest
from tests.table.starting_states import LOADED, OPEN_SEALED, SEAL, SHOE, after

PATRON, STAFF = Contributor.PATRON, Contributor.STAFF
VALUE, OTHER = "c0" * 32, "0c" * 32
MADE = e.ContributionMade("ann", PATRON, digest(VALUE))
SECOND = e.ContributionMade("bob", PATRON, digest(OTHER))
REVEALED = e.ContributionRevealed("ann", PATRON, VALUE)
FRESH = after(OPEN_SEALED, Given(c.LoadShoe("one", commitment=SEAL), SHOE))
OPEN = evolve_all(FRESH, (MADE, SECOND))
CLOSED = evolve(OPEN, e.ContributionsClosed(2))
PARTLY = evolve(CLOSED, REVEALED)
FIXED = evolve(PARTLY, e.ContributionRevealed("bob", PATRON, OTHER))
MISSING = e.ContributionsMissing("one", ("patron ann", "patron bob"))

POSSIBLE: list[tuple[State, e.Event]] = [
    (FRESH, MADE),
    (OPEN, e.ContributionMade("ann", STAFF, digest("1" * 64))),
    (FRESH, e.ContributionsClosed(0)),
    (CLOSED, REVEALED),
    (CLOSED, MISSING),
    (PARTLY, e.ContributionsMissing("one", ("patron bob",))),
    (CLOSED, replace(MISSING, barred=("patron ann",), barred_shoes=10)),
    (CLOSED, replace(MISSING, barred=("patron ann",), barred_shoes=1)),
]

TAKES_NONE = "the shoe takes no contribution"
NO_MATCH = "the value does not match a digest"
OTHERS = "other values are missing"
BARRED = "none of those who are barred withheld a value"
IMPOSSIBLE: list[tuple[State, e.Event, str]] = [
    *(
        (OPEN_SEALED, event, "there is no shoe")
        for event in (MADE, e.ContributionsClosed(0), REVEALED, MISSING)
    ),
    (LOADED, MADE, TAKES_NONE),
    (FIXED, e.ContributionMade("cy", PATRON, digest(VALUE)), TAKES_NONE),
    (CLOSED, e.ContributionMade("cy", PATRON, digest(VALUE)), TAKES_NONE),
    (OPEN, e.ContributionMade("bob", PATRON, digest("1" * 64)), "they had contributed before"),
    (FRESH, e.ContributionMade("ann", PATRON, "AB" * 32), "that is no digest"),
    (LOADED, e.ContributionsClosed(0), TAKES_NONE),
    (FIXED, e.ContributionsClosed(2), TAKES_NONE),
    (CLOSED, e.ContributionsClosed(2), TAKES_NONE),
    (OPEN, e.ContributionsClosed(1), "so many did not contribute"),
    (OPEN, e.ContributionsClosed(3), "so many did not contribute"),
    (LOADED, REVEALED, "no value is awaited"),
    (OPEN, REVEALED, "no value is awaited"),
    (FIXED, REVEALED, "no value is awaited"),
    (PARTLY, REVEALED, NO_MATCH),
    (CLOSED, e.ContributionRevealed("ann", PATRON, OTHER), NO_MATCH),
    (CLOSED, e.ContributionRevealed("ann", STAFF, VALUE), NO_MATCH),
    (CLOSED, e.ContributionRevealed("cy", PATRON, VALUE), NO_MATCH),
    (
        evolve_all(
            FRESH,
            (e.ContributionMade("ann", PATRON, digest("short")), e.ContributionsClosed(1)),
        ),
        e.ContributionRevealed("ann", PATRON, "short"),
        "that is no contribution",
    ),
    (LOADED, e.ContributionsMissing("one", ()), OTHERS),
    (OPEN, MISSING, OTHERS),
    (OPEN, e.ContributionsMissing("one", ()), OTHERS),
    (CLOSED, e.ContributionsMissing("two", ("patron ann", "patron bob")), OTHERS),
    (CLOSED, e.ContributionsMissing("one", ("patron ann",)), OTHERS),
    (FIXED, e.ContributionsMissing("one", ()), OTHERS),
    (CLOSED, replace(MISSING, barred=("patron cy",), barred_shoes=10), BARRED),
    (CLOSED, replace(MISSING, barred=("patron ann",)), BARRED),
    (CLOSED, replace(MISSING, barred_shoes=10), BARRED),
]


@pytest.mark.parametrize(("state", "event"), POSSIBLE)
def test_what_can_have_happened_is_taken_up(state: State, event: e.Event) -> None:
    assert isinstance(evolve(state, event), State)


@pytest.mark.parametrize(("state", "event", "why"), IMPOSSIBLE)
def test_what_cannot_is_corrupt(state: State, event: e.Event, why: str) -> None:
    with pytest.raises(Corrupt) as found:
        evolve(state, event)
    assert str(found.value) == f"{type(event).__name__} cannot be: {why}"
