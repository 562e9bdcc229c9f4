"""Shortens a failing sequence of commands by omitting commands."""

from collections.abc import Callable, Sequence
from random import Random

from tests.envelope import Given
from tests.table.machine import Table
from tests.table.prompted_play import finish


def shortest(commands: Sequence[Given], fails: Callable[[Sequence[Given]], bool]) -> list[Given]:
    """A part of the sequence that still fails, and no longer does without any one command."""
    left = list(commands)
    size = len(left) // 2
    while size:
        at = 0
        while at < len(left):
            shorter = left[:at] + left[at + size :]
            if fails(shorter):
                left = shorter
            else:
                at += size
        size //= 2
    return left


def goes_wrong_as(wrong: BaseException) -> Callable[[Sequence[Given]], bool]:
    """Whether a sequence goes wrong in this way: when given again, or when finished after."""

    def fails(commands: Sequence[Given]) -> bool:
        table = Table()
        try:
            for command in commands:
                table.give(command)
            finish(table, Random(1))
        except Exception as error:
            return type(error) is type(wrong) and str(error)[:30] == str(wrong)[:30]
        return False

    return fails
