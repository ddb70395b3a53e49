"""All codecs by name."""

import chess

import list_codes
import move_codes as mc
import square_codes
from bit_strings import packed

# Codes of whole bytes, move by move.
WHOLE_BYTES = {"byte": mc.byte, "coord16": mc.coord16}
# Codes of bits, and what fills the last byte.
BITS = {
    "coord12": (square_codes.coord12, "0"),
    "block-index": (square_codes.block_index, "0"),
    "pgc": (list_codes.pgc, "0"),
    "mgc": (list_codes.mgc, "1"),
    "varlen": (square_codes.varlen, "0"),
    "bits": (list_codes.bits, "0"),
}
WITHOUT_NULL = {"varlen", "bits"}
WITH_WHOLE_BYTES = {"byte", "coord16", "block-index", "pgc"}


def code(codec, board, move):
    """The code of a line of one move."""
    if codec in WHOLE_BYTES:
        return WHOLE_BYTES[codec](board, move)
    encode, fill = BITS[codec]
    return packed(encode(board, move), fill)


def line(codec, fen, moves):
    """UCI texts of a line of SAN moves, and its code with what it means: move by move if moves are whole bytes."""
    board = mc.board_of(fen)
    texts, codes = [], []
    for san in moves.split():
        move = chess.Move.null() if san == "--" else board.parse_san(san)
        texts.append(mc.text_of(board, move))
        codes.append(code(codec, board, move) if codec in WITH_WHOLE_BYTES else BITS[codec][0](board, move))
        board.push(move)
    if codec in WITH_WHOLE_BYTES:
        return texts, [[part.hex(" "), text] for part, text in zip(codes, texts)]
    whole = packed("".join(codes), BITS[codec][1])
    return texts, [[whole.hex(" "), " ".join(f"{bits or '-'}:{text}" for bits, text in zip(codes, texts))]] if texts else []
