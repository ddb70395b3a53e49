"""Vectors of what an appender must keep: games with their numbers, edits, segments, optional parts, versions, features and id (container.17)."""

import container_cases as cc
import file_bytes as fb
import index_games as ic
from file_bytes import DELETED, REPLACED, File, Part, Section
from footer_cases import Append, appended, games, one, replacing, some

RULES = "container.13 container.14 container.17 versions.3 versions.5"


def add(files):
    def keeps(name, title, file, expected):
        files.chapter.add(f"append-to-{name}", f"games are added to a file: {title}", RULES, "append-file", input=file.input(), expect={"games": expected})

    abc = Append(some("a", "b", "c"))
    keeps("no-games", "it has none, and no id", File(), [])
    keeps("two-footers", "it has two footers, and record B is in force", appended(Append(one("a")), Append(one("b"))), games("a", "b"))
    keeps("three-footers", "it has three footers, and record A is in force", appended(Append(one("a")), Append(one("b")), Append(one("c"))), games("a", "b", "c"))
    keeps("eight-footers", "it has eight footers", appended(*(Append(one(c)) for c in "abcdefgh")), games(*"abcdefgh"))
    keeps("empty-append", "an append changed nothing", appended(Append(one("a")), Append()), games("a"))
    keeps("games-after-none", "games were added to a file without games", appended(Append(), Append(one("a"))), games("a"))
    keeps("merged-blocks", "its blocks were merged", appended(Append(one("a")), Append(one("b")), Append(some("a", "b", "c"), merged=2)), games("a", "b", "c"))
    gap = File(one("a"), b"????", one("b"))
    keeps("gap", "between two blocks there is no unit", gap, games("a", "b"))
    keeps("deleted-game", "a game is deleted", appended(abc, Append(edits=[(1, DELETED)])), games("a", None, "c"))
    keeps("deleted-last-game", "the last game is deleted: its number is not given again", appended(abc, Append(edits=[(2, DELETED)])), games("a", "b", None))
    keeps("deleted-games-of-two-footers", "two appends delete games", appended(abc, Append(edits=[(0, DELETED)]), Append(edits=[(2, DELETED)])),
          games(None, "b", None))
    first = Append(some(*"abcdefghijklmnop"), edits=[(3, DELETED), (4, DELETED)])
    keeps("edits-in-a-footer-with-blocks", "a footer adds games and deletes two", appended(first), games(*(None if c in "de" else c for c in "abcdefghijklmnop")))
    keeps("replaced-games", "two games are replaced", appended(abc, Append(replacing(some("B", "A")), one("d"), edits=[(0, REPLACED + 1), (1, REPLACED)])),
          games("A", "B", "c", "d"))
    keeps("replaced-twice", "a game is replaced twice, another is deleted after all",
          appended(abc, Append(replacing(some("A", "B")), edits=[(0, REPLACED), (1, REPLACED + 1)]), Append(replacing(one("AA")), edits=[(0, REPLACED + 2), (1, DELETED)])),
          games("AA", None, "c"))
    keeps("unused-replacement", "a replacement of no game", appended(abc, Append(replacing(one("x")))), games("a", "b", "c"))
    many = [f"t{n}" for n in range(301)]
    deleted = games(*(None if n in (0, 127, 128, 300) else text for n, text in enumerate(many)))
    edits = [(n, DELETED) for n in (0, 127, 128, 300)]
    keeps("many-games", "games of large numbers are deleted", appended(Append(some(*many)), Append(edits=edits)), deleted)
    files.good("deleted-games-of-many", "games of large numbers are deleted", "container.14", appended(Append(some(*many), edits=edits)), deleted)
    records(keeps)
    features(keeps)
    segments(keeps)
    parts(keeps)
    unfinished(files)


def records(keeps):
    """container.15, container.17"""
    for name, title, a, b in [("a", "A", 2**40 + 1, 2**40), ("b", "B", 2**40, 2**40 + 1), ("a-far", "A, whose sequence number is far above the other one,", 2**63, 1)]:
        file = appended(Append(one("a")), Append(one("b")))
        file.a.sequence, file.b.sequence = a, b
        file.a.footer, file.b.footer = (file.items[1], None) if b > a else (None, file.items[1])
        keeps(f"record-{name}", f"record {title} is in force, of a large sequence number", file, games("a", "b"))
    file = File(one("a"))
    file.a.sequence = file.b.sequence = 7
    keeps("equal-records", "both records are equal, of the sequence number 7", file, games("a"))
    file = File(one("a"))
    file.file_id = bytes(range(16))
    keeps("id", "its id is not that of its blocks", file, games("a"))
    file = appended(Append(one("a")), Append(one("b")))
    file.header.versions, file.zeros[0] = fb.Versions(), b"\1" * 480
    keeps("bytes-between-records", "bytes between header and records are not 0", file, games("a", "b"))


