"""Reference encoders of the codecs that number the legal moves: `pgc`, `mgc`, `bits`. Written from the specification,
like `move_codes`."""

import chess

from bit_strings import extended, fixed, width
from move_codes import canonical_key, castling_side, is_null


def san_text(board, move):
    """pgc.1"""
    return board.san(move).rstrip("+#")


def number(board, move, key):
    """The number of a move in the list sorted by the key; the null move has the number after the last (codecs.6)."""
    keys = sorted(key(board, m) for m in board.legal_moves)
    return len(keys) if is_null(move) else keys.index(key(board, move))


def pgc(board, move):
    """pgc.2"""
    return extended(number(board, move, san_text), 8)


def bits(board, move, line_has_null):
    """bits.1"""
    choices = board.legal_moves.count() + (line_has_null and not board.is_check())
    return fixed(number(board, move, canonical_key), width(choices))


def captured(board, move):
    """The type of the captured piece; None if none."""
    if castling_side(board, move) is not None:
        return None
    return chess.PAWN if board.is_en_passant(move) else board.piece_type_at(move.to_square)


def move_class(board, move):
    """mgc.1"""
    captured_type, side = captured(board, move), castling_side(board, move)
    if move.promotion:
        return 0
    if side is not None:
        return 1
    if captured_type:
        return {chess.QUEEN: 2, chess.ROOK: 3, chess.BISHOP: 4, chess.KNIGHT: 4, chess.PAWN: 5}[captured_type]
    ranks = chess.square_rank(move.to_square) - chess.square_rank(move.from_square)
    return 6 if (ranks if board.turn else -ranks) > 0 else 7


def mgc_key(board, move):
    """mgc.2"""
    target, side = move.to_square, castling_side(board, move)
    if side is not None:
        target = chess.square(2 if side else 6, chess.square_rank(target))
    attacked = bool(board.attackers(not board.turn, target) & board.pieces(chess.PAWN, not board.turn))
    quiet_order = [chess.KNIGHT, chess.BISHOP, chess.PAWN, chess.ROOK, chess.QUEEN, chess.KING]
    order = range(1, 7) if captured(board, move) else quiet_order
    piece = list(order).index(board.piece_type_at(move.from_square))
    away = lambda n: max(3 - n, n - 4)
    distance = max(away(chess.square_file(target)), away(chess.square_rank(target)))
    return move_class(board, move), attacked, piece, distance, canonical_key(board, move)


def mgc(board, move):
    """mgc.3"""
    return extended(number(board, move, mgc_key), 4)
