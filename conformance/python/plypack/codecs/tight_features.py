"""tight, first part: features of positions and moves (tight.4 to tight.11)."""

from ..board import BISHOP_STEPS, ROOK_STEPS, Board, ray
from ..index import key
from ..moves import EN_PASSANT, NULL, canonical_order

PIECE_TYPES = "PNBRQK"
CLASS = (0, 1, 1, 2, 3, 4)  # of a piece type
NO_CLASS = 5
NO_MOVE = 384  # tight.11
THREAT = {"Q": 4, "R": 3, "B": 2, "N": 2, "P": 1, "K": 0}  # tight.9


def type_of(piece):
    return PIECE_TYPES.index(piece.upper())


def flipped(board):
    """tight.4: the board relative to the side to move, which becomes White."""
    if board.white_to_move:
        return board
    pieces = [piece.swapcase() if piece else None for piece in (board.pieces[s ^ 56] for s in range(64))]
    rooks = frozenset(s ^ 56 for s in board.castling_rooks)
    en_passant = None if board.en_passant is None else board.en_passant ^ 56
    return Board(pieces, True, rooks, en_passant)


class Played:
    """A move of the line, with absolute squares."""

    def __init__(self, board, move):
        self.piece_type = type_of(board.pieces[move.from_square])
        self.from_square, self.to_square = move.from_square, move.to_square
        self.captured = move.is_capture
        self.resets = move.is_capture or self.piece_type == 0  # tight.6: z is reset


class History:
    """The plies of a game so far."""

    def __init__(self):
        self.plies = []
        self.quiet = 0

    def add(self, board, move):
        played = None if move == NULL else Played(board, move)
        self.plies.append(played)
        self.quiet = 0 if played and played.resets else self.quiet + 1

    def back(self, count):
        """The ply `count` plies ago (tight.6): 1 is the last move, 2 the previous, 3 the older and 4 the oldest one. None for a null move,
        and if the game has fewer plies."""
        return self.plies[-count] if count <= len(self.plies) else None


class Visits:
    """tight.7: by key, for every visit the number of its game and the move, relative to the side to move."""

    def __init__(self):
        self.game = 0
        self.by_key = {}

    def begin(self):
        self.game += 1

    def add(self, board, move):
        self.by_key.setdefault(key(board), []).append((self.game, move))

    def of(self, board):
        return self.by_key.get(key(board), [])


