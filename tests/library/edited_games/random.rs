//! Random edits, in random appends: the file gives the same answers as a file written with these games from the start,
//! and so does the compacted file.

use std::path::Path;

use plypack::{
    Codec, Game, Options, Reader, Writer,
    edits::EditKind,
    export,
    files::add_index,
    search::{NameFilter, Query, TextField, count, find, list, names, strict, transpositions, tree},
    verify,
};
use proptest::{prelude::*, sample::Index};

use super::{CODECS, Edited, compact_at, game};

/// The steps of an append.
#[derive(Debug, Clone)]
enum Change {
    Delete(Index),
    Replace(Index, usize),
    Restore(Index),
    Add(usize),
}

/// An append, and whether the index is updated after it.
type Append = (Vec<Change>, bool);

fn changes() -> impl Strategy<Value = Vec<Append>> {
    let change = prop_oneof![
        3 => any::<Index>().prop_map(Change::Delete),
        3 => (any::<Index>(), 100..200_usize).prop_map(|(place, by)| Change::Replace(place, by)),
        2 => any::<Index>().prop_map(Change::Restore),
        2 => (0..100_usize).prop_map(Change::Add),
    ];
    prop::collection::vec((prop::collection::vec(change, 0..8), prop::bool::weighted(0.2)), 1..10)
}

/// A file, the current and the first game of each number, and the expected edit log.
struct Model {
    edited: Edited,
    first: Vec<usize>,
    /// The written replacements and their uses, so that replacing a replacement counts as a change.
    versions: Vec<Option<u64>>,
    replacements: u64,
    appends: u64,
    log: Vec<(u64, u64, EditKind)>,
}

impl Model {
    fn new(codec: Codec, games: usize) -> Model {
        let path = tempfile::NamedTempFile::new().unwrap().into_temp_path();
        let mut writer = Writer::create(&path, Options::of(codec).with_level(1)).unwrap();
        (0..games).for_each(|number| writer.add(&game(number)).unwrap());
        writer.finish().unwrap();
        let edited = Edited { path, now: (0..games).map(Some).collect() };
        let first = (0..games).collect();
        let versions = vec![None; games];
        Model { edited, first, versions, replacements: 0, appends: 0, log: Vec::new() }
    }

    fn append(&mut self, codec: Codec, changes: &[Change]) {
        let before: Vec<_> = self.edited.now.iter().copied().zip(self.versions.clone()).collect();
        let len = |path: &Path| path.metadata().unwrap().len();
        let old_len = len(&self.edited.path);
        let mut writer = Writer::append(&self.edited.path, Options::of(codec).with_level(1)).unwrap();
        changes.iter().for_each(|change| self.change(&mut writer, change));
        writer.finish().unwrap();
        // A writer without changes leaves the file unchanged.
        let is_changed = len(&self.edited.path) > old_len;
        assert!(
            is_changed
                || changes.is_empty()
                || before == self.edited.now.iter().copied().zip(self.versions.clone()).collect::<Vec<_>>()
        );
        self.appends += u64::from(is_changed);
        for (number, now) in self.edited.now.iter().copied().zip(self.versions.clone()).enumerate() {
            let was = before.get(number).copied().unwrap_or((Some(self.first[number]), None));
            if now != was {
                let kind = match now {
                    (None, _) => EditKind::Deleted,
                    (_, Some(_)) => EditKind::Replaced,
                    (_, None) => EditKind::Restored,
                };
                self.log.push((self.appends, number as u64, kind));
            }
        }
    }

    fn change<S: plypack::io::Sink>(&mut self, writer: &mut Writer<S>, change: &Change) {
        let now = &mut self.edited.now;
        let count = now.len();
        let at = |place: &Index| place.index(count);
        match change {
            Change::Delete(place) => {
                writer.delete_game(at(place) as u64, None).unwrap();
                (now[at(place)], self.versions[at(place)]) = (None, None);
            }
            Change::Restore(place) => {
                writer.restore_game(at(place) as u64, None).unwrap();
                (now[at(place)], self.versions[at(place)]) = (Some(self.first[at(place)]), None);
            }
            Change::Replace(place, by) => {
                writer.replace_game(at(place) as u64, &game(*by), None).unwrap();
                (now[at(place)], self.versions[at(place)]) = (Some(*by), Some(self.replacements));
                self.replacements += 1;
            }
            Change::Add(number) => {
                writer.add(&game(*number)).unwrap();
                now.push(Some(*number));
                self.first.push(*number);
                self.versions.push(None);
            }
        }
    }
}

fn text(reader: &Reader) -> String {
    let mut out = Vec::new();
    export(reader, 0..reader.number_end(), 1, &mut out, |_| unreachable!(), |_| Ok(())).unwrap();
    String::from_utf8(out).unwrap()
}

