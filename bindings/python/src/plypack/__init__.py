"""Chess games in a small, fast, versioned binary format.

``plypack.open`` opens a file: games by number, searches, and Arrow tables for DuckDB, Polars, pandas and pyarrow.
``plypack.pack`` makes one from PGN.

>>> import plypack
>>> plypack.pack("games.pgn", "games.plypack")  # doctest: +SKIP
>>> database = plypack.open("games.plypack")  # doctest: +SKIP
>>> for game in database:  # doctest: +SKIP
...     print(game.headers["White"], game.san[:4])
"""

from ._library import DeletedGameError, PlypackError, library_version
from .database import Branch, Database, Hit, open
from .game import Game
from .moves import move_to_uci, packed_from_uci
from .packing import Packed, pack
from .scan import Scan, position_key

__version__ = library_version()

__all__ = [
    "Branch",
    "Database",
    "DeletedGameError",
    "Game",
    "Hit",
    "Packed",
    "PlypackError",
    "Scan",
    "move_to_uci",
    "open",
    "pack",
    "packed_from_uci",
    "position_key",
]
