"""Parts of the games that PGN text stands for."""

import move_codes as mc
import vector_file

BOM = b"\xef\xbb\xbf"


def game(san="", tags=(), tokens=(), marker="", rest="", start="standard", continued=False):
    """A game with its main line in SAN, and tokens in the form of vectors."""
    fen = next((tag[1] for tag in tags if tag[0] == "FEN"), None) if start == "fen" else None
    board = mc.board_of(fen and fen.replace("_", " "))  # positions.1
    moves = [mc.text_of(*step) for step in mc.played(board, san)]
    return {"tags": [list(tag) for tag in tags], "start": start, "moves": moves, "tokens": [list(token) for token in vector_file.tokens(tokens)],
            "termination": marker, "rest": rest, "continued": continued}


A, B = ("Event", "a"), ("Event", "b")
PLY, BEGIN, END = ("plies", 1), ("begin",), ("end",)
comment = lambda text: ("comment", text)
move = lambda uci: ("move", uci)
nag = lambda number: ("nag", number)
raw = lambda text: ("raw", text)
PASSANT, CASTLING = ("FEN", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"), ("FEN", "4k3/8/8/8/8/8/8/4K2R w K - 0 1")

KING_OR_CASTLING = ("FEN", "4k3/8/8/8/8/8/8/5K1R w H - 0 1")  # its move to g1 is legal, and castling

W = ("White", "W")
line_comment = lambda text: ("line_comment", text)
plies = lambda count: ("plies", count)
tagged = lambda *lines: "".join(f"{line}\n" for line in lines).encode()
KINGS = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
fen = lambda text: ("FEN", text)
after_fen = lambda text, movetext: f'[FEN "{text}"]\n\n{movetext}'.encode()

ONE, TWO = ("A", "1"), ("B", "2")
V, MARK = ("White", "V"), BOM.decode()


def many(name, title, rules, *cases):
    """Games separated by blank lines, each with its text."""
    return name, title, rules, "\n\n".join(text for text, _ in cases).encode(), [expected for _, expected in cases]


CHECK = "e4 f6 Qh5+"
PROMOTING = "8/P7/4k3/8/8/8/8/4K3 w - - 0 1"
var = lambda *moves: [BEGIN, *map(move, moves), END]


def unparsed(name, title, rules, *texts, before="1. e4 ", san="e4", start=None):
    """Each text ends the main line."""
    tag = f'[FEN "{start}"]\n\n' if start else ""
    shown = {"tags": [fen(start)], "start": "fen"} if start else {}
    return many(name, title, rules, *((tag + before + text, game(san, rest=text, **shown)) for text in texts))


def read(name, title, rules, *cases, start=None):
    """Each text is a line of moves, and the tokens if there are any."""
    tag = f'[FEN "{start}"]\n\n' if start else ""
    shown = {"tags": [fen(start)], "start": "fen"} if start else {}
    return many(name, title, rules, *((tag + text, game(san, tokens=tokens[0] if tokens else (), **shown)) for text, san, *tokens in cases))
