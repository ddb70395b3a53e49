"""Messages of errors are for Python users: they name the file, the game and the byte, and contain no C terms."""

import gzip
import os
import re

import pytest
from places import SAMPLES

import plypack
from plypack._library import batch_error

PROGRAM = b"\x7fELF" + bytes(100)
OF_C = re.compile(r"plypack_|PLYPACK_|callback|NULL")


def message(kind, function, *arguments, **options):
    """The message of the exception that a call raises."""
    with pytest.raises(kind) as caught:
        function(*arguments, **options)
    assert not OF_C.search(str(caught.value))
    return str(caught.value)


@pytest.fixture
def damaged(tmp_path):
    """A file with a damaged section."""
    path = tmp_path / "damaged.plypack"
    plypack.pack(SAMPLES / "famous.pgn", path)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 255
    path.write_bytes(data)
    return path


def test_a_source_that_is_not_pgn_is_named(tmp_path):
    out, program = tmp_path / "games.plypack", tmp_path / "program"
    program.write_bytes(PROGRAM)
    expected = f"{program}: not read: a program, not PGN (UNSUPPORTED_ENCODING)"
    assert message(plypack.PlypackError, plypack.pack, program, out) == expected
    assert message(plypack.PlypackError, plypack.pack, [b"1. e4 *", str(program)], out) == expected
    with program.open("rb") as file:
        assert message(plypack.PlypackError, plypack.pack, file, out) == expected
    assert message(plypack.PlypackError, plypack.pack, PROGRAM, out) == expected.removeprefix(f"{program}: ")
    assert message(plypack.PlypackError, plypack.pack, iter(["1. e4 *\n", PROGRAM]), out) == expected.replace(str(program), "source 1")
    assert message(plypack.PlypackError, plypack.pack, ["1. e4 *\n", "\0\n"], out).startswith("source 1: not read: not PGN")
    assert message(TypeError, plypack.pack, [b"1. e4 *", 5], out).startswith("source 1: games come from")


def test_a_failure_while_packing_names_both_files(tmp_path):
    broken, out = tmp_path / "broken.pgn.gz", tmp_path / "games.plypack"
    broken.write_bytes(gzip.compress(SAMPLES.joinpath("famous.pgn").read_bytes())[:-300])
    assert message(plypack.PlypackError, plypack.pack, broken, out) == f"{broken}: incomplete deflate stream, while writing {out} (IO)"


def test_a_full_disk_names_the_new_file(tmp_path):
    resource, signal = pytest.importorskip("resource"), pytest.importorskip("signal")
    text = f"1. e4 {{{os.urandom(30_000).hex()}}} *\n"
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, limits[1]))
    try:
        found = message(plypack.PlypackError, plypack.pack, text, tmp_path / "games.plypack")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, handler)
    assert f", while writing {tmp_path / 'games.plypack'} (IO)" in found


def test_values_that_are_refused(tmp_path):
    out = tmp_path / "games.plypack"
    expected = "files do not have the codec 'best'; they have one of coord16, byte, tight"
    assert message(ValueError, plypack.pack, b"1. e4 *", out, codec="best") == expected
    expected = "no piece letters are known of language `xx`"
    assert message(ValueError, plypack.pack, b"1. e4 *", out, language="xx") == expected
    plypack.pack(b"1. e4 *", out)
    for threads in (-1, 2**32):
        assert f"threads is {threads}" in message(ValueError, plypack.pack, b"1. e4 *", out, threads=threads)
        assert f"threads is {threads}" in message(ValueError, plypack.index, out, threads=threads)
        assert f"threads is {threads}" in message(ValueError, plypack.rename_player, out, "A", "B", threads=threads)
    assert str(tmp_path) in message(IsADirectoryError, plypack.pack, b"1. e4 *", tmp_path)


def test_a_file_that_has_lost_its_end(tmp_path):
    path = tmp_path / "games.plypack"
    plypack.pack(SAMPLES / "famous.pgn", path)
    path.write_bytes(path.read_bytes()[:3000])
    found = message(plypack.PlypackError, plypack.open, path)
    assert found.startswith(f"{path}: the file has lost its end") and found.endswith("(TRUNCATED, at byte 3000)")
    assert "open it with accept_damage=True to read what is left, or save that with the command `plypack repair`" in found
    for change in (plypack.index, lambda path: plypack.pack(b"1. e4 *", path, append=True)):
        assert message(plypack.PlypackError, change, path).startswith(f"{path}: ")


