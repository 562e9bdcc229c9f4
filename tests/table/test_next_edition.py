"""A table's edition: changed between rounds, scheduled, and never during a round."""

import dataclasses
from collections.abc import Iterator
from datetime import date

import pytest
from msgspec.structs import replace

from punto.refusals import Reason, Refused
from punto.rules import games
from punto.rules.game import Method, Zone
from punto.rules.games import find_game
from punto.rules.irregularities import Irregularity
from punto.rules.staff import Position, Power
from punto.table import commands as c
from punto.table import events as e
from punto.table.configuration import (
    Configuration,
    Range,
    check_configuration,
    configuration_due,
    usual_configuration,
)
from punto.table.decide import decide
from punto.table.evolve import Corrupt, evolve, evolve_all
from punto.table.people import Staff
from punto.table.scripts import play_all, play_script
from punto.table.state import CLOSED, State
from tests.envelope import Given, decide_given
from tests.rules.later import LATER, later_edition

BOSS = Staff("boss", Position.ASSISTANT_CASINO_MANAGER)
BET = Given(c.OpenBetting(), BOSS)
VOID = Given(c.Report(Irregularity.FOREIGN_CARDS), BOSS)
ON_TIE = Given(c.PlaceStake("seat1", "tie", 1, 10_00), BOSS)
NOW, DUE = LATER.in_force_ms - 1000, LATER.in_force_ms


@pytest.fixture(autouse=True)
def _later() -> Iterator[None]:
    with later_edition():
        yield


def tiger(**changes: object) -> Configuration:
    config = usual_configuration(find_game("tiger@2"))
    return replace(config, **changes)


def after(state: State, *commands: Given, at: int = NOW) -> State:
    for command in commands:
        state = evolve_all(state, decide_given(state, replace(command, at_ms=at)))
    return state


def open_with(config: Configuration, at: int = NOW) -> State:
    return after(CLOSED, Given(c.OpenTable(config), BOSS), Given(c.LoadShoe("shoe"), BOSS), at=at)


def refusal(state: State, command: Given, at: int) -> Refused:
    with pytest.raises(Refused) as refused:
        decide_given(state, replace(command, at_ms=at))
    return refused.value


def opening(state: State, at: int) -> list[str]:
    events = decide(state, c.OpenBetting(), BOSS, at_ms=at)
    what = [type(event).__name__ for event in events]
    return [each for each in what if each != "DealerSignedOn"]


def test_where_no_time_is_known_no_edition_comes_too_early() -> None:
    assert check_configuration(usual_configuration(LATER)) is LATER


def test_a_table_is_opened_under_an_edition_once_it_is_in_force() -> None:
    config = usual_configuration(LATER)
    refused = refusal(CLOSED, Given(c.OpenTable(config), BOSS), NOW)
    assert refused.reason is Reason.INCONSISTENT_CONFIGURATION
    assert refused.clause == "reading edition-in-force"
    assert "comes into force on 2031-03-01" in str(refused)
    assert open_with(config, DUE).game is LATER
    assert open_with(tiger(), DUE).game.ref == "tiger@2"  # a table stays as it is set
    assert open_with(tiger(edition="2")).game.ref == "tiger@2"


def test_the_first_edition_that_is_known_is_never_too_new() -> None:
    assert open_with(tiger(), at=1).game.ref == "tiger@2"


@pytest.mark.parametrize("edition", ["", "4", "version 2", "Version 2 "])
def test_an_edition_that_there_is_not(edition: str) -> None:
    refused = refusal(CLOSED, Given(c.OpenTable(tiger(edition=edition)), BOSS), DUE)
    assert refused.reason is Reason.INCONSISTENT_CONFIGURATION
    assert "Version 2, Version 3" in str(refused)


@pytest.mark.parametrize("game", ["tiger@2", "lion", ""])
def test_a_configuration_names_game_and_edition_apart(game: str) -> None:
    refused = refusal(CLOSED, Given(c.OpenTable(replace(tiger(), game=game)), BOSS), DUE)
    assert refused.reason is Reason.UNKNOWN_GAME


