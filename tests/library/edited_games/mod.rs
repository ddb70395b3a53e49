//! Deleted and replaced games (`container.14`): every way of reading gives the same as for a file written with these
//! games from the start.

mod compacting;
mod random;
mod renaming;
mod seen;

use std::path::Path;

use plypack::{
    Codec, ErrorCode, Game, MoveScan, Options, OutputFile, Reader, Result, Writer,
    blocks::BatchSize,
    export,
    files::{Compacted, add_index, compact, recode},
    games_from_pgn,
    search::{Condition, NameFilter, Query, TextField, count, find, list, names, position_after, strict, tree},
    verify,
};

/// Games that differ in players, results, ratings and years, and in the moves after 1. e4. Few games are from the last
/// years.
fn pgn(number: usize) -> String {
    let reply = ["e5", "c5", "e6", "c6", "d5"][number % 5];
    let result = ["1-0", "1/2-1/2", "0-1", "*"][number / 5 % 4];
    let year = if number.is_multiple_of(9) { 2000 + number / 9 % 5 } else { 1950 + number % 40 };
    let rating = if number.is_multiple_of(4) { "?".into() } else { (2000 + 13 * number).to_string() };
    format!(
        "[White \"Player {number}\"]\n[Black \"Other {}\"]\n[Result \"{result}\"]\n[Date \"{year}.01.01\"]\n\
         [BlackElo \"{rating}\"]\n\n1. e4 {reply} 2. Nf3 {{{number}}} {result}\n",
        number % 3
    )
}

fn game(number: usize) -> Game {
    games_from_pgn(pgn(number).as_bytes()).unwrap().0.remove(0)
}

/// Compacts the file at `path` into `out`, or in place.
fn compact_at(path: &Path, out: Option<&Path>, progress: impl FnMut(u64, u64) -> Result<()>) -> Result<Compacted> {
    let out = OutputFile::create(out.unwrap_or(path))?;
    compact(&Reader::open(path)?, out, 2, progress)
}

/// The current games of an edited file by number.
struct Edited {
    path: tempfile::TempPath,
    now: Vec<Option<usize>>,
}

/// Three blocks of 20 games, then appends of edits and of games, all with `codec`.
fn edited(codec: Codec) -> Edited {
    let path = tempfile::NamedTempFile::new().unwrap().into_temp_path();
    let options = Options::of(codec).with_level(1);
    let mut now: Vec<Option<usize>> = Vec::new();
    for block in 0..3 {
        let writer = if block == 0 { Writer::create(&path, options) } else { Writer::append(&path, options) };
        let mut writer = writer.unwrap().without_merging();
        for number in 20 * block..20 * block + 20 {
            writer.add(&game(number)).unwrap();
            now.push(Some(number));
        }
        writer.finish().unwrap();
    }
    let mut append = |changes: &[(u64, Option<usize>)], restored: &[u64], added: &[usize]| {
        let mut writer = Writer::append(&path, options).unwrap().without_merging();
        for (number, change) in changes {
            match change {
                None => writer.delete_game(*number, None).unwrap(),
                Some(by) => writer.replace_game(*number, &game(*by), None).unwrap(),
            }
            now[*number as usize] = *change;
        }
        for number in restored {
            writer.restore_game(*number, None).unwrap();
            now[*number as usize] = Some(*number as usize);
        }
        for number in added {
            writer.add(&game(*number)).unwrap();
            now.push(Some(*number));
        }
        assert_eq!(writer.delete_game(1000, None).unwrap_err().code(), ErrorCode::OutOfRange);
        writer.finish().unwrap();
    };
    append(&[(0, None), (7, Some(107)), (25, Some(125)), (26, None), (59, None)], &[], &[60]);
    append(&[(7, Some(207)), (26, Some(126)), (3, Some(103)), (61 - 1, Some(160))], &[25], &[61, 62]);
    append(&[(3, None), (62, None)], &[0], &[]);
    Edited { path, now }
}

impl Edited {
    /// The existing games, with their numbers.
    fn games(&self) -> impl Iterator<Item = (u64, usize)> + '_ {
        self.now.iter().enumerate().filter_map(|(number, game)| Some((number as u64, (*game)?)))
    }

    /// A file with only these games, written at once.
    fn plain(&self) -> Reader {
        let mut writer = Writer::new(Vec::new(), Options::of(Codec::Byte)).unwrap();
        self.games().for_each(|(_, by)| writer.add(&game(by)).unwrap());
        Reader::from_bytes(writer.finish().unwrap()).unwrap()
    }
}

const CODECS: [Codec; 3] = [Codec::Byte, Codec::Coord16, Codec::Tight];

