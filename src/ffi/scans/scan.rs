//! Scans, for programs that read every game, many games at a time. `table` has the scans of tables.

use std::{
    ops::Range,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use super::table_of_scan::{Table, TableOfScan};
use crate::{
    boundary::{
        error::plypack_error,
        guard::{guard, guard_free, guard_getter},
        handle::{self, Handle, Out},
        io::Reports,
        status::plypack_status,
        types::plypack_callbacks,
    },
    readers::reader::{OpenFile, plypack_reader},
};
use plypack::{Error, ErrorCode, MoveScan, PackedMove, Reader, Result, blocks::BatchSize};

/// A scan of the main lines, as packed moves.
pub const PLYPACK_SCAN_MOVES: u32 = 0x601;

/// A scan of the table of games, for `plypack_scan_stream`: a row for each game. spec/tables.md lists the columns of all tables.
pub const PLYPACK_SCAN_GAMES: u32 = 0x602;

/// A scan of the table of plies, for `plypack_scan_stream`: a row for each position of each main line.
pub const PLYPACK_SCAN_PLIES: u32 = 0x603;

/// A scan of the table of the tree, for `plypack_scan_stream`: a row for each position and move, with results. Several rows can
/// have the same position and move: the program must add their counts.
pub const PLYPACK_SCAN_TREE: u32 = 0x604;

/// A scan of the games of a file. It keeps the file open. Several threads may call `plypack_scan_next` and `plypack_scan_stream` at
/// the same time.
pub struct plypack_scan {
    _opaque: [u8; 0],
}

impl Handle for plypack_scan {
    type Value = HeldScan;
}

/// The value of a scan handle.
pub(crate) enum HeldScan {
    Moves(LineScan),
    Table(TableOfScan),
}

/// A scan of main lines.
pub(crate) struct LineScan {
    scan: MoveScan<Arc<Reader>>,
    reader: Arc<Reader>,
    accepts_damage: bool,
    corrupt: AtomicU64,
}

impl HeldScan {
    fn new(file: &OpenFile, table: u32) -> Result<HeldScan> {
        let table = match table {
            PLYPACK_SCAN_MOVES => return Ok(HeldScan::Moves(LineScan::new(file))),
            PLYPACK_SCAN_GAMES => Table::Games,
            PLYPACK_SCAN_PLIES => Table::Plies,
            PLYPACK_SCAN_TREE => Table::Tree,
            _ => return Err(Error::new(ErrorCode::InvalidArgument, format!("there is no table {table}"))),
        };
        TableOfScan::new(file, table).map(HeldScan::Table)
    }

    fn set_games(&mut self, first: u64, count: u64) -> Result<()> {
        let games = first..first.saturating_add(count);
        match self {
            HeldScan::Moves(scan) => scan.set_games(games),
            HeldScan::Table(table) => table.set_games(games),
        }
    }

    fn lines(&self) -> Result<&LineScan> {
        match self {
            HeldScan::Moves(scan) => Ok(scan),
            HeldScan::Table(_) => {
                Err(Error::new(ErrorCode::WrongState, "the scan is one of a table: plypack_scan_stream reads it"))
            }
        }
    }

    /// Returns the table, to be read as streams.
    pub(crate) fn table(&self) -> Result<&TableOfScan> {
        match self {
            HeldScan::Table(table) => Ok(table),
            HeldScan::Moves(_) => Err(not_a_table()),
        }
    }

    /// Returns the table, to be changed.
    pub(crate) fn table_mut(&mut self) -> Result<&mut TableOfScan> {
        match self {
            HeldScan::Table(table) => Ok(table),
            HeldScan::Moves(_) => Err(not_a_table()),
        }
    }

    fn corrupt(&self) -> u64 {
        match self {
            HeldScan::Moves(scan) => scan.corrupt.load(Ordering::Relaxed),
            HeldScan::Table(table) => table.corrupt(),
        }
    }
}

fn not_a_table() -> Error {
    Error::new(ErrorCode::WrongState, "the scan is one of moves, which plypack_scan_next reads, and of no table")
}

impl LineScan {
    fn new(file: &OpenFile) -> LineScan {
        let scan = MoveScan::new(file.reader.clone());
        let reader = file.reader.clone();
        LineScan { scan, reader, accepts_damage: file.accepts_damage(), corrupt: AtomicU64::new(0) }
    }

    fn set_games(&mut self, games: Range<u64>) -> Result<()> {
        self.scan = MoveScan::new(self.reader.clone()).with_games(games)?;
        Ok(())
    }

    fn next(&self, batch: &mut Batch<'_>, reports: Reports) -> Result<(u64, usize)> {
        let mut size = batch.size();
        let on_corruption = |corruption: &_| {
            reports.damage(corruption, self.accepts_damage)?;
            self.corrupt.fetch_add(1, Ordering::Relaxed);
            Ok(())
        };
        let read = self.scan.next(&mut size, |line| batch.add(line), on_corruption);
        let games = read.inspect_err(|e| {
            if e.code() == ErrorCode::BufferTooSmall {
                batch.count = size.plies;
            }
        })?;
        Ok(games.map_or((self.reader.number_end(), 0), |games| (games.start, (games.end - games.start) as usize)))
    }
}

/// The buffers of the caller.
struct Batch<'a> {
    moves: &'a mut [std::mem::MaybeUninit<u16>],
    offsets: &'a mut [std::mem::MaybeUninit<usize>],
    games: usize,
    count: usize,
}

