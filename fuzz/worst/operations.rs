//! All operations that read a file.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicU64, Ordering::Relaxed},
};

use plypack::{
    Codec, Game, MoveScan, Options, Position, Reader, Result, Walker,
    blocks::BatchSize,
    export,
    files::{recode, repair},
    io::Source,
    scid::{ScidWriter, export_scid},
    search::{
        self, Condition, DuplicateKind, NameFilter, NumberField, PlayerName, Query, RowsOptions, SearchEvent,
        TextField, TextForm,
    },
    text::write_san_line,
    verify,
};

/// A file in memory, which is read in place or like a file on a disk.
#[derive(Clone)]
pub struct Bytes {
    pub bytes: Arc<Vec<u8>>,
    pub is_in_place: bool,
    pub is_remote: bool,
    /// Its length in bytes. It grows before a reader is refreshed.
    pub len: Arc<Mutex<usize>>,
    /// Number of bytes read, except in place.
    pub read: Arc<AtomicU64>,
}

impl Bytes {
    pub fn new(bytes: &Arc<Vec<u8>>, is_in_place: bool) -> Bytes {
        let len = Arc::new(Mutex::new(bytes.len()));
        Bytes { bytes: bytes.clone(), is_in_place, is_remote: false, len, read: Arc::default() }
    }

    fn all(&self) -> &[u8] {
        &self.bytes[..*self.len.lock().expect("a length")]
    }
}

impl Source for Bytes {
    fn len(&self) -> Result<u64> {
        Ok(self.all().len() as u64)
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> Result<()> {
        let start = offset as usize;
        self.read.fetch_add(buffer.len() as u64, Relaxed);
        let missing = || plypack::Error::new(plypack::ErrorCode::Truncated, "the end");
        buffer.copy_from_slice(self.all().get(start..start + buffer.len()).ok_or_else(missing)?);
        Ok(())
    }

    fn is_remote(&self) -> bool {
        self.is_remote
    }

    fn in_memory(&self) -> Option<&[u8]> {
        self.is_in_place.then(|| self.all())
    }
}

/// An operation. It returns the number of bytes written.
pub type Operation = fn(&Bytes) -> Result<u64>;

fn open(file: &Bytes) -> Result<Reader> {
    Reader::from_source(Box::new(file.clone()))
}

fn each_game(file: &Bytes, mut read: impl FnMut(&Reader, u64)) -> Result<u64> {
    let reader = open(file)?;
    (0..reader.number_end()).for_each(|number| read(&reader, number));
    Ok(0)
}

fn walk(game: &Game) -> u64 {
    let mut steps = Walker::new(game);
    while let Some(Ok(_)) = steps.next() {}
    let mut text = Vec::new();
    let _ = write_san_line(&game.start_position(), &game.moves, &mut text);
    text.len() as u64
}

/// Counts the bytes written to it.
struct Counted(u64);

impl std::io::Write for Counted {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl plypack::io::Sink for Counted {
    fn rewrite(&mut self, _: u64, _: &[u8]) -> std::io::Result<()> {
        Ok(())
    }

    fn sync(&mut self) -> std::io::Result<()> {
        Ok(())
    }

