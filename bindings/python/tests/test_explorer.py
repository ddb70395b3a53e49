"""The opening explorer compared with counts by python-chess."""

import collections
import re

import chess
import chess.pgn
import pytest
from places import SAMPLES

import plypack


def played_next(board):
    """The results, by move, of the famous games that reach the position."""
    counts = collections.defaultdict(collections.Counter)
    with open(SAMPLES / "famous.pgn", encoding="utf-8") as text:
        while game := chess.pgn.read_game(text):
            at = game.board()
            for move in game.mainline_moves():
                if at.epd() == board.epd():
                    counts[at.san(move)][game.headers["Result"]] += 1
                    break
                at.push(move)
    return counts


@pytest.mark.parametrize("play", [[], ["e2e4"], ["e2e4", "e7e5"], ["e2e4", "e7e5", "g1f3", "b8c6"], ["d2d4", "d7d5"]])
def test_answers_are_those_of_python_chess(famous, play):
    board = chess.Board()
    for move in play:
        board.push_uci(move)
    counts = played_next(board)
    explorer = famous.explorer()
    for given in ({"play": play}, {"fen": board.fen()}, {"fen": board.fen(), "database": "masters"}):
        answer = explorer.explore(moves=100, **given)
        assert {move["san"]: (move["white"], move["draws"], move["black"]) for move in answer["moves"]} == {
            san: (results["1-0"], results["1/2-1/2"], results["0-1"]) for san, results in counts.items()
        }
        assert answer["white"] == sum(results["1-0"] for results in counts.values())


def test_lists_and_filters(famous):
    explorer = plypack.Explorer(famous, famous)
    answer = explorer.explore(database="masters", since=1850, until="1860-12", top_games=5)
    years = [game["year"] for game in answer["topGames"]]
    assert years and len(years) <= 5 and all(1850 <= year <= 1860 for year in years)
    assert explorer.explore(ratings=[2500], speeds="blitz,rapid")["moves"] == []
    id = answer["topGames"][0]["id"]
    assert re.search(r"\n1\. ", explorer.pgn(id))
    white = answer["topGames"][0]["white"]["name"]
    of_player = explorer.explore(database="player", player=white, color="white")
    assert of_player["queuePosition"] == 0 and of_player["recentGames"][0]["white"]["name"] == white
    assert explorer.get("/master?play=e2e4").startswith(b'{"white":')


def test_wrong_requests_are_refused(famous):
    explorer = famous.explorer()
    for given, said in [({"play": "e2e5"}, "move 1"), ({"speeds": "fast"}, "speeds=fast"), ({"database": "player"}, "player=")]:
        with pytest.raises((ValueError, plypack.PlypackError), match=said):
            explorer.explore(**given)
    with pytest.raises(plypack.PlypackError, match="/lichess, /masters"):
        explorer.get("/other")
