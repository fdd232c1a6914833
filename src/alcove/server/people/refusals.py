"""Why the room refuses what a person asked for, in English and in French."""

from alcove.core.errors import quoted
from alcove.core.text import Text
from alcove.table.refusals import RefusedError


def bad_name_length(least: int, most: int) -> RefusedError:
    return RefusedError(
        "bad_name",
        Text(f"a name has {least} to {most} characters", f"un nom compte de {least} à {most} caractères"),
    )


def bad_name_characters() -> RefusedError:
    return RefusedError(
        "bad_name",
        Text(
            "a name begins with a letter and is made of letters, digits, - and _",
            "un nom commence par une lettre et se compose de lettres, de chiffres, de - et de _",
        ),
    )


def invisible_character(point: str, called: str) -> RefusedError:
    shown = f"{point} ({called})" if called else point
    return RefusedError(
        "bad_name",
        Text(
            f"nobody can see the character {shown} in this name: leave it out",
            f"le caractère {shown} ne se voit pas dans ce nom : retirez-le",
        ),
    )


def bad_name_scripts() -> RefusedError:
    return RefusedError(
        "bad_name",
        Text("a name keeps to one alphabet", "un nom s'en tient à un seul alphabet"),
    )


def name_reserved() -> RefusedError:
    return RefusedError("bad_name", Text("this name is reserved for the room", "ce nom est réservé à la salle"))


def name_taken() -> RefusedError:
    return RefusedError(
        "name_taken",
        Text(
            "this name, or one that looks like it, is taken",
            "ce nom, ou un nom qui lui ressemble à s'y méprendre, est déjà pris",
        ),
    )


def bad_password_length(least: int, most: int) -> RefusedError:
    return RefusedError(
        "bad_password",
        Text(
            f"a password has {least} to {most} characters",
            f"un mot de passe compte de {least} à {most} caractères",
        ),
    )


def password_too_common() -> RefusedError:
    return RefusedError(
        "bad_password",
        Text(
            "this password is among the first that anybody would try: choose another",
            "ce mot de passe est l'un des premiers que l'on essaierait : choisissez-en un autre",
        ),
    )


def wrong_login() -> RefusedError:
    return RefusedError("wrong_login", Text("name or password is wrong", "le nom ou le mot de passe ne convient pas"))


def wrong_password() -> RefusedError:
    return RefusedError("wrong_login", Text("the password is wrong", "le mot de passe ne convient pas"))


def needs_code() -> RefusedError:
    return RefusedError(
        "needs_code",
        Text(
            "enter the code your app shows, or a recovery code",
            "saisissez le code affiché par votre application, ou un code de secours",
        ),
    )


def wrong_code() -> RefusedError:
    return RefusedError(
        "wrong_code",
        Text(
            "this code is wrong or has already been used: wait for the next one",
            "ce code est faux ou a déjà servi : attendez le suivant",
        ),
    )


def lost_key() -> RefusedError:
    return RefusedError(
        "wrong_code",
        Text(
            "this room has lost the key to the secret of your app: use a recovery code, then turn the codes off and on again",
            "la salle a perdu la clé du secret de votre application : prenez un code de secours, puis désactivez et réactivez "
            "la connexion avec un code",
        ),
    )


def factor_is_on() -> RefusedError:
    return RefusedError(
        "not_allowed",
        Text("the second factor is already on: turn it off first", "le second facteur est déjà activé : désactivez-le"),
    )


def no_passkeys_here() -> RefusedError:
    return RefusedError(
        "bad_passkey",
        Text(
            "passkeys need an address with a name, over https, or http://localhost on this very machine",
            "les clés d'accès demandent une adresse avec un nom, en https, ou http://localhost sur cette machine même",
        ),
    )


def unfit_passkey() -> RefusedError:
    return RefusedError(
        "bad_passkey",
        Text(
            "this passkey could not be checked: try again", "cette clé d'accès n'a pas pu être vérifiée : recommencez"
        ),
    )


def unknown_passkey() -> RefusedError:
    return RefusedError(
        "bad_passkey",
        Text(
            "this passkey opens no account here: sign in with your password",
            "cette clé d'accès n'ouvre aucun compte ici : connectez-vous avec votre mot de passe",
        ),
    )


def unverified_passkey() -> RefusedError:
    return RefusedError(
        "bad_passkey",
        Text(
            "your device has not made sure that it is you (by PIN, finger or face): sign in with password and code",
            "votre appareil n'a pas vérifié que c'est bien vous (code, doigt ou visage) : connectez-vous avec mot de passe et code",
        ),
    )


