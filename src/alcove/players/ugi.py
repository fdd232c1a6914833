"""An engine for other programs: the Universal Game Interface, as the tournament manager cutegames speaks it.

    ugi · isready · uginewgame · setoption name X value Y · position startpos|fen TEXT [moves …]
    go depth N|nodes N|movetime MS|p1time MS p2time MS p1inc MS p2inc MS [movestogo N]|infinite
    query p1turn|gameover|result · stop · quit

The option `Level` lets the engine play as a level of the room, 1 to 8, whatever `go` allows it beyond that; 0 is its whole
strength. `go infinite` then ends when the level has chosen.

`fen` is our position text, blanks and all: everything up to the word `moves`. A line that is wrong gets an
`info error …` line, and the session lives on. While a search runs, `isready`, `stop` and `quit` are answered at once.
"""

import random
import re
import threading
from collections.abc import Callable, Iterable
from typing import Any

from alcove.core.errors import AlcoveError, quoted
from alcove.core.game import State, View
from alcove.core.mistakes import mistake_in
from alcove.core.options import specs
from alcove.core.registry import game
from alcove.core.text import Text
from alcove.players.engine import Analysis, Engine, Limits, engine
from alcove.players.levels import LevelPlayer, levels

LONGEST_LINE = 1 << 20
MOST_MEGABYTES = 4_096
MOST_THREADS = 256
MOST_LINES = 64
ENDLESS = Limits(depth=1_000_000)
MOVES_LEFT = 20
"""How many more moves a clock must last for, where nobody tells."""
MARGIN_SECONDS = 0.03
"""What a move costs beside the thinking."""
LARGEST_SCORE = 100_000
NO_MOVE = "(none)"


class UgiError(AlcoveError):
    """A line that cannot be obeyed."""


