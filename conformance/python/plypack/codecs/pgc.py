"""pgc: index in the list of SAN moves (spec/codecs/pgc.md)."""

from functools import lru_cache

from ..moves import with_null
from ..san import san_texts

NAME, PADDING = "pgc", None


@lru_cache(maxsize=4)  # called several times for the same board
def choices(board):
    """pgc.1, and the null move after the last (codecs.6)."""
    texts = san_texts(board)
    return with_null(board, sorted(texts, key=texts.get))


def encode(board, move, bits):
    """pgc.2"""
    bits.write_escaped(choices(board).index(move), 8)


def decode(board, bits):
    moves = choices(board)
    number = bits.read_escaped(8)
    return moves[number] if number < len(moves) else None