#[test]
fn games_by_number() {
    for codec in CODECS {
        let edited = edited(codec);
        let reader = Reader::open(&edited.path).unwrap();
        let mut found = Game::new();
        let mut moves = Vec::new();
        for (number, by) in edited.now.iter().enumerate() {
            let number = number as u64;
            let read = reader.read_game(number, &mut found);
            let Some(by) = by else {
                assert_eq!(read.unwrap_err().code(), ErrorCode::NotFound);
                assert!(reader.is_deleted(number));
                assert_eq!(reader.read_tags(number, &mut found).unwrap_err().code(), ErrorCode::NotFound);
                assert_eq!(reader.read_moves(number, &mut moves).unwrap_err().code(), ErrorCode::NotFound);
                continue;
            };
            read.unwrap();
            assert_eq!(found, game(*by), "game {number} of {codec:?}");
            moves.clear();
            reader.read_moves(number, &mut moves).unwrap();
            assert_eq!((moves.clone(), reader.plies_of(number).unwrap()), (game(*by).moves, 3));
        }
        let error = reader.read_game(63, &mut found).unwrap_err();
        assert_eq!(error.code(), ErrorCode::OutOfRange, "a number that never was");
        let all: Vec<(u64, Game)> = reader.iter().map(Result::unwrap).collect();
        let wanted: Vec<(u64, Game)> = edited.games().map(|(number, by)| (number, game(by))).collect();
        assert_eq!(all, wanted);
        let info = reader.info().unwrap();
        let games = edited.games().count() as u64;
        assert_eq!((info.games, info.deleted, info.next_number, reader.number_end()), (games, 63 - games, 63, 63));
        assert!(verify(&reader, 1, |_, _| Ok(())).unwrap().is_valid());
    }
}

#[test]
fn export_recode_and_scan() {
    for codec in CODECS {
        let edited = edited(codec);
        let reader = Reader::open(&edited.path).unwrap();
        let plain = edited.plain();
        let text = |reader: &Reader| {
            let mut out = Vec::new();
            let count = export(reader, 0..reader.number_end(), 1, &mut out, |_| unreachable!(), |_| Ok(())).unwrap();
            assert_eq!(count.corrupt, 0);
            (String::from_utf8(out).unwrap(), count.games)
        };
        assert_eq!(text(&reader), text(&plain));
        let (recoded, count) =
            recode(&reader, Vec::new(), Options::of(Codec::Byte), 1, |_| unreachable!(), |_| Ok(())).unwrap();
        assert_eq!(count.games, plain.number_end());
        assert_eq!(text(&Reader::from_bytes(recoded).unwrap()), text(&plain));
        let numbers: Vec<u64> = edited.games().map(|(number, _)| number).collect();
        let mut out = Vec::new();
        export(&reader, &numbers[..], 1, &mut out, |_| unreachable!(), |_| Ok(())).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), text(&plain).0);
        let deleted = edited.now.iter().position(Option::is_none).unwrap() as u64;
        let refused = export(&reader, &[deleted][..], 1, &mut Vec::new(), |_| Ok(()), |_| Ok(()));
        assert_eq!(refused.unwrap_err().code(), ErrorCode::NotFound);
        for size in [BatchSize { games: 7, plies: 1000 }, BatchSize { games: 100, plies: 5 }] {
            let scan = MoveScan::new(&reader);
            let mut lines = Vec::new();
            while scan
                .next(&mut size.clone(), |moves| lines.push(moves.to_vec()), |_| unreachable!())
                .unwrap()
                .is_some()
            {}
            let expected: Vec<_> = edited.now.iter().map(|by| by.map_or(Vec::new(), |by| game(by).moves)).collect();
            assert_eq!(lines, expected, "{codec:?}");
        }
    }
}

/// All games of the first blocks are deleted: the text begins with the first live game.
#[test]
fn export_without_the_games_of_the_first_blocks() {
    let edited = edited(Codec::Byte);
    let mut writer = Writer::append(&edited.path, Options::default()).unwrap();
    for number in (0..40).filter(|number| edited.now[*number as usize].is_some()) {
        writer.delete_game(number, None).unwrap();
    }
    writer.finish().unwrap();
    let reader = Reader::open(&edited.path).unwrap();
    for threads in [0, 2] {
        let mut all = Vec::new();
        let mut left = Vec::new();
        export(&reader, 0..reader.number_end(), threads, &mut all, |_| unreachable!(), |_| Ok(())).unwrap();
        export(&reader, 40..reader.number_end(), threads, &mut left, |_| unreachable!(), |_| Ok(())).unwrap();
        assert!(all == left && all.starts_with(b"[White "), "{:?}", String::from_utf8_lossy(&all[..40]));
    }
}

