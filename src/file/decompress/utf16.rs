//! UTF-16 as UTF-8.

use std::io::{self, Read};

use super::formats::ByteOrder;

/// Bytes that are converted at once.
const CHUNK: usize = 8 << 10;

/// The UTF-8 of a text in UTF-16, without its byte order mark. Invalid characters become U+FFFD.
pub(super) struct Utf16<R> {
    reader: R,
    order: ByteOrder,
    /// Bytes that are not a complete character yet.
    rest: Vec<u8>,
    converted: Vec<u8>,
    /// Bytes of `converted` that were read.
    pos: usize,
    at_start: bool,
    at_end: bool,
}

impl<R: Read> Utf16<R> {
    pub fn new(reader: R, order: ByteOrder) -> Utf16<R> {
        Utf16 { reader, order, rest: Vec::new(), converted: Vec::new(), pos: 0, at_start: true, at_end: false }
    }

    /// Converts the next bytes.
    fn convert(&mut self) -> io::Result<()> {
        let before = self.rest.len();
        self.rest.resize(CHUNK, 0);
        let read = self.reader.read(&mut self.rest[before..]);
        self.rest.truncate(before + *read.as_ref().unwrap_or(&0));
        self.at_end = read? == 0;
        let mut units: Vec<u16> = self.rest.as_chunks().0.iter().map(|pair| self.unit(*pair)).collect();
        if !self.at_end && matches!(units.last(), Some(0xd800..=0xdbff)) {
            // Its other half comes with the next bytes.
            units.pop();
        }
        self.rest.drain(..2 * units.len());
        if self.at_end && !self.rest.is_empty() {
            self.rest.clear();
            units.push(char::REPLACEMENT_CHARACTER as u16);
        }
        self.put(units);
        Ok(())
    }

    fn unit(&self, [first, second]: [u8; 2]) -> u16 {
        match self.order {
            ByteOrder::Low => u16::from_le_bytes([first, second]),
            ByteOrder::High => u16::from_be_bytes([first, second]),
        }
    }

    fn put(&mut self, units: Vec<u16>) {
        self.converted.clear();
        self.pos = 0;
        for character in char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)) {
            let is_mark = std::mem::take(&mut self.at_start) && character == '\u{feff}';
            if !is_mark {
                self.converted.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
            }
        }
    }
}

impl<R: Read> Read for Utf16<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.pos == self.converted.len() {
            if self.at_end {
                return Ok(0);
            }
            self.convert()?;
        }
        let left = &self.converted[self.pos..];
        let len = left.len().min(buffer.len());
        buffer[..len].copy_from_slice(&left[..len]);
        self.pos += len;
        Ok(len)
    }
}
