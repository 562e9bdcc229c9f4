"""Guidance on every irregularity matches exactly what the engine then does."""

from itertools import product

import pytest
from msgspec.structs import replace

from punto.refusals import Reason, Refused
from punto.rules.game import Game
from punto.rules.games import GAMES
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity as I  # noqa: N817
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.configuration import Configuration, Funding, usual_configuration
from punto.table.evolve import evolve_all
from punto.table.legal.irregularities import (
    GROUPS,
    Fact,
    Group,
    Guide,
    guides,
    interruption,
    resolver,
)
from punto.table.legal.settings import settings
from punto.table.people import Patron, Staff
from punto.table.state import CLOSED, State, Waits
from tests.envelope import Given, decide_given
from tests.table.starting_states import (
    ANYBODY,
    BETTING,
    DEALING,
    DEALT,
    LOADED,
    METHOD_A,
    METHOD_C,
    OLDER,
    TIGER,
    Act,
    after,
    draw,
    opened,
    report,
    stake,
)

FACE_DOWN = after(METHOD_A, stake(), c.CloseBetting, *draw("2C", "2D", "3H", "AS"))
HELD = after(FACE_DOWN, c.PassCards(Side.PLAYER, "seat1"))
OLDER_CLOSED = after(opened(OLDER), c.OpenBetting, stake(), c.CloseBetting)
MOMENTS = (LOADED, BETTING, DEALING, DEALT, FACE_DOWN, HELD, METHOD_C, OLDER_CLOSED)


def guide(state: State, kind: I) -> Guide:
    return next(each for each in guides(state) if each.irregularity is kind)


def test_groups_and_facts_are_named_so_in_the_api() -> None:
    assert " ".join(Group) == "cards dealing device patrons stakes other"
    assert " ".join(Fact) == "side patron card place reconstructable"


def test_every_irregularity_is_in_one_group() -> None:
    grouped = [kind for kinds in GROUPS.values() for kind in kinds]
    assert sorted(grouped) == sorted(I)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_table_knows_the_irregularities_of_its_game(game: object) -> None:
    law = next(each for each in GAMES if each is game)
    known = {each.irregularity for each in guides(opened(usual_configuration(law)))}
    written = {each.irregularity for each in law.procedures}
    assert known == written | {
        I.POWER_FAILURE,
        I.NOT_COVERED,
        I.DAMAGED_CARD,
        I.WRONG_DISPLAY,
    }
    assert guides(CLOSED) == ()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_irregularities_come_in_the_order_of_the_groups(game: Game) -> None:
    known = guides(opened(usual_configuration(game)))
    order = [kind for kinds in GROUPS.values() for kind in kinds]
    assert list(known) == sorted(known, key=lambda each: order.index(each.irregularity))
    assert known[-1].irregularity is I.NOT_COVERED
    for each in known:
        assert each.irregularity in GROUPS[each.group]


@pytest.mark.parametrize("state", MOMENTS)
def test_what_is_offered_is_taken_and_what_is_not_is_refused(state: State) -> None:
    """Every report that could be made, against what was said of it beforehand."""
    patrons = ("", "seat1", "seat2")
    for each in guides(state):
        if each.command not in ("report", ""):
            continue
        taken = [
            (side, patron)
            for side, patron in product((None, *Side), patrons)
            if decided(state, Given(c.Report(each.irregularity, side=side, patron=patron), ANYBODY))
        ]
        assert bool(taken) == (each.not_now is None), each.irregularity
        if Fact.SIDE in each.needed:
            assert {side for side, _ in taken} == set(each.sides)
        if each.not_now is not None:
            assert each.not_now.sentence.endswith(".")


def decided(state: State, command: Given) -> bool:
    try:
        return bool(decide_given(state, command))
    except Refused as refused:
        return refused.reason is Reason.APPROVAL_NEEDED


