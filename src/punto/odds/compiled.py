"""The kernels as machine code: imported only when there are enough shoes to be worth compiling.

Compiled code is cached between runs, next to the source or, if that is not writable, in the user's
cache. Rule tables are arguments, never constants, so cached code cannot go stale when the rules
change.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

import numba
from numba.extending import register_jitable

from punto.odds import kernel, known_kernel

_P = ParamSpec("_P")
_R = TypeVar("_R")


def compiled(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Compile a function on its first call, and cache the code if a directory is writable."""
    try:
        return numba.njit(cache=True, nogil=True)(function)
    except RuntimeError:  # no writable directory: compile in every run
        return numba.njit(nogil=True)(function)


# The functions of the kernels that call one another; compiled code may then call them too.
for _part in (
    kernel.count_deals,
    kernel.by_value,
    kernel.take_away,
    kernel.one_pair,
    kernel.two_pairs,
    kernel.falling,
    known_kernel.by_type,
    known_kernel.by_double,
    known_kernel.pair_places,
    known_kernel.lay_out,
    known_kernel.take_away,
    known_kernel.thirds_after,
):
    register_jitable(_part)

count_each = compiled(kernel.count_each)
sum_lines = compiled(kernel.sum_lines)
count_known = compiled(known_kernel.count_known)
