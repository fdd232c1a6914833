"""Positions as pictures: whole, safe, and with everything on them."""

import random
import re
from importlib import import_module
from pathlib import Path
from xml.etree import ElementTree

import pytest

import alcove
from alcove.boards import flat, pictures
from alcove.core import svg
from alcove.core.about import Palette
from alcove.core.errors import AlcoveError
from alcove.core.game import Game

SVG = "{http://www.w3.org/2000/svg}"
PALETTE = Palette("#ffffff", "#000000", "#888888")


def shapes(picture: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(picture).iter())


def stands_alone(picture: str) -> bool:
    """Nothing that runs, nothing from elsewhere, and nothing that could meet another picture of the same page."""
    found = shapes(picture)
    names = {name for shape in found for name in shape.attrib}
    fetched = [
        value
        for shape in found
        for name, value in shape.attrib.items()
        if "href" in name and not value.startswith("data:")
    ]
    tags = {shape.tag.removeprefix(SVG) for shape in found}
    return not fetched and not tags & {"script", "style", "foreignObject"} and not names & {"id", "class"}


@pytest.mark.parametrize("name", alcove.games())
def test_every_position_of_a_game_has_a_picture(name: str) -> None:
    state, rng, move = alcove.game(name).initial(), random.Random(3), ""
    for _ in range(12):
        picture = state.svg(move)
        assert stands_alone(picture)
        assert len(shapes(picture)) > 20
        if state.outcome() is not None:
            break
        move = str(rng.choice(state.legal_moves()))
        state = state.play(move)
    assert state._repr_svg_() == state.svg()
    assert state.svg(move) != state.svg(), "the last move shows"


def test_a_picture_shows_what_stands_there() -> None:
    state = alcove.game("avalam").initial().play("c5-d5")
    picture = state.svg()
    texts = [shape.text for shape in shapes(picture) if shape.tag == f"{SVG}text"]
    assert texts.count("2") == 2, "a tower of two, and the rank"
    assert set("abcdefghi") <= set(texts)
    assert 'aria-label="Avalam"' in picture


def test_a_picture_is_as_large_as_it_is_asked_for() -> None:
    root = ElementTree.fromstring(alcove.game("axom").initial().svg(size=120))
    assert max(float(root.attrib["width"]), float(root.attrib["height"])) == 120


@pytest.mark.parametrize("size", [0, -3, float("nan"), 10**9, "large", True, None])
def test_a_size_that_is_none_is_told(size: int) -> None:
    with pytest.raises(AlcoveError, match="size: expected a number of pixels from 1 to 100000, found"):
        alcove.game("axom").initial().svg(size=size)


def test_the_last_move_may_be_a_move_or_its_text() -> None:
    start = alcove.game("avalam").initial()
    move = start.legal_moves()[0]
    assert start.play(move).svg(move) == start.play(move).svg(str(move))


def test_no_unseen_piece_is_in_a_picture() -> None:
    """A3: a state and a view of it look the same, whatever lies hidden."""
    axxa = alcove.game("axxa")
    one = axxa.initial(deal="123456" * 6)
    other = next(world for world in axxa.worlds(axxa.view(one, 0), random.Random(4)) if world != one)
    assert one != other
    assert one.svg() == other.svg() == axxa.view(one, 0).svg()


def test_a_game_without_a_board_of_cells_shows_what_the_terminal_does() -> None:
    axiom = alcove.game("axiom")
    picture = Game.paint(axiom, axiom.initial()).svg(axiom.title)
    assert stands_alone(picture)
    assert "Sceptres" in picture


def test_what_a_package_calls_its_pieces_is_no_markup() -> None:
    ground = flat.graph({"a1": (0, 0), "b1": (1, 0)}, [("a1", "b1")])
    scene = flat.scene(ground, {"a1": [flat.Piece(0, text='<&"')]}, marks=[flat.Mark("b1", "star")])
    picture = pictures.paint(scene, PALETTE).svg('<b title="x">')
    assert stands_alone(picture)
    assert '<&"' in [shape.text for shape in shapes(picture)]


@pytest.mark.parametrize("kind", ["dot", "ring", "cross", "star", "check"])
@pytest.mark.parametrize("form", ["token", "stone", "block", "hexagon"])
def test_every_form_and_mark(form: str, kind: str) -> None:
    for ground in (flat.squares(2, 2), flat.hexagon(2), flat.diamond(2, 2)):
        cell = ground.cells[0].name
        bare = pictures.paint(flat.scene(ground, {}), PALETTE).svg("x")
        piece = flat.Piece(1, form)  # type: ignore[arg-type]
        mark = flat.Mark(cell, kind)  # type: ignore[arg-type]
        full = pictures.paint(flat.scene(ground, {cell: [piece, piece]}, marks=[mark]), PALETTE, [cell]).svg("x")
        assert len(shapes(full)) >= len(shapes(bare)) + 5
        assert stands_alone(full)


def test_a_drawn_piece_travels_in_the_picture() -> None:
    ground = flat.Ground((flat.Cell("a1", 0, 0),), pictures={"horse": "<svg xmlns='http://www.w3.org/2000/svg'/>"})
    picture = pictures.paint(flat.scene(ground, {"a1": [flat.Piece(0, picture="horse")]}), PALETTE).svg("x")
    assert re.search(r'href="data:image/svg\+xml;base64,[A-Za-z0-9+/=]+"', picture)


def test_ink_can_be_read() -> None:
    assert svg.ink_on("#fff") != svg.ink_on("#000")
    assert svg.ink_on("rebeccapurple") == svg.ink_on("#fff"), "a colour we cannot read is taken for light"


def test_a_record_shows_its_last_position_or_any_other() -> None:
    game = alcove.game("avalam")
    record = alcove.Record.of(game, game.initial(), ["c5-d5", "f5-g5"])
    states = record.replay()
    assert record._repr_svg_() == record.svg() == states[2].svg("f5-g5")
    assert record.svg(0) == states[0].svg()
    for ply in (3, -1):
        with pytest.raises(AlcoveError, match=f"ply: expected a whole number from 0 to 2, found {ply}"):
            record.svg(ply)


def test_a_record_with_secrets_shows_nothing() -> None:
    axxa = alcove.game("axxa")
    record = alcove.Record.of(axxa, axxa.initial(seed=1), [])
    assert record.seen_by(0)._repr_svg_() is None
    assert record._repr_svg_() is not None


def test_a_curve_is_a_picture_too() -> None:
    assert stands_alone(alcove.curve([(0, 1), (1, 2), (2, 1)], "<title>", "across", "up", compared=1.5))
    for wrong in ([], [(1, float("nan"))], [(1, 2, 3)], [7]):
        with pytest.raises(AlcoveError, match="points: "):
            alcove.curve(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["clobber", "hexes"])
def test_the_games_of_packages_have_pictures_too(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing but the law is written there: what a picture shows comes from the pieces."""
    monkeypatch.syspath_prepend(str(Path(__file__).resolve().parents[1] / "examples" / name))
    game = import_module(name).GAME
    state = game.initial()
    move = state.legal_moves()[0]
    picture = game.svg(state.play(move), str(move))
    assert stands_alone(picture)
    assert pictures.MOVED in picture
    assert len(shapes(picture)) > len(shapes(game.svg(state))) - 10
