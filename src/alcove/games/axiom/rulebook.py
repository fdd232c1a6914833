"""Axiom's rulebook for people: RULES.md told once more, with blocks that can be played."""

from alcove.games.teaching import BOOK, FIGURE, HOUSE, Clause, Note, Rulebook, Section, T, ruling

from . import figures as f

PIECES = Section(
    "pieces",
    T("Space and pieces", "L’espace et les pièces"),
    (
        Clause(
            "C1",
            (),
            T("There is no board", "Il n’y a pas de plateau"),
            (
                T(
                    "The cubes are the board, and the players rebuild it. To speak about it we number space: (x, y, z), where z = 1 is the level on the table. A face is a cell and a direction: (0,0,2)z+ is the top of the cube in (0,0,2). From Blue’s seat, x+ is right, y+ is the back and z+ is up.",
                    "Les cubes sont le plateau, et les joueurs le reconstruisent. Pour en parler, nous numérotons l’espace : (x, y, z), où z = 1 est le niveau de la table. Une face est une case et une direction : (0,0,2)z+ est le dessus du cube en (0,0,2). Vu du siège de Bleu, x+ est à droite, y+ au fond et z+ en haut.",
                ),
            ),
        ),
        Clause(
            "C2",
            (BOOK, FIGURE),
            T("Domes and recesses", "Des bosses et des creux"),
            (
                T(
                    "Each side has three single cubes with one dome, and three double cubes with domes on two adjacent faces. All other faces are recesses. A single can be turned in six ways, a double in twelve.",
                    "Chaque camp a trois cubes simples, à une bosse, et trois cubes doubles, à deux bosses sur des faces adjacentes. Toutes les autres faces sont des creux. Un cube simple se tourne de six façons, un double de douze.",
                ),
            ),
        ),
        Clause(
            "C3",
            (BOOK,),
            T("Two sceptres each", "Deux sceptres chacun"),
            (
                T(
                    "A sceptre stands in a recess, upright or lying out sideways. Its body fills the cell in front of that face, and its tip reaches into the one beyond.",
                    "Un sceptre se tient dans un creux, debout ou couché sur le côté. Son corps remplit la case devant cette face, et sa pointe dépasse dans la suivante.",
                ),
            ),
        ),
        Clause(
            "C4",
            (FIGURE,),
            T("The start", "La mise en place"),
            (
                T(
                    "Doubles below, singles on top, a sceptre on each outer cube. White’s half is Blue’s turned round. Blue moves first.",
                    "Les doubles en bas, les simples dessus, un sceptre sur chaque cube extérieur. La moitié de Blanc est celle de Bleu, retournée. Bleu commence.",
                ),
            ),
            figures=(f.START,),
        ),
        Clause(
            "C5",
            (BOOK,),
            T("A cube or a sceptre", "Un cube ou un sceptre"),
            (
                T(
                    "A turn is one move of one of your cubes or one of your sceptres. Nobody passes.",
                    "Un tour, c’est un coup d’un de vos cubes ou d’un de vos sceptres. On ne passe pas.",
                ),
            ),
        ),
    ),
)

