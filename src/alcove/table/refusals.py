"""Why a table refuses what it was asked to do, in English and in French."""

from typing import Literal

from alcove.core.errors import AlcoveError, IllegalMoveError, quoted
from alcove.core.text import Refusal, Text

Codes = Literal[
    "malformed",
    "too_big",
    "too_fast",
    "unknown_table",
    "unreadable",
    "unknown_game",
    "bad_option",
    "bad_position",
    "bad_record",
    "bad_seats",
    "bad_terms",
    "illegal",
    "stale",
    "not_seated",
    "already_seated",
    "seat_taken",
    "waiting",
    "not_your_turn",
    "over",
    "not_over",
    "nothing_to_undo",
    "shown",
    "rematched",
    "no_draw",
    "already_offered",
    "too_soon",
    "no_offer",
    "too_late",
    "nobody_left",
    "no_help",
    "chat_off",
    "no_mail",
    "storage",
    "no_engine",
    "busy",
    "not_found",
    "foreign_origin",
    "bad_name",
    "name_taken",
    "bad_password",
    "wrong_login",
    "needs_code",
    "wrong_code",
    "bad_passkey",
    "needs_account",
    "signed_in",
    "unknown_person",
    "too_many",
    "not_allowed",
    "bad_token",
    "unknown_seek",
    "bad_seek",
    "out_of_range",
    "internal",
]
"""Why something was refused, for programs: every reason the room has."""


class RefusedError(AlcoveError):
    """The room refuses to do something; `code` is for programs, `clause` is the rule, if a rule forbids it."""

    def __init__(self, code: Codes, text: Text, clause: str | None = None) -> None:
        super().__init__(text)
        self.code = code
        self.clause = clause


def illegal(refusal: Refusal) -> RefusedError:
    return RefusedError("illegal", refusal.text, refusal.clause or None)


def illegal_move(error: IllegalMoveError) -> RefusedError:
    """Like `illegal`, but names the move: for somebody who sent several."""
    return RefusedError("illegal", error.text, error.refusal.clause or None)


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
        "already_seated", Text("you already have a seat at this table", "vous avez déjà une place à cette table")
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


def no_draw_here() -> RefusedError:
    return RefusedError(
        "no_draw", Text("there is nobody here to agree to a draw", "il n'y a personne avec qui convenir d'une nulle")
    )


def no_draw_yet() -> RefusedError:
    return RefusedError(
        "no_draw",
        Text(
            "a game that counts cannot be drawn before both sides have moved",
            "une partie classée ne peut être nulle avant que chaque camp ait joué",
        ),
    )


def already_offered() -> RefusedError:
    return RefusedError(
        "already_offered",
        Text("you have already proposed this: wait for the answer", "vous l'avez déjà proposé : attendez la réponse"),
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
        Text(
            "the other side has not been away for long enough", "l'autre camp n'est pas absent depuis assez longtemps"
        ),
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
            f"the engine has no level {level} in this game" if level else "choose a level for the engine",
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
