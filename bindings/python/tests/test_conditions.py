"""Conditions of searches: each finds the games that a plain loop finds, and an invalid condition is an error."""

import datetime
import re

import pytest

import plypack

PGN = b"""
[White "Carlsen, Magnus"]
[Black "Anand, V"]
[Date "2013.11.22"]
[Result "1-0"]
[WhiteElo "2870"]
[BlackElo "2775"]
[ECO "C67"]
[TimeControl "7200"]

1. e4 e5 2. Nf3 Nc6 { a Berlin } 1-0

[White "Anand, V"]
[Black "Carlsen, Magnus"]
[Date "2014.11.08"]
[Result "1/2-1/2"]
[WhiteElo "2792"]
[BlackElo "2863"]
[ECO "D85"]
[TimeControl "/x/"]

1. d4 $1 Nf6 2. c4 g6 1/2-1/2

[White "Duric, Stefan"]
[Black "Carlsen, Henrik"]
[Date "2020.??.??"]
[Result "0-1"]
[ECO "B90"]
[WhiteTitle "GM"]

1. e4 (1. d4 d5) c5 0-1

[White "/x/"]
[Black "=y"]
[Result "*"]

1. c4 *
"""


@pytest.fixture(scope="module")
def games(tmp_path_factory):
    path = tmp_path_factory.mktemp("conditions") / "games.plypack"
    plypack.pack(PGN, path)
    return plypack.open(path)


def numbers(games, **where):
    """The numbers of the games found; a scan and a count find the same games."""
    found = [hit.game for hit in games.find(**where)]
    assert games.count(**where) == len(found)
    assert games.scan("games", ["game"], where).to_arrow()["game"].to_pylist() == found
    return found


@pytest.mark.parametrize(
    ("where", "wanted"),
    [
        ({"player": "carlsen"}, [0, 1, 2]),
        ({"player": "=carlsen, magnus"}, [0, 1]),
        ({"player": "Carlsen, Magnus", "exact": True}, [0, 1]),
        ({"player": "=Carlsen, Magnus", "exact": True}, [0, 1]),
        ({"player": "carlsen", "exact": True}, []),
        ({"player": "/^Carl/"}, [0, 1, 2]),
        ({"player": "/^carl/"}, []),
        ({"player": "/^carl/i"}, [0, 1, 2]),
        ({"player": re.compile("^carl.*s$", re.I)}, [0, 1]),
        ({"player": re.compile("")}, [0, 1, 2, 3]),
        ({"player": "magnus", "vs": "anand"}, [0, 1]),
        ({"player": "magnus", "player_rating": "2865.."}, [0]),
        ({"player": "magnus", "vs": "anand", "player_rating": (None, 2865)}, [1]),
        ({"white": ["carlsen", "/^Du/"]}, [0, 2]),
        ({"white": "đurić"}, [2]),
        ({"result": "draw"}, [1]),
        ({"result": ["1-0", "0-1"]}, [0, 2]),
        ({"speed": "classical"}, [0]),
        ({"speed": ["blitz", "classical"]}, [0]),
        ({"speed": "blitz,classical"}, [0]),
        ({"not_": {"speed": "classical"}}, [1, 2, 3]),
        ({"eco": "C"}, [0]),
        ({"eco": "B90..C99"}, [0, 2]),
        ({"date": 2013}, [0]),
        ({"date": "2013.."}, [0, 1, 2]),
        ({"date": "2013.11.22..2014"}, [0, 1]),
        ({"date": (2014, None)}, [1, 2]),
        ({"date": (None, datetime.date(2013, 11, 22))}, [0]),
        ({"date": datetime.datetime(2014, 11, 8, 12)}, [1]),
        ({"rating": "2775..2870"}, [0, 1]),
        ({"rating": (2780, None)}, [1]),
        ({"any_rating": 2870}, [0]),
        ({"average_rating": "2820..2825"}, [0]),
        ({"white_rating": (2800, 2900)}, [0]),
        ({"black_rating": "2800.."}, [1]),
        ({"plies": (None, 2)}, [2, 3]),
        ({"tag": {"TimeControl": "7200"}}, [0]),
        ({"tag": {"TimeControl": "/^[0-9]+$/"}}, [0]),
        ({"tag": {"TimeControl": re.compile("X", re.I)}}, [1]),
        ({"tag": "WhiteTitle"}, [2]),
        ({"tag": "TimeControl~72"}, [0]),
        ({"tag": ["TimeControl", "ECO=D85"]}, [1]),
        ({"comment": "berlin"}, [0]),
        ({"comment": ["berlin", "/^ a/"]}, [0]),
        ({"nag": 1}, [1]),
        ({"nag": ["!", "$2"]}, [1]),
        ({"has": "variations"}, [2]),
        ({"has": ["variations", "nags"]}, []),
        ({"not_": {"result": "draw", "white": "x"}}, [0, 2]),
        ({"not_": "result=draw", "player": "anand"}, [0]),
        ({"not_": ["result=draw", "white=x"]}, [0, 2]),
        ({"not_": {"player": "Carlsen, Magnus"}, "exact": True}, [2, 3]),
        ({"not_": {"white": ["carlsen", "anand"]}}, [2, 3]),
        ({"moves": "1. e4"}, [0, 2]),
        ({"moves": ["e4", "e7e5"]}, [0]),
        ({"moves": "1.e4! c5 $1 0-1"}, [2]),
        ({"moves": "d4 d5", "variations": True}, [2]),
        ({"moves": ""}, [0, 1, 2, 3]),
        ({"white": None}, [0, 1, 2, 3]),
    ],
    ids=str,
)
def test_a_condition_finds_its_games(games, where, wanted):
    if where.get("variations"):
        assert [hit.game for hit in games.find(**where)] == wanted
    else:
        assert numbers(games, **where) == wanted


