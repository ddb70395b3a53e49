//! The games of a block as code of the codec `byte`, whatever the codec of the block, and the index data of each game.

use std::ops::Range;

use super::{
    directory::MovesPlace,
    group::{GameRecord, GameStart, GroupRecord},
};
use crate::{
    Codec, Color, Game, Position, Result,
    coding::wire::{crc32c, part_range},
    container::{Block, BlockHeader, BlockOutline, BlockScan, Fetch, GameMeta, LineCodes, SectionKind, plies},
    memory,
};

/// A group of games: their numbers in the block, the range of their codes in the section `moves`, and the checksum of
/// these codes.
type BlockGroup = (Range<usize>, Range<u64>, u32);

/// The games of a block.
pub(crate) struct BlockLines {
    pub moves: MovesPlace,
    pub games: Vec<GameRecord>,
    /// The games with custom starts, by number: the start position and the `FEN` tag.
    pub custom: Vec<(u32, Position, Vec<u8>)>,
    codes: Vec<u8>,
    ends: Vec<u32>,
    /// The games of each group, with their bytes in the section `moves`.
    pub groups: Vec<BlockGroup>,
}

impl BlockLines {
    /// Reads the games. If games have separate codes, each group has 2^`group_bits` games.
    pub(crate) fn load(header: &BlockHeader, group_bits: u32, fetch: &dyn Fetch) -> Result<BlockLines> {
        let mut lines = match header.codec()? {
            Codec::Byte => stored_lines(header, group_bits, fetch),
            _ => decoded_lines(header, group_bits, fetch),
        }?;
        let meta = GameMeta::load(header, fetch)?;
        for (number, game) in lines.games.iter_mut().enumerate() {
            game.ratings = [Color::White, Color::Black].map(|color| meta.rating(number, color).unwrap_or(0) as u16);
            game.year = meta.year(number)?.unwrap_or(0) as u16;
            game.result = GameRecord::result_number(meta.result(number));
        }
        Ok(lines)
    }

    /// Returns the code of a game.
    pub(super) fn code(&self, game: usize) -> &[u8] {
        &self.codes[part_range(&self.ends, game)]
    }

    /// Returns the approximate memory used, in bytes.
    pub(super) fn memory(&self) -> usize {
        self.codes.len() + 4 * self.ends.len() + size_of::<GameRecord>() * self.games.len() + 200 * self.custom.len()
    }

    /// Returns the custom start of a game.
    pub(super) fn custom_start(&self, game: usize) -> Option<&Position> {
        let found = self.custom.binary_search_by_key(&(game as u32), |(game, ..)| *game);
        found.ok().map(|index| &self.custom[index].1)
    }

    /// Returns the records of the groups.
    pub(super) fn records(&self) -> impl Iterator<Item = Result<GroupRecord>> + '_ {
        self.groups.iter().map(|(games, moves, moves_crc)| {
            let place = |number: usize| self.custom.partition_point(|(game, ..)| (*game as usize) < number);
            let custom = &self.custom[place(games.start)..place(games.end)];
            let fens = custom.iter().map(|(.., fen)| memory::copied(fen));
            let fens = memory::all(fens)?;
            let games = memory::copied(&self.games[games.clone()])?;
            Ok(GroupRecord { moves: moves.clone(), moves_crc: *moves_crc, games, fens })
        })
    }
}

/// Returns the place of the moves, if they can be read without the block's header.
fn place_of(header: &BlockHeader, runs: bool) -> MovesPlace {
    match header.section(SectionKind::Moves).filter(|section| section.compression == 0) {
        None => MovesPlace::None,
        Some(section) if runs => MovesPlace::Runs { param: section.param, offset: section.range.start },
        Some(section) => MovesPlace::Games { param: section.param, offset: section.range.start },
    }
}

/// Returns the start of a game according to the outline of its block.
fn start_of(outline: &BlockOutline<'_>, game: usize) -> GameStart {
    if outline.has_standard_start(game) {
        GameStart::Standard
    } else if outline.has_custom_start(game) {
        GameStart::Fen
    } else {
        GameStart::None
    }
}

