"""What Axiom says to people, in English and in French."""

from alcove.core.text import Refusal, Text

from .placing import Hindrance
from .space import COLOUR_LETTERS, DOWN, UP, Cell, Cube, Direction, Face, write_cell
from .walking import Obstacle, Restriction

SUMMARY = Text(
    "Walk your sceptres over the faces of a block of cubes that changes every turn. Reach a cube that carries an enemy sceptre.",
    "Promenez vos sceptres sur les faces d'un bloc de cubes qui change à chaque tour. Rejoignez un cube qui porte un sceptre adverse.",
)
SEATS = (Text("Blue", "Bleu"), Text("White", "Blanc"))

REASONS = {
    "sceptres": Text("a sceptre reached an enemy sceptre's cube", "un sceptre a rejoint le cube d'un sceptre adverse"),
    "own sceptres": Text(
        "forced to put both own sceptres on one cube", "contraint de réunir ses deux sceptres sur un même cube"
    ),
    "no move": Text("no move left", "plus aucun coup possible"),
    "repetition": Text("the same position for the third time", "la même position pour la troisième fois"),
    "plies": Text("the limit on the number of moves is reached", "le nombre maximal de coups est atteint"),
}

_OVER_BY = {"sceptres": "C18", "own sceptres": "C19", "no move": "C20", "repetition": "C21", "plies": "C22"}


def game_is_over(reason: str) -> Refusal:
    why = REASONS[reason]
    return Refusal.of(_OVER_BY[reason], f"the game is over: {why.en}", f"la partie est finie : {why.fr}")


REPETITION_WARNING = Text(
    "This position stands for the second time; the third time is a draw.",
    "Cette position se présente pour la deuxième fois ; la troisième, la partie est nulle.",
)

# --- Directions and faces -------------------------------------------------------------------------------------------

DIRECTIONS: dict[Direction, Text] = {
    "x+": Text("on Blue's right", "à droite vu de Bleu"),
    "x-": Text("on Blue's left", "à gauche vu de Bleu"),
    "y+": Text("facing White", "côté Blanc"),
    "y-": Text("facing Blue", "côté Bleu"),
    "z+": Text("up", "vers le haut"),
    "z-": Text("down", "vers le bas"),
}
"""Sentences are read on both sides of the table, so left and right are those of one player, always the same."""


def listed(directions: tuple[Direction, ...]) -> Text:
    words = [DIRECTIONS[direction] for direction in directions]
    return Text(" and ".join(word.en for word in words), " et ".join(word.fr for word in words))


def face_words(face: Face) -> Text:
    """A face in a sentence: "the side of (0,0,2) facing Blue"."""
    at = write_cell(face.cell)
    if face.direction == UP:
        return Text(f"the top of {at}", f"la face du dessus de {at}")
    if face.direction == DOWN:
        return Text(f"the bottom of {at}", f"la face du dessous de {at}")
    side = DIRECTIONS[face.direction]
    return Text(f"the side of {at} {side.en}", f"la face de {at} {side.fr}")


# --- Texts that cannot be read --------------------------------------------------------------------------------------

NOT_A_MOVE = Refusal.of(
    "",
    "a move is written like C(0,0,2)-(0,1,3)z- (a cube: from, to, its domes) or S(-1,0,2)-(0,0,2)z+ (a sceptre: from, to which face)",
    "un coup s'écrit comme C(0,0,2)-(0,1,3)z- (un cube : départ, arrivée, ses bosses) ou S(-1,0,2)-(0,0,2)z+ (un sceptre : départ, face d'arrivée)",
)


def too_far(limit: int) -> Text:
    return Text(f"coordinates go from -{limit} to {limit}", f"les coordonnées vont de -{limit} à {limit}")


POSITION = Text("position", "position")
SIDE = Text("side", "camp")
EMPTY_TEXT = Text("the text is empty", "le texte est vide")


def expected_side(found: str) -> Text:
    return Text(
        f"the text must end with the side to move, b or w; found {found}",
        f"le texte doit finir par le camp au trait, b ou w ; trouvé {found}",
    )


