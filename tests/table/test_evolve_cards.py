"""The whole state after each event about cards."""

import pytest
from msgspec.structs import replace

from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity as I  # noqa: N817
from punto.table import commands as c
from punto.table import events as e
from punto.table.evolve import evolve
from punto.table.state import Dealt, Due, State, Waits
from tests.table.starting_states import DEALING, DEALT, METHOD_A, after, draw, report, stake
from tests.table.state_parts import case, in_round, play, shoe

PLAYER, BANKER = Side.PLAYER, Side.BANKER
CARDS = ("2C", "2D", "3H", "AS")
FACE_DOWN = after(METHOD_A, stake(), c.CloseBetting, *draw(*CARDS))
UNREAD = after(METHOD_A, stake(), c.CloseBetting, *draw(None, "2D", None, "AS"))
LEFT = after(
    UNREAD,
    c.PassCards(PLAYER, "seat1"),
    report(I.PATRON_LEFT_WITH_CARDS, patron="seat1"),
)
ASIDE = evolve(LEFT, e.CardsSetAside(("4H", None)))
SORTED = evolve(ASIDE, e.CardsSorted({}, ("2C", "3H", "6C")))
HANDLED = in_round(
    FACE_DOWN,
    handlers={PLAYER: "seat1", BANKER: "seat2"},
    chosen={PLAYER: Due("seat1", "3.21"), BANKER: Due("seat2", "3.21")},
    refused={PLAYER: ("seat4",)},
    kept=(BANKER,),
    first_revealed=PLAYER,
)

