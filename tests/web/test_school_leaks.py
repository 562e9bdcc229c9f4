"""A student never receives an answer of a paper before handing it in."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from punto.journal.people.people import Kind, Person
from punto.messages import word_in
from punto.refusals import Refused
from punto.rules.games import GAMES, find_game
from punto.school.catalogue import full_answers
from punto.school.items import AT_TABLE, Item
from punto.school.papers import usual_plan
from tests.sample import sample
from tests.web.school_served import school_served, students, work_to_the_end

# Every field that a question, a paper in hand or its table may have; a new one is looked at first.
QUESTION = {
    *("examination", "name", "game", "pass_percent", "questions", "number", "topic", "is_opened"),
    *("is_answered", "seconds_left", "question", "answers", "table", "text", "english", "chinese"),
    *("parts", "form", "title", "choices", "value", "says", "act", "round", "moment", "method"),
    *("zone", "player", "banker", "stakes", "position", "patron", "wager", "cents", "holders"),
    *("device", "reported", "currency", "code", "digits", "minimum_cents", "maximum_cents"),
    *("differential_cents", "stakes_per_area", "last", "cards", "void", "totals"),
}
WRONG = {
    *("right", "solutions", "is_right", "marks", "seed", "kind", "facts", "happened"),
    "irregularity",
}


def fields(document: Any) -> Iterator[str]:
    """Every name of a field in a document; the names of answers are the question's own parts."""
    if isinstance(document, list):
        for each in document:
            yield from fields(each)
    if isinstance(document, dict):
        for name, value in document.items():
            yield name
            if name not in ("answers", "holders"):
                yield from fields(value)


@pytest.mark.parametrize("game", sample(each.id for each in GAMES))
def test_nothing_of_an_answer_is_sent_before_the_paper_is_handed_in(
    tmp_path: Path, game: str
) -> None:
    with school_served(tmp_path) as (casino, address):
        people = students(address)
        ana, school = people["ana"], casino.school
        assert school is not None
        weights = {topic.value: 2 for topic in usual_plan(find_game(game)).weights}
        number = people["tara"].set_examination(game, weights=weights).number
        sent: list[str] = []
        ana.http.event_hooks["response"].append(lambda answer: sent.append(answer.read().decode()))
        ana.examinations()
        opened = ana.start_paper(number).questions
        secret = people["tara"].examinations()[0].seed
        me = Person("ana", Kind.STAFF)
        for line in opened:
            before = len(sent)
            shown = ana.open_question(number, line.number)
            item = school.sitting(number, me).item(line.number)
            found = set(fields(json.loads(sent[before])))
            assert found <= QUESTION, found - QUESTION
            assert not found & WRONG
            _check_question(item, sent[before])
            if shown.table:
                for refused in (ana.hint, ana.finish_situation):
                    with pytest.raises(Refused):
                        refused(shown.table)
                work_to_the_end(casino, ana, shown.table)
            else:
                ana.answer_question(number, line.number, full_answers(item))
        with pytest.raises(Refused):
            ana.result(1)
        assert ana.results() == []
        everything = "".join(sent)
        assert secret not in everything
        kinds = [each.kind for each in school.sitting(number, me).paper.questions]
        assert sum(kind.startswith("situation-") for kind in kinds) == 2
        assert "situation-" not in everything
        assert "deal-round" not in everything
        assert ana.hand_in(number).result.passed


def _check_question(item: Item, sent: str) -> None:
    """Neither the explanation nor a clause that the answer rests on stands in the question."""
    for part in item.parts:
        if part.why:  # sent in both languages; in one its words may be the question's own
            whys = [word_in(language, part.why) for language in ("en", "zh")]
            assert not all(why in sent for why in whys), part
    if item.topic in AT_TABLE:
        return
    for part in json.loads(sent)["question"]["parts"]:
        assert set(part) == {"name", "form", "title", "choices"}
