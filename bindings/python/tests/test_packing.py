"""Making files."""

import gzip
import io
import itertools
import os
import threading

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


def numbered(count):
    """PGN texts of this number of different games."""
    return (f'[Event "Club"]\n[Round "{number}"]\n\n1. e4 e5 2. Nf3 *\n' for number in range(count))


def test_games_that_come_one_by_one_share_blocks(tmp_path):
    whole, out = tmp_path / "whole.plypack", tmp_path / "single.plypack"
    plypack.pack("\n".join(numbered(2000)), whole)
    assert plypack.pack(numbered(2000), out) == plypack.Packed(2000, 6000, 0, 0)
    assert pgns(out) == pgns(whole)
    assert out.stat().st_size == whole.stat().st_size and plypack.open(out).info.blocks == 1
    assert plypack.pack(numbered(20), out, append=True).games == 20
    assert len(plypack.open(out)) == 2020 and plypack.open(out).info.blocks == 2
    assert plypack.pack(numbered(2000), whole, append=True, unique=True).duplicates == 2000


def test_iterables_are_read_by_the_thread_that_packs(tmp_path):
    threads = set()

    def texts():
        for text in numbered(1000):
            threads.add(threading.get_ident())
            yield text

    plypack.pack(texts(), tmp_path / "games.plypack")
    assert threads == {threading.get_ident()}


def test_small_files_share_blocks(tmp_path):
    paths = [tmp_path / f"{number}.pgn" for number in range(40)]
    for path, text in zip(paths, numbered(40)):
        path.write_text(text)
    out = tmp_path / "games.plypack"
    plypack.pack(paths, out)
    assert len(plypack.open(out)) == 40 and plypack.open(out).info.blocks == 1
    plypack.pack((path.open() for path in paths), out)
    assert len(plypack.open(out)) == 40 and plypack.open(out).info.blocks == 1


def test_long_texts_are_packed_in_pieces(tmp_path):
    comment = "x" * 60_000
    texts = [f'[Round "{number}"]\n\n1. e4 {{{comment}}} *\n' for number in range(300)]
    seen = []
    packed = plypack.pack(texts, tmp_path / "games.plypack", progress=lambda done, total: seen.append((done, total)))
    assert packed.games == 300
    assert [game.headers["Round"] for game in plypack.open(tmp_path / "games.plypack")] == [str(number) for number in range(300)]
    total = sum(map(len, texts))
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    assert {size for _, size in seen} == {total} and seen[-1] == (total, total)


def test_games_of_plypack_and_of_python_chess(tmp_path, famous):
    chess_pgn = pytest.importorskip("chess.pgn")
    assert plypack.pack(famous, tmp_path / "again.plypack").games == 19
    assert pgns(tmp_path / "again.plypack") == [game.pgn for game in famous]
    games = [game.to_chess() for game in famous]
    plypack.pack(iter(games), tmp_path / "chess.plypack")
    assert [str(game.to_chess()) for game in plypack.open(tmp_path / "chess.plypack")] == [str(game) for game in games]
    for one in (famous[0], games[0]):
        assert plypack.pack(one, tmp_path / "one.plypack").games == 1
        assert plypack.open(tmp_path / "one.plypack")[0].uci == famous[0].uci
    assert isinstance(games[0], chess_pgn.Game)


#: Texts of which a joined next text would become a part, and other texts.
UNFINISHED = [
    b"1. e4 *",
    b'[White "A"]',
    b'[White "A"] 1. e4 *',
    b'[White "A"]\n\n1. e4 {open',
    b"1. e4 {a}\n%}\n e5",
    b"1. e4 {\n%}\n e5",
    b"%{\n1. d4 *",
    b'1. e4 1-0 [White "A"]',
    b"1. e4 ; {\n e5",
    b"1. e4 ; }",
    b'\xef\xbb\xbf[White "A"]\n\n1. c4 *',
    b"1. e4 (1. d4",
    b"1. e4 {}{",
    b"1. e4 }{a}",
    b"",
    b"\n",
    b"no PGN",
    '[White "A"]\n\n1. e4 *'.encode("utf-16"),
    gzip.compress(GAME),
]


def test_texts_stay_apart(tmp_path):
    def packed(sources):
        plypack.pack(sources, tmp_path / "games.plypack")
        return pgns(tmp_path / "games.plypack")

    alone = [packed(text) for text in UNFINISHED]
    pairs = [number for pair in itertools.product(range(len(UNFINISHED)), repeat=2) for number in pair]
    assert packed(UNFINISHED[number] for number in pairs) == [pgn for number in pairs for pgn in alone[number]]


