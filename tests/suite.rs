//! The conformance suite: runs its runner on the adapters of this repository, and on broken adapters, whose faults it
//! must find. `c-tests/conformance.rs` tests the adapter in C.

#![cfg(unix)]

#[path = "support/cargo.rs"]
mod cargo;

use std::{
    fs,
    path::Path,
    process::{Command, Output},
    sync::LazyLock,
};

use serde_json::Value;

#[path = "support/tier.rs"]
mod tier;

const PYTHON: &str = "python3 conformance/adapters/python/main.py";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns whether there is a Python for the runner; says so if not.
fn has_python() -> bool {
    let has = Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success());
    if !has {
        tier::skip("python3 is not installed");
    }
    has
}

fn runner(arguments: &[&str]) -> Output {
    let mut command = Command::new("python3");
    command.arg("conformance/runner").args(arguments).current_dir(root());
    command.output().unwrap()
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// Runs the runner, which must end with this code, and returns its output.
fn ends(code: i32, arguments: &[&str]) -> String {
    let output = runner(arguments);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}:\n{}", text(&output));
    text(&output)
}

/// The codes, sums and squares in the chapters equal the results of the Python implementation.
#[test]
fn examples_of_the_chapters() {
    if !has_python() {
        return;
    }
    let mut command = Command::new("python3");
    command.args(["-m", "unittest", "test_examples"]).current_dir(root().join("conformance/python"));
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", text(&output));
}

/// The Rust adapter, built with the profile of this test.
static RUST: LazyLock<String> = LazyLock::new(|| {
    cargo::build(root());
    cargo::profile_folder().join("examples/adapter").display().to_string()
});

