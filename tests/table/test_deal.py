"""Dealing: every card drawn and turned up, with its hand, actor and clause."""

import pytest
from msgspec.structs import replace

from punto.refusals import Reason
from punto.rules.game import Method
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table import events as e
from punto.table.configuration import CardSource, Configuration
from punto.table.cut_card import cut_card_lies_next
from punto.table.decide import ORDER_OF_WORK, decide
from punto.table.people import Patron, Staff
from punto.table.state import State
from tests.envelope import Given, decide_given
from tests.table.starting_states import (
    ANYBODY,
    DEALING,
    DEALT,
    METHOD_A,
    METHOD_C,
    OLDER,
    READER,
    TIGER,
    after,
    cited,
    draw,
    opened,
    refused,
    report,
    stake,
)
from tests.table.state_parts import in_round, shoe
from tests.table.virtual_shoes import dealt, loaded

DEALER = Staff("dealer", Position.DEALER)
NATURAL = ("9S", "8S", "KS", "KH")
OPEN_HANDS = ("2C", "2D", "3H", "AS")  # Player draws on 5, Banker on 3
FACE_DOWN = after(METHOD_A, c.CloseBetting, *draw(*OPEN_HANDS))
UNREAD = after(METHOD_A, c.CloseBetting, *draw(None, None, None, None))
HELD = after(
    METHOD_A,
    stake(),
    c.CloseBetting,
    *draw(*OPEN_HANDS),
    c.PassCards(Side.PLAYER, "seat1"),
)
WITH_DEVICE = after(METHOD_C, stake(), c.GiveDevice("seat1"), c.CloseBetting)
ASIDE = after(
    DEALING,
    *draw(*OPEN_HANDS),
    report(Irregularity.DEALT_IN_WRONG_ORDER),
    c.Reconstruct((*OPEN_HANDS, "4H", "6C")),
    c.AnnounceTotals,
)


def empty(state: State, **changes: object) -> State:
    """The same with no card left in the device."""
    assert state.shoe is not None
    return replace(state, shoe=replace(state.shoe, gone=state.shoe.decks * 52, **changes))


def turned(state: State, side: Side = Side.PLAYER) -> State:
    return after(state, c.ExposeCards(side))


def test_a_card_drawn_tells_hand_card_and_clause() -> None:
    *_, drawn = decide(DEALING, c.DrawCard("9S"), DEALER)
    assert drawn == e.CardDrawn(Side.PLAYER, "9S", True, clause="3.13.1")
    assert decide(after(DEALING, *draw("9S")), c.DrawCard("8S"), DEALER) == (
        e.CardDrawn(Side.BANKER, "8S", True, clause="3.13.2"),
    )


def test_a_card_drawn_by_a_patron_lies_face_down_and_tells_who_drew_it() -> None:
    assert decide(WITH_DEVICE, c.DrawCard("9S"), READER) == (
        e.CardDrawn(Side.PLAYER, "9S", False, drawn_by="seat1", clause="3.13.1"),
    )


def test_cards_set_aside_are_drawn_though_the_device_is_empty() -> None:
    drawn = e.CardDrawn(Side.PLAYER, "4H", True, from_set_aside=True, clause="3.15")
    for said in (None, "4H"):
        assert decide(empty(ASIDE), c.DrawCard(said), DEALER) == (drawn,)
    void = decide(empty(DEALING), c.DrawCard("4H"), DEALER)[1:]  # after the dealer is signed on
    assert [type(event) for event in void] == [e.IrregularityReported, e.RoundVoided]
    assert [(event.clause, event.why) for event in void] == [("5.3", "")] * 2


@pytest.mark.parametrize(
    ("aside", "kind"),
    [
        (("4H", "6C"), e.CardDrawn),
        (("4H", None), e.CardDrawn),
        ((None, "6C"), e.IrregularityReported),
        ((None, None), e.IrregularityReported),
    ],
)
def test_a_card_set_aside_was_counted_then_if_it_was_read(
    aside: tuple[str | None, ...], kind: type
) -> None:
    all_seen = replace(in_round(ASIDE, set_aside=aside), shoe=shoe(ASIDE, seen={"4H": 8}))
    assert isinstance(decide(all_seen, c.DrawCard("4H"), DEALER)[0], kind)


def test_the_cut_card_does_not_lie_among_cards_set_aside() -> None:
    virtual = empty(ASIDE, commitment="seal", source=CardSource.SEALED)
    assert cut_card_lies_next(virtual)
    assert len(decide(virtual, c.DrawCard(), DEALER)) == 1


def test_another_card_than_the_one_set_aside_is_refused() -> None:
    refusal = refused(ASIDE, Given(c.DrawCard("6C"), DEALER))
    assert (refusal.reason, refusal.clause) == (Reason.CARD_CONTRADICTS, "reading card-source")
    assert decide(ASIDE, c.DrawCard("4H"), DEALER), "in method B it was named when put in order"


