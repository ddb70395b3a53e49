//! Games made from random bytes, for property tests. Few bytes make a simple game, so that a failing case shrinks.

use plypack::{Game, PackedMove, Position, Start, Termination, Token};

/// Bytes that determine the content of a game; zeros after the last.
pub struct Entropy<'a>(pub &'a [u8]);

impl Entropy<'_> {
    pub fn byte(&mut self) -> u8 {
        match self.0.split_first() {
            Some((byte, rest)) => {
                self.0 = rest;
                *byte
            }
            None => 0,
        }
    }

    /// A number less than `end`, or 0.
    pub fn below(&mut self, end: usize) -> usize {
        usize::from(self.byte()) % end.max(1)
    }

    /// Bytes of any value except the values in `forbidden`.
    pub fn text(&mut self, forbidden: &[u8]) -> Vec<u8> {
        let len = self.below(9);
        let bytes = (0..len).map(|_| self.byte());
        bytes.map(|b| if forbidden.contains(&b) { b'.' } else { b }).collect()
    }
}

const NAMES: [&str; 12] =
    ["White", "Black", "Event", "Site", "Result", "Date", "ECO", "WhiteElo", "Round", "TimeControl", "X_1", "Å"];
const VALUES: [&str; 16] = [
    "Carlsen, Magnus",
    "Polgar, Judit",
    "?",
    "",
    "1-0",
    "0-1",
    "1/2-1/2",
    "*",
    "2026.11.21",
    "????.??.??",
    "B90",
    "E99",
    "0",
    "2882",
    "007",
    "a \\\"b\\\" \\\\",
];
const FENS: [&str; 6] = [
    "4k3/8/8/8/8/8/8/NNN1K2R w K - 0 1",
    "bqnbrknr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKNR w HEhe - 0 1",
    "4k3/8/8/8/2pPp3/8/8/4K3 b - d3 0 1",
    "1n1n3k/2P5/8/8/8/8/2p5/K7 b - - 0 1",
    "kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1",
    "6kr/8/8/8/8/8/8/6KR w Hh - 0 1",
];

/// A game that can have every kind of content of the format.
pub fn game(entropy: &mut Entropy<'_>) -> Game {
    let mut game = Game::new();
    if entropy.below(16) == 1 {
        // container.11: such a game has nothing else.
        game.continued = true;
        game.set_unparsed(&entropy.text(b"")).unwrap();
        return game;
    }
    add_tags(&mut game, entropy);
    match entropy.below(4) {
        0 | 1 => {}
        2 => {
            game.push_tag(b"FEN", FENS[entropy.below(FENS.len())].as_bytes()).unwrap();
            game.start_from_tags().expect("a playable position");
        }
        _ => game.start = Start::Unreadable,
    }
    game.termination = Termination::ALL[entropy.below(5)];
    if entropy.below(4) == 1 {
        game.set_unparsed(&entropy.text(b"")).unwrap();
    }
    if game.start != Start::Unreadable {
        add_moves(&mut game, entropy);
    }
    add_tokens(&mut game, entropy);
    game
}

fn add_tags(game: &mut Game, entropy: &mut Entropy<'_>) {
    for _ in 0..entropy.below(10) {
        let name = NAMES[entropy.below(NAMES.len())].as_bytes();
        match entropy.below(10) {
            0 => game.push_tag(name, &entropy.text(b"\n\r")).unwrap(),
            1 => game.push_raw_tag(&[&b"%"[..], &entropy.text(b"\n\r")].concat()).unwrap(),
            2 => game.push_raw_tag(b"").unwrap(),
            _ => game.push_tag(name, VALUES[entropy.below(VALUES.len())].as_bytes()).unwrap(),
        }
    }
}

/// A legal move, now and then a null move; `None` when there is none.
pub fn any_move(position: &Position, entropy: &mut Entropy<'_>) -> Option<PackedMove> {
    if entropy.below(16) == 15 && !position.is_check() {
        return Some(PackedMove::NULL);
    }
    let legal = position.legal_moves();
    legal.get(entropy.below(legal.len())).copied()
}

fn add_moves(game: &mut Game, entropy: &mut Entropy<'_>) {
    let mut position = game.start_position();
    for _ in 0..entropy.below(60) {
        let Some(m) = any_move(&position, entropy) else { break };
        position.play(m).expect("a legal move");
        game.moves.push(m);
    }
}

fn add_tokens(game: &mut Game, entropy: &mut Entropy<'_>) {
    let moves = game.moves.clone();
    let mut before = None;
    let mut position = game.start_position();
    let mut ply = 0;
    for _ in 0..entropy.below(6) {
        let step = entropy.below(moves.len() - ply + 1);
        if step > 0 {
            for m in &moves[ply..ply + step] {
                before = Some(position.clone());
                position.play(*m).expect("a legal move");
            }
            ply += step;
            game.push_token(Token::Plies(step as u32)).unwrap();
        }
        add_note(game, entropy, before.as_ref(), 0);
    }
}

/// A comment, a NAG, or a variation that replaces the move played in `before`.
fn add_note(game: &mut Game, entropy: &mut Entropy<'_>, before: Option<&Position>, depth: usize) {
    match (entropy.below(7), before) {
        (0, _) => game.push_token(Token::Nag(entropy.below(256) as u32 * 77)).unwrap(),
        (1, _) => game.push_token(Token::LineComment(&entropy.text(b"\n\r"))).unwrap(),
        (2, _) => game.push_token(Token::Escape(&entropy.text(b"\n\r"))).unwrap(),
        (4..7, Some(start)) if depth < 4 => add_variation(game, entropy, start.clone(), depth),
        _ => game.push_token(Token::Comment(&entropy.text(b"}"))).unwrap(),
    }
}

fn add_variation(game: &mut Game, entropy: &mut Entropy<'_>, mut position: Position, depth: usize) {
    game.push_token(Token::Begin).unwrap();
    for _ in 0..entropy.below(6) {
        let Some(m) = any_move(&position, entropy) else { break };
        let before = position.clone();
        position.play(m).expect("a legal move");
        game.push_token(Token::Move(m)).unwrap();
        if entropy.below(3) == 1 {
            add_note(game, entropy, Some(&before), depth + 1);
        }
    }
    if entropy.below(6) == 1 {
        game.push_token(Token::Raw(&entropy.text(b""))).unwrap();
    }
    game.push_token(Token::End).unwrap();
}

/// Several games from one string of bytes.
pub fn games(bytes: &[u8]) -> Vec<Game> {
    let mut entropy = Entropy(bytes);
    let mut games = Vec::new();
    while !entropy.0.is_empty() {
        games.push(game(&mut entropy));
    }
    games
}
