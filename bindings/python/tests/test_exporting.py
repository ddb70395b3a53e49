"""Games as a PGN file."""

import os
import subprocess
from pathlib import Path

import pytest
import reference
from places import REPOSITORY, SAMPLES

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


UNNAMED = b"""[White "A"]\n\n1. e4 c5 2. Nf3 1-0\n
[White "B"]\n[ECO "A00"]\n[Opening "Mine"]\n\n1. d4 d5 2. c4 *\n
[White "C"]\n[ECO "?"]\n\n1. c4 {good} d5 2. d4 *\n
[White "D"]\n[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 *\n"""


@pytest.fixture
def unnamed(tmp_path):
    """Games with and without opening tags."""
    plypack.pack(UNNAMED, tmp_path / "unnamed.plypack")
    return plypack.open(tmp_path / "unnamed.plypack")


@pytest.mark.parametrize("classify", [False, True, "replace"])
def test_opening_tags_by_the_moves(unnamed, tmp_path, classify):
    games = [game.with_opening(replace=classify == "replace") if classify else game for game in unnamed]
    out = tmp_path / "a.pgn"
    assert unnamed.to_pgn(out, classify=classify) == 4
    plypack.pack(out, tmp_path / "a.plypack")
    assert [game.pgn for game in plypack.open(tmp_path / "a.plypack")] == [game.pgn for game in games]
    # Conditions use the tags of the file.
    assert unnamed.to_pgn(out, classify=classify, eco="A00") == 1
    assert out.read_text() == games[1].pgn
    assert unnamed.to_pgn(out, classify=classify, sort="-white", limit=2) == 2
    plypack.pack(out, tmp_path / "b.plypack")
    assert [game.pgn for game in plypack.open(tmp_path / "b.plypack")] == [games[3].pgn, games[2].pgn]
    assert [game.headers.get("ECO") for game in unnamed] == [None, "A00", "?", None]


def test_opening_tags_need_a_known_way(unnamed, tmp_path):
    with pytest.raises(ValueError, match="classify is 'yes'; it must be False, True or 'replace'"):
        unnamed.to_pgn(tmp_path / "a.pgn", classify="yes")
    assert not (tmp_path / "a.pgn").exists()


@pytest.mark.parametrize(("classify", "option"), [(False, []), (True, ["--classify"]), ("replace", ["--classify=replace"])])
def test_the_command_writes_the_same(unnamed, famous, tmp_path, classify, option):
    target = Path(os.environ.get("CARGO_TARGET_DIR", REPOSITORY / "target"))
    commands = [path for profile in ("debug", "release") if (path := target / profile / "plypack").is_file()]
    if not commands:
        pytest.skip(f"the command is not here: {target}")
    for games in (unnamed, famous):
        games.to_pgn(tmp_path / "a.pgn", classify=classify)
        written = subprocess.run([commands[0], "unpack", games.name, *option], stdout=subprocess.PIPE, check=True).stdout
        assert (tmp_path / "a.pgn").read_bytes() == written
