"""Games with contents known from before packing, and plain loops over them with python-chess, which give the expected
answers."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import chess

import plypack
from plypack._library import call, lib, new

#: Blocks of the indexed files: a scan searches 64 at a time, so the first of them is searched in two parts.
MANY_BLOCKS, FEW_BLOCKS = 70, 5
GAMES_OF_MANY, GAMES_OF_FEW = 5, 60

START = chess.STARTING_FEN
AFTER_E4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
#: Reached by several orders of moves.
OPEN_GAME = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
PATTERN = "8/8/8/4p3/4P3/8/8/8"
MATERIAL = "KQKR"

Test = Callable[[chess.Board], bool]
#: File, game, ply.
Place = tuple[int, int, int]


@dataclass(frozen=True)
class Played:
    """A game: its tags, and its moves from the standard start or from the start in its tag FEN."""

    tags: dict[str, str]
    moves: tuple[chess.Move, ...]

    def board(self) -> chess.Board:
        return chess.Board(self.tags.get("FEN", START))

    def boards(self) -> Iterator[chess.Board]:
        """The positions, including the first, on one board, which changes."""
        board = self.board()
        yield board
        for move in self.moves:
            board.push(move)
            yield board

    def pgn(self) -> str:
        tags = "".join(f'[{name} "{value}"]\n' for name, value in self.tags.items())
        return f"{tags}\n{self.board().variation_san(self.moves)} {self.tags['Result']}\n\n"


@dataclass(frozen=True)
class Written:
    """A file, and its games by their numbers; None is a deleted one."""

    path: Path
    games: list[Played | None]


def write_files(folder: Path) -> list[Written]:
    """Two files with an index, and games after it: no block of the first file was edited; the second has deleted and
    replaced games."""
    generator = random.Random(7)
    first = _written(generator, folder / "blocks.plypack", MANY_BLOCKS, GAMES_OF_MANY)
    second = _written(generator, folder / "edited.plypack", FEW_BLOCKS, GAMES_OF_FEW)
    _edit(generator, second)
    for written in (first, second):
        _append(generator, written, 20)
        assert plypack.open(written.path).info.bytes_index > 0
    return [first, second]


def _written(generator: random.Random, path: Path, blocks: int, games: int) -> Written:
    written = Written(path, [])
    for block in range(blocks):
        # Neighbors have different codecs: a writer merges small blocks of one codec.
        _append(generator, written, games, "byte" if block % 2 == 0 else "coord16")
    assert plypack.index(path) == len(written.games)
    assert plypack.open(path).info.blocks == blocks
    return written


def _append(generator: random.Random, written: Written, games: int, codec: str = "byte") -> None:
    made = [_game(generator) for _ in range(games)]
    plypack.pack("".join(game.pgn() for game in made).encode(), written.path, append=bool(written.games), codec=codec)
    written.games.extend(made)


def _edit(generator: random.Random, written: Written) -> None:
    """Deletes every 7th game and replaces every 5th. One block holds the replacements for games of all blocks."""
    writer = new(lib.plypack_writer_append, lib.plypack_writer_free, "plypack_writer", str(written.path).encode(), plypack._library.ffi.NULL)
    for number in range(len(written.games)):
        if number % 7 == 3:
            call(lib.plypack_writer_delete, writer, number, plypack._library.ffi.NULL)
            written.games[number] = None
        elif number % 5 == 2:
            written.games[number] = replacement = _game(generator)
            pgn, game = replacement.pgn().encode(), new(lib.plypack_game_new, lib.plypack_game_free, "plypack_game")
            call(lib.plypack_game_read_pgn, game, pgn, len(pgn), plypack._library.ffi.new("size_t *"))
            call(lib.plypack_writer_replace, writer, number, game, plypack._library.ffi.NULL)
    call(lib.plypack_writer_finish, writer)


_BEGINNINGS = ["", "e4", "e4 e5 Nf3 Nc6", "Nf3 Nc6 e4 e5", "e4 Nc6 Nf3 e5", "e4 c5", "d4 d5", "e4 a6 e5 d5", "e4 e5 Nf3 Nc6 Ng1 Nb8 Nf3 Nc6"]
_ENDING = "8/8/4k3/8/3r4/8/1Q6/4K3 w - - 0 1"
_PLAYERS = ["Carlsen, Magnus", "Polgár, Judit", "O'Neil", "Tal, Mihail", "?"]


def _game(generator: random.Random) -> Played:
    tags = {name: generator.choice(_PLAYERS) for name in ("White", "Black")}
    tags |= {"Event": generator.choice(["Riga Open", "Club", "?"]), "Date": f"{generator.randrange(1990, 2024)}.0{generator.randrange(1, 9)}.11"}
    tags |= {"Result": generator.choice(["1-0", "0-1", "1/2-1/2", "*"]), "ECO": generator.choice(["B90", "C60", "A00"])}
    tags |= {name: str(generator.randrange(1200, 2800)) for name in ("WhiteElo", "BlackElo") if generator.random() < 0.7}
    if generator.random() < 0.06:
        tags |= {"SetUp": "1", "FEN": _ENDING}
    board = chess.Board(tags.get("FEN", START))
    if "FEN" not in tags:
        for san in generator.choice(_BEGINNINGS).split():
            board.push_san(san)
    for _ in range(generator.choice([0, 1, 4, 30])):
        legal = list(board.legal_moves)
        if not legal:
            break
        # Few first moves, so that games reach the same positions; en passant captures, which distinguish positions.
        passing = [move for move in legal if board.is_en_passant(move)]
        board.push(generator.choice(passing or (legal[:2] if board.ply() < 7 else legal)))
    return Played(tags, tuple(board.move_stack))


def same_position(fen: str) -> Test:
    """Returns whether a board has the position of a FEN: pieces, side to move, rights, and an en passant square if a capture there is legal."""
    wanted = chess.Board(fen).epd(en_passant="legal")
    return lambda board: board.epd(en_passant="legal") == wanted


def same_pieces(pattern: str) -> Test:
    """Returns whether all pieces of a pattern are on their squares."""
    wanted = chess.BaseBoard(pattern).piece_map()
    return lambda board: all(board.piece_at(square) == piece for square, piece in wanted.items())


def same_material(one: str, other: str) -> Test:
    """Returns whether one side has the first pieces and the other side the second."""
    wanted = {tuple(sorted(one)), tuple(sorted(other))}

    def test(board: chess.Board) -> bool:
        if chess.popcount(board.occupied) != len(one) + len(other):
            return False
        pieces = board.piece_map().values()
        sides = [tuple(sorted(piece.symbol().upper() for piece in pieces if piece.color == color)) for color in chess.COLORS]
        return set(sides) == wanted

    return test


#: Every kind of question about positions: conditions of ``Where``, and the check of a loop. Each answer has games of
#: all files.
TARGETS: dict[str, tuple[dict[str, str], Test]] = {
    "start": ({"fen": START}, same_position(START)),
    "after 1. e4": ({"fen": AFTER_E4}, same_position(AFTER_E4)),
    "transpositions": ({"fen": OPEN_GAME}, same_position(OPEN_GAME)),
    "pattern": ({"pattern": PATTERN}, same_pieces(PATTERN)),
    "material": ({"material": MATERIAL}, same_material("KQ", "KR")),
}

#: Conditions on tags, and the check of a loop.
CONDITIONS: dict[str, tuple[dict[str, Any], Callable[[Played], bool]]] = {
    "all": ({}, lambda game: True),
    "white": ({"white": "polgar"}, lambda game: "Polgár" in game.tags["White"]),
    "result": ({"result": "1-0"}, lambda game: game.tags["Result"] == "1-0"),
    "date": ({"date": (2000, 2009)}, lambda game: "2000" <= game.tags["Date"][:4] <= "2009"),
    "rating": ({"white_rating": (2000, None)}, lambda game: int(game.tags.get("WhiteElo", 0)) >= 2000),
}


def listed(files: Iterable[Written], condition: Callable[[Played], bool] = lambda game: True) -> list[tuple[int, int]]:
    """The file and number of all games that meet a condition."""
    return [(file, number) for file, written in enumerate(files) for number, game in enumerate(written.games) if game and condition(game)]


def occurrences(files: list[Written], test: Test, condition: Callable[[Played], bool] = lambda game: True) -> list[Place]:
    """All occurrences of such a position."""
    games = ((file, number, files[file].games[number]) for file, number in listed(files, condition))
    return [(file, number, ply) for file, number, game in games if game for ply, board in enumerate(game.boards()) if test(board)]


def first_ones(places: list[Place]) -> list[Place]:
    """The first occurrence in each game."""
    return [place for place, before in zip(places, [None, *places]) if before is None or place[:2] != before[:2]]


#: Key: the next move in UCI, None for games that end in the position. Value: games, White wins, draws, Black wins,
#: other results, sum of the ratings, number of ratings, latest year.
Tree = dict[str | None, list[int]]


def tree(files: list[Written], places: list[Place]) -> Tree:
    """Returns the moves played at the first occurrence in each game."""
    found: Tree = {}
    for file, number, ply in first_ones(places):
        game = files[file].games[number]
        assert game is not None
        move = game.moves[ply].uci() if ply < len(game.moves) else None
        row = found.setdefault(move, [0] * 8)
        result = ["", "1-0", "1/2-1/2", "0-1", "*"].index(game.tags["Result"])
        is_white = (ply % 2 == 0) == game.board().turn
        rating = int(game.tags.get("WhiteElo" if is_white else "BlackElo", 0))
        row[0], row[result], row[5], row[6] = row[0] + 1, row[result] + 1, row[5] + rating, row[6] + (rating > 0)
        row[7] = max(row[7], int(game.tags["Date"][:4]))
    return found


def trees(files: list[Written], max_ply: int | None = None) -> dict[str, Tree]:
    """The trees of all positions, by the first four fields of their FENs."""
    places: dict[str, list[Place]] = {}
    for file, number in listed(files):
        game = files[file].games[number]
        assert game is not None
        for ply, board in enumerate(game.boards()):
            if max_ply is None or ply <= max_ply:
                places.setdefault(board.epd(en_passant="legal"), []).append((file, number, ply))
    return {fen: tree(files, found) for fen, found in places.items()}


def added_up(rows: Iterable[tuple[int | None, ...]]) -> Tree:
    """The rows of the table ``tree`` for one position, from all parts: move, and the columns from ``games`` to
    ``last_year``."""
    found: Tree = {}
    for move, *numbers in rows:
        row = found.setdefault(None if move is None else plypack.move_to_uci(move), [0] * 8)
        row[:7] = [left + (right or 0) for left, right in zip(row[:7], numbers)]
        row[7] = max(row[7], numbers[7] or 0)
    return found


def of_branches(branches: Iterable[plypack.Branch]) -> Tree:
    """Converts branches to a tree with the mean rating in place of sum and number."""
    return {one.uci: [one.games, one.white, one.draws, one.black, one.other, one.rating or 0, one.last_year or 0] for one in branches}


def with_means(found: Tree) -> Tree:
    """Converts a tree to mean ratings, as in branches."""
    return {move: [*row[:5], (row[5] + row[6] // 2) // row[6] if row[6] else 0, row[7]] for move, row in found.items()}


def counted(places: Iterable[tuple[int, ...]]) -> Counter[int]:
    """Returns their number in each file."""
    return Counter(place[0] for place in places)
