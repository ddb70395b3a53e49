//! Every operation survives the failure of a single large allocation: it returns `NoMemory`, and its objects stay
//! usable.
//!
//! `PLYPACK_ALLOCATIONS=4096 cargo test --test memory -- --nocapture` lists the places of larger allocations whose
//! failure aborts the program. The quick tier takes a sample of the allocations of each operation.
//!
//! With glibc, allocations of zstd fail, too.

#![allow(unsafe_code, reason = "an allocator")]

use std::{
    alloc::{GlobalAlloc, Layout, System},
    backtrace::Backtrace,
    cell::Cell,
    collections::BTreeSet,
    path::Path,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use plypack::{
    Codec, Error, ErrorCode, Game, GameBuilder, ImportOptions, MoveScan, Options, OutputFile, PgnSource, Reader,
    Result, Token, UniqueGames, Writer,
    blocks::BatchSize,
    export,
    files::{add_index, recode},
    import,
    search::{
        self, Condition, DuplicateKind, Hit, NameFilter, NumberField, Query, RowsOptions, SearchObserver, TextField,
    },
    tables::{
        Table, TableScan, TableStream,
        arrow_array::ffi_stream::{FFI_ArrowArrayStream, RecordBatchStreamReader},
        arrow_schema::ArrowError,
    },
    text::unescape,
    verify,
};

#[path = "support/tier.rs"]
mod tier;

/// In the quick tier, after the first few allocations, only one in this number fails.
const QUICK_STEP: usize = 12;

/// Smaller allocations never fail: a program without memory for them cannot continue anyway.
const LARGE: usize = 64 << 10;

/// Counts large allocations down, and fails the allocation at 0.
static LEFT: AtomicUsize = AtomicUsize::new(usize::MAX);
/// The size above which allocations are listed.
static LISTED: AtomicUsize = AtomicUsize::new(usize::MAX);
static SITES: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

thread_local! {
    static IS_LISTING: Cell<bool> = const { Cell::new(false) };
    /// True during an allocation by Rust, which is already counted.
    static IS_RUST: Cell<bool> = const { Cell::new(false) };
}

struct Failing;

#[global_allocator]
static ALLOCATOR: Failing = Failing;

/// Returns whether this allocation must fail.
fn is_failing() -> bool {
    LEFT.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| match left {
        0 | usize::MAX => None,
        left => Some(left - 1),
    }) == Ok(1)
}

impl Failing {
    /// Returns the result of `allocate`, or null if the allocation must fail.
    fn block(&self, size: usize, allocate: impl FnOnce() -> *mut u8) -> *mut u8 {
        if size >= LISTED.load(Ordering::Relaxed) {
            list_site(size);
        }
        if size >= LARGE && is_failing() {
            return std::ptr::null_mut();
        }
        let outer = IS_RUST.replace(true);
        let block = allocate();
        IS_RUST.set(outer);
        block
    }
}

// SAFETY: the system's allocator, or null.
unsafe impl GlobalAlloc for Failing {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        self.block(layout.size(), || unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        self.block(layout.size(), || unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as the caller promises.
        self.block(size, || unsafe { System.realloc(block, layout, size) })
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(block, layout) }
    }
}

/// The allocating function of zstd: the C library's, which may fail.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod zstd_memory {
    use std::ffi::c_void;

    /// Contexts of zstd are larger, the C library's own allocations are smaller.
    const CONTEXT: usize = 4 << 10;

    unsafe extern "C" {
        fn __libc_malloc(size: usize) -> *mut c_void;
    }

    #[unsafe(no_mangle)]
    extern "C" fn malloc(size: usize) -> *mut c_void {
        if size >= CONTEXT && !super::IS_RUST.get() && super::is_failing() {
            std::ptr::null_mut()
        } else {
            // SAFETY: any size is allowed.
            unsafe { __libc_malloc(size) }
        }
    }
}

/// Notes the functions of this library on the stack, unless the allocation may fail.
fn list_site(size: usize) {
    if IS_LISTING.replace(true) {
        return;
    }
    let stack = Backtrace::force_capture().to_string();
    if !stack.contains("::try_reserve") {
        let lines: Vec<&str> = stack.lines().map(str::trim).collect();
        let own = lines.windows(2).filter(|pair| pair[1].contains("./src/"));
        let own: Vec<String> = own.take(4).map(|pair| pair[1].replace("at ./", "")).collect();
        let is_new = SITES.lock().unwrap().insert(own.join(" < "));
        if is_new {
            eprintln!("{size:>9} {}", own.join(" < "));
        }
    }
    IS_LISTING.set(false);
}