fn searches(edited: &Edited) {
    let reader = Reader::open(&edited.path).unwrap();
    let plain = edited.plain();
    let numbers: Vec<u64> = edited.games().map(|(number, _)| number).collect();
    for moves in ["", "e4", "e4 e5", "e4 c5 Nf3", "d4"] {
        let position = position_after(moves.as_bytes()).unwrap();
        for white in [None, Some("Player 1"), Some("7"), Some("nobody")] {
            for variations in [false, true] {
                let mut query = Query::position(&position);
                query.variations = variations;
                if let Some(white) = white {
                    query.condition = Condition::text(TextField::White, white);
                }
                let of_plain = find(&[&plain], &query, &mut strict).unwrap();
                let expected: Vec<_> = of_plain.iter().map(|hit| (numbers[hit.game as usize], hit.ply)).collect();
                let found = find(&[&reader], &query, &mut strict).unwrap();
                let found: Vec<_> = found.iter().map(|hit| (hit.game, hit.ply)).collect();
                assert_eq!(found, expected, "{moves} {white:?} {variations}");
                assert_eq!(count(&[&reader], &query, &mut strict).unwrap(), expected.len() as u64);
                assert_eq!(
                    tree(&[&reader], &query, &mut strict).unwrap(),
                    tree(&[&plain], &query, &mut strict).unwrap()
                );
                let listed = |reader: &Reader| list(&[reader], &query, &mut strict).unwrap();
                let expected: Vec<_> = listed(&plain).iter().map(|hit| numbers[hit.game as usize]).collect();
                assert_eq!(listed(&reader).iter().map(|hit| hit.game).collect::<Vec<_>>(), expected);
                let filter = NameFilter { field: TextField::White, text: b"Play".to_vec(), begins: true };
                let named = |reader: &Reader| names(&[reader], &query, &filter, &mut strict).unwrap();
                assert_eq!(named(&reader), named(&plain));
            }
        }
    }
}

/// The same with the index, whose entries count games that were deleted or replaced later.
#[test]
fn searches_with_and_without_index() {
    for codec in CODECS {
        let edited = edited(codec);
        searches(&edited);
        add_index(&edited.path, 1, |_, _| Ok(())).unwrap();
        assert_eq!(Reader::open(&edited.path).unwrap().indexed().0, 5);
        searches(&edited);
    }
}

/// The index knows the last year of each move; some or all games of that year may be deleted.
#[test]
fn last_years_of_games_that_are_gone() {
    let path = tempfile::NamedTempFile::new().unwrap().into_temp_path();
    let mut writer = Writer::create(&path, Options::default()).unwrap();
    (0..120).for_each(|number| writer.add(&game(number)).unwrap());
    writer.finish().unwrap();
    add_index(&path, 1, |_, _| Ok(())).unwrap();
    let mut edited = Edited { path, now: (0..120).map(Some).collect() };
    // Games 36 and 81 are the last with one move; games 27 and 72 are the last with another.
    for numbers in [&[36][..], &[81], &[27, 72], &[18]] {
        let mut writer = Writer::append(&edited.path, Options::default()).unwrap();
        for number in numbers {
            writer.delete_game(*number as u64, None).unwrap();
            edited.now[*number] = None;
        }
        writer.finish().unwrap();
        searches(&edited);
    }
}

/// A corrupt original does not affect its replacement, and a corrupt replacement affects no other game.
#[test]
fn corrupt_blocks_of_edited_files() {
    let edited = edited(Codec::Byte);
    let whole = std::fs::read(&edited.path).unwrap();
    let first = Reader::from_bytes(whole.clone()).unwrap().blocks()[0].range.clone();
    let mut file = whole.clone();
    file[first.start as usize + 9] ^= 1;
    let reader = Reader::from_bytes(file).unwrap();
    let mut found = Game::new();
    assert!(reader.read_game(1, &mut found).is_err());
    reader.read_game(7, &mut found).unwrap();
    assert_eq!(found, game(207));
    let mut out = Vec::new();
    let mut lost = Vec::new();
    let on_corruption = |corruption: &plypack::Corruption| {
        lost.push(corruption.games.clone());
        Ok(())
    };
    let counted = export(&reader, 0..20, 1, &mut out, on_corruption, |_| Ok(())).unwrap();
    assert_eq!((counted.games, lost), (1, vec![0..3, 4..7, 8..20]), "game 3 is deleted, game 7 is replaced");
}

/// Each footer is read once, however many there are; no footer is skipped because of its size.
#[test]
fn the_log_of_many_edits_is_complete() {
    let path = tempfile::NamedTempFile::new().unwrap().into_temp_path();
    let mut writer = Writer::create(&path, Options::of(Codec::Byte)).unwrap();
    (0..40).for_each(|number| writer.add(&game(number)).unwrap());
    writer.finish().unwrap();
    for number in 0..40 {
        let mut writer = Writer::append(&path, Options::of(Codec::Byte)).unwrap();
        writer.delete_game(number, None).unwrap();
        writer.finish().unwrap();
    }
    let log = Reader::open(&path).unwrap().edit_log(|_, _| Ok(())).unwrap();
    let logged: Vec<_> = log.edits.iter().map(|edit| (edit.append, edit.number)).collect();
    assert_eq!((log.is_complete, logged), (true, (0..40).map(|number| (number + 1, number)).collect()));
}
