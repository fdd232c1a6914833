"""What the numbers of an atlas mean to a player, in words; docs and page say the same sentences."""

import math
from dataclasses import dataclass

from alcove.core.registry import game
from alcove.core.text import Text, numeral
from alcove.games import symmetry
from alcove.games.charting import chart
from alcove.players.levels import NAMES

from .model import Atlas, AtlasMode, Estimate, Sample, Share
from .openings import MoveCount, OpeningIndex

_SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
_NO_BREAK = "\u00a0"
LEAST_DEALS = 20
"""What the deal decides is not told from fewer."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to know: its heading, what was found, and how it was found out."""

    name: str
    heading: Text
    text: Text
    method: Text


# --- Numbers in two languages -----------------------------------------------------------------------------------------


def percent(value: float, digits: int = 0) -> Text:
    shown = numeral(100 * value, digits)
    return Text(f"{shown.en}%", f"{shown.fr}{_NO_BREAK}%")


def interval(share: Share) -> Text:
    low, high = percent(share.low), percent(share.high)
    return Text(f"95% interval {low.en} to {high.en}", f"intervalle à 95{_NO_BREAK}% : {low.fr} à {high.fr}")


def power(log10: float) -> str:
    """10⁶⁷."""
    return "10" + str(round(log10)).translate(_SUPERSCRIPTS)


def size(estimate: Estimate) -> Text:
    """A power of ten, with its interval where that is wider than the rounding."""
    low, high = round(estimate.low), round(estimate.high)
    if low == high == round(estimate.log10):
        return Text(f"about {power(estimate.log10)}", f"environ {power(estimate.log10)}")
    bounds = f"{power(low)}–{power(high)}"
    return Text(
        f"about {power(estimate.log10)} (95% interval {bounds})",
        f"environ {power(estimate.log10)} (intervalle à 95{_NO_BREAK}% : {bounds})",
    )


def player(name: str) -> Text:
    """`level4` as people know it."""
    if name == "random":
        return Text("random play", "le jeu au hasard")
    level = int(name.removeprefix("level"))
    called = NAMES[level - 1]
    return Text(f"level {level} ({called.en.lower()})", f"niveau {level} ({called.fr.lower()})")


def level(name: str) -> Text:
    """The same, shorter."""
    return player(name) if name == "random" else Text(f"level {name[5:]}", f"niveau {name[5:]}")


def listed(parts: list[Text]) -> Text:
    def joined(words: list[str], last: str) -> str:
        return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"

    return Text(joined([part.en for part in parts], "and"), joined([part.fr for part in parts], "et"))


# --- Findings -----------------------------------------------------------------------------------------------------------


def findings(atlas: Atlas) -> tuple[Finding, ...]:
    """Everything there is to say about a game, in the order a reader wants it."""
    found: list[Finding | None] = [_first(atlas, mode) for mode in atlas.modes]
    found += [
        _length(atlas),
        _branching(atlas),
        _ends(atlas),
        _tree(atlas),
        _states(atlas),
        _luck(atlas),
        _openings(atlas),
    ]
    return tuple(finding for finding in found if finding is not None)


def strongest(mode: AtlasMode) -> Sample:
    return mode.samples[-1]


def _played(atlas: Atlas) -> Text:
    games, seed = numeral(atlas.engine_games), atlas.seed
    numbers = [sample.player[5:] for sample in atlas.modes[0].samples if sample.player != "random"]
    levels = listed([Text(number, number) for number in numbers])
    where = Text("from the start position", "depuis la position de départ")
    if atlas.luck is not None:
        where = Text("on the same deals", "sur les mêmes donnes")
    return Text(
        f"Each of the levels {levels.en} played {games.en} games {where.en}, in all seats (seed {seed}). In the first eight plies a level chose among its eight best moves, the worse the less likely, so that games differ.",
        f"Chacun des niveaux {levels.fr} a joué {games.fr} parties {where.fr}, à toutes les places (graine {seed}). Dans les huit premiers demi-coups, un niveau choisissait parmi ses huit meilleurs coups, les moins bons étant les moins probables, pour que les parties diffèrent.",
    )


