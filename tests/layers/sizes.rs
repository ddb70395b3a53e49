//! Lengths of functions and files.

use std::path::PathBuf;

use syn::{ImplItemFn, Item, ItemFn, TraitItemFn, spanned::Spanned, visit::Visit};

use crate::modules::{attributes, is_for_tests};

/// A function: its file, name and number of lines, from `fn` to the closing brace.
pub struct Function {
    pub file: PathBuf,
    pub name: String,
    pub lines: usize,
}

/// The functions of a source file, without tests.
pub fn functions(file: PathBuf, text: &str) -> Vec<Function> {
    let parsed = syn::parse_file(text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let mut collector = Collector { file, functions: Vec::new() };
    collector.visit_file(&parsed);
    collector.functions
}

struct Collector {
    file: PathBuf,
    functions: Vec<Function>,
}

impl Collector {
    fn add(&mut self, signature: &syn::Signature, body: &syn::Block) {
        let lines = body.span().end().line - signature.span().start().line + 1;
        self.functions.push(Function { file: self.file.clone(), name: signature.ident.to_string(), lines });
    }
}

impl Visit<'_> for Collector {
    fn visit_item(&mut self, item: &Item) {
        if !is_for_tests(attributes(item)) {
            syn::visit::visit_item(self, item);
        }
    }

    fn visit_item_fn(&mut self, function: &ItemFn) {
        self.add(&function.sig, &function.block);
        syn::visit::visit_item_fn(self, function);
    }

    fn visit_impl_item_fn(&mut self, function: &ImplItemFn) {
        self.add(&function.sig, &function.block);
        syn::visit::visit_impl_item_fn(self, function);
    }

    fn visit_trait_item_fn(&mut self, function: &TraitItemFn) {
        if let Some(body) = &function.default {
            self.add(&function.sig, body);
        }
        syn::visit::visit_trait_item_fn(self, function);
    }
}
