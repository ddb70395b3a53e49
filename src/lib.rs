//! plypack: chess games in a small, fast, versioned binary format.
//!
//! The format is written down in the repository's `spec/`; every chapter has a module of the same name here. What most
//! programs need:
//!
//! - [`Reader`] opens a file and reads games by number, from any thread; [`Writer`] makes a file or adds games to one.
//! - [`MoveScan`] reads the moves of many games at once, the fastest way to look at every ply.
//! - [`import`] reads PGN of any size on all cores, and SCID databases; [`export`] and [`export_scid`] write them; [`verify`],
//!   [`repair`] and [`recode`] do what they say.
//! - [`Game`] holds one game with all that a PGN can hold of it; [`GameBuilder`] makes one, [`Walker`] goes through its main line,
//!   variations and comments with positions, and methods such as [`Game::add_move_at`] change it anywhere. [`PackedMove`] is a
//!   move in 16 bits, [`Position`] a position to play it on.
//! - [`search`] finds positions, the moves played next in them, and the move orders that lead there, in one file or several;
//!   [`Paths`] are the files of folders.
//! - `openings`, a feature, knows ECO codes and names of openings.
//! - [`Codec`] codes lines of moves without any file; [`codecs::byte`] also scans them at memory speed.
//! - [`Error`] says what is wrong and at which byte; its [`ErrorCode`]s are those of the spec and of the C interface.
//!
//! # Example
//!
//! Find a position, by any move order, and encode one move of it, without any file:
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
//! `PackedMove::to_shakmaty`. That crate is under the GPL, version 3 or later: a program that turns this feature on, and is given to
//! others, has to be so as a whole. Without it, the library is MIT OR Apache-2.0, with all that it is built of.
//!
//! `src/README.md` says where everything lives. Nothing here knows of C: the C interface is a package of its own. What is
//! `unsafe` is small and measured: processors' own instructions in three codecs, each beside plain code that does the same, and
//! the map of a file.

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
mod scid;
pub mod search;
#[cfg(feature = "arrow")]
pub mod tables;
pub mod versions;

pub use board::{
    CastlingSide, Color, Ending, Piece, Position, Role, Square, UndoMove,
    extended_move::ExtendedMove,
    moves::{MoveFlags, PackedMove},
};
pub use chess::{
    game::{Game, Start, Termination, Token},
    tag_section::{Tag, escape, unescape},
    tag_values,
};
pub use codecs::{Codec, Needs, Origin, Part};
pub use container::State;
pub use error::{Error, ErrorClass, ErrorCode, Result};
pub use file::{
    add_index::{IndexAdded, add_index},
    compact::{Compacted, compact},
    compare::{Comparison, ComparisonKind, ComparisonRow, Fallbacks, compare_codecs},
    export::{ExportOptions, GameNumbers, export},
    feed::{ImportSource, PgnSource},
    game_edit::GameEdit,
    import::{ImportEvent, ImportOptions, Summary, import},
    in_memory::{games_from_pgn, pack_games},
    move_scan::{BatchSize, MoveScan},
    output::{OutputFile, is_open_file, is_plypack_file, is_same_file},
    paths::Paths,
    reader::{BlockInfo, BlockTags, Corruption, EditKind, EditLog, Games, Info, LoggedEdit, Reader, SectionBytes},
    recode::{recode, recode_into},
    repair::{repair, repair_records},
    salvage::Exported,
    scid::{ScidEvent, ScidReader, ScidWriter, ScidWritten, export_scid, is_scid_path},
    sink::{IndexedSink, Sink},
    source::{Source, open_file},
    spool::Spool,
    unique::UniqueGames,
    verify::{Verification, verify},
    writer::{Options, Writer},
};
pub use folding::{fold as fold_text, text_of};
pub use notation::{
    comment_commands::{Evaluation, clock_of_comment},
    fen::FenText,
    move_text::MoveText,
    nag::nag_from_text,
    uci::{read_uci_line, write_uci_line},
};
pub use parallel::default_threads;
pub use play::{GameBuilder, LinePosition, Step, WalkState, Walker, write_san_line};
pub use scid::ScidRefusal;

/// Parts of the format by themselves, for tests, fuzzing and training. May change at any time.
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

/// The programs of README.md, so that they are tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
