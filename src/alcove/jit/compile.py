"""The ways a function is compiled here."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

from alcove.jit.cache import lock_cache_of  # importing it tells numba where compiled code lives

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """Compile `function` with numba: cached on disk, without the GIL, without bounds checks.

    Call it with arrays and integers of the types its module documents; nothing is validated inside.
    """
    return _compile(function)


def lean(function: F) -> F:
    """As `compiled`, for a function that makes no array and so need not count references to any.

    numba counts, one atomic instruction each, whenever an array comes in, goes on to another function, or gives a row
    or a view of itself. Without that a search is half as fast again, and so is a kernel whose moves are short. Views and
    rows are fine in such a function, as are calls of any other; making an array, or assigning to a slice of one, is an
    error when it is compiled.
    """
    return _compile(function, _nrt=False)


def inlined(function: F) -> F:
    """As `lean`, for a small function in a hot loop: its code is copied to wherever it is called."""
    return _compile(function, _nrt=False, forceinline=True)


def threaded(function: F) -> F:
    """As `compiled`, with its `numba.prange` loops shared out among all cores.

    numba drops what such a loop writes to the arrays of a named tuple as dead code: let a function called from it write.
    """
    return _compile(function, parallel=True)


def _compile(function: F, **options: Any) -> F:
    dispatcher = numba.njit(cache=True, nogil=True, error_model="numpy", **options)(function)
    if hasattr(dispatcher, "_cache"):  # with NUMBA_DISABLE_JIT the function comes back as it is
        lock_cache_of(dispatcher)
    return cast(F, dispatcher)
