"""Vectors of the tokens of annotations (annotations.1 to annotations.6), alone and in files."""

import chess

import container_common as cc
import file_bytes as fb
import move_codes as mc
import vector_file
from file_bytes import Block, File, Section
from vector_file import Chapter

A, T, V = "ANNOTATION_MALFORMED", "TRUNCATED", "VARINT_MALFORMED"


def make():
    chapter = Chapter("annotations")
    A = "ANNOTATION_MALFORMED"

    def add(name, title, rules, parts, texts="", tokens=None, error=None, at=None, codec="byte", moves="e2e4 e7e5"):
        chapter.add(name, title, rules, "annotations", codec=codec, moves=moves.split(), input=[list(p) for p in parts],
                    texts=texts, expect=None if error else {"tokens": [list(t) for t in vector_file.tokens(tokens)]}, error=error, at=at,
                    needs=["values"] if name.startswith(("kind-8", "kind-9")) else None)

    ply, begin, end = ("10", "1 ply"), ("05", "variation begins"), ("06", "variation ends")
    d4 = [("10", "1 move"), ("b0", "d4")]
    add("none", "no tokens", "annotations.1 annotations.6", [], tokens=[])
    add("comment-first", "a comment before the first move", "annotations.2", [("22", "comment of 2 bytes")], "hm", "{hm}")
    add("comment-empty", "an empty comment", "annotations.4", [("02", "comment of 0 bytes")], "", "{}")
    add("nag", "$1 after the first move", "annotations.3", [ply, ("11", "$1")], "", "1 $1")
    add("nag-0", "$0", "annotations.3", [("01", "$0")], "", "$0")
    add("nag-last", "the last NAG, $4294967295", "annotations.3", [("f1 ff ff ff ff 01", "$4294967295")], "", "$4294967295")
    add("line-comment-and-escape", "a comment to the end of the line, and an escape", "annotations.3",
        [("13", "line comment of 1 byte"), ("24", "escape of 2 bytes")], "abc", [("line_comment", "a"), ("escape", "bc")])
    add("variation", "a variation for the first move", "annotations.3 annotations.5", [ply, begin, *d4, end], "", "1 (d2d4)")
    two = [("plies", 1), ("begin",), ("move", "d2d4"), ("end",)]
    add("plies-after-variation", "plies before and after a variation", "annotations.2", [ply, begin, *d4, end, ply, ("11", "$1")], "", [*two, ("plies", 1), ("nag", 1)])
    add("variations-of-one-move", "two variations of one move", "annotations.1 annotations.2", [ply, begin, *d4, end, begin, *d4, end], "", [*two, *two[1:]])
    add("variation-coord16", "the same with the other codec", "annotations.5",
        [ply, begin, ("10", "1 move"), ("db 12", "d4"), end], "", "1 (d2d4)", codec="coord16")
    chapter.tests[-1]["input"][3][0] = mc.coord16(mc.board_of(None), chess.Move.from_uci("d2d4")).hex(" ")
    add("variation-long", "two moves in one token, a comment, another move", "annotations.5", [ply, begin, ("20", "2 moves"),
        ("b0 b0", "d4 d5"), ("12", "comment of 1 byte"), ("10", "1 move"), ("a0", "c4"), end], "!", "1 (d2d4 d7d5 {!} c2c4)")
    add("variation-nested", "a variation inside a variation", "annotations.2",
        [ply, begin, *d4, begin, ("10", "1 move"), ("a0", "c4"), end, end], "", "1 (d2d4 (c2c4))")
    add("variation-second-move", "a variation for the second move", "annotations.2",
        [("20", "2 plies"), begin, ("10", "1 move"), ("a0", "c5"), end], "", "2 (c7c5)")
    add("variation-empty", "a variation without moves", "annotations.2", [ply, begin, end], "", "1 ()")
    add("variation-null-move", "a null move in a variation", "annotations.5", [ply, begin, ("10", "1 move"), ("0f", "null move"), end],
        "", "1 (0000)")
    add("variation-raw", "unparsed text at the end of a variation", "annotations.2", [ply, begin, ("37", "3 bytes as they were"), end], "Nf9",
        "1 (<Nf9>)")
    depth = 255
    nested = [(("plies", 1))] + [t for _ in range(depth) for t in [("begin",), ("move", "d2d4")]] + [("end",)] * depth
    add("variation-depth-255", "the deepest nesting", "limits.3", [ply, ("05 10 b0 " * depth, "255 variations of d4"), ("06 " * depth, "their ends")],
        "", nested)
    add("depth-256", "one variation too deep", "limits.3", [ply, ("05 10 b0 " * 256, "256 variations of d4"), ("06 " * 256, "their ends")],
        error=A, at=1 + 3 * 255)
    for name, title, parts, texts, error, at in [
        ("kind-8", "a comment from a template, but there are no templates", [("08", "kind 8: template 0")], "", A, 0),
        ("kind-9", "plies with comments from a template, but there are no templates", [("09 00", "kind 9: template 0, all plies")], "", A, 0),
        ("kind-9-cut", "plies with comments from a template, without the number of plies", [("09", "kind 9: template 0")], "", T, 1),
        ("kind-10", "kind 10 does not exist", [("0a", "kind 10")], "", A, 0),
        ("kind-15", "kind 15 does not exist", [("0f", "kind 15")], "", A, 0),
        ("begin-argument", "a variation begins with an argument", [ply, ("15", "begin, argument 1"), end], "", A, 1),
        ("end-argument", "a variation ends with an argument", [ply, begin, *d4, ("16", "end, argument 1")], "", A, 4),
        ("nag-33-bits", "$4294967296", [("81 80 80 80 80 02", "$4294967296")], "", A, 0),
        ("plies-zero", "plies 0", [("00", "0 plies"), ("11", "$1")], "", A, 0),
        ("plies-too-many", "plies past the end", [("30", "3 plies"), ("11", "$1")], "", A, 0),
        ("plies-twice", "two plies tokens in a row", [ply, ply, ("11", "$1")], "", A, 1),
        ("plies-twice-in-variation", "two plies tokens in a row, in a variation", [ply, begin, *d4, *d4, end], "", A, None),
        ("plies-last", "plies as the last token", [ply], "", A, 1),
        ("begin-first", "a variation before the first move", [begin, end], "", A, 0),
        ("begin-inside-first", "a variation before the first move of its line", [ply, begin, begin, end, end], "", A, 2),
        ("end-alone", "the end of a variation that did not begin", [end], "", A, 0),
        ("variation-open", "a variation that does not end", [ply, begin, *d4], "", A, 4),
        ("raw-in-main-line", "unparsed text in the main line", [("17", "1 byte as it was")], "x", A, 0),
        ("raw-not-last", "a token after unparsed text", [ply, begin, ("17", "1 byte as it was"), ("11", "$1"), end], "x", A, 3),
        ("text-missing", "a comment longer than the text", [("22", "comment of 2 bytes")], "x", A, 0),
        ("text-left", "text left over", [("12", "comment of 1 byte")], "xy", A, 1),
        ("text-without-tokens", "text, but no tokens", [], "x", A, 0),
        ("comment-brace", "a comment with a closing brace", [("32", "comment of 3 bytes")], "a}b", A, 0),
        ("line-comment-line-feed", "a line comment with a line feed", [("33", "line comment of 3 bytes")], "a\nb", A, 0),
        ("escape-line-feed", "an escape with a line feed", [("34", "escape of 3 bytes")], "a\nb", A, 0),
        ("line-comment-carriage-return", "a line comment with a carriage return", [("33", "line comment of 3 bytes")], "a\rb", A, 0),
        ("escape-carriage-return", "an escape with a carriage return", [("34", "escape of 3 bytes")], "a\rb", A, 0),
        ("run-empty", "plies 0 in a variation", [ply, begin, ("00", "0 moves"), end], "", A, 3),
        ("run-too-long", "more moves than bytes", [ply, begin, ("f0 ff ff ff ff ff ff ff ff 01", "many moves"), end], "", A, 12),
        ("run-illegal", "a code that stands for no move", [ply, begin, ("10", "1 move"), ("0a", "king, vector A"), end], "",
         "MOVE_MALFORMED", 3),
        ("run-of-played-move", "the variation starts before the move, not after it", [ply, begin, ("10", "1 move"), ("0b", "O-O-O"), end],
         "", "MOVE_MALFORMED", 3),
        ("varint-overlong", "an overlong token", [("91 00", "$1 in two bytes")], "", V, 0),
        ("varint-cut", "a token that does not end", [("91", "half a token")], "", T, 1),
    ]:
        rules = "annotations.4" if name.startswith("text") else "annotations.2 annotations.3"
        add(name, title, rules, parts, texts, error=error, at=at)
    wide_arguments(chapter)
    tokens_and_texts(add)
    chapter.save()


