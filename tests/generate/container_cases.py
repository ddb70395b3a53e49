"""Vectors of whole files: the container, and versions."""

import chess

import file_bytes as fb
import move_codes as mc
import tight
from file_bytes import Block, File, Section
from vector_file import Chapter, pieces

FEN = "8/8/8/8/8/4k3/8/4K2R w - - 0 1"

# codecs.1: the param of tight, and the ids of line codecs.
TIGHT = 12 + 256 * tight.checksum()
LINE_CODECS = {
    2: "coord12", 4: "block-index", 5: "pgc", 6: "mgc", 7: "varlen", 8: "bits", 9: "rank-3bit", 10: "huffman", 11: "arith", 128: "slots", 129: "byte-queens",
    130: "coord-static", 131: "coord-context", 132: "direction-target", 133: "direction-static", 134: "enumeration",
}


def bare_block(param=3, plies=(), moves=b"", extra=()):
    """One game without tags, and without a marker of its end."""
    return Block(1, len(plies) and plies[0], [
        Section(fb.PLIES, fb.column(list(plies) or [0]), "plies of the game"),
        Section(fb.MOVES, moves, "moves", param=param),
        Section(fb.STATES, fb.column([8]), "state: standard start, no marker"),
        Section(fb.TAG_LAYOUTS, fb.tag_layouts([], [[]], [0]), "no tag names, one empty tag layout"),
        *extra,
    ])


def names(*strings):
    """tags.8"""
    return fb.varint(len(strings)) + fb.strings(list(strings))


TOKENS = bytes.fromhex("10 11 05 10 b0 06 22")


def full_block():
    """Two games with something of everything."""
    layouts = fb.tag_layouts([b"White", b"Black", b"Result", b"FEN"], [[0, 1, 2], [0, 1, 2, 3]], [0, 1])
    return Block(2, 2, [
        Section(fb.PLIES, fb.column([2, 0]), "plies: 2 and 0"),
        Section(fb.MOVES, bytes.fromhex("c0 c0"), "e4 e5", param=3),
        Section(fb.STATES, fb.column([0, 9]), "states: standard start and marker of the tag; FEN tag and no marker"),
        Section(fb.TAG_LAYOUTS, layouts, "4 tag names, 2 tag layouts, the tag layout of each game"),
        Section(fb.TAG_VALUES, fb.column([0, 1]), "White: names 0 and 1", param=2),
        Section(fb.TAG_VALUES, fb.column([1, 0]), "Black: names 1 and 0", param=2),
        Section(fb.TAG_VALUES, fb.column([2, 0]) + fb.strings([b"?"]), "Result: 1-0 and the string ?", param=5),
        Section(fb.TAG_VALUES, fb.strings([FEN.encode()]), "FEN: one string", param=0),
        Section(fb.ANNOTATIONS, fb.column([len(TOKENS), 0]) + TOKENS,
                "annotations: 1 ply, $1, variation of 1 ply (d4), its end, comment of 2 bytes", param=3),
        Section(fb.COMMENT_TEXT, fb.column([2, 0]) + b"hm", "comment text: hm"),
        Section(fb.UNPARSED_TEXT, fb.strings([b"", b"Nf9"]), "unparsed text: none and Nf9"),
        Section(fb.NAMES, names(b"Ann", b"Bob"), "names: Ann, Bob"),
    ])


def names_block():
    """One game, with names of its own."""
    layouts = fb.tag_layouts([b"White", b"Black"], [[0, 1]], [0])
    return Block(1, 0, [
        Section(fb.PLIES, fb.column([0]), "plies of the game"),
        Section(fb.MOVES, b"", "moves", param=3),
        Section(fb.STATES, fb.column([16]), "state: marker *"),
        Section(fb.TAG_LAYOUTS, layouts, "2 tag names, 1 tag layout"),
        Section(fb.TAG_VALUES, fb.column([0]), "White: name 0", param=2),
        Section(fb.TAG_VALUES, fb.column([1]), "Black: name 1", param=2),
        Section(fb.NAMES, names(b"Bob", b"Cid"), "names: Bob, Cid"),
    ])


def game(tags=(), moves=(), tokens=(), start="standard", termination="", rest="", continued=False):
    return {"tags": [list(t) for t in tags], "start": start, "moves": list(moves), "tokens": [list(t) for t in tokens],
            "termination": termination, "rest": rest, "continued": continued}


BARE = game()
FULL = [
    game([("White", "Ann"), ("Black", "Bob"), ("Result", "1-0")], ["e2e4", "e7e5"],
         [("plies", 1), ("nag", 1), ("begin",), ("move", "d2d4"), ("end",), ("comment", "hm")], termination="1-0"),
    game([("White", "Bob"), ("Black", "Ann"), ("Result", "?"), ("FEN", FEN)], start="fen", rest="Nf9"),
]
THIRD = game([("White", "Bob"), ("Black", "Cid")], termination="*")


