"""Vectors of times and evaluations, of comments from templates, and of runs, in cases that are rare: the ends of texts, tokens in variations, games with other errors."""

import chess

import container_cases as cc
import file_bytes as fb
import move_codes as mc
import noted_cases
import value_cases as vc
from file_bytes import File, Section
from noted_cases import tagged_block, typed
from plypack.values import GameValues
from recovery_cases import without_records
from vector_file import pieces
from value_cases import CLOCK, LONG, SHORT, Sections, of_times, pair

A, S, L, T = "ANNOTATION_MALFORMED", "SECTION_MALFORMED", "LIMIT_EXCEEDED", "TRUNCATED"
CODES = {"coord16": mc.coord16(chess.Board(), chess.Move.from_uci("d2d4"))}
MOST_TIME, MOST_EVALUATION = vc.MOST_TIME, vc.MOST_EVALUATION


def sections(good, bad):
    """values.5, values.6, values.9: the two sections alone."""
    good("base-in-seconds", "base and increment of 2^27 - 1 whole seconds: they are in units", "values.5 values.9", of_times(600, 600, 590, 580, profile=(10, MOST_TIME, MOST_TIME)))
    good("time-longest-in-seconds", "the longest time in whole seconds", "values.1 values.9", of_times(MOST_TIME - MOST_TIME % 10, 0, profile=(10, 60, 0)))
    for unit, step in ((1, 1), (10, 10)):
        times = [600, 590 * step % 600, 580, 570 - step, 640, 0]
        times = [time - time % unit for time in times]
        good(f"base-0-in-units-of-{unit}", f"a base of 0 in units of {unit}, and times above it", "values.9", of_times(*times, profile=(unit, 0, 2)))
    several = [GameValues([], [pair(e) for e in game]) for game in ([30], ["#1", 5], [-5, -5, 4], [0], [], [12, 12], [7])]
    good("evaluations-of-many-games", "a run of seven games with evaluations", "values.6 values.10", Sections(several, [max(1, game.count()) for game in several], [LONG]))
    several = [GameValues([600 - n, 590, 580 - n][: 1 + n % 3]) for n in range(7)]
    good("times-of-many-games", "a run of seven games with times, of two profiles", "values.6 values.9",
         Sections(several, [game.count() for game in several], profiles=[(1, 600, 0), (1, 300, 2)], numbers=[n % 2 for n in range(7)]))
    half = GameValues([600] * 2048, [pair(10)] * 2048)
    good("run-of-times-and-evaluations", "2048 times and as many evaluations fill a run", "values.6", Sections([half, GameValues([599])], [2048, 1], [CLOCK, LONG], [(1, 600, 0)], runs=[1, 1]))
    first = [GameValues(), GameValues([], [pair(1)] * 4095), GameValues(), GameValues([600]), GameValues(), GameValues([], [pair(2)])]
    good("run-of-evaluations", "4095 evaluations and a time fill a run; games without values before, between and after", "values.6",
         Sections(first, [1, 4095, 0, 1, 3, 1], [CLOCK, LONG], [(1, 600, 0)], runs=[4, 2]))
    good("profiles-unused", "profiles that no game has, and the same one twice", "values.5", Sections([GameValues([600])], [1], profiles=[(1, 5, 0), (10, 60, 1), (10, 60, 1)], numbers=[2]))
    good("templates-unused", "templates without values, of which two are the same", "values.3 values.5", Sections([GameValues()], [1], [CLOCK, CLOCK, b"\1\2\3", b"\3"]))
    good("template-of-any-bytes", "a template of bytes that are no text", "values.3", Sections([GameValues([600])], [1], ["\0{\n\1".encode()], [(1, 600, 0)]))
    for unit in (5, 9, 11, 100, 256 + 1):
        sections = of_times(599, 600, 583, 594)
        sections.profiles, sections.codes = [(unit, 600, 0)], [b"\x80"]
        bad(f"unit-{unit}", f"a unit of {unit}", "values.5", sections, S)
    both = Sections([GameValues()], [2**16], [CLOCK])
    both.profiles, both.codes, both.times, both.evaluations, both.sizes = [(1, 600, 0)], [b""], [1], [2], [1]
    bad("values-of-both-kinds-above", "2^16 times and 2^16 + 1 evaluations, and no byte", "limits.6", both, L)
    both.evaluations = [1]
    bad("values-of-both-kinds-at", "2^16 times and 2^16 evaluations, and no byte; then a run longer than the codes", "limits.6 values.5", both, T)
    games = Sections([GameValues(), GameValues()], [2**17, 1], [CLOCK])
    games.profiles, games.codes, games.times, games.sizes = [(1, 600, 0)], [b""], [1, 1], [1, 1]
    bad("values-of-two-games-above", "2^17 + 1 times of two games, and no byte", "limits.6", games, L)
    for more in range(3):
        sections = of_times(599, 600, 583, 594)
        sections.tail = bytes(more)
        room = sum(len(data) for data, _ in sections.parts()[2:]) + 1
        sections.profiles_count = room // 3
        bad(f"profiles-count-of-{room}-bytes", f"{room // 3} profiles, and {room} bytes from their number on", "values.5 limits.10", sections, S)
        above = of_times(599, 600, 583, 594)
        above.tail, above.profiles_count = bytes(more), room // 3 + 1
        bad(f"profiles-count-above-{room}-bytes", f"{room // 3 + 1} profiles, and {room} bytes from their number on", "values.5 limits.10", above, L)
    for count, error in ((7, S), (8, L)):
        sections = Sections([GameValues()], [1], [b""] * count)
        bad(f"templates-count-of-7-bytes-{count}", f"{count} empty templates, and 7 bytes from their number on", "values.5 limits.10", sections, error)
    sections = of_times(599, 600, 583, 594)
    sections.templates, sections.templates_count = [CLOCK, b"hm"], 2
    bad("second-template-without-value", "the second of two templates is without a value", "values.3", sections, S)
    none = Sections([GameValues(), GameValues()], [1, 1], [], numbers=[0, 1])
    none.codes = [b""]
    bad("profile-of-none-second", "the second game has a profile where there are none", "values.5", none, S)