def features(keeps):
    for name, title, versions in [
        ("optional-features", "all optional features are set", fb.Versions(optional=0xFFFFFFFF)),
        ("required-features", "required features are set that no block needs", fb.Versions(required=5)),
        ("one-feature", "a required and an optional feature are set", fb.Versions(required=fb.ARCHIVE, optional=1 << 31)),
    ]:
        file = File(one("a"))
        file.header.versions = file.versions = versions
        keeps(name, title, file, games("a"))
    file = File(one("a"))
    file.versions = fb.Versions(required=fb.EDITS, optional=2)
    keeps("features-of-the-record", "its records have features that its header does not have", file, games("a"))
    file = File(one("a"))
    file.header.versions = fb.Versions(optional=0x10)
    keeps("features-of-the-header", "its header has a feature that its records do not have", file, games("a"))
    file = appended(Append(one("a")), Append(one("b")))
    file.a.versions = fb.Versions(optional=1 << 20 | 1)
    keeps("features-of-the-other-record", "the record that is not in force has features that the other does not have", file, games("a", "b"))


def segments(keeps):
    file, _ = ic.indexed()
    keeps("index", "its block has an index segment", file, shown(ic.GAMES))
    block = ic.gf.block(ic.GAMES)
    before = ic.segment_of([(block, ic.GAMES)])
    few = ic.segment_of([(block, ic.GAMES)], frequent=99)
    file = appended(Append(ic.gf.block(ic.GAMES), *(one(f"z{n}") for n in range(20))), Append())
    segment = ic.segment_of([(file.items[0], ic.GAMES)])
    file.footer.segments = [(segment, None, 0)]
    file.items.append(segment)
    keeps("index-of-an-earlier-block", "an append listed an index segment of a block that was there before", file,
          shown(ic.GAMES) + games(*(f"z{n}" for n in range(20))))
    keeps("two-segments", "of two segments of a block the last counts", ic.xf.with_segments([block], before, few), shown(ic.GAMES))


def with_parts(*parts):
    """A file with optional parts."""
    file = File(one("a"), *parts)
    file.footer.optional = list(parts)
    return file


def parts(keeps):
    """container.13: odd kinds are listed again, even ones are not."""
    for name, title, kinds in [("odd", "an optional part of kind 7", [7]), ("even", "an optional part of kind 8", [8]), ("kinds", "optional parts of kinds 4, 1, 2^40 + 1 and 0", [4, 1, 2**40 + 1, 0]),
                               ("same-kind", "two optional parts of kind 3", [3, 3])]:
        keeps(f"optional-{name}", f"it has {title}", with_parts(*(Part(kind, bytes([n + 1] * 5)) for n, kind in enumerate(kinds))), games("a"))


def unfinished(files):
    """container.17: what comes after the end is cut off, whatever it is."""
    def cut(name, title, file, end, expected):
        files.chapter.add(f"append-unfinished-{name}", f"games are added to a file with unfinished bytes: {title}", "container.15 container.17", "append-file",
                          input=file.input() + [[end.hex(" "), "unfinished bytes"]], unfinished=len(end), expect={"games": expected})

    base = lambda: appended(Append(one("a")), Append(one("b")))
    more = appended(Append(one("a")), Append(one("b")), Append(one("c")))
    finished = more.bytes()[len(base().bytes()) :]
    block = more.items[-1].bytes()
    for name, title, end in [
        ("byte", "one byte", b"?"), ("letters", "some letters", b"some letters"), ("zeros", "50 zeros", bytes(50)), ("block", "a whole block", block), ("half-block", "a block without its last bytes", block[:-3]),
        ("append", "a block and a footer that no record names", finished), ("half-footer", "a block, and a footer without its last byte", finished[:-1]),
        ("segment-magic", "the magic of a segment", b"PLYX"), ("file", "a whole file", base().bytes()),
    ]:
        cut(name, title, base(), end, games("a", "b"))
    cut("without-games", "it has no games", File(), block[:-3], [])
    cut("edits", "it has a deleted game", appended(Append(one("a")), Append(one("b")), Append(edits=[(0, DELETED)])), block[:-3], games(None, "b"))
    cut("index", "it has an index", ic.indexed()[0], block[:-3], shown(ic.GAMES))
    cut("optional", "it has optional parts of kinds 5 and 6", with_parts(Part(5), Part(6)), b"PLYB", games("a"))
    content = cc.bare_block(extra=[Section(99, bytes(20) + base().footer.bytes(), "something new")]).bytes()
    cut("footer-in-block", "a block that ends with what looks like a footer", base(), content, games("a", "b"))


def shown(played):
    """Games as they are read."""
    starts = {None: "standard", ic.gf.UNREADABLE: "unreadable", ic.gf.CONTINUATION: "standard"}
    return [
        {"tags": [[name, text] for name, text in game.tags.items()], "start": "fen" if "FEN" in game.tags else starts[game.state],
         "moves": [game.uci(ply) for ply in range(len(game.moves()))], "tokens": [],
         "termination": game.marker, "rest": "", "continued": game.state == ic.gf.CONTINUATION}
        for game in played
    ]