def test_a_round_of_which_cards_were_replaced_goes_on_with_those_set_aside() -> None:
    replaced = in_round(ASIDE, replaced=True)
    (drawn,) = decide(replaced, c.DrawCard(), DEALER)
    assert drawn.clause == "5.11.4"
    wrong = Given(c.DrawCard("6C"), DEALER)
    assert cited(replaced, wrong) == (Reason.CARD_CONTRADICTS, "tiger 5.11.4")


def test_a_card_set_aside_is_not_guessed_where_people_do_not_know_it() -> None:
    face_down = in_round(turned(turned(FACE_DOWN), Side.BANKER), set_aside=("4H", "6C"))
    announced = after(face_down, c.AnnounceTotals)
    for guess in ("4H", "6C"):
        assert cited(announced, Given(c.DrawCard(guess), DEALER))[0] is Reason.CARD_CONTRADICTS
    assert decide(announced, c.DrawCard(), DEALER)[0].clause == "3.15"


def test_method_c_is_dealt_from_a_device_that_reads() -> None:
    refusal = refused(WITH_DEVICE, Given(c.DrawCard(), Patron("seat1")))
    assert (refusal.reason, refusal.clause) == (Reason.CARD_UNREAD, "tiger 3.12.1")
    assert decide(after(METHOD_A, c.CloseBetting), c.DrawCard(), DEALER)


@pytest.mark.parametrize(
    ("config", "kind"),
    [(TIGER, Irregularity.EXTRA_OR_MISSING_CARDS), (OLDER, Irregularity.FOREIGN_CARDS)],
)
def test_one_copy_too_many_is_named_as_the_game_names_it(
    config: Configuration, kind: Irregularity
) -> None:
    table = after(opened(replace(config, decks=4)), c.OpenBetting, c.CloseBetting)
    table = after(table, *draw("KH", "KH", "KH", "KH"), c.AnnounceTotals)
    reported, voided = decide(table, c.DrawCard("KH"), DEALER)
    assert isinstance(reported, e.IrregularityReported)
    assert (reported.irregularity, reported.clause, voided.clause) == (kind, "5.1.1", "5.1.1")


def test_a_hand_is_turned_up_by_the_clause_on_its_cards() -> None:
    in_c = after(METHOD_C, c.CloseBetting, *draw(*OPEN_HANDS))
    for state, clauses in ((FACE_DOWN, ("3.10.6", "3.10.7")), (in_c, ("3.12.5", "3.12.7"))):
        both = turned(turned(state), Side.BANKER)
        third = after(both, c.AnnounceTotals, *draw("4H"))
        for at, cards, clause in (
            (state, ("2C", "3H"), clauses[0]),
            (third, ("2C", "3H", "4H"), clauses[1]),
        ):
            assert decide(at, c.ExposeCards(Side.PLAYER), DEALER) == (
                e.CardsExposed(Side.PLAYER, cards, clause=clause),
            )


def test_a_hand_that_lies_open_is_not_turned_up() -> None:
    refusal = refused(DEALT, Given(c.ExposeCards(Side.PLAYER), DEALER))
    assert (refusal.reason, refusal.clause) == (Reason.ROUND_NOT_COMPLETE, ORDER_OF_WORK)
    assert refusal.sentence == "Player has no card that lies face down."


def test_the_dealer_does_not_turn_up_what_a_patron_holds() -> None:
    first = after(HELD, c.ChooseFirstRevealed(Side.PLAYER))
    refusal = refused(first, Given(c.ExposeCards(Side.PLAYER), DEALER))
    assert (refusal.reason, refusal.clause) == (Reason.NOT_THE_HANDLER, "tiger 5.10")
    absent = "seat1 exposes Player; report an absence if seat1 is not there."
    assert refusal.sentence == absent
    assert decide(first, c.ExposeCards(Side.PLAYER), Patron("seat1"))


def test_where_a_patron_holds_cards_the_dealer_says_what_is_revealed_first() -> None:
    for side, by in ((Side.PLAYER, Patron("seat1")), (Side.BANKER, DEALER)):
        refusal = refused(HELD, Given(c.ExposeCards(side), by))
        assert (refusal.reason, refusal.clause) == (Reason.NOT_THE_HANDLER, "tiger 3.10.6")
    assert decide(FACE_DOWN, c.ExposeCards(Side.BANKER), DEALER), "nobody holds any"
    chosen = after(FACE_DOWN, c.ChooseFirstRevealed(Side.BANKER))
    refusal = refused(chosen, Given(c.ExposeCards(Side.PLAYER), DEALER))
    assert (refusal.reason, refusal.clause) == (Reason.CARDS_FACE_DOWN, "tiger 3.10.6")
    assert decide(turned(chosen, Side.BANKER), c.ExposeCards(Side.PLAYER), DEALER)


