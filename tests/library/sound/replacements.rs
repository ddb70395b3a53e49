//! Blocks of replacements: read once, and checked.

use std::{
    ops::Range,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use plypack::{
    Codec, Options, Reader, Result, Writer, games_from_pgn,
    internals::container::BlockHeader,
    io::Source,
    search::{Condition, NameFilter, Query, TextField, count, find, list, names, strict, tree},
};

use super::{blocks_after, check, open, recoded, unpacked};
use crate::checksums::update_checksums;

/// Work on the games of a file.
type Work<'a> = &'a dyn Fn(&Reader);

/// Counts the reads of a part of a file.
struct Counting {
    file: Vec<u8>,
    part: Range<u64>,
    read: Arc<AtomicU64>,
}

impl Source for Counting {
    fn len(&self) -> Result<u64> {
        Source::len(&self.file)
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> Result<()> {
        let end = offset + buffer.len() as u64;
        let read = end.min(self.part.end).saturating_sub(offset.max(self.part.start));
        self.read.fetch_add(read, Ordering::Relaxed);
        self.file.read_at(offset, buffer)
    }
}

/// A block of replacements for games of many blocks.
fn replaced(codec: Codec) -> (Vec<u8>, Range<u64>) {
    let path = tempfile::NamedTempFile::new().unwrap().into_temp_path();
    let game = |name: usize| {
        games_from_pgn(format!("[White \"P{name}\"]\n\n1. e4 e5 2. Nf3 *\n").as_bytes()).unwrap().0.remove(0)
    };
    for block in 0..40 {
        let mut writer = match block {
            0 => Writer::create(&path, Options::of(codec)).unwrap(),
            _ => Writer::append(&path, Options::of(codec)).unwrap(),
        };
        (0..20).for_each(|number| writer.add(&game(20 * block + number)).unwrap());
        writer.finish().unwrap();
    }
    let start = std::fs::metadata(&path).unwrap().len();
    let mut writer = Writer::append(&path, Options::of(codec)).unwrap();
    (0..800).step_by(4).for_each(|number| writer.replace_game(number, &game(1000 + number as usize), None).unwrap());
    writer.finish().unwrap();
    let file = std::fs::read(&path).unwrap();
    let block = blocks_after(&file, start).remove(0);
    (file, block)
}

#[test]
fn a_block_of_replacements_is_read_once() {
    for codec in [Codec::Byte, Codec::Tight] {
        let (file, part) = replaced(codec);
        let len = part.end - part.start;
        let named = Condition::text(TextField::White, "P1");
        let mut query = Query::position(&plypack::Position::default());
        query.condition = named;
        let filter = NameFilter { field: TextField::White, text: b"P".to_vec(), begins: true };
        let works: [(&str, Work<'_>); 8] = [
            ("verify", &|reader| assert!(check(reader).is_empty())),
            ("unpack", &|reader| assert!(unpacked(reader).1.is_empty())),
            ("recode", &|reader| assert_eq!(recoded(reader, Codec::Byte).1, 0)),
            ("find", &|reader| assert_eq!(find(&[reader], &query, &mut strict).unwrap().len(), 284)),
            ("count", &|reader| assert_eq!(count(&[reader], &query, &mut strict).unwrap(), 284)),
            ("tree", &|reader| assert_eq!(tree(&[reader], &query, &mut strict).unwrap()[0].games, 284)),
            ("list", &|reader| assert_eq!(list(&[reader], &query, &mut strict).unwrap().len(), 284)),
            ("names", &|reader| assert_eq!(names(&[reader], &query, &filter, &mut strict).unwrap().len(), 284)),
        ];
        for (name, work) in works {
            let read = Arc::new(AtomicU64::new(0));
            let source = Counting { file: file.clone(), part: part.clone(), read: read.clone() };
            let reader = Reader::from_source(Box::new(source)).unwrap();
            let at_start = read.load(Ordering::Relaxed);
            work(&reader);
            let read = read.load(Ordering::Relaxed) - at_start;
            assert!(read <= 8 * len, "{name} with {codec} reads {read} bytes of a block of {len}");
        }
    }
}

/// Moves that were never checked: `verify` checks replacements, too.
#[test]
fn replacements_are_checked_whoever_trusts_them() {
    let (file, block) = replaced(Codec::Byte);
    let reader = open(&file);
    let header = BlockHeader::parse(&file[block.start as usize..]).unwrap();
    let moves = header.sections.iter().find(|section| section.kind == 2).unwrap();
    // In the code of `byte`, replaces the first move of the first game by an illegal one.
    let at = (block.start + moves.range.start) as usize;
    let mut broken = None;
    for byte in 0..=255u8 {
        let mut file = file.clone();
        file[at] = byte;
        update_checksums(&mut file, block.start as usize, moves.range.clone(), moves.crc);
        let trusted = open(&file).with_trusted_moves();
        if !check(&open(&file)).is_empty() {
            broken = Some(check(&trusted).len());
            break;
        }
    }
    assert_eq!(broken, Some(1));
    assert!(check(&reader.with_trusted_moves()).is_empty());
}
