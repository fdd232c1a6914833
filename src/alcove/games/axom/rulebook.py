"""Axom's rulebook for people: RULES.md told once more, with boards that can be played."""

from alcove.games.teaching import BOOK, FIGURE, HOUSE, Clause, Note, Rulebook, Section, T, ruling

from . import figures as f

BOARD = Section(
    "board",
    T("Board and pieces", "Le plateau et les pions"),
    (
        Clause(
            "X1",
            (FIGURE,),
            T("A board on its corner", "Un plateau sur la pointe"),
            (
                T(
                    "Seven by seven cells. Two opposite corners are the hearts: a1 is Light’s, g7 is Dark’s. The players sit there, so the board stands on its corner. Thick lines frame the two camps, a1–d4 and d4–g7.",
                    "Sept cases sur sept. Deux coins opposés sont les cœurs : a1 celui de Clair, g7 celui de Foncé. On s’assied à ces coins, d’où le plateau posé sur la pointe. Des traits épais entourent les deux camps, a1–d4 et d4–g7.",
                ),
            ),
        ),
        Clause(
            "X2",
            (BOOK,),
            T("Thirty pawns and a head", "Trente pions et une tête"),
            (
                T(
                    "That is what each side has. Lose the head and you lose the game.",
                    "Voilà ce que possède chaque camp. Qui perd sa tête perd la partie.",
                ),
            ),
        ),
        Clause(
            "X3",
            (FIGURE,),
            T("The start", "La mise en place"),
            (
                T(
                    "Four stacks of four, two of three and four of two stand in each camp; the head sits on its heart. Both camps look the same from their own corner.",
                    "Dans chaque camp : quatre piles de quatre, deux de trois, quatre de deux, et la tête sur son cœur. Vus de leur coin, les deux camps sont identiques.",
                ),
            ),
            figures=(f.START,),
        ),
        Clause(
            "X4",
            (BOOK,),
            T("Four is the limit, twice over", "Quatre, deux fois la limite"),
            (
                T(
                    "No stack is taller than four pawns. No side has more than four stacks of four. At the start both sides are at that limit already.",
                    "Aucune pile ne dépasse quatre pions. Aucun camp n’a plus de quatre piles de quatre. Au départ, les deux camps y sont déjà.",
                ),
            ),
        ),
        Clause(
            "X5",
            (BOOK, HOUSE),
            T("One move a turn", "Un coup par tour"),
            (
                T(
                    "Draw lots for who begins. A turn is one move of one of your stacks or of your head. Nobody passes.",
                    "Tirez au sort qui commence. Un tour, c’est un coup d’une de vos piles ou de votre tête. On ne passe pas.",
                ),
            ),
            (
                Note(
                    HOUSE,
                    T("Whoever begins is called Light.", "Celui qui commence s’appelle Clair."),
                    T(
                        "The start is symmetric, so it makes no difference.",
                        "La mise en place est symétrique : cela ne change rien.",
                    ),
                ),
            ),
        ),
    ),
)

