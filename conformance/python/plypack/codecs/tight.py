"""tight: move probabilities from a neural network (spec/codecs/tight.md). Its inputs are in tight_features.py."""

from functools import lru_cache
from operator import mul

from .. import range_coder
from ..limits import PlypackError
from ..moves import NULL, with_null
from ..tight_model import MODELS, model
from .tight_features import History, PositionFeatures, Visits

ID, NAME, RUN_PLIES = 12, "tight", 4096
PARAMS = {ID + 256 * checksum for checksum in MODELS}  # tight.1
STYLES = 16


# Scores and frequencies


@lru_cache(maxsize=1024)  # positions repeat, and lines are decoded again for every prefix of their code
def units(input_features):
    """tight.8: the units of the second layer."""
    weights = [model().inputs[feature] for feature in input_features]
    first = [clamped((sum(column) + 2) // 4) for column in zip(*weights)]
    layer = zip(model().second_biases, model().second)
    return [clamped((bias + sum(map(mul, first, weights)) + 64) // 128) for bias, weights in layer]


def clamped(unit):
    return min(max(unit, 0), 127)


def scores(features, moves, style):
    """tight.10, tight.11"""
    second = units(tuple(features.input_features(style)))
    outputs = {}

    def output(feature):
        if feature not in outputs:
            outputs[feature] = model().biases[feature] + sum(map(mul, second, model().outputs[feature]))
        return outputs[feature]

    found = []
    for move in moves:
        move_features, indices = features.move_features(move)
        found.append(sum(map(output, move_features)) + 64 * sum(model().pair_table[index] for index in indices))
    return found


def frequencies_of(features, moves, style):
    """tight.13: of the legal moves, and of the null move if it is legal."""
    all_scores = scores(features, moves, style)
    more = 3 if len(moves) > 255 else 0
    temperature = model().temperatures[style]
    differences = [(max(all_scores) - score) * temperature // 256 for score in all_scores]
    frequencies = [1 + (model().exp2[e % 1024] >> e // 1024 + more) for e in differences]
    return frequencies + [1] * features.board.null_is_legal()


def absolute(features, move):
    """Converts a move from relative to absolute squares, or back."""
    if move == NULL:
        return NULL
    rook = None if move.rook is None else features.relative(move.rook)
    return move._replace(from_square=features.relative(move.from_square), to_square=features.relative(move.to_square), rook=rook)


# Runs


def positions(lines):
    """The features and moves of all plies of a run."""
    visits = Visits()
    for board, moves in lines:
        history = History()
        visits.begin()
        for ply, move in enumerate(moves):
            if not board.is_legal(move):
                raise PlypackError("ILLEGAL_MOVE", ply, str(move))
            features = PositionFeatures(board, history, visits)
            yield features, move
            visits.add(board, absolute(features, move))
            history.add(board, move)
            board = board.play(move)


def encode_run(lines, style=0):
    """tight.3. Any style is valid (tight.2)."""
    if not any(moves for _, moves in lines):
        return b""
    coder = range_coder.Encoder()
    coder.write(style, 1, STYLES)
    for features, move in positions(lines):
        moves = features.moves()
        frequencies = frequencies_of(features, moves, style)
        number = with_null(features.board, moves).index(absolute(features, move))
        coder.write(sum(frequencies[:number]), frequencies[number], sum(frequencies))
    return coder.finish()


def style_of(code):
    """tight.2: the style of a run with plies."""
    return range_coder.Decoder(code).target(STYLES)


def decode_lines(lines, code, count):
    """The moves of the first lines of a run of `count`, each a pair of board and number of plies."""
    coder = range_coder.Decoder(code)
    style, visits = 0, Visits()
    if any(plies for _, plies in lines):
        style = coder.target(STYLES)
        coder.take(style, 1, STYLES)
    for number, (board, plies) in enumerate(lines, 1):
        moves = _decode_line(board, plies, style, visits, coder)
        if number == count:
            coder.finish()
        yield moves


def _decode_line(board, plies, style, visits, coder):
    history, found = History(), []
    visits.begin()
    for _ in range(plies):
        features = PositionFeatures(board, history, visits)
        move = _decode_move(features, style, coder)
        found.append(move)
        visits.add(board, absolute(features, move))
        history.add(board, move)
        board = board.play(move)
    return found


def _decode_move(features, style, coder):
    moves = features.moves()
    frequencies = frequencies_of(features, moves, style)
    target = coder.target(sum(frequencies)) if frequencies else 0
    cum = 0
    for move, freq in zip(with_null(features.board, moves), frequencies):
        if target < cum + freq:
            coder.take(cum, freq, sum(frequencies))
            return absolute(features, move)
        cum += freq
    raise PlypackError("MOVE_MALFORMED", coder.offset(), "the code stands for no legal move")
