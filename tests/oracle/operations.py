"""Operations on a database, each by a randomly chosen interface, with the resulting model; and checks against the
model."""

import json
import shutil

import plypack
from plypack._library import ffi, lib
from surfaces import Difference

CODECS = ["byte", "coord16", "tight"]


def start(choose, surfaces, pool, model):
    """Makes the database from some games."""
    versions = choose.choices(pool, k=choose.choice([1, 20, 300]))
    codec = choose.choice(CODECS)
    texts = [version.text for version in versions]
    if choose.random() < 0.5:
        surfaces.command("pack", surfaces.games(texts), "-o", surfaces.path, "--codec", codec, *_maybe(choose, "--index"))
    else:
        plypack.pack("\n".join(texts).encode(), surfaces.path, codec=codec)
    return model.appended(versions)


def next_one(choose, surfaces, pool, model):
    """Does one operation. Returns its name, and the model after it."""
    weights = {change: weight for change, weight in CHANGES.items() if len(model) or change in (append, append_beside_a_reader, index)}
    weights |= {check: weight for check, weight in CHECKS.items() if model.numbers()}
    (operation,) = choose.choices(list(weights), weights.values())
    if operation in CHECKS:
        return f"check: {operation(choose, surfaces, pool, model)}", model
    arguments, ways, after = operation(choose, surfaces, pool, model)
    if arguments is not None:
        if choose.random() < 0.25:
            return _killed(choose, surfaces, arguments, model, after)
        ways.append(("command", lambda: surfaces.command(*arguments)))
    name, do = choose.choice(ways)
    do()
    _check_counts(surfaces, after)
    return f"{operation.__name__}: {name}", after


def _killed(choose, surfaces, arguments, before, after):
    """Kills the command: the file is as before the command, or as after it."""
    has_ended = surfaces.killed(choose.uniform(0, 0.04), *arguments)
    text = surfaces.unpack(surfaces.path)
    for model, name in ((after, "done"), (before, "not done")):
        if text == model.text() and json.loads(surfaces.command("info", surfaces.path, "--json"))["next_number"] == len(model):
            if has_ended and model is before and before.text() != after.text():
                raise Difference(f"{arguments} ended by itself, and the file is as before")
            if not has_ended and before.text() == after.text():
                # Only a later `restore` would show which case it is.
                surfaces.command(*arguments)
                return f"{arguments[0]}: killed, done again", after
            return f"{arguments[0]}: killed, {'ended before' if has_ended else name}", model
    raise Difference(f"{arguments} was killed, and the file is neither as before nor as after it")


# Changes: the arguments of the command, or None; other ways to do the same; and the resulting model.


def append(choose, surfaces, pool, model):
    versions = choose.choices(pool, k=choose.choice([1, 1, 5, 60]))
    texts = [version.text for version in versions]
    path = surfaces.games(texts)
    ways = [("Python, a file", lambda: plypack.pack(path, surfaces.path, append=True))]
    ways.append(("Python, text by text", lambda: plypack.pack([text.encode() for text in texts], surfaces.path, append=True)))
    if len(texts) == 1:
        ways.append(("C, one game", lambda: _append_in_c(surfaces, texts[0], len(model))))
    return ("append", surfaces.path, path), ways, model.appended(versions)


def _append_in_c(surfaces, text, expected):
    number = ffi.new("uint64_t *")
    surfaces.call(lib.plypack_file_append_game, bytes(surfaces.path), surfaces.in_c(text), number)
    surfaces.expect(expected, number[0], "the number of an appended game")


def append_beside_a_reader(choose, surfaces, pool, model):
    """A reader keeps the state of the file at its opening."""
    arguments, _, after = append(choose, surfaces, pool, model)

    def beside():
        with surfaces.open() as database:
            surfaces.command(*arguments)
            texts = [model.slots[number].now.text for number in model.numbers()]
            surfaces.expect(texts, [game.pgn for game in database], "a reader that was open during an append")

    return None, [("command", beside)], after


def delete(choose, surfaces, _pool, model):
    numbers = _some(choose, range(len(model)))
    in_c = [(lib.plypack_writer_delete, number) for number in numbers]
    return _edit(surfaces, "delete", numbers, in_c, model.deleted(numbers))


def restore(choose, surfaces, _pool, model):
    edited = [number for number, slot in enumerate(model.slots) if slot.now is not slot.first]
    numbers = _some(choose, edited or range(len(model)))
    in_c = [(lib.plypack_writer_restore, number) for number in numbers]
    return _edit(surfaces, "restore", numbers, in_c, model.restored(numbers))


def _edit(surfaces, edit, numbers, in_c, after):
    return ("edit", surfaces.path, edit, *numbers), [("C", lambda: surfaces.edit_in_c(in_c))], after


def replace(choose, surfaces, pool, model):
    # The command replaces no game by text that it cannot parse.
    number, version = choose.randrange(len(model)), choose.choice([game for game in pool if "garbage" not in game.text])
    arguments = ("edit", surfaces.path, "replace", number, "--pgn", surfaces.games([version.text]))
    game = surfaces.in_c(version.text)
    ways = [("C, a writer", lambda: surfaces.edit_in_c([(lib.plypack_writer_replace, number, game)]))]
    path = bytes(surfaces.path)
    ways.append(("C, one game", lambda: surfaces.call(lib.plypack_file_replace_game, path, number, game, ffi.NULL)))
    return arguments, ways, model.replaced(number, version)


