"""The figures of Axom's rulebook as live boards. Numbers are those of the printed figures; the others are ours."""

from alcove.games.teaching import Figure, T, plays, refuses, shows

# --- Board, start, sowing (X3 to X9) --------------------------------------------------------------------------------

START = Figure(
    "start",
    T("The start", "Le départ"),
    None,
    T(
        "Light sits at the bottom corner, Dark at the top. Light has eighteen moves.",
        "Clair est assis au coin du bas, Foncé à celui du haut. Clair a dix-huit coups.",
    ),
    invites=T(
        "Press one of your stacks and see where it may go.",
        "Touchez une de vos piles et regardez où elle peut aller.",
    ),
)
LINES = shows(
    "straight-or-diagonal",
    T("Even goes straight, odd goes diagonally", "Pair tout droit, impair en diagonale"),
    None,
    T(
        "A stack of four stands on c3 and a stack of three on b4.",
        "Une pile de quatre en c3, une pile de trois en b4.",
    ),
    refuses("c3-d4", "Four pawns do not go diagonally.", "Quatre pions ne partent pas en diagonale."),
    refuses("b4-b5", "Three do not go straight.", "Trois ne partent pas tout droit."),
    plays("c3-f3", "The four goes east along its rank.", "La pile de quatre part vers l’est, le long de sa rangée."),
)
FOUR = shows(
    "fig-3-four",
    T("Figure 3: a stack of four", "Figure 3 : une pile de quatre"),
    "6h/7/7/D6/7/7/H6 w",
    T("Four pawns on a4 will go east.", "Quatre pions en a4 vont partir vers l’est."),
    plays(
        "a4-d4",
        "One stays, three go on: 1, 1, 1, 1.",
        "L’un reste, trois avancent : 1, 1, 1, 1.",
    ),
)
TWO = shows(
    "fig-3-two",
    T("Figure 3: a stack of two", "Figure 3 : une pile de deux"),
    "6h/7/7/B6/7/7/H6 w",
    T("Two pawns on a4.", "Deux pions en a4."),
    plays("a4-b4", "One stays, one enters b4.", "L’un reste, l’autre entre en b4."),
)
THREE = shows(
    "fig-3-three",
    T("Figure 3: a stack of three", "Figure 3 : une pile de trois"),
    "6h/7/7/7/7/1C5/H6 w",
    T("Three pawns on b2, so the way is diagonal.", "Trois pions en b2 : le chemin est diagonal."),
    plays("b2-d4", "They are sown on b2, c3 and d4.", "Ils se sèment en b2, c3 et d4."),
)
LONE = shows(
    "lone-pawn",
    T("A lone pawn", "Un pion seul"),
    "6h/7/7/3A3/7/7/H6 w",
    T("It leaves nothing behind.", "Il ne laisse rien derrière lui."),
    refuses("d4-f6", "Two cells are one too many.", "Deux cases, c’est une de trop."),
    plays("d4-c5", "One cell, diagonally.", "Une case, en diagonale."),
)
AS_FAR = shows(
    "as-far-as-possible",
    T("No stopping on the way", "On ne s’arrête pas en route"),
    None,
    T(
        "The four on c3 could reach f3. May it stop before?",
        "La pile de c3 peut atteindre f3. Peut-elle s’arrêter avant ?",
    ),
    refuses("c3-e3", "No: it goes as far as it can.", "Non : elle va aussi loin qu’elle peut."),
    plays("c3-f3", "All the way to f3.", "Jusqu’au bout, en f3."),
)
GROW = shows(
    "fig-4",
    T("Figure 4: over your own stacks", "Figure 4 : par-dessus ses piles"),
    "6h/7/7/DACB3/7/7/H6 w",
    T("The four on a4 looks over 1, 3 and 2.", "La pile de quatre en a4 regarde 1, 3 et 2."),
    plays("a4-d4", "Each grows by one: 1, 2, 4, 3.", "Chacune grandit d’un pion : 1, 2, 4, 3."),
)
GROW_AT_START = shows(
    "sowing-from-the-start",
    T("A first move", "Un premier coup"),
    None,
    T("In the start, the four on b2 goes north.", "Au départ, la pile de quatre en b2 part vers le nord."),
    plays(
        "b2-b5",
        "b3 grows to three, b4 to four, and a pawn enters b5.",
        "b3 passe à trois, b4 à quatre, et un pion entre en b5.",
    ),
)

# --- What ends a walk (X10) -----------------------------------------------------------------------------------------

