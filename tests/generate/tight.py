"""Reference encoder of the codec `tight`, written from the specification, in plain integers.

It shares no code with the library. The rules of chess come from the package `chess`.
"""

import pathlib
import struct

import chess

from file_bytes import crc32c
from index_file import key

MODEL = pathlib.Path(__file__).resolve().parent.parent.parent / "spec" / "tight-model-2.bin"
FIRST, SECOND = 256, 64
PIECE_CLASS = [0, 1, 1, 2, 3, 4]


class Model:
    """tight-model.1 to tight-model.3."""

    def __init__(self, data):
        assert data[:8] == b"PLYTIGHT"
        self.data, self.at = data, 8
        self.inputs = self.weights(4806, FIRST)
        self.second = self.weights(64, FIRST)
        self.second_bias = self.numbers(64)
        self.outputs = self.weights(2088, SECOND)
        self.bias = self.numbers(2088)
        (self.table,) = self.weights(1, 323712)
        self.temperatures = self.numbers(16)
        self.exp2 = [1 + number % 65536 for number in self.numbers(1024)]
        assert self.at == len(data)

    def take(self, n):
        self.at += n
        return self.data[self.at - n:self.at]

    def weights(self, count, width):
        return [struct.unpack(f"{width}b", self.take(width)) for _ in range(count)]

    def numbers(self, count):
        return struct.unpack(f"<{count}h", self.take(2 * count))


_loaded = []


def model():
    if not _loaded:
        _loaded.append(Model(MODEL.read_bytes()))
    return _loaded[0]


def checksum():
    """tight.1"""
    return crc32c(MODEL.read_bytes())


def squares(mask):
    return list(chess.scan_forward(mask))


class History:
    """The moves before a position."""

    def __init__(self):
        self.steps, self.quiet = [], 0

    def push(self, board, move):
        if not move:
            self.steps.append(None)
            self.quiet += 1
            return
        piece_type = board.piece_type_at(move.from_square) - 1
        captures = board.is_capture(move)
        self.steps.append((piece_type, move.from_square, target(board, move), captures))
        self.quiet = 0 if captures or piece_type == 0 else self.quiet + 1


def target(board, move):
    """The to-square; for castling, the square on which the king ends."""
    if board.is_castling(move):
        file = 6 if move.to_square > move.from_square else 2
        return chess.square(file, chess.square_rank(move.from_square))
    return move.to_square


