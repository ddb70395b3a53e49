//! The layers of `src`: a module imports from lower layers, or from the left on its own, and there are no cycles.
//! `src/README.md` describes each layer.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use graph::{Cycle, Import, component, cycles, imports, upward};
use modules::{ModulePath, Modules};

mod graph;
mod modules;
mod sizes;

/// The layers from the top, and their components from the left.
const LAYERS: [&[&str]; 11] = [
    &["cli", "ffi", "server"],
    &["tables", "explorer"],
    &["file", "search"],
    &["index", "openings"],
    &["container"],
    &["codecs", "pgn", "scid4"],
    &["play"],
    &["chess", "notation"],
    &["board"],
    &["coding"],
    &["error", "limits", "versions", "lock", "parallel", "memory", "folding"],
];

const LIBRARY: &str = "plypack";

/// `src`, or the folder in `PLYPACK_SOURCE`, to measure other sources.
fn source() -> PathBuf {
    env::var_os("PLYPACK_SOURCE").map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), PathBuf::from)
}

/// The library and the two packages on top of it.
fn whole_tree() -> Modules {
    let source = source();
    let read = |path: &Path| fs::read_to_string(path).ok();
    let mut modules = Modules::default();
    modules.add_crate(LIBRARY, &source.join("lib.rs"), &read);
    for (name, root) in [("cli", "cli/main.rs"), ("ffi", "ffi/lib.rs"), ("server", "server/main.rs")] {
        if source.join(root).exists() {
            modules.add_crate(name, &source.join(root), &read);
        }
    }
    modules
}

/// One line for each import that goes up and each cycle, with the imports that make it.
fn complaints(up: &[&Import], cycles: &[Cycle]) -> Vec<String> {
    let up = up.iter().map(|import| format!("up: {import}"));
    up.chain(cycles.iter().map(complaint)).collect()
}

fn complaint(cycle: &Cycle) -> String {
    let imports: String = cycle.imports.iter().map(|import| format!("\n    {import}")).collect();
    format!("cycle in {}: {}{imports}", cycle.parent.join("::"), cycle.members.join(", "))
}

