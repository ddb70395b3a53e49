"""Vectors of edits and of segments in cases that are rare."""

import container_cases as cc
import file_bytes as fb
import index_games as ic
from append_cases import RULES as APPEND_RULES
from append_cases import shown
from file_bytes import DELETED, EDITS, REPLACED, File, Section
from footer_cases import Append, appended, games, one, replacing, some


def edits(files):
    """container.14, versions.4: features, and games as they are stored."""
    abc = Append(some("a", "b", "c"))
    last = appended(abc, Append(edits=[(1, DELETED)]))
    last.a.versions, last.versions.required = fb.Versions(required=EDITS), 0
    files.bad("edit-with-feature-of-the-other-record", "the record that is not in force has the feature of edits, and the other has not", "container.14 versions.6", "deleted-game", last,
        "FOOTER_MALFORMED")
    last = appended(abc, Append(edits=[(1, DELETED)]))
    last.a.versions, last.versions.required = fb.Versions(required=0), EDITS
    files.good("edit-with-feature-of-the-record-in-force", "the record in force has the feature of edits, and the other has not", "container.14 versions.6", last, games("a", None, "c"))
    continued = replacing(one("B"))
    continued.section(fb.STATES).stored = fb.column([12])
    files.good("replacement-is-continuation", "a replacement that is a continuation", "container.11 container.14", appended(abc, Append(continued, edits=[(1, REPLACED)])),
        [*games("a"), {**games("B")[0], "continued": True}, *games("c")])
    split = some("a", "b", "c")
    split.section(fb.STATES).stored = fb.column([8, 12, 12])
    second = [{**game, "continued": True} for game in games("b", "c")]
    files.good("continuation-after-deleted-game", "the game before a continuation is deleted", "container.11 container.14", appended(Append(split, edits=[(0, DELETED)])), [None, *second])
    files.good("continuation-deleted", "of two continuations the first is deleted", "container.11 container.14", appended(Append(split, edits=[(1, DELETED)])),
        [*games("a"), None, second[1]])
    block = replacing(cc.bare_block(extra=[Section(fb.VALUE_CODES, b"", "value codes: nothing")]))
    file = appended(abc, Append(block, edits=[(1, REPLACED)]))
    file.versions.required = EDITS
    files.bad("replacement-needs-feature", "a replacement has value codes, and the record has no feature of it", "container.14 versions.10", "deleted-game", file, "BLOCK_MALFORMED")
    for name, title, entry in [("plies", "plies", (1, 1, 1)), ("games", "games", (2, 0, 1)), ("checksum", "another checksum of its header", (1, 0, 0))]:
        file = File(one("a"), replacing(one("A")))
        count, plies, same = entry
        file.versions.required = EDITS
        file.footer.edits = [(0, REPLACED)]
        parts = file.footer.entry_parts()
        parts[2] = (b"".join(map(fb.varint, [0, file.items[1].size(), count, plies, 1])), "gap, length, games, plies, attributes")
        parts[3] = (fb.u32(file.items[1].header_crc() ^ 1 - same), "checksum of its block header")
        file.footer.count, file.footer.entries = 2, parts
        files.bad(f"replacement-{name}-not-listed", f"a block of replacements is listed with {'other ' * (name != 'checksum')}{title}", "container.13 container.14", "replaced-games", file,
            "BLOCK_MALFORMED")


def orders(files):
    """container.13, index.1: segments keep their order when they are listed again."""
    played = ic.GAMES[:2]
    first, second = ic.gf.block(played), ic.gf.block(played)
    start = fb.UNITS_START
    both = [(first, played), (second, played)]
    wide, narrow = ic.segment_of(both), ic.segment_of([(second, played)], start=start + first.size(), first_block=1)
    file = File(first, second, narrow, wide)
    for name, title, places in [("narrow-first", "a segment of the second block, and then one of both blocks", [(narrow, None, 1), (wide, None, 0)]),
                                ("wide-first", "a segment of both blocks, and then one of the second block that is before it in the file", [(wide, None, 0), (narrow, None, 1)])]:
        file.footer.segments = places
        files.chapter.add(f"append-to-segments-{name}", f"games are added to a file: it has {title}", APPEND_RULES, "append-file", needs=["index"], input=file.input(),
            expect={"games": shown(played) * 2})


def add(files):
    for part in (edits, orders):
        part(files)
