"""The cards of a round in order: why an order is refused, and that hidden faces never tell."""

import pytest
from msgspec.structs import replace

from punto.refusals import Reason
from punto.rules.game import Method
from punto.rules.irregularities import Irregularity as I  # noqa: N817
from punto.table import commands as c
from punto.table import events as e
from punto.table.configuration import CardSource
from punto.table.decide import ORDER_OF_WORK
from punto.table.state import State
from tests.envelope import Given, decide_given
from tests.table.starting_states import (
    ANYBODY,
    TIGER,
    after,
    cited,
    draw,
    opened,
    refused,
    report,
    stake,
)
from tests.table.virtual_shoes import dealt, loaded

CARDS = ("8C", "9D", "KH", "KS")
READ = "reading card-source"


def in_question(*cards: str | None, method: Method = Method.B) -> State:
    """A round whose cards were dealt in the wrong order; face down in method A."""
    table = opened(replace(TIGER, decks=4, method=method))
    drawn = after(table, c.OpenBetting, stake(), c.CloseBetting, *draw(*cards))
    return after(drawn, report(I.DEALT_IN_WRONG_ORDER))


def ordered(*cards: str | None) -> Given:
    return Given(c.Reconstruct(cards), ANYBODY)


def lying(state: State) -> list[str | None]:
    assert state.round is not None
    return [each.card for each in state.round.cards]


def test_a_card_that_the_decks_do_not_hold_is_refused_by_their_clause() -> None:
    refusal = refused(in_question(*CARDS), ordered(*CARDS, *["KH"] * 4))
    assert (refusal.reason, refusal.clause) == (Reason.TOO_MANY_COPIES, "tiger 2.1")
    assert refusal.sentence == "4 decks do not hold another KH."


@pytest.mark.parametrize("drawn", [CARDS, (None,) * 4, ("8C", None, "KH", None)])
def test_whether_face_down_cards_were_read_does_not_show_in_a_refusal(
    drawn: tuple[str | None, ...],
) -> None:
    hidden = in_question(*drawn, method=Method.A)
    refusal = refused(hidden, ordered(None, None))
    assert (refusal.reason, refusal.clause) == (Reason.CARD_MISSING, ORDER_OF_WORK)
    assert refusal.sentence == "4 cards were drawn, not 2."


def test_cards_that_are_not_named_stay_in_the_order_they_lay() -> None:
    hidden = in_question(*CARDS, method=Method.A)
    for found in (4, 9):  # more unnamed ones than the table has decks are no copies of a card
        assert lying(after(hidden, ordered(*[None] * found))) == list(CARDS)
    partly = in_question(None, "8C", None, "KH", method=Method.A)
    assert lying(after(partly, ordered("2C", None, None, None))) == ["2C", "8C", None, "KH"]


def test_no_face_is_named_for_a_card_that_lies_face_down_and_was_read() -> None:
    hidden = in_question(*CARDS, method=Method.A)
    for named in ("2C", "8C", "9D"):
        answer = cited(hidden, ordered(named, None, None, None))
        assert answer == (Reason.CARD_CONTRADICTS, READ), "right or wrong"


def test_no_card_that_lies_face_up_is_left_out() -> None:
    shown = in_question(*CARDS)
    assert cited(shown, ordered("9D", "8C", "KH", "2S")) == (Reason.CARD_CONTRADICTS, READ)
    assert lying(after(shown, ordered("9D", None, "KS", None))) == ["9D", "8C", "KS", "KH"]


def test_no_more_cards_are_put_in_order_than_the_device_had() -> None:
    state = in_question(*CARDS)
    assert state.shoe is not None
    last = replace(state, shoe=replace(state.shoe, gone=4 * 52 - 1))
    assert decide_given(last, ordered(*CARDS, "2C"))
    assert cited(last, ordered(*CARDS, "2C", "3C")) == (Reason.CARD_CONTRADICTS, ORDER_OF_WORK)


@pytest.mark.parametrize("method", [Method.A, Method.B])
def test_a_virtual_shoe_gave_no_more_cards_than_it_gave(method: Method) -> None:
    table = dealt(loaded(CardSource.SEALED, method), CardSource.SEALED, 4)
    referred = after(table, report(I.NOT_COVERED))
    five = Given(c.Decide(False, "seen", (None,) * 5), ANYBODY)
    refusal = refused(referred, five)
    assert (refusal.reason, refusal.clause) == (Reason.CARD_CONTRADICTS, READ)
    assert refusal.sentence == "4 cards left the virtual shoe, and no others."
    assert decide_given(referred, Given(c.Decide(False, "seen", (None,) * 4), ANYBODY))


