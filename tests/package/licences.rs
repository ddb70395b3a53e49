//! Everything that is built into plypack may be distributed under GPL-3.0-or-later. `.ci/run` asks cargo-deny as well, which knows
//! crates for other systems and advisories; this needs nothing but what was downloaded to build the tests.

use std::{collections::BTreeSet, fs, process::Command};

use serde_json::Value;

use super::{printed, root};

/// What `cargo metadata` says of all packages that are built for this system.
fn packages() -> Vec<Value> {
    let version = printed(Command::new("rustc").arg("-vV"));
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    let arguments = ["metadata", "--format-version", "1", "--locked", "--offline", "--filter-platform", host];
    let metadata = printed(Command::new(env!("CARGO")).args(arguments).current_dir(root()));
    let mut metadata: Value = serde_json::from_str(&metadata).unwrap();
    serde_json::from_value(metadata["packages"].take()).unwrap()
}

/// The licences that `.ci/deny.toml` allows.
fn allowed() -> BTreeSet<String> {
    let text = fs::read_to_string(root().join(".ci/deny.toml")).unwrap();
    let list = text.split_once("\nallow = [").and_then(|(_, rest)| rest.split_once("\n]")).unwrap().0;
    list.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Whether an SPDX expression leaves a choice of which everything is allowed. `AND` binds more than `OR`, `/` is an old `OR`.
fn is_allowed(expression: &str, allowed: &BTreeSet<String>) -> bool {
    let expression = expression.replace('/', " OR ");
    if let Some((before, rest)) = expression.split_once('(') {
        let (inner, after) = rest.split_once(')').expect("a closing parenthesis");
        // A licence that stands for what the parentheses come to.
        let value = if is_allowed(inner, allowed) { "MIT" } else { "nothing" };
        return is_allowed(&format!("{before}{value}{after}"), allowed);
    }
    let all = |choice: &str| choice.split(" AND ").all(|name| allowed.contains(name.trim()));
    expression.split(" OR ").any(all)
}

#[test]
fn licences_of_all_crates_are_allowed() {
    let (packages, allowed) = (packages(), allowed());
    assert!(packages.len() > 50 && allowed.contains("MIT"), "{} packages, {allowed:?}", packages.len());
    for package in &packages {
        let licence = package["license"].as_str().unwrap_or("no licence");
        assert!(is_allowed(licence, &allowed), "{}: {licence}", package["name"]);
    }
}

#[test]
fn expressions_are_read_as_spdx_means_them() {
    let allowed: BTreeSet<String> = ["MIT", "Zlib"].map(str::to_owned).into();
    for (expression, is) in [
        ("MIT", true),
        ("GPL-2.0-only", false),
        ("GPL-2.0-only OR Zlib", true),
        ("GPL-2.0-only/MIT", true),
        ("MIT AND GPL-2.0-only", false),
        ("(MIT OR GPL-2.0-only) AND Zlib", true),
        ("(MIT AND GPL-2.0-only) OR SSPL-1.0", false),
        ("MIT WITH an-exception", false),
    ] {
        assert_eq!(is_allowed(expression, &allowed), is, "{expression}");
    }
}
