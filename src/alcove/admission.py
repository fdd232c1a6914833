"""May a game that is offered come in? A look at what it brings: its module, its card, its first position, and what it shows of
that on the page. It takes a millisecond, and whatever a package does wrong ends here, in a sentence; `alcove.contract`
looks further.
"""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

from alcove.core.about import About
from alcove.core.errors import AlcoveError, quoted
from alcove.core.game import Game, State
from alcove.core.options import specs
from alcove.core.registry import Source
from alcove.core.text import Text, is_told
from alcove.games.rooms import Rooms


def admitted(offer: Source, found: object = None) -> Game | Text:
    """The game of an offer, which `found` is where it need not be imported; or why it cannot come in."""
    module, attribute = offer.module, offer.attribute
    try:
        found = found or getattr(import_module(module), attribute, None)
    except (Exception, SystemExit) as error:
        said = _short(error)
        return Text(f"{module} cannot be imported ({said})", f"{module} ne peut pas être importé ({said})")
    if not isinstance(found, Game):
        return Text(f"{module} has no game called {attribute}", f"{module} n'a pas de jeu nommé {attribute}")
    try:
        wrong = _wrong_card(offer.name, found) or _wrong_start(found) or _wrong_words(found)
        if offer.package:  # our own games have tests for what they show
            wrong = wrong or _wrong_moves(found) or _wrong_scene(found)
    except AlcoveError as error:  # it says what is wrong by itself
        return error.text
    except (Exception, SystemExit) as error:
        said = _short(error)
        return Text(f"its first position fails ({said})", f"sa première position échoue ({said})")
    return wrong or found


def _short(error: BaseException) -> str:
    """An error of somebody else's code, in one line."""
    said = " ".join(str(error).split())
    return f"{type(error).__name__}: {said[:200]}" if said else type(error).__name__


def _wrong_card(name: str, found: Game) -> Text | None:
    for attribute, type_ in {"name": str, "title": str, "summary": Text, "about": About}.items():
        given = getattr(found, attribute, None)
        if not isinstance(given, type_) or not given:
            wanted = type_.__name__
            return Text(f"its {attribute} must be a {wanted}", f"son {attribute} doit être de type {wanted}")
    if found.name != name:
        return Text(f"it calls itself {quoted(found.name)}", f"il se nomme lui-même {quoted(found.name)}")
    specs(found.options_type)
    return None


def _wrong_start(found: Game) -> Text | None:
    """The law must give a first position with moves, whose seats have names."""
    start = found.initial()
    if not isinstance(start, State):
        return Text("initial() gives no State", "initial() ne donne pas de State")
    if start.outcome() is None and not start.legal_moves():
        return Text("its first position has no legal move and no outcome", "sa première position n'a ni coup ni issue")
    if len(found.seat_names(start.options)) != start.seats:
        return Text(
            f"seat_names() must name {start.seats} seats, as its first position has",
            f"seat_names() doit nommer {start.seats} places, comme sa première position",
        )
    return None


def _wrong_words(found: Game) -> Text | None:
    """Everything that the page says of a game is a Text, and empty in neither language."""
    for (en, fr), text in _words(found):
        if not is_told(text):
            return Text(
                f"{en} must be a Text in English and in French, neither empty",
                f"{fr} doit être un Text en anglais et en français, sans vide",
            )
    return None


def _words(found: Game) -> Iterator[tuple[tuple[str, str], object]]:
    """What a game says of itself, each with how it is called."""
    yield ("its summary", "son résumé (summary)"), found.summary
    if found.about.tagline is not None:
        yield ("its tagline", "son slogan (tagline)"), found.about.tagline
    for mode in found.about.modes:
        yield (f"the mode {mode.name}", f"le mode {mode.name}"), mode.says
    for seat, name in enumerate(found.seat_names(found.initial().options)):
        yield (f"the name of seat {seat}", f"le nom de la place {seat}"), name
    reasons = getattr(found, "reasons", {})
    for word, reason in (reasons if isinstance(reasons, Mapping) else {}).items():
        yield (f"the reason {word}", f"le motif {word}"), reason
    for spec in specs(found.options_type):
        yield (f"what the option {spec.name} says", f"ce que dit l'option {spec.name}"), spec.says
        for value, label in spec.labels.items():
            yield (f"the label {value} of the option {spec.name}", f"le libellé {value} de l'option {spec.name}"), label


def _wrong_moves(found: Game) -> Text | None:
    """Moves are written down; those of the first position, and an example of every kind that a game of pieces on cells has."""
    from alcove.boards.pieces import State as OnCells  # nor for these
    from alcove.records import unwritable

    start = found.initial()
    examples = start.examples() if isinstance(start, OnCells) else []
    told = (unwritable(move) for move in (*map(str, start.legal_moves()), *examples))
    return next((why for why in told if why is not None), None)


def _wrong_scene(found: Game) -> Text | None:
    """What is wrong with the scene of a game; nothing where it has none."""
    import msgspec  # whoever asks for one of our own need not wait for it

    from alcove.boards import flat

    house = Rooms(found)
    if not house.has("scene"):
        return None
    shown, start = house.scene, found.initial()
    before = found.view(start, start.to_move)
    previews: Any = shown.previews(before)
    drawn = shown.scene(before)
    msgspec.json.encode((drawn, previews))
    if isinstance(drawn, flat.Scene):
        for fault in flat.faults(drawn, previews, seats=start.seats):
            return Text(f"its scene: {fault.en}", f"sa scène : {fault.fr}")
    offered = [str(getattr(preview, "text", "?")) for preview in previews]
    legal = [str(move) for move in before.legal_moves()]
    if sorted(offered) != sorted(legal):
        missing = next(iter(set(legal) - set(offered)), None)
        too_much = next((move for move in offered if move not in legal), None)
        if missing is not None:
            return Text(f"its scene does not offer the legal move {missing}",
                        f"sa scène ne propose pas le coup légal {missing}")  # fmt: skip
        return Text(f"its scene offers {too_much}, which is no legal move, or offers a move twice",
                    f"sa scène propose {too_much}, qui n'est pas un coup légal, ou propose un coup deux fois")  # fmt: skip
    if legal:
        move = legal[0]
        after = found.view(start.play(move), start.to_move)
        msgspec.json.encode(shown.steps(before, move, after))
        spoken = shown.spoken(before, move, after)
        if not is_told(spoken):
            return Text(
                "its scene speaks of a move in one language only", "sa scène n'annonce un coup qu'en une langue"
            )
    return None
