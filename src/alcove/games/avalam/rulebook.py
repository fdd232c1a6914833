"""Avalam's rulebook for people: RULES.md told once more, with boards that can be played."""

from alcove.games.teaching import BOOK, FIGURE, HOUSE, Clause, Figure, Note, Rulebook, Section, Step, T

EQUIPMENT = Section(
    "equipment",
    T("Board and pieces", "Le plateau et les pions"),
    (
        Clause(
            "V1",
            (FIGURE,),
            T("Forty-eight cells round a hole", "Quarante-huit cases autour d’un trou"),
            (
                T(
                    "The board fits into a grid of nine by nine, but only 48 cells of it exist. The middle, e5, is a hole: nothing stands there and nothing crosses it.",
                    "Le plateau tient dans une grille de neuf sur neuf, mais seules 48 cases existent. Le milieu, e5, est un trou : rien ne s’y pose et rien ne le franchit.",
                ),
            ),
            figures=(
                Figure(
                    "hole",
                    T("The hole in the middle", "Le trou du milieu"),
                    None,
                    T(
                        "d5 and f5 look across the hole at each other. Can one join the other?",
                        "d5 et f5 se regardent par-dessus le trou. L’un peut-il rejoindre l’autre ?",
                    ),
                    (
                        Step(
                            "d5-e5", T("Into the hole? It is no cell.", "Dans le trou ? Ce n’est pas une case."), True
                        ),
                        Step(
                            "d5-f5",
                            T(
                                "Across the hole? They are not neighbours.",
                                "Par-dessus le trou ? Ce ne sont pas des voisines.",
                            ),
                            True,
                        ),
                    ),
                ),
            ),
        ),
        Clause(
            "V2",
            (BOOK, FIGURE, HOUSE),
            T("Every cell starts with one piece", "Un pion sur chaque case au départ"),
            (
                T(
                    "Each side has 24 pieces. They fill the board in alternating colours: cells that share a side differ, cells that touch at a corner match.",
                    "Chaque camp a 24 pions. Ils couvrent le plateau en alternant les couleurs : deux cases côte à côte diffèrent, deux cases qui se touchent par un coin sont pareilles.",
                ),
            ),
            (
                Note(
                    HOUSE,
                    T(
                        "c9 is Yellow, and Yellow moves first. The players agree on who is Yellow.",
                        "c9 est jaune et Jaune commence. Les joueurs conviennent de qui joue Jaune.",
                    ),
                    T("The book does not say who begins.", "Le livret ne dit pas qui commence."),
                ),
            ),
            (
                Figure(
                    "start",
                    T("The start", "Le départ"),
                    None,
                    T(
                        "Yellow to move: 292 moves are possible. Try a few.",
                        "À Jaune de jouer : 292 coups sont possibles. Essayez-en quelques-uns.",
                    ),
                    invites=T(
                        "Press a piece, then a neighbour: it climbs on top.",
                        "Touchez un pion, puis un voisin : il monte dessus.",
                    ),
                ),
            ),
        ),
    ),
)

