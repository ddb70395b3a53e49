//! Positions and their legal moves.

use plypack::{Ending, PackedMove, Position, Result, Square, openings};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::objects::to_js;
use crate::failure;

/// `Opening` of `module/types.ts`.
#[derive(Serialize)]
pub struct Opening {
    eco: &'static str,
    name: &'static str,
}

/// The opening of a position, if it has a name.
pub fn opening_of(position: &Position) -> Option<Opening> {
    openings::of_position(position).map(Opening::from)
}

impl From<&'static openings::Opening> for Opening {
    fn from(opening: &'static openings::Opening) -> Opening {
        Opening { eco: opening.eco(), name: opening.name() }
    }
}

/// `LegalMove` of `module/types.ts`.
#[derive(Serialize)]
struct LegalMove {
    san: String,
    uci: String,
    from: String,
    to: String,
    promotion: String,
    fen: String,
    opening: Option<Opening>,
}

/// `PositionInfo` of `module/types.ts`.
#[derive(Serialize)]
struct PositionInfo {
    fen: String,
    turn: &'static str,
    check: Option<String>,
    ending: Option<&'static str>,
    moves: Vec<LegalMove>,
    opening: Option<Opening>,
}

/// Returns the legal moves of a position, with checks and its opening. Without a FEN, the standard start.
///
/// # Errors
///
/// `ILLEGAL_POSITION`.
#[wasm_bindgen]
pub fn position(fen: Option<String>) -> failure::Result<JsValue> {
    let position = fen.map_or_else(|| Ok(Position::default()), |fen| Position::from_fen(fen.as_bytes()))?;
    let moves = position.legal_moves().into_iter().map(|m| legal_move(&position, m)).collect::<Result<_>>()?;
    let king = position.is_check().then(|| position.king_of(position.turn()));
    let info = PositionInfo {
        fen: position.fen().as_str().to_owned(),
        turn: if position.turn().is_white() { "white" } else { "black" },
        check: king.map(|square| square.to_string()),
        ending: position.ending().map(name_of),
        moves,
        opening: opening_of(&position),
    };
    to_js(&info)
}

fn name_of(ending: Ending) -> &'static str {
    match ending {
        Ending::Checkmate => "checkmate",
        Ending::Stalemate => "stalemate",
        Ending::InsufficientMaterial => "insufficient material",
    }
}

fn legal_move(position: &Position, m: PackedMove) -> Result<LegalMove> {
    let mut after = position.clone();
    after.play(m)?;
    let uci = position.uci(m)?;
    let promotion = uci.as_str().get(4..).unwrap_or_default().to_owned();
    Ok(LegalMove {
        san: position.san(m)?.as_str().to_owned(),
        from: square(m.from()),
        to: square(m.to()),
        promotion,
        fen: after.fen().as_str().to_owned(),
        opening: opening_of(&after),
        uci: uci.as_str().to_owned(),
    })
}

fn square(number: u8) -> String {
    Square::try_from(number).map_or(String::new(), |square| square.to_string())
}
