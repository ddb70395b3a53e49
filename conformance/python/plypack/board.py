"""The rules of chess: attacks, legal moves, what a move does (positions.4 to positions.6).

Men are letters as in FEN, capitals for White. Squares are numbered a1 = 0, b1 = 1, ... h8 = 63.
"""

from .moves import (
    CAPTURE,
    CAPTURE_PROMOTION,
    CASTLING_KING_SIDE,
    CASTLING_QUEEN_SIDE,
    DOUBLE_PUSH,
    EN_PASSANT,
    NULL,
    PROMOTION,
    QUIET,
    Move,
    square,
)

ROOK_STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))
BISHOP_STEPS = ((1, 1), (1, -1), (-1, 1), (-1, -1))
KNIGHT_STEPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
STEPS = {"B": BISHOP_STEPS, "R": ROOK_STEPS, "Q": ROOK_STEPS + BISHOP_STEPS, "N": KNIGHT_STEPS, "K": ROOK_STEPS + BISHOP_STEPS}
PAWN_CAPTURES = {True: ((-1, 1), (1, 1)), False: ((-1, -1), (1, -1))}


def ray(origin, step, length=7):
    """The squares from `origin` in this direction, to the edge of the board."""
    file, rank = origin % 8, origin // 8
    squares = []
    for _ in range(length):
        file, rank = file + step[0], rank + step[1]
        if not (0 <= file < 8 and 0 <= rank < 8):
            break
        squares.append(square(file, rank))
    return squares


def _rays(steps, length):
    """For every square the rays in these directions, without the empty ones."""
    return [[r for r in (ray(origin, step, length) for step in steps) if r] for origin in range(64)]


# Where a man could capture on an empty board, as rays that end at the first man.
RAYS = {letter: _rays(steps, 1 if letter in "NK" else 7) for letter, steps in STEPS.items()}
PAWN_RAYS = {white: _rays(steps, 1) for white, steps in PAWN_CAPTURES.items()}


def is_white(man):
    return man.isupper()


def rays_of(man, origin):
    if man in "Pp":
        return PAWN_RAYS[man == "P"][origin]
    return RAYS[man.upper()][origin]


