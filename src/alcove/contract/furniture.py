"""What the rooms of a game promise, where it has them: kernel, scene, symmetry, rulebook, lesson."""

import random
from collections import Counter
from typing import Any

import msgspec
import numpy as np

from alcove.boards import flat, pieces
from alcove.compiled.results import DRAW, ONGOING, SEAT_0_WINS, SEAT_1_WINS
from alcove.contract.subject import Faults, Subject, variants
from alcove.core.errors import AlcoveError, IllegalMoveError
from alcove.core.game import State
from alcove.core.perft import perft
from alcove.core.text import either, is_told
from alcove.games.kernels import kernel
from alcove.games.rooms import ROOMS
from alcove.games.teaching import judged, start
from alcove.players.levels import levels, seat_player

MOST_GAMES, SOME_GAMES = 12, 2
"""How many games law and kernel are compared over: with the usual options, and with others."""


def rooms_are_complete(subject: Subject) -> Faults:
    """Every room has what its protocol asks for. A kernel or an evaluation is one of two kinds."""
    for room, kinds in ROOMS.items():
        if not subject.house.has(room):
            continue
        try:
            missing = min((subject.house.lacks(kind) for kind in kinds), key=len)
        except AlcoveError as error:
            yield subject.fault(subject.house.place(room) + ":1", error.text.en, error.text.fr)
            continue
        if missing:
            names = ", ".join(missing)
            yield subject.fault(room, f"the room {room} does not have {names}", f"il manque à {room} : {names}")


# --- The kernel -------------------------------------------------------------------------------------------------------


def kernel_agrees_with_the_law(subject: Subject) -> Faults:
    """Move by move over random games, and back again."""
    module = subject.house.kernel
    if module.STATE_SIZE % 8:
        yield subject.fault("kernel", "STATE_SIZE must be a multiple of 8", "STATE_SIZE doit être un multiple de 8")
        return
    for seed in range(MOST_GAMES if not subject.options else SOME_GAMES):
        start_ = Subject.of(subject.game, subject.options, seed, most_plies=0).states[0]
        for fault in _compared(subject, start_.without_draw_rules(), random.Random(f"{subject.game.name} {seed}")):
            yield fault
            return


def _compared(subject: Subject, state: State[Any], rng: random.Random) -> Faults:
    module = subject.house.kernel
    packed, actions = module.pack(state), np.empty(module.MAX_MOVES, np.int32)
    line = []
    for _ in range(400):
        place = state.to_text()
        n = int(module.moves(packed, actions))
        offered = Counter(str(module.move_of(packed, int(action))) for action in actions[:n])
        legal = Counter(map(str, state.legal_moves()))
        for move in (legal - offered).keys() | (offered - legal).keys():
            who = ("law", "la loi") if move in legal else ("kernel", "le noyau")
            yield subject.fault("kernel", f"law and kernel disagree in `{place}`: only the {who[0]} has {move}", f"loi et noyau se contredisent dans `{place}` : seul {who[1]} connaît {move}")  # fmt: skip
            return
        found: dict[str, tuple[object, object]] = {
            "count_moves": (int(module.count_moves(packed)), n),
            "action_of": ([module.action_of(packed, state.find(str(module.move_of(packed, int(a))))) for a in actions[:n]], actions[:n].tolist()),
            "to_move": (int(module.to_move(packed)), state.to_move),
            "result": (int(module.result(packed)), expected_result(state)),
            "key": (int(module.key(packed)), int(module.key_of(packed))),
            "pack": (int(module.key(packed)), int(module.key(module.pack(state)))),
            "unpack": (module.unpack(packed, state.options).to_text(), place),
        }  # fmt: skip
        for name, (has, due) in found.items():
            if has != due:
                yield subject.fault("kernel", f"{name} of the kernel is wrong in `{place}`: {has} instead of {due}", f"{name} du noyau est faux dans `{place}` : {has} au lieu de {due}")  # fmt: skip
                return
        if not state.legal_moves():
            break
        move, undo = rng.choice(state.legal_moves()), np.empty(module.UNDO_SIZE, np.int64)
        action = module.action_of(packed, move)
        line.append((action, undo, packed.copy(), place))
        module.make(packed, action, undo)
        state = state.play_unchecked(move)
    for action, undo, before, place in reversed(line):
        module.unmake(packed, action, undo)
        if not np.array_equal(packed, before):
            yield subject.fault("kernel", f"unmake does not give back every byte of `{place}`", f"unmake ne rend pas chaque octet de `{place}`")  # fmt: skip
            return


def expected_result(state: State[Any]) -> int:
    outcome = state.outcome()
    if outcome is None:
        return ONGOING
    if outcome.together:
        return SEAT_1_WINS if outcome.winner is None else SEAT_0_WINS
    return DRAW if outcome.winner is None else (SEAT_0_WINS, SEAT_1_WINS)[outcome.winner]