/// Runs `operation` while the first, second, ... large allocation fails, until no allocation fails.
fn survives<T>(name: &str, mut operation: impl FnMut() -> Result<T>) -> T {
    operation().unwrap_or_else(|e| panic!("{name}: {e}"));
    if let Some(size) = std::env::var_os("PLYPACK_ALLOCATIONS") {
        eprintln!("{name}:");
        LISTED.store(size.to_str().unwrap().parse().unwrap(), Ordering::Relaxed);
        let done = operation();
        LISTED.store(usize::MAX, Ordering::Relaxed);
        return done.unwrap();
    }
    let mut failures = 0;
    let step = |nth: &usize| Some(if *nth < 8 { nth + 1 } else { nth + tier::sized(QUICK_STEP, 1) });
    for nth in std::iter::successors(Some(1), step) {
        LEFT.store(nth, Ordering::Relaxed);
        let done = operation();
        let left = LEFT.swap(usize::MAX, Ordering::Relaxed);
        match done {
            Err(e) => assert_eq!(e.code(), ErrorCode::NoMemory, "{name}: {e}"),
            Ok(done) if left > 0 => {
                eprintln!("{name}: {failures} times that a large allocation was missing made it fail");
                return done;
            }
            // Cached values may be missing.
            Ok(_) => continue,
        }
        failures += 1;
    }
    unreachable!()
}

/// The moves of most games, and the number of times that knights move out and back in a long game.
struct Moves {
    line: &'static str,
    rounds: usize,
}

const MANY: Moves = Moves {
    line: "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O 6. Nf3 h6 7. Bh4 b6 8. cxd5 Nxd5 0-1",
    rounds: 12_000,
};
/// For `tight`, which takes much time per ply.
const FEW: Moves = Moves { line: "1. d4 d5 2. c4 e6 3. Nc3 0-1", rounds: 300 };

/// Enough games for two blocks, with every kind of content: large names, long comments, variations, unparsed text.
fn pgn(moves: &Moves) -> Vec<u8> {
    let mut text = String::new();
    for number in 0..9000 {
        let name = number % 3000;
        let event = number * 7919 % 9000;
        text += &format!(
            "[Event \"tournament number {event}\"]\n[White \"player {name}\"]\n[WhiteElo \"{}\"]\n",
            1000 + name
        );
        text += &format!("[Date \"20{:02}.{:02}.01\"]\n[Note{} \"x\"]\n\n", number % 24, number % 12 + 1, number % 5);
        match number % 50 {
            0 => {
                text += "1. e4 {[%clk 0:01:02] [%eval 0.3] a comment} e5 2. Nf3 $1 (2. f4 exf4 {gambit} 3. Nf3) 2... Nc6 3. Bb5 1-0\n\n"
            }
            1 => text += "1. e4 e5 2. Ke4 and all of this is no move 1/2-1/2\n\n",
            _ => text += &format!("{}\n\n", moves.line),
        }
    }
    let long = "long ".repeat(40_000);
    text += &format!("[Event \"{long}\"]\n\n1. e4 {{{long}}} e5 (1... c5 2. Nf3 d6) 2. Ke2 *\n\n");
    text += "1. e4 e5 ";
    for number in 1..moves.rounds {
        text += &format!("{}. Nf3 Nf6 {}. Ng1 Ng8 ", 2 * number, 2 * number + 1);
    }
    text += &format!("*\n\n1. e4 {long} *\n\n[Round \"{long}\"]\n\n1. e4 *\n");
    text.into_bytes()
}

fn source(text: &[u8]) -> PgnSource<'_> {
    PgnSource { name: "text".to_owned(), reader: Box::new(text) }
}

fn packed(text: &[u8], options: Options) -> Result<Vec<u8>> {
    let mut writer = Writer::new(Vec::new(), options)?;
    import(vec![source(text)], 1, &mut writer, |_| Ok(()))?;
    writer.finish()
}

fn copied(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut copy = Vec::new();
    copy.try_reserve_exact(bytes.len())?;
    copy.extend_from_slice(bytes);
    Ok(copy)
}

