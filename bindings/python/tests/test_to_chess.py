"""Every packed game comes back as python-chess reads it from the PGN."""

import ast
import re

import chess
import chess.pgn
import pytest
import reference
from places import DATA, FULL, SAMPLES

import plypack

#: Places where plypack and python-chess read a PGN differently, and the reasons. In addition, an empty line among the
#: moves ends the game for python-chess.
KNOWN_DIFFERENCES = {
    # [ Loose   "spacing" ] is a tag with the name Loose for plypack; python-chess leaves the line out.
    ("edge", 14): "tags: [('Loose', 'spacing')]",
    # A comment without an end: the empty lines after it end the game for plypack, but only the comment for
    # python-chess.
    ("broken", 12): "comment after the start e2e4",
}

#: Corpora, and the distance between two compared pieces if not all pieces are compared.
CORPORA = {
    "annotated": 1,
    "from_fen": 4,
    "variants": 1,
    "chess960_human": 25,
    "chess960_engine": 40,
    "chess960_engine_full_comments": 5,
    "online_clk_bench": 50,
    "online_bench": 700,
    "otb_bench": 500,
    "otb_train": 2000,
    "engine_bench": 300,
    "engine_full_comments_bench": 100,
}


def differences(database, pgn, step):
    """The differences in every ``step``-th piece of a PGN, as game numbers and texts."""
    pieces, groups = reference.pieces(reference.text_of(pgn)), reference.groups(database)
    assert len(pieces) == len(groups)
    for number in range(0, len(pieces), step):
        games = database[groups[number].start : groups[number].stop]
        expected = list(reference.read_all(pieces[number]))
        if len(expected) != len(games):
            expected = list(reference.read_all(reference.without_empty_lines(pieces[number])))
        if len(games) != len(expected):
            yield groups[number].start, f"cut otherwise: {len(games)} games, not {len(expected)}"
            continue
        for game, other in zip(games, expected):
            found = reference.difference(game.to_chess(), other)
            if found is not None:
                yield game.number, found


@pytest.mark.parametrize("name", ["famous", "edge", "clocks", "broken"])
def test_samples_are_as_python_chess_reads_them(packed, name):
    found = dict(differences(plypack.open(packed(name)), SAMPLES / f"{name}.pgn", 1))
    known = {number: text for (sample, number), text in KNOWN_DIFFERENCES.items() if sample == name}
    assert found.keys() == known.keys(), found
    assert all(found[number].startswith(text) for number, text in known.items()), found


def through_a_file(games, folder):
    """Games of python-chess, packed and read again."""
    plypack.pack(iter(games), folder / "chess.plypack")
    return [game.to_chess() for game in plypack.open(folder / "chess.plypack")]


@pytest.mark.parametrize("name", ["famous", "edge", "clocks"])
def test_games_of_python_chess_come_back(name, tmp_path):
    games = list(reference.read_all((SAMPLES / f"{name}.pgn").read_bytes()))
    found = through_a_file(games, tmp_path)
    assert len(found) == len(games)
    assert [reference.difference(*pair) for pair in zip(found, games)] == [None] * len(games)


@pytest.mark.parametrize("name", ["annotated", "from_fen", "chess960_human", "online_clk_bench"])
def test_games_of_corpora_come_back(corpus, name, tmp_path):
    path, _ = corpus(name)
    with plypack.open(path) as database:
        games = [game.to_chess() for game in database[:300]]
    # python-chess writes comments without the white space at their ends, so it also reads its own text differently.
    expected = [next(reference.read_all(str(game).encode())) for game in games]
    found = through_a_file(games, tmp_path)
    assert len(found) == 300
    assert [reference.difference(*pair) for pair in zip(found, expected)] == [None] * len(games)


@pytest.mark.parametrize("name", CORPORA)
def test_corpora_are_as_python_chess_reads_them(corpus, name):
    path, pgn = corpus(name)
    with plypack.open(path) as database:
        found = differences(database, pgn, 1 if FULL else CORPORA[name])
        assert [(number, text) for number, text in found if not is_of_parentheses(database[number].pgn, text)] == []


def is_of_parentheses(pgn, difference):
    """Returns whether python-chess reads a sign in parentheses, ``(?)``, as a NAG; for plypack it is a comment."""
    return difference.startswith("nags after") and re.search(r"\{\([!?=]+\)\}", pgn) is not None


#: python-chess reads a question mark in a tag among the moves as a NAG.
ODD_FILES = {"06_tag_reappear.pgn"}


def is_of_line_ends(difference):
    """Returns whether only the line ends at the end of a comment differ: a comment without an end continues to the end
    of the game or of the file."""
    texts = re.fullmatch(r"comment after .*?: (['\"].*), not (['\"].*)", difference)
    return texts is not None and ast.literal_eval(texts[1]).rstrip() == ast.literal_eval(texts[2]).rstrip()


def test_odd_files_are_as_python_chess_reads_them(tmp_path):
    """Files that other projects made to test their parsers."""
    files = sorted([*(DATA / "edge").rglob("*.pgn"), *(DATA / "edge").rglob("*.pgn.zst")])
    if not files:
        pytest.skip(f"the corpora are not here: {DATA}")
    compared = cut_otherwise = 0
    for pgn in files if FULL else files[::8]:
        packed = plypack.pack(pgn, tmp_path / "odd.plypack", threads=1)
        if packed.games > 1000 and not FULL:
            continue
        with plypack.open(tmp_path / "odd.plypack") as database:
            if not is_cut_alike(database, pgn):
                cut_otherwise += packed.games
                continue
            found = [text for _, text in differences(database, pgn, 1)]
        compared += packed.games
        cut_otherwise += sum(text.startswith("cut otherwise") for text in found)
        unknown = [text for text in found if not text.startswith("cut otherwise") and not is_of_line_ends(text)]
        assert unknown == [] or pgn.name in ODD_FILES, pgn
    assert compared > (9000 if FULL else 200)
    assert cut_otherwise < compared * 0.1