class Features:
    """The features of a position, relative to the side to move (tight.4)."""

    def __init__(self, board, history, visits, game):
        self.board, self.history = board, history
        earlier = visits.get(key(board), [])
        self.earlier, self.in_game = [move for _, move in earlier], sum(number == game for number, _ in earlier)
        self.flip = 0 if board.turn else 56
        self.us, self.them = board.turn, not board.turn
        self.steps = [None if len(history.steps) < n else history.steps[-n] for n in (1, 2, 3, 4)]
        self.by = {side: self.attack_map(side) for side in (True, False)}

    def relative(self, square):
        return square ^ self.flip

    def attack_map(self, side):
        by = {s: [] for s in chess.SQUARES}
        for square, piece in self.board.piece_map().items():
            if piece.color == side:
                for to in self.board.attacks(square):
                    by[to].append(PIECE_CLASS[piece.piece_type - 1])
        return by

    def status(self, square):
        piece = self.board.piece_at(square)
        piece_type = piece.piece_type - 1
        if piece_type == 5:
            return 0
        attackers, defended = self.by[not piece.color][square], bool(self.by[piece.color][square])
        if not attackers:
            return 0 if defended else 1
        return 2 if min(attackers) < PIECE_CLASS[piece_type] or not defended else 3

    def blockers(self, king_side):
        """The pieces that alone stand between the king of a side and a slider of the other side."""
        king, found = self.board.king(king_side), set()
        for square, piece in self.board.piece_map().items():
            if piece.color == king_side or piece.piece_type not in (chess.BISHOP, chess.ROOK, chess.QUEEN):
                continue
            straight = (chess.square_file(king) == chess.square_file(square) or chess.square_rank(king) == chess.square_rank(square))
            diagonal = abs(chess.square_file(king) - chess.square_file(square)) == abs(chess.square_rank(king) - chess.square_rank(square))
            if straight and piece.piece_type != chess.BISHOP or diagonal and piece.piece_type != chess.ROOK:
                between = squares(chess.between(king, square) & self.board.occupied)
                if len(between) == 1:
                    found.add(between[0])
        return found

    def active_features(self):
        """tight.5 and tight.6, without the style."""
        board, active_features = self.board, []
        for square, piece in board.piece_map().items():
            piece_type, side, s = piece.piece_type - 1, int(piece.color == self.them), self.relative(square)
            active_features.append(64 * (6 * side + piece_type) + s)
            status = self.status(square)
            if status:
                active_features.append(64 * (12 + 15 * side + 3 * piece_type + status - 1) + s)
        for number, king, pieces_of in ((42, self.us, self.us), (43, self.them, self.them)):
            active_features += [64 * number + self.relative(s) for s in self.blockers(king) if board.color_at(s) == pieces_of]
        for number, king, by in ((44, self.us, self.them), (45, self.them, self.us)):
            around = squares(chess.BB_KING_ATTACKS[board.king(king)])
            active_features += [64 * number + self.relative(s) for s in around if self.by[by][s]]
        for number, side in ((46, self.us), (47, self.them)):
            active_features += [64 * number + self.relative(s) for s in board.pieces(chess.PAWN, side) if self.passed(s, side)]

        last, previous, older, oldest = self.steps
        for step, base in ((last, 3072), (previous, 3520)):
            if step:
                active_features += [base + 64 * step[0] + self.relative(step[2]), base + 384 + self.relative(step[1])]
        for step, base in ((older, 3968), (oldest, 4352)):
            if step:
                active_features.append(base + 64 * step[0] + self.relative(step[2]))
        if last and last[3]:
            active_features.append(4736)
        for i, side in enumerate((self.us, self.them)):
            active_features += [4737 + 2 * i] if board.has_kingside_castling_rights(side) else []
            active_features += [4738 + 2 * i] if board.has_queenside_castling_rights(side) else []
        if board.ep_square is not None:
            active_features.append(4741 + chess.square_file(board.ep_square))
        checkers = len(board.checkers())
        if checkers:
            active_features.append(4749 if checkers == 1 else 4750)
        p, z = len(self.history.steps), self.history.quiet
        active_features.append(4751 + (p // 2 if p < 16 else min(23, 8 + (p - 16) // 8)))
        active_features.append(4775 + max(q for q, least in enumerate((0, 1, 2, 4, 8, 16, 32, 64, 90)) if z >= least))
        if self.earlier:
            active_features.append(4784 + min(2, len(self.earlier) - 1))
        if self.in_game:
            active_features.append(4787 + min(1, self.in_game - 1))
        return active_features + [4789]

    def passed(self, square, side):
        file, rank = chess.square_file(square), chess.square_rank(square)
        for other in self.board.pieces(chess.PAWN, not side):
            ahead = chess.square_rank(other) > rank if side else chess.square_rank(other) < rank
            if ahead and abs(chess.square_file(other) - file) <= 1:
                return False
        return True

    def attacks_from(self, piece_type, square, occupied):
        if piece_type == 0:
            return chess.BB_PAWN_ATTACKS[self.us][square]
        if piece_type == 1:
            return chess.BB_KNIGHT_ATTACKS[square]
        if piece_type == 5:
            return chess.BB_KING_ATTACKS[square]
        board = chess.Board(None)
        board.occupied = occupied
        straight = diagonal = 0
        for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)):
            x, y = chess.square_file(square) + dx, chess.square_rank(square) + dy
            reached = 0
            while 0 <= x < 8 and 0 <= y < 8:
                reached |= 1 << chess.square(x, y)
                if occupied >> chess.square(x, y) & 1:
                    break
                x, y = x + dx, y + dy
            if dx and dy:
                diagonal |= reached
            else:
                straight |= reached
        return (diagonal if piece_type in (2, 4) else 0) | (straight if piece_type in (3, 4) else 0)

    def see(self, move):
        """Order, move features and indices into the pair table of a move (tight.9 to tight.12)."""
        board, to = self.board, target(self.board, move)
        castling = board.is_castling(move)
        p = board.piece_type_at(move.from_square) - 1
        r = move.promotion - 1 if move.promotion else p
        v = 5
        if board.is_en_passant(move):
            v = 0
        elif not castling and board.piece_at(to):
            v = board.piece_type_at(to) - 1
        a = min(self.by[self.them][to], default=5)
        attackers = len(self.by[self.us][to])
        s = int(attackers >= 1) if p == 0 and v == 5 else int(attackers >= 2)
        d = 0 if a == 5 else 1 if a < PIECE_CLASS[p] else 2 + s
        k = self.status(move.from_square)
        king = board.king(self.them)
        c = 0
        if r != 5 and self.attacks_from(r, to, board.occupied) >> king & 1:
            c = 1
        if move.from_square in self.blockers(self.them) and not chess.ray(king, move.from_square) >> to & 1:
            c = 1
        h = self.threat(r, move.from_square, to)
        g = 6 if castling else 7 if move.promotion and r != 4 else p
        f, t = self.relative(move.from_square), self.relative(to)
        last, previous, older, _ = self.steps
        w = 0
        if last and last[2] == to:
            w = 1 if last[3] else 2
        if previous:
            w += 4 * (previous[2] == move.from_square)
            w += 8 * (previous[2] == move.from_square and previous[1] == to)
            w += 16 * (previous[1] == to)
        if last and older and last[1:3] == older[2:0:-1]:
            w += 32
        key = [64 * step[0] + self.relative(step[2]) if step else 384 for step in (last, previous)]
        active_features = [64 * g + t, 512 + 64 * p + f, 896 + ((6 * p + v) * 4 + d) * 2 + c,
                           1184 + ((4 * p + k) * 5 + h) * 4 + d, 1664 + 64 * p + w]
        b = self.earlier.count(move)
        if b:
            latest = self.earlier[-1] == move
            active_features.append(2048 + 10 * min(b - 1, 3) + 2 * min(len(self.earlier) - b, 4) + latest)
        m = 64 * p + t
        entries = [
            ((((p * 4 + k) * 6 + a) * 2 + s) * 6 + v) * 2 + c, 3456 + 384 * key[0] + m, 151296 + 384 * key[1] + m,
            299136 + 64 * (64 * p + f) + t,
        ]
        order = (f, t, int(castling) or (r if move.promotion else 0))
        return order, active_features, entries

    def threat(self, r, from_square, to):
        best = 0
        reached = self.attacks_from(r, to, self.board.occupied & ~(1 << from_square))
        for square in squares(reached & self.board.occupied_co[self.them]):
            piece_type = self.board.piece_type_at(square) - 1
            if piece_type == 5:
                continue
            if not self.by[self.them][square] or PIECE_CLASS[piece_type] > PIECE_CLASS[r]:
                best = max(best, (1, 2, 2, 3, 4)[piece_type])
        return best


