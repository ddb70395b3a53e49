"""All codecs by name."""

import list_codes
import move_codes as mc
import number_codes as nc
import square_codes
from bit_strings import packed

# Codecs whose moves are whole bytes.
WHOLE_BYTES = {"byte": mc.byte, "coord16": mc.coord16, "slots": nc.slots, "byte-queens": nc.byte_queens, "enumeration": nc.enumeration}
# Codecs of bits, and the bits that fill the last byte.
BITS = {
    "coord12": (square_codes.coord12, "0"),
    "block-index": (square_codes.block_index, "0"),
    "pgc": (list_codes.pgc, "0"),
    "mgc": (list_codes.mgc, "1"),
    "varlen": (square_codes.varlen, "0"),
    "bits": (list_codes.bits, "0"),
    "coord-static": (nc.coord_static, "0"),
    "coord-context": (nc.coord_context, "0"),
    "direction-target": (nc.direction_target, "0"),
    "direction-static": (nc.direction_static, "0"),
}
# Codecs whose lines begin with a bit that says whether they have null moves (codecs.7).
MARKS_NULL = {"varlen", "bits"}
WITH_WHOLE_BYTES = {*WHOLE_BYTES, "block-index", "pgc"}
# Codecs whose codes depend on the previous move.
WITH_CONTEXT = {"coord-context"}


def code(codec, board, move):
    """The code of a line of one move."""
    if codec in WHOLE_BYTES:
        return WHOLE_BYTES[codec](board, move)
    _, fill = BITS[codec]
    return packed("".join(bits_of_line(codec, [(board, move)])), fill)


def bits_of_line(codec, steps):
    """The bits of every move of a line, pairs of board and move; before them the bits of codecs.7, if the codec has them."""
    encode, _ = BITS[codec]
    if codec in WITH_CONTEXT:
        return [encode(*step, before) for before, step in zip([None, *steps], steps)]
    if codec not in MARKS_NULL:
        return [encode(board, move) for board, move in steps]
    has_null = any(mc.is_null(move) for _, move in steps)
    return [str(int(has_null)), *(encode(board, move, has_null) for board, move in steps)] if steps else []


def line(codec, fen, moves):
    """The UCI texts of a line of SAN moves, and its code with the meaning: move by move if moves are whole bytes."""
    steps = mc.played(mc.board_of(fen), moves)
    texts = [mc.text_of(*step) for step in steps]
    if codec in WITH_WHOLE_BYTES:
        return texts, [[code(codec, *step).hex(" "), text] for step, text in zip(steps, texts)]
    codes = bits_of_line(codec, steps)
    whole = packed("".join(codes), BITS[codec][1])
    meanings = ["null moves" if codes[0] == "1" else "no null moves", *texts] if codec in MARKS_NULL and codes else texts
    return texts, [[whole.hex(" "), " ".join(f"{bits or '-'}:{text}" for bits, text in zip(codes, meanings))]] if texts else []
