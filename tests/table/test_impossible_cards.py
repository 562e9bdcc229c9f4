"""A card that the decks cannot hold: no dealer voids a large round by typing one."""

import pytest
from msgspec.structs import replace

from punto.refusals import Reason
from punto.rules.game import Method
from punto.rules.games import GAMES
from punto.rules.hands import Side
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table import events as e
from punto.table.configuration import Configuration, Funding, usual_configuration
from punto.table.evolve import evolve_all
from punto.table.people import Approval, Patron, Staff
from punto.table.state import State, Waits
from tests.envelope import Given, decide_given
from tests.table.starting_states import READER, TIGER, after, draw, opened, refused, stake

DEALER = Staff("dealer", Position.DEALER)
MANAGER = Staff("manager", Position.PIT_MANAGER)
SHIFT = Staff("shift", Position.GAMING_SHIFT_MANAGER)
BOSS = Staff("boss", Position.ASSISTANT_CASINO_MANAGER)
LIMIT = 50_00
FOUR_KINGS = ("KH", "KH", "KH", "KH")
NINTH = c.DrawCard("KH")


def eight_seen(config: Configuration, *, cents: int = LIMIT) -> State:
    """A round in play after every king of hearts of eight decks was dealt."""
    state = opened(replace(config, decks=8, approval_cents=LIMIT))
    for _ in range(2):
        state = after(state, c.OpenBetting, c.CloseBetting, *draw(*FOUR_KINGS), c.AnnounceTotals)
        state = after(state, *draw("2C", "3C"), c.AnnounceOutcome)
    is_terminal = config.funding is Funding.CREDITS
    staked = Given(stake(cents=cents), Patron("seat1") if is_terminal else DEALER)
    return after(state, c.OpenBetting, staked, c.CloseBetting)


def types(events: tuple[e.Event, ...]) -> list[type]:
    """What happened, but for who is signed on by dealing."""
    return [type(each) for each in events if not isinstance(each, e.DealerSignedOn)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_typed_one_holds_a_large_round_until_two_people_void_it(game: object) -> None:
    law = next(each for each in GAMES if each is game)
    state = eight_seen(usual_configuration(law))
    for by in (DEALER, MANAGER, BOSS):
        assert types(decide_given(state, Given(NINTH, by))) == [e.ReportFiled]
    held = after(state, Given(NINTH, DEALER))
    assert held.case is not None
    assert (held.case.waits, held.case.clause) == (Waits.CONFIRMATION, "reading who-decides")
    assert held.round is not None
    assert held.round.stakes, "no stake goes back yet"
    for more in (NINTH, c.DrawCard("2H"), c.AnnounceTotals()):
        assert refused(held, Given(more, DEALER)).reason is Reason.CASE_PENDING
    yes = c.ConfirmReport("the card was there")
    assert refused(held, Given(yes, DEALER)).reason is Reason.NOT_AUTHORISED
    assert refused(held, Given(yes, MANAGER)).reason is Reason.APPROVAL_NEEDED
    voided = decide_given(held, Given(yes, MANAGER, approval=Approval(SHIFT, 3)))
    assert types(voided) == [e.ReportConfirmed, e.IrregularityReported, e.RoundVoided]


def test_a_slip_of_the_hand_is_dismissed_and_the_round_goes_on() -> None:
    held = after(eight_seen(TIGER), Given(NINTH, DEALER))
    on = after(held, Given(c.DismissReport("it was a queen"), MANAGER))
    dealing = evolve_all(eight_seen(TIGER), (e.DealerSignedOn("dealer", "staff"),))
    assert on == dealing
    assert types(decide_given(on, Given(c.DrawCard("QH"), DEALER))) == [e.CardDrawn]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_one_that_a_reader_reads_voids_any_round_at_once(game: object) -> None:
    law = next(each for each in GAMES if each is game)
    events = decide_given(eight_seen(usual_configuration(law)), Given(NINTH, READER))
    assert types(events) == [e.IrregularityReported, e.RoundVoided]


@pytest.mark.parametrize("limit_cents", [None, LIMIT])
def test_a_typed_one_voids_a_small_round_at_once(limit_cents: int | None) -> None:
    state = eight_seen(TIGER, cents=LIMIT - 1_00)
    assert state.configuration is not None
    state = replace(state, configuration=replace(state.configuration, approval_cents=limit_cents))
    events = decide_given(state, Given(NINTH, DEALER))
    assert types(events) == [e.IrregularityReported, e.RoundVoided]


def test_small_rounds_are_added_up() -> None:
    """Else a dealer voids one small round after another."""
    first = eight_seen(TIGER, cents=30_00)
    void = evolve_all(first, decide_given(first, Given(NINTH, DEALER)))
    second = after(void, c.OpenBetting, stake(cents=20_00), c.CloseBetting)
    assert types(decide_given(second, Given(NINTH, DEALER))) == [e.ReportFiled]


def test_cards_named_as_they_are_turned_up_are_held_alike() -> None:
    state = eight_seen(TIGER)
    assert state.configuration is not None
    config = replace(state.configuration, method=Method.A)
    hidden = replace(state, configuration=config, method=Method.A)
    hidden = after(hidden, *draw(None, None, None, None), c.PassCards(Side.PLAYER, "seat1"))
    hidden = after(hidden, c.ChooseFirstRevealed(Side.PLAYER))
    turned = c.ExposeCards(Side.PLAYER, ("KH", "2H"), turned_by="seat1")
    assert types(decide_given(hidden, Given(turned, DEALER))) == [e.ReportFiled]
    small = replace(config, approval_cents=LIMIT + 1)
    events = decide_given(replace(hidden, configuration=small), Given(turned, DEALER))
    assert types(events) == [e.IrregularityReported, e.RoundVoided]
