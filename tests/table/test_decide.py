"""Every command that there is has something that decides it."""

from typing import get_args

from punto.table import commands as c
from punto.table.decide import DECIDERS


def test_each_command_is_decided_by_something_of_its_own() -> None:
    kinds = get_args(c.Command)
    assert set(DECIDERS) == set(kinds)
    assert len({id(decider) for decider in DECIDERS.values()}) == len(kinds)