PLY, BEGIN, END = ("10", "1 ply"), ("05", "variation begins"), ("06", "variation ends")
KINDS = {"comment": 2, "line_comment": 3, "escape": 4, "raw": 7}


def coded(line, encode=mc.byte):
    """The codes of the last moves of a line in SAN, after the `|`."""
    before, _, after = line.partition("|")
    return b"".join(encode(*step) for step in mc.played(mc.board_of(None), f"{before} {after}")[len(before.split()):])


def run_of(line, encode=mc.byte):
    count = len(line.partition("|")[2].split())
    return f"{count << 4:02x} {coded(line, encode).hex(' ')}", f"{count} moves: {line.partition('|')[2].strip()}"


def text_of(kind, value):
    return fb.varint(len(value) << 4 | KINDS[kind]).hex(" "), f"{kind} of {len(value)} bytes"


def tokens_and_texts(add):
    """`add` is the function of the chapter annotations."""
    rules = "annotations.1 annotations.2"
    for kind, values in [
        ("comment", ["\n", "\r\n", "{", "{ {", ")", "(", "\0", ";%", "\v\f", " "]), ("line_comment", ["}", "{}", "\v\f", "\0", ";%", " "]), ("escape", ["}", "{}", "\v\f", "\0", ";%", " "]),
    ]:
        tokens = [(kind, value) for value in values]
        add(f"bytes-of-{kind.replace('_', '-')}", "bytes that the text may have", f"{rules} annotations.4", [text_of(*token) for token in tokens], "".join(values), tokens)
    for number, value in enumerate(["", "}", "{", "\n", "\r", ")", "(", "()", "\0", ";\n%", "1. d4 {} ; x\n\n[Event"]):
        add(f"raw-any-bytes-{number}", f"unparsed text {value!r} of a variation", rules, [PLY, BEGIN, text_of("raw", value), END], value, [("plies", 1), ("begin",), ("raw", value), ("end",)])
    d4 = run_of("|d4")
    add("raw-after-moves", "unparsed text after moves and a comment", rules, [PLY, BEGIN, d4, text_of("comment", "a"), text_of("raw", "x"), END], "ax",
        "1 (d2d4 {a} <x>)")
    add("raw-of-two-depths", "unparsed text at the ends of two variations", rules, [PLY, BEGIN, d4, BEGIN, text_of("raw", "x"), END, text_of("raw", "y"), END], "xy",
        "1 (d2d4 (<x>) <y>)")
    for name, title, after in [("raw-twice", "unparsed text twice", [text_of("raw", "y")]), ("raw-then-comment", "a comment after unparsed text", [text_of("comment", "y")]),
                               ("raw-then-moves", "moves after unparsed text", [d4]), ("raw-then-begin", "a variation after unparsed text", [BEGIN, END])]:
        add(name, title, "annotations.2", [PLY, BEGIN, d4, text_of("raw", "x"), *after, END], "xy" if after[0][0].endswith(("17", "12")) else "x", error=A)
    add("raw-then-nothing", "unparsed text, and the variation stays open", "annotations.2", [PLY, BEGIN, text_of("raw", "x")], "x", error=A)
    add("variations-256-of-one-move", "256 variations of one move: one is open at a time", "annotations.2 limits.3", [PLY, ("05 06 " * 256, "256 empty variations")], "",
        [("plies", 1)] + [("begin",), ("end",)] * 256)
    add("variation-of-second-move-inside", "a variation of the second move of a variation, and moves after it", f"{rules} annotations.5",
        [("20", "2 plies"), BEGIN, run_of("e4 | c5 Nf3"), BEGIN, run_of("e4 c5 | d4 cxd4"), END, run_of("e4 c5 Nf3 | d6"), END], "",
        "2 (c7c5 g1f3 (d2d4 c5d4) d7d6)")
    add("variations-of-one-move-inside", "two variations of a move of a variation, and moves after them", f"{rules} annotations.5",
        [("20", "2 plies"), BEGIN, run_of("e4 | c5"), BEGIN, run_of("e4 | e6 d4"), END, BEGIN, run_of("e4 | d6"), END, run_of("e4 c5 | Nf3"), END, BEGIN, run_of("e4 | d5"), END], "",
        "2 (c7c5 (e7e6 d2d4) (d7d6) g1f3) (d7d5)")
    add("variations-of-each-ply", "a variation of each of two plies", f"{rules} annotations.5", [PLY, BEGIN, d4, END, PLY, BEGIN, run_of("e4 | c5"), END], "",
        "1 (d2d4) 1 (c7c5)")
    add("variation-empty-and-comment", "a comment alone in a variation, and one after it", rules, [PLY, BEGIN, text_of("comment", "a"), END, text_of("comment", "b")], "ab",
        "1 ({a}) {b}")
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


