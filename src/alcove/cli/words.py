"""What the command line says to people, in English and in French."""

from collections.abc import Mapping
from typing import Any

import typer

from alcove.core.errors import quoted
from alcove.core.text import LANGUAGES, Text, either
from alcove.players.levels import Level

ABOUT = Text(
    "Alcove: a game room for Avalam, Axom, Axiom and AxxA. `alcove play` opens it.",
    "Alcove : une salle de jeux pour Avalam, Axom, Axiom et AxxA. `alcove play` en ouvre la porte.",
)
COMMANDS = Text("Commands", "Commandes")

PARAMETERS = {
    "help_": Text("Show this page and leave.", "Afficher cette page et sortir."),
    "language": Text(
        "The language of what is said; else ALCOVE_LANGUAGE or the locale decides.",
        "La langue des textes ; sinon ALCOVE_LANGUAGE ou la langue du système décide.",
    ),
    "version": Text("Show the version and leave.", "Afficher la version et sortir."),
    "game": Text("The game: `alcove games` lists them.", "Le jeu : `alcove games` en donne la liste."),
    "position": Text(
        "A position text; without one, the start of a game.", "Le texte d'une position ; sans lui, le début de partie."
    ),
    "from_position": Text(
        "Count from this position text, in quotes.", "Compter depuis ce texte de position, entre guillemets."
    ),
    "metrics": Text(
        "Tell Prometheus the numbers of the room on this port (or HOST:PORT).",
        "Donner à Prometheus les mesures de la salle sur ce port (ou HÔTE:PORT).",
    ),
    "database": Text(
        "A PostgreSQL address (postgresql://…) instead of a file in the folder.",
        "Une adresse PostgreSQL (postgresql://…) au lieu d'un fichier du dossier.",
    ),
    "redis": Text(
        "A Redis address (redis://…) where several servers and engine workers meet.",
        "Une adresse Redis (redis://…) où se retrouvent serveurs et moteurs.",
    ),
    "proxy": Text(
        "The address of the proxy in front of the room, which says who asks.",
        "L'adresse du mandataire placé devant la salle, qui dit qui demande.",
    ),
    "target": Text("The file to write.", "Le fichier à écrire."),
    "person_name": Text("The name of the account.", "Le nom du compte."),
    "new_password": Text(
        "Give it a new password, shown once, and end its sessions.",
        "Lui donner un nouveau mot de passe, montré une fois, et clore ses sessions.",
    ),
    "no_factor": Text(
        "Take its second factor away, for somebody who lost both app and codes, and end its sessions.",
        "Lui retirer son second facteur, pour qui a perdu application et codes, et clore ses sessions.",
    ),
    "reported_line": Text(
        "The number of a reported line; without it, all that wait are listed.",
        "Le numéro d'une ligne signalée ; sans lui, la liste de celles qui attendent.",
    ),
    "settle": Text("It has been looked at: list it no more.", "L'affaire est vue : ne plus la lister."),
    "remove_line": Text("Delete the line, and its reports.", "Effacer la ligne et ses signalements."),
    "silence": Text(
        "Who wrote it may not write in chats for so many days; 0 ends it.",
        "Qui l'a écrite ne peut plus écrire pendant tant de jours ; 0 y met fin.",
    ),
    "end_sessions": Text("Sign it out everywhere.", "Le déconnecter partout."),
    "engine_processes": Text(
        "How many engine processes; one a core without it.",
        "Le nombre de processus du moteur ; sans lui, un par cœur.",
    ),
    "load_url": Text(
        "The room to load; without it a fresh one is opened for the occasion.",
        "La salle à charger ; sans elle, une salle neuve est ouverte pour l'occasion.",
    ),
    "load_metrics": Text(
        "Where that room tells its metrics.",
        "L'adresse où cette salle donne ses mesures.",
    ),
    "sockets": Text("How many pages to open.", "Le nombre de pages à ouvrir."),
    "moves_per_second": Text("How many moves a second to play.", "Le nombre de coups à jouer par seconde."),
    "load_seconds": Text("How long to play.", "La durée du jeu, en secondes."),
    "load_games": Text("The games to play; all of them if none is named.", "Les jeux à jouer ; tous, sans nom."),
    "minutes": Text("How many minutes to train.", "La durée de l'entraînement, en minutes."),
    "rounds": Text(
        "Train for so many moves of all games instead; without a GPU the same every time.",
        "Entraîner plutôt pendant tant de coups de toutes les parties ; sans GPU, toujours pareil.",
    ),
    "for_evaluation": Text(
        "A small network that judges positions for alpha-beta, instead of a large one with a search of its own.",
        "Un petit réseau qui juge les positions pour l'alpha-bêta, au lieu d'un grand qui a sa propre recherche.",
    ),
    "resume_training": Text("Go on with the training in that folder.", "Reprendre l'entraînement de ce dossier."),
    "begin_with": Text(
        "Go on from this network's file alone.",
        "Repartir du seul fichier de ce réseau.",
    ),
    "ray_address": Text(
        "Let the workers of this Ray cluster play; `local` makes one here.",
        "Faire jouer les machines de cette grappe Ray ; `local` en crée une ici.",
    ),
    "ray_workers": Text(
        "How many workers of that cluster; one a GPU, or one a machine, without it.",
        "Le nombre de joueurs de cette grappe ; sans lui, un par GPU ou par machine.",
    ),
    "training_folder": Text(
        "Where the training is kept; in Alcove's own folder without it.",
        "Le dossier de l'entraînement ; celui d'Alcove, sans nom.",
    ),
    "depth": Text("How many plies deep to count.", "Le nombre de coups à compter en profondeur."),
    "option": Text(
        "An option of the game; may be repeated. `alcove games` lists them.",
        "Une option du jeu ; peut être répétée. `alcove games` en donne la liste.",
    ),
    "seed": Text("The number that luck comes from.", "Le nombre dont vient le hasard."),
    "deal": Text("The deal itself, in the game's own digits.", "La donne elle-même, avec les chiffres du jeu."),
    "as_json": Text("Answer in JSON.", "Répondre en JSON."),
    "divide": Text("Also tell the count after each first move.", "Donner aussi le compte après chaque premier coup."),
    "rules": Text(
        "Count by the plain rules, not by the compiled kernel.",
        "Compter avec les règles en clair, sans le noyau compilé.",
    ),
    "file": Text("The file to read; - reads standard input.", "Le fichier à lire ; - lit l'entrée standard."),
    "boards": Text("Show the board after every ply.", "Montrer le plateau après chaque coup."),
    "ply": Text("Show the position after this many plies.", "Montrer la position après ce nombre de coups."),
    "opponent": Text("Who sits across the table.", "Qui s'assied en face."),
    "level": Text("Play the machine at this level.", "Jouer contre la machine à ce niveau."),
    "what": Text(
        "A record, a position file, or a position text.", "Une partie, un fichier de positions ou une position."
    ),
    "game_name": Text("The game of the position.", "Le jeu de la position."),
    "max_depth": Text("How many plies deep to look.", "Le nombre de coups d'avance à regarder."),
    "lines": Text("How many lines of play to tell.", "Le nombre de suites à donner."),
    "seat": Text(
        "The seat you take against an opponent: 1 moves first.", "Votre place face à l'adversaire : 1 commence."
    ),
    "resume": Text("Go on with a saved game.", "Continuer une partie sauvegardée."),
    "host": Text(
        "The address to listen at; 0.0.0.0 lets others in.", "L'adresse d'écoute ; 0.0.0.0 laisse entrer les autres."
    ),
    "port": Text(
        "The port to listen at; 0 takes any free one.", "Le port d'écoute ; 0 prend n'importe quel port libre."
    ),
    "data": Text(
        "The folder where games are kept; else ALCOVE_DATA or your own data folder.",
        "Le dossier où les parties sont gardées ; sinon ALCOVE_DATA ou votre dossier de données.",
    ),
    "players": Text(
        "The players: random, greedy, level1 … level8, engine:1s, engine:n=20000, mcts:1s, ab:d=3.",
        "Les joueurs : random, greedy, level1 … level8, engine:1s, engine:n=20000, mcts:1s, ab:d=3.",
    ),
    "games": Text("How many games to play.", "Le nombre de parties."),
    "time": Text("Seconds of thought.", "Le temps de réflexion, en secondes."),
    "nodes": Text("How many positions to look at.", "Le nombre de positions à regarder."),
    "openings": Text(
        "How many random plies open a game; balanced: the usual number, kept only if the engine (with its network where "
        "there is one) takes the position for nearly even.",
        "Le nombre de coups au hasard qui ouvrent une partie ; balanced : le nombre habituel, gardés seulement si le moteur "
        "(avec son réseau s'il en a un) juge la position presque égale.",
    ),
    "sprt": Text(
        "Stop as soon as one of two differences in points is clearly the likelier.",
        "S'arrêter dès qu'un des deux écarts de points est nettement le plus probable.",
    ),
    "deals": Text("Play the deals with these seeds.", "Jouer les donnes de ces graines."),
    "mode": Text("Short for --option mode=MODE.", "Abrège --option mode=MODE."),
    "threads": Text("Threads of each engine.", "Le nombre de fils de chaque moteur."),
    "resume_match": Text("Go on with the same match.", "Continuer le même match."),
    "records": Text("The file that keeps the games.", "Le fichier qui garde les parties."),
    "bench_games": Text("The games to measure; all of them if none is named.", "Les jeux à mesurer ; tous, sans nom."),
    "engines": Text("Measure the engines.", "Mesurer les moteurs."),
    "level_games": Text("How many games each level plays.", "Le nombre de parties de chaque niveau."),
    "out": Text("The folder that gets the data.", "Le dossier qui reçoit les données."),
    "page_file": Text(
        "The file that gets the page; atlas.md beside the data without it.",
        "Le fichier qui reçoit la page ; sans lui, atlas.md à côté des données.",
    ),
    "processes": Text(
        "How many processes play; one a core without it.", "Le nombre de processus qui jouent ; sans lui, un par cœur."
    ),
    "action": Text("What to do.", "Ce qu'il faut faire."),
    "puzzle": Text("The puzzle's name, eight letters and digits.", "Le nom du problème, huit lettres et chiffres."),
    "count": Text("How many to make.", "Combien en faire."),
    "sample": Text("How many of each game to prove again.", "Combien de chaque jeu prouver à nouveau."),
    "check_all": Text("Prove all of them again.", "Les prouver tous à nouveau."),
    "solution": Text("Tell the solution, too.", "Donner aussi la solution."),
    "work": Text(
        "The file that keeps what was found, to go on from.", "Le fichier qui garde le travail fait, pour le reprendre."
    ),
    "quick": Text("Measure shortly and roughly.", "Mesurer brièvement, à peu près."),
    "quiet": Text("Say nothing when there is nothing to do.", "Ne rien dire s'il n'y a rien à faire."),
    "no_browser": Text("Do not open the browser.", "Ne pas ouvrir le navigateur."),
}
"""What each parameter of the commands means, by its name."""


