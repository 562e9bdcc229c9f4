"""Editions on the command line: named, defaulted to today's, listed and compared."""

import json
from collections.abc import Iterator

import pytest

from punto.cli import editions, games, rules
from punto.refusals import Refused
from tests.cli.run import punto, refused
from tests.rules.later import LATER, later_edition

CARDS = ("--cards", "7S 7H KS KH", "--stake", "tie=100")


@pytest.fixture
def later() -> Iterator[None]:
    with later_edition():
        yield


@pytest.mark.parametrize(
    "command",
    [
        ("settle", "{}", *CARDS),
        ("odds", "{}"),
        ("rules", "{}"),
        ("rules", "{}", "4.1"),
        ("games", "{}"),
        ("simulate", "{}", "--rounds", "1000", "--seed", "3"),
        ("deal", "{}", "--seed", "3"),
    ],
    ids=lambda command: " ".join(command[:1]),
)
def test_with_its_edition_it_is_the_same_as_in_force(command: tuple[str, ...]) -> None:
    plain, named = (
        punto(*(word.format(name) for word in command), "--json") for name in ("tiger", "tiger@2")
    )
    assert plain.code == named.code == 0, named
    if command[0] == "simulate":
        both = [each.json | {"seconds": 0} for each in (plain, named)]
        assert both[0] == both[1]
    else:
        assert plain.json == named.json


@pytest.mark.parametrize("command", ["settle", "odds", "rules", "games", "report", "deal"])
def test_an_edition_that_there_is_not(command: str) -> None:
    more = CARDS if command == "settle" else ("--out", "x.html") if command == "report" else ()
    said = refused(punto(command, "tiger@7", *more))
    assert said == "Tiger Baccarat has no edition '7'; it has tiger@2."


def test_the_unnumbered_edition_goes_by_its_day() -> None:
    said = punto("games", "dragon-tiger-no-commission@2023-12-07")
    assert "(dragon-tiger-no-commission@2023-12-07)" in said.out


def test_batches_name_editions_too() -> None:
    line = json.dumps({"game": "tiger@2", "cards": "7S 7H KS KH", "stakes": {"tie": "100"}})
    said = punto("settle", "--batch", "-", stdin=line)
    assert said.code == 0
    assert said.lines[0]["stakes"][0]["pays"] == "8 to 1"


def test_today_decides(later: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(editions, "today", lambda: LATER.effective)
    assert editions.game_today("tiger") is LATER
    assert editions.game_today("tiger@2").ref == "tiger@2"
    monkeypatch.undo()
    with later_edition():
        assert editions.game_today("tiger").ref == "tiger@2"  # it is not in force yet


def test_all_editions_are_listed(later: None, capsys: pytest.CaptureFixture[str]) -> None:
    games.games(json=True)
    assert [each["edition"] for each in json.loads(capsys.readouterr().out)].count("Version 3") == 1
    games.games(every_edition=True)
    said = capsys.readouterr().out
    assert "Tiger Baccarat, Version 3, comes into force 1 March 2031 (tiger@3)" in said
    assert "Tiger Baccarat, Version 2, in force 8 October 2019 (tiger@2)" in said


def test_two_editions_are_compared(later: None, capsys: pytest.CaptureFixture[str]) -> None:
    rules.rules("tiger@2", "tiger@3", compare=True, json=True)
    found = json.loads(capsys.readouterr().out)
    assert (found["from"], found["to"]) == ("tiger@2", "tiger@3")
    parts = [(each["part"], each["name"]) for each in found["differences"]]
    assert ("pay line", "tie on winner tie") in parts
    assert ("procedure", "face-up-in-device") in parts
    assert {each: line["change"] for each, line in found["edges"].items()}["player"] == "0/1"
    assert found["edges"]["tie"]["change"].startswith("-")
    rules.rules("tiger@2", "tiger@3", compare=True)
    said = capsys.readouterr().out
    assert "tiger@2: 8 to 1 by 4.1" in said
    assert "tiger@3: 9 to 1 by 4.1" in said
    assert "tie    14.359629%  4.844032%  -9.515597%" in said


def test_what_cannot_be_compared_is_refused() -> None:
    assert refused(punto("rules", "--compare", "tiger@2")).startswith("Name two editions")
    assert "has no edition" in refused(punto("rules", "--compare", "tiger@2", "tiger@9"))
    same = punto("rules", "--compare", "tiger", "tiger@2")
    assert "They say the same." in same.out
    assert "No wager's edge changes." in same.out
    with pytest.raises(Refused):
        rules.rules("tiger@2", None, compare=True)
