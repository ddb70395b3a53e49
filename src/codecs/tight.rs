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

use self::{
    features::{Candidates, FLAGS, Features, History, STYLE, Visits},
    frequencies::Frequencies,
    model::{CHECKSUM, Model},
    network::{Accumulator, FeatureDelta, output},
    vector::{Elements, Units},
};
use super::{
    errors::no_move,
    move_codec::{Line, MoveCodec, RunStarts},
};
use crate::{
    PackedMove, Position, Result,
    board::{
        check_line,
        legal_moves::{LegalMove, LegalMoves, with_bmi2},
        not_legal,
    },
    coding::range_coder::{RangeDecoder, RangeEncoder},
    moves::UndoMove,
};

pub use self::features::STYLES;

/// Loads the model of `tight` from its file, `spec/tight-model-2.bin`. For programs built without the feature `tight-model`: the file is as
/// large as the rest of the library, and few programs in a browser need it.
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

/// Errors: [`crate::ErrorCode::IllegalMove`] for the first illegal move; `out` is then unchanged.
fn encode_run(lines: &[Line<'_>], out: &mut Vec<u8>) -> Result<()> {
    let length = out.len();
    encode_legal_run(lines, out).or_else(|error| {
        out.truncate(length);
        // Reports the illegal move: the first one of the first line that has one.
        lines.iter().try_for_each(|line| check_line(line.start, line.moves))?;
        Err(error)
    })
}

/// Errors: any error for an illegal move.
fn encode_legal_run(lines: &[Line<'_>], out: &mut Vec<u8>) -> Result<()> {
    let model = Model::get()?;
    let mut coder = RangeEncoder::new(out);
    if lines.iter().all(|line| line.moves.is_empty()) {
        coder.finish();
        return Ok(());
    }
    let plies = lines.iter().map(|line| line.moves.len()).sum();
    let mut evaluator = Evaluator::new(model, plies);
    // tight.2
    let style = style::choose(&mut evaluator, lines)?;
    coder.encode(style.into(), 1, STYLES.into());
    evaluator.set_style(style);
    for line in lines {
        evaluator.begin(line.start);
        for packed in line.moves {
            evaluator.evaluate();
            evaluator.encode(*packed, &mut coder)?;
        }
    }
    coder.finish();
    Ok(())
}

fn decode_run(RunStarts { starts, is_whole }: RunStarts<'_>, code: &[u8], out: &mut Vec<PackedMove>) -> Result<usize> {
    let mut coder = RangeDecoder::new(code);
    if starts.iter().any(|(_, plies)| *plies > 0) {
        let style = coder.target(STYLES.into())?;
        coder.take(style, 1);
        let plies = starts.iter().fold(0_usize, |sum, (_, plies)| sum.saturating_add(*plies));
        let mut evaluator = Evaluator::new(Model::get()?, plies);
        evaluator.set_style(style as u16);
        for (start, plies) in starts {
            evaluator.begin(start);
            for _ in 0..*plies {
                evaluator.evaluate();
                out.push(evaluator.decode(&mut coder)?);
            }
        }
    }
    if is_whole { coder.finish() } else { Ok(code.len()) }
}

/// A legal move in the evaluated position.
struct Choice {
    /// The cumulative frequency and the frequency.
    interval: (u32, u32),
    /// `None` for the null move.
    m: Option<LegalMove>,
}

/// Evaluates the legal moves of the positions of a run, for encoder and decoder.
struct Evaluator<'a> {
    model: &'a Model,
    /// The temperature of the style of [`Evaluator::set_style`].
    temperature: u32,
    position: Position,
    history: History,
    visits: Visits,
    legal: LegalMoves,
    /// The accumulator of the standard start, with the style of [`Evaluator::set_style`].
    start: Accumulator,
    /// The accumulators of White and Black.
    accumulators: [Accumulator; 2],
    delta: FeatureDelta,
    /// Input features that are not accumulated: the previous moves.
    inputs: Vec<u16>,
    candidates: Candidates,
    /// The candidates that were played earlier in this position, by index, with their move features.
    played: Vec<(usize, u16)>,
    scores: Vec<i32>,
    frequencies: Frequencies,
}

impl<'a> Evaluator<'a> {
    /// Creates an evaluator for a run of this many plies. Before [`Evaluator::set_style`], only [`Evaluator::evaluate_in`] evaluates.
    fn new(model: &'a Model, plies: usize) -> Evaluator<'a> {
        let mut delta = FeatureDelta::new();
        let start = Accumulator::of_start(model, &mut delta);
        Evaluator {
            model,
            temperature: 0,
            position: Position::default(),
            history: History::default(),
            visits: Visits::new(plies),
            legal: LegalMoves::default(),
            accumulators: [start.clone(), start.clone()],
            start,
            delta,
            inputs: Vec::new(),
            candidates: Candidates::default(),
            played: Vec::new(),
            scores: Vec::new(),
            frequencies: Frequencies::default(),
        }
    }

    /// Sets the style of the lines that begin afterwards.
    fn set_style(&mut self, style: u16) {
        self.start.add(self.model, STYLE + style);
        self.temperature = self.model.temperatures[usize::from(style)];
    }

    /// Changes to the start of a line.
    fn begin(&mut self, start: &Position) {
        self.position = start.clone();
        self.history = History::default();
        self.visits.begin(start);
        self.accumulators.fill(self.start.clone());
    }

    /// Computes the frequencies of all legal moves in the style of [`Evaluator::set_style`].
    fn evaluate(&mut self) {
        self.update_features();
        let units = self.accumulator().units(self.model, &self.inputs);
        self.find_frequencies(&units, self.temperature);
    }

    /// Returns the elements of the current position without a style, for [`Evaluator::evaluate_in`].
    fn elements(&mut self) -> Elements {
        self.update_features();
        self.accumulator().with(self.model, &self.inputs)
    }

    /// Computes the frequencies of all legal moves in another style.
    fn evaluate_in(&mut self, style: u16, elements: &Elements) {
        let units = network::units(self.model, elements, &[STYLE + style]);
        self.find_frequencies(&units, self.model.temperatures[usize::from(style)]);
    }

    /// Returns the accumulator of the side to move.
    fn accumulator(&self) -> &Accumulator {
        &self.accumulators[usize::from(self.legal.flip != 0)]
    }

    /// Computes the features of the position and of its moves.
    fn update_features(&mut self) {
        with_bmi2(
            self,
            #[inline(always)]
            |evaluator| evaluator.update_features_inline(),
        );
    }

    /// Computes the scores of the moves, in 1024ths of a bit, and their frequencies (`tight.10` to `tight.13`).
    fn find_frequencies(&mut self, units: &Units, temperature: u32) {
        with_bmi2(
            self,
            #[inline(always)]
            |evaluator| evaluator.find_frequencies_inline(units, temperature),
        );
    }

    #[inline(always)]
    fn find_frequencies_inline(&mut self, units: &Units, temperature: u32) {
        vector::score(units, &self.model.output_weights, self.candidates.as_slice(), &mut self.scores);
        for (index, feature) in &self.played {
            self.scores[*index] += output(self.model, units, *feature);
        }
        self.frequencies.normalise(&self.scores, temperature, &self.model.exp2, self.legal.checkers == 0);
    }

    #[inline(always)]
    fn update_features_inline(&mut self) {
        self.legal.update(&self.position);
        self.visits.find(&self.position, &self.legal);
        let features = Features::new(&self.legal, &self.history);
        self.inputs.clear();
        let mut flags = 0;
        features.visit_inputs(&self.position, &self.history, |input| match input.checked_sub(FLAGS) {
            Some(flag) => flags |= 1 << flag,
            None => self.inputs.push(input),
        });
        self.visits.visit_inputs(|input| flags |= 1 << (input - FLAGS));
        let accumulator = &mut self.accumulators[usize::from(self.legal.flip != 0)];
        accumulator.update(self.model, &features.square_sets, flags, &mut self.delta);
        self.candidates.update(&features, &self.model.moves);
        self.played.clear();
        for (m, feature) in self.visits.played() {
            if let Some(index) = self.candidates.index_of(m) {
                self.played.push((index, feature));
            }
        }
    }

    /// Finds a legal move, or the null move, of the evaluated position.
    ///
    /// Errors: [`crate::ErrorCode::IllegalMove`] for any other move.
    fn choice(&self, packed: PackedMove) -> Result<Choice> {
        if packed.is_null() && self.legal.checkers == 0 {
            return Ok(Choice { interval: self.frequencies.null_interval(), m: None });
        }
        let legal = self.legal.of_packed(packed);
        let index = self.candidates.index_of(legal).ok_or_else(|| not_legal(packed))?;
        // Several packed moves correspond to the same legal move.
        if self.legal.to_packed(legal) != packed {
            return Err(not_legal(packed));
        }
        Ok(Choice { interval: self.frequencies.interval(index), m: Some(legal) })
    }

    /// Encodes a legal move or null move, and plays it.
    ///
    /// Errors: from [`Evaluator::choice`].
    fn encode(&mut self, packed: PackedMove, coder: &mut RangeEncoder<'_>) -> Result<()> {
        let Choice { interval: (cumulative, frequency), m } = self.choice(packed)?;
        coder.encode(cumulative, frequency, self.frequencies.total());
        self.play(m, packed)
    }

    /// Decodes a legal move or null move, and plays it.
    ///
    /// Errors: [`crate::ErrorCode::MoveMalformed`] if no move is legal and for a code outside all intervals; errors of [`Evaluator::step`].
    // tight.3
    fn decode(&mut self, coder: &mut RangeDecoder<'_>) -> Result<PackedMove> {
        if self.frequencies.total() == 0 {
            return Err(coder.malformed("no move is legal here"));
        }
        let target = coder.target(self.frequencies.total())?;
        let Some(index) = self.frequencies.find(target) else {
            let (cumulative, frequency) = self.frequencies.null_interval();
            coder.take(cumulative, frequency);
            self.play(None, PackedMove::NULL)?;
            return Ok(PackedMove::NULL);
        };
        let (cumulative, frequency) = self.frequencies.interval(index);
        coder.take(cumulative, frequency);
        let legal = self.candidates.as_slice()[index].m;
        let packed = self.legal.to_packed(legal);
        self.play(Some(legal), packed)?;
        Ok(packed)
    }

    /// Plays a legal move, or the null move, from the evaluated position.
    ///
    /// Errors of [`Evaluator::step`].
    fn play(&mut self, m: Option<LegalMove>, packed: PackedMove) -> Result<()> {
        let undo = self.step(packed)?;
        self.visits.push(m, &undo);
        Ok(())
    }

    /// Plays a legal move or null move, and does not record the visit of the position.
    ///
    /// Errors: [`crate::ErrorCode::MoveMalformed`] for any other move, such as a null move in check, which has no code.
    fn step(&mut self, packed: PackedMove) -> Result<UndoMove> {
        let undo = self.position.make(packed).map_err(|_| no_move(0))?;
        self.history.push(&undo);
        Ok(undo)
    }
}
