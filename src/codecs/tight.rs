//! `tight`: arithmetic coding with the probabilities of a neural network, for archives.
//!
//! Spec chapter: `spec/codecs/tight.md`; the model: `spec/tight-model.md`.

pub(crate) mod features;
mod frequencies;
mod model;
mod network;
mod style;
#[cfg(test)]
mod tests;
mod vector;

use shakmaty::{Chess, Move, Position};

use self::{
    features::{Candidates, FLAGS, Features, History, STYLE},
    frequencies::{Frequencies, NULL_FREQUENCY},
    model::{CHECKSUM, Model},
    network::{Accumulator, FeatureDelta, OutputLayer},
};
use super::{
    errors::no_move,
    move_codec::{Line, MoveCodec, RunStarts},
};
use crate::{
    PackedMove, Result,
    board::legal_moves::{LegalMoves, with_bmi2},
    chess::positions,
    coding::range_coder::{RangeDecoder, RangeEncoder},
};

pub use self::features::STYLES;

/// Loads the model of `tight` from its file, `spec/tight-model-1.bin`, for programs that are built without the feature `tight-model`: the
/// file is as large as all the rest of the library, and few programs in a browser need it.
///
/// # Errors
///
/// [`ErrorCode::UnsupportedModel`](crate::ErrorCode::UnsupportedModel) for any other bytes.
pub fn load_model(file: &[u8]) -> Result<()> {
    Model::load(file)
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
        Some(CHECKSUM)
    }
}

fn encode_run(lines: &[Line<'_>], out: &mut Vec<u8>) -> Result<()> {
    let model = Model::get()?;
    let lines = lines.iter().map(LegalLine::new).collect::<Result<Vec<_>>>()?;
    let mut coder = RangeEncoder::new(out);
    if lines.iter().all(|line| line.moves.is_empty()) {
        coder.finish();
        return Ok(());
    }
    // tight.2
    let style = style::choose(model, &lines)?;
    coder.encode(style.into(), 1, STYLES.into());
    let mut evaluator = Evaluator::new(model, style);
    for line in &lines {
        evaluator.begin(line.start);
        for m in &line.moves {
            evaluator.evaluate();
            evaluator.encode(*m, &mut coder);
            evaluator.play(*m)?;
        }
    }
    coder.finish();
    Ok(())
}

/// A line whose moves are known to be legal; `None` is the null move.
struct LegalLine<'a> {
    start: &'a Chess,
    moves: Vec<Option<Move>>,
}

impl<'a> LegalLine<'a> {
    fn new(line: &Line<'a>) -> Result<LegalLine<'a>> {
        let (mut position, mut moves) = (line.start.clone(), Vec::with_capacity(line.moves.len()));
        for (ply, packed) in line.moves.iter().enumerate() {
            let m = match packed.is_null() {
                true => Ok(None),
                false => packed.to_move(&position).map(Some),
            };
            let played = m.and_then(|m| play(&mut position, m).map(|()| m));
            moves.push(played.map_err(|e| e.with_offset(ply as u64))?);
        }
        Ok(LegalLine { start: line.start, moves })
    }
}

fn decode_run(RunStarts { starts, is_whole }: RunStarts<'_>, code: &[u8], out: &mut Vec<PackedMove>) -> Result<usize> {
    let mut coder = RangeDecoder::new(code);
    if starts.iter().any(|(_, plies)| *plies > 0) {
        let style = coder.target(STYLES.into())?;
        coder.take(style, 1);
        let mut evaluator = Evaluator::new(Model::get()?, style as u16);
        for (start, plies) in starts {
            evaluator.begin(start);
            for _ in 0..*plies {
                evaluator.evaluate();
                let m = evaluator.decode(&mut coder)?;
                out.push(m.map_or(PackedMove::NULL, PackedMove::from_move));
                evaluator.play(m)?;
            }
        }
    }
    if is_whole { coder.finish() } else { Ok(code.len()) }
}

/// Plays a move that is legal, or the null move.
///
/// Errors: [`crate::ErrorCode::IllegalMove`] for a null move in check.
fn play(position: &mut Chess, m: Option<Move>) -> Result<()> {
    match m {
        Some(m) => position.play_unchecked(m),
        None => positions::play_null(position)?,
    }
    Ok(())
}

/// Evaluates the legal moves of the positions of a run, for encoder and decoder.
struct Evaluator<'a> {
    model: &'a Model,
    style: u16,
    position: Chess,
    history: History,
    legal: LegalMoves,
    /// The accumulator of the standard start.
    start: Accumulator,
    /// The accumulators of White and Black.
    accumulators: [Accumulator; 2],
    delta: FeatureDelta,
    /// Input features that are not accumulated: the moves before.
    inputs: Vec<u16>,
    candidates: Candidates,
    output_layer: OutputLayer,
    scores: Vec<i32>,
    frequencies: Frequencies,
}

