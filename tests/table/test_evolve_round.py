"""A round after each event: its cards, who holds them, and what was changed for how much."""

import pytest
from msgspec.structs import replace

from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity as I  # noqa: N817
from punto.rules.settlement import Result
from punto.table import events as e
from punto.table import evolve_round as rounds
from punto.table.configuration import CardSource
from punto.table.state import Dealt, Due, Finished, Round, Stake
from tests.table.starting_states import BETTING, DEALT, LOADED, TIGER
from tests.table.state_parts import in_round, play

PLAYER, BANKER = Side.PLAYER, Side.BANKER
STAKES = {
    1: Stake(1, "ann", "player", 1, 10_00, 1),
    2: Stake(2, "bob", "tie", 1, 5_00, 2),
    3: Stake(3, "ann", "tie", 2, 1_00, 3),
}
PLAY = Round(1, stakes=STAKES, seats={1: "ann", 2: "ann"})
FOUR = tuple(
    Dealt(side, card, False)
    for side, card in ((PLAYER, "2C"), (BANKER, "2D"), (PLAYER, None), (BANKER, "AS"))
)


def test_a_terminal_is_whose_stake_is_left_there_first() -> None:
    after = rounds.without_stake(PLAY, 1)
    assert after.stakes == {2: STAKES[2], 3: STAKES[3]}
    assert after.seats == {1: "bob", 2: "ann"}


def test_a_terminal_stays_that_of_the_patron_who_staked_there_first() -> None:
    shared = rounds.with_stake(PLAY, Stake(4, "bob", "banker", 1, 5_00, 4))
    assert shared.seats == PLAY.seats
    assert rounds.with_stake(shared, Stake(5, "cy", "banker", 3, 5_00, 5)).seats[3] == "cy"


def test_what_is_taken_back_adds_up() -> None:
    once = rounds.take_back(PLAY, (1, 2))
    assert once == replace(PLAY, taken_back_cents=15_00)
    assert rounds.take_back(once, (3,)).taken_back_cents == 16_00
    assert rounds.take_back(once, ()) == once


def test_a_card_drawn_is_the_first_that_waited() -> None:
    aside = replace(PLAY, set_aside=("4H", "6C"))
    after = rounds.draw(aside, e.CardDrawn(PLAYER, "4H", True, from_set_aside=True))
    assert (after.cards, after.set_aside) == ((Dealt(PLAYER, "4H", True),), ("6C",))


def test_a_hand_that_comes_back_is_kept_once_or_passed_on() -> None:
    held = replace(PLAY, handlers={PLAYER: "ann", BANKER: "bob"})
    back = rounds.retrieve(held, PLAYER, dealer_keeps=False)
    assert (back.handlers, back.kept) == ({BANKER: "bob"}, ())
    kept = rounds.retrieve(held, PLAYER, dealer_keeps=True)
    assert (kept.handlers, kept.kept) == ({BANKER: "bob"}, (PLAYER,))
    assert rounds.retrieve(kept, PLAYER, dealer_keeps=True).kept == (PLAYER,)
    assert rounds.retrieve(kept, BANKER, dealer_keeps=True).kept == (PLAYER, BANKER)


def test_replacements_stand_for_the_cards_no_one_read_and_are_the_dealers() -> None:
    held = replace(PLAY, cards=FOUR, handlers={PLAYER: "ann", BANKER: "bob"})
    after = rounds.replace_unread(held, ("9C",))
    assert [dealt.card for dealt in after.cards] == ["2C", "2D", "9C", "AS"]
    assert (after.handlers, after.kept) == ({BANKER: "bob"}, (PLAYER,))
    assert (after.replaced, after.cards_named) == (True, True)


@pytest.mark.parametrize(
    ("before", "codes", "named"),
    [
        (False, (None, None), False),
        (False, (None, "2C"), True),
        (True, (None, None), True),
    ],
)
def test_cards_put_aside_are_named_where_staff_say_which(
    before: bool, codes: tuple[str | None, ...], named: bool
) -> None:
    after = rounds.put_aside(replace(PLAY, cards_named=before), codes)
    assert (after.set_aside, after.cards_named) == (codes, named)


@pytest.mark.parametrize("kind", I)
def test_a_round_remembers_a_power_failure_and_cards_drawn_together(kind: I) -> None:
    after = rounds.with_report(PLAY, e.IrregularityReported(kind, together=(3, 4)))
    match kind:
        case I.POWER_FAILURE:
            assert after == replace(PLAY, power_failed=True)
        case I.DRAWN_TOGETHER_ORDER_KNOWN | I.DRAWN_TOGETHER_AFTER_INITIAL_DEAL:
            assert after == replace(PLAY, together=(3, 4))
        case _:
            assert after == PLAY


