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

/// The subcommands. The documentation of their arguments is their help: text here would replace it, and `--help` would lack the details.
#[derive(Subcommand)]
pub enum Command {
    Pack(pack::Args),
    Unpack(unpack::Args),
    Append(append::Args),
    Edit(edit::Args),
    Compact(compact::Args),
    Info(info::Args),
    Verify(verify::Args),
    Repair(recode::RepairArgs),
    Recode(recode::RecodeArgs),
    Show(show::Args),
    Find(find::Args),
    Tree(tree::Args),
    Transpositions(transpositions::Args),
    List(list::Args),
    Stats(stats::Args),
    Duplicates(duplicates::Args),
    Index(index::Args),
    Codecs(codecs::Args),
    Encode(lines::EncodeArgs),
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
