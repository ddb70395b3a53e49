"""Moves with variations, comments and NAGs, compared with python-chess; tags change in copies."""

import io

import chess.pgn
import pytest
from places import FULL

import plypack
from plypack.contents import tokens_of
from plypack.to_chess import _is_parsed


def nodes(parent, depth=0):
    """The moves after a node in the order of the PGN, with their depths."""
    while parent.variations:
        main, *others = parent.variations
        yield main, depth
        for other in others:
            yield other, depth + 1
            yield from nodes(other, depth + 1)
        parent = main


def fields(step):
    return step.depth, step.starts_variation, step.san, step.fen, sorted(set(step.nags)), step.comment, step.starting_comment


def compared(games):
    """Compares the moves with python-chess; returns their number."""
    count = 0
    for game in games:
        # python-chess has no line comments, counts null moves in its FEN, and continues after text that plypack could
        # not parse.
        if ";" in game.pgn or "--" in game.pgn or not _is_parsed(game._game, tokens_of(game._game)):
            continue
        other = game.to_chess()
        wanted = [
            (depth, node.starts_variation(), node.san(), node.board().fen(), sorted(node.nags), node.comment, node.starting_comment)
            for node, depth in nodes(other)
        ]
        steps = game.walk()
        assert [fields(step) for step in steps] == wanted
        assert game.comment == other.comment
        main = [step for step in steps if step.depth == 0]
        assert [step.uci for step in main] == game.uci and [step.move for step in main] == list(game.moves)
        assert [step.ply for step in main] == list(range(1, len(main) + 1))
        count += len(wanted)
    return count


@pytest.mark.parametrize(("name", "least"), [("famous", 1000), ("edge", 100), ("clocks", 20)])
def test_steps_are_nodes_of_python_chess(packed, name, least):
    assert compared(plypack.open(packed(name))) > least


def test_steps_of_a_corpus(corpus):
    games = plypack.open(corpus("annotated")[0])
    hits = games.find(has="variations")[:: 1 if FULL else 20]
    assert compared(games[hit.game] for hit in hits) > 3000


def game_of(text, tmp_path):
    plypack.pack(text, tmp_path / "a.plypack")
    return plypack.open(tmp_path / "a.plypack")[0]


def test_notes_belong_to_their_moves(tmp_path):
    pgn = b"{a}\n{b} 1. e4 {c} {d} $1 (1. d4 {e} ({f} {g} 1. c4 {h}) $2 {i}) {j} 1... e5 ; k\n*\n"
    game = game_of(pgn, tmp_path)
    found = [(step.san, step.ply, step.depth, step.nags, step.comment, step.starting_comment) for step in game.walk()]
    assert game.comment == "a b"
    assert found == [
        ("e4", 1, 0, [1], "c d j", ""),
        ("d4", 1, 1, [2], "e i", ""),
        ("c4", 1, 2, [], "h", "f g"),
        ("e5", 2, 0, [], "k", ""),
    ]


def test_tags_change_in_a_copy(famous, tmp_path):
    game = famous[3]
    site = 'C:\\ "here"'
    copy = game.with_tags({"Site": site, "ECO": None, "Annotator": "Ł", "Result": "0-1", "Opening": None})
    assert copy.number is None and game.headers["Site"] == "Paris FRA" and game.result == "1-0"
    wanted = {**game.headers, "Site": site, "Annotator": "Ł", "Result": "0-1"}
    del wanted["ECO"]
    assert copy.headers == wanted and copy.pgn.endswith(" 0-1\n") and copy.san == game.san
    plypack.pack([copy], tmp_path / "a.plypack")
    assert plypack.open(tmp_path / "a.plypack")[0].pgn == copy.pgn
    assert chess.pgn.read_game(io.StringIO(copy.pgn)).headers["Annotator"] == "Ł"
    for wrong in ({"Si te]": "x"}, {"Site": "a\nb"}, {"FEN": "8/8/4k3/8/8/3QK3/8/8 w - - 0 1"}, {"Variant": "Atomic"}):
        with pytest.raises(ValueError):
            game.with_tags(wrong)


def openings(games):
    return [(game.headers.get("ECO"), game.headers.get("Opening")) for game in games]


def test_openings_are_those_of_the_command(tmp_path):
    """The games and answers of the command's tests of --classify."""
    plypack.pack(
        b"""[White "A"]\n\n1. e4 c5 2. Nf3 1-0\n
[White "B"]\n[ECO "A00"]\n[Opening "Mine"]\n\n1. d4 d5 2. c4 *\n
[White "C"]\n[ECO "?"]\n\n1. c4 {good} d5 2. d4 *\n
[White "D"]\n[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 *\n""",
        tmp_path / "a.plypack",
    )
    games = list(plypack.open(tmp_path / "a.plypack"))
    sicilian, gambit, none = ("B27", "Sicilian Defense"), ("D06", "Queen's Gambit"), (None, None)
    assert openings(game.with_opening() for game in games) == [sicilian, ("A00", "Mine"), gambit, none]
    assert openings(game.with_opening(replace=True) for game in games) == [sicilian, gambit, gambit, none]
    assert openings(games) == [none, ("A00", "Mine"), ("?", None), none]
    assert plypack.pack((game.with_opening() for game in games), tmp_path / "b.plypack").games == 4
    assert openings(plypack.open(tmp_path / "b.plypack")) == [sicilian, ("A00", "Mine"), gambit, none]
