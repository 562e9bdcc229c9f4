"""The kernels as machine code: imported only when there are shoes enough to be worth a compiler.

Compiled code is kept between runs, next to the source or, where that may not be written, in the
user's own cache. The tables of the law are arguments, never constants, so kept code cannot go
stale when the law changes.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

import numba
from numba.extending import register_jitable

from punto.odds import kernel

_P = ParamSpec("_P")
_R = TypeVar("_R")


def compiled(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Compile a function when it is first called, and keep the code where it can be kept."""
    try:
        return numba.njit(cache=True, nogil=True)(function)
    except RuntimeError:  # no directory at all may be written: compile in every run
        return numba.njit(nogil=True)(function)


# The functions of the kernel that call one another; compiled code may then call them too.
for _part in (
    kernel.count_deals,
    kernel.by_value,
    kernel.take_away,
    kernel.one_pair,
    kernel.two_pairs,
    kernel.falling,
):
    register_jitable(_part)

count_each = compiled(kernel.count_each)
sum_lines = compiled(kernel.sum_lines)
