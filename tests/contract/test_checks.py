"""Every check of the contract can fail: for each there is a game that breaks just that promise."""

import dataclasses
import itertools
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, ClassVar, Literal

import pytest

from alcove.boards import flat
from alcove.boards.pieces import Put
from alcove.cli.template.newgame import NewGame, Options, State
from alcove.contract import Subject, checks
from alcove.contract.examination import examine
from alcove.core import registry
from alcove.core.errors import IllegalMoveError
from alcove.core.game import Drawing, Game, View
from alcove.core.options import choice
from alcove.core.text import Refusal, Text
from alcove.games.avalam import Avalam
from alcove.games.rooms import Rooms, rooms
from alcove.games.teaching import BOOK, Clause, Figure, Lesson, Rulebook, Section, Step
from alcove.players import levels

NOTHING = Text("nothing", "rien")
CHECKS = {check.name: check for check in checks()}


def with_state(state: type[Any]) -> Game:
    """The small game with another law."""
    found: Game = type("Broken", (NewGame,), {"state_type": state})()
    return found


def with_room(**given: object) -> Game:
    """The small game with other rooms."""
    found: Game = type("Broken", (NewGame,), {"rooms": {**NewGame.rooms, **given}})()
    return found


class NotFrench(NewGame):
    summary = Text("A game.", "")


@dataclass(frozen=True, slots=True)
class WithoutLabels(Options):
    size: Literal["5", "7"] = choice("", "5", en="", fr="", labels={})


class Unlabelled(NewGame):
    options_type = WithoutLabels

    def initial(self, **options: Any) -> Any:
        return NewGame().initial()


class Careless(NewGame):
    def initial(self, **options: Any) -> Any:
        return super().initial()


class Twice(State):
    def legal_moves(self) -> tuple[Put, ...]:
        return super().legal_moves() * 2


class Restless(State):
    def legal_moves(self) -> tuple[Put, ...]:
        moves = list(super().legal_moves())
        random.shuffle(moves)
        return tuple(moves)


class TwoDoors(State):
    def play(self, move: Put | str) -> Any:
        return self


class Changing(State):
    def play_unchecked(self, move: Put) -> Any:
        after = super().play_unchecked(move)
        object.__setattr__(self, "side", 1 - self.side)
        self.__dict__.pop("_text", None)
        return after


class Mute(State):
    def forbids(self, move: Put) -> Refusal | None:
        return Refusal("2", Text("no", ""))


class Credulous(NewGame):
    def from_text(self, text: str, **options: Any) -> Any:
        return self.initial(**options)


class Forgetful(State):
    def to_text(self) -> str:
        return super().to_text().replace(" b", " w")


class OneSided(State):
    def play_unchecked(self, move: Put) -> Any:
        return dataclasses.replace(super().play_unchecked(move), side=0)


class Endless(State):
    def outcome(self) -> None:
        return None


class Wordless(NewGame):
    reasons: ClassVar[dict[str, Text]] = {}


class Bracketed(Put):
    def __str__(self) -> str:
        return "{" + self.cell


class Unrecorded(State):
    def legal_moves(self) -> tuple[Put, ...]:
        return tuple(Bracketed(move.cell) for move in super().legal_moves())

    def read_move(self, text: str) -> Put:
        return Bracketed(super().read_move(text.removeprefix("{")).cell)


@dataclass(frozen=True)
class Fickle(State):
    """A move played a second time leads elsewhere."""

    stamp: int = 0
    stamps: ClassVar[Iterator[int]] = itertools.count()

    def play_unchecked(self, move: Put) -> Any:
        after: Any = super().play_unchecked(move)
        return dataclasses.replace(after, stamp=next(self.stamps))


class OneColour(NewGame):
    pieces = {1: flat.Piece(0, "stone"), -1: flat.Piece(0, "stone")}


class Askew(NewGame):
    symmetric_under: ClassVar[tuple[str, ...]] = ("turn 180", "turn 17")  # type: ignore[assignment]


class Undrawn(NewGame):
    def draw(self, view: View, language: Any = "en") -> Drawing:
        return []


class Blind(NewGame):
    def view(self, state: Any, seat: int) -> View:
        return self.initial(size=state.options.size)


class Otherworldly(NewGame):
    def worlds(self, view: View, rng: random.Random) -> Iterator[Any]:
        while True:
            yield self.initial()


@dataclass(frozen=True)
class Secretive(State):
    secret: float = dataclasses.field(default=0.0, compare=False)


class Leaking(NewGame):
    state_type = Secretive

    def worlds(self, view: Any, rng: random.Random) -> Iterator[Any]:
        while True:
            yield dataclasses.replace(view, secret=rng.random())


class Homesick(State):
    def __reduce__(self) -> Any:
        return Homesick, (self.pieces, 1 - self.side, self.options)


class Lopsided(State):
    def legal_moves(self) -> tuple[Put, ...]:
        return tuple(move for move in super().legal_moves() if move.cell[0] < "d")


class Silent(flat.Board[Any]):
    def previews(self, view: Any, /) -> list[flat.Preview]:
        return super().previews(view)[1:]


FIGURE = Figure("wrong", NOTHING, None, NOTHING, (Step("a9", NOTHING),))
BOOK_WITH_A_FAULT = Rulebook(
    NOTHING, NOTHING, (Section("all", NOTHING, (Clause("2", (BOOK,), NOTHING, (NOTHING,), figures=(FIGURE,)),)),)
)


def avalam_with(**changed: Any) -> Game:
    """Avalam with some functions of its kernel replaced."""
    names = vars(rooms("avalam").kernel) | changed
    found: Game = type("Broken", (Avalam,), {"rooms": {"kernel": SimpleNamespace(**names)}})()
    return found


