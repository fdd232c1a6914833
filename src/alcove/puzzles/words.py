"""Puzzles told to people: what is asked, what is wrong with an answer, and what a theme is called."""

from fractions import Fraction

from alcove.core.registry import game
from alcove.core.text import Text

from .puzzle import Goal, Puzzle, Verdict

THEMES = {
    # Avalam
    "only-win": Text("The only win", "Le seul gain"),
    "only-draw": Text("Save the draw", "Sauver la nulle"),
    "margin": Text("The widest margin", "Le plus grand écart"),
    "five": Text("A tower of five", "Une tour de cinq"),
    "settle": Text("Settle a tower", "Mettre une tour à l’abri"),
    "merge-theirs": Text("Merge their towers", "Fusionner les tours adverses"),
    "merge-own": Text("Merge your own", "Fusionner les siennes"),
    "cover": Text("Cover", "Coiffer"),
    # Axom
    "strike": Text("Take the head", "Prendre la tête"),
    "quiet": Text("A quiet first move", "Un premier coup calme"),
    "take-first": Text("Take pawns first", "Prendre d’abord des pions"),
    "sacrifice": Text("Let them take", "Se laisser prendre"),
    "from-afar": Text("From afar", "De loin"),
    "head-strikes": Text("The head strikes itself", "La tête frappe elle-même"),
    # Axiom
    "build": Text("A cube first", "D’abord un cube"),
    "eliminate": Text("A cube is eliminated", "Un cube éliminé"),
    "diagonal": Text("On the diagonal", "En diagonale"),
    "round-the-edge": Text("Round the edge", "Par-dessus l’arête"),
    "straight": Text("Straight on", "Tout droit"),
    # Axom and Axiom
    "under-fire": Text("Under fire", "Sous la menace"),
    "no-way-out": Text("No way out", "Plus d’issue"),
    # AxxA
    "best-chance": Text("The best chance", "La meilleure chance"),
    "unseen": Text("Something is unseen", "Des pièces cachées"),
    "several-triplets": Text("Several triplets at once", "Plusieurs triplets d’un coup"),
    "turn-or-leave": Text("Turn or leave?", "Retourner ou laisser ?"),
    "payment": Text("The right payment", "Le bon paiement"),
    "last-triplet": Text("The last triplet", "Le dernier triplet"),
    "take-now": Text("The triplet at once", "Le triplet tout de suite"),
    "prepare": Text("Prepare the triplet", "Préparer le triplet"),
    "no-slack": Text("Nothing left to pay", "Plus rien à payer"),
}


def goal_of(puzzle: Puzzle) -> Text:
    """What is asked, with the side that moves."""
    start = puzzle.start()
    side = game(puzzle.game).seat_names(start.options)[start.to_move]
    if puzzle.game == "axxa":
        if puzzle.goal.worth == "1":
            return Text(
                "Save the deal: one move alone still wins, whatever lies unseen.",
                "Sauvez la donne : un seul coup gagne encore, quoi que cachent les piles.",
            )
        return Text(
            f"Save the deal: find the move that wins most often, in {_share(puzzle.goal.worth).en}.",
            f"Sauvez la donne : trouvez le coup qui gagne le plus souvent, dans {_share(puzzle.goal.worth).fr}.",
        )
    if puzzle.goal.kind == "win":
        n = puzzle.goal.moves
        if n == 1:
            return Text(f"{side.en} to move: win at once.", f"{side.fr} joue et gagne tout de suite.")
        return Text(f"{side.en} to move: win in {n} moves.", f"{side.fr} joue et gagne en {n} coups.")
    aim = _aim(puzzle.goal)
    return Text(
        f"{side.en} to move: find the only move that {aim.en}.",
        f"{side.fr} joue : trouvez le seul coup qui {aim.fr}.",
    )


def _aim(goal: Goal) -> Text:
    if goal.worth == "drawn":
        return Text("saves a draw", "sauve la nulle")
    towers = int(goal.worth.split()[1])
    if towers == 0:
        return Text("wins on fives, at equal towers", "gagne aux tours de cinq, à égalité de tours")
    return Text(f"wins by {towers} tower{_s(towers)}", f"gagne de {towers} tour{_s(towers)}")


