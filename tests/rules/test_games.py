"""The games as data: ids, editions, wagers, clauses and powers that the documents give."""

from datetime import date, datetime, timedelta, timezone

import pytest

from punto.refusals import Reason, Refused
from punto.rules.game import Game, Method, Zone
from punto.rules.games import GAMES, find_game
from punto.rules.irregularities import Procedure
from punto.rules.staff import Position, Power

OLDER = ("no-commission", "rapid-no-commission", "tiger-no-commission")
NEWER = ("tiger", "dragon-tiger-no-commission")


def test_editions() -> None:
    assert [(game.id, game.title, game.edition, game.effective) for game in GAMES] == [
        ("no-commission", "No Commission Baccarat", "Version 6", date(2017, 2, 17)),
        (
            "rapid-no-commission",
            "Rapid No Commission Baccarat (Electronic Table Game)",
            "Version 5",
            date(2017, 2, 17),
        ),
        ("tiger-no-commission", "Tiger No Commission Baccarat", "Version 3", date(2018, 10, 6)),
        ("tiger", "Tiger Baccarat", "Version 2", date(2019, 10, 8)),
        (
            "dragon-tiger-no-commission",
            "Dragon Tiger No Commission Baccarat",
            "unnumbered",
            date(2023, 12, 7),
        ),
    ]


# Every pay line of every game, one a row: the pay tables once more, as a person would copy them.
PAY_TABLES = """
no-commission player: 1 to 1 (4.1)
no-commission banker: 1 to 2 (4.1), 1 to 1 (4.1)
no-commission tie: 8 to 1 (4.1)
no-commission player-pair: 11 to 1 (4.1)
no-commission banker-pair: 11 to 1 (4.1)
rapid-no-commission player: 1 to 1 (4.1)
rapid-no-commission banker: 1 to 2 (4.1), 1 to 1 (4.1)
rapid-no-commission tie: 8 to 1 (4.1)
rapid-no-commission player-pair: 11 to 1 (4.1)
rapid-no-commission banker-pair: 11 to 1 (4.1)
tiger-no-commission player: 1 to 1 (4.1)
tiger-no-commission banker: 1 to 2 (4.1), 1 to 1 (4.1)
tiger-no-commission tie: 8 to 1 (4.1)
tiger-no-commission tiger: 12 to 1 (4.3), 20 to 1 (4.3)
tiger-no-commission small-tiger: 22 to 1 (4.3)
tiger-no-commission big-tiger: 50 to 1 (4.3)
tiger-no-commission tiger-pair: 4 to 1 (4.2), 20 to 1 (4.2), 100 to 1 (4.2)
tiger-no-commission tiger-tie: 35 to 1 (4.3)
tiger player: 1 to 1 (4.1)
tiger banker: 0.95 to 1 (4.1)
tiger tie: 8 to 1 (4.1)
tiger tiger: 12 to 1 (4.3), 20 to 1 (4.3)
tiger small-tiger: 22 to 1 (4.3)
tiger big-tiger: 50 to 1 (4.3)
tiger tiger-pair: 4 to 1 (4.2), 20 to 1 (4.2), 100 to 1 (4.2)
tiger tiger-tie: 35 to 1 (4.3)
dragon-tiger-no-commission player: 1 to 1 (4.1)
dragon-tiger-no-commission banker: 1 to 2 (4.1), 1 to 1 (4.1)
dragon-tiger-no-commission tie: 8 to 1 (4.1)
dragon-tiger-no-commission dragon-tiger: 100 to 1 (4.2), 40 to 1 (4.2), 30 to 1 (4.2)
dragon-tiger-no-commission big-dragon: 30 to 1 (4.3)
dragon-tiger-no-commission small-dragon: 15 to 1 (4.3)
dragon-tiger-no-commission big-tiger: 50 to 1 (4.3)
dragon-tiger-no-commission small-tiger: 22 to 1 (4.3)
"""


