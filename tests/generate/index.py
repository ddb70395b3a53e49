"""The vectors of the index: keys, segments valid and invalid, and searches that give the same results with them."""

import index_cells
import index_directory
import index_file as xf
import index_records
import move_codes as mc
from games_file import Played
from index_cells import faults, last_plies
from index_common import ALL_RULES, Segments, indexed
from index_directory import checksums, damage, places
from index_keys import KEYS, collisions, passing
from vector_file import Chapter


def good_segments(segments):
    file, _ = indexed()
    segments.search("entry", "the entry of the position gives the result", file)
    for name, title, how in [
        ("groups-only", "no position has an entry", {"frequent": 99}),
        ("one-page", "one page of four cells", {"page_bits": 0}),
        ("four-pages", "four pages of one cell", {"page_bits": 2}),
        ("one-cell", "all positions in one cell", {"bits": 0, "page_bits": 0}),
        ("single-games", "groups of one game, and leaves of up to five", {"size": 1, "frequent": 99, "most": 5}),
        ("one-group", "one group: all lists are of all groups", {"size": 8, "frequent": 99}),
        ("behind-page", "lists behind the page", {"bits": 0, "page_bits": 0, "behind": True, "frequent": 4}),
        ("not-told", "the place of the moves is not told", {"place": xf.NOT_TOLD}),
        ("coord16", "a block of another codec", {"param": 1}),
    ]:
        file, segment = indexed(**how)
        segments.both(name, title, ALL_RULES, file, segment)
    many = [Played(tags={"WhiteElo": str(2000 + n)} if n % 3 else {}) for n in range(100)]
    file, segment = indexed(many, bits=0, page_bits=0, size=4, frequent=99)
    leaves = [{"path": "00", "groups": [2, 9, 10]}, {"path": "01", "groups": []}, {"path": "10", "groups": [*range(25)]},
              {"path": "110", "groups": [24]}, {"path": "111", "groups": [*range(0, 25, 2)]}]
    segment.cells = [leaves]
    segments.add("lists", "leaves of no, one, three, some and all groups", "index.4 index.8", file, segment)


def make():

    assert xf.number(0) == 0xE220A8397B1DCDAF
    assert xf.Bits().list([2, 40, 41], 100).bytes() == bytes.fromhex("640500")
    assert xf.Bits().number(0).number(1).number(2).number(9).bytes() == bytes.fromhex("d213")
    chapter = Chapter("index")
    for name, title, fen in [*KEYS, *passing()]:
        chapter.add(f"key-{name}", title, "index.5 search.1", "position-key", fen=fen, expect={"value": str(xf.key(mc.board_of(fen)))})
    segments = Segments(chapter)
    for part in (
        places, good_segments, damage, faults, collisions, checksums, last_plies, index_cells.numbers_of_entries, index_cells.lists_behind,
        index_cells.leaves, index_records.plies_of_32_bits, index_records.games_of_runs, index_directory.wrong_heads, index_directory.blocks,
        index_directory.one_off, index_directory.largest, index_records.places_of_moves, index_records.columns_of_groups, index_records.left_over,
        index_records.fens, index_cells.depths, index_cells.counts_of_leaf, index_cells.lists_of_two_cells, index_cells.pages,
        index_cells.years, index_records.runs_together, index_records.runs_and_starts, index_directory.optional_parts, index_directory.second_block,
        index_directory.wide, index_records.runs_of_tight, index_records.starts_and_lengths, index_cells.whole_bytes, index_cells.empty_lists,
        index_directory.heads_of_24_bytes, index_records.other_codecs, index_directory.sums_of_lengths, index_directory.sums_of_optional_parts, index_directory.huge_counts,
        index_records.sums_of_runs, index_directory.bare_segments, index_cells.sums_of_cells, index_cells.deeper, index_cells.bounds_of_entries, index_cells.firsts,
        index_records.smallest, index_records.exchanged_moves,
    ):
        part(segments)
    chapter.save()
