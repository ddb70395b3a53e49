#!/usr/bin/env python3
"""Branch coverage of the library: `python3 tests/coverage [--missing [FOLDER ...]]`.

Runs the unit tests, tests/library and the tests of the command, and prints a table of the folders of src: branches, branches that the
vectors alone reach, and branches that all these tests reach. With --missing, lists the branches that no test reaches.

rustc counts both ways of a condition (`if`, `let ... else`, guards, `&&`, `||`), and neither `?`, `match` nor code that a macro makes.
The program leaves out branches of the tests themselves. In the folders CHECKED, unreached.txt names each unreached branch with its
reason: by file, way and text, once for each condition of that text. The program fails if it names too few or too many; `sometimes`
instead of `never` names a branch that some runs reach.
"""
import collections, glob, json, os, pathlib, re, shutil, subprocess, sys

if os.path.basename("".join(sys.argv[1:2])).startswith("rustc"):  # Cargo calls this program as its compiler.
    os.execvpe(sys.argv[1], [*sys.argv[1:], "-Cinstrument-coverage", "-Zcoverage-options=branch"], {**os.environ, "RUSTC_BOOTSTRAP": "1"})
HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"), "coverage").absolute()
CHECKED = ("container", "file")
IN_TEST = r"#\[cfg\(.*\btest\b.*\)\]\n(?:#\[.*\]\n)*(?:pub(?:\(.*\))? )?mod "
# Leaves out tests that kill programs, race with them or fail a sample of allocations: each run reaches other branches.
PROGRAMS = ["-p", "plypack", "-p", "plypack-cli", "--lib", "--test", "library", "--test", "command"]
LEVEL = ["--config", "profile.test.package.plypack.opt-level=1"]  # faster to build


def output(*command, **env):
    return subprocess.run(command, cwd=ROOT, env={**os.environ, **env}, check=True, stdout=subprocess.PIPE, text=True).stdout


def tool(name):
    """Returns the newest program with this name, from rustup's component llvm-tools or from the system."""
    of_rustup = glob.glob(output("rustc", "--print", "sysroot").strip() + f"/lib/rustlib/*/bin/{name}")
    found = filter(shutil.which, [*of_rustup, *(f"{name}-{version}" for version in range(99, 14, -1)), name])
    return next(found, None) or sys.exit(f"{name} is missing: run `rustup component add llvm-tools`, or install LLVM as new as rustc's")


def built():
    """The test programs, each with the folder of its package and the name of its target."""
    command = ["cargo", "test", *PROGRAMS, *LEVEL, "--target-dir", str(TARGET), "--no-run", "--message-format=json"]
    messages = map(json.loads, output(*command, RUSTC_WORKSPACE_WRAPPER=str(HERE / "__main__.py")).splitlines())
    return [(message["executable"], pathlib.Path(message["manifest_path"]).parent, message["target"]["name"])
            for message in messages if message.get("executable") and message["profile"]["test"]]


