"""varlen: number of the piece, number of its to-square (spec/codecs/varlen.md)."""

from ..bit_stream import width
from ..board import castling
from ..moves import CASTLING_KING_SIDE, CASTLING_QUEEN_SIDE, EN_PASSANT, NULL

NAME, PADDING, MARKS_NULL = "varlen", 0, True

PROMOTIONS = "nbrq"  # varlen.4


def to_squares(board, from_square):
    """The moves of the piece in the order of their numbers: to-squares with a promotion or nothing, and castling."""
    piece = board.pieces[from_square]
    if piece in "Pp":
        return _pawn_to_squares(board, from_square)
    squares = sorted(s for s in board.attacks(from_square) if not board.is_ours(s))  # varlen.3
    found = [(s, "") for s in squares]
    return found + _castlings(board, from_square) if piece in "Kk" else found


def _pawn_to_squares(board, from_square):
    """varlen.3, varlen.4"""
    squares = board.pawn_pushes(from_square) + [s for s in board.attacks(from_square) if board.is_theirs(s)]
    if board.en_passant is not None:
        squares += [m.to_square for m in board.legal_moves() if m.flags == EN_PASSANT and m.from_square == from_square]
    if from_square // 8 == (6 if board.white_to_move else 1):
        return [(s, piece) for s in sorted(squares) for piece in PROMOTIONS]
    return [(s, "") for s in sorted(squares)]


def _castlings(board, king):
    """varlen.5"""
    moves = [castling(king, rook) for rook in board.our_castling_rooks()]
    free = {move.flags for move in moves if board.castling_path_is_free(move)}
    return [(flags, "castling") for flags in (CASTLING_QUEEN_SIDE, CASTLING_KING_SIDE) if flags in free]


def to_square_of(move):
    """The move as it is listed among the to-squares of its piece."""
    return (move.flags, "castling") if move.is_castling else (move.to_square, move.promotion)


def encode(board, move, bits, line_has_null):
    """varlen.1, varlen.2, varlen.6"""
    pieces = board.our_squares()
    bits.write(len(pieces) if move == NULL else pieces.index(move.from_square), width(len(pieces) + line_has_null))
    if move == NULL:
        return
    choices = to_squares(board, move.from_square)
    bits.write(choices.index(to_square_of(move)), width(len(choices)))


def decode(board, bits, line_has_null):
    """varlen.6"""
    pieces = board.our_squares()
    number = bits.read(width(len(pieces) + line_has_null))
    if number >= len(pieces):
        is_null = line_has_null and number == len(pieces) and board.null_is_legal()
        return NULL if is_null else None
    choices = to_squares(board, pieces[number])
    to_square = bits.read(width(len(choices)))
    if to_square >= len(choices):
        return None
    legal = (move for move in board.legal_moves() if move.from_square == pieces[number])
    return next((move for move in legal if to_square_of(move) == choices[to_square]), None)
