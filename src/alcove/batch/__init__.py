"""Thousands of games in flat arrays, stepped together at the speed of the kernels.

>>> import alcove.batch
>>> batch = alcove.batch.make(alcove.games()[0], count=64, seed=7)
>>> for _ in range(100):
...     step = batch.step(batch.sample())
>>> step.mask.shape, step.rewards.shape
((64, 292), (64, 2))
"""

from alcove.batch.batch import HOLD, Batch, BatchError, Step, make

__all__ = ["HOLD", "Batch", "BatchError", "Step", "make"]