MOVES = Section(
    "moves",
    T("How stacks move", "Comment marchent les piles"),
    (
        Clause(
            "X6",
            (BOOK,),
            T("Even straight, odd diagonal", "Pair tout droit, impair en diagonale"),
            (
                T(
                    "Stacks of two and four go along files and ranks. Lone pawns and stacks of three go along diagonals. Forwards or backwards, but in one straight line, and everything on the cell takes part.",
                    "Les piles de deux et de quatre suivent colonnes et rangées. Les pions seuls et les piles de trois suivent les diagonales. En avant ou en arrière, toujours en ligne droite, et avec tout le contenu de la case.",
                ),
            ),
            figures=(f.LINES,),
        ),
        Clause(
            "X7",
            (BOOK,),
            T("Stacks sow themselves", "Les piles se sèment"),
            (
                T(
                    "A lone pawn steps one cell. A taller stack is sown like seeds: one pawn stays behind, the others go on and drop one on each cell they enter. A stack of four so enters three cells; three pawns arrive on the first, two on the second, one on the third.",
                    "Un pion seul avance d’une case. Une pile se sème : un pion reste sur place, les autres avancent et en déposent un sur chaque case où ils entrent. Une pile de quatre entre donc dans trois cases ; trois pions arrivent sur la première, deux sur la deuxième, un sur la troisième.",
                ),
            ),
            figures=(f.FOUR, f.TWO, f.THREE, f.LONE),
        ),
        Clause(
            "X8",
            (BOOK,),
            T("As far as possible", "Aussi loin que possible"),
            (
                T(
                    "You choose the stack and the direction. The rest follows: the move goes as far as it can.",
                    "Vous choisissez la pile et la direction. Le reste suit : le coup va aussi loin qu’il peut.",
                ),
            ),
            figures=(f.AS_FAR,),
        ),
        Clause(
            "X9",
            (BOOK,),
            T("Your stacks grow as you pass", "Vos piles grandissent au passage"),
            (
                T(
                    "Sowing does not go round your own stacks: each one on the way gets a pawn.",
                    "Semer ne contourne pas vos piles : chacune, au passage, reçoit un pion.",
                ),
                T(
                    "The limits are looked at when the move is over. On the way a stack may exceed them for a moment.",
                    "Les limites se regardent une fois le coup terminé. En chemin, une pile peut les dépasser un instant.",
                ),
            ),
            figures=(f.GROW, f.GROW_AT_START),
        ),
        Clause(
            "X10",
            (BOOK, ruling(0.85)),
            T("What stops the walk", "Ce qui arrête la marche"),
            (
                T(
                    "The walk ends in front of the edge, in front of your own head, and in front of an enemy stack that outnumbers the pawns arriving there.",
                    "La marche s’arrête devant le bord, devant votre propre tête, et devant une pile adverse plus nombreuse que les pions qui arriveraient.",
                ),
                T(
                    "Within that walk the move stops on the farthest cell where the limits hold, and everything in hand stays there. So your own four is a wall. Cells beyond the stop were never entered: nothing is taken there. If no cell will do, there is no move in that direction.",
                    "Dans cette marche, le coup s’arrête sur la case la plus lointaine où les limites tiennent, et tout ce qui reste en main s’y pose. Votre propre pile de quatre est donc un mur. Au-delà de l’arrêt, on n’est jamais entré : rien n’y est pris. Si aucune case ne convient, il n’y a pas de coup dans cette direction.",
                ),
            ),
            (
                Note(
                    ruling(0.85),
                    T(
                        "A stop that would make a fifth stack of four falls back like one that would make five pawns.",
                        "Un arrêt qui ferait une cinquième pile de quatre recule, comme un arrêt qui ferait cinq pions.",
                    ),
                    T(
                        "The book gives both limits in one sentence but shows only the first.",
                        "Le livret donne les deux limites ensemble, mais ne montre que la première.",
                    ),
                    "fifth_four",
                ),
            ),
            (
                f.OWN_FOUR,
                f.OWN_FOUR_BESIDE,
                f.OWN_HEAD,
                f.OWN_HEAD_BESIDE,
                f.EDGE,
                f.FALL_BACK,
                f.NO_STOP,
                f.OUTNUMBERED,
                f.BEHIND_FOUR,
                f.WALL_THEN_BACK,
                f.FIFTH_FOUR,
                f.FIFTH_FOUR_PAWN,
                f.WALLS_AT_START,
            ),
        ),
    ),
)

TAKING = Section(
    "taking",
    T("Taking", "Prendre"),
    (
        Clause(
            "X11",
            (BOOK,),
            T("Equal numbers are enough", "L’égalité suffit"),
            (
                T(
                    "Where at least as many pawns arrive as enemy pawns stand, all of those are taken and the walk goes on, like it or not. At most three pawns ever arrive, so a stack of four can never be taken.",
                    "Là où il arrive au moins autant de pions qu’il y en a en face, ceux-ci sont tous pris et la marche continue, qu’on le veuille ou non. Il n’en arrive jamais plus de trois : une pile de quatre est imprenable.",
                ),
            ),
            figures=(f.TAKE_TWO, f.TAKE_FIVE),
        ),
        Clause(
            "X12",
            (BOOK, ruling(0.7)),
            T("Any pawn takes the head", "N’importe quel pion prend la tête"),
            (
                T(
                    "A single arriving pawn is enough. The walk ends on the head’s cell, everything in hand stays there, and the game is won.",
                    "Un seul pion qui arrive suffit. La marche s’arrête sur la case de la tête, tout ce qui reste en main s’y pose, et la partie est gagnée.",
                ),
            ),
            (
                Note(
                    ruling(0.7),
                    T("That stop, too, must respect the limits.", "Cet arrêt-là aussi doit respecter les limites."),
                    T(
                        "The book makes no exception for the last move, and does not rule one out.",
                        "Le livret ne fait pas d’exception pour le dernier coup, sans l’exclure non plus.",
                    ),
                    "head_stop_limits",
                ),
            ),
            (f.HEAD_IN_PASSING, f.HEAD_OUT_OF_LIMITS, f.HEAD_IN_LIMITS),
        ),
    ),
)

