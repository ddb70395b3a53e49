"""Vectors of what an appender must keep: games with their numbers, edits, footers, segments, versions and features (container.17)."""

import file_bytes as fb
import index_games as ic
import torn_cases
from file_bytes import AS_WRITTEN, DELETED, REPLACED, File
from footer_cases import Append, appended, games, one, replacing, some

RULES = "container.13 container.14 container.17 versions.3 versions.5"


def add(files):
    def keeps(name, title, file, expected):
        files.chapter.add(f"append-to-{name}", f"games are added to a file: {title}", RULES, "append-file", input=file.input(), expect={"games": expected})

    abc = Append(some("a", "b", "c"))
    keeps("no-games", "it has none", File(), [])
    keeps("two-footers", "it has two footers", appended(Append(one("a")), Append(one("b"))), games("a", "b"))
    keeps("eight-footers", "it has as many footers as may be", appended(*(Append(one(c)) for c in "abcdefgh")), games(*"abcdefgh"))
    keeps("eight-footers-of-two-blocks", "it has as many footers as may be, each with more than is appended",
          appended(*(Append(one(c), one(c.upper())) for c in "abcdefgh")), games(*"aAbBcCdDeEfFgGhH"))
    edited = [Append(some("a", "b", "c"), edits=[(1, DELETED)]), Append(replacing(one("A")), edits=[(0, REPLACED)])]
    keeps("eight-footers-with-edits", "it has as many footers as may be, of which the first delete and replace games", appended(*edited, *(Append(one(c)) for c in "defghi")),
          games("A", None, "c", *"defghi"))
    large = [Append(*(one(c + str(n)) for n in range(12 >> at))) for at, c in enumerate("abcdefgh")]
    keeps("eight-shrinking-footers", "each of eight footers lists less than the one before", appended(*large),
          games(*(c + str(n) for at, c in enumerate("abcdefgh") for n in range(12 >> at))))
    keeps("earlier-of-earlier", "an earlier footer names one that the newest does not",
          appended(Append(one("a")), Append(one("b")), Append(one("c"), earlier=[1])), games("b", "c"))
    keeps("empty-append", "the newest footer lists nothing", appended(Append(one("a")), Append()), games("a"))
    gap = File(one("a"), one("b"))
    gap.items.insert(1, b"????")
    gap.footer.blocks = [gap.items[0], 4, gap.items[2]]
    keeps("gap", "between two blocks there is no unit", gap, games("a", "b"))
    keeps("deleted-game", "a game is deleted", appended(abc, Append(edits=[(1, DELETED)])), games("a", None, "c"))
    keeps("deleted-last-game", "the last game is deleted: its number is not given again", appended(abc, Append(edits=[(2, DELETED)])), games("a", "b", None))
    keeps("deleted-games-of-two-footers", "two footers delete games", appended(abc, Append(edits=[(0, DELETED)]), Append(edits=[(2, DELETED)])),
          games(None, "b", None))
    keeps("restored-game", "a game was deleted, and is there again", appended(abc, Append(edits=[(1, DELETED)]), Append(edits=[(1, AS_WRITTEN)])), games("a", "b", "c"))
    first = Append(some(*"abcdefghijklmnop"), edits=[(3, DELETED), (4, DELETED)])
    keeps("restored-game-of-a-large-footer", "the newest footer restores what an earlier one deletes that is not merged",
          appended(Append(*(one(f"z{n}") for n in range(20)), edits=[(3, DELETED)]), Append(edits=[(3, AS_WRITTEN)])), games(*(f"z{n}" for n in range(20))))
    keeps("edits-in-a-footer-with-blocks", "a footer adds games and deletes two", appended(first), games(*(None if c in "de" else c for c in "abcdefghijklmnop")))
    keeps("replaced-games", "two games are replaced", appended(abc, Append(replacing(some("B", "A")), one("d"), edits=[(0, REPLACED + 1), (1, REPLACED)])),
          games("A", "B", "c", "d"))
    keeps("replaced-twice", "a game is replaced twice, another is deleted after all",
          appended(abc, Append(replacing(some("A", "B")), edits=[(0, REPLACED), (1, REPLACED + 1)]), Append(replacing(one("AA")), edits=[(0, REPLACED + 2), (1, DELETED)])),
          games("AA", None, "c"))
    keeps("replacement-handed-on", "a replacement stands for another game than before",
          appended(abc, Append(replacing(one("X")), edits=[(0, REPLACED)]), Append(edits=[(0, AS_WRITTEN), (2, REPLACED)])), games("a", "b", "X"))
    keeps("unused-replacement", "a replacement of no game", appended(abc, Append(replacing(one("x")))), games("a", "b", "c"))
    many = [f"t{n}" for n in range(301)]
    deleted = games(*(None if n in (0, 127, 128, 300) else text for n, text in enumerate(many)))
    edits = [(n, DELETED) for n in (0, 127, 128, 300)]
    keeps("many-games", "games of large numbers are deleted", appended(Append(some(*many)), Append(edits=edits)), deleted)
    files.good("deleted-games-of-many", "games of large numbers are deleted", "container.14", appended(Append(some(*many), edits=edits)), deleted)
    features(keeps)
    segments(keeps)
    refusals(files)
    torn_cases.add(files)