def _first(atlas: Atlas, mode: AtlasMode) -> Finding:
    best = strongest(mode)
    score, who = percent(best.score.value), level(best.player)
    bounds = interval(best.score)
    if mode.together:
        weakest = mode.samples[1]
        low, weak = percent(weakest.score.value), level(weakest.player)
        text = Text(
            f"At {who.en}, {score.en} of the deals are won ({bounds.en}); at {weak.en}, {low.en}. Random play wins {percent(mode.samples[0].score.value, 1).en}.",
            f"Au {who.fr}, {score.fr} des donnes sont gagnées ({bounds.fr}) ; au {weak.fr}, {low.fr}. Le jeu au hasard en gagne {percent(mode.samples[0].score.value, 1).fr}.",
        )
        return Finding(
            f"first-{mode.name}",
            Text("How many deals are won?", "Combien de donnes gagne-t-on ?"),
            text,
            _played(atlas),
        )
    first = game(atlas.game).seat_names(game(atlas.game).initial(**mode.options).options)[0]
    verdict = _verdict(best.score)
    text = Text(
        f"At {who.en}, the side that begins ({first.en}) scores {score.en} of the points ({bounds.en}). {verdict.en}",
        f"Au {who.fr}, le camp qui commence ({first.fr}) marque {score.fr} des points ({bounds.fr}). {verdict.fr}",
    )
    heading = Text("Does it pay to begin?", "Vaut-il mieux commencer ?")
    if mode.name:
        heading = Text(f"{heading.en} ({mode.name})", f"{heading.fr} ({mode.name})")
    return Finding(f"first-{mode.name}", heading, text, _played(atlas))


def _verdict(score: Share) -> Text:
    if score.low > 0.5:
        return Text("Beginning is an advantage.", "Commencer est un avantage.")
    if score.high < 0.5:
        return Text("Moving second is an advantage.", "Jouer en second est un avantage.")
    return Text(
        "The interval holds 50%: if beginning matters, these games are too few to show it.",
        f"L'intervalle contient 50{_NO_BREAK}% : si commencer compte, ces parties sont trop peu nombreuses pour le montrer.",
    )


def _length(atlas: Atlas) -> Finding:
    mode = atlas.modes[0]
    best, chance = strongest(mode).length, mode.samples[0].length
    who = level(strongest(mode).player)
    mean, spread = numeral(best.mean), numeral(best.deviation)
    text = Text(
        f"At {who.en}, a game takes {mean.en} plies on average (standard deviation {spread.en}); the shortest took {best.least}, the longest {best.most}. Random games take {numeral(chance.mean).en}.",
        f"Au {who.fr}, une partie dure {mean.fr} demi-coups en moyenne (écart type {spread.fr}) ; la plus courte en a pris {best.least}, la plus longue {best.most}. Au hasard, il en faut {numeral(chance.mean).fr}.",
    )
    games = numeral(mode.samples[0].games)
    how = Text(
        f"{games.en} random games by the compiled kernels, besides those of the levels.",
        f"{games.fr} parties au hasard par les noyaux compilés, en plus de celles des niveaux.",
    )
    return Finding("length", Text("How long is a game?", "Combien dure une partie ?"), text, how)


def _branching(atlas: Atlas) -> Finding:
    best = strongest(atlas.modes[0])
    mean, most = numeral(best.branching.mean), numeral(best.branching.most)
    start = numeral(best.choices[0])
    who = level(best.player)
    text = Text(
        f"There are {mean.en} legal moves in a position on average ({who.en}), {start.en} at the start, {most.en} at most.",
        f"Une position offre {mean.fr} coups possibles en moyenne ({who.fr}), {start.fr} au début, {most.fr} au plus.",
    )
    how = Text(
        "The legal moves of every position that came on the board, each counted once a game.",
        "Les coups légaux de chaque position apparue, comptée une fois par partie.",
    )
    return Finding("branching", Text("How many moves to choose from?", "Combien de coups au choix ?"), text, how)


def _ends(atlas: Atlas) -> Finding:
    mode = atlas.modes[0]
    best = strongest(mode)
    told = []
    for reason, count in best.reasons.items():
        shown, said = percent(count / best.reasoned), reason_words(atlas.game, reason)
        told.append(Text(f"{said.en} ({shown.en})", f"{said.fr} ({shown.fr})"))
    who, all_of = level(best.player), listed(told)
    text = Text(f"Games at {who.en} end so: {all_of.en}.", f"Au {who.fr}, les parties finissent ainsi : {all_of.fr}.")
    if not mode.together:
        drawn, bounds = percent(best.drawn.value, 1), interval(best.drawn)
        text = Text(
            f"{drawn.en} of the games at {who.en} are drawn ({bounds.en}). {text.en}",
            f"{drawn.fr} des parties au {who.fr} sont nulles ({bounds.fr}). {text.fr}",
        )
    how = Text("By the rules.", "D'après les règles.")
    if atlas.thrice:
        thrice = percent(atlas.thrice / atlas.random_games, 1)
        how = Text(
            f"By the rules. The random games of the kernels do not look at repetitions: in {thrice.en} of them a position came a third time.",
            f"D'après les règles. Les parties au hasard des noyaux ne voient pas les répétitions : dans {thrice.fr} d'entre elles, une position est venue une troisième fois.",
        )
    return Finding("ends", Text("How do games end?", "Comment finissent les parties ?"), text, how)


def reason_words(name: str, reason: str) -> Text:
    """Why a game ended, as its rules say it; one that was broken off as the arena does."""
    if reason == "abandoned":
        return Text("broken off", "interrompue")
    return game(name).reason(reason)


