"""tight: move probabilities from a neural network (spec/codecs/tight.md). Its inputs are in tight_features.py."""

from operator import mul

from .. import range_coder
from ..limits import PlypackError
from ..moves import NULL
from ..tight_model import MODELS, model
from .tight_features import History, PositionFeatures

ID, NAME, RUN_PLIES = 12, "tight", 4096
PARAMS = {ID + 256 * checksum for checksum in MODELS}  # tight.1
STYLES = 8
SAMPLED = 64  # tight.2


# Scores and frequencies


def hidden_units(features, style):
    """tight.7"""
    weights = [model().inputs[feature] for feature in features.input_features(style)]
    return [min(max(sum(column) + 2, 0), 511) // 4 for column in zip(*weights)]


def scores(features, moves, style):
    """tight.9, tight.10"""
    hidden = hidden_units(features, style)
    outputs = {}

    def output(feature):
        if feature not in outputs:
            outputs[feature] = model().biases[feature] + sum(map(mul, hidden, model().outputs[feature]))
        return outputs[feature]

    found = []
    for move in moves:
        move_features, indices = features.move_features(move)
        found.append(sum(map(output, move_features)) + 64 * sum(model().pair_table[index] for index in indices))
    return found


def frequencies_of(features, moves, style):
    """tight.12"""
    all_scores = scores(features, moves, style)
    more = 3 if len(moves) > 255 else 0
    differences = [max(all_scores) - score for score in all_scores]
    return [1 + (model().exp2[e % 1024] >> e // 1024 + more) for e in differences]


def absolute(features, move):
    """The move between relative and absolute squares, both ways."""
    rook = None if move.rook is None else features.relative(move.rook)
    return move._replace(from_square=features.relative(move.from_square), to_square=features.relative(move.to_square), rook=rook)


# Runs


def positions(lines):
    """The features and moves of all plies of a run."""
    for board, moves in lines:
        history = History()
        for ply, move in enumerate(moves):
            if move == NULL or not board.is_legal(move):  # tight.3
                raise PlypackError("ILLEGAL_MOVE", ply, str(move))
            yield PositionFeatures(board, history), move
            history.add(board, move)
            board = board.play(move)


def cheapest_style(lines):
    """tight.2"""
    costs = [(0, -range_coder.TOP, style) for style in range(STYLES)]
    for number, (features, move) in enumerate(positions(lines), 1):
        if number % SAMPLED == 0:
            costs = [_with_cost(cost, features, move) for cost in costs]
    return min(costs)[2]


def _with_cost(cost, features, move):
    n, minus_range, style = cost
    moves = features.moves()
    frequencies = frequencies_of(features, moves, style)
    left = -minus_range // sum(frequencies) * frequencies[moves.index(absolute(features, move))]
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
    for features, move in positions(lines):
        moves = features.moves()
        frequencies = frequencies_of(features, moves, style)
        number = moves.index(absolute(features, move))
        coder.write(sum(frequencies[:number]), frequencies[number], sum(frequencies))
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
    history, found = History(), []
    for _ in range(plies):
        move = _decode_move(PositionFeatures(board, history), style, coder)
        found.append(move)
        history.add(board, move)
        board = board.play(move)
    return found


def _decode_move(features, style, coder):
    moves = features.moves()
    frequencies = frequencies_of(features, moves, style) if moves else []
    target = coder.target(sum(frequencies)) if moves else 0
    cum = 0
    for move, freq in zip(moves, frequencies):
        if target < cum + freq:
            coder.take(cum, freq, sum(frequencies))
            return absolute(features, move)
        cum += freq
    raise PlypackError("MOVE_MALFORMED", coder.offset(), "the code stands for no legal move")