def test_pay_tables() -> None:
    printed = [
        f"{game.id} {wager.id}: "
        + ", ".join(f"{line.pays} ({line.clause})" for line in wager.lines)
        for game in GAMES
        for wager in game.wagers
    ]
    assert printed == PAY_TABLES.strip().split("\n")


# What a lost or pushed stake cites, game by game in the order of the wagers.
LOSES_BY = {
    "no-commission": "3.10 3.10 1.1.7 3.8.1 3.8.2",
    "rapid-no-commission": "3.10 3.10 1.1.8 3.8.1 3.8.2",
    "tiger-no-commission": "3.10 3.10 1.1.8 1.1.9 1.1.7 1.1.1 1.1.10 1.1.11",
    "tiger": "3.16 3.16 1.1.12 1.1.13 1.1.8 1.1.1 1.1.14 1.1.15",
    "dragon-tiger-no-commission": "3.15 3.15 1.1.14 1.1.3 1.1.1 1.1.9 1.1.2 1.1.10",
}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_clauses_of_losing(game: Game) -> None:
    assert " ".join(wager.loses_by for wager in game.wagers) == LOSES_BY[game.id]
    assert [wager.id for wager in game.wagers if wager.push] == ["player", "banker"]
    assert [wager.pushes_by for wager in game.wagers if wager.push] == [
        f"{game.winner_clause}.1"
    ] * 2
    assert {wager.pushes_by for wager in game.wagers if not wager.push} == {""}


WAGERS = """
player banker tie player-pair banker-pair tiger small-tiger big-tiger tiger-pair tiger-tie
dragon-tiger big-dragon small-dragon
"""


def test_wagers_have_the_names_printed_on_the_felt() -> None:
    titles = {(wager.id, wager.title) for game in GAMES for wager in game.wagers}
    assert titles == {(name, name.replace("-", " ").title()) for name in WAGERS.split()}


LINES = {
    ("banker", "1 to 2"): "Banker on 6",
    ("banker", "1 to 1"): "Banker on any other total",
    ("tiger", "12 to 1"): "Banker wins on 6 with two cards",
    ("tiger", "20 to 1"): "Banker wins on 6 with three cards",
    ("tiger-pair", "4 to 1"): "Single Tiger Pair",
    ("tiger-pair", "20 to 1"): "Double Tiger Pair",
    ("tiger-pair", "100 to 1"): "Twin Tiger Pair",
    ("dragon-tiger", "100 to 1"): "Player 7 over Banker 6, three cards each",
    ("dragon-tiger", "40 to 1"): "Player 7 over Banker 6, one hand on three cards",
    ("dragon-tiger", "30 to 1"): "Player 7 over Banker 6, two cards each",
}


def test_lines_have_a_name_where_a_wager_has_several() -> None:
    for game in GAMES:
        for wager in game.wagers:
            names = [LINES.get((wager.id, line.pays), "") for line in wager.lines]
            assert [line.title for line in wager.lines] == names
            assert all(names) == (len(names) > 1)


def test_an_unknown_game_is_refused_with_those_there_are() -> None:
    with pytest.raises(Refused) as refusal:
        find_game("tigr" + "x" * 50)
    assert refusal.value.reason is Reason.UNKNOWN_GAME
    assert str(refusal.value) == (
        f"There is no game 'tigr{'x' * 36}'; the games are no-commission, rapid-no-commission,"
        " tiger-no-commission, tiger, dragon-tiger-no-commission."
    )


def test_an_unknown_wager_is_refused_with_those_there_are() -> None:
    with pytest.raises(Refused) as refusal:
        find_game("no-commission").wager("tiger" + "x" * 50)
    assert refusal.value.sentence == (
        f"No Commission Baccarat has no wager 'tiger{'x' * 35}';"
        " it has player, banker, tie, player-pair, banker-pair."
    )


