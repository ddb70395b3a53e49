//! Imports between modules, those that go up, and circles.

use std::collections::{BTreeMap, BTreeSet};

use crate::modules::{ModulePath, Modules};

/// One module imports from another.
#[derive(Clone)]
pub struct Import {
    pub from: ModulePath,
    pub to: ModulePath,
    /// The path as it is written.
    pub path: Vec<String>,
}

impl std::fmt::Display for Import {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} -> {} ({})", self.from.join("::"), self.to.join("::"), self.path.join("::"))
    }
}

/// Every import of one module from another, once, with the last path that makes it. A crate's root gathers what the crate
/// offers: what it names is no import.
pub fn imports(modules: &Modules) -> Vec<Import> {
    let mut found = BTreeMap::new();
    for (from, module) in modules.0.iter().filter(|(from, _)| from.len() > 1) {
        for path in &module.paths {
            let to = modules.resolve(from, path).filter(|to| to != from);
            found.extend(to.map(|to| ((from.clone(), to), path.clone())));
        }
    }
    found.into_iter().map(|((from, to), path)| Import { from, to, path }).collect()
}

/// The room of a module: its folder or file in `src`; `None` for the root of the library.
pub fn room<'a>(library: &str, module: &'a [String]) -> Option<&'a str> {
    if module[0] == library { module.get(1).map(String::as_str) } else { Some(&module[0]) }
}

/// Where a room is: its floor from the top, and its place from the left.
fn place(floors: &[&[&str]], room: &str) -> Option<(usize, usize)> {
    let on_floor = |rooms: &&[&str]| rooms.iter().position(|name| *name == room);
    floors.iter().enumerate().find_map(|(floor, rooms)| Some((floor, on_floor(rooms)?)))
}

/// Imports from a higher floor, or from the right on the same.
pub fn upward<'a>(imports: &'a [Import], floors: &[&[&str]], library: &str) -> Vec<&'a Import> {
    let goes_up = |import: &&Import| {
        let places = [&import.from, &import.to].map(|module| place(floors, room(library, module)?));
        match places {
            [Some(from), Some(to)] if from.0 == to.0 => from.1 < to.1,
            [Some(from), Some(to)] => to.0 < from.0,
            // The root of the library is above all of it, and below what uses the library.
            [Some(from), None] => from.0 > 0,
            [None, _] => false,
        }
    };
    imports.iter().filter(goes_up).collect()
}

/// The circles between children of one module, for every module: with the whole library as the module, between rooms.
/// A module and its child may use one another: together they are one thing, whose front is the parent.
pub fn circles(imports: &[Import]) -> Vec<Circle> {
    let mut siblings: BTreeMap<&[String], Vec<&Import>> = BTreeMap::new();
    for import in imports {
        let common = import.from.iter().zip(&import.to).take_while(|(a, b)| a == b).count();
        if common > 0 && common < import.from.len().min(import.to.len()) {
            siblings.entry(&import.from[..common]).or_default().push(import);
        }
    }
    siblings.into_iter().flat_map(|(parent, imports)| circles_in(parent, &imports)).collect()
}

/// Children of one module each of which reaches every other by imports.
pub struct Circle {
    pub parent: ModulePath,
    pub members: Vec<String>,
    /// The imports between members.
    pub imports: Vec<Import>,
}

fn circles_in(parent: &[String], imports: &[&Import]) -> Vec<Circle> {
    let level = parent.len();
    let mut reach: BTreeMap<&String, BTreeSet<&String>> = BTreeMap::new();
    for import in imports {
        reach.entry(&import.from[level]).or_default().insert(&import.to[level]);
    }
    close(&mut reach);
    let mut found: Vec<Circle> = Vec::new();
    for (name, reached) in reach.iter().filter(|(name, reached)| reached.contains(*name)) {
        let is_member = |other: &&&String| reach.get(**other).is_some_and(|back| back.contains(name));
        let members: Vec<String> = reached.iter().filter(is_member).map(|other| (*other).clone()).collect();
        if found.iter().all(|circle| circle.members != members) {
            let inside = |import: &&&Import| [&import.from, &import.to].iter().all(|m| members.contains(&m[level]));
            let imports = imports.iter().filter(inside).map(|import| (*import).clone()).collect();
            found.push(Circle { parent: parent.to_vec(), members, imports });
        }
    }
    found
}

/// Adds to each what those it reaches reach.
fn close(reach: &mut BTreeMap<&String, BTreeSet<&String>>) {
    loop {
        let mut has_grown = false;
        for name in reach.keys().copied().collect::<Vec<_>>() {
            let further: BTreeSet<&String> =
                reach[name].iter().filter_map(|next| reach.get(*next)).flatten().copied().collect();
            let reached = reach.get_mut(name).expect("a key");
            let before = reached.len();
            reached.extend(further);
            has_grown |= reached.len() > before;
        }
        if !has_grown {
            return;
        }
    }
}
