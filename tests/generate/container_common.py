"""Blocks, games and files that the vectors of the container share."""

import chess

import file_bytes as fb
import move_codes as mc
import tight
import vector_file
from file_bytes import AS_WRITTEN, Block, File, START, Section
from vector_file import pieces

FEN = "8/8/8/8/8/4k3/8/4K2R w - - 0 1"
# codecs.1: the param of tight, and the ids of line codecs.
TIGHT = 12 + 256 * tight.checksum()


def bare_block(param=3, plies=(), moves=b"", extra=()):
    """One game without tags, and without a marker of its end."""
    return Block(1, len(plies) and plies[0], [
        fb.plies(list(plies) or [0], "plies of the game"), fb.moves(moves, "moves", param),
        fb.states([8], "state: standard start, no marker"), fb.no_tags(), *extra,
    ])


def names(*strings):
    """tags.8"""
    return fb.varint(len(strings)) + fb.strings(list(strings))


TOKENS = bytes.fromhex("10 11 05 10 b0 06 22")


def full_block():
    """Two games with every kind of content."""
    layouts = fb.tag_layouts([b"White", b"Black", b"Result", b"FEN"], [[0, 1, 2], [0, 1, 2, 3]], [0, 1])
    return Block(2, 2, [
        fb.plies([2, 0], "plies: 2 and 0"),
        fb.moves(bytes.fromhex("c0 c0"), "e4 e5"),
        fb.states([0, 9], "states: standard start and marker of the tag; FEN tag and no marker"),
        Section(fb.TAG_LAYOUTS, layouts, "4 tag names, 2 tag layouts, the tag layout of each game"),
        Section(fb.TAG_VALUES, fb.column([0, 1]), "White: names 0 and 1", param=2),
        Section(fb.TAG_VALUES, fb.column([1, 0]), "Black: names 1 and 0", param=2),
        Section(fb.TAG_VALUES, fb.column([2, 0]) + fb.strings([b"?"]), "Result: 1-0 and the string ?", param=5),
        fb.texts([FEN.encode()], "FEN: one string"),
        Section(fb.ANNOTATIONS, fb.column([len(TOKENS), 0]) + TOKENS,
                "annotations: 1 ply, $1, variation of 1 ply (d4), its end, comment of 2 bytes", param=3),
        Section(fb.COMMENT_TEXT, fb.column([2, 0]) + b"hm", "comment text: hm"),
        fb.unparsed([b"", b"Nf9"], "unparsed text: none and Nf9"),
        Section(fb.NAMES, names(b"Ann", b"Bob"), "names: Ann, Bob"),
    ])


def names_block():
    """One game with its own names."""
    layouts = fb.tag_layouts([b"White", b"Black"], [[0, 1]], [0])
    return Block(1, 0, [
        fb.plies([0], "plies of the game"), fb.moves(b"", "moves"), fb.states([16], "state: marker *"),
        Section(fb.TAG_LAYOUTS, layouts, "2 tag names, 1 tag layout"), Section(fb.TAG_VALUES, fb.column([0]), "White: name 0", param=2),
        Section(fb.TAG_VALUES, fb.column([1]), "Black: name 1", param=2), Section(fb.NAMES, names(b"Bob", b"Cid"), "names: Bob, Cid"),
    ])


def game(tags=(), moves=(), tokens=(), start="standard", termination="", rest="", continued=False):
    return {"tags": [list(t) for t in tags], "start": start, "moves": list(moves), "tokens": [list(t) for t in vector_file.tokens(tokens)],
            "termination": termination, "rest": rest, "continued": continued}


BARE = game()
FULL = [
    game([("White", "Ann"), ("Black", "Bob"), ("Result", "1-0")], ["e2e4", "e7e5"], "1 $1 (d2d4) {hm}", termination="1-0"),
    game([("White", "Bob"), ("Black", "Ann"), ("Result", "?"), ("FEN", FEN)], start="fen", rest="Nf9"),
]
THIRD = game([("White", "Bob"), ("Black", "Cid")], termination="*")


