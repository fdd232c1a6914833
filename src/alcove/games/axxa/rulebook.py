"""AxxA's rulebook for people: RULES.md told once more, with boards that can be played."""

from alcove.games.teaching import BOOK, FIGURE, HOUSE, Clause, Note, Rulebook, Section, T, ruling

from . import figures as f

PIECES = Section(
    "pieces",
    T("The cloth and the pieces", "Le tapis et les pièces"),
    (
        Clause(
            "A1",
            (FIGURE,),
            T("Thirty-seven cells", "Trente-sept cases"),
            (
                T(
                    "A square of five by five with three more cells on the middle of each side. Those twelve outer cells are where the piles start.",
                    "Un carré de cinq sur cinq, plus trois cases au milieu de chaque côté. Ces douze cases extérieures sont celles où les piles commencent.",
                ),
            ),
            figures=(f.START,),
        ),
        Clause(
            "A2",
            (BOOK,),
            T("Thirty-six pieces, twelve piles", "Trente-six pièces, douze piles"),
            (
                T(
                    "Six of each number from 1 to 6, shuffled into piles of three. Only the top of a pile is visible, and nobody looks beneath.",
                    "Six de chaque nombre de 1 à 6, mélangées en piles de trois. Seul le dessus d’une pile est visible, et personne ne regarde dessous.",
                ),
            ),
        ),
        Clause(
            "A3",
            (ruling(0.8),),
            T("What was seen may be remembered", "Ce qu’on a vu, on peut s’en souvenir"),
            (
                T(
                    "A piece that was visible once is known to all, and so is its place in the pile. The page can show this memory or hide it.",
                    "Une pièce qui a été visible est connue de tous, et sa place dans la pile aussi. La page peut montrer cette mémoire ou la cacher.",
                ),
            ),
            (
                Note(
                    ruling(0.8),
                    T(
                        "Engines use this memory, and never a piece that nobody has seen.",
                        "Les moteurs s’en servent, et jamais d’une pièce que personne n’a vue.",
                    ),
                    T(
                        "The book forbids looking, not remembering.",
                        "Le livret interdit de regarder, pas de se souvenir.",
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
            "A4",
            (BOOK, ruling(0.95), ruling(0.8)),
            T("Move by the number", "Avancer selon le nombre"),
            (
                T(
                    "Move any pile exactly as many cells as its top says, straight on or with one turn at a right angle. You have to move.",
                    "Déplacez une pile, n’importe laquelle, d’exactement autant de cases que le dit son dessus, tout droit ou avec un seul virage à angle droit. Il faut déplacer.",
                ),
                T(
                    "Every cell entered must be empty. From the centre a 5 or a 6 can go nowhere; a 6 is stuck on the four cells beside it, too.",
                    "Chaque case traversée doit être vide. Du centre, un 5 ou un 6 ne va nulle part ; un 6 est coincé aussi sur les quatre cases voisines.",
                ),
            ),
            (
                Note(
                    ruling(0.95),
                    T(
                        "Ways run along ranks and files; piles never pass over a pile nor land on one.",
                        "On suit rangées et colonnes ; une pile ne passe jamais par-dessus une autre et ne s’y pose pas.",
                    ),
                    T("The book’s word for the way leaves little else.", "Le livret ne laisse guère d’autre lecture."),
                ),
                Note(
                    ruling(0.8),
                    T("Start cells are cells like any other.", "Les cases de départ sont des cases comme les autres."),
                    T("The book does not close them.", "Le livret ne les ferme pas."),
                ),
            ),
            (f.THREE_CELLS, f.BLOCKED, f.STUCK_CENTRE),
        ),
        Clause(
            "A5",
            (BOOK,),
            T("Then you may turn it", "Puis on peut la retourner"),
            (
                T(
                    "Once after its move: the top piece goes underneath and the next one shows. You decide before you see what comes up, and there is no way back.",
                    "Une fois, après son déplacement : la pièce du dessus passe dessous et la suivante apparaît. On décide avant de voir ce qui vient, et sans retour.",
                ),
            ),
            figures=(f.TURN, f.SINGLE),
        ),
        Clause(
            "A6",
            (BOOK, ruling(0.75), ruling(0.8), ruling(0.65)),
            T("Three of a kind are taken", "Trois pareils sont pris"),
            (
                T(
                    "Three tops that show the number now needed, on neighbouring cells, are taken off, and what lies beneath comes to light. First the 1s, then the 2s, up to the 6s.",
                    "Trois dessus qui montrent le nombre demandé, sur des cases voisines, sont retirés, et ce qui est dessous apparaît. D’abord les 1, puis les 2, jusqu’aux 6.",
                ),
                T(
                    "If the next triplet is then there as well, it goes in the same turn. Two in a turn are a good move, three an exceptional one. Where different sets of three qualify, the player chooses. After a take nothing is paid.",
                    "Si le triplet suivant est là aussi, il part dans le même tour. Deux en un tour, c’est un beau coup ; trois, un coup exceptionnel. Quand plusieurs trios conviennent, le joueur choisit. Après une prise, on ne paie rien.",
                ),
            ),
            (
                Note(
                    ruling(0.75),
                    T(
                        "Neighbouring means connected by sides or corners, in any shape.",
                        "Voisines veut dire reliées par un côté ou un coin, quelle que soit la forme.",
                    ),
                    T(
                        "The book’s diagrams are lost, and its word allows for several shapes.",
                        "Les schémas du livret sont perdus, et son mot permet plusieurs formes.",
                    ),
                    "shape",
                ),
                Note(
                    ruling(0.8),
                    T(
                        "The triplet may be anywhere, and an older one goes as well.",
                        "Le triplet peut être n’importe où, et un plus ancien part aussi.",
                    ),
                    T(
                        "The book speaks only of one that has just come to light.",
                        "Le livret ne parle que de celui qui vient d’apparaître.",
                    ),
                ),
                Note(
                    ruling(0.65),
                    T("Taking is compulsory.", "Prendre est obligatoire."),
                    T(
                        "It hardly ever matters, and it keeps turns short.",
                        "Cela ne change presque rien, et les tours restent courts.",
                    ),
                ),
            ),
            (f.TRIPLET, f.CHOICE, f.OLDER, f.CHAIN, f.KING, f.LINE8),
        ),
        Clause(
            "A7",
            (BOOK, ruling(0.85), ruling(0.65)),
            T("No triplet: pay", "Pas de triplet : on paie"),
            (
                T(
                    "If nothing was taken, the turn costs a piece: the top of a pile is set aside face up, and what lies beneath comes to light. A triplet of a number not needed yet is no excuse.",
                    "Si rien n’a été pris, le tour coûte une pièce : le dessus d’une pile est mis de côté, face visible, et ce qui est dessous apparaît. Un triplet d’un nombre pas encore demandé n’est pas une excuse.",
                ),
            ),
            (
                Note(
                    ruling(0.85),
                    T("You choose the pile.", "Vous choisissez la pile."),
                    T("The book says a piece, not which.", "Le livret dit une pièce, pas laquelle."),
                ),
                Note(
                    ruling(0.65),
                    T(
                        "A triplet that the payment uncovers waits for the next turn.",
                        "Un triplet dévoilé par le paiement attend le tour suivant.",
                    ),
                    T("The payment ends the turn, as we read it.", "Le paiement clôt le tour, selon notre lecture."),
                    "take_after_payment",
                ),
            ),
            (f.NO_EXCUSE, f.WAITS, f.AT_ONCE),
        ),
        Clause(
            "A8",
            (),
            T("Whose turn it is", "À qui le tour"),
            (
                T(
                    "An emptied pile frees its cell. A turn is a move, the triplets and perhaps a payment; then the next seat is on turn. A take gives no extra turn. Alone, all turns are yours.",
                    "Une pile épuisée libère sa case. Un tour, c’est un déplacement, les triplets et peut-être un paiement ; puis c’est au suivant. Une prise ne donne pas de tour en plus. En solitaire, tous les tours sont à vous.",
                ),
            ),
            figures=(f.ROTATION,),
        ),
    ),
)

END = Section(
    "end",
    T("The end", "La fin"),
    (
        Clause(
            "A9",
            (BOOK, ruling(0.85)),
            T("Alone or together: all six", "Seul ou ensemble : les six"),
            (
                T(
                    "Taking the 6s, the sixth triplet, wins. The score is the number of triplets taken.",
                    "Prendre les 6, le sixième triplet, fait gagner. Le score est le nombre de triplets pris.",
                ),
                T(
                    "A nineteenth payment always loses, so a game has at most 24 turns.",
                    "Un dix-neuvième paiement perd toujours : une partie a au plus 24 tours.",
                ),
            ),
            (
                Note(
                    ruling(0.85),
                    T(
                        "The game is lost as soon as anybody can see that it cannot be won: fewer than three pieces of a number still needed, fewer than three piles, or no pile that can move at the start of a turn.",
                        "La partie est perdue dès que chacun peut voir qu’elle ne se gagne plus : moins de trois pièces d’un nombre encore à prendre, moins de trois piles, ou aucune pile qui puisse bouger au début d’un tour.",
                    ),
                    T("There is no point in playing on.", "Continuer n’aurait pas de sens."),
                ),
            ),
            (f.SHORT, f.PILES, f.STUCK),
        ),
        Clause(
            "A10",
            (BOOK, ruling(0.75), ruling(0.6), HOUSE),
            T("A duel", "En duel"),
            (
                T(
                    "The turns are the same, but each side keeps the triplets it takes. The duel ends after a turn that leaves three piles or fewer, after the 6s, when there is no move, or when no number can be made any more. More triplets win; A9’s losses do not apply.",
                    "Les tours sont les mêmes, mais chacun garde les triplets qu’il prend. Le duel finit après un tour qui laisse trois piles ou moins, après les 6, quand il n’y a plus de coup, ou quand plus aucun nombre ne peut se faire. Le plus de triplets gagne ; les défaites de A9 ne comptent pas.",
                ),
            ),
            (
                Note(
                    ruling(0.75),
                    T("Both sides work on the same number.", "Les deux camps travaillent au même nombre."),
                    T(
                        "The book describes one row of numbers for the table.",
                        "Le livret décrit une seule suite de nombres pour la table.",
                    ),
                ),
                Note(
                    ruling(0.6),
                    T("Equal numbers of triplets are a draw.", "À nombre de triplets égal, la partie est nulle."),
                    T("The book names no tie-break.", "Le livret ne prévoit pas de départage."),
                ),
                Note(
                    HOUSE,
                    T(
                        "A number of which fewer than three are left is skipped at once.",
                        "Un nombre dont il reste moins de trois pièces est sauté aussitôt.",
                    ),
                    T(
                        "Otherwise the leader could freeze the duel by paying with it.",
                        "Sinon, celui qui mène pourrait geler le duel en payant avec lui.",
                    ),
                    "skip_dead",
                ),
                Note(
                    HOUSE,
                    T(
                        "After the 6s the duel is over; by option the numbers start again with 1.",
                        "Après les 6, le duel est fini ; en option, les nombres repartent de 1.",
                    ),
                    T("For those who want a longer duel.", "Pour qui veut un duel plus long."),
                    "second_cycle",
                ),
            ),
            (f.DUEL, f.DEAD, f.FROZEN, f.SECOND_CYCLE, f.THREE_PILES),
        ),
    ),
)

RULEBOOK = Rulebook(
    T(
        "Slide the piles by their numbers until three of a kind touch, and take them: first the 1s, then the 2s, and so on up to the 6s.",
        "Faites glisser les piles selon leurs nombres jusqu’à ce que trois pareils se touchent, et prenez-les : d’abord les 1, puis les 2, et ainsi de suite jusqu’aux 6.",
    ),
    T(
        "A game by Hajo Bücken (1989). We had a rough French translation without its diagrams; the cloth was recovered from a description and checked against the book’s remark about the centre.",
        "Un jeu de Hajo Bücken (1989). Nous avions une traduction française sommaire, sans ses schémas ; le tapis a été retrouvé d’après une description et vérifié avec la remarque du livret sur le centre.",
    ),
    (PIECES, TURN, END),
)
