"""Vectors of the small parts: integers and lists, tag columns, annotations, positions."""

import byte_cases
import edge_lines
import fen_cases
import file_bytes as fb
import move_codes as mc
import rare_numbers
import rights_cases
import token_cases
import wide_numbers
from vector_file import Chapter

V, T, L, S = "VARINT_MALFORMED", "TRUNCATED", "LIMIT_EXCEEDED", "SECTION_MALFORMED"


def wire():
    chapter = Chapter("wire")
    for number in [0, 1, 127, 128, 129, 16383, 16384, 1 << 32, (1 << 63) - 1, 1 << 63, (1 << 64) - 1]:
        chapter.add(f"varint-{number}", f"{number}", "wire.2", "varint", input=[[fb.varint(number).hex(" "), str(number)]],
                    expect={"value": str(number)})
    for name, title, data, error, at in [
        ("empty", "no byte", "", T, 0),
        ("trailing", "a byte left over", "00 00", "TRAILING_BYTES", 1),
        ("unfinished", "bit 7 of the last byte is set", "80", T, 1),
        ("overlong-0", "0 in two bytes", "80 00", V, 0),
        ("overlong-127", "127 in two bytes", "ff 00", V, 0),
        ("overlong-in-ten", "0 in ten bytes", "80 80 80 80 80 80 80 80 80 00", V, 0),
        ("65-bits", "2^64", "80 80 80 80 80 80 80 80 80 02", V, 0),
        ("eleven-bytes", "an eleventh byte", "ff ff ff ff ff ff ff ff ff 81 00", V, 0),
    ]:
        chapter.add(f"varint-{name}", title, "wire.3 wire.7", "varint", input=[[data, title]], error=error, at=at)
    for name, values in [("empty", []), ("zeros", [0, 0, 0]), ("one-byte", [1, 255]), ("two-bytes", [1, 256, 65535]),
                         ("three-bytes", [65536, 0]), ("four-bytes", [0xFFFFFFFF, 0, 1])]:
        chapter.add(f"column-{name}", f"the values {values}", "wire.4", "column", n=len(values),
                    input=[[fb.column(values).hex(" "), "width and planes"]], expect={"values": values})
    for name, title, n, data, error, at in [
        ("no-width", "no byte", 0, "", T, 0), ("width-5", "width 5", 0, "05", S, 0),
        ("width-255", "width 255", 1, "ff 01", S, 0),
        ("cut", "two values of one byte, one byte", 2, "01 07", T, 1),
        ("too-wide", "an upper plane of zeros", 2, "02 07 08 00 00", S, 0),
        ("zeros-of-width-1", "zeros need no plane", 2, "01 00 00", S, 0),
        ("huge", "more values than the limit", (1 << 22) + 1, "00", L, 0),
        ("most", "as many values as the limit, and no byte", 1 << 22, "", T, 0),
    ]:
        chapter.add(f"column-{name}", title, "limits.2" if error == L else "wire.4", "column", n=n, input=[[data, title]],
                    error=error, at=at)
    edge_lines.wire(chapter)
    for name, values in [("none", []), ("empty", ["", ""]), ("several", ["a", "", "longer text"])]:
        chapter.add(f"strings-{name}", f"the strings {values}", "wire.5", "strings", n=len(values),
                    input=[[fb.strings([v.encode() for v in values]).hex(" "), "lengths and bytes"]], expect={"texts": values})
    for name, title, n, data, error, at in [
        ("cut", "fewer bytes than the lengths say", 2, "01 01 02 61", T, 3),
        ("lengths-overflow", "lengths that add up to more than 32 bits", 2, "04 ff ff ff ff ff ff ff ff", T, 9),
    ]:
        chapter.add(f"strings-{name}", title, "wire.5", "strings", n=n, input=[[data, title]], error=error, at=at)
    for name, text in [("empty", b""), ("digits", b"123456789"), ("zeros", bytes(32)), ("ones", b"\xff" * 32)]:
        chapter.add(f"crc32c-{name}", f"checksum: {name}", "wire.6", "crc32c", input=[[text.hex(" "), name]],
                    expect={"value": str(fb.crc32c(text))})
    byte_cases.wire(chapter)
    rare_numbers.wire(chapter)
    chapter.save()


def date(year, month, day):
    return 1 + ((0 if year is None else year + 1) * 13 + month) * 32 + day


