//! The table of openings, read on first use.

use std::{
    alloc::{Layout, handle_alloc_error},
    sync::LazyLock,
};

use super::{Opening, start_key};
use crate::{Position, index::Key};

/// Lines of ECO code, name and moves in SAN, sorted by moves: see `README.md` in this folder.
const LINES: &[u8] = include_bytes!("openings.tsv.zst");

/// Maximum size of the decompressed lines in bytes.
const MAX_TEXT: usize = 1 << 20;

/// Number of key bits that the marks use.
const MARKED_BITS: u32 = 16;

/// The table.
pub(super) struct Table {
    pub openings: Vec<Opening>,
    /// Plies of the longest line.
    pub max_plies: usize,
    /// The key of the standard start.
    pub start: Key,
    /// The keys of the positions (`index.5`) in ascending order, with the index of their opening.
    pub keys: Vec<(u64, u16)>,
    /// A bit for the low bits of each key. It rules out most positions without a name.
    marks: Vec<u64>,
}

impl Table {
    /// Returns the opening of the position with this key.
    #[inline(always)]
    pub(super) fn find(&self, key: u64) -> Option<&Opening> {
        let (word, bit) = mark(key);
        if self.marks[word] >> bit & 1 == 0 { None } else { self.look_up(key) }
    }

    #[inline(never)]
    fn look_up(&self, key: u64) -> Option<&Opening> {
        let index = self.keys.binary_search_by_key(&key, |(key, _)| *key).ok()?;
        self.openings.get(usize::from(self.keys[index].1))
    }
}

/// Returns the table, which is read only once.
pub(super) fn table() -> &'static Table {
    static TABLE: LazyLock<Table> = LazyLock::new(|| Table::of(text()));
    &TABLE
}

/// Returns the lines. They are read once and stay in memory, like compiled-in data.
pub(super) fn text() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        // A stream would allocate the window of the frame, 128 MB.
        let mut text = vec![0; MAX_TEXT];
        // The lines are part of the library, so the only possible error is missing memory, which ends the program as in `vec!`.
        let missing = |_| handle_alloc_error(Layout::new::<[u8; MAX_TEXT]>());
        let len = zstd::zstd_safe::decompress(&mut text[..], LINES).unwrap_or_else(missing);
        text.truncate(len);
        text.shrink_to_fit();
        String::from_utf8(text).unwrap_or_default()
    });
    &TEXT
}

/// Returns the word of the marks, and the bit in it.
#[inline(always)]
fn mark(key: u64) -> (usize, u64) {
    let bit = key & ((1 << MARKED_BITS) - 1);
    ((bit >> 6) as usize, bit & 63)
}

impl Table {
    fn of(text: &'static str) -> Table {
        let mut openings = Vec::new();
        let mut keys = Vec::new();
        let mut line = Line::default();
        for (opening, number) in text.lines().filter_map(opening_of).zip(0..) {
            // A move that cannot be read leaves its line out; the tests check that there is none.
            if let Some(key) = line.key_after(opening.moves) {
                keys.push((key, number));
            }
            openings.push(opening);
        }
        keys.sort_unstable();
        let mut marks = vec![0; 1 << (MARKED_BITS - 6)];
        for (word, bit) in keys.iter().map(|(key, _)| mark(*key)) {
            marks[word] |= 1 << bit;
        }
        let max_plies = openings.iter().map(|opening: &Opening| opening.plies as usize).max().unwrap_or(0);
        Table { openings, max_plies, start: start_key(), keys, marks }
    }
}

fn opening_of(line: &'static str) -> Option<Opening> {
    let (eco, rest) = line.split_once('\t')?;
    let (name, moves) = rest.split_once('\t')?;
    Some(Opening { eco, name, moves, plies: moves.split(' ').count() as u32 })
}

/// The moves of the previous line with the position after each, because the next line begins with some of them.
#[derive(Default)]
struct Line(Vec<(&'static str, Position)>);

impl Line {
    fn key_after(&mut self, moves: &'static str) -> Option<u64> {
        let common = self.0.iter().zip(moves.split(' ')).take_while(|((san, _), other)| san == other).count();
        self.0.truncate(common);
        for san in moves.split(' ').skip(common) {
            let mut position = self.0.last().map(|(_, position)| position.clone()).unwrap_or_default();
            position.play(position.read_san(san.as_bytes()).ok()?).ok()?;
            self.0.push((san, position));
        }
        self.0.last().map(|(_, position)| position.key())
    }
}
