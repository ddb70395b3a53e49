"""block-index: a number in blocks of values, one block per piece (spec/codecs/block-index.md)."""

from ..board import RAYS, PAWN_RAYS
from ..moves import CASTLING_QUEEN_SIDE, NULL

NAME, PADDING = "block-index", None

BLOCK_SIZES = {"K": 8, "P": 12, "N": 8, "B": 13, "R": 14, "Q": 27}  # block-index.2, in the order of the blocks
PROMOTIONS = "nbrq"  # block-index.3


class Blocks:
    """The first value of the block of every piece of the side to move."""

    def __init__(self, board):
        self.begin = {}
        end = 2
        for letter, size in BLOCK_SIZES.items():
            for from_square in board.squares_of(letter, board.white_to_move):
                self.begin[from_square] = end
                end += size
        queens = len(board.squares_of("Q", board.white_to_move))
        self.width = 16 if queens >= 3 or end - 1 > 254 else 8  # block-index.4

    def null_value(self):
        return 2**self.width - 1


def reachable_squares(board, from_square):
    """block-index.3: the squares that the piece could reach on an empty board."""
    piece = board.pieces[from_square]
    if piece not in "Pp":
        return sorted(s for ray in RAYS[piece.upper()][from_square] for s in ray)
    ahead, first_rank = (8, 1) if board.white_to_move else (-8, 6)
    squares = [from_square + ahead] + [s for ray in PAWN_RAYS[board.white_to_move][from_square] for s in ray]
    if from_square // 8 == first_rank:
        squares.append(from_square + 2 * ahead)
    return sorted(squares)


def value_of(board, blocks, move):
    if move == NULL:
        return blocks.null_value()
    if move.is_castling:
        return 0 if move.flags == CASTLING_QUEEN_SIDE else 1  # block-index.2
    number = reachable_squares(board, move.from_square).index(move.to_square)
    if move.promotion:
        number = 4 * number + PROMOTIONS.index(move.promotion)
    return blocks.begin[move.from_square] + number


def encode(board, move, bits):
    """block-index.4"""
    blocks = Blocks(board)
    bits.write(value_of(board, blocks, move), blocks.width)


def decode(board, bits):
    """block-index.5"""
    blocks = Blocks(board)
    value = bits.read(blocks.width)
    if value == blocks.null_value():
        return NULL if board.null_is_legal() else None
    return next((move for move in board.legal_moves() if value_of(board, blocks, move) == value), None)
