"""Properties of a game."""

import chess
import pytest
from places import SAMPLES

import plypack
from plypack import comments


def test_headers_are_the_first_of_each_name(packed):
    game = next(game for game in plypack.open(packed("edge")) if "Name" in game.headers)
    assert game.headers["White"] == 'O"Neill, "Tip"'
    assert game.headers["Black"] == "C:\\games\\black"
    assert game.headers["Site"] == ""
    assert game.headers["Spaces"] == "  kept  "
    assert game.headers["Name"] == "Łukasz Žižka, 菊池, 𝔸"
    assert [value for name, value in game.tags if name == "Black"] == ["C:\\games\\black", "A second Black"]
    assert "WithoutValue" in game.pgn and "WithoutValue" not in game.headers


def test_text_that_is_not_utf8_is_windows_1252(packed):
    game = next(game for game in plypack.open(packed("edge")) if game.headers.get("Event") == "Not UTF-8")
    assert game.headers["White"] == "Müller"
    assert "über alles" in game.pgn
    assert "über alles".encode("latin-1") in game.pgn_bytes


def test_lines_are_those_of_python_chess(famous):
    for game in famous:
        board, san, uci = chess.Board(), [], []
        for move in game.to_chess().mainline_moves():
            san.append(board.san(move))
            uci.append(move.uci())
            board.push(move)
        assert game.san == san
        assert game.uci == uci
        assert [plypack.move_to_uci(move) for move in game.moves] == uci
        assert game.ply_count == len(uci)
        assert game.result == game.to_chess().headers["Result"]


def test_moves_are_an_array_of_int16(famous):
    moves = famous[0].moves
    assert moves.typecode == "h" and moves.itemsize == 2
    assert moves[0] == plypack.packed_from_uci("e2e4")


def test_promotions_are_negative_numbers(packed):
    game = next(game for game in plypack.open(packed("edge")) if game.headers.get("Event") == "Knights and bishops")
    assert game.uci[:2] == ["a7b8n", "a2b1n"]
    assert all(-32768 <= move < 0 for move in game.moves[:4])
    assert plypack.packed_from_uci("a7b8n", game.start_fen) == game.moves[0]


def test_a_start_is_a_fen_or_none(packed):
    games = plypack.open(packed("edge"))
    assert games[3].start_fen == "8/8/8/4k3/8/4K3/4P3/8 b - - 12 30"
    assert games[7].start_fen is None


def test_results_are_of_the_tag_or_the_marker(tmp_path):
    pgn = b'[Result "1-0"]\n\n1. c4 0-1\n\n[White "A"]\n\n1. c4 1/2-1/2\n\n[Result "?"]\n\n1. c4 e5 0-1\n\n[White "B"]\n\n1. c4\n'
    plypack.pack(pgn, tmp_path / "results.plypack")
    assert [game.result for game in plypack.open(tmp_path / "results.plypack")] == ["1-0", "1/2-1/2", "0-1", "*"]


def test_clocks_and_evaluations_are_of_comments_after_a_ply(packed):
    games = plypack.open(packed("clocks"))
    assert games[0].clocks == [180_000, 180_000, 178_000, 181_000, 179_000, 175_000, 180_000]
    assert games[0].evals == [30, 25, -40, -38, -50, 32766, None]
    assert games[1].clocks == [59_900, 60_000, 58_300, 59_400]
    assert games[1].evals == [None, None, -1000, 32767]


def test_clocks_are_those_of_the_columns(packed, corpus):
    path, _ = corpus("online_clk_bench")
    for database in (plypack.open(packed("clocks")), plypack.open(path)):
        numbers = range(0, min(len(database), 400))
        rows = database.scan("games", ["game", "clocks_white", "clocks_black", "evals"], games=numbers).to_arrow().to_pylist()
        for row in rows:
            game = database[row["game"]]
            # Only games in which White moves first.
            assert game.clocks[::2] == (row["clocks_white"] or [None] * len(game.clocks[::2]))
            assert game.clocks[1::2] == (row["clocks_black"] or [None] * len(game.clocks[1::2]))
            assert game.evals == (row["evals"] or [None] * game.ply_count)


@pytest.mark.parametrize(
    ("comment", "clock"),
    [
        (b"[%clk 1:02:03]", 3_723_000),
        (b"[%clk 0:00:01.25]", 1_250),
        (b"[%clk 02:03]", 123_000),
        (b"a [%eval 1.0] [%clk 0:00:09] b", 9_000),
        (b"[%clk 600:00:00]", None),
        (b"[%clk ]", None),
        (b"[%emt 0:00:01]", None),
        (b"[%clk one]", None),
    ],
)
def test_a_clock_is_in_milliseconds(comment, clock):
    assert comments.clock(comment) == clock


@pytest.mark.parametrize(
    ("comment", "value"),
    [
        (b"[%eval 0.25]", 25),
        (b"[%eval 0.29]", 29),
        (b"[%eval -1.5,20]", -150),
        (b"[%eval #3]", 32764),
        (b"[%eval #-1]", -32766),
        (b"[%eval 999]", 31000),
        (b"[%eval x]", None),
    ],
)
def test_an_evaluation_is_in_centipawns(comment, value):
    assert comments.evaluation(comment) == value


def test_the_pgn_of_a_game_is_whole(famous, tmp_path):
    plypack.pack("\n".join(game.pgn for game in famous).encode(), tmp_path / "again.plypack")
    assert [game.pgn for game in plypack.open(tmp_path / "again.plypack")] == [game.pgn for game in famous]
    assert len(famous) == (SAMPLES / "famous.pgn").read_text().count("[Event ")


def test_moves_as_text():
    assert plypack.move_to_uci(0) == "0000"
    assert plypack.move_to_uci(plypack.packed_from_uci("e2e4")) == "e2e4"
    assert plypack.move_to_uci(plypack.packed_from_uci("a7a8q", "7k/P7/8/8/8/8/8/K7 w - - 0 1")) == "a7a8q"
    for text, fen in (("e2e5", None), ("no", None), ("e2e4", "no position")):
        with pytest.raises(ValueError, match="."):
            plypack.packed_from_uci(text, fen)