def tags():
    chapter = Chapter("tags")
    numbers = lambda values, others=(): fb.column(values) + fb.strings([o.encode() for o in others])

    def good(name, title, rules, encoding, n, data, values, names=()):
        chapter.add(name, title, rules, "tag-column", encoding=encoding, n=n, names=list(names),
                    input=[[data.hex(" "), title]], expect={"texts": values})

    def bad(name, title, rules, encoding, n, data, error, at, names=()):
        chapter.add(name, title, rules, "tag-column", encoding=encoding, n=n, names=list(names),
                    input=[[data.hex(" "), title]], error=error, at=at)

    good("text", "text: values stored unchanged", "tags.5", 0, 2, fb.strings([b"a", b"b"]), ["a", "b"])
    good("dictionary", "dictionary: two values, three rows", "tags.5", 1, 3,
         fb.varint(2) + fb.strings([b"x", b"yz"]) + fb.column([1, 0, 1]), ["yz", "x", "yz"])
    good("names", "names: numbers of the block's names", "tags.5 tags.8", 2, 2, fb.column([1, 0]), ["Bob", "Ann"], ["Ann", "Bob"])
    good("numbers", "numbers and exceptions", "tags.6", 3, 5, numbers([1, 0, 2401, 0, 0xFFFFFFFF], ["007", ""]),
         ["0", "007", "2400", "", "4294967294"])
    good("dates", "dates with question marks", "tags.6", 4, 5,
         numbers([1, date(2026, 1, 31), date(None, 12, 0), date(0, 0, 1), 0], ["2026.13.01"]),
         ["????.??.??", "2026.01.31", "????.12.??", "0000.??.01", "2026.13.01"])
    good("dates-last", "the last date", "tags.6", 4, 1, numbers([date(9999, 12, 31)]), ["9999.12.31"])
    good("results", "the four results and an exception", "tags.6", 5, 5, numbers([1, 2, 3, 4, 0], ["?"]),
         ["*", "1-0", "0-1", "1/2-1/2", "?"])
    good("eco", "ECO codes and an exception", "tags.6", 6, 4, numbers([1, 100, 500, 0], ["B90a"]), ["A00", "A99", "E99", "B90a"])
    good("final-positions", "values that are no final positions", "tags.6", 7, 2, numbers([0, 0], ["8/8 w", ""]), ["8/8 w", ""])
    good("no-values", "a column without values", "tags.5", 0, 0, fb.strings([]), [])
    M = "TAGS_MALFORMED"
    bad("dictionary-number", "a number that the dictionary does not have", "tags.5", 1, 1,
        fb.varint(1) + fb.strings([b"x"]) + fb.column([1]), M, 4)
    bad("dictionary-count", "a huge dictionary", "limits.2", 1, 1, fb.varint(1 << 50), L, 0)
    bad("names-number", "a name that the block does not use", "tags.5", 2, 1, fb.column([1]), M, 0, ["Ann"])
    bad("date-number", "a year above 9999", "tags.7", 4, 1, numbers([1 + 10001 * 13 * 32]), M, 0)
    bad("result-number", "a result that does not exist", "tags.7", 5, 1, numbers([5]), M, 0)
    bad("eco-number", "an ECO code after E99", "tags.7", 6, 1, numbers([501]), M, 0)
    bad("final-position-number", "number 2 of a final position", "tags.7", 7, 1, numbers([2]), M, 0)
    bad("column-trailing", "a byte left over", "tags.5", 0, 1, fb.strings([b"a"]) + b"\0", "TRAILING_BYTES", 3)
    bad("column-result-trailing", "a result, no texts, and a byte left over", "tags.6 wire.7", 5, 1, b"\1\2\0\0", "TRAILING_BYTES", 3)
    bad("exceptions-missing", "an exception without text", "tags.6", 3, 1, fb.column([0]), T, 1)
    for name, title, rules, games, data, expect, error, at in [
        ("shapes-none", "no tags", "tags.2", 2, fb.tag_layouts([], [[]], [0, 0]), [[], []], None, None),
        ("shapes-two", "two tag layouts, a name twice in one", "tags.2 tags.3 tags.4", 2,
         fb.tag_layouts([b"White", b"Black"], [[0, 1, 0], []], [1, 0]), [[], ["White", "Black", "White"]], None, None),
        ("shapes-raw", "the empty name stands for a raw line", "tags.1 tags.3", 1, fb.tag_layouts([b"", b"Event"], [[1, 0]], [0]),
         [["Event", ""]], None, None),
        ("shapes-no-shape", "a game without a tag layout", "tags.3", 1, fb.tag_layouts([], [], [0]), None, M, 3),
        ("shapes-name-number", "a name that is not listed", "tags.3", 1, fb.tag_layouts([b"A"], [[1]], [0]), None, M, 6),
        ("shapes-huge-names", "a huge number of names", "limits.2", 1, fb.varint(1 << 40), None, L, 0),
        ("shapes-huge-shapes", "a huge number of tag layouts", "limits.7", 1, b"\0\0" + fb.varint(1 << 40), None, L, 2),
        ("shapes-huge-shape", "a huge tag layout", "limits.7", 1, b"\0\0\1" + fb.varint(1 << 40), None, L, 3),
        ("shapes-trailing", "a byte left over", "tags.2", 1, fb.tag_layouts([], [[]], [0]) + b"\0", None, "TRAILING_BYTES", 5),
    ]:
        chapter.add(name, title, rules, "tag-shapes", games=games, input=[[data.hex(" "), title]],
                    expect=None if expect is None else {"shapes": expect}, error=error, at=at)
    byte_cases.tags(chapter)
    rights_cases.tags(chapter, date)
    rare_numbers.tags(chapter, date)
    chapter.save()