def _s(count: int) -> str:
    return "s" if count > 1 else ""


def _share(worth: str) -> Text:
    """`5/6` as words: of how many equally likely deals."""
    share = Fraction(worth)
    won, of = share.numerator, share.denominator
    return Text(f"{won} of {of} possible deals", f"{won} donne{_s(won)} possible{_s(won)} sur {of}")


def said_of(puzzle: Puzzle, verdict: Verdict) -> Text:
    """What an answer is told."""
    if verdict.kind == "right":
        return Text("Right. Go on.", "Juste. Continuez.")
    if verdict.kind == "solved":
        return solved(puzzle)
    return _missed(puzzle, verdict)


def solved(puzzle: Puzzle) -> Text:
    """What is said at the end of the line."""
    if puzzle.goal.kind == "win":
        return Text("That wins.", "C’est gagné.")
    if puzzle.game == "axxa":
        if puzzle.goal.worth == "1":
            return Text(
                "The deal is saved: from here every deal can be won.", "La donne est sauvée : d’ici, tout se gagne."
            )
        share = _share(puzzle.goal.worth)
        return Text(f"Nothing wins more often: {share.en}.", f"Rien ne gagne plus souvent : {share.fr}.")
    told = _result(puzzle.goal.worth)
    return Text(f"With best play {told.en}.", f"Au mieux des deux côtés, {told.fr}.")


def _missed(puzzle: Puzzle, verdict: Verdict) -> Text:
    wrong = verdict.wrong
    assert wrong is not None
    if puzzle.game == "axxa":
        if wrong.worth == "0":
            return Text("After this the deal is lost for certain.", "Après cela, la donne est perdue à coup sûr.")
        share = _share(wrong.worth)
        return Text(
            f"That still wins in {share.en}. There is better.", f"Cela gagne encore dans {share.fr}. Il y a mieux."
        )
    answer = None if wrong.reply is None else Text(f"The answer is {wrong.reply}", f"La réponse est {wrong.reply}")
    if puzzle.goal.kind == "win":
        left = puzzle.goal.moves - verdict.step
        if answer is None:
            return Text("That does not win at once.", "Cela ne gagne pas tout de suite.")
        return Text(
            f"{answer.en}, and the win in {left} is gone.", f"{answer.fr}, et le gain en {left} coups s’est envolé."
        )
    told = _result(wrong.worth)
    if answer is None:
        return Text(f"Then {told.en}.", f"Alors {told.fr}.")
    return Text(f"{answer.en}; then {told.en}.", f"{answer.fr} ; alors {told.fr}.")


def _result(worth: str) -> Text:
    """What an Avalam ending comes to for the one who solves."""
    if worth == "drawn":
        return Text("it is a draw", "c’est la nulle")
    kind, count = worth.split()
    towers = int(count)
    if kind == "won":
        by = Text("on fives", "aux tours de cinq") if towers == 0 else Text(f"by {towers}", f"de {towers}")
        return Text(f"you win {by.en}", f"vous gagnez {by.fr}")
    by = Text("on fives", "aux tours de cinq") if towers == 0 else Text(f"by {towers}", f"de {towers}")
    return Text(f"you lose {by.en}", f"vous perdez {by.fr}")


def hint_of(puzzle: Puzzle, step: int) -> Text:
    """A nudge that does not give the move away: what moves, or what it is about."""
    move = puzzle.steps[step].right[0]
    if move.startswith("$"):
        return Text(
            "Count what you still need: one pile can spare its top.",
            "Comptez ce qu’il vous faut encore : une pile peut donner sa pièce du dessus.",
        )
    if move.startswith("="):
        return Text(
            "Think of what lies under each set of three.", "Pensez à ce qui se trouve sous chaque groupe de trois."
        )
    origin = move.replace("x", "-").split(")")[0] + ")" if "(" in move else move.replace("x", "-").split("-")[0]
    if origin.startswith("C("):
        return Text(f"The cube on {origin[1:]} moves.", f"C’est le cube en {origin[1:]} qui bouge.")
    if origin.startswith("S("):
        return Text(f"The sceptre on {origin[1:]} moves.", f"C’est le sceptre en {origin[1:]} qui bouge.")
    return Text(f"Look at {origin}.", f"Regardez {origin}.")