def test_when_betting_opens_again_hands_come_back() -> None:
    passed = replace(
        PLAY,
        betting_open=False,
        handlers={PLAYER: "ann"},
        chosen={PLAYER: Due("ann", "3.21")},
        refused={BANKER: ("bob",)},
        kept=(BANKER,),
        first_revealed=PLAYER,
    )
    assert rounds.reopen_betting(passed) == PLAY


def test_only_an_order_that_is_new_names_cards() -> None:
    lay = replace(PLAY, cards=FOUR, set_aside=("4H",), totals_announced=True)
    same = ("2C", "2D", None, "AS", "4H")
    assert rounds.is_as_it_lay(lay, same)
    kept = rounds.put_in_order(lay, same, all_up=False)
    assert (kept.cards, kept.set_aside) == (FOUR, ("4H",))
    assert (kept.totals_announced, kept.cards_named) == (True, False)
    for order, announced in (
        (("2C", "2D", None, "AS", "5H"), True),
        (("2C", "2D", None, "AS"), True),
        (("2D", "2C", None, "AS", "4H"), False),
    ):
        assert not rounds.is_as_it_lay(lay, order)
        changed = rounds.put_in_order(lay, order, all_up=False)
        assert (changed.totals_announced, changed.cards_named) == (announced, True)
    named = replace(lay, cards_named=True)
    assert rounds.put_in_order(named, same, all_up=False).cards_named


LINES = (
    e.Paid(1, "ann", "player", 10_00, Result.WIN, "1 to 1", 10_00, 20_00, "4.1"),
    e.Paid(2, "bob", "tie", 5_00, Result.LOSE, "", -5_00, 0, "3.16"),
)


@pytest.mark.parametrize(
    ("void", "named", "taken_cents", "changed_cents"),
    [
        (False, False, 0, 0),
        (False, False, 7_00, 7_00),
        (True, False, 0, 25_00),
        (False, True, 0, 25_00),
        (True, True, 7_00, 32_00),
    ],
)
def test_a_finished_round_remembers_what_was_changed_in_it(
    void: bool, named: bool, taken_cents: int, changed_cents: int
) -> None:
    state = in_round(DEALT, cards_named=named, taken_back_cents=taken_cents)
    state = replace(state, under_minimum=("zoe",))
    assert BETTING.round is not None
    assert rounds.finish(state, ("9S",), LINES, void=void) == Finished(
        1,
        ("9S",),
        tuple(BETTING.round.stakes.values()),
        LINES,
        void=void,
        configuration=TIGER,
        under_minimum_before=("zoe",),
        source=CardSource.PHYSICAL,
        dealer="staff",
        changed_cents=changed_cents,
    )


@pytest.mark.parametrize(("lines", "about_cents"), [((), 25_00), (LINES[1:], 25_00)])
def test_a_correction_is_about_the_larger_of_both_settlements(
    lines: tuple[e.Paid, ...], about_cents: int
) -> None:
    old = Finished(1, ("9S",), (), LINES, False, TIGER, changed_cents=3_00)
    for cards, stands in (((), ("9S",)), (("8S",), ("8S",))):
        new = rounds.correct(old, cards, lines, void=True)
        changed = {"cards": stands, "lines": lines, "changed_cents": 3_00 + about_cents}
        assert new == replace(old, void=True, **changed)
    smaller = replace(old, lines=LINES[1:])
    raised = rounds.correct(smaller, (), LINES, void=False)
    assert (raised.changed_cents, raised.void) == (28_00, False)


def test_a_round_is_of_the_dealer_of_its_first_card() -> None:
    on, off = e.DealerSignedOn("dana", "staff"), e.DealerSignedOff("staff")
    for state, dealer in ((BETTING, "dana"), (DEALT, "staff")):
        after = rounds.with_dealer(state, on)
        assert (after.dealer, play(after).dealer) == ("dana", dealer)
    assert rounds.with_dealer(LOADED, on) == replace(LOADED, dealer="dana")
    assert rounds.with_dealer(BETTING, off).dealer == ""


@pytest.mark.parametrize(
    ("named", "face_up"),
    [
        ((), (False, False, True, False)),
        ((1,), (True, False, False, False)),
        ((3,), (False, False, True, False)),
        ((1, 4), (True, False, False, False)),
        ((4, 3, 2, 1), (False, False, True, False)),
    ],
)
def test_a_card_that_people_name_is_the_one_of_that_face_that_they_see(
    named: tuple[int, ...], face_up: tuple[bool, ...]
) -> None:
    """Of two nines the second lies face up; cards that are not there would lie face up."""
    assert DEALT.round is not None
    lying = (
        Dealt(Side.PLAYER, "9S", face_up=False),
        Dealt(Side.BANKER, "8S", face_up=False),
        Dealt(Side.PLAYER, "9S", face_up=True),
        Dealt(Side.BANKER, "KH", face_up=False),
    )
    codes = ("9S", "8S", "9S", "KH")
    later = rounds.put_in_order(replace(DEALT.round, cards=lying), codes, named, all_up=True)
    assert tuple(each.face_up for each in later.cards) == face_up
