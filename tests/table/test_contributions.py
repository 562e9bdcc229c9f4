"""Contributions to the order of a virtual shoe: what is refused at each stage, and why."""

import pytest
from msgspec.structs import replace

from punto.messages import Message
from punto.refusals import Reason
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table import events as e
from punto.table.configuration import CardSource
from punto.table.contributions import BARRED_SHOES, CONTRIBUTORS_MAX
from punto.table.decide import ORDER_OF_WORK
from punto.table.forms import Field, Form
from punto.table.people import Actor, Patron, Staff
from punto.table.prompt import Prompt, Step, next_step
from punto.table.shared_order import READING
from punto.table.shoe_events import Contributor
from punto.table.state import CLOSED as NO_TABLE
from punto.table.state import Contribution, State
from tests.envelope import Given, decide_given
from tests.table.order_oracle import digest
from tests.table.starting_states import (
    AUTOMATIC,
    LOADED,
    OPEN_SEALED,
    SEAL,
    SHOE,
    TIGER,
    after,
    refused,
)

ANN, BOB, CY = (Patron(name) for name in ("ann", "bob", "cy"))
DEALER = Staff("dealer", Position.DEALER)
VALUE = {ANN: "a0" * 32, BOB: "b0" * 32, CY: "c0" * 32, DEALER: "d0" * 32}


def commits(by: Actor) -> Given:
    return Given(c.Contribute(digest(VALUE[by])), by)


def reveals(by: Actor) -> Given:
    return Given(c.RevealContribution(VALUE[by]), by)


CLOSES = Given(c.CloseContributions(), DEALER)
BETS = Given(c.OpenBetting(), DEALER)
LOADS = Given(c.LoadShoe("two", commitment=SEAL), AUTOMATIC)
FRESH = after(OPEN_SEALED, Given(c.LoadShoe("one", commitment=SEAL), SHOE))
BEGUN = after(FRESH, commits(ANN), commits(BOB))
CLOSED = after(BEGUN, CLOSES)
PARTLY = after(CLOSED, reveals(ANN))
FIXED = after(PARTLY, reveals(BOB))
BY_ITSELF = after(NO_TABLE, c.OpenTable(replace(TIGER, card_source=CardSource.AUTOMATIC)))
WITHHELD = after(
    BY_ITSELF,
    replace(LOADS, command=c.LoadShoe("one", commitment=SEAL)),
    commits(ANN),
    commits(BOB),
    replace(CLOSES, by=AUTOMATIC),
    reveals(ANN),
    Given(c.RetireShoe(), AUTOMATIC),
    LOADS,
)


def with_contributions(count: int) -> State:
    assert FRESH.shoe is not None
    made = tuple(Contribution(f"patron {each}", digest(str(each)), "") for each in range(count))
    return replace(FRESH, shoe=replace(FRESH.shoe, contributions=made))


NEEDED, LATE = Reason.CONTRIBUTION_NEEDED, Reason.CONTRIBUTIONS_CLOSED
REFUSED: list[tuple[State, Given, Reason, str]] = [
    (FRESH, BETS, NEEDED, "First a player or the dealer must contribute"),
    (FRESH, CLOSES, NEEDED, "First a player or the dealer must contribute"),
    (BEGUN, BETS, NEEDED, "First the contributions to the order of this shoe must be closed."),
    (CLOSED, BETS, NEEDED, "First every contribution to the order of this shoe must be revealed."),
    (PARTLY, BETS, NEEDED, "First every contribution to the order of this shoe must be revealed."),
    *(
        (LOADED, given, LATE, "The order of this shoe was not sealed")
        for given in (commits(CY), CLOSES, reveals(ANN))
    ),
    *(
        (FIXED, given, LATE, "The order of this shoe is fixed")
        for given in (commits(CY), CLOSES, reveals(ANN))
    ),
    (CLOSED, commits(CY), LATE, "closed: contribute to the next one."),
    (BEGUN, commits(BOB), LATE, "You have contributed to the order of this shoe."),
    (WITHHELD, commits(BOB), LATE, "You withheld a contribution"),
    (with_contributions(CONTRIBUTORS_MAX), commits(CY), LATE, "as many contributions as it takes"),
    (CLOSED, CLOSES, LATE, "Contributions to this shoe are closed already."),
    (BEGUN, reveals(ANN), LATE, "Values are revealed once contributions are closed."),
    (CLOSED, reveals(CY), LATE, "You have not contributed to the order of this shoe."),
    (PARTLY, reveals(ANN), LATE, "You have revealed your contribution to this shoe."),
    (
        PARTLY,
        replace(reveals(ANN), by=BOB),
        Reason.UNREADABLE_REQUEST,
        "This value does not match your digest.",
    ),
]


@pytest.mark.parametrize(("state", "given", "reason", "words"), REFUSED)
def test_what_is_refused_says_why(state: State, given: Given, reason: Reason, words: str) -> None:
    refusal = refused(state, given)
    assert (refusal.reason, refusal.clause) == (reason, READING)
    assert words in refusal.sentence


def test_a_reading_is_cited_for_a_shoe_that_is_not_there_or_a_copied_digest() -> None:
    for given in (commits(ANN), CLOSES, reveals(ANN)):
        refusal = refused(OPEN_SEALED, given)
        assert (refusal.reason, refusal.clause) == (Reason.SHOE_NEEDED, ORDER_OF_WORK)
    copied = refused(BEGUN, replace(commits(BOB), by=CY))
    assert (copied.reason, copied.clause) == (Reason.UNREADABLE_REQUEST, ORDER_OF_WORK)


