"""Vectors of several footers, of edits, of features, and of attacks on the search for the last good footer."""

import container_cases as cc
import file_bytes as fb
import noted_cases
from file_bytes import DELETED, REPLACED, AS_WRITTEN, Block, File, Section


class Append:
    """What one append writes: blocks and edits; `earlier` are the numbers of the appends whose footers its own names."""

    def __init__(self, *blocks, edits=(), earlier=None):
        self.blocks, self.edits, self.earlier = blocks, list(edits), earlier


def appended(*appends):
    """A file with these appends; the footer of each lists its own blocks only."""
    file, at, footers = File(), 32, []
    for append in appends:
        if footers:
            file.items.append(footers[-1][0])
        start = at
        file.items += append.blocks
        footer = fb.Footer(list(append.blocks), gap=start - 32)
        footer.earlier = [footers[n] for n in (range(len(footers)) if append.earlier is None else append.earlier)]
        footer.edits = append.edits
        at += sum(block.size() for block in append.blocks)
        footers.append((footer, at))
        at += footer.size()
    file.footer = footers[-1][0]
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


def chains(files):
    good = files.good
    rules = "container.13 container.15"
    good("three-footers", "the newest footer names two earlier ones, oldest first", rules,
         appended(Append(one("a")), Append(one("b")), Append(one("c"))), games("a", "b", "c"))
    merged = appended(Append(one("a")), Append(one("b")), Append(one("c"), earlier=[0]))
    first, old, second = merged.items[:3]
    third = merged.items[4]
    merged.footer.blocks = [second, merged.items[3].size(), third]
    merged.footer.gap = first.size() + old.size()
    good("merged-footer", "the newest footer lists again what the second one lists, and names the first", rules, merged, games("a", "b", "c"))
    partial = appended(Append(one("a")), Append(one("b"), earlier=[]), Append(one("c")))
    good("references-are-not-followed", "the second footer names no earlier one; the third names both", rules, partial, games("a", "b", "c"))
    partial = appended(Append(one("a")), Append(one("b")), Append(one("c"), earlier=[1]))
    good("earlier-of-earlier", "the third footer names the second alone, which names the first: its blocks are not in the file",
         "container.13", partial, games("b", "c"))
    good("eight-footers", "seven earlier footers", rules, appended(*(Append(one(c)) for c in "abcdefgh")), games(*"abcdefgh"))
    good("empty-append", "a footer that lists nothing", rules, appended(Append(one("a")), Append()), games("a"))
    many = appended(*(Append(one(c)) for c in "abcdefghi"))

    def bad(name, title, change, error, at="footer", base=None, rule="container.13"):
        file = base or appended(Append(one("a")), Append(one("b")))
        change(file)
        place = last_footer(file) if at == "footer" else at
        files.bad(name, title, rule, "appended", file, error, place)

    bad("nine-footers", "eight earlier footers", lambda f: None, "FOOTER_MALFORMED", None, many)
    first_footer = 32 + one("a").size()

    def names(offset=0, length=0, checksum=0, footer=None):
        def change(file):
            old, at = file.footer.earlier[0]
            entry = fb.varint(at + offset) + fb.varint(old.size() + length)
            file.footer.earlier_parts = [(fb.varint(1), "number of earlier footers"), (entry, "an earlier footer: offset, length"),
                                         (fb.u32(old.checksum() ^ checksum), "its checksum")]

        return change

    bad("earlier-checksum", "an earlier footer with another checksum", names(checksum=1), "CHECKSUM_FOOTER", first_footer)
    bad("earlier-offset", "an earlier footer that is one byte before", names(offset=-1), "FOOTER_MISSING", first_footer - 1)
    bad("earlier-length", "an earlier footer that is one byte shorter", names(length=-1), "FOOTER_MISSING", first_footer)
    bad("earlier-short", "an earlier footer of 19 bytes, fewer than any has", lambda file: names(length=19 - file.footer.earlier[0][0].size())(file),
        "FOOTER_MISSING", first_footer)
    bad("earlier-after", "an earlier footer that ends after the footer's start", names(length=2**40), "FOOTER_MALFORMED", None)
    bad("earlier-in-header", "an earlier footer in the file header", names(offset=-first_footer + 31), "FOOTER_MALFORMED", None)
    twice = appended(Append(one("a")), Append(one("b"), earlier=[0, 0]))
    bad("earlier-twice", "the same earlier footer twice", lambda f: None, "FOOTER_MALFORMED", None, twice)
    inside = appended(Append(one("a")), Append(one("b")), Append(one("c")))
    (old, at), (second, _) = inside.footer.earlier
    entries = [(fb.varint(place) + fb.varint(length), "an earlier footer: offset, length") for place, length in [(at, old.size()), (at + 1, second.size())]]
    inside.footer.earlier_parts = [(fb.varint(2), "number of earlier footers"), *(part for entry in entries for part in [entry, (fb.u32(0), "its checksum")])]
    bad("earlier-in-earlier", "an earlier footer that starts in the one before it", lambda f: None, "FOOTER_MALFORMED", None, inside)
    for name, title, field, value in [("end", "magic at the end", "end_magic", b"FYLQ"), ("span", "length at the end", "span", 21)]:
        wrong = appended(Append(one("a")), Append(one("b")))
        setattr(wrong.items[1], field, value)
        bad(f"earlier-{name}", f"an earlier footer with another {title}", lambda f: None, "FOOTER_MISSING", first_footer, wrong)
    order = appended(Append(one("a")), Append(one("b")))
    order.footer.blocks, order.footer.gap = [order.items[0]], 0
    bad("blocks-of-two-footers", "a block that an earlier footer lists, too", lambda f: None, "FOOTER_MALFORMED", "footer", order)
    damaged = appended(Append(one("a")), Append(one("b")))
    damaged.items[1].crc = 1
    bad("earlier-corrupt", "an earlier footer that is corrupt", lambda f: None, "CHECKSUM_FOOTER", None, damaged)

    def segment(*numbers):
        return lambda file: setattr(file.footer, "segment_parts", [
            (fb.varint(1), "number of index segments"), (b"".join(map(fb.varint, numbers)), "an index segment"), (fb.u32(0), "its checksum")])

    bad("segment-of-no-block", "an index segment that covers no block", segment(32, 9, 0, 0), "FOOTER_MALFORMED", None)
    bad("segment-of-unlisted-block", "an index segment of a third block", segment(32, 9, 1, 2), "FOOTER_MALFORMED")
    bad("segment-of-huge-block", "an index segment of block 2^63", segment(32, 9, 2**63, 1), "FOOTER_MALFORMED")
    bad("segment-empty", "an index segment of no bytes", segment(32, 0, 0, 1), "FOOTER_MALFORMED", None)
    bad("segment-after-footer", "an index segment that ends after the footer's start", segment(32, 2**40, 0, 1), "FOOTER_MALFORMED", None)


