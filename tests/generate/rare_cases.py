"""Vectors of file headers, blocks and lists of footers in cases that are rare: bounds at one side only, empty things with errors, order of lists."""

import container_cases as cc
import file_bytes as fb
import noted_cases
from file_bytes import AS_WRITTEN, DELETED, EDITS, REPLACED, File, Section
from footer_cases import Append, appended, games, one, replacing, some
from start_cases import FEN, KINGS, NONE
from start_cases import block as one_game
from vector_file import pieces

S, M = "SECTION_MALFORMED", "FOOTER_MALFORMED"


START = File().bytes()[:32]


def headers(files):
    """container.2: files that end within the header."""
    for name, title, data, error in [
        ("no-bytes", "a file of no bytes", b"", "TRUNCATED"),
        ("short-other-magic", "ten bytes, of which the first four are those of the magic", START[:4] + b"\n\x1a\n\0\x0a\0", "NOT_PLYPACK"),
        ("five-bytes", "five bytes, of which the last is not that of the magic", START[:4] + b"\n", "NOT_PLYPACK"),
        ("magic-and-no-more", "the magic, and nothing after it", START[:8], "TRUNCATED"),
        ("31-bytes", "a file header without its last byte", START[:31], "TRUNCATED"),
    ]:
        files.chapter.add(f"header-of-{name}", title, "container.2", "decode-file", **{"from": "container/no-games"}, input=pieces((data, title)), error=error)
    header = bytearray(START)
    header[24] = 1
    files.chapter.add("append-refused-reserved", "a reserved byte of the file header is not 0", "container.4 container.17", "append-file", **{"from": "container/one-game"},
        input=pieces((bytes(header[:28]) + fb.u32(fb.crc32c(bytes(header[:28]))) + File(one("a")).bytes()[32:], "the file")), error="HEADER_MALFORMED")


def block_headers(files):
    """container.6, limits.2, limits.5: rules that hold for each section, known or not."""
    def bad(name, title, rules, error, block):
        files.bad(name, title, rules, "one-game", File(block), error)

    skipped = lambda **fields: cc.bare_block(extra=[Section(99, b"new", "something new", **fields)])
    bad("stored-longer-than-raw", "an uncompressed section that is stored in more bytes than it has", "container.6", "BLOCK_MALFORMED", skipped(raw_len=2))
    bad("skipped-section-lengths", "an uncompressed section that is skipped, of two lengths", "container.6 container.7", "BLOCK_MALFORMED", skipped(raw_len=4))
    files.good("unknown-compression-lengths", "a section that is skipped, of two lengths, whose compression would be 0 in 8 bits", "container.6 container.7",
        File(skipped(raw_len=5, compression=256)), [cc.BARE])
    bad("skipped-section-ratio", "a section that is skipped, of an unknown compression, and with a raw length above its limit", "limits.2", "LIMIT_EXCEEDED",
        skipped(raw_len=2**20 + 256 * 3 + 1, compression=7))
    files.good("skipped-section-ratio-at", "the same at the limit", "limits.2", File(skipped(raw_len=2**20 + 256 * 3, compression=7)), [cc.BARE])
    for more, error in [(0, S), (1, "LIMIT_EXCEEDED")]:
        block = cc.bare_block()
        block.sections, block.plies = [section for section in block.sections if section.kind != fb.MOVES], 2**16 + more
        bad(f"plies-without-moves-{'above' if more else 'at'}", f"a block of {2**16 + more} plies without a section of moves", "container.8 limits.5", error, block)
    for codec in (13, 127, 128, 255):
        file = File(cc.bare_block(param=codec))
        file.footer.versions.required = 0
        files.bad(f"codec-{codec}-without-feature", f"codec {codec}, which is not known, and no feature: it needs none", "codecs.1 versions.10", "one-game", file, "UNSUPPORTED_CODEC")


