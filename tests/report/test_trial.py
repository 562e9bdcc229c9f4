"""The trial reports when simulation and exact values differ; fingerprints follow the law."""

from dataclasses import replace

import pytest

from punto.odds.custom import parse_wager
from punto.odds.question import Question, ask
from punto.report.fingerprints import fingerprints, plain
from punto.report.html import set_html
from punto.report.manuscript import write_manuscript
from punto.report.trial import run_trial
from punto.rules.games import find_game
from tests.report.page import Page
from tests.report.sheets import lucky, sheet

TIGER = find_game("tiger")


def test_a_sound_trial_agrees() -> None:
    assert sheet("tiger").trial.agrees
    assert sheet("tiger").trial.farthest < 5


def test_rounds_of_another_shoe_do_not_agree() -> None:
    """Four decks dealt, eight decks' law: a million rounds tell them apart."""
    question = ask(TIGER, decks=4)
    mistaken = Question(ask(TIGER, decks=8).shoe, question.wagers, TIGER, 4)
    trial = run_trial(mistaken, 5_000_000, 1)
    assert not trial.agrees
    wrong = replace(sheet("tiger"), trial=trial)
    assert "DOES NOT agree" in Page(set_html(write_manuscript(wrong))).text


def test_an_interrupted_trial_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    from punto.sim import run

    whole = run.simulate

    def stopped(request: run.Request, **named: object) -> run.Answer:
        return replace(whole(request), interrupted=True)

    monkeypatch.setattr(run, "simulate", stopped)
    with pytest.raises(KeyboardInterrupt):
        run_trial(ask(TIGER), 1000, 1)


def test_fingerprints_follow_the_law() -> None:
    def hashes(game: object = TIGER, custom: object = ()) -> dict[str, str]:
        return {each.key: each.sha256 for each in fingerprints(game, custom)}  # type: ignore[arg-type]

    first = hashes()
    assert list(first) == ["law", "register", "readings", "drawing", "outcomes"]
    line = replace(TIGER.wagers[0].lines[0], pays="2 to 1")
    changed = replace(TIGER, wagers=(replace(TIGER.wagers[0], lines=(line,)), *TIGER.wagers[1:]))
    second = hashes(changed)
    assert {key for key in first if first[key] != second[key]} == {"law"}
    assert list(hashes(None, [lucky()])) == ["readings", "drawing", "outcomes", "wager:lucky-nine"]


def test_the_law_s_plain_form_leaves_nothing_out() -> None:
    distribution = plain(TIGER)
    assert distribution["id"] == "tiger"
    assert distribution["effective"] == "2019-10-08"
    assert distribution["wagers"][1]["lines"][0]["pays"] == "0.95 to 1"
    assert distribution["wagers"][3]["lines"][0]["when"]["winner"] == "BANKER"
    assert len(distribution["procedures"]) == len(TIGER.procedures)
    with pytest.raises(TypeError):
        plain(1.5)


def test_wagers_on_cards_are_tried_apart() -> None:
    wager = parse_wager(
        'id = "perfect"\nname = "Perfect"\n'
        'lines = [{ pays = "25 to 1", when = { player_pair = "perfect" } }]'
    )
    trial = run_trial(ask(decks=8, extra=[wager]), 20_000, 8)
    assert trial.tested["perfect"].rounds >= 10_000
    assert trial.later["perfect"].rounds == 0
    assert trial.agrees
