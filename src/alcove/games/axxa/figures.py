"""The figures of AxxA's rulebook as live boards: small studies, since the book's own diagrams were lost."""

from alcove.games.teaching import Figure, T, plays, refuses, shows

_A_DEAL = "a3:1ce,a4:2df,a5:1ce,c1:2df,c7:1ce,d1:2df,d7:1ce,e1:2df,e7:1ce,g3:2df,g4:1ce,g5:2df 1 - 0 move 1"

# --- Cloth, pieces, moving (A1 to A5) -------------------------------------------------------------------------------

START = Figure(
    "start",
    T("A deal", "Une donne"),
    _A_DEAL,
    T(
        "Twelve piles of three on the start cells; you see only what is on top. Now the 1s are needed.",
        "Douze piles de trois sur les cases de départ ; on ne voit que le dessus. Ce sont les 1 qu’il faut.",
    ),
    invites=T(
        "Press a pile: its number says how far it goes.", "Touchez une pile : son nombre dit de combien elle avance."
    ),
)
THREE_CELLS = shows(
    "three-cells",
    T("A 3 goes three cells", "Un 3 avance de trois cases"),
    "c7:56,d7:356,e7:56 5 - 4 move 1",
    T("d7 shows a 3. Its neighbours stand in the way.", "d7 montre un 3. Ses voisines lui barrent la route."),
    refuses("d7-d5", "Two cells are not three.", "Deux cases ne font pas trois."),
    plays(
        "d7-c5",
        "Two down, one to the side: one turn is allowed.",
        "Deux vers le bas, une de côté : un seul virage est permis.",
    ),
)
BLOCKED = shows(
    "both-ways-blocked",
    T("Both ways are blocked", "Les deux chemins sont barrés"),
    "a3:56,b3:56,d3:56,f5:1,e6:1,f6:2 5 - 4 move 1",
    T("The 2 on f6 would like to reach e5.", "Le 2 de f6 voudrait aller en e5."),
    refuses("f6-e5", "A pile stands at each of the two corners.", "Une pile se tient à chacun des deux coins."),
    plays("f5-f4", "Another pile has to make way first.", "Il faut d’abord qu’une autre pile fasse de la place."),
)
STUCK_CENTRE = shows(
    "stuck-in-the-centre",
    T("A 6 in the middle", "Un 6 au milieu"),
    "c4:6,d4:6,e4:6,g3:1 6 - 5 move 1",
    T(
        "From the centre and the four cells beside it, a 6 can go nowhere.",
        "Du centre et des quatre cases voisines, un 6 ne va nulle part.",
    ),
    refuses("d4-g4", "Three cells are too few for a 6.", "Trois cases, c’est trop peu pour un 6."),
    plays(
        "g3-f3",
        "But any move will do: the three 6s touch, and are taken.",
        "Mais n’importe quel coup suffit : les trois 6 se touchent, et sont pris.",
    ),
)
TURN = shows(
    "turning",
    T("Turning a pile", "Retourner une pile"),
    "a3:56,b3:56,d3:56,f6:123 5 - 4 move 1",
    T("On f6 lie a 1, a 2 and a 3, top first.", "En f6, un 1, un 2 et un 3, en partant du dessus."),
    plays(
        "f6-f5*",
        "Moved by one and turned: the 1 goes underneath, the 2 shows.",
        "Avancée d’une case et retournée : le 1 passe dessous, le 2 apparaît.",
    ),
)
SINGLE = shows(
    "single-piece",
    T("A single piece", "Une pièce seule"),
    "a3:56,b3:56,d3:56,f6:1 5 - 4 move 1",
    T("Only one piece lies on f6.", "Il n’y a qu’une pièce en f6."),
    refuses("f6-f5*", "There is nothing to turn.", "Rien à retourner."),
)

# --- Triplets (A6) --------------------------------------------------------------------------------------------------

