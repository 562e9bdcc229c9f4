"""A patron gone with cards: the missing cards are deduced, and only those are replaced."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from punto.refusals import Reason, Refused
from punto.rules.cards import DECK
from punto.rules.irregularities import Irregularity
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table import events as e
from punto.table.decide import decide
from punto.table.evolve import evolve_all
from punto.table.people import Staff
from punto.table.scripts import play_script
from punto.table.state import State, Waits
from tests.envelope import Given, decide_given

SHIFT_MANAGER = Staff("shift", Position.GAMING_SHIFT_MANAGER)
CODES = [card.code for card in DECK]
DECKS = 4

GONE = f"""
game tiger method=A decks={DECKS}
open
stake seat2 player 200
close
draw ?? ?? ?? ??
pass player seat2
first banker
expose banker 8D KS
report patron-left-with-cards seat2
"""


def gone(*set_aside: str | None) -> State:
    """seat2 has left with both Player cards, and two cards are set aside."""
    first, second = set_aside
    return do(play_script(GONE).state, Given(c.SetAside((first, second)), SHIFT_MANAGER))


def do(state: State, command: Given) -> State:
    return evolve_all(state, decide_given(state, command))


def lying(*away: str) -> dict[str, int]:
    """Everything in four decks but Banker's two cards and these."""
    counts = Counter(dict.fromkeys(CODES, DECKS))
    counts.subtract(("8D", "KS", *away))
    return dict(counts)


def candidates(state: State) -> tuple[str, ...]:
    assert state.case is not None
    assert state.case.waits is Waits.REPLACEMENT
    return state.case.candidates


def player_cards(state: State) -> list[str | None]:
    assert state.round is not None
    return [dealt.card for dealt in state.round.cards if dealt.side.value == "player"]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(CODES), min_size=4, max_size=4), st.booleans())
def test_what_is_missing_is_deduced_whatever_it_is(cards: list[str], read: bool) -> None:
    taken, aside = cards[:2], cards[2:]
    if max(Counter(("8D", "KS", *cards)).values()) > DECKS:
        return
    table = gone(*aside) if read else gone(None, None)
    table = do(table, Given(c.SortCards(lying(*cards)), SHIFT_MANAGER))
    assert candidates(table) == tuple(sorted(taken if read else cards))
    table = do(table, Given(c.ReplaceMissing(() if read else tuple(taken)), SHIFT_MANAGER))
    assert sorted(card or "" for card in player_cards(table)) == sorted(taken)
    assert table.case is None
    assert table.shoe is not None
    assert table.shoe.must_replace == "5.11.5"


def test_every_step_is_taken_by_its_clause() -> None:
    table = play_script(GONE).state
    (aside,) = decide(table, c.SetAside(("4h", None)), SHIFT_MANAGER)
    assert aside == e.CardsSetAside(("4H", None), clause="5.11.1")
    counts = lying("9C", "KH", "4H", "6C")
    (sorted_,) = decide(gone("4H", None), c.SortCards(counts), SHIFT_MANAGER)
    assert sorted_ == e.CardsSorted(counts, ("6C", "9C", "KH"), clause="5.11.2")
    table = do(gone("4H", None), Given(c.SortCards(counts), SHIFT_MANAGER))
    assert decide(table, c.ReplaceMissing(("kh", "9c")), SHIFT_MANAGER) == (
        e.MissingReplaced(("KH", "9C"), clause="5.11.3"),
        e.CaseClosed(Irregularity.PATRON_LEFT_WITH_CARDS, clause="5.11.4"),
    )
    with pytest.raises(Refused) as refusal:
        decide(table, c.ReplaceMissing(("KH",)), SHIFT_MANAGER)
    assert refusal.value.clause == "tiger 5.11.3"
    assert (
        refusal.value.sentence
        == "2 of the cards that the sorting left over are missing, not these."
    )


def test_two_cards_are_enough_to_be_set_aside() -> None:
    table = play_script(GONE).state
    assert table.shoe is not None
    two_left = replace(table, shoe=replace(table.shoe, gone=DECKS * 52 - 2))
    assert len(decide(two_left, c.SetAside(), SHIFT_MANAGER)) == 1