def of_tokens(data, values, moves, templates=(CLOCK, SHORT), texts=b""):
    """A game of `byte` whose comments are made from templates."""
    made = Sections([values], [len(moves)], templates, [(1, 600, 0)])
    section = b"".join(part for part, _ in made.parts())
    found = cc.byte_block(moves)
    found.sections += [Section(fb.ANNOTATIONS, fb.column([len(data)]) + data, "annotations", param=3), Section(fb.VALUES, section, "values"),
                       Section(fb.VALUE_CODES, made.code, "value codes")]
    if texts:
        found.sections.append(Section(fb.COMMENT_TEXT, fb.strings([texts]), "comment text"))
    return found


def texts(files):
    """values.1, values.2: comments are text."""
    times = [0, 1, 9, 10, 599, 600, 35_999, 36_000, 36_001, 359_999, 360_000, 3_599_999, 3_600_000, 3_600_009, 36_000_000, MOST_TIME]
    shown = ["0:00:00", "0:00:00.1", "0:00:00.9", "0:00:01", "0:00:59.9", "0:01:00", "0:59:59.9", "1:00:00", "1:00:00.1", "9:59:59.9", "10:00:00", "99:59:59.9", "100:00:00",
             "100:00:00.9", "1000:00:00", "3728:16:12.7"]
    tokens = lambda found: [("comment", text) for text in found]
    block = of_tokens(b"\x08" * len(times), GameValues(times), [], [b"\1"])
    files.good("times-as-text", "times: hours of one to four digits, with and without tenths", "values.1", File(block), [cc.game(tokens=tokens(shown))])
    numbers = [0, 1, -1, 9, 10, -10, 30, 99, 100, -100, -101, 110, 1000, 9_999, 10_000, -10_000, MOST_EVALUATION, -MOST_EVALUATION]
    long = ["0.00", "0.01", "-0.01", "0.09", "0.10", "-0.10", "0.30", "0.99", "1.00", "-1.00", "-1.01", "1.10", "10.00", "99.99", "100.00", "-100.00", "167772.15", "-167772.15"]
    short = ["0.0", "0.01", "-0.01", "0.09", "0.1", "-0.1", "0.3", "0.99", "1.0", "-1.0", "-1.01", "1.1", "10.0", "99.99", "100.0", "-100.0", "167772.15", "-167772.15"]
    mates = [f"#{n}" for n in (0, 1, -1, 10, -10, 100, MOST_EVALUATION, -MOST_EVALUATION)]
    for name, byte, expected in [("short", b"\2", short), ("long", b"\3", long)]:
        block = of_tokens(b"\x08" * (len(numbers) + len(mates)), GameValues([], [*map(pair, numbers), *map(pair, mates)]), [], [byte])
        files.good(f"evaluations-as-{name}-text", f"evaluations in their {name} text, and mates, which have one", "values.2", File(block), [cc.game(tokens=tokens([*expected, *mates]))])
    block = of_tokens(b"\x08", GameValues([10, 20], [pair(30), pair(40), pair("#5")]), [], [b"\3\1\2 \1\3"])
    files.good("template-of-many-values", "a template with times and evaluations in both texts, next to each other", "values.3", File(block), [cc.game(tokens=tokens(["0.300:00:010.4 0:00:02#5"]))])


