"""annotations: variations, comments, NAGs (spec/annotations.md).

Tokens are tuples: ("plies", x), ("nag", x), ("comment", text), ("line_comment", text), ("escape", text), ("begin",),
("end",), ("raw", text), and in variations ("move", move) for every move. Text is bytes.
In the encoder, ("template", x) may replace a comment that a template can make (values.4).
"""

from . import codecs, wire
from .bit_stream import BitReader, BitWriter
from .limits import OPEN_VARIATIONS, PlypackError
from .values import Fill

PLIES, NAG, COMMENT, LINE_COMMENT, ESCAPE, BEGIN, END, RAW, TEMPLATE, TEMPLATE_PLIES = range(10)  # annotations.3
TEXT_NAMES = {COMMENT: "comment", LINE_COMMENT: "line_comment", ESCAPE: "escape", RAW: "raw"}
TEXT_KINDS = {name: kind for kind, name in TEXT_NAMES.items()}
FORBIDDEN = {COMMENT: b"}", LINE_COMMENT: b"\n\r", ESCAPE: b"\n\r", RAW: b""}  # annotations.2


class OpenLine:
    """The main line or an open variation: its moves, the number of moves played, and the current position."""

    def __init__(self, board, moves=None):
        self.board = board
        self.moves = moves  # moves of the main line; None in a variation
        self.before = None  # the position before the last move
        self.played = 0
        self.last = None  # the kind of the last token of this line

    def play(self, move):
        self.before = self.board
        self.board = self.board.play(move)
        self.played += 1


class Decoder:
    """annotations.2 to annotations.6, for the tokens of one game."""

    def __init__(self, codec, board, moves, data, texts, base=0, in_section=False, fill=None):
        self.codec = codec
        self.fill = fill or Fill()  # makes comments from templates
        self.cursor = wire.Cursor(data, base, in_section)
        self.texts = texts
        self.lines = [OpenLine(board, moves)]
        self.tokens = []

    def decode(self):
        while self.cursor.left():
            self._token()
        if len(self.lines) > 1:
            self._fail("a variation is open at the end")
        if self.lines[0].last == PLIES:
            self._fail("plies as the last token")
        if self.texts:
            self._fail("text left over")  # annotations.4
        if not self.fill.is_empty():
            self._fail("a time or an evaluation left over")  # values.4
        return self.tokens

    def _fail(self, why, position=None):
        self.cursor.fail("ANNOTATION_MALFORMED", why, position)

    def _token(self):
        position = self.cursor.position
        argument, kind = divmod(self.cursor.varint(), 16)
        line = self.lines[-1]
        if line.last == RAW and kind != END:
            self._fail("only the end follows raw text", position)
        if kind == PLIES:
            self._plies(line, argument, position)
        elif kind == NAG:
            self._nag(argument, position)
        elif kind in TEXT_NAMES:
            self._text(kind, argument, position)
        elif kind == BEGIN:
            self._begin(line, argument, position)
        elif kind == END:
            self._end(argument, position)
        elif kind == TEMPLATE:
            self._template(argument, position)
        elif kind == TEMPLATE_PLIES:
            self._template_plies(line, argument, position)
        else:
            self._fail(f"kind {kind}", position)
        line.last = kind

    def _plies(self, line, count, position):
        if count == 0 or line.last == PLIES:
            in_variation = line.moves is None
            self._fail("no plies, or plies twice", None if in_variation else position)
        if line.moves is not None:
            self._main_line_plies(line, count, position)
        else:
            self._variation_plies(line, count)

    def _main_line_plies(self, line, count, position):
        if count > len(line.moves) - line.played:
            self._fail("beyond the end of the main line", position)
        for move in line.moves[line.played : line.played + count]:
            line.play(move)
        self.tokens.append(("plies", count))

    def _variation_plies(self, line, count):
        """annotations.5"""
        if count > self.cursor.left():
            self._fail("more moves than bytes")  # every move has at least one byte
        for _ in range(count):
            (move,) = self._moves(line.board, 1)
            self.tokens.append(("move", move))
            line.play(move)

    def _moves(self, board, count):
        base = self.cursor.offset(0)
        bits = BitReader(self.cursor.data, self.cursor.position, base)
        try:
            moves = codecs.read_moves(self.codec, board, count, bits)
        except PlypackError as error:
            raise PlypackError(error.name, self.cursor.offset(error.at - base), "in a variation") from error
        self.cursor.position = bits.position // 8
        return moves

    def _nag(self, number, position):
        if number >= 2**32:
            self._fail("a NAG above 2^32 - 1", position)
        self.tokens.append(("nag", number))

    def _text(self, kind, length, position):
        if kind == RAW and len(self.lines) == 1:
            self._fail("raw text in the main line", position)
        if length > len(self.texts):
            self._fail("more text than there is", position)
        text, self.texts = self.texts[:length], self.texts[length:]
        if any(byte in FORBIDDEN[kind] for byte in text):
            self._fail("a byte that is not allowed in this text", position)
        self.tokens.append((TEXT_NAMES[kind], text))

    def _template(self, number, position):
        """values.4"""
        text = self.fill.comment(number)
        if text is None:
            self._fail("a comment without template, time or evaluation", position)
        self.tokens.append(("comment", text))

    def _template_plies(self, line, number, position):
        """values.4: a comment after each of the next plies of the main line."""
        remaining = self.cursor.varint()
        if line.moves is None or line.last == PLIES or remaining >= len(line.moves) - line.played:
            self._fail("not in the main line, plies twice, or no plies", position)
        for _ in range(len(line.moves) - line.played - remaining):
            self._main_line_plies(line, 1, position)
            self._template(number, position)

    def _begin(self, line, argument, position):
        if argument != 0 or line.played == 0:
            self._fail("begin with an argument, or before the first move", position)
        if len(self.lines) > OPEN_VARIATIONS:
            self._fail("too many open variations", position)  # limits.3
        self.lines.append(OpenLine(line.before))
        self.tokens.append(("begin",))

    def _end(self, argument, position):
        if argument != 0 or len(self.lines) == 1:
            self._fail("end with an argument, or without begin", position)
        self.lines.pop()
        self.tokens.append(("end",))


