"""What a law promises: moves, positions, turns, ends, refusals, views."""

import dataclasses
import pickle
import random
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

from alcove.contract.subject import Faults, Subject
from alcove.core.errors import AlcoveError, IllegalMoveError, OptionError, PositionError
from alcove.core.game import State, View
from alcove.core.options import PLAIN, specs
from alcove.core.perft import divide, perft
from alcove.core.text import LANGUAGES, is_told
from alcove.records import faults as record_faults, read_record, unwritable
from alcove.records.record import RESULTS, Record

NOISE = ("", " ", "/", "w", "\n", "💥", "9" * 5000, "(" * 5000, "a3:\x00", "\ud800", "?", "a1", "a1-a1-a1", "-1")
LONGEST_SENTENCE = 400
_PLACE = re.compile(r"[a-z]+[0-9]+")


# --- The game and its options -----------------------------------------------------------------------------------------


def introduces_itself(subject: Subject) -> Faults:
    game = subject.game
    if not game.title:
        yield subject.fault(type(game), "the game has no title", "le jeu n'a pas de titre")
    if not is_told(game.summary):
        yield subject.fault(
            type(game), "its summary is not told in both languages", "son résumé n'est pas dans les deux langues"
        )
    names = game.seat_names(subject.states[0].options)
    if len(names) != subject.states[0].seats or not all(map(is_told, names)):
        yield subject.fault(
            game.seat_names,
            f"seat_names() must name {subject.states[0].seats} seats in both languages",
            f"seat_names() doit nommer {subject.states[0].seats} places dans les deux langues",
        )


def options_are_told(subject: Subject) -> Faults:
    kind = subject.game.options_type
    fields = {field.name: field for field in dataclasses.fields(kind)}
    for spec in specs(kind):
        said = f"the option {spec.name}", f"l'option {spec.name}"
        if not spec.clause:
            yield subject.fault(kind, f"{said[0]} names no clause of the rules", f"{said[1]} ne cite aucune règle")
        if not is_told(spec.says):
            yield subject.fault(
                kind, f"{said[0]} does not say what it means in both languages", f"{said[1]} n'est pas expliquée dans les deux langues"
            )  # fmt: skip
        written = fields[spec.name].metadata["labels"]
        for value in spec.values:
            if not (value in PLAIN or is_told(written.get(value))):
                yield subject.fault(
                    kind,
                    f"the value {value} of {said[0]} has no label in both languages",
                    f"la valeur {value} de {said[1]} n'a pas de libellé dans les deux langues",
                )


def wrong_options_are_refused(subject: Subject) -> Faults:
    game, known = subject.game, specs(subject.game.options_type)
    text = game.initial().to_text()
    for make in (game.initial, lambda **options: game.from_text(text, **options)):
        wishes: list[dict[str, Any]] = [{"no_such_option": 1}, *({spec.name: "no such value"} for spec in known)]
        for wish in wishes:
            name = next(iter(wish))
            try:
                make(**wish)
            except OptionError as error:
                listed = next((spec.values for spec in known if spec.name == name), [spec.name for spec in known])
                if not all(each in str(error) for each in listed):
                    yield subject.fault(
                        game.initial,
                        f"what refuses {name} does not list what there is",
                        f"le refus de {name} n'énumère pas ce qui existe",
                    )
                continue
            yield subject.fault(
                game.initial,
                f"a game accepts the option {name} with a value that it does not know",
                f"le jeu accepte l'option {name} avec une valeur inconnue",
            )


# --- Moves ------------------------------------------------------------------------------------------------------------


def moves_are_texts(subject: Subject) -> Faults:
    for state in subject.sample:
        moves = state.legal_moves()
        texts = [str(move) for move in moves]
        twice = next((text for text in texts if texts.count(text) > 1), None) if len(set(texts)) < len(texts) else None
        if twice is not None:
            yield subject.law("legal_moves", f"legal_moves() of `{state.to_text()}` has {twice} twice", f"legal_moves() de `{state.to_text()}` donne deux fois {twice}")  # fmt: skip
        for move, text in list(zip(moves, texts, strict=True))[:20]:
            try:
                if state.find(text) != move or state.read_move(text) is None:
                    yield subject.law("read_move", f"{text} is read as another move", f"{text} est lu comme un autre coup")  # fmt: skip
            except AlcoveError as error:
                yield subject.law("read_move", f"the legal move {text} cannot be read: {error}", f"le coup légal {text} ne se lit pas : {error.in_language('fr')}")  # fmt: skip
            if state.refusal(move) is not None:
                yield subject.law("refusal", f"refusal() refuses the legal move {text} in `{state.to_text()}`", f"refusal() refuse le coup légal {text} dans `{state.to_text()}`")  # fmt: skip


