#!/usr/bin/env python3
"""Branch coverage of the library by its unit tests and tests/library: `python3 tests/coverage [--missing] [FOLDER ...]`.

Prints a table of the folders of src; with --missing also the branches that no test reaches. rustc counts both ways of conditions (`if`,
`let ... else`, guards, `&&`, `||`), not of `?` and `match`. Branches in tests do not count. unreached.txt names some, with reasons.
"""
import collections, glob, json, os, pathlib, re, shutil, subprocess, sys

if os.path.basename("".join(sys.argv[1:2])).startswith("rustc"):  # Cargo compiles by this program.
    os.execvpe(sys.argv[1], [*sys.argv[1:], "-Cinstrument-coverage", "-Zcoverage-options=branch"], {**os.environ, "RUSTC_BOOTSTRAP": "1"})
HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
IN_TEST = r"#\[cfg\(.*\btest\b.*\)\]\n(?:#\[.*\]\n)*(?:pub(?:\(.*\))? )?mod "
TESTS = ["cargo", "test", "-p", "plypack", "--lib", "--test", "library"]


def output(*command, **env):
    return subprocess.run(command, cwd=ROOT, env={**os.environ, **env}, check=True, stdout=subprocess.PIPE, text=True).stdout


def tool(name):
    """The newest program of this name: of rustup's component llvm-tools, or of the system."""
    of_rustup = glob.glob(output("rustc", "--print", "sysroot").strip() + f"/lib/rustlib/*/bin/{name}")
    found = filter(shutil.which, [*of_rustup, *(f"{name}-{version}" for version in range(99, 14, -1)), name])
    return next(found, None) or sys.exit(f"{name} is missing: run `rustup component add llvm-tools`, or install LLVM as new as rustc's")


def measured(profdata, cov, wrapper):
    """How often each condition was true and false, by file and place."""
    made = map(json.loads, output(*TESTS, "--no-run", "--message-format=json", RUSTC_WORKSPACE_WRAPPER=wrapper).splitlines())
    programs = [message["executable"] for message in made if message.get("executable")]
    folder = pathlib.Path(programs[0]).parents[2] / "coverage"
    shutil.rmtree(folder, ignore_errors=True)
    print(output(*TESTS, RUSTC_WORKSPACE_WRAPPER=wrapper, LLVM_PROFILE_FILE=f"{folder}/%p")[-200:])
    output(profdata, "merge", "-sparse", "-o", f"{folder}/all", *glob.glob(f"{folder}/*"))
    report = output(cov, "export", f"-instr-profile={folder}/all", programs[0], *(f"-object={program}" for program in programs[1:]))
    counts = collections.defaultdict(collections.Counter)
    for file in json.loads(report)["data"][0]["files"]:
        for line, column, end_line, end, true, false, *_ in file["branches"]:
            counts[pathlib.Path(file["filename"]), line, column, end_line, end].update(true=true, false=false)
    return sorted(counts.items())


texts = {path: path.read_text("utf-8") for path in (ROOT / "src").rglob("*.rs")}
starts = {path: re.search(f"^{IN_TEST}\\w+ {{", text, re.M) for path, text in texts.items()}
tests = {(path.parent if path.stem in ("mod", "lib") else path.with_suffix("")) / name
         for path, text in texts.items() for name in re.findall(IN_TEST + r"(\w+);", text)}
named = re.findall(r"^(src/.*)$", (HERE / "unreached.txt").read_text("utf-8"), re.M)
table = collections.defaultdict(collections.Counter)
for (path, line, column, end_line, end), counts in measured(tool("llvm-profdata"), tool("llvm-cov"), str(HERE / "__main__.py")):
    if path not in texts or tests & {path.with_suffix(""), *path.parents} or starts[path] and line > texts[path].count("\n", 0, starts[path].start()):
        continue
    lines = texts[path].split("\n")[line - 1:end_line - 1] + [texts[path].split("\n")[end_line - 1][:end - 1]]
    condition = " ".join(("\n".join(lines)[column - 1:]).split())
    place, folder = path.relative_to(ROOT).as_posix(), path.relative_to(ROOT).parts[1]
    for way in ("true", "false"):
        key = f"{place}: never {way}: {condition}"
        state = "reached" if counts[way] else "named" if key in named else "missing"
        table[folder].update([state, "all"])
        if state == "missing" and "--missing" in sys.argv and (folder in sys.argv or len(sys.argv) == 2):
            print(f"{place}:{line}: never {way}: {condition}")
print(f"{'folder':16}{'branches':>10}{'reached':>10}{'named':>8}{'missing':>9}")
for folder, row in table.items():
    print(f"{folder:16}{row['all']:10}{row['reached']:10}{row['named']:8}{row['missing']:9}")