impl Batch<'_> {
    fn size(&self) -> BatchSize {
        BatchSize { games: self.offsets.len().saturating_sub(1), plies: self.moves.len() }
    }

    /// Adds a line; the scan returns no more lines than fit.
    fn add(&mut self, line: &[PackedMove]) {
        let target = &mut self.moves[self.count..self.count + line.len()];
        target.iter_mut().zip(line).for_each(|(target, m)| {
            target.write(m.0);
        });
        self.count += line.len();
        self.games += 1;
        self.offsets[self.games].write(self.count);
    }
}

/// Creates a scan of all games of `reader`; the caller frees it. `table` is PLYPACK_SCAN_MOVES, for `plypack_scan_next`, or
/// PLYPACK_SCAN_GAMES, PLYPACK_SCAN_PLIES or PLYPACK_SCAN_TREE, for `plypack_scan_stream`. The scan has the games that the reader
/// has now, and keeps them when the reader is refreshed or freed.
///
/// Status: PLYPACK_INVALID_ARGUMENT for other numbers; PLYPACK_UNSUPPORTED_FEATURE for a table in a library that was built without
/// Arrow.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_scan_new(
    reader: *const plypack_reader,
    table: u32,
    scan: *mut *mut plypack_scan,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let reader = handle::get(reader, "reader")?;
            let scan = handle::out(scan, "scan")?;
            scan.put(handle::hold(HeldScan::new(reader, table)?));
            Ok(())
        })
    }
}

/// Restarts the scan with games `first` to `first + count - 1`, to scan a part of a file or to scan again. Streams of earlier calls
/// of `plypack_scan_stream` are not affected.
///
/// Status: PLYPACK_OUT_OF_RANGE if `first + count` is above `plypack_reader_number_end`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_scan_set_games(
    scan: *mut plypack_scan,
    first: u64,
    count: u64,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe { guard(error, || handle::get_mut(scan, "scan")?.set_games(first, count)) }
}

/// Reads a batch: the main lines of the next games, as packed moves, into `moves`. The line of game `first + i` begins with
/// `moves[offsets[i]]` and ends before `moves[offsets[i + 1]]`, for each `i` below `game_count`. `move_count` is the number of all
/// moves. `game_count` is 0 after the last game.
///
/// `moves` has space for `move_capacity` moves, and `offsets` for `offset_capacity` numbers: at least 2, and one more than the
/// games of a batch. All games of a batch are from one block. A block has at most 65,536 games (in files that plypack writes 8192,
/// or 16,384 with `PLYPACK_CODEC_TIGHT`); batches of 1000 games are fast enough.
///
/// Several threads may call this at the same time, each with its own buffers; no two threads get the same game. The reader checks
/// that moves are legal when it first reads them, by any function; later scans are faster.
///
/// A deleted game has an empty line, like a game without moves; only for a deleted game does `plypack_reader_read_tags` fail with
/// PLYPACK_NOT_FOUND. A game that cannot be read also has an empty line, and the call passes it to the corruption callback. Without
/// this callback and without PLYPACK_OPEN_ACCEPT_DAMAGE, the call fails at such a game and returns no game. The next call returns
/// the games of the batch before this game, and later calls continue after it. The progress callback is not called.
///
/// Status: PLYPACK_BUFFER_TOO_SMALL if not even one game fits, with its number of plies in `move_count`; the next call reads the
/// game again; statuses of the classes malformed, unsupported, limit and checksum for a corrupt game; PLYPACK_IO;
/// PLYPACK_CANCELLED; PLYPACK_WRONG_STATE for a scan of a table.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_scan_next(
    scan: *const plypack_scan,
    callbacks: *const plypack_callbacks,
    moves: *mut u16,
    move_capacity: usize,
    offsets: *mut usize,
    offset_capacity: usize,
    move_count: *mut usize,
    first: *mut u64,
    game_count: *mut usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let scan = handle::get(scan, "scan")?.lines()?;
            let moves = handle::buffer(moves, move_capacity, "moves")?.into_slice();
            let offsets = handle::buffer(offsets, offset_capacity, "offsets")?.into_slice();
            let move_count = handle::out(move_count, "move_count")?;
            let first = handle::out(first, "first")?;
            let game_count = handle::out(game_count, "game_count")?;
            let reports = Reports::of(callbacks)?;
            if let Some(start) = offsets.first_mut() {
                start.write(0);
            }
            let mut batch = Batch { moves, offsets, games: 0, count: 0 };
            put_batch(scan.next(&mut batch, reports), batch.count, move_count, first, game_count)
        })
    }
}

fn put_batch(
    read: Result<(u64, usize)>,
    count: usize,
    move_count: Out<'_, usize>,
    first: Out<'_, u64>,
    game_count: Out<'_, usize>,
) -> Result<()> {
    if read.as_ref().err().is_none_or(|e| e.code() == ErrorCode::BufferTooSmall) {
        move_count.put(count);
    }
    let (first_game, games) = read?;
    first.put(first_game);
    game_count.put(games);
    Ok(())
}

/// Returns the number of games that this scan and its streams left out so far because they could not be read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_scan_corrupt_count(scan: *const plypack_scan) -> u64 {
    // SAFETY: the rules of the module.
    unsafe { guard_getter(scan, 0, HeldScan::corrupt) }
}

/// Frees a scan.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_scan_free(scan: *mut plypack_scan) {
    // SAFETY: the rules of the module.
    unsafe { guard_free(scan) }
}