def sections(file, kind):
    return [section for item in file.items if isinstance(item, Block) for section in item.sections if section.kind == kind]


def needs_of(file, rules):
    """The codec of the archive, if the file uses it: a later step of the road map."""
    return ["codecs/tight"] if any(section.param == TIGHT for section in sections(file, fb.MOVES)) and "tight." not in rules else []


def has_annotations(file):
    return bool(sections(file, fb.ANNOTATIONS))


class Files:
    """Adds files to a chapter."""

    def __init__(self, chapter):
        self.chapter = chapter

    def add(self, name, title, rules, op, data, source=None, *, needs=None, games=None, expect=None, **fields):
        """`data` is a file, its bytes, or its parts; `source` a vector from which it comes."""
        input_ = data.input() if isinstance(data, File) else pieces((data, "the file")) if isinstance(data, bytes) else data
        fields = {"needs": needs, "input": input_, **fields, "expect": expect if games is None else {"games": games}}
        self.chapter.add(name, title, rules, op, **({"from": f"container/{source}"} if source else {}), **fields)

    def good(self, name, title, rules, file, games):
        needs = needs_of(file, rules) + ["annotations"] * (has_annotations(file) and "annotations." not in rules)
        self.add(name, title, rules, "decode-file", file, needs=needs or None, games=games)

    def recovered(self, name, title, data, games, needs=None):
        """container.16: the bytes of a file that does not end with a valid footer, and its games."""
        self.add(name, title, "container.16", "recover-file", data, "appended", needs=needs, games=games)

    def recovered_part(self, name, title, rules, block, left):
        """limits.11: a block with a damaged part, the games that are left of it, and a block after it."""
        self.add(f"recover-part-{name}", title, rules, "recover-file", File(block, one("z")), "every-section", games=[*left, *games("z")])

    def bad(self, name, title, rules, source, file, error, at=None):
        """`at` is an offset, or the meaning of the input part at whose start the error is."""
        place = file.offset(at) if isinstance(at, str) else at
        self.add(name, title, rules, "decode-file", file, source, needs=needs_of(file, rules) or None, error=error, at=place)


def changed(file, **fields):
    """A copy of the file with other fields."""
    return fb.with_fields(file.copy(), **fields)


def without_section(block, place):
    block.sections.pop(place)
    return block


def two_appends():
    """A file to which a block was added: the first footer stays."""
    first, second = full_block(), names_block()
    file = File(first)
    old = file.footer
    file.items = [first, old, second]
    file.footer = fb.Footer([first, old.size(), second])
    return file


def layouts_of_last(games, tags):
    """Tag layouts of games; only the last game has tags."""
    own = list(range(len(tags)))
    return fb.tag_layouts(tags, [[], own], [0] * (games - 1) + [1]) if games > 1 else fb.tag_layouts(tags, [own], [0])


def continued_block(states, plies=0, tags=(), tokens=b""):
    """Games with only unparsed text; the last may have other content."""
    n = len(states)
    block = Block(n, plies, [
        fb.plies([0] * (n - 1) + [plies], "plies of the games"), fb.moves(bytes.fromhex("c0 c0")[:plies], "moves"),
        fb.states(states, "states: standard start, no marker; 4 for a continuation"),
        Section(fb.TAG_LAYOUTS, layouts_of_last(n, list(tags)), "tag names and layouts"),
        *[fb.texts([b"?"], f"{tag.decode()}: one string") for tag in tags], fb.unparsed([b"Nf9"] * n, "unparsed text: Nf9"),
    ])
    if tokens:
        block.sections.append(Section(fb.ANNOTATIONS, fb.column([0] * (n - 1) + [len(tokens)]) + tokens, "annotations", param=3))
    return block


def games_block(plies, codes, param, states=None):
    """Games without tags, and the codes of their runs."""
    states = states or [8] * len(plies)
    return Block(len(plies), sum(plies), [
        fb.plies(plies, f"plies: {', '.join(map(str, plies))}"), fb.moves(b"".join(codes), "moves", param),
        fb.move_sizes([len(code) for code in codes], "bytes of each run"), fb.states(states, "states: standard start, no marker"),
        fb.no_tags(len(plies)),
    ])


