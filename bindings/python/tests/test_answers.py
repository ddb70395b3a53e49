"""Answers from files of many blocks, with an index and edits, in parts and as a whole: the same as from a plain loop
over the games."""

import loops
import pytest

import plypack

TREE_COLUMNS = ["move", "games", "white", "draws", "black", "other", "rating_sum", "rated", "last_year"]


def rows(scan):
    """The rows of a scan as tuples."""
    table = scan.to_arrow()
    return list(zip(*(table[name].to_pylist() for name in scan.columns)))


def in_parts(database, *arguments, **options):
    """Reads the rows of the scan's partitions, and of ranges of two games, nine games and so on."""
    count = len(database)
    cuts = [database.scan(*arguments, **options).partitions(size) for size in (1, 2000, 64 << 20)]
    cuts += [[range(first, min(first + size, count)) for first in range(0, count, size)] for size in (2, 9, 100)]
    assert len(cuts[0]) > 4
    return [[row for games in ranges for row in rows(database.scan(*arguments, games=games, **options))] for ranges in cuts]


def whole_and_parts(database, *arguments, **options):
    """The rows of a scan; its parts have the same rows."""
    whole = rows(database.scan(*arguments, **options))
    for parts in in_parts(database, *arguments, **options):
        assert parts == whole
    return whole


@pytest.fixture(params=[True, False], ids=["index", "no index"])
def index(request):
    return request.param


@pytest.mark.parametrize("file", [0, 1])
@pytest.mark.parametrize("condition", loops.CONDITIONS)
def test_games_by_tags(written, file, condition):
    where, test = loops.CONDITIONS[condition]
    wanted = [number for _, number in loops.listed([written[file]], test)]
    database = plypack.open(written[file].path)
    assert [hit.game for hit in database.find(**where)] == wanted and len(wanted) > 20
    assert database.count(**where) == len(wanted)
    assert [game for (game,) in whole_and_parts(database, "games", ["game"], where)] == wanted


@pytest.mark.parametrize("file", [0, 1])
@pytest.mark.parametrize("target", loops.TARGETS)
def test_targets(written, file, target, index):
    where, test = loops.TARGETS[target]
    where = {**where, "index": index}
    wanted = [place[1:] for place in loops.first_ones(loops.occurrences([written[file]], test))]
    database = plypack.open(written[file].path)
    assert [(hit.game, hit.ply) for hit in database.find(**where)] == wanted and len(wanted) > 5
    assert database.count(**where) == len(wanted)
    assert whole_and_parts(database, "games", ["game", "first_match"], where) == wanted
    assert whole_and_parts(database, "plies", ["game", "ply"], where) == wanted


@pytest.mark.parametrize("file", [0, 1])
@pytest.mark.parametrize("condition", ["white", "result"])
def test_targets_with_conditions(written, file, condition, index):
    where, test = loops.CONDITIONS[condition]
    wanted = [place[1:] for place in loops.first_ones(loops.occurrences([written[file]], loops.same_position(loops.AFTER_E4), test))]
    where = {**where, "fen": loops.AFTER_E4, "index": index}
    database = plypack.open(written[file].path)
    assert [(hit.game, hit.ply) for hit in database.find(**where)] == wanted and len(wanted) > 5
    assert whole_and_parts(database, "plies", ["game", "ply"], where) == wanted


@pytest.mark.parametrize("file", [0, 1])
@pytest.mark.parametrize("fen", [loops.START, loops.AFTER_E4, loops.OPEN_GAME])
def test_keys(written, file, fen, index):
    places = [place[1:] for place in loops.occurrences([written[file]], loops.same_position(fen))]
    database, key = plypack.open(written[file].path), plypack.position_key(fen)
    where = {"index": index}
    assert whole_and_parts(database, "plies", ["game", "ply"], where, position=key) == places
    early = [(game, ply) for game, ply in places if ply <= 3]
    assert whole_and_parts(database, "plies", ["game", "ply"], where, position=key, max_ply=3) == early
    assert fen != loops.OPEN_GAME or len({game for game, _ in places}) < len(places)


@pytest.mark.parametrize("fen", [loops.START, loops.AFTER_E4, loops.OPEN_GAME])
def test_explorer(written, fen):
    places = loops.occurrences(written, loops.same_position(fen))
    wanted = {move: tuple(row[1:4]) for move, row in loops.tree(written, places).items() if move is not None and any(row[1:4])}
    explorer = plypack.Explorer(*(plypack.open(file.path) for file in written))
    found = {move["uci"]: (move["white"], move["draws"], move["black"]) for move in explorer.explore(fen, moves=100)["moves"]}
    assert len(wanted) > 1 and found == wanted


@pytest.mark.parametrize("file", [0, 1])
@pytest.mark.parametrize("fen", [loops.START, loops.AFTER_E4, loops.OPEN_GAME])
def test_tree(written, file, fen, index):
    wanted = loops.tree([written[file]], loops.occurrences([written[file]], loops.same_position(fen)))
    assert len(wanted) > 1 and sum(row[0] for row in wanted.values()) > 20
    database, key = plypack.open(written[file].path), plypack.position_key(fen)
    assert loops.of_branches(database.tree(fen, index=index)) == loops.with_means(wanted)
    for where, options in (({"fen": fen, "index": index}, {}), ({"index": index}, {"position": key})):
        arguments = ("tree", TREE_COLUMNS, where)
        assert loops.added_up(rows(database.scan(*arguments, **options))) == wanted
        for parts in in_parts(database, *arguments, **options):
            assert loops.added_up(parts) == wanted