def piece_number(number: int, shown: str) -> Text:
    return Text(f"piece {number}, {shown}", f"pièce {number}, {shown}")


NOT_A_PIECE = Text(
    "a piece is written like bC(0,0,1)x-y- (a blue cube and its domes) or wS(1,1,2)z+ (a white sceptre and its face)",
    "une pièce s'écrit comme bC(0,0,1)x-y- (un cube bleu et ses bosses) ou wS(1,1,2)z+ (un sceptre blanc et sa face)",
)
ONE_FACE = Text("a sceptre stands on exactly one face", "un sceptre se tient sur une face et une seule")

# --- Positions that cannot exist ------------------------------------------------------------------------------------

NOT_A_CUBE = Text(
    "a cube has one dome, or two on adjacent faces", "un cube a une bosse, ou deux bosses sur des faces adjacentes"
)
CELL_HOLDS_TWO_CUBES = Text("another cube is in the same cell", "un autre cube occupe la même case")
FACE_HOLDS_TWO_SCEPTRES = Text("another sceptre stands on the same face", "un autre sceptre se tient sur la même face")
BELOW_THE_TABLE = Text(
    "z = 1 is the layer on the table, nothing is below", "z = 1 est le niveau de la table, rien n'est dessous"
)
IN_THE_AIR = Text("no cube below holds it", "aucun cube ne le porte")
DOME_ON_TABLE = Text("a dome points into the table", "une bosse est tournée vers la table")
STANDS_ON_NOTHING = Text("there is no cube under the sceptre", "il n'y a pas de cube sous le sceptre")
UNDERSIDE = Text("a sceptre cannot hang under a cube", "un sceptre ne peut pas pendre sous un cube")
THREE_ON_ONE_CUBE = Text("more than two sceptres on one cube", "plus de deux sceptres sur un même cube")
TWO_SHARED_CUBES = Text(
    "two cubes carry two sceptres each; the game ends with the first",
    "deux cubes portent chacun deux sceptres ; la partie finit au premier",
)


def too_many_cubes(most: int) -> Text:
    return Text(
        f"a side has at most {most} cubes with that many domes",
        f"un camp a au plus {most} cubes de ce nombre de bosses",
    )


def too_many_sceptres(due: int) -> Text:
    return Text(f"a side has only {due} sceptres", f"un camp n'a que {due} sceptres")


def sceptres_of(colour: int) -> Text:
    name, letter = SEATS[colour], COLOUR_LETTERS[colour]
    return Text(f"{name.en}'s sceptres ({letter}S)", f"sceptres du camp {name.fr} ({letter}S)")


def too_few_sceptres(found: int, due: int) -> Text:
    return Text(f"found {found} of {due}", f"trouvé {found} sur {due}")


def dome_meets_dome(other: Cube) -> Text:
    return Text(f"dome against dome with {other}", f"bosse contre bosse avec {other}")


def not_locked_on(below: Cube) -> Text:
    return Text(
        f"no lock with {below} below: one of the two touching faces must be a dome",
        f"pas enclenché avec {below} dessous : l'une des deux faces en contact doit être une bosse",
    )


SCEPTRE_ON_OBSTACLE: dict[Obstacle, Text] = {
    "dome": Text(
        "a sceptre stands in a recess, this face is a dome",
        "un sceptre se tient dans un creux, cette face est une bosse",
    ),
    "covered": Text("a cube is where the sceptre's body would be", "un cube occupe la place du corps du sceptre"),
}

RESTRICTIONS: dict[Restriction, Text] = {
    "cube in tip cell": Text(
        "a cube is where the sceptre's tip would be", "un cube occupe la place de la pointe du sceptre"
    ),
    "body in body cell": Text(
        "another sceptre's body is where the sceptre's body would be",
        "le corps d'un autre sceptre occupe la place du corps du sceptre",
    ),
    "facing sceptre": Text(
        "another sceptre faces it across two cells: body and tip would collide",
        "un autre sceptre lui fait face à deux cases : corps et pointes se heurteraient",
    ),
}

