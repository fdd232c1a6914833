"""Reading records: text in, `Record` out, or every fault with its line. docs/records.md tells the format.

Reading executes nothing and is linear in the text: one regular expression that does not backtrack, and each move
played by the rules as it comes.
"""

import re
from dataclasses import dataclass
from typing import Any

from alcove.core import registry
from alcove.core.errors import A_TEXT, AlcoveError, IllegalMoveError, UnknownGameError, expect, quoted
from alcove.core.game import State
from alcove.core.options import build, kept
from alcove.core.text import Text
from alcove.records.record import GLYPHS, RESULTS, ROOM_REASONS, Line, Place, Ply, Record, RecordError

MOST_CHARACTERS = 4_000_000
MOST_PLIES = 10_000
MOST_FAULTS = 1_000
DEEPEST = 100
"""Limits: of a text, of a record with its variations, of a list of faults, and of variations inside variations."""

_TOKEN = re.compile(
    r"""\[(?P<name>[A-Za-z][A-Za-z0-9_]*+)[ \t]++"(?P<value>(?:[^"\\\n]++|\\.)*+)"[ \t]*+\]
      | \{(?P<comment>(?:[^}\\]++|\\.)*+)\}
      | (?P<open>\()
      | (?P<close>\))
      | (?P<unclosed>\{.*+)
      | (?P<stray>\[[^\n]*+|\})
      | (?P<word>(?:[^\s(){}]|\([-0-9,]++\))++)  # brackets inside a move hold coordinates: C(0,0,2)-(0,1,3)z-
    """,
    re.VERBOSE | re.DOTALL,
)
_NUMBER = re.compile(r"([0-9]+)\.+(.*)", re.DOTALL)


def read_record(text: str, most_plies: int = MOST_PLIES) -> Record:
    """The one record of a text; `RecordError` tells the first fault and its line."""
    records, found = _read(text, most_plies, most_records=1)
    if found:
        raise found[0]
    return records[0]


def read_records(text: str) -> list[Record]:
    """All records of a text, one after the other; `RecordError` tells the first fault and its line."""
    records, found = _read(text)
    if found:
        raise found[0]
    return records


def faults(text: str) -> list[RecordError]:
    """Every fault of a text in the order of its lines; none if it can be read."""
    return _read(text)[1]


def unwritable(move: str) -> Text | None:
    """Why no record could carry a move of that text; nothing if it could."""
    token = _TOKEN.match(move)
    is_word = token is not None and token.lastgroup == "word" and token.end() == len(move)
    if is_word and ":" not in move and not _NUMBER.fullmatch(move) and move not in (*GLYPHS, *RESULTS):
        return None
    shown = quoted(move)
    return Text(
        f"no record can carry the move {shown}: a move is one word without blanks, colons and braces, "
        "round brackets hold numbers only, and it is no result, no sign such as ! and no number such as 3.",
        f"aucun enregistrement ne peut porter le coup {shown} : un coup est un mot sans blanc, deux-points ni accolade, "
        "les parenthèses ne contiennent que des nombres, et ce n'est ni un résultat, ni un signe comme !, ni un numéro comme 3.",
    )


def _read(
    text: str, most_plies: int = MOST_PLIES, most_records: int | None = None
) -> tuple[list[Record], list[RecordError]]:
    expect("text", text, str, A_TEXT)
    found: list[RecordError] = []
    readers: list[_Reader] = []
    if len(text) > MOST_CHARACTERS:
        most = MOST_CHARACTERS
        return [], [RecordError(1, Text(f"more than {most} characters", f"plus de {most} caractères"))]
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    line, counted = 1, 0
    for token in _TOKEN.finditer(text):
        line, counted = line + text.count("\n", counted, token.start()), token.start()
        kind = token.lastgroup or ""
        if not readers or (kind == "value" and readers[-1].has_moves):
            if len(readers) == most_records:
                found.append(
                    RecordError(
                        line,
                        Text("one game expected, here is another", "une seule partie attendue, en voici une autre"),
                    )
                )
                break
            readers.append(_Reader(found, most_plies))
        readers[-1].read(kind, token, line)
        if len(found) >= MOST_FAULTS:
            found.append(RecordError(line, Text("too many faults, I stop here", "trop de fautes, je m'arrête ici")))
            return [], found
    if not readers:
        found.append(RecordError(1, Text("there is no record here", "il n'y a pas de partie ici")))
    records = [reader.finish() for reader in readers]
    return records, sorted(found, key=lambda fault: fault.line)


def _unescape(text: str) -> str:
    """What `escape` wrote. A bare line break is the blank at which the writer broke a long line."""
    letters = {"n": "\n", "r": "\r"}
    return re.sub(r"\\(.)", lambda found: letters.get(found[1], found[1]), text.replace("\n", " "))