def _tree(atlas: Atlas) -> Finding:
    tree = atlas.tree
    best = tree.played[-1]
    who, met = level(best.player), size(best.size)
    text = Text(
        f"Along a game at {who.en} there are {met.en} ways to go: the product of the choices met.",
        f"Le long d'une partie au {who.fr}, il y a {met.fr} chemins : le produit des choix rencontrés.",
    )
    if tree.whole is not None:
        whole = size(tree.whole)
        text = Text(
            f"{text.en} Of whole games there are {whole.en}.", f"{text.fr} Il existe {whole.fr} parties entières."
        )
    probes = numeral(tree.probes)
    how = Text(
        f"Lines of few plies are counted (perft), longer ones estimated by {probes.en} random probes (Knuth 1975): the mean, over random games, of the product of the numbers of legal moves; intervals by drawing batches of probes again.",
        f"Les suites courtes sont comptées (perft), les plus longues estimées par {probes.fr} sondages au hasard (Knuth 1975) : la moyenne, sur des parties au hasard, du produit des nombres de coups légaux ; intervalles par rééchantillonnage des lots de sondages.",
    )
    return Finding("tree", Text("How large is the tree?", "Quelle est la taille de l'arbre ?"), text, how)


def _states(atlas: Atlas) -> Finding | None:
    bound = chart(atlas.game).bound
    if atlas.states_log10 is None or bound is None:
        return None
    most = power(math.ceil(atlas.states_log10))
    text = Text(
        f"At most {most} positions. Some of them cannot come about.",
        f"Au plus {most} positions. Certaines ne peuvent pas se produire.",
    )
    how = Text(f"A counting bound: {bound.counted.en}.", f"Une borne par dénombrement : {bound.counted.fr}.")
    return Finding("states", Text("How many positions?", "Combien de positions ?"), text, how)


def _luck(atlas: Atlas) -> Finding | None:
    luck = atlas.luck
    if luck is None:
        return None
    who, won, decided = level(luck.player), percent(luck.won.value), percent(luck.decided.value)
    bounds = interval(luck.decided)
    verdict = Text(
        f"About {decided.en} of what decides a game is the deal ({bounds.en}); the rest is how it is played and what turns up.",
        f"La donne fait environ {decided.fr} de ce qui décide d'une partie ({bounds.fr}) ; le reste tient à la façon de la jouer et à ce qui se dévoile.",
    )
    if luck.deals < LEAST_DEALS:
        verdict = Text(
            "These deals are too few to say how much the deal decides.",
            "Ces donnes sont trop peu nombreuses pour dire ce que la donne décide.",
        )
    text = Text(
        f"Of {luck.deals} deals, each played {luck.repeats} times at {who.en}, {luck.always} were won every time and {luck.never} never; {won.en} of all games were won. {verdict.en}",
        f"Sur {luck.deals} donnes jouées chacune {luck.repeats} fois au {who.fr}, {luck.always} ont été gagnées à chaque fois et {luck.never} jamais ; {won.fr} de toutes les parties ont été gagnées. {verdict.fr}",
    )
    how = Text(
        "The same deals again and again, with another luck of the player; the share is the intraclass correlation of winning, its interval by drawing deals again.",
        "Les mêmes donnes encore et encore, avec un autre hasard du joueur ; la part est la corrélation intraclasse des victoires, son intervalle vient du rééchantillonnage des donnes.",
    )
    return Finding("luck", Text("What does luck decide?", "Que décide la chance ?"), text, how)


def _openings(atlas: Atlas) -> Finding | None:
    openings, first = atlas.openings, first_moves(atlas)
    if openings is None or not first:
        return None
    total = sum(move.games for move in first)
    told = []
    for move in first[:3]:
        part, score = percent(move.games / total), percent(move.score)
        told.append(
            Text(
                f"{move.move} ({part.en} of games, scores {score.en})",
                f"{move.move} ({part.fr} des parties, marque {score.fr})",
            )
        )
    shown = listed(told)
    text = Text(f"The first moves played most: {shown.en}.", f"Les premiers coups les plus joués : {shown.fr}.")
    same, games_told = symmetry.says(atlas.game), numeral(openings.games)
    how = Text(
        f"{games_told.en} engine games, their first {openings.plies} plies; {same.en}. Positions that at least {openings.least} games passed.",
        f"{games_told.fr} parties de moteurs, leurs {openings.plies} premiers demi-coups ; {same.fr}. Positions passées par au moins {openings.least} parties.",
    )
    return Finding("openings", Text("How do games open?", "Comment s'ouvrent les parties ?"), text, how)


def first_moves(atlas: Atlas) -> tuple[MoveCount, ...]:
    """What was played at the start."""
    if atlas.openings is None:
        return ()
    found = game(atlas.game)
    return OpeningIndex(atlas.openings.positions).moves_in(found, found.initial())
