"""Writing and appending (container.17)."""

from typing import NamedTuple

from . import annotations, blocks, codecs, container, limits, positions, records, tags, wire
from .blocks import CONTINUED, MARKERS, STARTS
from .codecs import byte, coord16
from .container import Section
from .footers import Entry, Footer, build_footer
from .reader import committed
from .records import Record
from .values import Collector
from .versions import ARCHIVE, Versions

# limits.9: a writer closes a block before the block exceeds a limit.
GAMES_IN_BLOCK = 2**12
PLIES_IN_BLOCK = 2**16
BYTES_IN_BLOCK = 2**24


class Options(NamedTuple):
    codec: str = "byte"


def write(games, options=Options()):
    """The bytes of a new file."""
    versions = Versions(required=features_of(options.codec))
    data = container.build_header(versions).ljust(container.UNITS_START, b"\0")
    found, headers, data = _blocks(games, options, data, 0)
    data, record = _closed(data, Footer(found), Record(0, 0, 0, 0, versions, records.file_id(headers)))
    return records.replaced(records.replaced(data, records.PLACES[0], record), records.PLACES[1], record)


def append(data, games, options=Options()):
    """The bytes of the file with games appended; unfinished bytes are truncated."""
    container.parse_header(data)
    old, other = records.in_force(data)
    footer = committed(data, old)
    old.versions.check_appendable()  # versions.3
    if old.sequence + 1 == 2**64:
        raise limits.PlypackError("LIMIT_EXCEEDED", None, "the last sequence number")  # container.17
    first_number = sum(block.games for block in footer.ordinary())
    found, headers, data = _blocks(games, options, data[: old.end()], first_number)
    kept = [part for part in footer.parts if part.kind % 2]
    new = Footer(footer.blocks + found, footer.segments, footer.edits, kept)
    versions = old.versions.after_append(features_of(options.codec))
    file_id = old.file_id if first_number else records.file_id(headers)
    data, record = _closed(data, new, old._replace(versions=versions, file_id=file_id))
    return records.replaced(data, other, record)


def _closed(data, footer, old):
    """The data with a footer, and with the record that names the footer and follows `old`."""
    built = build_footer(footer)
    record = old._replace(sequence=old.sequence + 1, footer_at=len(data), footer_length=len(built), footer_checksum=int.from_bytes(built[-4:], "little"))
    return data + built, record


def features_of(codec):
    """versions.4: the features that blocks of a codec can need."""
    return ARCHIVE if codec == "tight" else 0


def _blocks(games, options, data, first_number):
    """The entries of the blocks of some games, their headers, and the data with these blocks."""
    entries, headers = [], []
    for batch in _batches(games):
        block = BlockWriter(batch, options)
        header, sections = block.build(first_number)
        entries.append(Entry(len(data), len(header + sections), len(batch), block.plies(), int.from_bytes(header[-4:], "little")))
        headers.append(header)
        data += header + sections
        first_number += len(batch)
    return entries, headers, data


def _batches(games):
    """The games of every block; a game that is too long for a run has its own block (limits.5)."""
    batch, plies, size = [], 0, 0
    for game in games:
        game_size = len(game.unparsed) + sum(map(len, sum(game.tags, ()))) + sum(len(t[-1]) for t in game.tokens if t[0] in annotations.TEXT_KINDS)
        if batch and (len(batch) >= GAMES_IN_BLOCK or plies + len(game.moves) > PLIES_IN_BLOCK or size + game_size > BYTES_IN_BLOCK):
            yield batch
            batch, plies, size = [], 0, 0
        batch.append(game)
        plies += len(game.moves)
        size += game_size
    if batch:
        yield batch


