//! A move as the features see it.

use shakmaty::{Move, Role, Square};

use crate::MoveWord;

/// What of a move matters here.
pub(super) struct Man {
    pub role: Role,
    pub from: Square,
    pub to: Square,
    pub victim: Option<Role>,
    pub promotion: Option<Role>,
    pub en_passant: bool,
    /// `Some(true)` towards the h file.
    pub castles: Option<bool>,
    /// Whether the man attacks the target before it moves: not so for pawns' steps and castling.
    pub attacks_target: bool,
}

impl Man {
    pub fn of(m: &Move) -> Man {
        let quiet = |role, from, to| Man {
            role,
            from,
            to,
            victim: None,
            promotion: None,
            en_passant: false,
            castles: None,
            attacks_target: true,
        };
        match *m {
            Move::Normal { role, from, capture, to, promotion } => Man {
                victim: capture,
                promotion,
                attacks_target: role != Role::Pawn || capture.is_some(),
                ..quiet(role, from, to)
            },
            Move::EnPassant { from, to } => {
                Man { victim: Some(Role::Pawn), en_passant: true, ..quiet(Role::Pawn, from, to) }
            }
            Move::Castle { king, rook } => {
                let to = MoveWord::from_move(*m).to();
                let castles = Some(rook > king);
                Man { castles, attacks_target: false, ..quiet(Role::King, king, Square::new(to.into())) }
            }
            // Drops do not exist in chess.
            Move::Put { role, to } => quiet(role, to, to),
        }
    }
}
