"""Random index segments of random blocks (spec/index.md)."""

import file_bytes as fb
import index_file as xf
from block import has_positions
from plypack import codecs, index, moves, search
from plypack.codecs import tight
from plypack.game import FEN
from plypack.game_values import rating, result, year
from plypack.tags import first

RESULTS = (b"1-0", b"1/2-1/2", b"0-1")


def segment_of(draw, found, first_block):
    """A segment about random blocks, given with their offsets."""
    size = draw.one("games of a group")
    covered, games, group_of = [], [], []
    for start, made in found:
        place = xf.RUNS if made.codec is tight else xf.OWN_CODES
        if made.block.section(fb.MOVES).compression:
            place = xf.NOT_TOLD
        own_size = len(made.games) if made.codec is tight and place == xf.RUNS else size
        groups = _groups(made, own_size, place)
        before = sum(len(block.groups) for block in covered)
        group_of += [before + number // own_size for number in range(len(made.games))]
        covered.append(xf.Covered(made.block, start, groups, place, codecs.param_of(made.codec)))
        games += made.games
    has_lists_behind = draw.maybe("lists behind the page")
    bits = draw.choice([0, 1, 2, 3])
    page_bits = bits if has_lists_behind else draw.randint(0, bits)
    cells = _cells(games, group_of, bits, draw.one("games of a position with an entry"), draw.choice([1, 3, 5]))
    if has_lists_behind and any(sum("lists" in leaf for leaf in cell) > 1 for cell in cells):
        has_lists_behind = False  # The builder of segments puts the lists of one entry after a page.
    made = xf.Segment(covered, cells, page_bits, size.bit_length() - 1, has_lists_behind, first_block)
    if draw.maybe("optional part of a segment"):
        made.optional.append(fb.Part(draw.one("kind of an optional part"), draw.text() + b"x"))
    return made


def _groups(made, size, place):
    """index.6"""
    groups, at = [], 0
    for first_game in range(0, len(made.games), size):
        games = made.games[first_game : first_game + size]
        codes = made.codes if made.codec is tight else made.codes[first_game : first_game + size]
        rows = [_row(game, 0 if made.codec is tight else len(codes[number])) for number, game in enumerate(games)]
        fens = [first(game.tags, b"FEN").decode() for game in games if has_positions(game) and game.start == FEN]
        groups.append(xf.Group(rows, fens, b"" if place == xf.NOT_TOLD else b"".join(codes), at))
        at += len(groups[-1].moves)
    return groups


def _row(game, code_bytes):
    start = int(game.start == FEN) if has_positions(game) else 2
    number = RESULTS.index(result(game)) + 1 if result(game) in RESULTS else 0
    return [start, len(game.moves), code_bytes, rating(game, True), rating(game, False), year(game), number]


def _cells(games, group_of, bits, frequent, most):
    """index.8: the leaves of all cells; positions of this number of games have entries."""
    found = {}
    for number, game in enumerate(games):
        board = game.board() if has_positions(game) else None
        seen = set()
        for ply, move in enumerate([*game.moves, None] if board else []):
            name = search.identity(board)
            if name not in seen:
                found.setdefault(name, (index.key(board), []))[1].append((number, ply, move, board.white_to_move))
            seen.add(name)
            board = board if move is None else board.play(move)
    in_cells = [[] for _ in range(2**bits)]
    for key, matches in found.values():
        in_cells[key >> 64 - bits].append((key, matches))

    def leaves(here, depth, path):
        groups = sorted({group_of[number] for _, matches in here for number, *_ in matches})
        has_entry = [len(matches) >= frequent for _, matches in here]
        if has_entry == [True]:
            return [{"path": path, **_entry(games, here[0][1])}]
        if not any(has_entry) and (len(groups) <= most or len(here) == 1):
            return [{"path": path, "groups": groups}]
        parts = [[one for one in here if one[0] >> 63 - depth & 1 == bit] for bit in (0, 1)]
        return [leaf for bit in (0, 1) for leaf in leaves(parts[bit], depth + 1, path + str(bit))]

    return [leaves(cell, bits, "") for cell in in_cells]


def _entry(games, matches):
    """index.9"""
    lists = [[ply, [number for number, at, *_ in matches if at == ply]] for ply in sorted({ply for _, ply, *_ in matches})]
    rows = {}
    for number, _, move, white in matches:
        game, row = games[number], rows.setdefault(xf.END if move is None else moves.packed(move), [0] * 7)
        row[RESULTS.index(result(game)) if result(game) in RESULTS else 3] += 1
        known = rating(game, white)
        row[4:] = row[4] + known, row[5] + (known > 0), max(row[6], year(game))
    return {"lists": lists, "branches": [[move, *row] for move, row in rows.items()]}