def _pairs(text: str) -> dict[str, str]:
    """The options of a tag: `name=value` in a row."""
    words = (word.partition("=") for word in text.split())
    return {name: value for name, _, value in words}


@dataclass(slots=True)
class _Branch:
    """A line being read: the places before and after its last ply (`None` if not known), and where it was opened."""

    line: Line
    before: Place | None = None
    place: Place | None = None
    opened: int = 0

    @property
    def last(self) -> Ply | None:
        return self.line.plies[-1] if self.line.plies else None


class _Reader:
    """Reads one record token by token. After an illegal move its line is read on, but can no longer be judged."""

    def __init__(self, found: list[RecordError], most_plies: int) -> None:
        self.found = found
        self.most_plies = most_plies
        self.record = Record("", result="")
        self.tag_lines: dict[str, int] = {}
        self.branches = [_Branch(self.record.main)]
        self.line = 1
        self.plies = 0
        self.has_moves = False
        self.has_started = False
        self.has_given_up = False

    def fault(self, text: Text, line: int | None = None) -> None:
        self.found.append(RecordError(line or self.line, text))

    def give_up(self, text: Text, line: int | None = None) -> None:
        """A fault after which nothing sensible can be said about the rest of the record."""
        self.fault(text, line)
        self.has_given_up = True

    def read(self, kind: str, token: re.Match[str], line: int) -> None:
        if self.has_given_up:
            return
        self.line = line
        if kind == "value":
            self.read_tag(token["name"], _unescape(token["value"]))
        elif kind == "stray":
            self.fault(Text(f"{quoted(token[0])} cannot be read", f"{quoted(token[0])} est illisible"))
        elif self.record.result:
            self.give_up(Text("there is more after the result", "il y a une suite après le résultat"))
        else:
            self.has_moves = True
            self.read_moves(kind, token)

    def read_tag(self, name: str, value: str) -> None:
        if name in self.tag_lines:
            self.fault(Text(f"a second tag {name[:40]}", f"une seconde étiquette {name[:40]}"))
        self.tag_lines[name] = self.line
        self.record.tags[name] = value

    # --- The start --------------------------------------------------------------------------------------------------

    def start(self, luck: str) -> None:
        """The first state, from what the tags and the luck say."""
        self.has_started = True
        record, tags = self.record, self.record.tags
        record.luck, record.start, record.reason = luck, tags.pop("Start", None), tags.pop("Reason", "")
        if "Game" not in tags:
            self.give_up(Text('not a record: no tag [Game "…"]', 'pas une partie : aucune étiquette [Game "…"]'))
            return
        record.game, given = tags.pop("Game"), _pairs(tags.pop("Options", ""))
        read_from = "Game"
        try:
            game = registry.game(record.game)
            read_from = "Options"
            options = build(game.options_type, kept(game.options_type, given))
            record.options = {name: str(getattr(options, name)) for name in given}
            read_from = "Start"
            if not record.has_secrets:
                self.branches[0].place = Place.first(record.first())
        except UnknownGameError as error:
            self.give_up(error.text, self.tag_lines["Game"])
        except AlcoveError as error:
            self.fault(error.text, self.tag_lines.get(read_from))

    # --- The moves --------------------------------------------------------------------------------------------------

    def read_moves(self, kind: str, token: re.Match[str]) -> None:
        branch = self.branches[-1]
        if kind == "comment":
            (branch.last or branch.line).comments.append(_unescape(token["comment"]))
        elif kind == "unclosed":
            self.fault(Text("a comment without its closing }", "un commentaire sans son } final"))
        elif kind == "word" and ":" in token[0] and not self.has_started:
            self.start(luck=token[0])
        else:
            if not self.has_started:
                self.start(luck="")
            if self.has_given_up:
                return
            if kind == "word":
                self.read_word(branch, token[0])
            elif kind == "open":
                self.open_variation(branch)
            else:
                self.close_variation(branch)

    def open_variation(self, branch: _Branch) -> None:
        line = Line()
        if branch.last:
            branch.last.variations.append(line)
        else:
            self.fault(Text("a variation needs a move before it", "une variante vient toujours après un coup"))
        self.branches.append(_Branch(line, place=branch.before, opened=self.line))
        if len(self.branches) > DEEPEST + 1:
            self.give_up(Text(f"more than {DEEPEST} nested variations", f"plus de {DEEPEST} variantes imbriquées"))

    def close_variation(self, branch: _Branch) -> None:
        if len(self.branches) == 1:
            self.fault(Text(") without (", ") sans ("))
            return
        if not branch.last:
            self.fault(Text("a variation without a move", "une variante sans coup"))
        self.branches.pop()

    def read_word(self, branch: _Branch, word: str) -> None:
        if number := _NUMBER.fullmatch(word):
            given, word = number.groups()
            self.check_number(branch, given)
        if word in GLYPHS:
            self.read_glyph(branch, word)
        elif word in RESULTS:
            self.read_result(word)
        elif ":" in word:
            self.read_revealed(branch, word)
        elif word:
            self.read_ply(branch, word)

    def check_number(self, branch: _Branch, given: str) -> None:
        if branch.place and given != str(branch.place.number):
            given, due = given[:10], branch.place.number
            self.fault(Text(f"number {given} where {due} is due", f"numéro {given} là où l'on attend {due}"))

    def read_ply(self, branch: _Branch, word: str) -> None:
        self.plies += 1
        if self.plies > self.most_plies:
            self.give_up(Text(f"more than {self.most_plies} moves", f"plus de {self.most_plies} coups"))
            return
        ply = Ply(word)
        branch.line.plies.append(ply)
        branch.before = branch.place
        if branch.place:
            try:
                move = branch.place.state.find(word)
            except IllegalMoveError as error:
                self.fault(error.text)
                branch.place = None
            else:
                branch.place = branch.place.after(move)
                ply.move, ply.revealed = str(move), branch.place.state.revealed

    def read_glyph(self, branch: _Branch, word: str) -> None:
        if branch.last is None or branch.last.glyph:
            self.fault(Text(f"{word} follows no move", f"{word} ne suit aucun coup"))
        else:
            branch.last.glyph = word

    def read_revealed(self, branch: _Branch, word: str) -> None:
        """What luck showed may be left out where it follows from the deal; what is there must be true."""
        true = branch.last.revealed if branch.last else ""
        if branch.last and branch.place is None and not true:
            branch.last.revealed = word
        elif not set(word.split(",")) <= set(true.split(",")):
            shown = quoted(word)
            what = Text(true or "nothing", true or "rien")
            self.fault(Text(f"{shown}, but this reveals {what.en}", f"{shown}, or cela révèle {what.fr}"))

    # --- The end ----------------------------------------------------------------------------------------------------

    def read_result(self, word: str) -> None:
        if len(self.branches) > 1:
            self.fault(Text(f"the result {word} inside a variation", f"le résultat {word} dans une variante"))
        else:
            self.record.result = word

    def finish(self) -> Record:
        """The record, once its last token is read; what only shows at the end is checked here."""
        if not self.has_started and not self.has_given_up:
            self.start(luck="")
        tagged = self.record.tags.pop("Result", None)
        if self.has_given_up:
            return self.record
        for branch in self.branches[1:]:
            self.fault(Text("a variation without its closing )", "une variante sans sa ) finale"), branch.opened)
        if not self.record.result:
            known = ", ".join(RESULTS)
            self.fault(
                Text(f"cut short: no result at the end ({known})", f"tronquée : pas de résultat à la fin ({known})")
            )
        elif tagged not in (None, self.record.result):
            given, end = quoted(tagged or ""), self.record.result
            self.fault(
                Text(
                    f"Result {given}, but the moves end with {end}", f"Result {given}, or les coups finissent par {end}"
                ),
                self.tag_lines["Result"],
            )
        else:
            self.check_end()
        return self.record

    def check_end(self) -> None:
        """Result and reason are those of the rules if they ended the game, and otherwise of the room."""
        record, place = self.record, self.branches[0].place
        if place is None:
            return
        outcome, possible = place.state.outcome(), _results(place.state)
        if outcome:
            record.reason = record.reason or outcome.reason
            given, due = f"{record.result} {record.reason[:40]}", f"{outcome.result} {outcome.reason}"
            if (record.result, record.reason) != (outcome.result, outcome.reason):
                self.fault(Text(f"{given}, but the game ended {due}", f"{given}, or la partie s'est finie {due}"))
        elif record.result not in possible:
            known = ", ".join(possible)
            self.fault(
                Text(f"the result of this game is one of {known}", f"le résultat de cette partie est parmi {known}")
            )
        elif (record.result, record.reason) != ("*", "") and record.result not in ROOM_REASONS.get(record.reason, ()):
            room = ", ".join(ROOM_REASONS)
            self.fault(
                Text(
                    f"the rules have not ended this game: {record.result} needs a fitting reason of the room ({room})",
                    f"les règles n'ont pas fini cette partie : {record.result} demande un motif qui convienne ({room})",
                )
            )


def _results(state: State[Any]) -> tuple[str, ...]:
    """The results a game can have: those of two sides, or of seats with one fate."""
    return ("won", "lost", "*") if state.shares_fate else ("1-0", "0-1", "1/2-1/2", "*")
