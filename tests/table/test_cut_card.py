"""The cut card of a software-dealt shoe appears automatically at its place."""

from itertools import product

import pytest
from msgspec.structs import replace

from punto.refusals import Kind, Reason
from punto.rules.game import Method
from punto.rules.games import GAMES
from punto.rules.irregularities import Irregularity as I  # noqa: N817
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table import events as e
from punto.table.configuration import CardSource, usual_configuration
from punto.table.decide import decide
from punto.table.evolve import evolve_all
from punto.table.legal.irregularities import guides
from punto.table.legal.moves import may
from punto.table.people import Actor, Machine, Role, Staff
from punto.table.scripts import play_script
from punto.table.state import State
from tests.envelope import Given
from tests.table.starting_states import after, refused, report
from tests.table.virtual_shoes import LOADER, dealt, loaded

SHOE = Machine("virtual-shoe", Role.SHOE)
DEALER = Staff("dealer", Position.DEALER)
SEALED = """
game tiger zone=paiza-club cut=14 source=sealed
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
    state = with_cards_left(3, SEALED.replace(SEAL_LINES, "").replace(" source=sealed", ""))
    assert kinds(decide(state, c.CloseBetting(), DEALER)) == [e.BettingClosed]


VIRTUAL = (CardSource.SEALED, CardSource.AUTOMATIC)
MANAGER = Staff("manager", Position.ASSISTANT_CASINO_MANAGER)


@pytest.mark.parametrize("source", VIRTUAL)
@pytest.mark.parametrize("cards", [0, 2, 4])
@pytest.mark.parametrize("left", [416, 100, 14, 1])
def test_nobody_reports_the_cut_card_of_a_virtual_shoe(
    source: CardSource, cards: int, left: int
) -> None:
    """Software knows where it lies: said earlier, it would end the shoe when somebody likes."""
    state = dealt(loaded(source), source, cards)
    assert state.shoe is not None
    state = replace(state, shoe=replace(state.shoe, gone=8 * 52 - left))
    for position in Position:
        by = Staff("staff", position)
        no = refused(state, Given(c.ReportCutCard(), by))
        assert (no.reason, no.clause) == (Reason.NO_SUCH_CASE, "reading card-source")
        assert "cut card" in no.sentence
        first = refused(state, Given(c.Report(I.CUT_CARD_FIRST), by))
        assert (first.reason, first.clause) == (Reason.NO_SUCH_CASE, "reading card-source")
        assert "report-cut-card" not in may(state, by)
    guide = next(each for each in guides(state) if each.irregularity is I.CUT_CARD_FIRST)
    assert guide.not_now is not None


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_nor_in_any_game(game: object) -> None:
    law = next(each for each in GAMES if each is game)
    state = after(loaded(CardSource.SEALED, config=usual_configuration(law)), c.OpenBetting)
    for command in (c.ReportCutCard(), c.Report(I.CUT_CARD_FIRST)):
        assert refused(state, Given(command, MANAGER)).clause == "reading card-source"


def test_it_comes_out_of_every_virtual_shoe_by_itself() -> None:
    for source in VIRTUAL:
        state = dealt(loaded(source), source, 1)
        assert state.shoe is not None
        state = replace(state, shoe=replace(state.shoe, gone=8 * 52 - 14))
        events = decide(state, c.DrawCard("5D"), LOADER[source])
        assert kinds(events) == [e.CutCardAppeared, e.CardDrawn]


@pytest.mark.parametrize("source", VIRTUAL)
def test_how_a_virtual_shoe_is_cut_does_not_change_while_it_is_in_use(source: CardSource) -> None:
    """Or a Pit Manager would end it by moving its cut card."""
    state = loaded(source)
    config = state.configuration
    assert config is not None
    for other in (
        replace(config, cut_cards_from_end=208),
        replace(config, rounds_after_cut=3),
        replace(config, burn=True),
    ):
        no = refused(state, Given(c.ChangeConfiguration(other), MANAGER))
        assert (no.reason, no.clause) == (Reason.SHOE_IN_USE, "reading cut-card")
        between = after(state, c.RetireShoe)
        assert decide(between, c.ChangeConfiguration(other), MANAGER)
    physical = loaded(CardSource.PHYSICAL)
    assert physical.configuration is not None
    moved = replace(physical.configuration, rounds_after_cut=3)
    assert decide(physical, c.ChangeConfiguration(moved), MANAGER), "its cut card lies in the cards"


def test_no_card_of_a_virtual_shoe_is_skipped() -> None:
    """Cards that nobody drew cannot be put into an order, unnamed either."""
    for source, method in product(VIRTUAL, Method):
        state = after(dealt(loaded(source, method), source, 4), report(I.NOT_COVERED))
        for more in (1, 2, 10):
            skip = c.Decide(False, "two more came out", (None,) * (4 + more))
            no = refused(state, Given(skip, MANAGER))
            assert (no.reason, no.clause) == (Reason.CARD_CONTRADICTS, "reading card-source")
        assert decide(state, c.Decide(False, "as it lies", (None,) * 4), MANAGER)


def test_no_patron_alters_the_order_of_a_virtual_shoe() -> None:
    """Its device cannot be moved, so its cards are not replaced for that."""
    for source in VIRTUAL:
        for state in (loaded(source, Method.C), dealt(loaded(source, Method.C), source, 2)):
            no = refused(state, Given(c.Report(I.ALTERED_BY_MOVING_DEVICE), MANAGER))
            assert (no.reason, no.reason.kind) == (Reason.NO_SUCH_CASE, Kind.MOMENT)


@pytest.mark.parametrize("source", CardSource)
def test_a_virtual_shoe_that_a_person_gives_up_is_recorded_with_what_was_left(
    source: CardSource,
) -> None:
    def retired(state: State, by: Actor) -> int:
        event = decide(state, c.RetireShoe(why="a new shoe"), by)[-1]
        assert isinstance(event, e.ShoeRetired)
        return event.undealt

    alone = loaded(source)
    fresh = after(alone, Given(c.SignOnDealer(), DEALER))
    assert fresh.shoe is not None
    used = replace(fresh, shoe=replace(fresh.shoe, gone=100))
    virtual = source is not CardSource.PHYSICAL
    assert retired(fresh, DEALER) == (416 if virtual else 0)
    assert retired(used, DEALER) == (316 if virtual else 0)
    over = replace(fresh.shoe, gone=404, cut_card_out=True, rounds_after_cut=1)
    replaced = replace(fresh.shoe, must_replace="5.12.2")
    for spent in (over, replaced):
        assert retired(replace(fresh, shoe=spent), DEALER) == 0, "it could not be dealt on"
    if virtual:
        assert retired(alone, LOADER[source]) == 0, "nobody chose it"
