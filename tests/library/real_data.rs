//! Real games through a whole file and back: import, file, export, and import again, compared by pgn-reader before and
//! after.
//!
//! The games are in the folder `PLYPACK_DATA`, or in `../shared/data`; without games the tests say so and pass.

use std::{
    fs::{self, File},
    io::{Cursor, Read},
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use pgn_reader::{Nag, RawComment, RawTag, Reader as PgnReader, SanPlus, Skip, Visitor};
use plypack::{Codec, Options, PgnSource, Reader, Summary, Writer, export, import, verify};
use shakmaty::{Outcome, san::San};

use crate::{separated::separated, tier};

/// Returns the number of bytes used of a large file.
fn max_text() -> u64 {
    tier::sized(1 << 16, 3 << 19)
}

/// The complete games at the start of a file.
fn load(path: &Path) -> Vec<u8> {
    let file = File::open(path).unwrap();
    let mut text = Vec::new();
    if path.extension().is_some_and(|e| e == "zst") {
        zstd::Decoder::new(file).unwrap().take(max_text()).read_to_end(&mut text).unwrap()
    } else {
        file.take(max_text()).read_to_end(&mut text).unwrap()
    };
    if text.len() as u64 == max_text() {
        let end = memchr::memmem::rfind(&text, b"\n\n[Event ").expect("the game that was cut begins somewhere");
        text.truncate(end + 1);
    }
    separated(&text)
}

fn pack(text: &[u8], codec: Codec) -> (Vec<u8>, Summary) {
    let mut writer = Writer::new(Vec::new(), Options::of(codec).with_level(3)).unwrap();
    let source = PgnSource { name: "test".to_owned(), reader: Box::new(Cursor::new(text.to_vec())) };
    let summary = import(vec![source], 2, &mut writer, |_| Ok(())).unwrap();
    (writer.finish().unwrap(), summary)
}

fn unpack(file: &[u8]) -> Vec<u8> {
    let reader = Reader::from_bytes(file.to_vec()).unwrap();
    assert!(reader.errors().is_empty());
    let mut text = Vec::new();
    export(&reader, 0..reader.number_end(), 2, &mut text, |corruption| panic!("{corruption:?}"), |_| Ok(())).unwrap();
    text
}

/// One game as pgn-reader reports it, element by element, without a board.
#[derive(Debug, Default, PartialEq, Clone)]
struct Reported {
    elements: Vec<String>,
    comment: Vec<u8>,
}

impl Reported {
    fn add(&mut self, element: impl Into<String>) -> ControlFlow<Vec<String>> {
        self.elements.push(element.into());
        ControlFlow::Continue(())
    }
}

struct Collect;

impl Visitor for Collect {
    type Tags = Reported;
    type Movetext = Reported;
    type Output = Vec<String>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Reported> {
        ControlFlow::Continue(Reported::default())
    }

    fn tag(&mut self, reported: &mut Reported, name: &[u8], value: RawTag<'_>) -> ControlFlow<Self::Output> {
        reported.add(format!("[{} \"{}\"]", name.escape_ascii(), value.as_bytes().escape_ascii()))
    }

    fn begin_movetext(&mut self, reported: Reported) -> ControlFlow<Self::Output, Reported> {
        ControlFlow::Continue(reported)
    }

    /// The parts of a move that are not optional in SAN: a redundant from-square may be removed, and signs of capture and check added.
    fn san(&mut self, reported: &mut Reported, san: SanPlus) -> ControlFlow<Self::Output> {
        reported.add(match san.san {
            San::Normal { role, to, promotion, .. } => format!("{role:?} {to} {promotion:?}"),
            other => other.to_string(),
        })
    }

    fn nag(&mut self, reported: &mut Reported, nag: Nag) -> ControlFlow<Self::Output> {
        reported.add(nag.to_string())
    }

    fn partial_comment(&mut self, reported: &mut Reported, comment: RawComment<'_>) -> ControlFlow<Self::Output> {
        reported.comment.extend_from_slice(comment.as_bytes());
        ControlFlow::Continue(())
    }

    fn comment(&mut self, reported: &mut Reported, comment: RawComment<'_>) -> ControlFlow<Self::Output> {
        let mut text = std::mem::take(&mut reported.comment);
        text.extend_from_slice(comment.as_bytes());
        reported.add(format!("{{{}}}", text.escape_ascii()))
    }

    fn begin_variation(&mut self, reported: &mut Reported) -> ControlFlow<Self::Output, Skip> {
        reported.elements.push("(".to_owned());
        ControlFlow::Continue(Skip(false))
    }

    fn end_variation(&mut self, reported: &mut Reported) -> ControlFlow<Self::Output> {
        reported.add(")")
    }

    fn outcome(&mut self, reported: &mut Reported, outcome: Outcome) -> ControlFlow<Self::Output> {
        reported.add(outcome.to_string())
    }

    fn end_game(&mut self, reported: Reported) -> Self::Output {
        reported.elements
    }
}

fn report(text: &[u8]) -> Vec<Vec<String>> {
    let mut reader =
        PgnReader::build(text).set_supported_comment_length(1 << 20).set_supported_tag_line_length(1 << 16).finish();
    std::iter::from_fn(|| reader.read_game(&mut Collect).unwrap()).collect()
}

/// Returns the games that pgn-reader reports differently after packing and unpacking, with the first difference.
fn differences(before: &[Vec<String>], after: &[Vec<String>]) -> Vec<String> {
    let pairs = before.iter().zip(after).enumerate().filter(|(_, (a, b))| a != b);
    let show = |(number, (a, b)): (usize, (&Vec<String>, &Vec<String>))| {
        let at = a.iter().zip(b).position(|(x, y)| x != y).unwrap_or(a.len().min(b.len()));
        format!("game {number}, element {at}: {:?} became {:?}", a.get(at), b.get(at))
    };
    pairs.map(show).collect()
}

/// Packs and unpacks with both codecs; returns the unpacked text.
fn there_and_back(path: &Path, text: &[u8]) -> (Vec<u8>, Summary) {
    let (file, summary) = pack(text, Codec::Byte);
    let (other, _) = pack(text, Codec::Coord16);
    let out = unpack(&file);
    assert!(unpack(&other) == out, "{}: codecs differ", path.display());
    let (again, _) = pack(&out, Codec::Byte);
    let reader = Reader::from_bytes(file).unwrap();
    assert!(verify(&reader, 2, |_, _| Ok(())).unwrap().is_valid(), "{}", path.display());
    let second = Reader::from_bytes(again.clone()).unwrap();
    assert_eq!((reader.number_end(), reader.plies()), (second.number_end(), second.plies()), "{}", path.display());
    let mut a = plypack::Game::new();
    let mut b = plypack::Game::new();
    for number in 0..reader.number_end() {
        reader.read_game(number, &mut a).unwrap();
        second.read_game(number, &mut b).unwrap();
        assert!(a == b, "{}: game {number} changes when it is packed again", path.display());
    }
    assert!(unpack(&again) == out, "{}: the text changes when it is packed again", path.display());
    (out, summary)
}

fn pgn_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            pgn_files(&path, found);
        } else {
            found.push(path);
        }
    }
    found.sort();
}