fn report(path: &Path) -> Vec<Value> {
    let lines = fs::read_to_string(path).unwrap();
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Returns the outcomes of the vectors in a report.
fn outcomes(report: &[Value]) -> Vec<(&str, &str)> {
    let rows = report.iter().filter(|row| row.get("id").is_some());
    rows.map(|row| (row["id"].as_str().unwrap(), row["outcome"].as_str().unwrap())).collect()
}

#[test]
fn the_suite_is_sound() {
    if has_python() {
        assert_eq!(ends(0, &["lint"]), "0 complaints\n");
    }
}

/// No vector needs more chapters than the steps up to its own explain. The modules that the Python implementation runs
/// for a vector show its chapters.
#[test]
fn the_road_map_is_playable() {
    if !has_python() {
        return;
    }
    let mut tests = Command::new("python3");
    let output = tests.arg("conformance/runner/test_road_map.py").current_dir(root()).output().unwrap();
    assert!(output.status.success(), "{}", text(&output));
}

/// Steps run in order; a passed step says what the program can do now, and the first failed step is the next to work
/// on.
#[test]
fn steps_are_taken_in_order() {
    if !has_python() {
        return;
    }
    let said = ends(0, &["run", "--impl", PYTHON, "--step", "1-2"]);
    let place = |part: &str| said.find(part).unwrap_or_else(|| panic!("{part}: {said}"));
    assert!(place("step 1, wire: ") < place("Now you can read the integers") && place("Now") < place("step 2, tags: "));
    assert!(!said.contains("go on at") && said.contains("| core    | yes   | -      | -        | -       |"), "{said}");
    let bad = "python3 conformance/adapters/broken.py loses-the-last-tags";
    let said = ends(1, &["run", "--impl", bad, "--step", "2-3"]);
    assert!(said.contains("go on at step 3, tags of files") && said.contains("spec/container.md"), "{said}");
    assert!(said.contains("and more in this step") && said.contains(" FAIL "), "{said}");
    ends(2, &["run", "--impl", PYTHON, "--step", "0"]);
    assert_eq!(ends(0, &["list", "--step", "1"]).lines().next(), Some("wire/varint-0: 0"));
}

#[test]
fn the_library_passes_every_vector() {
    if !has_python() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("report.jsonl");
    let said = ends(0, &["run", "--offsets", "--limit", "60", "--impl", &RUST, "--report", path.to_str().unwrap()]);
    let badge = said.lines().last().unwrap();
    assert!(
        badge.contains(
            "| core reads, writes, searches, imports; archive reads, writes, searches; lines reads, writes | "
        ),
        "{said}"
    );
    let report = report(&path);
    assert_eq!(report.last().unwrap()["counts"], serde_json::json!({"passed": outcomes(&report).len()}));
    let manifest: Value = serde_json::from_slice(&fs::read(root().join("conformance/manifest.json")).unwrap()).unwrap();
    let made = |id: &str| ["samples/", "tags-of/", "index-of/"].iter().any(|start| id.starts_with(start));
    let of_files = outcomes(&report).iter().filter(|(id, _)| !made(id)).count();
    let steps = manifest["steps"].as_array().unwrap().iter().map(|step| step["count"].as_u64().unwrap()).sum::<u64>();
    assert!(manifest["count"] == of_files && steps == outcomes(&report).len() as u64);
}

/// Nothing fails; vectors that need more than the implementation has are skipped. Long lines of `tight`, which would
/// take half of the time, are left out: `python3 conformance/runner run --impl ...` without further arguments runs
/// them, too. The quick tier tries fewer bad codes.
#[test]
fn the_python_implementation_passes() {
    if has_python() {
        let (every, without) = tier::sized(("2000", &["codecs/tight/long*"][..]), ("50", &LONG_IN_PYTHON));
        let without: Vec<&str> = without.iter().flat_map(|pattern| ["--without", *pattern]).collect();
        if !tier::is_full() {
            tier::skip("in part: PLYPACK_FULL=1 tries more bad codes and long lines of tight");
        }
        ends(0, &[&["run", "--offsets", "--limit", "120", "--every", every, "--impl", PYTHON][..], &without].concat());
    }
}

const LONG_IN_PYTHON: [&str; 2] = ["codecs/tight/long-wandering*", "codecs/tight/long-chess960"];

#[test]
fn what_one_writes_the_other_reads() {
    if !tier::skips_slow() && has_python() {
        let said = ends(0, &["matrix", "--limit", "120", "--codecs", MATRIX_CODECS, "--impl", &RUST, "--impl", PYTHON]);
        assert!(said.contains(&format!("0 failures; codecs: {}", MATRIX_CODECS.replace(',', ", "))), "{said}");
    }
}

/// One codec without runs, and one with runs.
const MATRIX_CODECS: &str = "byte,tight";

/// The modes of `broken.py`, each with a vector that finds the fault and the outcome.
const BROKEN: [(&str, &str, &str); 39] = [
    ("castling-code", "codecs/byte/castling-white-king-side", "failed"),
    ("takes-trailing-bytes", "codecs/byte/bad-trailing", "failed"),
    ("calls-unsupported-corrupt", "container/unknown-section", "failed"),
    ("takes-overlong-integers", "wire/varint-overlong-127", "failed"),
    ("takes-illegal-moves", "codecs/byte/bad-encode-leaves-check", "failed"),
    ("ignores-checksums", "container/block-checksum", "failed"),
    ("wrong-offset", "codecs/byte/bad-second-move-bad", "failed"),
    ("no-offset", "codecs/byte/bad-second-move-bad", "failed"),
    ("wrong-code", "codecs/byte/bad-king-vector-0", "failed"),
    ("swaps-two-moves", "positions/promotions-white", "failed"),
    ("loses-the-last-game", "container/one-game", "failed"),
    ("forgets-rest", "container/every-section", "failed"),
    ("rewrites-what-was-there", "versions/append-same-version", "failed"),
    ("accepts-all", "codecs/byte/bad-king-vector-0", "failed"),
    ("refuses-all", "codecs/byte/castling-white-king-side", "failed"),
    ("footer-off-by-one", "container/no-games", "failed"),
    ("takes-the-older-record", "container/two-commits", "failed"),
    ("believes-records", "container/record-b-checksum", "failed"),
    ("accepts-a-cut-file", "container/cut-last-byte", "failed"),
    ("calls-unfinished-bytes-damage", "container/unfinished-byte", "failed"),
    ("leaves-unfinished-bytes", "container/append-after-unfinished-letters", "failed"),
    ("overwrites-the-record-in-force", "container/append-to-two-footers", "failed"),
    ("makes-a-new-id", "container/append-to-id", "failed"),
    ("lists-even-parts-again", "container/append-to-optional-even", "failed"),
    ("ignores-first-numbers", "container/first-number-above", "failed"),
    ("second-code-of-a-move", "codecs/byte/all-moves-double-check", "failed"),
    ("takes-null-moves-in-check", "codecs/byte/bad-null-move-in-check", "failed"),
    ("keeps-state-between-games-of-a-run", "container/runs-of-many-starts", "failed"),
    ("ignores-limits", "wire/column-huge", "failed"),
    ("writes-no-tags", "container/every-section", "failed"),
    ("loses-the-last-tags", "tags-of/container/one-game", "failed"),
    ("calls-optional-sections-unsupported", "container/unknown-section-unknown-compression", "failed"),
    ("cannot-read-values", "values/times", "failed"),
    ("crashes", "wire/crc32c-digits", "broken"),
    ("hangs", "wire/crc32c-digits", "broken"),
    ("prints-garbage", "wire/crc32c-digits", "broken"),
    ("answers-twice", "wire/crc32c-digits", "broken"),
    ("answers-another", "wire/crc32c-digits", "broken"),
    ("says-something-else", "wire/crc32c-digits", "broken"),
];

/// The vector for each fault finds it, and a fault that stops the program affects no other vector.
#[test]
fn broken_implementations_are_caught() {
    if !has_python() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("report.jsonl");
    for (mode, vector, outcome) in BROKEN.into_iter().step_by(tier::sized(4, 1)) {
        let command = format!("python3 conformance/adapters/broken.py {mode}");
        let others = ["--only", "wire/crc32c-*", "--only", "wire/strings-none"];
        let limit = if mode == "hangs" { "5" } else { "60" };
        let mut arguments = vec!["run", "--offsets", "--limit", limit, "--impl", &command, "--only", vector];
        arguments.extend(others.into_iter().chain(["--report", path.to_str().unwrap()]));
        ends(1, &arguments);
        let report = report(&path);
        for (id, got) in outcomes(&report) {
            let wanted = if id == vector { outcome } else { "passed" };
            let may_fail = mode == "refuses-all";
            assert!(got == wanted || may_fail && id != vector, "{mode}: {id} is {got}, not {wanted}");
        }
    }
}

#[test]
fn every_broken_mode_is_tested() {
    let source = fs::read_to_string(root().join("conformance/adapters/broken.py")).unwrap();
    let lists = source.split("ANSWERS = [").nth(1).and_then(|rest| rest.split("MODES").next()).unwrap();
    let words = lists.split(|c: char| !c.is_ascii_lowercase() && c != '_').filter(|word| !word.is_empty());
    let mut modes: Vec<String> = words.map(|word| word.replace('_', "-")).collect();
    let mut tested: Vec<&str> = BROKEN.iter().map(|(mode, ..)| *mode).collect();
    modes.sort_unstable();
    tested.sort_unstable();
    assert_eq!(modes, tested);
}

/// A known failure does not count as a failure, but a listed vector that passes does.
#[test]
fn known_failures_stay_true() {
    if !has_python() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let known = folder.path().join("known.txt");
    let run = |code, lines: &str, implementation: &str| {
        fs::write(&known, lines).unwrap();
        let known = known.to_str().unwrap();
        ends(code, &["run", "--impl", implementation, "--only", "wire/crc32c-*", "--known", known])
    };
    let crashes = "python3 conformance/adapters/broken.py crashes";
    assert!(run(0, "wire/crc32c-digits it falls over\n", crashes).contains("1 known failure"));
    assert!(run(1, "wire/crc32c-digits it falls over\n", PYTHON).contains("passes, but is known to fail"));
    run(2, "wire/crc32c-digits\n", PYTHON);
    run(2, "wire/no-such-vector because\n", PYTHON);
}

#[test]
fn exit_codes_tell_what_happened() {
    if has_python() {
        ends(2, &["run", "--impl", PYTHON, "--only", "no/such/*"]);
        ends(2, &["guess"]);
        ends(3, &["run", "--impl", "no-such-program"]);
        ends(3, &["run", "--impl", "echo hello"]);
        ends(3, &["run", "--impl", "true"]);
        ends(0, &["list", "--only", "wire/*"]);
    }
}

/// Offsets are advisory: they are compared only on request.
#[test]
fn offsets_are_compared_on_demand() {
    if has_python() {
        let wrong = "python3 conformance/adapters/broken.py wrong-offset";
        let run = ["run", "--impl", wrong, "--only", "codecs/byte/bad-second-move-bad"];
        ends(0, &run);
        ends(1, &[&run[..], &["--offsets"]].concat());
    }
}

/// A part that an implementation `lacks` is reported as skipped; for other parts, failures count.
#[test]
fn what_is_lacking_is_skipped() {
    if has_python() {
        let only = ["--only", "values/*", "--only", "container/values*", "--only", "wire/crc32c-*"];
        let run = |code, mode: &str| {
            let command = format!("python3 conformance/adapters/broken.py {mode}");
            ends(code, &[&["run", "--impl", &command][..], &only].concat())
        };
        let said = run(0, "lacks-values");
        assert!(said.contains("skipped: lacks values") && said.contains("wire: 4 passed"), "{said}");
        assert!(run(1, "cannot-read-values").contains("UNSUPPORTED_SECTION"));
        run(2, "lacks-nonsense");
        // Missing features do not excuse the refusal of other files.
        let archive = "python3 conformance/adapters/broken.py lacks-archive";
        ends(1, &["run", "--impl", archive, "--only", "container/unknown-section-unknown-compression"]);
        // A file in the vectors of a supported chapter may need another chapter.
        let tight = "python3 conformance/adapters/broken.py lacks-codecs/tight";
        let said = ends(0, &["run", "--impl", tight, "--only", "container/recover-run-longer"]);
        assert!(said.contains("1 skipped: lacks codecs/tight"), "{said}");
    }
}

/// Another implementation also reads the written files; and a reader of the output may stop early.
#[test]
fn writers_are_checked() {
    if has_python() {
        let bad = "python3 conformance/adapters/broken.py writes-no-tags";
        let said =
            ends(1, &["run", "--impl", bad, "--only", "container/every-section", "--only", "container/one-game"]);
        assert!(said.contains("container/every-section: failed: games[0].tags: gave"), "{said}");
        let mut shell = Command::new("sh");
        let output =
            shell.args(["-c", "python3 conformance/runner list | head -1"]).current_dir(root()).output().unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{}", text(&output));
    }
}

/// Two runs give the same report: it holds no times, places or process numbers.
#[test]
fn reports_can_be_compared() {
    if !has_python() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let run = |name: &str| {
        let path = folder.path().join(name);
        let crashes = "python3 conformance/adapters/broken.py crashes";
        ends(1, &["run", "--impl", crashes, "--only", "wire/*", "--report", path.to_str().unwrap()]);
        fs::read_to_string(path).unwrap()
    };
    assert_eq!(run("one"), run("two"));
}
