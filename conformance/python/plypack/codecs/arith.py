"""arith: a share for every move (spec/codecs/arith.md)."""

from functools import lru_cache

from ..ranking import ranked_moves
from ..tables import integers

ID, NAME, RUN_PLIES, FILL = 11, "arith", 4096, None


@lru_cache(maxsize=1)
def sizes():
    return integers("arith.txt")


def shares(board):
    """arith.1, arith.2: the moves by rank, with start and size; and the total."""
    found = []
    start = 0
    pairs = ranked_moves(board)
    for points, move in pairs:
        behind = pairs[0][0] - points
        size = max(sizes()[behind % 64] >> behind // 64, 1)
        found.append((move, start, size))
        start += size
    return found, start


def encode(board, move, coder):
    found, total = shares(board)
    start, size = next((start, size) for other, start, size in found if other == move)
    coder.write(start, size, total)


def decode(board, coder):
    found, total = shares(board)
    if not found:
        return None
    target = coder.target(total)
    for move, start, size in found:
        if start <= target < start + size:
            coder.take(start, size, total)
            return move
    return None
