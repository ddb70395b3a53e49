"""Vectors of searches in variations (search.2): nested variations, several variations of one move, the next moves in
each."""

import chess

import file_bytes as fb
import games_file as gf
import move_codes as mc
from file_bytes import File
from games_file import Played
from search_common import GAMBIT, GAMES


def variations_of_games(searches):
    found = gf.hits(GAMES, gf.is_at(GAMBIT))
    searches.find("find-in-variations", "a variation reaches it, main lines come first", "search.2",
                  {"fen": GAMBIT, "variations": True}, sorted([*found, [3, 4]]))
    rows = gf.branches(GAMES, found)
    rows = sorted([*(row for row in rows if row[0]), *([row[0], row[1], row[2] + 1, *row[3:]] for row in rows if not row[0])])
    searches.chapter.add("tree-in-variations", "a variation that ends in the position", "search.2 search.7", "tree", input=searches.input,
                         query={"fen": GAMBIT, "variations": True}, expect={"branches": rows})


# Games with variations as in PGN. The parentheses are separate words.
TEXTS = [
    ("e4 ( d4 d5 ( Nf6 c4 e6 ) c4 e6 ) e5 ( c5 Nf3 ( Nc3 Nc6 ) d6 ) Nf3", {"Result": "1-0", "WhiteElo": "2300", "Date": "2011.??.??"}),
    ("d4 d5 ( Nf6 ( e6 c4 ) c4 e6 Nc3 ) c4 e6", {"Result": "0-1", "BlackElo": "2111"}),
    ("Nf3 ( c4 e6 d4 d5 ( Nf6 ) Nc3 ) ( d4 d5 c4 e6 ) d5 ( Nf6 c4 ( d4 -- c4 ) g6 )", {"Result": "1/2-1/2", "WhiteElo": "2500"}),
    ("e4 e5 ( c5 Nf3 d6 ) Nf3 ( f4 exf4 ( d5 exd5 ( fxe5 ) e4 ) Nf3 ) Nc6 ( Nf6 Nxe5 )", {"WhiteElo": "1800", "BlackElo": "1900"}),
    ("e4 ( -- d5 ( e5 ) ) ( e3 ( -- d5 ( e5 ) ) e5 ) e5", {"Result": "1-0"}),
    ("d4 Nf6 c4 e6", {"Result": "1-0", "WhiteElo": "2000"}),
]


class Line:
    def __init__(self, board, ply):
        self.before, self.board, self.ply, self.waiting, self.count, self.last = board, board, ply, b"", 0, None


class Annotated:
    """A game from such a text, and the positions of its variations: ply, position and next move, in the order of the
    moves."""

    def __init__(self, text, tags):
        self.lines, self.visits, self.out = [Line(chess.Board(chess960=True), 0)], [], b""
        main = []
        for word in text.split():
            if word == "(":
                self._flush()
                self.out += b"\5"
                line = self.lines[-1]
                self.lines.append(Line(line.before, line.ply - 1))
            elif word == ")":
                self._flush()
                self.out += b"\6"
                self.lines.pop()
            else:
                main += [word] * (len(self.lines) == 1)
                self._move(word)
        self.played = Played(" ".join(main), tags, tokens=self.out)

    def _move(self, word):
        line = self.lines[-1]
        move = line.board.parse_san(word)
        if line.last is not None:
            line.last[2] = mc.text_of(line.board, move)
        line.waiting += mc.byte(line.board, move)
        line.before, line.board, line.ply, line.count = line.board, line.board.copy(stack=False), line.ply + 1, line.count + 1
        line.board.push(move)
        if len(self.lines) > 1:
            line.last = [line.ply, line.board.copy(stack=False), ""]
            self.visits.append(line.last)

    def _flush(self):
        line = self.lines[-1]
        if line.count:
            self.out += fb.varint(line.count << 4) + (line.waiting if len(self.lines) > 1 else b"")
        line.waiting, line.count = b"", 0

    def match(self, aim):
        """Ply, position and next move of the first match, in the main line or otherwise in the variations."""
        ply = gf.arrival(self.played, aim)
        if ply is not None:
            return ply, self.played.boards()[ply], self.played.uci(ply)
        return next((visit for visit in self.visits if aim(visit[1])), None)


WITH_VARIATIONS = [Annotated(*game) for game in TEXTS]


def variations(chapter):
    file = File(gf.block([game.played for game in WITH_VARIATIONS])).outline()

    def search(name, title, query, aim):
        query = {**query, "variations": True}
        found = [(number, game, game.match(aim)) for number, game in enumerate(WITH_VARIATIONS) if game.match(aim)]
        chapter.add(f"find-variation-{name}", title, "search.2", "find", input=file, query=query, expect={"hits": [[number, match[0]] for number, _, match in found]})
        if "fen" not in query:
            return  # a tree needs a position
        rows = gf.rows_of((game.played, board, following) for _, game, (_, board, following) in found)
        chapter.add(f"tree-variation-{name}", title, "search.2 search.7", "tree", input=file, query=query, expect={"branches": rows})

    for name, title, line in [
        ("of-the-first-move", "the first move of variations, and of main lines", "d4"),
        ("middle", "in the middle of variations, one of them within another", "d4 d5"),
        ("nested", "a variation within a variation", "d4 Nf6"),
        ("nested-deeper", "two moves on in it", "d4 Nf6 c4"),
        ("nested-first", "a variation within the first move of a variation", "d4 e6 c4"),
        ("end", "variations that end in the position, others that go on", "d4 d5 c4 e6"),
        ("after-nested", "after the end of a variation within", "e4 c5 Nf3 d6"),
        ("two-of-one-move", "the second of two variations of one move", "c4 e6 d4 d5"),
        ("null-move", "after a null move", "Nf3 Nf6 d4 -- c4"),
        ("null-move-first", "after a null move at the start", "-- d5"),
        ("null-move-nested", "beside the move after a null move", "-- e5"),
        ("twice-in-a-game", "a position that a game has in two variations", "e3 e5"),
        ("of-black", "a variation of Black's move", "e4 e5 f4 d5"),
        ("third-level", "a variation at the third level", "e4 e5 f4 d5 fxe5"),
        ("not-there", "moves of two variations that no line has together", "e4 e5 f4 d5 Nf3"),
    ]:
        board = chess.Board(chess960=True)
        mc.played(board, line)
        # As in X-FEN: only an en passant square on which a capture is legal.
        fen = board.fen(en_passant="legal")
        search(name, title, {"fen": fen}, gf.is_at(fen))
    search("pattern", "a pattern", {"pattern": "8/8/8/8/5p2/8/8/8"}, lambda board: board.piece_at(chess.F4) == chess.Piece.from_symbol("p"))
    search("material", "material", {"material": "KQ2R2B2N2P8vKQ2R2B2N2P8".replace("Q2", "Q").replace("P8v", "P7v")},
           lambda board: sorted(len(board.pieces(chess.PAWN, color)) for color in chess.COLORS) == [7, 8] and chess.popcount(board.occupied) == 31)