HEAD = Section(
    "head",
    T("The head", "La tête"),
    (
        Clause(
            "X13",
            (BOOK,),
            T("One cell, any direction", "Une case, toutes directions"),
            (
                T(
                    "The head steps one cell in any of the eight directions. It never shares a cell with its own pawns, neither above nor below them.",
                    "La tête avance d’une case dans l’une des huit directions. Elle ne partage jamais une case avec ses pions, ni dessus ni dessous.",
                ),
            ),
        ),
        Clause(
            "X14",
            (BOOK, ruling(0.7)),
            T("Hearts are closed to heads", "Les cœurs sont fermés aux têtes"),
            (
                T(
                    "Once gone, it never returns to its own heart. It never enters the enemy’s.",
                    "Une fois partie, elle ne revient jamais sur son cœur. Elle n’entre jamais sur celui d’en face.",
                ),
            ),
            (
                Note(
                    ruling(0.7),
                    T("Not even to take the head there.", "Pas même pour y prendre la tête."),
                    T(
                        "The book forbids that cell without exception.",
                        "Le livret interdit cette case sans nommer d’exception.",
                    ),
                    "head_takes_on_heart",
                ),
            ),
            (f.HEAD_HOME, f.HEAD_ENEMY_HEART),
        ),
        Clause(
            "X15",
            (BOOK,),
            T("It counts as one", "Elle compte pour un"),
            (
                T(
                    "It takes a lone enemy pawn, or the enemy head, and stays on that cell.",
                    "Elle prend un pion adverse seul, ou la tête adverse, et reste sur cette case.",
                ),
            ),
            figures=(f.HEAD_TAKES_ONE, f.HEAD_NOT_TWO, f.HEAD_TAKES_HEAD),
        ),
        Clause(
            "X16",
            (BOOK,),
            T("Nobody says check", "Personne n’annonce échec"),
            (
                T(
                    "A head may stay under attack or walk into one. Nobody has to warn anybody: look twice before you move.",
                    "Une tête peut rester menacée, ou se jeter dans la gueule du loup. Personne n’a à prévenir : regardez deux fois avant de jouer.",
                ),
            ),
        ),
    ),
)

HEART = Section(
    "heart",
    T("The heart", "Le cœur"),
    (
        Clause(
            "X17",
            (BOOK, ruling(0.85), ruling(0.75)),
            T("An empty heart calls one back", "Un cœur vide en rappelle un"),
            (
                T(
                    "When pawns are taken while their owner’s heart is empty, with nothing of either side on it, one of them goes back onto that heart; the others leave the game. At most one goes back in a move.",
                    "Quand des pions sont pris alors que le cœur de leur camp est vide, sans rien de personne dessus, l’un d’eux revient sur ce cœur ; les autres quittent la partie. Il en revient au plus un par coup.",
                ),
                T(
                    "Of pawns taken on the heart itself none goes back. A pawn that went back may stand in the way of the same walk, which then takes it for good.",
                    "De pions pris sur le cœur même, aucun ne revient. Un pion revenu peut se trouver sur le chemin du même coup, qui le prend alors pour de bon.",
                ),
            ),
            (
                Note(
                    ruling(0.85),
                    T(
                        "A heart on which the attacker’s pawns stand is not empty.",
                        "Un cœur occupé par des pions de l’attaquant n’est pas vide.",
                    ),
                    T(
                        "We take “empty” at its word.",
                        "Nous prenons « vide » au pied de la lettre.",
                    ),
                ),
                Note(
                    ruling(0.75),
                    T(
                        "A lone pawn that leaves the heart of the player it takes from has emptied it, so one goes back.",
                        "Un pion seul qui quitte le cœur du joueur à qui il prend l’a vidé : un pion revient.",
                    ),
                    T(
                        "It has left before it takes. A larger stack leaves a pawn there.",
                        "Il est parti avant de prendre. Une pile, elle, y laisse un pion.",
                    ),
                    "leaving_pawn_empties_heart",
                ),
            ),
            (
                f.HOME_TWO,
                f.HOME_FIVE,
                f.HOME_LONE,
                f.HOME_IN_THE_WAY,
                f.HELD_BY_ATTACKER,
                f.LONE_LEAVES,
                f.STACK_LEAVES,
                f.TAKEN_ON_HEART,
            ),
        ),
        Clause(
            "X18",
            (BOOK,),
            T("For pawns, a cell like any other", "Pour les pions, une case comme une autre"),
            (
                T(
                    "Pawns of both sides may stand on either heart, and go through it.",
                    "Les pions des deux camps peuvent se poser sur l’un ou l’autre cœur, et le traverser.",
                ),
            ),
        ),
    ),
)