def test_a_line_is_a_path_and_lines_are_a_text(tmp_path):
    with pytest.raises(FileNotFoundError, match="1. e4"):
        plypack.pack("1. e4 e5 *", tmp_path / "games.plypack")
    assert plypack.pack("1. e4 e5 *\n", tmp_path / "games.plypack").plies == 2


@pytest.mark.parametrize("source", [5, None, [5], [[GAME]]])
def test_other_objects_are_refused(source, tmp_path):
    with pytest.raises(TypeError, match="games come from paths, .*, not from (int|NoneType|list)"):
        plypack.pack(source, tmp_path / "games.plypack")
    assert not list(tmp_path.iterdir())


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


def test_the_codec_of_a_file_is_the_default_for_more_games(tmp_path):
    out = tmp_path / "games.plypack"
    plypack.pack(GAME, out, codec="coord16")
    plypack.pack(GAME, out, append=True)
    assert plypack.open(out).info.codecs == ("coord16",)


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


def test_progress_goes_on_from_source_to_source(tmp_path):
    seen = []
    compressed = tmp_path / "famous.pgn.gz"
    compressed.write_bytes(gzip.compress(SAMPLES.joinpath("famous.pgn").read_bytes()))
    sources = [SAMPLES / "famous.pgn", compressed, GAME, GAME.decode(), str(SAMPLES / "edge.pgn")]
    plypack.pack(sources, tmp_path / "games.plypack", progress=lambda done, total: seen.append((done, total)))
    size = sum(os.stat(path).st_size for path in (sources[0], compressed, sources[4])) + 2 * len(GAME)
    assert seen == sorted(seen) and seen[-1] == (size, size) and {total for _, total in seen} == {size}
    del seen[:]
    plypack.pack(iter(sources), tmp_path / "games.plypack", progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (size, 0)


class Bar:
    """A progress bar in the form of tqdm's."""

    def __init__(self):
        self.n, self.total = 0, None

    def update(self, step):
        self.n += step


def test_progress_moves_a_bar(tmp_path):
    bar, pgn = Bar(), SAMPLES / "famous.pgn"

    def report(done, total):
        bar.total = total or None
        bar.update(done - bar.n)

    plypack.pack(pgn, tmp_path / "games.plypack", progress=report)
    assert bar.n == bar.total == pgn.stat().st_size


def test_exceptions_of_iterables_come_through(tmp_path):
    out = tmp_path / "games.plypack"
    plypack.pack(GAME, out)
    before = out.read_bytes()

    def texts():
        yield from numbered(3)
        raise ConnectionError("no more games")

    with pytest.raises(ConnectionError, match="no more games"):
        plypack.pack(texts(), out)
    assert out.read_bytes() == before and os.listdir(tmp_path) == [out.name]


def test_piece_letters_of_a_language(tmp_path):
    out = tmp_path / "games.plypack"
    german = b"1. e4 e5 2. Sf3 Sc6 3. Lb5 *"
    assert plypack.pack(german, out).issues == 1
    assert plypack.pack(german, out, language="de").issues == 0
    assert plypack.open(out)[0].san == ["e4", "e5", "Nf3", "Nc6", "Bb5"]


def test_openings_by_the_moves(tmp_path):
    out = tmp_path / "games.plypack"
    pgn = b'[ECO "A00"]\n[Opening "?"]\n\n1. e4 c5 *\n\n1. c4 *\n\n[FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]\n\n*\n'

    def tags(**options):
        plypack.pack(pgn, out, threads=2, **options)
        plypack.pack("1. d4 d5\n", out, append=True, **options)
        return [tuple(dict(game.tags).get(name) for name in ("ECO", "Opening")) for game in plypack.open(out)]

    others = [("A10", "English Opening"), (None, None), ("D00", "Queen's Pawn Game")]
    assert tags() == [("A00", "?"), (None, None), (None, None), (None, None)]
    assert tags(classify=True) == [("A00", "Sicilian Defense"), *others]
    assert tags(classify="replace") == [("B20", "Sicilian Defense"), *others]
    for game in plypack.open(out):
        assert game.with_opening().pgn == game.pgn
    with pytest.raises(ValueError, match="classify is 'yes'"):
        plypack.pack(pgn, out, classify="yes")
