"""One module, once for each game.

numba cannot cache functions that are made generic by closures or function arguments. A module whose functions use a
global `kernel`, however, compiles to game-specific code once `kernel` is bound: so each game gets its own copy of the
module, made from the same source file.
"""

import importlib.util
import sys
import threading
from types import ModuleType

_MAKING = threading.RLock()
"""Held while a module is made: another thread must not see it half made."""


def instance_for(game_name: str, module_name: str, variant: str = "", **names: object) -> ModuleType:
    """The module `module_name` made for one game, with `names` bound before its first line runs.

    Where a game needs the module twice with other names bound, `variant` tells them apart.
    """
    name = f"{module_name}.{variant}{'.' if variant else ''}for_{game_name}"
    with _MAKING:
        if name in sys.modules:
            return sys.modules[name]
        found = importlib.util.find_spec(module_name)
        if found is None or found.origin is None:
            raise ImportError(f"no module {module_name}")
        spec = importlib.util.spec_from_file_location(name, found.origin)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        vars(module).update(names)
        sys.modules[name] = module
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[name]
            raise
        return module
