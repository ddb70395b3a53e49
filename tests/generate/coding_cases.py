"""Vectors of the chapters bit-stream, range-coder and ranking."""

import pathlib
import sys

import chess

import rare_numbers
from bit_strings import extended, fixed, packed
from codec_cases import LINES, TABLES
from move_codes import board_of
from tight_cases import RANKED_LINES
from vector_file import Chapter, pieces

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "conformance" / "python"))

from plypack import moves, positions, range_coder, ranking  # noqa: E402

M, T, L = "MOVE_MALFORMED", "TRUNCATED", "TRAILING_BYTES"


def bit_stream():
    chapter = Chapter("bit-stream")

    def good(name, title, rules, numbers, fill="0"):
        """`numbers` are pairs of width and value; a negative width means escape code of so many bits."""
        bits = "".join(fixed(v, w) if w >= 0 else extended(v, -w) for w, v in numbers)
        chapter.add(name, title, rules, "bits", widths=[w for w, _ in numbers], fill=int(fill),
                    input=pieces((packed(bits, fill), bits)), expect={"values": [v for _, v in numbers]})

    good("worked-example", "two numbers in one byte", "bit-stream.1 bit-stream.3", [(3, 5), (4, 6), (1, 1)])
    good("nothing", "no number", "bit-stream.1", [])
    good("width-0", "numbers that take no bits", "bit-stream.1 bit-stream.2", [(0, 0), (0, 0)])
    good("across-bytes", "numbers across two and three bytes", "bit-stream.1", [(5, 9), (5, 10), (11, 1026), (1, 1)])
    good("filled-with-zeros", "the last byte is padded", "bit-stream.3", [(9, 511)])
    good("filled-with-ones", "the last byte is padded with ones", "bit-stream.3", [(9, 0)], "1")
    for value in [0, 14, 15, 16, 29, 30, 31, 45]:
        good(f"units-{value}", f"{value} in escape code of four bits", "bit-stream.4", [(-4, value)])
    good("units-of-8", "254, 255 and 510 in escape code of eight bits", "bit-stream.4", [(-8, 254), (-8, 255), (-8, 510)])
    good("units-of-8-large", "5000 and 65,535 in escape code of eight bits: only larger numbers than 2^16 may be rejected before their end", "bit-stream.4", [(-8, 5000), (-8, 65535)])
    good("units-across-bytes", "escapes that are not at the beginning of a byte", "bit-stream.1 bit-stream.4", [(3, 5), (-8, 255), (1, 1), (-4, 45), (-8, 600)])

    def bad(name, title, rules, widths, code, error, at, fill=0):
        chapter.add(name, title, rules, "bits", widths=widths, fill=fill, input=pieces((code, title)), error=error, at=at)

    bad("bad-fill", "a padding bit is one", "bit-stream.3", [3], "a1", M, 0)
    bad("bad-fill-of-ones", "a padding bit is zero", "bit-stream.3", [9], "00 7e", M, 1, 1)
    bad("bad-fill-before-trailing", "a padding bit is one, and a byte is left over", "bit-stream.3", [3], "a1 00", M, 0)
    bad("truncated", "ten bits, truncated after eight", "codecs.2", [5, 5], "ff", T, 1)
    bad("truncated-units", "an escape at the end of the code", "bit-stream.4 codecs.2", [-4, -4], "1f", T, 1)
    bad("trailing", "a byte is left over", "codecs.2", [8], "00 00", L, 1)
    rare_numbers.bits(good, bad)
    chapter.save()


def coded(numbers):
    coder = range_coder.Encoder()
    for number in numbers:
        coder.write(*number)
    return coder.finish()


