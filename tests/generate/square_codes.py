"""Reference encoders of `coord12`, `block-index` and `varlen`. Written from the specification, like `move_codes`."""

import chess

from bit_strings import fixed, width
from move_codes import PROMOTION, PROMOTION_KIND, castling_side, is_null, text_of

KINDS = [(chess.KING, 8), (chess.PAWN, 12), (chess.KNIGHT, 8), (chess.BISHOP, 13), (chess.ROOK, 14), (chess.QUEEN, 27)]


def own_pieces(board):
    return sorted(chess.SquareSet(board.occupied_co[board.turn]))


def coord12(board, move):
    """coord12.1 to coord12.4"""
    if is_null(move):
        return fixed(0, 12)
    target = chess.parse_square(text_of(board, move)[2:4])
    if move.promotion:
        target += (-8 if board.turn else 8) * PROMOTION[move.promotion]
    return fixed(move.from_square, 6) + fixed(target, 6)


def promotes(board, from_square):
    return board.piece_type_at(from_square) == chess.PAWN and chess.square_rank(from_square) == (6 if board.turn else 1)


def pawn_steps(board, from_square):
    """The square in front of a pawn, and the next square for a pawn on its first rank."""
    ahead = 8 if board.turn else -8
    at_home = chess.square_rank(from_square) == (1 if board.turn else 6)
    return [from_square + ahead, from_square + 2 * ahead] if at_home else [from_square + ahead]


def reached(board, from_square):
    """block-index.3: the squares that a piece reaches on an empty board."""
    empty = chess.Board(None)
    empty.set_piece_at(from_square, board.piece_at(from_square))
    squares = list(empty.attacks(from_square))
    return sorted(squares + (pawn_steps(board, from_square) if board.piece_type_at(from_square) == chess.PAWN else []))


def target_number(board, targets, move):
    number = targets.index(move.to_square)
    return 4 * number + PROMOTION_KIND[move.promotion] if move.promotion else number


def block_index(board, move):
    """block-index.2 to block-index.4"""
    first, blocks = 2, {}
    for kind, size in KINDS:
        for square in sorted(board.pieces(kind, board.turn)):
            blocks[square], first = first, first + size
    wide = len(board.pieces(chess.QUEEN, board.turn)) >= 3 or first - 1 > 254
    bits, side = 16 if wide else 8, castling_side(board, move)
    if is_null(move):
        value = (1 << bits) - 1
    elif side is not None:
        value = 0 if side else 1
    else:
        value = blocks[move.from_square] + target_number(board, reached(board, move.from_square), move)
    return fixed(value, bits)


def way_is_free(board, rook):
    """varlen.5: whether the path for castling with this rook is free."""
    king = board.king(board.turn)
    rank = chess.square_rank(king)
    files = (6, 5) if rook > king else (2, 3)
    king_to, rook_to = [chess.square(file, rank) for file in files]
    path = chess.SquareSet.between(king, king_to) | chess.SquareSet.between(rook, rook_to) | chess.SquareSet([king_to, rook_to])
    return not (path - {king, rook}) & board.occupied


def castling_rooks(board):
    """The rooks with which castling is numbered (varlen.5), from the a file on."""
    rooks = board.clean_castling_rights() & chess.BB_RANKS[0 if board.turn else 7]
    return [rook for rook in sorted(chess.SquareSet(rooks)) if way_is_free(board, rook)]


def varlen_targets(board, from_square):
    """varlen.3"""
    attacked = board.attacks(from_square)
    if board.piece_type_at(from_square) != chess.PAWN:
        return sorted(attacked - chess.SquareSet(board.occupied_co[board.turn]))
    targets = list(attacked & board.occupied_co[not board.turn])
    for square in pawn_steps(board, from_square):
        if board.piece_at(square):
            break
        targets.append(square)
    targets += [m.to_square for m in board.legal_moves if m.from_square == from_square and board.is_en_passant(m)]
    return sorted(targets)


def varlen(board, move, line_has_null):
    """varlen.1, varlen.6"""
    pieces, from_square = own_pieces(board), move.from_square
    piece_width = width(len(pieces) + line_has_null)
    if is_null(move):
        return fixed(len(pieces), piece_width)
    targets = varlen_targets(board, from_square)
    count = len(targets) * (4 if promotes(board, from_square) else 1)
    castlings = castling_rooks(board) if from_square == board.king(board.turn) else []
    if castling_side(board, move) is not None:
        number = count + castlings.index(move.to_square)
    else:
        number = target_number(board, targets, move)
    return fixed(pieces.index(from_square), piece_width) + fixed(number, width(count + len(castlings)))
