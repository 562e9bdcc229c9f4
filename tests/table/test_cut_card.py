"""The cut card of a software-dealt shoe appears automatically at its place."""

from msgspec.structs import replace

from punto.rules.staff import Position
from punto.table import commands as c
from punto.table import events as e
from punto.table.decide import decide
from punto.table.evolve import evolve_all
from punto.table.people import Machine, Role, Staff
from punto.table.scripts import play_script
from punto.table.state import State

SHOE = Machine("virtual-shoe", Role.SHOE)
DEALER = Staff("dealer", Position.DEALER)
SEALED = """
game tiger zone=paiza-club cut=14
open-table
shoe first sealed pepper AS KD
contribute 5eed by seat1
close-contributions
reveal-contribution 5eed by seat1
open
stake seat1 player 100
"""


SEAL_LINES = SEALED[SEALED.index(" sealed") : SEALED.index("\nopen\n")]


def with_cards_left(left: int, script: str = SEALED) -> State:
    state = play_script(script).state
    assert state.shoe is not None
    return replace(state, shoe=replace(state.shoe, gone=8 * 52 - left))


def kinds(events: tuple[e.Event, ...]) -> list[type]:
    return [type(event) for event in events]


def test_it_lies_first_in_the_round_and_shows_before_any_card() -> None:
    state = with_cards_left(14)
    events = decide(state, c.CloseBetting(), DEALER)
    assert kinds(events) == [e.BettingClosed, e.CutCardAppeared]
    appeared = events[1]
    assert isinstance(appeared, e.CutCardAppeared)
    assert appeared.first_of_round
    assert appeared.clause == "3.22"
    offered = decide(evolve_all(state, events), c.AllowFirstCardWithdrawal(), DEALER)
    assert isinstance(offered[-1], e.OptionOffered)


def test_it_lies_between_two_cards_of_the_round() -> None:
    state = with_cards_left(15)
    state = evolve_all(state, decide(state, c.CloseBetting(), DEALER))
    first = decide(state, c.DrawCard("2C"), SHOE)
    assert kinds(first) == [e.CardDrawn]
    state = evolve_all(state, first)
    second = decide(state, c.DrawCard("5D"), SHOE)
    assert kinds(second) == [e.CutCardAppeared, e.CardDrawn]
    assert isinstance(second[0], e.CutCardAppeared)
    assert not second[0].first_of_round
    third = decide(evolve_all(state, second), c.DrawCard("3H"), SHOE)
    assert kinds(third) == [e.CardDrawn]


def test_where_people_deal_they_report_it() -> None:
    state = with_cards_left(3, SEALED.replace(SEAL_LINES, ""))
    assert kinds(decide(state, c.CloseBetting(), DEALER)) == [e.BettingClosed]
