//! Output of commands: new files and the files that they replace, PGN, JSON, pictures.

pub mod json_list;
pub mod new_file;
pub mod old_file;
pub mod pgn;
pub mod svg;