def section_bytes(files):
    """container.9, container.10: sections of no bytes are read like others."""
    def bad(name, title, rules, error, **fields):
        block = cc.bare_block()
        for key, value in fields.items():
            setattr(block.section(fb.MOVES), key, value)
        files.bad(name, title, rules, "one-game", File(block), error)

    bad("empty-section-checksum", "the checksum of a section of no bytes is wrong", "container.9", "CHECKSUM_SECTION", crc=1)
    bad("zstd-of-no-bytes", "a compressed section of no bytes is no zstd frame", "container.9", S, compression=1, raw_len=0)
    bad("zstd-of-nothing-malformed", "a compressed section without content that is no zstd frame", "container.9", S, compression=1, raw_len=0, stored=b"moves")
    bad("zstd-too-long-of-none", "a zstd frame with a byte, and the raw length 0", "container.9", S, compression=1, raw_len=0, stored=fb.zstd_frame(b"\xc0"))
    block = cc.bare_block()
    moves = block.section(fb.MOVES)
    moves.compression, moves.raw_len, moves.stored = 1, 0, fb.zstd_frame(b"")
    files.good("zstd-empty", "moves of no bytes in a zstd frame", "container.9", File(block), [cc.BARE])
    sizes = cc.games_block([1, 1], [b"\xc0", b"\xc0"], 3)
    sizes.section(fb.MOVE_SIZES).stored = fb.column([0, 0])
    files.bad("move-sizes-of-zeros", "the sizes of the moves are all 0", "container.10", "move-sizes", File(sizes), S)
    sizes = cc.games_block([1, 1], [b"\xc0", b"\xc0"], 3)
    e4 = cc.game(moves=["e2e4"])
    files.good("move-sizes-without-need", "sizes of moves that are the default ones", "container.10", File(sizes), [e4, e4])
    frame = bytearray(fb.zstd_frame(fb.strings([b"x"])))
    frame[4] |= 1  # the number of a dictionary follows, in one byte (RFC 8878, 3.1.1.1); 0 is none
    frame.insert(5, 0)
    text = Section(fb.UNPARSED_TEXT, bytes(frame), "unparsed text: x", compression=1, raw_len=len(fb.strings([b"x"])))
    files.good("zstd-dictionary-0", "a zstd frame with the number 0 of a dictionary, which is none", "container.9", File(cc.bare_block(extra=[text])), games("x"))
    frame[5] = 1
    text = Section(fb.UNPARSED_TEXT, bytes(frame), "unparsed text: x", compression=1, raw_len=len(fb.strings([b"x"])))
    files.bad("zstd-dictionary-1", "a zstd frame with a dictionary", "container.9", "one-game", File(cc.bare_block(extra=[text])), S)
    frame = lambda descriptor, *blocks: bytes.fromhex("28b52ffd") + descriptor + b"".join(blocks)
    stored = lambda content, last=0: (last | len(content) << 3).to_bytes(3, "little") + content
    repeated = lambda byte, count, last=0: (last | 2 | count << 3).to_bytes(3, "little") + byte
    text = fb.strings([b"x" * 40])
    for name, title, data in [
        ("without-size", "a zstd frame that does not tell the size of its content", frame(b"\0\0", stored(text, 1))),
        ("of-blocks", "a zstd frame of a stored block, a repeated byte, and an empty block", frame(b"\x20" + bytes([len(text)]), stored(text[:2]), repeated(b"x", 40), stored(b"", 1))),
        ("size-of-8-bytes", "a zstd frame with the size of its content in eight bytes", frame(b"\xe0" + len(text).to_bytes(8, "little"), stored(text, 1))),
    ]:
        packed = Section(fb.UNPARSED_TEXT, data, "unparsed text: 40 times x", compression=1, raw_len=len(text))
        files.good(f"zstd-{name}", title, "container.9", File(cc.bare_block(extra=[packed])), games("x" * 40))
    e4s = [b"\xc0", b"\xc0"]
    for name, sizes, error in [("too-much-for-the-first", [2, 0], "TRAILING_BYTES"), ("too-little-for-the-first", [0, 2], "TRUNCATED")]:
        block = cc.games_block([1, 1], e4s, 3)
        block.section(fb.MOVE_SIZES).stored = fb.column(sizes)
        files.bad(f"move-sizes-{name}", f"sizes {sizes} of two games of a ply each", "container.10 codecs.2", "move-sizes", File(block), error)
    files.good("section-kind-of-64-bits", "a section of kind 2^64 - 1, with a param of 2^64 - 1, is skipped", "container.7",
        File(cc.bare_block(extra=[Section(2**64 - 1, b"new", "something new", param=2**64 - 1)])), [cc.BARE])