class BlockWriter:
    def __init__(self, games, options):
        self.games = games
        too_long = any(len(game.moves) > limits.RUN_GAME_PLIES for game in games)
        codec = codecs.BY_NAME[options.codec]
        if codec in codecs.LINE_CODECS:
            raise limits.PlypackError("UNSUPPORTED_CODEC", None, f"{codec.NAME} is a line codec")  # codecs.8
        self.codec = byte if too_long and codec.RUN_PLIES is not None else codec  # limits.5
        self.names = {}  # index of each name in the list of the block
        self.sections = []  # pairs of Section and stored bytes

    def plies(self):
        return sum(len(game.moves) for game in self.games)

    def build(self, first_number):
        """The header of the block, and the bytes of its sections."""
        self._plies_and_moves()
        self._tags()
        self._annotations()
        if self.names:
            self._add(blocks.NAMES, wire.varint(len(self.names)) + wire.strings(list(self.names)))
        sections = [section for section, _ in self.sections]
        header = container.build_block_header(len(self.games), self.plies(), sections, first_number=first_number)
        return header, b"".join(stored for _, stored in self.sections)

    def _add(self, kind, content, param=0):
        """Adds a section without compression, as container.9 allows."""
        if len(content) > limits.SECTION_BYTES:
            raise limits.PlypackError("LIMIT_EXCEEDED", None, "a section is too long")
        section = Section(kind, param, blocks.STORED, len(content), len(content), wire.checksum(content))
        self.sections.append((section, content))

    # Moves

    def _plies_and_moves(self):
        plies = [len(game.moves) for game in self.games]
        states = [self._state(game) for game in self.games]
        codes = self._codes(plies)
        self._add(blocks.PLIES, wire.column(plies))
        self._add(blocks.MOVES, b"".join(codes), codecs.param_of(self.codec))
        sizes = [len(code) for code in codes]
        if self.codec.RUN_PLIES is not None or sizes != [self.codec.default_size(count) for count in plies]:
            self._add(blocks.MOVE_SIZES, wire.column(sizes))  # container.10
        if any(states):
            self._add(blocks.STATES, wire.column(states))

    def _state(self, game):
        """container.11"""
        as_tag = tags.first(game.tags, b"Result")
        marker = 0 if game.termination and game.termination == as_tag else MARKERS.index(game.termination)
        state = STARTS.index(game.start) | marker << 3
        return state | (CONTINUED if game.continued else 0)

    def _codes(self, plies):
        """The code of every run, or of every game if the codec has no runs."""
        if self.codec.RUN_PLIES is None:
            groups = [(game, game + 1) for game in range(len(self.games))]
        else:
            groups = blocks.group_runs(plies, self.codec.RUN_PLIES)
        return [self._code(self.games[first:end]) for first, end in groups]

    def _code(self, games):
        return codecs.encode_run(self.codec, [(game.board(), game.moves) for game in games])

    # Tags

    def _tags(self):
        """tags.2 to tags.5"""
        columns = {}
        layouts = []
        for game in self.games:
            keys = [line[0] if len(line) == 2 else b"" for line in game.tags]
            for key, line in zip(keys, game.tags):
                columns.setdefault(key, []).append(self._value(game, key, line[-1]))
            layouts.append([list(columns).index(key) for key in keys])
        self._add(blocks.TAG_LAYOUTS, tags.encode_layouts(list(columns), layouts))
        for key, values in columns.items():
            encoding = tags.choose_encoding(key, values)
            if encoding == tags.NAMES:
                for name in values:
                    self.names.setdefault(name, len(self.names))  # tags.8
            self._add(blocks.TAG_VALUES, tags.encode_column(encoding, values, self.names), encoding)

    def _value(self, game, key, value):
        """tags.10: a final position is stored as encoding 7 in files of `tight`."""
        if key != b"CurrentPosition" or self.codec.RUN_PLIES is None or game.board() is None:
            return value
        return tags.FINAL if value == positions.final_fen(game.board(), game.moves) else value

    # Annotations

    def _annotations(self):
        codec = coord16 if self.codec is coord16 else byte  # annotations.5
        collector = Collector()
        with_runs = self.codec.RUN_PLIES is not None
        lists = [collector.add(game.tokens) if with_runs else game.tokens for game in self.games]
        encoded = [annotations.encode(codec, game.board(), game.moves, tokens) for game, tokens in zip(self.games, lists)]
        tokens, texts = [tokens for tokens, _ in encoded], [texts for _, texts in encoded]
        unparsed = [game.unparsed for game in self.games]
        for kind, strings, param in ((blocks.ANNOTATIONS, tokens, codec.ID), (blocks.COMMENT_TEXT, texts, 0), (blocks.UNPARSED_TEXT, unparsed, 0)):
            if any(strings):
                self._add(kind, wire.strings(strings), param)
        if collector.templates:
            self._values(collector)

    def _values(self, collector):
        """values.5"""
        numbers, codes = collector.sections([len(game.moves) for game in self.games])
        self._add(blocks.VALUES, numbers)
        self._add(blocks.VALUE_CODES, codes)