class Board:
    """A position: men, side to move, rooks that may still castle, and the en passant square."""

    def __init__(self, men, white_to_move, castling_rooks=frozenset(), en_passant=None):
        self.men = men  # 64 letters, or None for empty squares
        self.white_to_move = white_to_move
        self.castling_rooks = castling_rooks
        self.en_passant = en_passant
        self._legal_moves = None

    # Men

    def own(self, origin):
        man = self.men[origin]
        return man is not None and is_white(man) == self.white_to_move

    def enemy(self, origin):
        man = self.men[origin]
        return man is not None and is_white(man) != self.white_to_move

    def squares_of(self, letter, white):
        """The squares of one side's men of a kind (a capital letter), ascending."""
        man = letter if white else letter.lower()
        return [s for s in range(64) if self.men[s] == man]

    def own_squares(self):
        return [s for s in range(64) if self.own(s)]

    def king(self, white):
        return self.men.index("K" if white else "k")

    # Attacks

    def attacks(self, origin, man=None):
        """The squares that the man on `origin`, or another in its place, attacks (ranking.2)."""
        squares = []
        for line in rays_of(man or self.men[origin], origin):
            for target in line:
                squares.append(target)
                if self.men[target] is not None:
                    break
        return squares

    def attackers(self, target, white):
        """The squares of the men of a side that attack the target."""
        found = []
        for letter in "NBRQK":
            man = letter if white else letter.lower()
            found += [s for s in self.attacks(target, letter) if self.men[s] == man]
        pawn = "P" if white else "p"
        # A pawn attacks the target from where a pawn of the other side on the target would attack.
        found += [s for line in PAWN_RAYS[not white][target] for s in line if self.men[s] == pawn]
        return found

    def is_attacked(self, target, white):
        return bool(self.attackers(target, white))

    def in_check(self, white=None):
        white = self.white_to_move if white is None else white
        return self.is_attacked(self.king(white), not white)

    def null_is_legal(self):
        """positions.5"""
        return not self.in_check()

    # Moves

    def legal_moves(self):
        """All legal moves but the null move, in no order that means anything. Found once: a board that is in use never changes."""
        if self._legal_moves is None:
            self._legal_moves = tuple(move for move in self.candidates() if not self.leaves_check(move))
        return self._legal_moves

    def candidates(self):
        """Moves that are legal if the own king does not stand in check after them."""
        moves = []
        for origin in self.own_squares():
            if self.men[origin] in "Pp":
                moves += self._pawn_moves(origin)
            else:
                moves += self._piece_moves(origin)
        return moves + self._castling_moves()

    def leaves_check(self, move):
        return self.play(move).in_check(self.white_to_move)

    def is_legal(self, move):
        return move in self.legal_moves() if move != NULL else self.null_is_legal()

    def _piece_moves(self, origin):
        return [
            Move(origin, target, CAPTURE if self.enemy(target) else QUIET)
            for target in self.attacks(origin)
            if not self.own(target)
        ]

    def _pawn_moves(self, origin):
        moves = []
        for target in self.pawn_pushes(origin):
            if abs(target - origin) == 16:
                moves.append(Move(origin, target, DOUBLE_PUSH))
            else:
                moves += _pawn_move(origin, target, QUIET, PROMOTION)
        for target in self.attacks(origin):
            if self.enemy(target):
                moves += _pawn_move(origin, target, CAPTURE, CAPTURE_PROMOTION)
            elif target == self.en_passant:
                moves.append(Move(origin, target, EN_PASSANT))
        return moves

    def pawn_pushes(self, origin):
        """The empty squares before the pawn that it can reach: none, one or two."""
        ahead = 8 if self.white_to_move else -8
        if self.men[origin + ahead] is not None:
            return []
        first_rank = 1 if self.white_to_move else 6
        if origin // 8 == first_rank and self.men[origin + 2 * ahead] is None:
            return [origin + ahead, origin + 2 * ahead]
        return [origin + ahead]

    # Castling (positions.4)

    def own_castling_rooks(self):
        rank = 0 if self.white_to_move else 7
        return sorted(rook for rook in self.castling_rooks if rook // 8 == rank)

    def _castling_moves(self):
        moves = [castling(self.king(self.white_to_move), rook) for rook in self.own_castling_rooks()]
        return [move for move in moves if self.castling_way_is_free(move) and self.castling_is_safe(move)]

    def castling_way_is_free(self, move):
        squares = _between(move.origin, move.target) | _between(move.rook, castling_rook_target(move))
        return all(self.men[s] is None for s in squares - {move.origin, move.rook})

    def castling_is_safe(self, move):
        """The king is not in check and passes over or reaches no attacked square."""
        return not any(self.is_attacked(s, not self.white_to_move) for s in _between(move.origin, move.target))

    # What a move does

    def play(self, move):
        """The position after the move."""
        men = list(self.men)
        if move == NULL:
            return Board(men, not self.white_to_move, self.castling_rooks)
        man = men[move.origin]
        men[move.origin] = None
        if move.is_castling:
            rook, men[move.rook] = men[move.rook], None
            men[castling_rook_target(move)] = rook
        if move.kind == EN_PASSANT:
            men[square(move.target % 8, move.origin // 8)] = None
        if move.promotion:
            man = move.promotion.upper() if self.white_to_move else move.promotion
        men[move.target] = man
        passed = (move.origin + move.target) // 2 if move.kind == DOUBLE_PUSH else None
        return Board(men, not self.white_to_move, self._rights_after(move), passed)

    def _rights_after(self, move):
        lost = {move.origin, move.target}
        if self.men[move.origin] in "Kk":
            lost.update(self.own_castling_rooks())
        return self.castling_rooks - lost


def castling(king, rook):
    """The castling move of these two."""
    rank = king // 8
    if rook > king:
        return Move(king, square(6, rank), CASTLING_KING_SIDE, rook)
    return Move(king, square(2, rank), CASTLING_QUEEN_SIDE, rook)


def castling_rook_target(move):
    return square(5 if move.kind == CASTLING_KING_SIDE else 3, move.origin // 8)


def _between(one, other):
    """The squares of a rank from one to the other, both included."""
    return set(range(min(one, other), max(one, other) + 1))


def _pawn_move(origin, target, kind, promotion_kind):
    if target // 8 in (0, 7):
        return [Move(origin, target, promotion_kind + piece) for piece in range(4)]
    return [Move(origin, target, kind)]