def test_a_hand_is_passed_to_the_patron_who_is_due_it_before_it_is_turned_up() -> None:
    staked = after(METHOD_A, stake(), c.CloseBetting, *draw(*OPEN_HANDS))
    refusal = refused(staked, Given(c.ExposeCards(Side.PLAYER), DEALER))
    assert (refusal.reason, refusal.clause) == (Reason.NOT_THE_HANDLER, "tiger 3.10.2")
    due = "The Player cards are due to seat1: pass them, or report the error."
    assert refusal.sentence == due


def test_a_hand_is_revealed_when_all_its_cards_are() -> None:
    chosen = after(FACE_DOWN, c.ChooseFirstRevealed(Side.BANKER))
    half = after(chosen, report(Irregularity.EXPOSED_OR_NOT_PASSED, side=Side.BANKER, place=1))
    refusal = refused(half, Given(c.ExposeCards(Side.PLAYER), DEALER))
    assert refusal.sentence == "Banker is revealed first."
    assert decide(half, c.ChooseFirstRevealed(Side.PLAYER), DEALER), "it may be another yet"


def test_two_cards_are_turned_up_before_the_deal_is_over_without_an_order() -> None:
    two = after(METHOD_A, c.CloseBetting, *draw("2C", "2D", "3H"))
    assert decide(two, c.ExposeCards(Side.BANKER), DEALER)


@pytest.mark.parametrize(
    ("seen", "cards", "stands"),
    [
        ({}, ("KD", "KD"), True),
        ({"KD": 6}, ("KD", "KD"), True),
        ({"KD": 7}, ("KD", "KD"), False),
        ({"KD": 7}, ("KD", "2D"), True),
        ({"KD": 8}, ("2D", "KD"), False),
    ],
)
def test_cards_turned_up_are_there_beside_all_that_were_seen(
    seen: dict[str, int], cards: tuple[str, str], stands: bool
) -> None:
    assert UNREAD.shoe is not None
    state = replace(UNREAD, shoe=replace(UNREAD.shoe, seen=seen))
    events = decide(state, c.ExposeCards(Side.PLAYER, cards), DEALER)
    assert isinstance(events[-1], e.CardsExposed if stands else e.RoundVoided)


def test_what_the_device_has_read_is_what_is_turned_up() -> None:
    for cards in (("2C", "4H"), ("3H", "2C"), ("2C", "3H", "4H"), ("2C", "3H"), ("2C",)):
        refusal = refused(FACE_DOWN, Given(c.ExposeCards(Side.PLAYER, cards), DEALER))
        assert (refusal.reason, refusal.clause) == (Reason.CARD_CONTRADICTS, "reading card-source")
    refusal = refused(UNREAD, Given(c.ExposeCards(Side.BANKER, ("2C", "2C", "2C")), DEALER))
    unread = "Banker has 2 cards that have not been read: name those and no others."
    assert (refusal.reason, refusal.sentence) == (Reason.CARD_CONTRADICTS, unread)
    assert refused(UNREAD, Given(c.ExposeCards(Side.PLAYER, ("2C",)), DEALER)).reason is (
        Reason.CARD_UNREAD
    )
    (event,) = decide(FACE_DOWN, c.ExposeCards(Side.PLAYER), DEALER)
    assert isinstance(event, e.CardsExposed)
    assert event.cards == ("2C", "3H")


@pytest.mark.parametrize(
    ("cards", "totals", "clause"),
    [
        (NATURAL, (9, 8), "3.9.1"),
        (OPEN_HANDS, (5, 3), "3.9.2"),
        (("3C", "2D", "3H", "AS"), (6, 3), "3.9.3"),
        (("3C", "3D", "3H", "3S"), (6, 6), "3.9.3"),
    ],
)
def test_totals_are_announced_by_the_clause_on_what_follows(
    cards: tuple[str, ...], totals: tuple[int, int], clause: str
) -> None:
    table = after(opened(OLDER), c.OpenBetting, c.CloseBetting, *draw(*cards))
    assert decide(table, c.AnnounceTotals(), DEALER) == (e.TotalsAnnounced(*totals, clause=clause),)
    announced = after(table, c.AnnounceTotals)
    again = Given(c.AnnounceTotals(), DEALER)
    assert cited(announced, again) == (Reason.ROUND_NOT_COMPLETE, "no-commission 3.9")


