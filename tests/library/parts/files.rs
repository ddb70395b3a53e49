//! Files of small blocks, written in several stages, each with optional edits and an optional index.

use std::{path::Path, sync::Arc};

use plypack::{
    Codec, Game, Options, Position, Reader, Writer,
    files::add_index,
    games_from_pgn,
    internals::container::{BlockBuilder, BlockHeader, Compressor, SectionHeader, SectionKind},
};
use proptest::prelude::*;

use super::{
    checksums::update_checksums,
    model::{Model, Played},
};

/// Edit of a game in a stage; numbers after the last game start again at the first.
#[derive(Debug, Clone)]
pub enum Edit {
    Delete(u64),
    Replace(u64, u64),
}

/// The blocks to write, as seeds of their games; the edits after them; whether the index is then updated.
#[derive(Debug, Clone)]
pub struct Stage {
    blocks: Vec<Vec<u64>>,
    edits: Vec<Edit>,
    is_indexed: bool,
}

/// Plan of a file.
#[derive(Debug, Clone)]
pub struct Plan {
    codec: Codec,
    stages: Vec<Stage>,
}

/// A file and its expected content.
pub struct Made {
    pub path: tempfile::TempPath,
    pub reader: Arc<Reader>,
    pub model: Model,
}

const CODECS: [Codec; 4] = [Codec::Byte, Codec::Byte, Codec::Coord16, Codec::Tight];

fn stage(blocks: std::ops::Range<usize>) -> impl Strategy<Value = Stage> {
    let edit = prop_oneof![
        any::<u64>().prop_map(Edit::Delete),
        (any::<u64>(), any::<u64>()).prop_map(|(number, seed)| Edit::Replace(number, seed)),
    ];
    let edits = prop_oneof![2 => Just(Vec::new()), 1 => prop::collection::vec(edit, 1..6)];
    let blocks = prop::collection::vec(prop::collection::vec(any::<u64>(), 1..7), blocks);
    (blocks, edits, prop::bool::weighted(0.7)).prop_map(|(blocks, edits, is_indexed)| Stage {
        blocks,
        edits,
        is_indexed,
    })
}

/// One to three files. The first has 1 to 40 blocks. Each stage has fewer blocks than the stage before it, so that
/// their index segments are not merged.
pub fn plans() -> impl Strategy<Value = Vec<Plan>> {
    let stages = (stage(1..25), prop::option::of((stage(1..10), prop::option::of(stage(1..6)))));
    let plan = (prop::sample::select(&CODECS[..]), stages).prop_map(|(codec, (first, more))| {
        let more = more.into_iter().flat_map(|(second, third)| [Some(second), third]).flatten();
        Plan { codec, stages: [first].into_iter().chain(more).collect() }
    });
    prop::collection::vec(plan, 1..4)
}

impl Plan {
    /// A file of three segments, whose first and last games are deleted and replaced.
    pub fn of_edited_segments(codec: Codec) -> Plan {
        let stage = |blocks: std::ops::Range<u64>, edits: Vec<Edit>| Stage {
            blocks: blocks.map(|block| (3 * block..3 * block + 3).collect()).collect(),
            edits,
            is_indexed: true,
        };
        let deleted = [0, 17, 19, 26, 28].map(Edit::Delete);
        let replaced = [3, 15, 18, 24, 29].map(|number| Edit::Replace(number, 100 + number));
        let edits = deleted.into_iter().chain(replaced).collect();
        Plan { codec, stages: vec![stage(0..6, Vec::new()), stage(6..9, Vec::new()), stage(9..10, edits)] }
    }

    /// A file that is edited after each stage: the replacements of one block's games are in several blocks and not in
    /// the order of their numbers; some replacements are replaced or deleted later.
    pub fn edited_in_stages() -> Plan {
        let stage = |blocks: std::ops::Range<u64>, deleted: u64, replaced: [u64; 3]| Stage {
            blocks: blocks.clone().map(|block| (2 * block..2 * block + 2).collect()).collect(),
            edits: [Edit::Delete(deleted)]
                .into_iter()
                .chain(replaced.map(|number| Edit::Replace(number, 120 * blocks.end + number)))
                .collect(),
            is_indexed: blocks.end < 8,
        };
        let stages = vec![stage(0..4, 3, [7, 1, 6]), stage(4..7, 7, [12, 6, 1]), stage(7..8, 12, [11, 2, 0])];
        Plan { codec: Codec::Byte, stages }
    }

