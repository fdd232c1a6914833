"""The one way a function is compiled here."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

from alcove.jit.cache import lock_cache_of  # importing it tells numba where compiled code lives

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """Compile `function` with numba: cached on disk, without the GIL, without bounds checks.

    Call it with arrays and integers of the types its module documents; nothing is validated inside.
    """
    dispatcher = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    if hasattr(dispatcher, "_cache"):  # with NUMBA_DISABLE_JIT the function comes back as it is
        lock_cache_of(dispatcher)
    return cast(F, dispatcher)
