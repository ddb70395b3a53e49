"""Positions and games as notebooks show them."""

import xml.etree.ElementTree as ElementTree

import chess
import pytest

import plypack

SVG = "{http://www.w3.org/2000/svg}"


def test_fens_are_those_of_python_chess(famous):
    for game in famous:
        board = chess.Board()
        fens = [board.fen(en_passant="fen")]
        for move in game.to_chess().mainline_moves():
            board.push(move)
            fens.append(board.fen(en_passant="fen"))
        assert [fen.split()[0] for fen in game.fens] == [fen.split()[0] for fen in fens]
        assert [fen.split()[1:3] + fen.split()[4:] for fen in game.fens] == [fen.split()[1:3] + fen.split()[4:] for fen in fens]
        assert [position.fen for position in game.positions] == game.fens
        assert [position.move for position in game.positions] == [None, *game.uci]


def test_fens_are_those_of_the_table(packed):
    database = plypack.open(packed("edge"))
    rows = list(database.scan("plies", ["game", "fen"]))
    for game in database:
        assert game.fens[: game.ply_count] == [row["fen"] for row in rows if row["game"] == game.number][: game.ply_count]
        assert len(game.fens) in (0, game.ply_count + 1)
        assert not game.start_fen or not game.fens or len(game.fens[0].split()) == 6


def test_a_game_without_a_position_has_no_fens(tmp_path):
    plypack.pack(b'[FEN "nonsense"]\n[White "<b>&"]\n\n*\n', tmp_path / "games.plypack")
    game = plypack.open(tmp_path / "games.plypack")[0]
    assert game.fens == [] and game.positions == []
    assert "&lt;b&gt;&amp;" in game._repr_html_() and "<svg" not in game._repr_html_()


def test_a_drawing_has_squares_and_pieces():
    position = plypack.Position("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a6a7")
    drawing = ElementTree.fromstring(position._repr_svg_())
    squares = drawing.findall(f"{SVG}rect")
    pieces = [text for text in drawing.findall(f"{SVG}text") if text.get("stroke")]
    assert len(squares) == 64 and len({square.get("fill") for square in squares}) == 4
    assert [(text.text[0], text.get("x"), text.get("y")) for text in pieces] == [
        ("\u265a", "337.5", "22.5"),
        ("\u265f", "22.5", "67.5"),
        ("\u265a", "22.5", "337.5"),
    ]
    assert pieces[0].get("fill") != pieces[2].get("fill") == pieces[1].get("fill")
    flipped = ElementTree.fromstring(position.svg(size=100, flipped=True))
    assert flipped.get("width") == "100"
    assert [text.get("x") for text in flipped.findall(f"{SVG}text") if text.get("stroke")] == ["22.5", "337.5", "337.5"]


def test_a_position_is_a_fen():
    assert plypack.Position("8/8/8/8/8/k7/8/K7 w - - 0 1") == plypack.Position("8/8/8/8/8/k7/8/K7 w - - 0 1")
    with pytest.raises(ValueError, match="."):
        plypack.Position("no position")


def test_a_game_in_a_notebook(famous, packed):
    html = famous[0]._repr_html_()
    ElementTree.fromstring(html.replace("<br>", "<br/>"))
    assert "Legall de Kermeur" in html and "1-0" in html and "1. e4 e5 2. Nf3 d6" in html and "<svg" in html
    started = next(game for game in plypack.open(packed("edge")) if game.start_fen and " b " in game.start_fen and game.san)
    number = started.fens[0].split()[5]
    assert f"{number}... {started.san[0]}" in started._repr_html_()
