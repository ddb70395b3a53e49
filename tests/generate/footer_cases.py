"""Vectors of what a footer lists, of edits, and of features."""

import container_cases as cc
import file_bytes as fb
import noted_cases
from file_bytes import DELETED, REPLACED, Block, File, Section


class Append:
    """What one append writes: blocks and edits; the blocks take the place of the last `merged` ones."""

    def __init__(self, *blocks, edits=(), merged=0):
        self.blocks, self.edits, self.merged = blocks, edits, merged


def appended(*appends):
    """A file with these appends: the footers of all but the last are no longer in force."""
    file, listed, edits, footers = File(), [], {}, []
    for append in appends:
        file.items += footers[-1:] + list(append.blocks)
        listed = listed[: len(listed) - append.merged] + list(append.blocks)
        edits.update(append.edits)
        footers.append(fb.Footer(listed))
        footers[-1].edits = sorted(edits.items())
    file.footer = footers[-1]
    if len(footers) > 1:
        newest, other = (file.b, file.a) if len(footers) % 2 == 0 else (file.a, file.b)
        newest.sequence, other.sequence, other.footer = len(footers), len(footers) - 1, footers[-2]
    return file


def one(text):
    """A block of one game without moves and tags, that is told apart by its unparsed text."""
    return cc.bare_block(extra=[Section(fb.UNPARSED_TEXT, fb.strings([text.encode()]), f"unparsed text: {text}")])


def some(*texts):
    """A block of games like those of `one`."""
    n = len(texts)
    return Block(n, 0, [
        Section(fb.PLIES, fb.column([0] * n), "plies of the games"),
        Section(fb.MOVES, b"", "moves", param=3),
        Section(fb.STATES, fb.column([8] * n), "states: standard start, no marker"),
        Section(fb.TAG_LAYOUTS, fb.tag_layouts([], [[]], [0] * n), "no tag names, one empty tag layout"),
        Section(fb.UNPARSED_TEXT, fb.strings([text.encode() for text in texts]), f"unparsed text: {', '.join(texts)}"),
    ])


def replacing(block):
    block.attributes = 1
    return block


def games(*texts):
    """Expected games; None is a deleted one."""
    return [text and cc.game(rest=text) for text in texts]


def lists(files):
    """container.13"""
    rules = "container.13 container.15"
    files.good("three-footers", "three footers, of which the last is in force", rules, appended(Append(one("a")), Append(one("b")), Append(one("c"))), games("a", "b", "c"))
    files.good("eight-footers", "eight footers, of which the last is in force", rules, appended(*(Append(one(c)) for c in "abcdefgh")), games(*"abcdefgh"))
    files.good("empty-append", "an append that changes nothing", rules, appended(Append(one("a")), Append()), games("a"))
    files.good("merged-blocks", "the last two of three blocks are merged with a new game", "container.13 container.17",
        appended(Append(one("a")), Append(one("b")), Append(one("c")), Append(some("b", "c", "d"), merged=2)), games("a", "b", "c", "d"))
    files.good("merged-to-the-first", "all blocks are merged into one", "container.13 container.17", appended(Append(one("a"), one("b")), Append(some("a", "b", "c"), merged=2)),
        games("a", "b", "c"))

    def bad(name, title, change, error="FOOTER_MALFORMED", at=None, rules="container.13"):
        file = appended(Append(one("a")), Append(one("b")))
        change(file)
        files.bad(name, title, rules, "appended", file, error, last_footer(file) if at == "footer" else at)

    def segment(*numbers):
        return lambda file: setattr(file.footer, "segment_parts", [
            (fb.varint(1), "number of index segments"), (b"".join(map(fb.varint, numbers)), "an index segment"), (fb.u32(0), "its checksum")])

    start = fb.UNITS_START
    bad("segment-of-no-block", "an index segment that covers no block", segment(start, 9, 0, 0))
    bad("segment-of-unlisted-block", "an index segment of a third block", segment(start, 9, 1, 2), at="footer")
    bad("segment-of-huge-block", "an index segment of block 2^63", segment(start, 9, 2**63, 1), at="footer")
    bad("segment-empty", "an index segment of no bytes", segment(start, 0, 0, 1))
    bad("segment-after-footer", "an index segment that ends after the footer's start", segment(start, 2**40, 0, 1))
    order = appended(Append(one("a")), Append(one("b")))
    entries = [(b"".join(map(fb.varint, numbers)), "gap, length, games, plies, attributes") for numbers in ([0, one("a").size(), 1, 0, 0], [2**64 - 1, 5, 1, 0, 0])]
    order.footer.count, order.footer.entries = 2, [part for entry in entries for part in (entry, (fb.u32(0), "checksum of its block header"))]
    files.bad("block-gap-of-64-bits", "a second block whose gap leads beyond 64 bits", "container.13", "appended", order, "FOOTER_MALFORMED")


def last_footer(file):
    return len(file.bytes()) - file.footer.size()


