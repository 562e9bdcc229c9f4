"""A shoe after each event: what it has dealt and shown, who contributed, what is remembered."""

import pytest
from msgspec.structs import replace

from punto.rules.irregularities import Irregularity as I  # noqa: N817
from punto.table import events as e
from punto.table import evolve_shoe as shoes
from punto.table.configuration import CardSource
from punto.table.shared_order import first_seed, next_seed
from punto.table.shoe_events import Contributor
from punto.table.state import Contribution, Shoe, State
from tests.table.starting_states import SEAL, SETTLED

PHYSICAL = Shoe("one", 8, gone=3, seen={"2C": 1}, source=CardSource.PHYSICAL)
SEALED = Shoe("one", 8, SEAL, gone=3, seen={"2C": 1}, seed="seed", dealt="2C??")
PATRON, STAFF = Contributor.PATRON, Contributor.STAFF


def test_a_burned_shoe_has_shown_its_first_card_and_gone_by_so_many_more() -> None:
    after = shoes.burned(SEALED, "2C", 2)
    assert after == replace(SEALED, gone=6, seen={"2C": 2}, dealt="2C??2C????")
    assert shoes.burned(PHYSICAL, "3C", 1) == replace(PHYSICAL, gone=5, seen={"2C": 1, "3C": 1})
    assert SEALED.seen == {"2C": 1}, "the shoe before stays as it was"


@pytest.mark.parametrize("contributed", [True, False])
def test_a_loaded_shoe_takes_contributions_where_the_record_says_so(contributed: bool) -> None:
    loaded = e.ShoeLoaded("two", 6, True, SEAL, CardSource.AUTOMATIC, contributed)
    seed = first_seed(SEAL, "two") if contributed else ""
    assert shoes.new_shoe(loaded) == Shoe("two", 6, SEAL, source=CardSource.AUTOMATIC, seed=seed)


@pytest.mark.parametrize(
    ("kind", "clause", "replaced"),
    [
        (I.PATRON_LEFT_WITH_CARDS, "5.11", True),
        (I.PATRON_LEFT_WITH_CARDS, "reading who-decides", False),
        (I.HANDLER_ABSENT, "5.11", False),
    ],
)
def test_a_shoe_is_replaced_after_a_patron_left_with_cards(
    kind: I, clause: str, replaced: bool
) -> None:
    after = shoes.with_cards_gone(PHYSICAL, e.IrregularityReported(kind, clause=clause))
    assert after.must_replace == ("5.11.5" if replaced else "")


def test_the_last_value_fixes_the_order_in_the_order_of_the_digests() -> None:
    state = State(shoe=SEALED, barred={"patron cy": 2, "patron di": 1})
    for person, kind in (("ann", PATRON), ("ann", STAFF)):
        made = e.ContributionMade(person, kind, f"digest of {kind.value}")
        assert state.shoe is not None
        state = shoes.with_contribution(state, state.shoe, made)
    assert state.shoe is not None
    assert state.shoe.contributions == (
        Contribution("patron ann", "digest of patron"),
        Contribution("staff ann", "digest of staff"),
    )
    final = shoes.with_contribution(state, state.shoe, e.ContributionsClosed(2))
    assert final.shoe == replace(state.shoe, contributions_closed=True)
    assert final.barred == state.barred, "no order is fixed yet"
    second = e.ContributionRevealed("ann", STAFF, "two")
    partly = shoes.with_contribution(final, final.shoe, second)
    assert partly.shoe is not None
    assert [each.value for each in partly.shoe.contributions] == ["", "two"]
    first = e.ContributionRevealed("ann", PATRON, "one")
    fixed = shoes.with_contribution(partly, partly.shoe, first)
    assert fixed.shoe == replace(
        SEALED,
        seed=next_seed(next_seed("seed", "one"), "two"),
        contributions_closed=True,
        order_fixed=True,
    )
    assert fixed.barred == {"patron cy": 1}


def test_whoever_withheld_a_value_is_barred_and_only_so_many_are_remembered() -> None:
    whose = ("patron ann",)
    missing = e.ContributionsMissing("one", whose, barred=whose, barred_shoes=10)
    assert shoes.with_missing(State(), replace(missing, barred=(), barred_shoes=0)) == State()
    both = shoes.with_missing(State(barred={"patron bob": 3}), missing)
    assert both.barred == {"patron bob": 3, "patron ann": 10}
    many = State(barred={f"patron {number}": 5 for number in range(shoes.BARRED_MAX)})
    after = shoes.with_missing(many, missing).barred
    assert len(after) == shoes.BARRED_MAX
    assert "patron 0" not in after, "the oldest is forgotten"
    assert list(after)[-1] == "patron ann"


def test_what_a_sealed_shoe_dealt_is_remembered_until_its_seal_is_opened() -> None:
    before = replace(
        SETTLED,
        shoe=SEALED,
        retired={"zero": "seal"},
        retired_dealt={"zero": "AS"},
        retired_seeds={"zero": "other"},
    )
    retired = shoes.without_shoe(before, SEALED)
    assert retired.shoe is None
    assert [each.shoe_in_use for each in retired.finished] == [False]
    assert retired.retired == {"zero": "seal", "one": SEAL}
    assert retired.retired_dealt == {"zero": "AS", "one": "2C??"}
    assert retired.retired_seeds == {"zero": "other", "one": "seed"}
    opened = shoes.with_seal_opened(retired, "one")
    assert (opened.retired, opened.retired_dealt, opened.retired_seeds) == (
        before.retired,
        before.retired_dealt,
        before.retired_seeds,
    )
    physical = shoes.without_shoe(before, PHYSICAL)
    assert (physical.shoe, physical.retired) == (None, before.retired)
    assert [each.shoe_in_use for each in physical.finished] == [False]


def test_only_a_sealed_shoe_records_what_it_dealt() -> None:
    assert shoes.dealt_with(SEALED, "KH", None) == "2C??KH??"
    assert shoes.dealt_with(PHYSICAL, "KH", None) == ""
    assert shoes.counted({"2C": 1}, ["2C", "KH", "2C"]) == {"2C": 3, "KH": 1}