#[test]
fn imports_go_down_and_not_in_cycles() {
    let modules = whole_tree();
    let imports = imports(&modules);
    let up = upward(&imports, &LAYERS, LIBRARY);
    let cycles = cycles(&imports);
    let counts = [modules.0.len(), imports.len(), up.len(), cycles.len()];
    println!("modules {}, imports {}, going up {}, cycles {}", counts[0], counts[1], counts[2], counts[3]);
    let complaints = complaints(&up, &cycles);
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

/// The browser package has no layers.
#[test]
fn the_browser_package_has_no_cycle() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("bindings/web/wasm/src/lib.rs");
    let mut modules = Modules::default();
    modules.add_crate("web", &root, &|path| fs::read_to_string(path).ok());
    let imports = imports(&modules);
    assert!(!imports.is_empty());
    let complaints = complaints(&[], &cycles(&imports));
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

/// Each component has its layer, each layer its components, and `src/README.md` lists them in the same order.
#[test]
fn every_component_is_on_a_layer() {
    let modules = whole_tree();
    let mut components: Vec<&str> =
        modules.0.keys().filter_map(|module: &ModulePath| component(LIBRARY, module)).collect();
    // Modules of `lib.rs` without code: `internals` gives tests access to parts of the components, others re-export the
    // public library.
    let has_code = |component: &&str| {
        let path = vec![LIBRARY.to_owned(), (*component).to_owned()];
        modules.0.get(&path).is_none_or(|module| module.has_code())
    };
    components.retain(|component| *component != "internals" && has_code(component));
    components.sort_unstable();
    components.dedup();
    let mut placed: Vec<&str> = LAYERS.concat();
    placed.sort_unstable();
    assert_eq!(components, placed);

    let readme = fs::read_to_string(source().join("README.md")).unwrap();
    let drawing = readme.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a drawing");
    let drawn: Vec<Vec<&str>> = drawing.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(drawn, LAYERS);
}

/// The rooms of large components, as `src/README.md` lists them from the left: the first names of each row, outside of parentheses.
fn rooms() -> Vec<(String, Vec<String>)> {
    let readme = fs::read_to_string(source().join("README.md")).unwrap();
    let table = readme.split("## Rooms").nth(1).and_then(|rest| rest.split("\n## ").next()).expect("a table");
    let row = |line: &str| {
        let (component, rooms) = line.strip_prefix("| `")?.split_once("` | ")?;
        let rooms = rooms.split(';').next()?.split(", `").map(|room| room.trim_start_matches('`'));
        let name = |room: &str| room.split('`').next().map(str::to_owned);
        Some((component.to_owned(), rooms.filter_map(name).collect()))
    };
    table.lines().filter_map(row).collect()
}

#[test]
fn rooms_import_from_rooms_to_their_right() {
    let imports = imports(&whole_tree());
    let rooms = rooms();
    assert!(rooms.len() >= 3, "{rooms:?}");
    for (component, rooms) in rooms {
        let folder = source().join(&component);
        let mut folders: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        folders.retain(|path| path.is_dir() && !path.ends_with("tests"));
        let mut names: Vec<_> = folders.iter().map(|path| path.file_name().unwrap().to_str().unwrap()).collect();
        let mut listed: Vec<_> = rooms.iter().map(String::as_str).collect();
        names.sort_unstable();
        listed.sort_unstable();
        assert_eq!(listed, names, "rooms of {component}");
        let place = |module: &ModulePath| {
            let inside = module.iter().skip_while(|name| **name != component).nth(1)?;
            rooms.iter().position(|room| room == inside)
        };
        for import in &imports {
            if let (Some(from), Some(to)) = (place(&import.from), place(&import.to)) {
                assert!(from <= to, "to the left: {import}");
            }
        }
    }
}

/// Sources of a small library: module, text.
fn made_up(sources: &[(&str, &str)]) -> Modules {
    let read = |path: &Path| {
        let found = sources.iter().find(|(name, _)| Path::new(name) == path);
        found.map(|(_, text)| (*text).to_owned())
    };
    let mut modules = Modules::default();
    modules.add_crate(LIBRARY, Path::new("/lib.rs"), &read);
    if sources.iter().any(|(name, _)| *name == "/cli/main.rs") {
        modules.add_crate("cli", Path::new("/cli/main.rs"), &read);
    }
    modules
}

const MADE_UP_LAYERS: [&[&str]; 3] = [&["cli"], &["attic", "loft"], &["hall", "cellar"]];

/// Returns the messages about made-up sources.
fn said_of(sources: &[(&str, &str)]) -> Vec<String> {
    let modules = made_up(sources);
    let imports = imports(&modules);
    complaints(&upward(&imports, &MADE_UP_LAYERS, LIBRARY), &cycles(&imports))
}

const ROOT: (&str, &str) = ("/lib.rs", "mod attic; mod loft; mod hall; mod cellar; pub use attic::Roof;");

#[test]
fn a_clean_library_has_no_complaint() {
    let said = said_of(&[
        ROOT,
        ("/attic.rs", "use crate::hall::Door; pub struct Roof(Door);"),
        ("/loft.rs", "use crate::{Roof, cellar::wine}; fn f(_: Roof) { wine(); }"),
        ("/hall.rs", "pub struct Door; #[cfg(test)] mod tests { use crate::attic::Roof; }"),
        ("/cellar.rs", "use crate::hall::Door; pub fn wine() {} #[cfg(test)] use crate::Roof;"),
        ("/cli/main.rs", "mod show; fn main() { show::show(); }"),
        ("/cli/show.rs", "use plypack::Roof; pub fn show() {}"),
    ]);
    assert!(said.is_empty(), "{said:?}");
}

/// Finds an import in a `use`, through a re-export, in a path, in a macro, through `super` and through a glob.
#[test]
fn imports_that_go_up_are_caught() {
    let bodies = [
        "use crate::attic::Roof;",
        "use crate::Roof;",
        "use crate::{Roof as R};",
        "fn f() -> crate::attic::Roof { loop {} }",
        "fn f() { assert!(g(crate::attic::Roof) == 1); }",
        "use super::attic; fn f() { attic::Roof; }",
        "use super::*; fn f() { attic::g(); }",
        "mod inner { fn f() { super::super::attic::g(); } }",
    ];
    for body in bodies {
        let hall = "pub struct Door;";
        let said = said_of(&[
            ROOT,
            ("/attic.rs", "pub struct Roof;"),
            ("/loft.rs", ""),
            ("/hall.rs", hall),
            ("/cellar.rs", body),
        ]);
        assert!(!said.is_empty() && said[0].starts_with("up: plypack::cellar"), "{body}: {said:?}");
    }
    let leftmost = [
        ROOT,
        ("/attic.rs", "use crate::loft::x;"),
        ("/loft.rs", "pub fn x() {}"),
        ("/hall.rs", ""),
        ("/cellar.rs", ""),
    ];
    assert_eq!(said_of(&leftmost), ["up: plypack::attic -> plypack::loft (crate::loft::x)"]);
}

#[test]
fn cycles_between_components_are_caught() {
    let said = said_of(&[
        ROOT,
        ("/attic.rs", "pub struct Roof;"),
        ("/loft.rs", ""),
        ("/hall.rs", "use crate::cellar::wine; pub fn door() {}"),
        ("/cellar.rs", "use crate::hall::door; pub fn wine() {}"),
    ]);
    assert_eq!(said.len(), 2, "{said:?}");
    assert_eq!(said[0], "up: plypack::hall -> plypack::cellar (crate::cellar::wine)");
    assert!(said[1].starts_with("cycle in plypack: cellar, hall\n"), "{said:?}");
}

/// A cycle of three modules of a component, one of them by an import of its child.
#[test]
fn cycles_inside_a_component_are_caught() {
    let said = said_of(&[
        ROOT,
        ("/attic.rs", "pub struct Roof;"),
        ("/loft.rs", ""),
        ("/hall/mod.rs", "mod door; mod floor; mod lamp; mod mat; pub use lamp::light;"),
        ("/hall/door.rs", "use super::floor::stand; pub fn open() {}"),
        ("/hall/floor/mod.rs", "mod tile; pub fn stand() {}"),
        ("/hall/floor/tile.rs", "use crate::hall::light;"),
        ("/hall/lamp.rs", "pub fn light() { super::door::open(); }"),
        ("/hall/mat.rs", "use super::door;"),
        ("/cellar.rs", ""),
    ]);
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].starts_with("cycle in plypack::hall: door, floor, lamp\n"), "{said:?}");
}

