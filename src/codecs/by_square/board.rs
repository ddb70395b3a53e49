//! A board as sets of squares.

use std::sync::LazyLock;

use shakmaty::{Chess, Position};

use crate::{
    MoveFlags, PackedMove,
    board::{
        attacks,
        castling::{Castling, bit},
    },
    codecs::byte::{CAPTURE_CLASSES, CAPTURED, NOT_TAKEN, Piece, Ply, castling_rights, double_push_over},
};

pub const PAWN: u8 = 1;
pub const KNIGHT: u8 = 2;
pub const BISHOP: u8 = 3;
pub const ROOK: u8 = 4;
pub const QUEEN: u8 = 5;
pub const KING: u8 = 6;
/// All men of a side, as if that were a role.
pub const ALL: u8 = 7;

/// A board that follows a line of moves which are trusted to be legal. Whatever it is given, it stays whole: one king each.
#[derive(Debug, Clone)]
pub struct Board {
    /// Men by square, as the numbers of [`Piece`].
    squares: [u8; 64],
    /// Squares by man; with [`ALL`] as role, all that a side has. The place of no man takes what goes nowhere.
    sets: [u64; 16],
    /// Kings and rooks that have a right to castle.
    castling_rights: u64,
    /// The last move, if it is known: tells whether en passant is on.
    last: PackedMove,
    /// 0 White, 1 Black.
    turn: usize,
}

static START: LazyLock<(Chess, Board)> = LazyLock::new(|| (Chess::new(), Board::set_up(&Chess::new())));

impl Board {
    /// A board with this position.
    pub fn new(position: &Chess) -> Board {
        if *position == START.0 { START.1.clone() } else { Board::set_up(position) }
    }

    fn set_up(position: &Chess) -> Board {
        let mut board = Board {
            squares: [0; 64],
            sets: [0; 16],
            castling_rights: castling_rights(position),
            last: position.maybe_ep_square().map_or(PackedMove::NULL, double_push_over),
            turn: position.turn().is_black().into(),
        };
        for (square, piece) in position.board().iter() {
            board.squares[square as usize] = Piece::new(piece).0;
            board.toggle(Piece::new(piece).0, bit(square as u8));
        }
        board
    }

    /// 0 if White is to move, 1 if Black is.
    #[inline(always)]
    pub fn turn(&self) -> usize {
        self.turn & 1
    }

    /// The man on a square.
    #[inline(always)]
    pub fn man(&self, square: u8) -> u8 {
        self.squares[square as usize & 63]
    }

    /// The men of one role that the side to move has, or all.
    #[inline(always)]
    pub fn own(&self, role: u8) -> u64 {
        self.of(self.turn, role)
    }

    /// The square of the king of the side to move.
    pub fn own_king(&self) -> u8 {
        (self.own(KING).trailing_zeros() & 63) as u8
    }

    /// The men of one role that a side has, or all.
    #[inline(always)]
    pub fn of(&self, side: usize, role: u8) -> u64 {
        self.set((side as u8) << 3 | role)
    }

    /// The squares of a man, as the number of [`Piece`].
    #[inline(always)]
    pub fn set(&self, man: u8) -> u64 {
        self.sets[man as usize & 15]
    }

    /// The square that a pawn has just ep_square over.
    #[inline(always)]
    fn ep_square(&self) -> Option<u8> {
        let ep_square = self.last.flags() == MoveFlags::DoublePush as u8;
        ep_square.then(|| (self.last.from() + self.last.to()) / 2)
    }

    #[inline(always)]
    pub fn occupied(&self) -> u64 {
        self.sets[ALL as usize] | self.sets[8 | ALL as usize]
    }

    #[inline(always)]
    fn toggle(&mut self, man: u8, squares: u64) {
        self.sets[man as usize & 15] ^= squares;
        self.sets[man as usize & 15 | ALL as usize] ^= squares;
    }

    /// How the side to move castles to that side, if it has the right and nothing stands in the way.
    pub fn castling(&self, king_side: bool) -> Option<Castling> {
        let castling = Castling::find(self.castling_rights, self.own_king(), king_side)?;
        castling.is_free(self.occupied()).then_some(castling)
    }

    /// The square on which a pawn of the side to move can capture en passant; empty if there is none, or if the king does not
    /// allow it.
    #[inline(always)]
    pub fn en_passant_target(&self, from: u8) -> u64 {
        let ep_square = self.ep_square().map_or(0, bit);
        let target = pawn_attacks(self.turn, from) & ep_square;
        if target != 0 && self.may_take_en_passant(from, target.trailing_zeros() as u8) { target } else { 0 }
    }

