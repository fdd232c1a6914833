"""The one way a function is compiled here."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

import alcove.jit.cache  # noqa: F401  (tells numba where compiled code lives, before anything compiles)

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """Compile `function` with numba: cached on disk, without the GIL, without bounds checks.

    Call it with arrays and integers of the types its module documents; nothing is validated inside.
    """
    return cast(F, numba.njit(cache=True, nogil=True, error_model="numpy")(function))