@pytest.mark.parametrize(
    ("where", "text"),
    [
        ({"rating": "high"}, "2400..2600"),
        ({"rating": (2600, 2400)}, "ends before it begins"),
        ({"date": "soon"}, "2019..2020.06"),
        ({"white": "/x/g"}, "flags 'g'"),
        ({"white": "/x/I"}, "flags 'I'"),
        ({"white": "/(/"}, "unclosed group"),
        ({"white": "/x/", "exact": True}, "exact=True"),
        ({"white": re.compile("x", re.X)}, "VERBOSE"),
        ({"tag": "TimeControl=/x/"}, "TimeControl~/x/"),
        ({"tag": "TimeControl~/x/m"}, "flags 'm'"),
        ({"tag": {"TimeControl": "/x/m"}}, "flags 'm'"),
        ({"not_": "white=/x/m"}, "flags 'm'"),
        ({"not_": "tag=TimeControl=/x/"}, "TimeControl~/x/"),
        ({"tag": {"Time=Control": "1"}}, "not the name of a tag"),
        ({"eco": "/B/"}, "B20..B99"),
        ({"nag": "/x/"}, "NAG"),
        ({"result": "/x/"}, "white, black or draw"),
        ({"white": []}, "empty list"),
        ({"vs": "x"}, "add player"),
        ({"not_": "draw"}, "result=draw"),
        ({"moves": "e4 e5 Ke3"}, "move 2 of White"),
        ({"moves": "e4 (d4) e5"}, "move 1 of Black"),
        ({"moves": "e4", "fen": "8/8/8/8/8/8/8/8"}, "fen and moves"),
    ],
    ids=str,
)
def test_a_value_that_is_not_understood_is_an_error(games, where, text):
    with pytest.raises(ValueError, match=re.escape(text)):
        games.find(**where)


@pytest.mark.parametrize(
    ("where", "text"),
    [
        ({"whte": "x"}, "average_rating, black"),
        ({"whte": None}, "no condition 'whte'"),
        ({"not_": {"fen": "x"}}, "no condition 'fen'"),
        ({"white": 5}, "white is a text"),
        ({"white": re.compile(b"x")}, "bytes"),
        ({"rating": [2400, 2600]}, "tuple"),
        ({"rating": (1, 2, 3)}, "tuple of two"),
        ({"rating": True}, "not bool"),
        ({"rating": datetime.date(2020, 1, 1)}, "not date"),
        ({"nag": True}, "nag is a text"),
        ({"fen": 5}, "fen is a text"),
    ],
    ids=str,
)
def test_a_name_or_type_that_is_none_is_an_error(games, where, text):
    with pytest.raises(TypeError, match=re.escape(text)):
        games.find(**where)


def test_games_in_an_order(games):
    def found(sort, **options):
        return [hit.game for hit in games.find(sort=sort, **options)]

    assert found("-average_rating", limit=2) == [1, 0]
    assert found("-date") == [2, 1, 0, 3]
    assert found(["result", "-white"], player="carlsen") == found("result,-white", player="carlsen") == [0, 2, 1]
    assert found("-plies", moves="e4") == [0, 2]
    assert games.find(sort="-plies", moves="e4")[0].ply == 1
    assert found("tag=WhiteTitle", limit=1) == [2]
    assert found("speed") == [0, 1, 2, 3] and found("-speed", limit=1) == [0]
    assert found("white", limit=0) == []
    with pytest.raises(ValueError, match="colour"):
        games.find(sort="colour")


def test_the_tree_after_moves(games):
    first = games.tree()
    assert {branch.uci: branch.games for branch in first} == {"e2e4": 2, "d2d4": 1, "c2c4": 1}
    assert [branch.line for branch in first if branch.uci == "e2e4"] == [("e2e4",)]
    assert games.tree(moves="1. e4") == games.tree("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
    assert {branch.uci for branch in games.tree(moves=["e4"], result="1-0")} == {"e7e5"}
    (end,) = games.tree(moves="c4")
    assert end.uci is None and end.line == () and end.games == 1
    with pytest.raises(ValueError, match="fen and moves"):
        games.tree("8/8/8/8/8/8/8/8", moves="e4")
    with pytest.raises(ValueError, match="."):
        games.tree("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")


def test_the_tree_with_a_depth(games):
    lines = {branch.line: branch.games for branch in games.tree(moves="e4", depth=2)}
    assert lines == {("e7e5",): 1, ("e7e5", "g1f3"): 1, ("c7c5",): 1}
    assert all(branch.line[-1] == branch.uci for branch in games.tree(depth=3))
    with pytest.raises(ValueError, match="depth"):
        games.tree(depth=0)
