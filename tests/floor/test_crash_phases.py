"""A crash in every phase of every game: the table comes back as it was, and the round is finished.

Rounds are scripted first: people do what the prompt says, and irregularities are reported on the
way. The scripts are then played through hosts. In each phase that was not tried before, the files
are copied as they lie on disk, as a kill leaves them, and a new host goes on from the copy.
"""

import shutil
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from punto.floor.dealer import AUTOMATIC
from punto.floor.host import Host
from punto.floor.submission import Receipt
from punto.journal.store import Store
from punto.journal.verify.journal import verify
from punto.ledger.accounts import held
from punto.ledger.unapproved import TOGETHER_MS
from punto.refusals import Kind, Refused
from punto.rules.game import Game, Method
from punto.rules.games import GAMES
from punto.rules.irregularities import Irregularity
from punto.table import commands as c
from punto.table import events as e
from punto.table.configuration import CardSource
from punto.table.evolve import evolve_all
from punto.table.people import Staff
from punto.table.prompt import Step, next_step
from punto.table.state import State
from tests.envelope import Given, decide_given
from tests.floor.fake_clock import FakeClock
from tests.floor.tables import DEALER, fund, is_same
from tests.sample import sample
from tests.submission import ask, submit
from tests.table.any_commands import GESTURES, PATRONS
from tests.table.any_configuration import configuration
from tests.table.authority_oracle import resolves, rightful
from tests.table.machine import Table
from tests.table.prompted_play import BOUND, obey, stakes

SCRIPTS = 250  # of each game; those with a phase that is new are played
IN_EVERY_GAME = {
    Step.LOAD_SHOE,
    Step.CONTRIBUTE,
    Step.CLOSE_CONTRIBUTIONS,
    Step.REVEAL_CONTRIBUTIONS,
    Step.BURN,
    Step.OPEN_BETTING,
    Step.CLOSE_BETTING,
    Step.DRAW,
    Step.ANNOUNCE_TOTALS,
    Step.ANNOUNCE_OUTCOME,
    Step.CONFIRM_REPORT,
    Step.CORRECT_DISPLAY,
    Step.RECONSTRUCT,
    Step.DECIDE,
}
WITH_METHODS = set(Step) - {Step.OPEN_TABLE}  # a closed table has no phase


class Phase(NamedTuple):
    """What comes next at a table; while cards are drawn, how many lie there too."""

    method: Method | None
    step: Step
    cards: int


def phase_of(state: State) -> Phase:
    step = next_step(state).step
    drawn = len(state.round.cards) if state.round and step is Step.DRAW else 0
    return Phase(state.method, step, drawn)


class Script(Table):
    """The accepted commands of a round, from a closed table to its end."""

    def __init__(self, game: Game, seed: int) -> None:
        super().__init__()
        chance = Random(seed)
        self.device_reads = chance.random() < 0.6
        self.phases: list[Phase] = []  # after each command
        self.rightly(c.OpenTable(configuration(chance, game)))
        reports_after = chance.randrange(8)  # cards; a round has no more than six
        while not any(isinstance(each, e.RoundSettled | e.RoundVoided) for each in self.events):
            assert len(self.commands) < BOUND, "it leads nowhere"
            self._go_on(chance, reports_after)

    def give(self, given: Given) -> tuple[e.Event, ...] | Refused:
        try:
            events = decide_given(self.state, given)
        except Refused as refused:
            return refused
        self.state = evolve_all(self.state, events)
        for event in events:
            self._move_cards(given.command, event)
        self.events += events
        self.commands.append(given)
        self.phases.append(phase_of(self.state))
        return events

    def rightly(self, command: c.Command) -> tuple[e.Event, ...] | Refused:
        return self.give(Given(command, rightful(self.state, command).somebody()))

    def _go_on(self, chance: Random, reports_after: int) -> None:
        play, step = self.state.round, next_step(self.state).step
        if step is Step.CLOSE_BETTING and play is not None and not play.stakes:
            stakes(self, chance, 3)
            if self.state.method is Method.C:
                self.rightly(c.GiveDevice(chance.choice(PATRONS)))
        is_regular = play is not None and not play.betting_open and self.state.case is None
        is_time = is_regular and len(self.lying) >= reports_after and chance.random() < 0.6
        if is_time and not isinstance(self._report(chance), Refused):
            return
        answer = self.give(obey(self, chance))
        if isinstance(answer, Refused):  # the count of cards does not come out (5.1)
            self.rightly(c.Report(Irregularity.EXTRA_OR_MISSING_CARDS))

    def _report(self, chance: Random) -> tuple[e.Event, ...] | Refused:
        report = GESTURES[c.Report](self, chance)
        assert isinstance(report, c.Report)
        if chance.random() < 0.1:
            report = replace(report, irregularity=Irregularity.WRONG_DISPLAY)
        if chance.random() < 0.5:
            return self.rightly(report)
        resolver = resolves(self.state, report.irregularity)
        return self.give(Given(report, Staff("staff", resolver)))