def test_duplicates_of_a_damaged_file(damaged):
    assert message(plypack.PlypackError, plypack.pack, b"1. e4 *", damaged, append=True, unique=True).startswith(f"{damaged}: ")


def test_a_damaged_file_that_is_read_and_searched(damaged):
    games = plypack.open(damaged)
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    for call in (
        lambda: list(games),
        lambda: games[0],
        lambda: games.find(fen=start),
        lambda: games.count(fen=start, index=False),
        lambda: games.tree(),
        lambda: games.tree(depth=2),
    ):
        assert message(plypack.PlypackError, call).startswith(f"{damaged}: game")


def test_a_damaged_file_in_polars(damaged):
    plypack_polars = pytest.importorskip("plypack.polars")
    expected = rf"{re.escape(str(damaged))}: game 0 cannot be read: .*\(CORRUPT, at byte \d+\)"
    for threads in (1, 2):
        frame = plypack_polars.scan(damaged, threads=threads)
        assert re.fullmatch(expected, message(plypack.PlypackError, frame.collect))
    assert message(ValueError, plypack_polars.scan, []) == "the list of files is empty"


def test_a_damaged_file_in_duckdb(damaged):
    duckdb, plypack_duckdb = pytest.importorskip("duckdb"), pytest.importorskip("plypack.duckdb")
    sql = plypack_duckdb.connect(damaged)
    found = message(duckdb.Error, lambda: sql.sql("SELECT pgn FROM games").fetchall())
    assert f"{damaged}: game 0 cannot be read: " in found and re.search(r"at byte \d+", found)


def test_a_damaged_file_in_arrow(damaged):
    pyarrow, duckdb = pytest.importorskip("pyarrow"), pytest.importorskip("duckdb")
    scan = plypack.open(damaged).scan("games", ["pgn"])
    expected = f"{damaged}: game 0 cannot be read: "
    for kind, read in (
        (Exception, scan.to_arrow),
        (Exception, lambda: pyarrow.table(scan)),
        (duckdb.Error, lambda: duckdb.sql("SELECT pgn FROM scan").fetchall() if scan else None),
        (plypack.PlypackError, lambda: list(scan)),
    ):
        found = message(kind, read)
        assert found.count(str(damaged)) == 1 and expected in found and re.search(r"at byte \d+", found), found


def test_a_server_that_fails(tmp_path, monkeypatch):
    fsspec, plypack_polars = pytest.importorskip("fsspec"), pytest.importorskip("plypack.polars")
    texts = (f"1. e4 {{{os.urandom(30_000).hex()}}} *\n" for _ in range(10))
    plypack.pack(texts, tmp_path / "games.plypack")
    fsspec.filesystem("memory").pipe("/errors.plypack", (tmp_path / "games.plypack").read_bytes())
    database = plypack.open("memory://errors.plypack")

    def fail(*_):
        raise OSError("the cable is cut")

    monkeypatch.setattr("plypack.remote._File.read", fail)
    found = message(plypack.PlypackError, plypack_polars.scan(database).collect)
    assert found.startswith("memory://errors.plypack: game 0 cannot be read: OSError: the cable is cut (IO, at byte ")
    assert "the cable is cut" in message(plypack.PlypackError, database.__getitem__, 0)
    scan = database.scan("games", ["pgn"])
    assert "OSError: the cable is cut" in message(Exception, scan.to_arrow)
    duckdb = pytest.importorskip("duckdb")

    def rows(games):
        return duckdb.sql("SELECT pgn FROM games").fetchall()

    assert "OSError: the cable is cut" in message(duckdb.Error, rows, scan)


def test_errors_of_batches():
    error = batch_error("External error: game 3 cannot be read: a checksum (at byte 7)")
    assert (str(error), error.code, error.offset) == ("game 3 cannot be read: a checksum (CORRUPT, at byte 7)", "CORRUPT", 7)
    # The exception of an old number is no longer stored.
    assert str(batch_error("the read callback returned 2000000000")) == "the file cannot be read (IO)"
