//! Runs the reading calls of the C interface on hostile files: see `fuzz/README.md`. This is part of the unit tests of that package: only
//! these are Rust code that can call the interface and count its memory.

use std::ptr::{null, null_mut};

use campaign::{Campaign, Operations, changed, seeds};
use mutate::Random;
use operations::{Bytes, OPERATIONS};
use plypack::{Error, ErrorCode, Result};

use super::{plypack_status::PLYPACK_OK, plypack_token_kind::PLYPACK_TOKEN_NONE, *};

#[path = "campaign.rs"]
mod campaign;
#[path = "../../tests/support/counting.rs"]
mod counting;
#[path = "extremes.rs"]
mod extremes;
#[path = "file.rs"]
mod file;
#[path = "../frame.rs"]
mod frame;
#[path = "mutate.rs"]
mod mutate;
#[path = "operations.rs"]
mod operations;
#[path = "../../tests/support/tier.rs"]
mod tier;

/// Turns the status of a call into a result. The kind of error does not matter here.
fn ok(status: plypack_status) -> Result<()> {
    if status == PLYPACK_OK { Ok(()) } else { Err(Error::new(ErrorCode::Io, "a call failed")) }
}

/// An object that a call made; freed when dropped.
struct Made<H> {
    handle: *mut H,
    free: unsafe extern "C" fn(*mut H),
}

impl<H> Made<H> {
    fn by(free: unsafe extern "C" fn(*mut H), make: impl FnOnce(*mut *mut H) -> plypack_status) -> Result<Made<H>> {
        let mut handle = null_mut();
        ok(make(&mut handle))?;
        Ok(Made { handle, free })
    }
}

impl<H> Drop for Made<H> {
    fn drop(&mut self) {
        // SAFETY: the handle was made once, and is not used after this.
        unsafe { (self.free)(self.handle) };
    }
}

type Opened = Made<plypack_reader>;

unsafe extern "C" fn size_of_file(file: *mut std::ffi::c_void, size: *mut u64) -> i32 {
    // SAFETY: both come from `open_with`.
    unsafe { *size = (*file.cast::<Bytes>()).bytes.len() as u64 };
    0
}

unsafe extern "C" fn read_file(file: *mut std::ffi::c_void, offset: u64, buffer: *mut u8, len: usize) -> i32 {
    // SAFETY: both come from `open_with`, and `buffer` has `len` bytes.
    let (file, buffer) = unsafe { (&*file.cast::<Bytes>(), std::slice::from_raw_parts_mut(buffer, len)) };
    plypack::io::Source::read_at(file, offset, buffer).is_err().into()
}

/// Opens the file: in memory if it is read in place, otherwise by callbacks. The file must outlive the reader.
fn open_with(file: &Bytes, flags: u32) -> Result<Opened> {
    let data = file.bytes.as_ptr();
    let len = file.bytes.len();
    let user = std::ptr::from_ref(file).cast_mut().cast();
    // SAFETY: all pointers are valid as long as the reader.
    Made::by(plypack_reader_free, |reader| unsafe {
        if file.is_in_place {
            plypack_reader_open_memory(data, len, flags | PLYPACK_OPEN_BORROWED, reader, null_mut())
        } else {
            plypack_reader_open_callbacks(Some(size_of_file), Some(read_file), user, flags, reader, null_mut())
        }
    })
}

fn open(file: &Bytes) -> Result<Opened> {
    open_with(file, PLYPACK_OPEN_ACCEPT_DAMAGE)
}

fn info(file: &Bytes) -> Result<u64> {
    let reader = open(file)?;
    let mut value = 0;
    // SAFETY: the reader is good.
    (0..=14).for_each(|field| unsafe {
        plypack_reader_info(reader.handle, field, &mut value, null_mut());
    });
    Ok(0)
}

/// Calls `then` with every game number, and a game to read into.
fn each_game(file: &Bytes, mut then: impl FnMut(&Opened, u64, *mut plypack_game)) -> Result<u64> {
    let reader = open(file)?;
    // SAFETY: the handles are good.
    unsafe {
        let game = Made::by(plypack_game_free, |game| plypack_game_new(game, null_mut()))?;
        (0..plypack_reader_number_end(reader.handle)).for_each(|number| then(&reader, number, game.handle));
    }
    Ok(0)
}

/// Walks through all games. Returns the number of steps.
fn walk(file: &Bytes) -> Result<u64> {
    let mut steps = 0;
    // SAFETY: the handles are good.
    each_game(file, |reader, number, game| unsafe {
        if plypack_reader_read_game(reader.handle, number, game, null_mut()) != PLYPACK_OK {
            return;
        }
        let Ok(walk) = Made::by(plypack_walk_free, |walk| plypack_walk_new(game, walk, null_mut())) else { return };
        let mut step = std::mem::MaybeUninit::<plypack_step>::uninit();
        while plypack_walk_next(walk.handle, step.as_mut_ptr(), null_mut()) == PLYPACK_OK
            && step.assume_init_ref().token.kind != PLYPACK_TOKEN_NONE
        {
            steps += 1;
        }
    })?;
    Ok(steps)
}

