"""tight, first part: what is seen of a position and of a move (tight.4 to tight.10)."""

from ..board import BISHOP_STEPS, ROOK_STEPS, Board, ray
from ..moves import EN_PASSANT, PROMOTION

ROLES = "PNBRQK"
CLASS = (0, 1, 1, 2, 3, 4)  # of a role
NO_CLASS = 5
NO_MOVE = 384  # tight.10
THREAT = {"Q": 4, "R": 3, "B": 2, "N": 2, "P": 1, "K": 0}  # tight.8


def role_of(man):
    return ROLES.index(man.upper())


def turned(board):
    """tight.4: the board as the side to move sees it, its own men as White."""
    if board.white_to_move:
        return board
    men = [man.swapcase() if man else None for man in (board.men[s ^ 56] for s in range(64))]
    rooks = frozenset(s ^ 56 for s in board.castling_rooks)
    en_passant = None if board.en_passant is None else board.en_passant ^ 56
    return Board(men, True, rooks, en_passant)


class Played:
    """A move of the line, as White sees the squares."""

    def __init__(self, board, move):
        self.role = role_of(board.men[move.origin])
        self.origin, self.target = move.origin, move.target
        self.captured = move.is_capture
        self.resets = move.is_capture or self.role == 0  # tight.6: z begins again


class Line:
    """The plies of a game so far."""

    def __init__(self):
        self.plies = []
        self.quiet = 0

    def add(self, board, move):
        self.plies.append(Played(board, move))
        self.quiet = 0 if self.plies[-1].resets else self.quiet + 1

    def back(self, count):
        """The last move (1), the own move (2), the older one (3); None if there is none."""
        return self.plies[-count] if count <= len(self.plies) else None


