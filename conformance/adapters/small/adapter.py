"""A small adapter with python-chess (pip install chess): the steps `positions` and `coord16` of ../../ROADMAP.md.

It shows how little a port begins with. It shares no code with ../../python. Copy it: this file is CC0; python-chess is GPL-3.0.
"""

import json
import re
import sys

import chess


class Refused(Exception):
    """A class and a code of spec/limits.md, and the offset."""


# positions and moves

FIELDS = "[1-8PNBRQKpnbrqk/]+", "[wb]", "-|[KQA-Hkqa-h]+", "-|[a-h][1-8]", "[0-9]+", "[0-9]+"
NO_POSITION = Refused("caller", "ILLEGAL_POSITION", None)


def board_of(fen):
    """positions.1, positions.2"""
    fields = [field for field in re.split("[ _]+", fen) if field]
    if not 0 < len(fields) <= 6 or not all(map(re.fullmatch, FIELDS, fields)):
        raise NO_POSITION
    turn, rights, square = (fields + ["w", "-", "-"][len(fields) - 1 :])[1:4]
    placement = re.sub("[1-8]{2,}", lambda digits: str(sum(map(int, digits[0]))), fields[0])
    try:
        board = chess.Board(f"{placement} {turn} - {square} 0 1", chess960=True)
    except ValueError:
        raise NO_POSITION from None
    squares = {castling_square(board, letter) for letter in rights.strip("-")}
    too_many = any(len([square for square in squares if chess.square_rank(square) == rank]) > 2 for rank in (0, 7))
    kings = all(len(board.pieces(chess.KING, color)) == 1 for color in chess.COLORS)
    if too_many or not kings or board.pawns & chess.BB_BACKRANKS or board.was_into_check():
        raise NO_POSITION
    board.castling_rights = sum(chess.BB_SQUARES[square] for square in squares)
    board.castling_rights = board.clean_castling_rights()
    if board.status() & chess.STATUS_INVALID_EP_SQUARE:
        board.ep_square = None
    return board


def castling_square(board, letter):
    """The square of the rook which a letter of the castling rights means."""
    rank, color, name = (0 if letter.isupper() else 7), letter.isupper(), letter.lower()
    if name not in "kq":
        return chess.square("abcdefgh".index(name), rank)
    found = (board.kings | board.rooks) & board.occupied_co[color] & chess.BB_RANKS[rank]
    nearest = (max if name == "k" else min)(chess.SquareSet(found), default=None)
    return nearest if nearest is not None and board.rooks & chess.BB_SQUARES[nearest] else chess.square(7 if name == "k" else 0, rank)


def packed(board, move):
    """moves.1"""
    source, target = move.from_square, move.to_square
    capture = 4 * board.is_capture(move)
    if board.is_castling(move):
        king_side = board.is_kingside_castling(move)
        return (2 if king_side else 3) << 12 | source << 6 | chess.square(6 if king_side else 2, chess.square_rank(source))
    if move.promotion:
        flags = 8 + capture + move.promotion - chess.KNIGHT
    elif board.is_en_passant(move):
        flags = 5
    else:
        flags = capture or int(board.piece_type_at(source) == chess.PAWN and abs(source - target) == 16)
    return flags << 12 | source << 6 | target


def uci(board, move):
    """moves.3"""
    text = move.uci()
    usual = board.is_castling(move) and text[0] == "e" and text[2] in "ah"
    return text[:2] + {"h": "g", "a": "c"}[text[2]] + text[3] if usual else text


def choices(board):
    """Packed move, text and move of each legal move, in canonical order (moves.4); then of the null move (positions.5)."""
    legal = [(packed(board, move), uci(board, move), move) for move in board.legal_moves]
    legal.sort(key=lambda row: (row[0] & 0xFFF) << 4 | row[0] >> 12)
    return legal if board.is_check() else [*legal, (0, "0000", chess.Move.null())]


# coord16


def decode(q):
    board, data, found = board_of(q["fen"]), q["input"], []
    for at in range(0, 2 * q["plies"], 2):
        if at + 2 > len(data):
            raise Refused("malformed", "TRUNCATED", len(data))
        rows = {word: (text, move) for word, text, move in choices(board)}
        text, move = rows.get(int.from_bytes(data[at : at + 2], "little"), (None, None))
        if move is None:
            raise Refused("malformed", "MOVE_MALFORMED", at)
        found.append(text)
        board.push(move)
    if len(data) > 2 * q["plies"]:
        raise Refused("malformed", "TRAILING_BYTES", 2 * q["plies"])
    return {"moves": found}


def encode(q):
    board, code = board_of(q["fen"]), b""
    for ply, text in enumerate(q["moves"]):
        rows = {text: (word, move) for word, text, move in choices(board)}
        if text not in rows:
            is_move = re.fullmatch("([a-h][1-8]){2}[nbrq]?|0000", text)
            raise Refused("caller", "ILLEGAL_MOVE" if is_move else "INVALID_MOVE_TEXT", ply)
        word, move = rows[text]
        code += word.to_bytes(2, "little")
        board.push(move)
    return {"output": code.hex()}


OPS = {
    "order": lambda q: {"moves": [text for word, text, _ in choices(board_of(q["fen"])) if word]},
    "move-table": lambda q: {"table": [[text, word.to_bytes(2, "little").hex()] for word, text, _ in choices(board_of(q["fen"]))]},
    "decode": decode,
    "encode": encode,
}


def answer(q):
    if q["op"] == "hello":
        return {"hello": 1, "name": "small-python", "version": "1", "ops": [*OPS], "codecs": ["coord16"]}
    q["input"] = bytes.fromhex(q.get("input", ""))
    try:
        return {"id": q["id"], "result": "valid", **OPS[q["op"]](q)}
    except Refused as refused:
        group, code, at = refused.args
        return {"id": q["id"], "result": "invalid", "error": {"class": group, "code": code, **({} if at is None else {"at": at})}}


for request in map(json.loads, sys.stdin):
    if request["op"] == "bye":
        break
    print(json.dumps(answer(request)), flush=True)
