"""May a game that is offered come in? A look at what it brings: its module, its card, its first position, and what it shows of
that on the page. It takes a millisecond, and whatever a package does wrong ends here, in a sentence; `alcove.contract`
looks further.
"""

from importlib import import_module

from alcove.core.about import About
from alcove.core.errors import quoted
from alcove.core.game import Game, State
from alcove.core.options import specs
from alcove.core.registry import Source
from alcove.core.text import Text
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
        wrong = _wrong_card(offer.name, found) or _wrong_start(found)
        if offer.package:  # our own games have tests for what they show
            wrong = wrong or _wrong_scene(found)
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


def _wrong_scene(found: Game) -> Text | None:
    """What is wrong with the scene of a game; nothing where it has none."""
    import msgspec  # whoever asks for one of our own need not wait for it

    house = Rooms(found)
    if not house.has("scene"):
        return None
    shown, start = house.scene, found.initial()
    before = found.view(start, start.to_move)
    previews = shown.previews(before)
    msgspec.json.encode((shown.scene(before), previews))
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
        if not isinstance(spoken, Text):
            return Text(
                "its scene speaks of a move in one language only", "sa scène n'annonce un coup qu'en une langue"
            )
    return None
