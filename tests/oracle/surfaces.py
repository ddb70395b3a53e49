"""The command, the Python package and functions of C, on the files of one folder."""

import pathlib
import subprocess
import time

import plypack
from plypack._library import call, ffi, lib, new


class Difference(Exception):
    """A difference from the model."""


class Surfaces:
    """Ways to work on `games.plypack` in a folder."""

    def __init__(self, program, folder):
        self.program = program
        self.folder = folder
        self.path = folder / "games.plypack"

    def expect(self, expected, found, what):
        """Ends the run at a difference."""
        if expected != found:
            raise Difference(f"{what}: expected {_short(expected)}, found {_short(found)}")

    def run(self, *arguments):
        """Runs the command, and returns its exit code, output and messages."""
        words = [self.program, *map(str, arguments)]
        done = subprocess.run(words, capture_output=True, timeout=120, stdin=subprocess.DEVNULL)
        if done.returncode not in (0, 1, 2):
            raise Difference(f"{' '.join(words)} ended with {done.returncode}: {done.stderr.decode(errors='replace')}")
        return done

    def command(self, *arguments):
        """Runs the command, which must succeed, and returns its output as text."""
        done = self.run(*arguments)
        if done.returncode != 0:
            raise Difference(f"plypack {' '.join(map(str, arguments))}: {done.stderr.decode(errors='replace')}")
        return done.stdout.decode()

    def unpack(self, path):
        """Returns the database as PGN."""
        return self.command("unpack", path)

    def killed(self, seconds, *arguments):
        """Starts the command and kills it after this number of seconds. Returns whether it had ended by itself."""
        quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        with subprocess.Popen([self.program, *map(str, arguments)], **quiet) as process:
            time.sleep(seconds)
            process.kill()
            return process.wait() >= 0

    def games(self, texts):
        """Writes a PGN file, and returns its path."""
        path = self.folder / "more.pgn"
        path.write_text("\n".join(texts), encoding="utf-8")
        return path

    def call(self, function, *arguments):
        """Calls a function of C, whose last parameter is the error."""
        call(function, *arguments)

    def in_c(self, text):
        """Returns the handle of a game, read from its text by the library."""
        game = new(lib.plypack_game_new, lib.plypack_game_free, "plypack_game")
        data = text.encode()
        call(lib.plypack_game_read_pgn, game, data, len(data), ffi.new("size_t *"))
        return game

    def edit_in_c(self, edits):
        """Does edits in one commit: functions of a writer and their arguments before `seen`."""
        writer = new(lib.plypack_writer_append, lib.plypack_writer_free, "plypack_writer", bytes(self.path), ffi.NULL)
        for edit, *arguments in edits:
            call(edit, writer, *arguments, ffi.NULL)
        call(lib.plypack_writer_finish, writer)

    def open(self):
        return plypack.open(pathlib.Path(self.path))


def _short(value):
    text = repr(value)
    return text if len(text) <= 400 else f"{text[:200]} ... {text[-200:]}"
