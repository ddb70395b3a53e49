"""annotations: variations, comments, NAGs (spec/annotations.md).

Tokens are tuples: ("plies", x), ("nag", x), ("comment", text), ("line_comment", text), ("escape", text), ("begin",),
("end",), ("raw", text), and in variations ("move", move) for every move. Texts are bytes.
For the encoder, ("template", x) may stand in the place of a comment that is made from a template (values.4).
"""

from . import codecs, wire
from .bit_stream import BitReader, BitWriter
from .limits import OPEN_VARIATIONS, PlypackError
from .values import Fill

PLIES, NAG, COMMENT, LINE_COMMENT, ESCAPE, BEGIN, END, RAW, TEMPLATE, TEMPLATE_PLIES = range(10)  # annotations.3
TEXT_NAMES = {COMMENT: "comment", LINE_COMMENT: "line_comment", ESCAPE: "escape", RAW: "raw"}
TEXT_KINDS = {name: kind for kind, name in TEXT_NAMES.items()}
FORBIDDEN = {COMMENT: b"}", LINE_COMMENT: b"\n\r", ESCAPE: b"\n\r", RAW: b""}  # annotations.2


class Line:
    """A line that is open: its moves, how many of them have been told, and the position there."""

    def __init__(self, board, moves=None):
        self.board = board
        self.moves = moves  # of the main line; None in a variation
        self.before = None  # the position before the last move that was told
        self.told = 0
        self.last = None  # the kind of the last token of this line

    def step(self, move):
        self.before = self.board
        self.board = self.board.play(move)
        self.told += 1


class Decoder:
    """annotations.2 to annotations.6, for the tokens of one game."""

    def __init__(self, codec, board, moves, data, texts, base=0, in_section=False, fill=None):
        self.codec = codec
        self.fill = fill or Fill()  # what makes comments from templates
        self.cursor = wire.Cursor(data, base, in_section)
        self.texts = texts
        self.lines = [Line(board, moves)]
        self.tokens = []

    def decode(self):
        while self.cursor.left():
            self._token()
        if len(self.lines) > 1:
            self._fail("a variation is open at the end")
        if self.lines[0].last == PLIES:
            self._fail("the last token counts plies")
        if self.texts:
            self._fail("text that no token takes")  # annotations.4
        if not self.fill.is_empty():
            self._fail("a time or an evaluation that no token takes")  # values.4
        return self.tokens

    def _fail(self, why, place=None):
        self.cursor.fail("ANNOTATION_MALFORMED", why, place)

    def _token(self):
        place = self.cursor.place
        argument, kind = divmod(self.cursor.varint(), 16)
        line = self.lines[-1]
        if line.last == RAW and kind != END:
            self._fail("only the end follows raw text", place)
        if kind == PLIES:
            self._plies(line, argument, place)
        elif kind == NAG:
            self._nag(argument, place)
        elif kind in TEXT_NAMES:
            self._text(kind, argument, place)
        elif kind == BEGIN:
            self._begin(line, argument, place)
        elif kind == END:
            self._end(argument, place)
        elif kind == TEMPLATE:
            self._template(argument, place)
        elif kind == TEMPLATE_PLIES:
            self._template_plies(line, argument, place)
        else:
            self._fail(f"kind {kind}", place)
        line.last = kind

    def _plies(self, line, count, place):
        if count == 0 or line.last == PLIES:
            in_variation = line.moves is None
            self._fail("no plies, or plies twice", None if in_variation else place)
        if line.moves is not None:
            self._main_line_plies(line, count, place)
        else:
            self._variation_plies(line, count)

    def _main_line_plies(self, line, count, place):
        if count > len(line.moves) - line.told:
            self._fail("beyond the end of the main line", place)
        for move in line.moves[line.told : line.told + count]:
            line.step(move)
        self.tokens.append(("plies", count))

    def _variation_plies(self, line, count):
        """annotations.5"""
        if count > self.cursor.left():
            self._fail("more moves than bytes")  # every move has a byte at least
        for _ in range(count):
            (move,) = self._moves(line.board, 1)
            self.tokens.append(("move", move))
            line.step(move)

    def _moves(self, board, count):
        base = self.cursor.offset(0)
        bits = BitReader(self.cursor.data, self.cursor.place, base)
        try:
            moves = codecs.read_moves(self.codec, board, count, bits)
        except PlypackError as error:
            raise PlypackError(error.name, self.cursor.offset(error.at - base), "in a variation") from error
        self.cursor.place = bits.place // 8
        return moves

    def _nag(self, number, place):
        if number >= 2**32:
            self._fail("a NAG above 2^32 - 1", place)
        self.tokens.append(("nag", number))

    def _text(self, kind, length, place):
        if kind == RAW and len(self.lines) == 1:
            self._fail("raw text in the main line", place)
        if length > len(self.texts):
            self._fail("more text than there is", place)
        text, self.texts = self.texts[:length], self.texts[length:]
        if any(byte in FORBIDDEN[kind] for byte in text):
            self._fail("a byte that cannot stand in this text", place)
        self.tokens.append((TEXT_NAMES[kind], text))

    def _template(self, number, place):
        """values.4"""
        text = self.fill.comment(number)
        if text is None:
            self._fail("a comment without template, time or evaluation", place)
        self.tokens.append(("comment", text))

    def _template_plies(self, line, number, place):
        """values.4: a comment after each of the next plies of the main line."""
        stay = self.cursor.varint()
        if line.moves is None or line.last == PLIES or stay >= len(line.moves) - line.told:
            self._fail("not in the main line, plies twice, or no plies", place)
        for _ in range(len(line.moves) - line.told - stay):
            self._main_line_plies(line, 1, place)
            self._template(number, place)

    def _begin(self, line, argument, place):
        if argument != 0 or line.told == 0:
            self._fail("begin with an argument, or before the first move", place)
        if len(self.lines) > OPEN_VARIATIONS:
            self._fail("too many open variations", place)  # limits.3
        self.lines.append(Line(line.before))
        self.tokens.append(("begin",))

    def _end(self, argument, place):
        if argument != 0 or len(self.lines) == 1:
            self._fail("end with an argument, or without begin", place)
        self.lines.pop()
        self.tokens.append(("end",))