# --- Cube moves that are refused (C2, C5 to C11) --------------------------------------------------------------------


def no_own_cube(cell: Cell, is_there: bool) -> Refusal:
    at = write_cell(cell)
    if is_there:
        return Refusal.of("C6", f"the cube in {at} is not yours", f"le cube en {at} n'est pas à vous")
    return Refusal.of("C6", f"there is no cube in {at}", f"il n'y a pas de cube en {at}")


def cube_on_top(cell: Cell) -> Refusal:
    at = write_cell(cell)
    return Refusal.of(
        "C6",
        f"the cube in {at} is not free: a cube stands on it",
        f"le cube en {at} n'est pas libre : un cube est posé dessus",
    )


def sceptre_on_cube(cell: Cell, face: Face) -> Refusal:
    at, stood_on = write_cell(cell), face_words(face)
    return Refusal.of(
        "C6",
        f"the cube in {at} is not free: a sceptre stands on {stood_on.en}",
        f"le cube en {at} n'est pas libre : un sceptre se tient sur {stood_on.fr}",
    )


def domes_of_another_cube(cube: Cube) -> Refusal:
    at = write_cell(cube.cell)
    if len(cube.domes) == 1:
        return Refusal.of(
            "C2",
            f"the cube in {at} has one dome: name one direction, such as z-",
            f"le cube en {at} a une bosse : indiquez une direction, par exemple z-",
        )
    return Refusal.of(
        "C2",
        f"the cube in {at} has two domes on adjacent faces: name two directions, such as x-z+",
        f"le cube en {at} a deux bosses sur des faces adjacentes : indiquez deux directions, par exemple x-z+",
    )


TURNED_IN_PLACE = Refusal.of(
    "C7", "a cube must go to another cell", "un cube doit changer de case : le tourner sur place est interdit"
)


def cell_is_closed(cell: Cell, hindrance: Hindrance) -> Refusal:
    at = write_cell(cell)
    return {
        "table": Refusal.of(
            "C8",
            f"{at} is below the table (z = 1 is the lowest layer)",
            f"{at} est sous la table (z = 1 est le niveau le plus bas)",
        ),
        "cube": Refusal.of("C7", f"a cube is already in {at}", f"il y a déjà un cube en {at}"),
        "support": Refusal.of("C8", f"no cube below {at} would hold it", f"aucun cube ne le porterait sous {at}"),
        "body": Refusal.of("C11", f"a sceptre's body fills {at}", f"le corps d'un sceptre occupe {at}"),
        "tip": Refusal.of("C11", f"a sceptre's tip reaches into {at}", f"la pointe d'un sceptre occupe {at}"),
    }[hindrance]


DOME_INTO_TABLE = Refusal.of(
    "C9", "no dome may point into the table", "aucune bosse ne peut être tournée vers la table"
)


def dome_against_dome(other: Cube) -> Refusal:
    at = write_cell(other.cell)
    return Refusal.of("C10", f"dome against dome with the cube in {at}", f"bosse contre bosse avec le cube en {at}")


def no_lock_below(below: Cube) -> Refusal:
    at = write_cell(below.cell)
    return Refusal.of(
        "C9",
        f"no lock with the cube below, in {at}: one of the two touching faces must be a dome",
        f"pas enclenché avec le cube du dessous, en {at} : l'une des deux faces en contact doit être une bosse",
    )


def no_lock_beside(cell: Cell) -> Refusal:
    at = write_cell(cell)
    return Refusal.of(
        "C9",
        f"in {at} the cube would lock with no neighbour (a dome in a recess)",
        f"en {at} le cube ne s'enclencherait avec aucun voisin (une bosse dans un creux)",
    )


# --- Sceptre moves that are refused (C5, C12 to C19) ----------------------------------------------------------------


