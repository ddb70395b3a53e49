//! One module per subcommand, in one file or in one folder with its parts. `find`, `list`, `stats` and `unpack` share `found`.

mod append;
mod codecs;
mod compact;
mod duplicates;
mod edit;
mod find;
mod found;
mod index;
mod info;
mod lines;
mod list;
mod pack;
mod recode;
mod show;
mod stats;
mod transpositions;
mod tree;
mod unpack;
mod verify;

use clap::Subcommand;

use crate::console::outcome::Outcome;

/// The subcommands.
#[derive(Subcommand)]
pub enum Command {
    /// Pack PGN files into a new plypack file
    Pack(pack::Args),
    /// Write the games of plypack files as PGN
    Unpack(unpack::Args),
    /// Add the games of PGN files to a plypack file
    Append(append::Args),
    /// Delete, replace and restore games, and list what was edited
    Edit(edit::Args),
    /// Remove deleted games and old versions from a plypack file
    Compact(compact::Args),
    /// Show what plypack files contain
    Info(info::Args),
    /// Check all checksums, and that every game can be decoded and is legal
    Verify(verify::Args),
    /// Save what can be read of a corrupt plypack file into a new one
    Repair(recode::RepairArgs),
    /// Store the games of a plypack file with another codec
    Recode(recode::RecodeArgs),
    /// Show one game, with a board
    Show(show::Args),
    /// Find the games that reach a position
    Find(find::Args),
    /// Show the moves played next in a position, with their results
    Tree(tree::Args),
    /// Show the move orders that lead to a position
    Transpositions(transpositions::Args),
    /// List games by player, event, date and other tags
    List(list::Args),
    /// Count games: results by year, opening and rating, lengths, players; what a player plays
    Stats(stats::Args),
    /// Find games that are in files more than once
    Duplicates(duplicates::Args),
    /// Add a position index to a file, for instant find and tree
    Index(index::Args),
    /// Measure every codec on the games of PGN files
    Codecs(codecs::Args),
    /// Encode lines of UCI moves as lines of hex: a codec alone, without a file format
    Encode(lines::EncodeArgs),
    /// Decode lines of hex to lines of UCI moves: the reverse of encode
    Decode(lines::DecodeArgs),
}

impl Command {
    /// Runs the command.
    pub fn run(self) -> Outcome {
        match self {
            Command::Pack(args) => pack::run(args),
            Command::Unpack(args) => unpack::run(args),
            Command::Append(args) => append::run(args),
            Command::Edit(args) => edit::run(args),
            Command::Compact(args) => compact::run(args),
            Command::Info(args) => info::run(args),
            Command::Verify(args) => verify::run(args),
            Command::Repair(args) => recode::repair(args),
            Command::Recode(args) => recode::recode(args),
            Command::Show(args) => show::run(args),
            Command::Find(args) => find::run(args),
            Command::Tree(args) => tree::run(args),
            Command::Transpositions(args) => transpositions::run(args),
            Command::List(args) => list::run(args),
            Command::Stats(args) => stats::run(args),
            Command::Duplicates(args) => duplicates::run(args),
            Command::Index(args) => index::run(args),
            Command::Codecs(args) => codecs::run(args),
            Command::Encode(args) => lines::encode(args),
            Command::Decode(args) => lines::decode(args),
        }
    }
}