def last_footer(file):
    return len(file.bytes()) - file.footer.size()


def edits(files):
    good, rules = files.good, "container.14"
    abc = Append(some("a", "b", "c"))
    good("deleted-game", "a deleted game keeps its number", rules, appended(abc, Append(edits=[(1, DELETED)])), games("a", None, "c"))
    good("deleted-last-game", "the number of a deleted last game is not given again", rules,
         appended(abc, Append(edits=[(2, DELETED)]), Append(one("d"))), games("a", "b", None, "d"))
    replaced = [replacing(some("B", "A"))]
    good("replaced-games", "two replacements, which have no numbers of their own", rules,
         appended(abc, Append(*replaced, one("d"), edits=[(0, REPLACED + 1), (1, REPLACED)])), games("A", "B", "c", "d"))
    good("edited-twice", "the latest footer counts: replaced again, deleted after all, restored", rules,
         appended(abc, Append(replacing(some("A", "B", "C")), edits=[(0, REPLACED), (1, REPLACED + 1), (2, REPLACED + 2)]),
                  Append(replacing(one("AA")), edits=[(0, REPLACED + 3), (1, DELETED), (2, AS_WRITTEN)])), games("AA", None, "c"))
    good("edit-of-new-game", "a game that the same append adds is deleted", rules,
         appended(abc, Append(one("d"), edits=[(3, DELETED)])), games("a", "b", "c", None))
    good("edited-restored-first", "a game is restored that was never changed", rules, appended(abc, Append(edits=[(1, AS_WRITTEN)])),
         games("a", "b", "c"))
    good("unused-replacement", "a replacement of no game", rules, appended(abc, Append(replacing(one("x")))), games("a", "b", "c"))
    good("replacement-handed-on", "a replacement stands for another game than before", rules,
         appended(abc, Append(replacing(one("X")), edits=[(0, REPLACED)]), Append(edits=[(0, AS_WRITTEN), (2, REPLACED)])), games("a", "b", "X"))

    def bad(name, title, file, at="footer", error="FOOTER_MALFORMED", change=lambda footer: None):
        change(file.footer)
        files.bad(name, title, rules, "deleted-game", file, error, last_footer(file) if at == "footer" else at)

    without = lambda footer: setattr(footer.versions, "required", 0)
    bad("edit-without-feature", "a deleted game, and no feature that says so", appended(abc, Append(edits=[(1, DELETED)])), change=without)
    bad("replacement-without-feature", "a block of replacements, and no feature", appended(abc, Append(replacing(one("x")))), change=without)
    bad("edit-of-no-game", "an edit of a number that was never given", appended(abc, Append(edits=[(3, DELETED)])))
    bad("edit-by-no-replacement", "a replacement that there is not", appended(abc, Append(edits=[(1, REPLACED)])))
    bad("edit-overridden-by-no-replacement", "a replacement that there is not, in an edit that a later one overrides",
        appended(abc, Append(edits=[(1, REPLACED)]), Append(edits=[(1, DELETED)])))
    bad("replacement-of-two-games", "two games have the same replacement", appended(abc, Append(replacing(one("x")), edits=[(0, REPLACED), (1, REPLACED)])))
    count = lambda n: lambda footer: setattr(footer, "edit_parts", [(fb.varint(n), "number of edits")])
    bad("edits-huge-count", "a huge number of edits", appended(abc, Append()), None, "LIMIT_EXCEEDED", count(2**60))
    entry = (fb.varint(2**64 - 1) + fb.varint(0), "an edit: gap, action")
    bad("edit-of-huge-number", "an edit of game 2^64 - 1", appended(abc, Append()), None, "FOOTER_MALFORMED",
        lambda footer: setattr(footer, "edit_parts", [(fb.varint(1), "number of edits"), entry]))


