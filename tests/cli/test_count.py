"""`punto count`, checkpoints on the command line, and SIGTERM."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from punto.odds.distribution import warm
from punto.rules.games import find_game
from punto.sim.count_search import best_tags, correlation_of
from punto.sim.count_systems import CountingSystem
from punto.sim.tally import BLOCK_ROUNDS
from tests.cli.run import punto, refused

COUNT = ("count", "tiger", "big-tiger", "--shoes", "128", "--priced-shoes", "64", "--seed", "1")
JACOBSON = "0,0,-1,-1,-1,-2,1,2,2,0"


def test_a_published_count_is_played_and_its_settings_are_stated() -> None:
    asked = (*COUNT, "--tags", JACOBSON, "--trigger", "8", "--burn", "--after-cut", "1")
    found = punto(*asked, "--json").json
    assert found["system"]["tags"]["8"] == 2
    assert found["system"]["tags"]["K"] == 0
    assert found["searched"] == {"tags": False, "trigger": False}
    assert (found["shoes"], found["priced_shoes"]) == (128, 64)
    for name in ("frequency", "edge", "units_per_100", "units_per_shoe", "desirability"):
        low, high = found[name]["confidence_95"]
        assert low < found[name]["value"] < high
    a_round = found["frequency"]["value"] * found["edge"]["value"]
    per_shoe = a_round * found["rounds"] / found["shoes"]
    assert found["units_per_shoe"]["value"] == pytest.approx(per_shoe)
    assert 0.9 < found["betting_correlation"] < 1
    shown = punto(*asked).out
    for setting in ("8 decks", "cut 14", "burned", "1 more round", "seed 1", "95 %", "Bet from 8"):
        assert setting in shown


def test_a_running_count_is_not_divided() -> None:
    options = "--tags", JACOBSON, "--divisor", "running", "--json"
    always = punto(*COUNT, *options, "--trigger", "-1000").json
    never = punto(*COUNT, *options, "--trigger", "1000").json
    some = punto(*COUNT, *options, "--trigger", "12").json
    assert always["frequency"]["value"] == 1
    assert never["bets"] == never["edge"]["value"] == never["desirability"]["value"] == 0
    assert 0 < some["bets"] < some["rounds"]


def test_the_best_tags_beat_every_change_to_one_or_two_of_them() -> None:
    warm()
    wager = find_game("tiger").wager("big-tiger")
    for level in (1, 2):
        best = best_tags(wager, 8, level)
        tags = best.by_value
        by_rank = CountingSystem.of_values(tags, 0).tags
        assert sum(by_rank) == 0
        assert max(map(abs, tags)) <= level
        found = correlation_of(by_rank, wager, 8)
        assert found is not None
        assert found == pytest.approx(best.correlation)
        for one in range(9):
            for other in range(9):
                changed = list(tags)
                changed[one] += 1
                changed[other] -= 1
                if one == other or max(map(abs, changed)) > level:
                    continue
                rival = correlation_of(CountingSystem.of_values(tuple(changed), 0).tags, wager, 8)
                assert rival is None or rival <= found + 1e-12
    assert best_tags(wager, 8, 2).correlation > 0.97


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("count", "tiger", "tigr"), "no wager 'tigr'"),
        ((*COUNT, "--tags", "1,2"), "ten of ace to ten"),
        ((*COUNT, "--tags", "0,0,0,0,0,0,0,0,0,0.5"), "whole numbers"),
        ((*COUNT, "--trigger", "many"), "--trigger is a number"),
        ((*COUNT, "--divisor", "decks"), "--divisor is one of"),
        ((*COUNT, "--level", "5"), "level 1 to 4"),
        (("count", "tiger", "tie", "--tags", JACOBSON, "--trigger", "1", "--shoes", "0"), "shoes"),
    ],
)
def test_mistakes_are_told_in_a_sentence(arguments: tuple[str, ...], words: str) -> None:
    assert words in refused(punto(*arguments))


def test_sigterm_keeps_what_was_dealt_and_a_checkpoint_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "run.checkpoint"
    rounds = 4000 * BLOCK_ROUNDS
    asked = ["simulate", "tiger", "--checkpoint", str(path), "--json"]
    out = b""
    for seconds in (2, 6, 20, 60, 180):  # long enough to be past the loading of the kernels
        with subprocess.Popen(
            [sys.executable, "-m", "punto", *asked, "--rounds", str(rounds), "--threads", "1"],
            stdout=subprocess.PIPE,
        ) as running:
            time.sleep(seconds)
            running.send_signal(signal.SIGTERM)
            out, _ = running.communicate(timeout=180)
        if out:
            break
    assert running.returncode == 130
    found = json.loads(out)
    assert found["interrupted"]
    saved = json.loads(path.read_bytes())
    assert saved["seed"] == found["seed"]
    assert sum(saved["tally"]["sure"]) + sum(saved["tally"]["late"]) == found["rounds"]
    assert "another simulation" in refused(punto(*asked, "--rounds", "1000"))


def test_a_finished_checkpoint_answers_at_once_and_alike(tmp_path: Path) -> None:
    path = tmp_path / "run.checkpoint"
    asked = ("simulate", "tiger", "--rounds", "5000", "--seed", "3", "--json")
    plain = punto(*asked).json
    for resumed_at in (0, 5000):
        found = punto(*asked, "--checkpoint", str(path)).json
        assert found.pop("resumed_at") == resumed_at
        assert found | {"seconds": 0} == plain | {"seconds": 0}
    path.write_text("nonsense", encoding="utf-8")
    assert "damaged" in refused(punto(*asked, "--checkpoint", str(path)))
    nowhere = str(tmp_path / "no" / "such" / "place")
    assert "cannot be written" in refused(punto(*asked, "--checkpoint", nowhere))
    both = ("--checkpoint", str(path), "--cluster", "tcp://127.0.0.1:1")
    assert "not a cluster" in refused(punto(*asked, *both))
