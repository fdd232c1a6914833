"""What `alcove doctor` and `alcove new-game` say."""

from alcove.core.text import Text

BRINGS = {
    "scene": Text("its board on the page", "son plateau sur la page"),
    "rulebook": Text("the rules for people, with figures to play", "les règles pour tous, avec des figures à jouer"),
    "lessons": Text("a first lesson on the page", "une première leçon sur la page"),
    "symmetry": Text("openings that count together", "des ouvertures comptées ensemble"),
    "kernel": Text(
        "compiled perft, random games and search, and levels 6 to 8",
        "perft, parties au hasard et recherche compilés, et les niveaux 6 à 8",
    ),
    "evaluation": Text(
        "alpha-beta search: strong engines, deep analysis, proofs",
        "la recherche alpha-bêta : moteurs forts, analyses, preuves",
    ),
    "material": Text("a yardstick for strength (ab:d=3)", "un étalon de force (ab:d=3)"),
    "unseen": Text("true chances where pieces are hidden", "les vraies chances quand des pièces sont cachées"),
    "puzzles": Text("which puzzles to look for", "quels problèmes chercher"),
    "chart": Text("how large the game is, for the atlas", "la taille du jeu, pour l'atlas"),
    "luck": Text(
        "true chances for programs that reckon with luck",
        "les vraies chances, pour les programmes qui comptent avec le hasard",
    ),
    "encoding": Text("networks that guide a search", "des réseaux qui guident la recherche"),
    "observation": Text(
        "batches of games for programs that learn", "des lots de parties pour les programmes qui apprennent"
    ),
    "features": Text("small networks that judge", "de petits réseaux qui jugent"),
    "levels.json": Text("levels of its own, instead of the usual ones", "ses propres niveaux, au lieu des habituels"),
    "ratings.json": Text("what its levels are worth (alcove ladder)", "la force de ses niveaux (alcove ladder)"),
    "puzzles.json": Text("its puzzles (alcove puzzles make)", "ses problèmes (alcove puzzles make)"),
    "atlas.json": Text("its page in the atlas (alcove atlas)", "sa page dans l'atlas (alcove atlas)"),
    "networks": Text(
        "engines that taught themselves (alcove train)", "des moteurs qui ont appris seuls (alcove train)"
    ),
}
"""What each room and each file of a game brings, in the order in which they are best built."""

THERE = Text("There:", "Présent :")
MISSING = Text("Not there yet:", "Pas encore là :")
LAW = Text("the law, the words, the drawing", "la loi, les mots, le dessin")
NOTHING_WRONG = Text("Nothing is wrong.", "Rien à redire.")


def examined(title: str, name: str, package: str) -> Text:
    who = f", {package}" if package else ""
    return Text(f"{title} ({name}{who})", f"{title} ({name}{who})")


def wrong(count: int) -> Text:
    if count == 1:
        return Text("One thing is wrong:", "Une chose ne va pas :")
    return Text(f"{count} things are wrong:", f"{count} choses ne vont pas :")


def bad_game_name(name: str) -> Text:
    return Text(
        f"{name} is no name for a game: small Latin letters, digits and _, a letter first, no word of Python's own",
        f"{name} n'est pas un nom de jeu : lettres minuscules sans accent, chiffres et _, une lettre d'abord, aucun mot de Python",
    )


def name_is_taken(name: str, who: str) -> Text:
    return Text(f"{name} is taken: {who} is called so", f"{name} est pris : {who} s'appelle ainsi")


def folder_exists(path: str) -> Text:
    return Text(
        f"{path} is there already; choose another folder with --out",
        f"{path} existe déjà ; choisissez un autre dossier avec --out",
    )


def game_written(folder: str, name: str) -> Text:
    return Text(
        f"{folder} holds a game that plays. Next:\n"
        f"  pip install -e {folder}\n"
        f"  alcove play {name} --level 3\n"
        f"  pytest {folder}\n"
        f"  alcove doctor {name}",
        f"{folder} contient un jeu qui se joue. Ensuite :\n"
        f"  pip install -e {folder}\n"
        f"  alcove play {name} --level 3\n"
        f"  pytest {folder}\n"
        f"  alcove doctor {name}",
    )
