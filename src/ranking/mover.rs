//! The points of the moves of one man.

use shakmaty::{Bitboard, Role, Square};

use super::{table::base, view::View};

/// What the moves of a man have in common, promotions, castling and en passant aside.
pub(super) struct Mover<'a> {
    pub from: Square,
    role: Role,
    /// Points of the features that do not depend on the target.
    points: i32,
    /// Entries for targets, added up.
    targets: &'a [i32],
    /// Entries for the safety of the target.
    safety: &'a [i16],
    /// Entries for threats.
    threats: &'a [i16],
    /// From where it gives check.
    checks: Bitboard,
}

impl<'a> Mover<'a> {
    #[inline(always)]
    pub fn new(view: &View<'_>, man: Role, from: Square, table: &'a [i16], targets: &'a [i32; 6 * 64]) -> Mover<'a> {
        let (mut points, role) = (0, man as usize - 1);
        view.origin_features(man, from, |entry| points += i32::from(table[entry]));
        // Castling has its own features.
        let rights = match man {
            Role::King if view.has_rights => i32::from(table[base::RIGHTS]),
            Role::Rook if view.has_rights => i32::from(table[base::RIGHTS + 1]),
            _ => 0,
        };
        let origin = view.safety(from, view.own_once);
        Mover {
            from,
            role: man,
            points: points + rights,
            targets: &targets[role * 64..][..64],
            safety: &table[base::SAFETY + (role * 12 + origin) * 12..][..12],
            threats: &table[base::THREAT + role * 4..][..4],
            checks: view.checks[role],
        }
    }

    /// The points of a move that is neither promotion nor castling nor en passant.
    #[inline(always)]
    pub fn points(&self, view: &View<'_>, table: &[i16], to: Square, victim: Option<Role>) -> i32 {
        let step = self.role == Role::Pawn && victim.is_none();
        let target = view.safety(to, if step { view.own_once } else { view.own_twice });
        let mut points = self.points + self.targets[view.seen(to)] + i32::from(self.safety[target]);
        if let Some(victim) = victim {
            points +=
                i32::from(table[base::CAPTURE + ((victim as usize - 1) * 6 + self.role as usize - 1) * 12 + target]);
        }
        if self.checks.contains(to) {
            points += i32::from(table[base::CHECK + (self.role as usize - 1) * 12 + target]);
        }
        if self.role == Role::Pawn && view.is_passed(to) {
            points += i32::from(table[base::PASSED + view.seen(to) / 8]);
        }
        let (richer, loose) = view.threats(self.role, to);
        points + i32::from(self.threats[2 * usize::from(richer) + usize::from(loose)])
    }
}
