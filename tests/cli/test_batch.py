"""Batches: line n answers line n, ids are returned as written, and answers are unchanged."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from punto.cli.batch import read_request, take_id
from punto.cli.output import json_line
from punto.odds.composition import Composition
from punto.odds.distribution import warm
from punto.odds.document import odds_document
from punto.odds.question import Question
from punto.refusals import Refused
from punto.rules.games import GAMES
from tests.cli.run import punto
from tests.odds.brute import depleted

GOOD: dict[str, dict[str, Any]] = {
    "settle": {"game": "tiger", "cards": "2C 5D 3H AH KD", "stakes": {}},
    "odds": {"game": "tiger", "shoe": "A=4,6=4"},
    "roads": {"results": "BP"},
}


@pytest.mark.parametrize("command", GOOD)
def test_answers_keep_the_lines_and_ids_of_their_questions(command: str) -> None:
    good = GOOD[command]
    lines = [
        json.dumps(good),
        "",
        json.dumps({"id": "虎 7", **good}),
        "nonsense",
        "  \t",
        '{"id":1.50,' + json.dumps(good)[1:],
        json.dumps({"id": 12345678901234567890123, "gme": "tiger"}),
        json.dumps({**good, "id": ["a"]}),
        json.dumps({**good, "id": None}),
        json.dumps({**good, "id": "\ud800"}),
    ]
    said = punto(command, "--batch", "-", stdin="\n".join(lines))
    assert said.code == 1
    assert said.err == ""
    answers = said.out.split("\n")
    assert len(answers) == len(lines) + 1  # the last line ends too
    assert answers[1] == answers[4] == ""
    plain = answers[0]
    assert answers[2] == '{"id":"虎 7",' + plain[1:]
    assert "error" in json.loads(answers[3])
    assert "id" not in json.loads(answers[3])
    assert answers[5] == '{"id":1.50,' + plain[1:]
    assert answers[6].startswith('{"id":12345678901234567890123,"error":')
    assert "unknown key 'gme'" in answers[6]
    for refused in answers[7:9]:
        assert "string or a number" in json.loads(refused)["error"]
    assert answers[9] == '{"id":"\\ud800",' + plain[1:]


def test_a_file_and_standard_input_are_answered_alike(tmp_path: Path) -> None:
    text = "\n".join(["", json.dumps(GOOD["odds"]), "", "", '{"id": 3}']) + "\n\n"
    path = tmp_path / "lines"
    path.write_text(text, encoding="utf-8")
    from_file = punto("odds", "--batch", str(path))
    assert from_file == punto("odds", "--batch", "-", stdin=text)
    assert len(from_file.out.splitlines()) == len(text.splitlines())


def test_each_line_is_answered_before_the_next_is_asked() -> None:
    command = [sys.executable, "-m", "punto", "odds", "--batch", "-"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for number in range(3):
            process.stdin.write(json.dumps({"id": number, **GOOD["odds"]}) + "\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == number
        process.stdin.close()
        assert process.wait() == 0


def test_lines_are_written_as_the_standard_encoder_writes_them() -> None:
    values = [
        {"small": 1.5e-7, "smaller": -3e-300, "id-e-5": 0.1, "虎": "a\\b\n\x1f\x7f", "none": None},
        {"one-e-9": 1e-5, "zero": 0.0, "less": -0.0, "much": 123456789.125, "flags": [True, False]},
    ]
    warm()
    for game in GAMES:
        for left in (0, 3, 7, 200, 416):
            shoe = Composition(depleted(8, left, left).counts)
            values.append(odds_document(Question(shoe, game.wagers, game)))
    for value in values:
        expected = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        assert json_line(value) in (expected, json.dumps(value, separators=(",", ":")))


def test_ids_are_taken_out_of_a_line() -> None:
    request = read_request('{"id": 1e5, "game": "tiger"}')
    assert take_id(request) == "1e5"
    assert request == {"game": "tiger"}
    with pytest.raises(Refused):
        take_id({"id": True})
