//! Every system call fails once while a database is replaced: an index never stands next to records of another database.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{ScidReader, ScidRefusal, ScidWriter};
use crate::{
    Error, ErrorCode, Game, Result,
    file::system::{
        Native, System,
        faulty::{Fault, Faulty},
    },
    games_from_pgn,
};

/// Writes a database of `games` games, which all have a tag with a different event.
fn write(system: Arc<dyn System>, path: &Path, games: usize) -> Result<()> {
    let mut writer = ScidWriter::create_by(system, path)?;
    for n in 0..games {
        let text = format!("[Event \"{games} games\"]\n[White \"Player {n}\"]\n\n1. e4 e5 {{game {n} of {games}}} *\n");
        writer.add(&games_from_pgn(text.as_bytes())?.0[0])?;
    }
    writer.finish().map(drop)
}

/// Counts the games, which must all be from one database, with their comments.
fn games_of(path: &Path) -> Result<u64> {
    let reader = ScidReader::open(path)?;
    for number in 0..reader.games() {
        let mut game = Game::new();
        let mut issues = Vec::new();
        reader.read_game(number, &mut game, &mut issues)?;
        assert!(issues.is_empty(), "{issues:?}");
        assert_eq!(game.tag(b"Event").unwrap(), format!("{} games", reader.games()).as_bytes());
        let comment = format!("game {number} of {}", reader.games());
        assert!(game.tokens().any(|token| token == crate::Token::Comment(comment.as_bytes())), "{comment}");
    }
    Ok(reader.games())
}

struct Desk(tempfile::TempDir);

impl Desk {
    /// A folder with a database of three games.
    fn new() -> Desk {
        let desk = Desk(tempfile::tempdir().unwrap());
        write(Arc::new(Native), &desk.index(), 3).unwrap();
        desk
    }

    fn index(&self) -> PathBuf {
        self.0.path().join("base.si4")
    }

    fn files(&self) -> usize {
        fs::read_dir(self.0.path()).unwrap().count()
    }

    /// Does what the message about the interrupted run says.
    fn put_back(&self) {
        for ending in ["sg4", "sn4", "si4"] {
            let old = self.0.path().join(format!(".base.{ending}.plypack-old"));
            if old.exists() {
                fs::rename(old, self.0.path().join(format!("base.{ending}"))).unwrap();
            }
        }
    }
}

#[test]
fn a_database_is_the_old_one_or_the_new_one_whichever_call_fails() {
    let desk = Desk::new();
    let system = Arc::new(Faulty::new(Fault::None, 0));
    write(system.clone(), &desk.index(), 5).unwrap();
    assert_eq!((games_of(&desk.index()).unwrap(), desk.files()), (5, 3));
    let mut endings = BTreeMap::<_, usize>::new();
    for fault in [Fault::Once, Fault::Full, Fault::Killed] {
        for at in 0..system.calls() {
            let desk = Desk::new();
            let done = write(Arc::new(Faulty::new(fault, at)), &desk.index(), 5);
            let found = games_of(&desk.index());
            let ending = match &found {
                Ok(games @ (3 | 5)) => games.to_string(),
                Err(e) if fault == Fault::Killed => {
                    assert!(e.message().contains(".base.si4.plypack-old; otherwise remove them"), "{e}");
                    let refused = write(Arc::new(Native), &desk.index(), 5).unwrap_err();
                    assert_eq!(refused.message(), e.message());
                    desk.put_back();
                    assert_eq!(games_of(&desk.index()).unwrap(), 3, "at {at}");
                    "interrupted".to_owned()
                }
                found => panic!("{fault:?} at {at}: {found:?}, {done:?}"),
            };
            assert!(done.is_err() || ending == "5", "{fault:?} at {at}: it says that it worked");
            assert!(ending == "5" || fault == Fault::Killed || desk.files() == 3, "{fault:?} at {at} leaves something");
            *endings.entry((format!("{fault:?}"), ending)).or_default() += 1;
            // The next run replaces it, and removes the leftovers.
            write(Arc::new(Native), &desk.index(), 5).unwrap();
            assert_eq!((games_of(&desk.index()).unwrap(), desk.files()), (5, 3), "{fault:?} at {at}");
        }
    }
    let reached: Vec<_> = endings.keys().map(|(fault, ending)| format!("{fault} {ending}")).collect();
    assert_eq!(
        reached,
        ["Full 3", "Full 5", "Killed 3", "Killed 5", "Killed interrupted", "Once 3", "Once 5"],
        "{endings:?}"
    );
}