TRIPLET = shows(
    "triplet",
    T("Two triplets in one turn", "Deux triplets en un tour"),
    "a3:56,b3:56,c3:56,f6:1 5 - 4 move 1",
    T(
        "Three 5s lie side by side, each on a 6. Only f6 moves.",
        "Trois 5 côte à côte, chacun sur un 6. Seule f6 bouge.",
    ),
    plays(
        "f6-f5",
        "The 5s go, the 6s beneath them follow, and that wins.",
        "Les 5 partent, les 6 d’en dessous suivent, et c’est gagné.",
    ),
)
CHOICE = shows(
    "choice",
    T("Four in a row: choose three", "Quatre à la file : choisissez-en trois"),
    "a3:56,b3:56,c3:56,d3:5,f6:1 5 - 4 move 1",
    T("Four 5s in a row make two different triplets.", "Quatre 5 à la file font deux triplets possibles."),
    plays("f6-f5", "After the move the player chooses.", "Après le déplacement, le joueur choisit."),
    plays(
        "=b3.c3.d3",
        "The right-hand three go; the 5 on a3 stays on its 6.",
        "Les trois de droite partent ; le 5 de a3 reste sur son 6.",
    ),
)
OLDER = shows(
    "older-triplet",
    T("An older triplet goes, too", "Un triplet plus ancien part aussi"),
    "a3:5,b3:5,c3:5,e6:6,f6:6,g5:6,f2:1 5 - 4 move 1",
    T("Three 5s on the left; three 6s wait on the right.", "Trois 5 à gauche ; trois 6 attendent à droite."),
    plays("f2-f3", "First the 5s, then the waiting 6s.", "D’abord les 5, puis les 6 qui attendaient."),
)
CHAIN = shows(
    "from-one-to-six",
    T("From 1 to 6 in one turn", "De 1 à 6 en un tour"),
    _A_DEAL,
    T("A deal made for it.", "Une donne faite pour cela."),
    plays(
        "a4-b3",
        "Six triplets one after the other: the quickest game there is.",
        "Six triplets l’un après l’autre : la partie la plus courte qui soit.",
    ),
)
KING = shows(
    "shape-king",
    T("Sides or corners", "Par les côtés ou les coins"),
    "a3:5,b4:5,b5:5,f6:1,g3:6,d1:6,d7:6 5 - 4 move 1",
    T("a3 touches b4 only at a corner.", "a3 ne touche b4 que par un coin."),
    plays("f6-f5", "That is enough: the 5s are taken.", "Cela suffit : les 5 sont pris."),
)
LINE8 = shows(
    "shape-line8",
    T("With straight lines only", "En ligne droite seulement"),
    "a3:5,b4:5,b5:5,f6:1,g3:6,d1:6,d7:6 5 - 4 move 1",
    T("The same board with the option for lines.", "Le même plateau avec l’option des lignes."),
    plays(
        "f6-f5",
        "A bend does not count: nothing is taken, a piece is due.",
        "Un coude ne compte pas : rien n’est pris, il faut payer.",
    ),
    shape="line8",
)

# --- Paying and taking turns (A7, A8) -------------------------------------------------------------------------------

NO_EXCUSE = shows(
    "no-excuse",
    T("The wrong number", "Pas le bon nombre"),
    "a3:6,b3:6,c3:6,e1:5,e3:5,g5:5,f6:1 5 - 4 move 1",
    T("Three 6s lie together, but the 5s are needed.", "Trois 6 sont réunis, mais ce sont les 5 qu’il faut."),
    plays("f6-f5", "No triplet of 5s, so there is a piece to pay.", "Pas de triplet de 5 : il faut payer d’une pièce."),
    plays("$f5", "The 1 is no longer needed by anyone.", "Le 1 ne sert plus à rien."),
)
WAITS = shows(
    "waits",
    T("Uncovered by the payment", "Dévoilé par le paiement"),
    "a3:15,b3:56,c3:56,f5:6 5 - 4 pay 1",
    T("Under the 1 on a3 lies the third 5.", "Sous le 1 de a3 dort le troisième 5."),
    plays(
        "$a3",
        "Now three 5s touch, but they wait for the next turn.",
        "Trois 5 se touchent, mais ils attendent le tour suivant.",
    ),
    plays(
        "f5-a4",
        "After the next move they go, and the 6s with them.",
        "Après le déplacement suivant ils partent, et les 6 avec.",
    ),
)
AT_ONCE = shows(
    "at-once",
    T("The same with the option", "Le même avec l’option"),
    "a3:15,b3:56,c3:56,f5:6 5 - 4 pay 1",
    T("With the option nothing waits.", "Avec l’option, rien n’attend."),
    plays("$a3", "The 5s go at once.", "Les 5 partent aussitôt."),
    take_after_payment="yes",
)
ROTATION = shows(
    "rotation",
    T("Three at the table", "À trois autour de la table"),
    "a3:56,b3:56,d3:56,f6:12 5 - 4 move 3",
    T("Player 3 is on turn.", "C’est au joueur 3."),
    plays("f6-f5", "Moving and paying are one turn.", "Déplacer et payer font un seul tour."),
    plays("$f5", "Only now is it player 1’s turn.", "C’est seulement maintenant au joueur 1."),
    mode="coop",
    seats="3",
)