def too_late_for_a_passkey() -> RefusedError:
    return RefusedError("bad_passkey", Text("that took too long: try again", "c'était trop long : recommencez"))


def too_many_passkeys(most: int) -> RefusedError:
    return RefusedError(
        "too_many",
        Text(
            f"an account has {most} passkeys at most: remove one first",
            f"un compte a {most} clés d'accès au plus : retirez-en une d'abord",
        ),
    )


def used_link() -> RefusedError:
    return RefusedError(
        "not_found",
        Text(
            "this link has been used or is too old: ask for another one",
            "ce lien a déjà servi ou est trop ancien : demandez-en un autre",
        ),
    )


def needs_account() -> RefusedError:
    return RefusedError(
        "needs_account", Text("this needs an account: sign in first", "il faut un compte : connectez-vous")
    )


def signed_in_already() -> RefusedError:
    return RefusedError("signed_in", Text("you are already signed in", "vous êtes déjà connecté"))


def unknown_person(name: str) -> RefusedError:
    shown = quoted(name)
    return RefusedError("unknown_person", Text(f"nobody here is called {shown}", f"personne ici ne s'appelle {shown}"))


def bad_token() -> RefusedError:
    return RefusedError("bad_token", Text("this token is unknown or was revoked", "ce jeton est inconnu ou révoqué"))


def missing_scope(scope: str) -> RefusedError:
    return RefusedError(
        "bad_token",
        Text(f"this token lacks the scope {quoted(scope)}", f"il manque à ce jeton la portée {quoted(scope)}"),
    )


def cookie_only() -> RefusedError:
    return RefusedError("bad_token", Text("no token opens this address", "aucun jeton n'ouvre cette adresse"))


def too_late_for_a_bot() -> RefusedError:
    return RefusedError(
        "not_allowed",
        Text(
            "only an account that has not played becomes a bot's: register another one",
            "seul un compte qui n'a pas encore joué devient celui d'un robot : créez-en un autre",
        ),
    )


def too_many_tokens(most: int) -> RefusedError:
    return RefusedError(
        "too_many",
        Text(
            f"an account has {most} tokens at most: revoke one first",
            f"un compte a {most} jetons au plus : révoquez-en un",
        ),
    )


def bots_only() -> RefusedError:
    return RefusedError(
        "not_allowed",
        Text(
            "this is for bot accounts: make yours one first",
            "c'est réservé aux comptes de robots : convertissez d'abord le vôtre",
        ),
    )


# --- The lobby ------------------------------------------------------------------------------------------------------


def unknown_seek() -> RefusedError:
    return RefusedError(
        "unknown_seek",
        Text(
            "this offer is gone: somebody was faster", "cette proposition n'est plus là : quelqu'un a été plus rapide"
        ),
    )


def own_seek() -> RefusedError:
    return RefusedError("not_allowed", Text("this offer is your own", "cette proposition est la vôtre"))


def too_many_seeks(most: int) -> RefusedError:
    return RefusedError(
        "too_many",
        Text(
            f"{most} open offers at most: withdraw one first", f"{most} propositions au plus : retirez-en une d'abord"
        ),
    )


def too_many_seeks_of_address() -> RefusedError:
    return RefusedError(
        "too_many",
        Text(
            "there are many open offers from your network already: try again later",
            "il y a déjà beaucoup de propositions venues de votre réseau : réessayez plus tard",
        ),
    )


def out_of_range() -> RefusedError:
    return RefusedError(
        "out_of_range",
        Text("your rating is outside the range of this offer", "votre cote sort des bornes de cette proposition"),
    )


def bad_range() -> RefusedError:
    return RefusedError(
        "bad_seek", Text("the lowest rating is above the highest", "la cote la plus basse dépasse la plus haute")
    )


def rated_needs_accounts() -> RefusedError:
    return RefusedError(
        "needs_account",
        Text("a rated game needs an account: sign in first", "une partie classée demande un compte : connectez-vous"),
    )


def rated_needs_a_clock() -> RefusedError:
    return RefusedError(
        "bad_seek", Text("a rated game is played with a clock", "une partie classée se joue à la pendule")
    )


def not_for_two() -> RefusedError:
    return RefusedError(
        "bad_seek",
        Text(
            "the lobby pairs two players: choose a game for two",
            "le salon réunit deux joueurs : choisissez un jeu à deux",
        ),
    )


def start_it_yourself() -> RefusedError:
    return RefusedError("bad_seek", Text("you cannot challenge yourself", "on ne se défie pas soi-même"))


def no_bots_here() -> RefusedError:
    return RefusedError(
        "not_allowed",
        Text("this offer is for people: no bots", "cette proposition s'adresse aux personnes : pas de robots"),
    )
