"""The conversation at the table: what a person types, and what the room answers."""

import random
import shlex
from collections.abc import Callable
from itertools import groupby
from pathlib import Path

from alcove.core.errors import AlcoveError, IllegalMoveError
from alcove.core.text import LANGUAGES, Text
from alcove.records import read_record
from alcove.records.record import RecordError

from . import words
from .files import new_save, read_text_file, saves_folder, write_text_file
from .keyboard import Keyboard
from .match import Match, resumed
from .movelist import layout
from .report import show_position
from .terminal import Terminal


class Room:
    """A table with a game on it. After every ply the game is kept on disk, so leaving never loses it."""

    def __init__(
        self, terminal: Terminal, keyboard: Keyboard, rng: random.Random, match: Match, path: Path | None = None
    ) -> None:
        self.terminal = terminal
        self.keyboard = keyboard
        self.rng = rng
        self.can_save = True
        self.take_up(match, path)
        self.is_shown = False
        self.verbs: dict[str, Callable[[str], None]] = {
            "?": self.list_moves,
            "why": self.explain,
            "movements": self.list_made,
            "undo": self.undo,
            "save": self.save,
            "resume": self.resume,
            "resign": self.resign,
            "position": self.tell_position,
            "language": self.change_language,
            "help": self.help,
            "quit": self.leave,
        }

    def sit_down(self) -> None:
        """Play until somebody leaves, whichever way: by `quit`, Ctrl-C, or the end of the input."""
        try:
            self.greet()
            while True:
                self.let_players_move()
                if not self.is_shown:
                    self.show()
                self.answer(self.keyboard.ask(self.prompt()))
        except EOFError:
            self.terminal.say()
        except KeyboardInterrupt:
            self.terminal.say()
            raise
        finally:
            self.keep()
        if self.how_to_resume is not None:
            self.terminal.say(self.how_to_resume)

    # --- One line typed ---------------------------------------------------------------------------------------------

    def prompt(self) -> str:
        label = words.OVER if self.match.outcome is not None else self.match.seat_name
        return f"{self.terminal.tell(label)} > "

    def answer(self, line: str) -> None:
        """A command in either language, or else a move. An empty line shows the board again."""
        if line.startswith("?"):
            line = "? " + line[1:]
        verb, _, rest = line.partition(" ")
        verb = words.VERBS.get(verb.lower(), verb.lower())
        try:
            if not line:
                self.is_shown = False
            elif verb in self.verbs:
                self.verbs[verb](rest.strip())
            else:
                self.play(line)
        except AlcoveError as error:
            self.terminal.say(error.text, "warning")

    def play(self, text: str) -> None:
        """One ply, whoever plays it: saved first, then shown."""
        if self.match.room.ending is not None:
            raise AlcoveError(words.nobody_moves_any_more())
        seat = self.match.seat_name
        told = self.match.play(text)
        self.keep()
        self.terminal.say(words.played(len(self.match.moves), seat, told), "title")
        self.is_shown = False

    def let_players_move(self) -> None:
        """Programs move until it is a person's turn."""
        while self.match.outcome is None and (player := self.match.player) is not None:
            self.play(str(player.choose(self.match.view, self.rng)))

    # --- What can be asked ------------------------------------------------------------------------------------------

    def list_moves(self, prefix: str) -> None:
        view = self.match.view
        moves = {str(move): view.times_played(move) for move in view.legal_moves() if str(move).startswith(prefix)}
        marks = {text: f" ({times}×)" for text, times in moves.items() if times > 1}
        self.terminal.say(words.move_count(len(moves)), "title")
        for line in layout(moves, self.terminal.width, marks):
            self.terminal.say(line)
        if marks:
            self.terminal.say(words.MARKED, "faint")

    def list_made(self, _: str) -> None:
        """How often everything has been done, where the rules count that."""
        view = self.match.view
        if not view.made:
            self.terminal.say(words.NOTHING_COUNTED)
        for seat, name in enumerate(self.match.game.seat_names(view.options)):
            own = [done for done in view.made if done.seat == seat]
            if own:
                self.terminal.say(name, "title")
            for times, same in groupby(own, key=lambda done: done.times):
                self.terminal.say_beside(f"  {times}×  ", ", ".join(done.what for done in same))

    def explain(self, move: str) -> None:
        if not move:
            raise AlcoveError(words.why_needs_a_move())
        refusal = self.match.view.why_not(move)
        if refusal is None:
            self.terminal.say(words.is_legal(move), "good")
        else:
            self.terminal.say(IllegalMoveError(move, refusal).text, "warning")

    def undo(self, _: str) -> None:
        self.match.undo()
        self.keep()
        self.is_shown = False

    def save(self, name: str) -> None:
        if not name:
            raise AlcoveError(words.name_a_file("save"))
        path = Path(name).expanduser()
        if path.exists() and not read_text_file(str(path)).startswith("[Game "):
            raise AlcoveError(words.in_place(name, words.not_ours_to_overwrite()))
        write_text_file(path, self.match.record().to_text())
        self.terminal.say(words.saved(str(path)), "good")

    def resume(self, name: str) -> None:
        if not name:
            raise AlcoveError(words.name_a_file("resume"))
        path = Path(name).expanduser()
        self.take_up(read_match(str(path)), path)
        self.greet()

    def resign(self, _: str) -> None:
        if self.match.outcome is not None:
            raise AlcoveError(words.nobody_moves_any_more())
        self.match.resign()
        self.keep()
        self.is_shown = False

    def tell_position(self, _: str) -> None:
        self.terminal.say(self.match.view.to_text())

    def change_language(self, wished: str) -> None:
        for language in LANGUAGES:
            if wished.lower() == language:
                self.terminal.language = language
                self.is_shown = False
                return
        raise AlcoveError(words.unknown_language(wished))

    def help(self, _: str) -> None:
        example = str((*self.match.view.legal_moves(), "")[0])
        self.terminal.say(words.table_help(example))

    def leave(self, _: str) -> None:
        raise EOFError

    # --- What the room shows and keeps ------------------------------------------------------------------------------

    def greet(self) -> None:
        game = self.match.game
        self.terminal.say(game.title, "title")
        self.terminal.say_beside("", game.summary)
        self.terminal.say(words.HOW_TO_ASK, "faint")
        self.is_shown = False

    def show(self) -> None:
        """The board, whose turn it is or how the game ended, and what a player should know before it is too late."""
        match = self.match
        self.terminal.say()
        show_position(self.terminal, match.game, match.view, match.outcome)
        if match.outcome is None and match.view.warning is not None:
            self.terminal.say(match.view.warning, "warning")
        self.is_shown = True

    def take_up(self, match: Match, path: Path | None = None) -> None:
        """Sit down to a game: a new one, or the one in a file. A file that the room did not write stays as it is,
        since it may say more than the moves."""
        self.match = match
        self.path = path
        self.kept = (match.moves, match.room.ending)
        self.terminal.if_stopped = self.how_to_resume or words.STOPPED

    def keep(self) -> None:
        """Write the game to its file if it has changed. A disk that refuses is mentioned once and stops no game."""
        current = (self.match.moves, self.match.room.ending)
        if not self.can_save or current == self.kept:
            return
        if self.path is None or self.path.resolve().parent != saves_folder().resolve():
            self.path = new_save(self.match.game.name)
        try:
            write_text_file(self.path, self.match.record().to_text())
            self.kept = current
        except AlcoveError as error:
            self.can_save = False
            self.terminal.fault(words.not_kept(error.text))
        self.terminal.if_stopped = self.how_to_resume or words.STOPPED

    @property
    def how_to_resume(self) -> Text | None:
        """What somebody who leaves should know. Ctrl-C may end the process before the room could say it, so the terminal
        knows it as soon as there is something to come back to."""
        if self.path is None or not self.can_save:
            return None
        return words.kept(f"alcove play --resume {shlex.quote(str(self.path))}")


def read_match(name: str) -> Match:
    """The game in a file; a fault names the file and the line."""
    try:
        return resumed(read_record(read_text_file(name)))
    except RecordError as error:
        raise AlcoveError(words.in_place(name, error.text)) from None
