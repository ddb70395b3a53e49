"""varlen: number of the man, number of its target (spec/codecs/varlen.md)."""

from ..bit_stream import width
from ..board import castling
from ..moves import CASTLING_KING_SIDE, CASTLING_QUEEN_SIDE, EN_PASSANT

ID, NAME, RUN_PLIES, FILL = 7, "varlen", 8192, 0

PROMOTIONS = "qrbn"  # varlen.4


def targets(board, origin):
    """What the man can do, in the order of its numbers: targets with a promotion or nothing, and ways to castle."""
    man = board.men[origin]
    if man in "Pp":
        return _pawn_targets(board, origin)
    squares = sorted(s for s in board.attacks(origin) if not board.own(s))  # varlen.3
    found = [(s, "") for s in squares]
    return found + _castlings(board, origin) if man in "Kk" else found


def _pawn_targets(board, origin):
    """varlen.3, varlen.4"""
    squares = board.pawn_pushes(origin) + [s for s in board.attacks(origin) if board.enemy(s)]
    if board.en_passant is not None:
        squares += [m.target for m in board.legal_moves() if m.kind == EN_PASSANT and m.origin == origin]
    if origin // 8 == (6 if board.white_to_move else 1):
        return [(s, piece) for s in sorted(squares) for piece in PROMOTIONS]
    return [(s, "") for s in sorted(squares)]


def _castlings(board, king):
    """varlen.5"""
    moves = [castling(king, rook) for rook in board.own_castling_rooks()]
    free = {move.kind for move in moves if board.castling_way_is_free(move)}
    return [(kind, "castling") for kind in (CASTLING_QUEEN_SIDE, CASTLING_KING_SIDE) if kind in free]


def target_of(move):
    """The move as it stands among the targets of its man."""
    return (move.kind, "castling") if move.is_castling else (move.target, move.promotion)


def encode(board, move, bits):
    """varlen.1, varlen.2"""
    men = board.own_squares()
    bits.write(men.index(move.origin), width(len(men)))
    choices = targets(board, move.origin)
    bits.write(choices.index(target_of(move)), width(len(choices)))


def decode(board, bits):
    """varlen.6"""
    men = board.own_squares()
    number = bits.read(width(len(men)))
    if number >= len(men):
        return None
    choices = targets(board, men[number])
    target = bits.read(width(len(choices)))
    if target >= len(choices):
        return None
    legal = (move for move in board.legal_moves() if move.origin == men[number])
    return next((move for move in legal if target_of(move) == choices[target]), None)