@pytest.mark.parametrize("state", MOMENTS)
def test_the_lowest_position_named_resolves_it_and_those_below_report_it(state: State) -> None:
    for each in guides(state):
        if each.command != "report" or each.not_now is not None:
            continue
        about = next(
            (side, patron)
            for side, patron in product((None, *Side), ("", *each.patrons))
            if decided(state, Given(c.Report(each.irregularity, side=side, patron=patron), ANYBODY))
        )
        for position in Position:
            by = Staff("somebody", position)
            command = Given(c.Report(each.irregularity, side=about[0], patron=about[1]), by)
            assert decided(state, command), each.irregularity
            later = after_command(state, command)
            waits = later.case.waits if later.case else None
            if waits is Waits.DECISION:  # referred: whoever reported it, a decision resolves it
                assert resolver(later) == ("decide", each.position)
            elif position >= each.position:
                assert waits is not Waits.CONFIRMATION, each.irregularity
            else:
                assert resolver(later) == ("confirm-report", each.position), each.irregularity


def after_command(state: State, command: Given) -> State:
    return evolve_all(state, decide_given(state, command))


def test_a_hand_is_held_by_who_has_its_cards_with_a_stake_or_without() -> None:
    staked = after(METHOD_A, stake("seat2", "banker"), c.CloseBetting)
    unread = after(staked, *draw(None, "3H", None, "AS"))
    guest = c.PassCards(Side.PLAYER, "guest")
    allowed = after(unread, c.AllowSqueezing(Side.PLAYER, "guest", why="asked"), guest)
    assert guide(allowed, I.PATRON_LEFT_WITH_CARDS).patrons == ("guest",)
    assert guide(unread, I.PATRON_LEFT_WITH_CARDS).patrons == ()
    wrong = guide(unread, I.PASSED_TO_WRONG_PATRON)
    assert (wrong.sides, wrong.patrons) == ((Side.PLAYER, Side.BANKER), ("seat2",))


def test_of_several_reports_that_are_refused_the_reason_is_that_of_the_first() -> None:
    refusal = guide(BETTING, I.PASSED_TO_WRONG_PATRON).not_now
    assert refusal is not None
    assert refusal.sentence.startswith("Player has no cards")
    assert not guide(BETTING, I.PASSED_TO_WRONG_PATRON).second, "nothing is asked for"


def test_a_second_person_is_named_where_much_money_is_on_the_table() -> None:
    much = after(opened(replace(TIGER, approval_cents=50_00)), c.OpenBetting)
    assert not guide(after(much, stake(cents=49_00)), I.FOREIGN_CARDS).second
    assert guide(after(much, stake(cents=50_00)), I.FOREIGN_CARDS).second


def test_the_cut_card_first_is_told_in_its_private_zones_alone() -> None:
    assert guide(BETTING, I.CUT_CARD_FIRST).not_now is not None
    first = after(METHOD_C, stake(), c.CloseBetting)
    assert guide(first, I.CUT_CARD_FIRST).command == "report-cut-card"
    out = after(first, c.ReportCutCard)
    assert guide(out, I.CUT_CARD_FIRST).command == "allow-first-card-withdrawal"


def test_a_case_says_who_resolves_it_by_what() -> None:
    assert resolver(DEALT) is None
    odd = after(DEALT, report(I.NOT_COVERED))
    assert resolver(odd) == ("decide", Position.GAMING_SHIFT_MANAGER)
    assert guide(odd, I.FACE_UP_IN_DEVICE).not_now is not None
    asked = after(two_cards(replace(TIGER, funding=Funding.CREDITS)), report(I.POWER_FAILURE))
    assert resolver(asked) == ("answer-option", Position.DEALER), "which position does not matter"
    older = after(OLDER_CLOSED, *draw("2C"), report(I.WRONG_NUMBER_OF_CARDS, reconstructable=True))
    assert resolver(older) == ("reconstruct", Position.PIT_MANAGER)


WITHOUT_CLAUSE = [game for game in GAMES if game.procedure(I.POWER_FAILURE) is None]
VOID = Given(c.Decide(void=True, why="the cards are lost"), ANYBODY)


def two_cards(config: Configuration, cents: int = 10_00) -> State:
    """A round with one stake and two cards, the stake made by those who may at such a table."""
    betting = after(opened(config), c.OpenBetting)
    by = Patron("seat1") if config.funding is Funding.CREDITS else ANYBODY
    staked = after_command(betting, Given(c.PlaceStake("seat1", "player", 1, cents), by))
    return after(staked, c.CloseBetting, *draw("2C", "5D"))


