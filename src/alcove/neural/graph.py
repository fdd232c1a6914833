"""A network as an ONNX graph, written by hand: the few messages of that format that a residual tower needs.

The tower is computed in whole or in 8-bit numbers. In 8 bits every inner result is a byte whose scale comes from
`Weights.ranges`; bytes from zero up cannot be negative, so a ReLU costs nothing. The heads, a small part of the work, keep
their 32 bits; so does the stem where planes have numbers that are no such bytes.
"""

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from alcove.compiled.looks import Look
from alcove.neural.weights import Weights

_IR_VERSION, _OPSET = 8, 17
PLANE_SCALE = 1 / 64
"""What a byte of a plane stands for: 1 must be a whole number of them."""
_TYPES = {"float32": 1, "uint8": 2, "int8": 3, "int32": 6, "int64": 7}


# --- The format ---------------------------------------------------------------------------------------------------------


def _varint(value: int) -> bytes:
    found = bytearray()
    while value > 127:
        found.append(value & 127 | 128)
        value >>= 7
    found.append(value)
    return bytes(found)


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _bytes(field: int, content: bytes | str) -> bytes:
    raw = content.encode() if isinstance(content, str) else content
    return _varint(field << 3 | 2) + _varint(len(raw)) + raw


def _tensor(name: str, values: npt.NDArray[np.generic]) -> bytes:
    dims = b"".join(_number(1, size) for size in values.shape)
    return dims + _number(2, _TYPES[values.dtype.name]) + _bytes(8, name) + _bytes(9, values.tobytes())


def _attribute(name: str, value: int | Sequence[int]) -> bytes:
    if isinstance(value, int):
        return _bytes(1, name) + _number(3, value) + _number(20, 2)
    return _bytes(1, name) + b"".join(_number(8, item) for item in value) + _number(20, 7)


def _value(name: str, shape: Iterable[int | str]) -> bytes:
    dims = b"".join(_bytes(1, _bytes(2, size) if isinstance(size, str) else _number(1, size)) for size in shape)
    return _bytes(1, name) + _bytes(2, _bytes(1, _number(1, 1) + _bytes(2, dims)))


class _Graph:
    """Nodes and tensors, added one after the other; every result has a name."""

    def __init__(self) -> None:
        self.nodes: list[bytes] = []
        self.tensors: list[bytes] = []
        self._n_names = 0

    def _name(self) -> str:
        self._n_names += 1
        return f"t{self._n_names}"

    def constant(self, values: npt.ArrayLike, kind: type[np.generic] = np.float32) -> str:
        name = self._name()
        self.tensors.append(_tensor(name, np.array(values, kind, order="C")))
        return name

    def node(
        self, kind: str, inputs: Sequence[str], output: str = "", domain: str = "", **attributes: int | Sequence[int]
    ) -> str:
        output = output or self._name()
        named = b"".join(_bytes(1, name) for name in inputs) + _bytes(2, output) + _bytes(4, kind)
        settings = b"".join(_bytes(5, _attribute(name, value)) for name, value in attributes.items())
        self.nodes.append(named + settings + (_bytes(7, domain) if domain else b""))
        return output

    def model(self, inputs: Sequence[bytes], outputs: Sequence[bytes]) -> bytes:
        graph = b"".join(_bytes(1, node) for node in self.nodes) + _bytes(2, "network")
        graph += b"".join(_bytes(5, tensor) for tensor in self.tensors)
        graph += b"".join(_bytes(11, value) for value in inputs) + b"".join(_bytes(12, value) for value in outputs)
        opsets = _bytes(8, _bytes(1, "") + _number(2, _OPSET)) + _bytes(8, _bytes(1, "com.microsoft") + _number(2, 1))
        return _number(1, _IR_VERSION) + _bytes(7, graph) + opsets


# --- The network --------------------------------------------------------------------------------------------------------


def build(weights: Weights, look: Look, bits: int = 32) -> bytes:
    """The graph: `planes` in; `policy`, a probability for every place, and `value`, those of win, draw and loss, out."""
    graph = _Graph()
    if bits == 8:
        x = _tower_in_bytes(graph, weights, _stem_in_bytes(graph, weights, look))
    else:
        x = _tower(graph, weights, _convolved(graph, weights, "stem", "planes", 1))
    policy = _convolved(graph, weights, "policy.first", x, 0)
    policy = _convolved(graph, weights, "policy.second", policy, 0, relu=False)
    policy = graph.node("Flatten", [policy], axis=1)
    policy = graph.node("Gather", [policy, graph.constant(look.policy_source, np.int64)], axis=1)
    _share_out(graph, look, policy)
    value = graph.node("Flatten", [_convolved(graph, weights, "value.first", x, 0)], axis=1)
    value = graph.node("Relu", [_multiplied(graph, weights, "value.hidden", value)])
    graph.node("Softmax", [_multiplied(graph, weights, "value.last", value)], "value", axis=1)
    outputs = [_value("policy", ("n", len(look.policy_source))), _value("value", ("n", 3))]
    return graph.model([_value("planes", ("n", *look.shape))], outputs)


