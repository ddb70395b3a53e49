"""Vectors of the codec `tight`: lines, and invalid codes. A line is a run of one game."""

import pathlib

import chess
import chess.pgn

import move_codes as mc
import tight
from codec_cases import EP_PINNED, LINES, MORE_THAN_255, MOST_MOVES
from vector_file import Chapter

FAMOUS = pathlib.Path(__file__).resolve().parents[2] / "conformance" / "samples" / "famous.pgn"

RULES = {
    "": "tight.3 tight.4 tight.5 tight-model.1 tight-model.2 tight-model.3 tight-model.4 tight.7 tight.9 tight.10 tight.12", "opening": "tight.11", "long": "tight.2 tight.6",
    "chess960": "tight.6 tight.8", "castling": "tight.6 tight.8", "promotion": "tight.8 tight.11", "many": "tight.12",
    "no-moves": "tight.2 tight.3",
}


def rules_of(name):
    return RULES[max((key for key in RULES if name.startswith(key)), key=len)]


def parsed(fen, moves):
    board = mc.board_of(fen)
    line, texts, after = [], [], board.copy()
    for san in moves.split():
        move = after.parse_san(san)
        line.append(move)
        texts.append(mc.text_of(after, move))
        after.push(move)
    return board, line, texts


def wandering(fen, plies, step):
    """A line that continues with move `step` x ply of the canonical order, and so on from the first after the last."""
    board = mc.board_of(fen)
    line, texts, after = [], [], board.copy()
    for ply in range(plies):
        order = mc.canonical_order(after)
        if not order:
            break
        text = order[step * ply % len(order)]
        move = next(m for m in after.legal_moves if mc.text_of(after, m) == text)
        line.append(move)
        texts.append(text)
        after.push(move)
    return board, line, texts


def add_line(chapter, name, fen, board, line, texts):
    code = tight.encode_run([(board, line)])
    chapter.add(name, name.replace("-", " "), rules_of(name), "line", codec="tight", fen=fen or chess.STARTING_FEN,
                input=[[code.hex(" "), "all moves"]] if code else [], expect={"moves": texts})


def add_lines(chapter):
    for name, fen, moves in LINES:
        if "--" not in moves:
            add_line(chapter, name, fen, *parsed(fen, moves))
    for piece in "QRBN":
        fen = "1n1n3k/2P5/8/8/8/8/2p5/K2N4 w - - 0 1"
        add_line(chapter, f"promotion-{piece.lower()}", fen, *parsed(fen, f"cxb8={piece} cxd1={piece}"))
    with open(FAMOUS, encoding="utf-8") as text:
        game = chess.pgn.read_game(text)
    sans = " ".join(node.san() for node in game.mainline())
    add_line(chapter, "long-famous-game", None, *parsed(None, sans))
    for name, fen, plies, step in [
        ("long-wandering", None, 150, 7), ("long-wandering-far", None, 300, 11),
        ("long-chess960", "bqnbrknr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKNR w HEhe - 0 1", 120, 5),
        ("long-kings-and-pawns", "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", 120, 3),
        ("many-moves", MOST_MOVES, 6, 5), ("many-moves-more-than-255", MORE_THAN_255, 4, 97),
    ]:
        add_line(chapter, name, fen, *wandering(fen, plies, step))


def add_faults(chapter):
    board, line, _ = parsed(None, "e4 e5 Nf3 Nc6")
    code = tight.encode_run([(board, line)])
    mate, mated, _ = parsed(None, "f3 e5 g4 Qh4#")
    beaten = tight.encode_run([(mate, mated)])
    stalemate = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
    for name, title, fen, plies, data, rules, error, at in [
        ("trailing", "two bytes too many", None, 4, code + b"\xff\xff", "range-coder.7", "TRAILING_BYTES", len(code)),
        ("trailing-zero", "a byte 00 that changes nothing", None, 4, code + b"\0", "range-coder.7", None, None),
        ("no-moves", "bytes, but no moves", None, 0, b"\x80\x80", "tight.2 range-coder.7", "TRAILING_BYTES", 1),
        ("no-legal-move", "a move after mate", None, 5, beaten, "tight.3", "MOVE_MALFORMED", len(beaten)),
        ("stalemate", "a move where none is legal", stalemate, 1, b"", "tight.3", "MOVE_MALFORMED", 0),
    ]:
        if name == "trailing-zero":
            error, at = refused_zero(board, line, code)
        chapter.add(f"bad-{name}", title, rules, "decode-line", codec="tight", fen=fen or chess.STARTING_FEN, plies=plies,
                    input=[[data.hex(" "), "code"]] if data else [], error=error, at=at)
    for name, title, fen, moves, at in [
        ("encode-illegal", "an illegal move", None, "e2e4 e2e4", 1),
        ("encode-null", "a null move has no code", None, "e2e4 0000", 1),
        ("encode-en-passant-pinned", "en passant that exposes the king to check", EP_PINNED, "b5c6", 0),
    ]:
        chapter.add(f"bad-{name}", title, "tight.3", "encode-line", codec="tight", fen=fen or chess.STARTING_FEN,
                    moves=moves.split(), error="ILLEGAL_MOVE", at=at)


def refused_zero(board, line, code):
    """What a decoder says of the code and a byte 00: one byte more than the shortest code is too long, or not the shortest."""
    written = tight.bytes_before_end([(board, line)])
    return ("TRAILING_BYTES", written + 1) if len(code) + 1 > written + 1 else ("MOVE_MALFORMED", len(code) + 1)


def make():
    chapter = Chapter("codecs/tight")
    add_lines(chapter)
    add_faults(chapter)
    chapter.save()
