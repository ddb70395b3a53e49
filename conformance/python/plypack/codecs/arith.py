"""arith: arithmetic coding by score (spec/codecs/arith.md)."""

from functools import lru_cache

from ..moves import NULL
from ..ranking import ranked_moves
from ..tables import integers

NAME, PADDING = "arith", None


@lru_cache(maxsize=1)
def base_frequencies():
    return integers("arith.txt")


def frequencies(board):
    """arith.1, arith.2: the choices by rank, with cumulative frequency and frequency; and the total."""
    found = []
    cum = 0
    pairs = ranked_moves(board)
    for score, move in pairs:
        difference = pairs[0][0] - score
        freq = max(base_frequencies()[difference % 64] >> difference // 64, 1)
        found.append((move, cum, freq))
        cum += freq
    if board.null_is_legal():
        found.append((NULL, cum, 1))
        cum += 1
    return found, cum


def encode(board, move, coder):
    found, total = frequencies(board)
    cum, freq = next((cum, freq) for other, cum, freq in found if other == move)
    coder.write(cum, freq, total)


def decode(board, coder):
    found, total = frequencies(board)
    if not found:
        return None
    target = coder.target(total)
    for move, cum, freq in found:
        if cum <= target < cum + freq:
            coder.take(cum, freq, total)
            return move
    return None
