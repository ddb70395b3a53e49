//! `pgc`: number in the list of the legal moves' SAN texts, one byte.
//!
//! Spec chapter: `spec/codecs/pgc.md`.

use shakmaty::{Chess, Move};

use super::stream::{MoveCoder, get_escaped, put_escaped};
use crate::{
    PackedMove, Result,
    board::{Bitboards, Board},
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
    fn put(&mut self, position: &Chess, m: Option<Move>, out: &mut BitWriter<'_>) -> Result<()> {
        put_escaped(position, m, san_key(position), 8, out)
    }

    fn get(&mut self, position: &Chess, code: &mut BitReader<'_>) -> Result<Option<Move>> {
        get_escaped(position, san_key(position), 8, code)
    }
}

/// pgc.1: the SAN text without `+` and `#`, as a number that sorts like its bytes.
fn san_key(position: &Chess) -> impl FnMut(&Move) -> u64 {
    let board = Board::<Bitboards>::new(position);
    move |m| san::san_without_check(PackedMove::from_move(*m), &board).sort_key()
}