    /// A file of blocks of several groups, with edits in each.
    pub fn of_large_blocks() -> Plan {
        let blocks = (0..3).map(|block| (20 * block..20 * block + 20).collect()).collect();
        let deleted = [3, 9, 25, 51].map(Edit::Delete);
        let replaced = [12, 36, 58].map(|number| Edit::Replace(number, 100 + number));
        let edits = deleted.into_iter().chain(replaced).collect();
        Plan { codec: Codec::Byte, stages: vec![Stage { blocks, edits, is_indexed: true }] }
    }

    /// A file of blocks of several groups, in which the games of the last years are deleted.
    pub fn without_last_years() -> Plan {
        let blocks = (0..3).map(|block| (20 * block..20 * block + 20).collect()).collect();
        let is_late = |seed: &u64| Played::new(*seed, game(*seed)).year().is_some_and(|year| year > 2010);
        let edits = (0..60).filter(is_late).map(Edit::Delete).collect();
        Plan { codec: Codec::Byte, stages: vec![Stage { blocks, edits, is_indexed: true }] }
    }

    /// A file of blocks of `games` games each.
    pub fn of_blocks(blocks: u64, games: u64, is_indexed: bool) -> Plan {
        let blocks = (0..blocks).map(|block| (games * block..games * (block + 1)).collect()).collect();
        Plan { codec: Codec::Byte, stages: vec![Stage { blocks, edits: Vec::new(), is_indexed }] }
    }

    pub fn make(&self) -> Made {
        let path = tempfile::NamedTempFile::new().unwrap().into_temp_path();
        let options = Options::of(self.codec).with_level(1);
        let mut now: Vec<Option<Game>> = Vec::new();
        for (number, stage) in self.stages.iter().enumerate() {
            let writer = if number == 0 { Writer::create(&path, options) } else { Writer::append(&path, options) };
            let mut writer = writer.unwrap().without_merging();
            for block in &stage.blocks {
                let mut builder = BlockBuilder::new(self.codec);
                for game in block.iter().map(|seed| game(*seed)) {
                    builder.add(&game).unwrap();
                    now.push(Some(game));
                }
                writer.write_block(builder.finish(&mut Compressor::new(1).unwrap()).unwrap()).unwrap();
            }
            writer.finish().unwrap();
            if !stage.edits.is_empty() {
                let mut writer = Writer::append(&path, options).unwrap();
                let count = now.len() as u64;
                for edit in &stage.edits {
                    match edit {
                        Edit::Delete(number) => {
                            writer.delete_game(number % count, None).unwrap();
                            now[(number % count) as usize] = None;
                        }
                        Edit::Replace(number, seed) => {
                            writer.replace_game(number % count, &game(*seed), None).unwrap();
                            now[(number % count) as usize] = Some(game(*seed));
                        }
                    }
                }
                writer.finish().unwrap();
            }
            if stage.is_indexed {
                add_index(&path, 1, |_, _| Ok(())).unwrap();
            }
        }
        let games = (0u64..).zip(now).filter_map(|(number, game)| Some(Played::new(number, game?))).collect();
        Made { reader: open(&path), path, model: Model { games } }
    }
}

/// The file with some changed bytes in its blocks and its index.
pub fn damaged(made: Made, at: &[(u64, u8)]) -> Made {
    let mut bytes = std::fs::read(&made.path).unwrap();
    let first = made.reader.blocks().first().map_or(0, |block| block.range.start as usize);
    let places: Vec<usize> = made
        .reader
        .blocks()
        .iter()
        .flat_map(|block| block.range.start as usize..block.range.end as usize)
        .chain(memchr::memmem::find_iter(&bytes[first..], b"PLYX").map(|at| first + at + 40))
        .filter(|place| *place < bytes.len())
        .collect();
    for (place, mask) in at {
        bytes[places[*place as usize % places.len()]] ^= mask | 1;
    }
    let path = tempfile::NamedTempFile::new().unwrap().into_temp_path();
    std::fs::write(&path, &bytes).unwrap();
    Made { reader: open(&path), path, model: made.model }
}

