"""What `--help` says."""

from alcove.core.text import Text

ABOUT = Text(
    "Alcove: a room for rare games (`alcove games` lists them). `alcove play` opens it.",
    "Alcove : une salle pour des jeux rares (`alcove games` en donne la liste). `alcove play` en ouvre la porte.",
)
COMMANDS = Text("Commands", "Commandes")

PARAMETERS = {
    "help_": Text("Show this page and leave.", "Afficher cette page et sortir."),
    "language": Text(
        "The language to use; otherwise ALCOVE_LANGUAGE or the locale decides.",
        "La langue des textes ; sinon ALCOVE_LANGUAGE ou la langue du système décide.",
    ),
    "version": Text("Show the version and leave.", "Afficher la version et sortir."),
    "install_completion": Text(
        "Teach this shell to complete commands, games and levels.",
        "Apprendre à ce terminal à compléter commandes, jeux et niveaux.",
    ),
    "show_completion": Text(
        "Show what that would write, to put it where you like.",
        "Montrer ce qui serait écrit, pour le mettre où l'on veut.",
    ),
    "game": Text("The game: `alcove games` lists them.", "Le jeu : `alcove games` en donne la liste."),
    "position": Text(
        "A position text; without one, the start of a game.", "Le texte d'une position ; sans lui, le début de partie."
    ),
    "from_position": Text(
        "Count from this position text, in quotes.", "Compter depuis ce texte de position, entre guillemets."
    ),
    "metrics": Text(
        "Serve the room's metrics for Prometheus on this port (or HOST:PORT).",
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
        "The address of the proxy in front of the room, which says where requests come from.",
        "L'adresse du mandataire placé devant la salle, qui dit qui demande.",
    ),
    "key_file": Text(
        "A file with the secret that several servers of one room share; else ALCOVE_KEY, or room.key in the data folder.",
        "Un fichier avec le secret commun aux serveurs d'une même salle ; sinon ALCOVE_KEY, ou room.key dans le dossier.",
    ),
    "limits": Text(
        "A file with other limits (docs/operations.md); `off` for load tests and closed networks only.",
        "Un fichier avec d'autres limites (docs/operations.md) ; `off` pour les mesures et les réseaux fermés seulement.",
    ),
    "sockets_per_address": Text(
        "How many live pages one address may have open (a school has one address). [default: 120]",
        "Combien de pages ouvertes une même adresse peut avoir (une école n'en a qu'une). [défaut : 120]",
    ),
    "target": Text("The file to write.", "Le fichier à écrire."),
    "person_name": Text("The name of the account.", "Le nom du compte."),
    "new_password": Text(
        "Give it a new password, shown once, and end its sessions.",
        "Lui donner un nouveau mot de passe, montré une fois, et clore ses sessions.",
    ),
    "no_factor": Text(
        "Turn its second factor off, for somebody who has lost both app and codes, and end its sessions.",
        "Lui retirer son second facteur, pour qui a perdu application et codes, et clore ses sessions.",
    ),
    "reported_line": Text(
        "The number of a reported line; without it, all open reports are listed.",
        "Le numéro d'une ligne signalée ; sans lui, la liste de celles qui attendent.",
    ),
    "settle": Text("It has been dealt with: do not list it again.", "L'affaire est vue : ne plus la lister."),
    "remove_line": Text("Delete the line and its reports.", "Effacer la ligne et ses signalements."),
    "silence": Text(
        "Its author may not write in chats for this many days; 0 ends it.",
        "Qui l'a écrite ne peut plus écrire pendant tant de jours ; 0 y met fin.",
    ),
    "no_passkeys": Text("Remove its passkeys.", "Retirer ses clés d'accès."),
    "end_sessions": Text("Sign it out everywhere, its programs too.", "Le déconnecter partout, ses programmes aussi."),
    "engine_processes": Text(
        "How many engine processes; one per core by default.",
        "Le nombre de processus du moteur ; sans lui, un par cœur.",
    ),
    "load_url": Text(
        "The room to load; without it a fresh one is opened for the occasion.",
        "La salle à charger ; sans elle, une salle neuve est ouverte pour l'occasion.",
    ),
    "load_metrics": Text(
        "Where that room serves its metrics.",
        "L'adresse où cette salle donne ses mesures.",
    ),
    "sockets": Text(
        "How many pages to open: 200, or 40 that play with --hostile.",
        "Le nombre de pages à ouvrir : 200, ou 40 qui jouent avec --hostile.",
    ),
    "moves_per_second": Text("How many moves a second to play.", "Le nombre de coups à jouer par seconde."),
    "load_seconds": Text(
        "How long to play: 20, or 4 for each attack.", "La durée du jeu, en secondes : 20, ou 4 par attaque."
    ),
    "hostile": Text(
        "Let one client do its worst, one attack at a time, and measure what it does to the others.",
        "Laisser un client faire le pire, une attaque après l'autre, et mesurer ce que les autres en sentent.",
    ),
    "attacks": Text(
        "With --hostile: only this attack; may be given several times.",
        "Avec --hostile : cette attaque seulement ; se répète.",
    ),
    "nginx": Text(
        "With --hostile: nginx stands before the room, with this configuration (deploy/nginx.conf).",
        "Avec --hostile : nginx se tient devant la salle, avec cette configuration (deploy/nginx.conf).",
    ),
    "load_games": Text("The games to play; all of them if none is named.", "Les jeux à jouer ; tous, sans nom."),
    "minutes": Text("How many minutes to train.", "La durée de l'entraînement, en minutes."),
    "rounds": Text(
        "Train for this many moves of all games instead; without a GPU the result is the same every time.",
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
        "How many workers of that cluster; by default one per GPU, or one per machine.",
        "Le nombre de joueurs de cette grappe ; sans lui, un par GPU ou par machine.",
    ),
    "training_folder": Text(
        "Where the training is kept; by default in Alcove's own folder.",
        "Le dossier de l'entraînement ; celui d'Alcove, sans nom.",
    ),
    "depth": Text("How many plies deep to count.", "Le nombre de coups à compter en profondeur."),
    "option": Text(
        "An option of the game; may be repeated. `alcove games` lists them.",
        "Une option du jeu ; peut être répétée. `alcove games` en donne la liste.",
    ),
    "seed": Text("The number that all luck is drawn from.", "Le nombre dont vient le hasard."),
    "deal": Text("The deal itself, in the game's own digits.", "La donne elle-même, avec les chiffres du jeu."),
    "as_json": Text("Answer in JSON.", "Répondre en JSON."),
    "divide": Text("Also show the count after each first move.", "Donner aussi le compte après chaque premier coup."),
    "rules": Text(
        "Count by the plain rules, not by the compiled kernel.",
        "Compter avec les règles en clair, sans le noyau compilé.",
    ),
    "files": Text("The files to read; - reads standard input.", "Les fichiers à lire ; - lit l'entrée standard."),
    "file": Text("The file to read; - reads standard input.", "Le fichier à lire ; - lit l'entrée standard."),
    "boards": Text("Show the board after every ply.", "Montrer le plateau après chaque coup."),
    "ply": Text("Show the position after this many plies.", "Montrer la position après ce nombre de coups."),
    "opponent": Text("Who sits across the table.", "Qui s'assied en face."),
    "level": Text("Play the machine at this level.", "Jouer contre la machine à ce niveau."),
    "what": Text(
        "A game and a position text (without one, the start), or a file of records or positions; - reads standard input.",
        "Un jeu et le texte d'une position (sans lui, le début), ou un fichier de parties ou de positions ; - lit l'entrée "
        "standard.",
    ),
    "max_depth": Text("How many plies deep to look.", "Le nombre de coups d'avance à regarder."),
    "lines": Text("How many lines of play to show.", "Le nombre de suites à donner."),
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
        "The folder where games are kept; by default ALCOVE_DATA or your own data folder.",
        "Le dossier où les parties sont gardées ; sinon ALCOVE_DATA ou votre dossier de données.",
    ),
    "players": Text(
        "The players: random, greedy, level1 … level8, engine:1s, engine:n=20000, mcts:1s, plain:1s, ab:d=3.",
        "Les joueurs : random, greedy, level1 … level8, engine:1s, engine:n=20000, mcts:1s, plain:1s, ab:d=3.",
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
    "svg": Text(
        "Write the board to this file as a picture (SVG) instead.",
        "Écrire plutôt le plateau dans ce fichier, en image (SVG).",
    ),
    "records": Text("The file that keeps the games.", "Le fichier qui garde les parties."),
    "ladder_games": Text(
        "Games of each meeting of the highest levels; the others play more.",
        "Le nombre de parties entre les plus hauts niveaux ; les autres en jouent davantage.",
    ),
    "reach": Text(
        "How far apart on the ladder players may be and still meet.",
        "L'écart de niveaux jusqu'auquel deux joueurs se rencontrent.",
    ),
    "ratings_file": Text(
        "The file for the ratings; by default ratings.json in the game's folder.",
        "Le fichier qui reçoit les forces ; sans lui, ratings.json dans le dossier du jeu.",
    ),
    "new_name": Text(
        "What the game is called in commands and addresses.", "Le nom du jeu dans les commandes et les adresses."
    ),
    "new_folder": Text("The folder to write; by default the name.", "Le dossier à écrire ; sans lui, le nom."),
    "bench_games": Text("The games to measure; all of them if none is named.", "Les jeux à mesurer ; tous, sans nom."),
    "engines": Text("Measure the engines.", "Mesurer les moteurs."),
    "environments": Text(
        "Measure batches, beside other libraries.", "Mesurer les lots, à côté d'autres bibliothèques."
    ),
    "level_games": Text("How many games each level plays.", "Le nombre de parties de chaque niveau."),
    "data_folder": Text("The folder for the data.", "Le dossier qui reçoit les données."),
    "in_place": Text(
        "Write the data into the folders of the games, from where the room shows them.",
        "Écrire les données dans les dossiers des jeux, d'où la salle les montre.",
    ),
    "puzzle_file": Text(
        "The file for the puzzles, or a folder for one; by default the game's own data.",
        "Le fichier qui reçoit les problèmes, ou un dossier où le mettre ; sans lui, les données du jeu.",
    ),
    "page_file": Text(
        "The file for the page; by default atlas.md beside the data.",
        "Le fichier qui reçoit la page ; sans lui, atlas.md à côté des données.",
    ),
    "processes": Text(
        "How many processes play; one per core by default.",
        "Le nombre de processus qui jouent ; sans lui, un par cœur.",
    ),
    "action": Text("What to do.", "Ce qu'il faut faire."),
    "puzzle": Text("The puzzle's name, eight letters and digits.", "Le nom du problème, huit lettres et chiffres."),
    "count": Text("How many to make.", "Combien en faire."),
    "sample": Text("How many of each game to prove again.", "Combien de chaque jeu prouver à nouveau."),
    "check_all": Text("Prove all of them again.", "Les prouver tous à nouveau."),
    "solution": Text("Show the solution too.", "Donner aussi la solution."),
    "work": Text(
        "The file that keeps what was found, to go on from.", "Le fichier qui garde le travail fait, pour le reprendre."
    ),
    "quick": Text("A short, rough measurement.", "Mesurer brièvement, à peu près."),
    "quiet": Text("Say nothing when there is nothing to do.", "Ne rien dire s'il n'y a rien à faire."),
    "no_browser": Text("Do not open the browser.", "Ne pas ouvrir le navigateur."),
}
"""What each parameter of the commands means, by its name."""
