"""Scans in Python: rows, their number, and the text of a scan."""

import operator

import pytest
from places import SAMPLES

import plypack
from plypack.filters import Filter

EDITED = SAMPLES / "kept" / "0.10-edited.plypack"


@pytest.mark.parametrize("table", ["games", "plies", "tree"])
@pytest.mark.parametrize("sample", ["famous", "edge", "clocks"])
def test_rows_are_those_of_pyarrow(packed, table, sample):
    scan = plypack.open(packed(sample)).scan(table, batch_rows=7)
    assert list(scan) == scan.to_arrow().to_pylist() == list(scan)


def test_the_number_of_rows_is_known_or_an_error(famous):
    assert len(famous.scan()) == 19 and len(famous.scan("games", ["white"])) == 19
    assert len(famous.scan(games=range(5, 8))) == len(list(famous.scan(games=range(5, 8)))) == 3
    assert len(famous.scan(games=range(5, 5))) == 0
    edited = plypack.open(EDITED)
    assert len(edited.scan()) == len(list(edited.scan())) == 19
    for unknown in (famous.scan("plies"), famous.scan(where={"white": "a"}), edited.scan(games=range(5))):
        with pytest.raises(TypeError, match="known only"):
            len(unknown)
        assert operator.truth(unknown)
        assert list(unknown)
    assert operator.truth(famous.scan(games=range(0)))


def test_a_scan_says_what_it_is(famous):
    assert repr(famous.scan("games", ["white", "black"])) == f"<plypack.Scan games of {famous.name}: white, black, 19 rows>"
    assert repr(famous.scan("plies", ["fen"])) == f"<plypack.Scan plies of {famous.name}: fen>"
    assert "31 columns, 19 rows" in repr(famous.scan())
    assert "a file in memory" in repr(plypack.open(EDITED.read_bytes()).scan())


OPENINGS = b"""[White "A"]\n\n1. e4 c5 2. Nf3 1-0\n
[White "B"]\n[ECO "A00"]\n[Opening "Mine"]\n\n1. d4 d5 2. c4 *\n
[White "C"]\n[ECO "?"]\n\n1. c4 {good} d5 2. d4 *\n
[White "D"]\n[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 *\n"""


@pytest.fixture
def openings(tmp_path):
    plypack.pack(OPENINGS, tmp_path / "openings.plypack")
    return plypack.open(tmp_path / "openings.plypack")


@pytest.mark.parametrize("classify", [False, True, "replace"])
def test_openings_are_those_of_the_games(openings, classify):
    games = list(openings)
    if classify:
        games = [game.with_opening(replace=classify == "replace") for game in games]
    wanted = [
        {"eco": game.headers.get("ECO"), "Opening": game.headers.get("Opening"), "tags": list(game.headers.items()), "pgn": game.pgn}
        for game in games
    ]
    assert list(openings.scan("games", list(wanted[0]), classify=classify)) == wanted
    codes = {False: [None, "A00", "?", None], True: ["B27", "A00", "D06", None], "replace": ["B27", "D06", "D06", None]}
    assert [row["eco"] for row in wanted] == codes[classify]


def test_conditions_see_the_tags_of_the_file(openings):
    def found(**options):
        return [row["game"] for row in openings.scan("games", ["game", "eco"], classify="replace", **options)]

    assert found(where={"eco": "A00"}) == [1] and found(where={"eco": "D06"}) == []
    # These filters apply to the new tags in the rows: the scan leaves them to the engine, and uses the other filters.
    for column in ("eco", "opening", "ECO", "Opening"):
        assert found(filters=[Filter(column, "=", "D06")]) == [0, 1, 2, 3]
    assert found(filters=[Filter("white", "=", "B"), Filter("eco", "=", "D06")]) == [1]
    with pytest.raises(ValueError, match="classify is 'yes'"):
        openings.scan(classify="yes")


def test_wrong_columns_and_batches_are_named(famous):
    with pytest.raises(TypeError, match=r"columns is a list of names, and not a text: \['white'\]"):
        famous.scan("games", "white")
    with pytest.raises(ValueError, match="batch_rows is 0; it must be 1 or more"):
        famous.scan("games", batch_rows=0)


def test_a_damaged_game_is_an_error_of_the_iteration(packed, tmp_path):
    data = bytearray(packed("famous").read_bytes())
    data[1904] ^= 0xFF
    (tmp_path / "damaged.plypack").write_bytes(data)
    with pytest.raises(plypack.PlypackError):
        list(plypack.open(tmp_path / "damaged.plypack").scan("games", ["pgn"]))
    accepting = plypack.open(tmp_path / "damaged.plypack", accept_damage=True).scan("games", ["pgn"])
    assert list(accepting) == [] and accepting.corrupt == 19
    with pytest.raises(TypeError, match="known only"):
        len(accepting)
