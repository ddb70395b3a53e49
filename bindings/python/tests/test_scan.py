"""Scans as Python sees them: rows, their number, and how a scan is shown."""

import operator

import pytest
from places import SAMPLES

import plypack

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
