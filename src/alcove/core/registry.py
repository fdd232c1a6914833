"""Which games there are: every folder of `games/` that has a RULES.md, and every game that an installed package offers.

A package offers a game by an entry point of the group `alcove.games`, which bears the game's name:

    [project.entry-points."alcove.games"]
    pebbles = "pebbles:GAME"

Nothing is imported before somebody asks for a game, or for the list. A game that cannot be used is left out, and `faults`
says why in a sentence: the others do not suffer from it.
"""

import sys
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from .errors import AlcoveError, UnknownGameError, expect, quoted
from .game import Game, Move, Position
from .text import Text

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "alcove.games"
OUR_FOLDER = Path(__file__).resolve().parents[1] / "games"
_A_NAME = Text("the name of a game", "le nom d'un jeu")


@dataclass(frozen=True, slots=True)
class Source:
    """Where a game comes from, as it is known before anything of it is imported. `package` is empty for our own."""

    name: str
    module: str
    attribute: str = "GAME"
    package: str = ""

    @property
    def says(self) -> Text:
        if not self.package:
            return Text(f"the game {self.name}", f"le jeu {self.name}")
        return Text(
            f"the game {self.name} of the package {self.package}", f"le jeu {self.name} du paquet {self.package}"
        )


class LeftOutError(AlcoveError):
    """A game that had to be left out, and why."""

    def __init__(self, source: Source, why: Text) -> None:
        says = source.says
        super().__init__(
            Text(f"{says.en} is left out: {why.en}", f"{says.fr} est laissé de côté : {why.fr}")
        )  # fmt: skip
        self.source, self.why = source, why


def games() -> tuple[str, ...]:
    """The names of all games, in the order in which they are shown."""
    known = [found for found in map(_loaded, (offer.name for offer in offered())) if isinstance(found, Game)]
    return tuple(found.name for found in sorted(known, key=lambda found: (found.about.order, found.title)))


def ours() -> tuple[str, ...]:
    """The names of the games that come with Alcove, in the same order."""
    return tuple(name for name in games() if not source(name).package)


def game(name: str) -> Game:
    """The game of that name."""
    expect("name", name, str, _A_NAME)
    return _game(name)


@cache
def _game(name: str) -> Game:
    found = _loaded(name) if _source(name) is not None else None
    if isinstance(found, Game):
        return found
    if isinstance(found, LeftOutError):
        raise UnknownGameError(found.text)
    known = ", ".join(games())
    raise UnknownGameError(
        Text(f"unknown game {quoted(name)}; known: {known}", f"jeu inconnu {quoted(name)} ; connus : {known}")
    )


def faults() -> tuple[LeftOutError, ...]:
    """The games that were left out, and why."""
    tried = (_loaded(offer.name) for offer in offered())
    return (*_packaged().faults, *(found for found in tried if isinstance(found, LeftOutError)))


def source(name: str) -> Source:
    """Where the game of that name comes from."""
    found = _source(game(name).name)
    assert found is not None
    return found


def offered() -> tuple[Source, ...]:
    """Where all games come from, whether they can be used or not; nothing is imported."""
    return (*_our_own().values(), *_packaged().by_name.values())


@cache
def game_of(kind: type[Position[Move]]) -> Game | None:
    """The game whose states or views are of this kind: its class lies in the same module or, failing that, the same package.
    `None` for a game that is not one of the room's."""
    found = [game(name) for name in games()]
    here = [each for each in found if type(each).__module__ == kind.__module__]
    beside = [each for each in found if home(type(each)) == home(kind)]
    return next(iter(here or beside), None)


def home(kind: type) -> str:
    """The package in which a class lies, or its module."""
    return getattr(sys.modules.get(kind.__module__), "__package__", None) or kind.__module__


def folder(name: str) -> Path:
    """The folder of a game, where its data lie: that of its package. A game that is a single file has one beside it, called
    after the file: `pebbles.py` keeps its levels in `pebbles_data/`."""
    module = sys.modules[type(game(name)).__module__]
    path = Path(module.__file__ or "")
    return path.parent if module.__package__ else path.with_name(f"{path.stem}_data")


def register(found: Game) -> None:
    """Add a game that no package offers yet: for notebooks, and for whoever tests a package. Other processes do not
    know it."""
    _registered[found.name] = found
    _forget()
    fault = _loaded(found.name)
    if isinstance(fault, LeftOutError):
        del _registered[found.name]
        _forget()
        raise fault


_registered: dict[str, Game] = {}


def _forget() -> None:
    _packaged.cache_clear()
    _loaded.cache_clear()
    _game.cache_clear()
    game_of.cache_clear()


# --- Finding them -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Packaged:
    by_name: dict[str, Source]
    faults: tuple[LeftOutError, ...]


def _source(name: str) -> Source | None:
    """Where a game of that name would come from. Whoever asks for one of ours need not wait for a look at all packages."""
    return _our_own().get(name) or _packaged().by_name.get(name)


@cache
def _our_own() -> dict[str, Source]:
    names = sorted(path.parent.name for path in OUR_FOLDER.glob("*/RULES.md"))
    return {name: Source(name, f"alcove.games.{name}") for name in names}


@cache
def _packaged() -> _Packaged:
    """The games of packages, under their names; two that claim one name cannot both be right, and the first keeps it."""
    from importlib.metadata import entry_points  # 20 ms that nobody should wait for who asks for one of ours

    by_name = {
        name: Source(name, type(found).__module__, package=type(found).__module__)
        for name, found in _registered.items()
    }
    found: list[LeftOutError] = []
    for point in sorted(entry_points(group=GROUP), key=lambda point: (_package(point), point.name)):
        offer = Source(point.name, point.module, point.attr or "GAME", _package(point))
        holder = _our_own().get(point.name) or by_name.get(point.name)
        if holder is None:
            by_name[point.name] = offer
        elif point.name not in _registered and (holder.module, holder.attribute) != (offer.module, offer.attribute):
            who = holder.package or "Alcove"
            found.append(LeftOutError(offer, Text(f"{who} has a game of that name", f"{who} a déjà un jeu de ce nom")))
    return _Packaged(by_name, tuple(found))


def _package(point: "EntryPoint") -> str:
    return f"{point.dist.name} {point.dist.version}" if point.dist is not None else point.module


# --- Loading them -----------------------------------------------------------------------------------------------------


@cache
def _loaded(name: str) -> Game | LeftOutError:
    """A game, or what is wrong with it."""
    offer = _source(name)
    assert offer is not None
    # By its name: whether a scene is true is asked a storey above the core, where scenes are known.
    found: Game | Text = import_module("alcove.admission").admitted(offer, _registered.get(name))
    return LeftOutError(offer, found) if isinstance(found, Text) else found