CUBES = Section(
    "cubes",
    T("Moving a cube", "Déplacer un cube"),
    (
        Clause(
            "C6",
            (BOOK,),
            T("Only free cubes move", "Seuls les cubes libres bougent"),
            (
                T(
                    "A cube is free if nothing stands on it: no cube on top and no sceptre, of either colour, on any of its faces. You move your own.",
                    "Un cube est libre si rien ne se tient dessus : aucun cube au-dessus, aucun sceptre, de l’une ou l’autre couleur, sur aucune de ses faces. Vous bougez les vôtres.",
                ),
            ),
            figures=(f.FREE,),
        ),
        Clause(
            "C7",
            (BOOK,),
            T("Lift it, turn it, set it down", "Soulevez, tournez, reposez"),
            (
                T(
                    "It goes into any other cell that will take it, turned as you like; there is no path to follow. Turning it where it stands is no move, and it never goes under another cube.",
                    "Il va dans n’importe quelle autre case qui l’accepte, tourné comme vous voulez ; aucun chemin à suivre. Le tourner sur place n’est pas un coup, et il ne se glisse jamais sous un autre cube.",
                ),
            ),
            figures=(f.LIFTED,),
        ),
        Clause(
            "C8",
            (ruling(0.85),),
            T("On the table or on a cube", "Sur la table ou sur un cube"),
            (
                T(
                    "It needs something right below: the table or a cube. A sceptre on the side of that cube does not matter.",
                    "Il lui faut un appui juste dessous : la table ou un cube. Un sceptre sur le côté de ce cube n’y change rien.",
                ),
            ),
            (
                Note(
                    ruling(0.85),
                    T(
                        "No overhangs, so nobody ever meets the underside of a cube.",
                        "Pas de porte-à-faux : personne ne voit jamais le dessous d’un cube.",
                    ),
                    T(
                        "The book never says what would hold a cube in the air.",
                        "Le livret ne dit jamais ce qui tiendrait un cube en l’air.",
                    ),
                ),
            ),
            (f.SUPPORT,),
        ),
        Clause(
            "C9",
            (BOOK, ruling(0.9)),
            T("It must lock", "Il doit s’enclencher"),
            (
                T(
                    "On a cube it must lock with that cube: of the two faces that touch, exactly one is a dome. That is compulsory, and enough. On the table at least one side must lock with a neighbour, whoever owns it.",
                    "Sur un cube, il doit s’enclencher avec lui : des deux faces en contact, une seule est une bosse. C’est obligatoire, et cela suffit. Sur la table, au moins un côté doit s’enclencher avec un voisin, à qui qu’il soit.",
                ),
            ),
            (
                Note(
                    ruling(0.9),
                    T("No dome points into the table.", "Aucune bosse n’est tournée vers la table."),
                    T("The cube would not stand.", "Le cube ne tiendrait pas."),
                ),
            ),
            (f.ONTO_RECESS, f.ON_THE_TABLE),
        ),
        Clause(
            "C10",
            (FIGURE,),
            T("Dome never meets dome", "Jamais bosse contre bosse"),
            (
                T(
                    "On no side. A recess may well meet a recess.",
                    "D’aucun côté. Un creux peut très bien toucher un creux.",
                ),
            ),
            figures=(f.DOME_ON_DOME,),
        ),
        Clause(
            "C11",
            (BOOK, ruling(0.9)),
            T("Sceptres need their room", "Les sceptres gardent leur place"),
            (
                T(
                    "No cube goes where the body of a sceptre is.",
                    "Aucun cube ne va là où se trouve le corps d’un sceptre.",
                ),
            ),
            (
                Note(
                    ruling(0.9),
                    T("Nor where its tip is.", "Ni là où est sa pointe."),
                    T("The book speaks of the sceptre as a whole.", "Le livret parle du sceptre tout entier."),
                ),
            ),
            (f.BODY,),
        ),
    ),
)

