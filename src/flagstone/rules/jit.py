"""The only place that configures the compiler.

The rules are loaded twice from the same files: as `flagstone.rules`, which is plain Python, and as
`flagstone.compiled` (see `flagstone.engine`), whose functions Numba compiles. In both, `@rule` marks rule code.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

COMPILED = __package__.startswith("flagstone.compiled")

F = TypeVar("F", bound=Callable[..., Any])


if COMPILED:
    import numba

    def rule(function: F) -> F:
        """Rule code, compiled: no lock held, nothing raised by arithmetic, kept in the cache of `flagstone.engine`."""
        return cast(F, numba.njit(cache=True, nogil=True, error_model="numpy", forceinline=True)(function))

else:

    def rule(function: F) -> F:
        """Rule code, as it stands."""
        return function
