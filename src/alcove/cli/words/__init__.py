"""What the command line says to people, in English and in French."""

from .answers import *
from .doctor import *
from .faults import *
from .help import *
from .room import *
from .training import *
