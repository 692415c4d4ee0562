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
    """The dtype of a record class, aligned; a field sized by a name takes its size from `sizes`."""
    names: list[str] = []
    formats: list[np.dtype[Any]] = []
    for name, hint in get_type_hints(record, include_extras=True).items():
        if hasattr(np.record, name):
            raise TypeError(f"{record.__name__}.{name}: NumPy's records have an attribute of this name")
        names.append(name)
        formats.append(_format(hint, sizes))
    return _laid_out(names, formats)


def _format(hint: Any, sizes: dict[str, int]) -> np.dtype[Any]:
    """The dtype of a field."""
    if get_origin(hint) is not Annotated:  # a record inside the record
        return layout(hint, **sizes)
    element, *shape = hint.__metadata__
    if not issubclass(element, np.generic):
        element = layout(element, **sizes)
    return np.dtype((element, tuple(sizes[size] if isinstance(size, str) else size for size in shape)))


def _laid_out(names: list[str], formats: list[np.dtype[Any]]) -> np.dtype[Any]:
    """Fields one after another, each where its elements are aligned, as C lays out a struct.

    The gaps are fields too: NumPy copies field by field, and states are compared by all their bytes.
    """
    fields: list[tuple[str, np.dtype[Any], int]] = []
    end = 0
    most = max(map(_alignment, formats))
    for name, kind in [*zip(names, formats, strict=True), ("", np.dtype((np.uint8, (0,))))]:
        offset = -(-end // (_alignment(kind) if name else most)) * (_alignment(kind) if name else most)
        if offset > end:
            fields.append((f"gap_{end}", np.dtype((np.uint8, (offset - end,))), end))
        if name:
            fields.append((name, kind, offset))
        end = offset + kind.itemsize
    all_names, all_formats, offsets = zip(*fields, strict=True)
    return np.dtype((np.record, {"names": all_names, "formats": all_formats, "offsets": offsets, "itemsize": end}))


def _alignment(kind: np.dtype[Any]) -> int:
    """Where a dtype may begin: NumPy forgets it of records inside records."""
    fields = kind.base.fields
    return max(_alignment(part) for part, *_ in fields.values()) if fields else kind.base.alignment


def blank(record: type[R], dtype: np.dtype[Any]) -> R:
    """A record of zeros, laid out as `dtype`, which `layout(record, …)` made."""
    return cast(R, np.zeros(1, dtype).view(np.recarray)[0])


def copied(record: R) -> R:
    """An independent copy: one memcpy, equal in every byte."""
    source = cast(Any, record)
    target = np.empty(1, source.dtype)
    target[0] = source
    return cast(R, target.view(np.recarray)[0])


def read(record: Record, name: str) -> Any:
    """A field, as fast as Python can: NumPy's records take ten times as long to find an attribute."""
    return np.void.__getitem__(cast(Any, record), name)


def raw(record: Record) -> bytes:
    """The bytes of a record, for equality and hashing inside one process; never input."""
    return cast(bytes, cast(Any, record).tobytes())
