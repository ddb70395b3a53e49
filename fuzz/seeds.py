"""Fills `fuzz/corpus` with first inputs for the fuzz targets: `python3 fuzz/seeds.py`.

The inputs come from the vectors, from earlier runs (`fuzz/corpus.tar.xz`), and from a few texts here. Standard library only.
"""

import json
import pathlib
import re
import tarfile

HERE = pathlib.Path(__file__).resolve().parent
VECTORS = HERE.parent / "conformance" / "vectors"

# All codecs in the order of their numbers.
CODECS = [
    "coord16", "coord12", "byte", "block-index", "pgc", "mgc", "varlen", "bits", "rank-3bit", "huffman", "arith",
    "tight",
]

# Longer texts in the vectors test the limits of the format, and make fuzzing slow.
MAX_PGN = 4096

PGN = [
    '[Event "?"]\n[White "A \\"B\\" C"]\n[Result "1-0"]\n\n1. e4 {good} e5 (1... c5 $2 (1... c6)) 2. Nf3! ; line\n1-0\n',
    '[FEN "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. a8=Q+ Kd7 -- 2. Qb7+ *\n',
    "% escape\n1. e4 e5 2. Nf9 Ke2 1/2-1/2\n\n1. d4 { open\n",
    '[Variant "Chess960"]\n[FEN "6kr/8/8/8/8/8/8/6KR w Hh - 0 1"]\n\n1. O-O O-O 0-1',
    "1. e4 (1. d4 zz) (1. c4 {x} 1-0) e5 *\n\n\n[A \"\xff\"]\n[A \"\"]\nbad line\n\n1. f3",
]

SEARCHES = [
    "1. d4 d5 2. c4 e6 1-0\n\n1. c4 e6 2. d4 d5 0-1\n\n1. e4 (1. d4 d5 2. c4 e6) 1... e5 *\n",
    '[FEN "8/8/8/KPp4r/8/8/8/7k w - c6 0 1"]\n\n1. Ka6 -- 2. b6 *\n\n1. e4 Nf6 2. e5 d5 *\n\n1. e4 d5 2. e5 Nf6 *\n',
    '[FEN "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1"]\n\n1. O-O Rh1+ 2. Kxh1 *\n\n[FEN "x"]\n\n1. e4 *\n',
]


def starts():
    text = (HERE / "bodies.rs").read_text()
    return re.findall(r'^    "([^"]+)",$', text[text.index("STARTS"):], re.M)


def tests(chapter):
    return json.loads((VECTORS / f"{chapter}.json").read_text())["tests"]


RUN = re.compile(r"([0-9a-f]{2}) x ([0-9]+)")


def data(test):
    """The bytes of a vector; `00 x 448` is a byte 448 times."""
    return b"".join(bytes.fromhex(RUN.sub(lambda run: run[1] * int(run[2]), piece)) for piece, _ in test["input"])


def put(target, name, content):
    folder = HERE / "corpus" / target
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name.replace("/", "-")).write_bytes(content)


def varint(file, at):
    value = shift = 0
    while True:
        byte, at = file[at], at + 1
        value, shift = value | (byte & 0x7F) << shift, shift + 7
        if byte < 0x80:
            return value, at


def sections(file):
    """The sections of a file's first block as an input of the target; None if the input cannot have one of them."""
    at, numbers, table = 1544, [], []  # after the fixed area, magic and length (container.6)
    for _ in range(5):
        number, at = varint(file, at)
        numbers.append(number)
    games, plies, _, _, count = numbers
    offset = 1544 + int.from_bytes(file[1540:1544], "little") + 4
    for _ in range(count):
        header = []
        for _ in range(5):
            number, at = varint(file, at)
            header.append(number)
        kind, param, compression, _, stored = header
        if compression or max(kind, param, stored) > 255:
            return None
        table.append(bytes([kind, param, stored]) + file[offset : offset + stored])
        offset, at = offset + stored, at + 4
    return bytes([games, plies]) + b"".join(table) if max(games, plies) < 256 else None


def main():
    with tarfile.open(HERE / "corpus.tar.xz") as earlier:
        earlier.extractall(HERE / "corpus")
    for chapter in ["container", "versions"]:
        for test in tests(chapter):
            put("container", test["id"], data(test))
    for test in tests("container"):
        if test["op"] == "decode-file" and test["result"] == "valid" and data(test)[1536:1540] == b"PLYB":
            found = sections(data(test))
            if found:
                put("sections", test["id"], found)
    fens = starts()
    for codec in ["byte", "coord16"]:
        for test in tests(f"codecs/{codec}"):
            if "input" in test and test["fen"] in fens:
                put(codec, test["id"], bytes([fens.index(test["fen"])]) + data(test))
    for number, codec in enumerate(CODECS):
        path = VECTORS / "codecs" / f"{codec}.json"
        for test in tests(f"codecs/{codec}") if path.exists() else []:
            if "input" in test and test["fen"] in fens:
                plies = len(test["expect"]["moves"]) if "expect" in test else test["plies"]
                if plies < 256:
                    put("codecs", test["id"], bytes([number, fens.index(test["fen"]), plies]) + data(test))
    for test in tests("annotations"):
        texts = test["texts"].encode()
        put("annotations", test["id"], bytes([0, 0, 2, len(texts)]) + texts + data(test))
    for test in tests("pgn"):
        if len(data(test)) <= MAX_PGN:
            put("pgn", test["id"], data(test))
    for number, text in enumerate(PGN):
        put("pgn", str(number), text.encode("latin-1"))
    for number, text in enumerate(SEARCHES):
        for kind in range(3):
            put("search", f"{number}-{kind}", bytes([1, 0, 3, kind]) + text.encode())
    # A record of four games without moves, and a page of one cell. The only leaf of the cell names the only group, or is an entry.
    record, group = bytes(8), bits("1 11 10")
    put("index", "groups", bytes([0, 0, 1, len(record)]) + record + bytes([len(group)]) + group + bytes(len(group) + 1))
    no_branch = "1" * 16 + "000" + "11010" * 2 + "0"
    entry = bits("1 11 1110" + "0" + "0" * 14 + no_branch + "0 0 11000 0")
    put("index", "entry", bytes([0, 0, 1, len(record)]) + record + bytes([len(entry)]) + entry + bytes(len(entry) + 1))


def bits(text):
    """The bits of the text, least significant first."""
    text = text.replace(" ", "")
    return bytes(int(text[at : at + 8][::-1], 2) for at in range(0, len(text), 8))


main()
