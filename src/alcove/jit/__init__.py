"""How Alcove compiles: four decorators, one cache that cannot go stale, one module many times.

Only kernels and searches import this package; `import alcove` never does.
"""

from alcove.jit.compile import compiled, inlined, lean, threaded
from alcove.jit.instance import instance_for

__all__ = ["compiled", "inlined", "instance_for", "lean", "threaded"]