    /// Whether the man there could castle, capture en passant or promote. Says yes now and then when it could not, so that it
    /// takes little time.
    #[inline(always)]
    pub fn may_be_unusual<const US: usize>(&self, from: u8) -> bool {
        let pushed = u64::from(self.last.flags() == MoveFlags::DoublePush as u8) << (self.last.to() & 63);
        let before_last_rank = [0xFF << 48, 0xFF << 8][US];
        let pawns = self.of(US, PAWN) & (before_last_rank | pushed << 1 | pushed >> 1);
        (self.castling_rights & self.of(US, KING) | pawns) >> (from & 63) & 1 != 0
    }

    /// Whether the own king is safe after the pawn has captured en passant (`positions.6`).
    #[cold]
    fn may_take_en_passant(&self, from: u8, ep_square: u8) -> bool {
        let them = self.turn & 1 ^ 1;
        let victim = bit(from & 56 | ep_square & 7);
        let occupied = self.occupied() ^ bit(from) ^ bit(ep_square) ^ victim;
        let of = |role| self.of(them, role);
        // The other king does not count: on a board that nobody checks it may stand anywhere.
        let men = [of(PAWN) & !victim, of(KNIGHT), of(BISHOP), of(ROOK), of(QUEEN), 0];
        attacks::attackers(&men, them == 1, self.own_king().into(), occupied) == 0
    }

    /// Plays a move. What is used of the word is origin, target, promotion and castling; capture, double push and en passant
    /// are found out, and the word of the answer is complete. `None` if the man cannot go there; the board is as it was then.
    /// Whether a piece goes as its kind goes, or jumps over men, is not asked.
    #[inline(always)]
    pub fn step(&mut self, word: PackedMove) -> Option<Ply> {
        let (from, to) = (word.from(), word.to());
        let (man, captured) = (self.man(from), self.man(to));
        let capture_class = CAPTURE_CLASSES[(self.turn << 4 | captured as usize) & 31];
        // Castling, promotions, null moves.
        if word.0 & 0b1010 << 12 != 0 || word.is_null() {
            return self.step_special(word);
        }
        if capture_class == NOT_TAKEN || man == 0 || usize::from(man >> 3) != self.turn {
            return None;
        }
        // Without branches, because pawns, captures and double pushes are hard to foresee.
        let is_pawn = man & 7 == PAWN;
        let is_sideways = (from ^ to) & 7 != 0;
        if is_pawn & ((is_sideways != (captured != 0)) | !(8..56).contains(&to)) {
            return self.take_en_passant(from, to);
        }
        let is_double = is_pawn & (from.abs_diff(to) == 16);
        let word = PackedMove(word.0 & 0xFFF | capture_class | u16::from(is_double) << 12);
        let squares = bit(from) | bit(to);
        self.squares[from as usize & 63] = 0;
        self.squares[to as usize & 63] = man;
        // Each set is written once, as the processor waits for a number that was just written.
        self.toggle(man, squares);
        let taken = if captured == 0 { 0 } else { bit(to) };
        self.sets[captured as usize & 15] ^= taken;
        self.sets[(self.turn & 1 ^ 1) << 3 | ALL as usize] ^= taken;
        self.castling_rights &= !squares;
        self.last = word;
        self.turn = self.turn & 1 ^ 1;
        Some(Ply { word, man: Piece(man), captured: Piece(captured) })
    }

    /// Moves a man of side `US`, whose turn it is, to an empty square. The word is complete.
    #[inline(always)]
    pub fn shift<const US: usize>(&mut self, man: u8, word: PackedMove) {
        let (from, to) = (word.from(), word.to());
        let squares = bit(from) | bit(to);
        self.squares[from as usize & 63] = 0;
        self.squares[to as usize & 63] = man;
        self.sets[man as usize & 15] ^= squares;
        self.sets[US << 3 | ALL as usize] ^= squares;
        self.castling_rights &= !squares;
        self.last = word;
        self.turn = US ^ 1;
    }

    /// Moves a man of side `US`, whose turn it is, to the square of `captured`. `None` if that is no man of the other side, or its
    /// king; the board is as it was then. Gives the complete word.
    #[inline(always)]
    pub fn capture<const US: usize>(&mut self, man: u8, word: PackedMove, captured: u8) -> Option<PackedMove> {
        let capture_class = CAPTURE_CLASSES[US << 4 | captured as usize & 15];
        if capture_class != CAPTURED {
            return None;
        }
        self.sets[captured as usize & 15] ^= bit(word.to());
        self.sets[(US ^ 1) << 3 | ALL as usize] ^= bit(word.to());
        let word = PackedMove(word.0 | CAPTURED);
        self.shift::<US>(man, word);
        Some(word)
    }

