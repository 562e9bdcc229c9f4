"""Every citation exists: a clause of the table's own game, or one of our readings."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from punto.ledger.script_purses import ScriptPurses
from punto.refusals import Reason, Refused
from punto.rules.game import Method
from punto.rules.games import GAMES
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity
from punto.rules.readings import readings_for
from punto.rules.staff import USUAL_RANKS, Position
from punto.table import commands as c
from punto.table import events as e
from punto.table.authority import authority
from punto.table.configuration import CardSource, usual_configuration
from punto.table.decide import DECIDERS
from punto.table.evolve import evolve_all
from punto.table.people import Actor, Patron, Staff
from punto.table.prompt import next_step
from punto.table.scripts import play_script
from punto.table.scripts.lines import read_lines
from punto.table.state import State
from tests.envelope import Given, decide_given
from tests.table.invariants import refuses_by

ROUNDS = Path(__file__).parent.parent / "rounds"
NUMBERS: dict[str, list[str]] = json.loads(
    (ROUNDS.parent / "clauses/numbers.json").read_text(encoding="utf-8")
)
# What `punto rules GAME` lists beside the clauses.
LISTED = {game.id: {reading.id for reading in readings_for(game.id)} for game in GAMES}
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
    "a report": "open\nstake seat1 player 100\nclose\nreport foreign-cards by dealer",
    "cut": "open\nclose\ncut-card\ndraw 9S 8S KS KH\noutcome",
}
# The same in games with methods and options: how the table is set, and the stage.
STAKED = "open\nstake seat1 player 100\nstake seat2 banker 100\nclose\n"
HELD = f"{STAKED}draw ?? ?? ?? ??\npass player seat1\npass banker seat2\nfirst banker\n"
GONE = f"{HELD}expose banker 2D KD\nreport patron-left-with-cards seat1\n"
NEWER_STAGES = {
    "an option": ("", f"{STAKED}draw 2C 5D\nreport drawn-together-order-known"),
    "an order": ("", f"{STAKED}draw 2C 5D\nreport drawn-together-order-known\nlapse"),
    "a decision": ("", f"{STAKED}draw 2C 5D 3H AH\nreport drawn-together-after-initial-deal"),
    "terminals": ("funding=credits", f"{STAKED}report power-failure"),
    "face down": ("method=A", f"{STAKED}draw ?? ?? ?? ??"),
    "with patrons": ("method=A", HELD),
    "set aside": ("method=A", GONE),
    "to be sorted": ("method=A", f"{GONE}set-aside"),
    "no device": ("method=C zone=ruby-room", STAKED),
    "a device": ("method=C zone=ruby-room", f"{STAKED}device seat1"),
    "drawn": ("method=C zone=ruby-room", f"{STAKED}device seat1\ndraw 2C 5D 3H AH"),
}
# One setting each, that some position may not change, that takes a second person or cannot be.
OTHER_SETTINGS: list[dict[str, Any]] = [
    {"ranks": (USUAL_RANKS[0], *reversed(USUAL_RANKS[1:]))},
    {"ranks": tuple(reversed(USUAL_RANKS))},
    {"resolver": Position.PIT_SUPERVISOR},
    {"card_source": CardSource.SEALED},
    *({"method": method} for method in Method),
    *({"decks": decks} for decks in (3, 4, 11)),
    *({"stakes_per_area": most} for most in (0, 1, 3, 7)),
    *({"differential_cents": cents} for cents in (-1, 50_000)),
    {"layout": "nonsense"},
    {"positions": 0},
    {"unit_cents": 1},
    {"currency": "nonsense"},
    {"burn": True},
    {"cut_cards_from_end": -1},
    {"approval_cents": 0},
]
PEOPLE: list[Actor] = [Patron("seat1"), Patron("stranger")]
PEOPLE += [Staff(position.name, position) for position in Position]


def every_command(state: State, by: Actor) -> list[Given]:
    """One or more of every kind of command there is."""
    config = state.configuration
    assert config is not None
    given: list[Given] = [
        Given(c.OpenTable(config), by),
        Given(c.ChangeConfiguration(config), by),
        *(Given(c.ChangeConfiguration(replace(config, **each)), by) for each in OTHER_SETTINGS),
        Given(c.CloseTable(), by),
        Given(c.LoadShoe("another"), by),
        Given(c.LoadShoe("another", backs_alike=False), by),
        Given(c.Contribute("ab" * 32), by),
        Given(c.CloseContributions(), by),
        Given(c.RevealContribution("ab" * 32), by),
        Given(c.BurnCards("7S", 7), by),
        Given(c.RetireShoe(), by),
        Given(c.RevealShoe("another", ("AS",), "salt"), by),
        Given(c.OpenBetting(), by),
        *(Given(c.PlaceStake("seat1", "player", at, 10_000), by) for at in (1, 2, 99)),
        Given(c.PlaceStake("seat1", "nonsense", 1, 10_000), by),
        *(Given(c.PlaceStake("seat1", "player", 1, cents), by) for cents in (1, 100, 10**9)),
        *(Given(c.ChangeStake(1, cents), by) for cents in (5_000, 20_000)),
        Given(c.WithdrawStake(1), by),
        Given(c.CloseBetting(), by),
        *(Given(c.RecordLateStake("seat1", "player", at, 100), by) for at in (1, 99)),
        Given(c.RecordLateWithdrawal(1, 100), by),
        Given(c.AskToDecrease(), by),
        Given(c.RemoveStakes((1,)), by),
        Given(c.DrawCard("KD"), by),
        Given(c.DrawCard(None), by),
        Given(c.AnnounceTotals(), by),
        Given(c.AnnounceOutcome(), by),
        Given(c.ReportCutCard(), by),
        Given(c.AllowFirstCardWithdrawal(), by),
        *(Given(c.ChooseMethod(method), by) for method in type(state.method)),
        Given(c.GiveDevice("seat1"), by),
        Given(c.GiveDevice("seat1", without_stake=True), by),
        Given(c.GiveUpDevice(), by),
        *(Given(c.Report(kind), by) for kind in Irregularity),
        *(
            Given(c.Report(kind, side=Side.PLAYER, reconstructable=True), by)
            for kind in Irregularity
        ),
        Given(c.ConfirmReport(), by),
        Given(c.DismissReport("so"), by),
        *(Given(c.ActAs("robin", position, 1), by) for position in Position),
        Given(c.EndActing("robin"), by),
        Given(c.SignOnDealer(), by),
        Given(c.SignOffDealer(), by),
        Given(c.AnswerOption("seat1"), by),
        Given(c.LapseOption(), by),
        Given(c.Reconstruct(("2C",)), by),
        Given(c.SetAside(), by),
        Given(c.SortCards({}), by),
        Given(c.ReplaceMissing(), by),
        Given(c.Decide(True, "so"), by),
        Given(c.CorrectRound(1, ("9S", "8S", "KS", "KH"), "so"), by),
        Given(c.CorrectDisplay(1, "tie"), by),
    ]
    for side in Side:
        given += [
            Given(c.PassCards(side, "seat1"), by),
            Given(c.RefuseCards(side, "seat1"), by),
            Given(c.ChooseHandler(side, "seat1"), by),
            Given(c.AllowSqueezing(side, "seat1"), by),
            Given(c.ChooseFirstRevealed(side), by),
            Given(c.SqueezeCards(side), by),
            Given(c.ExposeCards(side), by),
        ]
    assert {type(each.command) for each in given} == set(DECIDERS)
    return given


def exists(game: str, cited: str) -> bool:
    """A number of the game's own, bare or with its game, a reading listed for it, or nothing."""
    if not cited:
        return True
    if cited.startswith("reading "):
        return cited.removeprefix("reading ") in LISTED[game]
    return cited.removeprefix(f"{game} ") in NUMBERS[game]


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_every_refusal_authority_and_step_cites_what_exists(game: str, stage: str) -> None:
    check_citations(game, f"game {game}\nopen-table\nshoe first\n{STAGES[stage]}")


