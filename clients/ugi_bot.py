#!/usr/bin/env python3
"""Connects any UGI engine to an Alcove room. One file, standard library only, Python 3.11 or newer.

    ugi_bot.py --room https://alcove.example --token-file token.txt --game axom -- alcove engine axom

The account must be a bot's and the token must have the scope `play` (docs/bots.md says how to get both). The bot takes
every challenge to the games it was started for, plays as many at once as `--games` allows, each with an engine of its
own, and comes back by itself when the line breaks. With `--seek` it also offers games of its own in the lobby, and with
`--level 3` it plays the room's own engine at that level, one game after the other, in either seat by turns.
"""

import argparse
import json
import os
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from typing import Any

SILENCE_SECONDS = 40
"""The room sends an empty line every fifteen seconds: after such a silence the line is dead."""


class RefusedError(Exception):
    """The room says no, and why."""

    def __init__(self, status: int, code: str, text: str) -> None:
        super().__init__(f"{code}: {text}")
        self.status, self.code = status, code


class Room:
    """The room's API."""

    def __init__(self, address: str, token: str) -> None:
        self._address, self._token = address.rstrip("/"), token

    def _open(self, method: str, path: str, body: Any = None) -> Any:
        request = urllib.request.Request(
            self._address + path,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"},
        )
        try:
            return urllib.request.urlopen(request, timeout=SILENCE_SECONDS)
        except urllib.error.HTTPError as error:
            try:
                fault = json.load(error)
                raise RefusedError(error.code, fault["code"], fault["error"]["en"]) from None
            except (ValueError, KeyError):
                raise RefusedError(error.code, "http", str(error)) from None

    def get(self, path: str) -> Any:
        with self._open("GET", path) as answer:
            return json.load(answer)

    def post(self, path: str, body: Any = None) -> Any:
        with self._open("POST", path, {} if body is None else body) as answer:
            return json.load(answer)

    def stream(self, path: str) -> Iterator[dict[str, Any]]:
        """Line by line, as they come; empty lines only say that the line lives."""
        with self._open("GET", path) as answer:
            for line in answer:
                if line.strip():
                    yield json.loads(line)