OWN_FOUR = shows(
    "fig-5",
    T("Figure 5: your own four is a wall", "Figure 5 : sa pile de quatre est un mur"),
    "6h/7/7/D2D3/7/7/H6 w",
    T("Between a4 and the four on d4 lie two empty cells.", "Entre a4 et la pile de quatre en d4, deux cases vides."),
    refuses("a4-d4", "Five pawns on d4? Never.", "Cinq pions en d4 ? Jamais."),
    plays(
        "a4-c4",
        "It stops on c4 with everything in hand: 1, 1, 2.",
        "Elle s’arrête en c4 avec tout ce qu’elle tient : 1, 1, 2.",
    ),
)
OWN_FOUR_BESIDE = shows(
    "fig-5-adjacent",
    T("Figure 5: right beside it", "Figure 5 : juste à côté"),
    "6h/7/7/DD5/7/7/H6 w",
    T("Two fours side by side.", "Deux piles de quatre côte à côte."),
    refuses("a4-b4", "No cell will do, so there is no move east.", "Aucune case ne convient : pas de coup vers l’est."),
)
OWN_HEAD = shows(
    "fig-6",
    T("Figure 6: your own head", "Figure 6 : sa propre tête"),
    "6h/7/4H2/7/2C4/7/7 w",
    T("The head on e5 stands in the way of the three on c3.", "La tête en e5 barre la route à la pile de c3."),
    refuses("c3-e5", "The head is never covered.", "On ne couvre jamais la tête."),
    plays("c3-d4", "The walk ends before it, on d4.", "Le déplacement s’arrête devant, en d4."),
)
OWN_HEAD_BESIDE = shows(
    "own-head-adjacent",
    T("The head right ahead", "La tête juste devant"),
    "6h/7/7/3H3/2C4/7/7 w",
    T("Here it stands on the very next cell.", "Ici elle est sur la case d’après."),
    refuses("c3-d4", "No move in this direction.", "Pas de coup dans cette direction."),
)
EDGE = shows(
    "fig-7",
    T("Figure 7: the edge", "Figure 7 : le bord"),
    "6h/7/7/4D2/7/7/H6 w",
    T("Only two cells lie east of e4.", "Il n’y a que deux cases à l’est de e4."),
    plays(
        "e4-g4",
        "What is still in hand stays on the last: 1, 1, 2.",
        "Ce qui reste en main se pose sur la dernière : 1, 1, 2.",
    ),
)
FALL_BACK = shows(
    "fig-8",
    T("Figure 8: falling back", "Figure 8 : on recule"),
    "6h/7/7/D1CD3/7/7/H6 w",
    T("From a4 eastwards: empty, three, four.", "De a4 vers l’est : vide, trois, quatre."),
    refuses("a4-d4", "d4 would hold five.", "d4 aurait cinq pions."),
    refuses("a4-c4", "c4 would hold five as well.", "c4 aussi en aurait cinq."),
    plays("a4-b4", "b4 is the farthest stop that works: 1, 3.", "b4 est l’arrêt le plus lointain possible : 1, 3."),
)
NO_STOP = shows(
    "fig-8-no-stop",
    T("Figure 8: no stop at all", "Figure 8 : aucun arrêt"),
    "6h/7/7/DBCD3/7/7/H6 w",
    T("Now b4 holds two already.", "Cette fois b4 porte déjà deux pions."),
    refuses("a4-b4", "Every stop would make five: no move east.", "Chaque arrêt ferait cinq : pas de coup vers l’est."),
)
OUTNUMBERED = shows(
    "fig-9",
    T("Figure 9: outnumbered", "Figure 9 : en infériorité"),
    "6h/7/7/D2b3/7/7/H6 w",
    T("Two dark pawns wait on d4.", "Deux pions foncés attendent en d4."),
    refuses("a4xd4", "Only one would arrive against two.", "Il n’en arriverait qu’un contre deux."),
    plays("a4-c4", "The walk ends before them.", "Le déplacement s’arrête devant."),
)
BEHIND_FOUR = shows(
    "capture-behind-a-four",
    T("Out of reach behind a four", "Hors d’atteinte derrière une pile de quatre"),
    "6h/7/7/D1Da3/7/7/H6 w",
    T("A dark pawn hides behind Light’s own four.", "Un pion foncé s’abrite derrière la pile de quatre de Clair."),
    plays(
        "a4-b4",
        "The move stops on b4; d4 was never entered, so nothing is taken there.",
        "Le coup s’arrête en b4 ; on n’est jamais entré en d4, rien n’y est pris.",
    ),
)
WALL_THEN_BACK = shows(
    "enemy-wall-then-back",
    T("An enemy wall, then back", "Un mur adverse, puis on recule"),
    "6h/7/7/D1Cd3/7/7/H6 w",
    T(
        "The dark four on d4 ends the walk on c4, where three stand.",
        "La pile foncée de quatre en d4 arrête tout en c4, où il y a trois pions.",
    ),
    plays(
        "a4-b4", "c4 would become five, so the move falls back to b4.", "c4 passerait à cinq : le coup recule en b4."
    ),
)
FIFTH_FOUR = shows(
    "fifth-four",
    T("A fifth four", "Une cinquième pile de quatre"),
    "6h/D6/D6/D6/D3C2/7/H1C4 w",
    T(
        "Light has four stacks of four. The three on c1 aims at e3.",
        "Clair a quatre piles de quatre. La pile de trois en c1 vise e3.",
    ),
    refuses("c1-e3", "e3 would become the fifth.", "e3 deviendrait la cinquième."),
    plays("c1-d2", "So it stops one cell earlier.", "Elle s’arrête donc une case plus tôt."),
)
FIFTH_FOUR_PAWN = shows(
    "fifth-four-by-a-pawn",
    T("A fifth four by a lone pawn", "Une cinquième pile par un pion seul"),
    "6h/D6/D6/D6/D3C2/3A3/H6 w",
    T("A lone pawn has no earlier cell to stop on.", "Un pion seul n’a pas de case plus proche où s’arrêter."),
    refuses("d2-e3", "So it does not go there.", "Il n’y va donc pas."),
)
WALLS_AT_START = shows(
    "walls-at-the-start",
    T("Walls in your own camp", "Des murs dans son propre camp"),
    None,
    T(
        "At the start, the two on c2 would like to go east.",
        "Au départ, la pile de deux en c2 voudrait partir vers l’est.",
    ),
    refuses("c2-d2", "d2 would become Light’s fifth four.", "d2 deviendrait la cinquième pile de quatre de Clair."),
)

