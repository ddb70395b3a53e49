"""Parquet files with Aix's columns: DuckDB reads them back, and they equal the games."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import chess
import duckdb
import pyarrow
import pyarrow.parquet
import pytest

import plypack
from plypack.__main__ import main
from plypack.parquet import from_parquet, to_parquet
from plypack.parquet_lichess import SCHEMA

_TEXTS = ("White", "Event", "Black", "Termination")

_PGN = """[Event "Rated Blitz tournament https://lichess.org/tournament/vdrwOYlr"]
[Site "https://lichess.org/abcdEFGH"]
[UTCDate "2015.01.31"]
[UTCTime "23:59:58"]
[White "A"]
[Black "B"]
[WhiteElo "1500"]
[WhiteTitle "GM"]
[WhiteRatingDiff "+7"]
[BlackRatingDiff "-12"]
[TimeControl "600+5"]
[Termination "Normal"]
[Result "1-0"]

1. e4 { [%eval 0.25] [%clk 0:10:00] } d5 { [%eval -1.5] [%clk 0:09:59] } 2. exd5 { [%eval #1] } Nf6 { [%eval #-1] }
3. Nf3 g6 4. Be2 Bg7 5. O-O O-O 6. d6 Nd5 7. dxc7 Kh8 8. cxd8=N Kg8 1-0

[White "C"]
[Black "D"]
[TimeControl "100000+300"]
[Result "0-1"]

1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. O-O-O O-O-O 0-1

[White "E"]
[Black "F"]
[SetUp "1"]
[FEN "8/8/4k3/8/8/3QK3/8/8 w - - 0 1"]
[Result "*"]

1. Qd4 *

[White "G"]
[Black "H"]
[Result "*"]

*
"""


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    folder = tmp_path_factory.mktemp("parquet")
    (folder / "a.pgn").write_text(_PGN)
    plypack.pack(folder / "a.pgn", folder / "a.plypack")
    assert main(["to-parquet", str(folder / "a.plypack"), "-o", str(folder / "a.parquet")]) == 0
    relation = duckdb.sql(f"SELECT * FROM '{folder}/a.parquet' ORDER BY game")
    return [dict(zip(relation.columns, row)) for row in relation.fetchall()]


def test_columns_of_aix(rows: list[dict[str, Any]]) -> None:
    game = rows[0]
    expected = {
        "lichess_id": "abcdEFGH",
        "tournament": "vdrwOYlr",
        "white": "A",
        "white_rating": 1500,
        "black_rating": None,
        "white_rating_diff": 7,
        "black_rating_diff": -12,
        "white_title": "GM",
        "black_title": None,
        "time_initial": 600,
        "time_increment": 5,
        "result": "1-0",
        "termination": "Normal",
        "ply_count": 16,
        "clocks_white": [600, *[None] * 7],
        "clocks_black": [599, *[None] * 7],
        "evals": [25, -150, 32767, -32768, *[None] * 12],
    }
    assert {name: game[name] for name in expected} == expected
    assert str(game["utc_timestamp"]) == "2015-01-31 23:59:58"
    assert (rows[1]["time_initial"], rows[1]["time_increment"], rows[1]["clocks_white"]) == (None, None, None)
    assert (rows[2]["fen"], rows[2]["movedata"], rows[2]["ply_count"]) == ("8/8/4k3/8/8/3QK3/8/8 w - - 0 1", None, 1)
    assert bytes(rows[3]["movedata"]) == b"\0" and rows[3]["lichess_id"] is None


def test_move_data_is_that_of_aix(rows: list[dict[str, Any]]) -> None:
    # Squares from a1 = 0; the capture on move 3, castling as king takes rook.
    start = "0C1C 3323 9C23 3E2D"
    assert rows[0]["movedata"].hex().upper().startswith(start.replace(" ", ""))
    # The ninth and tenth ply are castling: e1 to h1, e8 to h8; e1 to a1, e8 to a8.
    assert [row["movedata"][16:20].hex().upper() for row in rows[:2]] == ["04073C3F", "04003C38"]
    for row in rows[:2]:
        assert _decoded(row["movedata"]) == _moves(row["game"])


def _moves(number: int) -> list[str]:
    import io

    import chess.pgn

    pgn = io.StringIO(_PGN)
    games = [chess.pgn.read_game(pgn) for _ in range(number + 1)]
    found = games[-1]
    assert found is not None
    return [move.uci() for move in found.mainline_moves()]


def _decoded(data: bytes) -> list[str]:
    board, moves = chess.Board(), []
    assert data[-1] == 0 and len(data) % 2 == 1
    for first, second in zip(data[:-1:2], data[1:-1:2]):
        promotion = [chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT][second >> 6] if first & 0x40 else None
        move = chess.Move(first & 63, second & 63, promotion)
        own = board.piece_at(move.to_square)
        if own is not None and own.color == board.turn:
            move = next(one for one in board.generate_castling_moves() if (one.to_square > one.from_square) == (move.to_square > move.from_square))
        assert board.is_legal(move) and board.is_capture(move) == bool(first & 0x80)
        moves.append(move.uci())
        board.push(move)
    return moves


def test_all_games_are_there(files: list[str], tmp_path: Path) -> None:
    written = to_parquet(files, tmp_path / "all.parquet", row_group_games=100)
    assert written.bytes_in == sum(Path(path).stat().st_size for path in files) and written.bytes_out > 0
    games = [(path, number, _white(game), game.ply_count) for path in files for number, game in enumerate(plypack.open(path))]
    assert duckdb.sql(f"SELECT file, game, white, ply_count FROM '{tmp_path}/all.parquet' ORDER BY file, game").fetchall() == games
    assert written.rows == len(games)
    assert [entry.name for entry in tmp_path.iterdir()] == ["all.parquet"]


@pytest.mark.parametrize("sample", ["famous", "edge", "clocks", "broken"])
def test_games_of_lichess_columns_come_back(packed: Any, tmp_path: Path, sample: str) -> None:
    assert main(["to-parquet", str(packed(sample)), "-o", str(tmp_path / "a.parquet"), "--layout", "lichess"]) == 0
    assert main(["from-parquet", str(tmp_path / "a.parquet"), "-o", str(tmp_path / "a.plypack")]) == 0
    before, after = plypack.open(packed(sample)), plypack.open(tmp_path / "a.plypack")
    assert [game.headers for game in after] == [game.headers for game in before]
    assert [_movetext(game) for game in after] == [_movetext(game) for game in before]


def _movetext(game: plypack.Game) -> str:
    return game.pgn.partition("\n\n")[2] if game.tags else game.pgn


@pytest.mark.parametrize("corpus_name", ["online_clk_bench", "annotated", "chess960_human", "from_fen"])
def test_games_of_corpora_come_back(corpus: Any, tmp_path: Path, corpus_name: str) -> None:
    path, _ = corpus(corpus_name)
    first = tmp_path / "first.plypack"
    plypack.pack((game for game in plypack.open(path)[:400]), first)
    to_parquet(first, tmp_path / "a.parquet", layout="lichess")
    from_parquet(tmp_path / "a.parquet", tmp_path / "a.plypack")
    before, after = plypack.open(first), plypack.open(tmp_path / "a.plypack")
    assert len(after) == len(before) > 300
    for game, other in zip(after, before):
        assert game.headers == other.headers and _movetext(game) == _movetext(other)


def test_columns_of_lichess(tmp_path: Path) -> None:
    plypack.pack(_PGN.encode(), tmp_path / "a.plypack")
    assert to_parquet(tmp_path / "a.plypack", tmp_path / "a.parquet", layout="lichess").rows == 4
    relation = duckdb.sql(f"SELECT * FROM '{tmp_path}/a.parquet'")
    types = dict(zip(relation.columns, map(str, relation.types)))
    assert {types.pop(name) for name in ("WhiteElo", "BlackElo", "WhiteRatingDiff", "BlackRatingDiff")} == {"SMALLINT"}
    assert (types.pop("UTCDate"), types.pop("UTCTime"), types.pop("other_tags")) == ("DATE", "TIME", "MAP(VARCHAR, VARCHAR)")
    assert set(types.values()) == {"VARCHAR"} and {"Event", "Site", "WhiteTitle", "ECO", "Termination", "TimeControl", "movetext"} < types.keys()
    game, _, with_start, _ = [dict(zip(relation.columns, row)) for row in relation.fetchall()]
    assert (game["WhiteElo"], game["BlackElo"], game["WhiteRatingDiff"], game["BlackRatingDiff"]) == (1500, None, 7, -12)
    assert (str(game["UTCDate"]), str(game["UTCTime"]), game["WhiteTitle"], game["other_tags"]) == ("2015-01-31", "23:59:58", "GM", {})
    assert game["movetext"].startswith("1. e4 { [%eval 0.25] [%clk 0:10:00] }") and game["movetext"].endswith("1-0")
    assert with_start["other_tags"] == {"SetUp": "1", "FEN": "8/8/4k3/8/8/3QK3/8/8 w - - 0 1"}


def test_files_of_lichess_are_read(tmp_path: Path) -> None:
    """A file with the columns that Lichess publishes, and no others."""
    values = "DATE '2024-02-29' AS UTCDate, TIME '01:02:03' AS UTCTime, 1900::SMALLINT AS WhiteElo, -3::SMALLINT AS WhiteRatingDiff"
    duckdb.sql(f"COPY (SELECT 'A' AS White, '1-0' AS Result, {values}, '1. e4 e5 {{x}} 1-0' AS movetext) TO '{tmp_path}/a.parquet'")
    assert from_parquet(tmp_path / "a.parquet", tmp_path / "a.plypack").games == 1
    (game,) = plypack.open(tmp_path / "a.plypack")
    expected = {"White": "A", "Result": "1-0", "WhiteElo": "1900", "WhiteRatingDiff": "-3", "UTCDate": "2024.02.29", "UTCTime": "01:02:03"}
    assert game.headers == expected and game.pgn.endswith("\n\n1. e4 e5 {x} 1-0\n")
    duckdb.sql(f"COPY (SELECT 'A' AS White) TO '{tmp_path}/b.parquet'")
    with pytest.raises(ValueError, match="b.parquet has no column movetext; it has White"):
        from_parquet(tmp_path / "b.parquet", tmp_path / "b.plypack")
    assert not (tmp_path / "b.plypack").exists()


def test_values_have_no_escapes_in_parquet_and_escapes_in_pgn(tmp_path: Path) -> None:
    values = {"White": 'A "B" C', "Event": "a\\", "Black": '\\"', "Termination": "x\n[Site \"y\"]", "Annotator": '"\\\\'}
    row = {name: [value] for name, value in values.items() if name != "Annotator"}
    row |= {"other_tags": [[("Annotator", values["Annotator"])]], "movetext": ["1. e4 *"]}
    pyarrow.parquet.write_table(pyarrow.table(row, pyarrow.schema([SCHEMA.field(name) for name in row])), tmp_path / "a.parquet")
    from_parquet(tmp_path / "a.parquet", tmp_path / "a.plypack")
    (game,) = plypack.open(tmp_path / "a.plypack")
    assert game.headers == {**values, "Termination": 'x [Site "y"]'}
    for line in (r'[White "A \"B\" C"]', r'[Event "a\\"]', r'[Black "\\\""]', r'[Termination "x [Site \"y\"]"]', r'[Annotator "\"\\\\"]'):
        assert line in game.pgn
    to_parquet(tmp_path / "a.plypack", tmp_path / "b.parquet", layout="lichess")
    (back,) = pyarrow.parquet.read_table(tmp_path / "b.parquet").to_pylist()
    assert {name: back[name] for name in row if name in _TEXTS} == {name: game.headers[name] for name in row if name in _TEXTS}
    assert back["other_tags"] == [("Annotator", values["Annotator"])]


def test_openings_by_the_moves(tmp_path: Path) -> None:
    plypack.pack(b'1. e4 c5 *\n\n[ECO "A00"]\n\n1. d4 d5 2. c4 *\n', tmp_path / "a.plypack")
    for layout, column in (("aix", "eco"), ("lichess", "ECO")):
        for classify, codes in ((False, [None, "A00"]), (True, ["B20", "A00"]), ("replace", ["B20", "D06"])):
            to_parquet(tmp_path / "a.plypack", tmp_path / "a.parquet", layout=layout, classify=classify)
            assert pyarrow.parquet.read_table(tmp_path / "a.parquet")[column].to_pylist() == codes


def test_plies(packed: Any, tmp_path: Path) -> None:
    rows = plypack.open(packed("famous")).scan("plies").to_arrow()
    assert to_parquet(packed("famous"), tmp_path / "a.parquet", layout="plies").rows == rows.num_rows > 1000
    assert duckdb.sql(f"SELECT game, ply, san, fen FROM '{tmp_path}/a.parquet'").fetchall() == [tuple(row.values()) for row in rows.select(["game", "ply", "san", "fen"]).to_pylist()]
    with pytest.raises(ValueError, match="no layout 'all'; there are aix, lichess, plies"):
        to_parquet(packed("famous"), tmp_path / "b.parquet", layout="all")


def test_command(tmp_path: Path) -> None:
    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "-m", "plypack", *arguments], capture_output=True, text=True)

    assert "to-parquet" in run("--help").stdout
    missing = run("to-parquet", str(tmp_path / "no.plypack"), "-o", str(tmp_path / "x.parquet"))
    assert missing.returncode == 1 and "no.plypack" in missing.stderr and not list(tmp_path.iterdir())
    assert run("to-parquet").returncode == 2


def _white(game: plypack.Game) -> str | None:
    """White's name as stored in the file, with a backslash before quotes."""
    name = game.headers.get("White")
    return None if name is None else name.replace('"', '\\"')
