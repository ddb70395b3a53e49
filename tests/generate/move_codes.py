"""Reference encoders of the codecs `byte` and `coord16`, written from the specification.

They share no code with the library. The rules of chess come from the package `chess`.
"""

import chess

KNIGHT = {(1, 2): 0, (2, 1): 1, (2, -1): 2, (1, -2): 3, (-1, -2): 4, (-2, -1): 5, (-2, 1): 6, (-1, 2): 7}
KING = {(0, 1): 1, (1, 1): 2, (1, 0): 3, (1, -1): 4, (0, -1): 5, (-1, -1): 6, (-1, 0): 7, (-1, 1): 8}
PROMOTION = {chess.QUEEN: 0, chess.ROOK: 1, chess.BISHOP: 2, chess.KNIGHT: 3}
PROMOTION_KIND = {chess.KNIGHT: 0, chess.BISHOP: 1, chess.ROOK: 2, chess.QUEEN: 3}


def board_of(fen):
    """A board from a FEN; castling is always given by the squares of king and rook."""
    return chess.Board(fen or chess.STARTING_FEN, chess960=True)


def is_null(move):
    return move == chess.Move.null()


def text_of(board, move):
    """UCI text (moves.3): `e1g1` for a king on the e file and a rook in the corner, otherwise king takes rook."""
    if is_null(move):
        return "0000"
    if board.is_castling(move):
        king, rook = move.from_square, move.to_square
        if chess.square_file(king) == 4 and chess.square_file(rook) in (0, 7):
            file = 6 if rook > king else 2
            return chess.square_name(king) + chess.square_name(chess.square(file, chess.square_rank(king)))
    return move.uci()


def canonical_moves(board):
    """All legal moves (moves.4)."""
    return sorted(board.legal_moves, key=lambda move: canonical_key(board, move))


def canonical_order(board):
    return [text_of(board, move) for move in canonical_moves(board)]


def canonical_key(board, move):
    """From-square, to-square, flags (moves.4)."""
    packed = int.from_bytes(coord16(board, move), "little")
    return packed >> 6 & 63, packed & 63, packed >> 12


def castling_side(board, move):
    """0 king side, 1 queen side, None for other moves."""
    if is_null(move) or not board.is_castling(move):
        return None
    return 0 if move.to_square > move.from_square else 1


def coord16(board, move):
    """The 16-bit word, low byte first (moves.1, coord16.1)."""
    if is_null(move):
        return b"\0\0"
    from_square, target, side = move.from_square, move.to_square, castling_side(board, move)
    if side is not None:
        target = chess.square(2 if side else 6, chess.square_rank(from_square))
        kind = 2 + side
    elif board.is_en_passant(move):
        kind = 5
    elif move.promotion:
        kind = (12 if board.is_capture(move) else 8) + PROMOTION_KIND[move.promotion]
    elif board.is_capture(move):
        kind = 4
    else:
        double = board.piece_type_at(from_square) == chess.PAWN and abs(from_square - target) == 16
        kind = 1 if double else 0
    return (target | from_square << 6 | kind << 12).to_bytes(2, "little")


def in_fallback(board):
    """byte.4"""
    count = lambda kind: len(board.pieces(kind, board.turn))
    bishops = [chess.square_file(s) + chess.square_rank(s) for s in board.pieces(chess.BISHOP, board.turn)]
    dark = sum(1 for s in bishops if s % 2 == 0)
    fits = (
        count(chess.PAWN) <= 8 and count(chess.ROOK) <= 2 and count(chess.KNIGHT) <= 2 and count(chess.QUEEN) <= 2
        and dark <= 1 and len(bishops) - dark <= 1
        and not (count(chess.QUEEN) == 2 and count(chess.PAWN) > 6)
    )
    return not fits


def fallback_list(board):
    """byte.17, byte.18"""
    texts = {text_of(board, m) for m in board.legal_moves}
    ghost = board.copy(stack=False)
    back = 0 if board.turn else 7
    king, corners = chess.square(4, back), [chess.square(0, back), chess.square(7, back)]
    if board.king(board.turn) == king:
        rooks = board.pieces(chess.ROOK, board.turn)
        ghost.castling_rights = sum(1 << s for s in corners if s in rooks)
        texts |= {text_of(ghost, m) for m in ghost.generate_castling_moves()}
    return sorted(texts)


