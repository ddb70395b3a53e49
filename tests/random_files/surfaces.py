"""The programs that read a random file, and the answers that they must give."""

import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "conformance" / "adapters" / "python"))

import main as python  # noqa: E402  (the adapter of the Python implementation)
from plypack import positions, search  # noqa: E402

WASM = ROOT / "bindings" / "web" / "build" / "wasm" / "plypack.js"


class Difference(Exception):
    """A program's answer differs from the written games."""


def text_of_hex(value):
    """Any text may have the form of bytes in answers."""
    return python.text(bytes.fromhex(value["hex"])) if value.keys() == {"hex"} else value


class Program:
    """A process that answers requests of the conformance protocol for all files."""

    def __init__(self, name, words):
        self.name, self.words, self.process = name, words, None

    def ask(self, op, **request):
        if self.process is None:
            self.process = subprocess.Popen(self.words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        try:
            self.process.stdin.write(json.dumps({"id": 1, "op": op, **request}) + "\n")
            self.process.stdin.flush()
            answer = json.loads(self.process.stdout.readline(), object_hook=text_of_hex)
        except (OSError, ValueError) as error:
            self.process.kill()
            status = self.process.wait()
            self.process = None
            raise Difference(f"{self.name}, {op}: {error}; it ended with {status}") from error
        if answer["result"] not in ("valid", "skipped"):
            raise Difference(f"{self.name}, {op}: {answer}")
        return answer


class Python:
    """The Python implementation, in this process."""

    name = "Python"

    def ask(self, op, **request):
        answer = python.answer(json.loads(json.dumps({"id": 1, "op": op, **request})))
        if answer["result"] != "valid":
            raise Difference(f"{self.name}, {op}: {answer}")
        return json.loads(json.dumps(answer))


class Surfaces:
    def __init__(self, programs, has_wasm, command, folder):
        self.rust, self.c = (Program(name, [program]) for name, program in programs.items())
        self.wasm = Program("wasm", ["node", str(pathlib.Path(__file__).with_name("wasm.mjs")), str(ROOT)]) if has_wasm else None
        self.python, self.command, self.folder = Python(), command, folder

    def check(self, draw, made):
        """Raises at the first answer that differs from the written games."""
        games = json.loads(json.dumps([*map(python.game_json, made.games)]))
        tags = [game and game["tags"] for game in games]
        data = made.data.hex()
        for program in (self.python, self.rust, self.c):
            equal(program.name, "games", games, program.ask("read", input=data)["games"])
        for program in (self.rust, self.c):
            equal(program.name, "tags", tags, program.ask("tags", input=data)["tags"])
        if self.wasm:
            equal("wasm", "games", [*map(as_on_a_page, made.games)], self.wasm.ask("read", input=data)["games"])
        segments = [segment.shown() for segment in made.segments]
        for program in (self.python, self.rust):
            equal(program.name, "index", segments, program.ask("index", input=data)["segments"])
        if segments or draw.maybe("search without index"):
            self._check_searches(draw, made, games, data)
        self._check_copies(draw, made, games)

    def _check_searches(self, draw, made, games, data):
        ends = [positions.final_fen(game.board(), game.moves[: draw.randint(0, len(game.moves))]) for game in made.games if game and game.board()]
        # The C interface takes the values of conditions without escapes.
        texts = [tag for game in games if game for tag in game["tags"] if len(tag) == 2 and all(isinstance(part, str) for part in tag)]
        tags = [tag for tag in texts if "\\" not in tag[1]]
        for fen in draw.sample(ends, min(len(ends), 2)):
            query = {"fen": fen.decode()}
            if tags and draw.maybe("search with a condition"):
                query["where"] = {"tag": draw.choice(tags)}
            asked = search.query(**query)
            hits = [list(hit) for hit in search.find(made.games, asked)]
            branches = sorted(["" if move is None else python.moves.uci(move), *row] for move, row in search.tree(made.games, asked).items())
            for program in (self.rust, self.c):
                equal(program.name, f"games with {query}", hits, program.ask("find", input=data, query=query)["hits"])
                equal(program.name, f"moves in {query}", branches, sorted(program.ask("tree", input=data, query=query)["branches"]))

    def _check_copies(self, draw, made, games):
        """Writes the games again with the library; the others read the result."""
        kept = [game for game in games if game]
        codec = draw.one("codec of a copy")
        for writer, reader in ((self.rust, self.python), (self.c, self.rust)):
            written = writer.ask("write", codec=codec, games=kept)
            # The C functions cannot make games that PGN cannot express.
            if writer is self.rust or draw.counted("file that C writes", written["result"] == "valid"):
                equal(f"{writer.name}'s writer", f"games with {codec}", kept, reader.ask("read", input=written["output"])["games"])
        path, copy = self.folder / "random.plypack", self.folder / "copy.plypack"
        path.write_bytes(made.data)
        copy.unlink(missing_ok=True)
        self._run("verify", "--index", path)
        if self.wasm:
            pgn = self._run("unpack", path), self.wasm.ask("unpack", input=made.data.hex())["pgn"]
            # Two exports may have different numbers of blank lines between games.
            equal("wasm", "PGN", *([line for line in text.split("\n") if line] for text in pgn))
        if draw.counted("file that is compacted", not made.is_newer):
            self._check_compacted(made, games, kept, path, copy)

    def _check_compacted(self, made, games, kept, path, copy):
        self._run("compact", path, "-o", copy)
        # container.11: a continuation of an edited game is separated from it.
        is_cut = [game["continued"] and not made.edited.isdisjoint((number - 1, number)) for number, game in enumerate(games) if game]
        expected = [{**letters(game), "continued": False, "start": "unreadable"} if cut else game for game, cut in zip(kept, is_cut)]
        found = self.rust.ask("read", input=copy.read_bytes().hex())["games"]
        equal("compact", "games", expected, [letters(game) if number < len(is_cut) and is_cut[number] else game for number, game in enumerate(found)])

    def _run(self, *arguments):
        done = subprocess.run([self.command, *map(str, arguments)], capture_output=True, stdin=subprocess.DEVNULL)
        if done.returncode:
            raise Difference(f"plypack {arguments[0]} ended with {done.returncode}: {(done.stdout + done.stderr).decode(errors='replace')}")
        return done.stdout.decode(errors="replace")


def letters(game):
    """The game with only letters of its text: the library changes the space in the text of a separated game, so that its PGN is one game."""
    rest = game["rest"] if isinstance(game["rest"], str) else bytes.fromhex(game["rest"]["hex"]).decode("latin-1")
    return {**game, "rest": "".join(letter for letter in rest if letter.isascii() and letter.isalnum())}


def as_on_a_page(game):
    """The main line, in which castling has another notation than in the protocol (positions.3)."""
    return game and [castling(move) if move.is_castling else python.moves.uci(move) for move in game.moves]


def castling(move):
    return "O-O" if move.to_square % 8 == 6 else "O-O-O"


def equal(surface, what, expected, found):
    """Raises at the first game, or other member, that differs."""
    if expected == found:
        return
    for number, (wanted, given) in enumerate(zip(expected, found)):
        if wanted != given:
            raise Difference(f"{surface}, {what}, {number}:\n  expected {wanted}\n  found    {given}")
    raise Difference(f"{surface}, {what}: expected {len(expected)}, found {len(found)}")