def annotations():
    chapter = Chapter("annotations")
    A = "ANNOTATION_MALFORMED"

    def add(name, title, rules, parts, texts="", tokens=None, error=None, at=None, codec="byte", moves="e2e4 e7e5"):
        chapter.add(name, title, rules, "annotations", codec=codec, moves=moves.split(), input=[list(p) for p in parts],
                    texts=texts, expect=None if error else {"tokens": [list(t) for t in tokens]}, error=error, at=at,
                    needs=["values"] if name.startswith(("kind-8", "kind-9")) else None)

    ply, begin, end = ("10", "1 ply"), ("05", "variation begins"), ("06", "variation ends")
    d4 = [("10", "1 move"), ("b0", "d4")]
    add("none", "no tokens", "annotations.1 annotations.6", [], tokens=[])
    add("comment-first", "a comment before the first move", "annotations.2", [("22", "comment of 2 bytes")], "hm", [("comment", "hm")])
    add("comment-empty", "an empty comment", "annotations.4", [("02", "comment of 0 bytes")], "", [("comment", "")])
    add("nag", "$1 after the first move", "annotations.3", [ply, ("11", "$1")], "", [("plies", 1), ("nag", 1)])
    add("nag-0", "$0", "annotations.3", [("01", "$0")], "", [("nag", 0)])
    add("nag-last", "the last NAG, $4294967295", "annotations.3", [("f1 ff ff ff ff 01", "$4294967295")], "", [("nag", 4294967295)])
    add("line-comment-and-escape", "a comment to the end of the line, and an escape", "annotations.3",
        [("13", "line comment of 1 byte"), ("24", "escape of 2 bytes")], "abc", [("line_comment", "a"), ("escape", "bc")])
    add("variation", "a variation for the first move", "annotations.3 annotations.5", [ply, begin, *d4, end], "",
        [("plies", 1), ("begin",), ("move", "d2d4"), ("end",)])
    two = [("plies", 1), ("begin",), ("move", "d2d4"), ("end",)]
    add("plies-after-variation", "plies before and after a variation", "annotations.2", [ply, begin, *d4, end, ply, ("11", "$1")], "", [*two, ("plies", 1), ("nag", 1)])
    add("variations-of-one-move", "two variations of one move", "annotations.1 annotations.2", [ply, begin, *d4, end, begin, *d4, end], "", [*two, *two[1:]])
    add("variation-coord16", "the same with the other codec", "annotations.5",
        [ply, begin, ("10", "1 move"), ("db 12", "d4"), end], "", [("plies", 1), ("begin",), ("move", "d2d4"), ("end",)], codec="coord16")
    chapter.tests[-1]["input"][3][0] = mc.coord16(mc.board_of(None), mc.chess.Move.from_uci("d2d4")).hex(" ")
    add("variation-long", "two moves in one token, a comment, another move", "annotations.5",
        [ply, begin, ("20", "2 moves"), ("b0 b0", "d4 d5"), ("12", "comment of 1 byte"), ("10", "1 move"), ("a0", "c4"), end], "!",
        [("plies", 1), ("begin",), ("move", "d2d4"), ("move", "d7d5"), ("comment", "!"), ("move", "c2c4"), ("end",)])
    add("variation-nested", "a variation inside a variation", "annotations.2",
        [ply, begin, *d4, begin, ("10", "1 move"), ("a0", "c4"), end, end], "",
        [("plies", 1), ("begin",), ("move", "d2d4"), ("begin",), ("move", "c2c4"), ("end",), ("end",)])
    add("variation-second-move", "a variation for the second move", "annotations.2",
        [("20", "2 plies"), begin, ("10", "1 move"), ("a0", "c5"), end], "", [("plies", 2), ("begin",), ("move", "c7c5"), ("end",)])
    add("variation-empty", "a variation without moves", "annotations.2", [ply, begin, end], "", [("plies", 1), ("begin",), ("end",)])
    add("variation-null-move", "a null move in a variation", "annotations.5", [ply, begin, ("10", "1 move"), ("0f", "null move"), end],
        "", [("plies", 1), ("begin",), ("move", "0000"), ("end",)])
    add("variation-raw", "unparsed text at the end of a variation", "annotations.2", [ply, begin, ("37", "3 bytes as they were"), end], "Nf9",
        [("plies", 1), ("begin",), ("raw", "Nf9"), ("end",)])
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
    wide_numbers.tokens(chapter)
    token_cases.add(add)
    chapter.save()


