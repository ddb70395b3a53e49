//! Streams of bits, range codes, the ranking.

use plypack::{
    Error, ErrorCode, Position, Result,
    internals::{
        bit_stream::{BitReader, Filling},
        range_coder::RangeDecoder,
        ranking::Ranking,
    },
};
use serde_json::{Value, json};

use super::games::{from_hex, list, number, text};

/// Numbers in a stream of bits; a width below 0 means units of so many bits.
pub fn bits(q: &Value) -> Result<Value> {
    let code = from_hex(text(q, "input"));
    let mut reader = BitReader::new(&code);
    let widths = list(q, "widths").iter().map(|width| width.as_i64().expect("a width"));
    let values = widths.map(|width| match width {
        width if width < 0 => reader.take_escaped(width.unsigned_abs() as u32),
        width => reader.take(width as u32),
    });
    let values = values.collect::<Result<Vec<_>>>()?;
    let filling = if number(q, "fill") == 1 { Filling::Ones } else { Filling::Zeros };
    let used = reader.finish(filling)?;
    if used < code.len() {
        return Err(Error::new(ErrorCode::TrailingBytes, "bytes are left over").with_offset(used as u64));
    }
    Ok(json!({"values": values}))
}

/// Numbers by their shares.
pub fn range_code(q: &Value) -> Result<Value> {
    let code = from_hex(text(q, "input"));
    let mut decoder = RangeDecoder::new(&code);
    let mut values = Vec::new();
    for share in list(q, "shares") {
        let [start, size, total] = [0, 1, 2].map(|i| share[i].as_u64().expect("a number") as u32);
        let target = decoder.target(total)?;
        if !(start..start + size).contains(&target) {
            return Err(decoder.malformed("the share of another number"));
        }
        decoder.take(start, size);
        values.push(start);
    }
    decoder.finish()?;
    Ok(json!({"values": values}))
}

/// All legal moves by rank.
pub fn ranking(q: &Value) -> Result<Value> {
    let position = Position::from_fen(text(q, "fen").as_bytes())?;
    let ranking = Ranking::new(&position);
    let rows = ranking.by_rank().map(|(m, points)| json!([position.canonical_uci(m).to_string(), points]));
    Ok(json!({"points": rows.collect::<Vec<_>>()}))
}