def comments(files):
    """values.4"""
    moves = noted_cases.MOVES
    one = lambda *times: GameValues([*times], [])
    clock = lambda tenths: ("comment", f"[%clk 0:00:{tenths // 10:02}{f'.{tenths % 10}' if tenths % 10 else ''}]")
    ply = ("plies", 1)

    def good(name, title, data, values, tokens, line=moves, **fields):
        files.good(f"template-{name}", title, "values.4", File(of_tokens(bytes.fromhex(data), values, line, **fields)), [cc.game(moves=line, tokens=tokens)])

    def bad(name, title, data, values, line=moves, **fields):
        files.bad(f"template-{name}", title, "values.4 annotations.2", "values", File(of_tokens(bytes.fromhex(data), values, line, **fields)), A)

    good("plies-of-one-ply", "comments after all plies of a game of one", "09 00", one(590), [ply, clock(590)], moves[:1])
    good("plies-then-plies", "comments after two plies, then a ply and a comment", "09 02 10 08", one(590, 580, 570), [ply, clock(590), ply, clock(580), ply, clock(570)])
    good("plies-twice", "comments after one ply, and of the same template after the rest", "09 03 09 00", one(590, 580, 570, 560), [token for t in (590, 580, 570, 560) for token in (ply, clock(t))])
    good("plies-after-comment", "a comment, and then comments after the plies", "08 09 00", one(595, 590, 580, 570, 560), [clock(595), *(token for t in (590, 580, 570, 560) for token in (ply, clock(t)))])
    good("in-nested-variation", "a comment from a template in a variation of a variation", "10 05 10 b0 05 10 c0 08 06 06", one(590),
         [ply, ("begin",), ("move", "d2d4"), ("begin",), ("move", "e2e4"), clock(590), ("end",), ("end",)])
    good("before-text", "comments from templates and of text", "08 12 08", one(590, 580), [clock(590), ("comment", "x"), clock(580)], texts=b"x")
    bad("plies-in-variation-after-nag", "a token of kind 9 in a variation, after a NAG", "10 05 10 b0 11 09 00 06", one(600, 590, 580))
    bad("plies-in-variation-first", "a token of kind 9 at the beginning of a variation", "10 05 09 00 06", one(600, 590, 580))
    bad("plies-left-of-all", "kind 9 leaves as many plies as are left", "10 08 09 03", one(600))
    bad("values-without-tokens", "a time, and no tokens", "", one(600))
    bad("evaluation-for-a-time", "a template of a time, and an evaluation", "08", GameValues([], [pair(3)]))
    bad("plies-of-no-template", "kind 9 with the number after the last template", "29 00", one(600, 600, 600, 600))


