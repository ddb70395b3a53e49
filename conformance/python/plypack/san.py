"""SAN, as pgc.1 and pgn.26 need it."""

from .moves import CASTLING_KING_SIDE, NULL, square_name


def san_texts(board):
    """The legal moves with their texts, without `+` and `#`."""
    legal = board.legal_moves()
    return {move: san(board, move, legal) for move in legal}


def san(board, move, legal):
    if move == NULL:
        return "--"
    if move.is_castling:
        return "O-O" if move.kind == CASTLING_KING_SIDE else "O-O-O"
    target = square_name(move.target)
    if board.men[move.origin] in "Pp":
        capture = square_name(move.origin)[0] + "x" if move.is_capture else ""
        promotion = "=" + move.promotion.upper() if move.promotion else ""
        return capture + target + promotion
    letter = board.men[move.origin].upper()
    return letter + _origin(board, move, legal) + ("x" if move.is_capture else "") + target


def _origin(board, move, legal):
    """pgn.26: nothing, the file, the rank or both: the first that no other legal move shares."""
    rivals = [
        other.origin
        for other in legal
        if other.target == move.target
        and other.origin != move.origin
        and board.men[other.origin] == board.men[move.origin]
        and not other.is_castling
    ]
    name = square_name(move.origin)
    if not rivals:
        return ""
    if not any(origin % 8 == move.origin % 8 for origin in rivals):
        return name[0]
    if not any(origin // 8 == move.origin // 8 for origin in rivals):
        return name[1]
    return name


def check_mark(board):
    """pgn.26: `+` or `#` for the position after a move."""
    if not board.in_check():
        return ""
    return "+" if board.legal_moves() else "#"
