//! All crates that are built into the library, the command, the C library and the WebAssembly module have permissive
//! licences, and shakmaty, which is under the GPL, is not among them. `.ci/run` also runs cargo-deny, which knows
//! crates for other systems and advisories; this test needs only the files that were downloaded to build the tests.

use std::{collections::BTreeSet, fs, process::Command};

use super::{printed, root};

/// The products, each with its package and workspace.
const PRODUCTS: [(&str, &str); 4] =
    [("plypack", "."), ("plypack-cli", "."), ("plypack-c", "."), ("plypack-rust-user", "tests/rust_user")];

/// Names and licences of all packages built into a product.
fn packages(product: &str, workspace: &str) -> Vec<(String, String)> {
    let manifest = root().join(workspace).join("Cargo.toml");
    let mut tree = Command::new(env!("CARGO"));
    tree.args(["tree", "--locked", "--offline", "--edges", "normal", "--prefix", "none", "--no-dedupe"]);
    tree.args(["--format", "{p}|{l}", "--package", product, "--manifest-path"]).arg(manifest);
    let lines = printed(&mut tree);
    let package = |line: &str| {
        let (package, licence) = line.split_once('|').unwrap();
        (package.split(' ').next().unwrap().to_owned(), licence.to_owned())
    };
    lines.lines().map(package).collect()
}

/// The licences that `.ci/deny.toml` allows.
fn allowed() -> BTreeSet<String> {
    let text = fs::read_to_string(root().join(".ci/deny.toml")).unwrap();
    let list = text.split_once("\nallow = [").and_then(|(_, rest)| rest.split_once("\n]")).unwrap().0;
    list.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Returns whether an SPDX expression has an alternative with only allowed licences. `AND` binds tighter than `OR`; `/`
/// is an old form of `OR`.
fn is_allowed(expression: &str, allowed: &BTreeSet<String>) -> bool {
    let expression = expression.replace('/', " OR ");
    if let Some((before, rest)) = expression.split_once('(') {
        let (inner, after) = rest.split_once(')').expect("a closing parenthesis");
        // A name that replaces an expression in parentheses.
        let value = if is_allowed(inner, allowed) { "MIT" } else { "nothing" };
        return is_allowed(&format!("{before}{value}{after}"), allowed);
    }
    let all = |choice: &str| choice.split(" AND ").all(|name| allowed.contains(name.trim()));
    expression.split(" OR ").any(all)
}

#[test]
fn products_are_permissive() {
    let allowed = allowed();
    assert!(allowed.contains("MIT") && !allowed.iter().any(|licence| licence.contains("GPL")), "{allowed:?}");
    for (product, workspace) in PRODUCTS {
        let packages = packages(product, workspace);
        assert!(packages.len() > 10, "{product}: {packages:?}");
        for (package, licence) in &packages {
            assert!(is_allowed(licence, &allowed), "{product}: {package} is {licence}");
            assert_ne!(package, "shakmaty", "{product}");
        }
    }
}

/// Reading the names does not require the crates.
#[test]
fn the_module_of_webassembly_is_built_without_shakmaty() {
    let lock = fs::read_to_string(root().join("bindings/web/wasm/Cargo.lock")).unwrap();
    assert!(lock.contains("\"plypack\"") && !lock.contains("\"shakmaty\""));
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
