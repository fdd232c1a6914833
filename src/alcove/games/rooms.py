"""The one door to the rooms of a game: the modules that lie beside its law, each with one thing the game can do.

    >>> from alcove.games.rooms import rooms
    >>> rooms(name).kernel.MAX_MOVES
    >>> rooms(name).has("unseen")
    False

A room is a file beside the game's class, or an object that the game gives itself (`Game.rooms`). It is imported when somebody
enters it, and only then. A game need not have any of them: `has` asks without importing, and whoever enters a room that is
missing, broken or unfinished gets a `RoomError`, which says so in a sentence. What each room holds is its protocol below;
mypy holds our own games to them (tests/contract/test_rooms.py), `lacks` any other.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, get_origin, get_type_hints

from alcove.core.errors import AlcoveError
from alcove.core.game import Game, Move, Position, State, View
from alcove.core.options import OptionsInstance
from alcove.core.registry import game
from alcove.core.text import Text

if TYPE_CHECKING:  # whoever wants a rulebook need not wait for numpy
    import numpy as np
    import numpy.typing as npt

    from alcove.boards.symmetry import Image
    from alcove.compiled.looks import History, Look

    from .charting import Chart
    from .puzzling import Puzzling
    from .teaching import Lesson, Rulebook

    Packed = npt.NDArray[np.uint8]
    Actions = npt.NDArray[np.int32]
    Scores = npt.NDArray[np.int32]
    Undo = npt.NDArray[np.int64]
    Generator = npt.NDArray[np.uint64]

M = TypeVar("M", bound=Move)
V = TypeVar("V", bound=Position[Any], contravariant=True)
S = TypeVar("S", bound=State[Any], contravariant=True)
O = TypeVar("O", bound=OptionsInstance, contravariant=True)  # noqa: E741


class RoomError(AlcoveError):
    """A room that a game does not have, or has not finished."""


# --- Speed and strength -----------------------------------------------------------------------------------------------


class KernelRoom(Protocol[V, M, O]):
    """The rules as compiled code on flat arrays. `make` to `playout` are called from compiled code, too."""

    STATE_SIZE: int
    UNDO_SIZE: int
    MAX_MOVES: int
    MAX_PLIES: int

    def pack(self, state: V, /) -> Packed: ...
    def unpack(self, packed: Packed, options: O, /) -> State[M]: ...
    def action_of(self, packed: Packed, move: M, /) -> int: ...
    def move_of(self, packed: Packed, action: int, /) -> M: ...
    def history_marks(self, state: V, /) -> tuple[list[int], list[int]]: ...
    def sure_plies(self, state: V, /) -> int: ...

    def to_move(self, state: Packed, /) -> int: ...
    def moves(self, state: Packed, actions: Actions, /) -> int: ...
    def count_moves(self, state: Packed, /) -> int: ...
    def make(self, state: Packed, action: int, undo: Undo, /) -> None: ...
    def unmake(self, state: Packed, action: int, undo: Undo, /) -> None: ...
    def key(self, state: Packed, /) -> int: ...
    def key_of(self, state: Packed, /) -> int: ...
    def result(self, state: Packed, /) -> int: ...
    def playout(self, state: Packed, generator: Generator, /) -> int: ...


class DealtKernelRoom(KernelRoom[V, M, O], Protocol[V, M, O]):
    """The kernel of a game with unseen pieces: a packed state is one world among those that a view may hide."""

    def deal(self, state: Packed, generator: Generator, /) -> None: ...
    def play(self, state: Packed, action: int, /) -> None: ...
    def public_key(self, state: Packed, /) -> int: ...


class JudgementRoom(Protocol):
    """Any evaluation: it says which search it is for."""

    SEARCH: str


class EvaluationRoom(JudgementRoom, Protocol):
    """How alpha-beta judges; search/alphabeta.py says what each name means, and which others it looks for."""

    WIN: int
    WIN_ZONE: int
    COUNT_PLIES: bool
    WINDOW: int
    FULL_MOVES: int
    REDUCTION_DIVISOR: float
    PRIOR_TEMPERATURE: float
    VALUE_SCALE: float

    @property
    def PRUNE_AFTER(self) -> Sequence[int]: ...  # noqa: N802 (a constant of the module)
    def evaluate(self, state: Packed, /) -> int: ...
    def outcome_score(self, state: Packed, result: int, /) -> int: ...
    def order(self, state: Packed, actions: Actions, n: int, scores: Scores, /) -> None: ...
    def tactical(self, state: Packed, actions: Actions, /) -> int: ...
    def tell(self, value: int, /) -> tuple[float, Text]: ...


class WorldsEvaluationRoom(JudgementRoom, Protocol):
    """How a search over possible worlds judges (search/worlds.py). Only compiled code makes anything of a sketch."""

    WIDTH: int
    PRIOR_TEMPERATURE: float
    EXPLORATION: float

    def new_sketch(self) -> Any: ...
    def rate(self, state: Packed, actions: Actions, scores: npt.NDArray[np.float64], sketch: Any, /) -> int: ...
    def worth(self, state: Packed, /) -> float: ...
    def is_rival(self, state: Packed, /) -> bool: ...
    def tell(self, together: bool, worth: float, /) -> tuple[float, Text, float]: ...


class UnseenRoom(Protocol):
    """What is known of unseen pieces, for counting true chances (search/chances.py)."""

    NUMBERS: int

    def shares_fate(self, state: Packed, /) -> bool: ...
    def root(self, packed: Packed, /) -> Packed: ...
    def veil(self, state: Packed, /) -> None: ...
    def shown(self, before: Packed, after: Packed, /) -> int: ...
    def count(self, state: Packed, counts: npt.NDArray[np.int64], /) -> int: ...
    def put(self, state: Packed, place: int, number: int, /) -> None: ...
    def spent(self, state: Packed, /) -> int: ...


class LuckRoom(Protocol[V, O]):
    """A game's luck by its law, one outcome at a time, for whoever reckons with chance (environments/openspiel.py). `deal` and
    `turn` tell how likely each of the `OUTCOMES` is that luck may show next, as weights; or, once there is nothing left to luck,
    the view of the start or the view after the move. In one game it has a say `MOST` times at most."""

    OUTCOMES: int
    MOST: int

    def deal(self, options: O, shown: Sequence[int], /) -> tuple[int, ...] | View: ...
    def turn(self, view: V, move: Any, shown: Sequence[int], /) -> tuple[int, ...] | View: ...


class MaterialRoom(Protocol):
    """The count that a beginner makes, for the yardstick of strength (search/plain.py) and for early verdicts."""

    def material(self, state: Packed, /) -> int: ...


class EncodingRoom(Protocol[S]):
    """How a network that guides looks at a position: `look` and `encode` what is seen of it, `recall` what of its past,
    `is_new` whether the past may be forgotten, `places` where a policy has the moves, `verdict` the result, perhaps told
    early, `owners` what a helping head foresees. Which time the same move loses, or the same position draws, is told by
    `REPETITION_LOSES` and `REPETITION_DRAWS`; 0 if it never does."""

    VERSION: int
    LOOK: Look
    REPETITION_LOSES: int
    REPETITION_DRAWS: int

    def look(self, state: Packed, seen: Packed, /) -> None: ...
    def encode(self, state: Packed, planes: npt.NDArray[np.float32], /) -> None: ...
    def recall(self, state: Packed, past: npt.NDArray[np.int64], seen: Packed, /) -> None: ...
    def is_new(self, state: Packed, /) -> bool: ...
    def past_marks(self, state: S, /) -> list[int]: ...
    def verdict(self, state: Packed, /) -> int: ...
    def owners(self, state: Packed, side: int, owned: Packed, /) -> None: ...
    def places(
        self, state: Packed, actions: Actions, n: int, found: npt.NDArray[np.int16], origins: npt.NDArray[np.int16], /
    ) -> None: ...


class ObservationRoom(Protocol[O]):
    """How programs that learn look at a position in batches and environments: `look` and `recall` write what is seen of it and of its
    past, as in `EncodingRoom`; `numbers` the outside's numbers of the kernel's actions, all below `N_ACTIONS` and each action's
    its own; `history` tells what the rules decide by the past. A game whose starts are a matter of luck also has
    `begin(state, generator)`, which draws one. Nothing seen or numbered may depend on what the mover does not know."""

    VERSION: int
    LOOK: Look
    N_ACTIONS: int

    def look(self, state: Packed, seen: Packed, /) -> None: ...
    def recall(self, state: Packed, past: npt.NDArray[np.int64], seen: Packed, /) -> None: ...
    def is_new(self, state: Packed, /) -> bool: ...
    def numbers(self, state: Packed, actions: Actions, n: int, found: npt.NDArray[np.int16], /) -> None: ...
    def history(self, options: O, /) -> History: ...


class FeaturesRoom(Protocol):
    """What a network that judges is told of a position (search/learnt.py)."""

    VERSION: int
    N_FEATURES: int
    MOST_ACTIVE: int
    SYMMETRIES: npt.NDArray[np.int64]

    def traits_of(self, feature: int, /) -> list[tuple[object, ...]]: ...
    def gather(self, state: Packed, active: npt.NDArray[np.int32], /) -> tuple[int, int]: ...
    def temper(self, state: Packed, worth: int, /) -> int: ...


# --- For people -------------------------------------------------------------------------------------------------------


class SceneRoom(Protocol[V]):
    """The board for the page. Scenes, previews and steps are structs made from views alone. A game may also have
    `written_previews(view)`: the bytes that `previews` come to as JSON, where it can write them faster itself."""

    def scene(self, view: V, /) -> object: ...
    def previews(self, view: V, /) -> Sequence[object]: ...
    def steps(self, before: V, move_text: str, after: V, /) -> Sequence[object]: ...
    def spoken(self, before: V, move_text: str, after: V, /) -> Text: ...


class SymmetryRoom(Protocol[S]):
    """Which positions count as the same: told to people, and every image of a state, its own first."""

    SAYS: Text

    def images(self, state: S, /) -> Sequence[Image]: ...


class RulebookRoom(Protocol):
    RULEBOOK: Rulebook


class LessonsRoom(Protocol):
    LESSON: Lesson


class PuzzlesRoom(Protocol):
    @property
    def PUZZLES(self) -> Puzzling: ...  # noqa: N802


class ChartRoom(Protocol):
    CHART: Chart


# --- The door ---------------------------------------------------------------------------------------------------------

Kernel = KernelRoom[View, Move, OptionsInstance]
DealtKernel = DealtKernelRoom[View, Move, OptionsInstance]
Encoding = EncodingRoom[State[Any]]
Luck = LuckRoom[View, OptionsInstance]
Observation = ObservationRoom[OptionsInstance]

_FILES = {"dealt_kernel": "kernel", "judgement": "evaluation", "worlds_evaluation": "evaluation"}
"""Rooms that lie in a file of another name, since a game has one or the other of two kinds."""
_NAMES = {
    "kernel": Text("kernel", "de noyau"),
    "evaluation": Text("evaluation", "d'évaluation"),
    "unseen": Text("reckoning of unseen pieces", "de calcul des pièces cachées"),
    "luck": Text("law of its luck", "de loi du hasard"),
    "material": Text("count of material", "de décompte du matériel"),
    "encoding": Text("encoding for networks", "d'encodage pour les réseaux"),
    "observation": Text("observation for batches", "d'observation pour les lots"),
    "features": Text("features for networks", "de traits pour les réseaux"),
    "scene": Text("board for the page", "de plateau pour la page"),
    "symmetry": Text("symmetry", "de symétrie"),
    "rulebook": Text("rulebook", "de livret de règles"),
    "lessons": Text("lesson", "de leçon"),
    "puzzles": Text("puzzles", "de problèmes"),
    "chart": Text("chart for the atlas", "de fiche pour l'atlas"),
}
ROOMS = {room: (room,) for room in _NAMES} | {"evaluation": ("evaluation", "worlds_evaluation")}
"""Every room there is, and what kinds of it there are."""


class Rooms:
    """The rooms of one game, as attributes."""

    kernel: Kernel
    dealt_kernel: DealtKernel
    judgement: JudgementRoom
    evaluation: EvaluationRoom
    worlds_evaluation: WorldsEvaluationRoom
    unseen: UnseenRoom
    luck: Luck
    material: MaterialRoom
    encoding: Encoding
    observation: Observation
    features: FeaturesRoom
    scene: SceneRoom[View]
    symmetry: SymmetryRoom[State[Any]]
    rulebook: RulebookRoom
    lessons: LessonsRoom
    puzzles: PuzzlesRoom
    chart: ChartRoom

    def __init__(self, found: Game) -> None:
        self._title = found.title
        self._given = found.rooms
        self._package = sys.modules[type(found).__module__].__package__
        """Where the other rooms lie: beside the class of the game, in whatever package that is."""

    def has(self, room: str) -> bool:
        """Is there such a room? Nothing is imported."""
        return _FILES.get(room, room) in self._given or (
            bool(self._package) and find_spec(f"{self._package}.{_FILES.get(room, room)}") is not None
        )

    def lacks(self, room: str) -> list[str]:
        """The names that a room should have and does not, in order."""
        found = self._find(room)
        return [name for name in _names_in(_protocols()[room]) if not hasattr(found, name)]

    def place(self, room: str) -> str:
        """Where a room lies, or would: `kernel.py`, or what the game gives itself."""
        file = _FILES.get(room, room)
        return f'rooms["{file}"]' if file in self._given or not self._package else f"{file}.py"

    def missing(self, room: str) -> Text:
        """That there is no such room, in a sentence."""
        said, place = _NAMES[_FILES.get(room, room)], self.place(room)
        return Text(f"{self._title} has no {said.en} ({place})", f"{self._title} n'a pas {said.fr} ({place})")

    def _find(self, room: str) -> object:
        file = _FILES.get(room, room)
        found = self._given.get(file, f"{self._package}.{file}")
        if not isinstance(found, str):
            return found
        try:
            return import_module(found)
        except Exception as error:
            said = f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"
            raise RoomError(
                Text(f"{self._title}: {self.place(room)} cannot be imported ({said})",
                     f"{self._title} : {self.place(room)} ne peut pas être importé ({said})")
            ) from error  # fmt: skip

    def _enter(self, room: str) -> Any:
        place = self.place(room)
        if not self.has(room):
            raise RoomError(self.missing(room))
        if missing := ", ".join(self.lacks(room)):
            raise RoomError(
                Text(f"{self._title}: {place} does not have {missing}, which is needed here",
                     f"{self._title} : il manque à {place} ce qu'il faut ici : {missing}")
            )  # fmt: skip
        return self._find(room)

    if not TYPE_CHECKING:  # mypy goes by the annotations above, and knows a room that does not exist

        def __getattr__(self, room: str) -> Any:
            """A room that was not entered yet."""
            if room not in _protocols():
                raise AttributeError(room)
            setattr(self, room, self._enter(room))
            return getattr(self, room)


@cache
def _protocols() -> dict[str, type]:
    return {room: get_origin(hint) or hint for room, hint in get_type_hints(Rooms).items()}


def _names_in(protocol: type) -> list[str]:
    """What a protocol asks for."""
    kinds = [
        kind for kind in reversed(protocol.__mro__) if getattr(kind, "_is_protocol", False) and kind is not Protocol
    ]
    return [name for kind in kinds for name in (*vars(kind).get("__annotations__", ()), *vars(kind)) if name[0] != "_"]


def rooms(name: str) -> Rooms:
    """The rooms of the game of that name."""
    return _rooms(game(name))


@cache
def _rooms(found: Game) -> Rooms:
    return Rooms(found)