def _share_out(graph: _Graph, look: Look, policy: str) -> None:
    """Probabilities: every part of a policy adds up to 1."""
    ends = np.cumsum(look.policy_parts)
    axes, parts = graph.constant([1], np.int64), []
    for size, end in zip(look.policy_parts, ends, strict=True):
        first, last = graph.constant([end - size], np.int64), graph.constant([end], np.int64)
        parts.append(graph.node("Softmax", [graph.node("Slice", [policy, first, last, axes])], axis=1))
    graph.node("Concat", parts, "policy", axis=1)


def _convolved(graph: _Graph, weights: Weights, name: str, x: str, pad: int, relu: bool = True) -> str:
    weight = graph.constant(weights.tensors[f"{name}.weight"])
    found = graph.node("Conv", [x, weight, graph.constant(weights.tensors[f"{name}.bias"])], pads=[pad] * 4)
    return graph.node("Relu", [found]) if relu else found


def _multiplied(graph: _Graph, weights: Weights, name: str, x: str) -> str:
    weight = graph.constant(weights.tensors[f"{name}.weight"])
    return graph.node("Gemm", [x, weight, graph.constant(weights.tensors[f"{name}.bias"])], transB=1)


def _tower(graph: _Graph, weights: Weights, x: str) -> str:
    for block in range(weights.blocks):
        inside = _convolved(graph, weights, f"block{block}.first", x, 1)
        inside = _convolved(graph, weights, f"block{block}.second", inside, 1, relu=False)
        x = graph.node("Relu", [graph.node("Add", [inside, x])])
    return x


def _stem_in_bytes(graph: _Graph, weights: Weights, look: Look) -> str:
    """The stem's result as bytes; computed in bytes where planes fit into them."""
    scale, zero = graph.constant(weights.ranges[0] / 255), graph.constant(0, np.uint8)
    if look.table.min() < 0 or look.table.max() > 255 * PLANE_SCALE:
        return graph.node("QuantizeLinear", [_convolved(graph, weights, "stem", "planes", 1), scale, zero])
    planes = graph.node("QuantizeLinear", ["planes", graph.constant(PLANE_SCALE), zero])
    return _convolved_in_bytes(graph, weights, "stem", (planes, PLANE_SCALE, zero), (weights.ranges[0] / 255, zero))


def _tower_in_bytes(graph: _Graph, weights: Weights, x: str) -> str:
    scale, zero = weights.ranges[0] / 255, graph.constant(0, np.uint8)
    middle = graph.constant(128, np.uint8)
    for block in range(weights.blocks):
        inside_range, second_range, after_range = weights.ranges[1 + 3 * block : 4 + 3 * block]
        inside_scale, second_scale, after_scale = inside_range / 255, second_range / 127, after_range / 255
        inside = _convolved_in_bytes(graph, weights, f"block{block}.first", (x, scale, zero), (inside_scale, zero))
        second = _convolved_in_bytes(
            graph, weights, f"block{block}.second", (inside, inside_scale, zero), (second_scale, middle)
        )
        terms = [second, graph.constant(second_scale), middle, x, graph.constant(scale), zero]
        scale = after_scale
        x = graph.node("QLinearAdd", [*terms, graph.constant(scale), zero], domain="com.microsoft")
    return graph.node("DequantizeLinear", [x, graph.constant(scale), zero])


def _convolved_in_bytes(
    graph: _Graph, weights: Weights, name: str, x: tuple[str, float, str], out: tuple[float, str]
) -> str:
    """A convolution of bytes: each output channel's weights have a scale of their own."""
    weight, bias = weights.tensors[f"{name}.weight"], weights.tensors[f"{name}.bias"]
    scales = np.maximum(np.abs(weight).max(axis=(1, 2, 3)) / 127, 1e-12).astype(np.float32)
    rounded = np.clip(np.rint(weight / scales[:, None, None, None]), -127, 127)
    sums = np.clip(np.rint(bias / (scales * x[1])), -(2**31) + 1, 2**31 - 1)
    inputs = [
        x[0], graph.constant(x[1]), x[2],
        graph.constant(rounded, np.int8), graph.constant(scales), graph.constant(np.zeros(len(scales)), np.int8),
        graph.constant(out[0]), out[1], graph.constant(sums, np.int32),
    ]  # fmt: skip
    return graph.node("QLinearConv", inputs, pads=[1] * 4)
