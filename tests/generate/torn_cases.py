"""Vectors of appending to a file with an unfinished end: what is torn is cut off, what was finished once is not (container.16, container.17)."""

import container_cases as cc
import file_bytes as fb
import index_games as ic
from file_bytes import DELETED, File, Section
from footer_cases import Append, appended, games, one
from recovery_cases import bytes_of, segment

RULES = "container.16 container.17"
BASE = [Append(one("a")), Append(one("b"))]
NEXT = bytes_of(one("c"))
END = b"FYLP"


def newer_footer(*blocks, gap=0, **versions):
    made = fb.Footer(list(blocks), gap=gap)
    made.versions = fb.Versions(**versions)
    return made


def finished():
    """The bytes that the next append writes: a block, and its footer."""
    whole = appended(*BASE, Append(one("c"))).bytes()
    return whole[len(appended(*BASE).bytes()) :]


def with_content(content, missing=0):
    """A block whose last section has this content, and the end of it is not there."""
    block = cc.bare_block(extra=[Section(99, content + bytes(missing), "something new")])
    data = bytes_of(block)
    return data[: len(data) - missing]


def torn(add):
    footer = finished()[len(NEXT) :]
    for name, title, end in [
        ("block", "a whole block", NEXT), ("half-block", "a block without its last bytes", NEXT[:-3]),
        ("block-header", "a block header without its last byte", NEXT[:20]),
        ("two-blocks", "a block, and the beginning of another one", NEXT + NEXT[:30]), ("zeros", "50 zeros", bytes(50)),
        ("three-zeros", "three zeros", bytes(3)),
        ("block-and-zeros", "a block and 100 zeros", NEXT + bytes(100)),
        ("zeros-in-block", "the beginning of a block, and zeros", NEXT[:20] + bytes(200)),
        ("letter-and-zeros", "the first letter of a magic, and zeros", b"P" + bytes(70)),
        ("two-letters-and-zeros", "two letters of a magic, and two zeros", b"PL\0\0"),
        ("zeros-and-more", "four zeros, and other bytes", bytes(4) + b"other bytes"),
        ("magic-and-more", "the magic of a block, and other bytes", b"PLYB\xff other bytes"),
        ("segment-magic-and-more", "the magic of a segment, and other bytes", b"PLYX other bytes that are no head"),
        ("footer-without-last-byte", "a block, and a footer without its last byte", finished()[:-1]),
        ("footer-without-end", "a block, and a footer without its last eight bytes", finished()[:-8]),
        ("footer-magic", "a block, and the magic of a footer", NEXT + footer[:4]),
        ("footer-length", "a block, and magic and length of a footer", NEXT + footer[:8]),
        ("footer-and-zeros", "a block, the beginning of a footer and zeros", NEXT + footer[:12] + bytes(len(footer) - 13)),
        ("footer-magic-and-zeros", "the magic of a footer, and zeros", b"PLYF" + bytes(60)),
        ("segment", "a whole segment", segment(bytes(40))), ("half-segment", "a segment without its end", segment(bytes(40), cut=9)),
        ("segment-and-zeros", "a segment and zeros", segment(bytes(40)) + bytes(30)),
        ("end-of-none", "the length and the end of a footer that would begin before the unfinished bytes",
            NEXT + bytes(4) + fb.u32(len(NEXT) + 13) + END),
        ("end-elsewhere", "the length and the end of a footer, and no footer at the place where it would begin", NEXT + bytes(40) + fb.u32(24) + END),
        ("length-0", "the magic of a footer and the length 0, and bytes of which a footer is not made", NEXT + b"PLYF" + bytes(4) + b"x" * 60),
        ("length-beyond", "the magic of a footer and a length that leads beyond the end", NEXT + b"PLYF" + fb.u32(500) + b"x" * 60),
    ]:
        add(name, f"after the newest footer: {title}", end)


