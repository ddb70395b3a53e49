//! Numbers as text.

use std::fmt;

/// `1 game`, `2 games`.
pub fn games(count: u64) -> String {
    format!("{} {}", Grouped(count), if count == 1 { "game" } else { "games" })
}

/// A number with a comma after every three digits.
pub struct Grouped(pub u64);

impl fmt::Display for Grouped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.0.to_string();
        let mut text = String::new();
        for (i, digit) in digits.chars().enumerate() {
            if i > 0 && (digits.len() - i).is_multiple_of(3) {
                text.push(',');
            }
            text.push(digit);
        }
        f.pad(&text)
    }
}
