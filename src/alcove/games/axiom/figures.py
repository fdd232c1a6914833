"""The figures of Axiom's rulebook as live boards. Numbers are those of the printed figures; the others are ours."""

from alcove.games.teaching import Figure, T, plays, refuses, shows

_CUBES_OF_THE_START = (
    "bC(-1,0,1)x-z+ bC(0,0,1)x-y- bC(1,0,1)x-z+ bC(-1,0,2)x+ bC(0,0,2)z- bC(1,0,2)x+ "
    "wC(-1,1,1)x+z+ wC(0,1,1)x+y+ wC(1,1,1)x+z+ wC(-1,1,2)x- wC(0,1,2)z- wC(1,1,2)x-"
)
_CUBES_OF_2008 = (
    "bC(-1,0,1)x-z+ bC(0,0,1)x-y- bC(1,0,1)x-z+ bC(-1,0,2)x+ bC(0,0,2)z- bC(0,1,2)z- "
    "wC(-1,1,1)x+z+ wC(0,1,1)x+y+ wC(1,1,1)x+z+ wC(-1,1,2)x- wC(1,1,2)x- wC(-1,0,3)z-"
)

# --- Pieces and cubes (C4 to C11) -----------------------------------------------------------------------------------

START = Figure(
    "start",
    T("The start", "Le départ"),
    None,
    T(
        "Blue’s six cubes in front, White’s behind; on the outer ones stand the sceptres.",
        "Les six cubes de Bleu devant, ceux de Blanc derrière ; sur les cubes extérieurs, les sceptres.",
    ),
    invites=T(
        "Choose a sceptre or a free cube and see where it may go.",
        "Choisissez un sceptre ou un cube libre et regardez où il peut aller.",
    ),
)
FREE = shows(
    "free-cubes",
    T("Which cubes are free?", "Quels cubes sont libres ?"),
    None,
    T("In the start, Blue may move a single cube.", "Au départ, Bleu ne peut bouger qu’un seul cube."),
    refuses("C(-1,0,2)-(2,0,1)x-", "A sceptre stands on this one.", "Un sceptre se tient sur celui-ci."),
    refuses("C(0,0,1)-(2,0,1)x-z+", "Another cube lies on this one.", "Un autre cube est posé sur celui-là."),
    plays("C(0,0,2)-(2,0,1)x-", "The upper middle one is free.", "Celui du milieu, en haut, est libre."),
)
LIFTED = shows(
    "lifted",
    T("Lifted, turned, set down", "Soulevé, tourné, reposé"),
    None,
    T("The free cube wants to change its dome.", "Le cube libre voudrait changer sa bosse de côté."),
    refuses("C(0,0,2)-(0,0,2)x+", "Not where it stands.", "Pas sur place."),
    plays("C(0,0,2)-(0,-1,1)z+", "But in another cell, as it likes.", "Mais dans une autre case, à sa guise."),
)
SUPPORT = shows(
    "support",
    T("Nothing hangs in the air", "Rien ne flotte"),
    None,
    T(
        "Beyond White’s back row, one level up, there is nothing below.",
        "Derrière la rangée de Blanc, à l’étage, il n’y a rien dessous.",
    ),
    refuses("C(0,0,2)-(0,2,2)z-", "No cube would carry it there.", "Aucun cube ne le porterait là."),
    plays("C(0,0,2)-(0,2,1)y+", "One level lower the table does.", "Un étage plus bas, la table le porte."),
)
ONTO_RECESS = shows(
    "fig-6",
    T("Figure 6: onto a recess", "Figure 6 : sur un creux"),
    None,
    T("White’s cube at (0,1,2) shows a recess on top.", "Le cube blanc en (0,1,2) montre un creux sur le dessus."),
    refuses("C(0,0,2)-(0,1,3)x+", "Recess on recess does not hold.", "Creux sur creux ne tient pas."),
    plays("C(0,0,2)-(0,1,3)z-", "With the dome down it locks.", "Bosse en bas, il s’enclenche."),
)
ON_THE_TABLE = shows(
    "on-the-table",
    T("Beside a recess, on the table", "À côté d’un creux, sur la table"),
    None,
    T("Right of the block, (1,0,1) offers a recess.", "À droite du bloc, (1,0,1) présente un creux."),
    refuses("C(0,0,2)-(2,0,1)z-", "A dome into the table?", "Une bosse dans la table ?"),
    refuses("C(0,0,2)-(2,0,1)z+", "Two recesses touch: no lock.", "Deux creux se touchent : rien ne s’enclenche."),
    plays("C(0,0,2)-(2,0,1)x-", "The dome goes into the recess.", "La bosse entre dans le creux."),
)
DOME_ON_DOME = shows(
    "dome-against-dome",
    T("Dome against dome", "Bosse contre bosse"),
    None,
    T("On the left, (-1,0,1) sticks a dome out.", "À gauche, (-1,0,1) tend une bosse."),
    refuses("C(0,0,2)-(-2,0,1)x+", "Two domes cannot meet.", "Deux bosses ne peuvent se toucher."),
    plays("C(0,0,2)-(-2,0,1)y-", "Any recess will take it in.", "N’importe quel creux l’accueille."),
)
BODY = shows(
    "body-and-tip",
    T("A sceptre takes up room", "Un sceptre prend de la place"),
    None,
    T("Above (-1,0,2) stands a sceptre.", "Au-dessus de (-1,0,2) se dresse un sceptre."),
    refuses("C(0,0,2)-(-1,0,3)z-", "Its body fills that cell.", "Son corps remplit cette case."),
)

