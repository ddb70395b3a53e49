"""tight: a learned share for every move (spec/codecs/tight.md). What is seen of positions is in tight_view.py."""

from operator import mul

from .. import range_coder
from ..limits import PlypackError
from ..moves import NULL
from ..tight_model import MODELS, model
from .tight_view import Line, View

ID, NAME, RUN_PLIES = 12, "tight", 4096
PARAMS = {ID + 256 * checksum for checksum in MODELS}  # tight.1
STYLES = 8
SAMPLED = 64  # tight.2


# Scores and shares


def hidden_units(view, style):
    """tight.7"""
    rows = [model().inputs[row] for row in view.input_rows(style)]
    return [min(max(sum(column) + 2, 0), 511) // 4 for column in zip(*rows)]


def scores(view, moves, style):
    """tight.9, tight.10"""
    hidden = hidden_units(view, style)
    values = {}

    def value(row):
        if row not in values:
            values[row] = model().biases[row] + sum(map(mul, hidden, model().outputs[row]))
        return values[row]

    found = []
    for move in moves:
        rows, entries = view.features(move)
        found.append(sum(map(value, rows)) + 64 * sum(model().entries[entry] for entry in entries))
    return found


def sizes(view, moves, style):
    """tight.12"""
    points = scores(view, moves, style)
    more = 3 if len(moves) > 255 else 0
    behind = [max(points) - score for score in points]
    return [1 + (model().halvings[e % 1024] >> e // 1024 + more) for e in behind]


def actual(view, move):
    """The move that is seen so, on the board, and the reverse."""
    rook = None if move.rook is None else view.seen(move.rook)
    return move._replace(origin=view.seen(move.origin), target=view.seen(move.target), rook=rook)


# Runs


def positions(lines):
    """The views and moves of all plies of a run."""
    for board, moves in lines:
        line = Line()
        for ply, move in enumerate(moves):
            if move == NULL or not board.is_legal(move):  # tight.3
                raise PlypackError("ILLEGAL_MOVE", ply, str(move))
            yield View(board, line), move
            line.add(board, move)
            board = board.play(move)


def cheapest_style(lines):
    """tight.2"""
    costs = [(0, -range_coder.TOP, style) for style in range(STYLES)]
    for number, (view, move) in enumerate(positions(lines), 1):
        if number % SAMPLED == 0:
            costs = [_with_cost(cost, view, move) for cost in costs]
    return min(costs)[2]


def _with_cost(cost, view, move):
    n, minus_range, style = cost
    moves = view.moves()
    shares = sizes(view, moves, style)
    left = -minus_range // sum(shares) * shares[moves.index(actual(view, move))]
    while left < range_coder.LOW_BITS:
        left, n = left * 256, n + 1
    return n, -left, style


def encode_run(lines):
    """tight.3"""
    if not any(moves for _, moves in lines):
        return b""
    coder = range_coder.Encoder()
    style = cheapest_style(lines)
    coder.write(style, 1, STYLES)
    for view, move in positions(lines):
        moves = view.moves()
        shares = sizes(view, moves, style)
        number = moves.index(actual(view, move))
        coder.write(sum(shares[:number]), shares[number], sum(shares))
    return coder.finish()


def decode_lines(lines, code, count):
    """The moves of the first lines of a run of `count`, each a pair of board and number of plies."""
    coder = range_coder.Decoder(code)
    style = 0
    if any(plies for _, plies in lines):
        style = coder.target(STYLES)
        coder.take(style, 1, STYLES)
    for number, (board, plies) in enumerate(lines, 1):
        moves = _decode_line(board, plies, style, coder)
        if number == count:
            coder.finish()
        yield moves


def _decode_line(board, plies, style, coder):
    line, found = Line(), []
    for _ in range(plies):
        move = _decode_move(View(board, line), style, coder)
        found.append(move)
        line.add(board, move)
        board = board.play(move)
    return found


def _decode_move(view, style, coder):
    moves = view.moves()
    shares = sizes(view, moves, style) if moves else []
    target = coder.target(sum(shares)) if moves else 0
    start = 0
    for move, size in zip(moves, shares):
        if target < start + size:
            coder.take(start, size, sum(shares))
            return actual(view, move)
        start += size
    raise PlypackError("MOVE_MALFORMED", coder.offset(), "the code stands for no legal move")
