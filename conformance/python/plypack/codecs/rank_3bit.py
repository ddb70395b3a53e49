"""rank-3bit: the six most likely moves in three bits (spec/codecs/rank-3bit.md)."""

from ..bit_stream import width
from ..ranking import ranked

NAME, PADDING = "rank-3bit", 0


def encode(board, move, bits):
    moves = ranked(board)
    rank = moves.index(move)
    if len(moves) <= 8:
        bits.write(rank, width(len(moves)))  # rank-3bit.1
    elif rank < 6:
        bits.write(rank, 3)  # rank-3bit.2
    elif rank < 10:
        bits.write(6, 3)
        bits.write(rank - 6, 2)
    else:
        bits.write(7, 3)
        bits.write(rank - 10, width(len(moves) - 10))


def decode(board, bits):
    moves = ranked(board)
    rank = _decode_rank(len(moves), bits)
    return moves[rank] if rank < len(moves) else None


def _decode_rank(n, bits):
    if n <= 8:
        return bits.read(width(n))
    first = bits.read(3)
    if first < 6:
        return first
    if first == 6:
        return 6 + bits.read(2)
    return 10 + bits.read(width(n - 10))
