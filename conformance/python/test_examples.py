"""Computes the examples of the chapters: python3 -m unittest, in this folder.

Each sentence below must be in its chapter, with the codes and numbers that this implementation computes. The tests also find codes in
backticks that no sentence contains, wrong sums and wrong numbers of squares.
"""

import math
import re
import unittest
from pathlib import Path
from unittest import mock

from plypack import annotations, codecs, container, footers, game_values, index, mixing, moves, positions, range_coder, search, tags, texts, wire
from plypack.bit_stream import BitWriter
from plypack.codecs import coord_static, enumeration
from plypack.game import Game
from plypack.san import san_texts
from plypack.tables import SPEC

CHAPTERS = sorted(SPEC.rglob("*.md"))
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
OPENING = "e4 e5 Nf3"
MANY = "kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1"
RUY_LOPEZ = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O"


def board_of(fen=START, san=""):
    """The board after moves, and the moves."""
    board, line = positions.parse_fen(fen.encode()), []
    for text in san.split():
        names = {name: move for move, name in san_texts(board).items()}
        line.append(moves.NULL if text == "--" else names[text])
        board = board.play(line[-1])
    return board, line


def line_of(san, fen=START):
    return board_of(fen, san)[1]


def hexadecimal(data):
    return data.hex(" ").upper()


def code(codec, san, fen=START):
    """The code of a line."""
    return hexadecimal(codecs.encode_run(codecs.BY_NAME[codec], [(board_of(fen)[0], line_of(san, fen))]))


def codes(codec, san, fen=START):
    """The codes of single moves, for codecs that depend only on the position."""
    played = san.split()
    line = line_of(san, fen)
    boards = [board_of(fen, " ".join(played[:ply]))[0] for ply in range(len(line))]
    return [hexadecimal(codecs.encode_run(codecs.BY_NAME[codec], [(board, [move])])) for board, move in zip(boards, line)]


def code_at(codec, number, fen):
    """The code of a legal move by its number in the order of UCI texts, from 1; 0 is the null move."""
    board = board_of(fen)[0]
    move = sorted(board.legal_moves(), key=moves.uci)[number - 1] if number else moves.NULL
    return hexadecimal(codecs.encode_run(codecs.BY_NAME[codec], [(board, [move])]))


def bits_of(codec, san):
    """The bits of a line."""
    out = BitWriter()
    codecs.write_moves(codecs.BY_NAME[codec], board_of()[0], line_of(san), out)
    return "".join(map(str, out.bits))


def spaced(bits, *widths):
    """The bits in groups of these widths."""
    ends = [sum(widths[:count]) for count in range(1, len(widths) + 1)]
    assert ends[-1] == len(bits), bits
    return " ".join(bits[end - width : end] for width, end in zip(widths, ends))


def canonical(fen=START):
    return [moves.uci(move) for move in moves.canonical_order(board_of(fen)[0])]


def place(san, before):
    """``13 of 20``: the number of a move in canonical order, and the number of legal moves."""
    board, _ = board_of(san=before)
    order = moves.canonical_order(board)
    return f"{order.index(line_of(f'{before} {san}')[-1])} of {len(order)}"


def escaped(value):
    out = BitWriter()
    out.write_escaped(value, 4)
    return "".join(f"{int(''.join(map(str, out.bits[at : at + 4])), 2):X}" for at in range(0, len(out.bits), 4))


def packed_bits(*numbers):
    out = BitWriter()
    for value, width in numbers:
        out.write(value, width)
    return hexadecimal(out.finish())


def range_code(*symbols):
    coder = range_coder.Encoder()
    for symbol in symbols:
        coder.write(*symbol)
    return hexadecimal(coder.finish())


def tight_symbols():
    """The symbols of a run: cumulative frequency, frequency and total."""
    found, write = [], range_coder.Encoder.write
    with mock.patch.object(range_coder.Encoder, "write", lambda self, *symbol: (found.append(symbol), write(self, *symbol))[1]):
        code("tight", RUY_LOPEZ)
    return found