/// The file gives the same answers as the plain file; `numbers` are the numbers of its games.
fn answers_as(reader: &Reader, plain: &Reader, numbers: &[u64]) {
    assert_eq!(text(reader), text(plain));
    assert!(verify(reader, 1, |_, _| Ok(())).unwrap().is_valid());
    let info = reader.info().unwrap();
    assert_eq!((info.games, info.deleted), (plain.number_end(), reader.number_end() - plain.number_end()));
    let mut found = Game::new();
    for (place, number) in numbers.iter().enumerate() {
        let mut expected = Game::new();
        plain.read_game(place as u64, &mut expected).unwrap();
        reader.read_game(*number, &mut found).unwrap();
        assert_eq!(found, expected, "game {number}");
    }
    for moves in ["", "e4", "e4 c5", "e4 d5 Nf3", "d4"] {
        let query = Query::position(&plypack::search::position_after(moves.as_bytes()).unwrap());
        let hits = find(&[plain], &query, &mut strict).unwrap();
        let expected: Vec<_> = hits.iter().map(|hit| (numbers[hit.game as usize], hit.ply)).collect();
        let hits = find(&[reader], &query, &mut strict).unwrap();
        assert_eq!(hits.iter().map(|hit| (hit.game, hit.ply)).collect::<Vec<_>>(), expected, "{moves}");
        assert_eq!(count(&[reader], &query, &mut strict).unwrap(), expected.len() as u64);
        assert_eq!(tree(&[reader], &query, &mut strict).unwrap(), tree(&[plain], &query, &mut strict).unwrap());
        let orders = |reader: &Reader| transpositions(&[reader], &query, &mut strict).unwrap();
        assert_eq!(orders(reader), orders(plain));
        let listed = list(&[plain], &query, &mut strict).unwrap();
        let expected: Vec<_> = listed.iter().map(|hit| numbers[hit.game as usize]).collect();
        let listed = list(&[reader], &query, &mut strict).unwrap();
        assert_eq!(listed.iter().map(|hit| hit.game).collect::<Vec<_>>(), expected);
        let filter = NameFilter { field: TextField::White, text: b"Play".to_vec(), begins: true };
        let named = |reader: &Reader| names(&[reader], &query, &filter, &mut strict).unwrap();
        assert_eq!(named(reader), named(plain));
    }
}

/// Compacting the file into `out` gives these games, numbered from 0, and an index if the file has one.
fn compacts(edited: &Edited, plain: &Reader, out: &Path) {
    let reader = Reader::open(&edited.path).unwrap();
    let done = compact_at(&edited.path, Some(out), |done, total| {
        assert!(done <= total);
        Ok(())
    });
    let done = done.unwrap();
    let made = Reader::open(out).unwrap();
    let numbers: Vec<u64> = (0..plain.number_end()).collect();
    answers_as(&made, plain, &numbers);
    assert_eq!((done.games, done.deleted), (plain.number_end(), reader.deleted()));
    assert_eq!(
        (made.number_end(), made.deleted(), made.edit_log(|_, _| Ok(())).unwrap().edits),
        (plain.number_end(), 0, Vec::new())
    );
    let indexed = if reader.indexed().0 > 0 { made.blocks().len() } else { 0 };
    assert_eq!(made.indexed().0, indexed);
    assert_eq!((done.bytes_before, done.bytes_after), (reader.file_len(), made.file_len()));
    let renumbered: Vec<_> =
        edited.games().map(|(number, _)| number).zip(0..).filter(|(old, new)| old != new).collect();
    let old = done.old_numbers;
    let new = done.new_numbers;
    assert_eq!(renumbered.first(), Some(&(old.start, new.start)).filter(|_| !old.is_empty()));
    assert_eq!(renumbered.last().map_or((0, 0), |(old, new)| (old + 1, new + 1)), (old.end, new.end));
    assert_eq!(renumbered.len() as u64, new.end - new.start);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(24) })]

    #[test]
    fn random_edits(codec in prop::sample::select(&CODECS[..]), games in prop_oneof![1..40_usize, 60..140_usize], appends in changes()) {
        let mut model = Model::new(codec, games);
        for (changes, is_indexed) in &appends {
            model.append(codec, changes);
            if *is_indexed {
                let added = add_index(&model.edited.path, 1, |_, _| Ok(())).unwrap();
                model.appends += u64::from(added.blocks > 0);
            }
        }
        let reader = Reader::open(&model.edited.path).unwrap();
        let plain = model.edited.plain();
        let numbers: Vec<u64> = model.edited.games().map(|(number, _)| number).collect();
        answers_as(&reader, &plain, &numbers);
        let log = reader.edit_log(|_, _| Ok(())).unwrap();
        prop_assert!(log.is_complete);
        let logged: Vec<_> = log.edits.iter().map(|edit| (edit.append, edit.number, edit.kind)).collect();
        prop_assert_eq!(logged, model.log);
        let folder = tempfile::tempdir().unwrap();
        compacts(&model.edited, &plain, &folder.path().join("compacted"));
    }
}
