"""What is wrong with a command line, a file or an option."""

import typer

from alcove.core.errors import quoted
from alcove.core.mistakes import MistakeError
from alcove.core.text import LANGUAGES, Text, either


def usage(error: typer.TyperException) -> Text:
    """A command line that cannot be parsed. Typer's own sentence in English; in French, a sentence made from its parts."""
    english = error.format_message().rstrip(".")
    context = getattr(error, "ctx", None)
    hint = getattr(getattr(error, "param", None), "get_error_hint", lambda: "")()
    if option := getattr(error, "option_name", None):
        unknown = english.startswith("No such option")
        french = f"option inconnue : {option}" if unknown else f"l'option {option} est mal employée"
    elif english.startswith("Missing") and hint:
        french = f"il manque {hint}"
    elif hint:
        french = f"{hint} : valeur incorrecte"
    elif english.startswith("No such command"):
        french = "commande inconnue" + english.removeprefix("No such command").replace(
            "Did you mean", "Vouliez-vous dire"
        )
    elif english.startswith("Got unexpected extra argument"):
        english = english.replace("Got unexpected extra argument(s)", "too many words:").replace(
            "Got unexpected extra argument", "too many words:"
        )
        french = english.replace("too many words:", "mots en trop :")
        if context is not None and any(parameter.name == "from_position" for parameter in context.command.params):
            english += "; a position contains blanks, so write it in quotes"
            french += " ; une position contient des blancs, écrivez-la entre guillemets"
    else:
        french = english
    command = context.command_path if context else "alcove"
    return Text(
        f"{english}\n`{command} --help` shows how to use it.", f"{french}\n`{command} --help` dit comment demander."
    )


def our_bug(error: Exception) -> Text:
    what = f"{type(error).__name__}: {error}"
    return Text(
        f"a bug in Alcove, not your fault: {what}\nALCOVE_DEBUG=1 shows where; please tell us.",
        f"une erreur d'Alcove, pas la vôtre : {what}\nALCOVE_DEBUG=1 montre où ; merci de nous la signaler.",
    )


def their_bug(mistake: MistakeError) -> Text:
    """The mistake of a game that did not come with Alcove."""
    return Text(
        f"{mistake.text.en}\nALCOVE_DEBUG=1 shows more; please tell whoever made the game.",
        f"{mistake.text.fr}\nALCOVE_DEBUG=1 en montre plus ; merci de le signaler à qui a fait le jeu.",
    )


def unknown_language(wished: str) -> Text:
    known = either(list(LANGUAGES))
    return Text(
        f"unknown language {quoted(wished)}; known: {known.en}",
        f"langue inconnue {quoted(wished)} ; connues : {known.fr}",
    )


def not_an_option(given: str) -> Text:
    return Text(
        f"--option {quoted(given)}: write NAME=VALUE, as in repetition=off",
        f"--option {quoted(given)} : écrivez NOM=VALEUR, comme repetition=off",
    )


def not_a_depth(given: str, most: int) -> Text:
    return Text(
        f"depth: expected a whole number from 0 to {most}, found {quoted(given)}",
        f"profondeur : il faut un nombre entier de 0 à {most}, trouvé {quoted(given)}",
    )


def not_a_seed(given: str) -> Text:
    return Text(
        f"seed: expected a whole number, found {quoted(given)}",
        f"graine : il faut un nombre entier, trouvé {quoted(given)}",
    )


def not_a_ply(given: str, most: int) -> Text:
    return Text(
        f"ply: expected a whole number from 0 to {most}, found {quoted(given)}",
        f"coup : il faut un nombre entier de 0 à {most}, trouvé {quoted(given)}",
    )


def not_a_count(name: str, given: str, least: int) -> Text:
    return Text(
        f"{name}: expected a whole number from {least}, found {quoted(given)}",
        f"{name} : il faut un nombre entier à partir de {least}, trouvé {quoted(given)}",
    )


def not_a_range(name: str, given: str) -> Text:
    return Text(
        f"{name}: expected FIRST-LAST, found {quoted(given)}",
        f"{name} : il faut PREMIER-DERNIER, trouvé {quoted(given)}",
    )


def not_seconds(name: str, given: str) -> Text:
    return Text(
        f"{name}: expected seconds above zero, found {quoted(given)}",
        f"{name} : il faut un temps positif en secondes, trouvé {quoted(given)}",
    )


def not_numbers(name: str, given: str, count: int) -> Text:
    english, french = ("a number", "un nombre") if count == 1 else (f"{count} numbers", f"{count} nombres")
    return Text(
        f"{name}: expected {english}, found {quoted(given)}", f"{name} : il faut {french}, trouvé {quoted(given)}"
    )


def options_need_a_game() -> Text:
    return Text("--option needs --game, to say whose options they are", "--option demande --game : de quel jeu ?")


def on_line(line: int, fault: Text) -> Text:
    return Text(f"line {line}: {fault.en}", f"ligne {line} : {fault.fr}")


def nothing_to_check() -> Text:
    return Text("there is no position here", "il n'y a pas de position ici")


def no_position(text: str) -> Text:
    shown = quoted(text)
    return Text(f"{shown} is not a position of any game", f"{shown} n'est une position d'aucun jeu")


def read_as(game: str, fault: Text) -> Text:
    return Text(f"read as {game}: {fault.en}", f"lu comme {game} : {fault.fr}")


def too_many_faults() -> Text:
    return Text("too many faults, I stop here", "trop de fautes, je m'arrête ici")


def luck_and_position() -> Text:
    return Text(
        "--seed and --deal are for the start of a game; this position needs neither",
        "--seed et --deal servent au début de partie ; cette position n'en a pas besoin",
    )


def in_place(place: str, fault: Text) -> Text:
    """A fault with the file, or the line, where it is."""
    return Text(f"{place}: {fault.en}", f"{place} : {fault.fr}")


def no_such_file() -> Text:
    return Text("there is no such file", "ce fichier n'existe pas")


def is_a_folder() -> Text:
    return Text("this is a folder, not a file", "c'est un dossier, pas un fichier")


def is_no_folder() -> Text:
    return Text("this is a file, not a folder", "c'est un fichier, pas un dossier")


def neither_game_nor_file(given: str, games: tuple[str, ...]) -> Text:
    known, shown = ", ".join(games), quoted(given)
    return Text(
        f"{shown} is neither a game ({known}) nor a file; before a position stands its game",
        f"{shown} n'est ni un jeu ({known}) ni un fichier ; devant une position, nommez son jeu",
    )


def ply_of_what() -> Text:
    return Text("--ply is for recorded games", "--ply sert pour les parties enregistrées")


def cannot_be_opened(reason: str) -> Text:
    return Text(f"cannot be opened ({reason})", f"ne peut pas être ouvert ({reason})")


def cannot_be_written(reason: str) -> Text:
    return Text(f"cannot be written ({reason})", f"ne peut pas être écrit ({reason})")


def too_large(most_bytes: int) -> Text:
    return Text(f"larger than {most_bytes} bytes", f"dépasse {most_bytes} octets")


def not_text(line: int) -> Text:
    return Text(
        f"line {line}: this is not text in UTF-8 (a binary file?)",
        f"ligne {line} : ce n'est pas du texte en UTF-8 (un fichier binaire ?)",
    )
