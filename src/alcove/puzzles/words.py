"""Puzzles in words: the question, what is wrong with an answer, and the names of the themes."""

from fractions import Fraction

from alcove.core.registry import game
from alcove.core.text import Text
from alcove.games.puzzling import Deals, Endings, puzzling

from .puzzle import Puzzle, Verdict


def themes_of(puzzle: Puzzle) -> dict[str, Text]:
    """What a puzzle is about, most telling first, and what that is called."""
    named = puzzling(puzzle.game).themes
    return {theme: named[theme] for theme in puzzle.themes}


def goal_of(puzzle: Puzzle) -> Text:
    """The question, naming the side to move."""
    start = puzzle.start()
    side, asked = game(puzzle.game).seat_names(start.options)[start.to_move], puzzling(puzzle.game)
    if isinstance(asked, Deals):
        if puzzle.goal.worth == "1":
            return Text(
                "Save the deal: one move alone still wins, whatever lies unseen.",
                "Sauvez la donne : un seul coup gagne encore, quoi que cachent les piles.",
            )
        return Text(
            f"Save the deal: find the move that wins most often, in {_share(puzzle.goal.worth).en}.",
            f"Sauvez la donne : trouvez le coup qui gagne le plus souvent, dans {_share(puzzle.goal.worth).fr}.",
        )
    if isinstance(asked, Endings):
        aim = asked.aim(puzzle.goal.worth)
        return Text(
            f"{side.en} to move: find the only move that {aim.en}.",
            f"{side.fr} joue : trouvez le seul coup qui {aim.fr}.",
        )
    n = puzzle.goal.moves
    if n == 1:
        return Text(f"{side.en} to move: win at once.", f"{side.fr} joue et gagne tout de suite.")
    return Text(f"{side.en} to move: win in {n} moves.", f"{side.fr} joue et gagne en {n} coups.")


def _share(worth: str) -> Text:
    """`5/6` as words: of how many equally likely deals."""
    share = Fraction(worth)
    won, of = share.numerator, share.denominator
    plural = "s" if won > 1 else ""
    return Text(f"{won} of {of} possible deals", f"{won} donne{plural} possible{plural} sur {of}")


def said_of(puzzle: Puzzle, verdict: Verdict) -> Text:
    """The comment on an answer."""
    if verdict.kind == "right":
        return Text("Right. Go on.", "Juste. Continuez.")
    if verdict.kind == "solved":
        return solved(puzzle)
    return _missed(puzzle, verdict)


def solved(puzzle: Puzzle) -> Text:
    """The closing comment, at the end of the line."""
    asked = puzzling(puzzle.game)
    if isinstance(asked, Deals):
        if puzzle.goal.worth == "1":
            return Text(
                "The deal is saved: from here every deal can be won.", "La donne est sauvée : d’ici, tout se gagne."
            )
        share = _share(puzzle.goal.worth)
        return Text(f"Nothing wins more often: {share.en}.", f"Rien ne gagne plus souvent : {share.fr}.")
    if isinstance(asked, Endings):
        told = asked.result(puzzle.goal.worth)
        return Text(f"With best play {told.en}.", f"Au mieux des deux côtés, {told.fr}.")
    return Text("That wins.", "C’est gagné.")


def _missed(puzzle: Puzzle, verdict: Verdict) -> Text:
    wrong, asked = verdict.wrong, puzzling(puzzle.game)
    assert wrong is not None
    if isinstance(asked, Deals):
        if wrong.worth == "0":
            return Text("After this the deal is lost for certain.", "Après cela, la donne est perdue à coup sûr.")
        share = _share(wrong.worth)
        return Text(
            f"That still wins in {share.en}. There is better.", f"Cela gagne encore dans {share.fr}. Il y a mieux."
        )
    answer = None if wrong.reply is None else Text(f"The answer is {wrong.reply}", f"La réponse est {wrong.reply}")
    if isinstance(asked, Endings):
        told = asked.result(wrong.worth)
        if answer is None:
            return Text(f"Then {told.en}.", f"Alors {told.fr}.")
        return Text(f"{answer.en}; then {told.en}.", f"{answer.fr} ; alors {told.fr}.")
    if answer is None:
        return Text("That does not win at once.", "Cela ne gagne pas tout de suite.")
    left = puzzle.goal.moves - verdict.step
    return Text(
        f"{answer.en}, and the win in {left} is gone.", f"{answer.fr}, et le gain en {left} coups s’est envolé."
    )


def hint_of(puzzle: Puzzle, step: int) -> Text:
    """A nudge that does not give the move away."""
    return puzzling(puzzle.game).hint(puzzle.steps[step].right[0])
