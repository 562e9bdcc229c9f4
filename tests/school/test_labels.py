"""What people read for choices, parts and acts: words in both languages, never a script's own."""

import re

import pytest

from punto.messages import CHINESE, word_in
from punto.rules.game import Game
from punto.rules.games import GAMES, find_game
from punto.school.act_words import OTHER, describe_line
from punto.school.catalogue import drills_of, make_item
from punto.school.chance import Chance
from punto.school.documents import choice_labels, question_document
from punto.school.drills.situations import situation_of
from punto.school.items import AT_TABLE, Form
from punto.school.labels import label, part_label
from punto.school.right_line import next_line
from punto.school.scenes import play_scene
from punto.school.situations import right_line

CODED = re.compile(r"[a-z]+-[a-z]+|seat\d|\bby [a-z]+-")  # as scripts write it
LATIN = re.compile(r"[A-Za-z]{3,}")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_question_and_choice_reads_as_people_speak_in_both_languages(game: Game) -> None:
    for drill in drills_of(game):
        if drill.topic in AT_TABLE or drill.kind == "procedure-too-few-cards":  # a long scene
            continue
        item = make_item(game, drill.kind, "labels")
        for language, wrong in (("en", CODED), (CHINESE, LATIN)):
            asked = question_document(item, language)
            said = asked["question"].replace(game.title, "")
            assert not wrong.search(said), (drill.kind, said)
            for part in asked["parts"]:
                assert not wrong.search(part["title"]), (drill.kind, part)
                assert all(not wrong.search(each) for each in part["labels"]), (drill.kind, part)
                assert len(set(part["labels"])) == len(part["choices"]), (drill.kind, part)


def test_announcements_are_chosen_in_the_words_that_are_called_out() -> None:
    item = make_item(find_game("tiger"), "announcement", "0")
    (part,) = item.parts
    assert choice_labels(part) == list(part.choices)
    chinese = choice_labels(part, CHINESE)
    assert "停止下注" in chinese
    assert len(chinese) == len(part.choices)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_act_of_a_right_line_and_every_point_has_words_of_its_own(game: Game) -> None:
    for drill in drills_of(game):
        if drill.topic not in AT_TABLE or "too-few" in drill.kind:
            continue
        item = make_item(game, drill.kind, "words")
        for part in item.parts:
            assert part.form is Form.LINES
            assert not LATIN.search(word_in(CHINESE, part_label(part.name))), part.name
        if drill.kind == "deal-round":
            continue
        situation = situation_of(item.question)
        stage = play_scene(situation.scene)
        first = describe_line(stage, right_line(situation).turns[0].line)
        assert first != OTHER
        assert not LATIN.search(word_in(CHINESE, first))
        assert describe_line(stage, next_line(stage, Chance("x"))) != OTHER


def test_a_name_that_is_no_word_of_the_law_stays_as_it_is() -> None:
    assert str(label("{odd}")) == "{odd}"
    assert str(part_label("{odd}")) == "{odd}"
    assert str(label("3 seat4 big-tiger")) == "Seat 4: Big Tiger"