def no_own_sceptre(cell: Cell, is_there: bool) -> Refusal:
    at = write_cell(cell)
    if is_there:
        return Refusal.of("C5", f"the sceptre on {at} is not yours", f"le sceptre sur {at} n'est pas à vous")
    return Refusal.of("C5", f"no sceptre stands on {at}", f"aucun sceptre ne se tient sur {at}")


def stands_there_already(face: Face) -> Refusal:
    at = face_words(face)
    return Refusal.of("C12", f"the sceptre stands on {at.en} already", f"le sceptre se tient déjà sur {at.fr}")


def no_cube_to_stand_on(cell: Cell) -> Refusal:
    at = write_cell(cell)
    return Refusal.of("C12", f"there is no cube in {at} to stand on", f"il n'y a pas de cube en {at} où se tenir")


def face_is_closed(face: Face, obstacle: Obstacle) -> Refusal:
    why = {
        "dome": Text("is a dome; sceptres stand in recesses", "est une bosse ; un sceptre se tient dans un creux"),
        "sceptre": Text("carries a sceptre already", "porte déjà un sceptre"),
        "covered": Text("is covered by a cube", "est recouverte par un cube"),
    }[obstacle]
    at = face_words(face)
    return Refusal.of("C12", f"{at.en} {why.en}", f"{at.fr} {why.fr}")


def line_is_blocked(target: Face, blocked: Face, obstacle: Obstacle) -> Refusal:
    to, at = face_words(target), face_words(blocked)
    clause, why = {
        "dome": ("C12", Text(f"a dome on {at.en}", f"une bosse sur {at.fr}")),
        "sceptre": ("C12", Text(f"a sceptre on {at.en}", f"un sceptre sur {at.fr}")),
        "covered": ("C14", Text(f"a cube in front of {at.en}", f"un cube devant {at.fr}")),
        "squeezed": (
            "C14",
            Text(
                f"cubes on both sides of the diagonal to {at.en}",
                f"des cubes des deux côtés de la diagonale vers {at.fr}",
            ),
        ),
    }[obstacle]
    return Refusal.of(
        clause, f"the line to {to.en} is blocked by {why.en}", f"la ligne vers {to.fr} est barrée par {why.fr}"
    )


def no_line(start: Face, target: Face) -> Refusal:
    here, to = face_words(start), face_words(target)
    return Refusal.of(
        "C12",
        f"no straight line leads from {here.en} to {to.en}, neither round the block (C13) nor diagonally (C14)",
        f"aucune ligne droite ne mène de {here.fr} à {to.fr}, ni en tournant autour du bloc (C13), ni en diagonale (C14)",
    )


def face_is_restricted(face: Face, restriction: Restriction) -> Refusal:
    at, why = face_words(face), RESTRICTIONS[restriction]
    return Refusal.of(
        "C15",
        f"{at.en} can be crossed, not stopped on: {why.en}",
        f"{at.fr} se traverse, mais on ne peut s'y arrêter : {why.fr}",
    )


def own_sceptre_there(cell: Cell) -> Refusal:
    at = write_cell(cell)
    return Refusal.of(
        "C19",
        f"your other sceptre stands on {at}; both on one cube loses, so it is allowed only when there is no other move",
        f"votre autre sceptre se tient sur {at} ; réunir les deux fait perdre, ce n'est permis que s'il n'y a pas d'autre coup",
    )


# --- Labels of the drawing ------------------------------------------------------------------------------------------

FREE_CUBES = Text("Free cubes", "Cubes libres")
SCEPTRES = Text("Sceptres", "Sceptres")
OPEN_FACES = Text("Open faces", "Faces ouvertes")
NONE = Text("none", "aucun")
LEGEND = (
    Text(
        "b w cube   B W sceptre, on its face   (B) (W) its body   (') a tip",
        "b w cube   B W sceptre, sur sa face   (B) (W) son corps   (') une pointe",
    ),
    Text(
        "o dome   · recess   ↑ top   ↓ bottom   left x-, right x+, up y+, down y-",
        "o bosse   · creux   ↑ dessus   ↓ dessous   gauche x-, droite x+, haut y+, bas y-",
    ),
)