    /// Moves the man of side `US` that stands on `from`, as [`Board::shift`] or [`Board::capture`] do.
    #[inline(always)]
    pub fn go<const US: usize>(&mut self, from: u8, to: u8) -> Option<PackedMove> {
        let (man, captured) = (self.man(from), self.man(to));
        let word = PackedMove(u16::from(from) << 6 | u16::from(to));
        // Whether a move captures can often be foreseen. So the next one needs not wait until that is known.
        if captured != 0 {
            return self.capture::<US>(man, word, captured);
        }
        let is_double = man & 7 == PAWN && from.abs_diff(to) == 16;
        let word = PackedMove(word.0 | u16::from(is_double) << 12);
        self.shift::<US>(man, word);
        Some(word)
    }

    #[inline(always)]
    fn lift(&mut self, square: u8, man: u8) {
        self.squares[square as usize & 63] = 0;
        self.toggle(man, bit(square));
        self.castling_rights &= !bit(square);
    }

    #[inline(always)]
    fn place(&mut self, square: u8, man: u8) {
        self.squares[square as usize & 63] = man;
        self.toggle(man, bit(square));
        self.castling_rights &= !bit(square);
    }

    #[inline(always)]
    fn finish(&mut self, ply: Ply) -> Ply {
        self.last = ply.word;
        self.turn = self.turn & 1 ^ 1;
        ply
    }

    /// En passant, and moves that pawns do not make.
    #[inline(never)]
    fn take_en_passant(&mut self, from: u8, to: u8) -> Option<Ply> {
        let (pawn, taken_on) = (self.man(from), from & 56 | to & 7);
        let victim = self.man(taken_on);
        let is_attacked = pawn_attacks(self.turn, from) >> to & 1 != 0;
        if self.ep_square() != Some(to) || !is_attacked || self.man(to) != 0 || victim != pawn ^ 8 {
            return None;
        }
        self.lift(from, pawn);
        self.lift(taken_on, victim);
        self.place(to, pawn);
        let word = PackedMove::new(from, to, MoveFlags::EnPassant);
        Some(self.finish(Ply { word, man: Piece(pawn), captured: Piece(victim) }))
    }

    /// Castling, promotions, null moves.
    #[inline(never)]
    fn step_special(&mut self, word: PackedMove) -> Option<Ply> {
        match word.flags() {
            0 => Some(self.finish(Ply { word, man: Piece::NONE, captured: Piece::NONE })),
            2 | 3 => self.castle(word),
            8.. => self.promote(word),
            _ => None,
        }
    }

    fn castle(&mut self, word: PackedMove) -> Option<Ply> {
        let Castling { king, king_to, rook, rook_to } = self.castling(word.flags() == 2)?;
        let (king_man, rook_man) = (self.man(king), self.man(rook));
        self.lift(king, king_man);
        self.lift(rook, rook_man);
        self.place(king_to, king_man);
        self.place(rook_to, rook_man);
        let word = PackedMove(word.0 & 0xF000 | u16::from(king) << 6 | u16::from(king_to));
        Some(self.finish(Ply { word, man: Piece(king_man), captured: Piece::NONE }))
    }

    fn promote(&mut self, word: PackedMove) -> Option<Ply> {
        let (from, to, us) = (word.from(), word.to(), self.turn & 1);
        let (pawn, captured) = (self.man(from), self.man(to));
        let capture_class = CAPTURE_CLASSES[us << 4 | captured as usize & 15];
        let is_sideways = from & 7 != to & 7;
        let reaches = from >> 3 == [6, 1][us] && to >> 3 == [7, 0][us];
        let is_pawn = pawn & 7 == PAWN && usize::from(pawn >> 3) == us;
        if capture_class == NOT_TAKEN || is_sideways != (captured != 0) || !reaches || !is_pawn {
            return None;
        }
        self.lift(from, pawn);
        self.toggle(captured, if captured == 0 { 0 } else { bit(to) });
        self.place(to, pawn & 8 | (KNIGHT + (word.flags() & 3)));
        let word = PackedMove(word.0 & !CAPTURED | capture_class);
        Some(self.finish(Ply { word, man: Piece(pawn), captured: Piece(captured) }))
    }
}

/// The squares on which a pawn of that side captures.
#[inline(always)]
pub fn pawn_attacks(side: usize, from: u8) -> u64 {
    attacks::pawn(from.into(), side & 1 == 0)
}
