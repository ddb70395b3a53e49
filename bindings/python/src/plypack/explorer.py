"""The opening explorer: counts, the games with the highest ratings and the most recent games, in the format of
Lichess's explorer."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlencode

from ._library import ffi, lib, new, written
from .opened import OpenFile

_FIRST_CAPACITY = 1 << 14


class Explorer:
    """Answers from the games of one or several databases like Lichess's opening explorer.

    Making one reads the players, ratings, dates, results and time controls of all games, and keeps 28 bytes per game
    and the names. The explorer has the games that the databases have when it is made. Several threads may ask it at the
    same time.

    >>> import plypack
    >>> explorer = plypack.Explorer(plypack.open("games.plypack"))  # doctest: +SKIP
    >>> explorer.explore(play="e2e4,c7c5", speeds=["blitz", "rapid"], ratings=[2200, 2500])["moves"][0]["san"]  # doctest: +SKIP
    'Nf3'
    """

    def __init__(self, *databases: OpenFile) -> None:
        readers = ffi.new("plypack_reader *[]", [database._reader for database in databases])
        kind, free = "plypack_explorer", lib.plypack_explorer_free
        self._explorer = new(lib.plypack_explorer_new, free, kind, readers, len(databases), ffi.NULL)

    def explore(
        self,
        fen: str | None = None,
        *,
        database: str = "lichess",
        play: str | Iterable[str] = (),
        speeds: str | Iterable[str] = (),
        ratings: int | Iterable[int] = (),
        since: str | int | None = None,
        until: str | int | None = None,
        player: str | None = None,
        color: str | None = None,
        modes: str | Iterable[str] = (),
        moves: int | None = None,
        top_games: int | None = None,
        recent_games: int | None = None,
        history: bool = False,
    ) -> dict[str, Any]:
        """The answer for a position: ``fen``, the standard start without one, after the moves of ``play`` in UCI.

        ``database`` is ``lichess``, ``masters`` (which lists only the games with the highest ratings) or ``player``,
        which needs ``player`` and ``color``. ``speeds`` are classes of time controls, ``ratings`` groups of the average
        rating by their lowest one (0, 1000, 1200 to 2200 by 200, 2500), ``since`` and ``until`` years or months
        (``2020``, ``"2020-05"``), ``modes`` ``rated`` or ``casual``. ``moves``, ``top_games`` and ``recent_games`` say
        how many are listed.

        The result has the keys of Lichess's answer: ``white``, ``draws``, ``black``, ``moves``, ``topGames``, ``recentGames``, ``opening``.
        A game counts once; games without a result are not counted.

        Raises ValueError for a wrong parameter, PlypackError for a wrong position or move, and for a damaged file.
        """
        given = {
            "fen": fen,
            "play": _joined(play),
            "speeds": _joined(speeds),
            "ratings": _joined(ratings),
            "since": since,
            "until": until,
            "player": player,
            "color": color,
            "modes": _joined(modes),
            "moves": moves,
            "topGames": top_games,
            "recentGames": recent_games,
            "history": "true" if history else None,
        }
        query = urlencode({name: value for name, value in given.items() if value not in (None, "")})
        answer: dict[str, Any] = json.loads(self.get(f"/{database}?{query}"))
        return answer

    def pgn(self, id: str) -> str:
        """The PGN of the game that has this id in an answer. Raises PlypackError if there is none."""
        return self.get(f"/masters/pgn/{id}").decode("utf-8", "surrogateescape")

    def get(self, address: str) -> bytes:
        """The answer to the path and query of a URL, such as ``/lichess?play=e2e4``."""
        text = address.encode()
        write = lambda explorer, *buffer: lib.plypack_explorer_get(explorer, text, len(text), ffi.NULL, *buffer)
        return written(write, self._explorer, _FIRST_CAPACITY)


def _joined(values: Any) -> str:
    return values if isinstance(values, str) else ",".join(map(str, values if isinstance(values, Iterable) else [values]))
