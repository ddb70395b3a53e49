"""Vectors of edits (container.14): deleted and replaced games, and damage that costs no game (limits.11)."""

import container_common as cc
import file_bytes as fb
from container_common import Append, NONE, appended, games, last_footer, one, one_game, replacing, some, two, with_checksum, with_record
from container_tags import TEXT_A, TEXT_B, two_games
from file_bytes import AS_WRITTEN, DELETED, EDITS, File, REPLACED, Section

F = "FOOTER_MALFORMED"


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
    good("unused-replacement", "a replacement of no game", rules, appended(abc, Append(replacing(one("x")))), games("a", "b", "c"))
    good("replacement-handed-on", "a replacement stands for another game than before", rules,
         appended(abc, Append(replacing(one("X")), edits=[(0, REPLACED)]), Append(edits=[(0, AS_WRITTEN), (2, REPLACED)])), games("a", "b", "X"))

    def bad(name, title, file, at="footer", error=F, **fields):
        fb.with_fields(file.footer, **fields)
        files.bad(name, title, rules, "deleted-game", file, error, last_footer(file) if at == "footer" else at)

    bad("edit-without-feature", "a deleted game, and no feature that says so", appended(abc, Append(edits=[(1, DELETED)])), versions__required=0)
    bad("replacement-without-feature", "a block of replacements, and no feature", appended(abc, Append(replacing(one("x")))), versions__required=0)
    bad("edit-of-no-game", "an edit of a number that was never given", appended(abc, Append(edits=[(3, DELETED)])))
    bad("edit-by-no-replacement", "a replacement that there is not", appended(abc, Append(edits=[(1, REPLACED)])))
    bad("replacement-of-two-games", "two games have the same replacement", appended(abc, Append(replacing(one("x")), edits=[(0, REPLACED), (1, REPLACED)])))
    bad("edits-huge-count", "a huge number of edits", appended(abc, Append()), None, "LIMIT_EXCEEDED",
        edit_parts=[fb.listed("edits", 2**60)])
    bad("edit-of-huge-number", "an edit of game 2^64 - 1", appended(abc, Append()), None, edit_parts=fb.listed_edits(2**64 - 1))


def huge_numbers(files):
    """container.13: numbers are checked when the list is read."""
    for name, title, numbers in [
        ("edit-of-the-largest-number", "an edit of game 2^64 - 1", [(2**64 - 1, "an edit: gap, action")]),
        ("edits-beyond-64-bits", "edits of games 5 and 2^64", [(5, "an edit: gap, action"), (2**64 - 6, "an edit of game 2^64: gap, action")]),
    ]:
        file = appended(Append(one("a")), Append(one("b"), edits=[(0, DELETED)]))
        file.footer.edit_parts = [(fb.varint(len(numbers)), "number of edits"), *((fb.varint(gap) + fb.varint(DELETED), meaning) for gap, meaning in numbers)]
        files.bad(name, title, "container.13", "appended", file, "FOOTER_MALFORMED")


def damaged_games(files):
    """limits.11: damage to deleted or replaced games, or to replacements of no game, is not damage of the file."""
    rules = "container.14 limits.11"
    bad = cc.games_block([1, 1, 1], [bytes.fromhex("c0"), b"\x0a", bytes.fromhex("c0")], 3)
    e4 = cc.game(moves=["e2e4"])
    files.good("damaged-deleted-game", "a deleted game has a code that stands for no move", rules, appended(Append(bad, edits=[(1, DELETED)])),
        [e4, None, e4])
    files.good("damaged-replaced-game", "a replaced game has a code that stands for no move", rules,
        appended(Append(bad, replacing(one("new")), edits=[(1, REPLACED)])), [e4, *games("new"), e4])
    files.good("damaged-replacement-of-none", "a replacement of no game has a code that stands for no move", rules,
        appended(Append(one("a"), replacing(cc.games_block([1], [b"\x0a"], 3)))), games("a"))
    files.good("damaged-deleted-tokens", "a deleted game has tokens that break a rule", rules,
        appended(Append(one("a"), one_game(NONE, [], tokens=b"\6"), edits=[(1, DELETED)])), [*games("a"), None])


def unread_blocks(files):
    """If all games of a block are deleted or replaced, none of its sections is read."""
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


