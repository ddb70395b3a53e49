"""Reference encoders of the line codecs 128 to 134 (codecs.8). Written from the specification, like `move_codes`."""

import pathlib
from itertools import accumulate

import chess

import move_codes as mc
from bit_strings import fixed
from move_codes import PROMOTION_KIND, castling_side, is_null, text_of

TABLES = pathlib.Path(__file__).resolve().parents[2] / "spec" / "tables"
PIECES = [chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN]


def own(board, *kinds):
    """The squares of these pieces of the side to move, ascending."""
    return sorted(square for kind in kinds for square in board.pieces(kind, board.turn))


def king_vector(board, move):
    """byte.7, byte.15"""
    if is_null(move):
        return 15
    side = castling_side(board, move)
    return {0: 9, 1: 11}.get(side) if side is not None else mc.KING[step(move)]


def step(move):
    from_square, target = move.from_square, move.to_square
    return (chess.square_file(target) - chess.square_file(from_square), chess.square_rank(target) - chess.square_rank(from_square))


def pawn_vector(board, move):
    """byte.12, byte.13, apart from the pawn's number"""
    return mc.pawn_code(board, move) % 16


def straight_or_diagonal(move):
    """byte.9 or byte.10"""
    squares = move.from_square, move.to_square
    return mc.straight(*squares) if mc.is_straight(*squares) else mc.diagonal(*squares)


def before_last_rank(board, square):
    return chess.square_rank(square) == (6 if board.turn else 1)


def slots_groups(board):
    """slots.1: the kinds of codes after the king's, each a list of the pieces of its codes."""
    pawns = [s for s in own(board, chess.PAWN) if not before_last_rank(board, s)]
    eights = [pawns[at:at + 8] for at in range(0, len(pawns), 8)]
    knights = own(board, chess.KNIGHT)
    return {
        "pawns": [(kind, eight) for eight in eights for kind in ("advance", "capture")],
        "knights": [knights[at:at + 2] for at in range(0, len(knights), 2)],
        "straight": own(board, chess.ROOK, chess.QUEEN),
        "diagonal": own(board, chess.BISHOP, chess.QUEEN),
        "promoting": [s for s in own(board, chess.PAWN) if before_last_rank(board, s)],
    }


def slots(board, move):
    """slots.2, slots.3"""
    groups = slots_groups(board)
    sizes = [1, *(len(group) for group in groups.values())]
    if sum(sizes) > 16:
        return mc.byte_fallback(board, move)
    first = dict(zip(groups, accumulate(sizes)))
    code = lambda kind, number, vector: bytes([16 * (first[kind] + number) + vector])
    square, kind = move.from_square, board.piece_type_at(move.from_square)
    if is_null(move) or kind == chess.KING:
        return bytes([king_vector(board, move)])
    if kind == chess.KNIGHT:
        number = own(board, chess.KNIGHT).index(square)
        return code("knights", number // 2, number % 2 * 8 + mc.KNIGHT[step(move)])
    if kind != chess.PAWN:
        line = "straight" if mc.is_straight(square, move.to_square) else "diagonal"
        return code(line, groups[line].index(square), straight_or_diagonal(move))
    if square in groups["promoting"]:
        return code("promoting", groups["promoting"].index(square), pawn_vector(board, move))
    vector = pawn_vector(board, move)
    wanted = "advance" if vector < 2 else "capture"
    number = next(n for n, (name, eight) in enumerate(groups["pawns"]) if name == wanted and square in eight)
    return code("pawns", number, 2 * groups["pawns"][number][1].index(square) + vector % 2)


def byte_queens(board, move):
    """byte-queens.1, byte-queens.2"""
    if not mc.in_fallback(board):
        return mc.byte(board, move)
    queens, knights = own(board, chess.QUEEN), own(board, chess.KNIGHT)
    codes = ["king", *(knights[at:at + 2] for at in range(0, len(knights), 2)),
             *([s] for kind in (chess.BISHOP, chess.ROOK, chess.PAWN) for s in own(board, kind))]
    if not 2 <= len(queens) <= 4 or len(codes) > 8:
        return mc.byte_fallback(board, move)
    square, kind = move.from_square, board.piece_type_at(move.from_square)
    if is_null(move) or kind == chess.KING:
        return bytes([king_vector(board, move)])
    if kind == chess.QUEEN:
        reached = [s for s in chess.SQUARES if s != square and on_line(square, s)]
        return bytes([0x80 + 32 * queens.index(square) + reached.index(move.to_square)])
    code = next(n for n, squares in enumerate(codes) if squares != "king" and square in squares)
    if kind == chess.KNIGHT:
        vector = codes[code].index(square) * 8 + mc.KNIGHT[step(move)]
    else:
        vector = pawn_vector(board, move) if kind == chess.PAWN else straight_or_diagonal(move)
    return bytes([16 * code + vector])


def on_line(one, other):
    files, ranks = chess.square_file(one) - chess.square_file(other), chess.square_rank(one) - chess.square_rank(other)
    return files == 0 or ranks == 0 or abs(files) == abs(ranks)


# Static codes

DIRECTIONS = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1), *mc.KNIGHT]


