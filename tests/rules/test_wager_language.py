"""The wager language: what is read from a definition, and each sentence that refuses one."""

from typing import Any

import pytest

from punto.refusals import Reason, Refused
from punto.rules.hands import Side
from punto.rules.holdings import HandIs
from punto.rules.outcome import Pairs, Winner
from punto.rules.wager_language import (
    CARD_CONDITIONS,
    add_wagers,
    check_wager,
    define_wager,
    read_definitions,
    vocabulary,
)
from punto.rules.wagers import Pays, Wager, When

TIE = {"pays": "8 to 1", "when": {"winner": "tie"}}
FOUR = {"pays": "1 to 2", "when": {"cards": 4}, "title": "short", "clause": "mine 1"}
LINES = "A wager's lines are a list of tables, each written under [[lines]]."
PLAIN = {"id": "w", "name": "W", "lines": [TIE]}
FIELDS = (
    "all, any, banker_all_ranks, banker_cards, banker_colours, banker_first_two,"
    " banker_first_two_suits, banker_highest, banker_kinds, banker_pair, banker_ranks,"
    " banker_suits, banker_third, banker_total, cards, margin, natural, not, pairs,"
    " player_all_ranks, player_cards, player_colours, player_first_two,"
    " player_first_two_suits, player_highest, player_kinds, player_pair, player_ranks,"
    " player_suits, player_third, player_total, winner"
)


def defined(**changed: Any) -> Wager:
    return define_wager({**PLAIN, **changed})


def condition(**fields: Any) -> When:
    """A condition as it is read; the line on it is not checked, as it may overlap nothing."""
    (line,) = define_wager(
        {**PLAIN, "lines": [{"pays": "1 to 1", "when": fields}]}, lambda wager: ()
    ).lines
    return line.when


def refused(definition: Any) -> Refused:
    with pytest.raises(Refused) as refusal:
        define_wager(definition)
    return refusal.value


def test_a_wager_is_read_with_its_lines_in_order() -> None:
    cards = {"winner": ["player", "banker"], "cards": 4}
    wager = defined(name=" W ", lines=[TIE, {**FOUR, "when": cards}])
    assert wager == Wager(
        "w",
        "W",
        (
            Pays("8 to 1", When(winner=Winner.TIE), "custom", ""),
            Pays("1 to 2", When(winner=(Winner.PLAYER, Winner.BANKER), cards=4), "mine 1", "short"),
        ),
        "custom",
    )


@pytest.mark.parametrize(
    ("push", "read"),
    [
        (None, None),
        ({"winner": "player"}, When(winner=Winner.PLAYER)),
        ([{"winner": "player"}], When(winner=Winner.PLAYER)),
        (
            [{"winner": "player"}, {"winner": "banker"}],
            When(any_of=(When(winner=Winner.PLAYER), When(winner=Winner.BANKER))),
        ),
    ],
    ids=["none", "one", "a list of one", "two"],
)
def test_a_push_is_one_condition_or_several(push: Any, read: When | None) -> None:
    wager = defined(push=push)
    assert wager.push == read
    assert wager.pushes_by == ("" if read is None else "custom")


def test_a_line_that_pays_nothing_is_a_push() -> None:
    wager = defined(lines=[{"pays": "0 to 1", "when": {"winner": "player"}}, TIE])
    assert [line.pays for line in wager.lines] == ["8 to 1"]
    assert (wager.push, wager.pushes_by) == (When(winner=Winner.PLAYER), "custom")


def test_conditions_are_joined_and_ask_about_cards() -> None:
    assert condition(any=[{"cards": 4}, {"cards": 5}], all={"margin": 0}) == When(
        any_of=(When(cards=4), When(cards=5)), all_of=(When(margin=0),)
    )
    red = HandIs(Side.PLAYER, "colours", ("red",))
    assert condition(**{"not": {"player_colours": "red"}}) == When(none_of=(When(hands=(red,)),))
    both = condition(banker_third=["3", 8], player_colours="red", pairs=["twin"])
    third = HandIs(Side.BANKER, "third", ("3", "8"))
    assert both == When(pairs=(Pairs.TWIN,), hands=(third, red))


