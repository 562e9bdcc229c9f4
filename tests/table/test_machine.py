"""After any commands in any order, the invariants hold and the table can continue."""

from collections import Counter
from random import Random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from punto.refusals import Reason, Refused
from punto.table import commands as c
from punto.table.prompt import Step, next_step
from punto.table.state import State
from tests.sample import sample
from tests.table.any_commands import GESTURES, gesture
from tests.table.authority_oracle import LOWEST
from tests.table.hidden_card_pairs import compare
from tests.table.machine import Table
from tests.table.prompted_play import finish, obey, stakes
from tests.table.sequences import play, prepare
from tests.table.shrink import shortest

CHANCE = st.randoms(use_true_random=False)


class TableMachine(RuleBasedStateMachine):
    """Honest steps, stakes and anything else by anybody; every step is checked as it is made."""

    def __init__(self) -> None:
        super().__init__()
        self.table = Table()

    @initialize(chance=CHANCE, device_reads=st.booleans())
    def open_table(self, chance: Random, device_reads: bool) -> None:
        self.table.device_reads = device_reads
        prepare(self.table, chance)

    @rule(chance=CHANCE)
    def do_what_comes_next(self, chance: Random) -> None:
        self.table.give(obey(self.table, chance))

    @precondition(lambda self: next_step(self.table.state).step is Step.CLOSE_BETTING)
    @rule(chance=CHANCE)
    def place_stakes(self, chance: Random) -> None:
        stakes(self.table, chance, 3)

    @rule(chance=CHANCE)
    def do_anything(self, chance: Random) -> None:
        self.table.give(gesture(self.table, chance))

    def teardown(self) -> None:
        finish(self.table, Random(1))
        self.table.replay()


TestTableMachine = TableMachine.TestCase
TestTableMachine.settings = settings(
    max_examples=30,
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@pytest.mark.parametrize("first", sample(range(0, 200, 20)))
def test_sequences(first: int) -> None:
    """The first of those that `make machine` plays by the thousand."""
    for seed in range(first, first + 20):
        play(seed)


@pytest.mark.parametrize(
    ("seeds", "least"), sample([((*range(15), 1024), 50), (tuple(range(15, 60)), 150)])
)
def test_nobody_can_tell_what_lies_face_down(seeds: tuple[int, ...], least: int) -> None:
    assert sum(map(compare, seeds)) > least


def test_a_table_that_shows_a_hidden_card_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(state: State, patron: str = "") -> object:
        return state.round.cards if state.round else None

    monkeypatch.setattr("tests.table.hidden_card_pairs.seen_by", leaky)
    with pytest.raises(AssertionError):
        sum(compare(seed) for seed in range(10))


def test_every_command_is_attempted() -> None:
    every = set(c.Command.__args__)
    assert set(GESTURES) == every
    assert set(LOWEST) < every


def test_a_failing_sequence_is_told_as_short_as_can_be() -> None:
    """The shrinker, shown on a fault that is not one: a table that once opened betting."""
    table = play(3)
    fails = lambda commands: any(isinstance(each.command, c.OpenBetting) for each in commands)  # noqa: E731
    assert len(shortest(table.commands, fails)) == 1


def test_a_build_that_answers_guesses_by_what_lies_there_is_found_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def in_order(state: State, texts: tuple[str | None, ...]) -> tuple[str | None, ...]:
        assert state.round is not None
        known = Counter(dealt.card for dealt in state.round.cards if dealt.card)
        for card in known - Counter(each for each in texts if each):
            raise Refused(Reason.CARD_CONTRADICTS, f"{card} was drawn in this round too.")
        return texts

    monkeypatch.setattr("punto.table.cases.in_order", in_order)
    with pytest.raises(AssertionError, match="what lies face down"):
        sum(compare(seed) for seed in range(60))
