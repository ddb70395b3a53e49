//! The database that a command replaces, which is kept where the new one lacks games of it.

use std::{
    collections::HashSet,
    ffi::OsString,
    fs,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    io,
    path::{Path, PathBuf},
};

use plypack::{
    Error, Game, Reader, Result,
    files::{is_plypack_file, is_same_file},
};

use super::{
    outcome::{Failure, Outcome, note},
    output::{self, Force},
};

/// Games of the old file that are looked for in the new one: all of them, or so many from all parts of the file.
const MAX_COMPARED: u64 = 10_000;

/// The file that a new one is about to replace, under a second name: a hard link, so that none of its bytes is copied.
pub struct OldFile {
    out: PathBuf,
    link: PathBuf,
    games: u64,
}

impl OldFile {
    /// Gives a plypack file with games its second name; none where there is no such file at `out`, or with `--force`.
    pub fn hold(out: &Path, force: &Force) -> Outcome<Option<OldFile>> {
        if force.is_given || !output::is_there(out) || !is_plypack_file(out)? {
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
            // A command was killed after it replaced that file.
            OldFile { out: self.out.clone(), link: self.link.clone(), games: count(&self.link) }.keep()?;
        }
        fs::hard_link(&self.out, &self.link).map_err(|e| {
            let why = format!("it cannot be kept under a second name ({e}); --force replaces it all the same");
            Failure::Data(format!("{} stays as it was: {why}", self.out.display()))
        })
    }

    /// After the new file took its place: keeps the old one if the new one lacks games of it, otherwise removes it.
    pub fn end(self) -> Outcome<()> {
        if self.is_contained().unwrap_or(false) { Ok(()) } else { self.keep() }
    }

    fn keep(self) -> Outcome<()> {
        let kept = self.kept();
        if let Err(e) = fs::rename(&self.link, &kept) {
            let e = Error::from(e).context(format_args!("{} has the old file", self.link.display()));
            // The link stays.
            std::mem::forget(self);
            return Err(e.into());
        }
        let why = "the old file, which has games that the new one lacks";
        note(format_args!("{}: {why}; --force does not keep it", kept.display()));
        Ok(())
    }

    /// The path under which it is kept: what was kept before is replaced only by a database that has no fewer games.
    fn kept(&self) -> PathBuf {
        let numbered = (2_u64..).map(|number| beside(&self.out, "", &format!(".old-{number}")));
        let has_more = |path: &PathBuf| path.exists() && count(path) > self.games;
        let first = beside(&self.out, "", ".old");
        [first.clone()].into_iter().chain(numbered).find(|path| !has_more(path)).unwrap_or(first)
    }

    /// Returns whether the new file has the games of the old one, with their moves and texts.
    fn is_contained(&self) -> Result<bool> {
        let old = Reader::open(&self.link)?;
        let new = Reader::open(&self.out)?;
        let mut wanted = Wanted::new(&old)?;
        let mut game = Game::new();
        for number in games(&new, 1) {
            if wanted.games.is_empty() {
                break;
            }
            new.read_tags(number, &mut game)?;
            if wanted.has_tags_of(&game) {
                new.read_game(number, &mut game)?;
                wanted.games.remove(&hash_of(&game));
            }
        }
        Ok(wanted.games.is_empty())
    }
}

/// Counts the games of a file; a damaged file counts as the largest.
fn count(path: &Path) -> u64 {
    Reader::open(path).map_or(u64::MAX, |reader| reader.game_count())
}

fn beside(path: &Path, start: &str, end: &str) -> PathBuf {
    let mut name = OsString::from(start);
    name.push(path.file_name().unwrap_or_default());
    name.push(end);
    path.with_file_name(name)
}

/// A link that is not kept goes, also when the new file did not take its place.
impl Drop for OldFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.link);
    }
}

fn games(reader: &Reader, step: u64) -> impl Iterator<Item = u64> {
    (0..reader.number_end()).step_by(step as usize).filter(|number| !reader.is_deleted(*number))
}

/// Games of the old file that were not found yet.
struct Wanted {
    tags: HashSet<u64>,
    games: HashSet<u64>,
}

impl Wanted {
    fn new(old: &Reader) -> Result<Wanted> {
        let mut wanted = Wanted { tags: HashSet::new(), games: HashSet::new() };
        let mut game = Game::new();
        for number in games(old, old.number_end().div_ceil(MAX_COMPARED)) {
            old.read_game(number, &mut game)?;
            wanted.tags.insert(hash_of_tags(&game));
            wanted.games.insert(hash_of(&game));
        }
        Ok(wanted)
    }

    /// Returns whether one of them has the tags of a game.
    fn has_tags_of(&self, game: &Game) -> bool {
        self.tags.contains(&hash_of_tags(game))
    }
}

fn hash_of_tags(game: &Game) -> u64 {
    let mut hasher = DefaultHasher::new();
    game.tags().for_each(|tag| tag.hash(&mut hasher));
    hasher.finish()
}

/// Of all that belongs to a game; its start is a tag.
fn hash_of(game: &Game) -> u64 {
    let mut hasher = DefaultHasher::new();
    hash_of_tags(game).hash(&mut hasher);
    game.moves.hash(&mut hasher);
    game.tokens().for_each(|token| token.hash(&mut hasher));
    game.unparsed().hash(&mut hasher);
    game.termination.hash(&mut hasher);
    hasher.finish()
}
