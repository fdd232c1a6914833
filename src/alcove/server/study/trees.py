"""Trees of moves that people study: made from records, tables and positions, and written as records again.

On the wire a tree is a list: each move names the one before it. Nothing is kept here; the page has its tree.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple, cast

from alcove.core.errors import AlcoveError, IllegalMoveError
from alcove.core.game import Game, State, View
from alcove.core.options import build, changed
from alcove.core.registry import game as game_named
from alcove.records import DEEPEST, read_record
from alcove.records.record import ROOM_REASONS, Line, Place, Ply, Record
from alcove.server.base import refusals
from alcove.table import refusals as table_refusals
from alcove.table.fold import Entry, Room
from alcove.table.memory import forget_findings
from alcove.table.start import opened_record, stand

from ..engines.protocol import levels
from ..wire import messages
from ..wire.incoming import MOST_RECORD_PLIES

STRETCH = 32
"""So many plies of a game that is reviewed are with the room at a time."""
UNSEEN_TAG, DEALT = "Unseen", "dealt for analysis"
"""What a record says if the pieces that nobody saw are not those of the game."""


class Course(NamedTuple):
    """A game as far as it was played, and what everybody may see of one stretch of it: the positions from ply `first` on.

    A game comes stretch by stretch, the last one first: while the room's own process takes in the positions of a long game,
    it does nothing else.
    """

    game: Game
    start: State[Any]
    moves: tuple[str, ...]
    first: int
    views: tuple[View, ...]

    def view(self, ply: int) -> View:
        return self.views[ply - self.first]


def course(asked: messages.AskStudy, plies: int = STRETCH) -> Course:
    """A game and the last positions of it; the first move that cannot be played is refused."""
    game = game_named(asked.game)
    record = _record(game, _start(game, asked.position, asked.options), asked.moves)
    states = record.replay()
    return _stretch(game, states, tuple(ply.move for ply in record.main.plies), plies)


def earlier(after: Course) -> Course:
    """The stretch before this one. Both have the position where they meet."""
    states = [after.start]
    for move in after.moves[: after.first]:
        states.append(states[-1].play(move))
    return _stretch(after.game, states, after.moves, STRETCH)


def _stretch(game: Game, states: list[State[Any]], moves: tuple[str, ...], plies: int) -> Course:
    views = tuple(game.view(state, 0) for state in states[-plies - 1 :])
    for position in (states[0], *views):
        forget_findings(position)
    return Course(game, states[0], moves, len(states) - len(views), views)


def _start(game: Game, position: str | None, options: Mapping[str, object]) -> State[Any]:
    build(game.options_type, options)
    return game.initial(**options) if position is None else stand(game, position, options)[0]


# --- Opening ----------------------------------------------------------------------------------------------------------


def open_record(text: str) -> messages.AnalysisTold:
    """The tree of a record. A record that hides pieces cannot be replayed and is refused in words."""
    return _told(read_record(text, MOST_RECORD_PLIES))


def record_to_play(wish: messages.OpenRecord, guest: str) -> list[Entry]:
    """The events of a table where the game of a record has been played so far."""
    record = read_record(wish.record, MOST_RECORD_PLIES)
    if len(record.main.plies) > messages.MOST_MOVES:
        raise refusals.too_long_to_study(messages.MOST_MOVES, MOST_RECORD_PLIES)
    return opened_record(record, wish.seats, guest, lambda game: {level.number for level in levels(game)})


def open_table(entries: list[Entry]) -> messages.AnalysisTold:
    """The game of a table so far. If it is under way and hides pieces, the study begins where it stands."""
    try:
        room = Room.fold(entries)
    except AlcoveError:
        raise refusals.unreadable() from None
    record = room.record()
    if not record.has_secrets:
        return _told(record)
    dealt, _ = stand(room.game, room.view.to_text(), room.created.kept_options)
    return _told(Record.of(room.game, dealt, ()), dealt=True)


def open_position(asked: messages.OpenAnalysis) -> messages.AnalysisTold:
    """A game from a position, or from its start, with moves; the first that cannot be played is refused."""
    game = game_named(asked.game)
    record = _record(game, _start(game, asked.position, asked.options), asked.moves)
    return _told(record, dealt="?" in (asked.position or ""))


def _record(game: Game, start: State[Any], moves: tuple[str, ...]) -> Record:
    try:
        return Record.of(game, start, moves)
    except IllegalMoveError as error:
        raise table_refusals.illegal_move(error) from None


def _told(record: Record, dealt: bool = False) -> messages.AnalysisTold:
    game, first = game_named(record.game), record.first()
    tags = record.tags | ({UNSEEN_TAG: DEALT} if dealt else {})
    nodes: list[messages.NodeTold] = []
    _add(nodes, record.main, 0, 0, Place.first(first))
    if len(nodes) > messages.MOST_NODES or any(node.line.ply > messages.MOST_MOVES for node in nodes):
        raise refusals.too_long_to_study(messages.MOST_MOVES, messages.MOST_NODES)
    return messages.AnalysisTold(
        game=game.name,
        title=game.title,
        seats=game.seat_names(first.options),
        options=changed(first.options),
        start=first.to_text() if record.luck or record.start is not None else None,
        dealt=tags.get(UNSEEN_TAG) == DEALT,
        tags=tags,
        result=record.result,
        reason=record.reason,
        comments=tuple(record.main.comments),
        nodes=tuple(nodes),
    )


def _add(nodes: list[messages.NodeTold], line: Line, parent: int, ply: int, place: Place) -> None:
    """Add a line that follows `parent`, each move before the variations in its place."""
    before = () if parent == 0 and not nodes else tuple(line.comments)
    for played in line.plies:
        after = place.after(place.state.find(played.move))
        told = messages.MoveLine(
            ply=ply + 1,
            seat=place.state.to_move,
            text=played.move,
            revealed=played.revealed,
            number=place.number,
            opens_turn=place.state.is_turn_start,
        )
        glyph = cast("messages.Glyph", played.glyph)
        nodes.append(messages.NodeTold(parent, told, glyph, before, tuple(played.comments)))
        number = len(nodes)
        for variation in played.variations:
            _add(nodes, variation, parent, ply, place)
        parent, ply, place, before = number, ply + 1, after, ()


# --- Writing ----------------------------------------------------------------------------------------------------------


def write(asked: messages.WriteAnalysis) -> messages.AnalysisWritten:
    """The tree as the text of a record, which has been read again: what we write can be opened."""
    text = _written(asked).to_text()
    read_record(text, MOST_RECORD_PLIES)
    return messages.AnalysisWritten(text)


def _written(asked: messages.WriteAnalysis) -> Record:
    game = game_named(asked.game)
    start = _start(game, asked.start, asked.options)
    main = _Tree(start, asked.nodes).main(list(asked.comments))
    record = Record.of(game, start, [ply.move for ply in main.plies])
    if record.result == "*" and asked.result in ROOM_REASONS.get(asked.reason, ()):
        record.result, record.reason = asked.result, asked.reason
    record.main, record.tags = main, dict(asked.tags)
    return record


class _Tree:
    """The nodes as a page sends them, every move checked."""

    def __init__(self, start: State[Any], nodes: tuple[messages.Node, ...]) -> None:
        self._nodes = nodes
        self._children: list[list[int]] = [[]]
        self._plies: list[Ply | None] = [None]
        states, nested = [start], [0]
        for number, node in enumerate(nodes, 1):
            if node.parent >= number:
                raise refusals.malformed(f"nodes[{number - 1}].parent: {node.parent}")
            siblings = self._children[node.parent]
            nested.append(nested[node.parent] + bool(siblings))
            if nested[-1] > DEEPEST:
                raise refusals.too_deep_to_write(DEEPEST)
            try:
                move = states[node.parent].find(node.move)
            except IllegalMoveError as error:
                raise table_refusals.illegal_move(error) from None
            siblings.append(number)
            states.append(states[node.parent].play_unchecked(move))
            self._children.append([])
            self._plies.append(Ply(str(move), states[-1].revealed, node.glyph, list(node.comments)))

    def main(self, comments: list[str]) -> Line:
        return self._line(0, comments)

    def _line(self, node: int, comments: list[str]) -> Line:
        """The line after `node`. What was said before a move goes to the one before it, or opens the line."""
        line = Line(comments=comments)
        said = line.comments
        while self._children[node]:
            node, *others = self._children[node]
            said += self._nodes[node - 1].before
            ply = self._plies[node]
            assert ply is not None
            line.plies.append(ply)
            said = ply.comments
            ply.variations = [self._variation(other) for other in others]
        return line

    def _variation(self, node: int) -> Line:
        """The line that begins with `node`."""
        ply = self._plies[node]
        assert ply is not None
        rest = self._line(node, ply.comments)
        return Line([ply, *rest.plies], list(self._nodes[node - 1].before))
