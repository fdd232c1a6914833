"""Why the room refuses what it was asked to do, in English and in French; for tables see `alcove.table.refusals`."""

from datetime import UTC, datetime

from alcove.core.errors import quoted
from alcove.core.text import Text
from alcove.table.refusals import RefusedError


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


def not_installed(game: str, left_out: Text | None) -> RefusedError:
    """A table whose game the room does not have, or had to leave out."""
    shown = quoted(game)[1:-1].capitalize()
    why = left_out or Text(f"{shown} is not installed in this room", f"{shown} n'est pas installé dans cette salle")
    return RefusedError("unknown_game", Text(f"{why.en}; the game is kept", f"{why.fr} ; la partie est gardée"))


def no_move() -> RefusedError:
    return RefusedError(
        "unreadable",
        Text(
            "this game allows no move, though it is not over: a mistake of its law; the game is kept",
            "ce jeu ne permet aucun coup alors que la partie n'est pas finie : c'est une faute de sa règle ; la partie est gardée",
        ),
    )


def rated_needs_account() -> RefusedError:
    return RefusedError(
        "bad_terms",
        Text("a rated game needs an account", "une partie classée demande un compte"),
    )


def has_left() -> RefusedError:
    return RefusedError(
        "unknown_person",
        Text("this account has been deleted", "ce compte a été supprimé"),
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
    return RefusedError("no_mail", Text("this is not an e-mail address", "ce n'est pas une adresse électronique"))


def unknown_link() -> RefusedError:
    return RefusedError(
        "not_found",
        Text("this link is no longer valid: ask for a new one", "ce lien n'est plus valable : demandez-en un autre"),
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


def busy() -> RefusedError:
    return RefusedError(
        "busy",
        Text(
            "the room has much to do just now: try again in a moment",
            "la salle a beaucoup à faire en ce moment : réessayez dans un instant",
        ),
    )


def too_heavy() -> RefusedError:
    return RefusedError(
        "too_big",
        Text("this takes the room too long to work out", "ce calcul prend trop de temps à la salle"),
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


def not_measured(title: str) -> RefusedError:
    return RefusedError(
        "not_found",
        Text(
            f"{title} has no atlas: nobody has measured it yet",
            f"{title} n'a pas d'atlas : personne ne l'a encore mesuré",
        ),
    )


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
            f"the analysis takes lines of up to {plies} plies and {moves} moves in all, and this record is longer",
            f"l'analyse prend des lignes de {plies} coups et {moves} coups en tout : cette partie est plus longue",
        ),
    )


def too_deep_to_write(deepest: int) -> RefusedError:
    return RefusedError(
        "too_big",
        Text(
            f"a record may nest at most {deepest} variations",
            f"une partie écrite prend {deepest} variantes imbriquées au plus",
        ),
    )


def too_many() -> RefusedError:
    return RefusedError(
        "too_many",
        Text("that is enough for now: try again later", "c'est assez pour l'instant : réessayez plus tard"),
    )
