"""Opening files, games by number, searches, and errors."""

import datetime
import os
import pickle
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from places import SAMPLES

import plypack

E4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
EDITED = SAMPLES / "kept" / "0.10-edited.plypack"


def test_games_have_numbers_from_the_start_and_the_end(famous):
    assert len(famous) == 19
    assert famous[-1].number == 18
    assert [game.number for game in famous[-3:]] == [16, 17, 18]
    assert [game.number for game in famous[10:4:-3]] == [10, 7]
    assert [game.number for game in famous] == list(range(19))
    assert [game.number for game in reversed(famous)] == list(range(18, -1, -1))
    for number in (19, -20, 2**70):
        with pytest.raises(IndexError, match=f"no game {number}"):
            famous[number]


def test_deleted_games_have_no_number_that_can_be_read():
    database = plypack.open(EDITED)
    assert len(database) == 21
    assert len(list(database)) == 19
    assert [game.number for game in database[:5]] == [0, 2, 4]
    for error in (plypack.DeletedGameError, LookupError, plypack.PlypackError):
        with pytest.raises(error, match="deleted") as caught:
            database[1]
    assert caught.value.code == "NOT_FOUND"
    assert database.info.deleted == 2 and database.info.games == 19


def test_a_database_is_closed_once_and_its_games_stay(packed):
    with plypack.open(packed("famous")) as database:
        game, scan = database[0], database.scan("games", ["pgn"])
    database.close()
    assert database.closed and "closed" in repr(database)
    for use in (lambda: len(database), lambda: database[0], lambda: database.find(white="x"), lambda: database.info):
        with pytest.raises(ValueError, match="closed"):
            use()
    assert game.headers["White"] and game.san[:1] == ["e4"]
    assert len(scan.to_arrow()) == 19


def test_a_file_can_be_in_memory_or_unmapped(packed, famous):
    path = packed("famous")
    for database in (plypack.open(path.read_bytes()), plypack.open(bytearray(path.read_bytes())), plypack.open(str(path), mapped=False)):
        assert [game.pgn for game in database] == [game.pgn for game in famous]
    with pytest.raises(TypeError, match="memory"):
        pickle.dumps(plypack.open(path.read_bytes()))


def test_a_database_and_its_errors_can_be_pickled(famous):
    again = pickle.loads(pickle.dumps(famous))
    assert again.name == famous.name and again[3].pgn == famous[3].pgn
    error = pickle.loads(pickle.dumps(plypack.PlypackError("text", "IO", 5)))
    assert (str(error), error.code, error.offset) == ("text (IO, at byte 5)", "IO", 5)


def test_files_that_cannot_be_opened(tmp_path):
    with pytest.raises(FileNotFoundError, match="absent.plypack"):
        plypack.open(tmp_path / "absent.plypack")
    with pytest.raises(IsADirectoryError):
        plypack.open(tmp_path)
    (tmp_path / "text.plypack").write_text("this is no plypack file, but text that is long enough for a header")
    with pytest.raises(plypack.PlypackError) as caught:
        plypack.open(tmp_path / "text.plypack")
    assert caught.value.code == "NOT_PLYPACK" and "plypack.pack makes one of PGN (NOT_PLYPACK, at byte 0)" in str(caught.value)
    with pytest.raises(plypack.PlypackError) as caught:
        plypack.open(SAMPLES / "kept" / "0.3-byte.plypack")
    assert caught.value.code == "UNSUPPORTED_VERSION"
    with pytest.raises(plypack.PlypackError) as caught:
        plypack.open(b"")
    assert caught.value.code == "TRUNCATED"


def damaged(path, to, offset):
    data = bytearray(path.read_bytes())
    data[offset] ^= 0xFF
    to.write_bytes(data)
    return to


def test_damage_is_an_error_with_its_place(packed, tmp_path):
    path = damaged(packed("famous"), tmp_path / "damaged.plypack", 1904)
    database = plypack.open(path)
    with pytest.raises(plypack.PlypackError) as caught:
        list(database)
    assert caught.value.code.startswith("CHECKSUM_") and caught.value.offset is not None
    assert caught.value.code in str(caught.value)
    for read in (lambda: database.find(fen=E4), lambda: list(database.scan("games", ["pgn"]))):
        with pytest.raises(plypack.PlypackError, match=r"damaged.plypack: .*; a file opened with accept_damage=True leaves out games"):
            read()
    found = database.verify()
    assert found and found[0].code.startswith("CHECKSUM_") and 0 <= found[0].first < 19 and found[0].message
    assert plypack.open(packed("famous")).verify() == []


