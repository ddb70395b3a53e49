"""The prefix codes of coord-static and direction-target, and their symbols (spec/codecs/coord-static.md)."""

from ..board import RAYS
from ..tables import SPEC

OTHER_PROMOTIONS = "nbr"  # coord-static.1


class PrefixCode:
    """coord-static.2, for symbols of these lengths."""

    def __init__(self, lengths):
        self.codes, self.symbols = {}, {}
        code, before = -1, 0
        for symbol in sorted(range(len(lengths)), key=lambda s: (lengths[s], s)):
            code, before = code + 1 << lengths[symbol] - (before or lengths[symbol]), lengths[symbol]
            self.codes[symbol] = code, before
            self.symbols[code, before] = symbol

    def write(self, symbol, bits):
        bits.write(*self.codes[symbol])

    def read(self, bits):
        code, length = 0, 0
        while (code, length) not in self.symbols:
            code, length = code << 1 | bits.read(1), length + 1
        return self.symbols[code, length]


def read_table(data, symbols):
    """coord-static.3: two lengths a byte."""
    return PrefixCode([(data[n // 2] >> (4 if n % 2 else 0)) % 16 + 1 for n in range(symbols)])


def table_file(name):
    return (SPEC / "tables" / name).read_bytes()


def empty_board_moves():
    """coord-static.1: pairs of squares, ascending."""
    return [(s, t) for s in range(64) for t in sorted(t for letter in "QN" for ray in RAYS[letter][s] for t in ray)]


def other_promotions():
    pairs = [(s, t) for s in range(48, 56) for t in range(s + 7, s + 10) if abs(s % 8 - t % 8) < 2]
    return [(s, t, letter) for s, t in pairs for letter in OTHER_PROMOTIONS]


def seen(board, square):
    """coord-static.1: as the side to move sees it."""
    return square if board.white_to_move else square ^ 56