fn read_all(reader: &Reader) -> Result<Vec<Game>> {
    let mut games = Vec::new();
    games.try_reserve_exact(reader.number_end() as usize)?;
    for number in 0..reader.number_end() {
        let mut game = Game::new();
        reader.read_game(number, &mut game)?;
        games.push(game);
    }
    Ok(games)
}

fn searches(reader: &Reader) {
    let query = Query::position(&search::position_after(b"d4 d5 c4 e6").unwrap());
    let observer: &mut SearchObserver<'_> = &mut |_| Ok(());
    assert!(survives("find", || search::find(&[reader], &query, observer)).len() > 5000);
    assert!(survives("count", || search::count(&[reader], &query, observer)) > 5000);
    assert_eq!(survives("tree", || search::tree(&[reader], &query, observer)).len(), 1);
    assert!(!survives("transpositions", || search::transpositions(&[reader], &query, observer)).is_empty());
    assert!(survives("list", || search::list(&[reader], &query, observer)).len() > 5000);
    for (columns, order, count) in [
        ("white,event,date,plies", "", u64::MAX),
        ("white,tag=Round", "-date,black", 20),
        ("comments,material", "white", u64::MAX),
    ] {
        let mut options = RowsOptions::from_text(columns, order).unwrap();
        options.count = count;
        assert!(survives("rows", || search::rows(&[reader], &Query::default(), &options, observer)).hits().len() >= 20);
    }
}

fn conditions(reader: &Reader) {
    let observer: &mut SearchObserver<'_> = &mut search::strict;
    let player = |text: &str| Condition::text(TextField::Player, text);
    let condition = Condition::Any(vec![
        Condition::All(vec![player("player 1"), Condition::Not(Box::new(player("player 12")))]),
        Condition::tag("Note3", "x"),
        Condition::Range { field: NumberField::Date, first: 20050000, last: 20060000 },
    ]);
    let query = Query::games(condition);
    assert!(survives("list with conditions", || search::list(&[reader, reader], &query, observer)).len() > 5000);
    let long = "Long ".repeat(40_000).into_bytes();
    let tag = |name: &[u8], value: &[u8]| Condition::tag(name, value);
    let long_texts = Query::games(Condition::Any(vec![
        Condition::text(TextField::Event, &long[..long.len() - 1]),
        tag(b"Round", &long),
        tag(&long, b"x"),
        tag(&long, &long),
    ]));
    assert_eq!(survives("list with long texts", || search::list(&[reader], &long_texts, observer)).len(), 2);
    for begins in [false, true] {
        let filter = NameFilter { field: TextField::Event, text: long.clone(), begins };
        let named = || search::names(&[reader], &Query::default(), &filter, observer);
        assert_eq!(survives("long names", named).len(), 1);
    }
    for field in [TextField::Player, TextField::Event] {
        let filter = NameFilter { field, text: Vec::new(), begins: true };
        assert!(survives("names", || search::names(&[reader], &Query::default(), &filter, observer)).len() > 2000);
    }
    for kind in [DuplicateKind::Exact, DuplicateKind::Near] {
        let mut groups = 0;
        survives("duplicates", || {
            groups = 0;
            let mut count = |_: &[Hit]| {
                groups += 1;
                Ok(())
            };
            search::duplicates(&[reader, reader], &Query::default(), kind, &mut count, observer)
        });
        assert!(groups > 1000, "{groups}");
    }
}

fn scan(reader: &Reader) -> Result<usize> {
    let scan = MoveScan::new(reader);
    let mut plies = 0;
    let size = || BatchSize { games: 10_000, plies: 1_000_000 };
    while scan.next(&mut size(), |moves| plies += moves.len(), |corruption| Err(corruption.error.clone()))?.is_some() {}
    Ok(plies)
}

/// An error of a stream; through the C interface of Arrow it has only a text.
fn of_stream(error: ArrowError) -> Error {
    match error {
        ArrowError::MemoryError(text) => Error::new(ErrorCode::NoMemory, text),
        ArrowError::CDataInterface(text) if text.contains("not enough memory") => Error::new(ErrorCode::NoMemory, text),
        other => Error::new(ErrorCode::Internal, other.to_string()),
    }
}

