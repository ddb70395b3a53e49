//! Long lists as JSON.

use std::io::{self, Write};

use serde_json::Value;

/// A list with one element a line, so that a large one can be read line by line.
#[derive(Default)]
pub struct JsonList {
    elements: u64,
}

impl JsonList {
    /// Writes the next element.
    pub fn add(&mut self, out: &mut impl Write, value: &Value) -> io::Result<()> {
        let before = if self.elements == 0 { "[" } else { "," };
        self.elements += 1;
        write!(out, "{before}\n{value}")
    }

    /// Writes the end.
    pub fn end(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}\n]", if self.elements == 0 { "[" } else { "" })
    }
}
