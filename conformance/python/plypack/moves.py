"""moves: the packed move, canonical UCI text, the canonical order (spec/moves.md)."""

from typing import NamedTuple, Optional

from .limits import PlypackError

QUIET, DOUBLE_PUSH, CASTLING_KING_SIDE, CASTLING_QUEEN_SIDE, CAPTURE, EN_PASSANT = range(6)
PROMOTION, CAPTURE_PROMOTION = 8, 12  # and 0 to 3 for knight, bishop, rook, queen
PROMOTION_PIECES = "nbrq"


class Move(NamedTuple):
    """From-square, to-square and flags of moves.1; castling also has the square of its rook."""

    from_square: int
    to_square: int
    flags: int
    rook: Optional[int] = None

    @property
    def is_castling(self):
        return self.flags in (CASTLING_KING_SIDE, CASTLING_QUEEN_SIDE)

    @property
    def is_capture(self):
        return self.flags in (CAPTURE, EN_PASSANT) or self.flags >= CAPTURE_PROMOTION

    @property
    def promotion(self):
        """One of `nbrq`, or an empty string."""
        return PROMOTION_PIECES[self.flags % 4] if self.flags >= PROMOTION else ""


NULL = Move(0, 0, 0)  # moves.2


def square(file, rank):
    """a1 = 0, b1 = 1, ... h8 = 63; file and rank count from 0."""
    return 8 * rank + file


def square_name(number):
    return "abcdefgh"[number % 8] + "12345678"[number // 8]


def square_of_name(name):
    return square("abcdefgh".index(name[0]), "12345678".index(name[1]))


def packed(move):
    """moves.1"""
    return move.flags << 12 | move.from_square << 6 | move.to_square


def uci(move):
    """moves.3"""
    if move == NULL:
        return "0000"
    return square_name(move.from_square) + square_name(uci_to_square(move)) + move.promotion


def uci_to_square(move):
    """moves.3: castling on non-standard squares is written with the square of the rook."""
    standard = move.from_square % 8 == 4 and move.rook is not None and move.rook % 8 in (0, 7)
    return move.rook if move.is_castling and not standard else move.to_square


def canonical_order(board):
    """moves.4"""
    return sorted(board.legal_moves(), key=canonical_key)


def with_null(board, moves):
    """codecs.6: the choices, from the legal moves: these, and the null move if it is legal."""
    return moves + [NULL] * board.null_is_legal()


def canonical_key(move):
    return move.from_square, move.to_square, move.flags


def parse_uci(board, text):
    """The legal move, or legal null move, with this canonical UCI text (moves.3)."""
    if text == "0000":
        if board.null_is_legal():
            return NULL
        raise PlypackError("ILLEGAL_MOVE", None, text)
    _check_uci_form(text)
    for move in board.legal_moves():
        if uci(move) == text:
            return move
    raise PlypackError("ILLEGAL_MOVE", None, text)


def _check_uci_form(text):
    squares = len(text) in (4, 5) and all(text[i] in "abcdefgh" and text[i + 1] in "12345678" for i in (0, 2))
    if not squares or text[4:] not in ("", "n", "b", "r", "q"):
        raise PlypackError("INVALID_MOVE_TEXT", None, text)