fn count_rows(mut stream: TableStream) -> Result<usize> {
    let rows = stream.try_fold(0, |rows, batch| Ok(rows + batch.map_err(of_stream)?.num_rows()));
    let no_memory = rows.as_ref().is_err_and(|error: &Error| error.code() == ErrorCode::NoMemory);
    // Such a stream loses no row silently.
    assert!(!no_memory || matches!(stream.next(), Some(Err(ArrowError::MemoryError(_)))));
    rows
}

fn count_rows_in_c(stream: TableStream) -> Result<usize> {
    let mut batches =
        RecordBatchStreamReader::try_new(FFI_ArrowArrayStream::new(Box::new(stream))).map_err(of_stream)?;
    batches.try_fold(0, |rows, batch| Ok(rows + batch.map_err(of_stream)?.num_rows()))
}

fn tables(reader: Reader, plies: usize) {
    let reader = Arc::new(reader);
    let scan = |table| TableScan::new(reader.clone(), table);
    let games = reader.number_end() as usize;
    assert_eq!(survives("table of games", || count_rows(scan(Table::Games).stream()?)), games);
    assert_eq!(survives("table of games in C", || count_rows_in_c(scan(Table::Games).stream()?)), games);
    let rows = survives("table of plies", || count_rows(scan(Table::Plies).with_batch_rows(50_000)?.stream()?));
    // Each game also has its last position, except games that begin with text.
    assert!((plies..plies + games + 1).contains(&rows), "{rows}");
    assert!(survives("table of positions", || count_rows(scan(Table::Tree).stream()?)) > 5);
    let query = Arc::new(Query::position(&search::position_after(b"d4 d5 c4 e6").unwrap()));
    let selected = || scan(Table::Games).with_query(query.clone());
    assert!(survives("table of some games", || count_rows(selected().stream()?)) > 5000);
    assert_eq!(survives("partitions", || selected().partitions(1)).len(), reader.blocks().len());
}

fn edited_game() {
    let long = vec![b'x'; 1 << 20];
    let quotes = vec![b'"'; 1 << 17];
    let built = || {
        let mut builder = GameBuilder::new();
        builder.add_tag(b"Event", &long)?;
        builder.add_tag(b"Annotator", &quotes)?;
        builder.add_san(b"e4")?;
        builder.add_comment(&long)?;
        builder.begin_variation()?;
        builder.add_san(b"d4")?;
        builder.add_raw(&long)?;
        builder.end_variation()?;
        for _ in 0..20_000 {
            ["Nf6", "Nf3", "Ng8", "Ng1"].iter().try_for_each(|san| builder.add_san(san.as_bytes()))?;
        }
        builder.set_unparsed(&long)?;
        builder.try_clone()?.finish()
    };
    let game = survives("build", built);
    let edited = || {
        let mut copy = game.try_clone()?;
        copy.set_tag(b"Site", &long)?;
        copy.set_tag(b"Annotator", &quotes)?;
        assert_eq!(unescape(copy.tag(b"Annotator").unwrap())?, quotes);
        copy.set_tag(b"Result", b"1-0")?;
        copy.add_note_at(1, Token::Comment(&long))?;
        copy.set_unparsed(b"")?;
        Ok(copy)
    };
    assert_eq!(survives("edit", edited).moves, game.moves);
}

/// Few games, so that the quick tier, too, fails every allocation of zstd.
fn compressed() {
    let pgn = "[White \"Anderssen, Adolf\"]\n\n1. e4 {again and again and again and again} e5 *\n\n".repeat(20);
    let text = zstd::encode_all(pgn.as_bytes(), 3).unwrap();
    let file = survives("import compressed text", || packed(&text, Options::default()));
    assert_eq!(survives("read compressed sections", || read_all(&Reader::from_bytes(copied(&file)?)?)).len(), 20);
    if cfg!(all(target_os = "linux", target_env = "gnu")) {
        // No other allocation here is as large as a context.
        let reader = Reader::from_bytes(file).unwrap();
        LEFT.store(1, Ordering::Relaxed);
        let read = read_all(&reader);
        LEFT.store(usize::MAX, Ordering::Relaxed);
        assert_eq!(read.unwrap_err().code(), ErrorCode::NoMemory);
    }
}