RUN_GAMES = [game(moves=["e2e4", "e7e5"]), game(moves=["d2d4"])]
NULL_GAMES = [game(moves=["e2e4"]), game(moves=["e2e4", "0000"]), game(moves=["d2d4"])]


def run_code(*lines, fen=chess.STARTING_FEN):
    """The code of a run of games from one start, of UCI texts."""
    return tight.encode_run([(chess.Board(fen), [chess.Move.from_uci(text) for text in line]) for line in lines], 3)


# Long games with only kings, because `tight` takes time for every legal move.
KINGS = "k7/8/8/8/8/8/8/7K w - - 0 1"


def kings_line(plies):
    return (["h1g1", "a8b8", "g1h1", "b8a8"] * (plies // 4 + 1))[:plies]


def kings_block(plies, codes, param):
    block = games_block(plies, codes, param, states=[9] * len(plies))
    block.section(fb.STATES).meaning = "states: start from FEN, no marker"
    block.section(fb.TAG_LAYOUTS).stored = fb.tag_layouts([b"FEN"], [[0]], [0] * len(plies))
    block.section(fb.TAG_LAYOUTS).meaning = "one tag name, one tag layout"
    block.sections.append(Section(fb.TAG_VALUES, fb.varint(1) + fb.strings([KINGS.encode()]) + fb.column([0] * len(plies)), "FEN: a dictionary of one text", param=1))
    return block


def kings_game(plies, tokens=()):
    return game([("FEN", KINGS)], kings_line(plies), tokens, start="fen")


def run_block(games=RUN_GAMES):
    lines = [game["moves"] for game in games]
    return games_block([len(line) for line in lines], [run_code(*lines)], TIGHT)


def byte_block(*lines):
    """The same lines as codes of `byte`."""
    codes = [b"".join(mc.byte(*step) for step in mc.steps_of(None, line)) for line in lines]
    return games_block([len(line) for line in lines], codes, 3)


# The second and third game reach positions of the first, twice in one case; the third leaves them with another move.
VISITING = ["e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6", "e2e4 e7e5 g1f3 g8f6 f3g1 f6g8 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6", "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5"]


def tight_block():
    return run_block([game(moves=moves.split()) for moves in VISITING])


MOVE_SIZES_FEN = "kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1"


def move_sizes_file():
    block = bare_block(plies=[1], moves=b"\0\xff")
    block.section(fb.STATES).stored = fb.column([9])
    block.section(fb.STATES).meaning = "state: FEN tag, no marker"
    block.section(fb.TAG_LAYOUTS).stored = fb.tag_layouts([b"FEN"], [[0]], [0])
    block.section(fb.TAG_LAYOUTS).meaning = "one tag name, one tag layout"
    block.sections.insert(2, fb.move_sizes([2], "size of the moves: 2"))
    block.sections.append(fb.texts([MOVE_SIZES_FEN.encode()], "FEN: one string"))
    return File(block)


MOVE_SIZES_MOVE = sorted(mc.canonical_order(mc.board_of(MOVE_SIZES_FEN)))[255]  # byte.17
MOVE_SIZES_GAMES = [game([("FEN", MOVE_SIZES_FEN)], [MOVE_SIZES_MOVE], start="fen")]


class Append:
    """The parts of one append: blocks and edits; the blocks replace the last `merged` ordinary blocks."""

    def __init__(self, *blocks, edits=(), merged=0):
        self.blocks, self.edits, self.merged = blocks, list(edits), merged


def appended(*appends):
    """A file with these appends."""
    file, listed, edits = File(), [], {}
    numbers = [0, 0]
    for append in appends:
        if append is not appends[0]:
            file.items.append(file.footer)
            listed.append(file.footer.size())
        file.items += append.blocks
        for _ in range(append.merged):
            place, block = [(at, item) for at, item in enumerate(listed) if isinstance(item, Block) and not item.attributes][-1]
            listed[place] = block.size()
            numbers[block.attributes] -= block.games
        for block in append.blocks:
            if append.merged:
                block.at_number(numbers[block.attributes])
            block.number = numbers[block.attributes]
            numbers[block.attributes] += block.games
        listed += append.blocks
        edits.update(append.edits)
        edits = {number: action for number, action in edits.items() if action != AS_WRITTEN}
        file.footer = fb.Footer(list(listed))
        file.footer.edits = list(edits.items())
    return file


def one(text):
    """A block of one game without moves and tags, identified by its unparsed text."""
    return bare_block(extra=[fb.unparsed([text.encode()], f"unparsed text: {text}")])


def some(*texts):
    """A block of games like the game of `one`."""
    n = len(texts)
    return Block(n, 0, [
        fb.plies([0] * n, "plies of the games"), fb.moves(b"", "moves"), fb.states([8] * n, "states: standard start, no marker"),
        fb.no_tags(n), fb.unparsed([text.encode() for text in texts], f"unparsed text: {', '.join(texts)}"),
    ])


def replacing(block):
    block.attributes = 1
    return block


def games(*texts):
    """Expected games; None is a deleted one."""
    return [text and game(rest=text) for text in texts]


def with_record(file, place, **fields):
    file.settle()
    fb.with_fields(file.records[place], **fields)
    return file


def two():
    """A file of two commits: record B is in force."""
    return appended(Append(one("a")), Append(one("b")))


def three():
    """A file of three commits: record A is in force."""
    return appended(Append(one("a")), Append(one("b")), Append(one("c")))


def with_parts(kinds):
    """A file of one game and of optional parts."""
    file = File(one("a"))
    for kind in kinds:
        part = fb.Part(kind, b"something new")
        at = START + sum(len(item) if isinstance(item, bytes) else item.size() for item in file.items)
        file.items.append(part)
        file.footer.optional.append((part, at))
    return file


def last_footer(file):
    return len(file.bytes()) - file.footer.size()


TWO_KINGS = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
NONE, BY_FEN, UNREADABLE = 8, 9, 10  # states: no marker; start standard, FEN, unreadable


def one_game(state, tags, plies=0, moves=b"", tokens=b"", texts=b""):
    """One game."""
    names = list(dict.fromkeys(name for name, _ in tags))
    sections = [
        fb.plies([plies], "plies of the game"), fb.moves(moves, "moves"), fb.states([state], "state"),
        fb.layouts([name.encode() for name in names], [[names.index(name) for name, _ in tags]], [0], "tag names, one tag layout"),
        *(fb.texts([value.encode() for other, value in tags if other == name], f"{name}: texts") for name in names),
    ]
    if tokens:
        sections.append(Section(fb.ANNOTATIONS, fb.strings([tokens]), "annotations", param=3))
    if texts:
        sections.append(Section(fb.COMMENT_TEXT, fb.strings([texts]), "comment text"))
    return Block(1, plies, sections)


def with_checksum(block, kind, nth=0):
    """The block with a wrong checksum of a section."""
    block.section(kind, nth).crc = 0
    return block


def bad_and_recovered(files, name, title, rules, file, error, left, needs=None):
    """A bad file, and the games that can be read from it."""
    source = {"from": "container/every-section"}
    files.chapter.add(name, title, rules, "decode-file", **source, needs=needs, input=file.input(), error=error)
    files.chapter.add(f"recover-{name}", f"{title}; which games can be read", rules, "recover-file", **source, needs=needs, input=file.input(), expect={"games": left})


def without_records(*items):
    """A file of these units whose records are zeros."""
    return fb.with_fields(File(*items), footer=None).bytes()


def segment_bytes(content, cut=0):
    """An index segment for the walk: a valid head and any content, whose end may be missing."""
    head = b"PLYX" + (16 + len(content)).to_bytes(8, "little")
    return head + fb.u32(fb.crc32c(head)) + content[: len(content) - cut]