CHANGES: list[tuple[str, State, e.Event, State]] = [
    (
        "betting opens again, and the hands come back",
        HANDLED,
        e.BettingReopened(),
        in_round(FACE_DOWN, betting_open=True),
    ),
    (
        "a card is drawn",
        DEALING,
        e.CardDrawn(PLAYER, "9S", True),
        replace(
            DEALING,
            round=play(DEALING, cards=(Dealt(PLAYER, "9S", True),)),
            shoe=shoe(DEALING, gone=1, seen={"9S": 1}),
        ),
    ),
    (
        "a card nobody has read is drawn",
        after(METHOD_A, c.CloseBetting),
        e.CardDrawn(PLAYER, None, False),
        replace(
            after(METHOD_A, c.CloseBetting),
            round=play(METHOD_A, betting_open=False, cards=(Dealt(PLAYER, None, False),)),
            shoe=shoe(METHOD_A, gone=1),
        ),
    ),
    (
        "a card set aside is drawn: it was gone and counted before",
        in_round(DEALING, set_aside=("9S", "8S")),
        e.CardDrawn(PLAYER, "9S", True, from_set_aside=True),
        in_round(DEALING, cards=(Dealt(PLAYER, "9S", True),), set_aside=("8S",)),
    ),
    (
        "a card set aside unread is counted when it is read",
        in_round(DEALING, set_aside=(None, "8S")),
        e.CardDrawn(PLAYER, "9S", True, from_set_aside=True),
        replace(
            in_round(DEALING, cards=(Dealt(PLAYER, "9S", True),), set_aside=("8S",)),
            shoe=shoe(DEALING, seen={"9S": 1}),
        ),
    ),
    (
        "the cut card comes first",
        DEALING,
        e.CutCardAppeared(True),
        replace(in_round(DEALING, cut_card_first=True), shoe=shoe(DEALING, cut_card_out=True)),
    ),
    (
        "a hand is passed",
        FACE_DOWN,
        e.HandPassed(PLAYER, "seat1"),
        in_round(FACE_DOWN, handlers={PLAYER: "seat1"}),
    ),
    (
        "a hand is refused by whoever has it",
        HANDLED,
        e.HandRefused(PLAYER, "seat1"),
        in_round(
            HANDLED,
            handlers={BANKER: "seat2"},
            chosen={BANKER: Due("seat2", "3.21")},
            refused={PLAYER: ("seat4", "seat1")},
        ),
    ),
    (
        "a hand is refused after the other one",
        HANDLED,
        e.HandRefused(BANKER, "seat4"),
        in_round(HANDLED, refused={PLAYER: ("seat4",), BANKER: ("seat4",)}),
    ),
    (
        "a hand is refused by somebody who has not got it",
        HANDLED,
        e.HandRefused(PLAYER, "seat2"),
        in_round(HANDLED, refused={PLAYER: ("seat4", "seat2")}),
    ),
    (
        "a handler is chosen for a hand that the dealer kept",
        HANDLED,
        e.HandlerChosen(BANKER, "seat5", clause="3.10.4.1"),
        in_round(
            HANDLED,
            chosen={PLAYER: Due("seat1", "3.21"), BANKER: Due("seat5", "3.10.4.1")},
            kept=(),
        ),
    ),
    (
        "a hand comes back to be passed on",
        HANDLED,
        e.HandRetrieved(PLAYER),
        in_round(HANDLED, handlers={BANKER: "seat2"}),
    ),
    (
        "a hand comes back to stay",
        HANDLED,
        e.HandRetrieved(PLAYER, dealer_keeps=True),
        in_round(HANDLED, handlers={BANKER: "seat2"}, kept=(BANKER, PLAYER)),
    ),
    (
        "a hand stays where it stayed",
        HANDLED,
        e.HandRetrieved(BANKER, dealer_keeps=True),
        in_round(HANDLED, handlers={PLAYER: "seat1"}),
    ),
    (
        "a hand is revealed first",
        FACE_DOWN,
        e.FirstRevealedChosen(BANKER),
        in_round(FACE_DOWN, first_revealed=BANKER),
    ),
    (
        "a hand is squeezed",
        FACE_DOWN,
        e.CardsSqueezed(PLAYER, "seat1"),
        in_round(
            FACE_DOWN,
            cards=(
                Dealt(PLAYER, "2C", False, ("seat1",)),
                Dealt(BANKER, "2D", False),
                Dealt(PLAYER, "3H", False, ("seat1",)),
                Dealt(BANKER, "AS", False),
            ),
        ),
    ),
    (
        "cards nobody had read are counted as they are turned up",
        UNREAD,
        e.CardsExposed(PLAYER, ("2C", None)),
        replace(
            in_round(
                UNREAD,
                cards=(
                    Dealt(PLAYER, "2C", True),
                    Dealt(BANKER, "2D", False),
                    Dealt(PLAYER, None, False),
                    Dealt(BANKER, "AS", False),
                ),
            ),
            shoe=shoe(UNREAD, seen={"2D": 1, "AS": 1, "2C": 1}),
        ),
    ),
    (
        "totals are announced",
        DEALT,
        e.TotalsAnnounced(9, 8),
        in_round(DEALT, totals_announced=True),
    ),
    (
        "a patron is gone with cards of the shoe, which is used no more",
        DEALT,
        e.IrregularityReported(I.PATRON_LEFT_WITH_CARDS, clause="5.11"),
        replace(DEALT, shoe=shoe(DEALT, must_replace="5.11.5")),
    ),
    (
        "a game with no clause on it leaves that to a decision",
        DEALT,
        e.IrregularityReported(I.PATRON_LEFT_WITH_CARDS, clause="reading who-decides"),
        DEALT,
    ),
    (
        "two cards are set aside",
        LEFT,
        e.CardsSetAside(("4H", None)),
        replace(
            in_round(LEFT, set_aside=("4H", None), cards_named=True),
            shoe=shoe(LEFT, gone=6, seen={"2D": 1, "AS": 1, "4H": 1}),
            case=case(LEFT, waits=Waits.SORTING),
        ),
    ),
    (
        "all others are sorted",
        ASIDE,
        e.CardsSorted({}, ("2C", "3H", "6C")),
        replace(
            ASIDE,
            case=case(ASIDE, waits=Waits.REPLACEMENT, candidates=("2C", "3H", "6C")),
        ),
    ),
    (
        "the missing cards are replaced and kept by the dealer",
        SORTED,
        e.MissingReplaced(("2C", "3H")),
        replace(
            in_round(
                SORTED,
                cards=(
                    Dealt(PLAYER, "2C", False),
                    Dealt(BANKER, "2D", False),
                    Dealt(PLAYER, "3H", False),
                    Dealt(BANKER, "AS", False),
                ),
                handlers={},
                kept=(PLAYER,),
                replaced=True,
            ),
            shoe=shoe(SORTED, seen={"2D": 1, "AS": 1, "4H": 1, "2C": 1, "3H": 1}),
        ),
    ),
]


LOOKED_AT = in_round(
    FACE_DOWN,
    cards=(
        Dealt(PLAYER, "2C", False, ("seat1",)),
        Dealt(BANKER, "2D", True),
        Dealt(PLAYER, "3H", False),
        Dealt(BANKER, "AS", False),
        Dealt(PLAYER, "2C", False, ("seat2",)),
    ),
    totals_announced=True,
)


def test_cards_put_in_order_lie_as_they_lay_and_are_seen_by_whom_they_were() -> None:
    ordered = ("2D", "2C", "AS", "3H", "2C", None, "9C")
    later = evolve(LOOKED_AT, e.CardsReconstructed(ordered))
    assert later == replace(
        in_round(
            LOOKED_AT,
            cards=(
                Dealt(PLAYER, "2D", True),
                Dealt(BANKER, "2C", False, ("seat1",)),
                Dealt(PLAYER, "AS", False),
                Dealt(BANKER, "3H", False),
            ),
            set_aside=("2C", None, "9C"),
            totals_announced=False,
            cards_named=True,
        ),
        shoe=shoe(LOOKED_AT, gone=6, seen={**shoe(LOOKED_AT).seen, "9C": 1}),
    )


