//! `tight`: every move in as few bits as a learned model gives it, for archives.
//!
//! Spec chapter: `spec/codecs/tight.md`; the model: `spec/tight-model.md`.

mod model;
mod network;
mod shares;
mod style;
#[cfg(test)]
mod tests;
mod vector;
mod view;

use shakmaty::{Chess, Color, Move, Position, Square};

use self::{
    model::Model,
    network::{Eye, Scores},
    shares::Shares,
    view::{Man, STYLE, Seen, Trail, View},
};
use super::{
    Line,
    stream::{no_null_move, not_legal},
};
use crate::{
    MoveWord, Result,
    range_coder::{RangeDecoder, RangeEncoder},
};

pub use self::view::STYLES;

/// The checksum by which files name the model (`tight.1`).
pub fn model_checksum() -> u32 {
    Model::checksum()
}

/// See [`crate::Codec::encode_run`].
pub(super) fn encode_run(lines: &[Line<'_>], out: &mut Vec<u8>) -> Result<()> {
    let model = Model::built_in();
    let mut coder = RangeEncoder::new(out);
    if lines.iter().all(|line| line.moves.is_empty()) {
        coder.finish();
        return Ok(());
    }
    // tight.2
    let style = style::choose(model, lines)?;
    coder.encode(style.into(), 1, STYLES.into());
    let mut game = Game::new(model, style);
    for line in lines {
        game.begin(line.start);
        for (ply, word) in line.moves.iter().enumerate() {
            let played = legal(*word, &game.position).map_err(|e| e.at(ply as u64))?;
            game.weigh();
            let index = game.index_of(played)?;
            let (start, size) = game.shares.of(index);
            coder.encode(start, size, game.shares.total());
            game.play(index);
        }
    }
    coder.finish();
    Ok(())
}

/// The move that a word stands for.
fn legal(word: MoveWord, position: &Chess) -> Result<Move> {
    if word.is_null() {
        return Err(no_null_move());
    }
    word.to_move(position)
}

/// See [`crate::Codec::decode_run`]. Gives the number of bytes.
pub(super) fn decode_run(starts: &[(&Chess, usize)], code: &[u8], out: &mut Vec<MoveWord>) -> Result<usize> {
    let mut coder = RangeDecoder::new(code);
    if starts.iter().all(|(_, plies)| *plies == 0) {
        return coder.finish();
    }
    let style = coder.target(STYLES.into())?;
    coder.take(style, 1);
    let mut game = Game::new(Model::built_in(), style as u16);
    for (start, plies) in starts {
        game.begin(start);
        for _ in 0..*plies {
            game.weigh();
            if game.shares.is_empty() {
                return Err(coder.malformed("no move is legal here"));
            }
            let (index, start, size) = game.shares.find(coder.target(game.shares.total())?);
            coder.take(start, size);
            out.push(MoveWord::from_move(game.shares.moves()[index]));
            game.play(index);
        }
    }
    coder.finish()
}

/// The state of coder and decoder between two moves.
struct Game<'a> {
    model: &'a Model,
    style: u16,
    position: Chess,
    trail: Trail,
    /// What White sees, and what Black sees.
    eyes: [Eye; 2],
    scores: Scores,
    rows: Vec<u16>,
    seen: Vec<Seen>,
    shares: Shares,
}

impl<'a> Game<'a> {
    fn new(model: &'a Model, style: u16) -> Game<'a> {
        Game {
            model,
            style,
            position: Chess::default(),
            trail: Trail::default(),
            eyes: [Eye::new(), Eye::new()],
            scores: Scores::new(),
            rows: Vec::new(),
            seen: Vec::new(),
            shares: Shares::default(),
        }
    }

    /// Turns to the start of a line.
    fn begin(&mut self, start: &Chess) {
        self.position = start.clone();
        self.trail = Trail::default();
    }

    /// Finds the shares of all legal moves.
    fn weigh(&mut self) {
        self.see();
        self.score(self.style);
        self.shares.settle(&self.model.halving);
    }

    /// What the model sees of the position and of its moves.
    fn see(&mut self) {
        let view = View::new(&self.position, &self.trail);
        self.eyes[usize::from(self.position.turn() == Color::Black)].look(self.model, &view.boards);
        self.rows.clear();
        view.rows(&self.position, &self.trail, |row| self.rows.push(row));
        self.shares.begin(self.position.legal_moves());
        self.scores.begin();
        self.seen.clear();
        let mut man: Option<(Option<Square>, Man)> = None;
        for m in self.shares.moves() {
            // Moves of one man mostly follow one another, and share two of their rows.
            let from = m.from();
            let (known, man) = match man {
                Some((square, man)) if square == from => (true, man),
                _ => (false, man.insert((from, view.man(m.role(), from.unwrap_or(Square::A1)))).1),
            };
            let seen = view.read(&man, *m);
            let [target, origin, capture, status, threat] = seen.rows;
            self.scores.want(target);
            self.scores.want(capture);
            self.scores.want(threat);
            if !known {
                self.scores.want(origin);
                self.scores.want(status);
            }
            self.seen.push(seen);
        }
        self.shares.set_order(self.seen.iter().map(|seen| seen.order));
    }

    /// The scores of the moves, in 1024ths of a bit (`tight.9`, `tight.10`).
    fn score(&mut self, style: u16) {
        self.rows.push(STYLE + style);
        let eye = &self.eyes[usize::from(self.position.turn() == Color::Black)];
        let hidden = eye.hidden(self.model, &self.rows);
        self.rows.pop();
        self.scores.find(self.model, &hidden);
        let tables = &self.model.tables;
        self.shares.set_scores(self.seen.iter().map(|seen| {
            let entries: i32 = seen.entries.iter().map(|entry| i32::from(tables[*entry as usize])).sum();
            seen.rows.iter().map(|row| self.scores.of(*row)).sum::<i32>() + 64 * entries
        }));
    }

    /// The index of a move among those of [`Game::see`].
    fn index_of(&self, played: Move) -> Result<usize> {
        self.shares.moves().iter().position(|m| *m == played).ok_or_else(not_legal)
    }

    /// Plays one of the moves of [`Game::weigh`].
    fn play(&mut self, index: usize) {
        let played = self.shares.moves()[index];
        self.trail.push(played);
        self.position.play_unchecked(played);
    }
}
