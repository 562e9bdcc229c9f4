"""Sequences of commands: mostly towards the end of a round, with random ones in between.

A sequence is determined by a seed. A plain generator runs about three times as many steps as
Hypothesis in the same time; since commands are data, a failing sequence is shortened by omission.
"""

from random import Random

from punto.refusals import Refused
from punto.table.prompt import Step, next_step
from tests.table.any_commands import gesture
from tests.table.machine import Table
from tests.table.prompted_play import finish, obey, stakes

WORN_TO = 12  # cards left in a shoe that is nearly through


def play(seed: int) -> Table:
    """One sequence, from the seed to the end of a round."""
    table, chance = opened(seed)
    attack(table, chance)
    return table


def opened(seed: int) -> tuple[Table, Random]:
    """A table, and the chance by which its sequence goes."""
    chance = Random(seed)
    table = Table()
    table.device_reads = chance.random() < 0.5
    return table, chance


def attack(table: Table, chance: Random) -> None:
    """Open the table somehow, ask everything of it for a while, then finish the round honestly."""
    if chance.random() < 0.9:
        prepare(table, chance)
    if chance.random() < 0.02:
        wear(table, chance)
    for _ in range(chance.randint(5, 70)):
        step(table, chance)
    finish(table, chance)
    table.replay()


def prepare(table: Table, chance: Random) -> None:
    """Open a table and load a shoe."""
    while next_step(table.state).step is not Step.OPEN_BETTING:
        assert not isinstance(table.give(obey(table, chance)), Refused)


def step(table: Table, chance: Random) -> None:
    """Somebody does what is due, or something else."""
    due = next_step(table.state).step
    if due is Step.CLOSE_BETTING and chance.random() < 0.6:
        stakes(table, chance, chance.randint(1, 4))
    elif chance.random() < 0.5:
        table.give(obey(table, chance))
    else:
        table.give(gesture(table, chance))


def wear(table: Table, chance: Random) -> None:
    """Play rounds until the shoe is nearly through."""
    while table.state.shoe and table.state.shoe.left > WORN_TO:
        before = table.state.shoe.id
        finish(table, chance)
        if table.state.shoe is None or table.state.shoe.id != before:
            return
