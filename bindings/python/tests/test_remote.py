"""Files on servers: the number of reads, and errors of reading."""

import pickle
import threading

import pytest
from places import SAMPLES
from web_server import serving

import plypack

fsspec = pytest.importorskip("fsspec")
pytest.importorskip("aiohttp")

RUY_LOPEZ = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    """A file of several blocks with an index, larger than one read of its end."""
    path = tmp_path_factory.mktemp("large") / "large.plypack"
    plypack.pack(b"\n\n".join(SAMPLES.joinpath(f"{name}.pgn").read_bytes() for name in ("famous", "edge") * 500), path)
    plypack.index(path)
    return path


@pytest.fixture
def files(large):
    with serving() as files:
        files.content["large.plypack"] = large.read_bytes()
        yield files


def reading(files, work):
    """Returns the result of ``work``, and its numbers of requests and bytes."""
    files.clear()
    result = work()
    return result, len(files.requests), files.bytes


def test_opening_takes_two_requests(files, large):
    database, requests, size = reading(files, lambda: plypack.open(f"{files.url}/large.plypack"))
    assert requests <= 2 and size <= 100_000
    assert len(database) == len(plypack.open(large)) == 23_500
    assert repr(database).count("large.plypack") == 1


def test_a_game_takes_one_request(files, large):
    database = plypack.open(f"{files.url}/large.plypack")
    game, requests, _ = reading(files, lambda: database[12_345])
    assert game.pgn == plypack.open(large)[12_345].pgn
    assert requests == 1
    assert reading(files, lambda: database[12_346])[1] == 0


def test_a_position_takes_three_requests(files, large):
    local = plypack.open(large)
    for search in (
        lambda database: database.find(fen=RUY_LOPEZ),
        lambda database: database.count(fen=RUY_LOPEZ),
        lambda database: database.tree(RUY_LOPEZ),
    ):
        database = plypack.open(f"{files.url}/large.plypack")
        found, requests, size = reading(files, lambda: search(database))
        assert found == search(local)
        assert requests <= 3 and size <= 200_000


def test_figures_of_a_corpus(files, corpus, tmp_path):
    path, _ = corpus("otb_train")
    (tmp_path / "indexed.plypack").write_bytes(path.read_bytes())
    plypack.index(tmp_path / "indexed.plypack")
    files.content["indexed.plypack"] = (tmp_path / "indexed.plypack").read_bytes()
    open_again = lambda: plypack.open(f"{files.url}/indexed.plypack")  # noqa: E731
    database, requests, size = reading(files, open_again)
    assert requests <= 2 and size <= 100_000
    assert reading(files, lambda: database[100_000])[1] == 1
    for work in (lambda: open_again().find(fen=RUY_LOPEZ), lambda: open_again().tree(RUY_LOPEZ)):
        assert reading(files, work)[1] <= 2 + 3


def test_scans_and_threads_read_the_same(files, large):
    database, local = plypack.open(f"{files.url}/large.plypack"), plypack.open(large)
    columns = ["game", "white", "moves"]
    assert database.scan("games", columns).to_arrow() == local.scan("games", columns).to_arrow()
    found = []
    threads = [
        threading.Thread(target=lambda: found.append([database[number].pgn for number in range(0, 23_500, 1_000)])) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [[local[number].pgn for number in range(0, 23_500, 1_000)]] * 4


def test_a_stream_outlives_its_database(files, large):
    stream = plypack.open(f"{files.url}/large.plypack").scan("games", ["white"])
    assert len(stream.to_arrow()) == 23_500


def test_file_systems_of_fsspec(large):
    fsspec.filesystem("memory").pipe_file("/large.plypack", large.read_bytes())
    database = plypack.open("memory://large.plypack")
    assert database[7_777].pgn == plypack.open(large)[7_777].pgn
    assert database.find(fen=RUY_LOPEZ) == plypack.open(large).find(fen=RUY_LOPEZ)
    with pytest.raises(FileNotFoundError):
        plypack.open("memory://absent.plypack")


def test_options_reach_the_file_system(files):
    database = plypack.open(f"{files.url}/large.plypack", storage_options={"headers": {"X-Token": "secret"}})
    assert files.headers["X-Token"] == "secret"
    again = pickle.loads(pickle.dumps(database))
    assert again[5].pgn == database[5].pgn


def test_files_that_are_not_there(files):
    with pytest.raises(FileNotFoundError, match="absent.plypack"):
        plypack.open(f"{files.url}/absent.plypack")
    files.content["empty.plypack"] = b""
    with pytest.raises(OSError, match="empty"):
        plypack.open(f"{files.url}/empty.plypack")
    files.content["text.plypack"] = b"no games at all" * 10
    with pytest.raises(plypack.PlypackError) as caught:
        plypack.open(f"{files.url}/text.plypack")
    assert caught.value.code == "NOT_PLYPACK"


def test_a_server_without_ranges(files):
    files.has_ranges = False
    with pytest.raises(OSError, match=r"large\.plypack: the server does not answer requests for parts .* download"):
        plypack.open(f"{files.url}/large.plypack")


def test_a_file_that_changes(files, large):
    database = plypack.open(f"{files.url}/large.plypack")
    data = bytearray(large.read_bytes())
    data[1000] ^= 1
    files.content["large.plypack"] = bytes(data)
    with pytest.raises(plypack.PlypackError, match="changed since it was opened") as caught:
        database[0]
    assert caught.value.code == "IO" and isinstance(caught.value.__cause__, OSError)
    files.content["large.plypack"] = large.read_bytes()[:2000]
    with pytest.raises(plypack.PlypackError, match="changed|shorter"):
        database[20_000]


def test_a_server_that_fails(files):
    database = plypack.open(f"{files.url}/large.plypack")
    files.fails = True
    for work in (lambda: database[0], lambda: database.find(fen=RUY_LOPEZ)):
        with pytest.raises(plypack.PlypackError, match="503"):
            work()
    with pytest.raises(Exception, match="503"):
        database.scan("games", ["moves"]).to_arrow()
    files.fails = False
    assert database[0].san


def test_a_connection_that_fails(large):
    with serving() as files:
        files.content["large.plypack"] = large.read_bytes()
        database = plypack.open(f"{files.url}/large.plypack")
    with pytest.raises(plypack.PlypackError, match="(?i)connect") as caught:
        database[0]
    assert isinstance(caught.value.__cause__, OSError)
    with pytest.raises(OSError, match="(?i)connect"):
        plypack.open(f"{files.url}/large.plypack")