BROKEN = {
    "introduces_itself": NotFrench(),
    "options_are_told": Unlabelled(),
    "wrong_options_are_refused": Careless(),
    "rooms_are_complete": with_room(lessons=SimpleNamespace()),
    "noise_is_refused": Credulous(),
    "moves_are_texts": with_state(Twice),
    "order_is_stable": with_state(Restless),
    "both_doors_lead_to_the_same_state": with_state(TwoDoors),
    "playing_changes_nothing": with_state(Changing),
    "refusals_are_told": with_state(Mute),
    "text_and_state_are_one": with_state(Forgetful),
    "seats_take_turns": with_state(OneSided),
    "over_when_nothing_can_be_played": with_state(Endless),
    "outcomes_say_who_and_why": Wordless(),
    "perft_counts_lines": with_state(TwoDoors),
    "moves_fit_into_records": with_state(Unrecorded),
    "records_replay": with_state(Fickle),
    "positions_are_drawn": Undrawn(),
    "views_answer_like_states": Blind(),
    "worlds_look_like_the_view": Otherworldly(),
    "views_hold_no_secret": Leaking(),
    "states_travel": with_state(Homesick),
    "scenes_are_true": with_room(scene=Silent(NewGame.scene)),
    "images_are_the_same_game": with_state(Lopsided),
    "rulebook_is_true": with_room(rulebook=SimpleNamespace(RULEBOOK=BOOK_WITH_A_FAULT)),
    "lesson_can_be_done": with_room(lessons=SimpleNamespace(LESSON=Lesson(NOTHING, (), NOTHING))),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_check_finds_what_it_is_for(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at = [BROKEN[name]]
    monkeypatch.setattr(registry, "game", lambda asked: looked_at[-1])  # records find their game by its name
    subject = Subject.of(BROKEN[name], {}, most_plies=30)
    found = list(CHECKS[name].run(subject))
    assert found, "nothing is found wrong with a game that breaks this promise"
    assert all(fault.text.en and fault.text.fr and fault.place for fault in found)
    looked_at.append(NewGame())
    sound = Subject.of(looked_at[-1], {}, most_plies=30)
    if CHECKS[name].is_about(sound):
        assert list(CHECKS[name].run(sound)) == []


@pytest.mark.parametrize(
    ("check", "game", "said"),
    [
        ("scenes_are_true", OneColour(), "pieces[-1] belongs to seat 1, but has the colour of seat 0"),
        (
            "images_are_the_same_game",
            Askew(),
            "symmetric_under: 'turn 17' is no symmetry of the board, which has all, ",
        ),
    ],
)
def test_what_looks_wrong_is_said(check: str, game: Game, said: str) -> None:
    (fault, *_) = CHECKS[check].run(Subject.of(game, {}, most_plies=4))
    assert fault.text.en.startswith(said)
    assert fault.text.fr != fault.text.en


def test_one_fault_is_told_once_in_the_file_of_its_author() -> None:
    class Deaf(State):
        def read_move(self, text: str) -> Put:
            raise IllegalMoveError(text, Refusal("2", NOTHING))

    found = [fault for fault in examine(with_state(Deaf)) if "cannot be read: " in fault.text.en]
    (told,) = [fault for fault in found if fault.text.en.startswith("the legal move")]
    assert re.search(r" \(and \d+ more like it\)$", told.text.en)
    inherited = Subject.of(NewGame(), {}, most_plies=0).law("read_move", "a", "b")
    assert re.fullmatch(r"newgame/__init__\.py:\d+", inherited.place), "not in boards/pieces.py"


@pytest.mark.parametrize(
    ("check", "changed"),
    [
        ("kernel_agrees_with_the_law", {"count_moves": lambda packed: 1}),
        ("kernel_agrees_with_the_law", {"to_move": lambda packed: 1}),
        ("kernel_agrees_with_the_law", {"unmake": lambda packed, action, undo: None}),
        ("kernel_agrees_with_the_law", {"move_of": lambda packed, action: "c9-d9"}),
        ("keys_tell_positions_apart", {"key": lambda packed: 7}),
    ],
)
def test_a_kernel_that_lies_is_found_out(check: str, changed: dict[str, Any]) -> None:
    subject = Subject.of(avalam_with(**changed), {}, most_plies=20)
    (fault,) = CHECKS[check].run(subject)
    assert "kernel" in fault.text.en or "key" in fault.text.en or "unmake" in fault.text.en


def test_a_kernel_that_counts_wrong_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    from alcove.contract import furniture

    class Wrong:
        def perft(self, state: Any, depth: int) -> int:
            return 1

        def playouts(self, *given: Any, **more: Any) -> Any:
            return SimpleNamespace(plies=5)

    monkeypatch.setattr(furniture, "kernel", lambda name: Wrong())
    assert len(list(CHECKS["kernel_counts_like_the_law"].run(Subject.of(Avalam(), {}, most_plies=2)))) >= 2


def test_levels_that_cannot_play_are_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "read_json", lambda name, file: [{"blunders": 1}] if file == "levels.json" else None)
    (fault,) = CHECKS["levels_play"].run(Subject.of(Avalam(), {}, most_plies=2))
    assert "its levels do not play" in fault.text.en


def test_every_check_is_tried_here() -> None:
    elsewhere = {
        "kernel_agrees_with_the_law", "kernel_counts_like_the_law", "keys_tell_positions_apart", "levels_play",
        "sentences_have_both_languages",  # tests/packages/test_examples.py: it reads files
    }  # fmt: skip
    assert set(BROKEN) | elsewhere == set(CHECKS)
    assert Rooms(NewGame()).has("scene")
