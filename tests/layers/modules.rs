//! The modules of a crate, and the meanings of the names in them.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use syn::{Attribute, File, ImplItem, Item, ItemUse, Macro, Meta, UseTree, visit::Visit};

/// The name of the crate, then of each module down to this one.
pub type ModulePath = Vec<String>;

/// One module: its declarations, and each path in its code.
#[derive(Default)]
pub struct Module {
    children: BTreeSet<String>,
    items: BTreeSet<String>,
    /// Names imported with `use`, and their paths.
    bindings: Vec<(String, Vec<String>)>,
    globs: Vec<Vec<String>>,
    /// Paths of two or more names, including the paths of `use`.
    pub paths: BTreeSet<Vec<String>>,
}

/// Gives the text of a source file, or `None` if there is none.
pub type Files<'a> = &'a dyn Fn(&Path) -> Option<String>;

/// All modules of one or several crates, without modules that are only for tests.
#[derive(Default)]
pub struct Modules(pub BTreeMap<ModulePath, Module>);

impl Modules {
    /// Adds the crate `name`, whose root is the file `root`.
    pub fn add_crate(&mut self, name: &str, root: &Path, files: Files<'_>) {
        let text = files(root).unwrap_or_else(|| panic!("no file {}", root.display()));
        self.add_file(vec![name.to_owned()], &text, root.parent().expect("a folder"), files);
    }

    fn add_file(&mut self, path: ModulePath, text: &str, folder: &Path, files: Files<'_>) {
        let File { items, .. } = syn::parse_file(text).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        self.add_items(path, &items, folder, files);
    }

    /// A module's items; its child modules are in `folder`.
    fn add_items(&mut self, path: ModulePath, items: &[Item], folder: &Path, files: Files<'_>) {
        let mut module = Module::default();
        for item in items.iter().filter(|item| !is_for_tests(attributes(item))) {
            match item {
                Item::Mod(child) => {
                    let name = child.ident.to_string();
                    module.children.insert(name.clone());
                    let child_path = [&path[..], std::slice::from_ref(&name)].concat();
                    match &child.content {
                        Some((_, items)) => self.add_items(child_path, items, &folder.join(name), files),
                        None => self.add_child_file(child_path, &name, folder, files),
                    }
                }
                _ => module.add_item(item),
            }
        }
        self.0.insert(path, module);
    }

    fn add_child_file(&mut self, path: ModulePath, name: &str, folder: &Path, files: Files<'_>) {
        let candidates: [PathBuf; 2] = [folder.join(format!("{name}.rs")), folder.join(name).join("mod.rs")];
        let text = candidates.iter().find_map(|file| files(file));
        let text = text.unwrap_or_else(|| panic!("no file for {path:?}"));
        self.add_file(path, &text, &folder.join(name), files);
    }

    /// Returns the module that defines the item of `path` in `module`; `None` for an item of another crate, and for a
    /// local item.
    pub fn resolve(&self, module: &[String], path: &[String]) -> Option<ModulePath> {
        self.resolve_within(module, path, MAX_REEXPORTS)
    }

    fn resolve_within(&self, module: &[String], path: &[String], depth: usize) -> Option<ModulePath> {
        let depth = depth.checked_sub(1)?;
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => self.descend(&module[..1], rest, depth),
            "self" => self.descend(module, rest, depth),
            "super" => self.resolve_super(module, rest, depth),
            _ => self.lookup(module, path, depth).or_else(|| self.resolve_crate(module, path, depth)),
        }
    }

    fn resolve_super(&self, module: &[String], rest: &[String], depth: usize) -> Option<ModulePath> {
        let parent = &module[..module.len() - 1];
        match rest.first().map(String::as_str) {
            Some("super") => self.resolve_super(parent, &rest[1..], depth),
            _ => self.descend(parent, rest, depth),
        }
    }

    /// Another crate of these, by its name.
    fn resolve_crate(&self, module: &[String], path: &[String], depth: usize) -> Option<ModulePath> {
        let is_other = path[0] != module[0] && self.0.contains_key(&path[..1]);
        is_other.then(|| self.descend(&path[..1], &path[1..], depth)).flatten()
    }

    /// Like [`Modules::lookup`], but an undeclared name, which a macro made, counts as the module's own.
    fn descend(&self, module: &[String], rest: &[String], depth: usize) -> Option<ModulePath> {
        self.lookup(module, rest, depth).or_else(|| Some(module.to_vec()))
    }

    fn lookup(&self, module: &[String], path: &[String], depth: usize) -> Option<ModulePath> {
        let Some((name, rest)) = path.split_first() else { return Some(module.to_vec()) };
        let scope = self.0.get(module)?;
        if scope.children.contains(name) {
            return self.descend(&[module, &path[..1]].concat(), rest, depth);
        }
        if scope.items.contains(name) {
            return Some(module.to_vec());
        }
        let mut bound = scope.bindings.iter().filter(|(binding, target)| binding == name && target[..] != path[..1]);
        let by_name = bound.find_map(|(_, target)| self.resolve_within(module, &[target, rest].concat(), depth));
        by_name.or_else(|| self.lookup_in_globs(module, path, depth))
    }

    fn lookup_in_globs(&self, module: &[String], path: &[String], depth: usize) -> Option<ModulePath> {
        let depth = depth.checked_sub(1)?;
        let mut globs = self.0[module].globs.iter();
        globs.find_map(|glob| self.lookup(&self.resolve_within(module, glob, depth)?, path, depth))
    }
}