def states(files):
    """container.11"""
    rules = "container.11"
    for bit in (16, 24, 31):
        files.bad(f"state-bit-{bit}", f"bit {bit} of a state", rules, "every-section", File(one_game(1 << bit | NONE, [])), S)
    files.bad("empty-fen-tag-and-standard-start", "an empty FEN tag, and the standard start", rules, "every-section", File(one_game(NONE, [("FEN", "")])), S)
    many = [(f"T{n}", "x") for n in range(40)]
    tags = [*many, ("FEN", KINGS), ("Result", "1-0")]
    files.good("fen-and-result-after-many", "FEN and Result tags after 40 others", rules, File(one_game(1, tags)), [cc.game(tags, start="fen", termination="1-0")])
    files.bad("fen-after-many", "a FEN tag after 40 others, and the standard start", rules, "every-section", File(one_game(NONE, [*many, ("FEN", KINGS)])), S)
    files.bad("continuation-with-raw-line", "a continuation with a raw line", rules, "continuation", File(cc.continued_block([8, 12], tags=[b""])), S)
    first = one_game(FEN, [("FEN", KINGS)])
    first.sections = [section for section in first.sections if section.kind != fb.STATES]
    files.bad("fen-tag-without-states", "a FEN tag, and no section of states", rules, "every-section", File(first), S)
    second = one_game(0, [("Result", "0-1")])
    second.sections = [section for section in second.sections if section.kind != fb.STATES]
    files.good("states-absent", "a Result tag, and no section of states", "container.8 container.11", File(second), [cc.game([("Result", "0-1")], termination="0-1")])
    for name, tag, value, state, encoding, data, shown in [
        ("result-of-dictionary", "Result", "1-0", 0, 1, fb.varint(1) + fb.strings([b"1-0"]) + fb.column([0]), {"termination": "1-0"}),
        ("result-as-string", "Result", "1/2-1/2", 0, 5, fb.column([0]) + fb.strings([b"1/2-1/2"]), {"termination": "1/2-1/2"}),
        ("result-as-code", "Result", "0-1", 0, 6, fb.column([0]) + fb.strings([b"0-1"]), {"termination": "0-1"}),
        ("fen-of-dictionary", "FEN", KINGS, FEN, 1, fb.varint(1) + fb.strings([KINGS.encode()]) + fb.column([0]), {"start": "fen"}),
        ("fen-as-date", "FEN", KINGS, FEN, 4, fb.column([0]) + fb.strings([KINGS.encode()]), {"start": "fen"}),
    ]:
        block = one_game(state, [(tag, value)])
        section = block.section(fb.TAG_VALUES)
        section.param, section.stored = encoding, data
        files.good(f"state-{name}", f"the tag {tag} in encoding {encoding}", "container.11 tags.5", File(block), [cc.game([(tag, value)], **shown)])
    files.good("state-unreadable-with-marker-of-tag", "an unreadable start, and the marker of the Result tag", "container.11", File(one_game(2, [("Result", "1-0")])),
        [cc.game([("Result", "1-0")], start="unreadable", termination="1-0")])


