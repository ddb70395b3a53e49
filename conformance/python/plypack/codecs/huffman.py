"""huffman: Huffman coding of the rank (spec/codecs/huffman.md)."""

from functools import lru_cache

from ..ranking import ranked
from ..tables import integers

NAME, PADDING = "huffman", 0

ESCAPE, ESCAPE_BITS = 127, 11  # huffman.2


@lru_cache(maxsize=1)
def codes():
    """huffman.1: the code and its length, for every symbol."""
    lengths = integers("huffman.txt")
    found = {}
    code, length = -1, lengths[0]
    for number in sorted(range(128), key=lambda n: (lengths[n], n)):
        code = code + 1 << lengths[number] - length
        length = lengths[number]
        found[number] = (code, length)
    return found


@lru_cache(maxsize=1)
def numbers():
    """The symbol of every code."""
    return {code: number for number, code in codes().items()}


def encode(board, move, bits):
    """huffman.2"""
    moves = ranked(board)
    if len(moves) == 1:
        return
    rank = moves.index(move)
    bits.write(*codes()[min(rank, ESCAPE)])
    if rank >= ESCAPE:
        bits.write(rank - ESCAPE, ESCAPE_BITS)


def decode(board, bits):
    moves = ranked(board)
    if len(moves) < 2:
        return moves[0] if moves else None
    rank = _decode_number(bits)
    if rank == ESCAPE:
        rank += bits.read(ESCAPE_BITS)
    return moves[rank] if rank < len(moves) else None


def _decode_number(bits):
    code, length = 0, 0
    while (code, length) not in numbers():
        code, length = code << 1 | bits.read(1), length + 1
    return numbers()[code, length]
