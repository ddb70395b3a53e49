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
pub(crate) mod view;

use shakmaty::{Chess, Move, Position};

use self::{
    model::Model,
    network::{Changes, Eye, Outputs},
    shares::Shares,
    view::{Candidates, FLAGS, STYLE, Trail, View},
};
use super::{Line, RunStarts, errors::no_null_move, move_codec::MoveCodec};
use crate::{
    PackedMove, Result,
    board::legal_moves::{LegalMoves, with_bit_instructions},
    coding::range_coder::{RangeDecoder, RangeEncoder},
};

pub use self::view::STYLES;

/// The checksum by which files name the model (`tight.1`).
pub fn model_checksum() -> u32 {
    Model::checksum()
}

/// See the module.
pub(super) struct Tight;

impl MoveCodec for Tight {
    fn encode_run(&self, lines: &[Line<'_>], out: &mut Vec<u8>) -> Result<()> {
        encode_run(lines, out)
    }

    fn decode_run(&self, run: RunStarts<'_>, code: &[u8], out: &mut Vec<PackedMove>) -> Result<usize> {
        decode_run(run, code, out)
    }

    fn model_checksum(&self) -> Option<u32> {
        Some(model_checksum())
    }
}

fn encode_run(lines: &[Line<'_>], out: &mut Vec<u8>) -> Result<()> {
    let model = Model::built_in();
    let games = lines.iter().map(Played::new).collect::<Result<Vec<_>>>()?;
    let mut coder = RangeEncoder::new(out);
    if games.iter().all(|game| game.moves.is_empty()) {
        coder.finish();
        return Ok(());
    }
    // tight.2
    let style = style::choose(model, &games);
    coder.encode(style.into(), 1, STYLES.into());
    let mut game = Game::new(model, style);
    for played in &games {
        game.begin(played.start);
        for m in &played.moves {
            game.weigh();
            let (start, size) = game.shares.of(game.place_of(*m), &game.candidates);
            coder.encode(start, size, game.shares.total());
            game.play(*m);
        }
    }
    coder.finish();
    Ok(())
}

/// A line whose moves are known to be legal.
struct Played<'a> {
    start: &'a Chess,
    moves: Vec<Move>,
}

impl<'a> Played<'a> {
    fn new(line: &Line<'a>) -> Result<Played<'a>> {
        let (mut position, mut moves) = (line.start.clone(), Vec::with_capacity(line.moves.len()));
        for (ply, word) in line.moves.iter().enumerate() {
            let m = match word.is_null() {
                true => Err(no_null_move()),
                false => word.to_move(&position),
            };
            moves.push(m.map_err(|e| e.with_offset(ply as u64))?);
            position.play_unchecked(moves[ply]);
        }
        Ok(Played { start: line.start, moves })
    }
}

fn decode_run(RunStarts { starts, is_whole }: RunStarts<'_>, code: &[u8], out: &mut Vec<PackedMove>) -> Result<usize> {
    let mut coder = RangeDecoder::new(code);
    let finish = |coder: RangeDecoder<'_>| if is_whole { coder.finish() } else { Ok(code.len()) };
    if starts.iter().all(|(_, plies)| *plies == 0) {
        return finish(coder);
    }
    let style = coder.target(STYLES.into())?;
    coder.take(style, 1);
    let mut game = Game::new(Model::built_in(), style as u16);
    for (start, plies) in starts {
        game.begin(start);
        for _ in 0..*plies {
            game.weigh();
            // tight.3
            if game.shares.total() == 0 {
                return Err(coder.malformed("no move is legal here"));
            }
            let target = coder.target(game.shares.total())?;
            let (place, start, size) = game.shares.find(target, &game.candidates);
            coder.take(start, size);
            let m = game.sight.to_move(game.candidates.at(place));
            out.push(PackedMove::from_move(m));
            game.play(m);
        }
    }
    finish(coder)
}

/// The state of coder and decoder between two moves.
struct Game<'a> {
    model: &'a Model,
    style: u16,
    position: Chess,
    trail: Trail,
    sight: LegalMoves,
    /// What either side sees of the usual start.
    first: Eye,
    /// What White sees, and what Black sees.
    eyes: [Eye; 2],
    changes: Changes,
    /// Input rows of the moves before.
    inputs: Vec<u16>,
    candidates: Candidates,
    outputs: Outputs,
    scores: Vec<i32>,
    shares: Shares,
}

impl<'a> Game<'a> {
    fn new(model: &'a Model, style: u16) -> Game<'a> {
        let mut changes = Changes::new();
        let first = Eye::of_start(model, &mut changes);
        Game {
            model,
            style,
            position: Chess::default(),
            trail: Trail::default(),
            sight: LegalMoves::default(),
            eyes: [first.clone(), first.clone()],
            first,
            changes,
            inputs: Vec::new(),
            candidates: Candidates::new(),
            outputs: Outputs::new(),
            scores: Vec::new(),
            shares: Shares::default(),
        }
    }

    /// Turns to the start of a line.
    fn begin(&mut self, start: &Chess) {
        self.position = start.clone();
        self.trail = Trail::default();
        self.eyes.fill(self.first.clone());
    }

    /// Finds the shares of all legal moves.
    fn weigh(&mut self) {
        self.see();
        self.score(self.style);
    }

    /// What the model sees of the position and of its moves.
    fn see(&mut self) {
        with_bit_instructions(
            self,
            #[inline(always)]
            |game| game.see_all(),
        );
    }

    /// The scores and shares of the moves, scores in 1024ths of a bit (`tight.9`, `tight.10`).
    fn score(&mut self, style: u16) {
        with_bit_instructions(
            self,
            #[inline(always)]
            |game| game.score_all(style),
        );
    }

    #[inline(always)]
    fn see_all(&mut self) {
        self.sight.look(&self.position);
        let view = View::new(&self.sight, &self.trail);
        self.inputs.clear();
        let mut flags = 0;
        view.rows(&self.position, &self.trail, |row| match row.checked_sub(FLAGS) {
            Some(flag) => flags |= 1 << flag,
            None => self.inputs.push(row),
        });
        self.eyes[usize::from(self.sight.flip != 0)].look(self.model, &view.boards, flags, &mut self.changes);
        self.candidates.look(&view, &self.model.tables);
    }

    #[inline(always)]
    fn score_all(&mut self, style: u16) {
        self.inputs.push(STYLE + style);
        let hidden = self.eyes[usize::from(self.sight.flip != 0)].hidden(self.model, &self.inputs);
        self.inputs.pop();
        self.outputs.find(self.model, &hidden, &self.candidates.wanted);
        self.candidates.scores(&self.outputs.values, &mut self.scores);
        self.shares.settle(&self.scores, &self.model.halving);
    }

    /// The place of a legal move among the candidates.
    fn place_of(&self, played: Move) -> usize {
        let m = self.sight.of_word(PackedMove::from_move(played));
        self.candidates.moves().position(|other| other == m).expect("a legal move")
    }

    /// Plays a legal move.
    fn play(&mut self, m: Move) {
        self.trail.push(m);
        self.position.play_unchecked(m);
    }
}
