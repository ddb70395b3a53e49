//! Positions of games, as input features, move features and entries of the pair table.

use plypack::Position;

use crate::{
    games::Record,
    legal_moves::{LegalMove, LegalMoves},
    tight_features::{Features, History, MOVE_FEATURES, SQUARE_SETS, STYLE, Visits},
};

/// A position and the played move.
#[derive(Clone, Copy)]
pub struct Example {
    pub inputs: (u32, u32),
    pub outputs: (u32, u32),
    pub moves: (u32, u32),
    pub played: u32,
}

/// A move: its move features as indices into the example's features, and its entries of the pair table. The last feature is for moves that
/// were played earlier in the position; for most moves it is [`NONE`].
pub struct Candidate {
    pub outputs: [u16; 6],
    pub entries: [u32; 4],
}

/// No feature.
pub const NONE: u16 = u16::MAX;

impl Candidate {
    pub fn outputs(&self) -> impl Iterator<Item = usize> {
        self.outputs.iter().filter(|place| **place != NONE).map(|place| usize::from(*place))
    }
}

/// Many examples, in flat lists. The style is the last input of each example.
pub struct Arena {
    pub inputs: Vec<u16>,
    pub outputs: Vec<u16>,
    pub moves: Vec<Candidate>,
    pub examples: Vec<Example>,
    /// The indices of move features in the example being added.
    place: Vec<u16>,
}

impl Arena {
    /// Returns the examples of the games of a run.
    pub fn of_run(games: &[&Record]) -> Arena {
        let mut arena = Arena {
            inputs: Vec::new(),
            outputs: Vec::new(),
            moves: Vec::new(),
            examples: Vec::new(),
            place: vec![NONE; MOVE_FEATURES],
        };
        let mut visits = Visits::new(games.iter().map(|game| game.moves.len()).sum());
        for game in games {
            arena.add_game(game, &mut visits);
        }
        arena
    }

    fn add_game(&mut self, game: &Record, visits: &mut Visits) {
        let mut position = game.start.clone();
        let mut history = History::default();
        visits.begin(&position);
        for packed in &game.moves {
            let legal = LegalMoves::new(&position);
            let features = Features::new(&legal, &history);
            visits.find(&position, &legal);
            let m = legal.of_packed(*packed);
            self.add(&position, &features, &history, visits, m, game.style);
            let undo = position.make(*packed).expect("a legal game");
            visits.push(Some(m), &undo);
            history.push(&undo);
        }
    }

    fn add(
        &mut self,
        position: &Position,
        features: &Features<'_>,
        history: &History,
        visits: &Visits,
        played: LegalMove,
        style: u16,
    ) {
        let starts = (self.inputs.len(), self.outputs.len(), self.moves.len());
        for (i, mut set) in features.square_sets[..SQUARE_SETS].iter().copied().enumerate() {
            while set != 0 {
                self.inputs.push((64 * i) as u16 + set.trailing_zeros() as u16);
                set &= set - 1;
            }
        }
        features.visit_inputs(position, history, |input| self.inputs.push(input));
        visits.visit_inputs(|input| self.inputs.push(input));
        self.inputs.push(STYLE + style);
        let mut at = u32::MAX;
        for m in position.legal_moves() {
            let m = features.legal.of_packed(m);
            if m == played {
                at = (self.moves.len() - starts.2) as u32;
            }
            let of_move = features.move_features(m);
            let mut outputs = [NONE; 6];
            for (place, feature) in outputs.iter_mut().zip(of_move.features) {
                *place = self.place_of(feature, starts.1);
            }
            if let Some((_, feature)) = visits.played().find(|(other, _)| *other == m) {
                outputs[5] = self.place_of(feature, starts.1);
            }
            self.moves.push(Candidate { outputs, entries: of_move.entries });
        }
        for output in &self.outputs[starts.1..] {
            self.place[*output as usize] = NONE;
        }
        let end = |from: usize, to: usize| (from as u32, to as u32);
        self.examples.push(Example {
            inputs: end(starts.0, self.inputs.len()),
            outputs: end(starts.1, self.outputs.len()),
            moves: end(starts.2, self.moves.len()),
            played: at,
        });
    }

    fn place_of(&mut self, feature: u16, start: usize) -> u16 {
        let place = &mut self.place[usize::from(feature)];
        if *place == NONE {
            *place = (self.outputs.len() - start) as u16;
            self.outputs.push(feature);
        }
        *place
    }
}

pub fn span((from, to): (u32, u32)) -> std::ops::Range<usize> {
    from as usize..to as usize
}