def rename(choose, surfaces, _pool, model):
    old = choose.choice(model.players() or ["?"])
    new = f"{choose.choice(['Élan', 'New', 'Ö'])}, {choose.choice([number for number in range(100) if str(number) not in old])}"
    ways = [("Python", lambda: plypack.rename_player(surfaces.path, old, new))]
    return ("edit", surfaces.path, "rename-player", old, new), ways, model.renamed(old, new)


def compact(_choose, surfaces, _pool, model):
    done = ffi.new("plypack_compacted *", {"size": ffi.sizeof("plypack_compacted")})
    path = bytes(surfaces.path)
    ways = [("C", lambda: surfaces.call(lib.plypack_file_compact, path, ffi.NULL, 0, ffi.NULL, done))]
    return ("compact", surfaces.path), ways, model.compacted()


def index(choose, surfaces, _pool, model):
    again = choose.random() < 0.3
    ways = [("Python", lambda: plypack.index(surfaces.path, again=again))]
    return ("index", surfaces.path, *(["--again"] if again else [])), ways, model


def recode(choose, surfaces, _pool, model):
    """Another codec, by way of another file."""
    other, codec = surfaces.folder / "games.plypack.recoded", choose.choice(CODECS)

    def recoded():
        surfaces.command("recode", surfaces.path, "-o", other, "--codec", codec, "--force")
        shutil.move(other, surfaces.path)

    return None, [("command, by another file", recoded)], model.compacted()


CHANGES = {append: 10, append_beside_a_reader: 1, delete: 6, restore: 3, replace: 6, rename: 2, compact: 2, index: 4, recode: 1}

# Checks, which change nothing.


def check_all(surfaces, model):
    """Everything that a reader sees, through the command and through Python."""
    surfaces.command("verify", surfaces.path, "--index")
    surfaces.expect(model.text(), surfaces.unpack(surfaces.path), "the database as PGN")
    with surfaces.open() as database:
        surfaces.expect([], database.verify(index=True), "verify in Python")
        texts = [(game.number, game.pgn) for game in database]
        surfaces.expect([(number, model.slots[number].now.text) for number in model.numbers()], texts, "the games in Python")


def everything(_choose, surfaces, _pool, model):
    check_all(surfaces, model)
    return "everything"


def positions(choose, surfaces, pool, model):
    """A position that some games have, with and without an index."""
    position = choose.choice(sorted(choose.choice(pool).positions))
    expected = model.found(lambda version: position in version.positions)
    found = json.loads(surfaces.command("find", surfaces.path, "--fen", position, "--json", *_maybe(choose, "--no-index")))
    surfaces.expect(expected, [hit["game"] for hit in found], f"the command finds {position}")
    with surfaces.open() as database:
        surfaces.expect(expected, [hit.game for hit in database.find(fen=position)], f"Python finds {position}")
        surfaces.expect(len(expected), database.count(fen=position, index=choose.random() < 0.5), f"Python counts {position}")
    return "positions"


def players(choose, surfaces, _pool, model):
    name = choose.choice(model.players())
    expected = model.found(lambda version: name in (version.white, version.black))
    found = json.loads(surfaces.command("list", surfaces.path, "--player", f"={name}", "--json"))
    if name != "?":
        surfaces.expect(expected, [game["game"] for game in found], f"the command lists {name}")
        with surfaces.open() as database:
            surfaces.expect(expected, [hit.game for hit in database.find(player=f"={name}")], f"Python finds {name}")
    return "players"


def round_trip(choose, surfaces, _pool, model):
    """Packed again from its PGN, the database has the same text."""
    pgn, again = surfaces.folder / "again.pgn", surfaces.folder / "again.plypack"
    pgn.write_text(model.text(), encoding="utf-8")
    surfaces.command("pack", pgn, "-o", again, "--codec", choose.choice(CODECS), "--force")
    surfaces.expect(model.text(), surfaces.unpack(again), "the database packed again")
    return "round trip"


def damage(choose, surfaces, _pool, model):
    """A damaged copy is reported, or gives the same games."""
    copy = surfaces.folder / "damaged.plypack"
    data = bytearray(surfaces.path.read_bytes())
    if choose.random() < 0.3:
        del data[choose.randrange(len(data)) :]
    for _ in range(choose.choice([1, 1, 3])):
        if data:
            data[choose.randrange(len(data))] ^= 1 << choose.randrange(8)
    copy.write_bytes(data)
    verified, unpacked = surfaces.run("verify", copy), surfaces.run("unpack", copy)
    is_equal = unpacked.stdout.decode(errors="replace") == model.text()
    for done, name in ((verified, "verify"), (unpacked, "unpack")):
        if done.returncode == 0 and not (unpacked.returncode == 0 and is_equal):
            raise Difference(f"{name} says nothing of damage, and games are lost or other ones: {copy}")
        if done.returncode != 0 and not done.stderr:
            raise Difference(f"{name} ended with {done.returncode} without a message: {copy}")
    return "damage"


CHECKS = {everything: 3, positions: 8, players: 3, round_trip: 2, damage: 6}


def _check_counts(surfaces, model):
    info = json.loads(surfaces.command("info", surfaces.path, "--json"))
    surfaces.expect((len(model.numbers()), len(model)), (info["games"], info["next_number"]), "games and the next number")


def _some(choose, numbers):
    return sorted(choose.sample(list(numbers), k=min(len(numbers), choose.choice([1, 1, 3, 10]))))


def _maybe(choose, option):
    return [option] if choose.random() < 0.5 else []