class PositionFeatures:
    """The features of a position, and of its moves."""

    def __init__(self, board, history, visits):
        found = visits.of(board)
        self.visits = [move for _, move in found]
        self.visits_in_game = sum(game == visits.game for game, _ in found)
        self.flip = 0 if board.white_to_move else 56
        self.board = flipped(board)
        self.history = history
        self.pieces = {s: piece for s, piece in enumerate(self.board.pieces) if piece}
        self.king = {True: self.board.king(True), False: self.board.king(False)}
        self.attackers = {True: {}, False: {}}  # by side and square: the squares of the attacking pieces
        for s, piece in self.pieces.items():
            for to_square in self.board.attacks(s):
                self.attackers[piece.isupper()].setdefault(to_square, []).append(s)
        self.status = {s: self._status(s) for s, piece in self.pieces.items() if piece not in "Kk"}
        # The only pieces between a king and a slider of the other side (pins), or between their king and our slider (discovered checks).
        self.pinned = {us: self._blockers(self.king[us], us, not us) for us in (True, False)}
        self.discovering = self._blockers(self.king[False], True, True)

    def attacked_by(self, square, us):
        return self.attackers[us].get(square, [])

    def lowest_class(self, square, us):
        return min((CLASS[type_of(self.pieces[s])] for s in self.attacked_by(square, us)), default=NO_CLASS)

    def _status(self, square):
        """tight.4"""
        us = self.pieces[square].isupper()
        lowest = self.lowest_class(square, not us)
        defended = bool(self.attacked_by(square, us))
        if lowest == NO_CLASS:
            return 0 if defended else 1
        return 2 if not defended or lowest < CLASS[type_of(self.pieces[square])] else 3

    def _blockers(self, king, blocker_us, slider_us):
        """tight.5, sets 42 and 43: the only pieces between the king and a slider on a line on which it moves."""
        found = set()
        for steps, sliders in ((ROOK_STEPS, "RQ"), (BISHOP_STEPS, "BQ")):
            for step in steps:
                met = [s for s in ray(king, step, 7) if s in self.pieces][:2]
                if len(met) == 2 and self.pieces[met[0]].isupper() == blocker_us:
                    slider = self.pieces[met[1]]
                    if slider.isupper() == slider_us and slider.upper() in sliders:
                        found.add(met[0])
        return found

    # tight.5, tight.6

    def input_features(self, style):
        return self._set_features() + self._history_features() + self._state_features() + [4789, 4790 + style]

    def _set_features(self):
        features = []
        for s, piece in self.pieces.items():
            us, piece_type = piece.isupper(), type_of(piece)
            features.append(64 * (piece_type if us else 6 + piece_type) + s)
            if self.status.get(s, 0):
                features.append(64 * ((12 if us else 27) + 3 * piece_type + self.status[s] - 1) + s)
        for us, number in ((True, 42), (False, 43)):
            features += [64 * number + s for s in self.pinned[us]]
        for us, number in ((True, 44), (False, 45)):
            near = self.board.attacks(self.king[us])
            features += [64 * number + s for s in near if self.attacked_by(s, not us)]
        for us, number in ((True, 46), (False, 47)):
            features += [64 * number + s for s, piece in self.pieces.items() if piece == ("P" if us else "p") and self._is_passed(s, us)]
        return features

    def _is_passed(self, square, us):
        opposing = [s for s, piece in self.pieces.items() if piece == ("p" if us else "P")]
        ahead = [s for s in opposing if (s // 8 > square // 8 if us else s // 8 < square // 8)]
        return not any(abs(s % 8 - square % 8) <= 1 for s in ahead)

    def relative(self, square):
        return square ^ self.flip

    def _history_features(self):
        features = []
        last, previous = self.history.back(1), self.history.back(2)
        if last:
            features += [3072 + 64 * last.piece_type + self.relative(last.to_square), 3456 + self.relative(last.from_square)]
            features += [4736] if last.captured else []
        if previous:
            features += [3520 + 64 * previous.piece_type + self.relative(previous.to_square), 3904 + self.relative(previous.from_square)]
        for count, first in ((3, 3968), (4, 4352)):
            features += [first + self._last(count)] if self.history.back(count) else []
        return features

    def _state_features(self):
        features = []
        for us, first in ((True, 4737), (False, 4739)):
            king = self.king[us]
            rooks = [rook for rook in self.board.castling_rooks if rook // 8 == (0 if us else 7)]
            features += [first if rook > king else first + 1 for rook in rooks]
        if self.board.en_passant is not None:
            features.append(4741 + self.board.en_passant % 8)
        checkers = len(self.attacked_by(self.king[True], False))
        features += [4748 + min(checkers, 2)] if checkers else []
        p, z = len(self.history.plies), self.history.quiet
        features.append(4751 + (p // 2 if p < 16 else min(8 + (p - 16) // 8, 23)))
        features.append(4775 + (z if z < 2 else sum(z >= limit for limit in (2, 4, 8, 16, 32, 64, 90)) + 1))
        features += [4783 + min(len(self.visits), 3)] if self.visits else []
        features += [4786 + min(self.visits_in_game, 2)] if self.visits_in_game else []
        return features

    # Moves

    def moves(self):
        """tight.12: the legal moves in their order, relative to the side to move."""
        return canonical_order(self.board)

    def move_features(self, move):
        """tight.9 to tight.11: the move features and the indices into the pair table."""
        f, t = move.from_square, move.to_square
        p = type_of(self.pieces[f])
        r = type_of(move.promotion) if move.promotion else p
        v = self._captured(move)
        a = self.lowest_class(t, False)
        push = p == 0 and not move.is_capture
        s = int(len(self.attacked_by(t, True)) >= (1 if push else 2))
        d = 0 if a == NO_CLASS else 1 if a < CLASS[p] else 2 + s
        k = self.status.get(f, 0)
        c = int(self._checks(r, f, t))
        h = self._threat(r, f, t)
        g = 6 if move.is_castling else 7 if r in (1, 2, 3) and p == 0 else p
        features = [
            64 * g + t,
            512 + 64 * p + f,
            896 + ((6 * p + v) * 4 + d) * 2 + c,
            1184 + ((4 * p + k) * 5 + h) * 4 + d,
            1664 + 64 * p + self._relation(f, t),
        ]
        b = self.visits.count(move)
        if b:
            others, latest = len(self.visits) - b, self.visits[-1] == move
            features.append(2048 + 10 * (min(b, 4) - 1) + 2 * min(others, 4) + latest)
        m = 64 * p + t
        indices = (
            ((((4 * p + k) * 6 + a) * 2 + s) * 6 + v) * 2 + c,
            3456 + 384 * self._last(1) + m,
            151_296 + 384 * self._last(2) + m,
            299_136 + 64 * (64 * p + f) + t,
        )
        return features, indices

    def _captured(self, move):
        if not move.is_capture:
            return 5
        return 0 if move.flags == EN_PASSANT else type_of(self.pieces[move.to_square])

    def _checks(self, piece_type, f, t):
        king = self.king[False]
        if piece_type != 5 and king in self.board.attacks(t, PIECE_TYPES[piece_type]):
            return True
        return f in self.discovering and not on_one_line(f, t, king)

    def _threat(self, piece_type, f, t):
        pieces = list(self.board.pieces)
        pieces[f] = None
        to_squares = Board(pieces, True).attacks(t, PIECE_TYPES[piece_type])
        hanging = [s for s in to_squares if self.pieces.get(s, "P").islower() and self._is_hanging(s, piece_type)]
        return max((THREAT[self.pieces[s].upper()] for s in hanging), default=0)

    def _is_hanging(self, square, piece_type):
        piece = self.pieces[square]
        return piece != "k" and (not self.attacked_by(square, False) or CLASS[type_of(piece)] > CLASS[piece_type])

    def _last(self, back):
        played = self.history.back(back)
        return 64 * played.piece_type + self.relative(played.to_square) if played else NO_MOVE

    def _relation(self, f, t):
        """tight.9: the number w."""
        last, previous, older = (self.history.back(count) for count in (1, 2, 3))
        w = 0
        if last and t == self.relative(last.to_square):
            w = 1 if last.captured else 2
        if previous:
            same_piece = f == self.relative(previous.to_square)
            returns = t == self.relative(previous.from_square)
            w += 4 * same_piece + 8 * (same_piece and returns) + 16 * returns
        if last and older and (last.from_square, last.to_square) == (older.to_square, older.from_square):
            w += 32
        return w


def on_one_line(f, t, king):
    """Returns whether all three are on one rank, file or diagonal."""
    lines = (lambda s: s % 8, lambda s: s // 8, lambda s: s % 8 - s // 8, lambda s: s % 8 + s // 8)
    return any(line(f) == line(t) == line(king) for line in lines)
