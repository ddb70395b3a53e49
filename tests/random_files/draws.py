"""Optional parts, choices and limits of random files, with their chances; and draws from these tables, which are counted."""

import collections
import random

#: Optional parts, each with the chance that it is present.
CHANCES = {
    # Structure of the file
    "append": 0.35, "merged blocks": 0.3, "bytes between units": 0.15, "unfinished bytes": 0.1, "optional part": 0.15,
    "edits": 0.3, "a replacement that no edit names": 0.2, "index segment": 0.25, "feature that nothing needs": 0.1,
    "optional features": 0.15, "newer write version": 0.1, "file id of another writer": 0.1,
    # Sections
    "sections in any order": 0.5, "param of a section that has none": 0.1, "section of an unknown kind": 0.15, "summaries": 0.2,
    "section though it is empty": 0.1, "move sizes though they are usual": 0.15, "zstd": 0.2,
    # Tags
    "raw line": 0.1, "tag twice": 0.1, "tag name listed twice": 0.25, "tag name of no game": 0.1, "tag layout of no game": 0.1,
    "tag layout listed twice": 0.1, "name that no column uses": 0.2, "name listed twice": 0.2, "dictionary entry twice": 0.2,
    "number as text": 0.2, "final position in a tag": 0.7,
    # Games
    "no plies": 0.15, "null move": 0.04, "marker of the tag in the state": 0.3, "unparsed text": 0.1, "annotated": 0.5, "variation": 0.2,
    "variation without moves": 0.1, "unparsed rest of a variation": 0.1, "token before the first move": 0.3, "comment from a template": 0.3,
    "comments from one template after successive plies": 0.2, "all variations open": 0.01,
    "values": 0.35, "template of no comment": 0.2, "profile of no game": 0.2,
    # Searches
    "search without index": 0.3, "search with a condition": 0.5,
    # Index segments
    "lists behind the page": 0.3, "optional part of a segment": 0.2, "blocks covered twice": 0.2,
}

#: Choices with their weights.
CHOICES = {
    "blocks of a commit": {0: 1, 1: 5, 2: 2, 3: 1},
    "games of a block": {1: 4, 2: 4, 3: 3, 8: 2, 17: 1, 300: 0.06},
    "codec": {"byte": 5, "coord16": 4, "tight": 1},
    "codec of variations": {"byte": 1, "coord16": 1},
    "encoding of a column": {"text": 2, "dictionary": 1, "names": 2, "number": 1, "date": 1, "result": 1, "eco": 1, "final position": 2},
    "blocks of zstd": {"stored": 1, "repeated byte": 1},
    "start": {"standard": 8, "FEN": 3, "unreadable": 1, "continuation": 0.7},
    "FEN": {"of a list": 2, "Chess960": 1, "random board": 1},
    "marker": {"": 1, "*": 1, "1-0": 1, "0-1": 1, "1/2-1/2": 1},
    "edit": {"deleted": 2, "replaced": 3, "taken back": 1},
    "token": {"comment": 4, "line_comment": 1, "escape": 1, "nag": 2},
    "length of a text": {0: 2, 1: 2, 12: 8, 127: 0.5, 128: 0.5, 255: 0.2, 256: 0.2, 65536: 0.02},
    "bytes of a text": {"ASCII": 4, "UTF-8": 2, "any": 2},
    "unit of a profile": {1: 1, 10: 1},
    "evaluation": {"pawns": 3, "mate": 1},
    "games of a group": {1: 2, 2: 2, 4: 1, 65536: 1},
    "games of a position with an entry": {1: 1, 2: 1, 6: 1},
    "kind of an optional part": {1: 1, 2: 1, 2**64 - 1: 0.5, 2**64 - 2: 0.5},
    "codec of a copy": {"byte": 2, "coord16": 2, "tight": 0.2},
}

#: Numbers that are sometimes the smallest or the largest that the format allows.
LIMITS = {
    "NAG": (0, 2**32 - 1), "time": (0, 2**27 - 1), "base of a profile": (0, 2**27 - 1), "increment of a profile": (0, 2**27 - 1),
    "evaluation number": (-(2**24) + 1, 2**24 - 1), "sequence number": (2, 2**64 - 1), "number in a tag": (0, 2**32 - 2),
    "year": (0, 9999), "ECO code": (0, 499),
}


#: Properties that the programs find in files.
FOUND = ["file that C writes", "file that is compacted"]


def known():
    """Returns the names of everything that must occur in a long run."""
    names = [f"{kind}: {there}" for kind in CHANCES for there in ("absent", "present")]
    names += [f"{kind}: {choice or 'none'}" for kind, choices in CHOICES.items() for choice in choices]
    names += [f"{kind}: {end}" for kind in LIMITS for end in ("least", "largest", "between")]
    return names + [f"{kind}: {there}" for kind in FOUND for there in ("absent", "present")]


class Draw(random.Random):
    """The random draws for one file, and their counts."""

    def __init__(self, seed):
        super().__init__(f"random files {seed}")
        self.seen = collections.Counter()

    def maybe(self, kind):
        return self.counted(kind, self.random() < CHANCES[kind])

    def counted(self, kind, is_there):
        self.seen[f"{kind}: {'present' if is_there else 'absent'}"] += 1
        return is_there

    def one(self, kind):
        choices = CHOICES[kind]
        (choice,) = self.choices(list(choices), choices.values())
        self.seen[f"{kind}: {choice or 'none'}"] += 1
        return choice

    def number(self, kind, usual):
        """Returns a number of the range that the format allows, mostly a common one."""
        least, largest = LIMITS[kind]
        name = self.choices(["between", "least", "largest"], [8, 1, 1])[0]
        self.seen[f"{kind}: {name}"] += 1
        return {"least": least, "largest": largest, "between": self.randint(*usual)}[name]

    def text(self, without=b""):
        """Returns bytes that are not in `without`."""
        length, alphabet = self.one("length of a text"), self.one("bytes of a text")
        if alphabet == "any":
            found = self.randbytes(length)
        else:
            letters = "abc XYZ.[]{}()%;-'" if alphabet == "ASCII" else "aé√½王♞"
            found = "".join(self.choices(letters, k=length)).encode()
        return found.translate(None, without)