/// pgn-reader reports the same before and after for every game without an issue.
#[test]
fn collections_come_back() {
    let Some(folder) = tier::data() else { return };
    let mut files: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.to_string_lossy().ends_with(".pgn.zst") || path.extension().is_some_and(|e| e == "pgn"));
    files.sort();
    for path in files {
        let text = load(&path);
        let (out, summary) = there_and_back(&path, &text);
        let before = report(&text);
        let after = report(&out);
        let found = differences(&before, &after);
        println!(
            "{}: {} games, {} with issues, {} differ",
            path.display(),
            summary.games,
            summary.games_with_issues,
            found.len()
        );
        // In the second file, pgn-reader ends games at blank lines before comments (pgn.5).
        let readable = path.file_name().is_some_and(|name| name != "variants.pgn.zst" && name != "annotated.pgn.zst");
        if readable {
            assert_eq!(before.len(), after.len(), "{}", path.display());
            assert!(
                found.len() as u64 <= summary.games_with_issues,
                "{}:\n{}",
                path.display(),
                found[..found.len().min(20)].join("\n")
            );
        }
    }
}

/// Files from the tests of other programs; many are broken on purpose.
#[test]
fn edge_cases_are_stable() {
    let Some(folder) = tier::data() else { return };
    let mut files = Vec::new();
    pgn_files(&folder.join("edge"), &mut files);
    let mut games = 0;
    files.retain(|path| fs::metadata(path).unwrap().len() < tier::sized(1 << 16, u64::MAX));
    for path in &files {
        let text = fs::read(path).unwrap();
        games += there_and_back(path, &text).1.games;
    }
    println!("{} files, {games} games", files.len());
    assert!(!files.is_empty());
}
