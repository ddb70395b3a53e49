//! The library's reading of bytes, as the vectors show it. The adapter and the library's own test of the vectors share it.

use std::sync::Arc;

use plypack::{
    ErrorCode, Game, Reader, Result,
    internals::{
        tags::{Column, Encoding, TagLayouts, TagRows, no_final_position},
        values::{Evaluation, GameValues, Values},
        wire::{Cursor, Strings},
    },
};
use serde_json::{Value, json};

use super::games::{from_hex, game_json, list, text, text_json};

/// A number that must use up the bytes.
pub fn varint(bytes: &[u8]) -> Result<Value> {
    whole(bytes, |cursor| cursor.varint().map(|value| json!({"value": value.to_string()})))
}

/// A column that must use up the bytes.
pub fn column(bytes: &[u8], n: usize) -> Result<Value> {
    whole(bytes, |cursor| cursor.column(n).map(|values| json!({"values": values})))
}

/// Strings that must use up the bytes.
pub fn strings(bytes: &[u8], n: usize) -> Result<Value> {
    let shown = |cursor: &mut Cursor<'_>| {
        cursor.strings(n).map(|list| json!({"texts": list.iter().map(text_json).collect::<Vec<_>>()}))
    };
    whole(bytes, shown)
}

fn whole(bytes: &[u8], read: impl Fn(&mut Cursor<'_>) -> Result<Value>) -> Result<Value> {
    let mut cursor = Cursor::new(bytes);
    let value = read(&mut cursor)?;
    cursor.finish().map(|()| value)
}

/// The `n` values of a column of tags.
pub fn tag_column(bytes: &[u8], encoding: u64, n: usize, names: &[&str]) -> Result<Value> {
    let mut strings = Strings::default();
    names.iter().try_for_each(|name| strings.push(name.as_bytes()))?;
    let column = Column::parse(Encoding::from_number(encoding)?, bytes, n, Arc::new(strings))?;
    let final_position = || Err(no_final_position());
    let values = (0..n).map(|row| column.value(row, &final_position).map(|value| text_json(&value)));
    Ok(json!({"texts": values.collect::<Result<Vec<_>>>()?}))
}

/// The names of the tags of every game.
pub fn tag_shapes(bytes: &[u8], games: usize) -> Result<Value> {
    let shapes = TagRows::new(TagLayouts::parse(bytes, games, plypack::limits::max_tag_lines(0))?)?;
    let name = |number| text_json(shapes.layouts().names().get(number).expect("a listed name"));
    let of_game = |game| shapes.of_game(game).map(|(number, _)| name(number)).collect::<Vec<_>>();
    Ok(json!({"shapes": (0..games).map(of_game).collect::<Vec<_>>()}))
}

/// The templates of a block and the times and evaluations of its games; `section` is the content of `values`.
pub fn block_values(section: &[u8], q: &Value) -> Result<Value> {
    let plies: Vec<u32> = list(q, "game_plies").iter().map(|n| n.as_u64().expect("a number") as u32).collect();
    let values = Values::parse(section, &from_hex(text(q, "codes")), &plies)?;
    let of_games = (0..plies.len()).map(|game| values.of_game(game).map(|fill| values_json(&fill.values())));
    let templates: Vec<_> = values.templates().iter().map(text_json).collect();
    Ok(json!({"texts": templates, "game_values": of_games.collect::<Result<Vec<_>>>()?}))
}

fn values_json(values: &GameValues) -> Value {
    let evaluations = values.evaluations.iter().map(|evaluation| match evaluation {
        Evaluation::Mate(moves) => format!("#{moves}"),
        Evaluation::Pawns(hundredths) => {
            let (sign, size) = (if *hundredths < 0 { "-" } else { "" }, hundredths.unsigned_abs());
            format!("{sign}{}.{:02}", size / 100, size % 100)
        }
    });
    json!({"times": values.times, "evaluations": evaluations.collect::<Vec<_>>()})
}

/// The games of a file; the first thing that is wrong with it, if there is any.
pub fn whole_file(bytes: Vec<u8>) -> Result<Value> {
    let reader = Reader::from_bytes(bytes)?;
    for (index, block) in reader.blocks().iter().enumerate() {
        reader.block_header(index)?;
        let is_stored = |number| !reader.is_deleted(number) && !reader.is_replaced(number);
        if (block.first_game..block.first_game + block.games).any(is_stored) {
            reader.check_sections(index)?;
            reader.load_block(index)?;
        }
    }
    let games = (0..reader.number_end()).map(|number| {
        let mut game = Game::new();
        match reader.read_game(number, &mut game) {
            Err(e) if e.code() == ErrorCode::NotFound && reader.is_deleted(number) => Ok(Value::Null),
            read => read.map(|()| game_json(&game)),
        }
    });
    Ok(json!({"games": games.collect::<Result<Vec<_>>>()?}))
}

/// All games that can be read of a file whose frame is corrupt.
pub fn readable_games(reader: &Reader) -> Value {
    let mut game = Game::new();
    let readable = (0..reader.number_end()).filter_map(|number| {
        reader
            .read_game(number, &mut game)
            .or_else(|e| read_of_damaged_block(reader, number, &mut game).unwrap_or(Err(e)))
            .ok()?;
        Some(game_json(&game))
    });
    json!({"games": readable.collect::<Vec<_>>()})
}

/// Reads a game of a block of which columns of tags are damaged, if the game has none of these tags (`limits.11`).
fn read_of_damaged_block(reader: &Reader, number: u64, game: &mut Game) -> Option<Result<()>> {
    if reader.is_deleted(number) || reader.is_replaced(number) {
        return None;
    }
    let index = reader.blocks().partition_point(|block| block.first_game + block.games <= number);
    let (block, _) = reader.salvage_block(index).ok()?;
    let place = (number - reader.blocks()[index].first_game) as usize;
    block.is_whole(place).then(|| block.read_game(place, game))
}
