"""Lists of files from folders, patterns and URLs, and their parts."""

import os

import pytest
from places import SAMPLES

import plypack
from plypack.files import absolute, expand, shares, size_of

fsspec = pytest.importorskip("fsspec")


@pytest.fixture
def server():
    """A file system of fsspec with three files, in memory."""
    system = fsspec.filesystem("memory")
    data = SAMPLES.joinpath("kept", "0.10-edited.plypack").read_bytes()
    for name in ("a.plypack", "b.plypack", "below/c.plypack", "notes.txt"):
        system.pipe(f"/games/{name}", data)
    yield data
    system.rm("/games", recursive=True)


def test_urls_are_files_patterns_or_folders(server):
    everything = ["memory:///games/a.plypack", "memory:///games/b.plypack", "memory:///games/below/c.plypack"]
    assert expand("memory://games/*.plypack") == everything[:2]
    assert expand("memory://games/[b].plypack") == everything[1:2]
    assert expand("memory://games/**/*.plypack") == everything
    assert expand(["memory://games/", "memory:///games/a.plypack"]) == everything
    assert len(plypack.open(everything[2])) == 21
    for nothing in ("memory://games/x*.plypack", "memory://nowhere/"):
        with pytest.raises(FileNotFoundError, match="no .plypack file"):
            expand(nothing)
    assert expand("https://host/games.plypack?key=[*]") == ["https://host/games.plypack?key=[*]"]
    assert size_of(everything[0]) == len(server)


def test_patterns_of_paths(packed, tmp_path, monkeypatch):
    for name in ("a", "b"):
        (tmp_path / f"{name}.plypack").write_bytes(packed("famous").read_bytes())
    monkeypatch.chdir(tmp_path)
    assert expand("*.plypack") == ["a.plypack", "b.plypack"]
    assert absolute("*.plypack") == str(tmp_path / "*.plypack")
    assert absolute("https://host/x") == "https://host/x"
    assert expand(absolute(".")) == [str(tmp_path / "a.plypack"), str(tmp_path / "b.plypack")]
    assert size_of("a.plypack") == os.path.getsize(packed("famous"))


def test_larger_files_have_more_parts():
    assert shares([26 << 20], 2) == [2]
    assert shares([10, 20, 70], 10) == [1, 2, 7]
    assert shares([1, 10**12], 4) == [1, 4]
    assert shares([0, 0], 4) == [1, 1]
    assert shares([], 4) == []
    assert shares([5, 5], 1) == [1, 1]


@pytest.mark.parametrize("wanted", [1, 2, 3, 50, 1000])
def test_a_small_file_has_as_many_parts_as_are_wanted(written, wanted):
    database = plypack.open(written[0].path)
    scan = database.scan("games", ["game"])
    blocks = len(scan.partitions(1))
    assert len(scan.partitions()) == 1 and blocks >= 70
    parts = scan.partitions(at_least=wanted)
    assert min(wanted, blocks) <= len(parts) <= max(1, 2 * wanted)
    assert [game for part in parts for game in part] == list(range(len(database)))