def encode(codec, board, moves, tokens):
    """annotations.3 to annotations.5: the bytes of the tokens, and their texts."""
    out, texts = bytearray(), bytearray()
    lines = [Line(board, moves)]
    index = 0
    while index < len(tokens):
        name, *argument = tokens[index]
        line = lines[-1]
        if name == "move":
            index = _encode_run(codec, line, tokens, index, out)
            continue
        if name == "plies" and (count := _template_plies(tokens, index)) > 1:
            out += wire.varint(TEMPLATE_PLIES + 16 * tokens[index + 1][1]) + wire.varint(len(moves) - line.told - count)
            for move in moves[line.told : line.told + count]:
                line.step(move)
            index += 2 * count
            continue
        if name == "plies":
            out += wire.varint(PLIES + 16 * argument[0])
            for move in moves[line.told : line.told + argument[0]]:
                line.step(move)
        elif name == "template":
            out += wire.varint(TEMPLATE + 16 * argument[0])
        elif name == "nag":
            out += wire.varint(NAG + 16 * argument[0])
        elif name == "begin":
            out += wire.varint(BEGIN)
            lines.append(Line(line.before))
        elif name == "end":
            out += wire.varint(END)
            lines.pop()
        else:
            out += wire.varint(TEXT_KINDS[name] + 16 * len(argument[0]))
            texts += argument[0]
        index += 1
    return bytes(out), bytes(texts)


def _template_plies(tokens, index):
    """How many plies from this token on have one comment each, all of one template."""
    pair = tokens[index : index + 2]
    if pair[0] != ("plies", 1) or pair[-1][0] != "template":
        return 0
    count = 1
    while tokens[index + 2 * count : index + 2 * count + 2] == pair:
        count += 1
    return count


def _encode_run(codec, line, tokens, index, out):
    """The moves that directly follow each other make one run; the index of the token behind them."""
    end = index
    bits = BitWriter()
    while end < len(tokens) and tokens[end][0] == "move":
        move = tokens[end][1]
        codecs.write_moves(codec, line.board, [move], bits)
        line.step(move)
        end += 1
    out += wire.varint(PLIES + 16 * (end - index)) + bits.finish()
    return end
