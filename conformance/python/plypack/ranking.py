"""ranking: log-odds scores of the legal moves (spec/ranking.md)."""

from functools import lru_cache

from .moves import CASTLING_KING_SIDE, EN_PASSANT, canonical_order, with_null
from .tables import integers

PIECES = "PNBRQK"  # ranking.1: in the order of their numbers
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(6)
VALUE = (0, 1, 1, 2, 3, 3)  # ranking.3, "more valuable", by piece
ATTACKER = (0, 1, 1, 2, 3, 4)  # ranking.2, by piece
NO_ATTACKER = 5


@lru_cache(maxsize=1)
def table():
    """ranking.4"""
    return integers("ranking.txt")


@lru_cache(maxsize=4)  # called several times for the same board
def ranked_moves(board):
    """ranking.6: pairs of score and move, the most likely first."""
    position = Position(board)
    pairs = [(position.score(move), move) for move in canonical_order(board)]
    return sorted(pairs, key=lambda pair: -pair[0])  # the sort is stable: equal scores stay in canonical order


def ranked(board):
    """All choices by rank (codecs.6)."""
    return with_null(board, [move for _, move in ranked_moves(board)])


class Position:
    """The common part of the features of all moves of a position."""

    def __init__(self, board):
        self.board = board
        self.white = board.white_to_move
        self.our_king = board.king(self.white)
        self.their_king = board.king(not self.white)
        self.phase = phase(board)
        self.in_check = board.in_check()
        self.may_castle = bool(board.our_castling_rooks())

    def score(self, move):
        """ranking.5"""
        return sum(table()[feature] for feature in self.features(move))

    def features(self, move):
        """ranking.3: the indices of the features, in the order of the table."""
        t, f = self.relative(move.to_square), self.relative(move.from_square)
        m = number(self.board.pieces[move.from_square])
        n = PIECES.index(move.promotion.upper()) if move.promotion else m
        big_t = 2 * self.attacker(move.to_square) + self.to_defended(move, m)
        big_f = 2 * self.attacker(move.from_square) + self.from_defended(move.from_square)
        features = [
            (self.phase * 6 + m) * 64 + t,
            1536 + (self.phase * 6 + m) * 64 + f,
            3072 + (king_bucket(self.our_king) * 6 + m) * 64 + t,
            4224 + (king_bucket(self.their_king) * 6 + m) * 64 + t,
            5376 + (m * 12 + big_f) * 12 + big_t,
        ]
        if move.is_capture:
            features.append(6240 + (self.captured(move) * 6 + m) * 12 + big_t)
        attacked = self.attacked(move.to_square, n)
        if self.their_king in attacked:
            features.append(6600 + n * 12 + big_t)
        features.append(6672 + n * 4 + 2 * self.attacks_more_valuable(attacked, n) + self.attacks_undefended(attacked))
        features.append(6696 + 6 * self.in_check + m)
        if m == PAWN and self.is_passed(move.to_square):
            features.append(6708 + t // 8)
        if move.promotion:
            features.append(6716 + n - 1)
        if move.is_castling:
            features.append(6720 + (move.flags == CASTLING_KING_SIDE))
        elif m in (KING, ROOK) and self.may_castle:
            features.append(6722 + (m == ROOK))
        if move.flags == EN_PASSANT:
            features.append(6724)
        return features

    # ranking.1

    def relative(self, square):
        return square if self.white else square ^ 56

    def captured(self, move):
        return PAWN if move.flags == EN_PASSANT else number(self.board.pieces[move.to_square])

    # ranking.2

    def attacker(self, square):
        """The least valuable of their pieces that attack the square."""
        attackers = self.board.attackers(square, not self.white)
        return min((ATTACKER[number(self.board.pieces[s])] for s in attackers), default=NO_ATTACKER)

    def from_defended(self, from_square):
        return int(self.board.is_attacked(from_square, self.white))

    def to_defended(self, move, m):
        needed = 1 if (m == PAWN and not move.is_capture) or move.is_castling else 2
        return int(len(self.board.attackers(move.to_square, self.white)) >= needed)

    # ranking.3

    def attacked(self, to_square, n):
        """Their pieces that n on the to-square attacks, with the board as it is before the move."""
        piece = PIECES[n] if self.white else PIECES[n].lower()
        return [s for s in self.board.attacks(to_square, piece) if self.board.is_theirs(s)]

    def attacks_more_valuable(self, attacked, n):
        return int(any(s != self.their_king and VALUE[number(self.board.pieces[s])] > VALUE[n] for s in attacked))

    def attacks_undefended(self, attacked):
        return int(any(s != self.their_king and not self.board.is_attacked(s, not self.white) for s in attacked))

    def is_passed(self, to_square):
        """No pawn of theirs is on a higher rank than the to-square on its file or the adjacent files."""
        pawns = self.board.squares_of("P", not self.white)
        return not any(
            abs(s % 8 - to_square % 8) <= 1 and self.relative(s) // 8 > self.relative(to_square) // 8 for s in pawns
        )


def number(piece):
    return PIECES.index(piece.upper())


def phase(board):
    pieces = sum(piece is not None and piece.upper() in "NBRQ" for piece in board.pieces)
    return 0 if pieces >= 12 else 1 if pieces >= 8 else 2 if pieces >= 4 else 3


def king_bucket(king):
    file = king % 8
    return 0 if file <= 2 else 1 if file <= 4 else 2