class Engine:
    """A UGI engine in a process of its own."""

    def __init__(self, command: list[str]) -> None:
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self._write("ugi")
        self._wait_for("ugiok")

    def _write(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def _wait_for(self, word: str) -> list[str]:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            words = line.split()
            if words[:1] == [word]:
                return words
            if words[:2] == ["info", "error"]:
                print("engine:", line.strip(), file=sys.stderr)
        raise EOFError("the engine has ended")

    def new_game(self, options: dict[str, str]) -> None:
        for name, value in options.items():
            self._write(f"setoption name {name} value {value}")
        self._write("uginewgame")
        self._write("isready")
        self._wait_for("readyok")

    def choose(self, position: str, moves: list[str], limits: str) -> str:
        self._write(f"position fen {position}" + (" moves " + " ".join(moves) if moves else ""))
        self._write(f"go {limits}")
        return self._wait_for("bestmove")[1]

    def close(self) -> None:
        self._process.kill()
        self._process.wait()


class Bot:
    def __init__(self, room: Room, command: list[str], games: list[str], most: int, seconds: float) -> None:
        self._room, self._command, self._games, self._most, self._seconds = room, command, games, most, seconds
        self._playing: dict[str, threading.Thread] = {}
        self._lock, self._offering = threading.Lock(), threading.Lock()
        self._begun = 0
        self.seek: dict[str, Any] | None = None
        self.level: int | None = None

    def run(self) -> None:
        """Listen for ever; after a break wait a little longer each time."""
        failures = 0
        while True:
            try:
                for event in self._room.stream("/api/bot/events"):
                    failures = 0
                    self._hear(event)
                    self._offer()
            except RefusedError as refused:
                if refused.status in (401, 403):
                    raise
                print("room:", refused, file=sys.stderr)
            except (OSError, ValueError, EOFError) as error:
                print("connection:", error, file=sys.stderr)
            failures += 1
            time.sleep(min(60, 2**failures))

    def _hear(self, event: dict[str, Any]) -> None:
        kind = event["type"]
        if kind == "challenge":
            self._answer(event["seek"])
        elif kind == "game_start" and event["game"] in self._games:
            self._begin(event["table"])

    def _begin(self, table: str) -> None:
        with self._lock:
            if table not in self._playing:
                self._playing[table] = threading.Thread(target=self._play, args=(table,), daemon=True)
                self._playing[table].start()

    def _answer(self, seek: dict[str, Any]) -> None:
        wants = seek["game"] in self._games and len(self._playing) < self._most
        try:
            self._room.post(f"/api/lobby/{urllib.parse.quote(seek['id'])}/{'accept' if wants else 'decline'}")
        except RefusedError as refused:
            print("challenge:", refused, file=sys.stderr)

    def _has_offer(self) -> bool:
        return any(seek["is_yours"] for seek in self._room.get("/api/lobby")["seeks"])

    def _offer(self) -> None:
        """Offer a game while there is room for one and no offer stands; sit down with the room's engine if nobody else is here."""
        with self._offering:
            if self.seek is not None and len(self._playing) < self._most and not self._has_offer():
                self._room.post("/api/lobby", self.seek)
            if self.level is not None and not self._playing:
                seats = [{"kind": "human"}, {"kind": "engine", "level": self.level}]
                seats = seats if self._begun % 2 == 0 else seats[::-1]
                self._begun += 1
                self._begin(self._room.post("/api/tables", {"game": self._games[0], "seats": seats})["table"])

    # --- A game -----------------------------------------------------------------------------------------------------

    def _play(self, table: str) -> None:
        engine: Engine | None = None
        try:
            engine = Engine(self._command)
            while not self._follow(table, engine):
                time.sleep(2)
        except (RefusedError, EOFError, OSError) as error:
            print(f"{table}:", error, file=sys.stderr)
        finally:
            if engine is not None:
                engine.close()
            with self._lock:
                del self._playing[table]
        self._offer_again()

    def _offer_again(self) -> None:
        try:
            self._offer()
        except (RefusedError, OSError) as error:  # the next event asks again
            print("offer:", error, file=sys.stderr)

    def _follow(self, table: str, engine: Engine) -> bool:
        """Play until the game is over (true) or the line breaks (false)."""
        path = f"/api/bot/games/{urllib.parse.quote(table)}"
        start: str | None = None
        try:
            for line in self._room.stream(path):
                if line["type"] == "game_full":
                    engine.new_game(line["options"])
                    start = None if line["has_secrets"] else line["start"]
                    print(
                        f"{table}: {line['game']}", " against ".join(seat["name"] or "guest" for seat in line["seats"])
                    )
                    state = line["state"]
                else:
                    state = line
                if state["status"] == "over":
                    print(f"{table}: {state['result']} ({state['reason']})")
                    return True
                if state["is_your_turn"]:
                    self._move(path, engine, start, state)
        except (OSError, ValueError) as error:
            print(f"{table}:", error, file=sys.stderr)
        return False

    def _move(self, path: str, engine: Engine, start: str | None, state: dict[str, Any]) -> None:
        """With all moves from the start, where nothing is hidden, the engine also knows what was there before."""
        if start is None:
            move = engine.choose(state["position"], [], self._limits(state))
        else:
            move = engine.choose(start, state["moves"], self._limits(state))
        try:
            self._room.post(path + "/move", {"move": move, "expected_n": state["n"]})
        except RefusedError as refused:
            if refused.code not in ("stale", "over"):
                raise

    def _limits(self, state: dict[str, Any]) -> str:
        """So many seconds a move, or what the clock allows if that is less."""
        left = state["left_ms"]
        seconds = self._seconds if not left else min(self._seconds, left[state["to_move"]] / 1000 / 20)
        return f"movetime {max(10, round(seconds * 1000))}"


def main() -> None:
    about = (__doc__ or "").splitlines()[0]
    parser = argparse.ArgumentParser(description=about, epilog="After -- stands the command that starts the engine.")
    parser.add_argument("--room", default="http://127.0.0.1:8000", help="address of the room")
    parser.add_argument("--token-file", help="file with the token; else it is read from ALCOVE_TOKEN")
    parser.add_argument("--game", action="append", required=True, help="a game the engine plays (may be given again)")
    parser.add_argument("--games", type=int, default=2, help="how many games at once (2)")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long to think on a move at most (2)")
    parser.add_argument("--seek", metavar="MINUTES+SECONDS", help="offer games in the lobby, too: 10+5")
    parser.add_argument("--level", type=int, choices=range(1, 9), help="play the room's own engine at this level, too")
    parser.add_argument("--rated", action="store_true", help="offer rated games")
    parser.add_argument("engine", nargs="+", help="the engine's command")
    chosen = parser.parse_args()
    if chosen.token_file:
        with open(chosen.token_file, encoding="utf-8") as file:
            token = file.read().strip()
    else:
        token = os.environ.get("ALCOVE_TOKEN", "")
    if not token:
        parser.error("no token: give --token-file or set ALCOVE_TOKEN")
    room = Room(chosen.room, token)
    bot = Bot(room, chosen.engine, chosen.game, chosen.games, chosen.seconds)
    if chosen.seek:
        minutes, _, seconds = chosen.seek.partition("+")
        clock = {"kind": "fischer", "initial_seconds": int(float(minutes) * 60), "increment_seconds": int(seconds or 0)}
        bot.seek = {"game": chosen.game[0], "clock": clock, "rated": chosen.rated, "bots": True}
    bot.level = chosen.level
    try:
        who = room.get("/api/me")
        print(f"Signed in as {who['name']}.", flush=True)
        bot.run()
    except RefusedError as refused:
        sys.exit(f"The room refuses: {refused}")
    except OSError as error:
        sys.exit(f"{chosen.room} does not answer: {error}")
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
