"""What the kernels, evaluations and encodings of several games share, and what runs whole batches of any kernel.

Compiled, all of it: the name of the cache's folder is made from these sources, too (`jit/cache.py`).
"""