def between(files):
    """container.1: bytes between the units that the footer lists belong to no game."""
    def good(name, title, *items, unlisted=()):
        file = File(*items)
        file.footer.blocks = [block for block in file.footer.blocks if all(block is not items[number] for number in unlisted)]
        files.good(name, title, "container.1 container.13", file, games("a", "b"))

    corrupt = bytearray(fb.Footer([]).bytes())
    corrupt[10] ^= 1
    good("unlisted-block", "a block that the footer does not list", one("a"), one("u"), one("b"), unlisted=[1])
    good("unlisted-block-first", "a block that the footer does not list, before the others", one("u"), one("a"), one("b"), unlisted=[0])
    good("unlisted-block-last", "a block that the footer does not list, after the others", one("a"), one("b"), one("u"), unlisted=[2])
    good("unlisted-block-after-bytes", "between two blocks, bytes and a block that the footer does not list", one("a"), b"????", one("u"), one("b"), unlisted=[2])
    good("between-blocks-corrupt-footer", "a corrupt footer between two blocks", one("a"), bytes(corrupt), one("b"))
    good("between-blocks-magic", "something like a block between two blocks", one("a"), b"PLYB" + bytes(30), one("b"))
    good("between-fixed-area-and-block", "bytes before the first block", b"????", one("a"), one("b"))
    good("between-block-and-footer", "bytes after the last block", one("a"), one("b"), b"????")
    good("between-blocks-of-replacements", "a block of replacements that the footer does not list", one("a"), replacing(one("u")), one("b"), unlisted=[1])


def edits(files):
    good, rules = files.good, "container.14"
    abc = Append(some("a", "b", "c"))
    good("deleted-game", "a deleted game keeps its number", rules, appended(abc, Append(edits=[(1, DELETED)])), games("a", None, "c"))
    good("deleted-last-game", "the number of a deleted last game is not given again", rules,
         appended(abc, Append(edits=[(2, DELETED)]), Append(one("d"))), games("a", "b", None, "d"))
    good("replaced-games", "two replacements, which have no numbers of their own", rules,
         appended(abc, Append(replacing(some("B", "A")), one("d"), edits=[(0, REPLACED + 1), (1, REPLACED)])), games("A", "B", "c", "d"))
    good("edited-twice", "the footer in force counts: replaced again, deleted after all", rules,
         appended(abc, Append(replacing(some("A", "B", "C")), edits=[(0, REPLACED), (1, REPLACED + 1), (2, REPLACED + 2)]),
                  Append(replacing(one("AA")), edits=[(0, REPLACED + 3), (1, DELETED)])), games("AA", None, "C"))
    good("edit-of-new-game", "a game that the same append adds is deleted", rules,
         appended(abc, Append(one("d"), edits=[(3, DELETED)])), games("a", "b", "c", None))
    back = appended(abc, Append(edits=[(1, DELETED)]), Append())
    back.footer.edits = []
    good("edit-no-longer-listed", "a game that an earlier footer deletes, and the one in force does not", rules, back, games("a", "b", "c"))
    good("unused-replacement", "a replacement of no game", rules, appended(abc, Append(replacing(one("x")))), games("a", "b", "c"))
    handed = appended(abc, Append(replacing(one("X")), edits=[(0, REPLACED)]), Append())
    handed.footer.edits = [(2, REPLACED)]
    good("replacement-handed-on", "a replacement stands for another game than before", rules, handed, games("a", "b", "X"))
    merged = appended(abc, Append(replacing(one("B")), edits=[(0, DELETED), (1, REPLACED)]), Append(one("d")))
    whole = some("a", "b", "c", "d")
    merged.items += [merged.footer, whole]
    merged.footer = fb.Footer([whole, merged.items[2]])
    merged.footer.blocks = [merged.items[2], whole]
    merged.footer.edits = [(0, DELETED), (1, REPLACED)]
    merged.a, merged.b = fb.Record(3, merged.items[5]), fb.Record(4)
    good("merged-with-edits", "merged blocks have a deleted and a replaced game", "container.14 container.17", merged, games(None, "B", "c", "d"))

    def bad(name, title, file, at="footer", error="FOOTER_MALFORMED", change=lambda file: None):
        change(file)
        files.bad(name, title, rules, "deleted-game", file, error, last_footer(file) if at == "footer" else at)

    without = lambda file: setattr(file.versions, "required", 0)
    bad("edit-without-feature", "a deleted game, and no feature that says so", appended(abc, Append(edits=[(1, DELETED)])), change=without)
    bad("replacement-without-feature", "a block of replacements, and no feature", appended(abc, Append(replacing(one("x")))), change=without)
    bad("edit-of-no-game", "an edit of a number that was never given", appended(abc, Append(edits=[(3, DELETED)])))
    bad("edit-by-no-replacement", "a replacement that there is not", appended(abc, Append(edits=[(1, REPLACED)])))
    bad("replacement-of-two-games", "two games have the same replacement", appended(abc, Append(replacing(one("x")), edits=[(0, REPLACED), (1, REPLACED)])))
    count = lambda n: lambda file: setattr(file.footer, "edit_parts", [(fb.varint(n), "number of edits")])
    bad("edits-huge-count", "a huge number of edits", appended(abc, Append()), None, "LIMIT_EXCEEDED", count(2**60))
    entry = (fb.varint(2**64 - 1) + fb.varint(0), "an edit: gap, action")
    bad("edit-of-huge-number", "an edit of game 2^64 - 1", appended(abc, Append()), None, "FOOTER_MALFORMED",
        lambda file: setattr(file.footer, "edit_parts", [(fb.varint(1), "number of edits"), entry]))


def features(files):
    """versions.10"""
    for name, title, block, source, needed in [
        ("feature-archive-tight", "a block of `tight` in a file without the feature archive", cc.tight_block(), "run-of-tight", fb.ARCHIVE),
        ("feature-archive", "comments made from values in a file without the feature archive", noted_cases.block(), "values", fb.ARCHIVE),
    ]:
        file = File(block)
        file.versions.required = 5 & ~needed
        files.bad(name, title, "versions.4 versions.10", source, file, "BLOCK_MALFORMED", "block")


def make(files):
    for part in (lists, between, edits, features):
        part(files)
