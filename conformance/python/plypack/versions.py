"""versions: versions and features (spec/versions.md)."""

from .limits import PlypackError

VERSION = 0x000A  # versions.1: 0.10
OLDEST = 0x000A  # versions.9
ARCHIVE, EDITS = 1, 4  # versions.4
KNOWN_FEATURES = ARCHIVE | EDITS


class Versions:
    """Versions and features of a file header or a commit record."""

    def __init__(self, write=VERSION, read=VERSION, required=0, optional=0):
        self.write = write
        self.read = read
        self.required = required
        self.optional = optional

    @classmethod
    def from_cursor(cls, cursor):
        return cls(cursor.u16(), cursor.u16(), cursor.u32(), cursor.u32())

    def to_bytes(self):
        fields = ((self.write, 2), (self.read, 2), (self.required, 4), (self.optional, 4))
        return b"".join(value.to_bytes(size, "little") for value, size in fields)

    def check_readable(self, at):
        """versions.2, versions.4, versions.9"""
        if not OLDEST <= self.read <= VERSION:
            raise PlypackError("UNSUPPORTED_VERSION", at, f"read version {self.read:04X}")
        if self.required & ~KNOWN_FEATURES:
            raise PlypackError("UNSUPPORTED_FEATURE", at, f"required features {self.required:08X}")

    def check_appendable(self):
        """versions.3"""
        if self.write > VERSION:
            raise PlypackError("UNSUPPORTED_VERSION", None, f"write version {self.write:04X}")

    def after_append(self, required):
        """container.17: the larger versions; versions.5: features are preserved."""
        return Versions(max(self.write, VERSION), max(self.read, VERSION), self.required | required, self.optional)