def ordinal_code(n):
    """byte.16"""
    return bytes(n // 255) + bytes([255 - n % 255])


def from_north_west(square):
    """byte.2: a8 = 0, h1 = 63."""
    return (7 - chess.square_rank(square)) * 8 + chess.square_file(square)


def pair_number(board, kind, square):
    """0 for LO, 1 for HI."""
    squares = sorted(board.pieces(kind, board.turn), key=from_north_west)
    return squares.index(square)


def straight(from_square, target):
    """byte.9"""
    if chess.square_rank(from_square) == chess.square_rank(target):
        return chess.square_file(target)
    return 8 + 8 - (chess.square_rank(target) + 1)


def diagonal(from_square, target):
    """byte.10"""
    rises = (target > from_square) == (chess.square_file(target) > chess.square_file(from_square))
    return chess.square_file(target) + (0 if rises else 8)


def is_straight(from_square, target):
    return chess.square_file(from_square) == chess.square_file(target) or chess.square_rank(from_square) == chess.square_rank(target)


def pawn_code(board, move):
    """byte.3, byte.12, byte.13"""
    by_file = lambda s: (chess.square_file(s), chess.square_rank(s))
    number = sorted(board.pieces(chess.PAWN, board.turn), key=by_file).index(move.from_square)
    east = chess.square_file(move.to_square) - chess.square_file(move.from_square)
    sideways = east if board.turn else -east
    if move.promotion:
        vector = 4 * {0: 1, -1: 2, 1: 3}[sideways] + PROMOTION[move.promotion]
    elif sideways:
        vector = 2 if sideways < 0 else 3
    else:
        vector = 0 if abs(move.to_square - move.from_square) == 16 else 1
    return 0x80 + 16 * number + vector


def fast_code(board, move):
    """byte.6 to byte.15"""
    if is_null(move):
        return 0x0F
    side = castling_side(board, move)
    if side is not None:
        return 0x0B if side else 0x09
    from_square, target = move.from_square, move.to_square
    step = (chess.square_file(target) - chess.square_file(from_square), chess.square_rank(target) - chess.square_rank(from_square))
    kind = board.piece_type_at(from_square)
    if kind == chess.KING:
        return KING[step]
    if kind == chess.PAWN:
        return pawn_code(board, move)
    if kind == chess.BISHOP:
        dark = (chess.square_file(from_square) + chess.square_rank(from_square)) % 2 == 0
        return (0x40 if dark else 0x50) + diagonal(from_square, target)
    number = pair_number(board, kind, from_square)
    if kind == chess.KNIGHT:
        return 0x10 + 8 * number + KNIGHT[step]
    if kind == chess.ROOK:
        return 0x20 + 16 * number + straight(from_square, target)
    base = 0xE0 if number else 0x60
    return base + straight(from_square, target) if is_straight(from_square, target) else base + 16 + diagonal(from_square, target)


def byte(board, move):
    """The code of a move (byte.5)."""
    if not in_fallback(board):
        return bytes([fast_code(board, move)])
    return byte_fallback(board, move)


def byte_fallback(board, move):
    """byte.16 to byte.19"""
    texts = fallback_list(board)
    return ordinal_code(len(texts) if is_null(move) else texts.index(text_of(board, move)))


def played(board, sans):
    """Boards and moves of a line in SAN, `--` for a null move; the board goes on to its end."""
    steps = []
    for san in sans.split():
        steps.append((board.copy(stack=False), board.parse_san(san)))
        board.push(steps[-1][1])
    return steps


def steps_of(fen, texts):
    """Boards and moves of a line in UCI text."""
    board, steps = board_of(fen), []
    for text in texts:
        legal = [*board.legal_moves, chess.Move.null()]
        steps.append((board.copy(stack=False), next(move for move in legal if text_of(board, move) == text)))
        board.push(steps[-1][1])
    return steps
