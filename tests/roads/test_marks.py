"""The text notation: what it accepts, errors for bad text, and round trips."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.roads import BadNotation, Mark, Winner, parse, spell

MARKS = st.builds(Mark, st.sampled_from(Winner), st.booleans(), st.booleans())


def test_letters_in_either_case_with_pair_digits() -> None:
    assert parse("Bp1T2b3") == (
        Mark(Winner.BANKER),
        Mark(Winner.PLAYER, player_pair=True),
        Mark(Winner.TIE, banker_pair=True),
        Mark(Winner.BANKER, player_pair=True, banker_pair=True),
    )


def test_nothing_is_an_empty_shoe() -> None:
    assert parse("") == parse(" ,-\n") == ()
    assert spell(()) == ""


def test_white_space_commas_and_hyphens_mean_nothing() -> None:
    assert spell(parse(" B,P1-T\t\n\u00a0b")) == "BP1TB"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("BPX", "The character 'X' at place 3 is not B, P or T."),
        ("B P;", "The character ';' at place 4 is not B, P or T."),
        ("B4", "The character '4' at place 2 is not B, P or T."),
        ("B\x00", "The character '\\x00' at place 2 is not B, P or T."),
        ("\uff22", "The character '\uff22' at place 1 is not B, P or T."),  # full-width B
        ("B\u00b9", "The character '\u00b9' at place 2 is not B, P or T."),  # superscript 1
        ("1B", "The character '1' at place 1 does not directly follow B, P or T."),
        ("B 1", "The character '1' at place 3 does not directly follow B, P or T."),
        ("B12", "The character '2' at place 3 does not directly follow B, P or T."),
        ("BP,-3", "The character '3' at place 5 does not directly follow B, P or T."),
    ],
)
def test_bad_text_gives_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BadNotation) as caught:
        parse(text)
    assert str(caught.value) == sentence
    assert text[caught.value.place - 1] == caught.value.character


def test_bad_text_is_a_value_error() -> None:
    assert issubclass(BadNotation, ValueError)


@given(st.lists(MARKS))
def test_marks_round_trip(marks: list[Mark]) -> None:
    assert list(parse(spell(marks))) == marks


def refusal(text: str) -> BadNotation | None:
    """Why the text does not parse; None if it does."""
    try:
        parse(text)
    except BadNotation as bad:
        return bad
    return None


@given(st.text(alphabet="BPTbpt123 ,-\n", max_size=40))
def test_what_parses_is_spelt_the_same_without_case_and_separators(text: str) -> None:
    bad = refusal(text)
    if bad is None:
        kept = [character for character in text.upper() if character not in " ,-\n"]
        assert spell(parse(text)) == "".join(kept)
    else:
        assert bad.character in "123"
        assert refusal(text[: bad.place - 1]) is None, "an earlier character was the bad one"


@given(st.text(max_size=20))
def test_any_text_parses_or_is_refused_in_one_line(text: str) -> None:
    bad = refusal(text)
    assert bad is None or (str(bad).isprintable() and str(bad).endswith("."))
