"""Made-up games: named by what they are made of, and never taken for an approved one."""

import re

import pytest

from punto.money import Cents
from punto.refusals import Reason, Refused
from punto.rules.cards import parse_cards
from punto.rules.clauses import find_clause
from punto.rules.games import find_game, find_law
from punto.rules.holdings import facts
from punto.rules.made_up_games import (
    _known,
    base_id,
    make_up,
    portable_name,
    write_definitions,
)
from punto.rules.round import read_round
from punto.rules.settlement import Result, Stake, settle
from tests.rules.made_up import WAGERS, lucky_game


def test_its_name_says_what_it_is_and_what_it_is_made_of() -> None:
    game, other = lucky_game(), lucky_game(wagers=WAGERS.replace("10 to 1", "9 to 1"))
    assert game.id.startswith("test-tiger-")
    assert game.title == "TEST GAME Tiger Baccarat with Lucky Nine, Red Player"
    assert game.id != other.id
    assert game is lucky_game()
    assert not game.is_approved
    assert find_game("tiger").is_approved
    assert lucky_game("no-commission").id.startswith("test-no-commission-")


def test_it_is_found_by_its_name_once_it_is_known_and_by_a_portable_one_anywhere() -> None:
    game = lucky_game(wagers=WAGERS.replace("10 to 1", "11 to 1"))
    assert find_game(game.id) is find_game(game.ref) is game
    name = portable_name(game)
    for each in (game.id, game.ref, f"{game.id}@{game.edition}"):
        del _known[each]
    with pytest.raises(Refused) as unknown:
        find_game(game.ref)
    assert unknown.value.reason is Reason.UNKNOWN_GAME
    assert find_game(name) == game
    assert portable_name(find_game("tiger")) == "tiger@2"


def test_a_name_that_is_not_of_these_wagers_is_no_game() -> None:
    game = lucky_game()
    assert find_law(game.id, game.edition, game.definitions) is game
    assert find_law("tiger", game.edition, game.definitions) is None
    assert find_law("test-tiger-000000000000", game.edition, game.definitions) is None
    assert find_law(game.id, "Version 1", game.definitions) is None
    assert find_law(game.id, game.edition) is None
    assert find_law("tiger", "Version 2") is find_game("tiger")


@pytest.mark.parametrize(
    "definitions",
    ["", "{}", "[]", "[1]", "3", "[{},1]", "nonsense", "[" * 3000],
)
def test_definitions_that_cannot_be_read_are_refused(definitions: str) -> None:
    with pytest.raises(Refused) as refused:
        make_up(find_game("tiger"), definitions)
    assert refused.value.reason is Reason.UNREADABLE_WAGER
    assert refused.value.sentence == (
        "The wagers of a test game are a list of definitions in JSON."
    )


def test_a_definition_that_defines_no_wager_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        make_up(find_game("tiger"), '[{"id":"x"}]')
    assert refused.value.reason is Reason.UNREADABLE_WAGER


def test_definitions_have_at_most_twenty_thousand_characters() -> None:
    definitions = lucky_game().definitions
    longest = definitions.ljust(20_000)
    assert make_up(find_game("tiger"), longest).definitions == longest
    with pytest.raises(Refused) as refused:
        make_up(find_game("tiger"), longest + " ")
    assert refused.value.reason is Reason.UNREADABLE_WAGER
    assert refused.value.sentence == (
        "Define the wagers of a test game in at most 20000 characters."
    )


def test_definitions_are_written_in_one_way() -> None:
    assert write_definitions([{"id": "x", "a": [1, 2]}]) == '[{"a":[1,2],"id":"x"}]'
    game = lucky_game()
    assert re.fullmatch("test-tiger-[0-9a-f]{12}", game.id)
    assert [base_id(name) for name in (game.id, "no-commission")] == ["tiger", "no-commission"]
    tiger = find_game("tiger")
    assert game.wagers[: len(tiger.wagers)] == tiger.wagers
    assert [each.id for each in game.wagers[-2:]] == ["lucky-nine", "red-player"]


def test_two_wagers_of_one_id_are_refused() -> None:
    with pytest.raises(Refused) as refused:
        lucky_game(wagers=WAGERS.replace("red-player", "lucky-nine"))
    assert refused.value.reason is Reason.WAGER_ID_TAKEN


def test_an_unknown_test_game_is_named_in_the_refusal() -> None:
    name = "test-tiger-" + "0" * 60
    with pytest.raises(Refused) as refused:
        find_game(name)
    assert refused.value.sentence == (
        f"There is no test game {name[:60]!r} here: open its table first."
    )


def test_a_wager_of_the_document_cannot_be_redefined() -> None:
    line = {"pays": "100 to 1", "when": {"winner": "tie"}}
    tie = {"id": "tie", "name": "Tie", "lines": [line]}
    with pytest.raises(Refused) as refused:
        make_up(find_game("tiger"), write_definitions([tie]))
    assert refused.value.reason is Reason.WAGER_ID_TAKEN


def test_its_procedures_are_the_documents_and_cite_the_test_game() -> None:
    game, tiger = lucky_game(), find_game("tiger")
    assert find_clause(game, "3.3.2").summary == find_clause(tiger, "3.3.2").summary
    assert game.procedures == tiger.procedures
    assert game.cite("4.3") == f"{game.id} 4.3"


@pytest.mark.parametrize(
    ("cards", "nine", "red"),
    [
        ("4H 2C 5D 5S", Result.WIN, Result.WIN),  # 9 to 7, red
        ("4C 2C 3S 5S", Result.PUSH, Result.PUSH),  # 7 to 7, black
        ("4C 2C 3D 5S", Result.PUSH, Result.LOSE),  # 7 to 7, of both colours
        ("4H 3C 3D 5S", Result.LOSE, Result.WIN),  # 7 to 8, red
    ],
)
def test_wagers_on_outcomes_and_on_suits_are_settled(cards: str, nine: Result, red: Result) -> None:
    game = lucky_game()
    dealt = read_round(game, parse_cards(cards))
    hands = facts(dealt.player.cards, dealt.banker.cards)
    stakes = [Stake("lucky-nine", 1000), Stake("red-player", 1000), Stake("tie", 1000)]  # type: ignore[arg-type]
    lines = settle(game, dealt.outcome, stakes, hands=hands).lines
    assert [line.result for line in lines[:2]] == [nine, red]
    assert [line.clause for line in lines[:2]] == ["custom", "custom"]
    tiger = settle(find_game("tiger"), dealt.outcome, stakes[2:]).lines
    assert lines[2:] == tiger


def test_without_the_cards_a_wager_on_suits_is_refused() -> None:
    game = lucky_game()
    dealt = read_round(game, parse_cards("4H 2C 5D 5S"))
    with pytest.raises(Refused) as refused:
        settle(game, dealt.outcome, [Stake("red-player", 1000)])  # type: ignore[arg-type]
    assert refused.value.reason is Reason.UNSOUND_WAGER


def test_a_verdict_on_cards_takes_the_cards() -> None:
    game = lucky_game()
    dealt = read_round(game, parse_cards("9H 8S KD KC"))
    assert game.verdict("lucky-nine", dealt.outcome).line is not None
    for ask in (
        lambda: game.verdict("red-player", dealt.outcome),
        lambda: settle(game, dealt.outcome, [Stake("red-player", Cents(10_00))]),
    ):
        with pytest.raises(Refused) as refused:
            ask()
        assert refused.value.reason is Reason.UNSOUND_WAGER
    hands = facts(dealt.player.cards, dealt.banker.cards)
    assert game.verdict("red-player", dealt.outcome, hands).line is not None
