"""Vectors of tag lines in files: raw lines (tags.1), and values that a writer may store as numbers (tags.6) or must store as text."""

import container_cases as cc
import file_bytes as fb
from file_bytes import File, Section
from games_file import Played, block
from start_cases import NONE
from start_cases import block as one_game

DATES = ["2001.01.31", "1999.12.01", "????.??.??", "2001.??.??", "0000.01.01", "9999.12.31", "2020.02.30", "2021.??.05", "1987.06.07", "1988.10.11",
         "1989.11.12", "1990.03.04", "1991.05.06", "1992.07.08", "1993.09.10", "1994.02.03"]
ODD_DATES = ["2001.13.01", "2001.00.01", "2001.01.00", "2001.01.32", "2001.1.1", "2001", "2001.01.01 ", "20?1.01.01", "?.?.?"]
NUMBERS = ["0", "1", "2400", "65535", "65536", "4294967293", "4294967294", "9", "10", "11", "12", "13", "14", "15", "16"]
ODD_NUMBERS = ["4294967295", "4294967296", "00", "01", "-1", "+1", "", "1.0", "99999999999"]
CODES = ["A00", "A99", "B00", "C50", "D30", "E98", "E99", "A01", "A02", "A03", "A04", "A05", "A06", "A07"]
ODD_CODES = ["F00", "a00", "E100", "B9", "A0O", ""]
RESULTS = ["*", "1-0", "0-1", "1/2-1/2"]


def typed(files):
    """Each column has enough values of its type that a writer stores the column as numbers, and one that is none."""
    for name, tag, usual, odd in [("dates", "Date", DATES, ODD_DATES), ("numbers", "WhiteElo", NUMBERS, ODD_NUMBERS), ("codes", "ECO", CODES, ODD_CODES),
                                  ("results", "Result", RESULTS * 4, ["1-0 ", "?", "1/2", "0-0", ""])]:
        for number, value in enumerate(odd):
            games = [Played(tags={tag: text}, marker="*") for text in [*usual, value]]
            expected = [cc.game([(tag, text)], termination="*") for text in [*usual, value]]
            files.good(f"tags-{name}-{number}", f"{tag}: values of the usual form, and `{value}`", "tags.5 tags.6", File(block(games)), expected)


def too_large(files):
    """Numbers that have no place in a column of numbers."""
    values = [str(2**32 - 1 + n * 10**8) for n in range(16)]
    games = [Played(tags={"WhiteElo": text}, marker="*") for text in values]
    files.good("tags-numbers-too-large", "WhiteElo: numbers from 4294967295 on, which are stored as text", "tags.5 tags.6", File(block(games)),
               [cc.game([("WhiteElo", text)], termination="*") for text in values])


def raw_lines(files):
    def lines(*texts):
        made = one_game(NONE, [])
        made.section(fb.TAG_LAYOUTS).stored = fb.tag_layouts([b""], [[0] * len(texts)], [0])
        made.sections.append(Section(fb.TAG_VALUES, fb.strings([text.encode() for text in texts]), "raw lines"))
        return File(made)

    texts = ["[Event", "[Event \"x", "[Event x]", "[", "%", ";", "% anything", "; a comment", "[Event \"x\"] and more", "[]", "[Event \"a\" b]", ""]
    # None is a pair (pgn.9). Lines that are, a reader may refuse or not.
    files.good("raw-lines", "lines that are no pairs, and an empty one", "tags.1 tags.3", lines(*texts), [cc.game([(text,) for text in texts])])


def unknown_kinds(files):
    for kind in (15, 63):
        made = cc.bare_block(extra=[Section(kind, b"new", "something new")])
        files.bad(f"section-kind-{kind}", f"a section of kind {kind} must not be skipped", "container.7", "one-game", File(made), "UNSUPPORTED_SECTION")


def add(files):
    typed(files)
    too_large(files)
    raw_lines(files)
    unknown_kinds(files)
