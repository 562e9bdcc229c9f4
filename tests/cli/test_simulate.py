"""`punto simulate` and `punto protect`: the contract, same seed same answer, clear errors."""

import json
import os
import pty
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from punto.cli import main
from punto.odds.composition import Composition
from punto.odds.distribution import distribution
from punto.odds.stakes import expectation
from punto.rules.games import GAMES, find_game
from tests.cli.run import Said, fresh, punto, refused
from tests.sample import sample

LUCKY = """
id = "lucky-nine"
name = "Lucky Nine"
lines = [{ pays = "10 to 1", when = { winner = "player", player_total = 9, player_cards = 3 } }]
"""


@pytest.mark.parametrize("game", sample(game.id for game in GAMES))
def test_simulate_keeps_the_contract(game: str) -> None:
    found = punto("simulate", game, "--rounds", "300000", "--seed", "5", "--json").json
    assert {"game", "decks", "rounds", "seed", "seconds", "wagers", "chi_square"} <= found.keys()
    assert (found["game"], found["decks"], found["rounds"], found["seed"]) == (game, 8, 300_000, 5)
    assert list(found["wagers"]) == [wager.id for wager in find_game(game).wagers]
    eight_decks = distribution(Composition.of_decks(8))
    for wager in find_game(game).wagers:
        each = found["wagers"][wager.id]
        assert each.keys() == {"ev", "stderr", "exact_ev", "z"}
        assert each["exact_ev"] == float(expectation(eight_decks, wager))
        assert each["z"] == pytest.approx((each["ev"] - each["exact_ev"]) / each["stderr"])
        assert abs(each["z"]) < 4.5
    assert found["chi_square"]["p_value"] > 1e-4


def test_rounds_are_told_apart_and_add_up() -> None:
    found = punto("simulate", "tiger", "--rounds", "2000000", "--seed", "5", "--json").json
    sure, late = found["chi_square"]["rounds"], found["cut_card_effect"]["rounds"]
    assert sure + late == found["all_rounds"]["rounds"] == 2_000_000
    assert found["dealing"] == {"cut": 14, "burn": False, "after_cut": 0, "rounds_sure": 68}
    for name, each in found["wagers"].items():
        beyond = found["cut_card_effect"]["wagers"][name]["ev"]
        whole = found["all_rounds"]["wagers"][name]["ev"]
        assert (sure * each["ev"] + late * beyond) / 2_000_000 == pytest.approx(whole)
    lengths = found["shoes"]["rounds_per_shoe"]
    assert 81 < lengths["mean"] < 83
    assert sum(lengths["counts"].values()) == found["shoes"]["complete"]
    assert 7.5 < found["watched"]["ties_per_shoe"]["mean"] < 8.1
    for runs in (found["watched"]["player_runs"], found["watched"]["banker_runs"]):
        assert runs["1"] > runs["2"] > runs["3"] > runs["6"]


def without_seconds(document: dict[str, Any]) -> dict[str, Any]:
    assert document.pop("seconds") >= 0
    return document


@pytest.mark.parametrize(
    ("command", "size"), [("simulate", ("--rounds", "3000000")), ("protect", ("--shoes", "64"))]
)
def test_the_same_seed_prints_the_same_on_any_number_of_threads(
    command: str, size: tuple[str, str]
) -> None:
    arguments = (command, "tiger", *size, "--decks", "6", "--burn", "--seed", "77", "--json")
    first = punto(*arguments, "--threads", "1").json
    second = fresh(*arguments, "--threads", "3").json
    assert without_seconds(first) == without_seconds(second)


def test_without_a_seed_one_is_drawn_and_printed() -> None:
    arguments = ("simulate", "tiger", "--rounds", "1000", "--json")
    drawn = punto(*arguments).json
    again = punto(*arguments, "--seed", str(drawn["seed"])).json
    assert without_seconds(drawn) == without_seconds(again)


def test_a_wager_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "lucky.toml"
    path.write_text(LUCKY, encoding="utf-8")
    own = ("--wager", str(path), "--json")
    found = punto("simulate", "tiger", "--rounds", "200000", "--seed", "1", *own).json
    assert abs(found["wagers"]["lucky-nine"]["z"]) < 4
    guarded = punto("protect", "tiger", "--shoes", "64", "--seed", "1", *own).json
    assert guarded["wagers"]["lucky-nine"]["units_per_100"] >= 0


def test_people_read_a_table_without_colour_in_a_pipe() -> None:
    said = punto("simulate", "tiger", "--rounds", "200000", "--seed", "5")
    assert said.code == 0
    assert said.err == ""
    for words in (
        "Tiger Baccarat",
        "seed 5",
        "big-tiger",
        "chi-square",
        "whole shoes",
        "longest run",
    ):
        assert words in said.out
    assert "\x1b" not in said.out


