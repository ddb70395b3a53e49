//! The positions of a run that were evaluated before, and the moves that were played there (`tight.7`).

use shakmaty::{CastlingSide, Chess, Color, Move, Piece, Position, Role, Square};

use super::{VISITS, VISITS_IN_GAME, move_features::PLAYED};
use crate::board::{
    legal_moves::{LegalMove, LegalMoves},
    zobrist,
};

/// A position of the run.
#[derive(Debug, Clone)]
struct Visited {
    key: u64,
    /// How often it was on the board before.
    visits: u32,
    /// The last game with it, and how often it was on the board there.
    game: u32,
    in_game: u32,
    /// The move that was played last; none after a null move.
    last: Option<LegalMove>,
    /// One more than the index of the first of its moves; 0 for none.
    moves: u32,
}

/// A move that was played in a position of the run.
#[derive(Debug, Clone)]
struct Played {
    m: LegalMove,
    times: u32,
    /// One more than the index of the next move of the position; 0 for none.
    next: u32,
}

/// The positions of a run before the present one, by their keys (`index.5`).
#[derive(Debug)]
pub struct Visits {
    positions: Vec<Visited>,
    moves: Vec<Played>,
    /// A hash table: by bits of the key, one more than the index of a position; 0 for none. Its length is a power of two.
    slots: Vec<u32>,
    game: u32,
    /// The part of the key that stands for the pieces, kept from move to move.
    pieces: u64,
    /// The key of the present position, its slot, and one more than its index.
    key: u64,
    slot: usize,
    found: u32,
}

/// Most slots at first; enough for the positions of most runs.
const MOST_SLOTS: usize = 1 << 13;

impl Visits {
    /// Before the first game of a run of so many plies.
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
    pub fn begin(&mut self, start: &Chess) {
        self.game += 1;
        self.pieces = start.board().iter().fold(0, |key, (square, piece)| key ^ number(piece, square));
    }

    /// Changes to a position: that after the move that was pushed last, or the start.
    pub fn find(&mut self, position: &Chess, legal: &LegalMoves) {
        if 2 * self.positions.len() >= self.slots.len() {
            self.grow();
        }
        let file = (legal.en_passant != 0).then(|| (legal.en_passant.trailing_zeros() & 7) as u8);
        self.key = self.pieces
            ^ zobrist::castling(position.castles().castling_rights().0)
            ^ zobrist::en_passant(file)
            ^ zobrist::turn(usize::from(position.turn().is_black()));
        (self.slot, self.found) = self.slot_of(self.key);
    }

    /// The slot of a key: that of its position, or the empty one for it.
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

    /// Calls `add` with the input features that stand for earlier visits (`tight.6`).
    pub fn visit_inputs(&self, mut add: impl FnMut(u16)) {
        let Some(present) = self.present() else { return };
        add(VISITS + (present.visits.min(3) - 1) as u16);
        if present.game == self.game {
            add(VISITS_IN_GAME + (present.in_game.min(2) - 1) as u16);
        }
    }

    /// The moves that were played in the position before, with their move features (`tight.10`).
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

    /// Plays a move from the position of [`Visits::find`], with its piece's color; `None` is the null move.
    pub fn push(&mut self, m: Option<(LegalMove, Move)>, turn: Color) {
        let m = m.map(|(legal, m)| {
            self.pieces ^= change(m, turn);
            legal
        });
        if self.found == 0 {
            let visited = Visited { key: self.key, visits: 0, game: self.game, in_game: 0, last: None, moves: 0 };
            self.positions.push(visited);
            self.slots[self.slot] = self.positions.len() as u32;
            self.found = self.slots[self.slot];
        }
        let present = &mut self.positions[self.found as usize - 1];
        if present.game != self.game {
            (present.game, present.in_game) = (self.game, 0);
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

/// The number of a piece on a square (`index.5`).
fn number(piece: Piece, square: Square) -> u64 {
    let side = if piece.color.is_white() { 0 } else { 8 };
    zobrist::piece(side + piece.role as u8, square as u8)
}

/// The change of the keys by a move of this side.
fn change(m: Move, side: Color) -> u64 {
    let number = |color, role, square| number(Piece { color, role }, square);
    match m {
        Move::Normal { role, from, capture, to, promotion } => {
            let captured = capture.map_or(0, |captured| number(!side, captured, to));
            captured ^ number(side, role, from) ^ number(side, promotion.unwrap_or(role), to)
        }
        Move::EnPassant { from, to } => {
            let captured = Square::from_coords(to.file(), from.rank());
            number(side, Role::Pawn, from) ^ number(side, Role::Pawn, to) ^ number(!side, Role::Pawn, captured)
        }
        Move::Castle { king, rook } => {
            let castling = CastlingSide::from_king_side(king < rook);
            let at = |file| Square::from_coords(file, king.rank());
            number(side, Role::King, king)
                ^ number(side, Role::Rook, rook)
                ^ number(side, Role::King, at(castling.king_to_file()))
                ^ number(side, Role::Rook, at(castling.rook_to_file()))
        }
        Move::Put { role, to } => number(side, role, to),
    }
}