class Files:
    """Adds files to a chapter."""

    def __init__(self, chapter):
        self.chapter = chapter

    def good(self, name, title, rules, file, games):
        needs = needs_of(file, rules) + ["annotations"] * (has_annotations(file) and "annotations." not in rules)
        self.chapter.add(name, title, rules, "decode-file", needs=needs or None, input=file.input(), expect={"games": games})

    def recovered(self, name, title, data, games, needs=None):
        """container.16: bytes of a file that does not end with a good footer, and its games."""
        self.chapter.add(name, title, "container.16", "recover-file", **{"from": "container/appended"}, needs=needs,
                         input=pieces((data, "the file")), expect={"games": games})

    def bad(self, name, title, rules, source, file, error, at=None):
        """`at` is an offset, or the meaning of the input part at whose start the error is."""
        place = file.offset(at) if isinstance(at, str) else at
        self.chapter.add(name, title, rules, "decode-file", **{"from": f"container/{source}"}, needs=needs_of(file, rules) or None,
                         input=file.input(), error=error, at=place)


def sections(file, kind):
    return [section for item in file.items if isinstance(item, Block) for section in item.sections if section.kind == kind]


def needs_of(file, rules):
    """The codec of the archive, if the file uses it: a program comes to it later."""
    is_used = any(section.param == TIGHT for section in sections(file, fb.MOVES))
    return ["codecs/tight"] if is_used and "tight." not in rules else []


def has_annotations(file):
    return bool(sections(file, fb.ANNOTATIONS))


def changed(file, change):
    file = file.copy()
    change(file)
    return file


def with_block(block, change):
    change(block)
    return File(block)


def appended():
    """A file to which a block was added: the first footer stays."""
    first, second = full_block(), names_block()
    file = File(first)
    old = file.footer
    file.items = [first, old, second]
    file.footer = fb.Footer([first, old.size(), second])
    return file


def good_files(files):
    good = files.good
    good("no-games", "header, records and a footer", "container.1 container.3 container.13 wire.1 versions.1", File(), [])
    good("one-game", "one game without tags and moves", "container.6 container.8 container.11", File(bare_block()), [BARE])
    good("coord16", "moves of another codec", "container.8 codecs.3",
         File(bare_block(param=1, plies=[1], moves=bytes.fromhex("1c 13"))), [game(moves=["e2e4"])])
    good("every-section", "two games with every kind of data", "container.8 tags.2 annotations.3", File(full_block()), FULL)
    good("move-sizes", "a move of two bytes, so that sizes are written", "container.10", move_sizes_file(), MOVE_SIZES_GAMES)
    good("two-blocks", "two blocks, each with its own names", "container.13 tags.8", File(full_block(), names_block()), FULL + [THIRD])
    good("appended", "a footer in force that follows another one", "container.12 container.13 container.15 versions.6",
         appended(), FULL + [THIRD])
    same = names_block()
    same.section(fb.NAMES).stored = names(b"Ann", b"Ann", b"Cid")
    same.section(fb.NAMES).meaning = "names: Ann, Ann, Cid"
    good("same-name-twice", "two names of a block are the same string, and one is not used", "tags.9", File(same),
         [game([("White", "Ann"), ("Black", "Ann")], termination="*")])
    no_names = bare_block(extra=[Section(fb.NAMES, names(), "no names")])
    good("no-names", "a list of no names", "container.8 tags.8", File(no_names), [BARE])
    good("continuation", "the text of a game that was split", "container.11", File(continued_block([8, 12])),
         [game(rest="Nf9"), game(rest="Nf9", continued=True)])
    good("continuation-first", "a continuation whose first part is not in the file", "container.11", File(continued_block([12])),
         [game(rest="Nf9", continued=True)])
    good("run", "two games in one run", "codecs.4", File(run_block()), RUN_GAMES)
    good("run-with-null-move", "a game with a null move between two others of a run", "codecs.4 codecs.6",
         File(run_block(NULL_GAMES)), NULL_GAMES)
    good("run-of-tight", "three games in a run of tight, which visit the same positions (the code depends on it)", "codecs.4 tight.2 tight.7",
         File(tight_block()), [game(moves=moves.split()) for moves in VISITING])
    good("unknown-optional-section", "a section of kind 64 is skipped", "container.7",
         File(bare_block(extra=[Section(64, b"new", "something new", param=9, compression=7)])), [BARE])
    good("unknown-optional-section-twice", "optional sections may come twice", "container.7",
         File(bare_block(extra=[Section(1000, b"a", "something new"), Section(1000, b"b", "more of it")])), [BARE])
    packed = bare_block()
    layouts = packed.section(fb.TAG_LAYOUTS)
    layouts.raw_len, layouts.compression, layouts.stored = len(layouts.stored), 1, fb.zstd_frame(layouts.stored)
    good("compressed-section", "a section in a zstd frame", "container.9", File(packed), [BARE])


def layouts_of_last(games, tags):
    """Tag layouts of games of which only the last has tags."""
    own = list(range(len(tags)))
    return fb.tag_layouts(tags, [[], own], [0] * (games - 1) + [1]) if games > 1 else fb.tag_layouts(tags, [own], [0])