def run(program, profiles, *arguments):
    """Runs a test program like Cargo. Returns whether its tests pass. Programs that it starts merge their counts into
    the same few files."""
    path, package, name = program
    env = {**os.environ, "CARGO_MANIFEST_DIR": str(package), "LLVM_PROFILE_FILE": f"{profiles}/%4m"}
    done = subprocess.run([path, "-q", *arguments], cwd=package, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    print(name, *arguments, done.stdout[-2000:].strip() if done.returncode else "passes", flush=True)
    return done.returncode == 0


def measured(profiles, programs):
    """The numbers of times that each condition was true and false, by file and place."""
    data = TARGET / "merged"
    files = [path for folder in profiles for path in glob.glob(f"{folder}/*")]
    output(tool("llvm-profdata"), "merge", "-sparse", "-failure-mode=all", "-o", data, *files)
    objects = [f"-object={path}" for path, *_ in programs]
    command = TARGET / "debug/plypack"
    report = output(tool("llvm-cov"), "export", "-skip-functions", f"-instr-profile={data}", command, *objects)
    counts = collections.defaultdict(collections.Counter)
    for file in json.loads(report)["data"][0]["files"]:
        for line, column, end_line, end, true, false, *_ in file["branches"]:
            counts[pathlib.Path(file["filename"]), line, column, end_line, end].update(true=true, false=false)
    return counts


def sources():
    """The text of each file of the library, without its tests."""
    texts = {path: path.read_text("utf-8") for path in (ROOT / "src").rglob("*.rs")
             if path.relative_to(ROOT).parts[1] not in ("cli", "ffi", "server")}
    tests = {(path.parent if path.stem in ("mod", "lib") else path.with_suffix("")) / name
             for path, text in texts.items() for name in re.findall(IN_TEST + r"(\w+);", text)}
    return {path: re.split(f"^{IN_TEST}\\w+ {{", text, maxsplit=1, flags=re.M)[0].split("\n")
            for path, text in texts.items() if not tests & {path.with_suffix(""), *path.parents}}


def branches(by_vectors, by_all):
    """Each branch: its file, line, folder and text, and whether the vectors and all tests reach it."""
    texts = sources()
    for place in sorted(by_all):
        path, line, column, end_line, end = place
        if path not in texts or line > len(texts[path]):
            continue
        lines = texts[path][line - 1:end_line - 1] + [texts[path][end_line - 1][:end - 1]]
        condition = " ".join("\n".join(lines)[column - 1:].split())
        name = path.relative_to(ROOT)
        folder = "/".join(name.parts[1:3 if name.parts[1] == "codecs" else 2]).removesuffix(".rs")
        for way in ("true", "false"):
            yield f"{name.as_posix()}: never {way}: {condition}", line, folder, by_vectors[place][way] > 0, by_all[place][way] > 0


def main():
    programs = built()
    vectors, rest = TARGET / "profiles/vectors", TARGET / "profiles/rest"
    shutil.rmtree(TARGET / "profiles", ignore_errors=True)
    passed = [run(program, vectors, "vectors::") for program in programs if program[2] == "library"]
    passed += [run(program, rest, *(["--skip=vectors::"] if program[2] == "library" else [])) for program in programs]
    found = list(branches(measured([vectors], programs), measured([vectors, rest], programs)))

    named = collections.Counter(re.findall(r"^src/.*$", (HERE / "unreached.txt").read_text("utf-8"), re.M))
    unreached = collections.Counter(key for key, *_, reached in found if not reached)
    table = collections.defaultdict(collections.Counter)
    wanted = sys.argv[2:] if sys.argv[1:2] == ["--missing"] else None
    for key, line, folder, of_vectors, reached in found:
        table[folder].update(branches=1, vectors=of_vectors, all=reached)
        if not reached and wanted is not None and (not wanted or folder in wanted):
            print(key.replace(":", f":{line}:", 1) + (" (named)" if key in named else ""))
    print(f"{'folder':28}{'branches':>10}{'vectors':>10}{'all tests':>10}")
    for folder, row in sorted(table.items()):
        print(f"{folder:28}{row['branches']:10}{row['vectors']:10}{row['all']:10}")

    checked = collections.Counter({key: n for key, n in unreached.items() if key.split("/")[1] in CHECKED})
    either = {key: key.replace(": never ", ": sometimes ") for key, *_ in found}
    expected = collections.Counter({key: n for key, n in named.items() if ": sometimes " not in key})
    complaints = [f"not in unreached.txt: {key}" for key in (checked - expected).elements() if either[key] not in named]
    complaints += [f"in unreached.txt, but reached or gone: {key}" for key in (expected - unreached).elements()]
    complaints += [f"in unreached.txt, but gone: {key}" for key in set(named - expected) - set(either.values())]
    print(*sorted(complaints), sep="\n")
    return bool(complaints) or not all(passed)


if __name__ == "__main__":
    sys.exit(main())