def test_damage_can_be_accepted(packed, tmp_path):
    path = damaged(packed("famous"), tmp_path / "damaged.plypack", 1904)
    database = plypack.open(path, accept_damage=True)
    assert list(database) == []
    for search, nothing in [(database.find, []), (database.count, 0), (database.tree, [])]:
        with pytest.warns(plypack.DamageWarning, match="cannot be read: 19"):
            assert search(fen=E4) == nothing
    data = packed("famous").read_bytes()
    (tmp_path / "cut.plypack").write_bytes(data[:-5])
    with pytest.raises(plypack.PlypackError):
        plypack.open(tmp_path / "cut.plypack")
    cut = plypack.open(tmp_path / "cut.plypack", accept_damage=True)
    assert cut.damage[0].code == "TRUNCATED"
    assert len(list(cut)) == 19


def test_an_append_that_was_interrupted_is_no_part_of_the_file(packed, tmp_path):
    path = tmp_path / "games.plypack"
    shutil.copy(packed("famous"), path)
    with path.open("ab") as file:
        file.write(b"PLYB, and no more")
    info = plypack.open(path).info
    assert info.games == 19 and not info.being_written
    assert (info.bytes, info.bytes_unfinished) == (path.stat().st_size, 17)
    plypack.pack(SAMPLES / "clocks.pgn", path, append=True)
    later = plypack.open(path).info
    assert later.games == 22 and later.bytes_unfinished == 0
    assert later.state != info.state and later.state[:32] == info.state[:32]


def test_a_file_that_lost_its_end_is_damaged(packed, tmp_path):
    path = tmp_path / "games.plypack"
    path.write_bytes(packed("famous").read_bytes()[:-1])
    with pytest.raises(plypack.PlypackError) as caught:
        plypack.open(path)
    assert caught.value.code == "TRUNCATED"
    assert plypack.open(path, accept_damage=True).info.state is None


def test_info_is_what_the_file_contains(packed, famous):
    info = famous.info
    assert info.games == 19 and info.deleted == 0 and info.blocks == 1 and info.plies == sum(game.ply_count for game in famous)
    assert info.format_version == "0.10" and info.codecs == ("byte",)
    assert info.bytes == packed("famous").stat().st_size
    parts = (info.bytes_moves, info.bytes_tags, info.bytes_names, info.bytes_annotations, info.bytes_index, info.bytes_other)
    assert sum(parts) == info.bytes


def test_searches_agree_with_the_games(famous):
    reached = [game.number for game in famous if game.san[0] == "e4"]
    assert [hit.game for hit in famous.find(fen=E4)] == reached
    assert {hit.ply for hit in famous.find(fen=E4)} == {1}
    assert famous.count(fen=E4) == len(reached)
    assert [hit.game for hit in famous.find(fen=E4, limit=2)] == reached[:2]
    white = [game.number for game in famous if "anderssen" in game.headers["White"].lower()]
    assert [hit.game for hit in famous.find(white="anderssen")] == white and white
    assert famous.count(white="anderssen") == len(white)
    assert famous.find(white="anderss", exact=True) == []
    assert famous.count() == 19
    years = [game.number for game in famous if 1850 <= int(game.headers["Date"][:4]) <= 1858]
    for date in ((1850, 1858), ("1850", "1858.12.31"), (datetime.date(1850, 1, 1), datetime.date(1858, 12, 31))):
        assert [hit.game for hit in famous.find(date=date)] == years


def test_the_tree_counts_every_game(famous):
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    branches = famous.tree(start)
    assert {branch.uci: branch.games for branch in branches} == {
        uci: sum(game.uci[0] == uci for game in famous) for uci in {game.uci[0] for game in famous}
    }
    for branch in branches:
        assert branch.white + branch.draws + branch.black + branch.other == branch.games
        assert plypack.move_to_uci(branch.move) == branch.uci


