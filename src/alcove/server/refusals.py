"""Why the room does not do what it was asked to, in English and in French."""

from datetime import UTC, datetime

from alcove.core.errors import AlcoveError, IllegalMoveError, quoted
from alcove.core.text import Refusal, Text

from .messages import Codes


class RefusedError(AlcoveError):
    """The room does not do what it was asked to; `code` is for programs, `clause` the rule if it is one."""

    def __init__(self, code: Codes, text: Text, clause: str | None = None) -> None:
        super().__init__(text)
        self.code = code
        self.clause = clause


def illegal(refusal: Refusal) -> RefusedError:
    return RefusedError("illegal", refusal.text, refusal.clause or None)


def illegal_move(error: IllegalMoveError) -> RefusedError:
    """As `illegal`, with the move: for who gave several."""
    return RefusedError("illegal", error.text, error.refusal.clause or None)


def unknown_table(table: str) -> RefusedError:
    shown = quoted(table)
    return RefusedError(
        "unknown_table",
        Text(f"there is no table {shown} in this room", f"il n'y a pas de table {shown} dans cette salle"),
    )


def unreadable() -> RefusedError:
    return RefusedError(
        "unreadable",
        Text(
            "this game was played by other rules than today's: it is kept, but cannot be shown",
            "cette partie a suivi d'autres règles que celles d'aujourd'hui : elle est gardée, mais ne peut être montrée",
        ),
    )


def stale() -> RefusedError:
    return RefusedError(
        "stale",
        Text(
            "the game has moved on in the meantime: here is how it stands",
            "la partie a avancé entre-temps : voici où elle en est",
        ),
    )


def not_seated() -> RefusedError:
    return RefusedError(
        "not_seated",
        Text(
            "you are watching: you have no seat at this table", "vous regardez : vous n'avez pas de place à cette table"
        ),
    )


def already_seated() -> RefusedError:
    return RefusedError(
        "already_seated", Text("you have a seat at this table already", "vous avez déjà une place à cette table")
    )


def seat_taken() -> RefusedError:
    return RefusedError(
        "seat_taken",
        Text(
            "somebody else has taken this seat: you can watch",
            "quelqu'un d'autre a pris cette place : vous pouvez regarder",
        ),
    )


def waiting() -> RefusedError:
    return RefusedError(
        "waiting",
        Text("the game begins when every seat is taken", "la partie commence quand toutes les places sont prises"),
    )


def clock_is_for_people() -> RefusedError:
    return RefusedError(
        "bad_terms", Text("a clock is for games between people", "la pendule est réservée aux parties entre personnes")
    )


def not_ratable() -> RefusedError:
    return RefusedError(
        "bad_terms",
        Text(
            "a rated game is for two people, from the start, with a clock",
            "une partie classée se joue à deux personnes, depuis le début, avec une pendule",
        ),
    )


def rated_needs_account() -> RefusedError:
    return RefusedError(
        "bad_terms",
        Text("a rated game needs an account", "une partie classée demande un compte"),
    )


def no_draw_here() -> RefusedError:
    return RefusedError(
        "no_draw", Text("there is nobody to agree on a draw with", "il n'y a personne avec qui convenir d'une nulle")
    )


def already_offered() -> RefusedError:
    return RefusedError(
        "already_offered",
        Text("you have proposed this already: wait for the answer", "vous l'avez déjà proposé : attendez la réponse"),
    )


def asked_too_soon() -> RefusedError:
    return RefusedError(
        "too_soon",
        Text("this was just declined: play on first", "cela vient d'être refusé : jouez d'abord encore un peu"),
    )


def no_offer() -> RefusedError:
    return RefusedError("no_offer", Text("nobody has proposed this", "personne ne l'a proposé"))


def too_late_to_abort() -> RefusedError:
    return RefusedError(
        "too_late",
        Text(
            "the game has begun: it can be resigned, but no longer called off",
            "la partie est engagée : on peut l'abandonner, mais plus l'annuler",
        ),
    )


def nobody_left() -> RefusedError:
    return RefusedError(
        "nobody_left",
        Text("the other side is not away for long enough", "l'autre camp n'est pas absent depuis assez longtemps"),
    )


def no_help() -> RefusedError:
    return RefusedError(
        "no_help",
        Text(
            "no engine while you play a rated game: finish it first",
            "pas de moteur pendant une partie classée : finissez-la d'abord",
        ),
    )


def chat_off() -> RefusedError:
    return RefusedError(
        "chat_off",
        Text(
            "while a rated game is played, only its players may write",
            "pendant une partie classée, seuls les joueurs peuvent écrire",
        ),
    )


def silenced(until_ms: int) -> RefusedError:
    day = datetime.fromtimestamp(until_ms / 1000, UTC).date()
    return RefusedError(
        "chat_off",
        Text(
            f"after what others reported, you may not write before {day}",
            f"après un signalement, vous ne pouvez plus écrire avant le {day:%d/%m/%Y}",
        ),
    )


def nothing_said() -> RefusedError:
    return RefusedError("malformed", Text("this message is empty", "ce message est vide"))


