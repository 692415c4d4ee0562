"""The only place that configures the compiler.

The rules are loaded twice from the same files: as `flagstone.rules`, which is plain Python, and as
`flagstone.compiled` (see `flagstone.engine`), whose functions Numba compiles. In both, `@rule` marks rule code.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

COMPILED = __package__.startswith("flagstone.compiled")

LINE = 64  # bytes that a processor brings near at once
WORTH_IT = 32 * LINE  # of a record: what is further from its beginning is wanted too seldom

F = TypeVar("F", bound=Callable[..., Any])


if COMPILED:  # pragma: no cover (lines are counted on the plain run)
    import numba
    import numba.extending
    from llvmlite import ir

    def rule(function: F) -> F:
        """Rule code, compiled: no lock held, nothing raised by arithmetic, kept in the cache of `flagstone.engine`."""
        return cast(F, numba.njit(cache=True, nogil=True, error_model="numpy", forceinline=True)(function))

    @numba.extending.intrinsic  # type: ignore[untyped-decorator]
    def fetch(_: Any, array: Any, index: Any) -> Any:
        """Have the processor bring an element of a flat array near, to be written soon. Changes nothing."""

        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            data = context.make_array(signature.args[0])(context, builder, values[0]).data
            first = builder.bitcast(builder.gep(data, [values[1]]), ir.IntType(8).as_pointer())
            number = ir.IntType(32)
            kind = ir.FunctionType(ir.VoidType(), [first.type, number, number, number])
            prefetch = builder.module.declare_intrinsic("llvm.prefetch", [first.type], kind)
            for offset in range(0, min(getattr(array.dtype, "size", 1), WORTH_IT), LINE):
                builder.call(prefetch, [builder.gep(first, [number(offset)]), number(1), number(3), number(1)])
            return context.get_dummy_value()

        return numba.types.void(array, numba.types.intp), generate

else:

    def rule(function: F) -> F:
        """Rule code, as it stands."""
        return function

    def fetch(array: Any, index: int) -> None:
        """Nothing: it is for the compiled code's speed."""
