//! The table of openings, read when it is first asked for.

use std::{
    alloc::{Layout, handle_alloc_error},
    sync::LazyLock,
};

use super::{Opening, start_key};
use crate::{Position, index::Key};

/// Lines of ECO code, name and moves in SAN, sorted by their moves: see `README.md` beside it.
const LINES: &[u8] = include_bytes!("openings.tsv.zst");

/// Bytes of the lines without compression, at most.
const MAX_TEXT: usize = 1 << 20;

/// Number of bits of a key that the marks look at.
const MARKED_BITS: u32 = 16;

/// The table.
pub(super) struct Table {
    pub openings: Vec<Opening>,
    /// Plies of the longest line.
    pub max_plies: usize,
    /// The key of the standard start.
    pub start: Key,
    /// The keys of the positions (`index.5`) in order, with their openings.
    pub keys: Vec<(u64, u16)>,
    /// A bit for the lowest bits of each key: it says of most positions of games that they have no name.
    marks: Vec<u64>,
}

impl Table {
    /// The opening with this key of its position.
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

/// The table; read once.
pub(super) fn table() -> &'static Table {
    static TABLE: LazyLock<Table> = LazyLock::new(|| Table::of(text()));
    &TABLE
}

/// The lines. They are read once and stay in memory, as what is compiled in does.
pub(super) fn text() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        // A stream would allocate the window of the frame, 128 MB.
        let mut text = vec![0; MAX_TEXT];
        // The lines are the library's own, so that only missing memory is an error: it ends the program, as `vec!` does.
        let missing = |_| handle_alloc_error(Layout::new::<[u8; MAX_TEXT]>());
        let len = zstd::zstd_safe::decompress(&mut text[..], LINES).unwrap_or_else(missing);
        text.truncate(len);
        text.shrink_to_fit();
        String::from_utf8(text).unwrap_or_default()
    });
    &TEXT
}

/// The word of the marks, and the bit in it.
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
            // A move that cannot be read leaves its line out; the tests know that none is.
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

/// The moves of the last line, each with the position after it: the next line begins as this one.
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