def test_it_changes_between_rounds_only() -> None:
    state = after(open_with(tiger(), DUE), BET, at=DUE)
    change = Given(
        c.ChangeConfiguration(replace(tiger(), edition="Version 3"), "new document"), BOSS
    )
    assert refusal(state, change, DUE).reason is Reason.ROUND_IN_PLAY
    between = after(state, VOID, at=DUE)
    events = decide_given(between, replace(change, at_ms=DUE))
    assert [type(event) for event in events] == [e.ConfigurationChanged]
    assert evolve_all(between, events).game is LATER
    assert refusal(between, change, NOW).clause == "reading edition-in-force"


def test_a_scheduled_edition_takes_effect_at_the_first_round_opened_from_its_instant_on() -> None:
    state = open_with(tiger(next_edition="3"))
    assert opening(state, DUE - 1) == ["BettingOpened"]
    assert opening(state, DUE) == ["ConfigurationChanged", "BettingOpened"]
    assert decide(state, c.OpenBetting(), BOSS, at_ms=DUE)[1] == e.ConfigurationChanged(
        replace(tiger(), edition="Version 3"), clause="reading edition-in-force", why="as scheduled"
    )
    state = after(state, BET, at=DUE - 1)
    state = after(state, ON_TIE, Given(c.CloseBetting(), BOSS), at=DUE + 5)
    assert state.game.ref == "tiger@2"  # the round in play is finished as it began
    for card in ("7S", "7H", "KS", "KH"):
        state = after(state, Given(c.DrawCard(card), BOSS), at=DUE + 5)
    state = after(
        state, Given(c.AnnounceTotals(), BOSS), Given(c.AnnounceOutcome(), BOSS), at=DUE + 5
    )
    assert [line.pays for line in state.finished[-1].lines] == ["8 to 1"]
    state = after(state, BET, at=DUE + 6)
    assert state.game is LATER
    assert state.configuration == replace(tiger(), edition="Version 3")
    assert opening(after(state, VOID), DUE + 7) == ["BettingOpened"]


def test_a_round_of_the_old_edition_is_corrected_by_the_old_edition() -> None:
    state = after(open_with(tiger(next_edition="3")), BET)
    state = after(state, ON_TIE, Given(c.CloseBetting(), BOSS))
    for card in ("7S", "6H", "KS", "KH"):
        state = after(state, Given(c.DrawCard(card), BOSS))
    state = after(state, Given(c.AnnounceTotals(), BOSS), Given(c.AnnounceOutcome(), BOSS))
    state = after(state, BET, VOID, at=DUE)
    assert state.game is LATER
    state = after(
        state, Given(c.CorrectRound(1, ("7S", "7H", "KS", "KH"), "misread"), BOSS), at=DUE
    )
    assert [line.pays for line in state.finished[0].lines] == ["8 to 1"]


def test_a_later_instant_can_be_named_but_no_earlier_one() -> None:
    state = open_with(tiger(next_edition="Version 3", next_edition_from_ms=DUE + 500))
    assert opening(state, DUE + 499) == ["BettingOpened"]
    assert opening(state, DUE + 500) == ["ConfigurationChanged", "BettingOpened"]
    early = tiger(next_edition="3", next_edition_from_ms=DUE - 1)
    too_early = refusal(CLOSED, Given(c.OpenTable(early), BOSS), NOW)
    assert too_early.clause == "reading edition-in-force"
    assert too_early.sentence.endswith(
        ": Version 3 comes into force on 2031-03-01, and cannot be played before."
    )


@pytest.mark.parametrize("edition", ["2", "Version 2", "4", "?"])
def test_the_next_edition_is_another_one(edition: str) -> None:
    refused = refusal(CLOSED, Given(c.OpenTable(tiger(next_edition=edition)), BOSS), NOW)
    assert refused.clause == "reading edition-in-force"
    assert f"'{edition}' is no other edition of it" in str(refused)


def test_an_instant_without_an_edition_is_refused() -> None:
    wrong = refusal(CLOSED, Given(c.OpenTable(tiger(next_edition_from_ms=DUE)), BOSS), NOW)
    assert (wrong.reason, wrong.clause) == (
        Reason.INCONSISTENT_CONFIGURATION,
        "reading edition-in-force",
    )


