"""Games as a PGN file."""

from pathlib import Path

import pytest
import reference
from places import SAMPLES

import plypack


@pytest.mark.parametrize("name", ["famous", "edge", "clocks", "broken"])
def test_all_games_come_back(packed, tmp_path, name):
    games = plypack.open(packed(name))
    assert games.to_pgn(tmp_path / "a.pgn") == len(games)
    plypack.pack(tmp_path / "a.pgn", tmp_path / "a.plypack")
    assert [game.pgn_bytes for game in plypack.open(tmp_path / "a.plypack")] == [game.pgn_bytes for game in games]
    assert [entry.name for entry in sorted(tmp_path.iterdir())] == ["a.pgn", "a.plypack"]


def test_games_that_match_are_written_in_an_order(famous, tmp_path):
    assert famous.to_pgn(str(tmp_path / "a.pgn"), player="anderssen", sort="-date") == 2
    found = list(reference.read_all((tmp_path / "a.pgn").read_bytes()))
    assert [reference.difference(famous[number].to_chess(), game) for number, game in zip([2, 1], found, strict=True)] == [None, None]
    assert famous.to_pgn(tmp_path / "a.pgn", eco="C", limit=3) == 3
    assert famous.to_pgn(tmp_path / "a.pgn", player="nobody") == 0
    assert (tmp_path / "a.pgn").read_bytes() == b""


def test_deleted_games_are_left_out(tmp_path):
    assert plypack.open(SAMPLES / "kept" / "0.10-edited.plypack").to_pgn(tmp_path / "a.pgn") == 19


def test_an_error_leaves_the_old_file(famous, tmp_path):
    out = tmp_path / "a.pgn"
    out.write_text("old")
    with pytest.raises(TypeError, match="no condition 'nobody'"):
        famous.to_pgn(out, nobody="x")
    with pytest.raises(FileNotFoundError):
        famous.to_pgn(tmp_path / "no" / "a.pgn")
    damaged = bytearray(Path(famous.name).read_bytes())
    damaged[1904] ^= 0xFF
    with pytest.raises(plypack.PlypackError) as caught:
        plypack.open(damaged).to_pgn(out)
    assert caught.value.code.startswith("CHECKSUM")
    assert out.read_text() == "old" and list(tmp_path.iterdir()) == [out]
    with pytest.warns(plypack.DamageWarning, match="a.pgn lacks games or parts of games that cannot be read: 19"):
        assert plypack.open(damaged, accept_damage=True).to_pgn(out) == 1