/// No record crosses a multiple of 128 KiB. The export changes games, and reports games that a database cannot hold.
#[test]
fn an_export_changes_and_refuses_games() {
    let chess960 = "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"bqnrkbnr/pppppppp/8/8/8/8/PPPPPPPP/BQNRKBNR w KQkq - 0 1\"]\n\n*";
    let text = format!("1. e4 {{{}}} *\n\n", "long ".repeat(9000)).repeat(5) + chess960;
    let games = games_from_pgn(text.as_bytes()).unwrap().0;
    let reader = crate::Reader::from_bytes(crate::pack_games(&games, crate::Codec::Byte).unwrap()).unwrap();
    let edit = |game: &mut Game| game.push_tag(b"Annotator", b"nobody");
    let options = crate::ExportOptions { edit: Some(&edit), ..crate::ExportOptions::new(1) };
    let mut writer = ScidWriter::new(Vec::new(), Vec::new(), Vec::new());
    let mut refused = Vec::new();
    super::export_scid(&reader, std::iter::once(0..6), options, &mut writer, |event| {
        if let super::ScidEvent::Refused { game, refusal } = event {
            refused.push((game, refusal));
        }
        Ok(())
    })
    .unwrap();
    assert_eq!(refused, [(5, ScidRefusal::Chess960)]);
    let ([index, records, names], _) = writer.into_sinks().unwrap();
    assert!(records.len() > 2 << 17 && records.len() > 5 * 45_000);
    let reader = ScidReader::new(Box::new(index), Box::new(records), Box::new(names)).unwrap();
    let mut game = Game::new();
    let mut issues = Vec::new();
    for number in 0..5 {
        reader.read_game(number, &mut game, &mut issues).unwrap();
        assert_eq!((game.tag(b"Annotator"), game.moves.len()), (Some(&b"nobody"[..]), 1));
        assert!(game.tokens().any(|token| matches!(token, crate::Token::Comment(text) if text.len() > 44_000)));
    }
    assert!(issues.is_empty(), "{issues:?}");
    let missing = reader.read_game(5, &mut game, &mut issues).unwrap_err();
    assert_eq!(missing.code(), crate::ErrorCode::OutOfRange);
}

/// A game that cannot be changed is reported; missing memory ends the export.
#[test]
fn an_export_reports_games_that_cannot_be_changed() {
    let file = crate::pack_games(&[Game::new()], crate::Codec::Byte).unwrap();
    let reader = crate::Reader::from_bytes(file).unwrap();
    for (code, is_reported) in [(ErrorCode::InvalidGame, true), (ErrorCode::NoMemory, false)] {
        let edit = |_: &mut Game| Err(Error::new(code, "not this one"));
        let options = crate::ExportOptions { edit: Some(&edit), ..crate::ExportOptions::new(1) };
        let mut writer = ScidWriter::new(Vec::new(), Vec::new(), Vec::new());
        let mut reported = Vec::new();
        let done = super::export_scid(&reader, std::iter::once(0..1), options, &mut writer, |event| {
            if let super::ScidEvent::Corrupt(lost) = event {
                reported.push((lost.games.clone(), lost.error.code()));
            }
            Ok(())
        });
        let expected = if is_reported { (None, vec![(0..1, code)]) } else { (Some(code), Vec::new()) };
        assert_eq!((done.err().map(|e| e.code()), reported), expected);
    }
}

#[test]
fn errors_name_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let paths = ["si4", "sg4", "sn4"].map(|ending| folder.path().join(format!("games.{ending}")));
    paths.iter().for_each(|path| std::fs::write(path, b"short").unwrap());
    let refused = ScidReader::open(&paths[0]).err().unwrap();
    assert!(refused.message().contains("games.si4"), "{refused}");
}