def encode(codec, board, moves, tokens):
    """annotations.3 to annotations.5: the bytes of the tokens, and their text."""
    out, texts = bytearray(), bytearray()
    lines = [OpenLine(board, moves)]
    index = 0
    while index < len(tokens):
        name, *argument = tokens[index]
        line = lines[-1]
        if name == "move":
            index = _encode_run(codec, line, tokens, index, out)
            continue
        if name == "plies" and (count := _template_plies(tokens, index)) > 1:
            out += wire.varint(TEMPLATE_PLIES + 16 * tokens[index + 1][1]) + wire.varint(len(moves) - line.played - count)
            for move in moves[line.played : line.played + count]:
                line.play(move)
            index += 2 * count
            continue
        if name == "plies":
            out += wire.varint(PLIES + 16 * argument[0])
            for move in moves[line.played : line.played + argument[0]]:
                line.play(move)
        elif name == "template":
            out += wire.varint(TEMPLATE + 16 * argument[0])
        elif name == "nag":
            out += wire.varint(NAG + 16 * argument[0])
        elif name == "begin":
            out += wire.varint(BEGIN)
            lines.append(OpenLine(line.before))
        elif name == "end":
            out += wire.varint(END)
            lines.pop()
        else:
            out += wire.varint(TEXT_KINDS[name] + 16 * len(argument[0]))
            texts += argument[0]
        index += 1
    return bytes(out), bytes(texts)


def _template_plies(tokens, index):
    """Returns the number of plies from this token on that have one comment each, all from one template."""
    pair = tokens[index : index + 2]
    if pair[0] != ("plies", 1) or pair[-1][0] != "template":
        return 0
    count = 1
    while tokens[index + 2 * count : index + 2 * count + 2] == pair:
        count += 1
    return count


def _encode_run(codec, line, tokens, index, out):
    """Consecutive moves make one token. Returns the index of the token after them."""
    end = index
    bits = BitWriter()
    while end < len(tokens) and tokens[end][0] == "move":
        move = tokens[end][1]
        codecs.write_moves(codec, line.board, [move], bits)
        line.play(move)
        end += 1
    out += wire.varint(PLIES + 16 * (end - index)) + bits.finish(0)
    return end
