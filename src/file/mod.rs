//! Files: reading, writing, and what is done with whole files.

pub mod add_index;
mod block_maker;
mod budget;
pub mod compare;
mod decompress;
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
pub mod verify;
pub mod writer;