def runs(files):
    """codecs.4: errors of a game that are not of its code or its start take no other game of the run with them."""
    lines = [["e2e4"], ["d2d4"], ["g1f3"]]
    shown = [cc.game(moves=line) for line in lines]

    def recovered(name, title, block, games):
        files.chapter.add(f"recover-run-{name}", title, "codecs.4 container.16", "recover-file", **{"from": "container/run"}, needs=["codecs/tight"],
            input=pieces((without_records(block), "the file")), expect={"games": games})

    for name, title, state in [("without-marker", "no Result tag that its state names", 0), ("state-bit-6", "bit 6 in its state", 64 | 8), ("marker-6", "a marker that does not exist", 48),
                               ("continuation", "a ply, and is a continuation", 12)]:
        recovered(name, f"the second game of a run has {title}: the others can be read", cc.games_block([1, 1, 1], [cc.run_code(*lines)], cc.TIGHT, states=[8, state, 8]), [shown[0], shown[2]])
    fen = cc.games_block([1, 1, 1], [cc.run_code(*lines)], cc.TIGHT)
    fen.section(fb.TAG_LAYOUTS).stored = fb.tag_layouts([b"FEN"], [[], [0]], [0, 1, 0])
    fen.sections.append(Section(fb.TAG_VALUES, fb.strings([b"4k3/8/8/8/8/8/8/4K3 w - - 0 1"]), "FEN: one string"))
    recovered("standard-start-with-fen", "the second game of a run has a FEN tag and the standard start: the others can be read", fen, [shown[0], shown[2]])
    files.good("run-start-without-plies", "the second game of a run has no readable start, and no plies", "codecs.4",
        File(cc.games_block([1, 0, 1], [cc.run_code(lines[0], lines[2])], cc.TIGHT, states=[8, 10, 8])), [shown[0], cc.game(start="unreadable"), shown[2]])
    files.good("run-of-no-plies", "a run of games without plies", "codecs.4 container.10", File(cc.games_block([0, 0], [b""], cc.TIGHT)), [cc.game(), cc.game()])
    files.bad("run-second-game-plies-above", "the second game of a run has 65,537 plies", "limits.5 limits.10", "run", File(cc.games_block([1, 65_537], [b"\0\0"], cc.TIGHT)), L)
    files.bad("run-of-no-plies-with-code", "a run of games without plies has a byte", "codecs.4 range-coder.7", "run", File(cc.games_block([0, 0], [b"\1"], cc.TIGHT)), "MOVE_MALFORMED")
    block = cc.games_block([4096, 1], [b"\xff", cc.run_code(lines[0])], cc.TIGHT)
    block.section(fb.MOVE_SIZES).stored += b"\0"
    files.bad("run-sizes-byte-after", "a byte after the sizes of two runs", "container.10 wire.7", "run", File(block), "TRAILING_BYTES")


def blocks(files):
    """values.5, annotations.5: each block has its own templates, profiles and codecs."""
    line = noted_cases.MOVES[:1]
    clock = of_tokens(b"\x08", GameValues([590]), line)
    evaluation = of_tokens(b"\x08", GameValues([], [pair(30)]), line, [b"[%eval \3]"])
    shown = [cc.game(moves=line, tokens=[("comment", text)]) for text in ("[%clk 0:00:59]", "[%eval 0.30]")]
    files.good("values-of-two-blocks", "two blocks with a template each", "values.5", File(clock, evaluation), shown)
    other = cc.bare_block(extra=[Section(fb.ANNOTATIONS, fb.column([1]) + b"\x08", "annotations: a comment from a template", param=3)])
    file = File(clock, other)
    file.footer.versions.required = fb.ARCHIVE
    files.bad("template-of-another-block", "a block without values, after one with a template: a comment from it", "values.4 values.5", "values", file, A)
    for first, second, name in [(3, 1, "byte-coord16"), (1, 3, "coord16-byte")]:
        tokens = {3: bytes.fromhex("10 05 10 b0 06"), 1: bytes.fromhex("10 05 10") + CODES["coord16"] + b"\6"}
        made = []
        for param in (first, second):
            block = cc.games_block([1], [b"\xc0"], 3)
            block.sections.append(Section(fb.ANNOTATIONS, fb.column([len(tokens[param])]) + tokens[param], "annotations", param=param))
            made.append(block)
        game = cc.game(moves=line, tokens=[("plies", 1), ("begin",), ("move", "d2d4"), ("end",)])
        files.good(f"variation-codecs-{name}", "two blocks, the variations of which are of two codecs", "annotations.5", File(*made), [game, game])
    limit = 2**17 + 64 * 100
    for name, count, error in [("at", limit, T), ("above", limit + 1, L)]:
        codes, size = fb.zstd_runs((b"\1"[0], 100))
        section = fb.varint(1) + fb.strings([CLOCK]) + fb.varint(1) + fb.varint(1) + fb.varint(600) + fb.varint(0) + fb.column([0]) + fb.column([2 * count]) + fb.column([0]) + fb.column([101])
        block = cc.bare_block(extra=[Section(fb.VALUES, section, f"values: {count} times"), Section(fb.VALUE_CODES, codes, "value codes: 100 bytes", compression=1, raw_len=size)])
        files.bad(f"values-of-compressed-codes-{name}", f"{count} times, and 100 bytes of codes that are compressed: the raw bytes count", "limits.6 values.5", "values", File(block), error)


