"""A configuration that the game does not allow is refused, citing the clause."""

from typing import Any

import pytest
from msgspec.structs import replace

from punto.money import AMOUNT_CENTS_MAX
from punto.refusals import Reason, Refused
from punto.rules.game import Method, Zone
from punto.rules.games import GAMES, find_game
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table import events as e
from punto.table.configuration import (
    CUT_CARD,
    WHO_DECIDES,
    Configuration,
    Funding,
    Range,
    Timekeeper,
    check_configuration,
    find_layout,
    usual_configuration,
)
from punto.table.decide import ORDER_OF_WORK, decide
from punto.table.evolve import evolve_all
from punto.table.people import Actor, Patron, Staff
from punto.table.settings_currency import in_currency
from punto.table.state import CLOSED, State
from tests.envelope import Given, decide_given
from tests.rules.made_up import lucky_game

NC, RAPID, TNC, TIGER = "no-commission", "rapid-no-commission", "tiger-no-commission", "tiger"
DEALER, MANAGER, ASSISTANT = (
    Staff(position.name, position)
    for position in (Position.DEALER, Position.PIT_MANAGER, Position.ASSISTANT_CASINO_MANAGER)
)


def usual(game: str, **changes: Any) -> Configuration:
    return replace(usual_configuration(find_game(game)), **changes)


def limited(game: str, wager: str, min_cents: int, max_cents: int) -> Configuration:
    config = usual(game)
    return replace(config, limits={**config.limits, wager: Range(min_cents, max_cents)})


def without_limits(game: str, wager: str) -> Configuration:
    config = usual(game)
    return replace(config, limits={name: of for name, of in config.limits.items() if name != wager})