@pytest.mark.parametrize("up", [0, 1])
@pytest.mark.parametrize("hidden", ["3C", "7H"])
def test_a_card_that_is_named_is_the_one_that_lies_face_up(hidden: str, up: int) -> None:
    """The card beside it has the same face or another: neither the answer nor the table tells."""
    faces = ("3C", hidden) if up == 0 else (hidden, "3C")
    state = in_question(*faces, "KH", "KS", method=Method.A)
    assert state.round is not None
    cards = list(state.round.cards)
    cards[up] = replace(cards[up], face_up=True)
    state = replace(state, round=replace(state.round, cards=tuple(cards)))
    as_it_lies: list[str | None] = [None] * 4
    exchanged = list(as_it_lies)
    as_it_lies[up] = exchanged[1 - up] = "3C"
    moved = after(state, ordered(*exchanged))
    assert moved.round is not None
    assert [each.face_up for each in moved.round.cards] == [up == 1, up == 0, False, False]
    assert moved.round.cards_named
    assert state.configuration is not None
    costly = replace(state, configuration=replace(state.configuration, approval_cents=1_00))
    assert refused(costly, ordered(*exchanged)).reason is Reason.APPROVAL_NEEDED
    assert decide_given(costly, ordered(*as_it_lies)), "as it lies"


def test_a_last_copy_that_waits_to_be_drawn_is_not_counted_twice() -> None:
    """Three kings lie there and the fourth of four decks waits, through a second report too."""
    once = after(in_question("KH", "KH", "KH", "2S"), ordered("KH", "KH", "KH", "2S", "KH"))
    again = after(once, report(I.DEALT_IN_WRONG_ORDER))
    events = decide_given(again, ordered("KH", "KH", "2S", "KH", "KH"))
    assert [type(each) for each in events] == [e.CardsReconstructed, e.CaseClosed]


@pytest.mark.parametrize(
    ("together", "order", "certain"),
    [
        ((5, 6), ("3D", "2C", "KH", "KS", "4H", "5H"), 4),
        ((5, 6), ("4H", "3D", "KH", "KS", "2C", "5H"), 4),
        ((5, 6), ("2C", "3D", "KH", "4H", "KS", "5H"), 4),
        ((5, 6), ("2C", "3D", "KH", "KS", "5H", "4H"), None),
        ((), ("2C", "3D", "KH", "4H", "KS", "5H"), 4),
        ((), ("2C", "3D", "KH", "KS", "5H", "4H"), None),
    ],
)
def test_of_later_cards_drawn_together_only_the_order_is_open(
    together: tuple[int, ...], order: tuple[str, ...], certain: int | None
) -> None:
    table = after(opened(TIGER), c.OpenBetting, stake(), c.CloseBetting)
    drawn = after(table, *draw("2C", "3D", "KH", "KS"), c.AnnounceTotals, *draw("4H"))
    held = after(drawn, report(I.DRAWN_TOGETHER_AFTER_INITIAL_DEAL, together=together))
    decided = Given(c.Decide(False, "seen", order), ANYBODY)
    if certain is None:
        assert decide_given(held, decided)
        return
    refusal = refused(held, decided)
    assert refusal.reason is Reason.CARD_CONTRADICTS
    assert refusal.clause is not None
    assert refusal.clause.startswith("tiger 5.")
    assert refusal.sentence == (
        f"The first {certain} cards keep their places; only later ones are put in order."
    )


def test_cards_that_wait_to_be_drawn_are_put_in_order_too() -> None:
    hidden = in_question(*CARDS, method=Method.A)
    waiting = after(hidden, ordered(*[None] * 4, "2C"), report(I.DEALT_IN_WRONG_ORDER))
    refusal = refused(waiting, ordered(*[None] * 4))
    assert (refusal.reason, refusal.clause) == (Reason.CARD_MISSING, ORDER_OF_WORK)
    assert refusal.sentence == "5 cards were drawn, not 4."


def test_of_two_copies_one_that_is_not_named_stays() -> None:
    twice = in_question("KH", "KH", "2S", "3S")
    assert lying(after(twice, ordered("2S", "KH", None, None))) == ["2S", "KH", "KH", "3S"]