def test_a_schedule_is_withdrawn_as_it_was_made() -> None:
    state = open_with(tiger(next_edition="3"))
    state = after(state, Given(c.ChangeConfiguration(tiger(), "not yet approved"), BOSS))
    assert opening(state, DUE) == ["BettingOpened"]


def test_a_method_that_was_chosen_stays() -> None:
    from punto.rules.game import Method

    state = open_with(tiger(next_edition="3"))
    state = after(state, Given(c.ChooseMethod(Method.A), BOSS), BET, at=DUE)
    assert state.method is Method.A


def test_limits_of_a_wager_that_the_next_edition_adds(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace as with_changes

    from punto.rules import games
    from punto.rules.games import no_commission

    pair = no_commission.PLAYER_PAIR
    wagers = (*(each for each in LATER.wagers if each.id != "tiger-tie"), pair)
    fourth = with_changes(LATER, edition="Version 4", wagers=wagers)
    monkeypatch.setattr(games, "EDITIONS", games.EDITIONS.extended(fourth))
    refused = refusal(CLOSED, Given(c.OpenTable(tiger(next_edition="4")), BOSS), NOW)
    assert "player-pair needs a minimum and a maximum" in str(refused)
    limits = {**tiger().limits, pair.id: Range(1000, 5000)}
    neither = tiger(next_edition="4", limits={**limits, "banker-pair": Range(1000, 5000)})
    unknown = refusal(CLOSED, Given(c.OpenTable(neither), BOSS), NOW)
    assert (unknown.reason, unknown.clause) == (Reason.UNKNOWN_WAGER, "tiger 3.5")
    state = after(open_with(tiger(next_edition="4", limits=limits)), BET)
    early = Given(c.PlaceStake("seat1", pair.id, 1, 10_00), BOSS)
    assert refusal(state, early, NOW).reason is Reason.UNKNOWN_WAGER
    state = after(state, VOID)
    state = after(state, BET, early, at=DUE)
    assert state.configuration is not None
    assert set(state.configuration.limits) == {wager.id for wager in wagers}


def test_an_edition_that_is_unknown_cannot_have_been_played() -> None:
    opened = e.TableOpened(configuration=tiger(edition="Version 9"), clause="2.1")
    with pytest.raises(Corrupt, match="not in that edition"):
        evolve(CLOSED, opened)


def test_nothing_is_due_where_nothing_is_scheduled() -> None:
    assert configuration_due(tiger(), DUE) is None
    assert configuration_due(tiger(next_edition="3"), 0) is None


def test_scripts_name_an_edition() -> None:
    script = "game {}\nopen\nstake seat1 tie 100\nclose\ndraw 7S 7H KS KH\noutcome\nwins seat1 {}"
    for name, won in (("tiger@2", 800), ("tiger@3", 900)):
        stage = play_script(script.format(name, "").rsplit("\n", 1)[0])
        assert stage.balances == {"seat1": won * 100}


def test_a_script_is_played_by_the_edition_in_force_on_its_day() -> None:
    script = "game tiger\nopen\nstake seat1 tie 100\nclose\ndraw 7S 7H KS KH\noutcome"
    for on, won in ((date(2026, 1, 1), 800), (LATER.effective, 900), (None, 900)):
        assert play_all(script, on=on)[0].balances == {"seat1": won * 100}


def test_who_opens_a_table_is_told_by_its_own_edition(monkeypatch: pytest.MonkeyPatch) -> None:
    grants = tuple(
        dataclasses.replace(each, clause="3.9.1") if each.power is Power.ALLOW_METHOD_C else each
        for each in LATER.grants
    )
    renumbered = dataclasses.replace(
        LATER, grants=grants, edition="Version 4", effective=date(2032, 1, 1)
    )
    monkeypatch.setattr(games, "EDITIONS", games.EDITIONS.extended(renumbered))
    config = tiger(method=Method.C, zone=Zone.RUBY_ROOM)
    manager = Staff("pit", Position.PIT_MANAGER)
    for edition, clause in (("Version 2", "3.9.2"), ("Version 4", "3.9.1"), ("Version 9", "3.9.1")):
        command = Given(c.OpenTable(replace(config, edition=edition)), manager)
        assert refusal(CLOSED, command, NOW).clause == f"tiger {clause}"
