"""Making files."""

import gzip
import io
import os

import pytest
from places import SAMPLES

import plypack

GAME = b'[White "A"]\n[Result "1-0"]\n\n1. e4 e5 {with text} 2. Nf3 1-0\n'


def pgns(path):
    return [game.pgn for game in plypack.open(path)]


def test_sources_are_paths_texts_and_files(tmp_path):
    pgn = SAMPLES / "famous.pgn"
    (tmp_path / "famous.pgn.gz").write_bytes(gzip.compress(pgn.read_bytes()))
    plypack.pack(pgn, tmp_path / "expected.plypack")
    expected = pgns(tmp_path / "expected.plypack")
    with pgn.open("rb") as binary, pgn.open(encoding="utf-8") as text:
        sources = [str(pgn), pgn.read_bytes(), binary, text, tmp_path / "famous.pgn.gz", io.BytesIO(gzip.compress(pgn.read_bytes())), [pgn]]
        for number, source in enumerate(sources):
            out = tmp_path / f"{number}.plypack"
            assert plypack.pack(source, out).games == 19
            assert pgns(out) == expected
    both = plypack.pack([pgn, GAME], tmp_path / "both.plypack")
    assert both.games == 20 and pgns(tmp_path / "both.plypack")[:19] == expected


def test_text_files_may_hold_any_letters(tmp_path):
    plypack.pack(io.StringIO('[White "Łukasz 𝔸"]\n\n1. e4 *\n' * 5000), tmp_path / "text.plypack")
    assert {game.headers["White"] for game in plypack.open(tmp_path / "text.plypack")} == {"Łukasz 𝔸"}


def test_what_was_packed(tmp_path):
    packed = plypack.pack(SAMPLES / "broken.pgn", tmp_path / "broken.plypack")
    assert (packed.games, packed.issues, packed.duplicates) == (14, 11, 0)
    assert packed.plies == plypack.open(tmp_path / "broken.plypack").info.plies


def test_games_are_appended(tmp_path):
    out = tmp_path / "games.plypack"
    plypack.pack(SAMPLES / "famous.pgn", out)
    before = out.read_bytes()
    assert plypack.pack(GAME, out, append=True, codec="tight").games == 1
    assert out.read_bytes()[1536:].startswith(before[1536:])
    database = plypack.open(out)
    assert len(database) == 20 and database[19].headers["White"] == "A" and database.info.codecs == ("byte", "tight")
    with pytest.raises(FileNotFoundError):
        plypack.pack(GAME, tmp_path / "absent.plypack", append=True)


def test_duplicates_are_left_out(tmp_path):
    out = tmp_path / "games.plypack"
    packed = plypack.pack([GAME, GAME, SAMPLES / "famous.pgn"], out, unique=True)
    assert (packed.games, packed.duplicates) == (20, 1)
    again = plypack.pack(SAMPLES / "famous.pgn", out, append=True, unique=True)
    assert (again.games, again.duplicates) == (0, 19)


def test_every_codec_gives_the_same_games(tmp_path):
    plypack.pack(GAME, tmp_path / "expected.plypack")
    for codec in ("byte", "coord16", "tight"):
        plypack.pack(GAME, tmp_path / f"{codec}.plypack", codec=codec)
        assert pgns(tmp_path / f"{codec}.plypack") == pgns(tmp_path / "expected.plypack")
        assert plypack.open(tmp_path / f"{codec}.plypack").info.codecs == (codec,)
    with pytest.raises(ValueError, match="zip"):
        plypack.pack(GAME, tmp_path / "x.plypack", codec="zip")


def test_a_failure_leaves_the_old_file(tmp_path):
    out = tmp_path / "games.plypack"
    plypack.pack(GAME, out)
    before = out.read_bytes()
    with pytest.raises(FileNotFoundError, match="absent.pgn"):
        plypack.pack([SAMPLES / "famous.pgn", tmp_path / "absent.pgn"], out)
    with pytest.raises(plypack.PlypackError) as caught:
        plypack.pack(bytes(1000), out)
    assert caught.value.code == "UNSUPPORTED_ENCODING"
    assert out.read_bytes() == before and os.listdir(tmp_path) == [out.name]
    with pytest.raises(FileNotFoundError):
        plypack.pack(GAME, tmp_path / "no folder" / "games.plypack")


class Broken(io.RawIOBase):
    def read(self, size=-1):
        raise TimeoutError("the disk does not answer")


def test_exceptions_of_files_and_reports_come_through(tmp_path):
    out = tmp_path / "games.plypack"
    with pytest.raises(TimeoutError, match="does not answer"):
        plypack.pack(Broken(), out)

    def stop(done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        plypack.pack(SAMPLES / "famous.pgn", out, progress=stop)
    assert not out.exists()


def test_progress_is_reported(tmp_path):
    seen = []
    pgn = SAMPLES / "famous.pgn"
    plypack.pack(pgn, tmp_path / "games.plypack", progress=lambda done, total: seen.append((done, total)))
    assert seen and seen[-1] == (pgn.stat().st_size, pgn.stat().st_size)
