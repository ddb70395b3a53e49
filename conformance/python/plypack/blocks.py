"""The sections of a block and the games in them (container.7 to container.11)."""

import functools
from collections import Counter

from . import annotations, codecs, limits, positions, tags, wire, zstd
from .codecs import byte, coord16, tight
from .game import FEN, STANDARD, UNREADABLE, Game, start_board
from .limits import PlypackError
from .values import Fill, Values

# container.8
PLIES, MOVES, MOVE_SIZES, STATES, NAMES = range(1, 6)
TAG_LAYOUTS, TAG_VALUES, ANNOTATIONS, COMMENT_TEXT, UNPARSED_TEXT, VALUES, VALUE_CODES = range(7, 14)
KINDS = {PLIES, MOVES, MOVE_SIZES, STATES, NAMES, TAG_LAYOUTS, TAG_VALUES, ANNOTATIONS, COMMENT_TEXT, UNPARSED_TEXT, VALUES, VALUE_CODES}
STORED, ZSTD = 0, 1  # container.6

# container.11
STARTS = (STANDARD, FEN, UNREADABLE)
CONTINUED, UNUSED = 0b100, ~0b111111
MARKERS = (None, b"", b"*", b"1-0", b"0-1", b"1/2-1/2")  # the first: the value of the Result tag


def marker_bits(state):
    return state >> 3 & 7


def is_intact(data, section):
    """Returns whether the stored bytes have their checksum."""
    return wire.checksum(bytes(data[section.at : section.at + section.stored])) == section.checksum


def content(data, section):
    """container.9: the raw bytes of a section."""
    stored = bytes(data[section.at : section.at + section.stored])
    if wire.checksum(stored) != section.checksum:
        raise PlypackError("CHECKSUM_SECTION", section.at, "checksum of the section")
    if section.compression == STORED:
        return stored
    if section.compression != ZSTD:
        raise PlypackError("UNSUPPORTED_ENCODING", section.at, f"compression {section.compression}")
    return _unpacked(stored, section)


def _unpacked(stored, section):
    try:
        raw = zstd.decompress(stored, section.raw)
    except zstd.ZstdError as error:
        raise PlypackError("SECTION_MALFORMED", section.at, str(error)) from error
    if len(raw) != section.raw:
        raise PlypackError("SECTION_MALFORMED", section.at, "not the raw length")
    return raw


def check_kinds(header):
    """container.7"""
    if any(section.kind < 64 and section.kind not in KINDS for section in header.sections):
        raise PlypackError("UNSUPPORTED_SECTION", header.at, "a section of an unknown kind")
    kinds = [section.kind for section in header.sections if section.kind < 64 and section.kind != TAG_VALUES]
    if len(kinds) > len(set(kinds)):
        raise PlypackError("BLOCK_MALFORMED", header.at, "two sections of one kind")


