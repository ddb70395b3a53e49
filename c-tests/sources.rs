//! Rules for the sources of the interface that are easy to forget.

use std::fs;

use syn::{Block, Expr, Item, ItemFn, Stmt};

use crate::tools::{exported_symbols, interface_sources};

/// The functions that a header declares.
pub fn declared(header: &str) -> Vec<String> {
    let words = header.split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '(')));
    let calls = words.filter_map(|word| word.split_once('(')).map(|(name, _)| name);
    calls.filter(|name| name.starts_with("plypack_")).map(str::to_owned).collect()
}

/// All functions with a C name in `src/ffi`.
fn exports() -> Vec<ItemFn> {
    let mut found = Vec::new();
    for path in interface_sources() {
        let text = fs::read_to_string(path).unwrap();
        for item in syn::parse_file(&text).unwrap().items {
            match item {
                Item::Fn(function)
                    if function.sig.abi.is_some() || !function.attrs.iter().all(|a| !is_no_mangle(a)) =>
                {
                    found.push(function);
                }
                Item::Macro(_) => panic!("exports are not made by macros: cbindgen and this test would not see them"),
                _ => {}
            }
        }
    }
    found
}

fn is_no_mangle(attribute: &syn::Attribute) -> bool {
    attribute.path().is_ident("unsafe")
}

/// The expression of a block that consists of a single expression.
fn only(block: &Block) -> Option<&Expr> {
    match block.stmts.as_slice() {
        [Stmt::Expr(expr, None)] => Some(expr),
        _ => None,
    }
}

/// The function that the body calls, if the body is one call.
fn called(body: &Block) -> Option<String> {
    match only(body)? {
        Expr::Unsafe(inner) => called(&inner.block),
        Expr::Call(call) => match &*call.func {
            Expr::Path(path) => path.path.get_ident().map(ToString::to_string),
            _ => None,
        },
        _ => None,
    }
}

/// Returns whether the body is a single call of a guard.
fn is_guarded(function: &ItemFn) -> bool {
    matches!(called(&function.block).as_deref(), Some("guard" | "guard_value" | "guard_getter" | "guard_free"))
}

#[test]
fn the_body_of_every_export_is_one_guard() {
    let exports = exports();
    for function in &exports {
        assert!(is_guarded(function), "{}: the body is not one call of a guard", function.sig.ident);
    }
    let mut names: Vec<_> = exports.iter().map(|function| function.sig.ident.to_string()).collect();
    names.sort();
    assert_eq!(names, exported_symbols(), "exports that this test does not see");
}

#[test]
fn other_bodies_are_refused() {
    let refused = [
        "fn f() { 1 }",
        "fn f() { let x = 1; guard(x) }",
        "fn f() { guard(e, || Ok(())); 0 }",
        "fn f() { other(|| guard()) }",
        "fn f() { unsafe { let p = *q; guard(e, || Ok(())) } }",
    ];
    for text in refused {
        assert!(!is_guarded(&syn::parse_str(text).unwrap()), "{text}");
    }
    assert!(is_guarded(&syn::parse_str("fn f() { unsafe { guard(e, || Ok(())) } }").unwrap()));
}

/// Every function that can fail takes an error object as its last parameter.
#[test]
fn every_fallible_export_takes_an_error_last() {
    for function in exports() {
        let last = function.sig.inputs.last().map(quote);
        if called(&function.block).as_deref() == Some("guard") {
            assert_eq!(last.as_deref(), Some("error"), "{}", function.sig.ident);
        }
    }
}

fn quote(input: &syn::FnArg) -> String {
    match input {
        syn::FnArg::Typed(typed) => match &*typed.pat {
            syn::Pat::Ident(ident) => ident.ident.to_string(),
            _ => String::new(),
        },
        syn::FnArg::Receiver(_) => String::new(),
    }
}