# --- Sceptres (C12 to C16) ------------------------------------------------------------------------------------------

STRAIGHT = shows(
    "a-straight-line",
    T("Stop where you like", "On s’arrête où l’on veut"),
    None,
    T("Blue’s left sceptre looks along the top.", "Le sceptre gauche de Bleu regarde le long du dessus."),
    refuses("S(-1,0,2)-(1,0,2)z+", "The other sceptre stands there.", "L’autre sceptre s’y trouve."),
    refuses("S(-1,0,2)-(1,0,2)x+", "And no dome carries a sceptre.", "Et aucune bosse ne porte de sceptre."),
    plays("S(-1,0,2)-(0,0,2)z+", "One face on is fine.", "Une face plus loin, c’est permis."),
)
GROUPS = shows(
    "fig-12",
    T("Figure 12: two groups and a bridge", "Figure 12 : deux groupes et un pont"),
    "bC(0,0,1)z+ bC(1,0,1)x- bC(1,0,2)z- wC(3,0,1)x- wC(4,0,1)x- bS(0,0,1)y- bS(1,0,1)y+ wS(3,0,1)y+ wS(4,0,1)y- b",
    T(
        "The block has come apart. No sceptre crosses the gap.",
        "Le bloc s’est séparé. Aucun sceptre ne franchit le vide.",
    ),
    refuses("S(1,0,1)-(3,0,1)z+", "There is no line across.", "Aucune ligne n’y mène."),
    plays(
        "C(1,0,2)-(2,0,1)x-",
        "A cube may bridge it, turned in one of four ways.",
        "Un cube peut faire le pont, tourné de quatre façons.",
    ),
)
ROUND = shows(
    "fig-8",
    T("Figure 8: round and over the top", "Figure 8 : autour et par-dessus"),
    "bC(5,6,1)x+ wC(0,0,1)x+z+ wC(1,0,1)z+ wC(5,5,1)x+z+ wC(0,0,2)x+ wC(1,0,2)y+ bS(0,0,1)y- bS(5,6,1)z+ wS(5,5,1)y- wS(1,0,2)z+ b",
    T(
        "Blue’s sceptre lies on the front of (0,0,1). It may go left round the block, up over the top, or right: nine faces.",
        "Le sceptre bleu est couché devant (0,0,1). Il peut tourner à gauche, grimper par-dessus ou partir à droite : neuf faces.",
    ),
    plays(
        "S(0,0,1)-(1,0,2)y-",
        "Diagonally up it reaches the cube of a white sceptre, and wins.",
        "En diagonale vers le haut, il atteint le cube d’un sceptre blanc, et gagne.",
    ),
)
DOME_BLOCKS = shows(
    "fig-11",
    T("Figure 11: a dome in the way", "Figure 11 : une bosse en travers"),
    "bC(3,0,1)x- bC(2,1,1)x- wC(0,0,1)x- wC(1,0,1)x-z+ wC(2,0,1)x- wC(0,1,1)x-y+ wC(1,1,1)x-z+ wC(1,1,2)y+ bS(3,0,1)y- bS(2,1,1)y+ wS(0,0,1)z+ wS(0,1,1)z+ w",
    T(
        "The dome on top of (1,0,1) bars the way of White’s sceptre on (0,0,1).",
        "La bosse du dessus de (1,0,1) barre la route au sceptre blanc de (0,0,1).",
    ),
    refuses("S(0,0,1)-(3,0,1)z+", "The line ends in front of the dome.", "La ligne s’arrête devant la bosse."),
    plays("C(1,1,2)-(1,0,2)y+", "But a cube may be laid over it.", "Mais on peut poser un cube dessus."),
)
DOME_COVERED = shows(
    "fig-11a",
    T("Figure 11a: over the cube", "Figure 11a : par-dessus le cube"),
    "bC(3,0,1)x- bC(2,1,1)x- wC(0,0,1)x- wC(1,0,1)x-z+ wC(2,0,1)x- wC(0,1,1)x-y+ wC(1,1,1)x-z+ wC(1,0,2)y+ bS(3,0,1)y- bS(2,1,1)y+ wS(0,0,1)z+ wS(0,1,1)z+ w",
    T(
        "Now the line climbs the cube and comes down behind it.",
        "La ligne grimpe maintenant sur le cube et redescend derrière.",
    ),
    refuses(
        "S(0,1,1)-(2,1,1)z+",
        "The other line is closed by the dome laid bare.",
        "L’autre ligne est fermée par la bosse mise à nu.",
    ),
    plays(
        "S(0,0,1)-(3,0,1)z+",
        "All the way to the blue sceptre’s cube: White wins.",
        "Jusqu’au cube du sceptre bleu : Blanc gagne.",
    ),
)
LATERAL = shows(
    "2008-lateral",
    T("The 2008 sheet: sideways", "La feuille de 2008 : de côté"),
    f"{_CUBES_OF_2008} bS(1,0,1)y- bS(0,1,2)z+ wS(-1,0,2)y- wS(-1,1,2)z+ w",
    T(
        "White’s sceptre lies on the front of (-1,0,2). Ten faces are open to it.",
        "Le sceptre blanc est couché devant (-1,0,2). Dix faces lui sont ouvertes.",
    ),
    plays("S(-1,0,2)-(1,1,2)x+", "Round the corner, all along the side.", "Au-delà du coin, tout le long du côté."),
)
SQUEEZED = shows(
    "fig-13",
    T("Figure 13: closed on both sides", "Figure 13 : fermé des deux côtés"),
    "bC(5,5,1)x+ bC(1,0,2)y- bC(0,1,2)y+ wC(0,0,1)x- wC(1,0,1)x+z+ wC(0,1,1)x-z+ wC(1,1,1)x+ wC(5,4,1)x+ bS(0,0,1)z+ bS(5,5,1)z+ wS(1,1,1)y+ wS(5,4,1)z+ b",
    T("Two cubes stand left and right of the diagonal.", "Deux cubes encadrent la diagonale."),
    refuses("S(0,0,1)-(1,1,1)z+", "The sceptre does not squeeze through.", "Le sceptre ne passe pas entre les deux."),
)
ONE_SIDE = shows(
    "fig-13-one-side",
    T("Figure 13: one side open", "Figure 13 : un côté ouvert"),
    "bC(5,5,1)x+ bC(1,0,2)y- wC(0,0,1)x- wC(1,0,1)x+z+ wC(0,1,1)x-z+ wC(1,1,1)x+ wC(5,4,1)x+ bS(0,0,1)z+ bS(5,5,1)z+ wS(1,1,1)y+ wS(5,4,1)z+ b",
    T("One of the two is gone.", "L’un des deux est parti."),
    plays("S(0,0,1)-(1,1,1)z+", "One cube alone does not close the way.", "Un seul cube ne ferme pas le passage."),
)
SAME_BODY = shows(
    "fig-9-body",
    T("Figure 9: the same body cell", "Figure 9 : deux corps au même endroit"),
    "bC(0,0,1)x- bC(1,0,1)x- bC(2,0,1)x-y- bC(0,2,1)x-y- bC(1,2,1)x-y- bC(2,1,2)y+ wC(0,1,1)x- wC(1,1,1)x- wC(2,1,1)x-z+ wC(2,2,1)x- bS(0,0,1)z+ bS(0,2,1)y+ wS(2,2,1)x+ wS(2,1,2)x- b",
    T("Above (1,1,1) lies a white sceptre.", "Au-dessus de (1,1,1) est couché un sceptre blanc."),
    refuses("S(0,0,1)-(1,1,1)z+", "No stopping where its body is.", "On ne s’arrête pas là où est son corps."),
    plays(
        "S(0,0,1)-(2,2,1)z+",
        "But crossing and stopping beyond is fine.",
        "Mais on peut traverser et s’arrêter au-delà.",
    ),
)
CONTROL = shows(
    "fig-9-control",
    T("Figure 9: without it", "Figure 9 : sans lui"),
    "bC(0,0,1)x- bC(1,0,1)x- bC(2,0,1)x-y- bC(0,2,1)x-y- bC(1,2,1)x-y- bC(2,1,2)y+ wC(0,1,1)x- wC(1,1,1)x- wC(2,1,1)x-z+ wC(2,2,1)x- bS(0,0,1)z+ bS(0,2,1)y+ wS(2,2,1)x+ wS(2,1,2)z+ b",
    T("The white sceptre stands upright elsewhere.", "Le sceptre blanc se dresse ailleurs."),
    plays("S(0,0,1)-(1,1,1)z+", "Now the face is free to stop on.", "La face est maintenant libre."),
)
TIP_CELL = shows(
    "fig-9-tip",
    T("Figure 9: no room for the tip", "Figure 9 : pas de place pour la pointe"),
    "bC(0,0,1)y+ bC(1,0,1)y- bC(2,0,1)z+ wC(0,1,1)x- wC(2,1,1)x+ bS(2,0,1)x+ bS(0,1,1)y+ wS(0,0,1)x- wS(2,1,1)z+ b",
    T(
        "Between (0,1,1) and (2,1,1) there is a slot one cell wide.",
        "Entre (0,1,1) et (2,1,1), une fente d’une case de large.",
    ),
    refuses("S(0,1,1)-(0,1,1)x+", "The tip would hit the cube opposite.", "La pointe heurterait le cube d’en face."),
    plays("S(0,1,1)-(1,0,1)y+", "At the bottom of the slot it fits.", "Au fond de la fente, il tient."),
)
FACING_TWO = shows(
    "fig-9-facing-two",
    T("Figure 9: facing across two cells", "Figure 9 : face à face à deux cases"),
    "bC(1,-1,1)x- bC(0,0,1)y+ bC(3,0,1)z+ wC(0,-1,1)y- wC(2,-1,1)x- wC(3,-1,1)x- bS(1,-1,1)z+ bS(0,0,1)z+ wS(2,-1,1)z+ wS(3,0,1)x- b",
    T("White’s sceptre on (3,0,1) looks left.", "Le sceptre blanc de (3,0,1) regarde vers la gauche."),
    refuses("S(0,0,1)-(0,0,1)x+", "They would run into each other.", "Ils se heurteraient."),
)
FACING_THREE = shows(
    "fig-9-facing-three",
    T("Figure 9: across three", "Figure 9 : à trois cases"),
    "bC(1,-1,1)x- bC(4,-1,1)x-y- bC(0,0,1)y+ bC(4,0,1)z+ wC(0,-1,1)y- wC(2,-1,1)x- wC(3,-1,1)x- bS(1,-1,1)z+ bS(0,0,1)z+ wS(2,-1,1)z+ wS(4,0,1)x- b",
    T("One more cell lies between them.", "Une case de plus les sépare."),
    plays("S(0,0,1)-(0,0,1)x+", "Two tips may share a cell.", "Deux pointes peuvent partager une case."),
)
OWN_CUBE = shows(
    "own-cube",
    T("Round the corner of its own cube", "Au coin de son propre cube"),
    None,
    T("A sceptre may stay on its cube and change the face.", "Un sceptre peut rester sur son cube et changer de face."),
    plays("S(1,0,2)-(1,0,2)y-", "From the top to the front.", "Du dessus vers l’avant."),
)