/// Scans with buffers for a thousand games. Skips a game that does not fit.
fn scan(file: &Bytes) -> Result<u64> {
    let reader = open(file)?;
    let mut moves = vec![0; 1 << 17];
    let mut offsets = vec![0; 1001];
    let mut count = 0;
    let mut first = 0;
    let mut games = 0;
    let mut next = 0;
    // SAFETY: the handles and buffers are good.
    unsafe {
        let all = plypack_reader_number_end(reader.handle);
        let scan =
            Made::by(plypack_scan_free, |scan| plypack_scan_new(reader.handle, PLYPACK_SCAN_MOVES, scan, null_mut()))?;
        loop {
            let status = plypack_scan_next(
                scan.handle,
                null(),
                moves.as_mut_ptr(),
                moves.len(),
                offsets.as_mut_ptr(),
                offsets.len(),
                &mut count,
                &mut first,
                &mut games,
                null_mut(),
            );
            match status {
                PLYPACK_OK if games == 0 => return Ok(0),
                PLYPACK_OK => next = first + games as u64,
                _ if next >= all => return Ok(0),
                _ => {
                    next += 1;
                    ok(plypack_scan_set_games(scan.handle, next, all - next, null_mut()))?;
                }
            }
        }
    }
}

/// Calls `run` with a new query and the reader of the file.
fn search(
    file: &Bytes,
    run: impl FnOnce(*mut plypack_query, *const *const plypack_reader) -> Result<u64>,
) -> Result<u64> {
    let reader = open(file)?;
    // SAFETY: the handles are good.
    unsafe {
        let query = Made::by(plypack_query_free, |query| plypack_query_new(query, null_mut()))?;
        ok(plypack_query_set_threads(query.handle, 1, null_mut()))?;
        run(query.handle, &reader.handle.cast_const())
    }
}

/// The packed move e2e4, a double push.
const E2_E4: u16 = 1 << 12 | 12 << 6 | 28;

fn after_e4(query: *mut plypack_query) -> Result<()> {
    // SAFETY: the handles are good.
    unsafe {
        let position = Made::by(plypack_position_free, |position| plypack_position_new(position, null_mut()))?;
        ok(plypack_position_play(position.handle, E2_E4, null_mut()))?;
        ok(plypack_query_set_position(query, position.handle, null_mut()))
    }
}

fn find(file: &Bytes, index: u32) -> Result<u64> {
    // SAFETY: the handles are good.
    search(file, |query, readers| unsafe {
        after_e4(query)?;
        ok(plypack_query_set_index(query, index, null_mut()))?;
        let find = |hits| plypack_query_find(query, readers, 1, null(), hits, null_mut());
        let hits = Made::by(plypack_hits_free, find)?;
        Ok(16 * plypack_hits_view(hits.handle).len as u64)
    })
}

fn list(file: &Bytes) -> Result<u64> {
    // SAFETY: the handles are good.
    search(file, |query, readers| unsafe {
        ok(plypack_query_add(query, c"event".as_ptr(), 5, c"cup".as_ptr(), 3, null_mut()))?;
        ok(plypack_query_add_range(query, PLYPACK_FIELD_DATE, 3, 20_000_101, null_mut()))?;
        let list = |hits| plypack_query_list(query, readers, 1, null(), hits, null_mut());
        let hits = Made::by(plypack_hits_free, list)?;
        Ok(16 * plypack_hits_view(hits.handle).len as u64)
    })
}

fn tree(file: &Bytes) -> Result<u64> {
    // SAFETY: the handles are good.
    search(file, |query, readers| unsafe {
        after_e4(query)?;
        let tree = |tree| plypack_query_tree(query, readers, 1, null(), tree, null_mut());
        Made::by(plypack_tree_free, tree).map(|_| 0)
    })
}

fn transpositions(file: &Bytes) -> Result<u64> {
    // SAFETY: the handles are good.
    search(file, |query, readers| unsafe {
        after_e4(query)?;
        let orders = |orders| plypack_query_transpositions(query, readers, 1, null(), orders, null_mut());
        let orders = Made::by(plypack_orders_free, orders)?;
        let view = plypack_orders_view(orders.handle);
        let bytes = (0..view.len).map(|index| {
            let order = &*view.data.add(index);
            2 * order.moves.len + order.start.len
        });
        Ok(bytes.sum::<usize>() as u64)
    })
}

