//! The symbols of the static codes: moves by their squares, from the view of the side that moves.

use std::sync::LazyLock;

use crate::{PackedMove, moves::MoveFlags};

/// coord-static.1: the null move, the pairs of squares, and the promotions to pieces other than a queen.
pub const COORD_SYMBOLS: usize = FIRST_COORD_PROMOTION + PROMOTIONS;
const FIRST_COORD_PROMOTION: usize = 1 + 1792;
/// direction-target.3: the same with pairs of to-square and direction.
pub const DIRECTION_SYMBOLS: usize = FIRST_DIRECTION_PROMOTION + PROMOTIONS;
const FIRST_DIRECTION_PROMOTION: usize = 1 + 756;
/// 22 pairs of squares with three pieces each.
const PROMOTIONS: usize = 66;

/// direction-target.1: north, then clockwise, as steps of file and rank; then the jumps of knights, as in byte.8.
pub const DIRECTIONS: [(i8, i8); 16] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];
/// In [`DIRECTION_OF`]: no piece makes this move.
pub const NO_DIRECTION: u8 = 16;

/// The direction of a move, by its lowest 12 bits.
pub static DIRECTION_OF: [u8; 4096] = {
    let mut table = [NO_DIRECTION; 4096];
    let mut i = 0;
    while i < 4096 {
        table[i] = direction_of((i >> 6) as i8, (i & 63) as i8);
        i += 1;
    }
    table
};

const fn direction_of(from: i8, to: i8) -> u8 {
    let right = (to & 7) - (from & 7);
    let up = (to >> 3) - (from >> 3);
    let mut direction = 0;
    while direction < 16 {
        let (file_step, rank_step) = DIRECTIONS[direction as usize];
        let mut length = 1;
        while length <= if direction < 8 { 7 } else { 1 } {
            if right == file_step * length && up == rank_step * length {
                return direction;
            }
            length += 1;
        }
        direction += 1;
    }
    NO_DIRECTION
}

/// The symbol of a pair of squares, by its 12 bits; 0 if no piece makes this move.
static COORD_SYMBOL: LazyLock<Vec<u16>> =
    LazyLock::new(|| numbered((0..4096).map(|m| DIRECTION_OF[m] != NO_DIRECTION)));

/// The symbol of a to-square and a direction, by `to << 4 | direction`; 0 if no piece can come from there.
static DIRECTION_SYMBOL: LazyLock<Vec<u16>> = LazyLock::new(|| {
    numbered((0..1024).map(|pair| {
        let (file_step, rank_step) = DIRECTIONS[pair & 15];
        let file = (pair >> 4 & 7) as i8 - file_step;
        let rank = (pair >> 7) as i8 - rank_step;
        (0..8).contains(&file) && (0..8).contains(&rank)
    }))
});

/// Numbers the true items from 1; the others are 0.
fn numbered(what: impl Iterator<Item = bool>) -> Vec<u16> {
    let mut last = 0;
    let number = |exists| {
        last += u16::from(exists);
        if exists { last } else { 0 }
    };
    what.map(number).collect()
}

/// Converts the squares of a packed move, or of another value with squares in its lowest 12 bits, to the view of the side to move.
#[inline(always)]
pub const fn seen_by(side: usize, m: u16) -> u16 {
    m ^ ((side as u16 & 1) * (56 << 6 | 56))
}

/// coord-static.1: returns the symbol of a move with the squares from its own side's view; `None` if no piece makes this move. Castling has
/// the to-square of moves.3 and the flags 0.
#[inline(always)]
pub fn coord_symbol(m: PackedMove) -> Option<u16> {
    match m.0 {
        0 => Some(0),
        _ if is_underpromotion(m) => underpromotion(m).map(|number| FIRST_COORD_PROMOTION as u16 + number),
        bits => Some(COORD_SYMBOL[usize::from(bits & 4095)]).filter(|symbol| *symbol != 0),
    }
}

