"""coord-static and coord-context: from- and to-square in a static code (spec/codecs/coord-static.md)."""

from functools import lru_cache

from ..moves import NULL, uci_to_square
from .byte import choices
from .static_code import OTHER_PROMOTIONS, empty_board_moves, other_promotions, read_table, seen, table_file

SYMBOLS = {key: n for n, key in enumerate([None, *empty_board_moves(), *other_promotions()])}
TABLE_BYTES, CLASSES = 930, 1793


def symbol_of(board, move):
    """coord-static.1"""
    if move == NULL:
        return SYMBOLS[None]
    squares = seen(board, move.from_square), seen(board, uci_to_square(move))
    return SYMBOLS[(*squares, move.promotion) if move.promotion and move.promotion in OTHER_PROMOTIONS else squares]


@lru_cache(maxsize=None)
def table(number):
    """coord-static.3: the code of coord-static for None, otherwise the code of a class."""
    first = 0 if number is None else TABLE_BYTES + CLASSES + TABLE_BYTES * number
    return read_table(table_file("coord-static.bin")[first:], len(SYMBOLS))


def class_after(board, move):
    """coord-static.3: the class of a move that is played on this board."""
    symbol = 0 if move == NULL else SYMBOLS.get((seen(board, move.from_square), seen(board, move.to_square)), 0)
    return table_file("coord-static.bin")[TABLE_BYTES + symbol]


NO_MOVE_CLASS = table_file("coord-static.bin")[TABLE_BYTES]


class CoordStatic:
    """coord-static.4"""

    NAME, PADDING = "coord-static", 0

    def encode(self, board, move, bits):
        table(None).write(symbol_of(board, move), bits)

    def decode(self, board, bits):
        return move_of(board, table(None).read(bits))


class CoordContext:
    """coord-static.3, coord-static.4; the last argument is the class of the move before."""

    NAME, PADDING, HAS_CONTEXT = "coord-context", 0, True

    def encode(self, board, move, bits, before):
        table(before).write(symbol_of(board, move), bits)

    def decode(self, board, bits, before):
        return move_of(board, table(before).read(bits))


def move_of(board, symbol):
    return next((move for move in choices(board) if symbol_of(board, move) == symbol), None)