INCONSISTENT = Reason.INCONSISTENT_CONFIGURATION
WRONG: dict[str, tuple[Configuration, Reason, str | None]] = {
    "no such game": (replace(usual(TIGER), game="bridge"), Reason.UNKNOWN_GAME, ORDER_OF_WORK),
    "another edition": (usual(TIGER, edition="Version 1"), INCONSISTENT, ORDER_OF_WORK),
    "too few decks": (usual(TIGER, decks=3), Reason.DECKS_OUT_OF_RANGE, "tiger 2.1"),
    "too many decks": (usual(NC, decks=11), Reason.DECKS_OUT_OF_RANGE, "no-commission 2.1"),
    "another game's layout": (usual(NC, layout="Appendix A"), INCONSISTENT, "no-commission 2.2"),
    "no layout": (usual(RAPID, layout=""), INCONSISTENT, "rapid-no-commission 2.2"),
    "no positions": (usual(TIGER, positions=0), INCONSISTENT, "tiger 2.2"),
    "more positions than printed": (usual(TIGER, positions=9), INCONSISTENT, "tiger 2.2"),
    "fewer positions than printed": (
        usual(TNC, layout="Appendix D", positions=4),
        INCONSISTENT,
        "tiger-no-commission 2.2",
    ),
    "no positions where none are printed": (usual(NC, positions=0), INCONSISTENT, f"{NC} 2.2"),
    "positions where none are printed": (
        usual(NC, positions=10_001),
        INCONSISTENT,
        "no-commission 2.2",
    ),
    "a method it does not know": (usual(TNC, method=Method.A), INCONSISTENT, ORDER_OF_WORK),
    "method C in the open": (usual(TIGER, method=Method.C), INCONSISTENT, "tiger 3.9.2"),
    "a unit that cannot pay": (usual(NC, unit_cents=1), Reason.UNIT_NOT_EXACT, "no-commission 4.1"),
    "a unit of nothing": (usual(TIGER, unit_cents=0), Reason.UNIT_NOT_EXACT, "tiger 4.1"),
    "a unit below nothing": (usual(TIGER, unit_cents=-20), Reason.UNIT_NOT_EXACT, "tiger 4.1"),
    "a wager without limits": (without_limits(TIGER, "tie"), INCONSISTENT, ORDER_OF_WORK),
    "a minimum of nothing": (limited(TIGER, "tie", 0, 1000), INCONSISTENT, ORDER_OF_WORK),
    "a minimum off the unit": (limited(TIGER, "tie", 150, 1000), INCONSISTENT, ORDER_OF_WORK),
    "a maximum off the unit": (limited(TIGER, "tie", 100, 1001), INCONSISTENT, ORDER_OF_WORK),
    "a maximum beyond counting": (limited(TIGER, "tie", 100, 10**15), INCONSISTENT, ORDER_OF_WORK),
    "a minimum above the maximum": (limited(TIGER, "tie", 1100, 1000), INCONSISTENT, ORDER_OF_WORK),
    "limits on a wager it has not": (
        limited(NC, "tiger", 100, 1000),
        Reason.UNKNOWN_WAGER,
        "no-commission 3.5",
    ),
    "no stakes on an area": (usual(TIGER, stakes_per_area=0), INCONSISTENT, "tiger 3.7"),
    "four stakes on an area": (usual(TIGER, stakes_per_area=4), INCONSISTENT, "tiger 3.7"),
    "a differential below nothing": (
        usual(TIGER, differential_cents=-1),
        INCONSISTENT,
        ORDER_OF_WORK,
    ),
    "a differential of no effect": (usual(NC, differential_cents=0), INCONSISTENT, ORDER_OF_WORK),
    "a differential at terminals": (
        usual(RAPID, differential_cents=1000),
        INCONSISTENT,
        ORDER_OF_WORK,
    ),
    "a differential in an older game": (
        usual(TNC, differential_cents=1000),
        INCONSISTENT,
        ORDER_OF_WORK,
    ),
    "areas of no effect": (usual(NC, stakes_per_area=2), INCONSISTENT, ORDER_OF_WORK),
    "areas at terminals": (usual(RAPID, stakes_per_area=1), INCONSISTENT, ORDER_OF_WORK),
    "areas in an older game": (usual(TNC, stakes_per_area=2), INCONSISTENT, ORDER_OF_WORK),
    "a word for a currency": (usual(TIGER, currency="dollars"), INCONSISTENT, ORDER_OF_WORK),
    "no currency": (usual(TIGER, currency=""), INCONSISTENT, ORDER_OF_WORK),
    "a code that ISO 4217 does not have": (
        usual(TIGER, currency="ABC"),
        INCONSISTENT,
        ORDER_OF_WORK,
    ),
    "gold": (usual(TIGER, currency="XAU"), INCONSISTENT, ORDER_OF_WORK),
    "half a yen": (
        usual(NC, currency="JPY", unit_cents=1),
        Reason.UNIT_NOT_EXACT,
        "no-commission 4.1",
    ),
    "a twentieth of ten yen": (
        usual(TIGER, currency="JPY", unit_cents=10),
        Reason.UNIT_NOT_EXACT,
        "tiger 4.1",
    ),
    "half a won": (
        usual(TNC, currency="KRW", unit_cents=1),
        Reason.UNIT_NOT_EXACT,
        "tiger-no-commission 4.1",
    ),
    "chips at terminals": (
        usual(RAPID, funding=Funding.CHIPS),
        INCONSISTENT,
        "rapid-no-commission 1.1.5",
    ),
    "a cut card outside": (usual(TIGER, cut_cards_from_end=-1), INCONSISTENT, CUT_CARD),
    "a cut card past the middle": (usual(TIGER, cut_cards_from_end=209), INCONSISTENT, CUT_CARD),
    "rounds before the cut card": (usual(TIGER, rounds_after_cut=-1), INCONSISTENT, CUT_CARD),
    "no round an hour": (usual(TIGER, rounds_an_hour=0), INCONSISTENT, ORDER_OF_WORK),
    "too many rounds an hour": (usual(TIGER, rounds_an_hour=1001), INCONSISTENT, ORDER_OF_WORK),
    "no time to bet in": (usual(TIGER, betting_seconds=0), INCONSISTENT, ORDER_OF_WORK),
    "an hour and a second to bet in": (
        usual(TIGER, betting_seconds=3601),
        INCONSISTENT,
        ORDER_OF_WORK,
    ),
    "many rounds after the cut card": (usual(TIGER, rounds_after_cut=11), INCONSISTENT, CUT_CARD),
    "a second approval from below nothing": (
        usual(TIGER, approval_cents=-1),
        INCONSISTENT,
        WHO_DECIDES,
    ),
    "a second approval beyond counting": (
        usual(TIGER, approval_cents=AMOUNT_CENTS_MAX + 1),
        INCONSISTENT,
        WHO_DECIDES,
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_the_game_does_not_allow_opens_no_table_and_sets_none(what: str) -> None:
    config, reason, clause = WRONG[what]
    opened = open_table(usual(NC))
    for state, command in (
        (CLOSED, Given(c.OpenTable(config), ASSISTANT)),
        (opened, Given(c.ChangeConfiguration(config), ASSISTANT)),
    ):
        with pytest.raises(Refused) as refusal:
            decide_given(state, command)
        assert (refusal.value.reason, refusal.value.clause) == (reason, clause)
        sentence = refusal.value.sentence
        assert sentence.endswith(".")
        if reason is INCONSISTENT:
            title = find_game(config.game).title
            assert sentence.startswith(f"This table cannot be set so for {title}: ")


@pytest.mark.parametrize("most", [0, 2, 3, 7])
@pytest.mark.parametrize("game", [NC, TNC, RAPID])
def test_a_game_without_the_rule_is_not_told_its_limits(game: str, most: int) -> None:
    with pytest.raises(Refused) as refusal:
        decide_given(CLOSED, Given(c.OpenTable(usual(game, stakes_per_area=most)), ASSISTANT))
    assert refusal.value.sentence.endswith(": its document sets no number of stakes at an area.")


def test_a_table_of_tiger_usually_stands_so() -> None:
    assert usual_configuration(find_game(TIGER)) == Configuration(
        game="tiger",
        edition="Version 2",
        decks=8,
        layout="Appendix A",
        positions=8,
        limits={wager.id: Range(10_00, 10_000_00) for wager in find_game(TIGER).wagers},
        zone=Zone.MAIN,
        method=Method.B,
        currency="SGD",
        unit_cents=100,
        differential_cents=None,
        stakes_per_area=3,
        burn=False,
        cut_cards_from_end=14,
        rounds_after_cut=0,
        betting_seconds=None,
        rounds_an_hour=None,
        funding=Funding.CHIPS,
        timekeeper=Timekeeper.DEALER,
        approval_cents=10_000_00,
    )
    assert usual(TIGER) == Configuration(
        game="tiger",
        edition="Version 2",
        decks=8,
        layout="Appendix A",
        positions=8,
        limits=usual(TIGER).limits,
        stakes_per_area=3,
        approval_cents=10_000_00,
    )
    rapid = usual(RAPID)
    assert (rapid.funding, rapid.positions) == (Funding.CREDITS, 8)


def test_funding_and_timekeepers_are_written_so() -> None:
    assert [each.value for each in Funding] == ["credits", "chips"]
    assert [each.value for each in Timekeeper] == ["dealer", "clock"]


def test_what_is_wrong_is_told_with_what_was_said() -> None:
    for changes, words in (
        ({"edition": "Version 1"}, "in force as Version 2, not 'Version 1'."),
        ({"layout": "x" * 50}, f"Appendix F, Appendix G, not '{'x' * 40}'."),
        ({"edition": "x" * 50}, f"in force as Version 2, not '{'x' * 40}'."),
        ({"next_edition": "x" * 50}, f": '{'x' * 40}' is no other edition of it."),
        ({"currency": "x" * 50}, f"as SGD, not '{'x' * 40}'."),
        (
            {"limits": limited(TIGER, "tie", 250, 1000).limits},
            "the limits of tie are multiples of 1.00, unlike 2.50.",
        ),
    ):
        with pytest.raises(Refused) as refusal:
            check_configuration(usual(TIGER, **changes))
        assert refusal.value.sentence.endswith(words)


def in_yen(game: str) -> dict[str, Range]:
    return {wager.id: Range(100, 10_000) for wager in find_game(game).wagers}


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_the_usual_table_and_the_edges_of_every_range_are_allowed(game: str) -> None:
    config = usual(game)
    assert check_configuration(config) is find_game(game)
    newer = game in (TIGER, "dragon-tiger-no-commission")
    exact = int(find_game(game).unit_cents)
    for changes in (
        {"decks": 4, "cut_cards_from_end": 104},
        {"decks": 10, "cut_cards_from_end": 0},
        {"stakes_per_area": 1 if newer else None},
        {"stakes_per_area": None},
        {"rounds_after_cut": 10},
        {"betting_seconds": 1},
        {"betting_seconds": 3600},
        {"rounds_an_hour": 1},
        {"rounds_an_hour": 1000},
        {"differential_cents": 0 if newer else None},
        {"currency": "KWD", "unit_cents": exact},
        {"currency": "JPY", "unit_cents": exact, "limits": in_yen(game)},
        {"unit_cents": int(find_game(game).unit_cents)},
        {"zone": Zone.RUBY_ROOM},
        {"approval_cents": 0},
        {"approval_cents": AMOUNT_CENTS_MAX},
        {"approval_cents": None},
    ):
        check_configuration(replace(config, **changes))
    check_configuration(limited(game, "tie", 1_00, AMOUNT_CENTS_MAX))
    check_configuration(limited(game, "tie", 10_00, 10_00))
    for layout in find_game(game).layouts:
        for positions in layout.positions or (1, 1000):
            assert find_layout(find_game(game), layout.name) is layout
            check_configuration(replace(config, layout=layout.name, positions=positions))


def test_method_c_stands_in_both_private_zones() -> None:
    for zone in (Zone.PAIZA_CLUB, Zone.RUBY_ROOM):
        assert check_configuration(usual(TIGER, method=Method.C, zone=zone))


def open_table(config: Configuration, by: Actor = ASSISTANT) -> State:
    return evolve_all(CLOSED, decide(CLOSED, c.OpenTable(config), by))


def given(state: State, *commands: Given) -> State:
    for command in commands:
        state = evolve_all(state, decide_given(state, command))
    return state


def test_a_change_is_recorded_with_its_reason_and_takes_effect() -> None:
    state = open_table(usual(TIGER), by=MANAGER)
    wanted = usual(TIGER, stakes_per_area=2)
    (event,) = decide(state, c.ChangeConfiguration(wanted, "a full table"), MANAGER)
    assert event == e.ConfigurationChanged(configuration=wanted, clause="3.7.1", why="a full table")
    after = evolve_all(state, (event,))
    assert after.configuration == wanted
    back = decide(after, c.ChangeConfiguration(replace(wanted, decks=6)), MANAGER)
    assert back[0].clause == ""


@pytest.mark.parametrize("game", [game.id for game in GAMES])
@pytest.mark.parametrize(
    "by",
    [Patron("seat1"), DEALER, Staff("supervisor", Position.PIT_SUPERVISOR)],
    ids=lambda by: by.id,
)
def test_a_pit_manager_sets_a_table_and_nobody_below(game: str, by: Actor) -> None:
    state = open_table(usual(game))
    for at, command in (
        (CLOSED, Given(c.OpenTable(usual(game)), by)),
        (state, Given(c.ChangeConfiguration(usual(game)), by)),
        (state, Given(c.CloseTable(), by)),
    ):
        with pytest.raises(Refused) as refusal:
            decide_given(at, command)
        assert refusal.value.reason is Reason.NOT_AUTHORISED
        assert decide_given(at, replace(command, by=MANAGER))


def test_method_c_needs_an_assistant_casino_manager() -> None:
    private = usual(TIGER, zone=Zone.PAIZA_CLUB)
    wanted = replace(private, method=Method.C)
    opened = open_table(private, by=MANAGER)
    with pytest.raises(Refused) as refusal:
        decide(opened, c.ChangeConfiguration(wanted), MANAGER)
    assert (refusal.value.reason, refusal.value.clause) == (Reason.NOT_AUTHORISED, "tiger 3.9.2")
    assert given(opened, Given(c.ChangeConfiguration(wanted), ASSISTANT)).method is Method.C
    with pytest.raises(Refused) as refusal:
        open_table(wanted, by=MANAGER)
    assert refusal.value.reason is Reason.NOT_AUTHORISED


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_nothing_is_changed_within_a_round_or_a_case(game: str) -> None:
    config = usual(game)
    wanted = replace(config, rounds_after_cut=1)
    change = Given(c.ChangeConfiguration(wanted), ASSISTANT)
    state = given(open_table(config), Given(c.LoadShoe("first"), DEALER))
    stages = [given(state, Given(c.OpenBetting(), DEALER))]
    stages.append(given(stages[-1], Given(c.CloseBetting(), DEALER)))
    for code in ("9S", "8S", "KS", "KH"):
        stages.append(given(stages[-1], Given(c.DrawCard(code), DEALER)))
    stages.append(given(stages[-1], Given(c.AnnounceTotals(), DEALER)))
    for stage in stages:
        assert refused(stage, change) is Reason.ROUND_IN_PLAY
        assert refused(stage, Given(c.CloseTable(), ASSISTANT)) is Reason.ROUND_IN_PLAY
    done = given(stages[-1], Given(c.AnnounceOutcome(), DEALER))
    assert given(done, change).configuration == wanted
    waiting = given(done, report_uncovered())
    assert refused(waiting, change) is Reason.CASE_PENDING


def report_uncovered() -> Given:
    from punto.rules.irregularities import Irregularity

    return Given(c.Report(Irregularity.NOT_COVERED), ASSISTANT)


def test_game_and_decks_change_only_with_the_shoe_out() -> None:
    state = given(open_table(usual(NC)), Given(c.LoadShoe("first"), DEALER))
    six, tiger = usual(NC, decks=6), usual(TIGER)
    for wanted in (six, tiger):
        assert refused(state, Given(c.ChangeConfiguration(wanted), MANAGER)) is Reason.SHOE_IN_USE
    assert refused(state, Given(c.CloseTable(), MANAGER)) is Reason.SHOE_IN_USE
    out = given(state, Given(c.RetireShoe(), DEALER))
    for wanted in (six, tiger):
        assert given(out, Given(c.ChangeConfiguration(wanted), MANAGER)).configuration == wanted
    assert given(out, Given(c.CloseTable(), MANAGER)).configuration is None


@pytest.mark.parametrize(
    ("currency", "times"), [("JPY", (1, 100)), ("KWD", (10, 1)), ("EUR", (1, 1))]
)
def test_every_amount_of_a_configuration_is_converted(
    currency: str, times: tuple[int, int]
) -> None:
    up, down = times
    config = usual(TIGER, differential_cents=500_00, approval_cents=700_00, unit_cents=100)
    limits = {
        wager: Range(each.min_cents * up // down, each.max_cents * up // down)
        for wager, each in config.limits.items()
    }
    assert in_currency(config, currency) == replace(
        config,
        currency=currency,
        unit_cents=100 * up // down,
        limits=limits,
        differential_cents=500_00 * up // down,
        approval_cents=700_00 * up // down,
    )
    unset = replace(config, differential_cents=None, approval_cents=None)
    assert in_currency(unset, currency).approval_cents is None
    assert in_currency(unset, currency).differential_cents is None


def test_an_amount_that_a_currency_cannot_express_is_not_rounded() -> None:
    for odd in ({"unit_cents": 50}, {"approval_cents": 1}, {"differential_cents": 99}):
        with pytest.raises(ValueError, match=str(next(iter(odd.values())))):
            in_currency(usual(TIGER, **odd), "JPY")


def test_a_table_is_opened_once_and_closed_once() -> None:
    state = open_table(usual(NC))
    assert refused(state, Given(c.OpenTable(usual(NC)), MANAGER)) is Reason.TABLE_OPEN
    closed = given(state, Given(c.CloseTable(), MANAGER))
    assert refused(closed, Given(c.CloseTable(), MANAGER)) is Reason.TABLE_CLOSED
    assert refused(closed, Given(c.ChangeConfiguration(usual(NC)), MANAGER)) is Reason.TABLE_CLOSED


def refused(state: State, command: Given) -> Reason:
    with pytest.raises(Refused) as refusal:
        decide_given(state, command)
    return refusal.value.reason


def test_a_game_that_nobody_approved_is_played_in_the_currency_of_tests() -> None:
    game = lucky_game()
    config = usual_configuration(game)
    assert (config.game, config.currency, config.test_wagers) == (game.id, "XTS", game.definitions)
    assert check_configuration(config) == game
    with pytest.raises(Refused) as refusal:
        check_configuration(replace(config, currency="SGD"))
    assert (refusal.value.reason, refusal.value.clause) == (INCONSISTENT, None)
    assert "a game that nobody approved is played in XTS alone" in refusal.value.sentence


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("tiger", INCONSISTENT),
        ("test-tiger-000000000000", INCONSISTENT),
        ("test-faro-000000000000", Reason.UNKNOWN_GAME),
        (f"test-tiger-{'0' * 60}", INCONSISTENT),
    ],
)
def test_a_made_up_game_is_named_after_the_game_it_was_made_from(name: str, reason: Reason) -> None:
    config = replace(usual_configuration(lucky_game()), game=name)
    with pytest.raises(Refused) as refusal:
        check_configuration(config)
    assert (refusal.value.reason, refusal.value.clause) == (reason, None)
    if reason is INCONSISTENT:
        assert refusal.value.sentence == (
            f"'{name[:60]}' is not the name of a test game with these wagers."
        )


def test_the_number_of_stakes_at_an_area_is_stated_or_none() -> None:
    defaults = Configuration.__struct_defaults__
    named = dict(zip(Configuration.__struct_fields__[-len(defaults) :], defaults, strict=True))
    assert named["stakes_per_area"] is None