def kernel_counts_like_the_law(subject: Subject) -> Faults:
    start_, compiled = subject.states[0], kernel(subject.game.name)
    for depth in range(3):
        has, due = compiled.perft(start_, depth), perft(start_, depth)
        if has != due:
            yield subject.fault("kernel", f"perft {depth} of the kernel is {has}, of the law {due}", f"perft {depth} du noyau : {has}, de la loi : {due}")  # fmt: skip
    alone = compiled.playouts(start_, 20, seed=7, threads=1)
    if alone != compiled.playouts(start_, 20, seed=7, threads=3) or alone.plies <= 0:
        yield subject.fault("kernel", "random games depend on more than their seed", "les parties au hasard ne dépendent pas que de leur graine")  # fmt: skip


def keys_tell_positions_apart(subject: Subject) -> Faults:
    module, seen = subject.house.kernel, dict[int, State[Any]]()
    for seed in range(4):
        for each in Subject.of(subject.game, subject.options, seed, 60).states:
            state = each.without_draw_rules()
            other = seen.setdefault(int(module.key(module.pack(state))), state)
            if other != state:
                yield subject.fault("kernel", f"`{other.to_text()}` and `{state.to_text()}` have the same key", f"`{other.to_text()}` et `{state.to_text()}` ont la même clé")  # fmt: skip
                return


# --- The scene --------------------------------------------------------------------------------------------------------


def scenes_are_true(subject: Subject) -> Faults:
    room: Any = subject.house.scene
    yield from _colours_are_true(subject)
    for state, move, after in _plies(subject):
        view, text = subject.game.view(state, 0), state.to_text()
        scene, previews = room.scene(view), room.previews(view)
        offered, legal = Counter(each.text for each in previews), Counter(map(str, view.legal_moves()))
        for each in (legal - offered).keys() | (offered - legal).keys():
            yield subject.fault("scene", f"the scene of `{text}` does not offer the moves of the law: see {each}", f"la scène de `{text}` n'offre pas les coups de la loi : voir {each}")  # fmt: skip
            return
        steps: Any = []
        if move is not None:
            seen = subject.game.view(after, 0)
            steps = room.steps(view, str(move), seen)
            if not is_told(room.spoken(view, str(move), seen)):
                yield subject.fault("scene", f"{move} in `{text}` is not spoken in both languages", f"{move} dans `{text}` n'est pas annoncé dans les deux langues")  # fmt: skip
        if isinstance(scene, flat.Scene):
            for told in flat.faults(scene, previews, steps, seats=state.seats):
                yield subject.fault("scene", f"`{text}`: {told.en}", f"`{text}` : {told.fr}")
                return
        msgspec.json.encode((scene, previews, steps))


def _colours_are_true(subject: Subject) -> Faults:
    """The pieces of a seat have its colour, or none."""
    for number, piece in subject.game.pieces.items() if isinstance(subject.game, pieces.Game) else ():
        due = pieces.owner(number)
        if piece.owner not in (None, due):
            yield subject.fault(type(subject.game), f"pieces[{number}] belongs to seat {due}, but has the colour of seat {piece.owner}", f"pieces[{number}] est à la place {due}, mais a la couleur de la place {piece.owner}")  # fmt: skip


