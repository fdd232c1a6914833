"""What every game promises, as checks that anybody can run over any game.

`alcove.testing` runs them under pytest, `alcove doctor` tells what they find. A check yields a `Fault` for everything that is
wrong: a sentence, and the file and line to look at. Nothing here knows which games exist.
"""

from alcove.contract.checks import Check, checks
from alcove.contract.subject import Fault, Subject

__all__ = ["Check", "Fault", "Subject", "checks"]
