"""Chess games in a small, fast, versioned binary format.

``plypack.open`` opens a file: games by number, searches, and Arrow tables for DuckDB, Polars, pandas and pyarrow.
``plypack.pack`` makes one from PGN, and ``plypack.index`` adds an index of positions.

>>> import plypack
>>> plypack.pack("games.pgn", "games.plypack")  # doctest: +SKIP
>>> database = plypack.open("games.plypack")  # doctest: +SKIP
>>> for game in database:  # doctest: +SKIP
...     print(game.headers["White"], game.san[:4])
"""

from ._library import DamageWarning, DeletedGameError, PlypackError, library_version
from .database import Branch, Damage, Database, Hit, Info, open
from .drawing import Position
from .explorer import Explorer
from .game import Game
from .moves import move_to_uci, packed_from_uci
from .packing import Packed, index, pack, rename_player
from .query import Conditions, Where
from .scan import Scan, position_key
from .walking import Step

__version__ = library_version()

__all__ = [
    "Branch",
    "Conditions",
    "Damage",
    "DamageWarning",
    "Database",
    "DeletedGameError",
    "Explorer",
    "Game",
    "Hit",
    "Info",
    "Packed",
    "PlypackError",
    "Position",
    "Scan",
    "Step",
    "Where",
    "index",
    "move_to_uci",
    "open",
    "pack",
    "packed_from_uci",
    "position_key",
    "rename_player",
]
