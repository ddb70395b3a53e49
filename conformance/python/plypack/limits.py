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

# limits.9
RUN_GAME_PLIES = 65_536

# limits.10
TEMPLATE_COMMENTS = 2**26


def max_raw_bytes(stored):
    """limits.2: the largest raw length of a section of so many stored bytes."""
    return 2**20 + 256 * stored


def max_run_plies(moves_bytes):
    """limits.9: the most plies of a section `moves` of so many bytes, with runs."""
    return 2**20 + 64 * moves_bytes


def max_values(code_bytes):
    """limits.10: the most times and evaluations with codes of so many bytes."""
    return 2**20 + 256 * code_bytes


# limits.7. Names without a number are errors of the caller: the vectors have them, files do not.
NUMBERS = {
    "ILLEGAL_MOVE": None,
    "INVALID_MOVE_TEXT": None,
    "ILLEGAL_POSITION": None,
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
    """An error: its name (limits.7), byte offset or None, and a message."""

    def __init__(self, name, at=None, why=""):
        super().__init__(f"{name} at {at}: {why}")
        self.name = name
        self.at = at
        self.number = NUMBERS[name]

    @property
    def error_class(self):
        return "caller" if self.number is None else CLASSES[self.number // 100]