def nested(depth: int) -> dict[str, Any]:
    found: dict[str, Any] = {"winner": "tie"}
    for _ in range(depth):
        found = {"not": found}
    return found


def test_conditions_are_nested_eight_deep_and_no_deeper() -> None:
    assert condition(**nested(8)) is not None
    with pytest.raises(Refused) as refusal:
        condition(**nested(9))
    assert refusal.value.sentence == "The condition of line 1 is nested too deeply."
    assert refusal.value.reason is Reason.UNREADABLE_WAGER


def test_the_words_of_each_field_are_those_of_possible_outcomes() -> None:
    assert vocabulary("winner") == {each.value: each for each in Winner}
    assert vocabulary("natural") == vocabulary("winner")
    assert vocabulary("pairs") == {each.name.lower(): each for each in Pairs}
    assert list(vocabulary("cards").items()) == [(4, 4), (5, 5), (6, 6)]
    assert len(CARD_CONDITIONS) == 20
    assert {"player_third", "banker_pair"} <= set(CARD_CONDITIONS)


@pytest.mark.parametrize(
    "text",
    [
        "a",
        "0",
        "a-b",
        "a" * 40,
        "9" + "-" * 38 + "z",
        *(f"{each}{each}" for each in "az09"),  # each of them first and last
        *(f"m{each}m" for each in "az09"),
    ],
)
def test_an_id_is_up_to_forty_small_letters_digits_and_hyphens(text: str) -> None:
    assert defined(id=text).id == text


@pytest.mark.parametrize("text", ["a" * 41, "-a", "a-", "A", "a b", "ä", "a\n"])
def test_another_id_is_refused(text: str) -> None:
    refusal = refused({**PLAIN, "id": text})
    assert refusal.reason is Reason.UNREADABLE_WAGER
    assert refusal.sentence == (
        f"{text[:40]!r} is not an id for a wager; use at most 40 small letters, digits and"
        " hyphens, as in lucky-nine."
    )


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"id": None}, "A wager needs its id, as id = 'lucky-nine'."),
        ({"id": "  "}, "A wager needs its id, as id = 'lucky-nine'."),
        ({"name": 3}, "A wager needs its name, as name = 'Lucky Nine'."),
        ({"name": " "}, "A wager needs its name, as name = 'Lucky Nine'."),
        (
            {"y" * 41: 1, "zz": 1},
            f"There is no field {'y' * 40!r} in a wager; it may have id, lines, name, push.",
        ),
        ({"lines": {}}, LINES),
        (
            {"lines": [TIE, 1]},
            "A wager's lines are a list of tables, each written under [[lines]].",
        ),
        ({"lines": [TIE, {"when": {}}]}, "Give line 2 its odds, as pays = '8 to 1'."),
        (
            {"lines": [{**TIE, "odds": "1"}]},
            "There is no field 'odds' in line 1; it may have clause, pays, title, when.",
        ),
        (
            {"lines": [{**TIE, "title": 1}]},
            "In line 1 the title and the clause must be texts.",
        ),
        (
            {"lines": [{**TIE, "clause": 1}]},
            "In line 1 the title and the clause must be texts.",
        ),
        (
            {"lines": [{"pays": "1 to 1"}]},
            "Give line 1 a condition, as when = { winner = 'banker' }.",
        ),
        (
            {"lines": [{"pays": "1 to 1", "when": {"suit": 1}}]},
            f"There is no field 'suit' in the condition of line 1; it may have {FIELDS}.",
        ),
        (
            {"lines": [{"pays": "1 to 1", "when": {"any": []}}]},
            "In line 1 any joins nothing.",
        ),
        (
            {"lines": [{"pays": "1 to 1", "when": {"player_third": []}}]},
            "In line 1 the list of player_third is empty.",
        ),
        (
            {"lines": [{"pays": "1 to 1", "when": {"cards": []}}]},
            "In line 1 the list of cards is empty.",
        ),
        (
            {"lines": [{"pays": "1 to 1", "when": {"cards": "x" * 41}}]},
            f"In line 1 cards can be 4, 5, 6, not {'x' * 40!r}.",
        ),
        (
            {"lines": [{"pays": "1 to 1", "when": {"cards": [4, True]}}]},
            "In line 1 cards can be 4, 5, 6, not 'True'.",
        ),
        (
            {"lines": [{"pays": "1 to 1", "when": {"margin": True}}]},
            "In line 1 margin can be 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, not 'True'.",
        ),
        (
            {"lines": [{"pays": "1 to 1", "when": "tie"}]},
            "Give line 1 a condition, as when = { winner = 'banker' }.",
        ),
        (
            {"lines": [TIE, TIE, {"pays": "3 to 1", "when": {"winner": "tie", "margin": 1}}]},
            "In wager 'w' line 2 (8 to 1) overlaps line 1 (8 to 1).",
        ),
        (
            {"push": [{"winner": "player", "margin": 0}, {"winner": "player"}]},
            "In wager 'w' no round can ever satisfy the push.",
        ),
        (
            {"push": {"cards": 4.0}},
            "In the push cards can be 4, 5, 6, not '4.0'.",
        ),
        (
            {"push": [{"winner": "player"}, {}]},
            "Give push 2 a condition, as when = { winner = 'banker' }.",
        ),
        (
            {"push": [{"winner": "player"}, {"winner": "tie"}]},
            "In wager 'w' the push overlaps line 1 (8 to 1).",
        ),
        (
            {"push": [{"winner": "tie"}, {"winner": "player"}]},
            "In wager 'w' the push overlaps line 1 (8 to 1).",
        ),
        ({"lines": []}, "Wager 'w' has no pay line, so it could never win."),
    ],
)
def test_what_is_wrong_with_a_definition_is_said_in_one_sentence(
    changed: dict[str, Any], sentence: str
) -> None:
    definition = {key: value for key, value in {**PLAIN, **changed}.items() if value is not None}
    refusal = refused(definition)
    assert refusal.sentence == sentence
    is_sound = "'w'" not in sentence
    assert refusal.reason is (Reason.UNREADABLE_WAGER if is_sound else Reason.UNSOUND_WAGER)