@pytest.mark.parametrize("stage", NEWER_STAGES)
@pytest.mark.parametrize("game", ["tiger", "dragon-tiger-no-commission"])
def test_so_do_those_of_methods_and_options(game: str, stage: str) -> None:
    settings, script = NEWER_STAGES[stage]
    check_citations(game, f"game {game} {settings}\nopen-table\nshoe first\n{script}")


def check_citations(game: str, script: str) -> None:
    """Give every command by everyone at the end of a script, and look at what is cited."""
    state = play_script(script).state
    assert exists(game, next_step(state).clause)
    refusals = 0
    for by in PEOPLE:
        for command in every_command(state, by):
            cited = authority(state, command.command, command.by).clause
            assert exists(game, cited), (command, cited)
            answer = asked(state, command)
            if isinstance(answer, Refused):
                refusals += 1
                assert answer.clause is not None, command
                assert refuses_by(answer.clause, game), answer.clause
                assert answer.sentence.endswith(".")
            else:
                assert all(exists(game, event.clause) for event in answer), command
                evolve_all(state, answer)
    assert refusals > 100


def asked(state: State, command: Given) -> tuple[e.Event, ...] | Refused:
    try:
        return decide_given(state, command)
    except Refused as refusal:
        return refusal


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_event_of_a_script_and_every_line_cites_what_exists(path: Path) -> None:
    game, script = path.parent.name, path.read_text(encoding="utf-8")
    for event in play_script(script, ScriptPurses()).events:
        assert exists(game, event.clause), event
        for line in getattr(event, "lines", ()):
            assert exists(game, line.clause), line
    for line in read_lines(script):
        assert all(exists(game, clause) for clause in line.clauses), line.text


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_refusal_of_a_script_cites_its_own_game_and_what_is_enforced(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether the script claims a clause or not: what the table cited is looked at."""
    met: list[str | None] = []

    class Noted(Refused):
        def __init__(
            self, reason: Reason, template: str, /, *, clause: str | None = None, **facts: object
        ) -> None:
            super().__init__(reason, template, clause=clause, **facts)
            met.append(clause)

    for name, module in list(sys.modules.items()):
        if name.startswith("punto.") and getattr(module, "Refused", None) is Refused:
            monkeypatch.setattr(module, "Refused", Noted)
    script = path.read_text(encoding="utf-8")
    games = {path.parent.name, *re.findall(r"game=([a-z-]+)", script)}
    play_script(script, ScriptPurses())
    for cited in filter(None, met):
        assert any(refuses_by(cited, game) for game in games), cited


def test_the_usual_table_stands_for_all_five() -> None:
    assert {usual_configuration(game).game for game in GAMES} == set(NUMBERS)
