//! Bits, range coder and ranking.

use plypack::{
    Error, ErrorCode, Result,
    internals::{
        bit_stream::{BitReader, BitWriter, Filling},
        range_coder::{RangeDecoder, RangeEncoder},
        ranking::Ranking,
    },
};
use serde_json::{Value, json};

use super::{Outcome, games::number, input, start_of};

/// Numbers in a bit stream; a negative width means escape code with units of that many bits.
pub fn bits(test: &Value) -> Outcome {
    let code = input(test);
    let filling = if number(test, "fill") == 1 { Filling::Ones } else { Filling::Zeros };
    let widths: Vec<_> =
        test["widths"].as_array().expect("widths").iter().map(|w| w.as_i64().expect("a width")).collect();
    let mut reader = BitReader::new(&code);
    let take = |width: &i64| match *width {
        width if width < 0 => reader.take_escaped(width.unsigned_abs() as u32),
        width => reader.take(width as u32),
    };
    let values = widths.iter().map(take).collect::<Result<Vec<_>>>()?;
    let used = reader.finish(filling)?;
    if used < code.len() {
        return Err(Error::new(ErrorCode::TrailingBytes, "bytes are left over").with_offset(used as u64));
    }
    let mut again = Vec::new();
    let mut writer = BitWriter::new(&mut again);
    for (value, width) in values.iter().zip(widths) {
        match width {
            width if width < 0 => writer.put_escaped(*value, width.unsigned_abs() as u32),
            width => writer.put(*value, width as u32),
        }
    }
    writer.finish(filling);
    assert_eq!(again, code);
    Ok(json!({"values": values}))
}

/// Range-coded numbers, by their frequencies.
pub fn range_code(test: &Value) -> Outcome {
    let code = input(test);
    let share = |share: &Value| [0, 1, 2].map(|i| share[i].as_u64().expect("a number") as u32);
    let shares: Vec<_> = test["shares"].as_array().expect("shares").iter().map(share).collect();
    let mut decoder = RangeDecoder::new(&code);
    for [start, size, total] in &shares {
        let target = decoder.target(*total)?;
        if !(*start..start + size).contains(&target) {
            return Err(decoder.malformed("the share of another number"));
        }
        decoder.take(*start, *size);
    }
    decoder.finish()?;
    let mut again = Vec::new();
    let mut encoder = RangeEncoder::new(&mut again);
    shares.iter().for_each(|[start, size, total]| encoder.encode(*start, *size, *total));
    encoder.finish();
    assert_eq!(again, code);
    Ok(json!({"values": shares.iter().map(|share| share[0]).collect::<Vec<_>>()}))
}

pub fn ranks(test: &Value) -> Outcome {
    let start = start_of(test);
    let ranking = Ranking::new(&start);
    let rows = ranking.by_rank().map(|(m, points)| json!([start.canonical_uci(m).to_string(), points]));
    Ok(json!({"points": rows.collect::<Vec<_>>()}))
}
