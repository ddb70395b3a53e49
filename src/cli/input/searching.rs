//! Arguments that the searching commands share: files, target and conditions.

use plypack::{
    Position,
    search::{self, Material, Pattern, Query, Target},
};

pub use super::conditions::FilterArgs;
use super::{arguments::Threads, files::FileArgs};
use crate::console::{
    outcome::{Failure, Outcome},
    terminal::one_line,
};

/// A position.
#[derive(clap::Args)]
#[group(multiple = false)]
pub struct PositionArgs {
    /// Position as FEN; missing fields can have any value
    ///
    /// A board alone is found with either side to move, any castling rights and any en passant square. `plypack tree` needs the first four
    /// fields.
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Position after these moves from the standard start, such as "d4 d5 c4"
    ///
    /// The moves are in SAN or UCI. Move numbers, comments, variations and results are skipped.
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
}

impl PositionArgs {
    /// Returns the target, if a position was given.
    fn target(&self) -> Outcome<Option<Target>> {
        let target = match (&self.fen, &self.moves) {
            (Some(fen), _) => Some(Target::from_fen(fen.as_bytes()).map_err(usage_error("--fen"))),
            (None, Some(moves)) => {
                let position = search::position_after(moves.as_bytes()).map_err(usage_error("--moves"));
                Some(position.map(|position| Target::Position(Box::new(position))))
            }
            (None, None) => None,
        };
        target.transpose()
    }

    /// Returns the position as written.
    pub fn written(&self) -> String {
        let written = self.fen.as_ref().or(self.moves.as_ref()).map(|text| one_line(text.trim().as_bytes()));
        written.filter(|text| !text.is_empty()).unwrap_or_else(|| "the standard start".to_owned())
    }

    /// Returns the position, or the standard start if none was given. Fails if only a part of a position was given.
    pub fn or_start(&self) -> Outcome<Position> {
        match self.target()? {
            Some(Target::Position(position)) => Ok(*position),
            Some(_) => Err(incomplete(self.fen.as_deref().unwrap_or_default().trim())),
            None => Ok(Position::default()),
        }
    }
}

/// A position, a pattern, or material.
#[derive(clap::Args)]
pub struct TargetArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Pieces on squares, such as 6k1/5[BN]2/8/8/8/8/8/8
    ///
    /// The first field of a FEN, but a digit counts squares with any content, not empty squares. `?` is any piece, `_` an empty square,
    /// `[NB]` one of these pieces, and `*` the remaining squares of the rank, with any content.
    #[arg(long, value_name = "BOARD", conflicts_with = "PositionArgs")]
    pattern: Option<String>,
    /// Pieces of both sides, for either color, such as KRPKR or KRP*vKR.?
    ///
    /// `v` can separate the sides. After a piece, `?` means none or one, `*` any number, `+` one or more, and `2-4` two to four. `.` is any
    /// piece.
    #[arg(long, value_name = "PIECES", conflicts_with_all = ["PositionArgs", "pattern"])]
    material: Option<String>,
}

impl TargetArgs {
    /// Returns the target. Fails if none was given.
    pub fn get(&self) -> Outcome<Target> {
        let missing = || {
            Failure::Usage(
                "a position, pattern or material is required: --fen, --moves, --pattern or --material".to_owned(),
            )
        };
        self.get_if_given()?.ok_or_else(missing)
    }

    /// Returns the target, if one was given.
    pub fn get_if_given(&self) -> Outcome<Option<Target>> {
        if let Some(text) = &self.pattern {
            return Pattern::from_text(text).map(Target::Pattern).map(Some).map_err(usage_error("--pattern"));
        }
        if let Some(text) = &self.material {
            return Material::from_text(text).map(Target::Material).map(Some).map_err(usage_error("--material"));
        }
        self.position.target()
    }
}

/// Returns the failure for a FEN without all of its first four fields.
fn incomplete(fen: &str) -> Failure {
    let (missing, more) = match fen.split_whitespace().count() {
        1 => ("the side to move, castling rights and the en passant square", "w KQkq -"),
        2 => ("castling rights and the en passant square", "KQkq -"),
        _ => ("the en passant square", "-"),
    };
    Failure::Usage(format!("--fen: `{fen}` lacks {missing}; write for example `{fen} {more}`"))
}

/// Returns the failure for a bad value of an option.
fn usage_error(option: &'static str) -> impl Fn(plypack::Error) -> Failure {
    move |e| Failure::Usage(format!("{option}: {e}"))
}

/// The files, and how they are searched.
#[derive(clap::Args)]
pub struct SearchArgs {
    #[command(flatten)]
    pub files: FileArgs,
    /// Also search the variations of games whose main line does not match
    #[arg(long)]
    variations: bool,
    /// Do not use position indexes; the results are the same
    #[arg(long)]
    no_index: bool,
    /// Do not map files into memory
    ///
    /// Reads files with system calls, which is slower, but safe if other programs overwrite or truncate a file meanwhile. Files on network
    /// file systems are never mapped.
    #[arg(long)]
    pub no_map: bool,
    #[command(flatten)]
    pub threads: Threads,
}

impl SearchArgs {
    /// Returns the query; without a target, for all games that meet the conditions.
    pub fn query(&self, target: impl Into<Option<Target>>, filter: FilterArgs) -> Query {
        let mut query = Query::games(filter.condition());
        query.target = target.into();
        (query.variations, query.index, query.threads) = (self.variations, !self.no_index, self.threads.count());
        query
    }
}
