"""positions: starts of games (spec/positions.md). The rules for moves are in board.py."""

import functools
import re

from .board import Board
from .limits import PlypackError
from .moves import square, square_name, square_of_name

STANDARD_FEN = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq"


@functools.cache
def standard_start():
    return parse_fen(STANDARD_FEN)


def parse_fen(fen):
    """positions.1, positions.2: the board of a playable FEN (bytes)."""
    # Latin-1 maps every byte to one character.
    fields = [field for field in re.split("[ _]+", fen.decode("latin-1")) if field]
    if not 1 <= len(fields) <= 6:
        _refuse("not one to six fields")
    fields += ["", "w", "-", "-", "0", "1"][len(fields) :]
    pieces = parse_placement(fields[0])
    white_to_move = _side_to_move(fields[1])
    named = _castling(fields[2], pieces)
    en_passant = _en_passant(fields[3])
    if not all(re.fullmatch("[0-9]+", field) for field in fields[4:]):
        _refuse("clock or move number")
    board = Board(pieces, white_to_move)
    _check_playable(board)
    board.castling_rooks = _kept_rights(pieces, named)
    board.en_passant = en_passant if _en_passant_fits(board, en_passant) else None
    return board


def _refuse(why):
    raise PlypackError("ILLEGAL_POSITION", None, why)


# positions.1


def parse_placement(field):
    """The piece on every square, by the first field of a FEN."""
    ranks = field.split("/")
    if len(ranks) != 8:
        _refuse("not eight ranks")
    pieces = []
    for rank in reversed(ranks):
        pieces += _rank(rank)
    return pieces


def _rank(text):
    pieces = []
    for letter in text:
        if letter in "12345678":
            pieces += [None] * int(letter)
        elif letter in "PNBRQKpnbrqk":
            pieces.append(letter)
        else:
            _refuse(f"no piece: {letter}")
    if len(pieces) != 8:
        _refuse("not eight squares in a rank")
    return pieces


def _side_to_move(field):
    if field not in ("w", "b"):
        _refuse("neither w nor b")
    return field == "w"


def _castling(field, pieces):
    """The squares of the rights in the castling field."""
    named = set()
    for letter in "" if field == "-" else field:
        white = letter.isupper()
        rank = 0 if white else 7
        if letter in "KQkq":
            named.add(_outermost(letter.upper(), white, rank, pieces))
        elif letter in "ABCDEFGHabcdefgh":
            named.add(square("abcdefgh".index(letter.lower()), rank))
        else:
            _refuse("castling rights")
    if any(sum(s // 8 == rank for s in named) > 2 for rank in (0, 7)):
        _refuse("more than two castling rights on a rank")
    return named


def _outermost(side, white, rank, pieces):
    """`K`, `Q`: the king or rook nearest the edge, if it is a rook; otherwise the corner."""
    rook, king = ("R", "K") if white else ("r", "k")
    files = range(7, -1, -1) if side == "K" else range(8)
    for file in files:
        if pieces[square(file, rank)] == rook:
            return square(file, rank)
        if pieces[square(file, rank)] == king:
            break
    return square(files[0], rank)


def _en_passant(field):
    if field == "-":
        return None
    if not re.fullmatch("[a-h][1-8]", field):
        _refuse("en passant square")
    return square_of_name(field)


# positions.2


def _check_playable(board):
    if board.pieces.count("K") != 1 or board.pieces.count("k") != 1:
        _refuse("not one king each")
    if any(piece in ("P", "p") for piece in board.pieces[:8] + board.pieces[56:]):
        _refuse("a pawn on the first or last rank")
    if board.in_check(not board.white_to_move):
        _refuse("the side that is not to move is in check")


def _kept_rights(pieces, named):
    """Rights whose king and rook exist; on one side of the king the outermost."""
    kept = set()
    for king, rook, rank in (("K", "R", 0), ("k", "r", 7)):
        king_square = pieces.index(king)
        if king_square // 8 != rank:
            continue
        rooks = [s for s in named if s // 8 == rank and pieces[s] == rook]
        kept.update(sorted(s for s in rooks if s < king_square)[:1])
        kept.update(sorted(s for s in rooks if s > king_square)[-1:])
    return frozenset(kept)


def _en_passant_fits(board, en_passant):
    if en_passant is None:
        return False
    rank, pawn, ahead = (5, "p", 8) if board.white_to_move else (2, "P", -8)
    pieces = board.pieces
    return (
        en_passant // 8 == rank
        and pieces[en_passant] is None
        and pieces[en_passant - ahead] == pawn
        and pieces[en_passant + ahead] is None
    )


# tags.10


def final_fen(board, moves):
    """The first four fields of the FEN of the position after the moves."""
    for move in moves:
        board = board.play(move)
    fields = (_board_field(board.pieces), "w" if board.white_to_move else "b", _castling_field(board), _en_passant_field(board))
    return " ".join(fields).encode()


def _board_field(pieces):
    ranks = ("".join(piece or " " for piece in pieces[8 * rank : 8 * rank + 8]) for rank in reversed(range(8)))
    return re.sub(" +", lambda empty: str(len(empty[0])), "/".join(ranks))


def _castling_field(board):
    letters = [_castling_letter(board.pieces, rook, rank) for rank in (0, 7) for rook in range(8 * rank + 7, 8 * rank - 1, -1) if rook in board.castling_rooks]
    return "".join(letters) or "-"


def _castling_letter(pieces, rook, rank):
    """`K`, `Q` for the outermost rook, otherwise the letter of its file."""
    white = rank == 0
    king = pieces.index("K" if white else "k")
    rooks = [s for s in range(8 * rank, 8 * rank + 8) if pieces[s] == ("R" if white else "r")]
    if rook == max(rooks) and rook > king:
        letter = "K"
    elif rook == min(rooks) and rook < king:
        letter = "Q"
    else:
        letter = square_name(rook)[0].upper()
    return letter if white else letter.lower()


def _en_passant_field(board):
    return "-" if board.en_passant is None else square_name(board.en_passant)
