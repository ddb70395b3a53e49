"""limits: the largest sizes, and errors (spec/limits.md)."""

# limits.1
GAMES_IN_BLOCK = 65_536
PLIES_IN_BLOCK = 2**28
HEADER_FIELDS = 2**20
SECTIONS_IN_BLOCK = HEADER_FIELDS // 9
GAMES_IN_FILE = 2**40

# limits.2
SECTION_BYTES = 2**26
VALUES = 2**22

# limits.3
OPEN_VARIATIONS = 255

# limits.5
RUN_GAME_PLIES = 65_536


def max_raw_bytes(stored):
    """limits.2: the largest raw length of a section with this stored length."""
    return 2**20 + 256 * stored


def max_plies(moves_bytes):
    """limits.5: the most plies of a block whose section `moves` has this stored length."""
    return 2**16 + 16 * moves_bytes


def max_values(code_bytes):
    """limits.6: the most times and evaluations with codes of this many bytes."""
    return min(VALUES, 2**17 + 64 * code_bytes)


def max_games(block_bytes):
    """limits.7: the most games of a block of this many bytes."""
    return 2**12 + block_bytes


def max_tag_lines(block_bytes):
    """limits.7: the most tag lines of all games in a block of this many bytes."""
    return min(VALUES, 2**20 + 16 * block_bytes)


def max_expanded(block_bytes):
    """limits.2, limits.8: the most bytes of all sections of a block, and of all its tags and text."""
    return min(2**30, 2**26 + 64 * block_bytes)


# limits.8: bytes that a final position counts, and that a value in a comment counts in addition to the longest template
FINAL_POSITION_BYTES = 81
VALUE_BYTES = 11


# limits.13. Names without a number are errors of the caller, which occur in vectors, but not in files.
NUMBERS = {
    "ILLEGAL_MOVE": None,
    "INVALID_MOVE_TEXT": None,
    "ILLEGAL_POSITION": None,
    "INVALID_ARGUMENT": None,
    "NOT_PLYPACK": 200,
    "TRUNCATED": 201,
    "HEADER_MALFORMED": 202,
    "BLOCK_MALFORMED": 203,
    "SECTION_MALFORMED": 204,
    "VARINT_MALFORMED": 205,
    "FOOTER_MISSING": 206,
    "FOOTER_MALFORMED": 207,
    "MOVE_MALFORMED": 208,
    "TRAILING_BYTES": 209,
    "TAGS_MALFORMED": 210,
    "ANNOTATION_MALFORMED": 211,
    "UNSUPPORTED_VERSION": 300,
    "UNSUPPORTED_FEATURE": 301,
    "UNSUPPORTED_SECTION": 302,
    "UNSUPPORTED_CODEC": 303,
    "UNSUPPORTED_ENCODING": 304,
    "UNSUPPORTED_MODEL": 305,
    "LIMIT_EXCEEDED": 400,
    "CHECKSUM_HEADER": 500,
    "CHECKSUM_BLOCK": 501,
    "CHECKSUM_SECTION": 502,
    "CHECKSUM_FOOTER": 503,
}
CLASSES = {2: "malformed", 3: "unsupported", 4: "limit", 5: "checksum"}


class PlypackError(Exception):
    """An error: its name (limits.13), byte offset or None, and a message."""

    def __init__(self, name, at=None, why=""):
        super().__init__(f"{name} at {at}: {why}")
        self.name = name
        self.at = at
        self.number = NUMBERS[name]

    @property
    def error_class(self):
        return "caller" if self.number is None else CLASSES[self.number // 100]