impl<'a> Evaluator<'a> {
    fn new(model: &'a Model, style: u16) -> Evaluator<'a> {
        let mut delta = FeatureDelta::new();
        let start = Accumulator::of_start(model, &mut delta);
        Evaluator {
            model,
            style,
            position: Chess::default(),
            history: History::default(),
            legal: LegalMoves::default(),
            accumulators: [start.clone(), start.clone()],
            start,
            delta,
            inputs: Vec::new(),
            candidates: Candidates::default(),
            output_layer: OutputLayer::new(),
            scores: Vec::new(),
            frequencies: Frequencies::default(),
        }
    }

    /// Changes to the start of a line.
    fn begin(&mut self, start: &Chess) {
        self.position = start.clone();
        self.history = History::default();
        self.accumulators.fill(self.start.clone());
    }

    /// Finds the frequencies of all legal moves.
    fn evaluate(&mut self) {
        self.update_features();
        self.evaluate_in(self.style);
    }

    /// Finds the features of the position and of its moves.
    fn update_features(&mut self) {
        with_bmi2(
            self,
            #[inline(always)]
            |evaluator| evaluator.update_features_inline(),
        );
    }

    /// Finds the scores of the moves in a style, in 1024ths of a bit, and their frequencies (`tight.9` to `tight.12`).
    fn evaluate_in(&mut self, style: u16) {
        with_bmi2(
            self,
            #[inline(always)]
            |evaluator| evaluator.evaluate_inline(style),
        );
    }

    #[inline(always)]
    fn update_features_inline(&mut self) {
        self.legal.update(&self.position);
        let features = Features::new(&self.legal, &self.history);
        self.inputs.clear();
        let mut flags = 0;
        features.visit_inputs(&self.position, &self.history, |input| match input.checked_sub(FLAGS) {
            Some(flag) => flags |= 1 << flag,
            None => self.inputs.push(input),
        });
        let accumulator = &mut self.accumulators[usize::from(self.legal.flip != 0)];
        accumulator.update(self.model, &features.square_sets, flags, &mut self.delta);
        self.candidates.update(&features, &self.model.pair_table);
    }

    #[inline(always)]
    fn evaluate_inline(&mut self, style: u16) {
        self.inputs.push(STYLE + style);
        let hidden = self.accumulators[usize::from(self.legal.flip != 0)].hidden(self.model, &self.inputs);
        self.inputs.pop();
        self.output_layer.update(self.model, &hidden, &self.candidates.move_features);
        self.candidates.scores(&self.output_layer.outputs, &mut self.scores);
        self.frequencies.normalise(&self.scores, &self.model.exp2, self.legal.checkers == 0);
    }

    /// The index of a legal move among the candidates.
    fn index_of(&self, m: Move) -> usize {
        let m = self.legal.of_packed(PackedMove::from_move(m));
        self.candidates.moves().position(|other| other == m).expect("a legal move")
    }

    /// The frequency of a legal move or null move.
    fn frequency(&self, m: Option<Move>) -> u32 {
        m.map_or(NULL_FREQUENCY, |m| self.frequencies.of(self.index_of(m)))
    }

    /// Encodes a legal move or null move.
    fn encode(&self, m: Option<Move>, coder: &mut RangeEncoder<'_>) {
        let cumulative = match m {
            Some(m) => self.frequencies.cumulative(self.index_of(m), &self.candidates),
            None => self.frequencies.total() - NULL_FREQUENCY,
        };
        coder.encode(cumulative, self.frequency(m), self.frequencies.total());
    }

    // tight.3
    fn decode(&self, coder: &mut RangeDecoder<'_>) -> Result<Option<Move>> {
        if self.frequencies.total() == 0 {
            return Err(coder.malformed("no move is legal here"));
        }
        let target = coder.target(self.frequencies.total())?;
        let Some((index, cumulative, frequency)) = self.frequencies.find(target, &self.candidates) else {
            coder.take(target, NULL_FREQUENCY);
            return Ok(None);
        };
        coder.take(cumulative, frequency);
        Ok(Some(self.legal.to_move(self.candidates.at(index))))
    }

    /// Plays a legal move or null move.
    ///
    /// Errors: [`crate::ErrorCode::MoveMalformed`] for a null move in check, which has no code.
    fn play(&mut self, m: Option<Move>) -> Result<()> {
        self.history.push(m);
        play(&mut self.position, m).map_err(|_| no_move(0))
    }
}