def refusals(files):
    """container.17: what ends without a good footer, and is not torn, is repaired and not appended to."""
    def refuses(name, title, data, error):
        files.chapter.add(f"append-refused-{name}", title, RULES, "append-file", **{"from": "container/appended"}, input=[[data.hex(" "), "the file"]], error=error)

    two = appended(Append(one("a")), Append(one("b")))
    whole = two.bytes()
    two.footer.crc = 1
    refuses("corrupt-footer", "the checksum of the newest footer is wrong", two.bytes(), "CHECKSUM_FOOTER")
    refuses("garbage", "four bytes after the newest footer that begin no unit", whole + b"????", "FOOTER_MISSING")
    refuses("end-of-footer", "after the newest footer, the end of another one", whole + whole[-8:], "FOOTER_MISSING")
    refuses("no-footer", "a block without a footer", File(one("a")).bytes()[:32 + one("a").size()], "FOOTER_MISSING")
    refuses("header-alone", "a file header alone", File().bytes()[:32], "FOOTER_MISSING")


def features(keeps):
    for name, title, versions in [
        ("optional-features", "all optional features are set", fb.Versions(optional=0xFFFFFFFF)),
        ("required-features", "required features are set that no block needs", fb.Versions(required=5)),
        ("one-feature", "a required and an optional feature are set", fb.Versions(required=fb.ARCHIVE, optional=1 << 31)),
    ]:
        file = File(one("a"))
        file.header.versions = file.footer.versions = versions
        keeps(name, title, file, games("a"))
    file = File(one("a"))
    file.footer.versions = fb.Versions(required=fb.EDITS, optional=2)
    keeps("features-of-the-footer", "its footer has features that its header does not have", file, games("a"))
    file = File(one("a"))
    file.header.versions = fb.Versions(optional=0x10)
    keeps("features-of-the-header", "its header has a feature that its footer does not have", file, games("a"))


def segments(keeps):
    file, _ = ic.indexed()
    keeps("index", "its block has an index segment", file, shown(ic.GAMES))
    block = ic.gf.block(ic.GAMES)
    before = ic.segment_of([(block, ic.GAMES)])
    few = ic.segment_of([(block, ic.GAMES)], frequent=99)
    file = appended(Append(ic.gf.block(ic.GAMES), *(one(f"z{n}") for n in range(20))), Append())
    segment = ic.segment_of([(file.items[0], ic.GAMES)])
    file.footer.segments = [(segment, len(file.bytes()) - file.footer.size(), 0)]
    file.items.append(segment)
    keeps("index-of-an-earlier-block", "the newest footer lists an index segment, and an earlier one its block", file,
          shown(ic.GAMES) + games(*(f"z{n}" for n in range(20))))
    keeps("two-segments", "of two segments of a block the last counts", ic.xf.with_segments([block], before, few), shown(ic.GAMES))


def shown(played):
    """Games as they are read."""
    starts = {None: "standard", ic.gf.UNREADABLE: "unreadable", ic.gf.CONTINUATION: "standard"}
    return [
        {"tags": [[name, text] for name, text in game.tags.items()], "start": "fen" if "FEN" in game.tags else starts[game.state],
         "moves": [game.uci(ply) for ply in range(len(game.moves()))], "tokens": [],
         "termination": game.marker, "rest": "", "continued": game.state == ic.gf.CONTINUATION}
        for game in played
    ]