def files_with_tokens(files):
    def block(moves_codec, tokens, tokens_codec, state=8, texts=b"", moves=("e4", "e5")):
        encode = {1: mc.coord16, 3: mc.byte}[moves_codec]
        sections = [fb.plies([len(moves)], "plies"), fb.moves(coded("|" + " ".join(moves), encode), "moves", moves_codec), fb.states([state], "state"),
                    fb.layouts([], [[]], [0], "no tag names, one tag layout")]
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


def wide_arguments(chapter):
    """annotations.3: arguments that would be small in 32 bits."""
    def bad(name, title, *parts, texts=""):
        chapter.add(f"wide-{name}", title, "annotations.2 annotations.3", "annotations", codec="byte", moves=["e2e4", "e7e5"],
                    input=[[data if isinstance(data, str) else fb.varint(data).hex(" "), meaning] for data, meaning in parts], texts=texts,
                    error="ANNOTATION_MALFORMED")

    wide = lambda kind, value: kind + 16 * (2**32 + value)
    ply, begin, end = ("10", "1 ply"), ("05", "variation begins"), ("06", "variation ends")
    bad("plies", "2^32 + 1 plies", (wide(0, 1), "2^32 + 1 plies"), ("11", "$1"))
    bad("nag", "the NAG 2^32 + 1", (wide(1, 1), "$4294967297"))
    bad("nag-36-bits", "the NAG 2^36", (1 + 16 * 2**36, "$68719476736"))
    bad("comment", "a comment of 2^32 + 2 bytes", (wide(2, 2), "2^32 + 2 bytes"), texts="hm")
    bad("begin", "a beginning with the argument 2^32", ply, (wide(5, 0), "variation begins, with an argument"), end)
    bad("end", "an end with the argument 2^32", ply, begin, (wide(6, 0), "variation ends, with an argument"))
    bad("variation-plies", "2^32 + 1 moves in a variation", ply, begin, (wide(0, 1), "2^32 + 1 moves"), ("b0", "d4"), end)
    bad("raw", "unparsed text of 2^32 + 2 bytes", ply, begin, (wide(7, 2), "2^32 + 2 bytes"), end, texts="hm")
    bad("kind", "a kind above 9", (10, "kind 10"))
    chapter.add("moves-as-many-as-bytes", "two moves and two bytes, of which the first stands for no move", "annotations.5", "annotations",
        codec="byte", moves=["e2e4"],
                input=[["10 05 20", "1 ply, variation begins, 2 moves"], ["0a b0", "no move, and d4"]], texts="", error="MOVE_MALFORMED")
    chapter.add("moves-more-than-bytes", "three moves and two bytes, of which the first stands for no move", "annotations.5", "annotations",
        codec="byte", moves=["e2e4"],
                input=[["10 05 30", "1 ply, variation begins, 3 moves"], ["0a b0", "no move, and d4"]], texts="", error="ANNOTATION_MALFORMED")
