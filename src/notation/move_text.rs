//! The text of a single move in a fixed buffer, without heap allocation.

use std::fmt;

/// A move in SAN or UCI notation: up to 8 bytes of ASCII.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct MoveText {
    bytes: [u8; 8],
    len: u8,
}

impl MoveText {
    pub(crate) const NULL_SAN: MoveText = MoveText::of(b"--");
    pub(crate) const NULL_UCI: MoveText = MoveText::of(b"0000");

    /// The text as bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.len)]
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(self.as_bytes()).unwrap_or_default()
    }

    /// Makes a text of at most 8 bytes.
    pub(crate) const fn of(text: &[u8]) -> MoveText {
        let mut bytes = [0; 8];
        let mut len = 0;
        while len < text.len() {
            bytes[len] = text[len];
            len += 1;
        }
        MoveText { bytes, len: len as u8 }
    }

    /// Appends the text. Always copies the same number of bytes, and then removes the spare ones.
    #[inline(always)]
    pub(crate) fn append_to(self, out: &mut Vec<u8>) {
        let end = out.len() + usize::from(self.len);
        out.extend_from_slice(&self.bytes);
        out.truncate(end);
    }

    /// Returns a number that sorts like the bytes of the text.
    pub(crate) fn sort_key(self) -> u64 {
        u64::from_be_bytes(self.bytes)
    }
}

impl AsRef<[u8]> for MoveText {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

/// A text while it is being written, with the first letter in the lowest bits.
#[derive(Clone, Copy, Default)]
pub(super) struct Letters {
    text: u64,
    len: u32,
}

impl Letters {
    /// Appends the letter, if there is one, without branches.
    #[inline(always)]
    pub(super) fn push_if(&mut self, condition: bool, letter: u8) {
        self.text |= (u64::from(letter) * u64::from(condition)) << ((8 * self.len) & 63);
        self.len += u32::from(condition);
    }

    #[inline(always)]
    pub(super) fn push(&mut self, letter: u8) {
        self.push_if(true, letter);
    }

    /// Appends the name of a square, 0-63.
    #[inline(always)]
    pub(super) fn push_square(&mut self, square: u8) {
        let name = u64::from(file(square)) | u64::from(rank(square)) << 8;
        self.text |= name << ((8 * self.len) & 63);
        self.len += 2;
    }

    #[inline(always)]
    pub(super) fn finish(self) -> MoveText {
        MoveText { bytes: self.text.to_le_bytes(), len: self.len as u8 & 15 }
    }
}

impl From<MoveText> for Letters {
    #[inline(always)]
    fn from(text: MoveText) -> Letters {
        Letters { text: u64::from_le_bytes(text.bytes), len: text.len.into() }
    }
}

/// The letter of a square's file.
#[inline(always)]
pub(super) const fn file(square: u8) -> u8 {
    b'a' + (square & 7)
}

/// The digit of a square's rank.
#[inline(always)]
pub(super) const fn rank(square: u8) -> u8 {
    b'1' + (square >> 3 & 7)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_put_one_after_another() {
        let mut letters = Letters::default();
        letters.push(b'Q');
        letters.push_if(false, b'x');
        letters.push_square(0);
        letters.push_if(true, b'x');
        letters.push_square(63);
        letters.push(b'#');
        let text = letters.finish();
        assert_eq!((text.as_str(), text.to_string().as_str()), ("Qa1xh8#", "Qa1xh8#"));
        let mut line = b"1.".to_vec();
        text.append_to(&mut line);
        assert_eq!(line, b"1.Qa1xh8#");
        assert!(MoveText::of(b"Nb1").sort_key() < MoveText::of(b"Nb1d2").sort_key());
    }
}
