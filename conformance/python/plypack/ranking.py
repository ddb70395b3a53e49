"""ranking: how likely every legal move is (spec/ranking.md)."""

from functools import lru_cache

from .moves import CASTLING_KING_SIDE, EN_PASSANT, canonical_order
from .tables import integers

MEN = "PNBRQK"  # ranking.1: their numbers
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(6)
WORTH = (0, 1, 1, 2, 3, 3)  # ranking.3, "worth more", by man
ATTACKER = (0, 1, 1, 2, 3, 4)  # ranking.2, by man
NO_ATTACKER = 5


@lru_cache(maxsize=1)
def table():
    """ranking.4"""
    return integers("ranking.txt")


@lru_cache(maxsize=4)  # a run asks several times for one board
def ranked_moves(board):
    """ranking.6: pairs of points and move, the likeliest first."""
    position = Position(board)
    pairs = [(position.points(move), move) for move in canonical_order(board)]
    return sorted(pairs, key=lambda pair: -pair[0])  # the sort is stable: equal points stay in canonical order


def ranked(board):
    return [move for _, move in ranked_moves(board)]


class Position:
    """What the features of all moves of a position need."""

    def __init__(self, board):
        self.board = board
        self.white = board.white_to_move
        self.own_king = board.king(self.white)
        self.enemy_king = board.king(not self.white)
        self.phase = phase(board)
        self.in_check = board.in_check()
        self.may_castle = bool(board.own_castling_rooks())

    def points(self, move):
        """ranking.5"""
        return sum(table()[entry] for entry in self.entries(move))

    def entries(self, move):
        """ranking.3: the entries of the table, in its order."""
        t, o = self.seen(move.target), self.seen(move.origin)
        m = number(self.board.men[move.origin])
        n = MEN.index(move.promotion.upper()) if move.promotion else m
        big_t = 2 * self.attacker(move.target) + self.target_guard(move, m)
        big_o = 2 * self.attacker(move.origin) + self.origin_guard(move.origin)
        entries = [
            (self.phase * 6 + m) * 64 + t,
            1536 + (self.phase * 6 + m) * 64 + o,
            3072 + (zone(self.own_king) * 6 + m) * 64 + t,
            4224 + (zone(self.enemy_king) * 6 + m) * 64 + t,
            5376 + (m * 12 + big_o) * 12 + big_t,
        ]
        if move.is_capture:
            entries.append(6240 + (self.victim(move) * 6 + m) * 12 + big_t)
        hits = self.hits(move.target, n)
        if self.enemy_king in hits:
            entries.append(6600 + n * 12 + big_t)
        entries.append(6672 + n * 4 + 2 * self.hits_worth_more(hits, n) + self.hits_loose_man(hits))
        entries.append(6696 + 6 * self.in_check + m)
        if m == PAWN and self.is_passed(move.target):
            entries.append(6708 + t // 8)
        if move.promotion:
            entries.append(6716 + n - 1)
        if move.is_castling:
            entries.append(6720 + (move.kind == CASTLING_KING_SIDE))
        elif m in (KING, ROOK) and self.may_castle:
            entries.append(6722 + (m == ROOK))
        if move.kind == EN_PASSANT:
            entries.append(6724)
        return entries

    # ranking.1

    def seen(self, square):
        return square if self.white else square ^ 56

    def victim(self, move):
        return PAWN if move.kind == EN_PASSANT else number(self.board.men[move.target])

    # ranking.2

    def attacker(self, square):
        """The least of the enemy's men that attack the square."""
        attackers = self.board.attackers(square, not self.white)
        return min((ATTACKER[number(self.board.men[s])] for s in attackers), default=NO_ATTACKER)

    def origin_guard(self, origin):
        return int(self.board.is_attacked(origin, self.white))

    def target_guard(self, move, m):
        needed = 1 if (m == PAWN and not move.is_capture) or move.is_castling else 2
        return int(len(self.board.attackers(move.target, self.white)) >= needed)

    # ranking.3

    def hits(self, target, n):
        """The enemy's men that n on the target attacks, the board as it is before the move."""
        man = MEN[n] if self.white else MEN[n].lower()
        return [s for s in self.board.attacks(target, man) if self.board.enemy(s)]

    def hits_worth_more(self, hits, n):
        return int(any(s != self.enemy_king and WORTH[number(self.board.men[s])] > WORTH[n] for s in hits))

    def hits_loose_man(self, hits):
        return int(any(s != self.enemy_king and not self.board.is_attacked(s, not self.white) for s in hits))

    def is_passed(self, target):
        """No enemy pawn stands on a higher rank than the target on its file or the files beside it."""
        pawns = self.board.squares_of("P", not self.white)
        return not any(
            abs(s % 8 - target % 8) <= 1 and self.seen(s) // 8 > self.seen(target) // 8 for s in pawns
        )


def number(man):
    return MEN.index(man.upper())


def phase(board):
    pieces = sum(man is not None and man.upper() in "NBRQ" for man in board.men)
    return 0 if pieces >= 12 else 1 if pieces >= 8 else 2 if pieces >= 4 else 3


def zone(king):
    file = king % 8
    return 0 if file <= 2 else 1 if file <= 4 else 2