def annotated():
    e4, e5, c5 = *line_of("e4 e5"), line_of("e4 c5")[-1]
    tokens = [("plies", 1), ("comment", b"best"), ("plies", 1), ("begin",), ("move", c5), ("nag", 2), ("end",)]
    data, texts = annotations.encode(codecs.BY_NAME["byte"], positions.standard_start(), [e4, e5], tokens)
    return f"`{hexadecimal(data)}`", f"and the text `{texts.decode()}`"


def byte_rows(san):
    return [f"| {of_move} | {text} |" for of_move, text in zip(codes("byte", san), san.split())]


def coord16_rows():
    for text, move, of_move in zip(OPENING.split(), line_of(OPENING), codes("coord16", OPENING)):
        to_square, from_square = (f"{moves.square_name(square)} = {square}" for square in (move.to_square, move.from_square))
        flags = f"{move.flags}, {'double push' if move.flags else 'quiet'}"
        yield f"| {text} | {to_square} | {from_square} | {flags} | {moves.packed(move):04X} | `{of_move}` |"


def order_of_pgc(san=""):
    board, _ = board_of(san=san)
    return " ".join(sorted(san_texts(board).values()))


def symbol(san):
    board, _ = board_of(san=" ".join(san.split()[:-1]))
    return coord_static.symbol_of(board, line_of(san)[-1])


