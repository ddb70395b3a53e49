//! Positions of games, as input features, move features and entries of the pair table.

use shakmaty::{Chess, Position};

use crate::{
    PackedMove,
    games::Record,
    legal_moves::{LegalMove, LegalMoves},
    tight_features::{Features, History, MOVE_FEATURES, SQUARE_SETS, STYLE},
};

/// A position and the move that was played.
#[derive(Clone, Copy)]
pub struct Example {
    pub inputs: (u32, u32),
    pub outputs: (u32, u32),
    pub moves: (u32, u32),
    pub played: u32,
}

/// A move: its move features as places among those of the example, and its entries of the pair table.
pub struct Candidate {
    pub outputs: [u16; 5],
    pub entries: [u32; 8],
}

/// Many examples, in flat lists. The style is the last input of each.
#[derive(Default)]
pub struct Arena {
    pub inputs: Vec<u16>,
    pub outputs: Vec<u16>,
    pub moves: Vec<Candidate>,
    pub examples: Vec<Example>,
}

impl Arena {
    pub fn add_game(&mut self, game: &Record) {
        let mut position = game.start.clone();
        let mut history = History::default();
        let mut place = vec![u16::MAX; MOVE_FEATURES];
        for packed in &game.moves {
            let played = packed.to_move(&position).expect("a legal game");
            let legal = LegalMoves::new(&position);
            let features = Features::new(&legal, &history);
            self.add(&position, &features, &history, legal.of_packed(*packed), game.style, &mut place);
            history.push(Some(played));
            position.play_unchecked(played);
        }
    }

    fn add(
        &mut self,
        position: &Chess,
        features: &Features<'_>,
        history: &History,
        played: LegalMove,
        style: u16,
        place: &mut [u16],
    ) {
        let starts = (self.inputs.len(), self.outputs.len(), self.moves.len());
        for (i, mut set) in features.square_sets[..SQUARE_SETS].iter().copied().enumerate() {
            while set != 0 {
                self.inputs.push((64 * i) as u16 + set.trailing_zeros() as u16);
                set &= set - 1;
            }
        }
        features.visit_inputs(position, history, |input| self.inputs.push(input));
        self.inputs.push(STYLE + style);
        let mut at = u32::MAX;
        for m in position.legal_moves() {
            let m = features.legal.of_packed(PackedMove::from_move(m));
            if m == played {
                at = (self.moves.len() - starts.2) as u32;
            }
            let of_move = features.move_features(m);
            let outputs = of_move.features.map(|output| {
                if place[output as usize] == u16::MAX {
                    place[output as usize] = (self.outputs.len() - starts.1) as u16;
                    self.outputs.push(output);
                }
                place[output as usize]
            });
            self.moves.push(Candidate { outputs, entries: of_move.entries });
        }
        for output in &self.outputs[starts.1..] {
            place[*output as usize] = u16::MAX;
        }
        let end = |from: usize, to: usize| (from as u32, to as u32);
        self.examples.push(Example {
            inputs: end(starts.0, self.inputs.len()),
            outputs: end(starts.1, self.outputs.len()),
            moves: end(starts.2, self.moves.len()),
            played: at,
        });
    }
}

pub fn span((from, to): (u32, u32)) -> std::ops::Range<usize> {
    from as usize..to as usize
}
