"""The expected content of a database."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Version:
    """A game as written: its text, which `unpack` returns, its players, and the positions of its main line as EPD."""

    text: str
    white: str
    black: str
    positions: frozenset

    def renamed(self, old, new):
        """Returns the game with another name for a player."""
        if old not in (self.white, self.black):
            return self
        text = self.text
        for tag, name in (("White", self.white), ("Black", self.black)):
            if name == old:
                text = text.replace(f'[{tag} "{old}"]', f'[{tag} "{new}"]', 1)
        names = {old: new}
        white, black = names.get(self.white, self.white), names.get(self.black, self.black)
        return dataclasses.replace(self, text=text, white=white, black=black)


@dataclasses.dataclass(frozen=True)
class Slot:
    """A game number: its first game, and its current game; None if deleted."""

    first: Version
    now: Version | None


class Model:
    """The games of a database by their numbers. Never changes: an operation returns another model."""

    def __init__(self, slots=()):
        self.slots = tuple(slots)

    def __len__(self):
        return len(self.slots)

    def numbers(self):
        """Returns the numbers of the games that are not deleted."""
        return [number for number, slot in enumerate(self.slots) if slot.now is not None]

    def text(self):
        """Returns the database as PGN."""
        return "\n".join(slot.now.text for slot in self.slots if slot.now is not None)

    def players(self):
        """Returns the names of all players, including players of deleted games and old versions."""
        versions = [version for slot in self.slots for version in (slot.first, slot.now) if version is not None]
        return sorted({name for version in versions for name in (version.white, version.black) if name})

    def found(self, is_wanted):
        """Returns the numbers of the games that `is_wanted` accepts."""
        return [number for number in self.numbers() if is_wanted(self.slots[number].now)]

    def appended(self, versions):
        return Model(self.slots + tuple(Slot(version, version) for version in versions))

    def _changed(self, numbers, change):
        numbers = set(numbers)
        return Model(change(slot) if number in numbers else slot for number, slot in enumerate(self.slots))

    def deleted(self, numbers):
        return self._changed(numbers, lambda slot: Slot(slot.first, None))

    def replaced(self, number, version):
        return self._changed([number], lambda slot: Slot(slot.first, version))

    def restored(self, numbers):
        return self._changed(numbers, lambda slot: Slot(slot.first, slot.first))

    def compacted(self):
        return Model(Slot(slot.now, slot.now) for slot in self.slots if slot.now is not None)

    def renamed(self, old, new):
        def change(slot):
            now = None if slot.now is None else slot.now.renamed(old, new)
            return Slot(slot.first.renamed(old, new), now)

        return Model(change(slot) for slot in self.slots)