def continued_block(states, plies=0, tags=(), tokens=b""):
    """Games without anything but unparsed text; the last may have something else."""
    n = len(states)
    block = Block(n, plies, [
        Section(fb.PLIES, fb.column([0] * (n - 1) + [plies]), "plies of the games"),
        Section(fb.MOVES, bytes.fromhex("c0 c0")[:plies], "moves", param=3),
        Section(fb.STATES, fb.column(states), "states: standard start, no marker; 4 for a continuation"),
        Section(fb.TAG_LAYOUTS, layouts_of_last(n, list(tags)), "tag names and layouts"),
        *[Section(fb.TAG_VALUES, fb.strings([b"?"]), f"{tag.decode()}: one string") for tag in tags],
        Section(fb.UNPARSED_TEXT, fb.strings([b"Nf9"] * n), "unparsed text: Nf9"),
    ])
    if tokens:
        block.sections.append(Section(fb.ANNOTATIONS, fb.column([0] * (n - 1) + [len(tokens)]) + tokens, "annotations", param=3))
    return block


def games_block(plies, codes, param, states=None):
    """Games without tags, and the codes of their runs."""
    states = states or [8] * len(plies)
    return Block(len(plies), sum(plies), [
        Section(fb.PLIES, fb.column(plies), f"plies: {', '.join(map(str, plies))}"),
        Section(fb.MOVES, b"".join(codes), "moves", param=param),
        Section(fb.MOVE_SIZES, fb.column([len(code) for code in codes]), "bytes of each run"),
        Section(fb.STATES, fb.column(states), "states: standard start, no marker"),
        Section(fb.TAG_LAYOUTS, fb.tag_layouts([], [[]], [0] * len(plies)), "no tag names, one empty tag layout"),
    ])


RUN_GAMES = [game(moves=["e2e4", "e7e5"]), game(moves=["d2d4"])]
NULL_GAMES = [game(moves=["e2e4"]), game(moves=["e2e4", "0000"]), game(moves=["d2d4"])]


def run_code(*lines, fen=chess.STARTING_FEN):
    """The code of a run of games from one start, of UCI texts."""
    return tight.encode_run([(chess.Board(fen), [chess.Move.from_uci(text) for text in line]) for line in lines], 3)


# Long games of kings alone: `tight` takes its time for every legal move.
KINGS = "k7/8/8/8/8/8/8/7K w - - 0 1"