fn names(file: &Bytes) -> Result<u64> {
    // SAFETY: the handles are good.
    search(file, |query, readers| unsafe {
        let text = c"".as_ptr();
        let none = null();
        let names =
            |names| plypack_query_names(query, readers, 1, PLYPACK_FIELD_PLAYER, text, 0, 0, none, names, null_mut());
        let names = Made::by(plypack_names_free, names)?;
        let view = plypack_names_view(names.handle);
        Ok((0..view.len).map(|index| 16 + (*view.data.add(index)).text.len as u64).sum())
    })
}

unsafe extern "C" fn count_written(count: *mut std::ffi::c_void, _: *const u8, len: usize) -> i32 {
    // SAFETY: `count` points to the number in `export`.
    unsafe { *count.cast::<u64>() += len as u64 };
    0
}

fn export(file: &Bytes) -> Result<u64> {
    let reader = open(file)?;
    let mut written = 0u64;
    let user = std::ptr::from_mut(&mut written).cast();
    let mut exported = plypack_exported {
        size: size_of::<plypack_exported>(),
        games: 0,
        corrupt: 0,
        incomplete: 0,
        lost: 0,
        ends_in_comment: 0,
    };
    // SAFETY: the handles are good.
    unsafe {
        let all = plypack_reader_number_end(reader.handle);
        let write = Some(count_written as _);
        ok(plypack_reader_export_pgn(
            reader.handle,
            0,
            all,
            null(),
            1,
            write,
            user,
            null(),
            &mut exported,
            null_mut(),
        ))?;
    }
    Ok(written)
}

fn verify(file: &Bytes) -> Result<u64> {
    let reader = open(file)?;
    let mut corrupt = 0;
    // SAFETY: the handles are good.
    ok(unsafe { plypack_reader_verify(reader.handle, 0, 1, null(), &mut corrupt, null_mut()) })?;
    Ok(0)
}

/// All reading calls, by name.
fn calls() -> Operations {
    vec![
        ("C open", |file| open_with(file, 0).map(|_| 0)),
        ("C open, any", |file| open(file).map(|_| 0)),
        ("C info", info),
        ("C games", |file| {
            // SAFETY: the handles are good.
            each_game(file, |reader, number, game| unsafe {
                plypack_reader_read_game(reader.handle, number, game, null_mut());
            })
        }),
        ("C tags", |file| {
            // SAFETY: the handles are good.
            each_game(file, |reader, number, game| unsafe {
                plypack_reader_read_tags(reader.handle, number, game, null_mut());
            })
        }),
        ("C walk", walk),
        ("C scan", scan),
        ("C find", |file| find(file, 1)),
        ("C find, no index", |file| find(file, 0)),
        ("C list", list),
        ("C tree", tree),
        ("C transpositions", transpositions),
        ("C names", names),
        ("C verify", verify),
        ("C export", export),
    ]
}

/// Constructed and changed files, as in `tests/bounds/main.rs`.
#[test]
fn calls_stay_within_their_bounds() {
    let _turn = counting::alone();
    let mut campaign = Campaign::new(calls());
    for (name, bytes) in extremes::files(tier::sized(1, 2)) {
        campaign.add(&name, bytes);
    }
    let seeds = seeds();
    let mut random = Random(2);
    for number in 0..tier::sized(40, 400) {
        if let Some(bytes) = changed(&seeds, &mut random) {
            campaign.add(&format!("file {number} of seed 2"), bytes);
        }
    }
    campaign.print();
    campaign.check();
}

/// All calls read a sound file: otherwise the tests of bounds would only measure errors.
#[test]
fn calls_read_a_sound_file() {
    let bytes = std::fs::read(campaign::repository().join("conformance/samples/kept/0.10-byte.plypack")).unwrap();
    for is_in_place in [false, true] {
        let file = Bytes::new(&bytes.clone().into(), is_in_place);
        for (name, call) in calls() {
            assert!(call(&file).is_ok(), "{name}");
        }
        assert!(walk(&file).unwrap() > 100 && export(&file).unwrap() > 1000 && find(&file, 1).unwrap() > 0);
        assert_eq!(find(&file, 1).unwrap(), find(&file, 0).unwrap());
    }
}

/// The program `worst`, with these calls in addition to the functions. `PLYPACK_WORST="--seed 1 --minutes 60"` sets its options.
#[test]
#[ignore = "runs for as long as it is told"]
fn worst() {
    let _turn = counting::alone();
    let options = std::env::var("PLYPACK_WORST").unwrap_or_default();
    let options: Vec<&str> = options.split_whitespace().collect();
    Campaign::search([OPERATIONS.to_vec(), calls()].concat(), |name, default| {
        let value = options.windows(2).find(|pair| pair[0] == name).map(|pair| pair[1].parse());
        value.map_or(default, |value| value.unwrap_or_else(|_| panic!("{name} takes a number")))
    });
}
