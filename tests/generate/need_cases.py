"""Vectors of what an error costs (limits.11): games that need nothing of a bad part, and games that nobody reads; and of sections that are skipped."""

import chess

import container_cases as cc
import file_bytes as fb
import move_codes as mc
import run_edges
import tight
from file_bytes import DELETED, REPLACED, Block, File, Section
from footer_cases import Append, appended, games, one, replacing, some
from run_edges import KING

WHITE, EVENT = [("White", "a")], [("Event", "b")]


def two_games(*columns, extra=(), states=(8, 8)):
    """A game with a tag White, and one with a tag Event; `columns` are encoding and content."""
    return Block(2, 2, [
        Section(fb.PLIES, fb.column([1, 1]), "plies of the games"),
        Section(fb.MOVES, b"\xc0\xb0", "e4; d4", param=3),
        Section(fb.STATES, fb.column([*states]), "states"),
        Section(fb.TAG_LAYOUTS, fb.tag_layouts([b"White", b"Event"], [[0], [1]], [0, 1]), "tag names and layouts"),
        *[Section(fb.TAG_VALUES, content, f"{name}: encoding {encoding}", param=encoding) for name, (encoding, content) in zip(("White", "Event"), columns)],
        *extra,
    ])


TEXT_A, TEXT_B = (0, fb.strings([b"a"])), (0, fb.strings([b"b"]))
FIRST, SECOND = cc.game(WHITE, ["e2e4"]), cc.game(EVENT, ["d2d4"])


def with_checksum(block, kind, nth=0):
    """The block with a wrong checksum of a section."""
    block.section(kind, nth).crc = 0
    return block


def both(files, name, title, rules, file, error, left, needs=None):
    """A bad file, and the games that can be read of it."""
    source = {"from": "container/every-section"}
    files.chapter.add(name, title, rules, "decode-file", **source, needs=needs, input=file.input(), error=error)
    files.chapter.add(f"recover-{name}", f"{title}; which games can be read", rules, "recover-file", **source, needs=needs, input=file.input(), expect={"games": left})


def columns(files):
    def add(name, title, block, error, left, rules="limits.11 tags.5"):
        both(files, f"need-{name}", title, rules, File(block), error, left)

    add("first-column", "the checksum of a column is wrong: the other game lacks the tag", with_checksum(two_games(TEXT_A, TEXT_B), fb.TAG_VALUES), "CHECKSUM_SECTION", [SECOND])
    add("second-column", "the checksum of the last column is wrong", with_checksum(two_games(TEXT_A, TEXT_B), fb.TAG_VALUES, 1), "CHECKSUM_SECTION", [FIRST])
    add("column-index", "an index beyond a dictionary", two_games(TEXT_A, (1, fb.varint(1) + fb.strings([b"b"]) + fb.column([1]))), "TAGS_MALFORMED", [FIRST])
    add("column-cut", "a column ends early", two_games((0, fb.column([2]) + b"a"), TEXT_B), "TRUNCATED", [SECOND])
    names = Section(fb.NAMES, cc.names(b"a"), "names: a")
    by_name = lambda: two_games((2, fb.column([0])), TEXT_B, extra=[names])
    add("names", "the checksum of the names is wrong: a game has none of them", with_checksum(by_name(), fb.NAMES), "CHECKSUM_SECTION", [SECOND], "limits.11 tags.8")
    start = Block(3, 3, [
        Section(fb.PLIES, fb.column([1, 1, 1]), "plies of the games"), Section(fb.MOVES, b"\xc0\x01\xb0", "e4; Kf2; d4", param=3), Section(fb.STATES, fb.column([8, 9, 8]), "states"),
        Section(fb.TAG_LAYOUTS, fb.tag_layouts([b"FEN"], [[], [0]], [0, 1, 0]), "tag names and layouts"), Section(fb.TAG_VALUES, fb.strings([KING.encode()]), "FEN: text", crc=0),
    ])
    add("fen-column", "the checksum of the column of FEN is wrong: the games from the standard start can be read", start, "CHECKSUM_SECTION",
        [cc.game(moves=["e2e4"]), cc.game(moves=["d2d4"])], "limits.11 container.11")
    run = [("", "e2e4 e7e5"), (KING, "e1e2"), ("", "d2d4")]
    made = run_edges.block(run, [run_edges.code_of(run)])
    both(files, "need-fen-column-of-a-run", "the column of FEN is bad: the game with this tag has no start, and the games after it in the run cannot be read", "limits.11 codecs.4",
         File(with_checksum(made, fb.TAG_VALUES)), "CHECKSUM_SECTION", run_edges.shown(run[:1]), ["codecs/tight"])


