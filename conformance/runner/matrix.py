"""Exchange between two implementations: both must read every file and every code that one of them writes."""

from collections import Counter

import suite
from checks import Wrong, must_give, must_refuse, skipped
from implementation import Broken

STANDARD_START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def lines():
    """All lines of the vectors, as FEN and moves, each once."""
    found = {(v["fen"], tuple(v["expect"]["moves"])) for v in suite.vectors() if v["op"] == "line"}
    return sorted(found)


def game_of_line(fen, moves):
    standard = fen == STANDARD_START
    return {
        "tags": [] if standard else [["FEN", fen]], "start": "standard" if standard else "fen", "moves": list(moves), "tokens": [],
        "termination": "*", "rest": "", "continued": False,
    }


class Matrix:
    def __init__(self, first, second, codecs):
        self.both = (first, second)
        in_files = suite.codecs_of_files()
        common = [codec for codec in first.greeting["codecs"] if codec in second.greeting["codecs"] and codec in in_files]
        self.codecs = [codec for codec in common if codecs is None or codec in codecs]
        if not self.codecs:
            raise suite.WrongUse("the implementations have no such codec in common")
        wanted = in_files if codecs is None else codecs
        self.left_out = [codec for codec in wanted if codec not in common]
        self.counts = Counter()
        self.failures = []

    def run(self):
        self._kept_files()
        materials = list(self._materials())
        for writer in self.both:
            for codec in self.codecs:
                for name, games in materials:
                    self._file(writer, codec, name, games)
                self._codes(writer, codec)
        return self

    def print_summary(self):
        for failure in self.failures:
            print(failure)
        for name, count in self.counts.items():
            print(f"{name}: {count}")
        if self.left_out:
            print(f"not compared, as one of the two lacks them: {', '.join(self.left_out)}")
        print(f"{len(self.failures)} failures; codecs: {', '.join(self.codecs)}")

    # Data

    def _materials(self):
        """Names and games of the good files, of all lines, and of the samples if one of the implementations reads PGN."""
        for vector in suite.vectors():
            if vector["op"] == "decode-file" and vector["result"] == "valid":
                yield vector["id"], suite.games_of(vector)
        yield "all lines of the vectors", [game_of_line(fen, moves) for fen, moves in lines()]
        for path in sorted(suite.SAMPLES.glob("*.pgn")):
            games = self._import(path)
            if games is not None:
                yield path.name, games

    def _import(self, path):
        for implementation in self.both:
            (answer,) = self._ask(f"import of {path.name}", implementation, [{"op": "import", "input": path.read_bytes().hex()}])
            if answer["result"] == "valid":
                return answer["games"]
        return None

    # Requests

    def _file(self, writer, codec, name, games):
        what = f"{name} as a file by {writer.name} with {codec}"
        (written,) = self._ask(what, writer, [{"op": "write", "codec": codec, "games": games}])
        if self._checked(what, [(written, {})]) and written["result"] == "valid":
            for reader in self.both:
                answers = self._ask(what, reader, [{"op": "read", "input": written["output"]}])
                self._checked(f"{what}, read by {reader.name}", [(answers[0], {"games": games})])

    def _codes(self, writer, codec):
        what = f"codes by {writer.name} with {codec}"
        of_lines = [(fen, moves) for fen, moves in lines()]
        requests = [{"op": "encode", "codec": codec, "fen": fen, "moves": list(moves)} for fen, moves in of_lines]
        coded = [(line, answer) for line, answer in zip(of_lines, self._ask(what, writer, requests)) if answer["result"] == "valid"]
        requests = [
            {"op": "decode", "codec": codec, "fen": fen, "plies": len(moves), "input": answer["output"]} for (fen, moves), answer in coded
        ]
        for reader in self.both:
            answers = self._ask(what, reader, requests)
            self._checked(f"{what}, read by {reader.name}", [(a, {"moves": list(line[1])}) for (line, _), a in zip(coded, answers)])

    def _kept_files(self):
        """Both must refuse kept files of drafts as too old (versions.9), and read the same games from all other kept files."""
        for vector in suite.kept():
            name, request = vector["id"], {"op": "read", "input": vector["input"][0][0]}
            answers = [self._ask(name, implementation, [request])[0] for implementation in self.both]
            if vector["result"] != "valid":
                for implementation, answer in zip(self.both, answers):
                    self._refused(f"{name}, read by {implementation.name}", answer)
            elif any(map(skipped, answers)):
                self.counts["skipped"] += 1
            elif answers[0]["result"] != "valid":
                self.failures.append(f"{name}: {self.both[0].name} does not read it")
            else:
                self._checked(f"{name}, read by both", [(answers[1], {"games": answers[0]["games"]})])

    def _refused(self, what, answer):
        try:
            must_refuse(answer, "unsupported", {"class": "unsupported", "code": "UNSUPPORTED_VERSION"})
            self.counts["skipped" if skipped(answer) else "as it must be"] += 1
        except Wrong as wrong:
            self.failures.append(f"{what}: {wrong}")

    def _ask(self, what, implementation, requests):
        """The responses. If the implementation is broken, all are `skipped`."""
        try:
            return [implementation.excused(answer) for answer in implementation.ask(requests)]
        except Broken as broken:
            self.failures.append(f"{what}: {implementation.name} is broken: {broken}")
            return [{"result": "skipped"}] * len(requests)

    def _checked(self, what, answers):
        """Counts passes and failures; returns whether all passed."""
        good = True
        for answer, wanted in answers:
            try:
                must_give(answer, **wanted)
                self.counts["skipped" if skipped(answer) else "as it must be"] += 1
            except Wrong as wrong:
                self.failures.append(f"{what}: {wrong}")
                good = False
        return good