def test_one_unread_card_aside_leaves_three_to_choose_from() -> None:
    table = do(gone("4H", None), Given(c.SortCards(lying("9C", "KH", "4H", "6C")), SHIFT_MANAGER))
    assert candidates(table) == ("6C", "9C", "KH")
    with pytest.raises(Refused) as refusal:
        decide(table, c.ReplaceMissing(), SHIFT_MANAGER)
    assert refusal.value.reason is Reason.CARD_UNREAD
    assert refusal.value.clause == "reading missing-stays-hidden"
    assert not any(card in refusal.value.sentence for card in ("6C", "9C", "KH"))


def test_unread_cards_that_are_all_alike_hide_nothing() -> None:
    table = do(gone(None, None), Given(c.SortCards(lying(*["9C"] * 4)), SHIFT_MANAGER))
    table = do(table, Given(c.ReplaceMissing(), SHIFT_MANAGER))
    assert player_cards(table) == ["9C", "9C"]


def test_unread_cards_of_two_kinds_hide_which_is_missing() -> None:
    counts = lying("9C", "9C", "9C", "KH")
    table = do(gone(None, None), Given(c.SortCards(counts), SHIFT_MANAGER))
    with pytest.raises(Refused) as refusal:
        decide(table, c.ReplaceMissing(), SHIFT_MANAGER)
    assert refusal.value.reason is Reason.CARD_UNREAD


def test_one_missing_card_beside_one_that_was_read() -> None:
    script = GONE.replace("draw ?? ?? ?? ??", "draw 2H ?? ?? ??")
    table = do(play_script(script).state, Given(c.SetAside(("4H", "6C")), SHIFT_MANAGER))
    counts = lying("2H", "KH", "4H", "6C")
    table = do(table, Given(c.SortCards(counts), SHIFT_MANAGER))
    assert candidates(table) == ("KH",)
    assert player_cards(do(table, Given(c.ReplaceMissing(), SHIFT_MANAGER))) == ["2H", "KH"]


@pytest.mark.parametrize(
    ("named", "reason"),
    [
        (("9C",), Reason.CARD_CONTRADICTS),
        (("9C", "KH", "4H"), Reason.CARD_CONTRADICTS),
        (("9C", "9C"), Reason.CARD_CONTRADICTS),
        (("9C", "KD"), Reason.CARD_CONTRADICTS),
        (("9C", "XX"), Reason.UNREADABLE_CARD),
    ],
)
def test_only_cards_that_are_missing_replace_them(named: tuple[str, ...], reason: Reason) -> None:
    table = do(gone(None, None), Given(c.SortCards(lying("9C", "KH", "4H", "6C")), SHIFT_MANAGER))
    with pytest.raises(Refused) as refusal:
        decide(table, c.ReplaceMissing(named), SHIFT_MANAGER)
    assert refusal.value.reason is reason


def test_more_copies_than_the_decks_hold_are_counted_again() -> None:
    counts = {**lying("9C", "KH", "4H", "6C"), "8D": DECKS}
    with pytest.raises(Refused) as refusal:
        decide(gone("4H", "6C"), c.SortCards(counts), SHIFT_MANAGER)
    assert refusal.value.reason is Reason.CARD_CONTRADICTS
    with pytest.raises(Refused) as refusal:
        decide(gone("4H", "6C"), c.SortCards({**counts, "8D": DECKS + 1}), SHIFT_MANAGER)
    assert refusal.value.reason is Reason.TOO_MANY_COPIES
    assert refusal.value.sentence.startswith("More copies of a card lie there than 4 decks hold")
    with pytest.raises(Refused) as refusal:
        decide(gone("4H", "6C"), c.SortCards({**counts, "4H": DECKS}), SHIFT_MANAGER)
    assert "4H" not in refusal.value.sentence, "it lies face down"
    assert refusal.value.clause == "tiger 5.11.2.1"


@pytest.mark.parametrize("away", [("9C",), ("9C", "KH", "2S"), ()])
def test_another_number_than_was_taken_is_counted_again(away: tuple[str, ...]) -> None:
    with pytest.raises(Refused) as refusal:
        decide(gone("4H", "6C"), c.SortCards(lying("4H", "6C", *away)), SHIFT_MANAGER)
    assert refusal.value.reason is Reason.CARD_CONTRADICTS
    assert refusal.value.clause == "tiger 5.11.2.1"