def unread(files):
    """No section is read of a block whose games are all deleted or replaced."""
    rules = "container.14 limits.11"
    for name, title, change in [
        ("checksum", "a section has a wrong checksum", lambda block: with_checksum(block, fb.PLIES)),
        ("plies", "the plies are malformed", lambda block: setattr(block.section(fb.PLIES), "stored", b"\5")),
        ("codec", "the codec is unknown", lambda block: setattr(block.section(fb.MOVES), "param", 99)),
    ]:
        block = some("a", "b")
        change(block)
        files.good(f"unread-{name}", f"a block of deleted games in which {title}", rules, appended(Append(block, one("c"), edits=[(0, DELETED), (1, DELETED)])), games(None, None, "c"))
        files.good(f"unread-replaced-{name}", f"a block of a deleted and a replaced game in which {title}", rules,
                   appended(Append(block, replacing(one("new")), edits=[(0, REPLACED), (1, DELETED)])), games("new", None))
    block = two_games(TEXT_A, TEXT_B)
    files.bad("unread-column", "a column that only a deleted game needs has a wrong checksum, in a block with another game", rules, "every-section",
              appended(Append(with_checksum(block, fb.TAG_VALUES), edits=[(0, DELETED)])), "CHECKSUM_SECTION")
    files.good("replacement-of-another-game", "a game is replaced, and later deleted, and its replacement becomes that of the game before it", "container.14",
               appended(Append(some("a", "b"), replacing(one("new")), edits=[(1, REPLACED)]), Append(edits=[(0, REPLACED), (1, DELETED)])), games("new", None))


def skipped(files):
    section = Section(99, b"something", "something new", crc=0)
    block = one("a")
    block.sections.append(section)
    both(files, "skipped-section-checksum", "a section of an unknown kind with a wrong checksum", "container.7", File(block), "CHECKSUM_SECTION", games("a"))


def params(files):
    """codecs.1, tight.1, annotations.5: tight of models that do not exist."""
    code = tight.encode_run([(chess.Board(), [chess.Move.from_uci("e2e4")])])
    for name, title, param in [("none", "the param 12 alone", 12), ("0-of-33-bits", "a model of 33 bits, which is none in 32", 12 + 256 * 2**32),
                               ("of-33-bits", "a model of 33 bits, which is one in 32", cc.TIGHT + 256 * 2**32), ("most", "the largest param of tight", 2**64 - 244)]:
        block = cc.games_block([1], [code], param)
        files.bad(f"model-{name}", f"moves of tight: {title}", "codecs.1 tight.1", "run", File(block), "UNSUPPORTED_MODEL")
        noted = cc.bare_block(plies=[1], moves=mc.byte(chess.Board(), chess.Move.from_uci("e2e4")), extra=[Section(fb.ANNOTATIONS, fb.column([2]) + b"\x10\x11", "annotations", param=param)])
        files.bad(f"annotations-model-{name}", f"annotations of tight: {title}", "codecs.1 annotations.5", "every-section", File(noted), "SECTION_MALFORMED")


def templates(files):
    """values.4: tokens of the kinds 8 and 9 in a block without templates."""
    for name, title, tokens, plies in [
        ("8", "a token of kind 8", "08", 1), ("8-after-a-ply", "a token of kind 8 after a ply", "10 08", 1), ("8-of-another-template", "a token of kind 8 with template 1", "18", 1),
        ("9", "a token of kind 9", "09 00", 1), ("9-that-leaves-all", "a token of kind 9 that leaves all plies", "09 01", 1), ("9-cut", "a token of kind 9 that ends early", "09", 1),
        ("9-without-plies", "a token of kind 9 in a game without plies", "09 00", 0),
    ]:
        data = bytes.fromhex(tokens)
        made = cc.bare_block(plies=[plies], moves=b"\xc0" * plies, extra=[Section(fb.ANNOTATIONS, fb.column([len(data)]) + data, "annotations", param=3)])
        files.bad(f"templates-of-none-kind-{name}", f"{title}, in a block without values", "values.4", "every-section", File(made),
                  "TRUNCATED" if name == "9-cut" else "ANNOTATION_MALFORMED")


def add(files):
    columns(files)
    templates(files)
    unread(files)
    skipped(files)
    params(files)
