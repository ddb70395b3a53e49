"""The vectors of the import of PGN text. The games were written by hand, by the rules of the chapter."""

import pgn_characters
import pgn_moves
import pgn_movetext
import pgn_rules
import pgn_symbols
import pgn_tags
from pgn_rules import EDGES, SOURCES
from vector_file import Chapter, pieces


def make():
    chapter = Chapter("pgn")
    for name, title, rules, source, games in [
        *SOURCES, *EDGES, *pgn_rules.MORE, *pgn_tags.SECTIONS, *pgn_tags.STARTS, *pgn_movetext.ENDS, *pgn_movetext.NUMBERS, *pgn_movetext.BLANK_LINES,
        *(pgn_moves.spelled(*row) for row in pgn_moves.MOVES), *pgn_moves.VARIATIONS, *pgn_tags.LINES, *pgn_tags.TAGS, *pgn_movetext.MORE_ENDS, *pgn_tags.MORE_STARTS,
        *pgn_symbols.SYMBOLS, *pgn_symbols.NUMBERS, *pgn_moves.SPELLINGS, *pgn_symbols.MARKERS, *pgn_symbols.VARIATIONS, *pgn_moves.PLAY,
        *pgn_characters.OTHER_BYTES, *pgn_tags.MARKS, *pgn_tags.STARTS_IN_TWO_WAYS, *pgn_movetext.NUMBERS_IN_TWO_WAYS, *pgn_moves.EN_PASSANT,
        *pgn_characters.CHARACTERS, *pgn_characters.SIGNS_AFTER_MOVES, *pgn_tags.TAG_LINES,
    ]:
        chapter.add(name, title, rules, "import", input=pieces((source, "PGN text")) if source else [], expect={"games": games})
    chapter.save()