def test_protect_reports_exposure_and_a_depth() -> None:
    found = punto("protect", "tiger", "--shoes", "128", "--seed", "5", "--json").json
    assert (found["game"], found["decks"], found["cut"], found["shoes"]) == ("tiger", 8, 14, 128)
    for each in found["wagers"].values():
        assert each.keys() == {"frequency", "edge", "units_per_100", "stderr"}
        assert each["units_per_100"] == pytest.approx(100 * each["frequency"] * each["edge"])
    assert found["wagers"]["player"]["units_per_100"] < found["wagers"]["tiger"]["units_per_100"]
    advised = found["recommended"]
    assert advised["limit_units_per_100"] == 0.1
    assert advised["cut"] == max(advised["wagers"].values())
    worst = {each["cut"]: max(each["units_per_100"].values()) for each in found["depths"]}
    assert worst[advised["cut"]] <= 0.1 < worst[14]
    said = punto("protect", "tiger", "--shoes", "64", "--seed", "5", "--limit", "0")
    assert "No cut to half the shoe" in said.out or "Cut at least" in said.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("simulate", "poker", "--rounds", "10"), "There is no game 'poker'"),
        (("simulate", "tiger"), "rounds"),
        (("simulate", "tiger", "--rounds", "0"), "from 1 to"),
        (("simulate", "tiger", "--rounds", "-5"), "from 1 to"),
        (("simulate", "tiger", "--rounds", "1e6"), "whole number"),
        (("simulate", "tiger", "--rounds", "99999999999999"), "from 1 to"),
        (("simulate", "tiger", "--rounds", "10", "--decks", "3"), "4 to 10 decks"),
        (("simulate", "tiger", "--rounds", "10", "--cut", "5"), "6 to 416"),
        (("simulate", "tiger", "--rounds", "10", "--cut", "-1"), "6 to 416"),
        (("simulate", "tiger", "--rounds", "10", "--cut", "417"), "6 to 416"),
        (("simulate", "tiger", "--rounds", "10", "--after-cut", "2"), "18 to 416"),
        (("simulate", "tiger", "--rounds", "10", "--after-cut", "99"), "0 to 10 rounds"),
        (("simulate", "tiger", "--rounds", "10", "--seed", "-1"), "seed"),
        (("simulate", "tiger", "--rounds", "10", "--threads", "0"), "threads"),
        (("simulate", "tiger", "--rounds", "10", "--wager", "no-such.toml"), "no-such.toml"),
        (("protect", "poker"), "There is no game 'poker'"),
        (("protect", "tiger", "--decks", "11"), "4 to 10 decks"),
        (("protect", "tiger", "--shoes", "0"), "shoes"),
        (("protect", "tiger", "--cut", "2"), "6 to 416"),
        (("protect", "tiger", "--seed", "-1"), "seed"),
        (("protect", "tiger", "--limit", "-1"), "--limit"),
        (("protect", "tiger", "--limit", "nan"), "--limit"),
        (("protect", "tiger", "--threads", "-3"), "threads"),
    ],
)
def test_bad_input_is_told_in_one_sentence(
    arguments: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(arguments)
    assert words in refused(Said(code, *capsys.readouterr()))


def test_a_cluster_that_is_not_there_is_told_in_one_sentence() -> None:
    for address in ("", "nonsense://x"):
        said = punto("simulate", "tiger", "--rounds", "10", "--cluster", address)
        assert "No Dask scheduler answered" in refused(said)


def read_to_the_end(terminal: int) -> None:
    with suppress(OSError):  # how a terminal ends
        while os.read(terminal, 65536):
            pass


def hear_ctrl_c() -> None:
    """As in a terminal: what a shell starts in the background is deaf to it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_progress_shows_on_a_terminal_and_ctrl_c_prints_what_there_is() -> None:
    controller, terminal = pty.openpty()
    arguments = ["simulate", "tiger", "--rounds", str(10**13), "--seed", "1", "--json"]
    with subprocess.Popen(
        [sys.executable, "-m", "punto", *arguments],
        stdout=subprocess.PIPE,
        stderr=terminal,
        preexec_fn=hear_ctrl_c,
    ) as running:
        os.close(terminal)
        shown = b""
        while b"rounds/s" not in shown:
            shown += os.read(controller, 65536)
        # A terminal that nobody reads is full after a while, and whoever writes to it waits.
        transaction = Thread(target=read_to_the_end, args=(controller,), daemon=True)
        transaction.start()
        running.send_signal(signal.SIGINT)
        out, _ = running.communicate(timeout=60)
    transaction.join(60)
    os.close(controller)
    found = json.loads(out)
    assert running.returncode == 130  # not done: a script must not take it for the whole
    assert b"first time compiles" in shown
    assert found["interrupted"]
    assert 0 < found["rounds"] < 10**13


def test_wagers_on_cards_are_dealt_too(tmp_path: Path) -> None:
    path = tmp_path / "pairs.toml"
    path.write_text(
        'id = "perfect"\nname = "Perfect"\n'
        'lines = [{ pays = "25 to 1", when = { player_pair = "perfect" } }]\n',
        encoding="utf-8",
    )
    said = punto(
        "simulate", "tiger", "--rounds", "20000", "--seed", "8", "--wager", str(path), "--json"
    ).json
    found = said["wagers"]["perfect"]
    assert abs(found["z"]) < 4.5
    assert abs(found["exact_ev"] - (26 * 7 / 415 - 1)) < 1e-12
    assert said["cut_card_effect"]["wagers"]["perfect"]["effect"] is None