def read_fen(chapter, good, start):
    """The reading of the fields of a FEN: what each text stands for, or that it is none."""
    whole = f"{start} w KQkq - 0 1"
    good("fen-underscores", whole.replace(" ", "_"), "positions.1", whole)
    good("fen-many-separators", f"_ {whole.replace(' ', '  _ ')}_ ", "positions.1", whole)
    good("fen-three-fields", f"{start} b KQ", "positions.1", f"{start} b KQ - 0 1")
    good("fen-five-fields", f"{start} b KQ - 7", "positions.1", f"{start} b KQ - 0 1")
    good("fen-long-numbers", f"{start} w KQkq - {'9' * 30} {'0' * 30}", "positions.1", whole)
    good("fen-digits-side-by-side", "4k3/8/8/8/8/8/8/1111K111 w - - 0 1", "positions.1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    pawns = "4k3/8/8/3pP3/8/8/8/4K3 w - {} 0 1"
    good("fen-en-passant", pawns.format("d6"), "positions.1 positions.6")
    good("fen-en-passant-dropped-rank", pawns.format("d4"), "positions.1 positions.2", pawns.format("-"))
    good("fen-en-passant-dropped-first-rank", pawns.format("d1"), "positions.1 positions.2", pawns.format("-"))
    good("fen-en-passant-dropped-no-pawn", pawns.format("f6"), "positions.1 positions.2", pawns.format("-"))
    good("fen-en-passant-dropped-blocked", pawns.format("d6").replace("8/8/3p", "3n4/8/3p"), "positions.2", pawns.format("-").replace("8/8/3p", "3n4/8/3p"))
    rooks = "4k3/8/8/8/8/8/8/R3K{} w {} - 0 1"
    good("fen-right-outermost", rooks.format("RR1", "K"), "positions.1", rooks.format("RR1", "G"))
    good("fen-right-inner-by-letter", rooks.format("R1R", "F"), "positions.1 positions.2")
    good("fen-right-two-on-one-side", rooks.format("R1R", "FH"), "positions.1 positions.2", rooks.format("R1R", "H"))
    good("fen-right-letters-repeat", rooks.format("2R", "KHKQAQ"), "positions.1", rooks.format("2R", "KQ"))
    good("fen-right-of-the-other-side", "4k3/8/8/8/8/8/8/R3K3 w KQ - 0 1", "positions.1 positions.2", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")
    good("fen-right-off-the-first-rank", "4k3/8/8/8/8/8/4K3/R6R w KQ - 0 1", "positions.2", "4k3/8/8/8/8/8/4K3/R6R w - - 0 1")
    good("fen-right-rook-beyond-a-knight", rooks.format("R1N", "K"), "positions.1", rooks.format("R1N", "F"))
    for name, title, fen in [
        ("fen-tab", "fields separated by a tab", whole.replace(" ", "\t")),
        ("fen-seven-fields", "a seventh field", whole + " 1"),
        ("fen-en-passant-upper-case", "an en passant square in upper case", pawns.format("D6")),
        ("fen-en-passant-ninth-rank", "an en passant square on a ninth rank", pawns.format("d9")),
        ("fen-en-passant-file", "a file as en passant square", pawns.format("d")),
        ("fen-en-passant-three-letters", "an en passant square and a letter", pawns.format("d6x")),
        ("fen-clock-negative", "a negative half-move clock", f"{start} w KQkq - -1 1"),
        ("fen-clock-plus", "a half-move clock with a sign", f"{start} w KQkq - +1 1"),
        ("fen-number-no-digits", "a move number that is none", f"{start} w KQkq - 0 x"),
        ("fen-right-three-squares", "rights for three squares of a rank", rooks.format("RRR", "FGH")),
        ("fen-right-no-letter", "a letter that is no right", rooks.format("2R", "KX")),
        ("fen-right-dash-and-letter", "a dash and a right", rooks.format("2R", "-K")),
        ("fen-turn-upper-case", "the side to move in upper case", f"{start} W KQkq - 0 1"),
        ("fen-promoted-mark", "the mark of a promoted piece", "4k3/8/8/8/8/8/8/Q~3K3 w - - 0 1"),
        ("fen-pocket", "a pocket", f"{start}[] w KQkq - 0 1"),
        ("fen-ninth-rank", "a pocket as ninth rank", f"{start}/ w KQkq - 0 1"),
        ("fen-digit-0", "the digit 0", "4k3/8/8/8/8/8/8/04K3 w - - 0 1"),
        ("fen-rank-too-short", "a rank of seven squares", "4k3/8/8/8/8/8/8/4K2 w - - 0 1"),
        ("fen-checks", "checks of a variant", f"{start} w KQkq - 3+3 0 1"),
    ]:
        chapter.add(name, title, "positions.1", "canonical-order", fen=fen, error="ILLEGAL_POSITION")


def positions():
    chapter = Chapter("positions")
    from codec_cases import MORE_THAN_255, MOST_MOVES, TABLES

    def good(name, fen, rules="positions.1 moves.4", oracle=None):
        chapter.add(name, name.replace("-", " "), rules, "canonical-order", fen=fen,
                    expect={"moves": mc.canonical_order(mc.board_of(oracle or fen))})

    for name, fen in TABLES:
        if fen:
            good(name, fen)
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
    good("usual-start", f"{start} w KQkq - 0 1")
    good("board-only", start, "positions.1", f"{start} w - - 0 1")
    good("board-and-turn", f"{start} b", "positions.1", f"{start} b - - 0 1")
    good("x-fen", "bqnbrknr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKNR w KQkq - 0 1", "positions.1 positions.3")
    good("shredder-fen", "bqnbrknr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKNR w HEhe - 0 1", "positions.1 positions.3")
    good("castling-right-without-rook", "4k3/8/8/8/8/8/8/4K3 w KQ - 0 1", "positions.2", "4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    good("castling-right-of-an-inner-rook", "4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "moves.3 positions.2")
    good("impossible-en-passant", f"{start} w KQkq e3 0 1", "positions.2", f"{start} w KQkq - 0 1")
    good("too-many-pieces", "QQQQQQ2/8/8/8/8/6k1/8/K7 b - - 0 1", "positions.2")
    good("nine-pawns", "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "positions.2")
    good("three-checkers", "4k3/8/8/1b5b/8/8/4r3/3K4 w - - 0 1".replace("3K4", "4K3"), "positions.2")
    for name, title, fen in [
        ("no-king", "one king is missing", "8/8/8/8/7k/8/8/8 w - -"),
        ("two-kings", "two kings of one side", "kk6/8/8/8/8/8/8/K7 w - -"),
        ("pawn-on-last-rank", "a pawn on the last rank", "P7/8/8/8/7k/8/8/K7 w - -"),
        ("pawn-on-first-rank", "a pawn on the first rank", "8/8/8/8/7k/8/8/K6p w - -"),
        ("opponent-in-check", "the side that is not to move is in check", "4k3/8/8/8/8/8/8/K3R3 w - -"),
        ("kings-side-by-side", "the kings are adjacent", "8/8/8/8/8/8/k7/K7 w - -"),
        ("empty-board", "no pieces", "8/8/8/8/8/8/8/8 w - -"),
        ("empty-text", "no text", ""),
        ("nonsense", "not a FEN", "nonsense"),
        ("nine-files", "a rank of nine squares", "9/8/8/8/7k/8/8/K7 w - -"),
        ("seven-ranks", "a rank is missing", "8/8/8/8/7k/8/K7 w - -"),
        ("bad-turn", "neither w nor b", "8/8/8/8/7k/8/8/K7 x - -"),
    ]:
        chapter.add(name, title, "positions.2", "canonical-order", fen=fen, error="ILLEGAL_POSITION")
    read_fen(chapter, good, start)
    fen_cases.add(chapter, good)
    edge_lines.positions(chapter, good)
    rights_cases.positions(chapter, good)
    chapter.save()
