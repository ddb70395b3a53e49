//! Static prefix codes for moves by their squares: the same for every game, built once from many games.

pub mod symbols;

use std::sync::LazyLock;

use crate::{
    Result,
    coding::bit_stream::{BitReader, BitWriter},
    memory,
};
use symbols::{COORD_SYMBOLS, DIRECTION_SYMBOLS, coord_moves, direction_pairs};

/// The longest code in bits (`coord-static.2`).
pub const MAX_BITS: usize = 16;
/// coord-static.3: the number of tables, one per class of the previous move.
pub const CLASSES: usize = 64;
/// coord-static.3: the number of possible previous moves: none, or a pair of squares.
pub const CONTEXTS: usize = 1793;

/// A prefix code (`coord-static.2`). Every symbol has a meaning: a number that its codec interprets.
pub struct PrefixCode {
    /// For each length except the last, the lowest 16 bits with which no code of this or a shorter length begins.
    /// Signed, and a whole number of vectors, because processors then compare them at once.
    ends: [i32; MAX_BITS],
    /// For each length, the first 16 bits of its first code, and the number of shorter codes.
    firsts: [(u32, u32); MAX_BITS],
    /// By code, in ascending order.
    meanings: Box<[u16]>,
    /// Code and length by symbol.
    codes: Box<[(u16, u8)]>,
}

impl PrefixCode {
    /// Builds the code for symbols with these lengths and meanings.
    fn new(lengths: &[u8], meanings: &[u16]) -> PrefixCode {
        let mut sorted: Vec<usize> = (0..lengths.len()).collect();
        sorted.sort_by_cached_key(|symbol| u64::from(lengths[*symbol]));
        let mut codes = vec![(0, 0); lengths.len()];
        let mut next = 0_u32;
        let mut counts = [0_u32; MAX_BITS];
        for symbol in &sorted {
            let length = lengths[*symbol];
            codes[*symbol] = ((next >> (MAX_BITS as u32 - u32::from(length))) as u16, length);
            next += 1 << (MAX_BITS as u32 - u32::from(length));
            counts[usize::from(length) - 1] += 1;
        }
        let mut ends = [i32::MAX; MAX_BITS];
        let mut firsts = [(0, 0); MAX_BITS];
        let mut end = 0;
        let mut before = 0;
        for (i, count) in counts.into_iter().enumerate() {
            firsts[i] = (end, before);
            end += count << (MAX_BITS - 1 - i);
            before += count;
            if i < MAX_BITS - 1 {
                ends[i] = end as i32;
            }
        }
        PrefixCode { ends, firsts, meanings: sorted.iter().map(|s| meanings[*s]).collect(), codes: codes.into() }
    }

    /// Writes a symbol.
    #[inline(always)]
    pub fn put(&self, symbol: u16, out: &mut BitWriter<'_>) {
        let (code, length) = self.codes.get(usize::from(symbol)).copied().unwrap_or_default();
        out.put(code.into(), length.into());
    }

    /// Returns the meaning and the length of the next symbol without consuming it.
    #[inline(always)]
    pub fn peek(&self, code: &BitReader<'_>) -> (u16, u32) {
        let window = code.peek() >> 16;
        // Compares all at once, because the next length is hard to predict.
        let index = self.ends.iter().map(|end| i32::from(window as i32 >= *end)).sum::<i32>() as usize & (MAX_BITS - 1);
        let (first, before) = self.firsts[index];
        let number = before + (window.wrapping_sub(first) >> (MAX_BITS - 1 - index));
        (self.meanings.get(number as usize).copied().unwrap_or_default(), index as u32 + 1)
    }

    /// Reads the next symbol.
    ///
    /// Errors: [`crate::ErrorCode::Truncated`].
    #[inline(always)]
    pub fn take(&self, code: &mut BitReader<'_>) -> Result<u16> {
        let (meaning, length) = self.peek(code);
        code.skip(length)?;
        Ok(meaning)
    }
}

