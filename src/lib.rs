//! plypack: chess games in a small, fast, versioned binary format.
//!
//! The format is written down in the repository's `spec/`; every chapter has a module of the same name here. What most
//! programs need:
//!
//! - [`Reader`] opens a file and gives games by number, from any thread; [`Writer`] makes a file or adds games to one.
//! - [`import`] reads PGN of any size on all cores, [`export`] writes it; [`verify`], [`repair`] and [`recode`] do what they say.
//! - [`Game`] holds one game with everything that a PGN can say about it; [`MoveWord`] is a move in 16 bits.
//! - [`search`] finds positions, gives the tree of moves from them, and the move orders that lead there.
//! - [`Codec`] codes lines of moves without any file; [`codecs::byte`] also scans them at memory speed.
//! - [`Error`] says what is wrong and at which byte; its [`Code`]s are those of the spec and of the C interface.
//!
//! The C interface is in [`ffi`] and in `include/plypack.h`. Nothing else here knows of C. What else is
//! `unsafe` is small and measured: processors' own instructions in three codecs, each beside plain code that does the same, and
//! the map of a file.

pub mod annotations;
pub mod bit_stream;
pub mod codecs;
mod compare;
pub mod container;
mod error;
mod export;
pub mod ffi;
mod game;
mod import;
pub mod index;
mod last_run;
mod legal;
pub mod limits;
mod mixing;
mod moves;
pub mod pgn;
mod pipeline;
pub mod positions;
pub mod range_coder;
pub mod ranking;
mod reader;
pub mod search;
pub mod tags;
mod uci;
pub mod values;
pub mod versions;
pub mod wire;
mod writer;

pub use codecs::Codec;
pub use compare::{Comparison, Row, RowKind, compare_codecs};
pub use error::{Class, Code, Error, Result};
pub use export::{Damage, Exported, export, recode, repair, verify};
pub use game::{Game, Start, Tag, Termination, Token, escape, unescape};
pub use import::{Event, PgnSource, Summary, games_from_pgn, import, pack_games};
pub use moves::{Kind, MoveWord, canonical_order, canonical_uci};
pub use pipeline::default_threads;
pub use reader::{BlockInfo, Info, Reader, SectionBytes, Source, open_file};
pub use shakmaty;
pub use uci::{read_uci_line, write_uci_line};
pub use writer::{Options, Sink, Writer};

/// The programs of README.md, so that they are tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
