//! Imports between modules, imports from higher layers, and cycles.

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

/// Every import of one module from another, once, with the last path that makes it. A crate's root only re-exports the
/// public library, so its paths are not imports.
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

/// The component of a module: its folder or file in `src`; `None` for the root of the library.
pub fn component<'a>(library: &str, module: &'a [String]) -> Option<&'a str> {
    if module[0] == library { module.get(1).map(String::as_str) } else { Some(&module[0]) }
}

/// Returns the place of a component: its layer from the top, and its position from the left.
fn position(layers: &[&[&str]], component: &str) -> Option<(usize, usize)> {
    let on_layer = |components: &&[&str]| components.iter().position(|name| *name == component);
    layers.iter().enumerate().find_map(|(layer, components)| Some((layer, on_layer(components)?)))
}

/// Imports from a higher layer, or from the right on the same.
pub fn upward<'a>(imports: &'a [Import], layers: &[&[&str]], library: &str) -> Vec<&'a Import> {
    let goes_up = |import: &&Import| {
        let positions = [&import.from, &import.to].map(|module| position(layers, component(library, module)?));
        match positions {
            [Some(from), Some(to)] if from.0 == to.0 => from.1 < to.1,
            [Some(from), Some(to)] => to.0 < from.0,
            // The root of the library is above the whole library, and below the packages that use it.
            [Some(from), None] => from.0 > 0,
            [None, _] => false,
        }
    };
    imports.iter().filter(goes_up).collect()
}

/// The cycles between children of one module, for every module; for the root, the cycles between components. A module
/// and its child may use each other: they count as one module, and the parent is its interface.
pub fn cycles(imports: &[Import]) -> Vec<Cycle> {
    let mut siblings: BTreeMap<&[String], Vec<&Import>> = BTreeMap::new();
    for import in imports {
        let common = import.from.iter().zip(&import.to).take_while(|(a, b)| a == b).count();
        if common > 0 && common < import.from.len().min(import.to.len()) {
            siblings.entry(&import.from[..common]).or_default().push(import);
        }
    }
    siblings.into_iter().flat_map(|(parent, imports)| cycles_in(parent, &imports)).collect()
}

/// Children of one module that all reach each other by imports.
pub struct Cycle {
    pub parent: ModulePath,
    pub members: Vec<String>,
    /// The imports between members.
    pub imports: Vec<Import>,
}

fn cycles_in(parent: &[String], imports: &[&Import]) -> Vec<Cycle> {
    let level = parent.len();
    let mut reach: BTreeMap<&String, BTreeSet<&String>> = BTreeMap::new();
    for import in imports {
        reach.entry(&import.from[level]).or_default().insert(&import.to[level]);
    }
    close(&mut reach);
    let mut found: Vec<Cycle> = Vec::new();
    for (name, reached) in reach.iter().filter(|(name, reached)| reached.contains(*name)) {
        let is_member = |other: &&&String| reach.get(**other).is_some_and(|back| back.contains(name));
        let members: Vec<String> = reached.iter().filter(is_member).map(|other| (*other).clone()).collect();
        if found.iter().all(|cycle| cycle.members != members) {
            let inside = |import: &&&Import| [&import.from, &import.to].iter().all(|m| members.contains(&m[level]));
            let imports = imports.iter().filter(inside).map(|import| (*import).clone()).collect();
            found.push(Cycle { parent: parent.to_vec(), members, imports });
        }
    }
    found
}

/// Extends each member's imports by the imports of the modules that it reaches.
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
