"""slots: codes for kinds of moves (spec/codecs/slots.md)."""

from . import byte

NAME, PADDING = "slots", None

FALLBACK_ABOVE = 16  # slots.2


def encode(board, move, bits):
    """slots.2"""
    codes = codes_of(board)
    if len(codes) > FALLBACK_ABOVE:
        byte.encode_fallback(board, move, bits)
    else:
        bits.write(code_of(board, codes, move), 8)


def decode(board, bits):
    """slots.4"""
    codes = codes_of(board)
    if len(codes) > FALLBACK_ABOVE:
        move = byte.decode_fallback(board, bits)
        return move if move is not None and board.is_legal(move) else None
    code = bits.read(8)
    return next((move for move in byte.choices(board) if code_of(board, codes, move) == code), None)


def codes_of(board):
    """slots.1: for every code its kind and its pieces."""
    own = {letter: board.squares_of(letter, board.white_to_move) for letter in "PNBRQ"}
    last = 6 if board.white_to_move else 1
    promoting = [s for s in own["P"] if s // 8 == last]
    pawns = [s for s in own["P"] if s // 8 != last]
    codes = [("king", [])]
    for eight in groups(pawns, 8):
        codes += [("advance", eight), ("capture", eight)]
    codes += [("knight", two) for two in groups(own["N"], 2)]
    codes += [("straight", [s]) for s in sorted(own["R"] + own["Q"])]
    codes += [("diagonal", [s]) for s in sorted(own["B"] + own["Q"])]
    return codes + [("promotion", [s]) for s in promoting]


def groups(squares, size):
    return [squares[first : first + size] for first in range(0, len(squares), size)]


def code_of(board, codes, move):
    """slots.3"""
    kind, vector = byte.kind_and_vector(board, move)
    if kind == "king":
        return vector
    code = next(n for n, (name, pieces) in enumerate(codes) if name == kind and move.from_square in pieces)
    number = codes[code][1].index(move.from_square)
    if kind == "knight":
        vector += 8 * number
    elif kind in ("advance", "capture"):
        vector = 2 * number + vector % 2
    return code << 4 | vector
