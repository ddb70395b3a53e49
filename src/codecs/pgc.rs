//! `pgc`: number in the list of the legal moves' SAN texts, one byte.
//!
//! Spec chapter: `spec/codecs/pgc.md`.

use super::stream::{MoveCoder, get_escaped, put_escaped};
use crate::{
    PackedMove, Position, Result,
    coding::bit_stream::{BitReader, BitWriter},
    notation::san,
};

/// See the module.
#[derive(Default)]
pub struct Pgc;

impl MoveCoder for Pgc {
    type Encoder<'a> = BitWriter<'a>;
    type Decoder<'a> = BitReader<'a>;

    // pgc.2
    fn put(&mut self, position: &Position, m: PackedMove, out: &mut BitWriter<'_>) -> Result<()> {
        put_escaped(position, m, san_key(position), 8, out)
    }

    fn get(&mut self, position: &Position, code: &mut BitReader<'_>) -> Result<PackedMove> {
        get_escaped(position, san_key(position), 8, code)
    }
}

/// pgc.1: the SAN text without `+` and `#`, as a number that sorts like its bytes.
fn san_key(position: &Position) -> impl FnMut(PackedMove) -> u64 {
    move |m| san::san_without_check(m, position.board()).sort_key()
}
