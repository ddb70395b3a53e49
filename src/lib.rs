//! plypack: chess games in a small, fast, versioned binary format.
//!
//! The repository's `spec/` describes the format; every chapter has a module of the same name here. What most programs need:
//!
//! - [`Reader`] opens a file and reads games by number, from any thread; [`Writer`] makes a file or appends games to one.
//! - [`MoveScan`] reads the moves of many games at once, the fastest way to look at every ply.
//! - [`import`] reads PGN of any size on all cores, and SCID databases; [`export`] and [`scid::export_scid`] write PGN and SCID
//!   databases; [`verify`] checks a file, and [`files`] repairs, recodes, compacts and indexes it.
//! - [`Game`] holds one game with everything that PGN can express; [`GameBuilder`] makes one, [`Walker`] goes through its main
//!   line, variations and comments with positions, and methods such as [`Game::add_move_at`] change it anywhere. [`PackedMove`] is
//!   a move in 16 bits; [`Position`] is a position to play moves on.
//! - [`search`] finds positions, the moves played next in them, and the move orders that lead to them, in one file or several;
//!   [`Paths`] finds the files in folders.
//! - `openings`, a feature, knows the ECO codes and names of openings.
//! - [`Codec`] codes lines of moves without any file; [`codecs::byte`] also scans them at memory speed.
//! - [`Error`] says what is wrong and at which byte; its [`ErrorCode`]s are the codes of the spec and of the C interface.
//!
//! # Example
//!
//! Find a position, by any move order, and encode a move played in it, without any file:
//!
//! ```rust
//! use plypack::{Codec, Position, Reader, games_from_pgn, pack_games, search::{self, Query}};
//!
//! let (games, _) = games_from_pgn(b"1. d4 d5 2. c4 *\n\n1. e4 *\n\n1. c4 d5 2. d4 e6 *\n")?;
//! let reader = Reader::from_bytes(pack_games(&games, Codec::Byte)?)?;
//!
//! let position = Position::from_fen(b"rnbqkbnr/ppp1pppp/8/3p4/2PP4/8/PP2PPPP/RNBQKBNR b KQkq - 0 2")?;
//! let hits = search::find(&[&reader], &Query::position(&position), &mut search::strict)?;
//! assert_eq!(hits.iter().map(|hit| (hit.game, hit.ply)).collect::<Vec<_>>(), [(0, 3), (2, 3)]);
//!
//! let mut code = Vec::new();
//! Codec::Byte.encode_line(&position, &[position.read_uci(b"e7e6")?], &mut code)?;
//! assert_eq!(code.len(), 1);
//! # Ok::<(), plypack::Error>(())
//! ```
//!
//! # shakmaty
//!
//! The feature `shakmaty` converts positions, moves, squares, sides and roles to the types of the crate
//! [shakmaty](https://docs.rs/shakmaty) 0.30, and back: `Position::from(&chess)`, `Chess::from(&position)`, `PackedMove::from_shakmaty`,
//! `PackedMove::to_shakmaty`. shakmaty is under the GPL, version 3 or later: if a program that enables this feature is distributed, the
//! complete program must be under that license. Without the feature, the library and all its dependencies are MIT OR Apache-2.0.
//!
//! `src/README.md` says where everything lives. The library does not depend on C: the C interface is a separate package. `unsafe`
//! occurs in few places: CPU intrinsics in three codecs, each with portable code that does the same, and the mapping of files.

#![cfg_attr(
    not(feature = "internals"),
    allow(dead_code, unused_imports, reason = "some parts of the format are used by tests and trainers alone")
)]

#[allow(missing_docs, reason = "seen by other modules alone, and by tests")]
mod board;
mod chess;
pub mod codecs;
mod coding;
mod container;
mod error;
#[cfg(feature = "explorer")]
pub mod explorer;
mod file;
mod folding;
mod index;
pub mod limits;
mod lock;
mod memory;
mod notation;
#[cfg(feature = "openings")]
pub mod openings;
mod parallel;
pub mod pgn;
mod play;
mod scid4;
pub mod search;
#[cfg(feature = "arrow")]
pub mod tables;
pub mod versions;

