"""What the owner of an account is told by mail after it was changed, and what to do if it was somebody else."""

from alcove.core.text import Text

SUBJECT = Text("Alcove: your account has changed", "Alcove : votre compte a changé")

_NOT_YOU = Text(
    "If it was not you, choose a new password at once (“Forgotten your password?” on the page below): that ends all sessions "
    "and tokens. Then tell whoever runs this room.",
    "Si ce n'est pas vous, choisissez aussitôt un nouveau mot de passe (« Mot de passe oublié ? » sur la page ci-dessous) : cela "
    "clôt toutes les sessions et révoque tous les jetons. Puis prévenez ceux qui tiennent cette salle.",
)
_NOT_YOU_AND_NO_ADDRESS = Text(
    "If it was not you, sign in on the page below, change the password and give your address again. If you cannot get in any "
    "more, tell whoever runs this room at once.",
    "Si ce n'est pas vous, connectez-vous sur la page ci-dessous, changez de mot de passe et redonnez votre adresse. Si vous ne "
    "pouvez plus entrer, prévenez sans attendre ceux qui tiennent cette salle.",
)


def password_changed(name: str) -> Text:
    return _told(
        f"The password of {name} was changed. All other sessions and all tokens have ended; passkeys still open it.",
        f"Le mot de passe de {name} a été changé. Toutes les autres sessions sont closes et tous les jetons révoqués ; les clés "
        "d'accès l'ouvrent toujours.",
    )


def password_reset(name: str) -> Text:
    return _told(
        f"The password of {name} was changed by the link of a mail. All sessions and tokens have ended; passkeys still open it.",
        f"Le mot de passe de {name} a été changé par le lien d'un courriel. Toutes les sessions sont closes et tous les jetons "
        "révoqués ; les clés d'accès l'ouvrent toujours.",
    )


def factor_on(name: str) -> Text:
    return _told(
        f"Signing in as {name} asks for a code from now on.",
        f"Se connecter sous le nom {name} demande désormais un code.",
    )


def factor_off(name: str) -> Text:
    return _told(
        f"Signing in as {name} no longer asks for a code.",
        f"Se connecter sous le nom {name} ne demande plus de code.",
    )


def passkey_added(name: str, label: str) -> Text:
    return _told(
        f"A passkey opens the account {name} from now on: “{label}”.",
        f"Une clé d'accès ouvre désormais le compte {name} : « {label} ».",
    )


def passkey_removed(name: str, label: str) -> Text:
    return _told(
        f"The passkey “{label}” no longer opens the account {name}. All other sessions and all tokens have ended.",
        f"La clé d'accès « {label} » n'ouvre plus le compte {name}. Toutes les autres sessions sont closes et tous les jetons "
        "révoqués.",
    )


def address_changed(name: str) -> Text:
    return _told(
        f"From now on we write to {name} at another address, once it is confirmed. This is the last mail to this one.",
        f"Nous écrivons désormais à {name} à une autre adresse, dès qu'elle sera confirmée. Ce courriel est le dernier à "
        "celle-ci.",
        _NOT_YOU_AND_NO_ADDRESS,
    )


def address_forgotten(name: str) -> Text:
    return _told(
        f"We no longer have an address of {name}. This is the last mail to this one.",
        f"Nous n'avons plus d'adresse pour {name}. Ce courriel est le dernier à celle-ci.",
        _NOT_YOU_AND_NO_ADDRESS,
    )


def _told(en: str, fr: str, what_then: Text = _NOT_YOU) -> Text:
    return Text(f"{en}\n\n{what_then.en}", f"{fr}\n\n{what_then.fr}")