# --- Taking (X11, X12) ----------------------------------------------------------------------------------------------

TAKE_TWO = shows(
    "fig-10",
    T("Figure 10: two arrive on two", "Figure 10 : deux arrivent sur deux"),
    "6h/7/7/D1b4/7/7/H6 w",
    T(
        "A dark two stands on c4; Dark’s heart is held by its head.",
        "Une pile foncée de deux en c4 ; le cœur foncé porte sa tête.",
    ),
    plays(
        "a4xd4",
        "Equal is enough: both are taken, and the walk goes on to d4.",
        "L’égalité suffit : les deux sont pris, et l’on continue jusqu’en d4.",
    ),
)
TAKE_FIVE = shows(
    "fig-11",
    T("Figure 11: three, then two", "Figure 11 : trois, puis deux"),
    "6h/7/7/Dcbc3/7/7/H6 w",
    T("Dark stacks of three, two and three stand in a row.", "Trois, deux et trois pions foncés à la file."),
    plays(
        "a4xc4",
        "Three arrive on three, two on two: five are taken. One would arrive on d4’s three, so it ends on c4.",
        "Trois arrivent sur trois, deux sur deux : cinq sont pris. Un seul arriverait sur les trois de d4, donc on s’arrête en c4.",
    ),
)
HEAD_IN_PASSING = shows(
    "takes-the-head",
    T("The head is taken", "La tête est prise"),
    "7/7/7/D1h4/7/7/H6 w",
    T("Dark’s head stands two cells from the four on a4.", "La tête foncée est à deux cases de la pile de a4."),
    plays("a4xc4", "The walk ends on the head’s cell: Light wins.", "Le déplacement finit sur la tête : Clair gagne."),
)
HEAD_OUT_OF_LIMITS = shows(
    "head-out-of-limits",
    T("Safe behind the limit", "Protégée par la limite"),
    "7/D6/D6/D2h3/D1C4/1C5/6H w",
    T(
        "Light owns four fours. Going through c3 would make it the fifth.",
        "Clair a quatre piles de quatre. Passer par c3 en ferait une cinquième.",
    ),
    refuses(
        "b2xd4",
        "The stop must respect the limits, so the head is safe.",
        "L’arrêt doit respecter les limites : la tête est sauve.",
    ),
)
HEAD_IN_LIMITS = shows(
    "head-in-limits",
    T("With one four fewer", "Avec une pile de quatre en moins"),
    "7/D6/D6/3h3/D1C4/1C5/6H w",
    T("The same attack, but a4 is empty.", "La même attaque, mais a4 est vide."),
    plays("b2xd4", "Now it works, and Light wins.", "Cette fois ça passe, et Clair gagne."),
)

# --- The head (X13 to X15) ------------------------------------------------------------------------------------------

