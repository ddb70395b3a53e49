"""Vectors of codes and moves that the codecs must reject: name, rules, title, start, plies, parts of the code, error, offset."""

import chess

import move_codes as mc
from codec_lines import KNIGHTS, rules_of
from vector_file import pieces

I, L, M, T = "ILLEGAL_MOVE", "TRAILING_BYTES", "MOVE_MALFORMED", "TRUNCATED"


def add_faults(chapter, codec, rule, faults):
    """A fault without error and offset is MOVE_MALFORMED at 0."""
    for name, title, fen, plies, parts, *answer in faults:
        error, at = answer or (M, 0)
        chapter.add(f"bad-{name}", title, rule(name), "decode-line", codec=codec, fen=fen or chess.STARTING_FEN, plies=plies,
                    input=pieces(*parts), error=error, at=at)


EP_PINNED = "8/8/8/KPp4r/8/8/8/7k w - c6 0 1"
GONE = "4k3/8/8/8/8/8/8/NNN1K2R w - - 0 1"
# Lines whose last move is illegal because of a much earlier move: name, title, start, moves, the illegal move by `byte`
# and `coord16`.
HISTORY_FAULTS = [
    ("castling-rook-captured", "castling with another rook, after the one with the right was captured", "4k3/8/8/8/4b3/8/P7/R3K2R b KQ - 0 1",
     "Bxh1 Rd1 Bd5 Rd4 Kd7 Rh4 Ke7 Rh1 Kd7", "09", ("e1g1", 2)),
    ("castling-rook-returned", "castling after the rook moved and returned", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "Rh2 Ke7 Rh1 Ke8", "09", ("e1g1", 2)),
    ("castling-into-attack", "castling that opens the first rank to a rook", "4k3/8/8/8/8/8/8/rRK5 w B - 0 1", "", "0b", ("c1c1", 3)),
    ("en-passant-after-null-moves", "en passant after a null move", None, "e4 a6 e5 d5 -- h6", "c2", ("e5d6", 5)),
]


def history_faults(encode, bad_code, last):
    """Valid codes, and the code of a move that is no longer legal."""
    for name, title, fen, line, *bad in HISTORY_FAULTS:
        code = bad_code(*bad)
        parts = [(encode(*step).hex(" "), san) for step, san in zip(mc.played(mc.board_of(fen), line), line.split())]
        at = sum(len(bytes.fromhex(part)) for part, _ in parts)
        yield name, title, fen, len(parts) + 1, [*parts, (code, last)], M, at