def moves_fit_into_records(subject: Subject) -> Faults:
    for state in subject.sample:
        for move in state.legal_moves():
            if (why := unwritable(str(move))) is not None:
                yield subject.fault(type(move).__str__, why.en, why.fr)
                return


def order_is_stable(subject: Subject) -> Faults:
    for state in subject.sample:
        if subject.at(state).without_draw_rules().legal_moves() != state.without_draw_rules().legal_moves():
            yield subject.law("legal_moves", f"legal_moves() of `{state.to_text()}` are others, or in another order, when the position is read from its text", f"legal_moves() de `{state.to_text()}` change quand on relit la position")  # fmt: skip


def both_doors_lead_to_the_same_state(subject: Subject) -> Faults:
    for before, move, after in zip(subject.states, subject.moves, subject.states[1:], strict=False):
        if not (before.play(str(move)) == before.play(move) == after):
            yield subject.law("play_unchecked", f"play({str(move)!r}) and play_unchecked() of `{before.to_text()}` lead to different states", f"play({str(move)!r}) et play_unchecked() de `{before.to_text()}` ne mènent pas au même état")  # fmt: skip
        if after.options != before.options:
            yield subject.law("play_unchecked", f"{move} changes the options of the game", f"{move} change les options de la partie")  # fmt: skip


def playing_changes_nothing(subject: Subject) -> Faults:
    for state in subject.sample:
        text, number = state.to_text(), hash(state)
        for move in state.legal_moves()[:20]:
            state.play_unchecked(move)
        if (state.to_text(), hash(state)) != (text, number):
            yield subject.law("play_unchecked", f"playing a move changes the state it is played in (`{text}`)", f"jouer un coup change l'état où on le joue (`{text}`)")  # fmt: skip
    if dataclasses.is_dataclass(state := subject.states[0]):
        for field in dataclasses.fields(state):
            try:
                object.__getattribute__(state, field.name)
                setattr(state, field.name, getattr(state, field.name))
            except AttributeError:
                continue
            yield subject.fault(type(state), f"a state can be changed: its {field.name} can be set; make it a frozen dataclass", f"un état peut être modifié : {field.name} ; il faut une dataclass « frozen »")  # fmt: skip


def refusals_are_told(subject: Subject) -> Faults:
    """Moves of other moments of the game, tried now, and noise."""
    rng, house = random.Random(5), subject.house
    clauses = {clause.number for clause in house.rulebook.RULEBOOK.clauses} if house.has("rulebook") else None
    elsewhere = sorted({str(move) for state in subject.sample for move in state.legal_moves()})
    for state in subject.sample:
        legal = {str(move) for move in state.legal_moves()}
        for text in (*rng.sample(elsewhere, min(40, len(elsewhere))), *_mixed(elsewhere, rng), *NOISE):
            try:
                reason = state.why_not(text)
            except AssertionError:
                yield subject.law("refusal", f"refusal() has nothing against {text} in `{state.to_text()}`, which is not legal", f"refusal() ne trouve rien à redire à {text} dans `{state.to_text()}`, pourtant illégal")  # fmt: skip
                continue
            if reason is None:
                if str(state.find(text)) not in legal:
                    yield subject.law("find", f"{text} is accepted and not legal", f"{text} est accepté sans être légal")  # fmt: skip
                continue
            if text in legal:
                yield subject.law("refusal", f"the legal move {text} is refused", f"le coup légal {text} est refusé")
            if not is_told(reason.text):
                yield subject.law("refusal", f"why {text[:40]!r} is refused is not told in both languages", f"le refus de {text[:40]!r} n'est pas dit dans les deux langues")  # fmt: skip
            if clauses is not None and text in elsewhere and not reason.clause:
                yield subject.law("refusal", f"why {text} is refused names no clause, though there is a rulebook", f"le refus de {text} ne cite aucune règle, alors qu'il y a un livret")  # fmt: skip
            if clauses is not None and reason.clause and not _known(reason.clause, clauses):
                yield subject.law("refusal", f"{text} is refused by {reason.clause}, which the rulebook does not have", f"{text} est refusé par {reason.clause}, absent du livret")  # fmt: skip


def _mixed(texts: list[str], rng: random.Random) -> Iterator[str]:
    """Moves that begin like one and end like another, and moves the wrong way round."""
    for _ in range(40 if texts else 0):
        first, second = _PLACE.findall(rng.choice(texts)), rng.choice(texts)
        places = _PLACE.findall(second)
        if first and len(places) > 1:
            yield second.replace(places[0], first[0], 1)
            yield second.replace(places[0], "\0", 1).replace(places[-1], places[0], 1).replace("\0", places[-1], 1)


def _known(clause: str, clauses: set[str]) -> bool:
    """A clause, or several: `X10, X12`."""
    return all(part.strip(" ,.") in clauses for part in clause.replace("–", " ").split())