def interrupted(config: Configuration, *given: Act, cents: int = 10_00) -> State:
    """The power failed after the first two cards of a round, and what came then."""
    return after(two_cards(config, cents), report(I.POWER_FAILURE), *given)


@pytest.mark.parametrize("game", WITHOUT_CLAUSE, ids=lambda game: game.id)
def test_a_round_may_be_decided_void_from_a_power_failure_until_it_ends(game: Game) -> None:
    config = usual_configuration(game)
    assert interruption(two_cards(config)) is None
    state = interrupted(config)
    assert state.case is None
    rest = [*draw("3H", "AH"), c.AnnounceTotals, *draw("KD"), c.AnnounceOutcome]
    for each in rest:
        offer = interruption(state)
        assert offer is not None
        assert (offer.clause, offer.command) == ("reading power-failure-elsewhere", "decide")
        for position in Position:
            may = decided(state, replace(VOID, by=Staff("person", position)))
            assert may == (position >= offer.position), position
        assert interruption(evolve_all(state, decide_given(state, VOID))) is None
        state = after(state, each)
    assert state.round is None, "the round is over"
    assert interruption(state) is None


@pytest.mark.parametrize("game", WITHOUT_CLAUSE, ids=lambda game: game.id)
def test_the_offer_to_void_leaves_the_other_irregularities_as_they_were(game: Game) -> None:
    config = usual_configuration(game)
    for one, other in zip(guides(interrupted(config)), guides(two_cards(config)), strict=True):
        assert replace(one, not_now=None) == replace(other, not_now=None)
        assert str(one.not_now) == str(other.not_now)
    # A report that waits to be confirmed does not take the decision away; another decision does.
    dealer = Staff("dealer", Position.DEALER)
    filed = after_command(interrupted(config), Given(c.Report(I.FOREIGN_CARDS), dealer))
    assert filed.case is not None
    assert (interruption(filed) is not None) == decided(filed, VOID)
    assert interruption(interrupted(config, report(I.NOT_COVERED))) is None
    in_order = report(I.WRONG_NUMBER_OF_CARDS, reconstructable=True)
    assert decided(interrupted(config, in_order), VOID)
    assert interruption(interrupted(config, in_order)) is not None


def test_games_with_a_clause_on_power_failures_do_not_offer_to_void() -> None:
    for game in GAMES:
        if game not in WITHOUT_CLAUSE:
            assert interruption(interrupted(usual_configuration(game))) is None
    assert interruption(CLOSED) is None


def test_voiding_an_interrupted_round_names_a_second_person_by_the_money() -> None:
    much = replace(OLDER, approval_cents=50_00)
    for cents, second in ((49_00, False), (50_00, True)):
        offer = interruption(interrupted(much, cents=cents))
        assert offer is not None
        assert offer.second is second


def choices(state: State, name: str) -> dict[str, tuple[Position, Reason | None]]:
    found = next(each for each in settings(state, ANYBODY) if each.name == name)
    return {
        each.value: (each.position, each.not_now.reason if each.not_now else None)
        for each in found.choices
    }


def test_settings_name_who_may_and_why_not_now() -> None:
    manager, highest = Position.PIT_MANAGER, Position.ASSISTANT_CASINO_MANAGER
    assert choices(LOADED, "limits") == {"": (manager, None)}
    assert choices(LOADED, "method") == {
        "A": (manager, None),
        "B": (manager, None),
        "C": (highest, Reason.INCONSISTENT_CONFIGURATION),
    }
    # Tried by doing away with it, which one person alone does not do.
    assert choices(LOADED, "approval_cents") == {
        "": (Position.GAMING_SHIFT_MANAGER, Reason.APPROVAL_NEEDED)
    }
    assert choices(LOADED, "decks") == {"": (manager, Reason.SHOE_IN_USE)}
    assert choices(BETTING, "limits") == {"": (manager, Reason.ROUND_IN_PLAY)}
    assert settings(CLOSED, ANYBODY) == ()


@pytest.mark.parametrize("position", Position)
def test_a_setting_is_yours_from_the_position_that_it_names_on(position: Position) -> None:
    for setting in settings(LOADED, Staff("one", position)):
        for choice in setting.choices:
            assert choice.yours is (position >= choice.position), (setting.name, choice.value)
