"""Who may have the virtual shoe loaded, burned or drawn from, at which step."""

import pytest
from msgspec.structs import replace

from punto.refusals import Reason, Refused
from punto.rules.game import Method
from punto.rules.hands import Side
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.configuration import CardSource
from punto.table.legal.virtual_shoe import check_from_shoe
from punto.table.people import Actor, Patron, Staff
from punto.table.prompt import next_step
from punto.table.state import CLOSED, State
from punto.web.errors import AUDITED, status_of
from tests.envelope import Given
from tests.table.starting_states import OPEN, OPEN_SEALED, SEAL, SHOE, TIGER, after
from tests.table.virtual_shoes import dealt, loaded

SEALED, AUTOMATIC, PHYSICAL = CardSource.SEALED, CardSource.AUTOMATIC, CardSource.PHYSICAL
DEALER, SEAT, OTHER = Staff("dealer", Position.DEALER), Patron("seat1"), Patron("seat2")
FRESH = after(OPEN_SEALED, Given(c.LoadShoe("one", commitment=SEAL), SHOE))
SELF_DEALING = after(CLOSED, c.OpenTable(replace(TIGER, card_source=AUTOMATIC)))
DRAWS = [dealt(loaded(SEALED), SEALED, cards) for cards in range(4)]
DEVICE = dealt(loaded(SEALED, Method.C), SEALED, 1, device=True)
SELF_DEVICE = dealt(loaded(AUTOMATIC, Method.C), AUTOMATIC, 1, device=True)


def answer(state: State, by: Actor) -> Refused:
    with pytest.raises(Refused) as refusal:
        check_from_shoe(state, by)
    return refusal.value


@pytest.mark.parametrize("state", [OPEN_SEALED, loaded(SEALED, burn=True), *DRAWS])
def test_staff_have_it_loaded_burned_and_drawn_from_and_patrons_do_not(state: State) -> None:
    check_from_shoe(state, DEALER)
    for patron in (SEAT, OTHER, Patron("")):
        refusal = answer(state, patron)
        assert (refusal.reason, refusal.clause) == (Reason.NOT_AUTHORISED, None)


@pytest.mark.parametrize("state", [DEVICE, SELF_DEVICE])
def test_the_patron_who_controls_the_device_draws_and_no_one_else(state: State) -> None:
    check_from_shoe(state, SEAT)
    assert answer(state, OTHER).reason is Reason.NOT_AUTHORISED
    assert answer(state, DEALER).reason is Reason.CARD_NOT_ALLOWED


def test_a_press_after_the_last_card_is_a_mistake_and_no_attempt_at_anothers_work() -> None:
    """Denials are put on record against a person; this is none of them."""
    over = dealt(loaded(SEALED, Method.C), SEALED, 4, device=True)
    refusal = answer(over, SEAT)
    assert refusal.reason is Reason.CARD_NOT_ALLOWED
    assert refusal.reason not in AUDITED
    assert status_of(refusal.reason) == 409
    assert answer(over, OTHER).reason is Reason.NOT_AUTHORISED


def test_a_patron_who_is_asked_for_something_else_makes_a_mistake_too() -> None:
    handled = dealt(loaded(SEALED, Method.A), SEALED, 4)
    turns = after(
        handled,
        c.PassCards(Side.PLAYER, "seat1"),
        c.PassCards(Side.BANKER, "seat2"),
        c.ChooseFirstRevealed(Side.PLAYER),
    )
    assert next_step(turns).patrons == ("seat1",)
    assert answer(turns, SEAT).reason is Reason.CARD_NOT_ALLOWED
    assert answer(turns, OTHER).reason is Reason.NOT_AUTHORISED


@pytest.mark.parametrize("state", [loaded(SEALED), dealt(loaded(SEALED), SEALED, 4)])
def test_where_no_card_is_due_the_refusal_says_what_is(state: State) -> None:
    refusal = answer(state, DEALER)
    assert (refusal.reason, refusal.clause) == (Reason.CARD_NOT_ALLOWED, None)
    assert refusal.facts == {"why": next_step(state).message}


def test_nothing_leaves_a_shoe_whose_order_is_open() -> None:
    refusal = answer(FRESH, DEALER)
    assert refusal.reason is Reason.CONTRIBUTION_NEEDED
    assert refusal.clause == "reading shared-order"


@pytest.mark.parametrize("state", [OPEN, SELF_DEALING])
def test_a_table_of_another_card_source_is_given_no_virtual_shoe(state: State) -> None:
    refusal = answer(state, DEALER)
    assert (refusal.reason, refusal.clause) == (Reason.NOT_AUTHORISED, "reading card-source")


def test_no_person_draws_at_a_table_that_deals_itself() -> None:
    for cards in range(4):
        refusal = answer(dealt(loaded(AUTOMATIC), AUTOMATIC, cards), DEALER)
        assert refusal.reason is Reason.NOT_AUTHORISED
        assert "Software deals this table" in refusal.sentence


def test_who_has_taken_over_a_table_that_deals_itself_has_its_cards_dealt() -> None:
    taken = Given(c.SignOnDealer(), DEALER)
    other = Staff("other", Position.DEALER)
    states = [dealt(loaded(AUTOMATIC), AUTOMATIC, cards) for cards in range(4)]
    for state in (SELF_DEALING, loaded(AUTOMATIC, burn=True), *states):
        check_from_shoe(after(state, taken), DEALER)
        assert answer(after(state, taken), other).reason is Reason.NOT_AUTHORISED
        assert answer(after(state, taken), SEAT).reason is Reason.NOT_AUTHORISED
    check_from_shoe(after(SELF_DEVICE, taken), SEAT)
    assert answer(after(SELF_DEVICE, taken), DEALER).reason is Reason.CARD_NOT_ALLOWED


def test_cards_of_a_physical_shoe_are_typed_or_scanned() -> None:
    for state in (loaded(PHYSICAL, burn=True), dealt(loaded(PHYSICAL), PHYSICAL, 2)):
        refusal = answer(state, DEALER)
        assert (refusal.reason, refusal.clause) == (Reason.SHOE_NEEDED, None)
