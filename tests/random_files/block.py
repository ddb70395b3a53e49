"""Random blocks: the sections of some games, in every form that a writer may choose (container.6 to container.11)."""

import functools

import file_bytes as fb
from games import make
from plypack import Options, annotations, blocks, codecs, positions, search, tags, values, wire
from plypack.codecs import byte
from plypack.game import STANDARD, UNREADABLE
from plypack.writer import BlockWriter

ENCODINGS = {
    "text": tags.TEXT, "dictionary": tags.DICTIONARY, "names": tags.NAMES, "number": tags.NUMBER, "date": tags.DATE,
    "result": tags.RESULT, "eco": tags.ECO, "final position": tags.FINAL_POSITION,
}
#: Kinds whose order among themselves has a meaning, or whose param has one.
WITH_PARAM = (blocks.MOVES, blocks.TAG_VALUES, blocks.ANNOTATIONS, 64)


class Block(fb.Block):
    """A block that does not change any more. A file has fewer of them than are remembered."""

    parts = functools.lru_cache(100)(fb.Block.parts)


class RandomBlock(BlockWriter):
    """A block; `made` are its games, `games` the games without values."""

    def __init__(self, draw, first_number, attributes=0, kept=()):
        """The block begins with games that another block had before."""
        self.draw = draw
        codec = draw.one("codec")
        self.templates = [b" [%clk \1]", b"\2", b"\3 \1\1", b"a" * 254 + b"\2"][: draw.choice([1, 2, 4])] if draw.maybe("values") else []
        self.profiles = []
        # Templates and values of the other block become comments here.
        self.made = [game._replace(encoded=game.game.tokens, values=values.GameValues()) for game in kept]
        self.profile_of = [0] * len(kept)
        for _ in range(draw.one("games of a block")):
            self.made.append(self._game(3 if codec == "tight" else 12))
        if self.templates and draw.maybe("template of no comment"):
            self.templates.append(b"\1\1\1 unused \xff")
        if self.templates and draw.maybe("profile of no game"):
            self._profile()
        super().__init__([game.game for game in self.made], Options(codec))
        self._plies_and_moves()
        self._tags()
        self._annotations()
        self._unneeded()
        self._optional_sections()
        self.block = Block(len(self.games), self.plies(), self._in_order()).at_number(first_number)
        self.block.attributes = attributes

    def _game(self, most_plies):
        if self.templates and (not self.profiles or self.draw.random() < 0.3):
            self._profile()
        number = self.draw.randrange(max(1, len(self.profiles)))
        self.profile_of.append(number)
        return make(self.draw, self.templates, self.profiles[number] if self.profiles else None, most_plies)

    def _profile(self):
        base, increment = self.draw.number("base of a profile", (0, 9000)), self.draw.number("increment of a profile", (0, 30))
        self.profiles.append(values.Profile(self.draw.one("unit of a profile"), base, increment))

    def _add(self, kind, content, param=0):
        compression, raw_len = 0, len(content)
        if self.draw.maybe("zstd"):
            compression = 1
            is_repeated = content and content == content[:1] * raw_len
            form = self.draw.one("blocks of zstd") if is_repeated else "stored"
            if raw_len < 2**17:
                content = fb.zstd_frame(content, int(form != "stored"))
            else:
                content, _ = fb.zstd_runs(content if form == "stored" else (content[0], raw_len))
        if kind not in WITH_PARAM and self.draw.maybe("param of a section that has none"):
            param = self.draw.choice([1, 2**64 - 1])
        self.sections.append(fb.Section(kind, content, "", param, compression, raw_len, crc=wire.checksum(content)))

    def _codes(self, plies):
        self.codes = super()._codes(plies)
        return self.codes

    def _state(self, game):
        """container.11"""
        as_in_tag = tags.first(game.tags, b"Result") == game.termination != b""
        marker = 0 if as_in_tag and not self.draw.maybe("marker of the tag in the state") else blocks.MARKERS.index(game.termination)
        return blocks.STARTS.index(game.start) | game.continued << 2 | marker << 3

    def _unneeded(self):
        """container.8, container.10: sections that a writer may leave out."""
        count = len(self.games)
        empty = {blocks.STATES: wire.column([0] * count), blocks.NAMES: wire.varint(0) + wire.strings([])}
        empty |= dict.fromkeys((blocks.ANNOTATIONS, blocks.COMMENT_TEXT, blocks.UNPARSED_TEXT), wire.strings([b""] * count))
        kinds = {section.kind for section in self.sections}
        for kind, content in empty.items():
            if kind not in kinds and self.draw.maybe("section though it is empty"):
                self._add(kind, content, byte.ID if kind == blocks.ANNOTATIONS else 0)
        if blocks.MOVE_SIZES not in kinds and self.draw.maybe("move sizes though they are usual"):
            self._add(blocks.MOVE_SIZES, wire.column([*map(len, self.codes)]))

    # Tags

    def _tags(self):
        """tags.2 to tags.5"""
        draw = self.draw
        keys = [*dict.fromkeys(line[0] if len(line) == 2 else b"" for game in self.games for line in game.tags)]
        draw.shuffle(keys)
        if keys and draw.maybe("tag name listed twice"):
            keys.insert(draw.randint(0, len(keys)), draw.choice(keys))
        if draw.maybe("tag name of no game"):
            keys.insert(draw.randint(0, len(keys)), draw.choice([b"", b"FEN", b"Unused"]))
        columns = [[] for _ in keys]
        layouts = []
        for game in self.games:
            layout = []
            for line in game.tags:
                key = line[0] if len(line) == 2 else b""
                layout.append(draw.choice([number for number, name in enumerate(keys) if name == key]))
                columns[layout[-1]].append((game, line[-1]))
            layouts.append(layout)
        listed = [*map(list, dict.fromkeys(map(tuple, layouts)))]
        if len(listed) < len(layouts) and draw.maybe("tag layout listed twice"):
            listed.append(draw.choice(listed))
        if len(listed) < len(layouts) and keys and draw.maybe("tag layout of no game"):
            listed.append([len(keys) - 1] * 3)
        numbers = [draw.choice([number for number, other in enumerate(listed) if other == layout]) for layout in layouts]
        self._add(blocks.TAG_LAYOUTS, fb.tag_layouts(keys, listed, numbers))
        names = self._names([value for column in columns for _, value in column])
        for key, column in zip(keys, columns):
            self._tag_values(key, column, names)
        if names:
            self._add(blocks.NAMES, wire.varint(len(names)) + wire.strings(names))

    def _names(self, texts):
        """tags.8, tags.9"""
        names = [*dict.fromkeys(texts)]
        self.draw.shuffle(names)
        if self.draw.maybe("name that no column uses"):
            names.append(b"Nobody")
        if names and self.draw.maybe("name listed twice"):
            names.append(self.draw.choice(names))
        return names

    def _tag_values(self, key, column, names):
        encoding = ENCODINGS[self.draw.one("encoding of a column")]
        if key in tags.SELF_CONTAINED and encoding in (tags.NAMES, tags.FINAL_POSITION):
            encoding = tags.TEXT
        texts = [value for _, value in column]
        if encoding == tags.DICTIONARY:
            content = self._dictionary(texts)
        elif encoding == tags.NAMES:
            content = wire.column([self.draw.choice([n for n, name in enumerate(names) if name == value]) for value in texts])
        elif encoding == tags.TEXT:
            content = wire.strings(texts)
        else:
            numbers = [self._number(encoding, *pair) for pair in column]
            content = wire.column(numbers) + wire.strings([text for text, number in zip(texts, numbers) if not number])
        self._add(blocks.TAG_VALUES, content, encoding)

    def _dictionary(self, texts):
        """tags.5: a list of at most as many strings as the column has values (limits.7)."""
        listed = [*dict.fromkeys(texts)]
        self.draw.shuffle(listed)
        if len(listed) < len(texts) and self.draw.maybe("dictionary entry twice"):
            listed.append(self.draw.choice(listed))
        numbers = [self.draw.choice([n for n, text in enumerate(listed) if text == value]) for value in texts]
        return wire.varint(len(listed)) + wire.strings(listed) + wire.column(numbers)

    def _number(self, encoding, game, value):
        """tags.6: 0 for a value that is stored as text."""
        if encoding == tags.FINAL_POSITION:
            board = game.board()
            number = int(board is not None and value == positions.final_fen(board, game.moves))
        else:
            number = tags.TYPES[encoding][1](value)
        return 0 if not number or self.draw.maybe("number as text") else number

    # Annotations

    def _annotations(self):
        codec = codecs.BY_NAME[self.draw.one("codec of variations")]
        tokens, texts = zip(*(annotations.encode(codec, made.game.board(), made.game.moves, made.encoded) for made in self.made))
        unparsed = [game.unparsed for game in self.games]
        for kind, strings, param in ((blocks.ANNOTATIONS, tokens, codec.ID), (blocks.COMMENT_TEXT, texts, 0), (blocks.UNPARSED_TEXT, unparsed, 0)):
            if any(strings):
                self._add(kind, wire.strings(strings), param)
        if self.templates:
            plies = [len(game.moves) for game in self.games]
            numbers, codes = values.build(self.templates, self.profiles, self.profile_of, [made.values for made in self.made], plies)
            self._add(blocks.VALUES, numbers)
            if codes or self.draw.maybe("section though it is empty"):
                self._add(blocks.VALUE_CODES, codes)

    # Sections that readers may skip, and the order

    def _optional_sections(self):
        draw = self.draw
        if draw.maybe("summaries"):
            rows = [search.summary(game.moves) if game.start == STANDARD and not game.continued else bytes(5) for game in self.games]
            self._add(64, bytes(row[plane] for plane in range(5) for row in rows))
        while draw.maybe("section of an unknown kind"):
            # Compression and content of what is skipped have no meaning either (container.7).
            content = draw.text() + b"\0"
            kind, compression = draw.choice([65, 1000, 2**64 - 1]), draw.choice([0, 1, 7])
            self.sections.append(fb.Section(kind, content, "", draw.choice([0, 9]), compression, crc=wire.checksum(content)))

    def _in_order(self):
        """container.7: only the order of the tag values among themselves has a meaning."""
        if not self.draw.maybe("sections in any order"):
            return self.sections
        columns = iter([section for section in self.sections if section.kind == blocks.TAG_VALUES])
        shuffled = self.draw.sample(self.sections, len(self.sections))
        return [next(columns) if section.kind == blocks.TAG_VALUES else section for section in shuffled]


def has_positions(game):
    """search.2"""
    return game.start != UNREADABLE and not game.continued
