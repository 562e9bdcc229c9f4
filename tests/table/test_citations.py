"""Whatever the table cites exists: a clause of its own game, or one of our readings."""

import json
from pathlib import Path

import pytest

from punto.refusals import Refused
from punto.rules.games import GAMES
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity
from punto.rules.readings import readings
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table import events as e
from punto.table.authority import authority
from punto.table.configuration import usual_configuration
from punto.table.decide import DECIDERS, decide
from punto.table.evolve import evolve_all
from punto.table.people import Actor, Patron, Staff
from punto.table.prompt import next_step
from punto.table.scripts import play_script
from punto.table.scripts.lines import read_lines
from punto.table.state import State

ROUNDS = Path(__file__).parent.parent / "rounds"
NUMBERS: dict[str, list[str]] = json.loads(
    (ROUNDS.parent / "clauses/numbers.json").read_text(encoding="utf-8")
)
SCRIPTS = sorted(ROUNDS.rglob("*.round"))

# A game begun and stopped at each of these: what may be refused differs from stage to stage.
STAGES = {
    "between rounds": "",
    "betting": "open\nstake seat1 player 100\nstake seat2 banker 100",
    "closed": "open\nstake seat1 player 100\nclose",
    "two cards": "open\nstake seat1 player 100\nclose\ndraw 2C 5D",
    "four cards": "open\nstake seat1 player 100\nclose\ndraw 2C 5D 3H AH\ntotals",
    "finished": "open\nstake seat1 player 100\nclose\ndraw 9S 8S KS KH\noutcome",
    "a case": "open\nstake seat1 player 100\nclose\nreport not-covered",
    "cut": "open\nclose\ncut-card\ndraw 9S 8S KS KH\noutcome",
}
PEOPLE: list[Actor] = [Patron("seat1"), Patron("stranger")]
PEOPLE += [Staff(position.name, position) for position in Position]


def every_command(state: State, by: Actor) -> list[c.Command]:
    """One or more of every kind of command there is."""
    config = state.configuration
    assert config is not None
    given: list[c.Command] = [
        c.OpenTable(config, by=by),
        c.ChangeConfiguration(config, by=by),
        c.CloseTable(by=by),
        c.LoadShoe("another", by=by),
        c.LoadShoe("another", backs_alike=False, by=by),
        c.BurnCards("7S", 7, by=by),
        c.RetireShoe(by=by),
        c.RevealShoe("another", ("AS",), "salt", by=by),
        c.OpenBetting(by=by),
        *(c.PlaceStake("seat1", "player", at, 10_000, by=by) for at in (1, 2, 99)),
        c.PlaceStake("seat1", "nonsense", 1, 10_000, by=by),
        *(c.PlaceStake("seat1", "player", 1, cents, by=by) for cents in (1, 100, 10**9)),
        *(c.ChangeStake(1, cents, by=by) for cents in (5_000, 20_000)),
        c.WithdrawStake(1, by=by),
        c.CloseBetting(by=by),
        c.AskToDecrease(by=by),
        c.RemoveStakes((1,), by=by),
        c.DrawCard("KD", by=by),
        c.DrawCard(None, by=by),
        c.AnnounceTotals(by=by),
        c.AnnounceOutcome(by=by),
        c.ReportCutCard(by=by),
        c.AllowFirstCardWithdrawal(by=by),
        *(c.ChooseMethod(method, by=by) for method in type(state.method)),
        c.GiveDevice("seat1", by=by),
        c.GiveDevice("seat1", without_stake=True, by=by),
        c.GiveUpDevice(by=by),
        *(c.Report(kind, by=by) for kind in Irregularity),
        *(c.Report(kind, side=Side.PLAYER, reconstructable=True, by=by) for kind in Irregularity),
        c.AnswerOption("seat1", by=by),
        c.LapseOption(by=by),
        c.Reconstruct(("2C",), by=by),
        c.SetAside(by=by),
        c.SortCards({}, by=by),
        c.ReplaceMissing(by=by),
        c.Decide(True, "so", by=by),
        c.CorrectRound(1, ("9S", "8S", "KS", "KH"), "so", by=by),
        c.CorrectDisplay(1, "tie", by=by),
    ]
    for side in Side:
        given += [
            c.PassCards(side, "seat1", by=by),
            c.RefuseCards(side, "seat1", by=by),
            c.ChooseHandler(side, "seat1", by=by),
            c.AllowSqueezing(side, "seat1", by=by),
            c.ChooseFirstRevealed(side, by=by),
            c.SqueezeCards(side, by=by),
            c.ExposeCards(side, by=by),
        ]
    assert {type(command) for command in given} == set(DECIDERS)
    return given


def exists(game: str, cited: str) -> bool:
    """A bare number, a number with its game, a reading, or nothing."""
    if not cited:
        return True
    if cited.startswith("reading "):
        return cited.removeprefix("reading ") in readings()
    return cited.removeprefix(f"{game} ") in NUMBERS[game]


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_every_refusal_authority_and_step_cites_what_exists(game: str, stage: str) -> None:
    state = play_script(f"game {game}\nopen-table\nshoe first\n{STAGES[stage]}").state
    assert exists(game, next_step(state).clause)
    refusals = 0
    for by in PEOPLE:
        for command in every_command(state, by):
            cited = authority(state, command).clause
            assert exists(game, cited), (command, cited)
            answer = asked(state, command)
            if isinstance(answer, Refused):
                refusals += 1
                assert exists(game, answer.clause or ""), (command, answer.clause)
                assert answer.sentence.endswith(".")
            else:
                assert all(exists(game, event.clause) for event in answer), command
                evolve_all(state, answer)
    assert refusals > 100


def asked(state: State, command: c.Command) -> tuple[e.Event, ...] | Refused:
    try:
        return decide(state, command)
    except Refused as refusal:
        return refusal


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_event_of_a_script_and_every_line_cites_what_exists(path: Path) -> None:
    game, script = path.parent.name, path.read_text(encoding="utf-8")
    for event in play_script(script).events:
        assert exists(game, event.clause), event
        for line in getattr(event, "lines", ()):
            assert exists(game, line.clause), line
    for line in read_lines(script):
        assert all(exists(game, clause) for clause in line.clauses), line.text


def test_the_usual_table_stands_for_all_five() -> None:
    assert {usual_configuration(game).game for game in GAMES} == set(NUMBERS)