def no_such_line() -> RefusedError:
    return RefusedError(
        "not_found", Text("there is no such line of chat here", "cette ligne de discussion n'est pas ici")
    )


def no_mail() -> RefusedError:
    return RefusedError("no_mail", Text("this room sends no mail", "cette salle n'envoie pas de courriel"))


def bad_address() -> RefusedError:
    return RefusedError("no_mail", Text("this is no e-mail address", "ce n'est pas une adresse électronique"))


def unknown_link() -> RefusedError:
    return RefusedError(
        "not_found",
        Text("this link is no longer valid: ask for a new one", "ce lien n'est plus valable : demandez-en un autre"),
    )


def not_your_turn() -> RefusedError:
    return RefusedError("not_your_turn", Text("it is not your turn", "ce n'est pas à vous de jouer"))


def over() -> RefusedError:
    return RefusedError("over", Text("this game is over", "cette partie est finie"))


def not_over() -> RefusedError:
    return RefusedError(
        "not_over",
        Text("a rematch begins when this game is over", "la revanche commence quand cette partie est finie"),
    )


def nothing_to_undo() -> RefusedError:
    return RefusedError("nothing_to_undo", Text("there is nothing to take back", "il n'y a rien à reprendre"))


def already_shown() -> RefusedError:
    return RefusedError(
        "shown",
        Text(
            "this move has shown a hidden piece: it cannot be taken back",
            "ce coup a dévoilé une pièce cachée : il ne peut plus être repris",
        ),
    )


def already_rematched() -> RefusedError:
    return RefusedError(
        "rematched",
        Text("the rematch has already begun at another table", "la revanche a déjà commencé à une autre table"),
    )


def wrong_seats(wanted: int, found: int) -> RefusedError:
    return RefusedError(
        "bad_seats",
        Text(f"this game has {wanted} seats, not {found}", f"ce jeu a {wanted} places, et non {found}"),
    )


def nobody_seated() -> RefusedError:
    return RefusedError("bad_seats", Text("keep a seat for yourself", "gardez une place pour vous"))


def unknown_level(level: int | None) -> RefusedError:
    return RefusedError(
        "bad_seats",
        Text(
            f"the engine has no level {level} in this game" if level else "say the level of the engine",
            f"le moteur n'a pas de niveau {level} dans ce jeu" if level else "dites le niveau du moteur",
        ),
    )


def record_ends_otherwise(reason: str) -> RefusedError:
    return RefusedError(
        "bad_record",
        Text(
            f"the room cannot show a game that ended by {quoted(reason)}",
            f"la salle ne sait pas montrer une partie terminée par {quoted(reason)}",
        ),
    )


def no_such_ply(last: int) -> RefusedError:
    return RefusedError(
        "not_found",
        Text(f"this game has {last} plies so far", f"cette partie compte {last} coups pour l'instant"),
    )


def out_of_reach() -> RefusedError:
    return RefusedError(
        "storage",
        Text(
            "the room cannot reach its games just now: please try again",
            "la salle n'a pas accès à ses parties en ce moment : réessayez",
        ),
    )


def not_saved() -> RefusedError:
    return RefusedError(
        "storage",
        Text(
            "this could not be saved (is the disk full?): nothing has changed, please try again",
            "impossible d'enregistrer (le disque est-il plein ?) : rien n'a changé, réessayez",
        ),
    )


def no_engine() -> RefusedError:
    return RefusedError(
        "no_engine", Text("the engine has no answer this time", "le moteur n'a pas de réponse cette fois-ci")
    )


def malformed(place: str) -> RefusedError:
    return RefusedError(
        "malformed",
        Text(f"this message cannot be read: {quoted(place, 200)}", f"ce message est illisible : {quoted(place, 200)}"),
    )


def too_big(most: int) -> RefusedError:
    return RefusedError("too_big", Text(f"more than {most} bytes", f"plus de {most} octets"))


def too_fast() -> RefusedError:
    return RefusedError(
        "too_fast", Text("too many messages at once: wait a moment", "trop de messages à la fois : attendez un peu")
    )


def not_found() -> RefusedError:
    return RefusedError("not_found", Text("there is nothing at this address", "il n'y a rien à cette adresse"))


def foreign_origin() -> RefusedError:
    return RefusedError(
        "foreign_origin", Text("this page does not belong to this room", "cette page n'appartient pas à cette salle")
    )


def internal() -> RefusedError:
    return RefusedError(
        "internal",
        Text(
            "something went wrong on our side; the game is safe",
            "quelque chose a échoué de notre côté ; la partie est sauve",
        ),
    )


def too_long_to_study(plies: int, moves: int) -> RefusedError:
    return RefusedError(
        "too_big",
        Text(
            f"the analysis takes lines of {plies} plies and {moves} moves in all, and this record is longer",
            f"l'analyse prend des lignes de {plies} coups et {moves} coups en tout : cette partie est plus longue",
        ),
    )


def too_deep_to_write(deepest: int) -> RefusedError:
    return RefusedError(
        "too_big",
        Text(
            f"a record takes {deepest} variations inside one another",
            f"une partie écrite prend {deepest} variantes imbriquées au plus",
        ),
    )