@pytest.mark.parametrize(
    ("by", "kind"), [(ANN, Contributor.PATRON), (DEALER, Contributor.STAFF)], ids=str
)
def test_each_step_is_recorded(by: Actor, kind: Contributor) -> None:
    (made,) = decide_given(FRESH, commits(by))
    assert made == e.ContributionMade(by.id, kind, digest(VALUE[by]), clause=READING)
    committed = after(FRESH, commits(by))
    (final,) = decide_given(committed, CLOSES)
    assert final == e.ContributionsClosed(1, clause=READING)
    (revealed,) = decide_given(after(committed, CLOSES), reveals(by))
    assert revealed == e.ContributionRevealed(by.id, kind, VALUE[by], clause=READING)


def test_the_last_place_is_given_away_and_those_who_kept_their_word_contribute_again() -> None:
    assert decide_given(with_contributions(CONTRIBUTORS_MAX - 1), commits(CY))
    assert decide_given(WITHHELD, commits(ANN))


def test_once_the_order_is_fixed_the_shoe_is_dealt() -> None:
    for state in (FIXED, LOADED):
        assert decide_given(state, BETS)


def test_a_table_that_deals_itself_closes_without_a_contribution() -> None:
    loaded = after(BY_ITSELF, LOADS)
    (final,) = decide_given(loaded, replace(CLOSES, by=AUTOMATIC))
    assert final == e.ContributionsClosed(0, clause=READING)


@pytest.mark.parametrize("by", [DEALER, AUTOMATIC])
def test_a_shoe_retired_for_want_of_a_value_says_whose(by: Actor) -> None:
    retires = Given(c.RetireShoe(), by)
    for state, awaited in ((CLOSED, ("patron ann", "patron bob")), (PARTLY, ("patron bob",))):
        missing, retired = decide_given(state, retires)
        assert missing == e.ContributionsMissing(
            "one", awaited, barred=awaited, barred_shoes=BARRED_SHOES, clause=READING
        )
        assert isinstance(retired, e.ShoeRetired)
    for state in (FRESH, BEGUN, FIXED):
        assert [type(each) for each in decide_given(state, retires)] == [e.ShoeRetired]


def test_staff_who_withhold_are_barred_where_software_deals_though_they_took_it_over() -> None:
    """Else they would get new shoes as often as they like by taking the table over."""
    retires = Given(c.RetireShoe(), DEALER)
    loads = replace(LOADS, command=c.LoadShoe("one", commitment=SEAL))
    on, off = (Given(each, DEALER) for each in (c.SignOnDealer(), c.SignOffDealer()))
    withheld = after(BY_ITSELF, loads, on, commits(DEALER), CLOSES)
    missing, _ = decide_given(withheld, retires)
    assert isinstance(missing, e.ContributionsMissing)
    assert missing.barred == missing.contributors == ("staff dealer",)
    pressed = replace(LOADS, by=replace(AUTOMATIC, pressed_by=DEALER.id))
    still_taken = after(withheld, retires, pressed)
    given_back = after(withheld, retires, off, LOADS)
    for state in (still_taken, given_back, after(given_back, on)):
        refusal = refused(state, commits(DEALER))
        assert (refusal.reason, refusal.clause) == (LATE, READING)
        assert "You withheld a contribution" in refusal.sentence
        assert decide_given(state, commits(ANN))
    at_dealers_table = after(FRESH, commits(DEALER), CLOSES)
    missing, _ = decide_given(at_dealers_table, retires)
    assert isinstance(missing, e.ContributionsMissing)
    assert (missing.barred, missing.barred_shoes) == ((), 0), "there someone has to cut"


def test_a_dealer_who_withheld_is_asked_to_give_the_table_back() -> None:
    on = Given(c.SignOnDealer(), DEALER)
    taken_over = replace(after(BY_ITSELF, LOADS), dealer=DEALER.id)
    contribute = Form(c.Contribute(""), (Field("digest"),))
    usual = Prompt(
        Step.CONTRIBUTE,
        Message.of("A player or the dealer contributes to the order of the shoe."),
        (contribute,),
        READING,
    )
    given_back = Prompt(
        Step.CONTRIBUTE,
        Message.of(
            "{dealer} withheld a contribution: the table is given back, or someone else"
            " contributes.",
            dealer=DEALER.id,
        ),
        (Form(c.SignOffDealer()), contribute),
        READING,
    )
    withheld = {f"staff {DEALER.id}": 3}
    assert next_step(taken_over) == usual
    assert next_step(replace(taken_over, barred=withheld)) == given_back
    assert next_step(replace(taken_over, barred={f"patron {DEALER.id}": 3})) == usual
    assert next_step(replace(taken_over, barred={"staff robin": 3})) == usual
    by_itself = replace(taken_over, dealer="", barred=withheld)
    assert next_step(by_itself) == usual, "software deals"
    at_dealers_table = after(FRESH, on)
    assert at_dealers_table.dealer == DEALER.id
    assert next_step(replace(at_dealers_table, barred=withheld)) == usual, "someone has to cut"