def range_coding():
    chapter = Chapter("range-coder")

    def good(name, title, rules, numbers):
        chapter.add(name, title, rules, "range-code", shares=[list(n) for n in numbers],
                    input=pieces((coded(numbers), "all numbers")) if numbers else [],
                    expect={"values": [start for start, _, _ in numbers]})

    good("nothing", "no number", "range-coder.5", [])
    good("first-half", "a symbol with cumulative frequency 0 needs no byte", "range-coder.5", [(0, 1, 2)])
    good("second-half", "one bit", "range-coder.3 range-coder.5", [(1, 1, 2)])
    good("thirds-and-fifths", "totals that do not divide the range", "range-coder.3", [(1, 1, 3), (2, 2, 5)])
    good("bytes", "bytes as they are", "range-coder.4", [(255, 1, 256), (255, 1, 256), (1, 2, 3)])
    good("smallest-range", "the range becomes 2^32, which needs no byte, and less", "range-coder.4", [(1, 1, 256), (0, 255, 256), (7, 1, 2**16), (3, 2, 256)])
    good("exactly-2-32", "the range is 2^32, which is not widened, and is divided by 3 from there on", "range-coder.4", [(1, 1, 256)] + [(1, 1, 3)] * 24)
    good("certain", "symbols whose frequency is the total", "range-coder.3", [(0, 7, 7)] * 3)
    good("largest-total", "the largest total", "range-coder.1", [(2**24 - 1, 1, 2**24), (0, 1, 2**24), (2**23, 5, 2**24)])
    carry = [(2, 1, 3)] * 60 + [(1, 1, 2)]
    good("long", "the last third, again and again", "range-coder.3 range-coder.4", carry)
    good("carry-at-the-end", "the end propagates a carry", "range-coder.5", [(255, 1, 256)] * 6 + [(254, 2, 256)] + [(255, 1, 257)] * 3)
    good("zeros-at-the-end", "bytes 00 at the end are left out", "range-coder.5", [(3, 1, 256)] + [(0, 1, 256)] * 6)
    state = 1
    mixed = []
    for _ in range(200):
        state = (state * 1103515245 + 12345) % 2**31
        total = 2 + state % 5000
        start = (state >> 8) % total
        mixed.append((start, 1 + (state >> 4) % (total - start), total))
    good("mixed", "two hundred numbers of all kinds", "range-coder.3 range-coder.4", mixed)

    def bad(name, title, rules, numbers, code, error, at):
        chapter.add(name, title, rules, "range-code", shares=[list(n) for n in numbers], input=pieces((code, title)),
                    error=error, at=at)

    bad("trailing", "a byte that changes nothing", "range-coder.7", [(1, 1, 2)], "80 00", L, 1)
    bad("trailing-two", "two bytes too many", "range-coder.7", [(1, 1, 2)], "80 00 00", L, 1)
    bad("not-the-shortest", "another byte of the same interval", "range-coder.7", [(1, 1, 2)], "81", M, 1)
    bad("zero-byte", "a byte 00 where none is needed", "range-coder.7", [(0, 1, 2)], "00", M, 1)
    certain = [(0, 1, 256)] * 3
    good("three-bytes-of-zeros", "numbers whose bytes are all 00", "range-coder.5", certain)
    for code in ("00", "00 00", "00 00 00"):
        bad(f"{code.count('00')}-zero-bytes-of-3", f"{code.count('00')} of three bytes 00, which are left out", "range-coder.5 range-coder.7", certain, code, M, code.count("00"))
    bad("zero-byte-at-the-end", "a byte 00 at the end, which is left out", "range-coder.5 range-coder.7", [(3, 1, 256), (0, 1, 256), (0, 1, 256)], "03 00", M, 2)
    bad("no-number", "the target is in the interval of no symbol", "range-coder.6", [(0, 1, 2)], "80", M, 1)
    # An interval around 1/2, of which bytes 7F FF FF FF are written: what comes next decides about the carry.
    around = [(2**19 - 1, 2, 2**20), (1, 2, 4), (2**19 - 1, 2, 2**20)]
    good("carry-through-ones-at-the-end", "the end propagates a carry through three bytes FF", "range-coder.5", around)
    good("carry-through-ones", "`low` becomes 2^40: a carry through three bytes FF, of which nothing is left", "range-coder.3 range-coder.5", [*around, (1, 1, 2)])
    good("carry-through-ones-and-on", "a carry through three bytes FF, and symbols after it", "range-coder.3 range-coder.4", [*around, (1, 1, 2), (1, 2, 3)])
    good("no-carry-after-ones", "the part of the interval that has no carry", "range-coder.3 range-coder.5", [*around, (0, 1, 2)])
    good("carry-above-ones", "a symbol whose part begins above 1/2", "range-coder.3 range-coder.4", [*around, (3, 1, 5), (6, 1, 7)])
    bad("end-without-carry", "a byte more, where the end propagates a carry", "range-coder.5 range-coder.7", around, "7f ff ff ff ff", M, 5)
    bad("end-of-a-byte-more", "the code with the carry, and a byte more", "range-coder.5 range-coder.7", around, "80 00 00 00 01", M, 5)
    bad("above-all-symbols", "the target is above the cumulative frequencies of all symbols", "range-coder.6", [(2**24 - 2, 1, 2**24 - 1)], "ff ff ff", M, 3)
    chapter.save()


def ranking_cases():
    chapter = Chapter("ranking")

    def add(name, title, board):
        fen = board.fen(shredder=board.chess960, en_passant="fen")
        pairs = ranking.ranked_moves(positions.parse_fen(board.fen(shredder=True, en_passant="fen").encode()))
        chapter.add(name, title, "ranking.3 ranking.5 ranking.6", "ranking", fen=fen,
                    expect={"points": [[moves.uci(move), score] for score, move in pairs]})

    for name, fen in TABLES:
        if name not in ("most-moves", "more-than-255-moves", "stalemate", "checkmate"):
            add(name, name.replace("-", " "), board_of(fen))
    for name, fen, line in LINES:
        if name.startswith(("opening", "worked", "chess960-opening", "fallback-in")):
            board = board_of(fen)
            for san in line.split():
                board.push_san(san)
            add(f"after-{name}", f"at the end of the line {name}", board)
    for name, fen, _ in RANKED_LINES:
        add(name, name.replace("-", " "), board_of(fen))
    add("king-threatens", "a king's move attacks an undefended piece",
        chess.Board("8/5p1p/6p1/8/Q7/2pr1PP1/7P/1K2k3 w - - 0 1"))
    add("king-threatens-black", "the same for Black", chess.Board("1k2K3/7p/2PR1pp1/q7/8/6P1/5P1P/8 b - - 0 1"))
    add("pins-and-threats", "pinned pieces attack too", chess.Board("r3r1k1/1b3ppp/p7/1p1qb3/3N4/PP2Q1P1/1B3P1P/2R1R1K1 w - - 0 1"))
    # As many knights, bishops, rooks and queens as at the borders of phases (ranking.2).
    for count, fen in [(12, "rnbqkbn1/pppp4/8/8/8/8/4PPPP/RNB1KB1R"), (11, "rnbqkbn1/pppp4/8/8/8/8/4PPPP/RN2KB1R"), (8, "r2qkbn1/pppp4/8/8/8/8/4PPPP/RN2KB1R"),
                       (7, "r2qkb2/pppp4/8/8/8/8/4PPPP/RN2KB1R"), (4, "r2qk3/pppp4/8/8/8/8/4PPPP/R3KB2"), (3, "3qk3/pppp4/8/8/8/8/4PPPP/R3KB2")]:
        add(f"pieces-{count}", f"{count} knights, bishops, rooks and queens", chess.Board(f"{fen} w - - 0 1"))
    chapter.save()


def make():
    bit_stream()
    range_coding()
    ranking_cases()