def orders(files):
    """container.7, container.8: sections in other orders, and text that no token takes."""
    block = cc.full_block()
    block.sections = [section for section in block.sections if section.kind == fb.TAG_VALUES] + [section for section in reversed(block.sections) if section.kind != fb.TAG_VALUES]
    files.good("sections-in-reverse", "the sections in reverse order, the columns of tags first, in their order", "container.7 container.8", File(block), cc.FULL)
    block = noted_cases.block()
    block.sections.reverse()
    files.good("sections-of-values-in-reverse", "value codes, values, annotations and the others, in reverse order", "container.7 values.5", File(block), [noted_cases.GAME])
    two = some("", "")
    two.sections += [Section(fb.ANNOTATIONS, fb.strings([b"\x22", b""]), "annotations: a comment of the first game", param=3),
                     Section(fb.COMMENT_TEXT, fb.strings([b"hm", b"x"]), "comment text: hm, and x of the second game")]
    files.bad("comment-text-of-a-second-game-without-tokens", "comment text of two games, of which the second has no tokens", "annotations.4 container.8", "every-section", File(two),
        "ANNOTATION_MALFORMED")


def edits(files):
    """container.14: what the footers together say."""
    rules = "container.13 container.14"
    abc = some("a", "b", "c")
    file = appended(Append(replacing(one("A")), abc, edits=[(0, REPLACED)]))
    files.good("replacement-before-its-game", "a block of replacements before the block of the replaced game", rules, file, games("A", "b", "c"))
    shared = appended(Append(abc, replacing(one("X")), edits=[(0, REPLACED)]), Append(edits=[(2, REPLACED)]))
    files.bad("replacement-of-two-games-in-two-appends", "a later append names a replacement for another game, too", "container.14", "deleted-game", shared, M)
    handed = appended(Append(abc, replacing(one("X")), edits=[(0, REPLACED)]), Append(edits=[(0, DELETED), (2, REPLACED)]))
    files.good("replacement-of-deleted-game-handed-on", "a replaced game is deleted, and its replacement stands for another", rules, handed, games(None, "b", "X"))
    same = appended(Append(abc, replacing(one("X")), edits=[(0, REPLACED)]), Append(edits=[(0, REPLACED)]))
    files.good("replaced-by-the-same-again", "two appends replace a game by the same one", rules, same, games("X", "b", "c"))
    files.good("all-games-deleted", "all games are deleted, in two blocks", rules, appended(Append(some("a", "b"), one("c"), edits=[(0, DELETED), (1, DELETED), (2, DELETED)])), [None] * 3)
    two = appended(Append(abc), Append(replacing(some("x", "y")), one("d"), replacing(one("z")), edits=[(0, REPLACED + 2), (1, REPLACED + 1), (3, REPLACED)]))
    files.good("replacements-of-two-blocks", "replacements of two blocks, between which is an ordinary one", rules, two, games("z", "y", "c", "x"))
    later = appended(Append(abc, replacing(one("x"))), Append(one("d"), replacing(some("y", "z")), edits=[(1, REPLACED + 2), (3, REPLACED)]))
    files.good("replacements-of-two-appends", "replacements are counted through the blocks of two appends", rules, later, games("a", "z", "c", "x"))
    back = appended(Append(abc), Append(edits=[(1, DELETED)]), Append(replacing(one("B")), edits=[(1, REPLACED)]))
    files.good("deleted-then-replaced", "a game is deleted, and replaced by a later footer", rules, back, games("a", "B", "c"))
    back = appended(Append(abc), Append(replacing(one("B")), edits=[(1, REPLACED)]), Append(edits=[(1, AS_WRITTEN)]))
    files.good("replaced-then-restored", "a game is replaced, and given as it was written by a later footer", rules, back, games("a", "b", "c"))
    newest = appended(Append(one("a")), Append(one("b")))
    newest.footer.versions = fb.Versions(optional=1 << 20 | 1)
    files.chapter.add("append-to-features-of-the-record-in-force", "games are added to a file: its record in force has optional features that the other one does not have",
        "container.17 versions.5 versions.6", "append-file", input=newest.input(), expect={"games": games("a", "b")})
    file = File(one("a"))
    file.header.versions, file.footer = fb.Versions(11, 10), None
    files.recovered("recover-newer-write-version", "a later write version in the file header, and no footer", file.bytes(), games("a"))
    only = appended(Append(replacing(some("x", "y"))))
    files.good("replacements-alone", "a file of nothing but replacements", rules, only, [])


def add(files):
    for part in (headers, block_headers, section_bytes, states, orders, edits):
        part(files)
