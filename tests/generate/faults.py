"""Invalid codes: name, rules, title, start, plies, parts of the code, error, offset."""

M, T, L = "MOVE_MALFORMED", "TRUNCATED", "TRAILING_BYTES"

CHECKED = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"
PINNED = "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1"
KINGS = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
THREE_QUEENS = "4k3/8/8/8/8/8/8/QQQ1K3 w - - 0 1"

# Rules for a null move that has no code.
ENCODE_RULES = {"varlen": "varlen.6 codecs.5", "bits": "bits.1 codecs.5"}

FAULTS = {
    "coord12": [
        ("castling-takes-corner-rook", "coord12.3 coord12.5", "castling with a corner rook, written as king takes rook",
         "4k3/8/8/8/8/8/8/4K2R w K - 0 1", 1, [("10 70", "e1h1")], M, 0),
        ("castling-two-files-to-c", "coord12.3 coord12.5", "castling with the rook b1, written as the king's move",
         "4k3/8/8/8/8/8/8/1R2K3 w B - 0 1", 1, [("10 20", "e1c1")], M, 0),
        ("castling-without-right", "coord12.3 coord12.5", "castling without the right", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", 1,
         [("10 60", "e1g1")], M, 0),
        ("castling-through-check", "coord12.5 positions.4", "the king passes an attacked square",
         "4kr2/8/8/8/8/8/8/4K2R w K - 0 1", 1, [("10 60", "e1g1")], M, 0),
        ("promotion-too-near", "coord12.2 coord12.5", "a promotion four ranks nearer", "5r1k/4P3/8/8/8/8/8/4K3 w - - 0 1", 1,
         [("d1 d0", "e7 to f4")], M, 0),
        ("promotion-captures-nothing", "coord12.2 coord12.5", "a promotion on an empty square to the side",
         "7k/4P3/8/8/8/8/8/4K3 w - - 0 1", 1, [("d3 d0", "e7 to f8")], M, 0),
        ("empty-origin", "coord12.5", "no piece on the from-square", None, 1, [("71 c0", "e4 to e5 is 71C")], M, 0),
        ("blocked", "coord12.5", "a rook jumps over a piece", None, 1, [("01 00", "a1 to a3")], M, 0),
        ("king-left-in-check", "coord12.5", "a pinned knight moves", PINNED, 1, [("31 20", "Nc3")], M, 0),
        ("origin-is-target", "coord12.5", "from-square and to-square are equal", None, 1, [("04 10", "b1 to b1")], M, 0),
        ("null-move-in-check", "coord12.4 coord12.5", "a null move in check", CHECKED, 1, [("00 00", "null move")], M, 0),
        ("second-move-bad", "coord12.5", "the offset is that of the byte with the move's first bit", None, 2,
         [("31 c3 1c", "e4, e4 again")], M, 1),
        ("filled-with-ones", "coord12.1 bit-stream.3", "the last half byte is not zeros", None, 1, [("31 cf", "e4")], M, 1),
        ("truncated", "codecs.2", "half a move", None, 1, [("31", "the first eight bits of e4")], T, 1),
        ("trailing", "codecs.2", "a byte after the move", None, 1, [("31 c0 00", "e4, left over")], L, 2),
    ],
    "block-index": [
        ("past-the-blocks", "block-index.2 block-index.5", "the value after the last block", None, 1, [("cb", "203")], M, 0),
        ("before-the-null-move", "block-index.5", "254 where the blocks end with 202", None, 1, [("fe", "254")], M, 0),
        ("no-such-target", "block-index.3 block-index.5", "square number 3 of a2, which reaches three squares", None, 1,
         [("0d", "10 + 3")], M, 0),
        ("blocked", "block-index.5", "a rook jumps over a piece", None, 1, [("97", "rook a1: 148 + 3, to e1")], M, 0),
        ("pawn-captures-nothing", "block-index.5", "a pawn captures on an empty square", None, 1,
         [("3a", "58 + 0, e2 to d3")], M, 0),
        ("castling-without-right", "block-index.2 block-index.5", "castling without the right",
         "4k3/8/8/8/8/8/8/4K2R w - - 0 1", 1, [("01", "castling to the g file")], M, 0),
        ("castling-through-men", "block-index.2 block-index.5", "castling with pieces between king and rook", None, 1, [("00", "to c1")], M, 0),
        ("king-left-in-check", "block-index.5", "a pinned knight moves", PINNED, 1, [("0a", "10 + 0, Nc1")], M, 0),
        ("null-move-in-check", "block-index.4 block-index.5", "a null move in check", CHECKED, 1, [("ff", "null move")], M, 0),
        ("null-move-of-one-byte", "block-index.4", "a null move of one byte with three queens", THREE_QUEENS, 1,
         [("ff", "half of the null move")], T, 1),
        ("wide-past-the-blocks", "block-index.4 block-index.5", "the value after the last block, with three queens",
         THREE_QUEENS, 1, [("00 5b", "91 = 10 + 3 * 27")], M, 0),
        ("second-move-bad", "block-index.5", "the offset is that of the value that is wrong", None, 2,
         [("3d", "e4"), ("cb", "no value")], M, 1),
        ("truncated", "codecs.2", "one value, two plies", None, 2, [("3d", "e4")], T, 1),
        ("trailing", "codecs.2", "two values, one ply", None, 1, [("3d", "e4"), ("3a", "left over")], L, 1),
    ],
    "pgc": [
        ("number-too-high", "pgc.2 codecs.2", "the number after the null move's", None, 1, [("15", "21 of 20 moves")], M, 0),
        ("null-move-in-check", "pgc.2 codecs.6 positions.5", "the null move's number, in check", CHECKED, 1,
         [("03", "number 3 of 3 moves")], M, 0),
        ("overlong", "pgc.2 bit-stream.4", "255 more than the end of the list", None, 1, [("ff 0d", "268")], M, 0),
        ("truncated", "codecs.2", "the code ends after an escape", None, 1, [("ff", "255 or more")], T, 1),
        ("trailing", "codecs.2", "two moves, one ply", None, 1, [("0d", "e4"), ("0d", "left over")], L, 1),
        ("second-move-bad", "codecs.2", "the offset is that of the number that is wrong", None, 2,
         [("0d", "e4"), ("15", "21 of 20 moves")], M, 1),
    ],
    "mgc": [
        ("number-too-high", "mgc.3 codecs.2", "the number after the null move's", None, 1, [("f6", "21 of 20 moves")], M, 0),
        ("null-move-in-check", "mgc.3 codecs.6 positions.5", "the null move's number, in check", CHECKED, 1,
         [("3f", "number 3 of 3 moves")], M, 0),
        ("filled-with-zeros", "mgc.3 bit-stream.3", "the last half byte is not ones", None, 1, [("50", "e4")], M, 0),
        ("truncated", "codecs.2", "the code ends after an escape", None, 2, [("5f", "e4, 15 or more")], T, 1),
        ("trailing", "codecs.2", "a byte after the move", None, 1, [("5f ff", "e4, left over")], L, 1),
    ],
    "varlen": [
        ("no-such-man", "varlen.1 varlen.6", "number 3 of three pieces", "4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1", 1,
         [("c0", "11, then zeros")], M, 0),
        ("no-such-target", "varlen.1 varlen.6", "to-square 5 of the king's five", KINGS, 1, [("a0", "101")], M, 0),
        ("man-without-targets", "varlen.1 varlen.6", "a rook that cannot move", None, 1, [("00", "Ra1")], M, 0),
        ("king-left-in-check", "varlen.6", "a pinned knight moves", PINNED, 1, [("80", "1, 000: Nc1")], M, 0),
        ("castling-through-check", "varlen.5 varlen.6 positions.4", "the king passes an attacked square",
         "4kr2/8/8/8/8/8/8/4K2R w K - 0 1", 1, [("50", "0, 101: after five squares")], M, 0),
        ("filled-with-ones", "varlen.6 bit-stream.3", "the last byte is not padded with zeros", None, 1, [("c9", "e4")], M, 0),
        ("second-move-bad", "varlen.6", "the offset is that of the byte with the move's first bit", None, 2,
         [("cc 00", "e4, rook a8 cannot move: number 8")], M, 0),
        ("truncated", "codecs.2", "one move, two plies", None, 2, [("c8", "e4, three bits")], T, 1),
        ("trailing", "codecs.2", "a byte after the move", None, 1, [("c8 00", "e4, left over")], L, 1),
        ("empty", "codecs.2", "no byte, one ply", None, 1, [], T, 0),
    ],
    "bits": [
        ("number-too-high", "bits.2", "number 20 of twenty moves", None, 1, [("a0", "10100")], M, 0),
        ("second-move-bad", "bits.2", "the offset is that of the byte with the move's first bit", None, 2,
         [("5d 00", "01011, 10100")], M, 0),
        ("filled-with-ones", "bits.2 bit-stream.3", "the last byte is not padded with zeros", None, 1, [("59", "e4, 001")], M, 0),
        ("no-move-left", "bits.2", "a ply after mate", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", 1, [], M, 0),
        ("truncated", "codecs.2", "one move, two plies", None, 2, [("58", "e4, three bits")], T, 1),
        ("trailing", "codecs.2", "a byte after the move", None, 1, [("58 00", "e4, left over")], L, 1),
        ("empty", "codecs.2", "no byte, one ply", None, 1, [], T, 0),
    ],
}