def kings_line(plies):
    return (["h1g1", "a8b8", "g1h1", "b8a8"] * (plies // 4 + 1))[:plies]


def kings_block(plies, codes, param):
    block = games_block(plies, codes, param, states=[9] * len(plies))
    block.section(fb.STATES).meaning = "states: start from FEN, no marker"
    block.section(fb.TAG_LAYOUTS).stored = fb.tag_layouts([b"FEN"], [[0]], [0] * len(plies))
    block.section(fb.TAG_LAYOUTS).meaning = "one tag name, one tag layout"
    block.sections.append(Section(fb.TAG_VALUES, fb.varint(1) + fb.strings([KINGS.encode()]) + fb.column([0] * len(plies)), "FEN: a dictionary of one text", param=1))
    return block


def kings_game(plies, tokens=()):
    return game([("FEN", KINGS)], kings_line(plies), tokens, start="fen")


def run_block(games=RUN_GAMES):
    lines = [game["moves"] for game in games]
    return games_block([len(line) for line in lines], [run_code(*lines)], TIGHT)


def byte_block(*lines):
    """The same lines as codes of `byte`."""
    codes = [b"".join(mc.byte(*step) for step in mc.steps_of(None, line)) for line in lines]
    return games_block([len(line) for line in lines], codes, 3)


# The second and third game come to positions of the first, twice in one case; the third leaves them with another move.
VISITING = ["e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6", "e2e4 e7e5 g1f3 g8f6 f3g1 f6g8 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6", "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5"]


def tight_block():
    return run_block([game(moves=moves.split()) for moves in VISITING])


def run_faults(files):
    """Plies that so few bytes cannot hold."""
    for name, title, plies in [
        ("run-game-too-long", "a game of more plies than one in a run may have", [65_537]),
        ("run-too-many-plies", "more plies than so few bytes may hold", [60_000] * 20),
    ]:
        files.bad(name, title, "limits.10 limits.5", "run", File(games_block(plies, [b"\0"], TIGHT)), "LIMIT_EXCEEDED")


MOVE_SIZES_FEN = "kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1"


def move_sizes_file():
    block = bare_block(plies=[1], moves=b"\0\xff")
    block.section(fb.STATES).stored = fb.column([9])
    block.section(fb.STATES).meaning = "state: FEN tag, no marker"
    block.section(fb.TAG_LAYOUTS).stored = fb.tag_layouts([b"FEN"], [[0]], [0])
    block.section(fb.TAG_LAYOUTS).meaning = "one tag name, one tag layout"
    block.sections.insert(2, Section(fb.MOVE_SIZES, fb.column([2]), "size of the moves: 2"))
    block.sections.append(Section(fb.TAG_VALUES, fb.strings([MOVE_SIZES_FEN.encode()]), "FEN: one string"))
    return File(block)


MOVE_SIZES_MOVE = sorted(mc.canonical_order(mc.board_of(MOVE_SIZES_FEN)))[255]  # byte.17
MOVE_SIZES_GAMES = [game([("FEN", MOVE_SIZES_FEN)], [MOVE_SIZES_MOVE], start="fen")]


def header_faults(files):
    good = File(bare_block())
    for name, title, rule, change, error, at in [
        ("magic", "the first byte is wrong", "container.2", lambda h: setattr(h, "magic", b"\x8ePLY\r\n\x1a\n"), "NOT_PLYPACK", 0),
        ("magic-crlf", "CRLF was made LF, as in a text transfer", "container.2",
         lambda h: setattr(h, "magic", b"\x8fPLY\n\x1a\n\x01"), "NOT_PLYPACK", 0),
        ("reserved-first", "the first reserved byte is set", "container.4",
         lambda h: setattr(h, "reserved", b"\x01" + bytes(7)), "HEADER_MALFORMED", 20),
        ("reserved-last", "the last reserved byte is set", "container.4",
         lambda h: setattr(h, "reserved", bytes(7) + b"\x80"), "HEADER_MALFORMED", 20),
        ("header-checksum", "the checksum of the file header is wrong", "container.3", lambda h: setattr(h, "crc", 0), "CHECKSUM_HEADER", 0),
    ]:
        files.bad(name, title, rule, "one-game", changed(good, lambda f: change(f.header)), error, at)


def head_faults(files):
    def bad(name, title, rule, change, error, at):
        files.bad(name, title, rule, "one-game", with_block(bare_block(), change), error, at)

    def numbers(**fields):
        return lambda b: [setattr(b, key, value) for key, value in fields.items()]

    sections = lambda kind, **fields: lambda b: [setattr(b.section(kind), k, v) for k, v in fields.items()]
    bad("block-magic", "the block begins with a wrong magic", "container.5", numbers(magic=b"PLYX"), "BLOCK_MALFORMED", "block")
    bad("block-checksum", "the checksum of the block header is wrong", "container.6", numbers(crc=1), "CHECKSUM_BLOCK", "block")
    bad("head-too-long", "the block header is longer than its limit", "limits.1", numbers(fields_len=(1 << 20) + 1), "LIMIT_EXCEEDED",
        "length of its fields")
    bad("too-many-sections", "the block header lists a section that is missing", "container.6", numbers(count=5), "TRUNCATED", None)
    bad("sections-huge-count", "the number of sections is above the limit", "limits.1", numbers(count=1 << 40), "LIMIT_EXCEEDED",
        "number of sections")
    bad("head-trailing-byte", "a byte is left over in the block header", "container.6", numbers(tail=b"\0"), "TRAILING_BYTES", "left over")
    bad("two-plies-sections", "two sections of one kind", "container.7",
        lambda b: b.sections.append(Section(fb.PLIES, b"\0", "plies again")), "BLOCK_MALFORMED", None)
    bad("raw-and-stored-differ", "an uncompressed section with two lengths", "container.9", sections(fb.PLIES, raw_len=2),
        "BLOCK_MALFORMED", "section plies")
    bad("ratio", "a section claims to decompress to more than the limit allows", "limits.2",
        sections(fb.TAG_LAYOUTS, raw_len=1 << 26, compression=1), "LIMIT_EXCEEDED", "section tag_layouts")
    bad("section-too-long", "a section above the limit", "limits.2",
        sections(fb.PLIES, raw_len=(1 << 26) + 1, stored_len=(1 << 26) + 1), "LIMIT_EXCEEDED", None)
    bad("unknown-section", "a section of kind 14 must not be skipped", "container.7",
        lambda b: b.sections.append(Section(14, b"new", "something new")), "UNSUPPORTED_SECTION", None)
    bad("section-kind-6", "kind 6 is not known", "container.7",
        lambda b: b.sections.append(Section(6, b"", "something")), "UNSUPPORTED_SECTION", None)
    bad("section-kind-0", "kind 0 is not known", "container.7",
        lambda b: b.sections.append(Section(0, b"", "something")), "UNSUPPORTED_SECTION", None)
    bad("unknown-codec", "moves of an unknown codec", "codecs.1", sections(fb.MOVES, param=200), "UNSUPPORTED_CODEC", None)
    bad("codec-with-a-model", "moves of byte with something where tight has its model", "codecs.1", sections(fb.MOVES, param=3 + 256),
        "UNSUPPORTED_CODEC", None)
    bad("codec-0", "moves of codec 0", "codecs.1", sections(fb.MOVES, param=0), "UNSUPPORTED_CODEC", None)
    bad("codec-0-with-a-model", "moves of codec 0 with the model of tight", "codecs.1", sections(fb.MOVES, param=256 * tight.checksum()),
        "UNSUPPORTED_CODEC", None)
    for number, name in LINE_CODECS.items():
        bad(f"codec-{name}", f"moves of {name}, a line codec", "codecs.8", sections(fb.MOVES, param=number), "UNSUPPORTED_CODEC", None)
    bad("codec-set-aside", "moves of the largest id of one byte, which is reserved", "codecs.1", sections(fb.MOVES, param=255), "UNSUPPORTED_CODEC", None)
    bad("tight-without-model", "moves of tight without a model", "tight.1", sections(fb.MOVES, param=12), "UNSUPPORTED_MODEL", None)
    bad("unknown-model", "moves of tight with an unknown model", "tight.1", sections(fb.MOVES, param=12 + 256 * 0x12345678),
        "UNSUPPORTED_MODEL", None)
    bad("unknown-compression", "compression method 2", "container.9", sections(fb.TAG_LAYOUTS, compression=2),
        "UNSUPPORTED_ENCODING", "no tag names")
    bad("missing-plies", "no section of plies", "container.8", lambda b: b.sections.pop(0), "SECTION_MALFORMED", None)
    bad("missing-moves", "no section of moves", "container.8", lambda b: b.sections.pop(1), "SECTION_MALFORMED", None)
    bad("missing-tag-shapes", "no section of tag layouts", "container.8", lambda b: b.sections.pop(3), "SECTION_MALFORMED", None)
    bad("missing-states", "a game without Result tag needs a marker in its state", "container.11",
        lambda b: b.sections.pop(2), "SECTION_MALFORMED", None)


def section_faults(files):
    def bad(name, title, rule, kind, nth, stored, error, at=True, **fields):
        def change(block):
            section = block.section(kind, nth)
            section.stored = section.stored if stored is None else stored
            [setattr(section, k, v) for k, v in fields.items()]

        block = full_block()
        meaning = block.section(kind, nth).meaning
        files.bad(name, title, rule, "every-section", with_block(block, change), error, meaning if at else None)

    # Ids never change: these sections keep ids with an earlier name.
    id_names = {"tag_layouts": "tag-shapes", "comment_text": "texts", "unparsed_text": "rests"}
    for kind in range(fb.PLIES, fb.UNPARSED_TEXT + 1):
        if kind not in (fb.MOVE_SIZES, 6):
            name = id_names.get(fb.KINDS[kind], fb.KINDS[kind].replace("_", "-"))
            bad(f"section-checksum-{name}", f"the checksum of the section {fb.KINDS[kind]} is wrong", "container.6",
                kind, 0, None, "CHECKSUM_SECTION", crc=0)
    bad("plies-sum", "the plies of the games do not add up to those of the block", "container.6", fb.PLIES, 0,
        fb.column([3, 0]), "SECTION_MALFORMED", at=False)
    bad("plies-trailing", "a byte after the plies", "container.8", fb.PLIES, 0, fb.column([2, 0]) + b"\0", "TRAILING_BYTES")
    bad("moves-too-short", "fewer bytes of moves than plies", "container.10", fb.MOVES, 0, b"\xc0", "TRUNCATED", at=False)
    bad("moves-too-long", "more bytes of moves than plies", "container.10", fb.MOVES, 0, b"\xc0\xc0\xc0", "SECTION_MALFORMED",
        at=False)
    bad("moves-illegal", "a code that stands for no move", "byte.20", fb.MOVES, 0, b"\xc0\x0a", "MOVE_MALFORMED", at=False)
    bad("state-unknown-marker", "a marker that does not exist", "container.11", fb.STATES, 0, fb.column([48, 9]),
        "SECTION_MALFORMED", at=False)
    bad("state-start-3", "start 3 does not exist", "container.11", fb.STATES, 0, fb.column([3, 9]), "SECTION_MALFORMED", at=False)
    bad("state-start-3-and-marker", "start 3 does not exist, and the marker does", "container.11", fb.STATES, 0, fb.column([11, 9]),
        "SECTION_MALFORMED", at=False)
    bad("state-fen-without-tag", "the state says FEN, but there is no such tag", "container.11", fb.STATES, 0, fb.column([1, 9]),
        "SECTION_MALFORMED", at=False)
    bad("state-standard-with-fen-tag", "the state says standard start, but there is a FEN tag", "container.11", fb.STATES, 0,
        fb.column([0, 8]), "SECTION_MALFORMED", at=False)
    bad("fen-unplayable", "the FEN tag holds no playable position", "container.11", fb.TAG_VALUES, 3, fb.strings([b"8/8 w"]),
        "SECTION_MALFORMED", at=False)
    for name, title, fields in [
        ("tags", "a continuation with a tag", {"tags": [b"White"]}),
        ("plies", "a continuation with plies", {"plies": 2}),
        ("tokens", "a continuation with a token", {"tokens": bytes.fromhex("11")}),
    ]:
        files.bad(f"continuation-with-{name}", title, "container.11", "continuation", File(continued_block([8, 12], **fields)),
                  "SECTION_MALFORMED", None)
    bad("names-count", "fewer names than the section says", "tags.8", fb.NAMES, 0, fb.varint(3) + fb.strings([b"Ann", b"Bob"]), "TRUNCATED",
        at=False)
    bad("names-huge-count", "a huge number of names", "limits.2", fb.NAMES, 0, fb.varint((1 << 22) + 1), "LIMIT_EXCEEDED")
    bad("names-trailing", "a byte after the names", "tags.8", fb.NAMES, 0, names(b"Ann", b"Bob") + b"\0", "TRAILING_BYTES")
    bad("name-number", "a number above those of the names", "tags.5", fb.TAG_VALUES, 0, fb.column([0, 2]), "TAGS_MALFORMED")
    files.bad("names-missing", "columns of names, and no names", "tags.5 container.8", "every-section",
              with_block(full_block(), lambda b: b.sections.pop()), "TAGS_MALFORMED", None)
    bad("unknown-tag-encoding", "tag encoding 8", "tags.5", fb.TAG_VALUES, 0, None, "UNSUPPORTED_ENCODING", param=8)
    bad("shape-of-game", "a tag layout that is not listed", "tags.3", fb.TAG_LAYOUTS, 0,
        fb.tag_layouts([b"White", b"Black", b"Result", b"FEN"], [[0, 1, 2], [0, 1, 2, 3]], [0, 2]), "TAGS_MALFORMED")
    bad("shape-name", "a tag name that is not listed", "tags.3", fb.TAG_LAYOUTS, 0,
        fb.tag_layouts([b"White", b"Black", b"Result", b"FEN"], [[0, 1, 4], [0, 1, 2, 3]], [0, 1]), "TAGS_MALFORMED")
    bad("shapes-huge-count", "a huge number of tag names", "limits.2", fb.TAG_LAYOUTS, 0, fb.varint(1 << 40), "LIMIT_EXCEEDED")
    bad("annotations-unknown-token", "a token of a kind that does not exist", "annotations.3", fb.ANNOTATIONS, 0,
        fb.column([1, 0]) + b"\x0f", "ANNOTATION_MALFORMED", at=False)
    bad("variation-codec-slots", "variations of slots, a line codec", "annotations.5 codecs.8", fb.ANNOTATIONS, 0, None,
        "UNSUPPORTED_CODEC", param=128)
    bad("variation-codec", "variations of an unknown codec", "annotations.5", fb.ANNOTATIONS, 0, None, "UNSUPPORTED_CODEC", param=200)
    bad("texts-left-over", "text left over", "annotations.4", fb.COMMENT_TEXT, 0, fb.column([3, 0]) + b"hmm",
        "ANNOTATION_MALFORMED", at=False)
    bad("texts-too-short", "less text than the tokens need", "annotations.4", fb.COMMENT_TEXT, 0, fb.column([1, 0]) + b"h",
        "ANNOTATION_MALFORMED", at=False)
    bad("rests-count", "unparsed text of fewer games than the block has", "container.8", fb.UNPARSED_TEXT, 0, fb.strings([b"Nf9"]), "TRUNCATED", at=False)
    bad("zstd-not-a-frame", "a compressed section that is no zstd frame", "container.9", fb.TAG_LAYOUTS, 0, None,
        "SECTION_MALFORMED", compression=1)
    bad("zstd-too-short", "a zstd frame with less than announced", "container.9", fb.COMMENT_TEXT, 0,
        fb.zstd_frame(fb.column([2, 0]) + b"hm"), "SECTION_MALFORMED", compression=1, raw_len=6)
    bad("zstd-too-long", "a zstd frame with more than announced", "container.9", fb.COMMENT_TEXT, 0,
        fb.zstd_frame(bytes(100), 1), "SECTION_MALFORMED", compression=1, raw_len=5)
    texts = fb.column([2, 0]) + b"hm"
    frame = fb.zstd_frame(texts)
    for name, title, stored in [
        ("two-frames", "two zstd frames, of which each holds a part", fb.zstd_frame(texts[:3]) + fb.zstd_frame(texts[3:])),
        ("empty-frame-after", "an empty zstd frame after the first", frame + fb.zstd_frame(b"")),
        ("skippable-before", "a skippable frame before the zstd frame", fb.skippable_frame(b"hm") + frame),
        ("skippable-after", "a skippable frame after the zstd frame", frame + fb.skippable_frame(b"hm")),
        ("byte-after", "a byte after the zstd frame", frame + b"\0"),
    ]:
        bad(f"zstd-{name}", title, "container.9", fb.COMMENT_TEXT, 0, stored, "SECTION_MALFORMED", compression=1, raw_len=len(texts))
    bad("column-too-wide", "a column with a width above 4", "wire.4", fb.PLIES, 0, b"\x05" + bytes(10), "SECTION_MALFORMED")
    bad("column-wider-than-needed", "a column whose upper bytes are all 0", "wire.4", fb.PLIES, 0, b"\x02\x02\0\0\0",
        "SECTION_MALFORMED")


class Bare(fb.Footer):
    """A footer whose body has no bytes."""

    def __init__(self):
        super().__init__([])

    def lists(self):
        return []


def footer_faults(files):
    base = File(bare_block())

    def bad(name, title, rule, change, error, at):
        files.bad(name, title, rule, "one-game", changed(base, change), error, at)

    field = lambda **fields: lambda f: [setattr(f.footer, key, value) for key, value in fields.items()]
    bad("footer-checksum", "the checksum of the footer is wrong", "container.12", field(crc=0), "CHECKSUM_FOOTER", "footer")
    bad("footer-magic", "the footer begins with a wrong magic", "container.12", field(magic=b"PLYG"), "FOOTER_MISSING", "footer")
    size, high = base.footer.size(), 2**24
    bad("footer-body-length", "the length of the body is not that of the footer", "container.12", field(body_len=size - 13), "FOOTER_MISSING", "footer")
    bad("footer-body-length-high-byte", "the length of the body differs in its highest byte", "container.12", field(body_len=size - 12 + high), "FOOTER_MISSING", "footer")
    bad("footer-without-body", "a footer of 12 bytes, which has no body", "container.12 container.13", lambda f: setattr(f, "footer", Bare()), "TRUNCATED", None)
    bad("blocks-too-many", "one block more than is listed", "container.13", field(count=2), "LIMIT_EXCEEDED", "number of blocks")
    bad("blocks-huge-count", "a huge number of blocks", "container.13", field(count=1 << 60), "LIMIT_EXCEEDED", "number of blocks")
    bad("blocks-too-few", "one block less than is listed", "container.13", field(count=0), "LIMIT_EXCEEDED", None)
    bad("footer-trailing", "bytes after the last entry", "container.13", field(tail=b"\0"), "TRAILING_BYTES", "left over")
    block = bare_block()
    crc, size = fb.u32(block.header_crc()), block.size()

    def entry(*numbers, crc=crc, attributes=0):
        parts = [(b"".join(map(fb.varint, [*numbers, attributes])), "gap, length, games, plies, attributes"), (crc, "checksum of its block header")]
        return field(entries=parts, count=1)

    bad("block-past-the-footer", "a block that ends after the footer's start", "container.13", entry(0, size + 1, 1, 0),
        "FOOTER_MALFORMED", "gap, length")
    bad("block-gap-overflows", "a gap of 2^64 - 1", "container.13", entry((1 << 64) - 1, size, 1, 0), "FOOTER_MALFORMED",
        "gap, length")
    bad("block-games-limit", "too many games in one block", "limits.1", entry(0, size, 65537, 0), "LIMIT_EXCEEDED", None)
    bad("block-head-not-listed", "the header checksum of another block", "container.13", entry(0, size, 1, 0, crc=fb.u32(1)),
        "BLOCK_MALFORMED", "block")
    bad("block-length-not-listed", "a length that is not the block's", "container.13", entry(0, size - 1, 1, 0),
        "BLOCK_MALFORMED", "block")
    bad("block-games-not-listed", "a number of games that is not the block's", "container.13", entry(0, size, 2, 0),
        "BLOCK_MALFORMED", "block")
    bad("block-plies-not-listed", "a number of plies that is not the block's", "container.13", entry(0, size, 1, 1),
        "BLOCK_MALFORMED", "block")
    empty = bare_block()
    empty.games = 0
    listed = entry(0, empty.size(), 1, 0, crc=fb.u32(empty.header_crc()))
    bad("block-listed-without-games", "a block is listed with 0 games", "container.13", entry(0, size, 0, 0), "FOOTER_MALFORMED", None)
    bad("block-attributes", "attributes that do not exist", "container.13", entry(0, size, 1, 0, attributes=2), "FOOTER_MALFORMED", None)
    files.bad("no-games-in-block", "a block without games", "container.6", "one-game", changed(File(empty), listed), "BLOCK_MALFORMED",
              "games, plies")
    bad("block-elsewhere", "the offset of the block is one byte too small", "container.13", entry(1, size - 1, 1, 0), "BLOCK_MALFORMED",
        base.offset("block") + 1)


def huge_file(files):
    entries = [(fb.varint(0) + fb.varint(0) + fb.varint(1 << 12) + fb.varint(1 << 16) + fb.varint(0), "a block of 0 bytes"),
               (fb.u32(0), "its checksum")]
    file = File()
    file.footer.entries, file.footer.count = entries * 40, 40
    files.bad("empty-blocks", "blocks of 0 bytes that claim as much as they may", "container.13 limits.7", "no-games", file,
              "FOOTER_MALFORMED", "a block of 0 bytes")


def recovered_files(chapter):
    """Files with corrupt headers or footers, and what can be recovered from them (container.16)."""

    def add(name, title, file, games, source="two-blocks"):
        chapter.add(name, title, "container.16 limits.11", "recover-file", **{"from": f"container/{source}"},
                    input=file.input() if isinstance(file, File) else file, expect={"games": games})

    two = File(full_block(), names_block())
    add("recover-without-footer", "the footer is missing", changed(two, lambda f: setattr(f, "footer", None)), FULL + [THIRD])
    add("recover-header-checksum", "the checksum of the file header is wrong", changed(two, lambda f: setattr(f.header, "crc", 0)),
        FULL + [THIRD])
    add("recover-after-garbage", "bytes between two blocks, and no footer",
        changed(two, lambda f: (f.items.insert(1, b"PLYB garbage"), setattr(f, "footer", None))), FULL + [THIRD])
    add("recover-first-block-lost", "the header of the first block is corrupt: the second block is read by itself",
        changed(two, lambda f: (setattr(f.items[0], "crc", 0), setattr(f, "footer", None))), [THIRD])
    cut = two.input()
    kept = max(i for i, (_, meaning) in enumerate(cut) if meaning == "block")
    add("recover-last-block-cut", "the file ends in the header of the last block", cut[:kept + 4], FULL)
    code = run_code(["e2e4", "e7e5"], ["d2d4"], ["g1f3"]) + bytes(6)
    chapter.add("recover-run-longer", "bytes too many at the end of a run: only its last game cannot be read", "codecs.4 container.16", "recover-file",
                **{"from": "container/run"}, needs=["codecs/tight"],
                input=changed(File(games_block([2, 1, 1], [code], TIGHT)), lambda f: setattr(f, "footer", None)).input(),
                expect={"games": [game(moves=["e2e4", "e7e5"]), game(moves=["d2d4"])]})
    add("recover-cut-append", "the file ends in the second footer: blocks after the first footer are found", appended().input()[:-1], FULL + [THIRD], "appended")


def make(*more):
    """Each of `more` adds files."""
    chapter = Chapter("container")
    files = Files(chapter)
    good_files(files)
    header_faults(files)
    head_faults(files)
    section_faults(files)
    run_faults(files)
    footer_faults(files)
    huge_file(files)
    recovered_files(chapter)
    for add in more:
        add(files)
    chapter.save()
    versions()


def versions():
    chapter = Chapter("versions")

    def add(name, title, rules, op, where, versions, error=None, at=None):
        file = File(bare_block())
        (file.header if where == "header" else file.footer).versions = versions
        place = None if at is None else file.offset("write version", 0 if where == "header" else 1)
        fields = {"from": "container/one-game"} if error else {"expect": {"games": [BARE]}}
        chapter.add(name, title, rules, op, **fields, input=file.input(), error=error, at=place)

    v = fb.Versions
    for where in ["header", "record"]:
        add(f"{where}-newer-write-version", f"{where}: written by a newer format, readable by this one", "versions.3",
            "decode-file", where, v(write=0x0100))
        add(f"{where}-newer-read-version", f"{where}: needs a reader of format 0.11", "versions.2", "decode-file", where,
            v(write=11, read=11), "UNSUPPORTED_VERSION", True)
        add(f"{where}-next-major", f"{where}: needs a reader of format 1.0", "versions.2", "decode-file", where,
            v(write=0x0100, read=0x0100), "UNSUPPORTED_VERSION", True)
        for old in (1, 2, 3, 4, 8, 9):
            add(f"{where}-format-0-{old}", f"{where}: of format 0.{old}", "versions.9", "decode-file", where, v(write=old, read=old),
                "UNSUPPORTED_VERSION", True)
        add(f"{where}-known-features", f"{where}: all features that exist, needed or not", "versions.4", "decode-file", where,
            v(required=5))
        add(f"{where}-required-feature-reserved", f"{where}: the required feature of bit 1, which is reserved", "versions.4", "decode-file", where,
            v(required=fb.RESERVED), "UNSUPPORTED_FEATURE", True)
        add(f"{where}-required-feature", f"{where}: a required feature that does not exist", "versions.4", "decode-file", where,
            v(required=8), "UNSUPPORTED_FEATURE", True)
        add(f"{where}-old-version-unknown-feature", f"{where}: of format 0.4, with an unknown feature: the version comes first",
            "versions.9", "decode-file", where, v(write=4, read=4, required=8), "UNSUPPORTED_VERSION", True)
        add(f"{where}-required-feature-last", f"{where}: the last required feature", "versions.4", "decode-file", where,
            v(required=1 << 31), "UNSUPPORTED_FEATURE", True)
        add(f"{where}-optional-features", f"{where}: optional features that do not exist are ignored", "versions.4",
            "decode-file", where, v(optional=0xFFFFFFFF))
    add("append-same-version", "games may be added to a file of this version", "versions.3", "append-file", "record", v())
    add("append-newer-write-version", "nothing is added to a file of a newer format", "versions.3", "append-file", "record",
        v(write=11), "UNSUPPORTED_VERSION")
    add("append-newer-header", "games are added to a file of which the header alone has a newer write version", "versions.3 versions.6", "append-file", "header", v(write=11))
    for name, write in [("signed", 0x800A), ("major", 0x0100), ("minor", 0x00FF)]:
        add(f"append-write-version-{name}", f"nothing is added to a file of the write version {write:04X}", "versions.3", "append-file", "record", v(write=write), "UNSUPPORTED_VERSION")
    for where in ("header", "record"):
        for read in (0x010A, 0x0A00, 0x800A, 0xFFFF):
            add(f"{where}-read-version-{read:04x}", f"{where}: the read version {read:04X}", "versions.1 versions.2", "decode-file", where, v(write=read, read=read), "UNSUPPORTED_VERSION")
    versions_of_records(chapter)
    chapter.save()


def versions_of_records(chapter):
    """versions.6: the versions of the record in force count, whatever the other record and the file header say."""
    def add(name, title, rules, versions, op="decode-file", error=None, in_force=False):
        file = appended()
        file.settle()
        file.records[file.in_force() ^ (not in_force)].versions = versions
        fields = {"from": "container/appended"} if error else {"expect": {"games": FULL + [THIRD]}}
        chapter.add(name, title, rules, op, **fields, needs=["annotations"], input=file.input(), error=error)

    v = fb.Versions
    add("append-newer-other-record", "games are added to a file: only the record that is not in force has a newer write version", "versions.3 versions.6", v(write=11), "append-file")
    add("other-record-newer", "the record that is not in force is of a later version", "container.15 versions.6", v(11, 11))
    add("other-record-older", "the record that is not in force is of format 0.9", "container.15 versions.6", v(9, 9))
    add("other-record-feature", "the record that is not in force has an unknown feature", "container.15 versions.6", v(required=8))
    add("record-in-force-newer", "only the record in force is of a later version", "container.15 versions.6", v(11, 11), error="UNSUPPORTED_VERSION", in_force=True)
    add("record-in-force-feature", "only the record in force has an unknown feature", "container.15 versions.6", v(required=8), error="UNSUPPORTED_FEATURE", in_force=True)
    file = appended()
    file.header.versions = v(required=5, optional=7)
    chapter.add("header-features-differ", "the header has features that the records do not have", "versions.6", "decode-file", needs=["annotations"], input=file.input(),
                expect={"games": FULL + [THIRD]})
