"""``python -m plypack``: what Python adds to the command ``plypack``."""

from __future__ import annotations

import argparse
import sys

from ._library import PlypackError, library_version


def main(arguments: list[str] | None = None) -> int:
    """Runs a command; 1 for errors of files, 2 for wrong usage."""
    parser = _parser()
    given = parser.parse_args(arguments)
    if given.command is None:
        parser.print_help()
        return 0
    try:
        return _COMMANDS[given.command](given)
    except (OSError, ValueError, PlypackError) as error:
        print(f"{parser.prog}: {error}", file=sys.stderr)
        return 1
    except ImportError as error:
        print(f"{parser.prog}: {error}; {given.command} needs pyarrow: pip install 'plypack[parquet]'", file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m plypack", description="What Python adds to the command plypack.")
    parser.add_argument("--version", action="version", version=f"plypack {library_version()}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    parquet = commands.add_parser(
        "to-parquet",
        help="write the games as a Parquet file",
        description="Writes the games of plypack files as a Parquet file.",
    )
    parquet.add_argument("files", nargs="+", metavar="FILE", help="plypack files, folders of them, patterns, URLs")
    parquet.add_argument("-o", "--output", required=True, metavar="OUT.parquet", help="is replaced when the new file is complete")
    parquet.add_argument(
        "--layout",
        choices=["aix", "lichess", "plies"],
        default="aix",
        help="columns of the Lichess database for Aix, columns of Lichess's own data sets, or a row for each position (aix unless given)",
    )
    parquet.add_argument("--level", type=_level, default=9, metavar="N", help="level of zstd, 1 to 22 (9 unless given)")
    back = commands.add_parser(
        "from-parquet",
        help="pack the games of a Parquet file",
        description="Packs the games of a Parquet file with the columns that Lichess publishes, as to-parquet --layout lichess writes them.",
    )
    back.add_argument("file", metavar="FILE.parquet")
    back.add_argument("-o", "--output", required=True, metavar="OUT.plypack", help="is replaced when the new file is complete")
    return parser


def _level(text: str) -> int:
    level = int(text)
    if not 1 <= level <= 22:
        raise argparse.ArgumentTypeError("levels of zstd are 1 to 22")
    return level


def _to_parquet(given: argparse.Namespace) -> int:
    from .parquet import to_parquet

    written = to_parquet(given.files, given.output, layout=given.layout, level=given.level)
    print(f"{written.rows} {'plies' if given.layout == 'plies' else 'games'}: {written.bytes_in} bytes in plypack files, {written.bytes_out} in {given.output}")
    return 0


def _from_parquet(given: argparse.Namespace) -> int:
    from .parquet import from_parquet

    packed = from_parquet(given.file, given.output)
    print(f"{packed.games} games, {packed.issues} places that could not be parsed")
    return 0


_COMMANDS = {"to-parquet": _to_parquet, "from-parquet": _from_parquet}


if __name__ == "__main__":
    sys.exit(main())