def test_a_text_holds_one_definition_or_several() -> None:
    assert read_definitions('id = "a"') == ({"id": "a"},)
    assert read_definitions('[[wager]]\nid = "a"\n[[wager]]\nid = "b"') == (
        {"id": "a"},
        {"id": "b"},
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("wager = 3", "Several wagers are written each under its own [[wager]]."),
        ("wager = [{}, 3]", "Several wagers are written each under its own [[wager]]."),
        (
            '[[wager]]\nid = "a"\n[other]',
            "There is no field 'other' in a file of several wagers; it may have wager.",
        ),
        ("a", "The wager's definition is not TOML: Expected '=' after a key in a key/value pair"),
        (
            "a = " + "[" * 20_000,
            "The wager's definition is not TOML: maximum recursion depth exceeded",
        ),
    ],
)
def test_a_text_that_is_no_definition_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(Refused) as refusal:
        read_definitions(text)
    assert refusal.value.sentence.startswith(sentence)
    assert refusal.value.sentence.endswith(".")
    assert not refusal.value.sentence.endswith("..")
    assert refusal.value.reason is Reason.UNREADABLE_WAGER


def test_wagers_are_added_after_those_of_the_game_under_other_ids() -> None:
    one, two = defined(id="one"), defined(id="two")
    assert add_wagers([one], [two]) == (one, two)
    assert add_wagers([one], []) == (one,)
    with pytest.raises(Refused) as refusal:
        add_wagers([one], [two, two])
    assert refusal.value.reason is Reason.WAGER_ID_TAKEN
    assert refusal.value.sentence == ("There is already a wager 'two' here; give yours another id.")


def test_a_wager_is_checked_without_a_push_too() -> None:
    with pytest.raises(Refused):
        check_wager(Wager("w", "W", (), "custom"))
    wager = defined()
    assert check_wager(wager) is wager
