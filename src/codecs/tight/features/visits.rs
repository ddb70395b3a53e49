//! The positions of a run that were evaluated earlier, and the moves that were played there (`tight.7`).

use super::{VISITS, VISITS_IN_GAME, move_features::PLAYED};
use crate::{
    Position,
    board::{
        castling::Castling,
        legal_moves::{LegalMove, LegalMoves},
        piece::ROOK,
        zobrist,
    },
    moves::UndoMove,
};

/// A position of the run.
#[derive(Debug, Clone)]
struct Visited {
    key: u64,
    /// Number of earlier occurrences.
    visits: u32,
    /// The last game with the position, and the number of occurrences in that game.
    game: u32,
    in_game: u32,
    /// The last move played; `None` after a null move.
    last: Option<LegalMove>,
    /// The index of its first move plus 1; 0 for none.
    moves: u32,
}

/// A move that was played in a position of the run.
#[derive(Debug, Clone)]
struct Played {
    m: LegalMove,
    times: u32,
    /// The index of the position's next move plus 1; 0 for none.
    next: u32,
}

/// The positions of a run before the current one, by their keys (`index.5`).
#[derive(Debug)]
pub struct Visits {
    positions: Vec<Visited>,
    moves: Vec<Played>,
    /// A hash table: by bits of the key, the index of a position plus 1; 0 for none. Its length is a power of two.
    slots: Vec<u32>,
    game: u32,
    /// The part of the key for the pieces, updated with each move.
    pieces: u64,
    /// The key of the current position, its slot, and its index plus 1.
    key: u64,
    slot: usize,
    found: u32,
}

/// Maximum initial number of slots; enough for the positions of most runs.
const MOST_SLOTS: usize = 1 << 13;

impl Visits {
    /// Starts before the first game of a run of this many plies.
    pub fn new(plies: usize) -> Visits {
        let slots = (2 * plies.min(MOST_SLOTS) + 2).min(MOST_SLOTS).next_power_of_two();
        Visits {
            positions: Vec::new(),
            moves: Vec::new(),
            slots: vec![0; slots],
            game: 0,
            pieces: 0,
            key: 0,
            slot: 0,
            found: 0,
        }
    }

    /// Begins a game.
    pub fn begin(&mut self, start: &Position) {
        self.game += 1;
        self.pieces = zobrist::pieces(start.pieces());
    }

    /// Changes to the position after the last pushed move, or to the start.
    pub fn find(&mut self, position: &Position, legal: &LegalMoves) {
        if 2 * self.positions.len() >= self.slots.len() {
            self.grow();
        }
        let file = (legal.en_passant != 0).then(|| (legal.en_passant.trailing_zeros() & 7) as u8);
        self.key = self.pieces
            ^ zobrist::castling(position.castling_rooks())
            ^ zobrist::en_passant(file)
            ^ zobrist::turn(position.board().side());
        (self.slot, self.found) = self.slot_of(self.key);
    }

    /// Returns the slot of a key: the slot of its position, or the empty slot for it.
    fn slot_of(&self, key: u64) -> (usize, u32) {
        let mask = self.slots.len() - 1;
        let mut slot = key as usize & mask;
        loop {
            match self.slots[slot] {
                found if found == 0 || self.positions[found as usize - 1].key == key => return (slot, found),
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    #[cold]
    fn grow(&mut self) {
        self.slots = vec![0; 2 * self.slots.len()];
        for i in 0..self.positions.len() {
            let (slot, _) = self.slot_of(self.positions[i].key);
            self.slots[slot] = i as u32 + 1;
        }
    }

    fn present(&self) -> Option<&Visited> {
        self.positions.get((self.found as usize).wrapping_sub(1))
    }

    /// Calls `add` with the input features for earlier visits (`tight.6`).
    pub fn visit_inputs(&self, mut add: impl FnMut(u16)) {
        let Some(present) = self.present() else { return };
        add(VISITS + (present.visits.min(3) - 1) as u16);
        if present.game == self.game {
            add(VISITS_IN_GAME + (present.in_game.min(2) - 1) as u16);
        }
    }

    /// Iterates over the moves played earlier in the position, with their move features (`tight.10`).
    pub fn played(&self) -> impl Iterator<Item = (LegalMove, u16)> {
        let present = self.present();
        let (visits, last) = present.map_or((0, None), |position| (position.visits, position.last));
        let mut next = present.map_or(0, |position| position.moves);
        std::iter::from_fn(move || {
            let played = self.moves.get((next as usize).wrapping_sub(1))?;
            next = played.next;
            let others = (visits - played.times).min(4);
            let is_last = u32::from(last == Some(played.m));
            Some((played.m, PLAYED + (10 * (played.times.min(4) - 1) + 2 * others + is_last) as u16))
        })
    }

    /// Adds a move that was played from the position of [`Visits::find`]; `m` is `None` for the null move.
    pub fn push(&mut self, m: Option<LegalMove>, undo: &UndoMove) {
        self.pieces ^= zobrist::change(undo.made()) ^ undo.castling().map_or(0, of_castling);
        if self.found == 0 {
            let visited = Visited { key: self.key, visits: 0, game: self.game, in_game: 0, last: None, moves: 0 };
            self.positions.push(visited);
            self.slots[self.slot] = self.positions.len() as u32;
            self.found = self.slots[self.slot];
        }
        let present = &mut self.positions[self.found as usize - 1];
        if present.game != self.game {
            present.game = self.game;
            present.in_game = 0;
        }
        present.visits += 1;
        present.in_game += 1;
        present.last = m;
        let Some(m) = m else { return };
        let mut next = present.moves;
        while let Some(played) = self.moves.get_mut((next as usize).wrapping_sub(1)) {
            if played.m == m {
                played.times += 1;
                return;
            }
            next = played.next;
        }
        self.moves.push(Played { m, times: 1, next: present.moves });
        present.moves = self.moves.len() as u32;
    }
}

/// Returns the change of the key by castling, except for the king's own squares.
fn of_castling(castling: Castling) -> u64 {
    let rook = (castling.king & 56) >> 5 << 3 & 8 | ROOK;
    zobrist::piece(rook, castling.rook) ^ zobrist::piece(rook, castling.rook_to)
}
