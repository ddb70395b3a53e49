//! Counts of `plypack stats`, before anything is shown.

use std::path::PathBuf;

use plypack::search::{self, PlayerName, Query, Statistics};

use crate::{
    console::{outcome::Outcome, terminal::one_line},
    input::{conditions::Text, files::Files},
};

/// Statistics of the games that a query selects.
pub struct Counted {
    query: Query,
    /// Names of the player whose repertoire is counted, and the names as the user wrote them.
    names: Vec<PlayerName>,
    /// The player as the user wrote it; empty if no player was given.
    pub player: String,
    /// The counts.
    pub found: Statistics,
}

impl Counted {
    /// Starts with empty counts for the games of this query.
    pub fn new(query: Query, player: &[Text]) -> Counted {
        let written: Vec<&str> = player.iter().map(Text::written).collect();
        Counted {
            query,
            names: player.iter().map(Text::name).collect(),
            player: one_line(written.join(" or ").as_bytes()),
            found: Statistics::default(),
        }
    }
}

/// Counts the games of all files, and returns the paths of the files.
pub fn count(files: &mut Files, all: &mut [Counted]) -> Outcome<Vec<PathBuf>> {
    let mut paths = Vec::new();
    while let Some(mut group) = files.next_group()? {
        for Counted { query, names, found, .. } in all.iter_mut() {
            let more = group.search(|readers, observer| search::statistics(readers, query, names, observer))?;
            found.merge(more, paths.len() as u32)?;
        }
        paths.extend(group.paths().map(PathBuf::from));
    }
    Ok(paths)
}
