"""A network at work on one core, without PyTorch."""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from llvmlite import binding as llvm

from alcove.core.text import Text
from alcove.neural import weights
from alcove.neural.files import fault, find_file
from alcove.neural.graph import build
from alcove.neural.guided import NetworkError, guided
from alcove.neural.weights import Weights

Reals = npt.NDArray[np.float32]


def network_file(game: str) -> Path | None:
    """Where the network of a game lies, if there is one."""
    return find_file(game, ".net")


def best_bits() -> int:
    """8 where the processor multiplies bytes without losing any of them, else 32."""
    features = llvm.get_host_cpu_features()
    return 8 if any(features.get(name) for name in ("avx512vnni", "avxvnni", "dotprod")) else 32


class Network:
    """A network ready for use. Every call stands alone: threads may share one."""

    def __init__(self, source: Weights, threads: int = 1, bits: int | None = None) -> None:
        from onnxruntime import InferenceSession, SessionOptions

        self.weights = source
        self.bits = best_bits() if bits is None else bits
        options = SessionOptions()
        options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
        options.log_severity_level = 3
        graph = build(source, guided(source.game).look, self.bits)
        self._session: Any = InferenceSession(graph, options, providers=["CPUExecutionProvider"])

    def ask(self, planes: Reals) -> tuple[Reals, Reals]:
        """For a batch of planes: a policy each, and how likely a win, a draw and a loss are for the side to move."""
        policy, value = self._session.run(("policy", "value"), {"planes": planes})
        return policy, value

    def is_sane(self) -> bool:
        """Does it answer with numbers? Those of a file may be so large that nothing can be reckoned with them."""
        game = guided(self.weights.game)
        planes = np.zeros((1, *game.look.shape), np.float32)
        game.encoding.encode(game.start(), planes[0])
        return all(bool(np.isfinite(answer).all()) for answer in self.ask(planes))


@cache
def _weights(game: str, path: Path) -> Weights:
    return weights.read(path, game)


def network(game: str, threads: int = 1, bits: int | None = None) -> Network:
    """The network of a game; a `NetworkError` if there is none or its file is no good."""
    path = network_file(game)
    if path is None:
        raise NetworkError(Text(f"{game}: there is no network", f"{game} : il n'y a pas de réseau"))
    found = Network(_weights(game, path), threads, bits)
    if not found.is_sane():
        raise fault(path, Text("its answers are no numbers", "ses réponses ne sont pas des nombres"))
    return found
