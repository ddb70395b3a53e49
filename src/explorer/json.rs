//! Writing JSON (RFC 8259).

use std::fmt::Write;

/// Writes the members of an object.
pub(super) struct Object<'a> {
    text: &'a mut String,
    is_empty: bool,
}

/// Writes an object.
pub(super) fn object(text: &mut String, members: impl FnOnce(&mut Object<'_>)) {
    text.push('{');
    members(&mut Object { text, is_empty: true });
    text.push('}');
}

impl Object<'_> {
    /// Begins a member; the caller writes its value.
    fn member(&mut self, name: &str) -> &mut String {
        if !self.is_empty {
            self.text.push(',');
        }
        self.is_empty = false;
        string(self.text, name);
        self.text.push(':');
        self.text
    }

    pub(super) fn number(&mut self, name: &str, value: impl Into<i64>) {
        let value = value.into();
        // Writing into a string does not fail.
        let _ = write!(self.member(name), "{value}");
    }

    pub(super) fn count(&mut self, name: &str, value: u64) {
        let _ = write!(self.member(name), "{value}");
    }

    pub(super) fn string(&mut self, name: &str, value: &str) {
        string(self.member(name), value);
    }

    /// Writes a text, or null.
    pub(super) fn string_or_null(&mut self, name: &str, value: Option<&str>) {
        match value {
            Some(value) => self.string(name, value),
            None => self.member(name).push_str("null"),
        }
    }

    /// Writes an object, or null.
    pub(super) fn object_or_null<T>(&mut self, name: &str, value: Option<T>, members: impl FnOnce(T, &mut Object<'_>)) {
        let text = self.member(name);
        match value {
            Some(value) => object(text, |of_value| members(value, of_value)),
            None => text.push_str("null"),
        }
    }

    /// Writes a list of objects.
    pub(super) fn list<T>(&mut self, name: &str, values: &[T], members: impl Fn(&T, &mut Object<'_>)) {
        let text = self.member(name);
        text.push('[');
        for (index, value) in values.iter().enumerate() {
            if index > 0 {
                text.push(',');
            }
            object(text, |of_value| members(value, of_value));
        }
        text.push(']');
    }
}

fn string(text: &mut String, value: &str) {
    text.push('"');
    for letter in value.chars() {
        match letter {
            '"' | '\\' => {
                text.push('\\');
                text.push(letter);
            }
            '\0'..='\x1F' => _ = write!(text, "\\u{:04x}", u32::from(letter)),
            _ => text.push(letter),
        }
    }
    text.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back() {
        let texts = ["", "Jörg \"the\" \\ Fox", "\u{0}\u{1f}\n\t\u{7f}\u{2028}♞𝄞"];
        let mut text = String::new();
        object(&mut text, |all| {
            texts.iter().for_each(|value| all.string(value, value));
            all.number("negative", -800);
            all.count("largest", u64::MAX);
            all.string_or_null("none", None);
            all.list("list", &[1, 2], |value, of_value| of_value.number("value", *value));
            all.object_or_null("nothing", None::<()>, |(), _| {});
        });
        let read: serde_json::Value = serde_json::from_str(&text).unwrap();
        texts.iter().for_each(|value| assert_eq!(read[*value], *value));
        assert_eq!(
            (&read["negative"], &read["largest"], &read["list"][1]["value"]),
            (&(-800).into(), &u64::MAX.into(), &2.into())
        );
        assert!(read["none"].is_null() && read["nothing"].is_null());
    }
}