/// The tables of `coord-static`: one without context, and one per class of the previous move.
pub struct CoordTables {
    /// Without context.
    pub plain: PrefixCode,
    by_class: Box<[PrefixCode]>,
    /// The class of the previous move, by the 12 bits of its squares; 0 without a previous move.
    classes: Box<[u8]>,
}

impl CoordTables {
    /// Returns the table after a move with these squares, from its mover's view.
    #[inline(always)]
    pub fn after(&self, squares: u16) -> &PrefixCode {
        let class = self.classes.get(usize::from(squares & 4095)).copied().unwrap_or_default();
        self.by_class.get(usize::from(class)).unwrap_or(&self.plain)
    }
}

/// coord-static.3: two lengths per byte, the first in the lower half.
fn lengths(bytes: &[u8], symbols: usize) -> Vec<u8> {
    bytes.iter().flat_map(|byte| [(byte & 15) + 1, (byte >> 4) + 1]).take(symbols).collect()
}

/// The file of `coord-static` as a zstd frame: `zstd --ultra -22 spec/tables/coord-static.bin -o src/codecs/by_square/static_code/coord-static.zst`.
const COORD_FRAME: &[u8] = include_bytes!("coord-static.zst");

/// Size of the file in bytes (`coord-static.3`).
const COORD_SIZE: usize = 62_243;

/// The file of `coord-static`.
pub static COORD: LazyLock<CoordTables> = LazyLock::new(|| {
    let file = memory::decompressed(COORD_FRAME, COORD_SIZE).expect("a table of the library, and memory for it");
    let table_len = COORD_SYMBOLS.div_ceil(2);
    let meanings: Vec<u16> = coord_moves().iter().map(|m| m.0).collect();
    let (plain, rest) = file.split_at(table_len);
    let (of_contexts, tables) = rest.split_at(CONTEXTS);
    let code = |bytes: &[u8]| PrefixCode::new(&lengths(bytes, COORD_SYMBOLS), &meanings);
    let mut classes = vec![of_contexts[0]; 4096];
    for (m, class) in meanings.iter().zip(of_contexts) {
        classes[usize::from(m & 4095)] = *class;
    }
    CoordTables { plain: code(plain), by_class: tables.chunks(table_len).map(code).collect(), classes: classes.into() }
});

/// The file of `direction-target`.
pub static DIRECTION: LazyLock<PrefixCode> = LazyLock::new(|| {
    let file = include_bytes!("../../../../spec/tables/direction-static.bin");
    PrefixCode::new(&lengths(file, DIRECTION_SYMBOLS), &direction_pairs())
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coding::bit_stream::Filling;

    /// coord-static.2: no bits remain, and no bits are missing.
    fn check(code: &PrefixCode) {
        let used: u32 = code.codes.iter().map(|(_, length)| 1 << (16 - length)).sum();
        assert_eq!(used, 1 << 16);
        for symbol in 0..code.codes.len() as u16 {
            let mut bytes = Vec::new();
            let mut out = BitWriter::new(&mut bytes);
            code.put(symbol, &mut out);
            out.finish(Filling::Ones);
            let (meaning, length) = code.peek(&BitReader::new(&bytes));
            let (bits, expected) = code.codes[usize::from(symbol)];
            assert_eq!(length, u32::from(expected));
            let sorted = code.codes.iter().filter(|(b, l)| (*l, *b) < (expected, bits)).count();
            assert_eq!(meaning, code.meanings[sorted]);
        }
    }

    #[test]
    fn the_frame_is_of_the_file_of_the_chapter() {
        let file = include_bytes!("../../../../spec/tables/coord-static.bin");
        assert!(memory::decompressed(COORD_FRAME, COORD_SIZE).unwrap() == file);
    }

    #[test]
    fn codes_are_complete() {
        check(&COORD.plain);
        assert_eq!(COORD.by_class.len(), CLASSES);
        COORD.by_class.iter().step_by(9).for_each(check);
        assert!(COORD.classes.iter().all(|class| usize::from(*class) < CLASSES));
        check(&DIRECTION);
    }
}
