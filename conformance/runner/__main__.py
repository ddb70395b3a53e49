"""Conformance suite of plypack: `python3 conformance/runner run --impl COMMAND`. See conformance/README.md.

Exit codes: 0 success; 1 a vector failed; 2 the suite or the arguments are wrong; 3 an implementation cannot be used.
"""

import argparse
import os
import shlex
import sys

import lint
import manifest
import matrix
import road_map
import run
import suite
from checks import Settings
from implementation import Implementation, Unusable

# The default for the second implementation of `matrix`.
PYTHON = shlex.join([sys.executable, str(suite.FOLDER / "adapters/python/main.py")])
ALL_IS_WELL, FAILED, WRONG_USE, UNUSABLE = range(4)


def selected(arguments):
    """The vectors that the arguments name, in the order of the road map."""
    vectors = suite.asked()
    if arguments.step:
        numbers = road_map.chosen(arguments.step)
        vectors = [vector for vector in vectors if road_map.number_of(vector) in numbers]
    return road_map.in_order(suite.select(vectors, arguments.only, arguments.without))


def run_command(arguments):
    vectors = selected(arguments)
    known = run.read_known(arguments.known)
    with Implementation(arguments.impl[0], arguments.limit) as implementation:
        report = run.run(implementation, vectors, known, Settings(arguments.errors, arguments.offsets, arguments.every))
    report.print_summary()
    if arguments.report:
        report.write(arguments.report)
    return FAILED if report.is_bad() else ALL_IS_WELL


def list_command(arguments):
    for vector in selected(arguments):
        print(f"{vector['id']}: {vector['title']}")
    return ALL_IS_WELL


def steps_command(_arguments):
    for line in road_map.shown():
        print(line)
    return ALL_IS_WELL


def lint_command(_arguments):
    complaints = lint.complaints()
    for complaint in complaints:
        print(complaint)
    print(f"{len(complaints)} complaints")
    return FAILED if complaints else ALL_IS_WELL


def manifest_command(_arguments):
    manifest.write()
    return ALL_IS_WELL


def matrix_command(arguments):
    commands = arguments.impl if len(arguments.impl) > 1 else [*arguments.impl, PYTHON]
    if len(commands) != 2:
        raise suite.WrongUse("matrix compares two implementations: give --impl once or twice")
    first, second = (Implementation(command, arguments.limit) for command in commands)
    with first, second:
        outcome = matrix.Matrix(first, second, arguments.codecs).run()
    outcome.print_summary()
    return FAILED if outcome.failures else ALL_IS_WELL


COMMANDS = {
    "run": (run_command, "tests an implementation with the vectors"),
    "matrix": (matrix_command, "checks that two implementations read each other's files and codes"),
    "steps": (steps_command, "shows the road map: the steps in which an implementation grows"),
    "list": (list_command, "lists the vectors"),
    "lint": (lint_command, "checks the suite itself"),
    "manifest": (manifest_command, "writes manifest.json and ROADMAP.md"),
}


def parse(arguments):
    parser = argparse.ArgumentParser(prog="conformance/runner", description="Conformance suite of plypack.")
    commands = parser.add_subparsers(dest="command", required=True)
    parts = {name: commands.add_parser(name, help=text) for name, (_, text) in COMMANDS.items()}
    for name in ("run", "matrix"):
        parts[name].add_argument("--impl", required=True, action="append", metavar="COMMAND", help="command of an implementation of the protocol")
        parts[name].add_argument("--limit", type=float, default=20, metavar="SECONDS", help="time limit for one vector, in seconds (20)")
    for name in ("run", "list"):
        parts[name].add_argument("--step", metavar="N", help="only this step of the road map, or those from one to another: 1-5")
        parts[name].add_argument("--only", action="append", default=[], metavar="PATTERN", help="only vectors whose id matches, such as codecs/byte/*; may be repeated")
        parts[name].add_argument("--without", action="append", default=[], metavar="PATTERN", help="excludes vectors whose id matches")
    parts["run"].add_argument("--known", metavar="FILE", help="expected failures: an id and the reason per line")
    parts["run"].add_argument("--errors", choices=["code", "class", "reject"], default="code", help="how strictly errors are compared")
    parts["run"].add_argument("--offsets", action="store_true", help="compares the offsets of errors too, which are advisory (limits.13)")
    parts["run"].add_argument("--every", type=int, default=1, metavar="N", help="of bad codes derived from good ones, tries only every Nth: for slow implementations")
    parts["run"].add_argument("--report", metavar="FILE", help="writes all outcomes as JSON Lines")
    parts["matrix"].add_argument("--codecs", type=lambda text: text.split(","), metavar="A,B", help="only these codecs")
    return parser.parse_args(arguments)


def main():
    arguments = parse(sys.argv[1:])
    try:
        code = COMMANDS[arguments.command][0](arguments)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        # The reader of the output closed the pipe, as in `list | head`.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ALL_IS_WELL
    except suite.WrongUse as error:
        print(error, file=sys.stderr)
        return WRONG_USE
    except Unusable as error:
        print(error, file=sys.stderr)
        return UNUSABLE


if __name__ == "__main__":
    sys.exit(main())
