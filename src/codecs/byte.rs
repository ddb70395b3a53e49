//! `byte`
use crate::{MoveWord, Result};
use shakmaty::Chess;
pub(super) fn encode_line(_start: &Chess, _moves: &[MoveWord], _out: &mut Vec<u8>) -> Result<()> {
    unimplemented!()
}
pub(super) fn decode_line(_start: &Chess, _code: &[u8], _plies: usize, _out: &mut Vec<MoveWord>) -> Result<usize> {
    unimplemented!()
}
pub(super) fn decode_all(_start: &Chess, _code: &[u8], _out: &mut Vec<MoveWord>) -> Result<()> {
    unimplemented!()
}
pub(super) fn encode_trusted(_start: &Chess, _moves: &[MoveWord], _out: &mut Vec<u8>) -> Result<()> {
    unimplemented!()
}
