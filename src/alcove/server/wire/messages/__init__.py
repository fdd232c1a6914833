"""The wire: everything a page may send and everything it may receive. `web/typescript.py` writes web/src/api/types.ts from here.

What comes in is checked against these structs and nothing else is let in; what goes out is one of these structs.
Sentences for people travel as `{en, fr}`, so a page can change its language without asking again.
"""

from alcove.table.commands import *
from alcove.table.fold import MoveLine as MoveLine

from .analysis import *
from .atlas import *
from .base import *
from .bots import *
from .live import *
from .lobby import *
from .mail import *
from .people import *
from .puzzles import *
from .study import *
from .tables import *