def tags(files):
    """tags.4, tags.5, tags.10"""
    def column(name, title, rules, names, layout, columns, lines, error=None, used=(), **fields):
        block = tagged_block(names, [[], layout], columns, plies=(0, 0), states=(8, 8))
        if used:
            block.sections.append(Section(fb.NAMES, fb.varint(len(used)) + fb.strings([text.encode() for text in used]), "names"))
        if error:
            files.bad(f"tags-{name}", title, rules, "final-positions", File(block), error)
        else:
            files.good(f"tags-{name}", title, rules, File(block), [cc.game(), cc.game(lines)])

    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
    column("final-position-twice", "three tags of a game are its final position, two of them of one name", "tags.10", ["CurrentPosition", "End"], [0, 1, 0], [typed([1, 1]), typed([1])],
           [("CurrentPosition", start), ("End", start), ("CurrentPosition", start)])
    others = ["UTCDate", "SetUp", "Site", "result", "WhiteElo2", "Fen", "EventDate", "Round", ""]
    values = [f"[{number}" for number in range(len(others))]
    lines = [(name, value) if name else (value,) for name, value in zip(others, values)]
    column("names-of-others", "tags that may be names of the block, and raw lines", "tags.1 tags.5", others, [*range(len(others))], [(2, fb.column([n])) for n in range(len(others))], lines, used=values)
    column("dictionary-of-raw-lines", "raw lines in a dictionary", "tags.1 tags.5", [""], [0, 0, 0], [(1, fb.varint(2) + fb.strings([b"%a", b""]) + fb.column([1, 0, 1]))], [("",), ("%a",), ("",)])
    column("final-position-of-white", "a tag White that is the final position", "tags.5 tags.10", ["White"], [0], [typed([1])], [("White", start)])
    for encoding, data, what in [(2, fb.column([]), "names"), (7, fb.column([]) + fb.strings([]), "final positions")]:
        column(f"second-fen-of-{what.replace(' ', '-')}", f"the tag FEN is listed twice; the second column has no values, and is said to hold {what}", "tags.3 tags.5", ["FEN", "FEN"], [],
               [(0, fb.strings([])), (encoding, data)], [], "TAGS_MALFORMED")
    column("encoding-8-without-values", "encoding 8, in a column without values", "tags.5", ["X"], [], [(8, b"")], [], "UNSUPPORTED_ENCODING")
    column("index-0-without-names", "the index 0, in a block without names", "tags.5 tags.8", ["X"], [0], [(2, fb.column([0]))], [], "TAGS_MALFORMED")
    column("typed-dates-of-any-name", "dates, results, numbers and codes in tags of other names", "tags.5 tags.6", ["A", "B", "C", "D"], [3, 2, 1, 0], [(4, fb.column([843_588]) + fb.strings([])),
           (5, fb.column([4]) + fb.strings([])), (3, fb.column([1]) + fb.strings([])), (6, fb.column([500]) + fb.strings([]))], [("D", "E99"), ("C", "0"), ("B", "1/2-1/2"), ("A", "2026.11.03")])
    column("result-as-number", "Result, Date, ECO and WhiteElo in encodings of other types", "tags.5 tags.6", ["Date", "ECO", "WhiteElo", "BlackElo"], [0, 1, 2, 3],
           [(3, fb.column([2027]) + fb.strings([])), (4, fb.column([0]) + fb.strings([b"A00"])), (1, fb.varint(1) + fb.strings([b"?"]) + fb.column([0])), (0, fb.strings([b"2400"]))],
           [("Date", "2026"), ("ECO", "A00"), ("WhiteElo", "?"), ("BlackElo", "2400")])


def add(files):
    for part in (texts, comments, runs, blocks, tags):
        part(files)