# --- The end (A9, A10) ----------------------------------------------------------------------------------------------

SHORT = shows(
    "short",
    T("Too few 5s", "Trop peu de 5"),
    "a3:5,b4:5,c5:66,d6:6,e6:1 5 5 4 move 1",
    T("A 5 was paid; two are left on the board. Lost.", "Un 5 a été payé ; il n’en reste que deux. Perdu."),
)
PILES = shows(
    "piles",
    T("Too few piles", "Trop peu de piles"),
    "c4:666,d4:6 6 - 5 move 1",
    T(
        "Four 6s, but in two piles: three can never lie side by side. Lost.",
        "Quatre 6, mais en deux piles : jamais trois côte à côte. Perdu.",
    ),
)
STUCK = shows(
    "stuck",
    T("Nothing moves", "Rien ne bouge"),
    "c4:6,d4:6,e4:6 6 - 5 move 1",
    T(
        "They would be a triplet, but a turn begins with a move, and no 6 can make one. Lost.",
        "Ce serait un triplet, mais un tour commence par un déplacement, et aucun 6 ne peut en faire. Perdu.",
    ),
)
DUEL = shows(
    "duel",
    T("Each keeps its own", "Chacun garde les siens"),
    "a3:2,b3:2,c3:2,e6:3,f2:3,g3:3,g5:1 2 - 0/1 move 2",
    T("A duel; player 2 is on turn and has one triplet.", "Un duel ; c’est au joueur 2, qui a un triplet."),
    plays(
        "g5-f5",
        "The 2s go to player 2; then it is player 1’s turn.",
        "Les 2 vont au joueur 2 ; puis c’est au joueur 1.",
    ),
    mode="duel",
)
DEAD = shows(
    "dead-number",
    T("A dead number is skipped", "Un nombre mort est sauté"),
    "a3:1,b3:1,c5:12,d3:2,e3:2,g5:6 1 - 0/0 pay 1",
    T("Exactly three 1s are left, and a payment is due.", "Il reste tout juste trois 1, et il faut payer."),
    plays(
        "$a3",
        "Two 1s can never be a triplet: the 2s are needed now.",
        "Deux 1 ne feront jamais un triplet : ce sont les 2 qu’il faut.",
    ),
    mode="duel",
)
FROZEN = shows(
    "frozen",
    T("Without the house rule", "Sans la règle de la maison"),
    "a3:1,b3:1,c5:12,d3:2,e3:2,g5:6 1 - 0/0 pay 1",
    T("The same payment, but dead numbers are not skipped.", "Le même paiement, mais sans sauter les nombres morts."),
    plays(
        "$a3", "The dead 1s bar the way, and the duel is over.", "Les 1, morts, barrent la route, et le duel est fini."
    ),
    mode="duel",
    skip_dead="no",
)
SECOND_CYCLE = shows(
    "second-cycle",
    T("Once more from 1", "On repart de 1"),
    "a3:61,b3:61,d6:61,c3:6,e6:2,g5:1 6 - 3/2 move 1",
    T(
        "The 6s are about to go, and a second round is allowed.",
        "Les 6 vont partir, et l’option permet un second tour.",
    ),
    plays("g5-g4", "Now the 1s are needed again.", "Ce sont de nouveau les 1 qu’il faut."),
    mode="duel",
    second_cycle="yes",
)
THREE_PILES = shows(
    "three-piles",
    T("Three piles end a duel", "Trois piles finissent un duel"),
    "a3:21,b5:22,d1:22 2 - 1/0 move 2",
    T(
        "Player 1 has one triplet, player 2 none: player 1 wins.",
        "Le joueur 1 a un triplet, le joueur 2 aucun : le joueur 1 gagne.",
    ),
    mode="duel",
)