/// A `FEN` tag that is too long for a FEN, with escapes.
fn odd_tags() {
    let text = format!("[FEN \"{0}\"]\n[Variant \"{0}\"]\n\n1. e4 *\n", "\\\\x".repeat(30_000));
    let file = survives("import odd tags", || packed(text.as_bytes(), Options::default()));
    assert_eq!(survives("read odd tags", || read_all(&Reader::from_bytes(copied(&file)?)?)).len(), 1);
}

fn refreshed(path: &Path, text: &[u8]) {
    let reader = Reader::open(path).unwrap();
    let mut writer = Writer::append(path, Options::default().with_level(1)).unwrap();
    import(vec![source(text)], 1, &mut writer, |_| Ok(())).unwrap();
    writer.finish().unwrap();
    let games = survives("refresh", || reader.refreshed()).map(|reader| reader.number_end());
    assert_eq!(games, Some(2 * reader.number_end() - 1));
}

fn whole_files(text: &[u8], folder: &Path) {
    let path = folder.join("games.plypack");
    let first = packed(b"1. e4 *\n", Options::default()).unwrap();
    let append = || {
        std::fs::write(&path, &first).unwrap();
        let mut writer = Writer::append(&path, Options::default().with_level(1))?;
        import(vec![source(text)], 1, &mut writer, |_| Ok(()))?;
        writer.finish().map(drop)
    };
    survives("append", append);
    survives("unique games", || {
        let mut games = UniqueGames::new();
        games.add_file(&Reader::open(&path)?, 1, |corruption| Err(corruption.error.clone()), |_| Ok(()))?;
        let mut writer = Writer::new(Vec::new(), Options::default().with_level(1))?;
        import(vec![source(text)], ImportOptions::new(1).with_unique(&mut games), &mut writer, |_| Ok(())).map(drop)
    });
    let games = survives("open", || Reader::open(&path)).number_end();
    let indexed = folder.join("indexed.plypack");
    survives("index", || {
        std::fs::copy(&path, &indexed).unwrap();
        add_index(&indexed, 1, |_, _| Ok(()))
    });
    let reader = survives("open with index", || Reader::open(&indexed));
    searches(&reader);
    survives("append to many names", || Writer::append(&path, Options::default()).and_then(Writer::abort));
    assert_eq!(Reader::open(&path).unwrap().number_end(), games);
    let copy = folder.join("copy.plypack");
    let options = Options::of(Codec::Coord16).with_level(1);
    let recoding = || recode(&reader, OutputFile::create(&copy)?, options, 1, |c| Err(c.error.clone()), |_| Ok(()));
    assert_eq!(survives("recode", recoding).1.games, games);
    refreshed(&path, text);
}

#[test]
fn nothing_aborts_without_memory() {
    for (codec, moves) in [(Codec::Byte, &MANY), (Codec::Tight, &FEW)] {
        let text = pgn(moves);
        let options = Options::of(codec).with_level(1);
        let file = survives("import", || packed(&text, options));
        let reader = survives("open in memory", || Reader::from_bytes(copied(&file)?));
        let games = survives("read", || read_all(&Reader::from_bytes(copied(&file)?)?));
        let failing = |corruption: &plypack::Corruption| Err(corruption.error.clone());
        survives("export", || export(&reader, 0..reader.number_end(), 1, &mut std::io::sink(), failing, |_| Ok(())));
        survives("verify", || match verify(&reader, 1, |_, _| Ok(()))?.corruption.into_iter().next() {
            Some(corruption) => Err(corruption.error),
            None => Ok(()),
        });
        survives("write", || {
            let mut writer = Writer::new(Vec::new(), options)?;
            games.iter().try_for_each(|game| writer.add(game))?;
            writer.finish()
        });
        searches(&reader);
        conditions(&reader);
        let plies = survives("scan", || scan(&Reader::from_bytes(copied(&file)?)?));
        assert!(plies > 9000 + 4 * moves.rounds);
        let numbers: Vec<u64> = (0..reader.number_end()).rev().step_by(500).collect();
        survives("export some", || {
            let reader = Reader::from_bytes(copied(&file)?)?;
            export(&reader, &numbers[..], 1, &mut std::io::sink(), failing, |_| Ok(()))
        });
        tables(reader, plies);
    }
    edited_game();
    compressed();
    odd_tags();
    let folder = tempfile::tempdir().unwrap();
    whole_files(&pgn(&MANY), folder.path());
}
