"""codecs: the registry, lines and runs (spec/codecs/README.md)."""

from .. import range_coder
from ..bit_stream import BitReader, BitWriter
from ..limits import PlypackError
from ..moves import NULL
from . import (
    arith,
    bits,
    block_index,
    byte,
    byte_queens,
    coord12,
    coord16,
    coord_static,
    direction_target,
    enumeration,
    huffman,
    mgc,
    pgc,
    rank_3bit,
    slots,
    tight,
    varlen,
)

# A codec is a module, or an object, with these members:
#   NAME
#   PADDING: the bit that pads the last byte; None if the codes are whole bytes
#   encode(board, move, out): writes the code of a legal move of the board
#   decode(board, in): reads a code; returns the move, or None if the code stands for no legal move of the board
# A file codec also has:
#   ID
#   RUN_PLIES: plies after which a run ends (codecs.4); None if the codec has no runs
#   default_size(plies), if the codec has no runs
# encode and decode have one more argument if the codec has one of these members:
#   MARKS_NULL: whether the line has null moves (codecs.7)
#   HAS_CONTEXT: the class of the move before (coord-static.3)
# Codes of `tight` depend on earlier moves, so it has encode_run and decode_lines instead of encode and decode.
FILE_CODECS = {codec.ID: codec for codec in (coord16, byte, tight)}
# codecs.8: line codecs, which no file has.
LINE_CODECS = (
    coord12,
    block_index,
    pgc,
    mgc,
    varlen,
    bits,
    rank_3bit,
    huffman,
    arith,
    slots,
    byte_queens,
    coord_static.CoordStatic(),
    coord_static.CoordContext(),
    direction_target.DirectionTarget(),
    direction_target.DirectionStatic(),
    enumeration,
)
BY_NAME = {codec.NAME: codec for codec in (*FILE_CODECS.values(), *LINE_CODECS)}
MARKS_NULL = tuple(codec for codec in LINE_CODECS if hasattr(codec, "MARKS_NULL"))  # codecs.7


def codec_of(number, at):
    """codecs.1, tight.1: the codec that a param names."""
    if number in tight.PARAMS:
        return tight
    if number % 256 == tight.ID:
        raise PlypackError("UNSUPPORTED_MODEL", at, f"model {number // 256:08X}")
    if number not in FILE_CODECS:
        raise PlypackError("UNSUPPORTED_CODEC", at, f"codec {number}")
    return FILE_CODECS[number]


def writer(codec):
    return range_coder.Encoder() if codec is arith else BitWriter()


def reader(codec, code):
    return range_coder.Decoder(code) if codec is arith else BitReader(code)


def param_of(codec):
    """Returns the param of the section `moves`."""
    return next(iter(tight.PARAMS)) if codec is tight else codec.ID


def finish(codec, stream):
    """Ends a run: a writer returns its bytes, a reader checks that nothing is left over."""
    return stream.finish() if codec is arith else stream.finish(codec.PADDING)


def write_moves(codec, board, moves, out):
    """Writes the codes of a line. Returns the board at its end."""
    line = (NULL in moves,) if codec in MARKS_NULL else context(codec)
    if codec in MARKS_NULL and moves:
        out.write(*line, 1)
    for ply, move in enumerate(moves):
        if not board.is_legal(move):
            raise PlypackError("ILLEGAL_MOVE", ply, str(move))
        codec.encode(board, move, out, *line)
        line = context(codec, board, move) or line
        board = board.play(move)
    return board


def read_moves(codec, board, plies, stream):
    """codecs.2: the moves of a line."""
    moves = []
    marked = (stream.read(1),) if codec in MARKS_NULL and plies else ()
    line = marked or context(codec)
    for _ in range(plies):
        at = stream.offset()
        move = codec.decode(board, stream, *line)
        if move is None:
            raise PlypackError("MOVE_MALFORMED", at, "the code stands for no legal move")
        moves.append(move)
        line = context(codec, board, move) or line
        board = board.play(move)
    if any(marked) and NULL not in moves:
        raise PlypackError("MOVE_MALFORMED", stream.offset(), "a line without null moves that is marked")  # codecs.7
    return moves


def context(codec, board=None, move=None):
    """coord-static.3: the context after a move, or at the start of a line, for a codec that has a context."""
    if not hasattr(codec, "HAS_CONTEXT"):
        return ()
    return (coord_static.NO_MOVE_CLASS if board is None else coord_static.class_after(board, move),)


def encode_run(codec, lines):
    """codecs.4: the code of lines, each a pair of board and moves, that share a run."""
    if codec is tight:
        return tight.encode_run(lines)
    out = writer(codec)
    for board, moves in lines:
        write_moves(codec, board, moves, out)
    return finish(codec, out)


def decode_run(codec, lines, code):
    """The moves of lines, each a pair of board and number of plies."""
    return list(decode_lines(codec, lines, code, len(lines)))


def decode_lines(codec, lines, code, count):
    """The moves of the first lines of a run of `count`; codecs.4: an error at the end belongs to the last."""
    if codec is tight:
        yield from tight.decode_lines(lines, code, count)
        return
    stream = reader(codec, code)
    for number, (board, plies) in enumerate(lines, 1):
        moves = read_moves(codec, board, plies, stream)
        if number == count:
            finish(codec, stream)
        yield moves