# --- Eliminating, winning, ending (C17 to C21) ----------------------------------------------------------------------

ELIMINATION = shows(
    "fig-10",
    T("Figure 10: elimination", "Figure 10 : l’élimination"),
    "bC(1,0,1)x- bC(2,0,1)x- wC(0,0,1)x- wC(3,0,1)x- wC(4,0,1)x- bS(0,0,1)z+ bS(2,0,1)z+ wS(3,0,1)y+ wS(4,0,1)x+ b",
    T(
        "Blue’s sceptre stands on a white cube; next to it lies a blue one.",
        "Le sceptre bleu est sur un cube blanc ; à côté, un cube bleu.",
    ),
    plays(
        "S(0,0,1)-(1,0,1)z+",
        "It goes home, and the white cube it left is gone.",
        "Il rentre chez lui, et le cube blanc quitté disparaît.",
    ),
)
COVERED_STAYS = shows(
    "fig-10-covered",
    T("Figure 10: a covered cube stays", "Figure 10 : un cube couvert reste"),
    "bC(1,0,1)x- bC(2,0,1)x- bC(0,0,2)z- wC(0,0,1)x- wC(3,0,1)x- wC(4,0,1)x- bS(0,0,1)y- bS(2,0,1)z+ wS(3,0,1)y+ wS(4,0,1)x+ b",
    T("A cube lies on top of the one to be left.", "Un cube est posé sur celui qu’on va quitter."),
    plays("S(0,0,1)-(1,0,1)y-", "So it stays where it is.", "Il reste donc en place."),
)
TO_ENEMY = shows(
    "fig-10-enemy",
    T("Figure 10: from enemy to enemy", "Figure 10 : d’un cube adverse à l’autre"),
    "bC(2,0,1)x- wC(0,0,1)x- wC(1,0,1)x-y- wC(3,0,1)x- wC(4,0,1)x- bS(0,0,1)z+ bS(2,0,1)z+ wS(3,0,1)y+ wS(4,0,1)x+ b",
    T("Here the next cube is white as well.", "Ici, le cube suivant est blanc aussi."),
    plays(
        "S(0,0,1)-(1,0,1)z+",
        "Nothing goes: only coming home eliminates.",
        "Rien ne part : il faut rentrer chez soi pour éliminer.",
    ),
)
ELIMINATION_2008 = shows(
    "2008-elimination",
    T("The 2008 sheet: elimination", "La feuille de 2008 : l’élimination"),
    f"{_CUBES_OF_2008} bS(1,0,1)y- bS(-1,0,3)z+ wS(0,1,2)z+ wS(1,1,2)z+ b",
    T("Blue’s sceptre stands high up on a white cube.", "Le sceptre bleu est perché sur un cube blanc."),
    plays(
        "S(-1,0,3)-(-1,0,1)y-",
        "Down the front onto a blue cube, and the white one is off.",
        "Il descend par l’avant sur un cube bleu, et le blanc s’en va.",
    ),
)
WINNING_ELIMINATION = shows(
    "winning-elimination",
    T("Both at once", "Les deux à la fois"),
    "bC(1,0,1)x- bC(2,0,1)x- wC(0,0,1)x- wC(3,0,1)x- bS(0,0,1)z+ bS(2,0,1)z+ wS(1,0,1)y- wS(3,0,1)z+ b",
    T("The next blue cube carries a white sceptre.", "Le cube bleu suivant porte un sceptre blanc."),
    plays(
        "S(0,0,1)-(1,0,1)z+",
        "Blue wins, and the cube it left still goes.",
        "Bleu gagne, et le cube quitté part tout de même.",
    ),
)
DIAGONAL_WIN = shows(
    "fig-2",
    T("Figure 2: a diagonal win", "Figure 2 : gain en diagonale"),
    f"{_CUBES_OF_THE_START} bS(-1,0,2)z+ bS(1,0,2)z+ wS(0,1,2)y+ wS(1,1,2)z+ b",
    T("A white sceptre lies behind (0,1,2).", "Un sceptre blanc est couché derrière (0,1,2)."),
    plays(
        "S(-1,0,2)-(0,1,2)z+",
        "Diagonally onto the top of the same cube: Blue wins.",
        "En diagonale sur le dessus du même cube : Bleu gagne.",
    ),
)
DIAGONAL_WIN_2008 = shows(
    "2008-diagonal-win",
    T("The 2008 sheet: a long diagonal", "La feuille de 2008 : une longue diagonale"),
    f"{_CUBES_OF_2008} bS(1,0,1)y- bS(0,1,2)z+ wS(1,1,2)z+ wS(-1,0,3)z+ b",
    T("From the lower right of the front to its upper left.", "D’en bas à droite de la façade jusqu’en haut à gauche."),
    plays(
        "S(1,0,1)-(-1,0,3)y-",
        "Two steps diagonally up, and Blue wins.",
        "Deux pas en diagonale vers le haut, et Bleu gagne.",
    ),
)
QUICKEST = shows(
    "quickest-win",
    T("The quickest win", "Le gain le plus rapide"),
    None,
    T("A game of two moves.", "Une partie en deux coups."),
    plays("S(-1,0,2)-(-1,0,2)x-", "Blue clears the top of its own cube.", "Bleu dégage le dessus de son propre cube."),
    plays(
        "S(-1,1,2)-(-1,0,2)y-",
        "White goes round onto that very cube and wins.",
        "Blanc fait le tour jusqu’à ce même cube, et gagne.",
    ),
)
OWN_SCEPTRES = shows(
    "fig-4",
    T("Figure 4: keep them apart", "Figure 4 : gardez-les séparés"),
    f"{_CUBES_OF_THE_START} bS(0,0,2)z+ bS(1,0,2)y- wS(-1,1,2)z+ wS(1,1,2)z+ b",
    T("Blue’s sceptres stand on neighbouring cubes.", "Les sceptres de Bleu sont sur deux cubes voisins."),
    refuses("S(0,0,2)-(1,0,2)z+", "Both on one cube would lose.", "Les deux sur un cube, c’est perdre."),
    refuses("S(1,0,2)-(0,0,2)y-", "The same the other way round.", "De même dans l’autre sens."),
    plays(
        "S(1,0,2)-(1,0,2)z+", "To the top of its own cube is fine.", "Sur le dessus de son propre cube, pas de souci."
    ),
)

_TO_AND_FRO = ("S(-1,0,2)-(0,0,2)z+", "S(1,1,2)-(0,1,2)z+", "S(0,0,2)-(-1,0,2)z+", "S(0,1,2)-(1,1,2)z+")
REPETITION = Figure(
    "three-times",
    T("Three times the same", "Trois fois la même"),
    None,
    T(
        "Both sides go to and fro. The start counts as the first time.",
        "Les deux camps vont et viennent. Le départ compte pour la première fois.",
    ),
    (
        *(plays(move, "There and back.", "Aller et retour.") for move in _TO_AND_FRO[:3]),
        plays(_TO_AND_FRO[3], "The start stands for the second time.", "Le départ se présente pour la deuxième fois."),
        *(plays(move, "Once more.", "Encore une fois.") for move in _TO_AND_FRO[:3]),
        plays(_TO_AND_FRO[3], "The third time: a draw.", "La troisième fois : partie nulle."),
    ),
)
