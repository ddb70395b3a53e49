//! Numbers of squares, pieces and the flags of moves. The macros that split a packed move are in `include/cbindgen.toml`.

use plypack::moves::MoveFlags;

/// No square. Squares are 0 (a1), 1 (b1) to 63 (h8).
pub const PLYPACK_NO_SQUARE: u8 = 64;

/// An empty square. Pieces are 1 to 6 for pawn, knight, bishop, rook, queen and king, plus 8 for Black.
pub const PLYPACK_PIECE_NONE: u8 = 0;
/// A white pawn.
pub const PLYPACK_PIECE_WHITE_PAWN: u8 = 1;
/// A white knight.
pub const PLYPACK_PIECE_WHITE_KNIGHT: u8 = 2;
/// A white bishop.
pub const PLYPACK_PIECE_WHITE_BISHOP: u8 = 3;
/// A white rook.
pub const PLYPACK_PIECE_WHITE_ROOK: u8 = 4;
/// A white queen.
pub const PLYPACK_PIECE_WHITE_QUEEN: u8 = 5;
/// A white king.
pub const PLYPACK_PIECE_WHITE_KING: u8 = 6;
/// A black pawn.
pub const PLYPACK_PIECE_BLACK_PAWN: u8 = 9;
/// A black knight.
pub const PLYPACK_PIECE_BLACK_KNIGHT: u8 = 10;
/// A black bishop.
pub const PLYPACK_PIECE_BLACK_BISHOP: u8 = 11;
/// A black rook.
pub const PLYPACK_PIECE_BLACK_ROOK: u8 = 12;
/// A black queen.
pub const PLYPACK_PIECE_BLACK_QUEEN: u8 = 13;
/// A black king.
pub const PLYPACK_PIECE_BLACK_KING: u8 = 14;

/// Flags of a move (`PLYPACK_MOVE_FLAGS`): neither double push, castling, capture nor promotion.
pub const PLYPACK_MOVE_QUIET: u16 = 0;
/// Flags of a move: a pawn moves two squares.
pub const PLYPACK_MOVE_DOUBLE_PUSH: u16 = 1;
/// Flags of a move: castling on the king side; the squares are the king's.
pub const PLYPACK_MOVE_CASTLE_KING_SIDE: u16 = 2;
/// Flags of a move: castling on the queen side.
pub const PLYPACK_MOVE_CASTLE_QUEEN_SIDE: u16 = 3;
/// Flags of a move: a capture; all captures have bit 4 set.
pub const PLYPACK_MOVE_CAPTURE: u16 = 4;
/// Flags of a move: a capture en passant.
pub const PLYPACK_MOVE_EN_PASSANT: u16 = 5;
/// Flags of a move: a promotion to a knight; all promotions have bit 8 set.
pub const PLYPACK_MOVE_PROMOTE_KNIGHT: u16 = 8;
/// Flags of a move: a promotion to a bishop.
pub const PLYPACK_MOVE_PROMOTE_BISHOP: u16 = 9;
/// Flags of a move: a promotion to a rook.
pub const PLYPACK_MOVE_PROMOTE_ROOK: u16 = 10;
/// Flags of a move: a promotion to a queen.
pub const PLYPACK_MOVE_PROMOTE_QUEEN: u16 = 11;
/// Flags of a move: a capture and a promotion to a knight.
pub const PLYPACK_MOVE_CAPTURE_PROMOTE_KNIGHT: u16 = 12;
/// Flags of a move: a capture and a promotion to a bishop.
pub const PLYPACK_MOVE_CAPTURE_PROMOTE_BISHOP: u16 = 13;
/// Flags of a move: a capture and a promotion to a rook.
pub const PLYPACK_MOVE_CAPTURE_PROMOTE_ROOK: u16 = 14;
/// Flags of a move: a capture and a promotion to a queen.
pub const PLYPACK_MOVE_CAPTURE_PROMOTE_QUEEN: u16 = 15;

const _: () = {
    let flags = [
        (PLYPACK_MOVE_QUIET, MoveFlags::Quiet),
        (PLYPACK_MOVE_DOUBLE_PUSH, MoveFlags::DoublePush),
        (PLYPACK_MOVE_CASTLE_KING_SIDE, MoveFlags::CastleKingSide),
        (PLYPACK_MOVE_CASTLE_QUEEN_SIDE, MoveFlags::CastleQueenSide),
        (PLYPACK_MOVE_CAPTURE, MoveFlags::Capture),
        (PLYPACK_MOVE_EN_PASSANT, MoveFlags::EnPassant),
        (PLYPACK_MOVE_PROMOTE_KNIGHT, MoveFlags::PromoteKnight),
        (PLYPACK_MOVE_PROMOTE_BISHOP, MoveFlags::PromoteBishop),
        (PLYPACK_MOVE_PROMOTE_ROOK, MoveFlags::PromoteRook),
        (PLYPACK_MOVE_PROMOTE_QUEEN, MoveFlags::PromoteQueen),
        (PLYPACK_MOVE_CAPTURE_PROMOTE_KNIGHT, MoveFlags::CapturePromoteKnight),
        (PLYPACK_MOVE_CAPTURE_PROMOTE_BISHOP, MoveFlags::CapturePromoteBishop),
        (PLYPACK_MOVE_CAPTURE_PROMOTE_ROOK, MoveFlags::CapturePromoteRook),
        (PLYPACK_MOVE_CAPTURE_PROMOTE_QUEEN, MoveFlags::CapturePromoteQueen),
    ];
    let mut i = 0;
    while i < flags.len() {
        assert!(flags[i].0 == flags[i].1 as u16);
        i += 1;
    }
};