/// The file with a changed byte in the directory of an index segment: the segment is not used.
pub fn with_damaged_segment(made: Made, number: usize) -> Made {
    let made = with_damaged_index(made, number, |_| 1);
    assert_eq!(made.reader.index_corruption().len(), 1);
    made
}

/// The file with a changed byte in the last record of its first index segment: the records before it are used.
pub fn with_damaged_record(made: Made) -> Made {
    let made = with_damaged_index(made, 0, |directory| directory + 1);
    assert!(made.reader.index_corruption().is_empty());
    made
}

/// The file with a changed byte in an index segment. `before` gets the length of the directory, and returns the
/// distance of the byte from the directory's end.
fn with_damaged_index(made: Made, number: usize, before: impl FnOnce(usize) -> usize) -> Made {
    let mut bytes = std::fs::read(&made.path).unwrap();
    let start = memchr::memmem::find_iter(&bytes, b"PLYX").nth(number).unwrap();
    let len = u64::from_le_bytes(bytes[start + 4..start + 12].try_into().unwrap()) as usize;
    // The length and the checksum of the directory follow it.
    let end = start + len - 8;
    let directory = u32::from_le_bytes(bytes[end..end + 4].try_into().unwrap()) as usize;
    bytes[end - before(directory)] ^= 1;
    std::fs::write(&made.path, &bytes).unwrap();
    Made { reader: open(&made.path), ..made }
}

/// Offsets of the blocks of replacements.
fn replacement_blocks(made: &Made) -> Vec<usize> {
    let is_other = |start: &usize| made.reader.blocks().iter().all(|block| block.range.start != *start as u64);
    memchr::memmem::find_iter(&std::fs::read(&made.path).unwrap(), b"PLYB").filter(is_other).collect()
}

/// The file with a changed byte in the header of a block of replacements: these games are lost.
pub fn with_damaged_replacements(made: Made, number: usize) -> Made {
    let start = replacement_blocks(&made)[number];
    with_damaged_header(made, start)
}

/// The file with a changed byte in the header of another block: its games are lost.
pub fn with_damaged_block(made: Made, number: usize) -> Made {
    let start = made.reader.blocks()[number].range.start as usize;
    with_damaged_header(made, start)
}

fn with_damaged_header(made: Made, start: usize) -> Made {
    let mut bytes = std::fs::read(&made.path).unwrap();
    bytes[start + 12] ^= 1;
    std::fs::write(&made.path, &bytes).unwrap();
    Made { reader: open(&made.path), ..made }
}

/// The file with a changed byte in the moves of a block, which cannot be read then.
pub fn with_damaged_moves(made: Made, number: usize) -> Made {
    let mut bytes = std::fs::read(&made.path).unwrap();
    let start = made.reader.blocks()[number].range.start as usize;
    let moves = moves_of_block_at(&bytes, start);
    bytes[start + moves.range.start as usize] ^= 1;
    std::fs::write(&made.path, &bytes).unwrap();
    Made { reader: open(&made.path), ..made }
}

fn moves_of_block_at(file: &[u8], start: usize) -> SectionHeader {
    let header = BlockHeader::parse(&file[start..]).unwrap();
    header.sections.into_iter().find(|section| section.kind == SectionKind::Moves as u64).unwrap()
}

/// The file with an illegal move in one game of a block, and with correct checksums.
pub fn with_illegal_move(made: Made, number: usize) -> Made {
    let start = made.reader.blocks()[number].range.start as usize;
    illegal_move_in_block_at(made, start)
}

/// The same for a game of the last block of replacements.
pub fn with_illegal_move_of_replacement(made: Made) -> Made {
    let start = *replacement_blocks(&made).last().unwrap();
    illegal_move_in_block_at(made, start)
}

fn illegal_move_in_block_at(made: Made, start: usize) -> Made {
    let bytes = std::fs::read(&made.path).unwrap();
    let moves = moves_of_block_at(&bytes, start);
    let with_illegal = |place: u64| {
        let mut bytes = bytes.clone();
        bytes[start + place as usize] = 255;
        update_checksums(&mut bytes, start, moves.range.clone(), moves.crc);
        std::fs::write(&made.path, &bytes).unwrap();
        open(&made.path)
    };
    let mut game = Game::new();
    let mut lost = |reader: &Reader| {
        made.model.games.iter().filter(|played| reader.read_game(played.number, &mut game).is_err()).count()
    };
    let reader = moves.range.clone().map(with_illegal).find(|reader| lost(reader) == 1).unwrap();
    Made { reader, ..made }
}