SCEPTRES = Section(
    "sceptres",
    T("Moving a sceptre", "Déplacer un sceptre"),
    (
        Clause(
            "C12",
            (BOOK,),
            T("One straight line over recesses", "Une ligne droite, de creux en creux"),
            (
                T(
                    "A sceptre goes along one line as far as you like and stops where you like. A dome, or any sceptre, on a face ends the line in front of it. By which line it came makes no difference.",
                    "Un sceptre suit une ligne, aussi loin que vous voulez, et s’arrête où vous voulez. Une bosse, ou un sceptre quelconque, sur une face arrête la ligne devant elle. Par quelle ligne il est venu ne compte pas.",
                ),
            ),
            figures=(f.STRAIGHT, f.GROUPS),
        ),
        Clause(
            "C13",
            (BOOK, FIGURE, ruling(0.8)),
            T("Lines go round the block", "Les lignes font le tour du bloc"),
            (
                T(
                    "A line follows the surface: if a cube rises in the way, it climbs its side; otherwise it runs on over the same side of the cube ahead; where there is none, it turns over the edge of its own cube. Going down, the table ends it.",
                    "Une ligne suit la surface : si un cube se dresse sur le chemin, elle grimpe sur son flanc ; sinon elle continue sur le même côté du cube suivant ; s’il n’y en a pas, elle passe l’arête de son propre cube. En descendant, la table l’arrête.",
                ),
                T(
                    "All the way round, a sceptre may come back to its own face, and there the line is closed.",
                    "En faisant tout le tour, un sceptre peut revenir à sa propre face, où la ligne se referme.",
                ),
            ),
            (
                Note(
                    ruling(0.8),
                    T(
                        "It climbs even where nothing fills the corner below.",
                        "Elle grimpe même si rien ne remplit le coin dessous.",
                    ),
                    T("The figures never show that corner empty.", "Les figures ne montrent jamais ce coin vide."),
                ),
            ),
            (f.ROUND, f.DOME_BLOCKS, f.DOME_COVERED, f.LATERAL),
        ),
        Clause(
            "C14",
            (BOOK, ruling(0.8)),
            T("Diagonals stay in one plane", "Les diagonales restent à plat"),
            (
                T(
                    "From cube to cube across the corner. The face reached must be open: a recess, nothing on it, no cube in front. Two cubes on both sides of the way close it; one does not.",
                    "De cube en cube par le coin. La face atteinte doit être ouverte : un creux, rien dessus, aucun cube devant. Deux cubes de part et d’autre ferment le passage ; un seul, non.",
                ),
            ),
            (
                Note(
                    ruling(0.8),
                    T(
                        "Whether there are cubes under the corner does not matter.",
                        "Qu’il y ait ou non des cubes sous le coin ne change rien.",
                    ),
                    T(
                        "The book speaks only of what stands in the way.",
                        "Le livret ne parle que de ce qui barre la route.",
                    ),
                ),
            ),
            (f.SQUEEZED, f.ONE_SIDE),
        ),
        Clause(
            "C15",
            (BOOK, ruling(0.85)),
            T("Crossed, but not stopped on", "On passe, mais on ne s’arrête pas"),
            (
                T(
                    "On some faces a sceptre would not fit: a cube stands where its tip would be, or another sceptre’s body where its body would be. Such a face may be crossed.",
                    "Sur certaines faces, un sceptre ne tiendrait pas : un cube occupe la place de sa pointe, ou le corps d’un autre sceptre celle de son corps. On peut traverser une telle face.",
                ),
                T(
                    "This is judged with the moving sceptre lifted, and before anything is eliminated. Two tips may share a cell.",
                    "On en juge le sceptre soulevé, et avant toute élimination. Deux pointes peuvent partager une case.",
                ),
            ),
            (
                Note(
                    ruling(0.85),
                    T(
                        "Nor may it stop where another sceptre faces it across two cells.",
                        "On ne s’arrête pas non plus face à un autre sceptre, à deux cases.",
                    ),
                    T("Body and tip would be in the same place.", "Corps et pointe seraient au même endroit."),
                ),
            ),
            (f.SAME_BODY, f.CONTROL, f.TIP_CELL, f.FACING_TWO, f.FACING_THREE),
        ),
        Clause(
            "C16",
            (ruling(0.95),),
            T("Its own cube counts, too", "Son propre cube compte aussi"),
            (
                T(
                    "Another face of the cube it stands on is a target like any other.",
                    "Une autre face du cube où il se tient est un but comme un autre.",
                ),
            ),
            (
                Note(
                    ruling(0.95),
                    T("It is a whole move.", "C’est un coup à part entière."),
                    T("Nothing in the book speaks against it.", "Rien dans le livret ne s’y oppose."),
                ),
            ),
            (f.OWN_CUBE,),
        ),
    ),
)

