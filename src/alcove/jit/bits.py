"""What compiled code can do with 64-bit words that numba has no word for.

`word` and `set_word` read and write a word of a packed state in one instruction. `state.view(np.int64)` does the same,
but inside compiled code it is a call that makes an array, with its references counted: twenty nanoseconds, where a
whole move may take fifty. `disjoint` compares a mask with eight others at once; `count_bits` and `lowest_bit` are
machine instructions too.
"""

from typing import Any

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import types
from numba.core import config
from numba.extending import intrinsic

Packed = npt.NDArray[np.uint8]


def _pointer(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    """Where the word stands whose number is the second argument."""
    data = context.make_array(signature.args[0])(context, builder, args[0]).data
    words = builder.bitcast(data, ir.IntType(64).as_pointer())
    return builder.gep(words, [context.cast(builder, args[1], signature.args[1], types.int64)])


@intrinsic
def _word(typing_context: Any, state: Any, number: Any) -> Any:
    def load(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.load(_pointer(context, builder, signature, args))

    return types.uint64(state, number), load


@intrinsic
def _set_word(typing_context: Any, state: Any, number: Any, value: Any) -> Any:
    def store(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = context.cast(builder, args[2], signature.args[2], types.uint64)
        builder.store(word, _pointer(context, builder, signature, args))
        return context.get_dummy_value()

    return types.none(state, number, value), store


@intrinsic
def _disjoint(typing_context: Any, masks: Any, row: Any, mask: Any) -> Any:
    def compare(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        eight = ir.VectorType(ir.IntType(64), 8)
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        rows = builder.bitcast(data, eight.as_pointer())
        number = context.cast(builder, args[1], signature.args[1], types.int64)
        row_masks = builder.load(builder.gep(rows, [number]), align=8)
        one = builder.insert_element(ir.Constant(eight, ir.Undefined), args[2], ir.IntType(32)(0))
        spread = builder.shuffle_vector(one, one, ir.Constant(ir.VectorType(ir.IntType(32), 8), [0] * 8))
        is_free = builder.icmp_unsigned("==", builder.and_(row_masks, spread), ir.Constant(eight, [0] * 8))
        return builder.bitcast(is_free, ir.IntType(8))

    return types.uint8(masks, row, types.uint64), compare


@intrinsic
def _count_bits(typing_context: Any, mask: Any) -> Any:
    def count(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.uint64), count


@intrinsic
def _lowest_bit(typing_context: Any, mask: Any) -> Any:
    def find(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.IntType(1)(0))

    return types.int64(types.uint64), find


def _plain_word(state: Packed, number: int) -> np.uint64:
    """The word number `number` of a packed state."""
    return np.uint64(state.view(np.uint64)[number])


def _plain_set_word(state: Packed, number: int, value: np.uint64) -> None:
    """Change the word number `number` of a packed state."""
    state.view(np.uint64)[number] = value


def _plain_disjoint(masks: npt.NDArray[np.uint64], row: int, mask: np.uint64) -> np.uint8:
    """A bit for each of the eight masks of a row that has no bit in common with `mask`."""
    return np.packbits(masks[row] & mask == 0, bitorder="little")[0]


def _plain_count_bits(mask: np.uint64) -> int:
    """How many bits of a mask are set."""
    return int(mask).bit_count()


def _plain_lowest_bit(mask: np.uint64) -> int:
    """The number of the lowest bit that is set; 64 if there is none."""
    return (int(mask) & -int(mask)).bit_length() - 1 if mask else 64


if config.DISABLE_JIT:  # type: ignore[attr-defined]
    word, set_word, disjoint = _plain_word, _plain_set_word, _plain_disjoint
    count_bits, lowest_bit = _plain_count_bits, _plain_lowest_bit
else:
    word, set_word, disjoint = _word, _set_word, _disjoint
    count_bits, lowest_bit = _count_bits, _lowest_bit