def sizes(features, style):
    """The choices in order, with their frequencies (tight.12, tight.13)."""
    m = model()
    active = features.active_features() + [4790 + style]
    first = [min(127, max(0, sum(column) + 2 >> 2)) for column in zip(*(m.inputs[row] for row in active))]
    second = []
    for weights, bias in zip(m.second, m.second_bias):
        second.append(min(127, max(0, sum(u * w for u, w in zip(first, weights)) + bias + 64 >> 7)))
    values = {}

    def value(row):
        if row not in values:
            values[row] = m.bias[row] + sum(u * w for u, w in zip(second, m.outputs[row]))
        return values[row]

    moves = []
    for move in features.board.legal_moves:
        order, active_features, entries = features.see(move)
        score = sum(value(row) for row in active_features) + 64 * sum(m.table[e] for e in entries)
        moves.append((order, move, score))
    moves.sort(key=lambda item: item[0])
    best = max((score for _, _, score in moves), default=0)
    few = 1 if len(moves) <= 255 else 8
    distances = [(best - score) * m.temperatures[style] >> 8 for _, _, score in moves]
    out = [1 + m.exp2[e % 1024] // (few << e // 1024) for e in distances]
    null = [] if features.board.is_check() else [chess.Move.null()]
    return [move for _, move, _ in moves] + null, out + [1] * len(null)


class RangeEncoder:
    """range-coder.2 to range-coder.5."""

    def __init__(self):
        self.low, self.range, self.bytes = 0, 1 << 40, []

    def carry(self):
        self.low -= 1 << 40
        at = len(self.bytes) - 1
        while self.bytes[at] == 255:
            self.bytes[at] = 0
            at -= 1
        self.bytes[at] += 1

    def encode(self, start, size, total):
        unit = self.range // total
        self.low += unit * start
        self.range = unit * size
        if self.low >= 1 << 40:
            self.carry()
        while self.range < 1 << 32:
            self.bytes.append(self.low >> 32)
            self.low = (self.low & (1 << 32) - 1) << 8
            self.range <<= 8

    def end(self):
        if self.low and self.low + self.range <= 1 << 40:
            self.bytes.append(-(-self.low >> 32))
            return bytes(self.bytes)
        if self.low:
            self.low = 1 << 40
            self.carry()
        while self.bytes and self.bytes[-1] == 0:
            self.bytes.pop()
        return bytes(self.bytes)


def encode_run(games, style=0):
    """The code of a run: pairs of a board and its moves."""
    return narrowed(games, style).end()


def bytes_before_end(games, style=0):
    """The bytes written before the end of the code (range-coder.5)."""
    return len(narrowed(games, style).bytes)


def narrowed(games, style):
    coder = RangeEncoder()
    if not any(moves for _, moves in games):
        return coder
    coder.encode(style, 1, 16)
    visits = {}
    for game, (board, moves) in enumerate(games):
        board, history = board.copy(stack=False), History()
        for move in moves:
            legal, out = sizes(Features(board, history, visits, game), style)
            visits.setdefault(key(board), []).append((game, move))
            number = legal.index(move)
            coder.encode(sum(out[:number]), out[number], sum(out))
            history.push(board, move)
            board.push(move)
    return coder
