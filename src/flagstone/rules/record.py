"""Typed classes that describe structured dtypes: each field of a state is declared, typed and commented once.

    class Player(Record):
        at: i32                                  # the cell he stands in
        jailed: boolean

    class State(Record):
        turn: i32
        players: Annotated[list[Player], Player, "seats"]

`layout(State, seats=8)` is the aligned dtype. Its records read like objects, compiled and plain alike:
`state.players[3].jailed = True` changes the state in place.
"""

from typing import Annotated, Any, TypeAlias, TypeVar, cast, get_origin, get_type_hints

import numpy as np

i8: TypeAlias = Annotated[int, np.int8]
i16: TypeAlias = Annotated[int, np.int16]
i32: TypeAlias = Annotated[int, np.int32]
i64: TypeAlias = Annotated[int, np.int64]
u8: TypeAlias = Annotated[int, np.uint8]
u16: TypeAlias = Annotated[int, np.uint16]
u32: TypeAlias = Annotated[int, np.uint32]
boolean: TypeAlias = Annotated[bool, np.bool_]
flag = boolean


class Record:
    """A class whose annotations are the fields of a dtype; never instantiated."""


R = TypeVar("R", bound=Record)


def layout(record: type[Record], **sizes: int) -> np.dtype[Any]:
    """The aligned dtype of a record class; a field sized by a name takes its size from `sizes`."""
    fields: list[tuple[Any, ...]] = []
    for name, hint in get_type_hints(record, include_extras=True).items():
        if hasattr(np.record, name):
            raise TypeError(f"{record.__name__}.{name}: NumPy's records have an attribute of this name")
        if get_origin(hint) is not Annotated:  # a record inside the record
            fields.append((name, layout(hint, **sizes)))
            continue
        element, *shape = hint.__metadata__
        if not issubclass(element, np.generic):
            element = layout(element, **sizes)
        extent = tuple(sizes[size] if isinstance(size, str) else size for size in shape)
        fields.append((name, element, extent) if extent else (name, element))
    return np.dtype((np.record, _filled(np.dtype(fields, align=True))))


def _filled(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The same layout with its gaps named: NumPy copies fields, and states are compared by all their bytes."""
    fields = {offset: (name, kind) for name, (kind, offset, *_) in (dtype.fields or {}).items()}
    end = 0
    for start in [*sorted(fields), dtype.itemsize]:
        if start > end:
            fields[end] = (f"gap_{end}", np.dtype((np.uint8, (start - end,))))
        end = start + (fields[start][1].itemsize if start in fields else 0)
    offsets = sorted(fields)
    names, formats = zip(*(fields[offset] for offset in offsets), strict=True)
    return np.dtype(
        {"names": names, "formats": formats, "offsets": offsets, "itemsize": dtype.itemsize, "aligned": True}
    )


def blank(record: type[R], dtype: np.dtype[Any]) -> R:
    """A record of zeros, laid out as `dtype`, which `layout(record, …)` made."""
    return cast(R, np.zeros(1, dtype).view(np.recarray)[0])


def copied(record: R) -> R:
    """An independent copy: one memcpy, equal in every byte."""
    source = cast(Any, record)
    target = np.empty(1, source.dtype)
    target[0] = source
    return cast(R, target.view(np.recarray)[0])


def raw(record: Record) -> bytes:
    """The bytes of a record, for equality and hashing inside one process; never input."""
    return cast(bytes, cast(Any, record).tobytes())
