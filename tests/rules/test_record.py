"""Records: typed classes as dtypes."""

from typing import Annotated, Any

import numpy as np
import pytest

from flagstone.rules.record import Record, blank, boolean, copied, i16, i32, layout, raw, u8


class Inner(Record):
    """A record inside another."""

    big: i32
    yes: boolean


class Outer(Record):
    """A record with everything."""

    small: u8
    one: Inner
    many: Annotated[list[Inner], Inner, "many"]
    plain: Annotated[list[int], np.int16, 2, "many"]
    last: i16


class Reserved(Record):
    """A field that would hide an attribute of NumPy's."""

    size: i32


def test_fields_have_their_types_and_sizes() -> None:
    record: Any = blank(Outer, layout(Outer, many=3))
    assert len(record.many) == 3
    assert record.plain.shape == (2, 3)
    record.many[2].big = -7
    record.one.yes = True
    assert (record.many[2].big, bool(record.one.yes), record.many[1].big) == (-7, True, 0)


def test_a_copy_is_equal_in_every_byte_and_independent() -> None:
    record: Any = blank(Outer, layout(Outer, many=3))
    record.last, record.small = 5, 200
    twin: Any = copied(record)
    assert raw(twin) == raw(record)
    twin.many[0].big = 1
    assert record.many[0].big == 0
    assert raw(twin) != raw(record)


def test_no_byte_lies_between_the_fields() -> None:
    dtype = layout(Outer, many=3)
    covered = sum(kind.itemsize for kind, *_ in (dtype.fields or {}).values())
    assert covered == dtype.itemsize


def test_a_name_that_numpy_has_is_refused() -> None:
    with pytest.raises(TypeError, match=r"Reserved\.size"):
        layout(Reserved)