/// Maximum number of re-exports that are followed.
const MAX_REEXPORTS: usize = 12;

impl Module {
    /// Returns whether the module declares anything; other modules only re-export names.
    pub fn has_code(&self) -> bool {
        !self.items.is_empty() || !self.children.is_empty()
    }

    fn add_item(&mut self, item: &Item) {
        self.items.extend(name_of(item));
        self.visit_item(item);
    }

    fn add_use(&mut self, tree: &UseTree, before: &[String]) {
        let with = |name: &syn::Ident| [before, &[name.to_string()]].concat();
        match tree {
            UseTree::Path(path) => self.add_use(&path.tree, &with(&path.ident)),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.add_use(tree, before)),
            UseTree::Glob(_) => {
                self.paths.insert(before.to_vec());
                self.globs.push(before.to_vec());
            }
            UseTree::Name(name) if name.ident == "self" => self.bind(before.last().cloned(), before.to_vec()),
            UseTree::Name(name) => self.bind(Some(name.ident.to_string()), with(&name.ident)),
            UseTree::Rename(name) if name.ident == "self" => self.bind(Some(name.rename.to_string()), before.to_vec()),
            UseTree::Rename(name) => self.bind(Some(name.rename.to_string()), with(&name.ident)),
        }
    }

    fn bind(&mut self, name: Option<String>, target: Vec<String>) {
        self.paths.insert(target.clone());
        self.bindings.extend(name.map(|name| (name, target)));
    }
}

impl Visit<'_> for Module {
    fn visit_item(&mut self, item: &Item) {
        if !is_for_tests(attributes(item)) {
            syn::visit::visit_item(self, item);
        }
    }

    fn visit_impl_item(&mut self, item: &ImplItem) {
        let attributes = if let ImplItem::Fn(function) = item { &function.attrs[..] } else { &[] };
        if !is_for_tests(attributes) {
            syn::visit::visit_impl_item(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &ItemUse) {
        self.add_use(&item.tree, &[]);
    }

    fn visit_path(&mut self, path: &syn::Path) {
        if path.segments.len() > 1 {
            self.paths.insert(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        }
        syn::visit::visit_path(self, path);
    }

    /// Arguments of a macro have no grammar: every `a::b` among its tokens counts as a path.
    fn visit_macro(&mut self, called: &Macro) {
        let tokens = called.tokens.to_string().replace("::", " :: ");
        let words: Vec<&str> = tokens.split(|c: char| c.is_whitespace() || "(){}[],;&*!<>$".contains(c)).collect();
        let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
        let mut at = 0;
        while at < words.len() {
            let mut path = vec![words[at].to_owned()];
            while words.get(at + 1) == Some(&"::") && at + 2 < words.len() {
                path.push(words[at + 2].to_owned());
                at += 2;
            }
            at += 1;
            if path.len() > 1 {
                self.paths.insert(path);
            }
        }
    }
}

/// Returns whether an item is compiled only for tests.
pub fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::List(list) if list.path.is_ident("cfg") => {
            let condition = list.tokens.to_string();
            ["test", "doctest", "all (test", "all(test"].iter().any(|start| {
                condition.strip_prefix(start).is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric()))
            })
        }
        meta => meta.path().is_ident("test"),
    })
}

pub fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

fn name_of(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}
