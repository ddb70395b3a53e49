"""The rules of chess: attacks, legal moves, the effect of a move (positions.4 to positions.6).

Pieces are letters as in FEN, capitals for White. Squares are numbered a1 = 0, b1 = 1, ... h8 = 63.
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


def ray(from_square, step, length):
    """The squares from `from_square` in this direction, to the edge of the board."""
    file, rank = from_square % 8, from_square // 8
    squares = []
    for _ in range(length):
        file, rank = file + step[0], rank + step[1]
        if not (0 <= file < 8 and 0 <= rank < 8):
            break
        squares.append(square(file, rank))
    return squares


def _rays(steps, length):
    """For every square the rays in these directions, without empty rays."""
    return [[r for r in (ray(from_square, step, length) for step in steps) if r] for from_square in range(64)]


# The squares on which a piece could capture on an empty board, as rays that end at the first piece.
RAYS = {letter: _rays(steps, 1 if letter in "NK" else 7) for letter, steps in STEPS.items()}
PAWN_RAYS = {white: _rays(steps, 1) for white, steps in PAWN_CAPTURES.items()}


def is_white(piece):
    return piece.isupper()


def rays_of(piece, from_square):
    if piece in "Pp":
        return PAWN_RAYS[piece == "P"][from_square]
    return RAYS[piece.upper()][from_square]


class Board:
    """A position: pieces, side to move, rooks that may still castle, and the en passant square."""

    def __init__(self, pieces, white_to_move, castling_rooks=frozenset(), en_passant=None):
        self.pieces = pieces  # 64 letters, or None for empty squares
        self.white_to_move = white_to_move
        self.castling_rooks = castling_rooks
        self.en_passant = en_passant
        self._legal_moves = None

    # Pieces

    def is_ours(self, from_square):
        piece = self.pieces[from_square]
        return piece is not None and is_white(piece) == self.white_to_move

    def is_theirs(self, from_square):
        piece = self.pieces[from_square]
        return piece is not None and is_white(piece) != self.white_to_move

    def squares_of(self, letter, white):
        """The squares of one side's pieces of a type (a capital letter), ascending."""
        piece = letter if white else letter.lower()
        return [s for s, found in enumerate(self.pieces) if found == piece]

    def our_squares(self):
        return [s for s in range(64) if self.is_ours(s)]

    def king(self, white):
        return self.pieces.index("K" if white else "k")

    # Attacks

    def attacks(self, from_square, piece=None):
        """The squares that the piece on `from_square`, or another in its place, attacks (ranking.2)."""
        squares = []
        for line in rays_of(piece or self.pieces[from_square], from_square):
            for to_square in line:
                squares.append(to_square)
                if self.pieces[to_square] is not None:
                    break
        return squares

    def attackers(self, to_square, white):
        """The squares of the pieces of a side that attack the square."""
        found = []
        for letter in "NBRQK":
            piece = letter if white else letter.lower()
            found += [s for s in self.attacks(to_square, letter) if self.pieces[s] == piece]
        pawn = "P" if white else "p"
        # A pawn attacks the square from the squares that a pawn of the other side on the square would attack.
        found += [s for line in PAWN_RAYS[not white][to_square] for s in line if self.pieces[s] == pawn]
        return found

    def is_attacked(self, to_square, white):
        return bool(self.attackers(to_square, white))

    def in_check(self, white=None):
        white = self.white_to_move if white is None else white
        return self.is_attacked(self.king(white), not white)

    def null_is_legal(self):
        """positions.5"""
        return not self.in_check()

    # Moves

    def legal_moves(self):
        """All legal moves except the null move, in arbitrary order. Computed once, because a board in use never changes."""
        if self._legal_moves is None:
            self._legal_moves = tuple(move for move in self.candidates() if not self.leaves_check(move))
        return self._legal_moves

    def candidates(self):
        """Pseudo-legal moves: legal if they do not leave the king in check. Castling moves are legal."""
        moves = []
        for from_square in self.our_squares():
            if self.pieces[from_square] in "Pp":
                moves += self._pawn_moves(from_square)
            else:
                moves += self._piece_moves(from_square)
        return moves + self._castling_moves()

    def leaves_check(self, move):
        return self.play(move).in_check(self.white_to_move)

    def is_legal(self, move):
        return move in self.legal_moves() if move != NULL else self.null_is_legal()

    def _piece_moves(self, from_square):
        return [
            Move(from_square, to_square, CAPTURE if self.is_theirs(to_square) else QUIET)
            for to_square in self.attacks(from_square)
            if not self.is_ours(to_square)
        ]

    def _pawn_moves(self, from_square):
        moves = []
        for to_square in self.pawn_pushes(from_square):
            if abs(to_square - from_square) == 16:
                moves.append(Move(from_square, to_square, DOUBLE_PUSH))
            else:
                moves += _pawn_move(from_square, to_square, QUIET, PROMOTION)
        for to_square in self.attacks(from_square):
            if self.is_theirs(to_square):
                moves += _pawn_move(from_square, to_square, CAPTURE, CAPTURE_PROMOTION)
            elif to_square == self.en_passant:
                moves.append(Move(from_square, to_square, EN_PASSANT))
        return moves

    def pawn_pushes(self, from_square):
        """The empty squares ahead of the pawn that it can reach: none, one or two."""
        ahead = 8 if self.white_to_move else -8
        if self.pieces[from_square + ahead] is not None:
            return []
        first_rank = 1 if self.white_to_move else 6
        if from_square // 8 == first_rank and self.pieces[from_square + 2 * ahead] is None:
            return [from_square + ahead, from_square + 2 * ahead]
        return [from_square + ahead]

    # Castling (positions.4)

    def our_castling_rooks(self):
        rank = 0 if self.white_to_move else 7
        return sorted(rook for rook in self.castling_rooks if rook // 8 == rank)

    def _castling_moves(self):
        moves = [castling(self.king(self.white_to_move), rook) for rook in self.our_castling_rooks()]
        return [move for move in moves if self.castling_path_is_free(move) and self.castling_is_safe(move)]

    def castling_path_is_free(self, move):
        squares = _between(move.from_square, move.to_square) | _between(move.rook, castling_rook_to(move))
        return all(self.pieces[s] is None for s in squares - {move.from_square, move.rook})

    def castling_is_safe(self, move):
        """The king is not in check and passes over or reaches no attacked square."""
        return not any(self.is_attacked(s, not self.white_to_move) for s in _between(move.from_square, move.to_square))

    # The effect of a move

    def play(self, move):
        """The position after the move."""
        pieces = list(self.pieces)
        if move == NULL:
            return Board(pieces, not self.white_to_move, self.castling_rooks)
        piece = pieces[move.from_square]
        pieces[move.from_square] = None
        if move.is_castling:
            rook, pieces[move.rook] = pieces[move.rook], None
            pieces[castling_rook_to(move)] = rook
        if move.flags == EN_PASSANT:
            pieces[square(move.to_square % 8, move.from_square // 8)] = None
        if move.promotion:
            piece = move.promotion.upper() if self.white_to_move else move.promotion
        pieces[move.to_square] = piece
        passed = (move.from_square + move.to_square) // 2 if move.flags == DOUBLE_PUSH else None
        return Board(pieces, not self.white_to_move, self._rights_after(move), passed)

    def _rights_after(self, move):
        lost = {move.from_square, move.to_square}
        if self.pieces[move.from_square] in "Kk":
            lost.update(self.our_castling_rooks())
        return self.castling_rooks - lost


def castling(king, rook):
    """The castling move of this king and rook."""
    rank = king // 8
    if rook > king:
        return Move(king, square(6, rank), CASTLING_KING_SIDE, rook)
    return Move(king, square(2, rank), CASTLING_QUEEN_SIDE, rook)


def castling_rook_to(move):
    return square(5 if move.flags == CASTLING_KING_SIDE else 3, move.from_square // 8)


def _between(one, other):
    """The squares of a rank between two squares, inclusive."""
    return set(range(min(one, other), max(one, other) + 1))


def _pawn_move(from_square, to_square, flags, promotion_flags):
    if to_square // 8 in (0, 7):
        return [Move(from_square, to_square, promotion_flags + piece) for piece in range(4)]
    return [Move(from_square, to_square, flags)]
