"""How kernels are compiled: to machine code that is kept between runs and releases Python's lock.

Tables of the law are arguments of the kernels, never constants, so kept code cannot go stale when
the law changes. It does go stale when a kernel in one file calls a part in another and only that
part is edited: Numba looks at the caller's file. Whoever edits a kernel removes `__pycache__`.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

import numba
import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Shorts = NDArray[np.uint16]
Counts = NDArray[np.uint32]
Words = NDArray[np.uint64]

# Numba turns mixed signed and unsigned arithmetic into floating point, and checks signed indices
# for wrapping around; so kernels index and count with unsigned 64-bit numbers throughout.
U = np.uint64

_P = ParamSpec("_P")
_R = TypeVar("_R")


def compiled(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Compile a function when it is first called, and keep the code where it can be kept."""
    try:
        return numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    except RuntimeError:  # no directory at all may be written: compile in every run
        return numba.njit(nogil=True, error_model="numpy")(function)


def inlined(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """A small part of a kernel, compiled into the kernels that use it."""
    return numba.njit(inline="always", error_model="numpy")(function)