/// Rust files under a folder, without tests of packages.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.ends_with("tests") {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") && !path.ends_with("tests.rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn name_in_source(path: &Path) -> String {
    path.strip_prefix(source()).expect("in src").display().to_string()
}

/// Functions are short: half of them have at most 8 lines, nine of ten at most 18; no file has more than 450 lines.
#[test]
fn functions_and_files_are_short() {
    let texts: Vec<(PathBuf, String)> =
        files(&source()).into_iter().map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect();
    let mut functions: Vec<_> = texts.iter().flat_map(|(path, text)| sizes::functions(path.clone(), text)).collect();
    functions.sort_by_key(|function| function.lines);
    let share = |part: usize| functions[functions.len() * part / 100].lines;
    println!("functions {}, median {} lines, 90th percentile {}", functions.len(), share(50), share(90));
    for function in functions.iter().rev().take_while(|function| function.lines > 40) {
        println!("function of {} lines: {} in {}", function.lines, function.name, name_in_source(&function.file));
    }
    let long: Vec<_> = texts.iter().filter(|(_, text)| text.lines().count() > 400).collect();
    for (path, text) in &long {
        println!("file of {} lines: {}", text.lines().count(), name_in_source(path));
    }
    assert!(share(50) <= 8 && share(90) <= 18, "functions have become long");
    assert!(long.iter().all(|(_, text)| text.lines().count() <= 450), "a file has become long");
}