OLDER_PROCEDURES = """
foreign-cards 5.1.1 void none -
wrong-number-of-cards 5.2 void-unless-reconstructed none -
drawn-together-in-initial-deal 5.3 void none -
shoe-order-altered 5.4 void-unless-reconstructed none -
too-few-cards 5.5 void none -
late-stake {stake} refuse none DEALER
late-withdrawal {withdrawal} refuse none DEALER
"""
EXTRA_CARDS = "extra-or-missing-cards 5.1.1 void none -"


@pytest.mark.parametrize(
    ("game_id", "stake", "withdrawal"),
    [(OLDER[0], "5.6", "5.7"), (OLDER[1], "3.2", "3.2"), (OLDER[2], "5.6", "5.7")],
)
def test_irregularities_of_the_older_games(game_id: str, stake: str, withdrawal: str) -> None:
    table = OLDER_PROCEDURES.strip().format(stake=stake, withdrawal=withdrawal).split("\n")
    if game_id == "tiger-no-commission":
        table.insert(1, EXTRA_CARDS)
    assert print_procedures(find_game(game_id)) == table
    assert find_game(game_id).methods == (Method.B,)


def _named(procedure: Procedure) -> str:
    """The position that the clause itself names to resolve it."""
    return procedure.authority.name if procedure.authority else "-"


def print_procedures(game: Game) -> list[str]:
    return [
        f"{each.irregularity} {each.clause} {each.remedy} {each.option} {_named(each)}"
        for each in game.procedures
    ]


NEWER_PROCEDURES = """
foreign-cards 5.1.1 void none -
extra-or-missing-cards 5.1.1 void none -
unshuffled-cards 5.1.1 void none -
shoe-order-altered 5.2 void-unless-reconstructed none -
too-few-cards 5.3 void none -
late-stake 5.4 refuse none DEALER
late-withdrawal 5.5 refuse none DEALER
face-up-in-device 5.6 continue none -
dealt-in-wrong-order 5.7 reconstruct none -
passed-to-wrong-patron 5.7 reconstruct none -
exposed-or-not-passed 5.7.1 continue none -
drawn-together-order-known 5.8 reconstruct withdraw-any -
drawn-together-in-initial-deal 5.8.2.1 void none -
drawn-together-after-initial-deal 5.8.2.2 decide withdraw-all PIT_MANAGER
device-reset 5.9 reopen-betting withdraw-any -
handler-absent 5.10 dealer-exposes none DEALER
patron-left-with-cards 5.11 replace-missing none GAMING_SHIFT_MANAGER
exposed-by-moving-device 5.12.1 continue none -
altered-by-moving-device 5.12.2 void-unless-reconstructed none -
cut-card-first {cut} continue withdraw-any DEALER
under-minimum 5.14 adjust none -
over-maximum 5.15 adjust none -
power-failure 5.17 continue withdraw-all -
differential-exceeded 5.18 adjust none -
not-covered 6.1 decide none DEALER
wrong-display 6.3 continue none -
"""


@pytest.mark.parametrize(("game_id", "cut"), [(NEWER[0], "3.22.1"), (NEWER[1], "3.17.1")])
def test_irregularities_of_the_newer_games(game_id: str, cut: str) -> None:
    printed = print_procedures(find_game(game_id))
    assert printed == NEWER_PROCEDURES.strip().format(cut=cut).split("\n")
    assert find_game(game_id).methods == (Method.A, Method.B, Method.C)
    assert "".join(method.value for method in find_game(game_id).methods) == "ABC"
    options = {each.clause: each.option_clause for each in find_game(game_id).procedures}
    assert {clause: own for clause, own in options.items() if own} == {
        "5.8": "5.8.1",
        "5.17": "5.17.1",
    }