def test_a_count_below_none_is_none() -> None:
    counts = {**lying(*["9C"] * 4), "9C": -1}
    table = do(gone(None, None), Given(c.SortCards(counts), SHIFT_MANAGER))
    assert candidates(table) == ("9C",) * 4


def test_no_count_is_less_than_none() -> None:
    counts = {**lying("9C", "KH", "4H", "6C"), "9C": -1}
    with pytest.raises(Refused) as refusal:
        decide(gone("4H", "6C"), c.SortCards(counts), SHIFT_MANAGER)
    assert refusal.value.reason is Reason.CARD_CONTRADICTS


def test_with_fewer_than_two_cards_left_the_round_is_void() -> None:
    table = play_script(GONE).state
    assert table.shoe is not None
    nearly_empty = replace(table, shoe=replace(table.shoe, gone=DECKS * 52 - 1))
    events = decide(nearly_empty, c.SetAside(), SHIFT_MANAGER)
    assert isinstance(events[-1], e.RoundVoided)
    assert events[-1].clause == "5.3"


@pytest.mark.parametrize(
    ("seen", "cards", "clause"),
    [
        (3, ("4H", None), "5.11.1"),
        (3, ("4H", "4H"), "5.1.1"),
        (2, ("4H", "4H"), "5.11.1"),
        (4, (None, "4H"), "5.1.1"),
        (4, (None, None), "5.11.1"),
    ],
)
def test_cards_set_aside_are_there_beside_all_that_were_seen(
    seen: int, cards: tuple[str | None, str | None], clause: str
) -> None:
    table = play_script(GONE).state
    assert table.shoe is not None
    known = replace(table, shoe=replace(table.shoe, seen={"4H": seen}))
    events = decide(known, c.SetAside(cards), SHIFT_MANAGER)
    assert events[-1].clause == clause
    assert isinstance(events[-1], e.CardsSetAside if clause == "5.11.1" else e.RoundVoided)
    if clause == "5.1.1":
        assert isinstance(events[0], e.IrregularityReported)
        assert events[0].irregularity is Irregularity.EXTRA_OR_MISSING_CARDS


def test_where_nobody_left_with_cards_none_are_set_aside_sorted_or_replaced() -> None:
    table = play_script(GONE.rsplit("report", 1)[0]).state
    for command in (c.SetAside((None, None)), c.SortCards(lying()), c.ReplaceMissing()):
        with pytest.raises(Refused) as refusal:
            decide(table, command, SHIFT_MANAGER)
        assert refusal.value.reason is Reason.NO_SUCH_CASE
        assert refusal.value.sentence.startswith("No irregularity waits for ")


BOTH_GONE = f"""
game tiger method=A decks={DECKS}
open
stake seat2 player 200
stake seat2 banker 200
close
draw {{}}
pass player seat2
pass banker seat2
report patron-left-with-cards seat2
set-aside 4H 6C
sort all-but {{}}
"""


@pytest.mark.parametrize(
    ("drawn", "missing"),
    [("?? ?? ?? ??", "2C 5D 3H AH"), ("?? ?? 3H AH", "2C 5D"), ("2C ?? ?? ??", "3H 5D AH")],
)
def test_of_two_hands_the_count_does_not_tell_which_card_was_whose(
    drawn: str, missing: str
) -> None:
    table = play_script(BOTH_GONE.format(drawn, missing)).state
    with pytest.raises(Refused) as refusal:
        decide(table, c.ReplaceMissing(), SHIFT_MANAGER)
    assert (refusal.value.reason, refusal.value.clause) == (
        Reason.CARD_UNREAD,
        "reading missing-stays-hidden",
    )
    assert not any(card in refusal.value.sentence for card in missing.split())
    named = tuple(reversed(missing.split()))
    after = do(table, Given(c.ReplaceMissing(named), SHIFT_MANAGER))
    assert after.round is not None
    unread = [place for place, card in enumerate(drawn.split()) if card == "??"]
    assert tuple(after.round.cards[place].card for place in unread) == named


def test_cards_of_two_hands_that_are_all_alike_need_no_name() -> None:
    table = play_script(BOTH_GONE.format("?? ?? ?? ??", "9C 9C 9C 9C")).state
    replaced = decide(table, c.ReplaceMissing(), SHIFT_MANAGER)[0]
    assert replaced == e.MissingReplaced(("9C",) * 4, clause="5.11.3")
