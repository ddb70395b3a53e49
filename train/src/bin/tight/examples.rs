//! Positions of games, as rows and entries.

use shakmaty::{Chess, Position};

use crate::{
    PackedMove,
    games::Record,
    legal::{LegalMove, LegalMoves},
    view::{BOARDS, OUTPUTS, STYLE, Trail, View},
};

/// A position and the move that was played.
#[derive(Clone, Copy)]
pub struct Example {
    pub inputs: (u32, u32),
    pub rows: (u32, u32),
    pub moves: (u32, u32),
    pub played: u32,
}

/// A move: its rows as places among those of the example, and its table entries.
pub struct Candidate {
    pub rows: [u16; 5],
    pub entries: [u32; 8],
}

/// Many examples, in flat lists. The style row is the last input of each.
#[derive(Default)]
pub struct Arena {
    pub inputs: Vec<u16>,
    pub rows: Vec<u16>,
    pub moves: Vec<Candidate>,
    pub examples: Vec<Example>,
}

impl Arena {
    pub fn add_game(&mut self, game: &Record) {
        let mut position = game.start.clone();
        let mut trail = Trail::default();
        let mut place = vec![u16::MAX; OUTPUTS];
        for word in &game.moves {
            let played = word.to_move(&position).expect("a legal game");
            let legal = LegalMoves::new(&position);
            self.add(&position, &View::new(&legal, &trail), &trail, legal.of_packed(*word), game.style, &mut place);
            trail.push(played);
            position.play_unchecked(played);
        }
    }

    fn add(
        &mut self,
        position: &Chess,
        view: &View<'_>,
        trail: &Trail,
        played: LegalMove,
        style: u16,
        place: &mut [u16],
    ) {
        let starts = (self.inputs.len(), self.rows.len(), self.moves.len());
        for (i, mut set) in view.boards[..BOARDS].iter().copied().enumerate() {
            while set != 0 {
                self.inputs.push((64 * i) as u16 + set.trailing_zeros() as u16);
                set &= set - 1;
            }
        }
        view.rows(position, trail, |row| self.inputs.push(row));
        self.inputs.push(STYLE + style);
        let mut at = u32::MAX;
        for m in position.legal_moves() {
            let m = view.legal.of_packed(PackedMove::from_move(m));
            if m == played {
                at = (self.moves.len() - starts.2) as u32;
            }
            let seen = view.read(m);
            let rows = seen.rows.map(|row| {
                if place[row as usize] == u16::MAX {
                    place[row as usize] = (self.rows.len() - starts.1) as u16;
                    self.rows.push(row);
                }
                place[row as usize]
            });
            self.moves.push(Candidate { rows, entries: seen.entries });
        }
        for row in &self.rows[starts.1..] {
            place[*row as usize] = u16::MAX;
        }
        let end = |from: usize, to: usize| (from as u32, to as u32);
        self.examples.push(Example {
            inputs: end(starts.0, self.inputs.len()),
            rows: end(starts.1, self.rows.len()),
            moves: end(starts.2, self.moves.len()),
            played: at,
        });
    }
}

pub fn span((from, to): (u32, u32)) -> std::ops::Range<usize> {
    from as usize..to as usize
}
