"""SAN without `+` and `#`, for pgc.1."""

from .moves import CASTLING_KING_SIDE, square_name


def san_texts(board):
    """The legal moves with their SAN, without `+` and `#`."""
    legal = board.legal_moves()
    return {move: san(board, move, legal) for move in legal}


def san(board, move, legal):
    if move.is_castling:
        return "O-O" if move.flags == CASTLING_KING_SIDE else "O-O-O"
    to_square = square_name(move.to_square)
    if board.pieces[move.from_square] in "Pp":
        capture = square_name(move.from_square)[0] + "x" if move.is_capture else ""
        promotion = "=" + move.promotion.upper() if move.promotion else ""
        return capture + to_square + promotion
    letter = board.pieces[move.from_square].upper()
    return letter + _origin(board, move, legal) + ("x" if move.is_capture else "") + to_square


def _origin(board, move, legal):
    """pgn.26: nothing, the file, the rank or both: the first that no other legal move shares."""
    rivals = [
        other.from_square
        for other in legal
        if other.to_square == move.to_square
        and other.from_square != move.from_square
        and board.pieces[other.from_square] == board.pieces[move.from_square]
        and not other.is_castling
    ]
    name = square_name(move.from_square)
    if not rivals:
        return ""
    if not any(from_square % 8 == move.from_square % 8 for from_square in rivals):
        return name[0]
    if not any(from_square // 8 == move.from_square // 8 for from_square in rivals):
        return name[1]
    return name
