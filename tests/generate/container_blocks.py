"""Vectors of whole files (container.1 to container.13): every kind of data once, and what each block keeps for itself."""

import container_common as cc
import file_bytes as fb
from container_common import (
    BARE, FULL, MOVE_SIZES_GAMES, NULL_GAMES, RUN_GAMES, THIRD, VISITING, bare_block, continued_block, full_block, game, games,
    move_sizes_file, names, names_block, one, run_block, some, tight_block, two_appends, without_records
)
from file_bytes import File, Section


def good_files(files):
    good = files.good
    good("no-games", "header, records and a footer", "container.1 container.3 container.13 wire.1 versions.1", File(), [])
    good("one-game", "one game without tags and moves", "container.6 container.8 container.11", File(bare_block()), [BARE])
    good("coord16", "moves of another codec", "container.8 codecs.3",
         File(bare_block(param=1, plies=[1], moves=bytes.fromhex("1c 13"))), [game(moves=["e2e4"])])
    good("every-section", "two games with every kind of data", "container.8 tags.2 annotations.3", File(full_block()), FULL)
    good("move-sizes", "a move of two bytes, so that sizes are written", "container.10", move_sizes_file(), MOVE_SIZES_GAMES)
    good("two-blocks", "two blocks, each with its own names", "container.13 tags.8", File(full_block(), names_block()), FULL + [THIRD])
    good("appended", "a footer in force that follows another one", "container.12 container.13 container.15 versions.6",
         two_appends(), FULL + [THIRD])
    good("same-name-twice", "two names of a block are the same string, and one is not used", "tags.9",
        File(fb.with_content(names_block(), fb.NAMES, names(b"Ann", b"Ann", b"Cid"), meaning="names: Ann, Ann, Cid")),
        [game([("White", "Ann"), ("Black", "Ann")], termination="*")])
    good("no-names", "a list of no names", "container.8 tags.8", File(bare_block(extra=[Section(fb.NAMES, names(), "no names")])), [BARE])
    good("continuation", "the text of a game that was split", "container.11", File(continued_block([8, 12])),
         [game(rest="Nf9"), game(rest="Nf9", continued=True)])
    good("continuation-first", "a continuation whose first part is not in the file", "container.11", File(continued_block([12])),
         [game(rest="Nf9", continued=True)])
    good("run", "two games in one run", "codecs.4", File(run_block()), RUN_GAMES)
    good("run-with-null-move", "a game with a null move between two others of a run", "codecs.4 codecs.6",
         File(run_block(NULL_GAMES)), NULL_GAMES)
    good("run-of-tight", "three games in a run of tight, which visit the same positions (the code depends on it)", "codecs.4 tight.2 tight.7",
         File(tight_block()), [game(moves=moves.split()) for moves in VISITING])
    good("unknown-optional-section", "a section of kind 64 is skipped", "container.7",
         File(bare_block(extra=[Section(64, b"new", "something new", param=9, compression=7)])), [BARE])
    good("unknown-optional-section-twice", "optional sections may come twice", "container.7",
         File(bare_block(extra=[Section(1000, b"a", "something new"), Section(1000, b"b", "more of it")])), [BARE])
    packed = bare_block()
    layouts = packed.section(fb.TAG_LAYOUTS)
    layouts.raw_len, layouts.compression, layouts.stored = len(layouts.stored), 1, fb.zstd_frame(layouts.stored)
    good("compressed-section", "a section in a zstd frame", "container.9", File(packed), [BARE])


def nothing_of_another_block(files):
    """tags.8, container.14: nothing passes from one block to another."""
    first, second = cc.full_block(), cc.names_block()
    second.sections = [section for section in second.sections if section.kind != fb.NAMES]
    files.bad("names-of-another-block", "columns of names in a block without names, after a block with names", "tags.5 tags.8", "two-blocks",
        File(first, second), "TAGS_MALFORMED")
    whole = cc.games_block([1, 0, 1], [bytes.fromhex("c0"), b"", bytes.fromhex("c0")], 3)
    whole.sections.append(fb.unparsed([b"", b"x", b""], "unparsed text of the second game"))
    e4 = cc.game(moves=["e2e4"])
    files.good("unparsed-text-of-the-second", "unparsed text of the second of three games", "container.8", File(whole), [e4, cc.game(rest="x"), e4])
    lost, after = one("a"), some("b", "c")
    lost.crc = 1
    after.section(fb.STATES).stored = fb.column([12, 8])
    files.recovered("continuation-of-a-lost-game", "a block is lost, and the next one begins with a continuation of its game",
        without_records(lost, after), [{**games("b")[0], "continued": True}, *games("c")])
    bad = cc.games_block([1, 1, 1], [bytes.fromhex("c0"), b"\x0a", bytes.fromhex("c0")], 3)
    files.recovered("one-bad-game", "the second of three games has a code that stands for no move", without_records(bad), [e4, e4])