def noise_is_refused(subject: Subject) -> Faults:
    for text in NOISE:
        try:
            found = subject.game.from_text(text, **subject.options)
        except PositionError as error:
            if not is_told(error.text) or len(str(error)) > LONGEST_SENTENCE:
                yield subject.fault(subject.game.from_text, f"from_text({text[:20]!r}) is refused in too many words, or in one language", f"from_text({text[:20]!r}) est refusé trop longuement, ou dans une seule langue")  # fmt: skip
        except Exception as error:
            yield subject.fault(subject.game.from_text, f"from_text({text[:20]!r}) raises {type(error).__name__} instead of a PositionError", f"from_text({text[:20]!r}) lève {type(error).__name__} au lieu de PositionError")  # fmt: skip
        else:
            if found.to_text() != text:
                yield subject.fault(subject.game.from_text, f"from_text({text[:20]!r}) is accepted", f"from_text({text[:20]!r}) est accepté")  # fmt: skip


# --- Positions --------------------------------------------------------------------------------------------------------


def text_and_state_are_one(subject: Subject) -> Faults:
    for state in subject.sample:
        text = state.to_text()
        try:
            again = subject.at(state)
        except AlcoveError as error:
            yield subject.fault(subject.game.from_text, f"`{text}`, which to_text() wrote, cannot be read: {error}", f"`{text}`, écrit par to_text(), ne se relit pas : {error.in_language('fr')}")  # fmt: skip
            continue
        if again.to_text() != text or again != state or hash(again) != hash(state):
            yield subject.fault(subject.game.from_text, f"`{text}` read again is another state", f"`{text}` relu donne un autre état")  # fmt: skip
        if "\n" in text or not text:
            yield subject.law("to_text", "a position is one line of text", "une position tient sur une ligne")
        if again.without_draw_rules().outcome() != state.without_draw_rules().outcome():
            yield subject.law("outcome", f"`{text}` read again has another outcome", f"`{text}` relu a une autre issue")


def seats_take_turns(subject: Subject) -> Faults:
    first = subject.states[0]
    if first.to_move != 0 or not first.is_turn_start:
        yield subject.law("to_move", "seat 0 moves first", "la place 0 commence")
    for before, after in zip(subject.states, subject.states[1:], strict=False):
        steps = 1 if after.is_turn_start else 0
        if after.to_move != (before.to_move + steps) % first.seats:
            yield subject.law("to_move", f"after `{before.to_text()}` seat {after.to_move} is to move, though is_turn_start says {after.is_turn_start}", f"après `{before.to_text()}` le trait est à la place {after.to_move}, alors que is_turn_start vaut {after.is_turn_start}")  # fmt: skip


# --- Ends -------------------------------------------------------------------------------------------------------------


def over_when_nothing_can_be_played(subject: Subject) -> Faults:
    for state in subject.states:
        if (state.outcome() is None) != bool(state.legal_moves()):
            yield subject.law("outcome", f"`{state.to_text()}` has an outcome and legal moves, or neither", f"`{state.to_text()}` a une issue et des coups, ou ni l'un ni l'autre")  # fmt: skip


def outcomes_say_who_and_why(subject: Subject) -> Faults:
    for seed in range(3):
        played = Subject.of(subject.game, subject.options, seed)
        end = played.states[-1]
        outcome = end.outcome()
        if outcome is None:
            continue
        if outcome.result not in set(RESULTS) - {"*"} or outcome.together != end.shares_fate:
            yield subject.law("outcome", f"`{end.to_text()}` has the result {outcome.result}, which does not fit", f"`{end.to_text()}` a le résultat {outcome.result}, qui ne convient pas")  # fmt: skip
        try:
            told = (
                subject.game.reason(outcome.reason),
                subject.game.ending(subject.game.view(end, end.to_move), outcome),
            )
        except KeyError:
            yield subject.fault(subject.game.reason, f"reason({outcome.reason!r}) has no words", f"reason({outcome.reason!r}) n'a pas de mots")  # fmt: skip
            continue
        if not all(map(is_told, told)):
            yield subject.fault(subject.game.reason, f"reason({outcome.reason!r}) is not told in both languages", f"reason({outcome.reason!r}) n'est pas dans les deux langues")  # fmt: skip
        try:
            end.play(str(played.moves[-1]))
        except IllegalMoveError:
            continue
        yield subject.law("play", "a move can be played after the end", "on peut jouer après la fin")


def perft_counts_lines(subject: Subject) -> Faults:
    for state in subject.sample[-3:]:
        free = state.without_draw_rules()
        counted = sum(len(free.play(move).legal_moves()) for move in free.legal_moves())
        if not counted == perft(state, 2) == sum(divide(state, 2).values()):
            yield subject.law("without_draw_rules", f"perft 2 of `{state.to_text()}` is not the number of lines of two moves", f"perft 2 de `{state.to_text()}` n'est pas le nombre de suites de deux coups")  # fmt: skip