class Floor:
    """A host on files of its own, which can be dropped at any moment."""

    def __init__(self, folder: Path, clock: FakeClock) -> None:
        self.folder, self.clock = folder, clock
        self.store = Store(str(folder / "casino.journal"))
        self.store.create()
        self.host = Host(self.store, clock)

    def crash(self, folder: Path) -> "Floor":
        """What another process finds where this one was killed now."""
        folder.mkdir()
        for file in self.folder.iterdir():
            if not file.name.endswith("-shm"):  # memory that the processes shared
                shutil.copy(file, folder)
        self.close()
        return Floor(folder, self.clock)

    def close(self) -> None:
        self.host.stop()
        self.store.close()

    def balances(self) -> dict[str, int]:
        with self.store.begin_read() as transaction:
            return {account.name: cents for account, cents in transaction.balances().items()}


class Crashes:
    """The scripts of one game, played with a crash in each phase that is new."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "0").mkdir()
        self.floor = Floor(folder / "0", FakeClock())
        self.tried: set[Phase] = set()
        self.crashes = 0
        fund(self.floor.host, *PATRONS)

    def play(self, table: str, script: Script) -> None:
        if self.tried.issuperset(script.phases):
            return
        self.floor.clock.move(TOGETHER_MS)  # so that no one changes too many rounds alone
        waiting: list[Future[Receipt]] = []
        for number, (given, phase) in enumerate(
            zip(script.commands, script.phases, strict=True), 1
        ):
            waiting.append(submit(self.floor.host, table, f"c{number}", given))
            if phase in self.tried and number < len(script.commands):
                continue
            for each in waiting:
                receipt = each.result()
                assert receipt.refused is None, (given, receipt.refused)
            waiting.clear()
            self.tried.add(phase)
            self.crash(table)
            assert phase_of(self.floor.host.state(table)) == phase
        assert self.floor.host.state(table).round is None, "the round was finished"

    def crash(self, table: str) -> None:
        before, balances = self.floor.host.look(table), self.floor.balances()
        self.crashes += 1
        self.floor = self.floor.crash(self.folder / str(self.crashes))
        after = self.floor.host.last_seen(table)
        assert after is not None
        assert is_same(after, before)
        assert self.floor.balances() == balances
        assert sum(balances.values()) == 0
        play = after.state.round
        staked = sum(each.cents for each in play.stakes.values()) if play else 0
        assert balances.get(held(table).name, 0) == staked
        if play is not None:  # it is resolved before the next
            config = after.state.configuration
            software = config is not None and config.card_source is CardSource.AUTOMATIC
            opening = Given(c.OpenBetting(), AUTOMATIC if software else DEALER)
            with pytest.raises(Refused) as refused:
                ask(self.floor.host, table, f"next{self.crashes}", opening)
            assert refused.value.reason.kind is Kind.MOMENT


@pytest.fixture
def crashes(tmp_path: Path) -> Iterator[Crashes]:
    found = Crashes(tmp_path)
    yield found
    found.floor.close()


@pytest.mark.parametrize(
    "game", sample(GAMES, lambda game: (len(game.methods) > 1,)), ids=lambda game: game.id
)
def test_a_crash_in_any_phase_changes_nothing(game: Game, crashes: Crashes) -> None:
    for seed in range(SCRIPTS):
        crashes.play(f"t{seed}", Script(game, seed))
    assert {phase.step for phase in crashes.tried} == (
        WITH_METHODS if len(game.methods) > 1 else IN_EVERY_GAME
    )
    for method in game.methods:
        drawn = {each.cards for each in crashes.tried if each[:2] == (method, Step.DRAW)}
        assert drawn == set(range(6)), "before each card that a round can have"
    with crashes.floor.store.begin_read() as transaction:
        assert [str(fault) for fault in verify(transaction)] == []