def torn_content(add):
    """The walk ends in a block: its content may look like anything."""
    unlisted = fb.Footer([one("a")])
    both = appended(*BASE)
    listing = fb.Footer([one("a"), both.items[1].size(), one("b")])
    bad = fb.Footer([one("a")])
    bad.edit_parts = [(fb.varint(1) + fb.varint(7) + fb.varint(0), "an edit of game 7")]
    garbage = NEXT + b"PLYF" + fb.u32(12) + bytes(12)
    for name, title, content in [
        ("in-block", "a footer that lists the first block alone", bytes_of(unlisted)),
        ("in-block-listing", "a footer that lists both blocks, and not the unfinished one", bytes_of(listing)),
        ("in-block-of-nothing", "a footer that lists nothing", bytes_of(fb.Footer([]))),
        ("in-block-bad", "a footer that breaks a rule", bytes_of(bad)),
        ("in-block-end", "the length and the end of a footer", garbage + fb.u32(32) + END),
        ("in-block-damaged", "a footer with a wrong checksum", damaged(listing)),
        ("in-block-file", "a whole file", both.bytes()), ("in-block-unlisted", "a footer that lists a block where none is",
            bytes_of(fb.Footer([one("a"), both.items[1].size(), one("b"), 1, one("c")]))),
    ]:
        add(name, f"the last block is not finished, and ends with {title}", with_content(content, 5))


def damaged(footer):
    data = bytearray(bytes_of(footer))
    data[-12] ^= 1
    return bytes(data)


def corrupt(refuse):
    footer = finished()[len(NEXT) :]
    replaced = lambda data, at, new: data[:at] + new + data[at + len(new) :]
    unfit = fb.Footer([one("a")])
    unfit.edit_parts = [(fb.varint(1) + fb.varint(7) + fb.varint(0), "an edit of game 7")]
    within = bytes_of(one("see PLYF here"))
    within_length = len(within) - within.index(b"PLYF") + 12
    for name, title, end, error in [
        ("four-letters", "four letters", b"????", "FOOTER_MISSING"), ("letter", "one letter", b"?", "FOOTER_MISSING"),
        ("block-and-letters", "a block and four letters", NEXT + b"????", "FOOTER_MISSING"),
        ("zeros-and-letter", "three zeros and a letter", bytes(3) + b"?", "FOOTER_MISSING"),
        ("letters-of-magic", "two letters of a magic and two others", b"PL??" + bytes(30), "FOOTER_MISSING"),
        ("wrong-letter-of-magic", "the magic PLYZ", b"PLYZ" + bytes(30), "FOOTER_MISSING"),
        ("magic-after-letter", "a letter, and the magic of a block", b"?PLYB", "FOOTER_MISSING"),
        ("segment-and-letters", "a segment and four letters", segment(bytes(40)) + b"????", "FOOTER_MISSING"),
        ("footer-checksum", "a footer with a wrong checksum", NEXT + replaced(footer, len(footer) - 12, bytes([footer[-12] ^ 1])), "CHECKSUM_FOOTER"),
        ("footer-magic-wrong", "a footer with another magic, and the length of its body", NEXT + replaced(footer, 0, b"QLYF"), "FOOTER_MISSING"),
        ("footer-body-length-wrong", "a footer with another length of its body", NEXT + replaced(footer, 4, fb.u32(1)), "FOOTER_MISSING"),
        ("footer-end-wrong", "a footer with another end", NEXT + replaced(footer, len(footer) - 4, b"FYLQ"), "FOOTER_MISSING"),
        ("footer-last-length-wrong", "a footer with another length at its end", NEXT + replaced(footer, len(footer) - 8, fb.u32(1)),
            "FOOTER_MISSING"),
        ("footer-without-block", "a footer with another end, and no block before it", replaced(bytes_of(fb.Footer([])), 36 - 4, b"FYLQ"),
            "FOOTER_MISSING"),
        ("broken-footer-and-block", "a footer with a wrong checksum, and a block after it",
            NEXT + replaced(footer, len(footer) - 12, bytes([footer[-12] ^ 1])) + bytes_of(one("d")), "FOOTER_MISSING"),
        ("broken-footer-and-half-block", "a footer with a wrong checksum, and a part of a block",
            NEXT + replaced(footer, len(footer) - 12, bytes([footer[-12] ^ 1])) + bytes_of(one("d"))[:-3], "FOOTER_MISSING"),
        ("footer-of-no-rule-and-block", "a footer that breaks a rule, and a block after it", bytes_of(unfit) + NEXT, "FOOTER_MISSING"),
        ("footer-of-no-rule-and-half-block", "a footer that breaks a rule, and a part of a block", bytes_of(unfit) + NEXT[:-3], "FOOTER_MISSING"),
        ("footer-magic-zeros", "a footer that begins with zeros for its magic, and the length of its body", NEXT + replaced(footer, 0, bytes(4)),
            "FOOTER_MISSING"),
        ("footer-of-zeros", "zeros, and the length and the end of a footer of 20 bytes, whose body would have no bytes",
            NEXT + bytes(40) + fb.u32(20) + END, "FOOTER_MISSING"),
        ("footer-and-zeros", "the beginning of a footer, and zeros in the place of the rest of it", NEXT + footer[:12] + bytes(len(footer) - 12),
            "FOOTER_MISSING"),
        ("footer-magic-in-block", "zeros, and the length and the end of a footer that would begin within the block before, where its magic is",
            within + bytes(4) + fb.u32(within_length) + END, "FOOTER_MISSING"),
        ("footer-magic-and-block", "the magic of a footer, a length that leads beyond the end, and a block",
            NEXT + b"PLYF" + fb.u32(5000) + b"xx" + bytes_of(one("d")), "FOOTER_MISSING"),
        ("footer-magic-and-half-block", "the magic of a footer, a length that leads beyond the end, and a part of a block",
            NEXT + b"PLYF" + fb.u32(5000) + b"xx" + bytes_of(one("d"))[:-3], "FOOTER_MISSING"),
        ("footer-length-within", "the magic of a footer and a length that leads before the end", NEXT + b"PLYF" + fb.u32(10) + b"x" * 60,
            "FOOTER_MISSING"),
        ("footer-end-within", "the magic of a footer with another length, and somewhere after it its end",
            NEXT + b"PLYF" + bytes(4) + b"x" * 30 + fb.u32(46) + END + b"x" * 20, "FOOTER_MISSING"),
    ]:
        refuse(name, f"after the newest footer: {title}", end, error)