fn record_of(start: GameStart, plies: u32, size: u32) -> GameRecord {
    GameRecord { start, plies, size, ratings: [0; 2], year: 0, result: 0 }
}

/// Returns the number, start and `FEN` tag of a game.
fn custom_start(block: &Block, number: usize) -> Result<(u32, Position, Vec<u8>)> {
    let mut game = Game::new();
    block.read_tags(number, &mut game)?;
    let fen = memory::copied(game.tag(b"FEN").unwrap_or_default())?;
    Ok((number as u32, game.start_position(), fen))
}

/// Splits games with these sizes of code into groups.
fn groups_of(sizes: &[u32], group_bits: u32, moves: &[u8]) -> Result<Vec<BlockGroup>> {
    let mut at = 0;
    let groups = sizes.chunks(1 << group_bits).enumerate().map(|(group, sizes)| {
        let start = at;
        at += sizes.iter().map(|size| *size as usize).sum::<usize>();
        let first = group << group_bits;
        (first..first + sizes.len(), start as u64..at as u64, crc32c(&moves[start..at]))
    });
    memory::collected(groups)
}

/// Reads games with separate codes: their sizes, then groups.
fn stored_lines(header: &BlockHeader, group_bits: u32, fetch: &dyn Fetch) -> Result<BlockLines> {
    let scan = BlockScan::new(header, fetch)?;
    let outline = BlockOutline::load(&scan)?;
    let lines = LineCodes::load(&scan, false)?;
    let has_custom_starts = (0..header.games).any(|game| outline.has_custom_start(game));
    let block = has_custom_starts.then(|| Block::load(header.clone(), fetch)).transpose()?;
    let plies = plies(header, fetch)?;
    let sizes = memory::collected((0..header.games).map(|game| lines.code(game).len() as u32))?;
    let games = (0..header.games).map(|game| record_of(start_of(&outline, game), plies[game], sizes[game]));
    let games = memory::collected(games)?;
    let custom = (0..header.games).filter(|game| games[*game].start == GameStart::Fen);
    let custom = memory::all(custom.filter_map(|game| block.as_ref().map(|block| custom_start(block, game))))?;
    let groups = groups_of(&sizes, group_bits, lines.all())?;
    let ends = memory::copied(lines.ends())?;
    Ok(BlockLines { moves: place_of(header, false), games, custom, codes: memory::copied(lines.all())?, ends, groups })
}

fn decoded_lines(header: &BlockHeader, group_bits: u32, fetch: &dyn Fetch) -> Result<BlockLines> {
    let block = Block::load(header.clone(), fetch)?;
    let outline = BlockOutline::load(&BlockScan::new(header, fetch)?)?;
    let has_runs = block.codec().shares_runs();
    let moves = place_of(header, has_runs);
    let mut games = Vec::new();
    let mut custom = Vec::new();
    let mut codes = Vec::new();
    let mut ends = memory::with_capacity(header.games)?;
    let mut line = Vec::new();
    let mut code = Vec::new();
    for game in 0..header.games {
        let start = start_of(&outline, game);
        let plies = block.plies()[game];
        let size = if has_runs { 0 } else { block.move_code(game).len() as u32 };
        memory::push(&mut games, record_of(start, plies, size))?;
        if start == GameStart::Fen {
            memory::push(&mut custom, custom_start(&block, game)?)?;
        }
        if start != GameStart::None {
            block.read_byte_code(game, &mut line, &mut code)?;
            memory::append(&mut codes, &code)?;
        }
        ends.push(codes.len() as u32);
    }
    let groups = match moves {
        MovesPlace::Runs { .. } => {
            let runs = block.runs().map(|(games, code)| {
                let crc = crc32c(block.code_bytes(&code));
                (games, code.start as u64..code.end as u64, crc)
            });
            memory::collected(runs)?
        }
        MovesPlace::Games { .. } => {
            let sizes = memory::collected(games.iter().map(|game| game.size))?;
            groups_of(&sizes, group_bits, block.code_bytes(&(0..sizes.iter().sum::<u32>() as usize)))?
        }
        MovesPlace::None => groups_of(&memory::filled(0, games.len())?, group_bits, &[])?,
    };
    Ok(BlockLines { moves, games, custom, codes, ends, groups })
}
