"""The school in a terminal: questions one by one, hints, and a score at the end."""

import builtins
from collections.abc import Iterator

import pytest

from punto.cli.school_dialogue import ask_all
from punto.cli.school_situations import play
from punto.rules.games import find_game
from punto.school.catalogue import make_item
from punto.school.items import right_answers

GAME = find_game("no-commission")
TOTAL = make_item(GAME, "hand-total", "dialogue")
FOREIGN = make_item(GAME, "situation-foreign-cards", "dialogue")


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """Somebody who types these lines, and then presses Ctrl-C."""
    said: Iterator[str] = iter(lines)

    def answer(prompt: str = "") -> str:
        try:
            return next(said)
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr(builtins, "input", answer)


def test_right_and_wrong_answers_are_told_at_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (right,) = right_answers(TOTAL)["total"]
    typed(monkeypatch, right, "12")
    assert ask_all(GAME, [TOTAL, TOTAL, TOTAL], "en") == 0
    said = capsys.readouterr().out
    assert said.count("wrong: Total is") == 1
    assert "3.4.2 If a hand" in said
    assert "1 of 2 marks" in said, "Ctrl-C ends it with the score so far"


def test_a_situation_is_played_line_by_line_with_hints(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    typed(monkeypatch, "?", "report foreign-cards", "?", "")
    assert play(FOREIGN, None, "en", json=False) == 0
    said = capsys.readouterr().out
    assert "report foreign-cards" in said
    assert "Nothing is left to do." in said
    assert "wrong" not in said


def test_a_situation_among_questions_is_answered_in_lines(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "report foreign-cards", "")
    assert ask_all(GAME, [FOREIGN], "en") == 0
    assert "wrong" not in capsys.readouterr().out
