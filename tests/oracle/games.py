"""A pool of random games, with their texts and positions."""

import io

import chess
import chess.pgn

import plypack
from model import Version

GAMES = 400
PLAYERS = ["Anderssen, Adolf", "Morphy, Paul", "Schiffers, Emanuel", "O'Hanlon, John", "Müller, Jörg", "?", "Vera, Menchik", "X"]
WORDS = ["a plan", "better was", "Zeitnot", "the end]", "1-0 soon", "ü ß é", "[%clk 0:01:02]", "[%eval 0.25]"]
STARTS = ["4k3/P6p/8/8/8/8/p6P/4K3 w - - 0 1", "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 12", "8/8/8/4k3/8/4K3/4P3/8 b - - 3 40"]


def make(choose, surfaces):
    """Returns the games of the pool.

    The command packs their texts once and unpacks them in its own form; the package `chess` reads the same main lines
    and tags in both forms, and the Python package returns the same texts.
    """
    written = [_game(choose, number) for number in range(GAMES)]
    pgn, packed = surfaces.folder / "pool.pgn", surfaces.folder / "pool.plypack"
    pgn.write_text("".join(text for text, _ in written), encoding="utf-8")
    surfaces.command("pack", pgn, "-o", packed, "--force")
    with plypack.open(packed) as database:
        texts = [game.pgn for game in database]
    surfaces.expect("\n".join(texts), surfaces.unpack(packed), "the pool as the command and as Python give it")
    surfaces.expect(GAMES, len(texts), "games of the pool")
    return [_version(surfaces, text, *game) for text, game in zip(texts, written, strict=True)]


def _version(surfaces, text, written, positions):
    tags, moves = _read(text)
    expected = _read(written)
    surfaces.expect(expected, (tags, moves), f"a game of the pool: {written}")
    return Version(text, tags.get("White", ""), tags.get("Black", ""), frozenset(positions))


def _read(text):
    game = chess.pgn.read_game(io.StringIO(text))
    tags = {name: value for name, value in game.headers.items() if name != "Result"}
    return tags, [move.uci() for move in game.mainline_moves()]


def _game(choose, number):
    """Returns a text, and the positions of its main line as EPD."""
    board = chess.Board()
    tags = [("Event", f"Open {number % 7}"), ("Round", str(number))]
    tags += [("White", choose.choice(PLAYERS)), ("Black", choose.choice(PLAYERS)), ("Date", f"{choose.randint(1850, 2026)}.??.??")]
    if choose.random() < 0.15:
        board = chess.Board(choose.choice(STARTS))
        tags += [("SetUp", "1"), ("FEN", board.fen())]
    choose.shuffle(tags)
    words, positions = [], {board.epd(en_passant="legal")}
    for _ in range(choose.choice([0, 1, 8, 30, 80])):
        moves = list(board.legal_moves)
        if not moves:
            break
        move = choose.choice(moves)
        words.append(_numbered(board, move))
        if choose.random() < 0.05:
            words.append(f"${choose.randint(1, 20)}")
        if choose.random() < 0.1:
            words.append("{" + choose.choice(WORDS) + "}")
        if choose.random() < 0.05:
            words.append(f"({_numbered(board, choose.choice(moves))} {{{choose.choice(WORDS)}}})")
        board.push(move)
        positions.add(board.epd(en_passant="legal"))
    if choose.random() < 0.05:
        words.append("garbage and more")
    words.append(choose.choice(["1-0", "0-1", "1/2-1/2", "*"]))
    section = "".join(f'[{name} "{value}"]\n' for name, value in tags)
    return f"{section}\n{' '.join(words)}\n\n", positions


def _numbered(board, move):
    dots = "." if board.turn == chess.WHITE else "..."
    return f"{board.fullmove_number}{dots} {board.san(move)}"