END = Section(
    "end",
    T("Eliminating and winning", "Éliminer et gagner"),
    (
        Clause(
            "C17",
            (BOOK, FIGURE),
            T("Coming home eliminates", "Rentrer chez soi élimine"),
            (
                T(
                    "A sceptre that goes from an enemy cube to a cube of its own colour eliminates the cube it left, unless a cube lies on top of that one. This is not a choice, and what it crossed on the way does not matter.",
                    "Un sceptre qui va d’un cube adverse à un cube de sa couleur élimine le cube qu’il quitte, sauf si un cube est posé dessus. Ce n’est pas un choix, et ce qu’il a traversé ne compte pas.",
                ),
            ),
            figures=(f.ELIMINATION, f.COVERED_STAYS, f.TO_ENEMY, f.ELIMINATION_2008, f.WINNING_ELIMINATION),
        ),
        Clause(
            "C18",
            (BOOK,),
            T("Meet an enemy sceptre and win", "Rejoindre un sceptre adverse, c’est gagner"),
            (
                T(
                    "A sceptre that stops on a cube which carries an enemy sceptre wins at once, on whatever face.",
                    "Un sceptre qui s’arrête sur un cube portant un sceptre adverse gagne aussitôt, quelle que soit la face.",
                ),
            ),
            figures=(f.DIAGONAL_WIN, f.DIAGONAL_WIN_2008, f.QUICKEST),
        ),
        Clause(
            "C19",
            (BOOK, ruling(0.8)),
            T("Never both on one cube", "Jamais les deux sur un cube"),
            (
                T(
                    "A player whose two sceptres stand on one cube has lost.",
                    "Un joueur dont les deux sceptres sont sur un même cube a perdu.",
                ),
            ),
            (
                Note(
                    ruling(0.8),
                    T(
                        "Such a move exists only for a player who has no other.",
                        "Un tel coup n’existe que pour qui n’en a pas d’autre.",
                    ),
                    T("Nobody should lose by a slip of the hand.", "Personne ne devrait perdre d’une maladresse."),
                ),
            ),
            (f.OWN_SCEPTRES,),
        ),
        Clause(
            "C20",
            (ruling(0.7),),
            T("No move, no game", "Sans coup, c’est perdu"),
            (T("A player without a move loses.", "Un joueur sans coup perd."),),
            (
                Note(
                    ruling(0.7),
                    T("It is a loss, not a draw.", "C’est une défaite, pas une nulle."),
                    T(
                        "The book leaves it open; it hardly ever happens.",
                        "Le livret n’en dit rien de clair ; cela n’arrive presque jamais.",
                    ),
                ),
            ),
        ),
        Clause(
            "C21",
            (HOUSE,),
            T("Three times is a draw", "Trois fois, c’est nul"),
            (
                T(
                    "When a position stands for the third time with the same side to move, the game is drawn. A block that has only wandered along the table counts as the same.",
                    "Quand une position se présente pour la troisième fois, le même camp au trait, la partie est nulle. Un bloc qui n’a fait que glisser sur la table compte comme le même.",
                ),
            ),
            (
                Note(
                    HOUSE,
                    T("The start counts as the first time.", "Le départ compte pour la première fois."),
                    T(
                        "The book has no rule against going in circles.",
                        "Le livret n’a pas de règle contre les parties qui tournent en rond.",
                    ),
                    "repetition",
                ),
            ),
            (f.REPETITION,),
        ),
        Clause(
            "C22",
            (HOUSE,),
            T("A thousand moves are enough", "Mille coups suffisent"),
            (
                T("Then the game is a draw.", "Alors la partie est nulle."),
                T(
                    "After each move we look at C18 and C19 first, then C20, C21 and C22.",
                    "Après chaque coup on regarde d’abord C18 et C19, puis C20, C21 et C22.",
                ),
            ),
            (
                Note(
                    HOUSE,
                    T(
                        "Another number, or no limit at all, can be chosen.",
                        "On peut choisir un autre nombre, ou aucune limite.",
                    ),
                    T("So that every game ends.", "Pour que toute partie finisse."),
                    "max_plies",
                ),
            ),
        ),
    ),
)

RULEBOOK = Rulebook(
    T(
        "Walk your sceptres over the faces of a block that changes every turn. Reach a cube that carries an enemy sceptre and you win.",
        "Promenez vos sceptres sur les faces d’un bloc qui change à chaque tour. Rejoignez un cube qui porte un sceptre adverse et vous gagnez.",
    ),
    T(
        "A game by Michael Seal (1988, rules of 2003). The French book’s figures were lost; they were recovered from the publisher’s sheet of 2008 and from a program that plays by e-mail notation.",
        "Un jeu de Michael Seal (1988, règles de 2003). Les figures du livret français étaient perdues ; elles ont été retrouvées grâce à la feuille de l’éditeur de 2008 et à un programme qui utilise la notation des parties par courriel.",
    ),
    (PIECES, CUBES, SCEPTRES, END),
)
