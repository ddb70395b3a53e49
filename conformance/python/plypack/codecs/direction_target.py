"""direction-target and direction-static: to-square and direction (spec/codecs/direction-target.md)."""

from functools import lru_cache

from ..board import KNIGHT_STEPS
from ..moves import NULL, PROMOTION_PIECES, uci_to_square
from .byte import choices
from .static_code import OTHER_PROMOTIONS, empty_board_moves, other_promotions, read_table, seen, table_file

# direction-target.1
DIRECTIONS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1), *KNIGHT_STEPS)


def direction(from_square, to_square):
    files, ranks = to_square % 8 - from_square % 8, to_square // 8 - from_square // 8
    length = max(abs(files), abs(ranks))
    is_ray = files == 0 or ranks == 0 or abs(files) == abs(ranks)
    return DIRECTIONS.index((files // length, ranks // length) if is_ray else (files, ranks))


def to_and_direction(from_square, to_square):
    return to_square, direction(from_square, to_square)


PAIRS = sorted({to_and_direction(*pair) for pair in empty_board_moves()})
SYMBOLS = {key: n for n, key in enumerate([None, *PAIRS, *other_promotions()])}


@lru_cache(maxsize=1)
def table():
    return read_table(table_file("direction-static.bin"), len(SYMBOLS))


def plain_code(move):
    """direction-target.1: the ten bits, and the two of a promotion or None."""
    if move == NULL:
        return 0, None
    to_square, way = to_and_direction(move.from_square, uci_to_square(move))
    return to_square << 4 | way, PROMOTION_PIECES.index(move.promotion) if move.promotion else None


def symbol_of(board, move):
    """direction-target.3"""
    if move == NULL:
        return SYMBOLS[None]
    squares = seen(board, move.from_square), seen(board, uci_to_square(move))
    is_other = move.promotion and move.promotion in OTHER_PROMOTIONS
    return SYMBOLS[(*squares, move.promotion) if is_other else to_and_direction(*squares)]


class DirectionTarget:
    NAME, PADDING = "direction-target", 0

    def encode(self, board, move, bits):
        code, promotion = plain_code(move)
        bits.write(code, 10)
        if promotion is not None:
            bits.write(promotion, 2)

    def decode(self, board, bits):
        """direction-target.2: exactly one legal move has this code, or four promotions have it."""
        code = bits.read(10)
        if behind_is_promoting_pawn(board, code):
            code = code, bits.read(2)
        else:
            code = code, None
        return next((move for move in choices(board) if plain_code(move) == code), None)


def behind_is_promoting_pawn(board, code):
    """Returns whether the first piece behind a to-square on the last rank is a pawn of the side to move, on any rank."""
    to_square, (files, ranks) = code >> 4, DIRECTIONS[code % 16]
    if to_square // 8 != (7 if board.white_to_move else 0):
        return False
    file, rank = to_square % 8 - files, to_square // 8 - ranks
    while 0 <= file < 8 and 0 <= rank < 8:
        piece = board.pieces[8 * rank + file]
        if piece is not None:
            return piece == ("P" if board.white_to_move else "p")
        if code % 16 >= 8:
            return False
        file, rank = file - files, rank - ranks
    return False


class DirectionStatic:
    NAME, PADDING = "direction-static", 0

    def encode(self, board, move, bits):
        table().write(symbol_of(board, move), bits)

    def decode(self, board, bits):
        symbol = table().read(bits)
        return next((move for move in choices(board) if symbol_of(board, move) == symbol), None)
