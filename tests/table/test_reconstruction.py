"""Reconstruction: cards in the order drawn, all of them, each once, none invented."""

import pytest

from punto.refusals import Reason, Refused
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table import events as e
from punto.table.decide import decide
from punto.table.evolve import evolve_all
from punto.table.people import Staff
from punto.table.scripts import play_script
from punto.table.state import State

PIT_MANAGER = Staff("pit", Position.PIT_MANAGER)
B = "game tiger decks=4\nopen\nstake seat1 player 100\nclose\n"
WRONG = B + "draw 8C 9D KH KS\nreport dealt-in-wrong-order"
WITH_THIRDS = B + "draw 2C 2D 3H AS 4H\nreport dealt-in-wrong-order"


def reconstruct(script: str, cards: str) -> State:
    state = play_script(script).state
    named = tuple(None if card == "??" else card for card in cards.split())
    return evolve_all(state, decide(state, c.Reconstruct(named), PIT_MANAGER))


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ("9D 8C KH", Reason.CARD_CONTRADICTS),
        ("9D 8C KH 2S", Reason.CARD_CONTRADICTS),
        ("9D 8C KH KS XX", Reason.UNREADABLE_CARD),
        ("9D 8C KH KS KH KH KH KH", Reason.TOO_MANY_COPIES),
        ("9D 8C ?? KS ??", Reason.CARD_UNREAD),
    ],
)
def test_another_set_of_cards_is_refused(cards: str, reason: Reason) -> None:
    with pytest.raises(Refused) as refusal:
        reconstruct(WRONG, cards)
    assert refusal.value.reason is reason


def test_fewer_cards_than_were_drawn_unread_are_refused() -> None:
    unread = B.replace("decks=4", "decks=4 method=A") + "draw ?? ?? ??\nreport dealt-in-wrong-order"
    with pytest.raises(Refused) as refusal:
        reconstruct(unread, "?? ??")
    assert refusal.value.reason is Reason.CARD_MISSING
    assert refusal.value.sentence == "3 cards were drawn, not 2."


def test_every_card_is_counted_once() -> None:
    before = play_script(WRONG).state.shoe
    after = reconstruct(WRONG, "9D 8C KH KS").shoe
    assert before is not None
    assert after == before
    more = reconstruct(WRONG, "9D 8C KH KS 2C").shoe
    assert more is not None
    assert (more.gone, more.seen["2C"]) == (before.gone + 1, 1)


def test_third_cards_wait_in_order_and_are_announced_for_again_only_if_need_be() -> None:
    same = reconstruct(WITH_THIRDS, "2C 2D 3H AS 4H 6C").round
    assert same is not None
    assert same.set_aside == ("4H", "6C")
    assert same.totals_announced
    other = reconstruct(WITH_THIRDS, "2D 2C 3H AS 4H").round
    assert other is not None
    assert not other.totals_announced
    assert [dealt.face_up for dealt in other.cards] == [True] * 4


def test_cards_that_wait_are_not_lost_by_another_reconstruction() -> None:
    twice = B + "draw 2C 2D 3H AS\nreport drawn-together-order-known\nlapse\n"
    twice += "reconstruct 2C 2D 3H AS 4H 6C\nreport dealt-in-wrong-order"
    with pytest.raises(Refused) as refusal:
        reconstruct(twice, "2D 2C 3H AS")
    assert refusal.value.reason is Reason.CARD_CONTRADICTS
    kept = reconstruct(twice, "2D 2C 3H AS 4H 6C").round
    assert kept is not None
    assert kept.set_aside == ("4H", "6C")


def test_a_card_found_to_be_one_too_many_for_the_decks_voids_when_it_is_drawn() -> None:
    unread = B.replace("decks=4", "decks=4 method=A")
    script = unread + (
        "draw KH KH KH KH\nreport drawn-together-after-initial-deal\n"
        "decide continue ?? ?? ?? ?? ?? because chance\nlapse\n"
        "pass player seat1\nfirst player\nexpose player\nexpose banker\ntotals\n"
        "draw KH\nvoid # 5.1.1"
    )
    assert play_script(script).state.round is None


FOUR_KINGS = B.replace("decks=4", "decks=4 method=A") + "draw KH KH KH KH\nreport "
ONE_MORE = (None, None, None, None, "KH")


@pytest.mark.parametrize(
    ("reported", "command"),
    [
        ("dealt-in-wrong-order", c.Reconstruct(ONE_MORE)),
        ("drawn-together-after-initial-deal", c.Decide(False, "seen", cards=ONE_MORE)),
        ("not-covered", c.Decide(False, "seen", cards=ONE_MORE)),
    ],
)
def test_a_fifth_king_of_hearts_in_four_decks_voids_the_round(
    reported: str, command: c.Command
) -> None:
    """The four lie face down: a refusal would say which they are, so the round is void."""
    state = play_script(FOUR_KINGS + reported).state
    shift_manager = Staff("gsm", Position.GAMING_SHIFT_MANAGER)
    events = decide(state, command, shift_manager)
    voided = next(each for each in events if isinstance(each, e.RoundVoided))
    assert voided.clause == "5.1.1"
    assert [line.returned_cents for line in voided.lines] == [100_00]
    assert evolve_all(state, events).round is None


def test_a_card_outside_those_drawn_together_is_named_where_it_was_not_read() -> None:
    unread = B.replace("decks=4", "decks=4 method=A") + "draw ?? ?? ?? ??\n"
    reported = unread + "report drawn-together-order-known together 3 4\nlapse"
    play = reconstruct(reported, "2C ?? ?? ??").round
    assert play is not None
    assert [dealt.card for dealt in play.cards] == ["2C", None, None, None]


@pytest.mark.parametrize(
    ("places", "cards", "moves"),
    [
        ("3 4", "8C 9D KS KH", True),
        ("3 4", "9D 8C KH KS", False),
        ("2 3", "8C KH 9D KS", True),
        ("2 3", "8C KH KS 9D", False),
        ("1 2 3", "KH 8C 9D KS", True),
        ("1 2 3", "8C 9D KS KH", False),
        ("4 5", "8C 9D KH 2S KS", True),
        ("4 5", "8C 9D 2S KH KS", False),
    ],
)
def test_only_cards_drawn_together_change_places(places: str, cards: str, moves: bool) -> None:
    script = B + f"draw 8C 9D KH KS\nreport drawn-together-order-known together {places}\nlapse"
    if moves:
        play = reconstruct(script, cards).round
        assert play is not None
        assert [dealt.card for dealt in play.cards] == cards.split()[:4]
        return
    with pytest.raises(Refused) as refusal:
        reconstruct(script, cards)
    assert (refusal.value.reason, refusal.value.clause) == (Reason.CARD_CONTRADICTS, "tiger 5.8")
    first, last = places.split()[0], places.split()[-1]
    said = f"Cards {first} to {last} came out together; the others keep their places."
    assert refusal.value.sentence == said