# --- Faults ---------------------------------------------------------------------------------------------------------


def usage(error: typer.TyperException) -> Text:
    """A command line that cannot be parsed. Typer's own sentence in English; in French, what its parts tell."""
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
        f"{english}\n`{command} --help` tells how to ask.", f"{french}\n`{command} --help` dit comment demander."
    )


def our_bug(error: Exception) -> Text:
    what = f"{type(error).__name__}: {error}"
    return Text(
        f"a bug in Alcove, not your doing: {what}\nALCOVE_DEBUG=1 shows where; please tell us.",
        f"une erreur d'Alcove, pas la vôtre : {what}\nALCOVE_DEBUG=1 montre où ; merci de nous la signaler.",
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
    return Text("--option needs --game, to know whose options they are", "--option demande --game : de quel jeu ?")


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
    """A fault and the file, or the line, that it stands in."""
    return Text(f"{place}: {fault.en}", f"{place} : {fault.fr}")


def no_such_file() -> Text:
    return Text("there is no such file", "ce fichier n'existe pas")


def is_a_folder() -> Text:
    return Text("this is a folder, not a file", "c'est un dossier, pas un fichier")


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


# --- Answers --------------------------------------------------------------------------------------------------------


def compiling(game: str) -> Text:
    return Text(f"Compiling {game}, this once.", f"Compilation de {game}, cette fois seulement.")


def compiled(steps: int, seconds: float) -> Text:
    if steps == 0:
        return Text("Everything is compiled already.", "Tout est déjà compilé.")
    return Text(f"Compiled in {seconds:.0f} s.", f"Compilé en {seconds:.0f} s.")


MEASURING = Text("Measuring", "Mesure")
COMPILING = Text("Compiling, this once", "Compilation, cette fois seulement")


def analysed(depth: int, nodes: int, seconds: float) -> Text:
    return Text(
        f"Depth {depth}, {nodes} positions, {seconds:.2f} s.",
        f"Profondeur {depth}, {nodes} positions, {seconds:.2f} s.",
    )


PROVEN = Text("proven", "prouvé")


def nothing_to_analyse() -> Text:
    return Text("there is nothing to analyse here", "il n'y a rien à analyser ici")


def match_score(summary: Mapping[str, Any]) -> Text:
    """Wins, draws and losses of the first player, and the share of the points."""
    low, high = (100 * share for share in summary["share_interval"])
    names = " – ".join(summary["players"])
    counts = f"+{summary['wins']} ={summary['draws']} −{summary['losses']}"
    share = f"{100 * summary['share']:.1f} % [{low:.1f}, {high:.1f}]"
    english = f"{names}: {counts}, {share} of {summary['games']} games"
    french = f"{names} : {counts}, {share} de {summary['games']} parties"
    return Text(english, french)


def match_elo(points: float | None, low: float | None, high: float | None) -> Text:
    """The difference in strength; nothing stands for no bound."""
    shown = ("+∞" if high is None else "−∞") if points is None else f"{points:+.0f}"
    bounds = f"[{'−∞' if low is None else f'{low:+.0f}'}, {'+∞' if high is None else f'{high:+.0f}'}]"
    return Text(f"Elo difference {shown} {bounds} (95%)", f"Écart Elo {shown} {bounds} (95 %)")


def match_test(elo0: float, elo1: float, ratio: float, verdict: str) -> Text:
    decided = {"H1": f"{elo1:+g}", "H0": f"{elo0:+g}", "": "?"}[verdict]
    asked = f"SPRT {elo0:+g} / {elo1:+g}"
    return Text(f"{asked}: {decided} (log ratio {ratio:+.2f})", f"{asked} : {decided} (log-rapport {ratio:+.2f})")


def match_records(path: str) -> Text:
    return Text(f"The games are in {path}", f"Les parties sont dans {path}")


def match_stopped() -> Text:
    return Text(
        "Stopped. The same command with --resume goes on.",
        "Interrompu. La même commande avec --resume reprend le match.",
    )


def dealt_with_seed(seed: int) -> Text:
    return Text(f"Dealt with --seed {seed}.", f"Donne tirée avec --seed {seed}.")


def to_move(seat: Text) -> Text:
    return Text(f"{seat.en} to move", f"Au tour de : {seat.fr}")


def move_count(count: int) -> Text:
    return Text(
        f"{count} legal move{'' if count == 1 else 's'}",
        f"{count} coup{'s' if count > 1 else ''} possible{'s' if count > 1 else ''}",
    )


def no_fault(file: str) -> Text:
    return Text(f"{file}: no fault", f"{file} : aucune faute")


def fault_count(count: int, first: Text) -> Text:
    if count == 1:
        return first
    return Text(f"{count} faults; the first: {first.en}", f"{count} fautes ; la première : {first.fr}")


def usual_value(value: str) -> Text:
    return Text(f"default {value}", f"par défaut {value}")


def win(seat: Text, scores: str, reason: Text) -> Text:
    return Text(f"{seat.en} wins{scores}: {reason.en}.", f"Victoire : {seat.fr}{scores} ({reason.fr}).")


def draw(scores: str, reason: Text) -> Text:
    return Text(f"A draw{scores}: {reason.en}.", f"Partie nulle{scores} ({reason.fr}).")


def won_together(scores: str, reason: Text) -> Text:
    return Text(f"Won{scores}: {reason.en}.", f"Gagné{scores} ({reason.fr}).")


def lost_together(scores: str, reason: Text) -> Text:
    return Text(f"Lost{scores}: {reason.en}.", f"Perdu{scores} ({reason.fr}).")


ROOM_REASONS = {
    "resigned": Text("the other side resigned", "abandon de l'adversaire"),
    "time": Text("out of time", "temps écoulé"),
    "agreed": Text("by agreement", "d'un commun accord"),
    "abandoned": Text("the game was abandoned", "partie interrompue"),
}
"""Why a game is over though its rules have not ended it."""


# --- The room -------------------------------------------------------------------------------------------------------

WELCOME = Text("Welcome to Alcove. Which game?", "Bienvenue chez Alcove. Quel jeu ?")
OTHER_LANGUAGE = Text("Français", "English")
LEAVE = Text("leave", "quitter")
START = Text("Start", "Début")
OVER = Text("Over", "Terminé")
AGAINST_WHOM = Text("Against whom?", "Contre qui ?")
PLAYERS = {
    "human": Text("a person at this keyboard", "une personne à ce clavier"),
    "random": Text("the machine, which plays at random", "la machine, qui joue au hasard"),
}


def level(level: Level) -> Text:
    """A level of the machine, with what it was measured at."""
    rated = "" if level.rating is None else f", {level.rating} ± {level.interval}"
    return Text(
        f"the machine at level {level.number}: {level.name.en}{rated}",
        f"la machine au niveau {level.number} : {level.name.fr}{rated}",
    )


HOW_TO_ASK = Text(
    "Type a move. ? lists the legal moves, help tells the rest.",
    "Tapez un coup. ? donne les coups possibles, aide dit le reste.",
)

VERBS = {
    "pourquoi": "why",
    "annuler": "undo",
    "sauver": "save",
    "reprendre": "resume",
    "abandonner": "resign",
    "langue": "language",
    "aide": "help",
    "quitter": "quit",
    "q": "quit",
}
"""The French names of what can be typed; the English ones are `Room.verbs`. Both always work."""


def table_help(example: str) -> Text:
    """What can be typed at the table."""
    shown = example or "…"
    rows = [
        (shown, shown, "play this move", "jouer ce coup"),
        ("?", "?", "all legal moves; ?c3 only those from c3", "tous les coups possibles ; ?c3 seulement ceux de c3"),
        ("why MOVE", "pourquoi COUP", "the rule that forbids a move", "la règle qui interdit un coup"),
        ("undo", "annuler", "take back your last move", "revenir sur votre dernier coup"),
        ("save FILE", "sauver FICHIER", "write the game to a file", "écrire la partie dans un fichier"),
        ("resume FILE", "reprendre FICHIER", "go on with a saved game", "continuer une partie sauvegardée"),
        ("resign", "abandonner", "give up the game", "abandonner la partie"),
        ("position", "position", "the position as text", "la position sous forme de texte"),
        ("language fr", "langue en", "change the language", "changer de langue"),
        ("quit", "quitter", "leave; the game is kept", "partir ; la partie est gardée"),
    ]
    return Text(
        "\n".join(f"  {verb:20}{meaning}" for verb, _, meaning, _ in rows),
        "\n".join(f"  {verb:20}{meaning}" for _, verb, _, meaning in rows),
    )


def played(ply: int, seat: Text, move: str) -> Text:
    return Text(f"{ply}. {seat.en}: {move}", f"{ply}. {seat.fr} : {move}")


def is_legal(move: str) -> Text:
    return Text(f"{move} is legal", f"{move} est possible")


def why_needs_a_move() -> Text:
    return Text("why which move? Write it behind the word", "pourquoi quel coup ? Écrivez-le après le mot")


def nothing_to_undo() -> Text:
    return Text("there is nothing to take back", "il n'y a rien à reprendre")


def seen_is_seen() -> Text:
    return Text(
        "that move showed a hidden piece, so it stays played", "ce coup a montré une pièce cachée, il reste donc joué"
    )


def nobody_moves_any_more() -> Text:
    return Text("the game is over; undo takes you back into it", "la partie est finie ; annuler y ramène")


def name_a_file(verb: str) -> Text:
    french = {"save": "sauver", "resume": "reprendre"}[verb]
    return Text(f"name a file: {verb} FILE", f"nommez un fichier : {french} FICHIER")


def not_ours_to_overwrite() -> Text:
    return Text(
        "this file exists and is no game record; it stays as it is",
        "ce fichier existe et n'est pas une partie ; il reste tel quel",
    )


def saved(path: str) -> Text:
    return Text(f"Saved: {path}", f"Partie écrite : {path}")


def kept(command: str) -> Text:
    return Text(
        f"The game is kept. To come back to it:\n  {command}", f"La partie est gardée. Pour y revenir :\n  {command}"
    )


def not_kept(fault: Text) -> Text:
    return Text(
        f"the game cannot be kept on disk: {fault.en}", f"la partie ne peut pas être gardée sur le disque : {fault.fr}"
    )


def go_on(game: str, plies: int) -> Text:
    return Text(f"go on with {game}, {plies} plies played", f"continuer {game}, {plies} coups joués")


def not_on_the_menu(wish: str) -> Text:
    return Text(f"{quoted(wish)} is not on the menu", f"{quoted(wish)} n'est pas au menu")


def unknown_opponent(wish: str, known: tuple[str, ...]) -> Text:
    names = either(known)
    return Text(
        f"opponent: expected {names.en}, found {quoted(wish)}",
        f"adversaire : il faut {names.fr}, trouvé {quoted(wish)}",
    )


def no_such_seat(wish: str, seats: int) -> Text:
    return Text(
        f"seat: expected a number from 1 to {seats}, found {quoted(wish)}",
        f"place : il faut un nombre de 1 à {seats}, trouvé {quoted(wish)}",
    )


# --- Training -----------------------------------------------------------------------------------------------------------

TRAINING = Text("Training", "Entraînement")
NO_TORCH = Text(
    "training needs PyTorch: pip install 'alcove[train]'",
    "l'entraînement a besoin de PyTorch : pip install 'alcove[train]'",
)
NO_RAY = Text(
    "training on several machines needs Ray: pip install 'alcove[ray]'",
    "l'entraînement sur plusieurs machines a besoin de Ray : pip install 'alcove[ray]'",
)


def not_minutes(given: str) -> Text:
    shown = quoted(given)
    return Text(f"minutes: must be above zero, not {shown}", f"minutes : doit être positif, pas {shown}")


def training_begins(seconds: float) -> Text:
    return Text(f"ready after {seconds:.0f} s", f"prêt après {seconds:.0f} s")


def training_row(row: dict[str, Any]) -> Text:
    """One line of a training's log."""
    speed, games, steps = row["simulations/s"], row["total"]["games"], row["total"]["steps"]
    elo = "–" if row["elo"] is None else f"{row['elo']:+.0f}"
    return Text(
        f"{row['seconds']:7.0f} s  {speed:,.0f} simulations/s  {games:,} games  {steps:,} steps  Elo {elo}",
        f"{row['seconds']:7.0f} s  {speed:,.0f} simulations/s  {games:,} parties  {steps:,} pas  Elo {elo}",
    )


def judging_row(row: dict[str, Any]) -> Text:
    """One line about an epoch in the training of a network that judges."""
    seconds, epoch, loss, held_back = row["seconds"], row["epoch"], row["loss"], row["held_back"]
    return Text(
        f"{seconds:7.0f} s  epoch {epoch}  loss {loss:.5f}, on games held back {held_back:.5f}",
        f"{seconds:7.0f} s  passage {epoch}  erreur {loss:.5f}, sur des parties mises de côté {held_back:.5f}",
    )


def judging_is_over(network: str) -> Text:
    return Text(f"the network is in {network}", f"le réseau est dans {network}")


NO_RAY_FOR_JUDGING = Text(
    "--evaluation: its games are played on this machine alone, without --ray",
    "--evaluation : ses parties se jouent sur cette seule machine, sans --ray",
)


def training_is_over(network: str, plot: str) -> Text:
    return Text(
        f"the network is in {network}, its growth in {plot}",
        f"le réseau est dans {network}, sa progression dans {plot}",
    )