def is_cut_alike(database, pgn):
    """Returns whether the number of games with a tag Event equals the number in the PGN; not if there is text between
    games, or lines that are not tags."""
    return len(reference.pieces(reference.text_of(pgn))) == len(reference.groups(database))


ODD_TEXTS = {
    "marker": b'[Result "*"]\n\n1. e4 1-0\n',
    "another marker": b'[Result "0-1"]\n\n1. e4 1-0\n',
    "no marker": b'[White "A"]\n\n1. e4 e5\n',
    "CRLF": b'[White "A"]\r\n\r\n1. e4 {two\r\nlines} e5 *\r\n',
    "spaces": b'[White " A "]\n\n1. e4 {  two  } e5 { } 2. d4 {} { x} {x } *\n',
    "NAGs": b'[White "A"]\n\n$1 1. e4 $2 $3 $2 ! e5?! ($6 1... c5 $7) *\n',
    "variation of the first move": b'[White "A"]\n\n1. e4 (1. d4 {a} d5 (1... Nf6)) (1. c4) 1... e5 *\n',
    "comments about variations": b'[White "A"]\n\n{a} {b} 1. e4 ({c} {d} 1. d4 {e}) {f} 1... e5 {g} ({h} 1... c5) 2. d4 *\n',
    "after the marker": b'[White "A"]\n\n1. e4 * {end}\n',
    "null moves": b'[White "A"]\n\n1. e4 -- 2. d4 Z0 *\n',
    "line comments": b'[White "A"]\n% escape\n; text\n\n1. e4 ; rest { ( \n% escape\ne5 {; no} *\n',
    "no moves": b'[White "A"]\n[Result "1/2-1/2"]\n\n{agreed} 1/2-1/2\n',
    "same tag twice": b'[White "A"]\n[White "B"]\n[Black_2 "C"]\n\n1. e4 *\n',
    "escapes": b'[White "A \\"b\\" \\\\"]\n\n1. e4 *\n',
    "Latin-1": b'[White "M\xfcller"]\n\n1. e4 {\xfcber} *\n',
    "Chess960 from the standard start": b'[Variant "Chess960"]\n\n1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. O-O O-O *\n',
    "castling from a FEN": b'[FEN "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"]\n[SetUp "1"]\n\n1. O-O O-O-O *\n',
    "castling to rooks that stand elsewhere": b'[FEN "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1"]\n[SetUp "1"]\n\n1. O-O O-O-O *\n',
    "another variant": b'[Variant "Atomic"]\n\n1. Nf3 f6 2. Nd4 *\n',
    "illegal move": b'[White "A"]\n\n1. e4 e5 2. Ke3 Nc6 {kept} (2... d6) 3. Bb5 *\n',
    "illegal move in a variation": b'[White "A"]\n\n1. e4 e5 (1... Ke6 2. d4) 2. Nf3 *\n',
    "no position": b'[FEN "8/8/8/8 w"]\n\n1. e4 *\n',
}


@pytest.mark.parametrize("name", ODD_TEXTS)
def test_odd_texts_are_as_python_chess_reads_them(name, tmp_path):
    plypack.pack(ODD_TEXTS[name], tmp_path / "odd.plypack")
    (game,) = plypack.open(tmp_path / "odd.plypack")
    (expected,) = reference.read_all(ODD_TEXTS[name])
    assert reference.difference(game.to_chess(), expected) is None


def faults():
    """Changes of a game that the comparison must detect."""
    return {
        "tag": lambda game: game.headers.__setitem__("White", "Nobody"),
        "no tag": lambda game: game.headers.__delitem__("ECO"),
        "comment": lambda game: setattr(game.variations[0], "comment", "new"),
        "first comment": lambda game: setattr(game, "comment", "new"),
        "variation's comment": lambda game: setattr(game.variations[0].variations[1], "starting_comment", ""),
        "NAG": lambda game: game.variations[0].nags.clear(),
        "move": lambda game: setattr(game.variations[0].variations[1], "move", chess.Move.from_uci("a7a6")),
        "last move": lambda game: game.end().parent.variations.clear(),
        "variation": lambda game: game.variations[0].variations.pop(),
        "order": lambda game: game.variations[0].variations.reverse(),
    }


@pytest.mark.parametrize("fault", faults())
def test_a_difference_is_seen(fault):
    pgn = b'[White "A"]\n[ECO "C20"]\n[Result "1-0"]\n\n{first} 1. e4! {second} e5 ({third} 1... c5 2. Nf3) 2. Nc3 1-0\n'
    games = [next(reference.read_all(pgn)) for _ in range(2)]
    assert reference.difference(*games) is None
    faults()[fault](games[0])
    assert reference.difference(*games) is not None


def test_castling_in_chess960_is_the_king_to_its_rook(packed):
    game = plypack.open(packed("edge"))[0].to_chess()
    assert [move.uci() for move in game.mainline_moves()][:2] == ["f1g1", "f8g8"]
    assert game.end().board().is_valid()


def test_text_that_cannot_be_parsed_is_read_by_python_chess(tmp_path):
    plypack.pack(b'[Result "*"]\n\n1. e4 e5 2. Ke3 Nc6 {kept} 3. Bb5 *\n', tmp_path / "broken.plypack")
    game = plypack.open(tmp_path / "broken.plypack")[0].to_chess()
    assert game.errors
    assert len(list(game.mainline_moves())) == 2
