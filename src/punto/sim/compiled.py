"""Compilation of kernels to machine code that is cached between runs and releases the GIL.

Rule tables are arguments of the kernels, never constants, so cached code cannot go stale when the
rules change. It does go stale when a kernel calls a part in another file and only that part is
edited, because Numba checks the caller's file: remove `__pycache__` after editing a kernel.
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
    """Compile a function on its first call, and cache the code if a directory is writable."""
    try:
        return numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    except RuntimeError:  # no writable cache directory: compile in every run
        return numba.njit(nogil=True, error_model="numpy")(function)


def inlined(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Mark a small part of a kernel to be inlined into the kernels that use it."""
    return numba.njit(inline="always", error_model="numpy")(function)
