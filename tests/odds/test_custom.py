"""Custom wagers: read in the games' own vocabulary, refused in one sentence if invalid."""

import re

import pytest

from punto.odds.composition import Composition
from punto.odds.custom import define_wager, parse_wager
from punto.odds.distribution import distribution
from punto.odds.price import price
from punto.refusals import Reason, Refused
from punto.rules.games import GAMES, find_game
from punto.rules.outcome import Pairs, Winner
from punto.rules.wager_language import add_wagers, vocabulary
from punto.rules.wagers import CONDITIONS, Wager, When

TIGER_AGAIN = """
id = "tiger-again"
name = "Tiger again"

[[lines]]
pays = "12 to 1"
when = { winner = "banker", banker_total = 6, banker_cards = 2 }

[[lines]]
pays = "20 to 1"
title = "on three"
clause = "my 1.2"
when = { winner = ["banker"], banker_total = [6], banker_cards = [3] }
"""

GOOD = 'id = "w"\nname = "W"\n'
LINE = '[[lines]]\npays = "8 to 1"\n'


def spelled(wager: Wager) -> dict[str, object]:
    """A wager of a game written out as a definition would be."""

    def condition(when: When) -> dict[str, object]:
        found: dict[str, object] = {}
        for name in CONDITIONS:
            wanted = getattr(when, name)
            words = {value: word for word, value in vocabulary(name).items()}
            if isinstance(wanted, tuple):
                found[name] = [words[each] for each in wanted]
            elif wanted is not None:
                found[name] = words[wanted]
        return found

    lines = [
        {"pays": line.pays, "when": condition(line.when), "title": line.title}
        for line in wager.lines
    ]
    push = {} if wager.push is None else {"push": condition(wager.push)}
    return {"id": wager.id, "name": wager.title, "lines": lines, **push}


def test_a_definition_prices_as_the_games_own() -> None:
    wager = parse_wager(TIGER_AGAIN)
    exact = distribution(Composition.of_decks(8))
    assert price(exact, wager).ev == price(exact, find_game("tiger").wager("tiger")).ev
    assert [line.clause for line in wager.lines] == ["custom", "my 1.2"]
    assert wager.lines[1].title == "on three"


def test_every_wager_of_every_game_can_be_written_as_a_definition() -> None:
    exact = distribution(Composition.of_decks(6))
    for game in GAMES:
        for wager in game.wagers:
            found = price(exact, define_wager(spelled(wager)))
            assert found.variance == price(exact, wager).variance
            assert found.push == price(exact, wager).push


def test_words_mean_what_the_law_means() -> None:
    assert vocabulary("natural") == {"player": Winner.PLAYER, "banker": Winner.BANKER,
                                     "tie": Winner.TIE}  # fmt: skip
    assert list(vocabulary("pairs")) == ["none", "player", "banker", "both", "twin"]
    assert vocabulary("pairs")["twin"] is Pairs.TWIN
    assert list(vocabulary("margin")) == list(range(10))
    assert list(vocabulary("player_cards")) == [2, 3]


