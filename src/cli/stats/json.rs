//! `plypack stats --json`.

use std::{collections::BTreeMap, path::PathBuf};

use plypack::{
    Result,
    search::{ColorCounts, OpeningCounts, PlayerCounts, PlayerScore, Repertoire, ResultCounts, Statistics},
    text::text_of,
};
use serde_json::{Map, Value, json};

use super::{
    counted::Counted,
    tables::{line, name_of, name_of_opening},
};

/// Returns all numbers; the keys are stable. Contains the first `limit` openings and players.
///
/// Errors: [`plypack::ErrorCode::NoMemory`], and errors of moves that cannot be written.
pub fn value(all: &[Counted], players: &[PlayerCounts], paths: &[PathBuf], limit: usize) -> Result<Value> {
    let mut value = of_games(&all[0].found, players, paths, limit);
    for (key, Counted { player, found, .. }) in ["player", "beside"].into_iter().zip(all) {
        if !player.is_empty() {
            value[key] = repertoire(player, &found.repertoire, limit)?;
        }
    }
    Ok(value)
}

fn of_games(found: &Statistics, players: &[PlayerCounts], paths: &[PathBuf], limit: usize) -> Value {
    let years = found.years.iter().map(|(year, counts)| with(json!({ "year": year }), results(counts)));
    let ratings = found.ratings.iter().map(|(first, counts)| {
        let last = first.map(|first| first + 99);
        with(json!({ "rating": first, "to": last }), results(counts))
    });
    let openings = found.openings().into_iter().take(limit).map(|one| opening(&one, results(&one.counts)));
    let rows = players.iter().take(limit).map(|player| {
        let name = json!({ "name": name_of(&player.name), "as_white": player.white, "as_black": player.black });
        with(name, score(&player.score))
    });
    let longest = found.longest.map(|longest| {
        json!({ "file": paths[longest.file as usize].to_string_lossy(), "game": longest.game, "plies": longest.plies })
    });
    let lengths = found.lengths.iter().map(|(plies, games)| json!({ "plies": plies, "games": games }));
    with(
        Value::Object(results(&found.results)),
        object(json!({
            "plies": found.plies(),
            "mean_plies": found.mean_plies(),
            "median_plies": found.median_plies(),
            "longest": longest,
            "years": years.collect::<Value>(),
            "ratings": ratings.collect::<Value>(),
            "lengths": lengths.collect::<Value>(),
            "openings": openings.collect::<Value>(),
            "player_count": players.len(),
            "players": rows.collect::<Value>(),
        })),
    )
}

fn repertoire(player: &str, found: &Repertoire, limit: usize) -> Result<Value> {
    let mut both = found.white.score;
    both += found.black.score;
    let white = color(&found.white, limit)?;
    let black = color(&found.black, limit)?;
    Ok(with(json!({ "name": player, "white": white, "black": black }), score(&both)))
}

fn color(side: &ColorCounts, limit: usize) -> Result<Value> {
    let mut moves: Vec<_> = side.first_moves.iter().collect();
    moves.sort_by_key(|(_, score)| std::cmp::Reverse(score.games()));
    let moves = moves.into_iter().map(|(moves, counts)| Ok(with(json!({ "moves": line(moves)? }), score(counts))));
    let openings = side.openings().into_iter().take(limit).map(|one| opening(&one, score(&one.counts)));
    let value = object(json!({
        "first_moves": moves.collect::<Result<Value>>()?,
        "openings": openings.collect::<Value>(),
        "years": years(&side.years),
    }));
    Ok(with(Value::Object(score(&side.score)), value))
}

fn years(years: &BTreeMap<Option<u32>, PlayerScore>) -> Value {
    years.iter().map(|(year, counts)| with(json!({ "year": year }), score(counts))).collect()
}

fn opening<T>(opening: &OpeningCounts<T>, counts: Map<String, Value>) -> Value {
    let eco = opening.eco.map(|code| text_of(&code).into_owned());
    with(json!({ "eco": eco, "name": name_of_opening(opening) }), counts)
}

fn results(counts: &ResultCounts) -> Map<String, Value> {
    let ResultCounts { white, draws, black, other } = counts;
    object(json!({
        "games": counts.games(), "white": white, "draws": draws, "black": black, "other": other, "score": counts.score(),
    }))
}

fn score(counts: &PlayerScore) -> Map<String, Value> {
    object(json!({
        "games": counts.games(),
        "wins": counts.wins,
        "draws": counts.draws,
        "losses": counts.losses,
        "other": counts.other,
        "score": counts.score(),
        "rated": counts.rated,
        "opponents": counts.average_opponent(),
        "performance": counts.performance(),
    }))
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

/// An object with more keys.
fn with(mut value: Value, more: Map<String, Value>) -> Value {
    if let Value::Object(map) = &mut value {
        map.extend(more);
    }
    value
}
