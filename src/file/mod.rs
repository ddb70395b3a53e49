//! Files: reading, writing, and operations on complete files.

pub mod add_index;
mod block_maker;
mod budget;
pub mod compact;
pub mod compare;
mod decompress;
pub(crate) mod each_game;
pub mod export;
#[cfg(test)]
mod failing_reads;
#[cfg(test)]
mod faults;
pub mod feed;
pub mod game_edit;
pub mod import;
pub mod in_memory;
pub mod move_scan;
pub mod output;
pub mod paths;
#[cfg(test)]
mod power_loss;
pub mod reader;
pub mod recode;
pub mod rename;
pub mod repair;
pub mod salvage;
pub mod scid;
mod scratch;
pub mod sink;
pub mod source;
pub mod spool;
mod system;
pub mod unique;
pub mod unused;
pub mod verify;
mod work;
pub mod writer;