/// The file in memory, where reads are much faster.
fn open(path: &Path) -> Arc<Reader> {
    Arc::new(Reader::from_bytes(std::fs::read(path).unwrap()).unwrap())
}

/// Moves for games: few, so that many games reach the same positions, in several move orders, and repeatedly.
const MOVES: [&str; 22] = [
    "e4", "d4", "e5", "d5", "Nf3", "Nf6", "Ng1", "Ng8", "Nc6", "c4", "exd5", "dxe4", "O-O", "Ke2", "Ke7", "Ke1", "Ke8",
    "Kf1", "Kf8", "Bd3", "Nxe5", "b1=Q",
];

/// Starts: the standard start in three of five cases, a pawn that promotes, Chess960, an unreadable start.
const STARTS: [&str; 4] =
    ["", "4k3/8/8/8/8/8/1p6/4K2R b K - 0 1", "bqnbrknr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKNR w HEhe - 0 1", "no position"];

/// A number less than `end`, from some bits of a seed.
struct Seed(u64);

impl Seed {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
        (self.0 >> 33) % end
    }
}

/// A move of [`MOVES`] that is legal here.
fn some_move(position: &Position, seed: &mut Seed) -> Option<(String, Position)> {
    let legal = |text: &&str| {
        let mut after = position.clone();
        after.play(position.read_san(text.as_bytes()).ok()?).ok()?;
        Some(((*text).to_owned(), after))
    };
    let moves: Vec<_> = MOVES.iter().filter_map(legal).collect();
    let pick = seed.below(moves.len().max(1) as u64) as usize;
    moves.into_iter().nth(pick)
}

/// A game. Games of neighbouring seeds have nothing in common; games of equal seeds are equal.
fn game(seed: u64) -> Game {
    let mut seed = Seed(seed);
    let mut pgn = String::new();
    let start = STARTS[[0, 0, 0, 0, 0, 0, 1, 2, 3][seed.below(9) as usize]];
    let result = ["1-0", "1/2-1/2", "0-1", "*"][seed.below(4) as usize];
    pgn.push_str(&format!("[White \"Player {}\"]\n[Black \"Other {}\"]\n", seed.below(5), seed.below(3)));
    if seed.below(4) > 0 {
        pgn.push_str(&format!("[Result \"{result}\"]\n[Date \"{}.??.??\"]\n", 1980 + seed.below(40)));
    }
    if seed.below(3) == 0 {
        pgn.push_str(&format!("[UTCDate \"{}.01.01\"]\n", 1980 + seed.below(40)));
    }
    if seed.below(2) > 0 {
        pgn.push_str(&format!("[WhiteElo \"{}\"]\n", 2000 + seed.below(800)));
    }
    if !start.is_empty() {
        pgn.push_str(&format!("[FEN \"{start}\"]\n[SetUp \"1\"]\n"));
    }
    if start.starts_with('b') {
        pgn.push_str("[Variant \"Chess960\"]\n");
    }
    pgn.push('\n');
    let start = match start {
        "" | "no position" => Position::default(),
        fen => Position::from_fen(fen.as_bytes()).unwrap(),
    };
    let mut position = start;
    for _ in 0..seed.below(9) {
        let before = position.clone();
        let Some((text, after)) = some_move(&before, &mut seed) else { break };
        pgn.push_str(&text);
        pgn.push(' ');
        position = after;
        if seed.below(8) == 0 {
            pgn.push_str(&variation(before, &mut seed));
        }
        if seed.below(12) == 0 {
            pgn.push_str("{a note} ");
        }
    }
    pgn.push_str(result);
    pgn.push('\n');
    let (mut games, issues) = games_from_pgn(pgn.as_bytes()).unwrap();
    assert!(games.len() == 1 && (issues.is_empty() || pgn.contains("no position")), "{pgn}: {issues:?}");
    games.remove(0)
}

/// A variation of up to three moves from a position.
fn variation(mut position: Position, seed: &mut Seed) -> String {
    let mut text = String::from("(");
    for _ in 0..=seed.below(3) {
        let Some((san, after)) = some_move(&position, seed) else { break };
        text.push_str(&san);
        text.push(' ');
        position = after;
    }
    if text == "(" { String::new() } else { text + ") " }
}
