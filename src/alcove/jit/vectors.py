"""What compiled code can do with many small numbers at once that numba does not find out by itself.

A row is `ROW` numbers of 16 bits. `add_rows` sums the rows of a table that a list names, and keeps the sum in registers
meanwhile; a loop in numba's words takes twenty times as long. `narrow` is the dense layer of a network after it, from
`ROW` numbers to `FEW`. Sums have 16 and 32 bits: too large ones wrap round, the same way on every machine.
"""

from typing import Any

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import types
from numba.core import config
from numba.extending import intrinsic

ROW, FEW = 32, 16

Numbers = npt.NDArray[np.int16]
Whole = npt.NDArray[np.int32]

_I16, _I32, _I64 = ir.IntType(16), ir.IntType(32), ir.IntType(64)
_ROW_TYPE = ir.VectorType(_I16, ROW)
_FEW_TYPE = ir.VectorType(_I16, FEW)
_FEW_SUMS = ir.VectorType(_I32, FEW)


def _data(context: Any, builder: Any, signature: Any, args: Any, which: int) -> Any:
    """Where the data of an array argument begins."""
    return context.make_array(signature.args[which])(context, builder, args[which]).data


def _index(context: Any, builder: Any, signature: Any, args: Any, which: int) -> Any:
    return context.cast(builder, args[which], signature.args[which], types.int64)


def _several_at(builder: Any, data: Any, index: Any, several: Any) -> Any:
    """Numbers side by side that begin at an index, wherever that is."""
    return builder.bitcast(builder.gep(data, [index]), several.as_pointer())


def _loop(builder: Any, count: Any, start: Any, step: Any) -> Any:
    """`start`, changed `count` times by `step(index, value)`, in registers."""
    before = builder.block
    head, body, after = (builder.append_basic_block(name) for name in ("head", "body", "after"))
    builder.branch(head)
    builder.position_at_end(head)
    index, value = builder.phi(_I64), builder.phi(start.type)
    index.add_incoming(_I64(0), before)
    value.add_incoming(start, before)
    builder.cbranch(builder.icmp_signed("<", index, count), body, after)
    builder.position_at_end(body)
    changed = step(index, value)
    index.add_incoming(builder.add(index, _I64(1)), builder.block)
    value.add_incoming(changed, builder.block)
    builder.branch(head)
    builder.position_at_end(after)
    return value


@intrinsic
def _add_rows(typing_context: Any, numbers: Any, bias: Any, listed: Any, first: Any, count: Any, sums: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        table, paper, result = (_data(context, builder, signature, args, which) for which in (0, 2, 5))
        bias_at, first_at, n = (_index(context, builder, signature, args, which) for which in (1, 3, 4))

        def step(index: Any, value: Any) -> Any:
            row = builder.load(builder.gep(paper, [builder.add(first_at, index)]))
            place = builder.mul(builder.sext(row, _I64), _I64(ROW))
            return builder.add(value, builder.load(_several_at(builder, table, place, _ROW_TYPE), align=2))

        start = builder.load(_several_at(builder, table, bias_at, _ROW_TYPE), align=2)
        total = _loop(builder, n, start, step)
        builder.store(total, _several_at(builder, result, _I64(0), _ROW_TYPE), align=2)
        return context.get_dummy_value()

    return types.none(numbers, bias, listed, first, count, sums), code


def _plain_add_rows(numbers: Numbers, bias: int, listed: Whole, first: int, count: int, sums: Numbers) -> None:
    """Into `sums`: the row that begins at `bias`, and the rows of the table, which begins with `numbers`, whose numbers
    stand in `listed` from `first` on."""
    rows = numbers[: len(numbers) // ROW * ROW].reshape(-1, ROW)
    sums[:ROW] = numbers[bias : bias + ROW]
    for row in listed[first : first + count]:
        sums[:ROW] += rows[row]


@intrinsic
def _narrow(typing_context: Any, numbers: Any, weights: Any, bias: Any, shift: Any, row: Any, few: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        table, values, result = (_data(context, builder, signature, args, which) for which in (0, 4, 5))
        weights_at, bias_at, places = (_index(context, builder, signature, args, which) for which in (1, 2, 3))

        def spread(value: Any) -> Any:
            one = builder.insert_element(ir.Constant(_FEW_SUMS, ir.Undefined), value, _I32(0))
            return builder.shuffle_vector(one, one, ir.Constant(_FEW_SUMS, [0] * FEW))

        def several(place: Any) -> Any:
            return builder.sext(builder.load(_several_at(builder, table, place, _FEW_TYPE), align=2), _FEW_SUMS)

        def step(index: Any, value: Any) -> Any:
            factor = spread(builder.sext(builder.load(builder.gep(values, [index])), _I32))
            place = builder.add(weights_at, builder.mul(index, _I64(FEW)))
            return builder.add(value, builder.mul(factor, several(place)))

        start = builder.shl(several(bias_at), spread(builder.trunc(places, _I32)))
        total = _loop(builder, _I64(ROW), start, step)
        builder.store(total, _several_at(builder, result, _I64(0), _FEW_SUMS), align=4)
        return context.get_dummy_value()

    return types.none(numbers, weights, bias, shift, row, few), code


def _plain_narrow(numbers: Numbers, weights: int, bias: int, shift: int, row: Numbers, few: Whole) -> None:
    """Into `few`: the numbers that begin at `bias`, times two to the power of `shift`, and a row times the matrix that
    begins at `weights`."""
    matrix = numbers[weights : weights + ROW * FEW].reshape(ROW, FEW).astype(np.int32)
    few[:FEW] = (numbers[bias : bias + FEW].astype(np.int32) << shift) + row[:ROW].astype(np.int32) @ matrix


if config.DISABLE_JIT:  # type: ignore[attr-defined]
    add_rows, narrow = _plain_add_rows, _plain_narrow
else:
    add_rows, narrow = _add_rows, _narrow