def sentences():
    """The chapters with their sentences."""
    yield "wire", [
        *(f"| {shown} | `{hexadecimal(wire.varint(value))}` |" for shown, value in (("0", 0), ("127", 127), ("128", 128), ("16,383", 16383), ("2^64 - 1", 2**64 - 1))),
        f"column(3) of 1, 515, 0: {hexadecimal(wire.column([1, 515, 0]))}",
        f'strings(2) of "ab", "": {hexadecimal(wire.strings([b"ab", b""]))}',
        f"`123456789` in ASCII is {wire.checksum(b'123456789'):08X}.",
    ]
    yield "bit-stream", [
        f"`101` and then `0110 1` are the byte {packed_bits((0b101, 3), (0b0110, 4), (1, 1))}: 1010 1101.",
        f"14 is `{escaped(14)}`, 15 is `{escaped(15)}` and 31 is `{escaped(31)}`",
    ]
    yield "container", [
        f"The first eight bytes are `{hexadecimal(container.HEADER_MAGIC)}`.",
        f'`{hexadecimal(container.BLOCK_MAGIC)}` ("PLYB")',
        f'`{hexadecimal(footers.MAGIC)}` ("PLYF")',
    ]
    yield "index", [f'the four bytes `{hexadecimal(index.MAGIC)}` ("PLYX")']
    yield "annotations", [f"has the tokens {annotated()[0]}", annotated()[1]]
    yield "moves", [f"the order is {', '.join(canonical()[:8])}, ... {canonical()[-1]}."]
    yield "range-coder", [
        f"| 1, 1, 2 | `{range_code((1, 1, 2))}` |",
        f"| 1, 1, 3; then 2, 2, 5 | `{range_code((1, 1, 3), (2, 2, 5))}` |",
        f"| 255, 1, 256; 255, 1, 256; 1, 2, 3 | `{range_code((255, 1, 256), (255, 1, 256), (1, 2, 3))}` |",
        f"| 0, 1, 2 | {range_code((0, 1, 2)) or 'no bytes'} |",
        f"| nothing | {range_code() or 'no bytes'} |",
    ]
    yield "mixing", [" ".join(str(round(65536 / (1 + math.exp(-(i - 16) / 2)))) for i in range(33)), " ".join(map(str, mixing.S))]
    duric, jorg, oneil = b"Duric", "Jörg".encode("cp1252"), "O’Neil".encode("cp1252")
    of_tag = lambda meaning, name, value: meaning(Game(tags=[(name, value)]))
    march = {of_tag(game_values.date, b"Date", value) for value in (b"2020.03.??", b"2020-3", b"2020/03/32")}
    last_day = {of_tag(game_values.date, b"Date", value) for value in (b"31.12.2020", b"12/31/2020")}
    ratings = {of_tag(lambda played: game_values.rating(played, True), b"WhiteElo", value) for value in (b"1200?", b"1200P12")}
    yield "search", [
        f"`DURIC` and the bytes `{hexadecimal(duric)}` become `{texts.fold(duric)}`",
        f"`Đurić`, `DURIC` and the bytes `{hexadecimal(duric)}` become `{texts.fold('Đurić'.encode())}`",
        f"`Jörg` in UTF-8 and the bytes `{hexadecimal(jorg)}` become `{texts.fold('Jörg'.encode())}`",
        f"`Jörg` in UTF-8 and the bytes `{hexadecimal(jorg)}` become `{texts.fold(jorg)}`",
        f"`{hexadecimal(oneil)}` becomes `{texts.fold(oneil)}`",
        f"`2020.03.??`, `2020-3` and `2020/03/32` are {'March 2020' if march == {20200300} else march}",
        f"`31.12.2020` and `12/31/2020` are {'its last day' if last_day == {20201231} else last_day}",
        f"of `05.06.2020` only the year is {'known' if of_tag(game_values.date, b'Date', b'05.06.2020') == 20200000 else 'wrong'}",
        f"`1200?` and `1200P12` are the rating {', '.join(map(str, ratings))}",
        f"`{hexadecimal(search.summary(line_of('e4 d5 exd5 Qxd5 Nc3 Qa5 d4 Qxa2')))}`",
    ]
    # Two of n random keys of 64 bits are the same with a probability of 1 - exp(-n^2 / 2^65).
    yield "tables", [f"Among 10^9 positions, two have the same key with a probability of {100 * -math.expm1(-(10**18) / 2**65):.0f} percent"]
    yield "tags", [f"2026.11.03 is 1 + (2027 * 13 + 11) * 32 + 3 = {tags.text_date(b'2026.11.03'):,}."]
    yield "codecs/coord16", [*coord16_rows(), f"The null move is `{code('coord16', '--')}`"]
    promotion = "5r1k/4P3/8/8/8/8/8/4K3 w - - 0 1"
    yield "codecs/coord12", [
        f"The line is `{code('coord12', OPENING)}`.",
        f"hexadecimal `{code('coord12', 'e4').replace(' ', '')[:3]}`",
        f"are `{code('coord12', OPENING).replace(' ', '')[3:6]}`",
        f"are `{code('coord12', OPENING).replace(' ', '')[6:9]}`",
        f"`1.exf8=R` goes from e7 = 52 to f7 = 53: `{code('coord12', 'exf8=R', promotion)}`.",
    ]
    e4, e5, nf3 = codes("block-index", OPENING)
    yield "codecs/block-index", [
        f"The value is {int(e4, 16)}, `{e4}`.",
        f"value {int(e5, 16)}, `{e5}`.",
        f"value {int(nf3, 16)}, `{nf3}`.",
        f"The null move is the largest number, `{code('block-index', '--')}` or `FFFF`.",
    ]
    game = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Nxe4 Re1 Nd6 Nxe5 Be7 Nxc6 dxc6 Qh5 O-O"
    pawn, queens, knights = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/Q2QK3 w - - 0 1", "4k3/8/8/8/8/8/8/NNN1K3 w - - 0 1"
    yield "codecs/byte", [
        f"9.Qh5 O-O` is `{code('byte', game)}`:",
        *byte_rows(game),
        f"`1.e4 e6 2.c4 d5 3.cxd5 exd5 4.exd5 c6 5.dxc6` is `{code('byte', 'e4 e6 c4 d5 cxd5 exd5 exd5 c6 dxc6')}`",
        f"`1.e4 e6 2.c4 d5 3.exd5 exd5 4.cxd5 c6 5.dxc6` is `{code('byte', 'e4 e6 c4 d5 exd5 exd5 cxd5 c6 dxc6')}`",
        f"`1.e4 a6 2.e5 d5 3.exd6 -- 4.dxc7 -- 5.cxb8=N` is `{code('byte', 'e4 a6 e5 d5 exd6 -- dxc7 -- cxb8=N')}`.",
        f"`1.a8=Q Kd7 2.Qb7` is `{code('byte', 'a8=Q Kd7 Qb7', pawn)}`.",
        f"`1.Qa2 Ke7 2.Qdd2` is `{code('byte', 'Qa2 Ke7 Qdd2', queens)}`",
        f"The list is `{' '.join(sorted(canonical(knights)))}`.",
        f"Na1-b3 is {code('byte', 'Nab3', knights)}, Na1-c2 {code('byte', 'Nc2', knights)}, Kf2 (ordinal 13) is "
        f"{code('byte', 'Kf2', knights)}, and the null move (ordinal 14) is {code('byte', '--', knights)}.",
        f"has {len(canonical(MANY))}. The first, `{min(canonical(MANY))}`, is {code_at('byte', 1, MANY)}; the 255th is {code_at('byte', 255, MANY)}; "
        f"the 256th is {code_at('byte', 256, MANY)}; the last is {code_at('byte', 270, MANY)}, and the null move {code_at('byte', 0, MANY)}.",
    ]
    three_queens = "4k3/8/8/8/8/8/P7/Q2QK2Q w - - 0 1"
    queen = code("byte-queens", "Qdd5", three_queens)
    bits = f"{int(queen, 16):08b}"
    yield "codecs/byte-queens", [
        f"d5 is number {int(bits[3:], 2)}: {bits[0]} {bits[1:3]} {bits[3:]}, `{queen}`.",
        f"a single push: `{code('byte-queens', 'a3', three_queens)}`.",
    ]
    yield "codecs/bits", [
        f"e2e4 has index {place('e4', '')} (b1a3 is 0, b1c3 1, g1f3 2), e7e5 index {place('e5', 'e4')}, and g1f3 index {place('Nf3', 'e4 e5')}:",
        f"`{spaced(bits_of('bits', OPENING), 1, 5, 5, 5)}`, `{code('bits', OPENING)}`.",
        f"`{spaced(bits_of('bits', 'e4 -- Nf3'), 1, 5, 5, 5)}`, `{code('bits', 'e4 -- Nf3')}`.",
    ]
    yield "codecs/varlen", [
        f"is {spaced(bits_of('varlen', OPENING), 1, 4, 1, 4, 1, 4, 2)}, "
        f"{ {17: 'seventeen'}[len(bits_of('varlen', OPENING))] } bits: `{code('varlen', OPENING)}`. 1.e4 alone is `{code('varlen', 'e4')}`."
    ]
    nibbles = code("mgc", OPENING).replace(" ", "")
    yield "codecs/mgc", [f"`1.e4 e5 2.Nf3` is `{' '.join(nibbles[:3])}`, padded to `{code('mgc', OPENING)}`"]
    yield "codecs/pgc", [
        f"the list is `{order_of_pgc()}`",
        f"Na3 is {code('pgc', 'Na3')}, Nc3 {code('pgc', 'Nc3')}, a3 {code('pgc', 'a3')}, h4 {code('pgc', 'h4')}, and the null move {code('pgc', '--')}.",
        f"`1.e4 e5 2.Nf3` is `{code('pgc', OPENING)}`",
        f"the list begins `{' '.join(order_of_pgc('e4 e5').split()[:10])}`.",
        f"with {len(canonical(MANY))} legal moves, the 256th is `FF 00` and the null move `{code_at('pgc', 0, MANY)}`.",
    ]
    yield "codecs/slots", [f"double push: `{codes('slots', OPENING)[0]}`.", f"so `{codes('slots', OPENING)[1]}` again.", f"8 + 7, `{codes('slots', OPENING)[2]}`."]
    yield "codecs/coord-static", [
        f"1.e4 is symbol {symbol('e4')}, and so is 1...e5",
        f"1.e4 is symbol {symbol('e4 e5')}, and so is 1...e5",
        f"its code in `coord-static` is {bits_of('coord-static', 'e4')}. 2.Nf3 is {bits_of('coord-static', OPENING)[12:]}.",
        f"`1.e4 e5 2.Nf3` is `{code('coord-static', OPENING)}`, and in `coord-context`, 0 010 000, `{code('coord-context', OPENING)}`.",
        f"in `coord-context`, {spaced(bits_of('coord-context', OPENING), 1, 3, 3)}",
    ]
    direction = bits_of("direction-target", OPENING)
    yield "codecs/direction-target", [
        *(f"{direction[at : at + 6]} {direction[at + 6 : at + 10]}." for at in (0, 10, 20)),
        f"The line is `{code('direction-target', OPENING)}`.",
    ]
    pair = int(codes("enumeration", "e4")[0].replace(" ", ""), 16)
    yield "codecs/enumeration", [
        f"= {pair}: `{codes('enumeration', OPENING)[0]}`.",
        f"{len(enumeration.NUMBERS)} + {pair} = {len(enumeration.NUMBERS) + pair}: `{codes('enumeration', OPENING)[1]}`.",
    ]
    style, *symbols = tight_symbols()
    yield "codecs/tight", [
        "Style 0: cumulative frequency {}, frequency {}, total {}.".format(*style),
        *(f"| {text} | {cum} | {freq} | {total} |" for text, (cum, freq, total) in zip(RUY_LOPEZ.split(), symbols)),
        f"The code is `{code('tight', RUY_LOPEZ)}`.",
    ]


