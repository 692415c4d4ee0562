"""Filling planes of bytes, as fast as memory takes them."""

import numpy as np
import numpy.typing as npt

from .jit import rule

Bytes = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float32]


@rule
def copy(source: Bytes, first: int, planes: Bytes, at: int, count: int) -> None:
    """Copy bytes, from index `first` of one array to index `at` of another."""
    planes[at : at + count] = source[first : first + count]


@rule
def wipe(planes: Bytes, at: int, count: int) -> None:
    """Set bytes to zero."""
    planes[at : at + count] = 0
