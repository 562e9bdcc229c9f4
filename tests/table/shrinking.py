"""Makes a sequence of commands that goes wrong as short as can be, by leaving commands out."""

from collections.abc import Callable, Sequence
from random import Random

from punto.table.commands import Command
from tests.table.machine import Table
from tests.table.routine import finish


def shortest(
    commands: Sequence[Command], fails: Callable[[Sequence[Command]], bool]
) -> list[Command]:
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


def goes_wrong_as(wrong: BaseException) -> Callable[[Sequence[Command]], bool]:
    """Whether a sequence goes wrong in this way: when given again, or when finished after."""

    def fails(commands: Sequence[Command]) -> bool:
        table = Table()
        try:
            for command in commands:
                table.give(command)
            finish(table, Random(1))
        except Exception as error:
            return type(error) is type(wrong) and str(error)[:30] == str(wrong)[:30]
        return False

    return fails