def direction(from_square, target):
    """direction-target.1"""
    files, ranks = chess.square_file(target) - chess.square_file(from_square), chess.square_rank(target) - chess.square_rank(from_square)
    if not on_line(from_square, target):
        return DIRECTIONS.index((files, ranks))
    sign = lambda n: (n > 0) - (n < 0)
    return DIRECTIONS.index((sign(files), sign(ranks)))


def moves_on_empty_board():
    for from_square in chess.SQUARES:
        for target in chess.SQUARES:
            jump = chess.BB_KNIGHT_ATTACKS[from_square] >> target & 1
            if from_square != target and (on_line(from_square, target) or jump):
                yield from_square, target


def promotions():
    """coord-static.1: promotions to pieces other than a queen."""
    for from_square in range(chess.A7, chess.H7 + 1):
        for target in range(chess.A8, chess.H8 + 1):
            if abs(chess.square_file(from_square) - chess.square_file(target)) < 2:
                yield from ((from_square, target, piece) for piece in PIECES[:3])


COORD = {pair: n for n, pair in enumerate([None, *moves_on_empty_board(), *promotions()])}
DIRECTION_PAIRS = sorted({(target, direction(from_square, target)) for from_square, target in moves_on_empty_board()})
DIRECTION = {pair: n for n, pair in enumerate([None, *DIRECTION_PAIRS, *promotions()])}


def seen(board, square):
    """coord-static.1: the square from the view of the side to move."""
    return square if board.turn else chess.square_mirror(square)


def squares_of(board, move):
    """From-square and to-square (moves.3)."""
    return move.from_square, chess.parse_square(text_of(board, move)[2:4])


def prefix_code(lengths):
    """coord-static.2"""
    codes, code, before = {}, 0, None
    for symbol in sorted(range(len(lengths)), key=lambda s: (lengths[s], s)):
        if before is not None:
            code = code + 1 << lengths[symbol] - before
        before = lengths[symbol]
        codes[symbol] = fixed(code, before)
    return codes