@pytest.mark.parametrize(
    ("text", "reason", "sentence"),
    [
        ("id = ", Reason.UNREADABLE_WAGER, "is not TOML"),
        ("a = " + "[" * 20_000, Reason.UNREADABLE_WAGER, "is not TOML"),
        ("a = " + "9" * 5_000, Reason.UNREADABLE_WAGER, "is not TOML"),
        ('name = "W"', Reason.UNREADABLE_WAGER, "needs its id"),
        ('id = "w"', Reason.UNREADABLE_WAGER, "needs its name"),
        ('id = "w"\nname = "  "', Reason.UNREADABLE_WAGER, "needs its name"),
        ('id = 3\nname = "W"', Reason.UNREADABLE_WAGER, "needs its id"),
        ('id = "My Bet"\nname = "W"', Reason.UNREADABLE_WAGER, "not an id"),
        ('id = "-"\nname = "W"', Reason.UNREADABLE_WAGER, "not an id"),
        (GOOD + "colour = 1", Reason.UNREADABLE_WAGER, "no field 'colour'"),
        (GOOD, Reason.UNSOUND_WAGER, "no pay line"),
        (GOOD + "lines = 3", Reason.UNREADABLE_WAGER, "list of tables"),
        (GOOD + "lines = [3]", Reason.UNREADABLE_WAGER, "list of tables"),
        (GOOD + LINE, Reason.UNREADABLE_WAGER, "Give line 1 a condition"),
        (GOOD + LINE + "when = {}", Reason.UNREADABLE_WAGER, "Give line 1 a condition"),
        (GOOD + LINE + "when = 'tie'", Reason.UNREADABLE_WAGER, "Give line 1 a condition"),
        (GOOD + LINE + "when = { suit = 'S' }", Reason.UNREADABLE_WAGER, "no field 'suit'"),
        (GOOD + LINE + "when = { winner = 'dealer' }", Reason.UNREADABLE_WAGER, "not 'dealer'"),
        (GOOD + LINE + "when = { winner = [] }", Reason.UNREADABLE_WAGER, "is empty"),
        (GOOD + LINE + "when = { winner = [['tie']] }", Reason.UNREADABLE_WAGER, "winner can be"),
        (GOOD + LINE + "when = { margin = true }", Reason.UNREADABLE_WAGER, "not 'True'"),
        (GOOD + LINE + "when = { margin = 1.0 }", Reason.UNREADABLE_WAGER, "not '1.0'"),
        (GOOD + LINE + "when = { pairs = 4 }", Reason.UNREADABLE_WAGER, "twin, not '4'"),
        (GOOD + LINE + "when = { banker_total = [6, 12] }", Reason.UNREADABLE_WAGER, "not '12'"),
        (GOOD + LINE + "title = 1\nwhen = { cards = 4 }", Reason.UNREADABLE_WAGER, "texts"),
        (GOOD + LINE + "odds = 1\nwhen = { cards = 4 }", Reason.UNREADABLE_WAGER, "field 'odds'"),
        (GOOD + "[[lines]]\nwhen = { cards = 4 }", Reason.UNREADABLE_WAGER, "Give line 1 its odds"),
        (GOOD + "[[lines]]\npays = 8\nwhen = { cards = 4 }", Reason.UNREADABLE_WAGER, "odds"),
        (GOOD + "[[lines]]\npays = '8:1'\nwhen = { cards = 4 }", Reason.UNREADABLE_AMOUNT, "8:1"),
        (
            GOOD + "[[lines]]\npays = '8 to 0'\nwhen = { cards = 4 }",
            Reason.UNREADABLE_AMOUNT,
            "to 0",
        ),
        (
            GOOD + "[[lines]]\npays = '0 to 1'\nwhen = { cards = 4 }",
            Reason.UNSOUND_WAGER,
            "has no pay line",
        ),
        (
            GOOD + LINE + "when = { winner = 'tie', margin = 3 }",
            Reason.UNSOUND_WAGER,
            "no round can ever satisfy line 1",
        ),
        (
            GOOD + LINE + "when = { winner = 'tie' }\n" + LINE + "when = { banker_total = 6 }",
            Reason.UNSOUND_WAGER,
            "line 2 (8 to 1) overlaps line 1",
        ),
        (
            GOOD + LINE + "when = { winner = 'tie' }\n[push]\nbanker_total = 6",
            Reason.UNSOUND_WAGER,
            "the push overlaps line 1",
        ),
        (
            GOOD + LINE + "when = { winner = 'tie' }\n[push]\nbanker_total = 6\ncards = 7",
            Reason.UNREADABLE_WAGER,
            "In the push cards can be 4, 5, 6",
        ),
    ],
)
def test_a_bad_definition_is_refused_in_one_sentence(
    text: str, reason: Reason, sentence: str
) -> None:
    with pytest.raises(Refused, match=re.escape(sentence)) as refusal:
        parse_wager(text)
    assert refusal.value.reason is reason
    assert refusal.value.sentence.endswith(".")
    assert "\n" not in refusal.value.sentence


def test_a_wager_joins_any_game_under_an_id_of_its_own() -> None:
    wager = parse_wager(TIGER_AGAIN)
    for game in GAMES:
        assert add_wagers(game.wagers, [wager]) == (*game.wagers, wager)
    with pytest.raises(Refused, match="already a wager 'tiger-again'"):
        add_wagers((), [wager, wager])
    with pytest.raises(Refused, match="already a wager 'tie'"):
        add_wagers(find_game("tiger").wagers, [find_game("no-commission").wager("tie")])