def test_whoever_squeezes_later_sees_beside_whoever_did_before_what_lies_face_down() -> None:
    half_open = in_round(LOOKED_AT, cards=(*play(LOOKED_AT).cards, Dealt(PLAYER, "4C", True)))
    for patron, first, third in (
        ("seat3", ("seat1", "seat3"), ("seat3",)),
        ("seat1", ("seat1",), ("seat1",)),
    ):
        later = evolve(half_open, e.CardsSqueezed(PLAYER, patron))
        seen = [dealt.seen_by for dealt in play(later).cards]
        assert seen == [first, (), third, (), ("seat2", patron), ()]


def test_totals_stay_announced_where_the_first_four_stay() -> None:
    stays = evolve(LOOKED_AT, e.CardsReconstructed(("2C", "2D", "3H", "AS", "2C", "5H")))
    assert play(stays).totals_announced
    assert play(stays).cards == play(LOOKED_AT).cards[:4]
    never = in_round(LOOKED_AT, totals_announced=False)
    later = evolve(never, e.CardsReconstructed(("2C", "2D", "3H", "AS", "2C")))
    assert not play(later).totals_announced


def test_where_cards_are_dealt_open_they_lie_open_in_order() -> None:
    later = evolve(DEALT, e.CardsReconstructed(("KH", "8S", "KS", "9S", "2C")))
    assert play(later).cards == (
        Dealt(PLAYER, "KH", True),
        Dealt(BANKER, "8S", True),
        Dealt(PLAYER, "KS", True),
        Dealt(BANKER, "9S", True),
    )
    few = evolve(after(DEALING, *draw("9S")), e.CardsReconstructed(("2C", "9S", "3C")))
    assert play(few).cards == (
        Dealt(PLAYER, "2C", True),
        Dealt(BANKER, "9S", True),
        Dealt(PLAYER, "3C", True),
    )
    assert few.shoe == shoe(DEALING, gone=3, seen={"9S": 1, "2C": 1, "3C": 1})


def test_cards_that_waited_aside_were_gone_and_counted_before() -> None:
    waiting = replace(
        in_round(DEALT, set_aside=("4H", None)),
        shoe=shoe(DEALT, gone=6, seen={**shoe(DEALT).seen, "4H": 1}),
    )
    later = evolve(waiting, e.CardsReconstructed(("9S", "8S", "KS", "KH", "4H", "6C", "2C")))
    assert later.shoe == shoe(waiting, gone=7, seen={**shoe(waiting).seen, "6C": 1, "2C": 1})


def test_two_copies_of_a_card_are_two_cards() -> None:
    later = evolve(LOOKED_AT, e.CardsReconstructed(("2C", "2C", "AS", "3H", "2D")))
    assert [dealt.seen_by for dealt in play(later).cards] == [("seat1",), ("seat2",), (), ()]


def test_unread_cards_put_in_order_stay_unread() -> None:
    looked_at = evolve(UNREAD, e.CardsSqueezed(PLAYER, "seat1"))
    later = evolve(looked_at, e.CardsReconstructed((None, "AS", None, "2D")))
    assert play(later).cards == (
        Dealt(PLAYER, None, False),
        Dealt(BANKER, "AS", False),
        Dealt(PLAYER, None, False),
        Dealt(BANKER, "2D", False),
    )
    assert later.shoe == UNREAD.shoe


@pytest.mark.parametrize(
    ("before", "event", "later"),
    [pytest.param(*each[1:], id=each[0]) for each in CHANGES],
)
def test_what_happens_when(before: State, event: e.Event, later: State) -> None:
    assert evolve(before, event) == later


def test_a_sealed_shoe_records_what_has_left_it_one_after_another() -> None:
    """What was set aside, or put in order, before reports of that were refused, counts too."""
    sealed = replace(DEALING, shoe=shoe(DEALING, commitment="seal"))
    one = evolve(sealed, e.CardDrawn(PLAYER, "9S", True))
    assert shoe(one).dealt == "9S"
    aside = in_round(one, set_aside=("8S",))
    assert shoe(evolve(aside, e.CardDrawn(BANKER, "8S", True, from_set_aside=True))).dealt == "9S"
    two_more = evolve(one, e.CardsReconstructed(("9S", "8S", "KS")))
    assert shoe(two_more).dealt == "9S????"
    left = replace(LEFT, shoe=shoe(LEFT, commitment="seal", dealt="9S"))
    assert shoe(evolve(left, e.CardsSetAside(("4H", None)))).dealt == "9S4H??"