    fn abort(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn observer(_: SearchEvent) -> Result<()> {
    Ok(())
}

fn start() -> Query {
    quiet(Query::position(&Position::default()))
}

fn later() -> Query {
    quiet(Query::position(&search::position_after(b"e4").expect("a line")))
}

fn quiet(mut query: Query) -> Query {
    query.threads = 1;
    query
}

fn find(file: &Bytes, query: Query) -> Result<u64> {
    search::find(&[&open(file)?], &query, &mut observer).map(|hits| 16 * hits.len() as u64)
}

fn list(file: &Bytes, condition: Condition) -> Result<u64> {
    search::list(&[&open(file)?], &quiet(Query::games(condition)), &mut observer).map(|hits| 16 * hits.len() as u64)
}

fn names(file: &Bytes, text: &[u8]) -> Result<u64> {
    let filter = NameFilter { field: TextField::Player, text: text.to_vec(), begins: false };
    let found = search::names(&[&open(file)?], &quiet(Query::default()), &filter, &mut observer)?;
    Ok(found.iter().map(|name| name.name.len() as u64 + 8).sum())
}

fn statistics(file: &Bytes, player: &[PlayerName]) -> Result<u64> {
    let reader = open(file)?;
    let found = search::statistics(&[&reader], &quiet(Query::default()), player, &mut observer)?;
    let players: usize = found.players()?.iter().map(|player| player.name.len()).sum();
    let length = |name: Option<&[u8]>| name.map_or(0, <[u8]>::len);
    let openings: usize = found.openings().iter().map(|opening| length(opening.name.as_deref())).sum();
    let white = found.repertoire.white.openings();
    Ok((players + openings + white.iter().map(|opening| length(opening.name.as_deref())).sum::<usize>()) as u64)
}

fn rows(file: &Bytes, columns: &str, order: &str, count: u64) -> Result<u64> {
    let mut options = RowsOptions::from_text(columns, order)?;
    options.count = count;
    let rows = search::rows(&[&open(file)?], &quiet(Query::default()), &options, &mut observer)?;
    let values = rows.hits().len() * options.columns.len();
    Ok(4 * values as u64
        + (0..rows.names() as u32).map(|n| rows.name(n).map_or(0, |name| name.len() as u64)).sum::<u64>())
}

fn duplicates(file: &Bytes, kind: DuplicateKind) -> Result<u64> {
    let mut found = 0;
    let mut count = |group: &[search::Hit]| {
        found += 16 * group.len() as u64;
        Ok(())
    };
    search::duplicates(&[&open(file)?], &quiet(Query::default()), kind, &mut count, &mut observer)?;
    Ok(found)
}

/// Reads all columns of a table, batch by batch.
#[cfg(feature = "arrow")]
fn table(file: &Bytes, table: plypack::tables::Table) -> Result<u64> {
    let scan = plypack::tables::TableScan::new(Arc::new(open(file)?), table).accepting_corruption();
    let sizes = scan.stream()?.map_while(|batch| batch.ok()).map(|batch| batch.get_array_memory_size() as u64);
    Ok(sizes.sum())
}

/// All operations by name.
pub const OPERATIONS: &[(&str, Operation)] = &[
    ("open", |file| open(file).map(|_| 0)),
    ("info", |file| open(file)?.info().map(|_| 0)),
    ("salvage", |file| {
        let reader = Reader::salvage(Box::new(file.clone()))?;
        (0..reader.blocks().len()).for_each(|block| drop(reader.salvage_block(block)));
        Ok(0)
    }),
    ("verify", |file| verify(&open(file)?, 1, |_, _| Ok(())).map(|_| 0)),
    ("games", |file| {
        let mut game = Game::new();
        each_game(file, |reader, number| drop(reader.read_game(number, &mut game)))
    }),
    ("games, last first", |file| {
        let reader = open(file)?;
        let mut game = Game::new();
        (0..reader.number_end()).rev().for_each(|number| drop(reader.read_game(number, &mut game)));
        Ok(0)
    }),
    ("tags", |file| {
        let mut game = Game::new();
        each_game(file, |reader, number| drop(reader.read_tags(number, &mut game)))
    }),
    ("moves", |file| {
        let mut moves = Vec::new();
        each_game(file, |reader, number| {
            moves.clear();
            drop(reader.read_moves(number, &mut moves));
        })
    }),
    ("walk", |file| {
        let mut game = Game::new();
        let mut written = 0;
        each_game(file, |reader, number| {
            if reader.read_game(number, &mut game).is_ok() {
                written += walk(&game);
            }
        })?;
        Ok(written)
    }),
    ("scan", |file| {
        let scan = MoveScan::new(open(file)?);
        let size = || BatchSize { games: 1000, plies: 1 << 28 };
        while scan.next(&mut size(), |_| (), |_| Ok(()))?.is_some() {}
        Ok(0)
    }),
    ("list by a tag", |file| list(file, Condition::tag(b"White", b"x"))),
    ("list by a text", |file| list(file, Condition::text(TextField::Player, b"nobody at all"))),
    ("statistics", |file| statistics(file, &[])),
    ("statistics of players", |file| statistics(file, &[PlayerName { form: TextForm::Contains, text: Vec::new() }])),
    ("rows", |file| rows(file, "white,event,date,plies,comments,material", "", u64::MAX)),
    ("first rows by names", |file| rows(file, "black,tag=A", "white,-tag=A", 5)),
    ("all rows by names", |file| rows(file, "black", "-white,event", u64::MAX)),
    ("duplicates", |file| duplicates(file, DuplicateKind::Exact)),
    ("near duplicates", |file| duplicates(file, DuplicateKind::Near)),
    #[cfg(feature = "arrow")]
    ("table of games", |file| table(file, plypack::tables::Table::Games)),
    #[cfg(feature = "arrow")]
    ("table of plies", |file| table(file, plypack::tables::Table::Plies)),
    #[cfg(feature = "arrow")]
    ("table of positions", |file| table(file, plypack::tables::Table::Tree)),
    ("list by numbers", |file| {
        list(file, Condition::range(NumberField::Plies, 3, 9).and(Condition::range(NumberField::Rating, 3, 9)))
    }),
    ("names", |file| names(file, b"")),
    ("names with a text", |file| names(file, b"zqz")),
    ("find the start", |file| find(file, start())),
    ("find a position", |file| find(file, later())),
    ("find without index", |file| {
        let mut query = later();
        query.index = false;
        find(file, query)
    }),
    ("find in variations", |file| {
        let after = search::position_after(b"a3 h6 h4 a5").expect("a line");
        let mut query = quiet(Query::position(&after));
        query.variations = true;
        find(file, query)
    }),
    ("count", |file| search::count(&[&open(file)?], &later(), &mut observer).map(|_| 0)),
    ("tree", |file| search::tree(&[&open(file)?], &start(), &mut observer).map(|_| 0)),
    ("moves played next", |file| {
        search::played_next(&[&open(file)?], &start(), &mut |_, _| Ok(()), &mut observer).map(|()| 0)
    }),
    ("transpositions", |file| {
        let found = search::transpositions(&[&open(file)?], &later(), &mut observer)?;
        Ok(found.iter().map(|order| order.uci.len() as u64 + 2 * order.moves.len() as u64).sum())
    }),
    ("export", |file| {
        let reader = open(file)?;
        let mut out = Counted(0);
        export(&reader, 0..reader.number_end(), 1, &mut out, |_| Ok(()), |_| Ok(())).map(|_| out.0)
    }),
    ("SCID", |file| {
        let reader = open(file)?;
        let sink = || Counted(0);
        let mut writer = ScidWriter::new(sink(), sink(), sink());
        export_scid(&reader, std::iter::once(0..reader.number_end()), 1, &mut writer, |_| Ok(()))?;
        Ok(writer.into_sinks()?.0.iter().map(|sink| sink.0).sum())
    }),
    ("recode", |file| {
        let options = Options::default().with_level(1);
        recode(&open(file)?, Counted(0), options, 1, |_| Ok(()), |_| Ok(())).map(|(out, _)| out.0)
    }),
    ("recode with runs", |file| {
        let options = Options::of(Codec::Tight).with_level(1);
        recode(&open(file)?, Counted(0), options, 1, |_| Ok(()), |_| Ok(())).map(|(out, _)| out.0)
    }),
    ("repair", |file| {
        let reader = Reader::salvage(Box::new(file.clone()))?;
        let options = Options::default().with_level(1);
        repair(&reader, Counted(0), options, |_| Ok(())).map(|(out, _)| out.0)
    }),
    ("refresh", |file| {
        let all = file.bytes.len();
        *file.len.lock().expect("a length") = all / 2;
        let reader = open(file);
        *file.len.lock().expect("a length") = all;
        reader?.refreshed().map(|_| 0)
    }),
    ("block headers", |file| {
        let reader = open(file)?;
        (0..reader.blocks().len()).for_each(|block| drop(reader.block_header(block)));
        Ok(0)
    }),
];
