//! Searches of files, and what they use: keys, summaries, the index.

use plypack::{
    Reader, Result, canonical_uci,
    internals::{
        container,
        index::{self, Contents, EntryContents},
    },
    positions,
    search::{self, Branch, Condition, Material, NumberField, Pattern, Query, Target, TextField},
    shakmaty::Chess,
};
use serde_json::{Value, json};

use crate::games::{list, moves_of, text, texts, to_hex};

/// The key of a position.
pub fn position_key(q: &Value) -> Result<Value> {
    let position = positions::from_fen(text(q, "fen").as_bytes())?;
    Ok(json!({"value": index::position_key(&position).to_string()}))
}

/// The summary of a game.
pub fn summary(q: &Value) -> Result<Value> {
    let moves = moves_of(&Chess::default(), &texts(q, "moves"))?;
    Ok(json!({"output": to_hex(&container::summary(&moves))}))
}

/// The index of each block; null for one that breaks a rule.
pub fn index_pieces(file: Vec<u8>) -> Result<Value> {
    let reader = Reader::from_bytes(file)?;
    let segments = (0..reader.blocks().len()).map(|block| index::contents(&reader, block).ok().flatten());
    Ok(json!({"pieces": segments.map(|segment| segment.map(segment_json)).collect::<Vec<_>>()}))
}

fn segment_json(segment: Contents) -> Value {
    let records =
        segment.games.iter().map(|r| json!([r.offset_and_start, r.ratings[0], r.ratings[1], r.year_and_result]));
    let entries = segment.entries.iter().map(entry_json).collect::<Vec<_>>();
    json!({"games": records.collect::<Vec<_>>(), "entries": entries, "buckets": segment.buckets})
}

fn entry_json(entry: &EntryContents) -> Value {
    let next = |b: &Branch| json!(b.next_move.map_or(0xFFFF, |next| next.0));
    let branches = entry.branches.iter().map(|b| row(next(b), b)).collect::<Vec<_>>();
    json!({"key": entry.key.to_string(), "groups": entry.groups, "branches": branches})
}

fn row(first: Value, b: &Branch) -> Value {
    json!([first, b.white, b.draws, b.black, b.other, b.rating_sum, b.rated, b.last_year])
}

/// The query that a vector shows.
fn query_of(q: &Value) -> Result<Query> {
    let shown = &q["query"];
    let target = match shown["fen"].as_str() {
        Some(fen) => Target::Position(Box::new(positions::from_fen(fen.as_bytes())?)),
        None if shown["pattern"].is_string() => Target::Pattern(Pattern::from_text(text(shown, "pattern"))?),
        None => Target::Material(Material::from_text(text(shown, "material"))?),
    };
    let mut query = Query::new(target);
    query.condition = condition_of(shown)?.and(condition_of(&shown["where"])?);
    query.variations = shown["variations"] == true;
    Ok(query)
}

const TEXTS: [(&str, TextField); 5] = [
    ("player", TextField::Player),
    ("white", TextField::White),
    ("black", TextField::Black),
    ("event", TextField::Event),
    ("site", TextField::Site),
];

const NUMBERS: [(&str, NumberField); 6] = [
    ("date", NumberField::Date),
    ("rating", NumberField::Rating),
    ("white_rating", NumberField::WhiteRating),
    ("black_rating", NumberField::BlackRating),
    ("average_rating", NumberField::AverageRating),
    ("plies", NumberField::Plies),
];

/// All conditions among the members of an object.
fn condition_of(shown: &Value) -> Result<Condition> {
    let member = |name: &str| Some(&shown[name]).filter(|value| !value.is_null());
    let mut all = Vec::new();
    for (name, field) in TEXTS {
        all.extend(member(name).map(|_| Condition::text(field, text(shown, name))));
    }
    for (name, field) in NUMBERS {
        let ends = member(name).map(|ends| [0, 1].map(|end| ends[end].as_u64().expect("a number") as u32));
        all.extend(ends.map(|[first, last]| Condition::range(field, first, last)));
    }
    all.extend(member("eco").map(|_| text(shown, "eco").parse().map(Condition::Eco)).transpose()?);
    let result = |_| plypack::Termination::from_text(text(shown, "result").as_bytes()).expect("a result");
    all.extend(member("result").map(result).map(Condition::Result));
    let tag = |tag: &Value| Condition::tag(tag[0].as_str().expect("a name"), tag[1].as_str().expect("a value"));
    all.extend(member("tag").map(tag));
    let group = |name| list(shown, name).iter().map(condition_of).collect::<Result<_>>();
    all.extend(member("all").map(|_| group("all").map(Condition::All)).transpose()?);
    all.extend(member("any").map(|_| group("any").map(Condition::Any)).transpose()?);
    all.extend(member("not").map(|inner| condition_of(inner).map(|c| Condition::Not(Box::new(c)))).transpose()?);
    Ok(Condition::All(all))
}

/// The games that are found.
pub fn find(file: Vec<u8>, q: &Value) -> Result<Value> {
    let hits = search::find(&[&Reader::from_bytes(file)?], &query_of(q)?, &mut search::strict)?;
    Ok(json!({"hits": hits.iter().map(|hit| (hit.game, u64::from(hit.ply))).collect::<Vec<_>>()}))
}

/// The moves played next, by their text.
pub fn tree(file: Vec<u8>, q: &Value) -> Result<Value> {
    let position = positions::from_fen(text(&q["query"], "fen").as_bytes())?;
    let branches = search::tree(&[&Reader::from_bytes(file)?], &query_of(q)?, &mut search::strict)?;
    let uci = |b: &Branch| match b.next_move {
        None => String::new(),
        Some(next) if next.is_null() => "0000".to_owned(),
        Some(next) => canonical_uci(next.to_move(&position).expect("a legal move")).to_string(),
    };
    let mut rows: Vec<_> = branches.iter().map(|b| (uci(b), b)).collect();
    rows.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(json!({"branches": rows.into_iter().map(|(uci, b)| row(json!(uci), b)).collect::<Vec<_>>()}))
}
