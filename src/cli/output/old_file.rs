//! The plypack file that a command replaces. It is kept if the new file lacks games of it.

use std::{
    collections::{HashMap, HashSet},
    ffi::OsString,
    fs,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    io,
    path::{Path, PathBuf},
};

use plypack::{
    Error, Game, Reader, Result,
    files::{is_plypack_file, is_same_file},
    search::{self, Query, RowsOptions},
};

use super::new_file::{self, Force};
use crate::console::outcome::{Failure, Outcome, note};

/// Maximum number of games of the old file, from all its parts, to look for in the new file.
const MAX_COMPARED: u64 = 10_000;

/// The file that a new one is about to replace, under a second name: a hard link, so that no byte is copied.
pub struct OldFile {
    out: PathBuf,
    link: PathBuf,
    games: u64,
}

impl OldFile {
    /// Gives a plypack file with games its second name; `None` if there is no such file at `out`, or with `--force`.
    pub fn hold(out: &Path, force: &Force) -> Outcome<Option<OldFile>> {
        if force.is_given || !new_file::is_there(out) || !is_plypack_file(out)? {
            return Ok(None);
        }
        let named = |e: io::Error| Error::from(e).context(out.display());
        let out = fs::canonicalize(out).map_err(named)?;
        let old = OldFile { games: count(&out), link: beside(&out, ".", ".plypack-replaced"), out };
        if old.games == 0 {
            return Ok(None);
        }
        old.make_link()?;
        Ok(Some(old))
    }

    fn make_link(&self) -> Outcome<()> {
        if is_same_file(&self.out, &self.link) {
            // A command was killed before it replaced this file.
            fs::remove_file(&self.link)?;
        } else if self.link.exists() {
            // A command was killed after it replaced the file.
            OldFile { out: self.out.clone(), link: self.link.clone(), games: count(&self.link) }.keep()?;
        }
        fs::hard_link(&self.out, &self.link).map_err(|e| {
            let why = format!("it cannot be kept under a second name ({e}); --force replaces it anyway");
            Failure::Data(format!("{} is unchanged: {why}", self.out.display()))
        })
    }

    /// Keeps the old file if the new one lacks games of it; otherwise removes it. Called after the replacement.
    pub fn end(self) -> Outcome<()> {
        if self.is_contained().unwrap_or(false) { Ok(()) } else { self.keep() }
    }

    fn keep(self) -> Outcome<()> {
        let kept = self.kept();
        if let Err(e) = fs::rename(&self.link, &kept) {
            let e = Error::from(e).context(format_args!("the old file remains as {}", self.link.display()));
            // Dropping `self` would remove the link, now the only name of the old file.
            std::mem::forget(self);
            return Err(e.into());
        }
        let why = "the old file, kept because the new file lacks some of its games";
        note(format_args!("{}: {why}; with --force it is not kept", kept.display()));
        Ok(())
    }

    /// Returns the path under which the file is kept. It replaces a file kept earlier only if it has at least as many games.
    fn kept(&self) -> PathBuf {
        let numbered = (2_u64..).map(|number| beside(&self.out, "", &format!(".old-{number}")));
        let has_more = |path: &PathBuf| path.exists() && count(path) > self.games;
        let first = beside(&self.out, "", ".old");
        [first.clone()].into_iter().chain(numbered).find(|path| !has_more(path)).unwrap_or(first)
    }

    /// Returns `true` if the new file has the games of the old one, with their moves and texts.
    fn is_contained(&self) -> Result<bool> {
        let old = Reader::open(&self.link)?;
        let new = Reader::open(&self.out)?;
        let options = RowsOptions::from_text("white,black,plies", "")?;
        let rows = search::rows(&[&new], &Query::default(), &options, &mut search::strict)?;
        let names: HashMap<&[u8], u32> =
            (0..rows.names() as u32).filter_map(|number| Some((rows.name(number)?, number))).collect();
        let mut game = Game::new();
        let mut wanted_rows = HashSet::new();
        let mut wanted = HashSet::new();
        let step = old.number_end().div_ceil(MAX_COMPARED).max(1);
        for number in (0..old.number_end()).step_by(step as usize).filter(|number| !old.is_deleted(*number)) {
            old.read_game(number, &mut game)?;
            let [white, black] = [b"White", b"Black"].map(|tag| names.get(game.tag(tag).unwrap_or_default()));
            let (Some(white), Some(black)) = (white, black) else { return Ok(false) };
            wanted_rows.insert([*white, *black, game.moves.len() as u32]);
            wanted.insert(hash_of(&game));
        }
        for (index, hit) in rows.hits().iter().enumerate() {
            let row = [0, 1, 2].map(|column| rows.column(column).map_or(0, |values| values[index]));
            if wanted_rows.contains(&row) {
                new.read_game(hit.game, &mut game)?;
                wanted.remove(&hash_of(&game));
            }
            if wanted.is_empty() {
                break;
            }
        }
        Ok(wanted.is_empty())
    }
}

/// Counts the games of a file; a corrupt file counts as the largest.
fn count(path: &Path) -> u64 {
    Reader::open(path).map_or(u64::MAX, |reader| reader.game_count())
}

fn beside(path: &Path, start: &str, end: &str) -> PathBuf {
    let mut name = OsString::from(start);
    name.push(path.file_name().unwrap_or_default());
    name.push(end);
    path.with_file_name(name)
}

/// Removes a link that is not kept, even if the new file did not replace the old one.
impl Drop for OldFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.link);
    }
}

/// Returns a hash of everything in a game; its start is a tag.
fn hash_of(game: &Game) -> u64 {
    let mut hasher = DefaultHasher::new();
    game.tags().for_each(|tag| tag.hash(&mut hasher));
    game.moves.hash(&mut hasher);
    game.tokens().for_each(|token| token.hash(&mut hasher));
    game.unparsed().hash(&mut hasher);
    game.termination.hash(&mut hasher);
    hasher.finish()
}