# --- Records and drawings ---------------------------------------------------------------------------------------------


def records_replay(subject: Subject) -> Faults:
    if any(unwritable(str(move)) for move in subject.moves):
        return  # moves_fit_into_records tells it
    text = Record.of(subject.game, subject.states[0], subject.moves).to_text()
    for error in record_faults(text)[:3]:
        yield subject.fault(type(subject.game), f"the record of a game cannot be read: {error}", f"l'enregistrement d'une partie ne se relit pas : {error.in_language('fr')}")  # fmt: skip
        return
    if read_record(text).replay() != list(subject.states):
        yield subject.fault(type(subject.game), "a record replays to another game", "un enregistrement rejoue une autre partie")  # fmt: skip


def positions_are_drawn(subject: Subject) -> Faults:
    for state in subject.sample[-4:]:
        for language in LANGUAGES:
            drawing = subject.game.draw(subject.game.view(state, 0), language)
            texts = [text for line in drawing for text, _ in line]
            if not any(text.strip() for text in texts) or any("\n" in text for text in texts):
                yield subject.fault(subject.game.draw, "draw() gives lines of (text, role), and no text has a line break", "draw() donne des lignes de (texte, rôle) sans retour à la ligne")  # fmt: skip


# --- Views ------------------------------------------------------------------------------------------------------------


def views_answer_like_states(subject: Subject) -> Faults:
    for state in subject.sample:
        for seat in range(state.seats):
            view = subject.game.view(state, seat)
            if (view.legal_moves(), view.outcome(), view.to_move, view.is_turn_start, view.seats, view.options) != (
                state.legal_moves(), state.outcome(), state.to_move, state.is_turn_start, state.seats, state.options,
            ):  # fmt: skip
                yield subject.fault(subject.game.view, f"the view of seat {seat} of `{state.to_text()}` answers otherwise than the state", f"la vue de la place {seat} de `{state.to_text()}` ne répond pas comme l'état")  # fmt: skip


def worlds_look_like_the_view(subject: Subject) -> Faults:
    for state in subject.sample:
        view = subject.game.view(state, 0)
        for world in worlds_of(subject, view):
            seen = subject.game.view(world, 0)
            if seen != view or seen.to_text() != view.to_text() or world.legal_moves() != state.legal_moves():
                yield subject.fault(subject.game.worlds, f"a world of `{view.to_text()}` does not look like it", f"un monde de `{view.to_text()}` ne lui ressemble pas")  # fmt: skip
    view = subject.game.view(subject.states[0], 0)
    has_secrets = len({world.to_text() for world in worlds_of(subject, view)}) > 1
    if (view is subject.states[0]) is has_secrets:
        yield subject.fault(subject.game.view, "without secrets the view is the state itself, with secrets it is not", "sans secret la vue est l'état lui-même, avec des secrets non")  # fmt: skip


def views_hold_no_secret(subject: Subject) -> Faults:
    """Worlds differ in their secrets alone. If something told them apart, it would be a leak."""
    for state in subject.sample[::3]:
        view = subject.game.view(state, 0)
        true = list(_outgoing(subject, view))
        for world in worlds_of(subject, view):
            told = list(_outgoing(subject, subject.game.view(world, 0)))
            for (what, mine), (_, theirs) in zip(true, told, strict=True):
                if mine != theirs:
                    yield subject.fault(subject.game.view, f"{what} of a view depends on what is hidden from it", f"{what} d'une vue dépend de ce qui lui est caché")  # fmt: skip


def worlds_of(subject: Subject, view: View) -> list[State[Any]]:
    return list(islice(subject.game.worlds(view, random.Random(3)), 4))


def _outgoing(subject: Subject, view: View) -> Iterator[tuple[str, object]]:
    """Everything that leaves a view for players, logs and the network."""
    yield "to_text()", view.to_text()
    yield "repr()", repr(view)
    yield "str()", str(view)
    yield "draw()", subject.game.draw(view, "en")
    yield "legal_moves()", view.legal_moves()
    yield "outcome()", view.outcome()
    for text in ("nonsense", *(f"{move}?" for move in subject.moves[:5])):
        try:
            view.find(text)
        except IllegalMoveError as error:
            yield "a refusal", error.in_language("fr")
    yield "pickle", pickle.dumps(view)  # last: what was reckoned above is kept in it


def states_travel(subject: Subject) -> Faults:
    """Engines think in processes of their own."""
    state = subject.sample[-1]
    if pickle.loads(pickle.dumps(state)) != state:
        yield subject.fault(type(state), "a state is another one after a journey to another process (pickle)", "un état revient changé d'un autre processus (pickle)")  # fmt: skip