NEWER_POWERS = """
ANNOUNCE DEALER 3.1
PLACE_ON_BEHALF DEALER 3.8
RESTRICT_STAKES_PER_AREA PIT_MANAGER 3.7.1
CHOOSE_METHOD_A_OR_B PIT_MANAGER 3.9.2
ALLOW_METHOD_C ASSISTANT_CASINO_MANAGER 3.9.2
CHOOSE_HANDLER PIT_SUPERVISOR 3.10.4.1
CHOOSE_FIRST_REVEALED DEALER 3.10.6
ALLOW_DRAWING_WITHOUT_STAKE ASSISTANT_CASINO_MANAGER 3.12.2
ALLOW_SQUEEZING PIT_MANAGER {squeeze}
ALLOW_FIRST_CARD_WITHDRAWAL DEALER {cut}
DETERMINE_ORDER PIT_MANAGER 5.8.2.2
OVERSEE_MISSING_CARDS GAMING_SHIFT_MANAGER 5.11.1
REMOVE_STAKES PIT_MANAGER 5.18.3
DECIDE_IRREGULARITY PIT_MANAGER reading who-decides
DECIDE_UNCOVERED GAMING_SHIFT_MANAGER 6.1
"""


@pytest.mark.parametrize(
    ("game_id", "squeeze", "cut"), [(NEWER[0], "3.21", "3.22.1"), (NEWER[1], "3.16", "3.17.1")]
)
def test_powers_of_the_newer_games(game_id: str, squeeze: str, cut: str) -> None:
    printed = [f"{g.power.name} {g.position.name} {g.clause}" for g in find_game(game_id).grants]
    assert printed == NEWER_POWERS.strip().format(squeeze=squeeze, cut=cut).split("\n")


POWERS = """
announce the opening and closing of bets, totals and outcome
place a patron's stakes on request
allow fewer than three stakes on an area
choose between methods A and B before a round
let a patron control the dealing device
choose who handles the cards where the order of bettors does not tell
choose which hand is revealed first
let a patron draw cards without a stake
let any patron or designee squeeze cards
let stakes be withdrawn when the cut card comes first
settle the order of cards drawn together after the initial deal
oversee the replacement of cards a patron took away
remove stakes until the table differential is met
establish an irregularity and apply its clause
decide an irregularity the rules do not cover
"""


def test_powers_in_words() -> None:
    assert [power.value for power in Power] == POWERS.strip().split("\n")


def test_powers_of_the_older_games() -> None:
    decide = (Power.DECIDE_IRREGULARITY, Position.PIT_MANAGER, "reading who-decides")
    announce = (Power.ANNOUNCE, Position.DEALER, "3.1")
    for game_id in OLDER:
        grants = [(g.power, g.position, g.clause) for g in find_game(game_id).grants]
        assert grants == ([decide] if game_id.startswith("rapid") else [announce, decide])
        assert find_game(game_id).grant(Power.ALLOW_METHOD_C) is None


def test_a_document_comes_into_force_at_midnight_in_singapore() -> None:
    singapore = timezone(timedelta(hours=8))
    for game in GAMES:
        midnight = datetime(*game.effective.timetuple()[:3], tzinfo=singapore)
        assert game.in_force_ms == int(midnight.timestamp()) * 1000


def test_only_rapid_is_electronic() -> None:
    assert [game.id for game in GAMES if game.electronic] == ["rapid-no-commission"]


def test_clauses_named_on_the_game() -> None:
    assert {game.id: game.hlga_clause for game in GAMES if game.hlga_clause} == {
        "tiger": "1.1.4",
        "dragon-tiger-no-commission": "1.1.5",
    }
    assert {
        game.id: game.stakes_per_area_clause for game in GAMES if game.stakes_per_area_clause
    } == {
        "tiger": "3.7",
        "dragon-tiger-no-commission": "3.7",
    }
    assert [game.limits_clause for game in GAMES] == ["", "", "", "3.5.1", "3.5.1"]
    assert [game.new_cards_clause for game in GAMES] == ["", "", "", "5.13", "5.13"]
    assert [game.terminals_clause for game in GAMES] == ["", "1.1.5", "", "", ""]
    assert {game.wagers_clause for game in GAMES} == {"3.5"}
    assert {(game.decks, game.decks_clause) for game in GAMES} == {((4, 10), "2.1")}


def test_the_two_private_zones_are_hlga() -> None:
    assert [zone.value for zone in Zone if zone.hlga] == ["paiza-club", "ruby-room"]