pub use board::{CastlingSide, Color, Ending, Piece, Position, Role, Square, moves::PackedMove};
pub use chess::{
    game::{Game, Start, Termination, Token},
    speed::Speed,
    tag_section::Tag,
};
pub use codecs::Codec;
pub use container::State;
pub use error::{Error, ErrorClass, ErrorCode, Result};
pub use file::{
    compare,
    export::{ExportOptions, GameNumbers, export},
    feed::{ImportSource, PgnSource},
    import::{ImportEvent, ImportOptions, Summary, import},
    in_memory::{games_from_pgn, pack_games},
    move_scan::MoveScan,
    output::OutputFile,
    paths::Paths,
    reader::{Corruption, Games, Info, Reader},
    scid,
    unique::UniqueGames,
    verify::{Verification, VerifyOptions, verify},
    writer::{Options, Writer},
};
pub use parallel::default_threads;
pub use play::{GameBuilder, Step, Walker};

/// Operations on complete files: position index, compaction, recoding, renaming players, repair.
pub mod files {
    pub use crate::file::{
        add_index::{IndexAdded, IndexOptions, add_index},
        compact::{Compacted, compact},
        output::{is_open_file, is_plypack_file, is_same_file},
        recode::{recode, recode_into},
        rename::rename_player,
        repair::{repair, repair_records},
        salvage::Exported,
        source::open_file,
    };
}

/// Sources that a reader reads from, and sinks that a writer writes to.
pub mod io {
    pub use crate::file::{
        sink::{IndexedSink, Sink},
        source::Source,
        spool::Spool,
    };
}

/// Edits of games: the edit log of a file, and changes during an import or export.
pub mod edits {
    pub use crate::file::{
        game_edit::GameEdit,
        reader::{EditKind, EditLog, LoggedEdit},
    };
}

/// Blocks of a file, for programs that read them one by one.
pub mod blocks {
    pub use crate::file::{
        move_scan::BatchSize,
        reader::{BlockInfo, BlockTags, SectionBytes},
    };
}

/// Moves with more than 16 bits, and undoing moves.
pub mod moves {
    pub use crate::board::{UndoMove, extended_move::ExtendedMove, moves::MoveFlags};
}

/// Walks with custom positions: see [`Walker`].
pub mod walk {
    pub use crate::play::{LinePosition, WalkState};
}

/// Texts of PGN: moves, lines, tags, NAGs, comment commands.
pub mod text {
    pub use crate::{
        chess::{
            tag_section::{escape, unescape},
            tag_values,
        },
        folding::{fold as fold_text, natural_order, text_of},
        notation::{
            comment_commands::{Evaluation, clock_of_comment},
            fen::FenText,
            move_text::MoveText,
            nag::nag_from_text,
            uci::{read_uci_line, write_uci_line},
        },
        play::write_san_line,
    };
}

/// Single parts of the format, for tests, fuzzing and training. Can change at any time.
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod internals {
    pub use crate::{
        codecs::{by_square::static_code, ranked::ranking},
        coding::{bit_stream, mixing, range_coder, rice, wire},
        container::{annotations, tags, values},
        play::TokenChecker,
    };

    /// Boards and legal moves.
    pub mod board {
        pub use crate::board::*;
    }

    /// The features of the model of `tight`.
    pub mod tight_features {
        pub use crate::codecs::tight::features::*;
    }

    /// Blocks and sections.
    pub mod container {
        pub use crate::container::*;
    }

    /// The position index.
    pub mod index {
        pub use crate::{file::add_index::index_contents as contents, index::*};
    }
}

/// Lines of real games, for tests.
#[cfg(test)]
#[path = "../benches/games/mod.rs"]
mod games;

/// The programs in README.md, compiled as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
