//! Results as JSON.

use std::{
    fmt::Write as _,
    io::{self, Write},
};

use serde_json::Value;

use crate::console::terminal::is_control;

/// A list with one element per line, so that a large list can be read line by line.
#[derive(Default)]
pub struct JsonList {
    elements: u64,
}

impl JsonList {
    /// Writes the next element.
    pub fn add(&mut self, out: &mut impl Write, value: &Value) -> io::Result<()> {
        let before = if self.elements == 0 { "[" } else { "," };
        self.elements += 1;
        write!(out, "{before}\n{}", compact(value))
    }

    /// Writes the end.
    pub fn end(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}\n]", if self.elements == 0 { "[" } else { "" })
    }
}

/// Formats JSON on one line, with an escape for every character that could control a terminal.
pub fn compact(value: &Value) -> String {
    escaped(value.to_string())
}

/// Formats JSON on several lines, with the same escapes.
pub fn pretty(value: &Value) -> String {
    escaped(format!("{value:#}"))
}

/// Escapes characters that could control a terminal. They occur only in strings, where an escape has the same meaning.
fn escaped(json: String) -> String {
    let is_escaped = |c: char| is_control(c) && c != '\n';
    if !json.contains(is_escaped) {
        return json;
    }
    json.chars().fold(String::with_capacity(json.len() + 16), |mut text, c| {
        if is_escaped(c) {
            _ = write!(text, "\\u{:04x}", u32::from(c));
        } else {
            text.push(c);
        }
        text
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn no_control_character_is_left_and_nothing_is_lost() {
        let value = json!({ "a": "\u{9b}2J\u{7f}\u{202e}\n\u{1b}é" });
        for text in [compact(&value), pretty(&value)] {
            assert!(!text.chars().any(|c| is_control(c) && c != '\n'), "{text:?}");
            assert!(text.contains('é'));
            assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
        }
    }
}
