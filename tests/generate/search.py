"""The vectors of searches: what is found in small files."""

import file_bytes as fb
import games_file as gf
import search_patterns
import search_positions
import search_tags
import search_trees
import search_variations
from file_bytes import File, Section
from search_common import GAMBIT, GAMES, Searches, file
from search_patterns import other_aims, wild_aims
from search_positions import partial_positions, positions
from search_tags import (
    ANNOTATED, COMMENTS, NAMED, RATED, WITH_PLAYERS, annotations, condition_trees, conditions, folded, long_names, players,
    ratings
)
from search_trees import ENDED, ended, summaries, summary, trees
from search_variations import variations_of_games
from vector_file import Chapter


def make():

    assert summary("e4 d5 exd5 Qxd5 Nc3 Qa5 d4 Qxa2") == bytes.fromhex("B4030000ED")
    chapter = Chapter("search")
    searches = Searches(chapter, file(), GAMES)
    for part in (positions, partial_positions, variations_of_games, other_aims, wild_aims, conditions, condition_trees, trees):
        part(searches)
    ratings(Searches(chapter, File(gf.block(RATED)), RATED))
    folded(Searches(chapter, File(gf.block(NAMED)), NAMED))
    players(Searches(chapter, File(gf.block(WITH_PLAYERS)), WITH_PLAYERS))
    long_names(chapter)
    texts = Section(fb.COMMENT_TEXT, fb.strings([text for _, text in COMMENTS]), "texts of comments")
    annotations(Searches(chapter, File(gf.block(ANNOTATED, extra=[texts])), ANNOTATED))
    ended(Searches(chapter, File(gf.block(ENDED)), ENDED))
    coord16 = Searches(chapter, File(gf.block(GAMES, param=1)), GAMES)
    coord16.find_position("find-coord16", "moves of another codec", "search.2", GAMBIT)
    coord16.tree("tree-coord16", "moves of another codec", "search.7", GAMBIT)
    two = Searches(chapter, File(gf.block(GAMES[:5]), gf.block(GAMES[5:])), GAMES)
    two.find_position("find-two-blocks", "games of two blocks", "search.2", GAMBIT)
    two.tree("tree-two-blocks", "results of two blocks are added", "search.7", GAMBIT)
    summaries(chapter)
    for add in (
        search_patterns.valid_and_refused, search_variations.variations, search_patterns.counts_of_pieces, search_tags.similar_values,
        search_positions.edits, search_tags.bounds_of_tags, search_tags.names_listed_twice, search_tags.meanings, search_tags.speeds, search_trees.meant_tree,
        search_tags.folding, search_positions.plies, search_patterns.other_spellings, search_tags.nags, search_tags.made_from_values,
        search_positions.rights, search_positions.en_passant, search_positions.fields, search_trees.black_first, search_trees.with_text, search_positions.only_tokens,
    ):
        add(chapter)
    chapter.save()