def edits_of_footers(files):
    """container.14: the combined content of the footers."""
    rules = "container.13 container.14"
    abc = some("a", "b", "c")
    files.good("replacement-before-its-game", "a block of replacements before the block of the replaced game", rules,
        appended(Append(replacing(one("A")), abc, edits=[(0, REPLACED)])), games("A", "b", "c"))
    shared = appended(Append(abc, replacing(one("X")), edits=[(0, REPLACED)]), Append(edits=[(2, REPLACED)]))
    files.bad("replacement-of-two-games-in-two-appends", "a later append names a replacement for another game, too", "container.14", "deleted-game", shared, F)
    handed = appended(Append(abc, replacing(one("X")), edits=[(0, REPLACED)]), Append(edits=[(0, DELETED), (2, REPLACED)]))
    files.good("replacement-of-deleted-game-handed-on", "a replaced game is deleted, and its replacement stands for another", rules, handed, games(None, "b", "X"))
    same = appended(Append(abc, replacing(one("X")), edits=[(0, REPLACED)]), Append(edits=[(0, REPLACED)]))
    files.good("replaced-by-the-same-again", "two appends replace a game by the same one", rules, same, games("X", "b", "c"))
    files.good("all-games-deleted", "all games are deleted, in two blocks", rules, appended(Append(some("a", "b"), one("c"), edits=[(0, DELETED), (1, DELETED), (2, DELETED)])), [None] * 3)
    mixed = appended(Append(abc), Append(replacing(some("x", "y")), one("d"), replacing(one("z")), edits=[(0, REPLACED + 2), (1, REPLACED + 1), (3, REPLACED)]))
    files.good("replacements-of-two-blocks", "replacements of two blocks, between which is an ordinary one", rules, mixed, games("z", "y", "c", "x"))
    later = appended(Append(abc, replacing(one("x"))), Append(one("d"), replacing(some("y", "z")), edits=[(1, REPLACED + 2), (3, REPLACED)]))
    files.good("replacements-of-two-appends", "replacements are counted through the blocks of two appends", rules, later, games("a", "z", "c", "x"))
    back = appended(Append(abc), Append(edits=[(1, DELETED)]), Append(replacing(one("B")), edits=[(1, REPLACED)]))
    files.good("deleted-then-replaced", "a game is deleted, and replaced by a later footer", rules, back, games("a", "B", "c"))
    back = appended(Append(abc), Append(replacing(one("B")), edits=[(1, REPLACED)]), Append(edits=[(1, AS_WRITTEN)]))
    files.good("replaced-then-restored", "a game is replaced, and given as it was written by a later footer", rules, back, games("a", "b", "c"))
    newest = two()
    newest.footer.versions = fb.Versions(optional=1 << 20 | 1)
    files.add("append-to-features-of-the-record-in-force",
        "games are added to a file: its record in force has optional features that the other one does not have",
        "container.17 versions.5 versions.6", "append-file", newest, games=games("a", "b"))
    files.recovered("recover-newer-write-version", "a later write version in the file header, and no footer",
        fb.with_fields(File(one("a")), header__versions=fb.Versions(11, 10), footer=None).bytes(), games("a"))
    files.good("replacements-alone", "a file of nothing but replacements", rules, appended(Append(replacing(some("x", "y")))), [])


def stored_games(files):
    """container.14, versions.4: features, and games as stored."""
    abc = lambda: Append(some("a", "b", "c"))
    deleted = lambda: appended(abc(), Append(edits=[(1, DELETED)]))
    files.bad("edit-with-feature-of-the-other-record", "the record that is not in force has the feature of edits, and the other has not", "container.14 versions.6", "deleted-game",
              with_record(with_record(deleted(), 0, versions=fb.Versions(required=EDITS)), 1, versions=fb.Versions(required=0)), "FOOTER_MALFORMED")
    files.good("edit-with-feature-of-the-record-in-force", "the record in force has the feature of edits, and the other has not", "container.14 versions.6",
               with_record(with_record(deleted(), 0, versions=fb.Versions(required=0)), 1, versions=fb.Versions(required=EDITS)), games("a", None, "c"))
    files.good("replacement-is-continuation", "a replacement that is a continuation", "container.11 container.14",
        appended(abc(), Append(fb.with_content(replacing(one("B")), fb.STATES, fb.column([12])), edits=[(1, REPLACED)])),
        [*games("a"), {**games("B")[0], "continued": True}, *games("c")])
    split = some("a", "b", "c")
    split.section(fb.STATES).stored = fb.column([8, 12, 12])
    second = [{**game, "continued": True} for game in games("b", "c")]
    files.good("continuation-after-deleted-game", "the game before a continuation is deleted", "container.11 container.14", appended(Append(split, edits=[(0, DELETED)])), [None, *second])
    files.good("continuation-deleted", "of two continuations the first is deleted", "container.11 container.14", appended(Append(split, edits=[(1, DELETED)])), [*games("a"), None, second[1]])
    block = replacing(cc.bare_block(extra=[Section(fb.VALUE_CODES, b"", "value codes: nothing")]))
    files.bad("replacement-needs-feature", "a replacement has value codes, and the record has no feature of it", "container.14 versions.10",
        "deleted-game", fb.with_fields(appended(abc(), Append(block, edits=[(1, REPLACED)])), footer__versions__required=EDITS),
        "BLOCK_MALFORMED")
    for name, title, count, plies, change in [("plies", "other plies", 1, 1, 0), ("games", "other games", 2, 0, 0), ("checksum", "another checksum of its header", 1, 0, 1)]:
        file = File(one("a"), replacing(one("A")))
        file.settle()
        file.footer.versions.required = EDITS
        file.footer.edits = [(0, REPLACED)]
        parts = file.footer.entry_parts()
        parts[2:] = fb.listed_block(0, file.items[1].size(), count, plies, 1, crc=file.items[1].header_crc() ^ change)
        file.footer.count, file.footer.entries = 2, parts
        files.bad(f"replacement-{name}-not-listed", f"a block of replacements is listed with {title}", "container.13 container.14", "replaced-games", file, "BLOCK_MALFORMED")