/// direction-target.3: like [`coord_symbol`].
#[inline(always)]
pub fn direction_symbol(m: PackedMove) -> Option<u16> {
    match m.0 {
        0 => Some(0),
        _ if is_underpromotion(m) => underpromotion(m).map(|number| FIRST_DIRECTION_PROMOTION as u16 + number),
        bits => {
            let direction = DIRECTION_OF[usize::from(bits & 4095)];
            let pair = usize::from(m.to()) << 4 | usize::from(direction & 15);
            Some(DIRECTION_SYMBOL[pair]).filter(|symbol| *symbol != 0 && direction != NO_DIRECTION)
        }
    }
}

fn is_underpromotion(m: PackedMove) -> bool {
    m.flags() >= 8 && m.flags() & 3 != 3
}

/// Returns the number of a promotion to a piece other than a queen, by from-square, to-square and piece.
fn underpromotion(m: PackedMove) -> Option<u16> {
    let from = m.from();
    let to = m.to();
    let is_one = from >> 3 == 6 && to >> 3 == 7 && (from & 7).abs_diff(to & 7) < 2;
    is_one.then(|| 3 * u16::from(2 * (from & 7) + (to & 7)) + u16::from(m.flags() & 3))
}

/// The inverse of [`coord_symbol`]: from, to and the flags of underpromotions.
pub fn coord_moves() -> Vec<PackedMove> {
    let pairs = (0..4096).filter(|m| COORD_SYMBOL[usize::from(*m)] != 0).map(PackedMove);
    [PackedMove::NULL].into_iter().chain(pairs).chain(underpromotions()).collect()
}

/// The inverse of [`direction_symbol`]: `to << 4 | direction`, with the flags of underpromotions in bits 12 to 15. 0 is the null move,
/// because no move reaches a1 from the south.
pub fn direction_pairs() -> Vec<u16> {
    let pairs = (0..1024).filter(|pair| DIRECTION_SYMBOL[usize::from(*pair)] != 0);
    let promotions = underpromotions().map(|m| {
        let direction = DIRECTION_OF[usize::from(m.0 & 4095)];
        m.0 & 0xF000 | u16::from(m.to()) << 4 | u16::from(direction)
    });
    [0].into_iter().chain(pairs).chain(promotions).collect()
}

fn underpromotions() -> impl Iterator<Item = PackedMove> {
    let pairs = (48..56_u8).flat_map(|from| (56..64_u8).map(move |to| (from, to)));
    let near = pairs.filter(|(from, to)| (from & 7).abs_diff(to & 7) < 2);
    let flags = [MoveFlags::PromoteKnight, MoveFlags::PromoteBishop, MoveFlags::PromoteRook];
    near.flat_map(move |(from, to)| flags.map(|flags| PackedMove::new(from, to, flags)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_stand_for_their_moves() {
        let moves = coord_moves();
        assert_eq!(moves.len(), COORD_SYMBOLS);
        for (symbol, m) in moves.iter().enumerate() {
            assert_eq!(coord_symbol(*m), Some(symbol as u16));
        }
        assert_eq!(coord_symbol(PackedMove(1)), Some(1), "a1b1");
        assert_eq!(coord_symbol(PackedMove(19)), None, "a1d3");
    }

    #[test]
    fn directions_stand_for_their_moves() {
        let pairs = direction_pairs();
        assert_eq!(pairs.len(), DIRECTION_SYMBOLS);
        for m in coord_moves() {
            let pair = pairs[usize::from(direction_symbol(m).unwrap())];
            let direction = if m.is_null() { 0 } else { DIRECTION_OF[usize::from(m.0 & 4095)] };
            assert_eq!(pair & 0x3FF, u16::from(m.to()) << 4 | u16::from(direction));
        }
        assert_eq!(direction_symbol(PackedMove(19)), None, "a1d3");
    }
}