CODE = re.compile(r"`[0-9A-F]{2}(?: [0-9A-F]{2})*`")
SUM = re.compile(r"([0-9(][0-9,x*+^/() -]*) = ([0-9,]*[0-9])(?![0-9]*(?:[.,][0-9]|\^| [x*+/=-] ))")
SQUARE = re.compile(r"\b([a-h][1-8]) = ([0-9]+)\b(?! [-+*x])")


def read(path):
    return " ".join(path.read_text("utf-8").split())


class Examples(unittest.TestCase):
    def test_sentences(self):
        for chapter, said in sentences():
            text = read(SPEC / f"{chapter}.md")
            for sentence in said:
                with self.subTest(chapter=chapter):
                    self.assertTrue(sentence in text, f"the chapter does not say: {sentence}")

    def test_every_code_is_in_a_sentence(self):
        said = dict(sentences())
        for path in CHAPTERS:
            chapter = path.relative_to(SPEC).with_suffix("").as_posix()
            text = read(path)
            for sentence in said.get(chapter, ()):
                text = text.replace(sentence, "")
            with self.subTest(chapter=chapter):
                self.assertEqual(CODE.findall(text), [])

    def test_sums(self):
        found = 0
        for path in CHAPTERS:
            for left, right in SUM.findall(read(path)):
                left = re.split(r", |[0-9] (?=[0-9])", left)[-1]
                if not re.search(r"[0-9)] [x*+/-] [0-9(]|\^", left):
                    continue
                found += 1
                with self.subTest(path=path.name, sum=left):
                    value = eval(left.replace(",", "").replace("x", "*").replace("^", "**"))  # only digits and operators
                    self.assertEqual(value, int(right.replace(",", "")))
        self.assertGreaterEqual(found, 6)

    def test_squares(self):
        found = 0
        for path in SPEC.rglob("codecs/*.md"):
            for name, number in SQUARE.findall(read(path)):
                found += 1
                # byte.2 counts from White's last rank.
                flip = 56 if path.name == "byte.md" else 0
                with self.subTest(path=path.name, square=name):
                    self.assertEqual(moves.square_of_name(name) ^ flip, int(number))
        self.assertGreaterEqual(found, 20)


if __name__ == "__main__":
    unittest.main()
