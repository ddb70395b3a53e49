//! Files: reading, writing, and what is done with whole files.

pub mod add_index;
mod block_maker;
pub mod compare;
pub(crate) mod each_game;
pub mod export;
pub mod feed;
pub mod import;
pub mod move_scan;
pub mod output;
pub mod reader;
pub mod recode;
pub mod repair;
pub mod salvage;
pub mod sink;
pub mod source;
pub mod unique;
pub mod verify;
pub mod writer;
