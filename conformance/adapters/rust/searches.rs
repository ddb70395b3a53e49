//! Searches of files, and what they use: keys, summaries, the index.

use plypack::{
    Position, Reader, Result,
    internals::{
        container,
        index::{self, Contents, GroupRecord, LeafContents},
    },
    search::{self, Branch, Condition, Material, NumberField, Pattern, Query, Target, TextField, TextForm},
};
use serde_json::{Value, json};

use super::games::{list, moves_of, text, texts, to_hex};

/// The key of a position.
pub fn position_key(q: &Value) -> Result<Value> {
    let position = Position::from_fen(text(q, "fen").as_bytes())?;
    Ok(json!({"value": index::position_key(&position).to_string()}))
}

/// The summary of a game.
pub fn summary(q: &Value) -> Result<Value> {
    let moves = moves_of(&Position::default(), &texts(q, "moves"))?;
    Ok(json!({"output": to_hex(&container::summary(&moves))}))
}

/// The segments of the index that a search would use; null for the content of one that breaks a rule.
pub fn index_segments(file: Vec<u8>) -> Result<Value> {
    let reader = Reader::from_bytes(file)?;
    let contents = index::contents(&reader).into_iter();
    let segments = contents.map(|(first, contents)| contents.ok().map(|contents| segment_json(first, &contents)));
    Ok(json!({"segments": segments.collect::<Vec<_>>()}))
}

fn segment_json(first: usize, segment: &Contents) -> Value {
    let groups = segment.groups.iter().map(group_json).collect::<Vec<_>>();
    let pages = segment.pages.iter().map(|page| page.iter().map(|cell| cell.iter().map(leaf_json).collect()).collect());
    let pages = pages.collect::<Vec<Vec<Vec<Value>>>>();
    json!({"first_block": first, "blocks": segment.blocks.len(), "groups": groups, "pages": pages})
}

fn group_json(group: &GroupRecord) -> Value {
    let game =
        |g: &index::GameRecord| json!([g.start as u32, g.plies, g.size, g.ratings[0], g.ratings[1], g.year, g.result]);
    let games = group.games.iter().map(game).collect::<Vec<_>>();
    let fens = group.fens.iter().map(|fen| String::from_utf8_lossy(fen)).collect::<Vec<_>>();
    json!({"moves": [group.moves.start, group.moves.end], "games": games, "fens": fens})
}

fn leaf_json((path, leaf): &(String, LeafContents)) -> Value {
    let next = |b: &Branch| json!(b.next_move.map_or(0xFFFF, |next| next.0));
    match leaf {
        LeafContents::Groups(groups) => json!({"path": path, "groups": groups}),
        LeafContents::Entry { lists, branches } => {
            let branches = branches.iter().map(|b| row(next(b), b)).collect::<Vec<_>>();
            json!({"path": path, "lists": lists, "branches": branches})
        }
    }
}

fn row(first: Value, b: &Branch) -> Value {
    json!([first, b.white, b.draws, b.black, b.other, b.rating_sum, b.rated, b.last_year])
}

/// The query that a vector shows.
fn query_of(q: &Value) -> Result<Query> {
    let shown = &q["query"];
    let target = match shown["fen"].as_str() {
        Some(fen) => Target::from_fen(fen.as_bytes())?,
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

const NUMBERS: [(&str, NumberField); 7] = [
    ("date", NumberField::Date),
    ("rating", NumberField::Rating),
    ("any_rating", NumberField::AnyRating),
    ("white_rating", NumberField::WhiteRating),
    ("black_rating", NumberField::BlackRating),
    ("average_rating", NumberField::AverageRating),
    ("plies", NumberField::Plies),
];

/// A name and a text.
fn pair(shown: &Value) -> (&str, &str) {
    (shown[0].as_str().expect("a name"), shown[1].as_str().expect("a text"))
}

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
    all.extend(member("speed").map(|_| Condition::from_text("speed", text(shown, "speed"))).transpose()?);
    all.extend(member("equals").map(|equals| {
        let (name, text) = pair(equals);
        let (_, field) = TEXTS.iter().find(|(field, _)| *field == name).expect("a field");
        Condition::text_of(*field, TextForm::Equals, text)
    }));
    for (member_name, form) in [("tag", TextForm::Equals), ("tag_contains", TextForm::Contains)] {
        all.extend(member(member_name).map(pair).map(|(name, value)| Condition::tag_of(name, form, value)));
    }
    all.extend(member("comment").map(|_| Condition::comment(TextForm::Contains, text(shown, "comment"))));
    all.extend(member("nag").map(|nag| Condition::Nag(nag.as_u64().map(|nag| nag as u32))));
    all.extend(member("has_variations").map(|_| Condition::Variation));
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
    let position = Position::from_fen(text(&q["query"], "fen").as_bytes())?;
    let branches = search::tree(&[&Reader::from_bytes(file)?], &query_of(q)?, &mut search::strict)?;
    let uci = |b: &Branch| b.next_move.map_or(String::new(), |next| position.canonical_uci(next).to_string());
    let mut rows: Vec<_> = branches.iter().map(|b| (uci(b), b)).collect();
    rows.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(json!({"branches": rows.into_iter().map(|(uci, b)| row(json!(uci), b)).collect::<Vec<_>>()}))
}
