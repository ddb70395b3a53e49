"""plypack: an implementation of the plypack format that follows its chapters (spec/), as a model for ports.

    from plypack import open_file, write, Options
    games = open_file(data).games()
    data = write(games, Options(codec="tight"))
"""

from .game import Game
from .limits import PlypackError
from .reader import open_file
from .recovery import recover
from .writer import Options, append, write

__all__ = ["Game", "Options", "PlypackError", "append", "open_file", "recover", "write"]
