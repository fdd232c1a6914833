"""Is what a game shows on the page true? A look at its first position, for games that nobody here has tested."""

import msgspec

from alcove.core.game import Game
from alcove.core.text import Text
from alcove.games.rooms import Rooms


def wrong_scene(found: Game) -> Text | None:
    """What is wrong with the scene of a game; nothing where it has none."""
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