def test_conditions_that_are_not_understood(famous):
    with pytest.raises(TypeError, match="colour"):
        famous.find(colour="white")
    wrong = [
        *({"fen": "no position"}, {"result": "2-0"}, {"date": "soon"}, {"date": "2020.1.1.1"}, {"material": "KXK"}, {"eco": "ZZZ"}),
        *({"rating": -1}, {"rating": "high"}, {"limit": -1}, {"fen": E4, "material": "KQK"}),
    ]
    for where in wrong:
        with pytest.raises(ValueError, match="."):
            famous.find(**where)
    with pytest.raises(ValueError, match="position"):
        famous.tree("no position")
    assert famous.find(fen=E4, limit=0) == []


def test_an_index_changes_no_answer(packed, tmp_path):
    path = tmp_path / "indexed.plypack"
    shutil.copy(packed("famous"), path)
    before = plypack.open(path)
    assert plypack.index(path) == 19
    indexed = plypack.open(path)
    assert indexed.info.bytes_index > 0 and before.info.bytes_index == 0
    assert indexed.find(fen=E4) == before.find(fen=E4) == indexed.find(fen=E4, index=False)
    assert indexed.tree(E4) == before.tree(E4)
    with pytest.raises(FileNotFoundError):
        plypack.index(tmp_path / "absent.plypack")


@pytest.mark.skipif(sys.platform != "linux", reason="the files of a process are listed in /proc")
def test_an_index_takes_the_memory_that_it_is_given(packed, tmp_path):
    def index(memory):
        path, temporary = tmp_path / "indexed.plypack", []
        shutil.copy(packed("famous"), path)

        def target(link):
            try:
                return os.readlink(link)
            except FileNotFoundError:  # a thread of another test has closed the file
                return ""

        def progress(done, total):
            targets = map(target, Path("/proc/self/fd").iterdir())
            temporary.extend(target for target in targets if "(deleted)" in target and str(tmp_path) in target)

        assert plypack.index(path, memory=memory, progress=progress) == 19
        return path.read_bytes(), bool(temporary)

    made, has_temporary = index(None)
    assert not has_temporary
    assert index(1) == (made, True)
    for wrong in (0, -1, 2**64):
        with pytest.raises(ValueError, match=f"memory is {wrong}"):
            plypack.index(tmp_path / "indexed.plypack", memory=wrong)


def test_players_get_other_names(packed, tmp_path):
    path = tmp_path / "renamed.plypack"
    shutil.copy(packed("famous"), path)
    before = path.read_bytes()
    old = plypack.open(path)[0].headers["White"]
    games = [game.pgn for game in plypack.open(path)]
    assert plypack.rename_player(path, "Nobody", "Somebody") == 0
    with pytest.raises(ValueError):
        plypack.rename_player(path, old, "")
    assert path.read_bytes() == before
    new = 'Some "Body" \\'
    count = sum(old in (game.headers["White"], game.headers["Black"]) for game in plypack.open(path))
    assert plypack.rename_player(path, old, new) == count > 0
    assert plypack.open(path)[0].headers["White"] == new
    assert plypack.rename_player(path, new, old) == count
    assert [game.pgn for game in plypack.open(path)] == games
    with pytest.raises(FileNotFoundError):
        plypack.rename_player(tmp_path / "absent.plypack", old, new)


def test_threads_share_a_database(famous):
    expected, failures = [game.pgn for game in famous], []

    def work():
        try:
            for _ in range(20):
                assert [game.pgn for game in famous] == expected
                assert famous.count(fen=E4) == len(famous.find(fen=E4))
                with pytest.raises(IndexError):
                    famous[1000]
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_closing_waits_for_other_threads(packed):
    for _ in range(20):
        database = plypack.open(packed("famous"))
        started = threading.Event()

        def work(database=database, started=started):
            started.set()
            try:
                while True:
                    assert len(database.find(fen=E4)) > 0
            except ValueError as closed:
                assert "closed" in str(closed)

        thread = threading.Thread(target=work)
        thread.start()
        started.wait()
        database.close()
        thread.join(10)
        assert not thread.is_alive()


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
def test_many_games_are_read_without_keeping_them(corpus):
    path, _ = corpus("otb_bench")
    code = (
        "import plypack, sys\n"
        "database = plypack.open(sys.argv[1], mapped=False)\n"
        "plies = sum(game.ply_count for game in database)\n"
        "status = dict(line.split(':', 1) for line in open('/proc/self/status'))\n"
        "print(plies, database.info.plies, status['VmHWM'].split()[0])\n"
    )
    plies, all_plies, kilobytes = map(int, subprocess.check_output([sys.executable, "-c", code, str(path)]).split())
    assert plies == all_plies
    assert kilobytes < 250_000