BYTE_FAULTS = [
    ("king-vector-0", "king vector 0 is not used", None, 1, [("00", "king, vector 0")]),
    ("king-vector-a", "king vector A is not used", None, 1, [("0a", "king, vector A")]),
    ("king-vector-c", "king vector C is not used", None, 1, [("0c", "king, vector C")]),
    ("king-vector-d", "king vector D is not used", None, 1, [("0d", "king, vector D")]),
    ("king-vector-e", "king vector E is not used", None, 1, [("0e", "king, vector E")]),
    ("king-off-the-board", "the king moves off the board", None, 1, [("05", "king south from e1")]),
    ("king-onto-own-man", "the king moves onto a pawn of its own side", None, 1, [("01", "king north")]),
    ("knight-off-the-board", "a knight jumps off the board", None, 1, [("12", "knight LO, SEE from b1")]),
    ("knight-onto-own-man", "a knight moves onto a pawn of its own side", None, 1, [("11", "knight LO, NEE from b1 to d2")]),
    ("queen-not-there", "a queen where there is none", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", 1, [("60", "queen LO")]),
    ("hi-knight-without-second", "knight HI, but only one knight", "4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", 1, [("18", "knight HI, NNE")]),
    ("hi-rook-without-second", "rook HI, but only one rook", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", 1, [("38", "rook HI to rank 8")]),
    ("hi-queen-without-second", "queen HI, but only one queen and six pawns", "4k3/8/8/8/8/8/PPPPPP2/3QK3 w - - 0 1", 1,
     [("e0", "pawn 6, or queen HI")]),
    ("bishop-not-there", "a bishop on light squares where there is none", "4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", 1,
     [("51", "bishop on light squares")]),
    ("pawn-number-too-high", "pawn 2 of two", "4k3/8/8/8/8/8/PP6/4K3 w - - 0 1", 1, [("a0", "pawn 2")]),
    ("pawn-vector-too-high", "promotion vector before the last rank", None, 1, [("84", "pawn 0, promotion")]),
    ("pawn-promotion-missing", "a single push onto the last rank", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", 1, [("81", "pawn 0, single push")]),
    ("pawn-double-push-not-at-home", "a double push from the third rank", "4k3/8/8/8/8/P7/8/4K3 w - - 0 1", 1,
     [("80", "pawn 0, double push")]),
    ("pawn-double-push-blocked", "a double push over a piece", "4k3/8/8/8/8/n7/P7/4K3 w - - 0 1", 1, [("80", "pawn 0, double push")]),
    ("pawn-push-onto-man", "a push to an occupied square", "4k3/8/8/8/8/n7/P7/4K3 w - - 0 1", 1, [("81", "pawn 0, push")]),
    ("pawn-captures-nothing", "a pawn captures on an empty square", None, 1, [("83", "pawn 0, capture right")]),
    ("pawn-captures-off-the-board", "the a pawn captures to the left", None, 1, [("82", "pawn 0, capture left")]),
    ("blocked-rook", "a rook blocked by a pawn of its own side", None, 1, [("28", "rook LO from a1 to rank 8")]),
    ("blocked-bishop", "a bishop jumps over a piece", "4k3/8/8/8/3p4/8/1B6/4K3 w - - 0 1", 1, [("45", "to f6 over d4")]),
    ("blocked-queen", "a queen jumps over a piece", "4k3/8/8/8/3p4/8/3Q4/4K3 w - - 0 1", 1, [("69", "to d7 over d4")]),
    ("rook-onto-own-square", "a vector to the rook's own square", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", 1, [("20", "rook LO to the a file")]),
    ("rook-onto-own-rank", "the other vector to the rook's own square", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", 1, [("2f", "rook LO to rank 1")]),
    ("bishop-onto-own-square", "a vector to the bishop's own square", "4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", 1,
     [("42", "bishop to the c file")]),
    ("captures-own-man", "a rook captures a piece of its own side", "4k3/8/8/8/8/8/8/R2NK3 w - - 0 1", 1, [("23", "rook to d1")]),
    ("captures-king", "in check, the king moves off the board", "4k3/8/8/8/8/8/4R3/4K3 b - - 0 1", 1, [("01", "off the board")]),
    ("king-left-in-check", "a pinned knight moves", "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", 1, [("16", "knight LO, NWW")]),
    ("king-walks-into-check", "the king moves to an attacked square", "3r2k1/8/8/8/8/8/8/4K3 w - - 0 1", 1, [("07", "king west to d1")]),
    ("kings-side-by-side", "the king moves next to the other king", "8/8/8/8/8/4k3/8/4K3 w - - 0 1", 1, [("01", "to e2")]),
    ("check-not-answered", "a move that does not answer a check", "4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1", 1, [("28", "rook to a8")]),
    ("en-passant-too-late", "en passant one move late", None, 7,
     [("c0", "e4"), ("80", "a5"), ("c1", "e5"), ("b0", "d5"), ("81", "a3"), ("81", "a4"), ("c2", "exd6")], M, 6),
    ("en-passant-pinned-on-rank", "both pawns leave the rank and expose the king to check", EP_PINNED, 1, [("83", "bxc6")]),
    ("en-passant-pinned-by-bishop", "the pawn is pinned on a diagonal", "4k3/8/2b5/3Pp3/8/8/6K1/8 w - e6 0 1", 1, [("83", "dxe6")]),
    ("castling-without-right", "castling without the right", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", 1, [("09", "O-O")]),
    ("castling-through-men", "castling with a piece between king and rook", None, 1, [("09", "O-O")]),
    ("castling-through-check", "the king passes an attacked square", "4kr2/8/8/8/8/8/8/4K2R w K - 0 1", 1, [("09", "O-O")]),
    ("castling-in-check", "castling out of check", "4k3/4r3/8/8/8/8/8/R3K3 w Q - 0 1", 1, [("0b", "O-O-O")]),
    ("castling-right-lost", "castling after the king has moved", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", 5,
     [("01", "Ke2"), ("05", "Ke7"), ("05", "Ke1"), ("01", "Ke8"), ("09", "O-O")], M, 4),
    ("null-move-in-check", "a null move in check", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", 1, [("0f", "null move")]),
    ("second-move-bad", "the offset is that of the move that is wrong", None, 2, [("c0", "e4"), ("0a", "nothing")], M, 1),
    ("after-mate", "a code after mate", None, 5, [("d1", "f3"), ("c0", "e5"), ("e0", "g4"), ("7f", "Qh4"), ("81", "a3")], M, 4),
    ("truncated", "one byte, two plies", None, 2, [("c0", "e4")], "TRUNCATED", 1),
    ("empty", "no byte, one ply", None, 1, [], "TRUNCATED", 0),
    ("trailing", "two bytes, one ply", None, 1, [("c0", "e4"), ("c0", "left over")], "TRAILING_BYTES", 1),
    ("trailing-no-moves", "one byte, no plies", None, 0, [("c0", "left over")], "TRAILING_BYTES", 0),
    ("fallback-past-the-end", "an ordinal after the null move", KNIGHTS, 1, [("f0", "ordinal 15 of a list of 14")]),
    ("fallback-null-in-check", "the null move's ordinal, in check", "4k3/8/8/8/8/8/4r3/NNN1K3 w - - 0 1", 1, "null"),
    ("fallback-castling-right-gone", "the ordinal of castling whose right is lost", GONE, 1, "e1g1"),
    ("fallback-overlong", "255 more than the end of the list", KNIGHTS, 1, [("00 ff", "ordinal 255")]),
    ("fallback-truncated", "the code ends after a byte 00", KNIGHTS, 1, [("00", "255 more")], "TRUNCATED", 1),
    ("fallback-many-zeros", "an ordinal that would be large", KNIGHTS, 1, [("00 " * 40 + "ff", "ordinal 10200")]),
]


def byte_fault_parts(fen, parts):
    """Ordinals that this program counts."""
    if not isinstance(parts, str):
        return parts
    texts = mc.fallback_list(mc.board_of(fen))
    number = len(texts) if parts == "null" else texts.index(parts)
    return [(mc.ordinal_code(number).hex(" "), f"ordinal {number}: {parts}")]


def byte_fault_rule(name):
    if name in ("truncated", "empty", "fallback-truncated"):
        return "byte.21"
    if name.startswith("trailing"):
        return "codecs.2"
    if name in [fault[0] for fault in HISTORY_FAULTS]:
        return "byte.20 positions.4 positions.5 positions.6"
    return "byte.18 byte.20" if name.startswith("fallback") else "byte.20"


def packed(text, flags):
    from_square, to_square = chess.parse_square(text[:2]), chess.parse_square(text[2:4])
    return (to_square | from_square << 6 | flags << 12).to_bytes(2, "little").hex(" ")


COORD16_FAULTS = [
    ("capture-marked-quiet", "a capture with the flags of a quiet move", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", 1,
     [(packed("e1e2", 0), "Kxe2, flags 0")]),
    ("quiet-marked-capture", "a quiet move with the flags of a capture", None, 1, [(packed("g1f3", 4), "Nf3, flags 4")]),
    ("double-push-marked-quiet", "a double push with flags 0", None, 1, [(packed("e2e4", 0), "e4, flags 0")]),
    ("single-push-marked-double", "a single push with flags 1", None, 1, [(packed("e2e3", 1), "e3, flags 1")]),
    ("kind-6", "flags 6 are unused", None, 1, [(packed("g1f3", 6), "Nf3, flags 6")]),
    ("kind-7", "flags 7 are unused", None, 1, [(packed("g1f3", 7), "Nf3, flags 7")]),
    ("promotion-missing", "a push onto the last rank with flags 0", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", 1,
     [(packed("a7a8", 0), "a8, flags 0")]),
    ("promotion-too-early", "a promotion before the last rank", None, 1, [(packed("e2e3", 11), "e3=Q")]),
    ("promotion-capture-marked-push", "a promoting capture with the flags of a push",
     "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", 1, [(packed("a7b8", 11), "axb8=Q, flags 11")]),
    ("en-passant-marked-capture", "en passant with the flags of a capture", "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", 1,
     [(packed("e4d3", 4), "exd3, flags 4")]),
    ("en-passant-pinned-on-rank", "both pawns leave the rank and expose the king to check", EP_PINNED, 1,
     [(packed("b5c6", 5), "bxc6 e.p.")]),
    ("en-passant-too-late", "en passant one move late", "4k3/8/8/8/3Pp3/8/8/4K3 b - - 0 1", 1, [(packed("e4d3", 5), "exd3 e.p.")]),
    ("castling-marked-quiet", "castling with the flags of a quiet move", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", 1,
     [(packed("e1g1", 0), "Kg1, flags 0")]),
    ("castling-takes-rook", "castling with the rook's square as to-square", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", 1,
     [(packed("e1h1", 2), "O-O to h1")]),
    ("castling-other-side", "castling to g1 marked as queen side", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", 1,
     [(packed("e1g1", 3), "to g1, flags 3")]),
    ("castling-without-right", "castling without the right", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", 1, [(packed("e1g1", 2), "O-O")]),
    ("castling-through-check", "the king passes an attacked square", "4kr2/8/8/8/8/8/8/4K2R w K - 0 1", 1, [(packed("e1g1", 2), "O-O")]),
    ("empty-origin", "no piece on the from-square", None, 1, [(packed("e4e5", 0), "e4 is empty")]),
    ("other-sides-man", "a piece of the other side", None, 1, [(packed("e7e6", 0), "Black's pawn")]),
    ("own-man-on-target", "a capture of a piece of its own side", None, 1, [(packed("a1a2", 4), "Rxa2")]),
    ("blocked", "a rook jumps over a piece", None, 1, [(packed("a1a3", 0), "Ra3")]),
    ("king-left-in-check", "a pinned knight moves", "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", 1, [(packed("e2c3", 0), "Nc3")]),
    ("null-move-in-check", "a null move in check", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", 1, [("00 00", "null move")]),
    ("origin-is-target", "from-square and to-square are equal", None, 1, [(packed("b1b1", 0), "Nb1")]),
    ("second-move-bad", "the offset is that of the wrong packed move", None, 2,
     [(packed("e2e4", 1), "e4"), (packed("e2e4", 1), "e4 again")], M, 2),
    ("truncated", "one packed move, two plies", None, 2, [(packed("e2e4", 1), "e4")], "TRUNCATED", 2),
    ("truncated-word", "half a packed move", None, 1, [("1c", "the lower byte of e4")], "TRUNCATED", 1),
    ("trailing", "two packed moves, one ply", None, 1, [(packed("e2e4", 1), "e4"), ("1c", "left over")], "TRAILING_BYTES", 2),
]


def coord16_fault_rule(name):
    return "codecs.2" if name.startswith("trailing") else "coord16.2"


def add_encode_faults(chapter, codec):
    rule = rules_of(codec, "")
    for name, title, fen, moves, error, at in [
        ("encode-illegal", "an illegal move", None, "e2e4 e2e4", "ILLEGAL_MOVE", 1),
        ("encode-leaves-check", "a move that leaves the king in check", "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3", "ILLEGAL_MOVE", 0),
        ("encode-null-in-check", "a null move in check", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "0000", "ILLEGAL_MOVE", 0),
        ("encode-castling-without-right", "castling without the right", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1g1", "ILLEGAL_MOVE", 0),
        ("encode-en-passant-pinned", "en passant that exposes the king to check", EP_PINNED, "b5c6", "ILLEGAL_MOVE", 0),
        ("encode-promotion-missing", "a push onto the last rank without promotion", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
         "a7a8", "ILLEGAL_MOVE", 0),
        ("encode-castling-rook-captured", "castling with another rook, after the one with the right was captured",
         "4k3/8/8/8/4b3/8/P7/R3K2R b KQ - 0 1", "e4h1 a1d1 h1d5 d1d4 e8d7 d4h4 d7e7 h4h1 e7d7 e1g1", "ILLEGAL_MOVE", 9),
        ("encode-castling-into-attack", "castling that opens the first rank to a rook", "4k3/8/8/8/8/8/8/rRK5 w B - 0 1", "c1b1", "ILLEGAL_MOVE", 0),
        ("encode-no-move", "text that is no move", None, "e2e4 hello", "INVALID_MOVE_TEXT", 1),
    ]:
        chapter.add(f"bad-{name}", title, rule, "encode-line", codec=codec, fen=fen or chess.STARTING_FEN, moves=moves.split(),
                    error=error, at=at)
    illegal_lines(chapter, codec, rule)


# Lines in UCI whose last move is not legal: name, title, start, moves. For castling, the piece that captured the rook
# is still there, or only one of two rights is lost.
ILLEGAL_LINES = [
    ("castling-rook-just-captured", "castling with a bishop that captured the rook", "r3k3/7p/8/8/8/8/6B1/4K3 w q - 0 1", "g2a8 e8c8"),
    ("castling-rook-captured-by-knight", "castling with a knight that captured the rook", "r3k3/8/1N6/8/8/8/8/4K3 w q - 0 1", "b6a8 e8c8"),
    ("castling-rook-captured-by-promotion", "castling with a bishop, a promoted pawn that captured the rook", "r3k3/1P5p/8/8/8/8/8/4K3 w q - 0 1", "b7a8b e8c8"),
    ("castling-rook-recaptured", "castling with a rook that recaptured on the square of the other", "rr2k3/7p/8/8/8/8/8/R3K3 w q - 0 1", "a1a8 b8a8 e1e2 e8c8"),
    ("castling-after-king-returned", "castling queen side after the king moved and returned", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1e2 e8e7 e2e1 e7e8 e1c1"),
    ("castling-black-king-returned", "Black castles after the king moved and returned", "4k2r/8/8/8/8/8/8/4K3 b k - 0 1", "e8e7 e1e2 e7e8 e2e1 e8g8"),
    ("castling-black-rook-moved", "Black castles after the rook moved", "4k2r/8/8/8/8/8/8/4K3 b k - 0 1", "h8h7 e1e2 e8g8"),
    ("castling-twice", "castling with the other rook after castling", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1 e8e7 f1f2 e7e8 g1a1"),
    ("en-passant-after-two-null-moves", "en passant after both sides passed", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4 0000 0000 d4e3"),
]


def illegal_lines(chapter, codec, rule):
    for name, title, fen, line in ILLEGAL_LINES:
        moves = line.split()
        chapter.add(f"bad-encode-{name}", title, f"{rule} positions.4 positions.5", "encode-line", codec=codec, fen=fen, moves=moves, error=I, at=len(moves) - 1)


# moves.3: texts that are not moves, and non-canonical texts of moves.
CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
PROMOTING = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"
TEXTS = [
    ("long", "a text of six letters", None, "e2e4qq", "INVALID_MOVE_TEXT"), ("short", "a square alone", None, "e4", "INVALID_MOVE_TEXT"), ("three", "three letters", None, "e2e", "INVALID_MOVE_TEXT"),
    ("capitals", "squares in capitals", None, "E2E4", "INVALID_MOVE_TEXT"), ("rank-9", "the rank 9", None, "e2e9", "INVALID_MOVE_TEXT"),
    ("rank-0", "the rank 0", None, "e0e4", "INVALID_MOVE_TEXT"), ("file-i", "the file i", None, "i2i4", "INVALID_MOVE_TEXT"), ("five-zeros", "five zeros", None, "00000", "INVALID_MOVE_TEXT"),
    ("san", "a move in SAN", None, "Nf3", "INVALID_MOVE_TEXT"), ("dash", "a dash between the squares", None, "e2-e4", "INVALID_MOVE_TEXT"), ("empty-promotion", "a promotion sign", PROMOTING, "a7a8=", "INVALID_MOVE_TEXT"),
    ("promotion-of-no-pawn", "a promotion of a knight", None, "g1f3q", "ILLEGAL_MOVE"), ("promotion-too-early", "a promotion before the last rank", None, "e2e4q", "ILLEGAL_MOVE"),
    ("promotion-missing", "a promotion without its letter", PROMOTING, "a7a8", "ILLEGAL_MOVE"), ("null-text", "the word null", None, "null", "INVALID_MOVE_TEXT"),
    ("castling-in-letters", "castling in letters", CASTLING, "O-O", "INVALID_MOVE_TEXT"), ("null-in-check", "a null move in check", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "0000", "ILLEGAL_MOVE"),
    ("same-square", "a move to its own square", None, "e2e2", "ILLEGAL_MOVE"), ("empty-square", "a move from an empty square", None, "e4e5", "ILLEGAL_MOVE"), ("of-the-other-side", "a move of the other side", None, "e7e5", "ILLEGAL_MOVE"),
]


def texts(chapter):
    for name, title, fen, line, error in TEXTS:
        moves = line.split()
        chapter.add(f"bad-text-{name}", title, "moves.3 coord16.1", "encode-line", codec="coord16", fen=fen or "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", moves=moves, error=error,
                    at=len(moves) - 1)


CHECKED = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"
PINNED = "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1"
KINGS = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
THREE_QUEENS = "4k3/8/8/8/8/8/8/QQQ1K3 w - - 0 1"
FAULTS = {
    "coord12": [
        ("castling-takes-corner-rook", "coord12.3 coord12.5", "castling with a corner rook, written as king takes rook",
         "4k3/8/8/8/8/8/8/4K2R w K - 0 1", 1, [("10 70", "e1h1")]),
        ("castling-two-files-to-c", "coord12.3 coord12.5", "castling with the rook b1, written as the king's move",
         "4k3/8/8/8/8/8/8/1R2K3 w B - 0 1", 1, [("10 20", "e1c1")]),
        ("castling-without-right", "coord12.3 coord12.5", "castling without the right", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", 1,
         [("10 60", "e1g1")]),
        ("castling-through-check", "coord12.5 positions.4", "the king passes an attacked square",
         "4kr2/8/8/8/8/8/8/4K2R w K - 0 1", 1, [("10 60", "e1g1")]),
        ("promotion-too-near", "coord12.2 coord12.5", "a promotion four ranks nearer", "5r1k/4P3/8/8/8/8/8/4K3 w - - 0 1", 1,
         [("d1 d0", "e7 to f4")]),
        ("promotion-captures-nothing", "coord12.2 coord12.5", "a promotion on an empty square to the side",
         "7k/4P3/8/8/8/8/8/4K3 w - - 0 1", 1, [("d3 d0", "e7 to f8")]),
        ("empty-origin", "coord12.5", "no piece on the from-square", None, 1, [("71 c0", "e4 to e5 is 71C")]),
        ("blocked", "coord12.5", "a rook jumps over a piece", None, 1, [("01 00", "a1 to a3")]),
        ("king-left-in-check", "coord12.5", "a pinned knight moves", PINNED, 1, [("31 20", "Nc3")]),
        ("origin-is-target", "coord12.5", "from-square and to-square are equal", None, 1, [("04 10", "b1 to b1")]),
        ("null-move-in-check", "coord12.4 coord12.5", "a null move in check", CHECKED, 1, [("00 00", "null move")]),
        ("second-move-bad", "coord12.5", "the offset is that of the byte with the move's first bit", None, 2,
         [("31 c3 1c", "e4, e4 again")], M, 1),
        ("filled-with-ones", "coord12.1 bit-stream.3", "the last half byte is not zeros", None, 1, [("31 cf", "e4")], M, 1),
        ("truncated", "codecs.2", "half a move", None, 1, [("31", "the first eight bits of e4")], T, 1),
        ("trailing", "codecs.2", "a byte after the move", None, 1, [("31 c0 00", "e4, left over")], L, 2),
    ],
    "block-index": [
        ("past-the-blocks", "block-index.2 block-index.5", "the value after the last block", None, 1, [("cb", "203")]),
        ("before-the-null-move", "block-index.5", "254 where the blocks end with 202", None, 1, [("fe", "254")]),
        ("no-such-target", "block-index.3 block-index.5", "square number 3 of a2, which reaches three squares", None, 1,
         [("0d", "10 + 3")]),
        ("blocked", "block-index.5", "a rook jumps over a piece", None, 1, [("97", "rook a1: 148 + 3, to e1")]),
        ("pawn-captures-nothing", "block-index.5", "a pawn captures on an empty square", None, 1, [("3a", "58 + 0, e2 to d3")]),
        ("castling-without-right", "block-index.2 block-index.5", "castling without the right",
         "4k3/8/8/8/8/8/8/4K2R w - - 0 1", 1, [("01", "castling to the g file")]),
        ("castling-through-men", "block-index.2 block-index.5", "castling with pieces between king and rook", None, 1, [("00", "to c1")]),
        ("king-left-in-check", "block-index.5", "a pinned knight moves", PINNED, 1, [("0a", "10 + 0, Nc1")]),
        ("null-move-in-check", "block-index.4 block-index.5", "a null move in check", CHECKED, 1, [("ff", "null move")]),
        ("null-move-of-one-byte", "block-index.4", "a null move of one byte with three queens", THREE_QUEENS, 1,
         [("ff", "half of the null move")], T, 1),
        ("wide-past-the-blocks", "block-index.4 block-index.5", "the value after the last block, with three queens",
         THREE_QUEENS, 1, [("00 5b", "91 = 10 + 3 * 27")]),
        ("second-move-bad", "block-index.5", "the offset is that of the value that is wrong", None, 2,
         [("3d", "e4"), ("cb", "no value")], M, 1),
        ("truncated", "codecs.2", "one value, two plies", None, 2, [("3d", "e4")], T, 1),
        ("trailing", "codecs.2", "two values, one ply", None, 1, [("3d", "e4"), ("3a", "left over")], L, 1),
    ],
    "pgc": [
        ("number-too-high", "pgc.2 codecs.2", "the number after the null move's", None, 1, [("15", "21 of 20 moves")]),
        ("null-move-in-check", "pgc.2 codecs.6 positions.5", "the null move's number, in check", CHECKED, 1,
         [("03", "number 3 of 3 moves")]),
        ("overlong", "pgc.2 bit-stream.4", "255 more than the end of the list", None, 1, [("ff 0d", "268")]),
        ("truncated", "codecs.2", "the code ends after an escape", None, 1, [("ff", "255 or more")], T, 1),
        ("trailing", "codecs.2", "two moves, one ply", None, 1, [("0d", "e4"), ("0d", "left over")], L, 1),
        ("second-move-bad", "codecs.2", "the offset is that of the number that is wrong", None, 2,
         [("0d", "e4"), ("15", "21 of 20 moves")], M, 1),
    ],
    "mgc": [
        ("number-too-high", "mgc.3 codecs.2", "the number after the null move's", None, 1, [("f6", "21 of 20 moves")]),
        ("null-move-in-check", "mgc.3 codecs.6 positions.5", "the null move's number, in check", CHECKED, 1,
         [("3f", "number 3 of 3 moves")]),
        ("filled-with-zeros", "mgc.3 bit-stream.3", "the last half byte is not ones", None, 1, [("50", "e4")]),
        ("truncated", "codecs.2", "the code ends after an escape", None, 2, [("5f", "e4, 15 or more")], T, 1),
        ("trailing", "codecs.2", "a byte after the move", None, 1, [("5f ff", "e4, left over")], L, 1),
    ],
    "varlen": [
        ("no-such-man", "varlen.1 varlen.6", "number 3 of three pieces", "4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1", 1,
         [("60", "0, 11, then zeros")]),
        ("no-such-target", "varlen.1 varlen.6", "to-square 5 of the king's five", KINGS, 1, [("50", "0, 101")]),
        ("man-without-targets", "varlen.1 varlen.6", "a rook that cannot move", None, 1, [("00", "0, Ra1")]),
        ("king-left-in-check", "varlen.6", "a pinned knight moves", PINNED, 1, [("40", "0, 1, 000: Nc1")]),
        ("castling-through-check", "varlen.5 varlen.6 positions.4", "the king passes an attacked square",
         "4kr2/8/8/8/8/8/8/4K2R w K - 0 1", 1, [("28", "0, 0, 101: after five squares")]),
        ("filled-with-ones", "varlen.6 bit-stream.3", "the last byte is not padded with zeros", None, 1, [("65", "0, e4")]),
        ("second-move-bad", "varlen.6", "the offset is that of the byte with the move's first bit", None, 2,
         [("66 00", "0, e4, rook a8 cannot move: number 8")]),
        ("null-move-in-check", "varlen.6 codecs.7 positions.5", "the null move's number, in check", CHECKED, 1,
         [("c0", "1, 1: after the only piece")]),
        ("after-the-null-move", "varlen.6", "the number after the null move's", None, 1, [("c4", "1, 10001: 17 of sixteen pieces")]),
        ("marked-without-null-move", "codecs.2 codecs.7", "a line without null moves that is marked as one with null moves", None, 1,
         [("b2", "1, 01100, 1: e4")]),
        ("truncated", "codecs.2", "one move, two plies", None, 2, [("64", "0, e4, two bits")], T, 1),
        ("trailing", "codecs.2", "a byte after the move", None, 1, [("64 00", "0, e4, left over")], L, 1),
        ("empty", "codecs.2", "no byte, one ply", None, 1, [], T, 0),
        ("no-plies", "codecs.7 codecs.2 codecs.5", "a line without plies has no bit", None, 0, [("00", "a bit, and padding")], L, 0),
    ],
    "bits": [
        ("number-too-high", "bits.2", "number 20 of twenty moves", None, 1, [("50", "0, 10100")]),
        ("second-move-bad", "bits.2", "the offset is that of the byte with the move's first bit", None, 2, [("36 80", "0, 01101, 10100")]),
        ("filled-with-ones", "bits.2 bit-stream.3", "the last byte is not padded with zeros", None, 1, [("35", "0, e4, 01")]),
        ("no-move-left", "bits.2 codecs.6", "a ply after mate", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", 1, [("00", "0")]),
        ("null-move-in-check", "bits.1 codecs.6 codecs.7 positions.5", "the null move's number, in check", CHECKED, 1,
         [("e0", "1, 11: number 3 of 3 moves")]),
        ("marked-without-null-move", "codecs.2 codecs.7", "a line without null moves that is marked as one with null moves", None, 1,
         [("b4", "1, 01101: e4")]),
        ("truncated", "codecs.2", "one move, two plies", None, 2, [("34", "0, e4, two bits")], T, 1),
        ("trailing", "codecs.2", "a byte after the move", None, 1, [("34 00", "0, e4, left over")], L, 1),
        ("empty", "codecs.2", "no byte, one ply", None, 1, [], T, 0),
        ("no-plies", "codecs.7 codecs.2 codecs.5", "a line without plies has no bit", None, 0, [("00", "a bit, and padding")], L, 0),
    ],
}