HEAD_TAKES_ONE = shows(
    "head-takes-one",
    T("The head takes one", "La tête prend un pion"),
    "7/5h1/7/3a3/2H4/7/7 w",
    T("A lone dark pawn beside Light’s head.", "Un pion foncé seul à côté de la tête claire."),
    plays(
        "c3xd4",
        "Taken; and since Dark’s heart was empty, the pawn goes home to g7.",
        "Il est pris ; et comme le cœur foncé était vide, le pion rentre en g7.",
    ),
)
HEAD_NOT_TWO = shows(
    "head-not-two",
    T("But not two", "Mais pas deux"),
    "7/5h1/7/3b3/2H4/7/7 w",
    T("Now a stack of two.", "Cette fois, une pile de deux."),
    refuses("c3xd4", "The head counts as one.", "La tête compte pour un."),
)
HEAD_TAKES_HEAD = shows(
    "head-takes-head",
    T("Head takes head", "Tête contre tête"),
    "7/7/7/3h3/2H4/7/7 w",
    T("Two heads side by side, Light to move.", "Deux têtes côte à côte, à Clair de jouer."),
    plays("c3xd4", "Light wins.", "Clair gagne."),
)
HEAD_HOME = shows(
    "head-to-its-heart",
    T("Never back home", "Jamais de retour"),
    "7/5h1/7/7/7/1H5/7 w",
    T("The head has left its heart.", "La tête a quitté son cœur."),
    refuses("b2-a1", "It never goes back.", "Elle n’y revient jamais."),
)
HEAD_ENEMY_HEART = shows(
    "head-on-the-enemy-heart",
    T("Not even for the head", "Pas même pour la tête"),
    "6h/5H1/7/7/7/7/7 w",
    T("Dark’s head still sits on its heart.", "La tête foncée est encore sur son cœur."),
    refuses("f6xg7", "The enemy heart is closed to heads.", "Le cœur adverse est fermé aux têtes."),
)

# --- The heart (X17) ------------------------------------------------------------------------------------------------

HOME_TWO = shows(
    "fig-10-heart-empty",
    T("Figure 10, heart empty", "Figure 10, cœur vide"),
    "7/5h1/7/D1b4/7/7/H6 w",
    T("Dark’s head has left g7.", "La tête foncée a quitté g7."),
    plays("a4xd4", "Two are taken, one goes back onto g7.", "Deux sont pris, l’un revient en g7."),
)
HOME_FIVE = shows(
    "fig-11-heart-empty",
    T("Figure 11, heart empty", "Figure 11, cœur vide"),
    "7/5h1/7/Dcbc3/7/7/H6 w",
    T("Five pawns are about to be taken.", "Cinq pions vont être pris."),
    plays("a4xc4", "Five taken, and still only one comes back.", "Cinq pris, et toujours un seul qui revient."),
)
HOME_LONE = shows(
    "lone-pawn-goes-home",
    T("A lone pawn goes home", "Un pion seul rentre"),
    "7/5h1/3a3/2A4/7/7/H6 w",
    T("One pawn takes one pawn.", "Un pion en prend un autre."),
    plays(
        "c4xd5",
        "It is back at once on g7: Dark has lost a place, not a pawn.",
        "Il est aussitôt de retour en g7 : Foncé perd une place, pas un pion.",
    ),
)
HOME_IN_THE_WAY = shows(
    "home-in-the-way",
    T("Home, and in the way", "De retour, et sur le chemin"),
    "4Da1/7/4h2/7/7/7/H6 w",
    T("The walk itself leads over Dark’s heart.", "Le déplacement passe par le cœur foncé."),
    plays(
        "e7xg7",
        "The pawn from f7 goes back to g7, and the same walk takes it there for good.",
        "Le pion de f7 revient en g7, et le même déplacement l’y reprend pour de bon.",
    ),
)
HELD_BY_ATTACKER = shows(
    "attacker-on-the-heart",
    T("The attacker holds the heart", "L’attaquant occupe le cœur"),
    "6A/5h1/7/D1b4/7/7/H6 w",
    T("A light pawn stands on Dark’s heart.", "Un pion clair se tient sur le cœur foncé."),
    plays("a4xd4", "The heart is not empty: nothing goes back.", "Le cœur n’est pas vide : rien ne revient."),
)
LONE_LEAVES = shows(
    "lone-pawn-leaves-the-heart",
    T("A lone pawn leaves the heart and takes", "Un pion seul quitte le cœur et prend"),
    "6A/5a1/4h2/7/7/7/H6 w",
    T("It steps off g7 in order to take.", "Il descend de g7 pour prendre."),
    plays(
        "g7xf6",
        "By then the heart is empty: the taken pawn goes home.",
        "Le cœur est alors vide : le pion pris rentre.",
    ),
)
STACK_LEAVES = shows(
    "stack-leaves-the-heart",
    T("A stack leaves a pawn there", "Une pile y laisse un pion"),
    "5aB/7/4h2/7/7/7/H6 w",
    T("Two pawns start from g7.", "Deux pions partent de g7."),
    plays("g7xf7", "One stays on the heart, so nothing goes back.", "L’un reste sur le cœur : rien ne revient."),
)
TAKEN_ON_HEART = shows(
    "taken-on-the-heart",
    T("Taken on the heart itself", "Pris sur le cœur même"),
    "6a/5A1/5h1/7/7/7/H6 w",
    T("A dark pawn stands on its own heart.", "Un pion foncé se tient sur son propre cœur."),
    plays("f6xg7", "It is lost: the taker now stands on the heart.", "Il est perdu : celui qui prend occupe le cœur."),
)