def test_a_third_card_and_the_outcome_wait_for_the_totals_and_the_cards() -> None:
    table = after(opened(OLDER), c.OpenBetting, c.CloseBetting, *draw(*OPEN_HANDS))
    for command in (Given(c.DrawCard("4H"), DEALER), Given(c.AnnounceOutcome(), DEALER)):
        refusal = refused(table, command)
        assert (refusal.reason, refusal.clause) == (
            Reason.TOTALS_NOT_ANNOUNCED,
            "no-commission 3.9",
        )
    refusal = refused(after(table, c.AnnounceTotals), Given(c.AnnounceOutcome(), DEALER))
    assert (refusal.reason, refusal.clause) == (Reason.ROUND_NOT_COMPLETE, "no-commission 3.9.2")
    for waits in (Given(c.DrawCard("4H"), DEALER), Given(c.AnnounceTotals(), DEALER)):
        hidden = refused(turned(FACE_DOWN), waits)
        assert hidden.sentence == "The Banker cards must be exposed first."


def test_the_cut_card_comes_out_once_in_a_shoe() -> None:
    out = after(DEALING, c.ReportCutCard)
    assert refused(out, Given(c.ReportCutCard(), DEALER)).reason is Reason.ROUND_NOT_COMPLETE
    for state, first in ((DEALING, True), (DEALT, False)):
        assert decide(state, c.ReportCutCard(), DEALER) == (
            e.CutCardAppeared(first, clause="3.22"),
        )
    older = after(opened(OLDER), c.OpenBetting, c.CloseBetting)
    assert decide(older, c.ReportCutCard(), DEALER)[0].clause == "reading cut-card"


def test_method_b_lays_cards_open_and_others_face_down() -> None:
    for state, face_up in ((DEALT, True), (FACE_DOWN, False)):
        assert state.round is not None
        assert {card.face_up for card in state.round.cards} == {face_up}
    assert FACE_DOWN.method is Method.A
    assert decide(DEALT, c.AnnounceTotals(), ANYBODY)


HELD_UNREAD = after(
    METHOD_A,
    stake(),
    c.CloseBetting,
    *draw(None, "2D", "3H", "AS"),
    c.PassCards(Side.PLAYER, "seat1"),
    c.ChooseFirstRevealed(Side.PLAYER),
)


def test_staff_say_which_cards_a_patron_turned_up_that_no_device_read() -> None:
    told = Given(c.ExposeCards(Side.PLAYER, ("2C",), turned_by="seat1"), DEALER)
    assert decide_given(HELD_UNREAD, told) == (
        e.CardsExposed(Side.PLAYER, ("2C", "3H"), clause="3.10.6"),
    )
    for turned_by in ("", "seat2"):
        other = told.changed(turned_by=turned_by)
        assert cited(HELD_UNREAD, other) == (Reason.NOT_THE_HANDLER, "tiger 5.10")
    read = after(HELD, c.ChooseFirstRevealed(Side.PLAYER))
    own = Given(c.ExposeCards(Side.PLAYER, turned_by="seat1"), DEALER)
    assert cited(read, own) == (Reason.NOT_THE_HANDLER, "tiger 5.10"), "these have been read"


@pytest.mark.parametrize(
    ("state", "given", "reason", "clause"),
    [
        (DEALING, c.AnnounceTotals(), Reason.ROUND_NOT_COMPLETE, "tiger 3.15"),
        (DEALT, c.DrawCard("2C"), Reason.TOTALS_NOT_ANNOUNCED, "tiger 3.15"),
        (after(DEALT, c.AnnounceTotals), c.DrawCard("2C"), Reason.CARD_NOT_ALLOWED, "tiger 3.15"),
        (DEALING, c.DrawCard(), Reason.CARD_UNREAD, "reading card-source"),
        (FACE_DOWN, c.AnnounceTotals(), Reason.CARDS_FACE_DOWN, "tiger 3.15"),
        (FACE_DOWN, c.AnnounceOutcome(), Reason.CARDS_FACE_DOWN, "tiger 3.15"),
        (FACE_DOWN, c.DrawCard("2C"), Reason.CARDS_FACE_DOWN, "tiger 3.15"),
    ],
)
def test_a_step_before_its_time_is_refused(
    state: State, given: c.Command, reason: Reason, clause: str | None
) -> None:
    assert cited(state, Given(given, DEALER)) == (reason, clause)


@pytest.mark.parametrize("source", [CardSource.SEALED, CardSource.AUTOMATIC])
def test_a_virtual_shoe_names_its_cards_and_knows_its_cut_card(source: CardSource) -> None:
    state = after(dealt(loaded(source), source, 0), Given(c.SignOnDealer(), DEALER))
    reading = "reading card-source"
    assert cited(state, Given(c.DrawCard(), DEALER)) == (Reason.CARD_UNREAD, reading)
    assert cited(state, Given(c.ReportCutCard(), DEALER)) == (Reason.NO_SUCH_CASE, reading)
