//! Checks JSON against the part of JSON Schema that the schemas of this project use. An unknown keyword is an error, so
//! that every part of a schema is checked.

use serde_json::{Map, Value};

/// Everything in `value` that breaks `schema`, as `place: what`.
pub fn violations(schema: &Value, value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    check(schema, schema, value, "$", &mut found);
    found
}

fn check(root: &Value, schema: &Value, value: &Value, place: &str, found: &mut Vec<String>) {
    let keywords = schema.as_object().expect("a schema is an object");
    for (keyword, rule) in keywords {
        match keyword.as_str() {
            "$schema" | "$defs" | "title" | "description" => {}
            "$ref" => check(root, resolve(root, rule), value, place, found),
            "properties" | "items" => inside(root, keyword, rule, value, place, found),
            "anyOf" if any_of(root, rule, value, place) => {}
            _ if holds(keywords, keyword, rule, value) => {}
            _ => found.push(format!("{place}: {keyword} {rule} does not hold")),
        }
    }
}

fn resolve<'a>(root: &'a Value, reference: &Value) -> &'a Value {
    let path = reference.as_str().and_then(|r| r.strip_prefix('#')).expect("a reference into this schema");
    root.pointer(path).unwrap_or_else(|| panic!("nothing lies at {path}"))
}

fn inside(root: &Value, keyword: &str, rule: &Value, value: &Value, place: &str, found: &mut Vec<String>) {
    match (keyword, value) {
        ("properties", Value::Object(members)) => {
            for (name, member) in members.iter().filter(|(name, _)| rule.get(name.as_str()).is_some()) {
                check(root, &rule[name], member, &format!("{place}.{name}"), found);
            }
        }
        ("items", Value::Array(items)) => {
            for (index, item) in items.iter().enumerate() {
                check(root, rule, item, &format!("{place}[{index}]"), found);
            }
        }
        _ => {}
    }
}

fn any_of(root: &Value, choices: &Value, value: &Value, place: &str) -> bool {
    choices.as_array().expect("a list").iter().any(|choice| {
        let mut found = Vec::new();
        check(root, choice, value, place, &mut found);
        found.is_empty()
    })
}

fn holds(keywords: &Map<String, Value>, keyword: &str, rule: &Value, value: &Value) -> bool {
    let strings = || rule.as_array().expect("a list").iter();
    match (keyword, value) {
        ("type", _) => has_type(rule.as_str().expect("one type"), value),
        ("const", _) => rule == value,
        ("enum", _) => strings().any(|allowed| allowed == value),
        ("required", Value::Object(members)) => {
            strings().all(|name| members.contains_key(name.as_str().expect("a name")))
        }
        ("additionalProperties", Value::Object(members)) => {
            assert_eq!(rule, &Value::Bool(false));
            members.keys().all(|name| keywords["properties"].get(name).is_some())
        }
        ("minimum", Value::Number(n)) => n.as_f64() >= rule.as_f64(),
        ("minItems", Value::Array(items)) => items.len() as u64 >= rule.as_u64().expect("a number"),
        ("maxItems", Value::Array(items)) => items.len() as u64 <= rule.as_u64().expect("a number"),
        ("pattern", Value::String(text)) => matches(rule.as_str().expect("a pattern"), text),
        ("required" | "additionalProperties" | "minimum" | "minItems" | "maxItems" | "pattern", _) => true,
        ("anyOf", _) => false,
        _ => panic!("the keyword {keyword} is not known"),
    }
}

fn has_type(name: &str, value: &Value) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64() || value.is_i64(),
        _ => panic!("the type {name} is not known"),
    }
}

/// The few patterns in use.
fn matches(pattern: &str, text: &str) -> bool {
    let words = |text: &str, allowed: fn(char) -> bool| !text.is_empty() && text.chars().all(allowed);
    let word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    match pattern {
        r"^[a-z0-9-]+(/[a-z0-9-]+)*$" => text.split('/').all(|part| words(part, word)),
        r"^[a-z0-9-]+\.[0-9]+$" => text
            .split_once('.')
            .is_some_and(|(chapter, number)| words(chapter, word) && words(number, |c| c.is_ascii_digit())),
        r"^([0-9a-f][0-9a-f])*$" => {
            text.len().is_multiple_of(2) && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
        }
        r"^[01]*$" => text.bytes().all(|b| matches!(b, b'0' | b'1')),
        r"^[A-Z_]+$" => words(text, |c| c.is_ascii_uppercase() || c == '_'),
        _ => panic!("the pattern {pattern} is not known"),
    }
}
