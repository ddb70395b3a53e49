"""Vectors of the tokens of annotations: bytes that each text may have, state of lines, and whole files with tokens (annotations.1 to annotations.6)."""

import chess

import container_cases as cc
import file_bytes as fb
import move_codes as mc
from file_bytes import Block, File, Section

A = "ANNOTATION_MALFORMED"
PLY, BEGIN, END = ("10", "1 ply"), ("05", "variation begins"), ("06", "variation ends")
KINDS = {"comment": 2, "line_comment": 3, "escape": 4, "raw": 7}


def coded(line, encode=mc.byte):
    """The codes of the last moves of a line in SAN, those after `|`."""
    board, found = chess.Board(chess960=True), b""
    before, _, after = line.partition("|")
    for san in before.split():
        board.push_san(san)
    for san in after.split():
        move = board.parse_san(san)
        found += encode(board, move)
        board.push(move)
    return found


def run(line, encode=mc.byte):
    count = len(line.partition("|")[2].split())
    return f"{count << 4:02x} {coded(line, encode).hex(' ')}", f"{count} moves: {line.partition('|')[2].strip()}"


def text(kind, value):
    return fb.varint(len(value) << 4 | KINDS[kind]).hex(" "), f"{kind} of {len(value)} bytes"


def add(add):
    """`add` is the function of the chapter annotations."""
    rules = "annotations.1 annotations.2"
    move = lambda uci: ("move", uci)
    for kind, values in [
        ("comment", ["\n", "\r\n", "{", "{ {", ")", "(", "\0", ";%", "\v\f", " "]), ("line_comment", ["}", "{}", "\v\f", "\0", ";%", " "]), ("escape", ["}", "{}", "\v\f", "\0", ";%", " "]),
    ]:
        tokens = [(kind, value) for value in values]
        add(f"bytes-of-{kind.replace('_', '-')}", "bytes that the text may have", f"{rules} annotations.4", [text(*token) for token in tokens], "".join(values), tokens)
    for number, value in enumerate(["", "}", "{", "\n", "\r", ")", "(", "()", "\0", ";\n%", "1. d4 {} ; x\n\n[Event"]):
        add(f"raw-any-bytes-{number}", f"unparsed text {value!r} of a variation", rules, [PLY, BEGIN, text("raw", value), END], value, [("plies", 1), ("begin",), ("raw", value), ("end",)])
    d4 = run("|d4")
    add("raw-after-moves", "unparsed text after moves and a comment", rules, [PLY, BEGIN, d4, text("comment", "a"), text("raw", "x"), END], "ax",
        [("plies", 1), ("begin",), move("d2d4"), ("comment", "a"), ("raw", "x"), ("end",)])
    add("raw-of-two-depths", "unparsed text at the ends of two variations", rules, [PLY, BEGIN, d4, BEGIN, text("raw", "x"), END, text("raw", "y"), END], "xy",
        [("plies", 1), ("begin",), move("d2d4"), ("begin",), ("raw", "x"), ("end",), ("raw", "y"), ("end",)])
    for name, title, after in [("raw-twice", "unparsed text twice", [text("raw", "y")]), ("raw-then-comment", "a comment after unparsed text", [text("comment", "y")]),
                               ("raw-then-moves", "moves after unparsed text", [d4]), ("raw-then-begin", "a variation after unparsed text", [BEGIN, END])]:
        add(name, title, "annotations.2", [PLY, BEGIN, d4, text("raw", "x"), *after, END], "xy" if after[0][0].endswith(("17", "12")) else "x", error=A)
    add("raw-then-nothing", "unparsed text, and the variation stays open", "annotations.2", [PLY, BEGIN, text("raw", "x")], "x", error=A)
    add("variations-256-of-one-move", "256 variations of one move: one is open at a time", "annotations.2 limits.3", [PLY, ("05 06 " * 256, "256 empty variations")], "",
        [("plies", 1)] + [("begin",), ("end",)] * 256)
    add("variation-of-second-move-inside", "a variation of the second move of a variation, and moves after it", f"{rules} annotations.5",
        [("20", "2 plies"), BEGIN, run("e4 | c5 Nf3"), BEGIN, run("e4 c5 | d4 cxd4"), END, run("e4 c5 Nf3 | d6"), END], "",
        [("plies", 2), ("begin",), move("c7c5"), move("g1f3"), ("begin",), move("d2d4"), move("c5d4"), ("end",), move("d7d6"), ("end",)])
    add("variations-of-one-move-inside", "two variations of a move of a variation, and moves after them", f"{rules} annotations.5",
        [("20", "2 plies"), BEGIN, run("e4 | c5"), BEGIN, run("e4 | e6 d4"), END, BEGIN, run("e4 | d6"), END, run("e4 c5 | Nf3"), END, BEGIN, run("e4 | d5"), END], "",
        [("plies", 2), ("begin",), move("c7c5"), ("begin",), move("e7e6"), move("d2d4"), ("end",), ("begin",), move("d7d6"), ("end",), move("g1f3"), ("end",), ("begin",), move("d7d5"), ("end",)])
    add("variations-of-each-ply", "a variation of each of two plies", f"{rules} annotations.5", [PLY, BEGIN, d4, END, PLY, BEGIN, run("e4 | c5"), END], "",
        [("plies", 1), ("begin",), move("d2d4"), ("end",), ("plies", 1), ("begin",), move("c7c5"), ("end",)])
    add("variation-empty-and-comment", "a comment alone in a variation, and one after it", rules, [PLY, BEGIN, text("comment", "a"), END, text("comment", "b")], "ab",
        [("plies", 1), ("begin",), ("comment", "a"), ("end",), ("comment", "b")])
    for name, title, parts in [
        ("plies-beyond-after-some", "more plies than are left after the first ones", [PLY, ("11", "$1"), ("20", "2 plies"), ("11", "$1")]),
        ("plies-after-all", "a ply after all plies", [("20", "2 plies"), ("11", "$1"), PLY, ("11", "$1")]),
        ("plies-twice-after-variation", "two plies tokens in a row after a variation", [PLY, BEGIN, END, PLY, PLY]),
        ("plies-last-after-variation", "plies as the last token after a variation", [PLY, BEGIN, END, PLY]),
        ("plies-32-bits", "2^32 + 1 plies", [("90 80 80 80 80 02", "2^32 + 1 plies"), ("11", "$1")]),
        ("text-32-bits", "a comment of 2^32 bytes", [("82 80 80 80 80 02", "comment of 2^32 bytes")]),
        ("begin-after-end-of-line", "a variation inside an empty one that comes after a variation with moves", [PLY, BEGIN, d4, END, BEGIN, BEGIN, END, END]),
        ("end-twice", "an end more than variations", [PLY, BEGIN, d4, END, END]),
        ("variation-open-after-another", "a variation that does not end after one that does", [PLY, BEGIN, d4, END, BEGIN]),
        ("nag-64-bits", "$4294967297 in more bits than a varint of 32", [("91 80 80 80 80 02", "$4294967297")]),
        ("run-beyond-bytes-coord16", "more moves than bytes, by another codec", [PLY, BEGIN, ("40", "4 moves"), *[(coded("|d4", mc.coord16).hex(" "), "d4")], END]),
    ]:
        add(name, title, "annotations.2 annotations.3", parts, error=A, codec="coord16" if name.endswith("coord16") else "byte")
    add("run-cut-coord16", "moves that end early: fewer than the bytes, each of two bytes", "annotations.5", [PLY, BEGIN, ("20", "2 moves"), (coded("|d4", mc.coord16).hex(" "), "d4"), END], error="TRUNCATED", codec="coord16")


