//! The commands of the documents, as readers type them: they run in order in one folder, and print the documented output.

use std::{
    collections::BTreeSet,
    fs,
    path::Path,
    process::{Command, Output},
};

use super::{Desk, SAMPLES, sample, tier};

/// External programs: a command that needs a missing one is skipped.
const OTHERS: [&str; 2] = ["jq", "duckdb"];

/// The documents, in the order in which they are read.
const DOCUMENTS: [&str; 2] = ["README.md", "src/cli/TASKS.md"];

/// The file that the text says to fetch; the test uses some of the samples instead.
const FETCHED: &str = "lichess_db_standard_rated_2013-01.pgn.zst";

/// A command of a document, and its output if the document gives it.
struct Step {
    command: String,
    printed: Option<String>,
}

/// The steps of the blocks in `sh` (only commands) and `console` (`$ ` before a command, followed by its output).
fn steps(document: &str) -> Vec<Step> {
    let text = fs::read_to_string(Path::new(SAMPLES).join("../..").join(document)).unwrap();
    let blocks = text.split("```").skip(1).step_by(2);
    blocks
        .flat_map(|block| match block.split_once('\n') {
            Some(("console", lines)) => typed(lines),
            Some(("sh", lines)) => lines.lines().map(|line| Step { command: line.to_owned(), printed: None }).collect(),
            _ => Vec::new(),
        })
        .collect()
}

/// The commands of a terminal: a command with an open `"` continues on the next line.
fn typed(lines: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for line in lines.lines() {
        let is_open = |step: &Step| step.command.matches('"').count() % 2 == 1;
        match (line.strip_prefix("$ "), steps.last_mut()) {
            (_, Some(step)) if is_open(step) => step.command.extend(["\n", line]),
            (Some(command), _) => steps.push(Step { command: command.to_owned(), printed: Some(String::new()) }),
            (None, Some(Step { printed: Some(printed), .. })) => printed.extend([line, "\n"]),
            (None, _) => panic!("{line}: a block of a terminal begins with a command"),
        }
    }
    steps
}

fn shell(desk: &Desk, command: &str) -> Output {
    let programs = Path::new(env!("CARGO_BIN_EXE_plypack")).parent().unwrap().to_owned();
    let others = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths([programs].into_iter().chain(std::env::split_paths(&others))).unwrap();
    let command = format!("exec 2>&1\n{command}");
    Command::new("sh").args(["-c", &command]).env("PATH", path).current_dir(&desk.0).output().unwrap()
}

/// Returns a reader's folder with the samples.
fn desk() -> Desk {
    let desk = Desk::new();
    fs::create_dir_all(desk.path("conformance/samples")).unwrap();
    for entry in fs::read_dir(SAMPLES).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            fs::copy(&path, desk.path("conformance/samples").join(path.file_name().unwrap())).unwrap();
        }
    }
    desk
}

/// The command in the form that the test runs; `None` if it builds, fetches or installs something.
fn runnable(command: &str) -> Option<String> {
    ["plypack ", "duckdb "].iter().any(|program| command.starts_with(program)).then(|| command.to_owned())
}

/// Runs the commands in order. Returns those whose output differs from the document, with their output.
fn wrong_answers(desk: &Desk, missing: &BTreeSet<&str>) -> String {
    let mut ran = 0;
    let mut compared = 0;
    let mut wrong = String::new();
    for step in DOCUMENTS.into_iter().flat_map(steps) {
        let Some(command) = runnable(&step.command) else { continue };
        // The name of a missing program, or an extension such as `.duckdb` of a file that the program made.
        if missing.iter().any(|program| command.contains(program)) {
            continue;
        }
        let output = shell(desk, &command);
        let printed = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{command}: {:?}\n{printed}", output.status);
        ran += 1;
        if let Some(expected) = step.printed {
            compared += 1;
            if printed != expected {
                wrong.extend(["$ ", &command, "\n", &printed]);
            }
        }
    }
    assert!(ran >= 20 && compared >= 10, "{ran} commands, {compared} with answers: are the blocks still found?");
    wrong
}

/// Runs git in the folder of a desk. Returns its output lines; `None` if it is not installed.
fn git(desk: &Desk, arguments: &[&str]) -> Option<Vec<String>> {
    let mut command = Command::new("git");
    // The user's git settings can ignore more files than the repository does.
    command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
    let output = command.args(arguments).current_dir(&desk.0).output().ok()?;
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect())
}

#[test]
fn the_readme_names_the_oldest_rust() {
    let text = fs::read_to_string(Path::new(SAMPLES).join("../../README.md")).unwrap();
    assert!(text.contains(&format!("With Rust ({} or newer)", env!("CARGO_PKG_RUST_VERSION"))));
}

/// A second pass in the same folder gives the same output. After both, no file of the checkout is changed, and `.gitignore` covers all new
/// files.
#[test]
fn the_commands_of_the_documents_print_what_they_say() {
    let desk = desk();
    fs::copy(Path::new(SAMPLES).join("../../.gitignore"), desk.path(".gitignore")).unwrap();
    let has_git = git(&desk, &["init", "--quiet"]).is_some() && git(&desk, &["add", "--all"]).is_some();
    desk.write(FETCHED, zstd::encode_all(&*sample("famous.pgn"), 3).unwrap());
    let missing: BTreeSet<&str> =
        OTHERS.into_iter().filter(|program| !shell(&desk, &format!("command -v {program}")).status.success()).collect();
    if !missing.is_empty() {
        tier::skip(&format!("in part: {missing:?} are not installed"));
    }
    for pass in ["the first pass", "the second pass"] {
        // A split does not replace files.
        drop(fs::remove_dir_all(desk.path("years")));
        let wrong = wrong_answers(&desk, &missing);
        assert!(wrong.is_empty(), "the documents say something else than {pass}:\n{wrong}");
    }
    if !has_git {
        tier::skip("in part: git is not installed");
        return;
    }
    assert_eq!(git(&desk, &["ls-files", "--others", "--exclude-standard"]).unwrap(), [""; 0], "are not ignored");
    assert_eq!(git(&desk, &["diff", "--name-only"]).unwrap(), [""; 0], "are changed");
}