END = Section(
    "end",
    T("The end", "La fin de partie"),
    (
        Clause(
            "X19",
            (BOOK,),
            T("Take the head and win", "Prendre la tête, c’est gagner"),
            (
                T(
                    "The game ends at once. A player may also resign.",
                    "La partie s’arrête aussitôt. On peut aussi abandonner.",
                ),
            ),
        ),
        Clause(
            "X20",
            (BOOK, ruling(0.6)),
            T("The fourth time is resigning", "La quatrième fois, c’est abandonner"),
            (
                T(
                    "Whoever makes the same movement four times in a game has resigned. A movement is the cell a stack or head leaves and the last cell it reaches; what moves, what it takes and what happened in between do not matter. The fourth time is legal, and loses, unless it takes the head.",
                    "Qui fait quatre fois le même déplacement dans une partie a abandonné. Un déplacement, c’est la case que quitte une pile ou une tête et la dernière case qu’elle atteint ; peu importe ce qui bouge, ce qui est pris et ce qui s’est passé entre-temps. La quatrième fois est permise, et perd, sauf si elle prend la tête.",
                ),
                T(
                    "Each player’s movements are counted apart. The page marks what has been made twice or three times, lists everything on request, and asks before the fourth time. As there are only so many movements, every game ends, and somebody wins it.",
                    "Les déplacements de chacun se comptent à part. La page marque ce qui a été fait deux ou trois fois, en donne la liste à la demande, et demande confirmation avant la quatrième. Comme il n’y a qu’un nombre limité de déplacements, toute partie finit, et quelqu’un la gagne.",
                ),
            ),
            (
                Note(
                    ruling(0.6),
                    T(
                        "The movement counts, not the position: the same two cells, four times in the whole game.",
                        "C’est le déplacement qui compte, non la position : les deux mêmes cases, quatre fois dans toute la partie.",
                    ),
                    T(
                        "The book speaks of the movement, and it knows no draw. Counting positions, five strong games in six went round in circles and had to be called drawn (X22); read to the letter, all of them end decided.",
                        "Le livret parle du déplacement, et ne connaît pas la nulle. À compter les positions, cinq parties de haut niveau sur six tournaient en rond et il fallait les déclarer nulles (X22) ; lu à la lettre, le livret les fait toutes finir par une victoire.",
                    ),
                    "repetition",
                ),
            ),
            (f.REPETITION, f.ANYWHERE, f.OTHER_READING),
        ),
        Clause(
            "X21",
            (HOUSE,),
            T("No move, no game", "Sans coup, c’est perdu"),
            (
                T(
                    "A player who has no legal move on their turn loses.",
                    "Un joueur qui n’a aucun coup permis à son tour perd.",
                ),
            ),
            (
                Note(
                    HOUSE,
                    T("It is a loss, not a draw.", "C’est une défaite, pas une nulle."),
                    T("The book is silent; it is very rare.", "Le livret n’en parle pas ; c’est très rare."),
                    "no_move",
                ),
            ),
            (f.NO_MOVE,),
        ),
        Clause(
            "X22",
            (HOUSE,),
            T("No draw", "Pas de nulle"),
            (
                T(
                    "The book knows no draw, and X20 ends every game, so there is none. With another reading of X20, a table may call it a draw when the number of pawns on the board has not fallen for so many plies in a row; a hundred is usual. Heads do not count; a pawn that goes home at once changes nothing.",
                    "Le livret ne connaît pas la nulle, et X20 met fin à toute partie : il n’y en a donc pas. Avec une autre lecture de X20, une table peut déclarer la nulle quand le nombre de pions sur le plateau n’a pas baissé pendant tant de demi-coups de suite ; cent d’habitude. Les têtes ne comptent pas ; un pion aussitôt revenu ne change rien.",
                ),
                T(
                    "After each move we look at the head, then X20, X21 and X22, in this order.",
                    "Après chaque coup on regarde la tête, puis X20, X21 et X22, dans cet ordre.",
                ),
            ),
            (
                Note(
                    HOUSE,
                    T(
                        "Off, unless you choose a number.",
                        "Jamais, sauf si vous choisissez un nombre.",
                    ),
                    T(
                        "It is for tables that do not count movements: there two careful players could go on for ever.",
                        "C’est pour les tables qui ne comptent pas les déplacements : deux joueurs prudents pourraient y continuer sans fin.",
                    ),
                    "draw_plies",
                ),
            ),
        ),
    ),
)

RULEBOOK = Rulebook(
    T(
        "Stacks of pawns sow themselves along a line, one pawn a cell, and take what they match. Take the other head and you win.",
        "Les piles de pions se sèment en ligne, un pion par case, et prennent ce qu’elles égalent. Prenez la tête adverse et vous gagnez.",
    ),
    T(
        "A game by Codretto and Villalonga (Gyptis, 2000). The book’s figures were lost; the start was recovered from the box lid and a photograph of play.",
        "Un jeu de Codretto et Villalonga (Gyptis, 2000). Les figures du livret étaient perdues ; la mise en place vient du couvercle de la boîte et d’une photographie de partie.",
    ),
    (BOARD, MOVES, TAKING, HEAD, HEART, END),
)
