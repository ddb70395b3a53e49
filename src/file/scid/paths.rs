//! The three files of a database.

use std::path::{Path, PathBuf};

use crate::{Error, ErrorCode, Result, file::output::aside_path};

/// Returns whether a path has the name of a file of a SCID database: `.si4`, one of its other files, or a file of another version.
pub fn is_scid_path(path: impl AsRef<Path>) -> bool {
    ending(path.as_ref()).is_some()
}

/// Returns the ending of a name, in lower case, if it is an ending of SCID: `s`, then `i`, `g` or `n`, and the version.
fn ending(path: &Path) -> Option<[u8; 3]> {
    let ending = path.extension()?.to_str()?.to_ascii_lowercase();
    let ending: [u8; 3] = ending.as_bytes().try_into().ok()?;
    matches!(ending, [b's', b'i' | b'g' | b'n', b'3'..=b'5']).then_some(ending)
}

/// Returns the paths of the index, games and names of the database whose index has this path.
///
/// Errors: [`ErrorCode::UnsupportedEncoding`] for the path of another file; the message says what to do.
pub(super) fn of_database(index: &Path) -> Result<[PathBuf; 3]> {
    let refuse = |what: String| Err(Error::new(ErrorCode::UnsupportedEncoding, what).context(index.display()));
    let beside = |letter: char| {
        let is_upper = index.extension().is_some_and(|ending| ending.to_string_lossy().starts_with('S'));
        let ending = format!("s{letter}4");
        index.with_extension(if is_upper { ending.to_ascii_uppercase() } else { ending })
    };
    match ending(index) {
        Some([_, b'i', b'4']) => Ok([index.to_owned(), beside('g'), beside('n')]),
        Some([_, _, b'4']) => refuse(format!("a part of a SCID database: give its index, {}", beside('i').display())),
        Some([_, _, version]) => refuse(format!(
            "a SCID {} database, which cannot be read or written here: open it in Scid and save it as SCID 4 (.si4) or as PGN",
            char::from(version)
        )),
        None => refuse("not the name of a SCID database, which ends in .si4".to_owned()),
    }
}

/// Rejects a database without an index whose old index was [set aside](super::writer), because a run that replaced the database was
/// interrupted.
///
/// Errors: [`ErrorCode::Io`].
pub(super) fn check_not_interrupted(files: &[PathBuf; 3]) -> Result<()> {
    let [index, records, names] = files.each_ref().map(|file| aside_path(file).filter(|old| old.exists()));
    let Some(index) = index.filter(|_| !files[0].exists()) else { return Ok(()) };
    let beside = [records, names].into_iter().flatten().map(|old| format!("{}, ", old.display())).collect::<String>();
    let message = format!(
        "was being replaced when a program was interrupted: to get the old database back, give its files their names without \
         the dot and `.plypack-old`, the index last: {beside}{}; otherwise remove them",
        index.display()
    );
    Err(Error::new(ErrorCode::Io, message).context(files[0].display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_has_three_files() {
        let files = of_database(Path::new("a/b.c.si4")).unwrap();
        assert_eq!(files, ["a/b.c.si4", "a/b.c.sg4", "a/b.c.sn4"].map(PathBuf::from));
        assert_eq!(of_database(Path::new("B.SI4")).unwrap()[1], Path::new("B.SG4"));
        for (path, what) in [("x.si5", "SCID 5"), ("x.SI3", "SCID 3"), ("x.sg4", "x.si4"), ("x.pgn", ".si4")] {
            let error = of_database(Path::new(path)).unwrap_err();
            assert!(error.code() == ErrorCode::UnsupportedEncoding && error.message().contains(what), "{error}");
        }
        assert!(is_scid_path("x.SI5") && is_scid_path("x.sn4") && !is_scid_path("x.pgn") && !is_scid_path("si4"));
    }
}