def features(files):
    """versions.10"""
    for name, title, block, source, needed in [
        ("feature-archive-tight", "a block of `tight` in a file without the feature archive", cc.tight_block(), "run-of-tight", fb.ARCHIVE),
        ("feature-archive", "comments made from values in a file without the feature archive", noted_cases.block(), "values", fb.ARCHIVE),
    ]:
        file = File(block)
        file.footer.versions.required = 5 & ~needed
        files.bad(name, title, "versions.4 versions.10", source, file, "BLOCK_MALFORMED", "block")


def walks(files):
    """container.16: what is inside of a unit is no unit."""
    add = files.recovered
    base = [Append(one("a")), Append(one("b"))]
    newer = fb.Footer([one("a")])
    newer.versions.write = newer.versions.read = 0x0909
    block = cc.bare_block(extra=[Section(99, newer.bytes(), "something new")])
    add("attack-newer-footer-at-end-of-section", "a block that was not finished ends with its last section, which has a footer of a later version",
        appended(*base).bytes() + block.bytes(), games("a", "b"))
    good = games("a", "b")
    whole = appended(Append(some("x", "y")))
    at = len(appended(*base).bytes())
    kinds = [("comment", comment), ("tag", tag_value), ("section", optional)]
    for place, wrap in kinds:
        # What is inside knows where it will be, which depends on its length.
        fake, inside_at = one("x"), 0
        for _ in range(4):
            footer = fb.Footer([fake], gap=max(32, inside_at) - 32)
            inside_at = at + wrap(fake.bytes() + footer.bytes()).offset_of_content()
        lying = fb.Footer([appended(*base).items[0]])
        newer = fb.Footer([appended(*base).items[0]])
        newer.versions.write = newer.versions.read = 0x0909
        for name, title, inside in [
            ("file", "a whole file", whole.bytes()),
            ("block", "a block", fake.bytes()),
            ("footer", "a block and a footer that lists it", fake.bytes() + footer.bytes()),
            ("lying-footer", "a footer that lists the first block of the file", lying.bytes()),
            ("newer-footer", "a footer of a later version", newer.bytes()),
        ]:
            block = wrap(inside)
            data = appended(*base).bytes() + b"".join(d for d, _ in block.parts())
            end = at + block.offset_of_content() + len(inside)
            for torn, cut in [("", end), ("-and-more", end + 3)]:
                add(f"attack-{name}-in-{place}{torn}", f"{title} in a {place} of a block that was not finished, and the file torn {'after it' if not torn else '3 bytes later'}",
                    data[:cut], good)