class Block:
    """A block of a file."""

    def __init__(self, data, header):
        check_kinds(header)
        self.data = data
        self.header = header
        self.sections = {section.kind: section for section in header.sections}
        if not {PLIES, MOVES, TAG_LAYOUTS} <= self.sections.keys():
            raise PlypackError("SECTION_MALFORMED", header.at, "no plies, moves or tag layouts")
        self.errors = []  # errors of columns of tags
        self.plies = self._plies()
        self.tags = self._tags()
        self.states = self._column(STATES)
        self.unparsed = self._strings(UNPARSED_TEXT)
        self.annotations = self._strings(ANNOTATIONS)
        self.texts = self._strings(COMMENT_TEXT)
        self.annotation_codec = self._annotation_codec()
        self.values = self._values()
        self._check_expanded()
        self.codec = codecs.codec_of(self.sections[MOVES].param, self.sections[MOVES].at)
        self.runs = self._runs()
        self.moves = {}  # moves of the decoded runs

    # Sections

    def _cursor(self, kind):
        section = self.sections[kind]
        return wire.Cursor(content(self.data, section), section.at, in_section=True)

    def _column(self, kind):
        """container.8: one number for every game; zeros if the section is absent."""
        if kind not in self.sections:
            return [0] * self.header.games
        cursor = self._cursor(kind)
        values = cursor.column(self.header.games)
        cursor.end()
        return values

    def _plies(self):
        plies = self._column(PLIES)
        if sum(plies) != self.header.plies:
            raise PlypackError("SECTION_MALFORMED", self.sections[PLIES].at, "the sum of the plies is wrong")
        return plies

    def _strings(self, kind):
        """container.8: the column of lengths, then the bytes of all games."""
        if kind not in self.sections:
            return [b""] * self.header.games
        cursor = self._cursor(kind)
        strings = cursor.strings(self.header.games)
        cursor.end()
        return strings

    def _annotation_codec(self):
        """annotations.5"""
        if ANNOTATIONS not in self.sections:
            return byte
        section = self.sections[ANNOTATIONS]
        if section.param % 256 == tight.ID:
            raise PlypackError("SECTION_MALFORMED", section.at, "variations of tight")
        return codecs.codec_of(section.param, section.at)

    def _values(self):
        """values.5; None if the block has no values."""
        codes = content(self.data, self.sections[VALUE_CODES]) if VALUE_CODES in self.sections else b""
        if VALUES in self.sections:
            return Values(self._cursor(VALUES), codes, self.plies)
        if codes:
            raise PlypackError("SECTION_MALFORMED", None, "codes of values without values")
        return None

    # Tags

    def _tags(self):
        """tags.4: the tag lines of every game."""
        max_lines = limits.max_tag_lines(self.header.block_size())
        names, layouts = tags.decode_layouts(self._cursor(TAG_LAYOUTS), self.header.games, max_lines)
        sections = [section for section in self.header.sections if section.kind == TAG_VALUES]
        counts = Counter(number for layout in layouts for number in layout)
        if len(sections) == len(names):
            columns = [self._tag_column(name, section, counts[number]) for number, (name, section) in enumerate(zip(names, sections))]
        else:
            error = PlypackError("TAGS_MALFORMED", self.header.at, "not one column for every name")
            self.errors.append(error)
            columns = [[error] * counts[number] for number in range(len(names))]
        self._check_names(sections)
        columns = [*map(iter, columns)]
        return [self._lines(layout, names, columns) for layout in layouts]

    def _tag_column(self, name, section, count):
        """limits.11: a bad column returns its error in place of each value; every game with one of these values has the error."""
        try:
            cursor = wire.Cursor(content(self.data, section), section.at, in_section=True)
            if section.param in (tags.NAMES, tags.FINAL_POSITION) and name in tags.SELF_CONTAINED:
                cursor.fail("TAGS_MALFORMED", "a tag that must be readable by itself")  # tags.5
            values = tags.decode_column(section.param, cursor, count, self._names() if section.param == tags.NAMES else [])
            if len(name) * count + sum(map(_size, values)) > limits.max_expanded(self.header.block_size()):
                cursor.fail("LIMIT_EXCEEDED", "too many bytes in a column of tags")  # limits.8
            return values
        except PlypackError as error:
            self.errors.append(error)
            return [error] * count

    def _check_names(self, sections):
        """tags.8: the names must be sound, even if no column needs them. A column that needs them reports their error."""
        if all(section.param != tags.NAMES for section in sections):
            try:
                self._names()
            except PlypackError as error:
                self.errors.append(error)

    def _lines(self, layout, names, columns):
        values = [next(columns[number]) for number in layout]
        return [(names[number], value) if names[number] else (value,) for number, value in zip(layout, values)]

    def lines(self, number):
        """The tag lines of a game; raises if a tag line is lost."""
        for line in self.tags[number]:
            _check_value(line[-1])
        return self.tags[number]

    @functools.cache
    def _names(self):
        """tags.8"""
        if NAMES not in self.sections:
            return []
        cursor = self._cursor(NAMES)
        names = cursor.strings(cursor.varint(limits.max_tag_lines(self.header.block_size())))
        cursor.end()
        return names

    def _check_expanded(self):
        """limits.8: the bytes of all tags and text."""
        tag_bytes = sum(_size(part) for lines in self.tags for line in lines for part in line)
        text = sum(map(len, self.texts)) + sum(map(len, self.unparsed))
        made = self.values.max_bytes() if self.values else 0
        if tag_bytes + text + made > limits.max_expanded(self.header.block_size()):
            raise PlypackError("LIMIT_EXCEEDED", self.header.at, "too many bytes of tags and text")

    @functools.cache
    def check(self):
        """Raises for errors of the block and for wrong checksums of skipped sections (container.7), not for errors of single games."""
        for error in self.errors:
            raise error
        for section in self.header.sections:
            if section.kind not in KINDS and not is_intact(self.data, section):
                raise PlypackError("CHECKSUM_SECTION", section.at, "checksum of a section that is skipped")

    # States (container.11)

    def _malformed_state(self, why):
        at = self.sections[STATES].at if STATES in self.sections else self.header.at
        raise PlypackError("SECTION_MALFORMED", at, why)

    def _check_state(self, game):
        state, lines = self.states[game], self.tags[game]
        if state & UNUSED or marker_bits(state) >= len(MARKERS):
            self._malformed_state("unused bits")
        if marker_bits(state) == 0 and tags.first(lines, b"Result") not in tags.RESULTS:
            self._malformed_state("no marker in the Result tag")
        if state & CONTINUED and (lines or self.plies[game] or self.annotations[game]):
            self._malformed_state("a continuation with tags, plies or tokens")

    def _board(self, game):
        """The position at the start of a game; None if it is unreadable."""
        if self.states[game] & 3 == 3:
            self._malformed_state("start 3")
        start = STARTS[self.states[game] & 3]
        fen = _check_value(tags.first(self.tags[game], b"FEN"))
        if (start == STANDARD and fen is not None) or (start == FEN and fen is None):
            self._malformed_state("start and FEN tag do not fit")
        try:
            return start_board(start, self.tags[game])
        except PlypackError:
            self._malformed_state("the FEN tag is not playable")

    # Moves (container.10)

    def _runs(self):
        """The games and the code of every run: (first game, game after the last, code)."""
        section = self.sections[MOVES]
        code = content(self.data, section)
        if self.codec.RUN_PLIES is None:
            groups = [(game, game + 1) for game in range(self.header.games)]
            sizes = [self.codec.default_size(plies) for plies in self.plies]
        else:
            self._check_run_limits()
            groups = group_runs(self.plies, self.codec.RUN_PLIES)
            sizes = None
        if MOVE_SIZES in self.sections:
            cursor = self._cursor(MOVE_SIZES)
            sizes = cursor.column(len(groups))
            cursor.end()
        if sizes is None:
            raise PlypackError("SECTION_MALFORMED", self.header.at, "runs without sizes")
        if sum(sizes) > len(code):
            raise PlypackError("TRUNCATED", section.at, "the codes are longer than the section")
        if sum(sizes) < len(code):
            raise PlypackError("SECTION_MALFORMED", section.at, "the section is longer than the codes")
        return [(*group, code_of_run) for group, code_of_run in zip(groups, wire.cut(code, sizes))]

    def _check_run_limits(self):
        """limits.5"""
        if max(self.plies) > limits.RUN_GAME_PLIES:
            raise PlypackError("LIMIT_EXCEEDED", self.sections[MOVES].at, "a game too long for a run")

    def _run_moves(self, number, index):
        """The moves of a game of a run, by its index in the run."""
        if number not in self.moves:
            self.moves[number] = self._read_run(number)
        found, error = self.moves[number]
        if index >= len(found):
            raise error
        return found[index]

    def _start_of_line(self, game):
        """codecs.4: the start according to the state, regardless of other errors of the game."""
        start = STARTS[self.states[game] & 3] if self.states[game] & 3 < 3 else None
        if start == FEN:
            return self._board(game)
        if start == STANDARD or start is not None and not self.plies[game]:
            return start_board(STANDARD, [])
        self._malformed_state("plies without a start")

    def _read_run(self, number):
        """codecs.4: the moves of the games before the first that cannot be read, and the error of that game."""
        first, end, code = self.runs[number]
        lines, found, error = [], [], None
        try:
            for game in range(first, end):
                lines.append((self._start_of_line(game), self.plies[game]))
        except PlypackError as wrong_start:
            error = wrong_start
        try:
            for moves in codecs.decode_lines(self.codec, lines, code, end - first):
                found.append(moves)
        except PlypackError as wrong:
            # limits.13: the offset of the error is the offset of the section.
            error = PlypackError(wrong.name, self.sections[MOVES].at, f"byte {wrong.at} of a run")
        return found, error

    # Games

    def game(self, number):
        state, lines = self.states[number], self.lines(number)
        self._check_state(number)
        run = next(i for i, (first, end, _) in enumerate(self.runs) if first <= number < end)
        moves = self._run_moves(run, number - self.runs[run][0])
        marker = MARKERS[marker_bits(state)]
        return Game(
            tags=self._with_final_position(number, moves),
            start=STARTS[state & 3],
            moves=moves,
            tokens=self._tokens(number, moves),
            termination=tags.first(lines, b"Result") if marker is None else marker,
            unparsed=self.unparsed[number],
            continued=bool(state & CONTINUED),
        )

    def tag_lines(self, number):
        """The tag lines. Reads the moves only if a tag stands for the position after them."""
        lines = self.lines(number)
        if any(line[-1] is tags.FINAL for line in lines):
            return self.game(number).tags
        return lines

    def _with_final_position(self, number, moves):
        """tags.10: the tag lines of a game."""
        lines, at = self.tags[number], self.sections[TAG_LAYOUTS].at
        if all(line[-1] is not tags.FINAL for line in lines):
            return lines
        board = self._board(number)
        if board is None:
            raise PlypackError("TAGS_MALFORMED", at, "a final position without a start")
        fen = positions.final_fen(board, moves)
        lines = [(*line[:-1], fen) if line[-1] is tags.FINAL else line for line in lines]
        return lines

    def _tokens(self, number, moves):
        at = self.sections[ANNOTATIONS].at if ANNOTATIONS in self.sections else self.header.at
        return annotations.Decoder(
            self.annotation_codec,
            self._board(number),
            moves,
            self.annotations[number],
            self.texts[number],
            at,
            in_section=True,
            fill=self.values.fill(number) if self.values else Fill(),
        ).decode()


def _check_value(value):
    """The value of a tag; raises if its column is bad."""
    if isinstance(value, PlypackError):
        raise value
    return value


def _size(part):
    """Returns the size of a tag's name or value in limits.8; a lost value counts as 0."""
    if part is tags.FINAL:
        return limits.FINAL_POSITION_BYTES
    return 0 if isinstance(part, PlypackError) else len(part)


def sound_games(file):
    """All games by number, None for deleted ones; raises for the first error of the blocks that they need."""

    def sound_game(block, number):
        block.check()  # first, because limits are checked before anything is decoded (limits.10)
        return block.game(number)

    return [read() for read in file.readers(sound_game)]


def group_runs(plies, run_plies):
    """codecs.4: the games of every run, as the first game and the game after the last."""
    groups = []
    first, total = 0, 0
    for game, count in enumerate(plies):
        total += count
        if total >= run_plies:
            groups.append((first, game + 1))
            first, total = game + 1, 0
    if first < len(plies):
        groups.append((first, len(plies)))
    return groups