def table(data, symbols):
    """coord-static.3"""
    return prefix_code([(data[n // 2] >> 4 * (n % 2) & 15) + 1 for n in range(symbols)])


COORD_FILE = (TABLES / "coord-static.bin").read_bytes()
COORD_TABLE = table(COORD_FILE, 1859)
CLASSES = COORD_FILE[930:930 + 1793]
CONTEXT_TABLES = [table(COORD_FILE[930 + 1793 + 930 * n:], 1859) for n in range(64)]
DIRECTION_TABLE = table((TABLES / "direction-static.bin").read_bytes(), 823)


def coord_symbol(board, move):
    """coord-static.1"""
    if is_null(move):
        return COORD[None]
    from_square, target = (seen(board, square) for square in squares_of(board, move))
    return COORD[(from_square, target, move.promotion) if move.promotion in PIECES[:3] else (from_square, target)]


def coord_static(board, move):
    return COORD_TABLE[coord_symbol(board, move)]


def context(board, move):
    """coord-static.3: the symbol of a previous move."""
    target, side = move.to_square, castling_side(board, move)
    if side is not None:
        target = chess.square(2 if side else 6, chess.square_rank(target))
    return COORD.get((seen(board, move.from_square), seen(board, target)), 0)


def coord_context(board, move, before):
    """The code of a move after another move, a pair of board and move, or without a previous move."""
    return CONTEXT_TABLES[CLASSES[context(*before) if before else 0]][coord_symbol(board, move)]


def direction_target(board, move):
    """direction-target.1"""
    if is_null(move):
        return fixed(0, 10)
    from_square, target = squares_of(board, move)
    promotion = fixed(PROMOTION_KIND[move.promotion], 2) if move.promotion else ""
    return fixed(target, 6) + fixed(direction(from_square, target), 4) + promotion


def direction_static(board, move):
    """direction-target.3"""
    if is_null(move):
        return DIRECTION_TABLE[0]
    from_square, target = (seen(board, square) for square in squares_of(board, move))
    is_other = move.promotion in PIECES[:3]
    pair = (from_square, target, move.promotion) if is_other else (target, direction(from_square, target))
    return DIRECTION_TABLE[DIRECTION[pair]]


# Enumeration


def enumerated():
    """enumeration.1: from, to, piece, flag or promoted piece, captured piece, in the order of their numbers."""
    rank = lambda n: range(8 * n - 8, 8 * n)
    pawn_captures = lambda squares: [(s, t) for s in squares for t in sorted(chess.SquareSet(chess.BB_PAWN_ATTACKS[chess.WHITE][s]))]
    captured, pawn = [chess.PAWN, *PIECES], chess.PAWN
    yield from ((s, s + 8, pawn, p, None) for s in rank(7) for p in PIECES)
    yield from ((s, t, pawn, p, c) for s, t in pawn_captures(rank(7)) for c in PIECES for p in PIECES)
    yield from ((s, s + 16, pawn, None, None) for s in rank(2))
    yield from ((s, s + 8, pawn, None, None) for s in range(chess.A2, chess.A7))
    yield from ((s, t, pawn, None, c) for s, t in pawn_captures(range(chess.A2, chess.A7)) for c in captured)
    yield from ((s, t, pawn, "en passant", chess.PAWN) for s, t in pawn_captures(rank(5)))
    yield from ((chess.E1, target, chess.KING, "castling", None) for target in (chess.G1, chess.C1))
    empty = chess.Board(None)
    for kind in (chess.KING, *PIECES):
        for s in chess.SQUARES:
            empty.set_piece_at(s, chess.Piece(kind, chess.WHITE))
            yield from ((s, t, kind, None, c) for t in sorted(empty.attacks(s)) for c in [None, *captured])
            empty.remove_piece_at(s)


NUMBERS = {move: number for number, move in enumerate(enumerated())}
assert len(NUMBERS) == 22678


def enumeration(board, move):
    """enumeration.3"""
    return enumeration_number(board, move).to_bytes(2, "big")


def enumeration_number(board, move):
    if is_null(move):
        return 65535
    from_square, target = squares_of(board, move)
    kind, extra, captured = board.piece_type_at(from_square), move.promotion, board.piece_type_at(target)
    if castling_side(board, move) is not None:
        king, rook = chess.square_file(move.from_square), chess.square_file(move.to_square)
        if king != 4 or rook not in (0, 7):
            return 45356 + 8 * king + rook + (0 if board.turn else 64)
        extra, captured = "castling", None
    elif board.is_en_passant(move):
        extra, captured = "en passant", chess.PAWN
    return NUMBERS[seen(board, from_square), seen(board, target), kind, extra, captured] + (0 if board.turn else 22678)