TURN = Section(
    "turn",
    T("A turn", "Un tour de jeu"),
    (
        Clause(
            "V3",
            (BOOK,),
            T("The top piece owns the tower", "Le pion du dessus possède la tour"),
            (
                T(
                    "Whatever stands on a cell is a tower, from a single piece to five. It is yours if your colour is on top, whatever lies below.",
                    "Tout ce qui se tient sur une case est une tour, d’un seul pion à cinq. Elle est à vous si votre couleur est au sommet, quoi qu’il y ait dessous.",
                ),
            ),
            figures=(
                Figure(
                    "owners",
                    T("Whose towers?", "À qui sont les tours ?"),
                    "9/9/9/1A1b1C1d1/9/9/9/9/9 w",
                    T(
                        "A yellow one and a yellow three, a red two and a red four: two towers each.",
                        "Une tour d’un et une de trois à Jaune, une de deux et une de quatre à Rouge : deux tours chacun.",
                    ),
                ),
            ),
        ),
        Clause(
            "V4",
            (BOOK,),
            T("Move any tower, yours or not", "Déplacez n’importe quelle tour"),
            (
                T(
                    "A turn is exactly one move. Take a whole tower, yours or your opponent’s, and put it on one of the eight cells around it, straight or diagonal.",
                    "Un tour, c’est un coup et un seul. Prenez une tour entière, la vôtre ou celle d’en face, et posez-la sur l’une des huit cases autour, en ligne droite ou en diagonale.",
                ),
            ),
            figures=(
                Figure(
                    "any-tower",
                    T("Both colours move", "Les deux couleurs bougent"),
                    None,
                    T("The first two turns of a game.", "Les deux premiers tours d’une partie."),
                    (
                        Step(
                            "f6-g6",
                            T(
                                "Yellow puts a yellow piece on a red one: a yellow tower of two.",
                                "Jaune pose un pion jaune sur un rouge : une tour jaune de deux.",
                            ),
                        ),
                        Step(
                            "h6-g6",
                            T(
                                "Red takes a yellow piece too: three high, and still yellow. Allowed, but a gift.",
                                "Rouge prend lui aussi un pion jaune : hauteur trois, toujours jaune. C’est permis, mais c’est un cadeau.",
                            ),
                        ),
                        Step(
                            "c9-c7",
                            T("Two cells away is too far.", "À deux cases, c’est trop loin."),
                            True,
                        ),
                    ),
                ),
            ),
        ),
        Clause(
            "V5",
            (BOOK,),
            T("Only onto a tower, never above five", "Seulement sur une tour, jamais plus de cinq"),
            (
                T(
                    "There must be a tower on the target, and together the two have at most five pieces. Nothing ever goes onto an empty cell, nor jumps over one.",
                    "Il faut une tour sur la case visée, et à elles deux cinq pions au plus. On ne va jamais sur une case vide, on n’en saute jamais une.",
                ),
                T(
                    "So every move empties a cell, and an emptied cell stays empty to the end.",
                    "Chaque coup vide donc une case, et une case vidée le reste jusqu’à la fin.",
                ),
            ),
            figures=(
                Figure(
                    "five-at-most",
                    T("Three and two, three and three", "Trois et deux, trois et trois"),
                    "9/9/9/1Cb6/2c6/9/9/9/9 w",
                    T(
                        "The yellow three on b6 has two neighbours: a red two and a red three.",
                        "La tour jaune de trois en b6 a deux voisines : une rouge de deux, une rouge de trois.",
                    ),
                    (
                        Step(
                            "b6-c5",
                            T("Onto the three: six are too many.", "Sur la tour de trois : six, c’est trop."),
                            True,
                        ),
                        Step("b6-b5", T("Onto an empty cell: never.", "Sur une case vide : jamais."), True),
                        Step(
                            "b6-c6",
                            T("Onto the two: exactly five.", "Sur la tour de deux : cinq tout juste."),
                        ),
                    ),
                ),
            ),
        ),
        Clause(
            "V6",
            (BOOK,),
            T("The mover comes out on top", "Ce qui bouge finit dessus"),
            (
                T(
                    "The tower that moved lies on top in the same order, so its owner owns the whole. No piece leaves the board and no tower is ever taken apart.",
                    "La tour déplacée se pose dessus, dans le même ordre : son propriétaire possède l’ensemble. Aucun pion ne quitte le plateau, aucune tour ne se défait.",
                ),
            ),
            figures=(
                Figure(
                    "on-top",
                    T("Two take over three", "Deux coiffent trois"),
                    "9/9/9/1Bc6/9/9/9/9/9 w",
                    T(
                        "One tower each. It is Yellow’s turn.",
                        "Une tour chacun. C’est à Jaune.",
                    ),
                    (
                        Step(
                            "b6-c6",
                            T(
                                "Yellow covers the red three: one yellow five is all that is left.",
                                "Jaune coiffe la tour rouge de trois : il ne reste qu’une tour jaune de cinq.",
                            ),
                        ),
                    ),
                ),
            ),
        ),
        Clause(
            "V7",
            (BOOK,),
            T("Some towers are settled", "Certaines tours ne bougent plus"),
            (
                T(
                    "A tower of five neither moves nor takes more pieces. A tower without a neighbour it could join stays too. If nothing can reach it any more, it is its owner’s for good: the page marks it with a pin.",
                    "Une tour de cinq ne bouge plus et ne reçoit plus rien. Une tour sans voisine à rejoindre reste aussi. Si plus rien ne peut l’atteindre, elle est acquise : la page la marque d’une épingle.",
                ),
            ),
            figures=(
                Figure(
                    "closed-five",
                    T("A five is closed", "Une tour de cinq est fermée"),
                    "9/9/9/1Ae6/2b6/9/9/9/9 w",
                    T(
                        "Beside the yellow single on b6 stand a red five and a red two.",
                        "À côté du pion jaune de b6 : une tour rouge de cinq et une de deux.",
                    ),
                    (
                        Step("b6-c6", T("The five takes no more.", "La tour de cinq ne reçoit plus rien."), True),
                        Step("c6-b6", T("Nor does it move.", "Et elle ne bouge pas non plus."), True),
                        Step(
                            "b6-c5",
                            T(
                                "The two is open: a yellow three, and every tower is settled.",
                                "La tour de deux est ouverte : une tour jaune de trois, et tout est acquis.",
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
)

END = Section(
    "end",
    T("The end", "La fin"),
    (
        Clause(
            "V8",
            (BOOK,),
            T("It ends when nothing can move", "C’est fini quand plus rien ne bouge"),
            (
                T(
                    "Nobody passes. While there is a move on the board, whoever’s turn it is plays one, even a bad one. When there is none left for anybody, the game is over.",
                    "On ne passe jamais. Tant qu’il reste un coup sur le plateau, le joueur au trait en joue un, même mauvais. Quand il n’en reste pour personne, la partie est finie.",
                ),
                T(
                    "Neighbours that would make more than five are no move either. A game lasts at most 38 moves.",
                    "Deux voisines qui feraient plus de cinq ne sont pas un coup. Une partie dure au plus 38 coups.",
                ),
            ),
            figures=(
                Figure(
                    "six-is-over",
                    T("Three beside three", "Trois à côté de trois"),
                    "9/9/9/1Cc6/9/9/9/9/9 w",
                    T("Six would be too many: this is the end.", "Six, ce serait trop : c’est la fin."),
                    (Step("b6-c6", T("Nothing moves any more.", "Plus rien ne bouge."), True),),
                ),
                Figure(
                    "hole-is-over",
                    T("The hole between", "Le trou entre les deux"),
                    "9/9/9/9/3A1a3/9/9/9/9 w",
                    T(
                        "Two singles, but the hole lies between them: over, and equal.",
                        "Deux pions seuls, mais le trou les sépare : c’est fini, à égalité.",
                    ),
                ),
            ),
        ),
        Clause(
            "V9",
            (BOOK,),
            T("One tower, one point", "Une tour, un point"),
            (
                T(
                    "Count the towers. Each is one point for its owner, tall or small. Most points wins.",
                    "On compte les tours. Chacune vaut un point à son propriétaire, haute ou basse. Le plus de points gagne.",
                ),
            ),
            figures=(
                Figure(
                    "towers-win",
                    T("Two singles beat a five", "Deux pions battent une tour de cinq"),
                    "2A6/9/9/1A1e5/9/9/9/9/9 w",
                    T(
                        "Two small yellow towers against one red five: Yellow wins 2 to 1.",
                        "Deux petites tours jaunes contre une rouge de cinq : Jaune gagne 2 à 1.",
                    ),
                ),
            ),
        ),
        Clause(
            "V10",
            (BOOK, HOUSE),
            T("Equal points: fives decide", "À égalité, les tours de cinq"),
            (
                T(
                    "With as many towers each, whoever owns more towers of five wins.",
                    "À nombre de tours égal, gagne celui qui possède le plus de tours de cinq.",
                ),
            ),
            (
                Note(
                    HOUSE,
                    T("If these are equal too, the game is drawn.", "Si elles sont égales aussi, la partie est nulle."),
                    T("The book stops there.", "Le livret s’arrête là."),
                ),
            ),
            (
                Figure(
                    "fives-decide",
                    T("The five decides", "La tour de cinq tranche"),
                    "9/9/9/1E1c5/9/9/9/9/9 w",
                    T(
                        "One tower each, and Yellow’s is a five: Yellow wins.",
                        "Une tour chacun, celle de Jaune a cinq pions : Jaune gagne.",
                    ),
                ),
                Figure(
                    "all-equal",
                    T("Nothing decides", "Rien ne tranche"),
                    "9/9/9/1E1e5/9/9/9/9/9 w",
                    T("A five each: a draw.", "Une tour de cinq chacun : partie nulle."),
                ),
            ),
        ),
    ),
)

RULEBOOK = Rulebook(
    T(
        "Stack the pieces into towers of at most five. When nothing can move any more, whoever owns more towers wins.",
        "Empilez les pions en tours de cinq au plus. Quand plus rien ne bouge, celui qui possède le plus de tours gagne.",
    ),
    T(
        "After the French rulebook, told in our own words. The layout was read off the published board.",
        "D’après le livret français, redit avec nos mots. La forme du plateau vient du plateau publié.",
    ),
    (EQUIPMENT, TURN, END),
)