def lost(files):
    """A block that reaches beyond the end of the file, with a footer that was whole there: bytes were lost."""

    def refuse(name, title, data, error="FOOTER_MALFORMED"):
        files.chapter.add(f"append-refused-{name}", title, RULES, "append-file", **{"from": "container/appended"},
            input=[[data.hex(" "), "the file"]], error=error)

    long = one("c" * 400)
    whole = appended(*BASE, Append(long)).bytes()
    end = whole.index(bytes_of(long)) + long.size()
    refuse("lost-bytes", "150 bytes of the last block are lost: the footer lists it", whole[: end - 250] + whole[end - 100 :])
    more = appended(*BASE, Append(long), Append(one("d"))).bytes()
    refuse("lost-bytes-before-two-footers", "bytes of a block are lost: the last footer names one after it", more[: end - 350] + more[end - 50 :])
    newer = newer_footer(one("a"), write=10, read=10)
    refuse("newer-footer-at-end-of-block", "the last block is not finished, and ends with a footer of a later version",
        appended(*BASE).bytes() + with_content(bytes_of(newer), 5), "FOOTER_MISSING")
    feature = newer_footer(one("a"), required=1 << 9)
    refuse("unknown-feature-at-end-of-block", "the last block is not finished, and ends with a footer of an unknown feature",
        appended(*BASE).bytes() + with_content(bytes_of(feature), 5), "FOOTER_MISSING")


def add(files):
    base = appended(*BASE).bytes()

    def tears(name, title, data, kept, expected):
        files.chapter.add(f"append-torn-{name}", title, RULES, "append-file",
            input=[[data[:kept].hex(" "), "the file"], [data[kept:].hex(" "), "its torn end"]], torn=len(data) - kept,
                          expect={"games": expected})

    torn(lambda name, title, end: tears(name, title, base + end, len(base), games("a", "b")))
    torn_content(lambda name, title, end: tears(name, title, base + end, len(base), games("a", "b")))
    corrupt(lambda name, title, end, error: files.chapter.add(f"append-refused-{name}", title, RULES, "append-file", **{"from": "container/appended"},
                                                              input=[[(base + end).hex(" "), "the file"]], error=error))
    lost(files)
    for name, title, file, expected in [
        ("eight-footers", "a file of eight footers", appended(*(Append(one(c)) for c in "abcdefgh")), games(*"abcdefgh")),
        ("edits", "a file with a deleted game", appended(*BASE, Append(edits=[(0, DELETED)])), games(None, "b")),
        ("no-games", "a file without games", File(), []),
    ]:
        data = file.bytes()
        tears(name, f"{title}, and a block without its last bytes", data + NEXT[:-3], len(data), expected)
    file, _ = ic.indexed()
    from append_cases import shown
    tears("index", "a file with an index, and a block without its last bytes", file.bytes() + NEXT[:-3], len(file.bytes()), shown(ic.GAMES))
