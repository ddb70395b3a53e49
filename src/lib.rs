//! plypack: chess games in a small, fast, versioned binary format.

pub mod annotations;
pub mod codecs;
pub mod container;
mod error;
mod export;
pub mod ffi;
mod game;
mod import;
pub mod limits;
mod moves;
pub mod pgn;
mod pipeline;
pub mod positions;
mod reader;
pub mod tags;
pub mod versions;
pub mod wire;
mod writer;

pub use codecs::Codec;
pub use error::{Class, Code, Error, Result};
pub use export::{Damage, Exported, export, recode, repair, verify};
pub use game::{Game, Start, Tag, Termination, Token, escape, unescape};
pub use import::{Event, PgnSource, Summary, games_from_pgn, import, pack_games};
pub use moves::{Kind, MoveWord, canonical_order, canonical_uci, read_uci_line, write_uci_line};
pub use pipeline::default_threads;
pub use reader::{BlockInfo, Info, Reader, SectionBytes, Source, open_file};
pub use shakmaty;
pub use writer::{Options, Sink, Writer};

/// The programs of README.md, so that they are tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