# --- The end (X20, X21) ---------------------------------------------------------------------------------------------

_SHUTTLE = ("b1-a2", "f7-g6", "a2-b1", "g6-f7")
REPETITION = Figure(
    "four-times",
    T("The fourth time loses", "La quatrième fois perd"),
    None,
    T(
        "Both heads walk to and fro between the same cells. Step through to the end.",
        "Les deux têtes vont et viennent entre les mêmes cases. Avancez jusqu’au bout.",
    ),
    (
        plays("a1-b1", "Light’s head leaves home.", "La tête claire quitte son cœur."),
        plays("g7-f7", "So does Dark’s.", "La foncée aussi."),
        *(
            plays(move, f"To and fro, round {round_} of 4.", f"Aller et retour, tour {round_} sur 4.")
            for round_ in (1, 2, 3)
            for move in _SHUTTLE
        ),
        plays(
            "b1-a2",
            "The movement b1–a2 for the fourth time: Light has resigned.",
            "Le déplacement b1–a2 pour la quatrième fois : Clair a abandonné.",
        ),
    ),
)
ANYWHERE = Figure(
    "four-times-anywhere",
    T("Wherever the others stand", "Où que soient les autres"),
    "6h/7/7/3H3/7/7/7 w",
    T(
        "Dark’s head walks on and on and never repeats itself, so no position comes back. Light’s goes to and fro.",
        "La tête foncée avance sans jamais se répéter : aucune position ne revient. La claire va et vient.",
    ),
    (
        *(
            step
            for number, (there, dark, back, next_dark) in enumerate(
                (
                    ("d4-e4", "g7-f7", "e4-d4", "f7-e7"),
                    ("d4-e4", "e7-d6", "e4-d4", "d6-c6"),
                    ("d4-e4", "c6-b6", "e4-d4", "b6-a7"),
                ),
                1,
            )
            for step in (
                plays(there, f"Time {number}.", f"Fois n° {number}."),
                plays(dark, "Dark goes on.", "Foncé avance."),
                plays(back, "And back.", "Et retour."),
                plays(next_dark, "Dark goes on.", "Foncé avance."),
            )
        ),
        plays(
            "d4-e4",
            "The board is another, the movement is the same: the fourth time is resigning.",
            "Le plateau a changé, le déplacement est le même : la quatrième fois, c’est abandonner.",
        ),
    ),
)
OTHER_READING = Figure(
    "four-times-here",
    T("The option: in the same position", "L’option : dans la même position"),
    "6h/7/7/3H3/7/7/7 w",
    T(
        "At a table that counts positions, the same walk costs nothing: no position comes back.",
        "À une table qui compte les positions, la même marche ne coûte rien : aucune position ne revient.",
    ),
    (
        *ANYWHERE.steps[:-1],
        plays(
            "d4-e4",
            "The fourth time, but never before with Dark’s head there: the game goes on.",
            "La quatrième fois, mais jamais encore avec la tête foncée à cette place : la partie continue.",
        ),
    ),
    options={"repetition": "position4"},
)
NO_MOVE = shows(
    "no-move",
    T("Nothing left to play", "Plus rien à jouer"),
    "6h/7/7/7/bb5/Hb5/1b5 w",
    T(
        "Around Light’s head there are only stacks of two and its own heart. Light cannot move: Dark wins.",
        "Autour de la tête claire, rien que des piles de deux et son propre cœur. Clair ne peut pas jouer : Foncé gagne.",
    ),
    refuses("a2xa3", "Two pawns are too many for a head.", "Deux pions, c’est trop pour une tête."),
)