def files(files):
    def block(moves_codec, tokens, tokens_codec, state=8, texts=b"", moves=("e4", "e5")):
        encode = {1: mc.coord16, 3: mc.byte}[moves_codec]
        sections = [Section(fb.PLIES, fb.column([len(moves)]), "plies"), Section(fb.MOVES, coded("|" + " ".join(moves), encode), "moves", param=moves_codec), Section(fb.STATES, fb.column([state]), "state"),
                    Section(fb.TAG_LAYOUTS, fb.tag_layouts([], [[]], [0]), "no tag names, one tag layout")]
        if tokens is not None:
            sections.append(Section(fb.ANNOTATIONS, fb.strings([tokens]), "annotations", param=tokens_codec))
        if texts:
            sections.append(Section(fb.COMMENT_TEXT, fb.strings([texts]), "comment text"))
        return File(Block(1, len(moves), sections))

    shown = [("plies", 1), ("begin",), ("move", "d2d4"), ("end",)]
    for codec, other, name in [(1, 3, "byte"), (3, 1, "coord16")]:
        tokens = b"\x10\5\x10" + coded("|d4", {1: mc.coord16, 3: mc.byte}[other]) + b"\6"
        files.good(f"variations-of-{name}", f"variations by {name}, and main lines by another codec", "annotations.5", block(codec, tokens, other), [cc.game(moves=["e2e4", "e7e5"], tokens=shown)])
    bad = lambda name, title, rules, file: files.bad(name, title, rules, "every-section", file, A)
    bad("comment-text-without-annotations", "comment text, and no section annotations", "annotations.4 container.8", block(3, None, 3, texts=b"x"))
    bad("comment-text-of-a-game-without-tokens", "comment text of a game without tokens", "annotations.4 annotations.6", block(3, b"", 3, texts=b"x"))
    for name, state in [("unreadable-start-with-plies-token", 10), ("no-moves-with-plies-token", 8)]:
        bad(name, "a token of a ply in a game without plies", "annotations.2", block(3, b"\x10\x11", 3, state=state, moves=()))