def _plies(subject: Subject) -> list[tuple[State[Any], Any, State[Any]]]:
    """Some plies of a game, and its end."""
    plies = list(zip(subject.states, subject.moves, subject.states[1:], strict=False))
    every = max(1, len(plies) // 10)
    return [*plies[::every], (subject.states[-1], None, subject.states[-1])]


# --- Symmetry ---------------------------------------------------------------------------------------------------------


def _symmetries_are_known(subject: Subject) -> Faults:
    """Every word of `symmetric_under` is a symmetry of the board with some options."""
    if not isinstance(subject.game, pieces.Game):
        return
    states: Any = (Subject.of(subject.game, options, most_plies=0).states[0] for options in variants(subject.game))
    known = {name: None for state in states for name in state.layout.symmetries}
    for word in subject.game.symmetric_under:
        if word != "all" and word not in known:
            listed = either(["all", *known])
            yield subject.fault(type(subject.game), f"symmetric_under: {word!r} is no symmetry of the board, which has {listed.en}", f"symmetric_under : {word!r} n'est pas une symétrie du plateau, qui a {listed.fr}")  # fmt: skip


def images_are_the_same_game(subject: Subject) -> Faults:
    all_images = subject.house.symmetry.images
    if not subject.options:
        yield from _symmetries_are_known(subject)
    if not is_told(subject.house.symmetry.SAYS):
        yield subject.fault("symmetry", "SAYS is not told in both languages", "SAYS n'est pas dans les deux langues")
    for state in [each.without_draw_rules() for each in subject.sample[:8]]:
        found = all_images(state)
        for image in found:
            seen = subject.game.from_text(image.text, **subject.options).without_draw_rules()
            mapped = {str(image.there(move)) for move in state.legal_moves()}
            if mapped != {str(move) for move in seen.legal_moves()}:
                yield subject.fault("symmetry", f"the moves of `{image.text}` are not the images of those of `{state.to_text()}`", f"les coups de `{image.text}` ne sont pas les images de ceux de `{state.to_text()}`")  # fmt: skip
                return
            for move in state.legal_moves()[:2]:
                there = subject.game.from_text(image.text, **subject.options).play(image.there(move))
                if all_images(there)[0].text not in {each.text for each in all_images(state.play_unchecked(move))}:
                    yield subject.fault("symmetry", f"{image.there(move)} in `{image.text}` does not lead to an image of what {move} leads to", f"{image.there(move)} dans `{image.text}` ne mène pas à une image de ce que donne {move}")  # fmt: skip
                    return
            if any(image.back(image.there(move)) != move for move in state.legal_moves()):
                yield subject.fault("symmetry", f"`back` does not undo `there` in `{state.to_text()}`", f"`back` ne défait pas `there` dans `{state.to_text()}`")  # fmt: skip
                return


# --- The rulebook -----------------------------------------------------------------------------------------------------


def rulebook_is_true(subject: Subject) -> Faults:
    book = subject.house.rulebook.RULEBOOK
    for what, names in (("clause", [c.number for c in book.clauses]), ("figure", [f.name for f in book.figures])):
        for twice in sorted({name for name in names if names.count(name) > 1}):
            yield subject.fault("rulebook", f"two of its parts are the {what} {twice}", f"deux parties portent le nom {twice} ({what})")  # fmt: skip
    if not book.clauses:
        yield subject.fault("rulebook", "it has no clause", "il n'a aucune règle")
    for figure in book.figures:
        name = figure.name
        try:
            state = start(subject.game, figure)
        except AlcoveError as error:
            yield subject.fault("rulebook", f"the figure {name} cannot be set up: {error}", f"la figure {name} ne se pose pas : {error.in_language('fr')}")  # fmt: skip
            continue
        for step in figure.steps:
            try:
                after = state.play(step.move)
            except IllegalMoveError as error:
                if not step.refused:
                    yield subject.fault("rulebook", f"a step of the figure {name} is not legal: {error}", f"un coup de la figure {name} est illégal : {error.in_language('fr')}")  # fmt: skip
                    break
                continue
            if step.refused:
                yield subject.fault("rulebook", f"the figure {name} calls {step.move} forbidden, and it is legal", f"la figure {name} dit {step.move} interdit, alors qu'il est légal")  # fmt: skip
            state = after


def lesson_can_be_done(subject: Subject) -> Faults:
    lesson = subject.house.lessons.LESSON
    if not lesson.tasks:
        yield subject.fault("lessons", "the lesson has no tasks", "la leçon n'a aucun exercice")
    names = [task.name for task in lesson.tasks]
    for twice in sorted({name for name in names if names.count(name) > 1}):
        yield subject.fault("lessons", f"two tasks are called {twice}", f"deux exercices s'appellent {twice}")
    for task in lesson.tasks:
        try:
            state = start(subject.game, task)
        except AlcoveError as error:
            yield subject.fault("lessons", f"the task {task.name} cannot be set up: {error}", f"l'exercice {task.name} ne se pose pas : {error.in_language('fr')}")  # fmt: skip
            continue
        legal = {str(move) for move in state.legal_moves()}
        for answer in (*task.right, *task.wrong):
            for move in answer.moves if isinstance(answer.moves, tuple) else ():
                if move not in legal:
                    yield subject.fault("lessons", f"the task {task.name} answers {move}, which is not legal", f"l'exercice {task.name} répond à {move}, qui est illégal")  # fmt: skip
        right, _ = judged(task, state)
        if not any(answer.moves for answer in right):
            yield subject.fault("lessons", f"no legal move solves the task {task.name}", f"aucun coup ne résout l'exercice {task.name}")  # fmt: skip


def levels_play(subject: Subject) -> Faults:
    """Whatever a game has, something can play it: the levels it brings, or the usual ones."""
    view = subject.game.view(subject.states[0], subject.states[0].to_move)
    try:
        if view.outcome() is None and levels(subject.game.name):
            seat_player(subject.game.name, 1).choose(view, random.Random(1))
    except AlcoveError as error:
        yield subject.fault(type(subject.game), f"its levels do not play: {error}", f"ses niveaux ne jouent pas : {error.in_language('fr')}")  # fmt: skip