class Session:
    """One conversation: `obey` takes the lines, `write` receives the answers."""

    def __init__(self, game_name: str, write: Callable[[str], None], version: str = "") -> None:
        self.game = game(game_name)
        self._write_line = write
        self._version = version
        self._lock = threading.RLock()
        self._numbers = {"hash": 64, "threads": 1, "multipv": 1}
        self._seed = 0
        self._level = 0
        self._options: dict[str, str] = {}
        self._engine: Engine | None = None
        self._search: threading.Thread | None = None
        self._is_searching = False
        """Until the move is told: whoever hears it may ask the next thing at once."""
        self._is_endless = False
        self._position: View = self._start()
        self._commands: dict[str, Callable[[str], None]] = {
            "ugi": self._introduce,
            "isready": self._be_ready,
            "setoption": self._set_option,
            "uginewgame": self._new_game,
            "position": self._set_position,
            "go": self._go,
            "query": self._answer,
            "stop": lambda rest: self._stop(),
        }

    def write(self, line: str) -> None:
        with self._lock:
            self._write_line(line)

    # --- Lines ------------------------------------------------------------------------------------------------------

    def run(self, lines: Iterable[str]) -> None:
        """Obey line after line until `quit` or the end; a search that would end by itself is then waited for."""
        for line in lines:
            if line.split()[:1] == ["quit"]:
                self._stop()
                return
            self.obey(line)
        if self._is_endless:
            self._stop()
        elif self._search is not None:
            self._search.join()

    def obey(self, line: str) -> None:
        """One line. Whatever is in it, there is no exception."""
        command, _, rest = line.strip().partition(" ")
        try:
            if not command:
                return
            if len(line) > LONGEST_LINE:
                raise UgiError(Text(f"a line of more than {LONGEST_LINE} characters", "ligne trop longue"))
            if command not in self._commands:
                raise UgiError(Text(f"unknown command {quoted(command)}", f"commande inconnue {quoted(command)}"))
            if self._is_searching and command not in ("isready", "stop", "query", "ugi"):
                raise UgiError(
                    Text(f"{command}: a search is running, stop it first", f"{command} : recherche en cours")
                )
            self._commands[command](rest.strip())
        except Exception as error:  # a bug, of ours or of a game, must not end a tournament
            self._tell_fault(error)

    def _tell_fault(self, error: Exception) -> None:
        """What was wrong with a line, or which game has made a mistake and where."""
        if not isinstance(error, AlcoveError):
            error = mistake_in(error, self.game.name) or error
        self._error(error.text.en if isinstance(error, AlcoveError) else f"{type(error).__name__}: {error}")

    def _error(self, text: str) -> None:
        self.write("info error " + re.sub(r"\s+", " ", text).encode("ascii", "backslashreplace").decode())

    # --- Setting up -------------------------------------------------------------------------------------------------

    def _introduce(self, rest: str) -> None:
        self.write(f"id name Alcove {self.game.title} {self._version}".rstrip())
        self.write("id author The Alcove team")
        self.write(f"option name Hash type spin default 64 min 1 max {MOST_MEGABYTES}")
        self.write(f"option name Threads type spin default 1 min 1 max {MOST_THREADS}")
        self.write(f"option name MultiPV type spin default 1 min 1 max {MOST_LINES}")
        self.write(f"option name Level type spin default 0 min 0 max {self._most_levels}")
        if self.game.luck(self.game.initial()):
            self.write("option name Seed type spin default 0 min 0 max 9223372036854775807")
        for spec in specs(self.game.options_type):
            kinds = "type combo" if spec.values else "type spin"
            values = "".join(f" var {value}" for value in spec.values) or f" min {spec.least} max {spec.most}"
            self.write(f"option name {spec.name} {kinds} default {spec.default}{values}")
        self.write("ugiok")

    @property
    def _most_levels(self) -> int:
        return len(levels(self.game.name))

    def _be_ready(self, rest: str) -> None:
        if not self._is_searching:
            self._thinker()
        self.write("readyok")

    def _player(self) -> LevelPlayer:
        """Who plays where a level was chosen."""
        return LevelPlayer(self.game.name, self._level, self._numbers["threads"])

    def _thinker(self) -> Engine:
        if self._level:
            level_engine = self._player().engine
            level_engine.listener = self._tell
            return level_engine
        if self._engine is None:
            self._engine = engine(self.game.name, self._numbers["hash"], self._numbers["threads"])
            start = self._start()
            self._engine.analyse(self.game.view(start, start.to_move), Limits(seconds=0.01))  # compiles what is not yet
            self._engine.forget()
            self._engine.listener = self._tell
        return self._engine

    def _set_option(self, rest: str) -> None:
        match = re.fullmatch(r"name\s+(\S+)(?:\s+value\s+(.*))?", rest, re.DOTALL)
        if match is None:
            raise UgiError(Text("setoption: expected name X value Y", "setoption : il faut name X value Y"))
        name, value = match[1], (match[2] or "").strip()
        most = {"hash": MOST_MEGABYTES, "threads": MOST_THREADS, "multipv": MOST_LINES}.get(name.lower())
        if most is not None:
            self._numbers[name.lower()] = read_number(name, value, 1, most)
            if name.lower() != "multipv":
                self._engine = None
        elif name.lower() == "level":
            self._level = read_number(name, value, 0, self._most_levels)
        elif name.lower() == "seed" and self.game.luck(self.game.initial()):
            self._seed = read_number(name, value, 0, 2**63 - 1)
        else:
            options = self._options | {name: value}
            self.game.initial(**options)
            self._options = options

    def _new_game(self, rest: str) -> None:
        if self._engine is not None:
            self._engine.forget()
        self._position = self._start()

    def _start(self) -> State[Any]:
        start = self.game.initial(**self._options)
        return self.game.initial(**self._options, seed=self._seed) if self.game.luck(start) else start

    def _set_position(self, rest: str) -> None:
        """A bad position or move leaves the position as it was."""
        kind, _, words = rest.partition(" ")
        text, _, moves = f" {words} ".partition(" moves ")
        position: View
        if kind == "startpos" and not text.strip():
            position = self._start()
        elif kind == "fen" and text.strip():
            try:
                position = self.game.from_text(text.strip(), **self._options)
            except AlcoveError:
                position = self.game.view_from_text(text.strip(), **self._options)
        else:
            raise UgiError(Text("position: expected startpos or fen TEXT", "position : il faut startpos ou fen TEXTE"))
        for move in moves.split():
            if not isinstance(position, State):
                raise UgiError(Text("no moves can be played in a view", "on ne peut pas jouer dans une vue"))
            position = position.play(move)
        self._position = position

    # --- Searching --------------------------------------------------------------------------------------------------

    def _go(self, rest: str) -> None:
        limits = self._limits(rest.split())
        try:
            if self._position.outcome() is not None:
                self._error("the game is over: there is nothing to think about")
                self.write(f"bestmove {NO_MOVE}")
                return
            thinker = self._thinker()
            view = self.game.view(self._position, self._position.to_move) if isinstance(self._position, State) else None
        except Exception as error:  # whoever says `go` waits for a move
            self._tell_fault(error)
            self.write(f"bestmove {self._any_move(self._position)}")
            return
        self._is_endless, self._is_searching = limits is ENDLESS, True
        self._search = threading.Thread(target=self._think, args=(thinker, view or self._position, limits), daemon=True)
        self._search.start()

    def _any_move(self, view: View) -> str:
        """A legal move, if the law still tells one."""
        try:
            return str(view.legal_moves()[0])
        except Exception:
            return NO_MOVE

    def _think(self, thinker: Engine, view: View, limits: Limits) -> None:
        best = self._any_move(view)
        try:
            if self._level:
                best = str(self._player().choose(view, random.Random(), limits))
            else:
                analysis = thinker.analyse(view, limits, self._numbers["multipv"])
                self._tell(analysis)
                best = analysis.best.moves[0]
        except Exception as error:  # the game goes on, whatever happened
            self._tell_fault(error)
        self._is_searching = False
        self.write(f"bestmove {best}")

    def _tell(self, analysis: Analysis) -> None:
        milliseconds = round(analysis.seconds * 1000)
        speed = round(analysis.nodes / max(analysis.seconds, 0.001))
        for number, line in enumerate(analysis.lines, 1):
            points = round(max(-LARGEST_SCORE, min(LARGEST_SCORE, 100 * line.score)))
            self.write(
                f"info depth {analysis.depth} multipv {number} nodes {analysis.nodes} time {milliseconds} nps {speed} "
                f"score cp {points} pv {' '.join(line.moves)}"
            )

    def _limits(self, words: list[str]) -> Limits:
        """What `go` asks for."""
        given: dict[str, int] = {}
        names = iter(words)
        for name in names:
            if name == "infinite":
                if len(words) > 1:
                    raise UgiError(Text("go: infinite stands alone", "go : infinite est seul"))
                return ENDLESS
            if name not in ("depth", "nodes", "movetime", "p1time", "p2time", "p1inc", "p2inc", "movestogo", "mtg"):
                raise UgiError(Text(f"go: unknown word {quoted(name)}", f"go : mot inconnu {quoted(name)}"))
            least = 0 if name.endswith("inc") else 1
            given[name] = read_number(f"go {name}", next(names, ""), least, 10**12)
        own = f"p{self._position.to_move % 2 + 1}"
        seconds = given["movetime"] / 1000 if "movetime" in given else None
        if f"{own}time" in given:
            moves_left = given.get("movestogo", given.get("mtg", MOVES_LEFT))
            seconds = share_of_clock(given[f"{own}time"] / 1000, given.get(f"{own}inc", 0) / 1000, moves_left)
        return Limits(seconds, given.get("nodes"), given.get("depth"))

    def _stop(self) -> None:
        """End the search and wait for its last words."""
        while self._search is not None and self._search.is_alive():
            self._thinker().stop()  # again and again: the search may only just be starting
            self._search.join(0.01)

    # --- Questions --------------------------------------------------------------------------------------------------

    def _answer(self, question: str) -> None:
        outcome = self._position.outcome()
        if question == "p1turn":
            answer = "true" if self._position.to_move == 0 else "false"
        elif question == "gameover":
            answer = "false" if outcome is None else "true"
        elif question == "result":
            results = {"1-0": "p1win", "won": "p1win", "0-1": "p2win", "lost": "p2win", "1/2-1/2": "draw"}
            answer = "none" if outcome is None else results[outcome.result]
        else:
            raise UgiError(
                Text(
                    f"query: expected p1turn, gameover or result, found {quoted(question)}",
                    f"query : il faut p1turn, gameover ou result, trouvé {quoted(question)}",
                )
            )
        self.write(f"response {answer}")


def share_of_clock(seconds: float, increment: float, moves_left: int) -> float:
    """How long to think on a move: a fair share of the clock, and never all of it."""
    share = seconds / max(moves_left, 1) + 0.8 * increment
    return max(0.005, min(share, 0.8 * seconds) - MARGIN_SECONDS)


def read_number(name: str, given: str, least: int, most: int) -> int:
    if not (given.isascii() and given.isdecimal() and len(given) < 20 and least <= int(given) <= most):
        shown = quoted(given)
        raise UgiError(
            Text(
                f"{name}: expected a whole number from {least} to {most}, found {shown}",
                f"{name} : il faut un nombre entier de {least} à {most}, trouvé {shown}",
            )
        )
    return int(given)