class Wrapped(Block):
    """A block with stored bytes in its last section, and more bytes after them."""

    def offset_of_content(self):
        return self.size() - len(self.sections[-1].stored) + self.before


def wrapped(block, section, before):
    block.__class__ = Wrapped
    block.sections.append(section)
    block.before = before
    return block


AFTER = b" after it"


def comment(data):
    block = cc.bare_block()
    token = fb.varint(2 | len(data + AFTER) << 4)
    block.sections.append(Section(fb.ANNOTATIONS, fb.strings([token]), "annotations: a comment", param=3))
    lengths = fb.column([len(data) + len(AFTER)])
    return wrapped(block, Section(fb.COMMENT_TEXT, lengths + data + AFTER, "comment text"), len(lengths))


def tag_value(data):
    block = cc.bare_block()
    block.section(fb.TAG_LAYOUTS).stored = fb.tag_layouts([b"A"], [[0]], [0])
    lengths = fb.column([len(data) + len(AFTER)])
    return wrapped(block, Section(fb.TAG_VALUES, lengths + data + AFTER, "a tag"), len(lengths))


def optional(data):
    return wrapped(cc.bare_block(), Section(99, data + AFTER, "something new"), 0)


def searches(files):
    """container.16: what ends the search for the next unit, and which footers count after it."""
    add = files.recovered
    hidden = one("x")
    odd = fb.Footer([])
    odd.tail = hidden.bytes()
    head = File().header
    start = b"".join(d for d, _ in head.parts())
    bytes_of = lambda block: b"".join(d for d, _ in block.parts())
    add("search-ends-at-footer", "garbage, then a footer with a block in its body: a footer ends the search, as a block does",
        start + b"????" + odd.bytes() + bytes_of(one("b")), games("b"))
    broken = one("a")
    broken.crc = 1
    listed = appended(Append(one("a")), Append(one("b")))
    data = listed.bytes()
    add("damaged-block-before-footer", "the header of the first block is corrupt; the footer at the end leads on, and numbers stay",
        data.replace(bytes_of(one("a")), bytes_of(broken)), games("b"))
    lying = fb.Footer([one("b")], gap=one("a").size() + 4)
    add("footer-after-garbage", "no unit between two blocks, and a footer that lists the second alone",
        start + bytes_of(one("a")) + b"????" + bytes_of(one("b")) + lying.bytes() + b"?", games("a", "b"))
    add("footer-at-end-after-garbage", "the same footer at the end of the file",
        start + bytes_of(one("a")) + b"????" + bytes_of(one("b")) + lying.bytes(), games("a", "b"))
    right = fb.Footer([one("a"), 4, one("b")])
    add("footer-after-garbage-counts", "no unit between two blocks, and a footer that lists both; a third block is unfinished",
        start + bytes_of(one("a")) + b"????" + bytes_of(one("b")) + right.bytes() + bytes_of(one("c")), games("a", "b"))
    two = appended(Append(one("a")), Append(one("b")))
    add("unfinished-block", "a whole block after the last footer does not belong to the file", two.bytes() + bytes_of(one("c")), games("a", "b"))
    add("unfinished-garbage", "anything after the last footer", two.bytes() + b"PLYF\xff\xff\xff\xff" + bytes(50), games("a", "b"))
    add("unfinished-edit", "a footer that deletes a game, torn", appended(Append(one("a")), Append(edits=[(0, DELETED)])).bytes()[:-1], games("a"))
    finished, block = appended(Append(one("a")), Append(one("b" * 300))).bytes(), bytes_of(one("b" * 300))
    end = finished.index(block) + len(block)
    add("lost-bytes-in-last-block", "150 bytes of the last block are lost: it reaches beyond the footer that lists it",
        finished[:end - 250] + finished[end - 100:], games("a"))
    corrupt = appended(Append(one("a")), Append(one("b")))
    corrupt.footer.crc = 1
    add("last-footer-corrupt", "the checksum of the last footer is wrong", corrupt.bytes(), games("a"))
    corrupt = appended(Append(one("a")), Append(one("b")), Append(one("c")))
    corrupt.items[1].crc = 1
    add("earlier-footer-corrupt", "the first of three footers is corrupt, which both others name: no footer is good", corrupt.bytes(), games("a", "b", "c"))


def make(files):
    for part in (chains, edits, features, walks, searches):
        part(files)
