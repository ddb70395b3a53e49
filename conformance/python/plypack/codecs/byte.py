"""byte: one byte per ply (spec/codecs/byte.md)."""

from ..board import castling
from ..moves import CASTLING_KING_SIDE, CASTLING_QUEEN_SIDE, DOUBLE_PUSH, NULL, uci, with_null

ID, NAME, RUN_PLIES, PADDING = 3, "byte", None, None


def default_size(plies):
    """codecs.3"""
    return plies


def encode(board, move, bits):
    """byte.5"""
    if is_fast(board):
        bits.write(fast_code(board, PieceNumbers(board), move), 8)
    else:
        encode_fallback(board, move, bits)


def decode(board, bits):
    """byte.5, byte.20"""
    move = decode_fast(board, bits) if is_fast(board) else decode_fallback(board, bits)
    return move if move is not None and board.is_legal(move) else None


def is_fast(board):
    """byte.4"""
    count = {letter: len(board.squares_of(letter, board.white_to_move)) for letter in "PNRQ"}
    bishops = [is_dark(s) for s in board.squares_of("B", board.white_to_move)]
    return (
        count["P"] <= 8
        and max(count["R"], count["N"], count["Q"]) <= 2
        and bishops.count(True) <= 1
        and bishops.count(False) <= 1
        and not (count["Q"] == 2 and count["P"] > 6)
    )


def is_dark(square):
    """Returns whether the square has the color of a1."""
    return (square % 8 + square // 8) % 2 == 0


# Fast mode

UPPER = {"K": 0x00, "N": 0x10, "R": 0x20, "B": 0x40, "Q": 0x60, "P": 0x80}  # byte.6
UPPER_HI = {"N": 0x18, "R": 0x30, "Q": 0xE0}
KING_VECTORS = {(0, 1): 1, (1, 1): 2, (1, 0): 3, (1, -1): 4, (0, -1): 5, (-1, -1): 6, (-1, 0): 7, (-1, 1): 8}  # byte.7
KNIGHT_VECTORS = {(1, 2): 0, (2, 1): 1, (2, -1): 2, (1, -2): 3, (-1, -2): 4, (-2, -1): 5, (-2, 1): 6, (-1, 2): 7}  # byte.8
CASTLING_VECTORS = {CASTLING_KING_SIDE: 0x9, CASTLING_QUEEN_SIDE: 0xB}
NULL_CODE = 0x0F  # byte.15
PROMOTIONS = "qrbn"  # byte.13


class PieceNumbers:
    """The numbers of the pieces of the side to move."""

    def __init__(self, board):
        self.board = board
        white = board.white_to_move
        self.pawns = sorted(board.squares_of("P", white), key=lambda s: (s % 8, s))  # byte.3
        self.hi = {}
        for letter in "NRQ":
            squares = sorted(board.squares_of(letter, white), key=lambda s: s ^ 56)  # byte.2
            self.hi[letter] = squares[1] if len(squares) == 2 else None

    def upper(self, letter, from_square):
        """byte.6: the upper four bits, by piece."""
        if letter == "P":
            return UPPER["P"] + 0x10 * self.pawns.index(from_square)
        if letter == "B":
            return 0x40 if is_dark(from_square) else 0x50
        return UPPER_HI[letter] if self.hi.get(letter) == from_square else UPPER[letter]


def fast_code(board, pieces, move):
    if move == NULL:
        return NULL_CODE
    letter = board.pieces[move.from_square].upper()
    kind, vector = kind_and_vector(board, move)
    queens_diagonal = 0x10 if letter == "Q" and kind == "diagonal" else 0
    return pieces.upper(letter, move.from_square) + queens_diagonal + vector


def kind_and_vector(board, move):
    """byte.7 to byte.15: how the piece moves, and its vector."""
    if move == NULL:
        return "king", NULL_CODE
    letter = board.pieces[move.from_square].upper()
    files, ranks = move.to_square % 8 - move.from_square % 8, move.to_square // 8 - move.from_square // 8
    if move.is_castling:
        return "king", CASTLING_VECTORS[move.flags]
    if letter == "K":
        return "king", KING_VECTORS[files, ranks]
    if letter == "N":
        return "knight", KNIGHT_VECTORS[files, ranks]
    if letter == "P":
        kind = "promotion" if move.promotion else "capture" if files else "advance"
        return kind, pawn_vector(board, move, files)
    if files == 0 or ranks == 0:
        return "straight", straight_vector(move, files)
    return "diagonal", diagonal_vector(move, files, ranks)


def choices(board):
    """The legal moves, and the null move where it is legal."""
    return with_null(board, [*board.legal_moves()])


def straight_vector(move, files):
    """byte.9"""
    return move.to_square % 8 if files else 8 + (7 - move.to_square // 8)


def diagonal_vector(move, files, ranks):
    """byte.10"""
    return move.to_square % 8 + (0 if files == ranks else 8)


def pawn_vector(board, move, files):
    """byte.12, byte.13"""
    right = files if board.white_to_move else -files
    direction = {0: 1, -1: 2, 1: 3}[right]
    if move.promotion:
        return 4 * direction + PROMOTIONS.index(move.promotion)
    return 0 if move.flags == DOUBLE_PUSH else direction


def decode_fast(board, bits):
    code = bits.read(8)
    if code == NULL_CODE:
        return NULL
    pieces = PieceNumbers(board)
    return next((move for move in board.legal_moves() if fast_code(board, pieces, move) == code), None)


# Fallback mode


def fallback_list(board):
    """byte.17 to byte.19. The list ends with the null move, legal or not."""
    moves = set(board.legal_moves()) | set(standard_castlings(board))
    return sorted(moves, key=uci) + [NULL]


def standard_castlings(board):
    """byte.18: castling on the standard squares, whether or not the right still exists."""
    rank, king, rook = (0, "K", "R") if board.white_to_move else (7, "k", "r")
    if board.pieces[8 * rank + 4] != king:
        return []
    moves = [castling(8 * rank + 4, 8 * rank + file) for file in (0, 7) if board.pieces[8 * rank + file] == rook]
    return [move for move in moves if board.castling_path_is_free(move) and board.castling_is_safe(move)]


def encode_fallback(board, move, bits):
    encode_ordinal(fallback_list(board).index(move), bits)


def encode_ordinal(ordinal, bits):
    """byte.16"""
    for _ in range(ordinal // 255):
        bits.write(0, 8)
    bits.write(255 - ordinal % 255, 8)


def decode_fallback(board, bits):
    moves = fallback_list(board)
    ordinal = decode_ordinal(bits)
    return moves[ordinal] if ordinal < len(moves) else None


def decode_ordinal(bits):
    """byte.16, byte.21"""
    ordinal = 0
    byte = bits.read(8)
    while byte == 0:
        ordinal += 255
        byte = bits.read(8)
    return ordinal + 255 - byte
