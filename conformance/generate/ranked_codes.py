"""The codecs that rank the moves, and what they are made of, by `conformance/python`, which is written from the specification."""

import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "python"))

from plypack import bit_stream, codecs, moves, positions, range_coder, ranking  # noqa: E402, F401
from plypack.codecs import arith, huffman, rank_3bit  # noqa: E402

from move_codes import text_of  # noqa: E402


def seen(board):
    """A board of `chess` as one of `plypack`."""
    return positions.parse_fen(board.fen(shredder=True, en_passant="fen").encode())


def bits_of(codec):
    """A code of one move as text of zeros and ones."""

    def encode(board, move):
        own = seen(board)
        out = bit_stream.BitWriter()
        codec.encode(own, moves.parse_uci(own, text_of(board, move)), out)
        return "".join(map(str, out.bits))

    return encode


def arith_line(board, texts):
    """The code of a line of UCI texts."""
    own = seen(board)
    line, position = [], own
    for text in texts:
        line.append(moves.parse_uci(position, text))
        position = position.play(line[-1])
    return codecs.encode_run(arith, [(own, line)])


rank_3bit_bits = bits_of(rank_3bit)
huffman_bits = bits_of(huffman)