class View:
    """What is seen of a position, before its moves."""

    def __init__(self, board, line):
        self.flip = 0 if board.white_to_move else 56
        self.board = turned(board)
        self.line = line
        self.men = {s: man for s, man in enumerate(self.board.men) if man}
        self.king = {True: self.board.king(True), False: self.board.king(False)}
        self.attackers = {True: {}, False: {}}  # of each side: for every square the squares of the men that attack it
        for s, man in self.men.items():
            for target in self.board.attacks(s):
                self.attackers[man.isupper()].setdefault(target, []).append(s)
        self.status = {s: self._status(s) for s, man in self.men.items() if man not in "Kk"}
        # Men that are the only ones between a king and a slider of the other side, or of their own.
        self.pinned = {own: self._shields(self.king[own], own, not own) for own in (True, False)}
        self.uncovering = self._shields(self.king[False], True, True)

    def attacked_by(self, square, own):
        return self.attackers[own].get(square, [])

    def lowest_class(self, square, own):
        return min((CLASS[role_of(self.men[s])] for s in self.attacked_by(square, own)), default=NO_CLASS)

    def _status(self, square):
        """tight.4"""
        own = self.men[square].isupper()
        lowest = self.lowest_class(square, not own)
        defended = bool(self.attacked_by(square, own))
        if lowest == NO_CLASS:
            return 0 if defended else 1
        return 2 if not defended or lowest < CLASS[role_of(self.men[square])] else 3

    def _shields(self, king, shield_own, slider_own):
        """tight.5, sets 42 and 43: the only men between the king and a slider on a line on which it moves."""
        found = set()
        for steps, sliders in ((ROOK_STEPS, "RQ"), (BISHOP_STEPS, "BQ")):
            for step in steps:
                met = [s for s in ray(king, step) if s in self.men][:2]
                if len(met) == 2 and self.men[met[0]].isupper() == shield_own:
                    slider = self.men[met[1]]
                    if slider.isupper() == slider_own and slider.upper() in sliders:
                        found.add(met[0])
        return found

    # tight.5, tight.6

    def input_rows(self, style):
        return self._set_rows() + self._history_rows() + self._state_rows() + [4016 + style, 4024]

    def _set_rows(self):
        rows = []
        for s, man in self.men.items():
            own, role = man.isupper(), role_of(man)
            rows.append(64 * (role if own else 6 + role) + s)
            if self.status.get(s, 0):
                rows.append(64 * ((12 if own else 27) + 3 * role + self.status[s] - 1) + s)
        for own, number in ((True, 42), (False, 43)):
            rows += [64 * number + s for s in self.pinned[own]]
        for own, number in ((True, 44), (False, 45)):
            near = self.board.attacks(self.king[own])
            rows += [64 * number + s for s in near if self.attacked_by(s, not own)]
        for own, number in ((True, 46), (False, 47)):
            rows += [64 * number + s for s, man in self.men.items() if man == ("P" if own else "p") and self._is_passed(s, own)]
        return rows

    def _is_passed(self, square, own):
        enemies = [s for s, man in self.men.items() if man == ("p" if own else "P")]
        ahead = [s for s in enemies if (s // 8 > square // 8 if own else s // 8 < square // 8)]
        return not any(abs(s % 8 - square % 8) <= 1 for s in ahead)

    def seen(self, square):
        return square ^ self.flip

    def _history_rows(self):
        rows = []
        last, own = self.line.back(1), self.line.back(2)
        if last:
            rows += [3072 + 64 * last.role + self.seen(last.target), 3456 + self.seen(last.origin)]
            rows += [3968] if last.captured else []
        if own:
            rows += [3520 + 64 * own.role + self.seen(own.target), 3904 + self.seen(own.origin)]
        return rows

    def _state_rows(self):
        rows = []
        for own, row in ((True, 3969), (False, 3971)):
            king = self.king[own]
            rooks = [rook for rook in self.board.castling_rooks if rook // 8 == (0 if own else 7)]
            rows += [row if rook > king else row + 1 for rook in rooks]
        if self.board.en_passant is not None:
            rows.append(3973 + self.board.en_passant % 8)
        checkers = len(self.attacked_by(self.king[True], False))
        rows += [3980 + min(checkers, 2)] if checkers else []
        p, z = len(self.line.plies), self.line.quiet
        rows.append(3983 + (p // 2 if p < 16 else min(8 + (p - 16) // 8, 23)))
        rows.append(4007 + (z if z < 2 else sum(z >= least for least in (2, 4, 8, 16, 32, 64, 90)) + 1))
        return rows

    # Moves

    def moves(self):
        """tight.11: the legal moves in their order, as seen."""
        def key(move):
            return move.origin, move.target, move.kind % 4 + 1 if move.kind >= PROMOTION else 0, move.is_castling

        return sorted(self.board.legal_moves(), key=key)

    def features(self, move):
        """tight.8 to tight.10: the output rows and the entries of a move."""
        f, t = move.origin, move.target
        p = role_of(self.men[f])
        r = role_of(move.promotion) if move.promotion else p
        v = self._victim(move)
        a = self.lowest_class(t, False)
        step = p == 0 and not move.is_capture
        s = int(len(self.attacked_by(t, True)) >= (1 if step else 2))
        d = 0 if a == NO_CLASS else 1 if a < CLASS[p] else 2 + s
        k = self.status.get(f, 0)
        c = int(self._checks(r, f, t))
        h = self._threat(r, f, t)
        g = 6 if move.is_castling else 7 if r in (1, 2, 3) and p == 0 else p
        rows = (64 * g + t, 512 + 64 * p + f, 896 + ((6 * p + v) * 4 + d) * 2 + c, 1184 + 4 * p + k, 1208 + 5 * p + h)
        m = 64 * p + t
        x = min((len(self.men) - 1) // 4, 7)
        entries = (
            ((((4 * p + k) * 6 + a) * 2 + s) * 6 + v) * 2 + c,
            3456 + 384 * self._place(1) + m,
            151_296 + 384 * self._place(2) + m,
            299_136 + 64 * p + self._memory(f, t),
            299_520 + 64 * (64 * p + f) + t,
            324_096 + 384 * self.king[False] + m,
            348_672 + 384 * x + m,
            351_744 + ((5 * p + h) * 4 + d) * 4 + k,
        )
        return rows, entries

    def _victim(self, move):
        if not move.is_capture:
            return 5
        return 0 if move.kind == EN_PASSANT else role_of(self.men[move.target])

    def _checks(self, role, f, t):
        king = self.king[False]
        if role != 5 and king in self.board.attacks(t, ROLES[role]):
            return True
        return f in self.uncovering and not on_one_line(f, t, king)

    def _threat(self, role, f, t):
        men = list(self.board.men)
        men[f] = None
        targets = Board(men, True).attacks(t, ROLES[role])
        prey = [s for s in targets if self.men.get(s, "P").islower() and self._is_prey(s, role)]
        return max((THREAT[self.men[s].upper()] for s in prey), default=0)

    def _is_prey(self, square, role):
        man = self.men[square]
        return man != "k" and (not self.attacked_by(square, False) or CLASS[role_of(man)] > CLASS[role])

    def _place(self, back):
        played = self.line.back(back)
        return 64 * played.role + self.seen(played.target) if played else NO_MOVE

    def _memory(self, f, t):
        """tight.10: w."""
        last, own, older = (self.line.back(count) for count in (1, 2, 3))
        w = 0
        if last and t == self.seen(last.target):
            w = 1 if last.captured else 2
        if own:
            comes_from_there = f == self.seen(own.target)
            returns = t == self.seen(own.origin)
            w += 4 * comes_from_there + 8 * (comes_from_there and returns) + 16 * returns
        if older and (last.origin, last.target) == (older.target, older.origin):
            w += 32
        return w


def on_one_line(f, t, king):
    """Whether all three lie on one rank, file or diagonal."""
    lines = (lambda s: s % 8, lambda s: s // 8, lambda s: s % 8 - s // 8, lambda s: s % 8 + s // 8)
    return any(line(f) == line(t) == line(king) for line in lines)
