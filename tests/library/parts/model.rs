//! The games of a file as they should be, and a plain loop over their positions: nothing here uses the searches of the library.

use std::collections::BTreeMap;

use plypack::{Game, PackedMove, Position, Start, Termination, Token};
use shakmaty::{Chess, Position as _};

use super::replay;

/// A position of a game, and the moves of its line before and after it.
pub struct Visit {
    pub position: Chess,
    pub path: Vec<PackedMove>,
    pub rest: Vec<PackedMove>,
}

impl Visit {
    pub fn ply(&self) -> u32 {
        self.path.len() as u32
    }

    pub fn next(&self) -> Option<PackedMove> {
        self.rest.first().copied()
    }

    pub fn key(&self) -> i64 {
        Position::from(&self.position).key() as i64
    }
}

/// A game, its number, and its positions; none if it has no known start.
pub struct Played {
    pub number: u64,
    pub game: Game,
    /// Positions of the main line.
    pub main: Vec<Visit>,
    /// Positions after moves of variations, in the order of the movetext.
    pub variations: Vec<Visit>,
}

impl Played {
    pub fn new(number: u64, game: Game) -> Played {
        if game.start == Start::Unreadable || game.continued {
            return Played { number, game, main: Vec::new(), variations: Vec::new() };
        }
        let start = replay::start_of(&game);
        let main = visits(&start, &[], &game.moves);
        let mut variations = Vec::new();
        let tokens: Vec<Token<'_>> = game.tokens().collect();
        let mut ply = 0;
        let mut at = 0;
        while at < tokens.len() {
            match tokens[at] {
                Token::Plies(plies) => ply += plies as usize,
                Token::Begin => {
                    at = variation(&start, &game.moves[..ply - 1], &tokens, at + 1, &mut variations);
                    continue;
                }
                _ => {}
            }
            at += 1;
        }
        Played { number, game, main, variations }
    }

    /// The first position that passes, in the main line, or otherwise in the variations.
    pub fn first_match(&self, check: &dyn Fn(&Chess) -> bool, variations: bool) -> Option<&Visit> {
        let others = self.variations.iter().filter(|_| variations);
        self.main.iter().chain(others).find(|visit| check(&visit.position))
    }

    pub fn tag(&self, name: &str) -> Option<&str> {
        self.game.tag(name.as_bytes()).map(|value| std::str::from_utf8(value).unwrap())
    }

    pub fn result(&self) -> Termination {
        match self.tag("Result").and_then(|text| Termination::from_text(text.as_bytes())) {
            Some(result) => result,
            None => self.game.termination,
        }
    }

    pub fn year(&self) -> Option<u32> {
        self.tag("Date").or_else(|| self.tag("UTCDate")).and_then(|date| date.get(..4)?.parse().ok())
    }

    pub fn rating_of(&self, is_white: bool) -> Option<u64> {
        self.tag(if is_white { "WhiteElo" } else { "BlackElo" }).and_then(|rating| rating.parse().ok())
    }
}

/// The positions of a line that continues a path with some moves.
fn visits(start: &Chess, before: &[PackedMove], moves: &[PackedMove]) -> Vec<Visit> {
    let mut position = start.clone();
    before.iter().for_each(|packed| replay::play(&mut position, *packed).unwrap());
    let mut found = Vec::new();
    for ply in 0..=moves.len() {
        let path = [before, &moves[..ply]].concat();
        found.push(Visit { position: position.clone(), path, rest: moves[ply..].to_vec() });
        if let Some(next) = moves.get(ply) {
            replay::play(&mut position, *next).unwrap();
        }
    }
    found
}

/// Adds the positions of a variation whose tokens begin at `at`; returns where the tokens after it begin.
fn variation(
    start: &Chess,
    before: &[PackedMove],
    tokens: &[Token<'_>],
    mut at: usize,
    found: &mut Vec<Visit>,
) -> usize {
    let line = line_of(&tokens[at..]);
    let all = visits(start, before, &line);
    let mut all = all.into_iter().skip(1);
    let mut played = 0;
    while at < tokens.len() {
        match tokens[at] {
            Token::Move(_) => {
                found.extend(all.next());
                played += 1;
            }
            Token::Begin => {
                let path = [before, &line[..played - 1]].concat();
                at = variation(start, &path, tokens, at + 1, found);
                continue;
            }
            Token::End => return at + 1,
            _ => {}
        }
        at += 1;
    }
    at
}

/// The moves of a variation, without inner ones.
fn line_of(tokens: &[Token<'_>]) -> Vec<PackedMove> {
    let mut depth = 0;
    let mut moves = Vec::new();
    for token in tokens {
        match token {
            Token::Begin => depth += 1,
            Token::End if depth == 0 => break,
            Token::End => depth -= 1,
            Token::Move(packed) if depth == 0 => moves.push(*packed),
            _ => {}
        }
    }
    moves
}

/// Content of a file: the existing games by their numbers.
pub struct Model {
    pub games: Vec<Played>,
}

/// For one move: games, White's wins, draws, Black's wins, others, sum of ratings, games with a rating, last year.
pub type Counts = [u64; 8];

/// Counts a game that reached a position.
pub fn count(counts: &mut Counts, played: &Played, position: &Chess) {
    counts[0] += 1;
    counts[match played.result() {
        Termination::WhiteWins => 1,
        Termination::Draw => 2,
        Termination::BlackWins => 3,
        _ => 4,
    }] += 1;
    if let Some(rating) = played.rating_of(position.turn().is_white()) {
        counts[5] += rating;
        counts[6] += 1;
    }
    counts[7] = counts[7].max(played.year().unwrap_or(0).into());
}

/// Adds counts to others.
pub fn add_counts<K: Ord>(all: &mut BTreeMap<K, Counts>, key: K, more: &Counts) {
    let counts = all.entry(key).or_default();
    (0..7).for_each(|column| counts[column] += more[column]);
    counts[7] = counts[7].max(more[7]);
}
